"""The planner around its model: what the model is shown, replies kept inside the grammar, and who reads when."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from autoviz.analysis import Analysis, opening
from autoviz.errors import FileError, MissingPackageError, ModelError
from autoviz.linking.candidates import candidates
from autoviz.model.intent import Intent, IntentScore
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.model.settings import Settings
from autoviz.pipeline import run
from autoviz.profile import profile
from autoviz.query.check import check
from autoviz.query.grammar.gbnf import one_of
from autoviz.query.grammar.spelling import constant_token
from autoviz.query.sql import from_sql
from autoviz.readers import default
from autoviz.readers.embedded.absence import Lacking
from autoviz.readers.embedded.asking import LeftOver
from autoviz.readers.embedded.writing import Written
from autoviz.readers.planner import replying, surety
from autoviz.readers.planner.dates_meant import dates_meant
from autoviz.readers.planner.prompt import reading_of, reply_text, table_text
from autoviz.readers.planner.reader import PlannerReader, prompt
from autoviz.readers.planner.replying import reply, said
from autoviz.readers.planner.running import Run

SALES = pd.DataFrame(
    {
        "order date": pd.date_range("2024-01-01", periods=60, freq="D"),
        "region": ["North", "South", "East"] * 20,
        "net sales": np.arange(60) * 2.5,
        "units": [1, 2, 3, 4] * 15,
    }
)
PROFILE = profile(SALES)


class Scripted:
    """A model that writes what it is told to, in pieces of a few characters; it takes no account of what it reads."""

    def __init__(self, *texts, piece=3):
        self._texts, self._piece = list(texts), piece
        self.asked, self.seeds = [], []

    def go_on(self, text, most, grammar="", enough=lambda pieces: False, seed=0):
        self.asked.append((text, grammar))
        self.seeds.append(seed)
        whole, pieces = self._texts.pop(0), []
        for at in range(0, len(whole), self._piece):
            if len(pieces) == most:
                break
            pieces.append((whole[at : at + self._piece], -0.1))
            if enough(pieces):
                break
        return Run(tuple(pieces))


def replied(question, *texts, piece=3):
    model = Scripted(*texts, piece=piece)
    return reply(model, prompt(question, PROFILE, candidates(question, PROFILE)), PROFILE)[0], model


def test_the_model_is_shown_the_table_then_the_question_then_what_was_found():
    question = "sales in the North above 20"
    shown = prompt(question, PROFILE, candidates(question, PROFILE))
    assert shown.startswith(table_text(PROFILE) + f" {question}\nfound: region = 'North', 20\n")
    first, *columns, last = table_text(PROFILE).splitlines()
    assert (first, last) == ("t, 60 rows", "question:")
    assert columns[1:3] == ["region place 'North', 'South', 'East'", '"net sales" amount+ 0..147.5']


@pytest.mark.parametrize("sql", ["SELECT region, AVG(units) FROM t GROUP BY 1", "SELECT COUNT(*) FROM t"])
def test_a_reading_is_written_and_read_alike(sql):
    query = from_sql(sql, PROFILE.names)
    assert reply_text("group", "bar", query) == f" group bar {sql}"
    assert reading_of(reply_text("group", "bar", query)) == ("group", "bar", sql)
    assert reading_of(reply_text("lacking", "", None)) == ("lacking", "", "")


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100])
def test_a_reply_about_this_table_is_taken_as_it_is(piece):
    text = ' group bar SELECT region, SUM("net sales") FROM t GROUP BY 1'
    read, model = replied("net sales by region", text, piece=piece)
    assert (read.kind, read.chart) == ("group", "bar") and len(model.asked) == 1
    assert read.query == from_sql(text.partition("bar ")[2], PROFILE.names)
    assert {'"region"', '"net sales"'} <= set(read.tokens)


def test_a_name_that_is_no_column_is_chosen_again_among_those_that_are():
    text = ' group bar SELECT district, SUM("net sales") FROM t GROUP BY 1'
    read, model = replied("net sales by district", text, " region", ', SUM("net sales") FROM t GROUP BY 1')
    assert [item.name for item in read.query.by] == ["region"]
    (_, free), (before, choice), (after, again) = model.asked
    assert (free, again) == ("", "") and before.endswith("bar SELECT") and after.endswith("bar SELECT region")
    assert choice == one_of(['"order date"', "region", '"net sales"', "units"])
    assert len(read.scores) < len(text)  # what was taken back does not count


class Ending(Scripted):
    """A model that must end where the grammar does, though it would not."""

    def go_on(self, text, most, grammar="", enough=lambda pieces: False, seed=0):
        run = super().go_on(text, most, grammar, enough, seed)
        return Run((*run.pieces, ("", -17.0))) if grammar else run


def test_an_end_that_only_the_grammar_wants_makes_no_reply_unlikely():
    model = Ending(' group bar SELECT district, SUM("net sales") FROM t GROUP BY 1', " region", " FROM t GROUP BY 1")
    read, pieces = reply(model, prompt("by district", PROFILE, candidates("by district", PROFILE)), PROFILE)
    assert read.score > -17 and all(text for text, _ in pieces)


def test_a_name_inside_parentheses_is_chosen_without_a_blank():
    read, model = replied("sales", " number number SELECT SUM(net_sales) FROM t", '"net sales"', ") FROM t")
    assert "".join(model.asked[1][1].split(" (")[0]) == "root ::=" and model.asked[1][0].endswith("SUM(")
    assert '"net sales"' in read.tokens


def test_names_that_the_select_defines_itself_are_known_before_they_are_defined():
    text = " two_level number SELECT AVG(n) FROM (SELECT region, COUNT(*) AS n FROM t GROUP BY region) AS s"
    read, model = replied("average number of orders per region", text)
    assert read.query is not None and len(model.asked) == 1


def test_a_kind_or_a_chart_that_there_is_not_is_chosen_at_once():
    texts = (" tally map SELECT", " count", " map SELECT COUNT(*)", " number", " SELECT COUNT(*) FROM t")
    read, model = replied("rows", *texts)
    assert (read.kind, read.chart) == ("count", "number")
    assert "tally" not in model.asked[1][1] and "vague" not in model.asked[1][1]


def test_a_table_that_has_nothing_for_it_is_said_in_one_word():
    read, model = replied("price of gold", " lacking")
    assert (read.kind, read.query, read.chart) == ("lacking", None, None) and len(model.asked) == 1


def test_a_query_that_cannot_be_is_written_again_with_another_seed():
    wrong, right = " number number SELECT SUM(region) FROM t", " number number SELECT SUM(units) FROM t"
    read, model = replied("total", wrong, right)
    assert '"units"' in read.tokens and model.seeds == [0, 1]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"order date" > 2023', 'year("order date") > 2023'),
        ("\"order date\" = '2024'", 'year("order date") = 2024'),
        ('"order date" IN (2023, 2024)', 'year("order date") IN (2023, 2024)'),
        ("\"order date\" >= '2024-02-01'", "\"order date\" >= DATE '2024-02-01'"),
        ("units > 2024 OR \"order date\" < '2024-02-01'", "units > 2024 OR \"order date\" < DATE '2024-02-01'"),
    ],
)
def test_years_and_days_are_held_against_dates_as_what_they_are(written, meant):
    read, _ = replied("orders", f" number number SELECT COUNT(*) FROM t WHERE {written}")
    assert read.query == from_sql(f"SELECT COUNT(*) FROM t WHERE {meant}", PROFILE.names)


def test_a_model_that_does_not_know_the_language_is_given_up():
    with pytest.raises(ModelError, match="writes no Query"):
        replied("anything", *[" number number SELECT SELECT"] * replying.TRIES)
    with pytest.raises(ModelError, match="name nothing"):
        replied("anything", *[" number number SELECT of", " units"] * (replying.MOST_MENDED * replying.TRIES))


def test_nothing_that_the_model_writes_reaches_an_engine():
    for text in ("DROP TABLE t", "SELECT * FROM read_csv('/etc/passwd')", "SELECT 1; SELECT 2", "COPY t TO 'x'"):
        with pytest.raises(ModelError):
            replied("anything", *[f" rows table {text}", " region"] * (replying.MOST_MENDED * replying.TRIES))


def test_a_single_word_is_a_grammar_with_its_quotes_kept():
    assert one_of(['"a ""b"""', "sum"]) == 'root ::= " " ("\\"a \\"\\"b\\"\\"\\"" | "sum")\n'


