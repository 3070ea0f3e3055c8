"""Work and memory stay bounded: capped bars, blocks of columns, models of tools made when wanted, tables forgotten."""

from __future__ import annotations

import gc
import sys
from functools import partial

import duckdb
import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz import frames
from autoviz.answering.facts import MAX_FACTS
from autoviz.frames import files
from autoviz.measures import proof_rows, summary
from autoviz.profile import fingerprints, profile, totals
from autoviz.profile.values import fetched_values
from autoviz.query import reference
from autoviz.query.language import Aggregate, Call, Column, Constant, Named
from autoviz.registry.catalog import Catalog, default_catalog
from autoviz.remembering import StepCache
from autoviz.stages import proof
from autoviz.table import Lineage, Table
from autoviz.tools import prepare, transform

NAMES = 3_000


@pytest.fixture(scope="module")
def many():
    amounts = np.random.default_rng(1).gamma(2.0, 50.0, NAMES)
    return pd.DataFrame({"name": [f"name {number}" for number in range(NAMES)], "amount": amounts})


def test_a_bar_chart_of_any_number_of_names_has_a_bounded_number_of_bars(many):
    drawn = [autoviz.ask(many.head(rows), "total amount by name as a bar chart") for rows in (1_000, NAMES)]
    bars = [sum(len(trace.y) for trace in found.figure.data) for found in drawn]
    assert bars[0] == bars[1] <= 100
    assert len(drawn[1].table) == NAMES


@pytest.mark.parametrize("engine", [lambda frame: frame, duckdb.from_df])
@pytest.mark.parametrize("group_by", [(), ("side",)])
def test_a_summary_in_blocks_of_columns_is_that_of_all_at_once(monkeypatch, engine, group_by):
    frame = pd.DataFrame({"side": ["l", "r", None] * 4, "word": list("abcabcabcabc")})
    frame = frame.assign(**{f"m{number}": np.arange(12) * number / 7 for number in range(5)}, gap=[np.inf, None] * 6)
    table, columns = Table(nw.from_native(engine(frame))), [name for name in frame if name not in group_by]
    whole, notes = summary.summarise(table, columns, group_by)
    monkeypatch.setattr(summary, "BLOCK", 2)
    blocks, told = summary.summarise(table, columns, group_by)
    pd.testing.assert_frame_equal(blocks, whole)
    assert told == notes


def test_numbers_of_a_pandas_frame_are_summarised_together_as_another_engine_does_one_by_one(monkeypatch):
    frame = pd.DataFrame({f"m{number}": np.arange(12) * number / 7 for number in range(5)})
    frame = frame.assign(gap=[np.inf, None] * 6, word=list("abcabcabcabc"), whole=range(12), empty=np.nan)
    frame = frame.assign(counted=pd.array([1, None, 3] * 4, dtype="Int64"))
    one_by_one, notes = summary.summarise(Table(nw.from_native(duckdb.from_df(frame))), list(frame), ())
    blocks, block = [], summary._of_block
    monkeypatch.setattr(summary, "_of_block", lambda *given: blocks.append(given[1]) or block(*given))
    together, told = summary.summarise(Table(frames.open_frame(frame)), list(frame), ())
    assert blocks == [{"word": "labels"}]
    pd.testing.assert_frame_equal(together, one_by_one, check_dtype=False)
    assert set(map(str, told)) == set(map(str, notes))


def test_how_a_csv_file_is_written_is_found_out_once_until_the_file_changes(monkeypatch, tmp_path):
    asked, ask, run = [], duckdb.sql, duckdb.execute
    monkeypatch.setattr(duckdb, "sql", lambda query: asked.append(query) or ask(query))
    monkeypatch.setattr(duckdb, "execute", lambda query: asked.append(query) or run(query))
    path = tmp_path / "it's [1].csv"
    path.write_text('a;b\n1;"x; y"\nNA;z\n')
    for _ in range(3):
        assert files.open_file(path).fetchall() == [(1, "x; y"), (None, "z")]
    assert sum("sniff_csv" in query for query in asked) == 1
    assert sum("auto_detect=false" in query for query in asked) == 3
    path.write_text("a,c\n1.5,x\n")
    assert files.open_file(path).columns == ["a", "c"] and files.open_file(path).fetchall() == [(1.5, "x")]
    assert sum("sniff_csv" in query for query in asked) == 2


