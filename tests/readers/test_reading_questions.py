"""What the embedded reader makes of questions whose charts need more than one metric and one group."""

import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def orders():
    return pd.DataFrame(
        {
            "Order Date": pd.date_range("2022-01-03", periods=60, freq="9D"),
            "Ship Date": pd.date_range("2022-01-06", periods=60, freq="9D"),
            "Category": ["Furniture", "Technology", "Supplies"] * 20,
            "Segment": ["Consumer", "Corporate"] * 30,
            "Sales": [100.0 + 7 * (n % 11) for n in range(60)],
            "Profit": [15.0 + n % 5 if n % 2 else -8.0 - n % 3 for n in range(60)],
            "Weight": [1.5 + (n % 13) for n in range(60)],
        }
    )


def test_points_are_sized_by_the_column_that_is_named(orders):
    (chart,) = autoviz.ask(orders, "scatter plot of profit against sales, point size by weight").charts
    assert (chart.mark, chart.size, {chart.x, chart.y}) == ("scatter", "Weight", {"Sales", "Profit"})


def test_a_trend_line_is_drawn_where_it_is_asked_for(orders):
    with_line = autoviz.ask(orders, "scatter plot of profit against sales with a trend line")
    assert with_line.plan.steps[-1].params["trend"] == "linear"
    assert len(with_line.figure.data) == 2
    assert len(autoviz.ask(orders, "scatter plot of profit against sales").figure.data) == 1


def test_stacks_of_gains_and_losses_stand_side_by_side_instead(orders):
    analysis = autoviz.ask(orders, "profit by category and segment")
    assert (analysis.charts[0].mark, analysis.charts[0].layout) == ("bar", "grouped")
    assert analysis.coverage.complete


def test_time_without_a_named_date_runs_over_the_first_one(orders):
    assert autoviz.ask(orders, "monthly sales").charts[0].x == "Order Date"
    assert autoviz.ask(orders, "monthly sales by ship date").charts[0].x == "Ship Date"


def test_one_question_with_two_verbs_is_not_cut_in_two(orders):
    analysis = autoviz.ask(orders, "show the relationship between sales and weight, and colour by segment")
    assert len(analysis.record.parts) == 1
    assert analysis.charts[0].color == "Segment"


def test_two_analyses_in_one_question_are_both_done(orders):
    analysis = autoviz.ask(orders, "compare sales by category and show me outliers in weight")
    assert [part.requirements.metrics for part in analysis.record.parts] in (
        [("Sales",), ("Weight",)],
        [("Weight",), ("Sales",)],
    )


def test_a_size_is_told_in_the_title_and_in_how_the_words_were_read(orders):
    analysis = autoviz.ask(orders, "scatter plot of profit against sales, point size by weight")
    assert "sized by weight" in analysis.charts[0].title.lower()
    assert "Weight" in {link.target for link in analysis.requirements.links}
