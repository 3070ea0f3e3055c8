"""By how much something grew between two periods: the difference of the two, in each group."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

TOWNS = pd.DataFrame(
    [
        {"town": town, "county": "coast" if size % 2 else "hills", "year": year,
         "rent": 500 + 100 * size + (year - 2010) * size, "inhabitants": 1000 * size + (year - 2010) * 10 * size}
        for size, town in enumerate(("Alm", "Berg", "Clova", "Dorn", "Elst", "Fenn"), 1)
        for year in range(2010, 2021)
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "grown"),
    [
        ("By how much did rents grow in each town between 2010 and 2020?", {10, 20, 30, 40, 50, 60}),
        ("How much has the number of inhabitants grown since 2015 in each county?", {450, 600}),
    ],
)
def test_the_difference_of_the_two_ends(question, grown):
    found = autoviz.ask(TOWNS, question, reader="embedded").table
    assert {round(value) for value in found.iloc[:, -1]} == grown


def test_the_difference_without_groups_is_one_number():
    days = pd.date_range("2022-01-01", "2023-12-31")
    sales = pd.DataFrame({"day": days, "shop": ["A", "B"] * (len(days) // 2), "revenue": range(len(days))})
    asked = autoviz.ask(sales, "by how much did revenue grow between 2022 and 2023?", reader="embedded")
    yearly = sales.groupby(sales["day"].dt.year)["revenue"].sum()
    assert asked.table.iloc[0, -1] == yearly[2023] - yearly[2022]


def test_both_ends_and_all_conditions_are_of_one_date():
    made = pd.DataFrame({
        "recorded_on": pd.date_range("2022-06-01", "2024-12-28", periods=400),
        "downloads": range(400),
        "genre": ["news", "sport"] * 200,
    })  # fmt: skip
    made.insert(1, "release_date", made["recorded_on"] + pd.Timedelta(days=20))
    asked = autoviz.ask(made, "by how much did downloads grow from 2023 to 2024 for each genre", reader="embedded")
    assert asked.table.iloc[:, -1].notna().all() and len(asked.table) == 2
    assert ("recorded_on" in asked.sql) != ("release_date" in asked.sql)


DAYS = pd.date_range("2022-01-01", "2023-12-31")
SALES = pd.DataFrame({"day": DAYS, "shop": ["A", "B"] * (len(DAYS) // 2), "revenue": range(100, 100 + len(DAYS))})
MONTHLY = SALES.groupby(SALES["day"].dt.to_period("M"))["revenue"].sum()


@pytest.mark.parametrize(("question", "more"), [
    ("how much more revenue did we make in May 2023 than in February 2023?", MONTHLY["2023-05"] - MONTHLY["2023-02"]),
    ("how much less revenue was there in February 2023 than in May 2023", MONTHLY["2023-02"] - MONTHLY["2023-05"]),
    ("how much more revenue in 2023 than in 2022 across all shops", MONTHLY["2023"].sum() - MONTHLY["2022"].sum()),
])  # fmt: skip
def test_what_is_more_in_one_period_than_in_another_is_told_of_the_first(question, more):
    assert autoviz.ask(SALES, question, reader="embedded").table.iloc[0, -1] == more


def test_a_change_in_percent_is_no_share_of_the_two_periods():
    asked = autoviz.ask(SALES, "how did revenue change from 2022 to 2023, in percent?", reader="embedded")
    change = MONTHLY["2023"].sum() / MONTHLY["2022"].sum() - 1
    assert f"({change:.1%})" in asked.answer and "hare" not in asked.answer


def lives() -> pd.DataFrame:
    """A panel: what people live to in six lands, every five years."""
    years = range(1960, 2011, 5)
    starts, steps = (50, 44, 61, 70, 66, 58), (1.0, 2.5, -0.4, 0.2, 0.9, 1.6)
    rows = [
        {"land": land, "part": "north" if at % 2 else "south", "year": year,
         "life_span": starts[at] + steps[at] * (year - 1960) / 5, "people": (at + 1) * 100_000 + (year - 1960) * 500}
        for at, land in enumerate(("Arda", "Brid", "Cors", "Dun", "Ewen", "Fost"))
        for year in years
    ]  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize(("question", "first", "change"), [
    ("which land improved its life span the most", "Brid", 25),
    ("which land's life span increased most between 1970 and 2000", "Brid", 15),
    ("biggest improvement in life span", "Brid", 25),
    ("which land had the smallest increase in people", "Arda", 25_000),
    ("biggest drop in life span by land", "Cors", -4),
])  # fmt: skip
def test_what_changed_the_most_is_told_by_the_change(question, first, change):
    asked = autoviz.ask(lives(), question, reader="embedded")
    row = asked.table.iloc[0]
    assert row.iloc[0] == first or "smallest" in question
    assert round(row.iloc[-1], 6) == change


def test_the_years_between_which_it_changed_are_told_where_nobody_named_them():
    asked = autoviz.ask(lives(), "which land improved its life span the most", reader="embedded")
    assert "the change is that from 1960 to 2010." in asked.assumed
    assert "change in average life span from 1960 to 2010" in asked.answer


def test_those_that_fell_are_listed_and_none_is_told():
    fell = autoviz.ask(lives(), "which lands' life span fell", reader="embedded")
    assert list(fell.table.iloc[:, 0]) == ["Cors"]
    none = autoviz.ask(lives(), "which lands' people fell", reader="embedded").answer
    assert none.startswith("There are none") and "from 1960 to 2010 is below 0 for no land" in none


def test_the_year_in_which_most_came_about_is_no_change_of_things():
    asked = autoviz.ask(lives(), "in which year did people grow most", reader="embedded")
    assert "land" not in asked.table.columns


@pytest.mark.parametrize("question", [
    "did life span increase in every land", "did life span rise everywhere", "did life span grow in all lands",
])  # fmt: skip
def test_whether_all_rose_is_decided_by_the_change_of_each(question):
    found = autoviz.ask(lives(), question, reader="embedded")
    assert found.answer.startswith("No: 5 of 6; not Cors -4")


def test_since_a_year_is_no_claim_about_that_year():
    found = autoviz.ask(lives(), "did people increase in every land since 1990", reader="embedded")
    assert found.answer.startswith("Yes: 6 of 6") and "from 1990 to 2010" in found.answer


@pytest.mark.parametrize(("question", "expected"), [
    ("in which towns did the rent double", ["Clova"]),
    ("towns where rent more than doubled", []),
    ("which town doubled its rent", ["Clova"]),
])  # fmt: skip
def test_what_doubled_came_to_twice_as_much(question, expected):
    rents = TOWNS.assign(rent=[100 + at * step for step in (1, 2, 10, 0, 4, 5) for at in range(11)])
    found = autoviz.ask(rents, question, reader="embedded")
    assert [*found.table["town"]] == expected


def test_things_that_are_numbers_are_no_measure():
    years = [{"state": state, "year": year, "fatality_rate": 2 + state % 4 * (year - 1982) / 6}
             for state in range(1, 41) for year in range(1982, 1989)]  # fmt: skip
    asked = "which states changed the most between 1982 and 1988 in fatality rate"
    found = autoviz.ask(pd.DataFrame(years), asked, reader="embedded").table
    assert found["state"].mod(4).is_monotonic_decreasing and found.iloc[0, -1] == pytest.approx(3)


@pytest.mark.parametrize(
    ("question", "told"),
    [("which towns lost inhabitants", "There are none"), ("which town gained the most inhabitants", "Fenn")],
)
def test_what_was_lost_or_gained_is_a_change(question, told):
    assert autoviz.ask(TOWNS, question, reader="embedded").answer.startswith(told)


@pytest.mark.parametrize(
    ("last", "ends"), [("2024-12-31", "Q3 2023 to Q4 2024"), ("2023-11-30", "Jul 2023 to Nov 2023")]
)
def test_without_two_whole_years_shorter_periods_tell_what_grew(last: str, ends: str) -> None:
    days = pd.date_range("2023-07-01", last)
    growth = {"Ash": 3, "Birch": 1, "Cedar": -1}
    rows = [(day, kind, 100 + place * rate / 10) for place, day in enumerate(days) for kind, rate in growth.items()]
    sales = pd.DataFrame(rows, columns=["day", "kind", "revenue"])
    found = autoviz.ask(sales, "which kind grew the most?", reader="embedded")
    assert found.answer.startswith("Ash") and f"the change is that from {ends}." in found.assumed
