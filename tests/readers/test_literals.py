"""Numbers, dates, periods, quoted texts and names in a question."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoviz.linking.literals import DateRange, literals, resolve_period
from autoviz.linking.text import normalise
from autoviz.model.profile import ColumnProfile, DatasetProfile

NO_TIME = DatasetProfile(
    engine="pandas",
    rows=9,
    columns=(ColumnProfile(name="height", dtype="f8", kind="numeric", rows=9),),
    fingerprint="no time",
)


def found(question: str, profile: DatasetProfile, kind: str) -> list[object]:
    return [item.value for item in literals(normalise(question), profile) if item.type == kind]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("top 5 regions", [5]),
        ("top10 regions", [10]),
        ("over 1,200 and under 3.5k or 2M", [1200, 3500, 2_000_000]),
        ("five of them", [5]),
        ("a dozen", [12]),
        ("twenty-five or two hundred", [25, 200]),
        ("10% or 12.5 percent", [10, 12.5]),
        ("above $1,000", [1000]),
        ("$2.5 million", [2_500_000]),
        ("below -5 or minus 3", [-5, -3]),
        ("10-20 units", [10, 20]),
        ("between .5 and 1.5", [0.5, 1.5]),
        ("95th percentile", [95]),
        ("3-month moving average", [3]),
        ("4-cylinder cars", [4]),
        ("taller than 5m", [5]),
        ("which one is the one", []),
        ("no more than one sale", [1]),
        ("at 10:30 or 5pm", []),
        ("covid-19 in v2", []),
        ("1, 2 and 3", [1, 2, 3]),
    ],
)
def test_numbers(sales: DatasetProfile, question: str, expected: list[float]) -> None:
    assert found(question, sales, "number") == expected


@pytest.mark.parametrize(
    ("question", "first", "last", "grain"),
    [
        ("on 2023-03-05", "2023-03-05", "2023-03-05", "day"),
        ("5 March 2021", "2021-03-05", "2021-03-05", "day"),
        ("March 5th, 2021", "2021-03-05", "2021-03-05", "day"),
        ("the 5th of March 2021", "2021-03-05", "2021-03-05", "day"),
        ("20230305", "2023-03-05", "2023-03-05", "day"),
        ("since March 2023", "2023-03-01", "2023-03-31", "month"),
        ("Feb 2024", "2024-02-01", "2024-02-29", "month"),
        ("Sept '22", "2022-09-01", "2022-09-30", "month"),
        ("2023-03", "2023-03-01", "2023-03-31", "month"),
        ("1/2023", "2023-01-01", "2023-01-31", "month"),
        ("Q2 2023", "2023-04-01", "2023-06-30", "quarter"),
        ("2023-Q1", "2023-01-01", "2023-03-31", "quarter"),
        ("second quarter of 2022", "2022-04-01", "2022-06-30", "quarter"),
        ("in Q3", "2022-07-01", "2022-09-30", "quarter"),
        ("H2 2022", "2022-07-01", "2022-12-31", "day"),
        ("second half 2022", "2022-07-01", "2022-12-31", "day"),
        ("first half of the year 2022", "2022-01-01", "2022-06-30", "day"),
        ("the last quarter of 2021", "2021-10-01", "2021-12-31", "quarter"),
        ("the final quarter of 2021", "2021-10-01", "2021-12-31", "quarter"),
        ("the last half of 2021", "2021-07-01", "2021-12-31", "day"),
        ("the last two quarters of 2021", "2021-07-01", "2021-12-31", "day"),
        ("first month of 2021", "2021-01-01", "2021-01-31", "month"),
        ("summer 2021", "2021-06-01", "2021-08-31", "day"),
        ("the spring of 2022", "2022-03-01", "2022-05-31", "day"),
        ("fall 2021", "2021-09-01", "2021-11-30", "day"),
        ("winter 2021", "2021-12-01", "2022-02-28", "day"),
        ("winter 2021/22", "2021-12-01", "2022-02-28", "day"),
        ("winter 2021-2022", "2021-12-01", "2022-02-28", "day"),
        ("summer 2021/22", "2021-12-01", "2022-02-28", "day"),
        ("24, 25 and 26 December 2021", "2021-12-24", "2021-12-26", "day"),
        ("December 24, 25 and 26, 2021", "2021-12-24", "2021-12-26", "day"),
        ("May 3 to 9, 2022", "2022-05-03", "2022-05-09", "day"),
        ("July in 2021", "2021-07-01", "2021-07-31", "month"),
        ("in 2019", "2019-01-01", "2019-12-31", "year"),
        ("FY2022", "2022-01-01", "2022-12-31", "year"),
        ("in '98", "1998-01-01", "1998-12-31", "year"),
        ("in the 1990s", "1990-01-01", "1999-12-31", "year"),
        ("during the 80s", "1980-01-01", "1989-12-31", "year"),
        ("sales in december", "2022-12-01", "2022-12-31", "month_of_year"),
    ],
)
def test_dates(sales: DatasetProfile, question: str, first: str, last: str, grain: str) -> None:
    assert found(question, sales, "date") == [DateRange(first, last, grain)]


def test_the_order_of_day_and_month_follows_the_data(sales: DatasetProfile, staff: DatasetProfile) -> None:
    assert found("03/05/2022", sales, "date") == [("2022-03-05", "2022-03-05", "day")]
    assert found("03/05/2022", staff, "date") == [("2022-05-03", "2022-05-03", "day")]
    assert found("13/05/2022", sales, "date") == [("2022-05-13", "2022-05-13", "day")]
    assert found("31/31/2022", sales, "date") == []


def test_months_joined_to_a_dated_one_share_its_year(sales: DatasetProfile) -> None:
    starts = [value[0] for value in found("from November to February 2022", sales, "date")]  # type: ignore[index]
    assert starts == ["2021-11-01", "2022-02-01"]
    assert [value[0] for value in found("Jan-Mar 2022", sales, "date")] == ["2022-01-01", "2022-03-01"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("march to may 2022", ["2022-03-01", "2022-05-01"]),
        ("from June to July in 2021", ["2021-06-01", "2021-07-01"]),
        ("in 2021 from June to July", ["2021-06-01", "2021-07-01"]),
        ("in June vs July 2021", ["2021-06-01", "2021-07-01"]),
        ("Q1 and Q2 2021", ["2021-01-01", "2021-04-01"]),
        ("spring and autumn 2021", ["2021-03-01", "2021-09-01"]),
        ("March 3 to 9 April 2021", ["2021-03-03", "2021-04-09"]),
        ("24 and 26 December 2021", ["2021-12-24", "2021-12-26"]),
    ],
)
def test_what_stands_together_shares_its_year(sales: DatasetProfile, question: str, starts: list[str]) -> None:
    assert [value[0] for value in found(question, sales, "date")] == starts  # type: ignore[index]


def test_months_without_a_year_follow_one_another(sales: DatasetProfile) -> None:
    april, november = found("from april to november", sales, "date")
    assert (april[0], november[0]) == ("2022-04-01", "2022-11-01")  # type: ignore[index]


def test_what_falls_is_no_season(sales: DatasetProfile) -> None:
    assert found("did sales fall in 2022", sales, "date") == [("2022-01-01", "2022-12-31", "year")]
    assert found("did sales fall this year", sales, "date") == []


def test_a_month_of_two_years_is_not_of_one(sales: DatasetProfile) -> None:
    assert ("2022-01-01", "2022-12-31", "year") in found("sales of June in 2022 and 2023", sales, "date")


def test_words_that_are_also_months(sales: DatasetProfile) -> None:
    assert found("may sales grow", sales, "date") == []
    assert len(found("sales in may", sales, "date")) == 1


def test_a_year_is_a_date_only_where_the_data_have_time(sales: DatasetProfile) -> None:
    assert found("between 2021 and 2022", sales, "number") == []
    years = [("2021-01-01", "2021-12-31", "year"), ("2022-01-01", "2022-12-31", "year")]
    assert found("2021-2022", sales, "date") == years
    assert found("above 2019", NO_TIME, "number") == [2019]
    assert found("above $2019", sales, "number") == [2019]


@pytest.mark.parametrize(
    ("question", "n", "unit"),
    [
        ("last 6 months", 6, "month"),
        ("the past year", 1, "year"),
        ("in the last year", 1, "year"),
        ("last year", -1, "year"),
        ("previous quarter", -1, "quarter"),
        ("this year", 0, "year"),
        ("year to date", 0, "year"),
        ("ytd", 0, "year"),
        ("last two weeks", 2, "week"),
        ("trailing 12 months", 12, "month"),
        ("past decade", 10, "year"),
        ("last 30d", 30, "day"),
    ],
)
def test_periods(sales: DatasetProfile, question: str, n: int, unit: str) -> None:
    assert found(question, sales, "period") == [(n, unit)]
    assert found(question, sales, "number") == []


@pytest.mark.parametrize(
    ("n", "unit", "last", "expected"),
    [
        (6, "month", "2023-06-30", ("2023-01-01", "2023-06-30")),
        (6, "month", "2023-06-15", ("2022-12-16", "2023-06-15")),
        (1, "year", "2024-02-29", ("2023-03-01", "2024-02-29")),
        (2, "week", "2023-06-15", ("2023-06-02", "2023-06-15")),
        (0, "year", "2023-06-15", ("2023-01-01", "2023-06-15")),
        (-1, "year", "2023-06-15", ("2022-01-01", "2022-12-31")),
        (-1, "year", "2023-12-31", ("2023-01-01", "2023-12-31")),
        (-1, "quarter", "2023-06-15", ("2023-01-01", "2023-03-31")),
        (-2, "month", "2023-03-10", ("2023-01-01", "2023-02-28")),
        (3, "quarter", "2023-05-31", ("2022-09-01", "2023-05-31")),
        (24, "hour", "2023-06-15T10:00:00", ("2023-06-14T10:00:00", "2023-06-15T10:00:00")),
    ],
)
def test_periods_count_from_the_last_date_of_the_data(n: int, unit: str, last: str, expected: tuple[str, str]) -> None:
    assert resolve_period(n, unit, last) == expected


def test_the_last_date_of_monthly_data_stands_for_its_month() -> None:
    assert resolve_period(-1, "year", "2023-12-01") == ("2022-01-01", "2022-12-31")
    assert resolve_period(-1, "year", "2023-12-01", spacing_days=30.4) == ("2023-01-01", "2023-12-31")


def test_a_span_outside_the_calendar_is_no_obstacle(sales: DatasetProfile) -> None:
    span = sales.columns[0].span
    assert span is not None
    ancient = sales.columns[0].replaced(span=span.replaced(first="-0044-03-15"))
    profile = sales.replaced(columns=(ancient, *sales.columns[1:]), fingerprint="ancient")
    assert found("since March 2022", profile, "date") == [("2022-03-01", "2022-03-31", "month")]


def test_quoted_texts(sales: DatasetProfile) -> None:
    assert found("region is “West” or 'North East'", sales, "quoted") == ["West", "North East"]
    assert found("type is 'Check, and count them", sales, "quoted") == ["Check"]
    assert found("the driver's sales and the boss' car", sales, "quoted") == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("names that start with D", ["D"]),
        ("with the letter a in it", ["a"]),
        ("customers in New York City and San Francisco", ["New York City", "York", "San Francisco"]),
        ("orders of O'Brien's shop", ["O'Brien"]),
        ("Show Sales By Region In Texas", ["Texas"]),
        ("SALES BY REGION IN TEXAS", ["TEXAS"]),
        ("total Sales by Region", []),
        ("sort by the Y axis. Then show it", []),
    ],
)
def test_names_that_no_column_has(sales: DatasetProfile, question: str, expected: list[str]) -> None:
    assert found(question, sales, "name") == expected


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="0123456789 ,.-/'\"$%kMQabcJunFeb of last years", max_size=60))
def test_any_text_gives_literals_within_it(text: str) -> None:
    question = normalise(text)
    for item in literals(question, NO_TIME):
        assert question[item.start : item.end] == item.phrase
        assert item.phrase
