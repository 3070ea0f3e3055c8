"""The proof: what a plan computed against the Query's SQL, on every engine, whole and on a sample."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import duckdb
import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

from autoviz.analysis import ask
from autoviz.errors import ExecutionError
from autoviz.frames import open_frame
from autoviz.measures.proof_rows import spread_positions
from autoviz.model.plan import SOURCE, Plan, Step
from autoviz.model.proof import Proof
from autoviz.query.language import Aggregate, Call, Column, Constant, Limit, Named, Query, Sort
from autoviz.query.reference import reference_begun
from autoviz.query.sql import from_sql
from autoviz.registry.catalog import default_catalog
from autoviz.stages import proof as proof_stage
from autoviz.stages.base import State
from autoviz.stages.proof import PROOF, compared_steps, difference_gap, prove
from autoviz.table import Table
from autoviz.tools.transform import aggregate

REVENUE = Aggregate(func="sum", args=(Column(name="revenue"),))
MONTH = Named(name="month", expr=Call(op="period", args=(Constant(value="month"), Column(name="date"))))
REGION = Named(name="region", expr=Column(name="region"))
MONTHLY = Query(by=(MONTH, REGION), measures=(Named(name="revenue", expr=REVENUE),))
QUESTION = "total revenue by month and region"


def sales(count: int = 3_000) -> pd.DataFrame:
    random = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "date": pd.Timestamp("2022-01-01") + pd.to_timedelta(random.integers(0, 700, count), unit="D"),
            "region": random.choice(["West", "East", "North"], count),
            "revenue": np.where(random.random(count) < 0.02, np.nan, random.random(count) * 1000),
            "note": pd.Series([1, "a"] * (count // 2), dtype=object),
        }
    )


def plan(table: Table) -> Table:
    """What the plan of the question does, by the same tool."""
    done = aggregate(
        table, group_by=("date", "region"), metrics=("revenue",), agg_func="sum", quantile=None, time="date",
        grain="month",
    )  # fmt: skip
    assert done.table is not None
    return done.table


OWN = duckdb.connect()
ENGINES = {
    "pandas": lambda rows: rows,
    "polars": lambda rows: pl.from_pandas(rows.drop(columns="note")),
    "duckdb": lambda rows: duckdb.from_df(rows.drop(columns="note")),
    "own connection": lambda rows: OWN.from_df(rows.drop(columns="note")),
    "categories": lambda rows: rows.astype({"region": "category"}),
    "zones": lambda rows: rows.assign(date=rows["date"].dt.tz_localize("Europe/Berlin")),
}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_right_result_is_proven_on_every_engine(engine):
    table = Table(open_frame(ENGINES[engine](sales())))
    found = prove(MONTHLY, table, plan(table))
    assert found.line == "proven: 72 numbers computed twice"
    assert found.sampled is None
    assert found.sql.startswith("SELECT date_trunc('month'")


@pytest.mark.parametrize("engine", ENGINES)
def test_beyond_the_bound_both_are_computed_on_the_same_sample(engine):
    table = Table(open_frame(ENGINES[engine](sales())))
    ran: list[Table] = []

    def run(sample: Table) -> Table:
        ran.append(sample)
        return plan(sample)

    found = prove(MONTHLY, table, plan(table), run_on_sample=run, row_bound=500)
    assert found.verdict == "proven", found.line
    assert found.sampled is not None and 400 <= found.sampled <= 600
    assert found.line.startswith(f"proven on a sample of {found.sampled} rows: ")
    assert len(ran) == 1


def test_the_sql_of_a_sample_is_at_work_while_the_plan_runs_on_it(monkeypatch):
    table, order = Table(open_frame(sales())), []

    @contextmanager
    def begun(query: Query, rows: Any) -> Iterator[Any]:
        order.append("SQL begun")
        with reference_begun(query, rows) as answer:
            yield lambda: order.append("SQL awaited") or answer()

    def run(sample: Table) -> Table:
        order.append("plan")
        return plan(sample)

    monkeypatch.setattr("autoviz.stages.proof.reference_begun", begun)
    assert prove(MONTHLY, table, plan(table), run_on_sample=run, row_bound=500).verdict == "proven"
    assert order == ["SQL begun", "plan", "SQL awaited"]


@pytest.mark.spark
def test_spark_is_collected_whole_or_in_part(spark):
    rows = sales(800).drop(columns="note").dropna()
    lines = [(day.to_pydatetime(), *others) for day, *others in rows.itertuples(index=False)]
    table = Table(open_frame(spark.createDataFrame(lines, list(rows.columns))))
    result = plan(table)
    assert prove(MONTHLY, table, result).verdict == "proven"
    found = prove(MONTHLY, table, result, run_on_sample=plan, row_bound=300)
    assert found.verdict == "proven", found.line
    assert found.sampled is not None and found.sampled < 400


def wrong(table: Table) -> pd.DataFrame:
    result = plan(table).pandas().copy()
    result.loc[0, "revenue"] += 1
    return result


def test_a_wrong_number_does_not_hold_whole_or_on_a_sample():
    table = Table(open_frame(sales()))
    found = prove(MONTHLY, table, wrong(table))
    assert found.verdict == "differs"
    assert found.line.startswith("does not hold: revenue of 2022-01-01, East: ")
    assert prove(MONTHLY, table, plan(table), run_on_sample=wrong, row_bound=500).verdict == "differs"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_plan_of_another_column_does_not_hold_on_a_sample_either(engine):
    table = Table(open_frame(ENGINES[engine](sales().assign(units=1, note="a"))))
    seen: list[str] = []

    def other(sample: Table) -> pd.DataFrame:
        seen.extend(sample.columns)
        return wrong(sample)

    found = prove(MONTHLY, table, plan(table), run_on_sample=other, row_bound=500, read=("units",))
    assert found.verdict == "differs"
    assert "units" in seen and "note" not in seen


def test_a_forgotten_condition_does_not_hold():
    table = Table(open_frame(sales()))
    condition = Call(op=">", args=(Column(name="revenue"), Constant(value=100)))
    found = prove(MONTHLY.replaced(where=condition), table, plan(table))
    assert found.verdict == "differs"
    assert len(found.differences) == 3


def test_too_many_rows_and_no_way_to_sample():
    table = Table(open_frame(sales()))
    found = prove(MONTHLY, table, plan(table), run_on_sample=None, row_bound=500)
    assert found.line == "not proven: 3,000 rows are too many to compute it twice"


def test_a_plan_that_fails_on_the_sample_costs_nothing_but_the_proof():
    def fail(sample: Table) -> Table:
        raise ExecutionError("No rows are left")

    table = Table(open_frame(sales()))
    assert prove(MONTHLY, table, plan(table), run_on_sample=fail, row_bound=500).line == "not proven: No rows are left"


def test_a_sample_that_meets_no_condition_proves_nothing():
    table = Table(open_frame(sales()))
    nowhere = Call(op="=", args=(Column(name="region"), Constant(value="Mars")))
    query, nothing = MONTHLY.replaced(where=nowhere), plan(table).pandas().iloc[:0]
    found = prove(query, table, plan(table), run_on_sample=lambda sample: nothing, row_bound=500)
    assert found.line == "not proven: no row of the sample is left to compare"


@pytest.mark.parametrize("engine", ENGINES)
def test_where_a_sample_leaves_too_little_all_rows_are_read(engine):
    rows = sales()
    rows.loc[[7, 1_234, 2_900], "region"] = "South"
    table = Table(open_frame(ENGINES[engine](rows)))
    only_south = MONTHLY.replaced(where=Call(op="=", args=(Column(name="region"), Constant(value="South"))))
    often = Call(op=">", args=(Column(name="revenue"), Constant(value=400_000)))
    rare_groups = Query(by=(REGION,), measures=(Named(name="revenue", expr=REVENUE),), having=often)

    def south(given: Table) -> Table:
        return plan(given.having(given.frame.filter(nw.col("region").cast(nw.String) == "South")))

    def best(given: Table) -> pd.DataFrame:
        held = given.having(given.frame.with_columns(nw.col("region").cast(nw.String)))
        groups = plan(held).pandas().groupby("region", as_index=False)["revenue"].sum()
        return groups[groups["revenue"] > 400_000]

    for query, right in ((only_south, south), (rare_groups, best)):
        found = prove(query, table, right(table), run_on_sample=right, row_bound=1_000, read=("date",))
        assert found.verdict == "proven" and found.sampled is None and found.rows == 3, found.line
        wrong_plan = plan(table).pandas()
        for told in (wrong_plan, wrong_plan.iloc[:0]):
            assert prove(query, table, told, run_on_sample=right, row_bound=1_000, read=("date",)).verdict == "differs"


def test_rows_that_have_to_be_collected_are_sampled_sooner(monkeypatch):
    table = Table(open_frame(sales()))
    assert prove(MONTHLY, table, plan(table), run_on_sample=plan).sampled is None
    monkeypatch.setattr(proof_stage, "engine_of", lambda frame: "pyspark")
    monkeypatch.setattr(proof_stage, "COLLECTED_BOUND", 500)
    found = prove(MONTHLY, table, plan(table), run_on_sample=plan)
    assert found.verdict == "proven" and found.sampled is not None


def test_a_number_of_no_rows_proves_nothing():
    table = Table(open_frame(sales()))
    nowhere = Call(op="=", args=(Column(name="region"), Constant(value="Mars")))
    count = Query(where=nowhere, measures=(Named(name="rows", expr=Aggregate(func="count")),))
    zero = pd.DataFrame({"rows": [0]})
    found = prove(count, table, zero, run_on_sample=lambda sample: zero, row_bound=500)
    assert found.line == "not proven: no row of the sample is left to compare"
    assert prove(count, table, zero).line == "proven: 1 number computed twice"


def test_cells_that_duckdb_cannot_read_are_the_reason():
    rows = sales()
    table = Table(open_frame(rows))
    by_note = Query(by=(Named(name="note", expr=Column(name="note")),), measures=(Named(name="n", expr=REVENUE),))
    found = prove(by_note, table, rows.head())
    assert found.line == "not proven: DuckDB cannot read the column 'note': it holds cells of mixed types"


def test_a_fault_of_the_comparison_is_no_fault_of_the_answer(monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(proof_stage, "differences", fail)
    table = Table(open_frame(sales()))
    assert prove(MONTHLY, table, plan(table)).line == "not proven: the comparison failed (ZeroDivisionError: oh)"


BEST = Query(
    by=(REGION,),
    measures=(Named(name="revenue", expr=REVENUE),),
    order=(Sort(expr=Column(name="revenue"), descending=True),),
)


def test_order_counts_where_it_is_asked_for():
    table = Table(open_frame(pd.DataFrame({"region": ["West", "East", "North"], "revenue": [1, 3, 2]})))
    ranked = table.pandas().sort_values("revenue", ascending=False)
    assert prove(BEST, table, ranked).verdict == "proven"
    assert prove(BEST, table, ranked.iloc[::-1]).line.startswith("does not hold: the order differs")
    by_expression = BEST.replaced(order=(Sort(expr=REVENUE, descending=True),))
    assert prove(by_expression, table, ranked.iloc[::-1]).verdict != "proven"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT name FROM t ORDER BY height",
        "SELECT name FROM t ORDER BY height * 2",
        "SELECT name FROM t GROUP BY name ORDER BY sum(height)",
        "SELECT name FROM t GROUP BY name, height ORDER BY height",
    ],
)
def test_an_order_by_what_is_not_shown_counts_too(sql):
    rows = pd.DataFrame({"name": ["a", "b", "c", "d"], "height": [3.0, 1.0, 2.0, 2.0]})
    query, table = from_sql(sql, list(rows.columns)), Table(open_frame(rows))
    for names in (["b", "c", "d", "a"], ["b", "d", "c", "a"]):  # c and d are as high as each other
        assert prove(query, table, pd.DataFrame({"name": names})).verdict == "proven"
    wrong = prove(query, table, pd.DataFrame({"name": ["a", "c", "d", "b"]}))
    assert wrong.verdict == "differs" and wrong.differences[0].startswith("the order differs")


def test_labels_may_stand_in_an_order_of_their_own():
    rows = pd.DataFrame({"month": ["May", "July", "June"], "count": [2, 2, 1]})
    query = from_sql("SELECT month, count FROM t ORDER BY count DESC, month", list(rows.columns))
    table, calendar = Table(open_frame(rows)), pd.CategoricalDtype(["May", "June", "July"], ordered=True)
    assert prove(query, table, rows.astype({"month": calendar})).verdict == "proven"
    assert prove(query, table, rows).verdict == "differs"
    assert prove(query, table, rows.astype({"month": calendar}).iloc[::-1]).verdict == "differs"


def test_a_limit_may_cut_a_tie_even_where_the_order_is_not_shown():
    rows = pd.DataFrame({"region": ["West", "East", "North"], "revenue": [3, 2, 2]})
    table = Table(open_frame(rows))
    top = BEST.replaced(limit=Limit(n=2))
    for kept in ([0, 1], [0, 2]):
        assert prove(top, table, rows.iloc[kept]).verdict == "proven"
        assert prove(top.replaced(shown=("region",)), table, rows.iloc[kept][["region"]]).verdict == "proven"
    assert prove(top, table, rows.iloc[[1, 2]]).verdict == "differs"


def test_a_tie_that_sql_itself_cannot_settle_is_neither_proven_nor_wrong():
    rows = pd.DataFrame({"region": ["West", "East", "North"], "revenue": [2, 2, 2]})
    top = BEST.replaced(limit=Limit(n=1), shown=("region",))
    found = prove(top, Table(open_frame(rows)), pd.DataFrame({"region": ["Mars"]}))
    assert found.verdict == "not proven"
    assert "ties" in found.line


@pytest.mark.parametrize("native", [lambda rows: rows, duckdb.from_df])
def test_ties_that_a_window_leaves_open_keep_the_order_of_the_rows(native):
    draws = np.random.default_rng(3)
    rows = pd.DataFrame({"wealth": draws.integers(0, 4, 400), "marks": draws.normal(10, 3, 400)})
    sql = "SELECT q, avg(marks) AS mean FROM (SELECT marks, ntile(5) OVER (ORDER BY wealth) AS q FROM t) GROUP BY q"
    ordered = rows.sort_values("wealth", kind="stable").assign(q=np.arange(400) // 80 + 1)
    parts = ordered.groupby("q", as_index=False).agg(mean=("marks", "mean"))
    query, table = from_sql(sql, list(rows.columns)), Table(open_frame(native(rows)))
    assert prove(query, table, parts).verdict == "proven"
    assert prove(query, table, parts.assign(mean=parts["mean"] + 5)).verdict != "proven"


def test_the_first_rows_are_those_that_come_first():
    rows = sales(50)
    head = Query(shown=("region", "revenue"), limit=Limit(n=5))
    table = Table(open_frame(rows))
    assert prove(head, table, rows.head(5)).verdict == "proven"
    assert prove(head, table, rows.tail(5)).verdict == "differs"


def test_a_list_of_names_is_told_in_rows():
    table = Table(open_frame(sales()))
    found = prove(Query(by=(REGION,)), table, pd.DataFrame({"region": ["North", "West", "East"]}))
    assert found.line == "proven: 3 rows found twice"


def test_neither_the_rows_nor_the_result_are_changed():
    rows = sales()
    kept = rows.copy(deep=True)
    table = Table(open_frame(rows))
    result = plan(table).pandas()
    before = result.copy(deep=True)
    prove(MONTHLY, table, result, run_on_sample=plan, row_bound=100)
    pd.testing.assert_frame_equal(rows, kept)
    pd.testing.assert_frame_equal(result, before)


def test_a_sample_is_spread_over_the_rows():
    positions = spread_positions(1_000_000, 1_000)
    assert len(positions) == 1_000
    assert (np.diff(positions) > 0).all()
    assert positions.min() < 1_000 and positions.max() >= 999_000
    assert (spread_positions(1_100, 1_000) < 1_100).all()


def test_an_interrupt_is_not_swallowed(interruptible):
    rows = pd.DataFrame({"x": np.arange(200_000)})
    pairs = Query(source=Query(shown=("x",)), measures=(Named(name="n", expr=Aggregate(func="count")),))
    slow = "select count(*) from t a, t b where (a.x * b.x) % 7 = 3"
    start = time.monotonic()
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("autoviz.query.sql.to_sql", lambda query: slow)
        prove(pairs, Table(open_frame(rows)), rows.head(1))
    timer.join()
    assert time.monotonic() - start < 30  # the whole work takes minutes


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ((Step(id="parse", tool="parse_datetime"), Step(id="sum", tool="aggregate", inputs=("parse",)),
          Step(id="plot", tool="plot_line", inputs=("sum",))), ("parse", "sum")),
        ((Step(id="kept", tool="filter_rows"), Step(id="sum", tool="aggregate", inputs=("kept",))), (SOURCE, "sum")),
        ((Step(id="plot", tool="plot_line"),), (SOURCE, SOURCE)),
        ((Step(id="once", tool="drop_duplicates"), Step(id="plot", tool="plot_line", inputs=("once",))),
         ("once", "once")),
    ],
)  # fmt: skip
def test_which_tables_are_compared(steps, expected):
    assert compared_steps(Plan(template="t", steps=steps), default_catalog()) == expected


def asked(**settings: object) -> State:
    return ask(sales(), QUESTION, **settings)._finished.parts[0]


@pytest.mark.parametrize("bound", [100_000, 500])
def test_the_stage_proves_the_table_behind_the_chart(monkeypatch, bound):
    monkeypatch.setattr(proof_stage, "prove", lambda *given, **named: prove(*given, **named, row_bound=bound))
    state = asked()
    after = PROOF.run(replace(state, queries=(MONTHLY,)))
    assert after.proof is not None
    assert after.proof.verdict == "proven", after.proof.line
    assert (after.proof.sampled is None) == (bound == 100_000)
    assert PROOF.summary(after) == after.proof.line
    assert after.coverage == state.coverage


def test_a_mean_where_a_sum_was_computed_does_not_hold():
    mean = Aggregate(func="mean", args=(Column(name="revenue"),))
    other = MONTHLY.replaced(measures=(Named(name="revenue", expr=mean),))
    after = PROOF.run(replace(asked(), queries=(other,)))
    assert after.proof is not None and after.proof.verdict == "differs"


def test_what_has_no_sql_says_what_was_checked_instead():
    after = PROOF.run(replace(asked(), queries=()))
    assert after.proof is not None
    assert after.proof.line.startswith("not proven: it has no SQL; each requirement was held against")


@pytest.mark.parametrize(
    ("proof", "line"),
    [
        (Proof(verdict="proven", numbers=48, rows=12), "proven: 48 numbers computed twice"),
        (Proof(verdict="proven", numbers=1, sampled=9), "proven on a sample of 9 rows: 1 number computed twice"),
        (Proof(verdict="proven"), "proven: no rows, looked for twice"),
        (Proof(verdict="differs", differences=("a", "b")), "does not hold: a (and 1 more)"),
        (Proof(verdict="differs", differences=("a", "b"), different=1_001), "does not hold: a (and 1,000 more)"),
        (Proof(verdict="not proven"), "not proven: it was not computed a second time"),
    ],
)  # fmt: skip
def test_the_line_that_people_read(proof, line):
    assert proof.line == line


def test_the_gap_names_the_tool_and_the_first_wrong_number():
    steps = (Step(id="sum", tool="aggregate"),)
    gap = difference_gap(Proof(verdict="differs", differences=("x: 1",)), Plan(template="t", steps=steps), "sum")
    assert (gap.kind, gap.key, gap.message) == ("refused", "aggregate", "does not hold: x: 1")


@pytest.mark.parametrize("engine", ["pandas", "polars"])
def test_few_rows_of_many_are_proven_without_reading_the_others(monkeypatch, engine):
    rows = sales()
    rows.loc[[7, 1_234, 2_900], "region"] = "South"
    south = Call(op="=", args=(Column(name="region"), Constant(value="South")))
    listed, told = Query(where=south, shown=("region", "revenue")), rows.loc[[7, 1_234, 2_900], ["region", "revenue"]]
    read: list[int] = []

    def counted(query: Query, native: Any) -> Any:
        read.append(len(native))
        return reference_begun(query, native)

    monkeypatch.setattr("autoviz.stages.proof.reference_begun", counted)
    monkeypatch.setattr("autoviz.stages.proof.sample_rows", lambda *_: pytest.fail("no sample says anything of them"))
    table = Table(open_frame(ENGINES[engine](rows)))
    again = partial(prove, listed, table, run_on_sample=lambda sample: told, row_bound=1_000)
    assert again(told).verdict == "proven" and read == [3]
    for wrong in (told.iloc[:2], told.assign(revenue=told.revenue + 1), rows.loc[[8, 1_234, 2_900], told.columns]):
        assert again(wrong).verdict == "differs"
