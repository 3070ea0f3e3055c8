"""Groups that a condition makes are called as people call them: in the sentence, in the chart, on its axis."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.answering.sides import sides
from autoviz.model.requirements import Requirements
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
BIRTHS = pd.DataFrame({
    "wday": DAYS * 6,
    "month": [number for number in range(1, 7) for _ in DAYS],
    "date": pd.date_range("2015-01-05", periods=42),
    "births": [100 + place if place % 7 < 5 else 60 + place for place in range(42)],
    "late": [place % 5 for place in range(42)],
})  # fmt: skip


class _Drawn(GivenReader):
    """Gives its Query with a chart asked for."""

    def readings(self, question, profile, intent, context):
        (reading,) = super().readings(question, profile, intent, context)
        asked = Requirements(outputs=("chart", "table"), query=reading.requirements.query)
        return (reading.replaced(requirements=asked),)


def asked(question: str, sql: str) -> Analysis:
    reader = _Drawn(from_sql(sql, list(BIRTHS.columns)))
    return Analysis(run(replace(opening(BIRTHS, question), reader=reader, next_readers=())))


@pytest.mark.parametrize(("condition", "yes", "no"), [
    ("wday IN ('Sat', 'Sun')", "Sat or Sun", "the rest"),
    ("NOT wday IN ('Sat', 'Sun')", "the rest", "Sat or Sun"),
    ("wday <> 'Fri'", "the rest", "Fri"),
    ("month = 2", "month 2", "the rest"),
    ("births >= 20", "births 20 or more", "births below 20"),
    ("births < 20", "births below 20", "births 20 or more"),
    ("date < DATE '2015-01-20'", "before 2015-01-20", "from 2015-01-20 on"),
    ("date < DATE '2015-01-01'", "before 2015", "2015 and later"),
    ("date_part('year', date) >= 2015", "2015 and later", "before 2015"),
    ("isodow(date) >= 6", "weekend", "weekdays"),
    ("isodow(date) IN (1, 2, 3, 4, 5)", "weekdays", "weekend"),
    ("isodow(date) = 5", "Fri", "the rest"),
    ("births = late", "births is late", "births is not late"),
    ("late IS NULL", "late is missing", "late is given"),
    ("month > 2 AND late > 1", "month is above 2 and late is above 1", "the rest"),
])  # fmt: skip
def test_both_sides_of_a_condition_have_a_name(condition: str, yes: str, no: str) -> None:
    query = from_sql(f"SELECT {condition} AS side, COUNT(*) FROM t GROUP BY 1", list(BIRTHS.columns))
    assert sides(query.by[0].expr) == (yes, no)


def test_the_two_groups_are_told_and_drawn_by_their_names() -> None:
    found = asked("weekend vs weekday average", "SELECT wday IN ('Sat', 'Sun'), AVG(births) FROM t GROUP BY 1")
    assert found.answer.startswith("Average births is 83 for Sat or Sun and 119.5 for the rest: 36.5 or 30.5% less.")
    assert found.charts[0].title == "Average births by whether wday is Sat or Sun"
    assert list(found.figures[0].data[0].x) == ["Sat or Sun", "the rest"]
    assert set(found.table.iloc[:, 0]) == {True, False} and found.proof.verdict == "proven"


def test_a_condition_on_the_calendar_is_told_drawn_and_tabled_in_its_own_words() -> None:
    found = asked("weekend vs weekday average", "SELECT isodow(date) >= 6, AVG(births) FROM t GROUP BY 1")
    assert found.answer.startswith("Average births is 83 for weekend and 119.5 for weekdays: 36.5 or 30.5% less.")
    assert found.charts[0].title == "Average births by whether date is on a weekend"
    assert list(found.figures[0].data[0].x) == ["weekend", "weekdays"]
    page = found.to_html()
    assert ">weekdays<" in page and ">False<" not in page


@pytest.mark.parametrize(
    ("question", "groups", "words"),
    [
        ("average births before and after 2015-01-20", ["before 2015-01-20", "from 2015-01-20 on"], "date is before"),
        ("average births of Sun vs the rest", ["Sun", "others"], "wday is Sun"),
    ],
)
def test_two_parts_of_the_rows_are_in_their_order_and_named_in_the_title(question, groups, words) -> None:
    found = autoviz.ask(BIRTHS, question)
    assert list(found.figures[0].data[0].x) == groups and words in found.charts[0].title
    assert found.answer.index(groups[0]) < found.answer.index(groups[1])


def test_a_claim_is_about_the_rows_for_which_the_condition_holds() -> None:
    said = asked("Are there fewer births on Sundays?", "SELECT wday = 'Sun', AVG(births) FROM t GROUP BY 1 ORDER BY 1")
    assert said.answer.startswith("Yes: average births is 83.5 for Sun and 113.33 for the rest: 29.83 or 26.3% less.")


def test_shares_in_percent_lie_points_apart() -> None:
    sql = "SELECT month >= 4, 100.0 * AVG(CASE WHEN births > 120 THEN 1 ELSE 0 END) FROM t GROUP BY 1"
    assert "percentage points" in asked("how often late, first half against second", sql).answer


def test_a_condition_beside_another_key_is_a_colour_with_names() -> None:
    sql = "SELECT month, wday IN ('Sat', 'Sun') AS off, AVG(births) FROM t GROUP BY 1, 2 ORDER BY 1, 2"
    assert {trace.name for trace in asked("births by month", sql).figures[0].data} == {"Sat or Sun", "the rest"}


def test_degrees_lie_apart_by_degrees_and_by_no_share() -> None:
    figures = [4.0, 18.0, 2.0, 21.0]
    rows = pd.DataFrame({"city": ["Oslo", "Lisbon"] * 2, "celsius": figures, "rain": figures})
    assert "Lisbon has 16.5 more than Oslo" in autoviz.ask(rows, "celsius by city").answer
    assert "or 550.0% more than Oslo" in autoviz.ask(rows, "average rain by city").answer
