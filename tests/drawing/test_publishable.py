"""Charts as a person would publish them: what once went wrong, one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.drawing.axes import logarithmic
from autoviz.drawing.numbers import figures
from autoviz.drawing.order import natural_order
from autoviz.drawing.subsets import subset_words
from autoviz.model.requirements import Filter
from autoviz.registry.catalog import default_catalog
from autoviz.table import Lineage, Outcome, Table

TOTAL = {"revenue": Lineage("revenue", aggregate="sum")}


def _drawn(tool: str, frame: pd.DataFrame, conditions: tuple[Filter, ...] = (), **params: Any) -> Outcome:
    return _of(Table(nw.from_native(frame), TOTAL, conditions), tool, **params)


def _of(table: Table, tool: str, **params: Any) -> Outcome:
    catalog = default_catalog()
    return catalog.functions[tool](table, **catalog.validated(tool, params))


def test_of_409_bars_25_are_drawn_and_the_rest_is_said() -> None:
    frame = pd.DataFrame({"name": [f"product {place}" for place in range(409)], "revenue": np.arange(409.0)})
    outcome = _drawn("plot_bar", frame, x="name", y="revenue")
    bars = outcome.figure.data[0]
    assert len(bars.y) == 25 and bars.y[0] == "product 408" and bars.orientation == "h"
    assert "Drawn: the 25 highest of 409 values of name; 384 more are in the table." in outcome.chart.notes
    lowest = _drawn("plot_bar", frame, x="name", y="revenue", sort="y", order="asc")
    assert lowest.figure.data[0].y[0] == "product 0" and "the 25 lowest of 409" in lowest.chart.notes[0]


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
    ([("year", "=", 2007)], "2007"),
    ([("Year", ">=", 2002), ("Year", "<=", 2007)], "2002 to 2007"),
    ([("year", "<", 1990)], "before 1990"),
    ([("year", "=", 70)], "year 70"),
    ([("birth_year", "=", 1980)], "birth_year 1980"),
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
    assert outcome.chart.title == "Total revenue by region, 2007"


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


def test_scores_stand_at_their_numbers_though_some_are_missing() -> None:
    frame = pd.DataFrame({"score": [1, 2, 3, 4, 5, None] * 20, "weight": [1.5, 2, 3, 4, 5, None] * 20})
    drawn = _drawn("plot_histogram", frame, x="score").figure
    assert tuple(drawn.data[0].x) == (1, 2, 3, 4, 5) and drawn.layout.xaxis.dtick == 1
    assert 1 not in _drawn("plot_histogram", frame, x="weight").figure.data[0].x


@pytest.mark.parametrize("far", [1000.0, -1000.0])
def test_one_outlier_does_not_flatten_a_histogram(far: float) -> None:
    frame = pd.DataFrame({"depth": [*np.linspace(4, 8, 99), far]})
    outcome = _drawn("plot_histogram", frame, x="depth")
    bars = outcome.figure.data[0]
    assert len(bars.x) > 5 and min(bars.x) > 3 and max(bars.x) < 9 and sum(bars.y) == 100
    end = "last" if far > 0 else "first"
    assert any(f"The {end} bar holds all values" in note and f"{far:,g}" in note for note in outcome.chart.notes)
    tail = pd.DataFrame({"rain": [*([0.0, 1.0, 2.0] * 60), *np.linspace(10, 60, 20)]})
    assert max(_drawn("plot_histogram", tail, x="rain").figure.data[0].x) > 55  # a tail is no outlier


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
    axis = _of(Table(nw.from_native(frame), {"rows": Lineage("", aggregate="count")}), "plot_line", x="year", y="rows")
    assert axis.figure.layout.yaxis.dtick == 1 and axis.figure.layout.yaxis.rangemode == "tozero"


def test_what_is_counted_has_its_name_and_a_limit_stands_in_the_title() -> None:
    frame = pd.DataFrame({"size": [1, 2], "count": [4, 156]})
    table = Table(nw.from_native(frame), {"count": Lineage("", aggregate="count")}, part="top 2", things="parties")
    bars = _of(table, "plot_bar", x="size", y="count")
    assert bars.chart.title == "Number of parties by size, top 2"
    assert bars.figure.layout.yaxis.title.text == "Number of parties"
    slices = _of(replace(table, part=""), "plot_pie", x="size", y="count")
    assert slices.chart.title == "Share of parties by size"


def test_a_share_that_was_worked_out_is_drawn_in_per_cent_under_the_words_of_the_answer() -> None:
    story = Lineage("alive", words="share of passengers where survived is yes", made_by="share")
    frame = pd.DataFrame({"class": ["1st", "2nd"], "alive": [0.62, 0.43]})
    outcome = _of(Table(nw.from_native(frame), {"alive": story}), "plot_bar", x="class", y="alive")
    assert outcome.chart.title == "Share of passengers where survived is yes, by class"
    assert outcome.figure.layout.yaxis.tickformat == ".0%" and outcome.figure.data[0].text == ("62.0%", "43.0%")


def test_bins_are_told_from_end_to_end() -> None:
    frame = pd.DataFrame({"decade": [0.0, 10.0, 20.0], "count": [82, 143, 344]})
    table = Table(nw.from_native(frame), {"decade": Lineage("age", width=10.0), "count": Lineage("", "count")})
    outcome = _of(table, "plot_bar", x="decade", y="count")
    assert outcome.chart.title == "Number of rows by age"
    assert outcome.figure.layout.xaxis.ticktext == ("0–10", "10–20", "20–30")


@pytest.mark.parametrize("tool", ["plot_bar", "plot_line"])
def test_the_years_of_a_date_are_years_and_the_unfinished_one_is_marked(tool: str) -> None:
    frame = pd.DataFrame({"year_of_date": [2008, 2009, 2010], "revenue": [1.0, 2.0, 0.5]})
    story = Lineage("date", grain="year", incomplete=("2010-01-01",))
    outcome = _of(Table(nw.from_native(frame), {"year_of_date": story, **TOTAL}), tool, x="year_of_date", y="revenue")
    assert outcome.chart.title == "Total revenue by year" and outcome.figure.layout.xaxis.title.text == "Year"
    assert outcome.chart.notes == ("2010 is incomplete.",)
    marks = outcome.figure.data[0].marker
    assert marks.opacity[-1] < 1 if tool == "plot_bar" else marks.symbol[-1] == "circle-open"


def test_what_several_measures_share_is_said_once() -> None:
    frame = pd.DataFrame({"kind": ["a", "b"], "high": [9.0, 8.0], "low": [1.0, 2.0], "other": [3.0, 4.0]})
    stories = {"high": Lineage("price", "max", unit="EUR"), "low": Lineage("price", "min", unit="EUR")}
    outcome = _of(Table(nw.from_native(frame), stories), "plot_bar", x="kind", y="high", more_y=["low"])
    assert outcome.chart.title == "Highest and lowest price by kind"
    assert outcome.figure.layout.yaxis.title.text == "Price (EUR)"
    assert [bars.name for bars in outcome.figure.data] == ["Highest", "Lowest"]
    means = {"high": Lineage("temp_max", "mean"), "low": Lineage("temp_min", "mean")}
    outcome = _of(Table(nw.from_native(frame), means), "plot_bar", x="kind", y="high", more_y=["low"])
    assert outcome.chart.title == "Average temp max and temp min by kind"
    assert outcome.figure.layout.yaxis.title.text == "Average"
    apart = {"high": Lineage("price", "max"), "low": Lineage("cost", "mean")}
    outcome = _of(Table(nw.from_native(frame), apart), "plot_bar", x="kind", y="high", more_y=["low"])
    assert [bars.name for bars in outcome.figure.data] == ["Highest price", "Average cost"]


def test_a_part_without_room_for_its_name_is_named_below_the_title() -> None:
    frame = pd.DataFrame({"continent": ["Asia", "Africa", "Oceania"], "revenue": [3800.0, 930.0, 24.5]})
    notes = [_drawn("plot_treemap", part, x="continent", y="revenue").chart.notes for part in (frame, frame.iloc[:2])]
    assert notes == [("Too small for a name: Oceania (24.5).",), ()]


def test_slices_have_as_many_decimals_each() -> None:
    frame = pd.DataFrame({"day": ["Fri", "Sat"], "revenue": [6.75, 93.25]})
    assert _drawn("plot_pie", frame, x="day", y="revenue").figure.data[0].texttemplate.endswith("%{percent:.1%}")


def test_a_heatmap_of_very_many_labels_draws_the_most_frequent_and_says_so() -> None:
    frame = pd.DataFrame({"depth": np.arange(500) % 200, "price": np.arange(500) % 3, "revenue": np.arange(500.0)})
    outcome = _drawn("plot_heatmap", frame, x="depth", y="revenue", color="price")
    grid = outcome.figure.data[0]
    assert len(grid.x) == 60 and len(grid.y) == 3
    assert "Drawn: the 60 most frequent of 200 values of depth." in outcome.chart.notes


def test_bars_side_by_side_carry_their_values_and_stacked_ones_do_not() -> None:
    frame = pd.DataFrame({"day": ["Sat", "Sun"] * 2, "sex": ["f", "f", "m", "m"], "revenue": [1.0, 2.0, 3.0, 4.0]})
    grouped = _drawn("plot_grouped_bar", frame, x="day", y="revenue", color="sex")
    assert [bars.text for bars in grouped.figure.data] == [("3", "4"), ("1", "2")]
    assert all(bars.text is None for bars in _drawn("plot_bar", frame, x="day", y="revenue", color="sex").figure.data)


@pytest.mark.parametrize(("values", "texts"), [
    ([8.23, 26.0, 26.1], ["8.2", "26.0", "26.1"]), ([1.0, 4.0, None], ["1", "4", ""]), ([0.001, 5.0], ["0.001", "5"]),
    ([17_674.0, 4_081.0, 103.0], ["17.7k", "4,081", "103"]), ([20_000.0, 30_000.0], ["20k", "30k"]), ([], []),
])  # fmt: skip
def test_figures_side_by_side_have_as_many_decimals(values: list[float | None], texts: list[str]) -> None:
    assert figures(values) == texts


@pytest.mark.parametrize(("low", "high", "apart", "form"), [
    (3.0, 700.0, "D2", "~s"), (0.02, 0.9, "D2", "~g"), (1.0, 1e6, 1, None), (0.001, 1e12, 2, None),
])  # fmt: skip
def test_ticks_of_a_logarithmic_axis_are_whole_numbers_and_few(low: float, high: float, apart: Any, form: Any) -> None:
    axis = logarithmic(pd.Series([low, high]))
    assert (axis["type"], axis["dtick"], axis.get("tickformat")) == ("log", apart, form)


def test_a_title_says_which_rows_by_what_no_filter_can_say() -> None:
    days = pd.date_range("2024-01-01", periods=60)
    back = [day + pd.Timedelta(days=place % 3 - 1) for place, day in enumerate(days)]
    frame = pd.DataFrame({"city": ["Bern", "Basel", "Chur"] * 20, "due_back": days, "returned_at": back})
    asked = autoviz.ask(frame, "bar chart of how many were returned after due back by city")
    assert asked.charts[0].title == "Number of rows by city, where returned at is after due back"
