"""Comparison: whether a chart is of the right kind, shows the right columns, in the right roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autoviz.evaluation.suites import Expectation
from autoviz.model.chart import Chart

_FAMILIES = {
    "bar": ("bar", "stacked_bar", "grouped_bar"),
    "line": ("line", "multi_line", "area"),
    "scatter": ("scatter", "bubble"),
    "pie": ("pie", "donut"),
}
_FAMILY_OF = {name: family for family, names in _FAMILIES.items() for name in names}
_CHANNELS = ("x", "y", "color", "facet", "size")
_GROUPS_ON_X = ("box", "violin")
"""Marks that show a spread per group on x, where histograms show the groups by colour."""
_ROWS_COUNTED = frozenset({None, "count", "size"})
NO_CHART = "table"
"""The mark of an answer that draws nothing."""


def mark_of(chart: Chart | None) -> str:
    """The mark drawn; an answer without a chart is a table."""
    return NO_CHART if chart is None else str(chart.mark)


def mark_matches(chart: Chart | None, expect: Expectation) -> bool:
    """Whether the kind of chart is one of those that are right; bars are bars, however they are laid out."""
    return _family(mark_of(chart)) in {_family(name) for name in expect.accepted_charts}


def attributes_match(chart: Chart | None, expect: Expectation, read: Iterable[str] = ()) -> bool:
    """Whether the set of columns drawn is right; for an answer without a chart, the columns that were read."""
    if expect.any_attributes:
        return True
    shown = _folded(read if chart is None else _drawn(chart, expect))
    return any(shown == _folded(wanted) for wanted in _wanted_sets(expect))


def roles_match(chart: Chart | None, expect: Expectation) -> bool:
    """Whether aggregate, split and grain are as the question fixes them."""
    if chart is None:
        return True
    return aggregate_matches(chart, expect) and split_matches(chart, expect) and grain_matches(chart, expect)


def aggregate_matches(chart: Chart, expect: Expectation) -> bool:
    """Whether the metric is summarised as it should be; no aggregate over rows counts them."""
    if expect.any_attributes:
        return True
    accepted = set(expect.y.aggregate_accept) or {expect.y.aggregate}
    if chart.aggregate in accepted:
        return True
    return chart.aggregate in _ROWS_COUNTED and bool(accepted & _ROWS_COUNTED)


def split_matches(chart: Chart, expect: Expectation) -> bool:
    """Whether colour and facet hold the columns that should separate the marks, in either place."""
    if expect.any_attributes or chart.mark == "heatmap":
        return True
    split, wanted = {chart.color, chart.facet}, {expect.color, expect.facet}
    spread = "histogram" in (chart.mark, expect.charts[0])
    if expect.x_color_swappable or (spread and chart.mark in _GROUPS_ON_X and chart.y is not None):
        split |= {chart.x}
    if expect.x_color_swappable or (spread and expect.charts[0] in _GROUPS_ON_X):
        wanted |= {expect.x.column}
    return split - {None} == wanted - {None}


def grain_matches(chart: Chart, expect: Expectation) -> bool:
    """Whether time is cut as asked; a column of plain years needs no cut by year."""
    if expect.time_bin in (None, "zero"):
        return True
    return chart.grain == expect.time_bin or (expect.time_bin == "year" and chart.grain is None)


def _family(mark: str) -> str:
    return _FAMILY_OF.get(mark, mark)


def _folded(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


def _wanted_sets(expect: Expectation) -> Iterator[set[str]]:
    """Every right set of columns; a column whose rows are only counted need not be drawn."""
    columns = (expect.x.column, expect.y.column, expect.color)
    main = {name for name in columns if name} if expect.attributes is None else set(expect.attributes)
    for wanted in (main, *map(set, expect.attributes_accept)):
        counted = {expect.y.column} - {expect.x.column} if expect.y.aggregate == "count" else set()
        yield wanted - counted


def _drawn(chart: Chart, expect: Expectation) -> set[str]:
    """The columns that the chart draws, without those that stand for a count or a derived metric."""
    drawn = {channel: getattr(chart, channel) for channel in _CHANNELS}
    if expect.y.derived:
        del drawn["y"]
    names = {str(name) for name in drawn.values() if name}
    if expect.y.aggregate == "count":
        names -= {str(expect.y.column), "count"} - {str(expect.x.column)}
    return names