class Said(Scripted):
    """A model that gives one reply, whatever it is asked."""

    def go_on(self, text, most, grammar="", enough=lambda pieces: False, seed=0):
        return Run(((self._texts[0], -0.01),))

    def take_in(self, text):
        pass

    def load(self):
        pass


def answered(question, text, **settings):
    reader = PlannerReader(
        default.default_encoder("autoviz-reader"), default.network(), default.shipped_decoder(), Said(text)
    )
    state = opening(SALES, question, reader="embedded", **settings)
    return Analysis(run(replace(state, reader=reader, next_readers=())))


def test_what_the_model_reads_is_planned_proven_and_answered_like_any_other():
    told = ' group bar SELECT region, SUM("net sales") FROM t GROUP BY 1'
    found = answered("how do the places differ in what they take?", told)
    expected = SALES.groupby("region")["net sales"].sum()
    assert dict(zip(found.table.iloc[:, 0], found.table.iloc[:, 1], strict=True)) == dict(expected)


def test_a_question_that_seems_to_ask_for_several_things_goes_the_same_way(monkeypatch):
    """Where it is not cut in parts after all, the planner reads it as a whole."""
    heads = PlannerReader._by_heads

    def several(self, *given):
        read = heads(self, *given)
        return read.replaced(intent=read.intent.replaced(others=(IntentScore(label="ranking", confidence=0.45),)))

    monkeypatch.setattr(PlannerReader, "_by_heads", several)
    told = ' group bar SELECT region, MAX("net sales") FROM t GROUP BY 1'
    found = answered("how do the places differ in what they take?", told)
    expected = SALES.groupby("region")["net sales"].max()
    assert dict(zip(found.table.iloc[:, 0], found.table.iloc[:, 1], strict=True)) == dict(expected)


