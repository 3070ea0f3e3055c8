"""Groups that are counted or averaged are drawn, and things with a row each are points, whichever words ask for it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def cars():
    draw = np.random.default_rng(4)
    return pd.DataFrame(
        {
            "Model": [f"{maker} {number}" for number in range(75) for maker in ("Arrow", "Comet", "Dart", "Elm")],
            "Origin": draw.choice(["Europe", "Japan", "USA"], 300, p=[0.2, 0.2, 0.6]),
            "Cylinders": draw.choice([4, 6, 8], 300),
            "Horsepower": draw.integers(50, 220, 300),
            "Acceleration": draw.normal(16, 2.5, 300).round(1),
        }
    )


@pytest.mark.parametrize(
    "question",
    [
        "show me the count of cars by country of origin in bar chart",
        "Bar graph to show number of cars from different Origins",
        "Count Rows by Origin",
    ],
)
def test_rows_of_groups_are_counted_and_not_the_groups(cars, question):
    answer = autoviz.ask(cars, question, reader="embedded")
    counts = cars["Origin"].value_counts()
    assert [(chart.mark, chart.x) for chart in answer.charts] == [("bar", "Origin")]
    assert dict(answer.tables[0].itertuples(index=False)) == counts.to_dict()


@pytest.mark.parametrize("question", ["how many origins are there", "number of different origins"])
def test_things_are_counted_where_nothing_else_is(cars, question):
    assert "3 different origins" in autoviz.ask(cars, question, reader="embedded").answer


def test_averages_of_groups_are_drawn(cars):
    answer = autoviz.ask(cars, "What is the average horsepower for cars with different cylinders?", reader="embedded")
    assert [(chart.mark, chart.x) for chart in answer.charts] == [("bar", "Cylinders")]


def test_capitals_of_a_headline_are_no_names(cars):
    answer = autoviz.ask(cars, "Average Acceleration by Engine Cylinders and Origin", reader="embedded")
    assert answer.clarification is None
    assert {answer.charts[0].x, answer.charts[0].color} == {"Cylinders", "Origin"}


def test_things_with_a_row_each_name_the_points(cars):
    answer = autoviz.ask(cars, "scatterplot of horsepower by acceleration for each model", reader="embedded")
    (chart,) = answer.charts
    assert (chart.mark, {chart.x, chart.y}, chart.color) == ("scatter", {"Horsepower", "Acceleration"}, None)
    assert chart.label == "Model"
