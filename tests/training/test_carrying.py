"""Queries that somebody asked of one table land on another, and run there."""

from __future__ import annotations

import random

import pandas as pd
import pytest

from autoviz.profile import profile
from autoviz.query.grammar import tokens
from autoviz.query.language import columns_of
from autoviz.query.sql import from_sql
from training.reading.carrying import Place, UnfitError, carried
from training.reading.spreading import Spreading
from training.reading.written import Example, result


def place(name: str, rows: pd.DataFrame) -> Place:
    return Place("here", name, rows, profile(rows))


@pytest.fixture(scope="module")
def home() -> Place:
    chance = random.Random(1)
    rows = pd.DataFrame(
        {
            "region": [chance.choice(["North", "South", "West"]) for _ in range(60)],
            "revenue": [round(chance.uniform(10, 90), 2) for _ in range(60)],
        }
    )
    return place("sales", rows)


@pytest.fixture(scope="module")
def away() -> Place:
    chance = random.Random(2)
    rows = pd.DataFrame(
        {
            "species": [chance.choice(["finch", "robin", "wren", "tit"]) for _ in range(80)],
            "weight": [round(chance.uniform(8, 30), 1) for _ in range(80)],
        }
    )
    return place("birds", rows)


def shape(sql: str, at: Place) -> list[str]:
    return tokens(from_sql(sql, at.names))


def test_a_query_lands_on_the_columns_that_stand_for_its_own(home: Place, away: Place) -> None:
    asked = shape("SELECT region, avg(revenue) AS mean FROM t GROUP BY region", home)
    query = carried(asked, home, away, random.Random(0))
    assert columns_of(query) == ("species", "weight")
    found = result(query, away.rows)
    assert dict(found.itertuples(index=False)) == pytest.approx(away.rows.groupby("species")["weight"].mean().to_dict())


def test_a_value_becomes_one_of_the_other_table(home: Place, away: Place) -> None:
    asked = shape("SELECT avg(revenue) AS mean FROM t WHERE region = 'North'", home)
    said = {tokens(carried(asked, home, away, random.Random(seed)))[3] for seed in range(12)}
    assert len(said) > 1 and said <= {f"'{name}'" for name in away.rows["species"]}


def test_a_threshold_cuts_off_about_as_many_rows(home: Place, away: Place) -> None:
    asked = shape("SELECT count(*) AS many FROM t WHERE revenue > 70", home)
    before = (home.rows["revenue"] > 70).mean()
    for seed in range(6):
        many = result(carried(asked, home, away, random.Random(seed)), away.rows).iloc[0, 0]
        assert many / len(away.rows) == pytest.approx(before, abs=0.2)


def test_what_nothing_stands_for_does_not_fit(home: Place, away: Place) -> None:
    asked = shape("SELECT weight, count(*) AS many FROM t WHERE species = 'wren' GROUP BY weight", away)
    numbers = place("numbers", home.rows[["revenue"]])
    with pytest.raises(UnfitError, match="nothing stands for"):
        carried(asked, away, numbers, random.Random(0))


def test_a_constant_that_no_table_knows_does_not_travel(home: Place, away: Place) -> None:
    asked = shape("SELECT avg(revenue + 17) AS mean FROM t", home)
    with pytest.raises(UnfitError, match="a constant of its own"):
        carried(asked, home, away, random.Random(0))


def test_each_query_is_spread_once_and_never_to_its_own_table(
    home: Place, away: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames = {("here", "sales"): home.rows, ("here", "birds"): away.rows}
    monkeypatch.setattr("training.reading.spreading.rows_of", frames.__getitem__)
    query = from_sql("SELECT region, avg(revenue) AS mean FROM t GROUP BY region", home.names)
    spreading = Spreading([Example("1", "here", "sales", "?", "group", query)], random.Random(0))
    assert list(spreading.queries(("here", "sales"), 5)) == []
    found = list(spreading.queries(("here", "birds"), 5))
    assert [one.tokens[1] for one in found] == ['"species"']
    assert list(spreading.queries(("here", "nowhere"), 5)) == []
    assert spreading.refused["not opened: KeyError"] == 1
