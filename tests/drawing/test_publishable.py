"""Charts as a person would publish them: what once went wrong, one by one."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

from autoviz.drawing.numbers import figures
from autoviz.drawing.order import natural_order
from autoviz.drawing.subsets import subset_words
from autoviz.model.requirements import Filter
from autoviz.registry.catalog import default_catalog
from autoviz.table import Lineage, Outcome, Table

TOTAL = {"revenue": Lineage("revenue", aggregate="sum")}


def _drawn(tool: str, frame: pd.DataFrame, conditions: tuple[Filter, ...] = (), **params: Any) -> Outcome:
    catalog = default_catalog()
    table = Table(nw.from_native(frame), TOTAL, conditions)
    return catalog.functions[tool](table, **catalog.validated(tool, params))


def test_of_409_bars_25_are_drawn_and_the_rest_is_said() -> None:
    frame = pd.DataFrame({"name": [f"product {place}" for place in range(409)], "revenue": np.arange(409.0)})
    outcome = _drawn("plot_bar", frame, x="name", y="revenue")
    bars = outcome.figure.data[0]
    assert len(bars.y) == 25 and bars.y[0] == "product 408" and bars.orientation == "h"
    assert "25 of 409 values of name are drawn; 384 more are in the table." in outcome.chart.notes


def test_stacked_bars_with_long_names_lie_too() -> None:
    names = ["Wisconsin No. 38", "University Farm", "Grand Rapids", "Manchuria"]
    frame = pd.DataFrame({"name": names * 2, "kind": ["a"] * 4 + ["b"] * 4, "revenue": np.arange(8.0)})
    outcome = _drawn("plot_bar", frame, x="name", y="revenue", color="kind")
    assert outcome.chart.layout == "stacked" and {bars.orientation for bars in outcome.figure.data} == {"h"}


@pytest.mark.parametrize(("cells", "order"), [
    (["Sun", "Sat", "Thur", "Fri"], ["Thur", "Fri", "Sat", "Sun"]),
    (["Sept.", "Jan.", "June"], ["Jan.", "June", "Sept."]),
    (["XL", "S", "M"], ["S", "M", "XL"]),
    (["High", "Low", "Medium"], ["Low", "Medium", "High"]),
    (["F", "D", "G"], ["D", "F", "G"]),
    ([pd.Timestamp("1957-01-01"), pd.Timestamp("1952-01-01")], ["1952", "1957"]),
    (["Sun", "Moon", "Mars"], None),
])  # fmt: skip
def test_labels_stand_in_their_natural_order(cells: list[Any], order: list[str] | None) -> None:
    assert natural_order(pd.Series(cells)) == order


@pytest.mark.parametrize(("conditions", "words"), [
    ([("year", "=", 2007)], "year 2007"),
    ([("day", "in", ("Sat", "Sun")), ("size", ">", 2)], "day Sat or Sun, size over 2"),
    ([("date", ">=", "2015-01-01"), ("date", "<", "2016-01-01")], "2015"),
    ([("date", ">=", "2014-01-01"), ("date", "<", "2014-04-01")], "Jan 2014 to Mar 2014"),
    ([("date", ">=", "2014-01-01")], "since 2014"),
    ([("price", ">=", 10), ("price", "<=", 20)], "price from 10 to 20"),
    ([("age", "not null", None)], ""),
])  # fmt: skip
def test_a_title_says_which_rows_a_chart_is_about(conditions: list[tuple[str, Any, Any]], words: str) -> None:
    filters = tuple(Filter(column=column, op=op, value=value) for column, op, value in conditions)
    assert subset_words(filters, str) == words


def test_the_filter_stands_in_the_title_of_the_chart() -> None:
    frame = pd.DataFrame({"region": ["a", "b"], "revenue": [1.0, 2.0]})
    outcome = _drawn("plot_bar", frame, (Filter(column="year", op="=", value=2007),), x="region", y="revenue")
    assert outcome.chart.title == "Total revenue by region, year 2007"


def test_one_outlier_does_not_squash_the_boxes() -> None:
    frame = pd.DataFrame({"cut": ["a", "b"] * 100, "depth": [*np.linspace(4, 8, 199), 500.0]})
    outcome = _drawn("plot_box", frame, x="cut", y="depth")
    low, high = outcome.figure.layout.yaxis.range
    assert low < 4 and 8 < high < 15
    marks = outcome.figure.data[-1]
    assert marks.marker.symbol == "triangle-up" and list(marks.x) == ["b"]
    assert any("1 value above" in note and "500" in note for note in outcome.chart.notes)
    calm = _drawn("plot_box", frame.iloc[:199], x="cut", y="depth")
    assert calm.figure.layout.yaxis.range is None and len(calm.figure.data) == 1


def test_a_far_value_leaves_the_bins_of_the_rest_apart() -> None:
    frame = pd.DataFrame({"depth": [*np.linspace(4, 8, 2000), 5000.0]})
    outcome = _drawn("plot_histogram", frame, x="depth")
    assert sum(outcome.figure.data[0].y) == 2001
    assert any("last bar holds all values" in note for note in outcome.chart.notes)


def test_a_cloud_that_a_few_points_press_flat_is_drawn_on_a_logarithmic_scale_and_it_is_said() -> None:
    income = [*np.linspace(500, 4000, 50), 120_000.0]
    frame = pd.DataFrame({"income": income, "life": np.linspace(40, 80, 51)})
    axis = _drawn("plot_scatter", frame, x="life", y="income").figure.layout.yaxis
    assert axis.type == "log" and axis.title.text == "Income, logarithmic scale"
    assert _drawn("plot_scatter", frame, x="life", y="income", trend="linear").figure.layout.yaxis.type != "log"


@pytest.mark.parametrize("tool", ["plot_treemap", "plot_pie"])
def test_parts_that_are_years_are_called_by_the_year(tool: str) -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["2007-01-01", "2008-01-01"]), "revenue": [1.0, 2.0]})
    outcome = _drawn(tool, frame, x="date", y="revenue")
    assert set(outcome.figure.data[0].labels) == {"2007", "2008"}


def test_years_as_dates_are_written_as_years_along_an_axis() -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["1952-01-01", "1957-01-01", "1962-01-01"]), "revenue": [1.0, 2, 3]})
    assert _drawn("plot_line", frame, x="date", y="revenue").figure.layout.xaxis.tickformat == "%Y"


def test_counts_have_no_half_ticks() -> None:
    frame = pd.DataFrame({"year": [2001, 2002, 2003], "rows": [1, 2, 1]})
    table = Table(nw.from_native(frame), {"rows": Lineage("", aggregate="count")})
    catalog = default_catalog()
    axis = catalog.functions["plot_line"](table, **catalog.validated("plot_line", {"x": "year", "y": "rows"}))
    assert axis.figure.layout.yaxis.dtick == 1 and axis.figure.layout.yaxis.rangemode == "tozero"


@pytest.mark.parametrize(("values", "texts"), [
    ([8.23, 26.0, 26.1], ["8.2", "26.0", "26.1"]), ([1.0, 4.0, None], ["1", "4", ""]), ([0.001, 5.0], ["0.001", "5"]),
    ([17_674.0, 4_081.0, 103.0], ["17.7k", "4,081", "103"]), ([20_000.0, 30_000.0], ["20k", "30k"]), ([], []),
])  # fmt: skip
def test_figures_side_by_side_have_as_many_decimals(values: list[float | None], texts: list[str]) -> None:
    assert figures(values) == texts
