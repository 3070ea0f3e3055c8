"""Charts say truthfully what they draw, draw it readably, and export to code that draws the same."""

from __future__ import annotations

import importlib.util
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from autoviz.errors import ColumnError, ParameterError, PlanError
from autoviz.registry.catalog import default_catalog
from autoviz.registry.code import render
from autoviz.table import Lineage

_SPEC = importlib.util.spec_from_file_location("chart_cases", Path(__file__).parent / "cases" / "charts.py")
assert _SPEC is not None and _SPEC.loader is not None
CHARTS = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(CHARTS)
EVERY = [
    pytest.param(tool, case, id=f"{tool}: {case['name']}") for tool, cases in CHARTS.CASES.items() for case in cases
]
REVENUE = {"revenue": Lineage("revenue", "sum", unit="USD")}


def monthly(*regions: str, periods: int = 6) -> pd.DataFrame:
    months = pd.date_range("2023-01-01", periods=periods, freq="MS")
    rows = [(month, name, 100.0 * (place + 1) + step) for place, name in enumerate(regions)
            for step, month in enumerate(months)]  # fmt: skip
    return pd.DataFrame(rows, columns=["date", "region", "revenue"])


MONTHLY = {"date": Lineage("date", grain="month", incomplete=("2023-06-01",)), **REVENUE}


# What is drawn


@pytest.mark.parametrize(("tool", "case"), EVERY)
def test_exported_code_draws_the_same(tool: str, case: dict[str, Any], run: Any) -> None:
    outcome = run(tool, case["frame"](), lineage=case["lineage"], **case["params"])
    entry = default_catalog().tool(tool)
    params = default_catalog().validated(tool, dict(case["params"]))
    code = render(entry, {**params, **outcome.resolved}, {"df": "table"}, "fig")
    before = case["frame"]()
    variables: dict[str, Any] = {"pd": pd, "table": before.copy()}
    exec(compile(code, f"<{tool}>", "exec"), variables)
    pd.testing.assert_frame_equal(variables["table"], before)
    assert drawn(variables["fig"]) == drawn(outcome.figure), code
    assert variables["fig"].layout.title.text == outcome.chart.title


def drawn(figure: Any) -> Counter[tuple[Any, ...]]:
    """Each mark of a figure by its place, its value and the name of its series, except lines beside the data."""
    found: Counter[tuple[Any, ...]] = Counter()
    for trace in figure.data:
        if trace.type == "pie":
            found.update(_marks("", trace.labels, trace.values))
        elif trace.type == "treemap":
            found.update(_marks("", trace.ids, trace.values))
        elif trace.type == "heatmap":
            for label, row in zip(trace.y, trace.z, strict=True):
                found.update(_marks(_same(label), trace.x, row))
        elif getattr(trace, "mode", None) != "lines" or trace.stackgroup or _is_series(figure, trace):
            name = trace.name if figure.layout.showlegend is not False else ""
            x = trace.x if trace.x is not None else [""] * len(trace.y)
            found.update(_marks(name or "", x, trace.y))
    return found


def _is_series(figure: Any, trace: Any) -> bool:
    """A trend line and a dashed segment lie beside another trace of the same name that has the data."""
    return trace.x is not None and not any(other.mode == "markers" for other in figure.data)


def _marks(name: Any, places: Any, values: Any) -> list[tuple[Any, ...]]:
    marks = [(name, _same(place), _same(value)) for place, value in zip(places, values, strict=True)]
    return [mark for mark in marks if not any(cell is None for cell in mark)]


def _same(cell: Any) -> Any:
    if isinstance(cell, (pd.Timestamp, np.datetime64)) or hasattr(cell, "isoformat"):
        return pd.Timestamp(cell).isoformat()
    if isinstance(cell, (int, float, np.number)):
        return float(f"{cell:.9g}") if math.isfinite(cell) else None
    return None if cell is None else re.sub(r"^(\d{4}-\d\d-\d\d)$", r"\1T00:00:00", str(cell))


