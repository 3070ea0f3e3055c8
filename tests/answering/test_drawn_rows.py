"""Rows that are drawn as they stand say something, and can be read off: points, names and moments."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from autoviz.analysis import Analysis, opening
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.pipeline import run
from autoviz.planning.fields import plain_rows
from autoviz.profile import profile
from autoviz.query.language import Query
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

STUDENTS = pd.DataFrame({
    "name": [f"Student {place}" for place in range(30)],
    "gpa": [2.0 + place / 20 for place in range(30)],
    "score": [20.0 + place % 11 + place / 3 for place in range(30)],
    "grade": [float(place % 2) for place in range(30)],
    "school": ["North", "South", "West"] * 10,
    "when": [f"{1980 + place}-05-01" for place in range(30)],
})  # fmt: skip


class _Asked(GivenReader):
    """Gives a Query as a chart of a kind of question, planned like any other reading."""

    def __init__(self, query: Query, kind: str, wish: ChartWish, adapt) -> None:
        super().__init__(query)
        self._asked, self._kind, self._wish, self.adapt = query, kind, wish, adapt

    def readings(self, question, profile, intent, context):
        (reading,) = super().readings(question, profile, intent, context)
        asked = plain_rows(self._asked, self._kind, profile)
        drawn = Requirements(outputs=("chart", "table"), query=self._asked, constraints=(self._wish,))
        return (reading.replaced(requirements=asked or drawn),)


def drawn(question: str, kind: str, mark: str, sql: str, frame: pd.DataFrame = STUDENTS) -> Analysis:
    query, state = from_sql(sql, list(frame.columns)), opening(frame, question)
    reader = _Asked(query, kind, ChartWish.model_validate({"mark": mark}), state.reader.adapt)
    return Analysis(run(replace(state, reader=reader, next_readers=())))


def test_a_third_number_colours_the_points_and_the_relation_of_the_two_is_told() -> None:
    found = drawn("gpa against score by grade", "relation", "scatter", "SELECT gpa, score, grade FROM t ORDER BY 1")
    chart = found.charts[0]
    assert (chart.mark, {chart.x, chart.y}, chart.color) == ("scatter", {"gpa", "score"}, "grade")
    assert found.answer.count("r = ") == 1 and found.answer.startswith("Correlation of ")
    assert list(found.tables[-1].columns) == ["gpa", "score", "grade"] and len(found.tables[-1]) == 30


def test_a_column_that_names_each_row_names_the_points_and_makes_no_groups() -> None:
    found = drawn("gpa against score", "relation", "scatter", "SELECT name, gpa, score FROM t")
    assert found.charts[0].label == "name" and found.charts[0].color is None
    cloud = found.figures[0].data[0]
    assert cloud.hovertext[0] == "Student 0" and "%{hovertext}" in cloud.hovertemplate
    assert found.answer.count("r = ") == 1


def test_a_group_still_has_a_correlation_of_its_own() -> None:
    asked = plain_rows(from_sql("SELECT school, gpa, score FROM t", list(STUDENTS)), "relation", profile(STUDENTS))
    assert asked is not None and asked.group_by == ("school",) and asked.metrics == ("gpa", "score")


@pytest.mark.parametrize("sql", [
    "SELECT DISTINCT name, gpa, score FROM t",
    "SELECT name, gpa * 10 AS tenfold, score FROM t",
    "SELECT school, AVG(gpa), AVG(score) FROM t GROUP BY 1",
])  # fmt: skip
def test_points_of_any_query_say_how_the_two_go_together(sql: str) -> None:
    found = drawn("plot one against the other", "relation", "scatter", sql)
    assert found.charts[0].mark == "scatter" and "r = " in found.answer and found.proof.verdict == "proven"


def test_rows_with_a_name_each_are_told_like_groups() -> None:
    sql = "SELECT name, score FROM t WHERE name IN ('Student 3', 'Student 7') ORDER BY 2 DESC"
    found = drawn("score of student 3 and student 7", "compare", "bar", sql)
    assert found.answer.startswith("Score: Student 7: 29.33 and Student 3: 24; Student 7 has 5.33 or 22.2% more")


def test_a_line_along_dates_in_text_is_one_along_dates() -> None:
    found = drawn("score over time", "trend", "line", 'SELECT "when", score - gpa AS gap FROM t ORDER BY 1')
    assert np.issubdtype(found.table["when"].dtype, np.datetime64)
    assert "in May 1980" in found.answer and found.charts[0].title == "Score minus gpa over time"


def test_a_fall_from_below_zero_has_no_percent() -> None:
    frame = pd.DataFrame({"year": range(2000, 2010), "net": [-11 - place for place in range(10)]})
    said = drawn("net over time", "trend", "line", "SELECT year, SUM(net) FROM t GROUP BY 1 ORDER BY 1", frame).answer
    assert said.startswith("Total net fell by 9, from -11 in 2000 to -20 in 2009")


def test_few_rows_of_a_histogram_can_be_read_and_many_are_left_out() -> None:
    found = drawn("distribution of score", "distribution", "histogram", "SELECT score FROM t")
    assert list(found.tables[-1].columns) == ["score"] and len(found.tables[-1]) == 30
    many = pd.concat([STUDENTS] * 3, ignore_index=True)
    assert len(drawn("distribution of score", "distribution", "histogram", "SELECT score FROM t", many).tables) == 1
