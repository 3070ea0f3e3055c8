"""Things of a panel, several years each: ranked and counted at one time, whoever read the question."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import opening
from autoviz.model.intent import Intent
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Requirements
from autoviz.pipeline import run
from autoviz.planning.panels import at_one_time
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.given import GivenReader

PEOPLE = {"Peru": 30, "Chile": 18, "Chad": 12, "Mali": 20, "Japan": 128, "India": 900, "China": 1300, "Norway": 5}
PANEL = pd.DataFrame(
    [
        (country, "Asia" if millions > 100 else "elsewhere", year, millions + (year - 1999) * (millions == 900) * 30,
         60 + millions % 20 + year - 1999, millions * 7)
        for year in (1999, 2009, 2019)
        for country, millions in PEOPLE.items()
    ],
    columns=["country", "region", "year", "population", "life_expectancy", "exports"],
)  # fmt: skip
LAST = "2019"


def settled(sql: str, question: str) -> Reading:
    query = from_sql(sql, list(PANEL.columns))
    asked = Requirements(query=query, outputs=("table",))
    reading = Reading(
        requirements=asked, intent=Intent(primary="ranking", confidence=1, reasoning=""), confidence=0.9,
        alternatives=(Alternative(requirements=asked, confidence=0.1),),
    )  # fmt: skip
    return at_one_time(reading, profile(PANEL), question)


@pytest.mark.parametrize(
    ("sql", "question"),
    [
        ("SELECT country FROM t ORDER BY population DESC LIMIT 1", "which country has the highest population"),
        ("SELECT country, population FROM t ORDER BY population DESC LIMIT 3", "top 3 countries by population"),
        ("SELECT country, max(population) AS m FROM t GROUP BY country ORDER BY m DESC LIMIT 1", "biggest country"),
        ("SELECT country, sum(population) AS m FROM t GROUP BY country ORDER BY m DESC LIMIT 1", "biggest country"),
        ("SELECT region, sum(population) AS m FROM t GROUP BY region", "population by region"),
        ("SELECT country, avg(life_expectancy) AS m FROM t GROUP BY country ORDER BY m LIMIT 1", "who lives shortest"),
        ("SELECT count(DISTINCT country) AS n FROM t WHERE population > 100", "how many countries have more than 100"),
    ],
)
def test_the_last_year_is_taken_and_told(sql, question):
    found = settled(sql, question)
    for asked in (found.requirements, found.alternatives[0].requirements):
        assert LAST in to_sql(asked.query)
        assert any("of year 2019, the last one" in told for told in asked.assumed)


@pytest.mark.parametrize(
    ("sql", "question"),
    [
        ("SELECT country FROM t ORDER BY population DESC LIMIT 1", "which country ever had the highest population"),
        ("SELECT country, year FROM t ORDER BY population DESC LIMIT 1", "in which year and country was it highest"),
        ("SELECT country FROM t WHERE year = 1999 ORDER BY population DESC LIMIT 1", "largest population in 1999"),
        ("SELECT country, avg(population) AS m FROM t GROUP BY country ORDER BY m DESC", "highest average population"),
        ("SELECT country, sum(exports) AS m FROM t GROUP BY country ORDER BY m DESC LIMIT 1", "who exported most"),
        ("SELECT count(DISTINCT country) AS n FROM t WHERE region = 'Asia'", "how many countries are in Asia"),
        ("SELECT count(*) AS n FROM t WHERE population > 100", "how many rows have more than 100"),
    ],
)
def test_what_speaks_of_its_time_or_of_all_of_it_stays(sql, question):
    found = settled(sql, question)
    assert found.requirements.query == from_sql(sql, list(PANEL.columns))
    assert found.requirements.assumed == ()


def test_an_average_over_every_year_is_told():
    found = settled("SELECT region, avg(life_expectancy) AS m FROM t GROUP BY region", "life expectancy by region")
    assert found.requirements.assumed == ("life_expectancy averaged over every year.",)


def test_settling_twice_is_settling_once():
    once = settled("SELECT country FROM t ORDER BY population DESC LIMIT 1", "which country has the highest population")
    assert at_one_time(once, profile(PANEL), "which country has the highest population") == once


@pytest.mark.parametrize(
    ("sql", "question"),
    [
        ("SELECT country, avg(life_expectancy) AS m FROM t GROUP BY country ORDER BY m LIMIT 1", "who lives shortest"),
        ("SELECT region, sum(population) AS m FROM t GROUP BY region", "population by region"),
        ("SELECT country, min(population) AS m FROM t GROUP BY country", "the average country, in total"),
    ],
)
def test_a_query_that_somebody_states_is_carried_out_as_it_stands(sql, question):
    query = from_sql(sql, list(PANEL.columns))
    part = run(replace(opening(PANEL, question), reader=GivenReader(query), next_readers=())).parts[0]
    assert part.queries == (query,) and part.reading.requirements.assumed == ()
    assert part.proof.verdict == "proven"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("which country has the highest population", "India"),  # of all years added up it is China
        ("how many countries are in Asia", "3"),
        ("how many countries have a population over 1400", "1"),
    ],
)
def test_whole_questions_about_things_of_a_panel(question, told):
    assert told in autoviz.ask(PANEL, question).answer.split()[:4]


@pytest.mark.parametrize(("question", "expected"), [
    ("countries with more than 100 exports", {"Peru", "Chile", "Mali", "Japan", "India", "China"}),
    ("which countries have over 1.2 thousand population", {"India", "China"}),
    ("countries with population below 15", {"Chad", "Norway"}),
])  # fmt: skip
def test_things_with_so_much_have_it_in_the_last_year(question, expected):
    found = autoviz.ask(PANEL, question, reader="embedded")
    assert {*found.table["country"]} == expected and len(found.table) == len(expected)
    assert "of year 2019, the last one." in found.assumed[0]


def test_a_number_in_words_is_no_word_without_a_part():
    found = autoviz.ask(PANEL, "countries with exports above 2 thousand", reader="embedded")
    assert not found.requirements.unused
