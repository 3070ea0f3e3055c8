"""A Query that a reader gives is drawn and told, not only computed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autoviz.analysis import Analysis, opening
from autoviz.model.requirements import ChartWish
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader


class Drawing(GivenReader):
    """Gives its Query with a chart asked for."""

    wish: ChartWish | None = None

    def readings(self, question, profile, intent, context):
        (reading,) = super().readings(question, profile, intent, context)
        wishes = (self.wish,) if self.wish else ()
        asked = reading.requirements.replaced(outputs=("chart", "table"), constraints=wishes)
        return (reading.replaced(requirements=asked),)


@pytest.fixture
def drawn(orders):
    def draw(sql: str, wish: ChartWish | None = None, frame=orders) -> Analysis:
        reader = Drawing(from_sql(sql, list(frame.columns)))
        reader.wish = wish
        return Analysis(run(replace(opening(frame, "a question"), reader=reader, next_readers=())))

    return draw


MONTHLY = "SELECT date_trunc('month', \"day\") AS month, sum(\"units\") AS units FROM t GROUP BY 1 ORDER BY 1"


@pytest.mark.parametrize(
    ("sql", "mark", "color"),
    [
        ('SELECT "region", sum("amount") / sum("cost") AS margin FROM t GROUP BY 1', "bar", None),
        (MONTHLY, "line", None),
        ('SELECT "region", "channel", avg("amount") AS amount FROM t GROUP BY 1, 2', "bar", "channel"),
    ],
)
def test_groups_are_bars_and_time_is_a_line(drawn, sql, mark, color):
    found = drawn(sql)
    assert [(chart.mark, chart.color) for chart in found.charts] == [(mark, color)]
    assert found.coverage.complete and found.proof.verdict == "proven"
    assert found.answer


def test_the_users_word_for_the_chart_wins(drawn):
    sql = 'SELECT "region", sum("units") AS units FROM t GROUP BY 1'
    assert drawn(sql, ChartWish(mark="pie")).charts[0].mark == "pie"
    assert drawn(sql, ChartWish(mark="table")).charts == []


def test_one_number_is_told_and_not_drawn(drawn):
    found = drawn('SELECT count(*) AS n FROM t WHERE "amount" > "cost"')
    assert found.charts == [] and "4" in found.answer


def test_dates_in_text_are_read_first(drawn, orders):
    written = orders.assign(day=orders["day"].dt.strftime("%d.%m.%Y"))
    found = drawn(MONTHLY, frame=written)
    assert next(step.tool for step in found.plan.steps) == "parse_datetime"
    assert found.proof.verdict == "proven"
    assert found.table["units"].tolist() == drawn(MONTHLY).table["units"].tolist()


def test_rows_as_they_are_can_be_drawn(drawn):
    """With nothing to compute first a plan has no step that gives a table: the frame itself is drawn."""
    analysis = drawn("SELECT * FROM t", ChartWish(mark="scatter", x="units", y="cost"))
    assert analysis.charts and not analysis.coverage.gaps


def test_a_list_of_single_things_is_no_row_of_bars_of_height_one(drawn):
    assert drawn('SELECT "units", count(*) AS n FROM t GROUP BY 1').charts == []
    assert drawn('SELECT "region", count(*) AS n FROM t GROUP BY 1').charts[0].mark == "bar"


@pytest.mark.parametrize(("question", "title"), [
    ("orders by region", "Number of orders by region"),
    ("web orders in each region", "Number of orders by region"),
    ("how many parcels are there by region?", "Number of parcels by region"),
    ("by region", "Number of rows by region"),
])  # fmt: skip
def test_a_chart_counts_what_the_question_counts(orders, question, title):
    reader = Drawing(from_sql('SELECT "region", count(*) AS n FROM t GROUP BY 1', list(orders.columns)))
    found = Analysis(run(replace(opening(orders, question), reader=reader, next_readers=())))
    assert found.charts[0].title == title and found.figure.layout.yaxis.title.text == title.removesuffix(" by region")


def test_a_limit_and_worked_out_measures_are_told_in_words(drawn):
    top = drawn('SELECT "region", sum("cost") AS cost FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 2')
    assert top.charts[0].title == "Total cost by region, top 2"
    apart = drawn('SELECT "region", count(*) - count("amount") AS x FROM t GROUP BY 1')
    assert apart.charts[0].title == "Number of rows where amount is missing, by region"
    different = drawn('SELECT "region", count(DISTINCT "channel") AS x FROM t GROUP BY 1')
    assert different.figure.layout.yaxis.title.text == "Number of different channels"
    assert list(top.table.attrs["words"].values()) == ["region", "total cost"]


def test_a_pie_that_its_checks_refuse_is_drawn_in_bars(drawn):
    found = drawn('SELECT "region", avg("units") AS mean FROM t GROUP BY 1', ChartWish(mark="pie"))
    assert [chart.mark for chart in found.charts] == ["bar"]


def test_groups_that_are_numbers_are_points_where_a_scatter_is_asked_for(drawn):
    found = drawn('SELECT "cost", count(*) AS orders FROM t GROUP BY 1', ChartWish(mark="scatter"))
    (chart,) = found.charts
    assert (chart.mark, chart.x) == ("scatter", "cost")
