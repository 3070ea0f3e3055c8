"""Questions about columns of text that are numbers: right on every engine, in the exported code, and told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.errors import QuestionError
from autoviz.evaluation.gold import told_table
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.stages.base import State

APPS = pd.DataFrame(
    {
        "category": ["toys", "books", "toys", "games", "books", "games", "toys", "books"],
        "price": ["$1,100.82", "$20.00", "$3.18", "n.a.", "$40", "$100", "$-4.00", "$5"],
        "growth": ["29.1%", "10%", "5.5 %", "1%", "0%", "-", "3%", "4%"],
        "cost": ["1.032,62 €", "12,50 €", "3 €", "4 €", "100,00 €", "2.000,00 €", "7 €", "8,25 €"],
        "installs": ["1,000+", "10,000+", "5+", "500+", "1,000,000+", "50+", "100+", "1,000+"],
        "size": ["10M", "201k", "5.5M", "Varies with device", "3M", "1.2M", "900k", "2M"],
        "duration": ["1h 20m", "45m", "2h", "30m", "1h", "90m", "10m", "5h 5m"],
    }
)
EXPECTED: dict[str, dict[str, float]] = {
    "average price by category": {"books": 65 / 3, "games": 100.0, "toys": 1100 / 3},
    "average growth by category": {"books": 14 / 3, "games": 1.0, "toys": 37.6 / 3},
    "total cost by category": {"books": 120.75, "games": 2004.0, "toys": 1042.62},
    "total installs by category": {"books": 1_011_000.0, "games": 550.0, "toys": 1105.0},
    "total size by category": {"books": 5_201_000.0, "games": 1_200_000.0, "toys": 16_400_000.0},
    "average duration by category": {"books": 410 / 3, "games": 60.0, "toys": 70.0},
}


def engines() -> dict[str, Any]:
    return {"pandas": APPS, "polars": pl.from_pandas(APPS).lazy(), "duckdb": duckdb.from_df(APPS)}


def carried_out(frame: Any, sql: str) -> State:
    query = from_sql(sql, list(APPS.columns))
    return run(replace(opening(frame, "a question"), reader=GivenReader(query), next_readers=())).parts[0]


def told(analysis: Analysis, name: str) -> dict[str, float]:
    assert analysis.table is not None
    return dict(zip(analysis.table["category"], analysis.table[name], strict=True))


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
@pytest.mark.parametrize("question", EXPECTED)
def test_text_is_read_as_the_numbers_that_it_says(question: str, engine: str) -> None:
    analysis = autoviz.ask(engines()[engine], question)
    name = question.split()[1]
    assert analysis.plan is not None and analysis.plan.steps[0].tool == "cast_types"
    assert told(analysis, name) == pytest.approx(EXPECTED[question])
    assert analysis.proof is not None and analysis.proof.verdict == "proven"


def test_the_exported_code_casts_too() -> None:
    analysis = autoviz.ask(APPS, "average price by category")
    names: dict[str, Any] = {"df": APPS.copy()}
    exec(analysis.code().replace("fig.show()", ""), names)
    made = names["aggregate"].set_index("category")["price"].to_dict()
    assert made == pytest.approx(EXPECTED["average price by category"])


def test_what_could_not_be_read_is_told() -> None:
    analysis = autoviz.ask(APPS, "average price by category")
    notes = [note.message for record in analysis.provenance.steps for note in record.notes]
    assert any("written like 1,234.5 in $" in note for note in notes)
    assert any("1 of 'price' ('n.a.')" in note for note in notes)
    assert "$" in str(analysis.answer)


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
@pytest.mark.parametrize(
    ("sql", "column", "expected"),
    [
        ("SELECT category, avg(price) AS price FROM t GROUP BY category", "price",
         EXPECTED["average price by category"]),
        ("SELECT category, sum(cost) AS c FROM t WHERE cost > 5 GROUP BY category", "c",
         {"books": 120.75, "games": 2000.0, "toys": 1039.62}),
        ("SELECT category, max(size) AS s FROM t GROUP BY category", "s",
         {"books": 3e6, "games": 1.2e6, "toys": 1e7}),
        ("SELECT category, count(price) AS n FROM t GROUP BY category", "n", {"books": 3, "games": 1, "toys": 3}),
        ("SELECT category, sum(price * 2) AS p FROM t GROUP BY category", "p",
         {"books": 130, "games": 200, "toys": 2200}),
    ],
)  # fmt: skip
def test_a_query_reads_text_as_numbers(sql: str, column: str, expected: dict[str, float], engine: str) -> None:
    state = carried_out(engines()[engine], sql)
    table = told_table(state)
    assert dict(zip(table["category"], table[column], strict=True)) == pytest.approx(expected)
    assert state.proof is not None and state.proof.verdict == "proven"


def test_the_largest_comes_first_by_number_and_not_by_letter() -> None:
    sql = "SELECT category, price FROM t ORDER BY price DESC LIMIT 2"
    assert told_table(carried_out(APPS, sql))["price"].tolist() == [1100.82, 100.0]


def test_text_that_is_asked_for_as_text_stays_text() -> None:
    sql = "SELECT count(*) AS n FROM t WHERE price LIKE '$%'"
    state = carried_out(APPS, sql)
    assert state.plan is not None and "cast_types" not in [step.tool for step in state.plan.steps]
    assert told_table(state)["n"].tolist() == [7]


@pytest.mark.parametrize("question", ["average price by kind", "total price by kind", "average note by kind"])
def test_text_that_is_no_numbers_is_refused_and_its_rows_are_not_counted(question: str) -> None:
    frame = pd.DataFrame(
        {
            "kind": ["a", "b"] * 10,
            "price": ["$5", "€6", "cheap", "10 $"] * 5,
            "note": ["nice", "bad", "ugly", "odd"] * 5,
        }
    )
    with pytest.raises(QuestionError, match="cannot be summed or averaged"):
        autoviz.ask(frame, question)


@pytest.mark.parametrize("question", ["average note", "mean note by kind"])
def test_nothing_else_is_averaged_instead_of_text(question: str) -> None:
    frame = pd.DataFrame({"kind": ["a", "b"] * 10, "note": ["nice", "12", "ugly", "7?"] * 5, "weight": range(20)})
    with pytest.raises(QuestionError, match="'note' cannot be summed or averaged"):
        autoviz.ask(frame, question)
    assert "Average weight" in autoviz.ask(frame, "average weight by note").answer


def test_what_is_measured_may_stand_before_whose_average_it_is() -> None:
    frame = pd.DataFrame({"baker": [f"Baker {n}" for n in range(30)], "age": range(20, 50)})
    assert "34.5" in autoviz.ask(frame, "how old is the average baker").answer


def test_what_belongs_to_the_thing_that_text_names_is_averaged() -> None:
    names = [f"Sea {n}" for n in range(30)]
    frame = pd.DataFrame({"boat": names, "harbour": ["Kiel", "Bergen", "Oban"] * 10, "loa_m": [5.0, 7.0, 9.0] * 10})
    assert autoviz.ask(frame, "median boat length").answer == "Median loa is 7 m."
    with pytest.raises(QuestionError, match="'boat' cannot be"):  # weight is no length
        autoviz.ask(frame, "mean boat weight")


@pytest.mark.parametrize("question", ["average cost", "total cost"])
def test_a_key_of_half_read_numbers_is_refused_and_no_rows_listed_instead(question: str) -> None:
    cells = [f"{number * 37.25:,.2f} kg" for number in range(1, 51)] + [f"see note {letter}" for letter in "abcdefgh"]
    frame = pd.DataFrame({"item": [f"i{place}" for place in range(58)], "cost": cells})
    with pytest.raises(QuestionError, match="'cost' cannot be summed or averaged: only 86%"):
        autoviz.ask(frame, question)


def test_the_highest_of_a_text_is_where_something_else_is_highest() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
    frame = pd.DataFrame({"year": np.repeat(range(1812, 1822), 6), "month": months * 10, "visits": range(900, 960)})
    told = autoviz.ask(frame, "highest and lowest month of every year")
    assert "visits" in told.answer or "visits" in set(told.table.columns)