def test_totals_in_blocks_of_columns_are_those_of_all_at_once(monkeypatch):
    frame = pd.DataFrame({f"m{number}": [number, None, np.inf, 2.5] for number in range(5)}).assign(word=list("abca"))
    opened = nw.from_native(duckdb.from_df(frame))
    whole = totals.lazy_totals(opened)
    monkeypatch.setattr(totals, "BLOCK", 2)
    assert totals.lazy_totals(opened) == whole


@pytest.mark.parametrize("engine", [lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df])
def test_a_short_lazy_frame_is_fetched_once_to_profile_it_whatever_the_number_of_its_columns(
    monkeypatch, scans, engine
):
    asked = []
    monkeypatch.setattr(totals, "_row", lambda *given: asked.append(given))
    frame = pd.DataFrame({f"m{number}": [1.5, np.nan, np.inf] for number in range(120)}).assign(word=["a", None, "b"])
    found, by_hand = profile(engine(frame)), profile(frame)
    assert (scans, asked) == ([3], [])
    for ours, theirs in zip(found.columns, by_hand.columns, strict=True):
        assert ours.replaced(dtype="") == theirs.replaced(dtype="")


@pytest.mark.parametrize("engine", [lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df])
def test_totals_of_a_long_lazy_frame_are_those_of_its_rows(monkeypatch, engine):
    monkeypatch.setattr("autoviz.profile.SAMPLED_ROWS", 3)
    words = ["x", "y", "z", "z", None]
    frame = pd.DataFrame({"a": [1.5, np.nan, np.inf, 2.5, -np.inf], "n": [5, 1, 2, 3, 4], "w": words})
    found = profile(engine(frame))
    told = [(item.rows, item.missing, item.minimum, item.maximum, item.mean) for item in found.columns[:2]]
    assert told == [(5, 1, 1.5, 2.5, 2.0), (5, 0, 1, 5, 3.0)]
    assert found.columns[2].missing == 1
    assert "It has 2 infinite values." in found.columns[0].warnings


def test_a_lazy_frame_is_asked_for_its_columns_as_often_whatever_their_number(monkeypatch):
    told, tell = [], nw.LazyFrame.collect_schema
    monkeypatch.setattr(nw.LazyFrame, "collect_schema", lambda frame: told.append(len(tell(frame))) or tell(frame))
    for columns in (3, 30):
        relation = duckdb.from_df(pd.DataFrame({f"m{number}": [1.5, 2.5] for number in range(columns)}))
        fetched_values(relation, relation.columns)
    assert told.count(3) == told.count(30) <= 2


@pytest.mark.parametrize("engine", [lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df])
@pytest.mark.parametrize(
    ("question", "most"),
    [("total amount by side", 1), ("rows where amount > 3", 3), ("how many rows are there?", 1)],
)
def test_a_question_asked_again_of_a_lazy_frame_runs_few_queries_and_none_to_profile_it(
    monkeypatch, engine, question, most
):
    lazy = engine(pd.DataFrame({"side": ["l", "r", "l", None] * 5, "amount": np.arange(20.0)}))
    first = autoviz.ask(lazy, question)
    fetched, fetch = [], frames.to_pandas
    for module in [module for name, module in sys.modules.items() if name.startswith("autoviz.")]:
        if getattr(module, "to_pandas", None) is fetch:
            monkeypatch.setattr(module, "to_pandas", lambda frame: fetched.append(frame) or fetch(frame))
    monkeypatch.setattr("autoviz.profile._profiled", None)  # whoever calls it fails
    assert autoviz.ask(lazy, question).answer == first.answer
    assert sum(isinstance(frame, nw.LazyFrame) for frame in fetched) <= most


