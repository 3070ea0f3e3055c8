"""The course of the one thing of a panel that a question names, and of a group of things; at one time one figure."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements, Time
from autoviz.planning.one_thing import course_of_one
from autoviz.profile import profile
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql, to_sql

LANDS = pd.DataFrame(
    [
        {"country": land, "region": region, "year": year, "population": 1_000 * (at + 1) + (year - 2000) * 10 * at,
         "life_expectancy": 60 + at + (year - 2000) / 5}
        for at, (land, region) in enumerate((("Arda", "East"), ("Brid", "East"), ("Cors", "West"), ("Dorn", "West")))
        for year in range(2000, 2021)
    ]
)  # fmt: skip


@pytest.mark.parametrize("question", ["population of Brid", "graph the population of Brid since 2005"])
def test_the_course_of_one_thing_is_drawn(question: str) -> None:
    found = autoviz.ask(LANDS, question, reader="embedded")
    kept = LANDS[(LANDS["country"] == "Brid") & (LANDS["year"] >= (2005 if "since" in question else 2000))]
    assert [chart.mark for chart in found.charts] == ["line"]
    assert found.table["population"].tolist() == kept["population"].tolist()


def listed(question: str, where: str) -> Requirements:
    query = from_sql(f"SELECT * FROM t WHERE {where}", list(LANDS.columns))
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    read = Reading(requirements=Requirements(outputs=("table",), query=query), intent=intent, confidence=0.7)
    return course_of_one(question, read, profile(LANDS)).requirements


def test_the_course_of_a_group_is_that_of_its_total_or_average() -> None:
    for word, name in (("population", "population"), ("life expectancy", "life_expectancy")):
        made = listed(f"{word} of the East", "region = 'East'")
        assert (made.query, made.metrics, made.time) == (None, (name,), Time(column="year"))


@pytest.mark.parametrize(
    "where", ["region = 'East' AND year = 2010", "region = 'East' AND year >= 2010 AND year < 2011"]
)
def test_a_group_at_one_time_is_one_figure(where: str) -> None:
    made = listed("life expectancy in the East in 2010", where)
    kept = LANDS[(LANDS["region"] == "East") & (LANDS["year"] == 2010)]
    assert computed(to_sql(made.query), LANDS).iloc[0, 0] == pytest.approx(kept["life_expectancy"].mean())


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("population of Brid in 2010", "country = 'Brid' AND year = 2010"),
        ("countries in the East and their population", "region = 'East'"),
        ("the East", "region = 'East'"),
    ],
)
def test_what_is_one_row_or_names_more_stays(question: str, where: str) -> None:
    assert listed(question, where).outputs == ("table",) and listed(question, where).query.shown == ()


def test_rows_that_are_asked_for_stay_rows() -> None:
    assert len(autoviz.ask(LANDS, "show all rows for Brid", reader="embedded").table.columns) == 5
