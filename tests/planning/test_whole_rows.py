"""Whole rows: what is listed can be recognised, and what nobody asks the number of is not counted."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.whole_rows import MOST_SHOWN, listing, repeats_names, whole_rows
from autoviz.profile import profile
from autoviz.query.language import Column, Named, Query, Sort
from autoviz.query.rewriting import without_copies
from autoviz.query.sql import from_sql, to_sql


@pytest.fixture(scope="module")
def bookings() -> pd.DataFrame:
    chance = np.random.default_rng(1)
    return pd.DataFrame(
        {
            "booking": [f"B{number}" for number in range(40)],
            "company": chance.choice(["Acme", "Bolt", "Cor"], 40),
            "city": chance.choice(["Rome", "Bern"], 40),
            "total": chance.integers(100, 900, 40),
            "rating": chance.integers(1, 6, 40),
        }
    )


def read(sql: str, frame: pd.DataFrame):
    return from_sql(sql, list(frame.columns))


def test_rows_come_with_their_other_columns_behind_those_asked_for(bookings):
    query = read("SELECT company, total FROM t WHERE rating = 5", bookings)
    assert whole_rows(query, profile(bookings)).shown == ("company", "total", "booking", "city", "rating")


@pytest.mark.parametrize(
    "sql", ["SELECT city, avg(total) AS mean FROM t GROUP BY 1", "SELECT DISTINCT city FROM t", "SELECT * FROM t"]
)
def test_groups_and_whole_tables_are_shown_as_asked(bookings, sql):
    query = read(sql, bookings)
    assert whole_rows(query, profile(bookings)) == query


def test_of_many_columns_those_come_that_name_the_row_or_choose_it(bookings):
    wide = pd.concat([*(pd.Series(np.arange(40.0) % (3 + at), name=f"x{at}") for at in range(20)), bookings], axis=1)
    shown = whole_rows(read("SELECT x3 FROM t WHERE rating = 5 ORDER BY total", wide), profile(wide)).shown
    assert len(shown) == MOST_SHOWN
    assert shown[0] == "x3"
    assert {"booking", "rating", "total"} <= set(shown)


def test_rows_that_share_a_name_are_listed_and_not_drawn(bookings):
    known = profile(bookings)
    assert repeats_names(read("SELECT city, total FROM t ORDER BY 2 DESC LIMIT 5", bookings), known)
    assert not repeats_names(read("SELECT booking, total FROM t ORDER BY 2 DESC LIMIT 5", bookings), known)


@pytest.mark.parametrize("question", ["what is the company of B7", "show me bookings in Rome with a rating of 5"])
def test_single_rows_are_shown_and_not_counted_one_by_one(bookings, question):
    found = autoviz.ask(bookings, question, reader="embedded")
    assert "count" not in found.tables[0].columns
    assert set(found.tables[0].columns) == set(bookings.columns)
    assert not found.charts


def test_rows_that_no_word_asks_the_number_of_are_listed_with_their_number(bookings):
    wanted = bookings[(bookings["city"] == "Bern") & (bookings["total"] > 700)]
    listed = autoviz.ask(bookings, "bookings in Bern above 700", reader="embedded")
    dearest_first = wanted.sort_values("total", ascending=False)
    assert list(listed.tables[0]["booking"]) == list(dearest_first["booking"])
    assert str(len(wanted)) in listed.answer
    counted = autoviz.ask(bookings, "how many bookings in Bern above 700", reader="embedded")
    assert counted.tables[0].shape == (1, 1)
    assert str(len(wanted)) in counted.answer


def test_rows_are_no_answer_where_a_number_is_asked_for(bookings):
    asked = bookings.rename(columns={"total": "guests"})
    listed = as_query(Requirements(), from_sql("SELECT booking, guests FROM t WHERE city = 'Bern'", list(asked)))
    intent = Intent(primary="lookup", confidence=0.5, reasoning="")
    reading = Reading(requirements=listed, intent=intent, confidence=0.5)

    def sql(question: str) -> str:
        return to_sql(listing(question, reading, profile(asked)).requirements.query)

    assert "sum(\"guests\")" in sql("how many guests in Bern") and "count(*)" in sql("how many bookings in Bern")
    assert "booking" in sql("guests in Bern")
    asked["guests"] = asked["rating"]  # few of each row, of which the profile does not say that they add up
    assert "sum(\"guests\")" in sql("how many guests in Bern")


def test_a_cell_that_a_question_names_is_looked_for_where_it_is(bookings):
    found = autoviz.ask(bookings, "how much did B7 cost", reader="embedded")
    assert "nothing to show" not in found.answer
    assert f"{bookings.loc[7, 'total']:,}" in found.answer


def test_rows_with_an_id_are_not_called_what_the_table_does_not_have(bookings):
    for name in ("visit_id", "visit_no"):
        visits = bookings.rename(columns={"booking": name})
        assert "Number of visits" in autoviz.ask(visits, "how many surgeries per city", reader="embedded").answer
    assert "Number of surgeries" in autoviz.ask(bookings, "how many surgeries per city", reader="embedded").answer


def test_a_column_that_only_repeats_another_is_that_one():
    price, copy = Column(name="price"), Column(name="price_2")
    doubled = Query(then=(Named(name="price_2", expr=price),), order=(Sort(expr=copy),), shown=("price_2", "price"))
    assert without_copies(doubled) == Query(order=(Sort(expr=price),), shown=("price",))
    assert without_copies(Query(shown=("price",))) == Query(shown=("price",))


@pytest.mark.parametrize(
    ("question", "listed"),
    [("totals over 800", True), ("distribution of totals over 800", False), ("how are totals over 800 spread", False)],
)
def test_what_lies_beyond_a_bound_is_listed_unless_its_spread_is_asked_for(bookings, question, listed):
    bound = Filter(column="total", op=">", value=800)
    spread = Requirements(metrics=("total",), analysis=("distribution",), outputs=("chart",), constraints=(bound,))
    intent = Intent(primary="distribution_analysis", confidence=0.9, reasoning="")
    reading = Reading(requirements=spread, intent=intent, confidence=0.9)
    found = listing(question, reading, profile(bookings)).requirements
    if not listed:
        assert found == spread
        return
    assert found.query is not None
    assert to_sql(found.query).startswith('SELECT "total", "booking"')
    assert found.query.where == read("SELECT * FROM t WHERE total > 800", bookings).where