@pytest.fixture
def fetched(monkeypatch):
    """The tables that were fetched, by any module."""
    found, fetch = [], frames.to_pandas
    for module in [module for name, module in sys.modules.items() if name.startswith("autoviz.")]:
        if getattr(module, "to_pandas", None) is fetch:
            monkeypatch.setattr(module, "to_pandas", lambda frame: found.append(fetch(frame)) or found[-1].copy())
    return found


@pytest.fixture
def scans(monkeypatch):
    """How many rows each frame of a lazy engine gave where it was fetched, by any module."""
    found, fetch = [], frames.to_pandas

    def spied(frame):
        rows = fetch(frame)
        return found.append(len(rows)) or rows if isinstance(frame, nw.LazyFrame) else rows

    for module in [module for name, module in sys.modules.items() if name.startswith("autoviz.")]:
        if getattr(module, "to_pandas", None) is fetch:
            monkeypatch.setattr(module, "to_pandas", spied)
    return found


REVENUE = Named(name="revenue", expr=Aggregate(func="sum", args=(Column(name="revenue"),)))
MONTH = Named(name="month", expr=Call(op="period", args=(Constant(value="month"), Column(name="date"))))
BY_MONTH = {
    "aggregate": lambda table: transform.aggregate(
        table, group_by=("date",), metrics=("revenue",), agg_func="sum", quantile=None, time="date", grain="month"
    ),
    "summarise": lambda table: transform.summarise(table, keys=(MONTH,), measures=(REVENUE,)),
}


@pytest.mark.parametrize("engine", [lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df])
@pytest.mark.parametrize("tool", BY_MONTH.values(), ids=BY_MONTH)
def test_a_lazy_engine_reads_its_rows_once_for_a_summary_by_month_and_all_that_is_said_of_it(fetched, engine, tool):
    days = pd.date_range("2023-01-10", "2023-04-20")
    frame = pd.DataFrame({"date": days, "revenue": np.where(np.arange(len(days)) % 9, 1.5, np.nan)})
    reach = {"date": Lineage("date", reach=("2023-01-10", "2023-04-20", 1.0))}
    by_hand = tool(Table(nw.from_native(frame), reach))
    fetched.clear()
    found = tool(Table(nw.from_native(engine(frame)), reach))
    assert len(fetched) == 1
    assert found.notes == by_hand.notes
    assert [note.data for note in found.notes] == [
        {"incomplete": ["2023-01-01", "2023-04-01"]}, {"passed_over": {"revenue": 12}}
    ]  # fmt: skip
    assert found.table.lineage == by_hand.table.lineage


@pytest.mark.parametrize("engine", [lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df])
def test_the_first_row_of_an_order_is_told_without_fetching_all_others(fetched, many, engine):
    orders = pd.DataFrame({"order_id": np.arange(1, NAMES + 1), "region": "West", "revenue": many["amount"]})
    question = "the order with the highest revenue"
    by_hand, found = (autoviz.ask(frame, question) for frame in (orders, engine(orders)))
    assert found.answer == by_hand.answer and "ahead of" in found.answer
    fetched.clear()
    autoviz.ask(engine(orders), question)
    assert max(map(len, fetched)) <= MAX_FACTS < NAMES


@pytest.mark.spark
@pytest.mark.parametrize(
    ("question", "most"),
    [("total amount by side", 4), ("rows where amount > 3", 5), ("how many rows are there?", 3)],
)
def test_spark_runs_one_job_to_know_the_frame_again_and_few_to_answer_and_to_prove(spark, question, most):
    frame = spark.createDataFrame([("l", 1.0), ("r", 5.0), ("l", 9.0)], ["side", "amount"])
    autoviz.ask(frame, question)
    jobs = spark.sparkContext._jsc.sc().dagScheduler()
    before = jobs.numTotalJobs()
    autoviz.ask(frame, question)
    assert jobs.numTotalJobs() - before <= most


def test_a_small_result_of_a_lazy_engine_is_fetched_and_counted_once_and_handed_out_for_change():
    lazy = Table(nw.from_native(duckdb.sql("select random() as a from range(5)")))
    once = lazy.pandas()
    kept = once["a"].tolist()
    once["a"] = 0.0
    assert lazy.pandas()["a"].tolist() == kept
    again = lazy.pandas()
    again["a"] = 1.0
    assert lazy.pandas()["a"].tolist() == kept
    assert lazy.counted == 5


