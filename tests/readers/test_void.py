"""Tests that say nothing, and readings that differ in nothing that an answer leaves out."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.profile import profile
from autoviz.query.language import Call, Column, Moment
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.asking import _shows_the_same
from autoviz.readers.embedded.void import is_void, of_what_is_missing, without_unsaid_flags, without_void_tests

INTENT = Intent(primary="lookup", confidence=0.9, reasoning="")
LOANS = pd.DataFrame({"book": list("abcd"), "out": range(4), "back": [1.0, None, 3.0, 4.0]})


def query(sql: str):
    return from_sql(sql, list(LOANS.columns))


def test_a_column_that_is_given_in_every_row_is_not_tested_for_being_given():
    found = without_void_tests(query("SELECT * FROM t WHERE out IS NOT NULL AND book = 'a'"), profile(LOANS))
    assert found == query("SELECT * FROM t WHERE book = 'a'")


def test_a_column_with_gaps_is_tested():
    asked = query("SELECT * FROM t WHERE back IS NOT NULL")
    assert without_void_tests(asked, profile(LOANS)) == asked


def test_a_number_that_is_held_against_a_date_is_no_reading():
    asked = query("SELECT count(*) AS n FROM t WHERE out < 3").replaced(
        where=Call(op="<", args=(Column(name="out"), Moment(at="1980-01-01")))
    )
    reading = Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9)
    assert is_void(reading, profile(LOANS))
    plain = reading.replaced(requirements=Requirements(query=query("SELECT count(*) AS n FROM t WHERE out < 3")))
    assert not is_void(plain, profile(LOANS))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("SELECT count(*) AS n FROM t WHERE out > 1", "SELECT book, out FROM t WHERE out > 1", True),
        ("SELECT book, out FROM t WHERE out > 1 ORDER BY out", "SELECT count(*) AS n FROM t WHERE out > 1", True),
        ("SELECT count(*) AS n FROM t WHERE out > 1", "SELECT book, out FROM t WHERE out > 2", False),
        ("SELECT sum(out) AS n FROM t WHERE out > 1", "SELECT book, out FROM t WHERE out > 1", False),
        ("SELECT count(*) AS n FROM t", "SELECT book, out FROM t LIMIT 3", False),
        ("SELECT book, out FROM t", "SELECT out, book FROM t", True),
    ],
)
def test_rows_that_are_counted_and_the_same_rows_listed_are_one_reading(one, other, same):
    assert _shows_the_same(query(one), query(other)) is same


def test_the_time_from_a_date_to_itself_is_no_reading():
    came = pd.date_range("2024-01-01", periods=5)
    times = pd.DataFrame({"came": came, "went": came + pd.Timedelta(days=31)})
    asked = [
        from_sql(f"SELECT avg(date_diff('day', came, {until})) AS days FROM t", list(times.columns))
        for until in ("came", "went")
    ]
    readings = [Reading(requirements=Requirements(query=one), intent=INTENT, confidence=0.9) for one in asked]
    assert [is_void(one, profile(times)) for one in readings] == [True, False]


def test_none_of_what_is_counted_everywhere_are_0():
    found = without_void_tests(query("SELECT count(*) AS n FROM t WHERE out IS NULL"), profile(LOANS))
    assert found == query("SELECT count(*) AS n FROM t WHERE out = 0")
    gaps = query("SELECT count(*) AS n FROM t WHERE back IS NULL")
    assert without_void_tests(gaps, profile(LOANS)) == gaps


def test_different_amounts_are_not_counted():
    paid = pd.DataFrame({"who": list("abcdefgh") * 5, "paid": [1.5 * place for place in range(40)]})
    for sql, void in (("count(DISTINCT paid)", True), ("count(DISTINCT who)", False), ("sum(paid)", False)):
        asked = from_sql(f"SELECT {sql} AS n FROM t", list(paid.columns))
        reading = Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9)
        assert is_void(reading, profile(paid)) is void


def test_no_groups_are_on_either_side_of_a_number_that_all_rows_lie_beyond():
    dated = pd.DataFrame({"year": [1970 + place % 50 for place in range(100)], "bank": list("ab") * 50})
    for bound, void in ((10, True), (1990, False), (2030, True)):
        asked = from_sql(f"SELECT year < {bound} AS early, count(*) AS n FROM t GROUP BY 1", list(dated.columns))
        reading = Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9)
        assert is_void(reading, profile(dated)) is void


GIFTS = pd.DataFrame({
    "amount": [20, 35, 50, 80, 15, 60],
    "rating": [0, 3, None, 5, None, 4],
    "receipt_sent": pd.to_datetime(["2024-01-02", None, "2024-02-01", None, None, "2024-03-04"]),
})  # fmt: skip


def missing(column: str) -> Requirements:
    return Requirements(query=from_sql(f"SELECT count(*) AS n FROM t WHERE {column} IS NULL", list(GIFTS.columns)))


def test_what_is_missing_nowhere_gives_way_to_what_the_question_names():
    found = of_what_is_missing("how many gifts never got a receipt", missing("amount"), profile(GIFTS))
    assert found == missing("receipt_sent")
    plain = of_what_is_missing("how many gifts have no amount", missing("amount"), profile(GIFTS))
    assert plain == missing("amount")




DROPS = pd.DataFrame({
    "acct": ["Lumen", "Olive", "Regina"] * 20, "px_tray_eur": [21.5, 18.0, 27.0] * 20, "fee_eur": range(60),
    "trays_sold": range(60), "mins_late": [index * 7 % 50 for index in range(60)],
    "note": ["customer at home", "", "left at door"] * 20,
})  # fmt: skip


@pytest.mark.parametrize(
    ("made", "void"),
    [
        ('"px_tray_eur" - "trays_sold"', True),
        ('"px_tray_eur" + "mins_late"', True),
        ('"px_tray_eur" - "fee_eur"', False),
        ('"px_tray_eur" * "trays_sold"', False),
    ],
)
def test_what_is_measured_otherwise_is_not_taken_from_it(made, void):
    asked = from_sql(f'SELECT "acct", sum({made}) AS s FROM t GROUP BY 1', list(DROPS.columns))
    reading = Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9)
    assert is_void(reading, profile(DROPS)) is void


@pytest.mark.parametrize(("column", "void"), [("acct", True), ("trays_sold", False)])
def test_a_text_is_not_taken_from_the_one_before(column, void):
    sql = f'SELECT "acct", abs("{column}" - lag("{column}") OVER (ORDER BY "fee_eur")) AS d FROM t'
    reading = Reading(
        requirements=Requirements(query=from_sql(sql, list(DROPS.columns))), intent=INTENT, confidence=0.9
    )
    assert is_void(reading, profile(DROPS)) is void


def test_a_column_that_is_held_against_itself_is_no_reading():
    asked = query("SELECT count(*) AS n FROM t WHERE out > out")
    assert is_void(Reading(requirements=Requirements(query=asked), intent=INTENT, confidence=0.9), profile(LOANS))


def test_what_is_above_none_everywhere_is_not_tested_for_it():
    paid = pd.DataFrame({"book": list("abcd"), "fee": [2.0, 3.0, 4.5, 8.0]})
    asked = from_sql("SELECT count(*) AS n FROM t WHERE fee > 0", list(paid.columns))
    assert without_void_tests(asked, profile(paid)).where is None
    assert without_void_tests(query("SELECT * FROM t WHERE out > 0"), profile(LOANS)).where is not None


PANEL = pd.DataFrame([
    {"land": land, "year": year, "span": 50.0 + at + (year - 2000) / 3, "people": (at + 3) * 1_000_000 + year * 1000}
    for at, land in enumerate(("Arda", "Brid", "Cors", "Dun"))
    for year in range(2000, 2012)
])  # fmt: skip


@pytest.mark.parametrize(("sql", "void"), [
    ("SELECT land, span - people AS d FROM t ORDER BY d DESC LIMIT 1", True),
    ("SELECT land, span - span AS d FROM t ORDER BY d DESC LIMIT 1", True),
    ("SELECT land, span - lag(span) OVER (ORDER BY year) AS d FROM t ORDER BY d DESC", True),
    ("SELECT land, span - lag(span) OVER (PARTITION BY land ORDER BY year) AS d FROM t ORDER BY d DESC", False),
    ("SELECT year, span - lag(span) OVER (ORDER BY year) AS d FROM t WHERE land = 'Dun' ORDER BY year", False),
])  # fmt: skip
def test_what_changes_nothing_or_runs_over_things_is_no_reading(sql, void):
    found = profile(PANEL)
    asked = Requirements(query=from_sql(sql, list(PANEL.columns)))
    assert is_void(Reading(requirements=asked, intent=INTENT, confidence=0.9), found) == void


def test_what_lacks_a_measure_that_goes_below_nothing_has_none_above_it():
    """Unprofitable orders have a profit, and it is none."""
    orders = pd.DataFrame({"order": range(6), "profit": [-2.0, 3.0, 0.0, 5.5, -1.0, 4.0]})
    names = list(orders.columns)
    found = without_void_tests(from_sql("SELECT count(*) AS n FROM t WHERE profit IS NULL", names), profile(orders))
    assert found == from_sql("SELECT count(*) AS n FROM t WHERE profit <= 0", names)


def test_who_lacks_a_yes_or_no_that_nobody_lacks_said_no():
    answers = pd.DataFrame({"person": range(6), "Would you come again?": ["Yes", "No", "Maybe"] * 2})
    asked = from_sql('SELECT count(*) AS n FROM t WHERE "Would you come again?" IS NULL', list(answers.columns))
    found = without_void_tests(asked, profile(answers))
    assert found == from_sql(
        "SELECT count(*) AS n FROM t WHERE \"Would you come again?\" = 'No'", list(answers.columns)
    )


ORDERS = pd.DataFrame({
    "order_date": pd.date_range("2023-01-01", periods=300),
    "country": ["Italy", "France", "Germany"] * 100,
    "returned": [int(place % 9 == 0) for place in range(300)],
    "revenue": [20 + place % 37 for place in range(300)],
})  # fmt: skip


@pytest.mark.parametrize(("question", "kept"), [("orders in May 2023", False), ("returned orders in May 2023", True)])
def test_rows_are_not_kept_by_a_yes_that_no_word_is_left_for(question, kept):
    asked = query("SELECT * FROM t").replaced(where=Column(name="returned"))
    found = without_unsaid_flags(question, Requirements(query=asked), profile(ORDERS))
    assert (found.query.where is not None) is kept