def test_what_the_table_has_nothing_for_is_named_and_doubted():
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    sure = Reading(requirements=Requirements(outputs=("table",)), intent=intent, confidence=0.8)
    told = Lacking(("gnomes",), probability=0.9).told_of(sure)
    assert told.requirements.not_found == ("gnomes",) and told.confidence == pytest.approx(0.1)
    assert sure.confidence == 0.8 and sure.requirements.not_found == ()


def test_surety_rises_with_the_likelihood_and_falls_with_what_is_left_over():
    sure = Written("group", "bar", None, -0.1, (-0.01,) * 10)
    unsure = Written("group", "bar", None, -9.0, (-0.9,) * 10)
    nothing, number = LeftOver((), (), (), 0), LeftOver(((0, 1),), (), (), 0)
    of = [surety.sure(surety.features(*pair)) for pair in ((sure, nothing), (sure, number), (unsure, nothing))]
    assert 1 > of[0] > of[1] > 0 and of[0] > of[2] > 0
    assert set(surety.features(sure, nothing)) == set(surety.WEIGHTS)


def test_what_a_reading_is_worth_lies_further_from_even_above_it_and_nearer_below():
    likely = [0.0, 0.1, 0.3, 0.5, 0.6, 0.9, 1.0]
    worth = [surety.worth(one) for one in likely]
    assert worth == sorted(worth) and worth[3] == 0.5 and worth[0] > 0 and worth[-1] < 1
    assert likely[1] < worth[1] < 0.5 and likely[5] < worth[5]


def test_without_a_model_the_embedded_reader_reads_and_the_planner_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path))
    monkeypatch.delenv("AUTOVIZ_PLANNER_MODEL", raising=False)
    assert [reader.name for reader in default.chain(Settings())] == ["embedded"]
    with pytest.raises(MissingPackageError, match="autoviz get-model"):
        default.chain(Settings(reader="planner"))
    monkeypatch.setattr(default, "is_installed", lambda: False)
    with pytest.raises(MissingPackageError, match=r"pip install .*\[planner\]"):
        default.chain(Settings(reader="planner"))
    assert [reader.name for reader in default.chain(Settings())] == ["embedded"]


def test_a_model_that_is_named_must_be_there():
    with pytest.raises(FileError, match="cannot be read"):
        default.chain(Settings(reader="planner", planner_model="/nowhere/model.gguf"))


def test_years_kept_as_numbers_are_held_against_numbers():
    frame = pd.DataFrame({"year": [1998, 1999] * 20, "goals": range(40)})
    known = profile(frame)
    query = from_sql("SELECT sum(goals) AS goals FROM t WHERE year = 1998", list(frame.columns))
    assert dates_meant(query, known) == query
    check(query, known)


@pytest.mark.parametrize(
    ("sql", "number"),
    [
        ("SELECT region, sum(units) AS units FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 5", 5),
        (
            'SELECT "order date", avg(units) OVER (ORDER BY "order date" ROWS BETWEEN 11 PRECEDING AND CURRENT ROW) '
            "AS mean FROM t",
            12,
        ),
    ],
)
def test_how_many_rows_are_taken_counts_as_said(sql, number):
    assert constant_token(number) in set(said(from_sql(sql, PROFILE.names), PROFILE))