def test_a_large_result_of_a_lazy_engine_is_not_held(monkeypatch):
    monkeypatch.setattr("autoviz.table.REMEMBERED_CELLS", 4)
    lazy = Table(nw.from_native(duckdb.sql("select random() as a from range(5)")))
    assert lazy.pandas()["a"].tolist() != lazy.pandas()["a"].tolist()


def test_a_question_digests_the_frame_and_none_of_the_tables_of_its_steps(many, monkeypatch):
    digested, digest = [], fingerprints._of_table
    monkeypatch.setattr(fingerprints, "_of_table", lambda table: digested.append(len(table.columns)) or digest(table))
    found = autoviz.ask(many.assign(side="l"), "total amount by name where amount > 10")
    assert len(found.provenance.steps) > 1
    assert set(digested) == {3}


def test_cells_that_change_places_change_the_digest_of_a_lazy_frame():
    rows = [pl.DataFrame({"a": a, "b": b}) for a, b in (([1, 2], [3, 4]), ([1, 2], [4, 3]), ([3, 4], [1, 2]))]
    assert len({fingerprints.fingerprint(frame.lazy()) for frame in rows}) == 3
    assert fingerprints.fingerprint(rows[0].lazy()) == fingerprints.fingerprint(rows[0].reverse().lazy())


def test_the_proof_on_a_relation_names_only_the_columns_that_it_reads():
    relation = duckdb.from_df(pd.DataFrame({f"m{number}": [1.5, np.nan] for number in range(5)}))
    assert "m3" in reference._missing_marked(relation, ("M3",)).sql_query().lower().partition("from")[0]
    assert reference._missing_marked(relation, ()) is relation
    assert reference.computed("select count(m2) as n from t", relation, ("m2",))["n"].tolist() == [1]


def test_of_many_tools_only_those_that_are_used_cost_a_model():
    known = default_catalog()
    base = known.tools["aggregate"]
    many = {**known.tools, **{f"tool_{number}": base.replaced(name=f"tool_{number}") for number in range(2_000)}}
    catalog = Catalog(many, known.functions, known.capabilities, known.intents, known.templates)
    catalog.validated("tool_7", {"group_by": ["a"], "metrics": ["b"], "agg_func": "sum"})
    assert set(catalog._models) == {"tool_7", "aggregate"}


def test_a_conversation_holds_a_bounded_number_of_large_tables(many, monkeypatch):
    most = 5 * many.size
    monkeypatch.setattr(StepCache.__init__, "__defaults__", (most,))
    session = autoviz.Session(many)
    before = _cells()
    for turn in range(20):
        session.ask(f"rows where amount > {turn / 10}")
    assert _cells() - before < 2 * most + 2 * many.size
    assert session.metrics.questions == 20
    assert session.go(1).answer == session.history[0].answer


def _cells() -> int:
    """The cells of all large tables that are alive."""
    gc.collect()
    return sum(item.size for item in gc.get_objects() if type(item) is pd.DataFrame and len(item) > NAMES / 2)


def test_correlations_of_whole_numbers_are_those_of_the_same_as_floats():
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.integers(0, 1_000, (300, 4)), columns=list("abcd"))
    assert (frame.dtypes == "int64").all()
    whole, floats = (autoviz.ask(given, "correlations") for given in (frame, frame.astype("float64")))
    pd.testing.assert_frame_equal(whole.table, floats.table)


ENGINES = [lambda frame: frame, lambda frame: pl.from_pandas(frame).lazy(), duckdb.from_df]


@pytest.fixture
def drawn(monkeypatch):
    """The proof on a sample of 500 rows, and what each sample was drawn from."""
    monkeypatch.setattr(proof, "prove", partial(proof.prove, row_bound=500))
    origins, draw = [], proof_rows._at_home
    monkeypatch.setattr(proof_rows, "_at_home", lambda cells, engine: origins.append(cells) or draw(cells, engine))
    return origins


