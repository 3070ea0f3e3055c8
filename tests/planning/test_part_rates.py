"""The rate of what one column counts: its part of the column that it is counted among."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.part_rates import as_part_of_whole
from autoviz.profile import profile
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql, to_sql

MADE = pd.DataFrame({
    "line": ["A", "B", "C"] * 40,
    "units_planned": [100 + place % 7 for place in range(120)],
    "units_made": [90 + place % 5 for place in range(120)],
    "units_scrapped": [place % 4 + place % 3 for place in range(120)],
})  # fmt: skip


def summed(frame: pd.DataFrame, column: str) -> Reading:
    query = from_sql(f"SELECT line, sum({column}) AS total FROM t GROUP BY line", list(frame.columns))
    intent = Intent(primary="aggregate", confidence=0.9, reasoning="")
    return Reading(requirements=Requirements(query=query), intent=intent, confidence=0.9)


def rates(frame: pd.DataFrame) -> dict[str, float]:
    sums = frame.groupby("line")[["units_scrapped", "units_made"]].sum()
    return (100 * sums["units_scrapped"] / sums["units_made"]).to_dict()


def test_a_rate_is_the_part_of_the_nearest_larger_count():
    found = as_part_of_whole("scrap rate by line", summed(MADE, "units_scrapped"), profile(MADE)).requirements
    assert computed(to_sql(found.query), MADE).set_index("line").iloc[:, -1].to_dict() == pytest.approx(rates(MADE))
    assert "The rate of units scrapped is its part of units made." in found.assumed


def test_what_nobody_counted_is_left_out_on_both_sides():
    gaps = MADE.assign(units_scrapped=MADE["units_scrapped"].astype(float).where(MADE.index % 10 != 3))
    found = as_part_of_whole("scrap rate by line", summed(gaps, "units_scrapped"), profile(gaps)).requirements
    assert computed(to_sql(found.query), gaps).set_index("line").iloc[:, -1].to_dict() == pytest.approx(
        rates(gaps.dropna())
    )


@pytest.mark.parametrize(("question", "column"), [
    ("scrap by line", "units_scrapped"),
    ("rate of planned units by line", "units_planned"),
])  # fmt: skip
def test_what_is_no_rate_of_a_count_stays(question, column):
    reading = summed(MADE, column)
    assert as_part_of_whole(question, reading, profile(MADE)) == reading


@pytest.mark.parametrize("question", ["scrap rate by line", "what is the scrap rate per line?"])
def test_the_rate_is_told(question):
    found = autoviz.ask(MADE, question, reader="embedded").table
    assert found.set_index("line").iloc[:, -1].to_dict() == pytest.approx(rates(MADE))


def test_a_column_that_is_a_rate_is_taken_as_it_is():
    rated = MADE.assign(scrap_rate=MADE["units_scrapped"] / MADE["units_made"])
    found = autoviz.ask(rated, "average scrap rate by line", reader="embedded")
    assert found.table.set_index("line").iloc[:, -1].to_dict() == pytest.approx(
        rated.groupby("line")["scrap_rate"].mean().to_dict()
    )


EXAMS = pd.DataFrame({
    "pupil": [f"P{place % 40}" for place in range(120)],
    "form": ["7a", "7b", "8a"] * 40,
    "marks": [5 + place * 7 % 13 + (0, 11, 30)[place % 3] * (place % 2) for place in range(120)],
    "max_marks": [(20, 40, 80)[place % 3] for place in range(120)],
})  # fmt: skip


def test_an_average_percentage_of_points_is_that_of_what_they_can_be_at_most():
    found = autoviz.ask(EXAMS, "average percentage by form", reader="embedded")
    parts = (100 * EXAMS["marks"] / EXAMS["max_marks"]).groupby(EXAMS["form"]).mean()
    assert found.table.set_index("form").iloc[:, -1].to_dict() == pytest.approx(parts.to_dict())


def test_an_average_percentage_of_a_tip_is_that_of_the_bill():
    totals = [round(8.25 + place * 37 % 41 * 1.13, 2) for place in range(90)]
    bills = pd.DataFrame({"total_bill": totals, "day": ["Fri", "Sat", "Sun"] * 30})
    bills["tip"] = [round(bill * (0.1 + place % 5 / 50), 2) for place, bill in enumerate(bills["total_bill"])]
    found = autoviz.ask(bills, "average tip percentage by day", reader="embedded")
    parts = (100 * bills["tip"] / bills["total_bill"]).groupby(bills["day"]).mean()
    assert found.table.set_index("day").iloc[:, -1].to_dict() == pytest.approx(parts.to_dict())


def test_points_that_could_be_more_in_some_rows_are_told():
    found = autoviz.ask(EXAMS, "average marks by form", reader="embedded")
    assert "marks is as it stands: its most, max marks, differs between rows." in found.assumed


GRANTS = pd.DataFrame({
    "school": [f"School {place}" for place in range(80)],
    "land": ["north", "south", "east", "west"] * 20,
    "granted_eur": [2000 + place * 137 % 1900 for place in range(80)],
    "spent_eur": [900 + place * 91 % 1050 for place in range(80)],
})  # fmt: skip
TURNED = 'SELECT "land", 100 * sum("granted_eur") / sum("spent_eur") AS "p" FROM t GROUP BY "land"'


def _as_part(question):
    asked = Requirements(query=from_sql(TURNED, [*GRANTS.columns]))
    read = Reading(requirements=asked, confidence=0.6, intent=Intent(primary="lookup", confidence=1.0, reasoning=""))
    query = as_part_of_whole(question, read, profile(GRANTS)).requirements.query
    return computed(to_sql(query), GRANTS).set_index("land").iloc[:, -1]


def test_how_much_of_something_is_no_more_than_all_of_it():
    totals = GRANTS.groupby("land")[["granted_eur", "spent_eur"]].sum()
    parts = _as_part("how much of what was granted did the schools spend by land")
    assert parts.to_dict() == pytest.approx((100 * totals["spent_eur"] / totals["granted_eur"]).to_dict())
    stated = _as_part("granted as a percentage of spent by land")
    assert stated.to_dict() == pytest.approx((100 * totals["granted_eur"] / totals["spent_eur"]).to_dict())