def test_a_line_over_dates_has_moments_and_plain_numbers(run: Any) -> None:
    figure = run("plot_line", monthly("West"), lineage=REVENUE, x="date", y="revenue").figure
    assert list(figure.data[0].x) == list(pd.date_range("2023-01-01", periods=6, freq="MS").to_pydatetime())
    assert list(figure.data[0].y) == [100.0, 101.0, 102.0, 103.0, 104.0, 105.0]
    assert figure.layout.xaxis.type == "date"


def test_a_figure_survives_json_without_packed_arrays(run: Any) -> None:
    figure = run("plot_line", monthly("West", "East"), lineage=REVENUE, x="date", y="revenue", color="region").figure
    assert "bdata" not in figure.to_json()


def test_each_colour_value_is_one_trace(run: Any) -> None:
    figure = run("plot_bar", monthly("West", "East"), lineage=REVENUE, x="date", y="revenue", color="region").figure
    assert [trace.name for trace in figure.data] == ["East", "West"]


def test_lying_bars_have_the_values_on_x(run: Any) -> None:
    figure = run("plot_horizontal_bar", CHARTS.weekdays(), lineage=CHARTS.COUNTED, x="day", y="count").figure
    assert figure.data[0].orientation == "h"
    assert list(figure.data[0].y) == ["Mon", "Wed", "Fri", "Sun"]
    assert list(figure.data[0].x) == [9, 5, 4, 2]


def test_a_million_points_stay_a_small_figure(run: Any) -> None:
    points = 1_000_000
    series = pd.DataFrame({"t": pd.date_range("2020-01-01", periods=points, freq="min"),
                           "v": np.random.default_rng(0).normal(size=points).cumsum()})  # fmt: skip
    outcome = run("plot_line", series, x="t", y="v")
    assert len(outcome.figure.to_json()) < 200_000
    assert [note.kind for note in outcome.notes] == ["thinned"]
    assert max(outcome.figure.data[0].y) == series["v"].max()
    assert min(outcome.figure.data[0].y) == series["v"].min()


def test_an_empty_table_gives_an_empty_chart_that_says_so(run: Any) -> None:
    nothing = monthly("West").head(0)
    for tool in ("plot_line", "plot_area", "plot_bar", "plot_pie", "plot_treemap", "plot_scatter", "plot_box"):
        outcome = run(tool, nothing, x="date", y="revenue")
        assert "nothing to draw" in outcome.chart.alt
        assert "nothing to draw" in outcome.figure.layout.annotations[0].text
    assert "nothing to draw" in run("plot_histogram", nothing, x="revenue").chart.alt