@pytest.mark.parametrize("engine", ENGINES)
def test_the_sample_of_a_proof_is_drawn_once_and_before_anything_is_prepared(drawn, engine):
    days = pd.date_range("2023-01-01", periods=NAMES, freq="4h").strftime("%d.%m.%Y")
    frame = engine(pd.DataFrame({"day": days, "side": ["l", "r"] * (NAMES // 2), "amount": np.arange(float(NAMES))}))
    for question in ("total amount by month", "total amount by month", "total amount by side"):
        found = autoviz.ask(frame, question).proof
        assert found.verdict == "proven" and found.sampled, found.line
    (cells,) = drawn
    assert 400 <= len(cells) <= 600
    first = cells["day"].iloc[0] if isinstance(cells, pd.DataFrame) else cells["day"][0].as_py()
    assert isinstance(first, str)


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_a_list_of_rows_fetches_what_it_tells_of_and_a_sample_to_prove_it(fetched, drawn, many, engine):
    lazy = engine(many)
    autoviz.ask(lazy, "rows where amount > 1")
    fetched.clear()
    found = autoviz.ask(lazy, "rows where amount > 1")
    assert found.proof.verdict == "proven" and found.proof.rows > 400
    assert max(map(len, fetched)) <= 1_000 < NAMES * 0.9
    assert f"{(many['amount'] > 1).sum():,} rows" in found.answer


@pytest.mark.parametrize("engine", ENGINES)
def test_a_list_that_is_known_to_be_short_is_proven_whole_without_a_sample(drawn, many, engine):
    amounts = [900.0, 800.0, 700.0, *many["amount"].iloc[3:1_200].clip(upper=400)]
    frame = engine(pd.DataFrame({"side": ["left", "right"] * 600, "amount": amounts}))
    found = autoviz.ask(frame, "rows where amount > 500").proof
    assert (found.verdict, found.rows, found.sampled) == ("proven", 3, None)
    assert not drawn


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_a_short_list_is_fetched_once_for_the_table_the_proof_and_the_answer(scans, drawn, many, engine):
    amounts = [900.0, 800.0, 700.0, *many["amount"].iloc[3:1_200].clip(upper=400)]
    frame = engine(pd.DataFrame({"side": ["left", "right"] * 600, "amount": amounts}))
    found = autoviz.ask(frame, "rows where amount > 500")
    assert found.proof.verdict == "proven" and len(found.table) == 3
    assert scans.count(3) == 1


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_dates_that_are_dates_already_stay_the_table_that_they_are(engine):
    days = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=3), "amount": [1.0, 2.0, 3.0]})
    table = Table(frames.open_frame(engine(days)))
    assert prepare.parse_datetime(table, column="day", format=None, order=None).table is table


def test_rows_that_a_condition_leaves_of_a_sample_are_not_counted_where_a_list_tells_it(monkeypatch, drawn, many):
    counted, count = [], proof_rows._left
    monkeypatch.setattr(proof_rows, "_left", lambda *rows: counted.append(rows) or count(*rows))
    found = autoviz.ask(duckdb.from_df(many), "rows where amount > 20").proof
    assert found.verdict == "proven" and found.sampled, found.line
    assert not counted


@pytest.mark.parametrize(("values", "told"), [([5, 4, 3, 2], ""), ([5, 4, 4, 4], "equal to the last: 2")])
def test_ties_of_a_ranking_are_counted_only_where_the_next_row_ties(fetched, values, told):
    lazy = Table(nw.from_native(duckdb.from_df(pd.DataFrame({"a": values}))))
    found = transform.top_k(lazy, by="a", n=2, order="desc", column=None, agg_func=None, other=False)
    assert told in found.notes[0].message and bool(told) == ("Left out" in found.notes[0].message)
    assert len(fetched) == (3 if told else 2)


def test_a_sample_of_many_columns_has_fewer_rows_and_its_cells_stay_bounded():
    sizes = [proof_rows.sample_size(columns) for columns in (2, 4, 10, 50, 2_000)]
    assert sizes == [25_000, 15_000, 6_000, 1_200, 1_000]
