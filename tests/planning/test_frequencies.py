"""Cells of a cross-table count as often as their frequency says; one row for each thing counts once."""

from __future__ import annotations

from itertools import product

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.aliases import correct
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Requirements
from autoviz.planning.frequencies import by_frequency
from autoviz.planning.weighted_median import weighted_median
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Column, Named, Query
from autoviz.query.sql import to_sql


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))


def ship(name: str = "Freq") -> pd.DataFrame:
    cells = list(product(("crew", "first", "second"), ("female", "male"), (20, 40, 60), ("no", "yes")))
    frame = pd.DataFrame(cells, columns=["class", "sex", "age", "survived"])
    return frame.assign(**{name: np.random.default_rng(0).integers(0, 90, len(frame))})


def number(asked: autoviz.Analysis) -> float:
    return asked.table.iloc[0, -1]


@pytest.mark.parametrize("name", ["Freq", "n", "count", "Frequency"])
def test_the_frequency_of_a_cross_table_weighs_its_rows(name):
    assert profile(ship(name)).weight.name == name


def test_what_counts_something_of_its_own_weighs_nothing():
    assert profile(ship("skips")).weight is None


def test_rows_that_are_things_or_times_or_come_twice_are_no_cells():
    frame = ship()
    assert profile(frame.assign(trial=[f"T{place}" for place in range(len(frame))])).weight is None
    assert profile(pd.concat([frame, frame])).weight is None
    months = pd.date_range("2020-01-01", periods=36, freq="MS")
    assert profile(pd.DataFrame({"month": months, "count": range(36)})).weight is None


def test_people_are_counted_by_the_frequency_and_this_is_said():
    frame = ship()
    asked = autoviz.ask(frame, "how many people survived")
    assert number(asked) == frame.loc[frame["survived"] == "yes", "Freq"].sum()
    assert "people" in asked.answer
    assert any("every row alike" in told and "weighs=no" in told for told in asked.assumed)
    assert asked.proof.verdict == "proven"


def test_averages_and_rates_are_taken_over_people():
    frame = ship()
    means = autoviz.ask(frame, "average age by sex").table.set_index("sex").iloc[:, -1]
    expected = frame.groupby("sex").apply(lambda rows: np.average(rows["age"], weights=rows["Freq"]))
    assert means.to_dict() == pytest.approx(expected.to_dict())
    rates = autoviz.ask(frame, "survival rate by class").table.set_index("class").iloc[:, -1]
    alive = frame[frame["survived"] == "yes"].groupby("class")["Freq"].sum() / frame.groupby("class")["Freq"].sum()
    assert rates.to_dict() == pytest.approx((100 * alive).to_dict())


def test_years_in_numbers_are_groups_of_people():
    cells = list(product((1983, 1985), ("boy", "girl"), ("good", "bad", "worse")))
    frame = pd.DataFrame(cells, columns=["year", "gender", "opinion"]).assign(Freq=range(3, 15))
    asked = autoviz.ask(frame, "how many students answered in each year")
    assert sorted(asked.table.iloc[:, -1]) == sorted(frame.groupby("year")["Freq"].sum())


def test_rows_are_counted_where_the_question_speaks_of_them():
    assert number(autoviz.ask(ship(), "how many rows are there")) == 36
    alike = autoviz.ask(ship(), "average age, every row alike")
    assert number(alike) == pytest.approx(40)
    assert not alike.assumed


def test_what_cannot_be_weighed_says_that_rows_count_alike():
    (told,) = autoviz.ask(ship(), "standard deviation of age").assumed
    assert "counts alike" in told


@pytest.mark.parametrize("engine", [pd.DataFrame, pl.from_pandas, duckdb.from_df], ids=["pandas", "polars", "duckdb"])
def test_the_median_is_that_of_the_people(engine):
    frame = ship().assign(age=lambda rows: rows["age"].where(rows.index % 11 != 4))
    people = frame.loc[frame.index.repeat(frame["Freq"])]
    asked = autoviz.ask(engine(frame), "median age by class")
    told = dict(zip(asked.table["class"], asked.table.iloc[:, -1], strict=True))
    assert told == people.groupby("class")["age"].median().to_dict()
    assert "eighted median age" in asked.answer and asked.proof.verdict == "proven"
    assert "then_over(" in asked.code() and "def then_over(" in asked.code()


def test_where_half_of_all_is_met_exactly_the_median_lies_between():
    frame = pd.DataFrame({"age": [10, 20, 30, 40], "n": [2, 0, 1, 1]})
    median = Named(name="m", expr=Aggregate(func="median", args=(Column(name="age"),)))
    query = weighted_median(Query(measures=(median,)), "n")
    ((told,),) = duckdb.sql(to_sql(query).replace(" t ", " frame ")).fetchall()
    assert told == frame.loc[frame.index.repeat(frame["n"]), "age"].median() == 20
    assert weighted_median(Query(), "n") is None


def test_the_owner_says_what_weighs_and_it_is_remembered():
    frame = ship()
    correct(profile(frame), "Freq", weighs="no")
    assert number(autoviz.ask(frame, "average age")) == pytest.approx(40)
    boards = ship("skips")
    correct(profile(boards), "skips", weighs="yes")
    weighed = np.average(boards["age"], weights=boards["skips"])
    assert number(autoviz.ask(boards, "average age")) == pytest.approx(weighed)


def test_things_are_weighed_by_what_their_owner_says_and_counted_once():
    draw = np.random.default_rng(3)
    schools = pd.DataFrame(
        {
            "school": [f"S{place}" for place in range(40)],
            "students": draw.integers(50, 2000, 40),
            "pass_rate": draw.uniform(40, 99, 40).round(1),
        }
    )
    correct(profile(schools), "students", weighs="yes")
    rate = number(autoviz.ask(schools, "average pass rate"))
    assert rate == pytest.approx(np.average(schools["pass_rate"], weights=schools["students"]))
    assert number(autoviz.ask(schools, "how many schools are there")) == 40


def test_a_score_called_n_among_other_scores_weighs_nothing() -> None:
    draw = np.random.default_rng(3)
    scores = {name: draw.integers(0, 12, 60) for name in ("n", "s", "ns", "recall")}
    children = pd.DataFrame({"status": ["high", "low"] * 30, **scores})
    assert profile(children).weight is None


def test_an_average_of_a_flag_in_text_is_a_share_of_people() -> None:
    frame = ship()
    asked = Requirements(metrics=("survived",), constraints=(Aggregation(metric="survived", func="mean"),))
    reading = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1, reasoning=""), confidence=1)
    query = by_frequency(reading, profile(frame), "survival rate").requirements.query
    assert query is not None and "survived\" = 'yes'" in to_sql(query)


def test_a_number_of_rows_put_in_order_is_not_the_column_of_its_name() -> None:
    """Both are called count: an order by the one says nothing of the other."""
    games = pd.DataFrame(
        [("Arda", "gold", 24), ("Brid", "gold", 10), ("Cors", "gold", 9), ("Arda", "silver", 13),
         ("Brid", "silver", 15), ("Cors", "silver", 12), ("Arda", "bronze", 11), ("Brid", "bronze", 8),
         ("Cors", "bronze", 12)],
        columns=["nation", "medal", "count"],
    )  # fmt: skip
    asked = autoviz.ask(games, "which nation has the most gold medals", reader="embedded")
    assert list(asked.table.iloc[0]) == ["Arda", 24]
    assert "24" in asked.answer
