"""The span of time of a question: taken out of its words, kept as a condition."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.requirements import Filter, Requirements
from autoviz.profile import profile
from autoviz.query.language import Call, Column, Moment, Query, columns_of
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.dated import bounds_in_numbers, dated, in_numbers

LOANS = pd.DataFrame(
    {
        "opened_on": pd.date_range("2021-01-01", periods=1200, freq="D"),
        "officer": ["Frei", "Moretti", "Rochat", "Amsler"] * 300,
        "principal": range(1200),
    }
)
PROFILE = profile(LOANS)
MAY = Filter(column="opened_on", op="between", value=("2023-05-01", "2023-05-31"))


def read(*filters: Filter) -> Requirements:
    return Requirements(outputs=("chart",), constraints=filters)


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("new loans in May 2023 by officer", "new loans by officer"),
        ("loans opened between 3 May 2023 and 20 May 2023", "loans opened"),
        ("principal from January 2023 to May 2023, per officer", "principal , per officer"),
        ("loans in the last 30 days", "loans"),
        ("how many loans since March 2023?", "how many loans ?"),
    ],
)
def test_the_rest_of_a_question_says_nothing_of_its_span(question: str, rest: str) -> None:
    found = dated(question, read(MAY), PROFILE)
    assert found is not None and found.rest == rest


@pytest.mark.parametrize(
    "question",
    ["loans by officer", "loans in 2022 vs 2023", "Q1 2022 compared with Q1 2023", "May 2023 and May 2022 by officer"],
)
def test_spans_that_are_told_apart_stay_in_the_question(question: str) -> None:
    assert dated(question, read(MAY), PROFILE) is None


def test_a_span_that_sets_no_condition_or_two_stays_in_the_question() -> None:
    other = Filter(column="opened_on", op=">=", value="2022-01-01")
    assert dated("loans in May 2023", read(), PROFILE) is None
    assert dated("loans in May 2023", read(MAY, other), PROFILE) is None


def test_nothing_is_left_of_a_question_that_is_a_date() -> None:
    assert dated("in May 2023?", read(MAY), PROFILE) is None


def test_the_condition_holds_for_the_innermost_rows() -> None:
    found = dated("loans in May 2023", read(MAY), PROFILE)
    assert found is not None
    inner = Query(where=Column(name="late"))
    kept = found.kept(Query(source=inner))
    assert kept.where is None and isinstance(kept.source, Query)
    assert set(columns_of(kept.source.where)) == {"late", "opened_on"}


def test_what_has_a_date_in_the_span_does_not_lack_it() -> None:
    found = dated("how many were opened in May 2023", read(MAY), PROFILE)
    lacking = Query(where=Call(op="is null", args=(Column(name="opened_on"),)))
    assert found is not None and found.kept(lacking) == found.kept(Query())


@pytest.mark.parametrize(
    ("question", "along"),
    [("payments in each week of May 2023", "paid_on"), ("payments in May 2023 by week of opening", "opened_on")],
)
def test_periods_of_a_date_that_nobody_named_are_those_of_the_span(question: str, along: str) -> None:
    known = profile(LOANS.assign(paid_on=LOANS["opened_on"] + pd.Timedelta(days=30)))
    span = dated(question, read(MAY.replaced(column="paid_on")), known)
    sql = "SELECT date_trunc('week', opened_on) AS week, count(*) AS n FROM t GROUP BY 1 ORDER BY 1"
    weeks = from_sql(sql, list(known.names))
    assert span is not None
    kept = span.kept(weeks)
    assert columns_of(kept.by) == (along,) and columns_of(kept.where) == ("paid_on",)
    assert [item.expr for item in kept.order] == [Column(name=kept.by[0].name)]


@pytest.mark.parametrize(
    ("op", "day", "year"),
    [
        (">=", "2012-01-01", 2012),
        (">=", "2012-01-02", 2013),  # a year is held by its first day
        ("<", "2013-01-02", 2014),
        ("<", "2013-01-01", 2013),
        (">", "2012-06-30", 2012),
        ("<=", "2012-06-30", 2012),
        ("=", "2012-01-01", 2012),
    ],
)
def test_days_are_years_where_a_column_has_these_in_numbers(op, day, year):
    years = profile(pd.DataFrame({"year": list(range(2000, 2020)) * 2, "n": range(40)}))
    held = bounds_in_numbers(Call(op=op, args=(Column(name="year"), Moment(at=day))), years)
    assert (held.op, held.args[1].value) == (op, year)


def test_a_day_of_a_year_is_no_year():
    years = profile(pd.DataFrame({"year": list(range(2000, 2020)) * 2, "n": range(40)}))
    test = Call(op="=", args=(Column(name="year"), Moment(at="2012-06-30")))
    assert bounds_in_numbers(test, years) == test


def test_a_reading_of_years_in_numbers_is_kept():
    """The span of a question was once held against numbers, so that nothing came of the whole reading."""
    rows = [(name, year, 10 * place + year % 7) for place, name in enumerate("ABCD") for year in range(2000, 2015)]
    gas = pd.DataFrame(rows, columns=["state", "year", "consumption"])
    found = autoviz.ask(gas, "10 highest consumption in the latest year")
    assert found.table is not None
    assert set(found.table["year"]) == {2014} if "year" in found.table else len(found.table) <= 4


def test_years_in_numbers_are_groups_as_they_are():
    """A share, a bound or a value made a Query of a course by year, which took the number for a date and failed."""
    rows = [(f"P{plot}", year, ["none", "rot"][(plot + year) % 2]) for plot in range(9) for year in range(2010, 2020)]
    harvests = pd.DataFrame(rows, columns=["Plot", "Harvest Year", "Pest"])
    sql = """SELECT date_trunc('year', "Harvest Year") AS "y", count(*) AS "n" FROM t GROUP BY 1"""
    asked = Requirements(outputs=("chart",), query=from_sql(sql, ["Harvest Year"]))
    query = in_numbers(asked, profile(harvests)).query
    assert query is not None and [item.expr for item in query.by] == [Column(name="Harvest Year")]
    found = autoviz.ask(harvests, "how many harvests had a pest per year", reader="embedded")
    assert {*found.table["count"]} == {4, 5}