def test_more_rows_than_can_be_collected_are_sampled_and_it_is_said(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    monkeypatch.setattr("autoviz.tools.charts.MOST_COLLECTED", 100)
    rows = polars.DataFrame({"a": range(1000), "b": range(1000)}).lazy()
    outcome = run("plot_scatter", rows, x="a", y="b")
    assert [note.kind for note in outcome.notes] == ["sampled"]
    assert "of 1,000 rows" in outcome.chart.notes[0]
    assert 50 < len(outcome.figure.data[0].x) < 200


# What is told


def test_the_chart_names_the_columns_of_the_user(run: Any) -> None:
    counted = pd.DataFrame({"weekday": ["Mon", "Tue"], "n": [3, 4]})
    lineage = {"weekday": Lineage("ordered_at", grain="weekday"), "n": Lineage("", "count")}
    chart = run("plot_bar", counted, lineage=lineage, x="weekday", y="n").chart
    assert (chart.x, chart.y, chart.aggregate, chart.grain) == ("ordered_at", None, "count", "weekday")
    assert chart.title == "Number of rows by day of the week"


def test_titles_say_aggregate_group_grain_and_unit(run: Any) -> None:
    outcome = run("plot_line", monthly("West", "East"), lineage=MONTHLY, x="date", y="revenue", color="region")
    assert outcome.chart.title == "Total revenue by region, monthly"
    assert outcome.figure.layout.yaxis.title.text == "Total revenue (USD)"
    assert outcome.figure.layout.legend.title.text == "Region"


def test_a_title_of_the_user_is_kept(run: Any) -> None:
    outcome = run("plot_line", monthly("West"), x="date", y="revenue", title="My <b>own</b>")
    assert outcome.chart.title == "My <b>own</b>"
    assert outcome.figure.layout.title.text == "My &lt;b>own&lt;/b>"


def test_every_chart_has_alt_text_with_its_extremes(run: Any) -> None:
    outcome = run("plot_line", monthly("West", "East"), lineage=MONTHLY, x="date", y="revenue", color="region")
    assert outcome.chart.alt == (
        "Line chart: Total revenue by region, monthly. From Jan 2023 to Jun 2023. 2 series: East and West. "
        "Highest: 205 USD (East, Jun 2023); lowest: 100 USD (West, Jan 2023)."
    )


def test_a_histogram_of_values_in_even_steps_has_no_gaps(run: Any) -> None:
    fives = pd.DataFrame({"wind": [5 * step for step in range(2, 33) for _ in range(step * 20)]})
    bars = run("plot_histogram", fives, x="wind").figure.data[0]
    assert set(np.diff(bars.x)) == {5.0} and min(bars.y) > 0


def test_a_histogram_counts_rows(run: Any) -> None:
    outcome = run("plot_histogram", CHARTS.cars(), x="economy")
    assert (outcome.chart.x, outcome.chart.y, outcome.chart.aggregate) == ("economy", None, "count")
    assert outcome.chart.bins == outcome.resolved["bins"]
    assert sum(outcome.figure.data[0].y) == 78
    assert outcome.chart.notes == ("Not drawn: 2 of 80 rows, without a value.",)


def test_several_metrics_are_all_named(run: Any) -> None:
    outcome = run("plot_line", CHARTS.sales().head(4), lineage=CHARTS.TOTALS, x="month", y="revenue", more_y=["units"])
    assert (outcome.chart.y, outcome.chart.more_y) == ("revenue", ("units",))


# Incomplete periods


def test_an_incomplete_last_period_is_dashed_hollow_and_told(run: Any) -> None:
    outcome = run("plot_line", monthly("West"), lineage=MONTHLY, x="date", y="revenue")
    line, dash = outcome.figure.data
    assert math.isnan(line.y[-2])
    assert line.y[-1] == 105.0
    assert line.marker.symbol[-1] == "circle-open"
    assert (dash.line.dash, dash.x, list(dash.y)) == ("dot", None, [104.0, 105.0])
    assert outcome.chart.notes == ("Jun 2023 is incomplete.",)


def test_an_incomplete_first_period_is_dashed_too(run: Any) -> None:
    lineage = {"date": Lineage("date", grain="month", incomplete=("2023-01-01",)), **REVENUE}
    line, dash = run("plot_line", monthly("West"), lineage=lineage, x="date", y="revenue").figure.data
    assert (line.y[0], math.isnan(line.y[1]), line.y[2]) == (100.0, True, 101.0)
    assert list(dash.y) == [100.0, 101.0]


def test_an_incomplete_bar_is_paler(run: Any) -> None:
    figure = run("plot_bar", monthly("West"), lineage=MONTHLY, x="date", y="revenue").figure
    assert list(figure.data[0].marker.opacity) == [1, 1, 1, 1, 1, 0.4]


def test_an_incomplete_area_is_veiled(run: Any) -> None:
    figure = run("plot_area", monthly("West"), lineage=MONTHLY, x="date", y="revenue").figure
    assert [shape.type for shape in figure.layout.shapes] == ["rect"]


# Order and labels


def test_bars_of_names_are_sorted_by_value(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn", "Paris", "Rome"], "revenue": [2.0, 9.0, 5.0]})
    figure = run("plot_bar", table, lineage=REVENUE, x="city", y="revenue").figure
    assert list(figure.data[0].x) == ["Paris", "Rome", "Bonn"]
    assert list(figure.layout.xaxis.categoryarray) == ["Paris", "Rome", "Bonn"]


@pytest.mark.parametrize(("sort", "order", "expected"), [
    ("none", None, ["Bonn", "Paris", "Rome"]),
    ("x", "desc", ["Rome", "Paris", "Bonn"]),
    ("y", "asc", ["Bonn", "Rome", "Paris"]),
])  # fmt: skip
def test_bars_follow_the_order_asked_for(run: Any, sort: str, order: str | None, expected: list[str]) -> None:
    table = pd.DataFrame({"city": ["Bonn", "Paris", "Rome"], "revenue": [2.0, 9.0, 5.0]})
    figure = run("plot_bar", table, x="city", y="revenue", sort=sort, order=order).figure
    assert list(figure.data[0].x) == expected


def test_ranked_periods_stand_in_their_ranks_by_name(run: Any) -> None:
    best = CHARTS.best_months()
    figure = run("plot_bar", best, lineage=CHARTS.TOTALS, x="month", y="revenue", sort="none").figure
    assert figure.data[0].x == ("May 2023", "Jan 2023", "Mar 2023") and figure.layout.xaxis.type == "category"
    in_time = run("plot_bar", best.sort_values("month"), lineage=CHARTS.TOTALS, x="month", y="revenue", sort="none")
    assert in_time.figure.layout.xaxis.type == "date"


def test_bars_of_years_keep_their_order_and_plain_figures(run: Any) -> None:
    table = pd.DataFrame({"year": [1998, 1996, 1997], "revenue": [3.0, 9.0, 5.0]})
    figure = run("plot_bar", table, lineage=REVENUE, x="year", y="revenue").figure
    assert list(figure.data[0].x) == [1996, 1997, 1998]
    assert figure.layout.xaxis.type == "category"


def test_a_line_over_years_writes_1996_not_1_996(run: Any) -> None:
    table = pd.DataFrame({"year": list(range(1900, 2000)), "revenue": range(100)})
    assert run("plot_line", table, x="year", y="revenue").figure.layout.xaxis.tickformat == "d"


def test_dates_of_the_year_grain_show_years(run: Any) -> None:
    table = pd.DataFrame({"date": pd.to_datetime(["1996", "1997", "1998"]), "revenue": [1.0, 2.0, 3.0]})
    lineage = {"date": Lineage("date", grain="year"), **REVENUE}
    axis = run("plot_line", table, lineage=lineage, x="date", y="revenue").figure.layout.xaxis
    assert (axis.tickformat, axis.dtick) == ("%Y", "M12")


def test_long_labels_lay_the_bars_down(run: Any) -> None:
    names = ["Outdoor furniture and tools", "Kitchen appliances", "Books and magazines", "Toys"]
    table = pd.DataFrame({"category": names, "revenue": [1.0, 2.0, 3.0, 4.0]})
    outcome = run("plot_bar", table, lineage=REVENUE, x="category", y="revenue")
    assert outcome.chart.layout == "horizontal"
    assert outcome.resolved["layout"] == "horizontal"


def test_missing_categories_have_a_label(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn", None], "revenue": [2.0, 9.0]})
    figure = run("plot_bar", table, lineage=REVENUE, x="city", y="revenue").figure
    assert list(figure.data[0].x) == ["Bonn", "(missing)"]


def test_cells_that_look_like_markup_are_shown_as_they_are(run: Any) -> None:
    table = monthly("<b>West</b>", "East")
    figure = run("plot_line", table, lineage=REVENUE, x="date", y="revenue", color="region").figure
    assert {trace.name for trace in figure.data} == {"&lt;b>West&lt;/b>", "East"}


def test_round_values_on_bars_have_no_zeros_behind_the_point(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn", "Paris"], "revenue": [50_000.0, 20_000.0]})
    assert list(run("plot_bar", table, x="city", y="revenue").figure.data[0].text) == ["50k", "20k"]
    uneven = table.assign(revenue=[51_500.0, 20_000.0])
    assert list(run("plot_bar", uneven, x="city", y="revenue").figure.data[0].text) == ["51.5k", "20.0k"]


def test_periods_as_colours_are_named_by_their_grain(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn"] * 2, "date": pd.to_datetime(["2023", "2024"]), "revenue": [2.0, 3.0]})
    lineage = {"date": Lineage("date", grain="year"), **REVENUE}
    outcome = run("plot_bar", table, lineage=lineage, x="city", y="revenue", color="date")
    assert [trace.name for trace in outcome.figure.data] == ["2023", "2024"]
    assert outcome.chart.title == "Total revenue by city and year"


# Series, panels, layouts


def test_past_a_dozen_the_rest_of_a_total_is_other(run: Any) -> None:
    table = monthly(*(f"region {number:02d}" for number in range(20)))
    outcome = run("plot_line", table, lineage=REVENUE, x="date", y="revenue", color="region")
    names = [trace.name for trace in outcome.figure.data]
    assert len(names) == 13 and names[-1] == "Other"
    assert outcome.figure.data[-1].y[0] == sum(100.0 * place for place in range(1, 9))
    assert outcome.chart.notes[0] == "The 12 largest of 20 values of region are drawn; the others are shown as Other."


def test_past_a_dozen_the_rest_of_an_average_is_left_out(run: Any) -> None:
    table = monthly(*(f"region {number:02d}" for number in range(20)))
    lineage = {"revenue": Lineage("revenue", "mean")}
    outcome = run("plot_line", table, lineage=lineage, x="date", y="revenue", color="region")
    assert [trace.name for trace in outcome.figure.data] == [f"region {number:02d}" for number in range(19, 7, -1)]
    assert outcome.chart.notes[0].endswith("the others are left out.")


def test_panels_share_their_axes_and_are_at_most_a_dozen(run: Any) -> None:
    table = monthly(*(f"region {number:02d}" for number in range(14)))
    outcome = run("plot_line", table, lineage=REVENUE, x="date", y="revenue", facet="region")
    layout = outcome.figure.layout
    assert (layout.xaxis12.matches, layout.yaxis12.matches) == ("x", "y")
    assert "xaxis13" not in layout
    assert "12 largest of 14" in outcome.chart.notes[0]


@pytest.mark.parametrize(
    ("aggregate", "layout", "mode"), [("sum", "stacked", "relative"), ("mean", "grouped", "group")]
)
def test_colours_are_stacked_only_where_they_add_up(run: Any, aggregate: str, layout: str, mode: str) -> None:
    lineage = {"revenue": Lineage("revenue", aggregate)}
    outcome = run("plot_bar", monthly("West", "East"), lineage=lineage, x="date", y="revenue", color="region")
    assert (outcome.chart.layout, outcome.figure.layout.barmode) == (layout, mode)


def test_metrics_of_different_scale_never_share_an_axis(run: Any) -> None:
    table = monthly("West").assign(units=[1, 2, 3, 2, 1, 2])
    outcome = run("plot_line", table, lineage=REVENUE, x="date", y="revenue", more_y=["units"])
    assert {trace.yaxis for trace in outcome.figure.data} == {"y", "y2"}
    assert outcome.figure.layout.yaxis2.overlaying is None
    assert "panel of its own" in outcome.chart.notes[0]


def test_metrics_of_like_scale_share_an_axis(run: Any) -> None:
    table = monthly("West").assign(cost=[60.0, 70, 80, 70, 60, 70])
    figure = run("plot_line", table, x="date", y="revenue", more_y=["cost"]).figure
    assert [trace.name for trace in figure.data] == ["Revenue", "Cost"]
    assert {trace.yaxis for trace in figure.data} == {"y"}


def test_two_scales_with_facets_are_refused_with_a_way_out(run: Any) -> None:
    table = monthly("West", "East").assign(units=1)
    with pytest.raises(ParameterError, match="one metric at a time"):
        run("plot_line", table, x="date", y="revenue", more_y=["units"], facet="region")


def test_bars_coloured_by_their_own_category_stand_in_their_places(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn", "Paris"], "revenue": [2.0, 9.0]})
    lineage = {"revenue": Lineage("revenue", "mean")}
    outcome = run("plot_bar", table, lineage=lineage, x="city", y="revenue", color="city")
    assert outcome.figure.layout.barmode == "relative"
    assert len(outcome.figure.data) == 2


# Points


def test_a_trend_is_fitted_to_all_rows_and_keeps_out_of_the_data(run: Any) -> None:
    table = pd.DataFrame({"a": np.arange(5000.0), "b": 2 * np.arange(5000.0) + 1})
    outcome = run("plot_scatter", table, x="a", y="b", trend="linear")
    cloud, line = outcome.figure.data
    assert len(cloud.x) <= 3000
    assert line.x is None
    assert [round(height, 6) for height in line.y] == [1.0, 9999.0]
    assert "r = 1.00" in outcome.chart.notes[-1]


def test_a_smooth_trend_follows_a_bend(run: Any) -> None:
    x = np.linspace(-3, 3, 200)
    line = run("plot_scatter", pd.DataFrame({"a": x, "b": x**2}), x="a", y="b", trend="smooth").figure.data[1]
    assert line.y[0] > 4
    assert line.y[len(line.y) // 2] < 1


def test_a_measured_number_as_colour_is_a_scale(run: Any) -> None:
    outcome = run("plot_scatter", CHARTS.cars(), x="power", y="economy", color="weight")
    assert len(outcome.figure.data) == 1
    assert outcome.figure.layout.coloraxis.colorbar.title.text == "Weight"
    assert outcome.chart.color == "weight"


def test_outliers_survive_thinning(run: Any) -> None:
    rng = np.random.default_rng(1)
    table = pd.DataFrame({"a": rng.normal(size=50_000), "b": rng.normal(size=50_000)})
    table.loc[123] = [0.0, 99.0]
    cloud = run("plot_scatter", table, x="a", y="b").figure.data[0]
    assert 99.0 in cloud.y


# Distributions


def test_round_bins_hold_what_lies_on_their_lower_edge(run: Any) -> None:
    tenths = pd.DataFrame({"v": np.arange(0, 100) / 10})
    outcome = run("plot_histogram", tenths, x="v", width=0.1)
    assert set(outcome.figure.data[0].y) == {1}


def test_a_stated_number_of_bins_is_kept(run: Any) -> None:
    outcome = run("plot_histogram", CHARTS.cars(), x="power", bins=7)
    expected, _ = np.histogram(CHARTS.cars()["power"], bins=7)
    assert outcome.chart.bins == 7
    assert list(outcome.figure.data[0].y) == [count for count in expected if count]


def test_few_whole_numbers_have_a_bin_each(run: Any) -> None:
    outcome = run("plot_histogram", CHARTS.cars(), x="cylinders")
    assert list(outcome.figure.data[0].x) == [4, 6, 8]


@pytest.mark.parametrize("column", ["origin", "day"])
def test_a_histogram_of_no_numbers_is_refused_with_a_way_out(run: Any, column: str) -> None:
    table = CHARTS.cars().assign(day=pd.Timestamp("2024-01-01"))
    with pytest.raises(ColumnError, match="plot_bar"):
        run("plot_histogram", table, x=column)


def test_constant_values_have_a_histogram(run: Any) -> None:
    assert sum(run("plot_histogram", pd.DataFrame({"v": [2.5] * 9}), x="v").figure.data[0].y) == 9


def test_boxes_of_many_rows_are_drawn_from_exact_quartiles(run: Any) -> None:
    values = np.random.default_rng(3).lognormal(size=20_000)
    outcome = run("plot_box", pd.DataFrame({"v": values, "g": "all"}), x="g", y="v")
    box = outcome.figure.data[0]
    assert (box.q1[0], box.median[0], box.q3[0]) == tuple(np.quantile(values, [0.25, 0.5, 0.75]))
    assert max(box.y[0]) == values.max()
    assert len(outcome.figure.to_json()) < 50_000
    assert outcome.notes[0].kind == "thinned"


def test_boxes_of_few_rows_have_the_quartiles_that_the_table_tells(run: Any) -> None:
    table = pd.DataFrame({"v": [1.0, 2.0, 4.0, 7.0, 9.0, 40.0], "g": "all"})
    box = run("plot_box", table, x="g", y="v").figure.data[0]
    assert (box.q1[0], box.median[0], box.q3[0]) == tuple(table["v"].quantile([0.25, 0.5, 0.75]))
    assert (box.lowerfence[0], box.upperfence[0], list(box.y[0])) == (1.0, 9.0, [1.0, 9.0, 40.0])


def test_every_box_has_values_beside_it_or_plotly_draws_none(run: Any) -> None:
    table = pd.DataFrame({"v": [*range(1, 6), *range(11, 16), 99], "g": ["a"] * 5 + ["b"] * 6})
    box = run("plot_box", table, x="g", y="v", sort="x").figure.data[0]
    assert [list(values) for values in box.y] == [[1.0, 5.0], [11.0, 15.0, 99.0]]


def test_violins_of_many_rows_keep_their_ends_and_middle(run: Any) -> None:
    values = np.random.default_rng(3).normal(size=20_001)
    violin = run("plot_violin", pd.DataFrame({"v": values}), y="v").figure.data[0]
    assert len(violin.y) == 401
    assert (min(violin.y), max(violin.y)) == (values.min(), values.max())
    assert abs(np.median(violin.y) - np.median(values)) < 0.01


def test_boxes_of_names_are_sorted_by_their_median(run: Any) -> None:
    table = pd.DataFrame({"g": ["Bonn", "Rome"] * 3, "v": [1, 9, 2, 8, 3, 7]})
    figure = run("plot_box", table, x="g", y="v").figure
    assert list(figure.layout.xaxis.categoryarray) == ["Rome", "Bonn"]


# Shares and grids


def test_slices_go_clockwise_from_the_largest(run: Any) -> None:
    table = pd.DataFrame({"city": ["Bonn", "Paris", "Rome"], "revenue": [2.0, 9.0, 5.0]})
    pie = run("plot_pie", table, lineage=REVENUE, x="city", y="revenue").figure.data[0]
    assert (list(pie.labels), list(pie.values), pie.sort) == (["Paris", "Rome", "Bonn"], [9.0, 5.0, 2.0], False)


def test_slices_that_no_colour_is_left_for_are_one(run: Any) -> None:
    table = pd.DataFrame({"shop": [f"Shop {place}" for place in range(40)], "revenue": np.arange(40.0) + 1})
    outcome = run("plot_pie", table, lineage=REVENUE, x="shop", y="revenue", stated=True)
    pie = outcome.figure.data[0]
    assert (len(pie.labels), pie.labels[0], pie.labels[-1]) == (13, "Shop 39", "Other")
    assert sum(pie.values) == table["revenue"].sum() and len(set(pie.marker.colors)) == 13
    assert "The 12 largest of 40 values of shop are drawn; the others are shown as Other." in outcome.chart.notes


def test_a_treemap_nests_its_second_category(run: Any) -> None:
    table = pd.DataFrame({"a": ["x", "x", "y"], "b": ["p", "q", "p"], "revenue": [1.0, 2.0, 4.0]})
    tree = run("plot_treemap", table, lineage=REVENUE, x="a", y="revenue", color="b").figure.data[0]
    assert dict(zip(tree.ids, tree.values, strict=True)) == {"y": 4.0, "x": 3.0, "x/p": 1.0, "x/q": 2.0, "y/p": 4.0}


def test_a_heatmap_takes_the_metric_as_value_or_as_y(run: Any) -> None:
    table = CHARTS.sales()
    one = run("plot_heatmap", table, lineage=CHARTS.TOTALS, x="month", y="region", value="units")
    other = run("plot_heatmap", table, lineage=CHARTS.TOTALS, x="month", y="units", color="region")
    assert one.figure.data[0].z == other.figure.data[0].z
    assert (one.chart.x, one.chart.y, one.chart.color) == ("date", "region", "units")


def test_a_heatmap_of_correlations_has_both_halves(run: Any) -> None:
    grid = run("plot_heatmap", CHARTS.pairs(), x="column_a", y="column_b", value="r").figure
    assert [list(row) for row in grid.data[0].z] == [[1.0, 0.5, -0.2], [0.5, 1.0, 0.9], [-0.2, 0.9, 1.0]]
    assert (grid.layout.coloraxis.cmin, grid.layout.coloraxis.cmax) == (-1, 1)


def test_a_heatmap_without_a_second_category_is_refused(run: Any) -> None:
    with pytest.raises(ParameterError, match="two categories"):
        run("plot_heatmap", CHARTS.sales(), x="month", y="units")


# Lint


def test_a_misleading_chart_of_ours_is_refused_with_a_better_one(run: Any) -> None:
    table = pd.DataFrame({"city": [f"city {number}" for number in range(9)], "revenue": range(1, 10)})
    with pytest.raises(PlanError, match="more than 8 slices") as refused:
        run("plot_pie", table, lineage=REVENUE, x="city", y="revenue")
    assert "plot_bar" in refused.value.hint
    assert "pie_slices" in refused.value.what


def test_a_misleading_chart_that_the_user_named_is_drawn_with_the_warning(run: Any) -> None:
    table = pd.DataFrame({"city": [f"city {number}" for number in range(9)], "revenue": range(1, 10)})
    outcome = run("plot_pie", table, lineage=REVENUE, x="city", y="revenue", stated=True)
    assert outcome.chart.notes == ("A pie of more than 8 slices cannot be read.",)
    assert [note.kind for note in outcome.notes] == ["lint"]
    assert "cannot be read" in outcome.figure.layout.title.subtitle.text


def test_a_metric_of_text_is_refused(run: Any) -> None:
    with pytest.raises(ColumnError, match="not numbers"):
        run("plot_bar", monthly("West"), x="date", y="region")


def test_a_column_that_is_not_there_is_refused_with_the_nearest(run: Any) -> None:
    with pytest.raises(ColumnError, match="revenue"):
        run("plot_bar", monthly("West"), x="date", y="revnue")


def test_a_line_is_broken_over_periods_in_which_its_group_has_no_rows(run: Any) -> None:
    rows = monthly("West", "East").drop(index=[2, 3])  # West has no rows in March and April
    lines = run("plot_line", rows, lineage=MONTHLY, x="date", y="revenue", color="region").figure.data
    west, east = (next(line for line in lines if line.name == name) for name in ("West", "East"))
    empty = {
        line.name: [str(place)[:7] for place in np.asarray(line.x)[pd.isna(np.asarray(line.y))]]
        for line in (west, east)
    }
    assert empty["West"][:2] == ["2023-03", "2023-04"] and "2023-03" not in empty["East"]
    late = monthly("West", "East").drop(index=[0, 1])  # a group that comes later is not broken before
    drawn = run("plot_line", late, lineage={**REVENUE, "date": Lineage("date", grain="month")},
                x="date", y="revenue", color="region").figure.data  # fmt: skip
    assert not any(pd.isna(np.asarray(line.y)).any() for line in drawn)
