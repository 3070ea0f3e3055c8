"""Bars: a metric per category or period, plain, grouped, stacked or lying."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from autoviz.drawing.axes import is_fraction, value_axis, value_format, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, across, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.incomplete import incomplete_note, incomplete_places
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import SUFFIXES, compact
from autoviz.drawing.order import arranged, in_places
from autoviz.drawing.rows import Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.titles import category_title, chart_title, values_title
from autoviz.model.labels import Layout
from autoviz.table import Outcome

LABELLED_UP_TO = 16
"""So few bars carry their values in figures."""
LYING_UP_TO = 40
LONG_LABEL = 14
MOST_LETTERS = 96
"""Labels of more letters than this in all do not fit side by side under upright bars."""
INCOMPLETE_OPACITY = 0.4
_ROUND = re.compile(r"\.0+(?=[kMBT]$)")


def draw_bars(
    encoding: Encoding, *, sort: str, order: str | None, max_series: int | None, other: bool | None, stated: bool
) -> Outcome:
    """A bar chart."""
    rows = gathered(encoding, categories=True, ranked=sort in ("y", "none"))
    encoding = replace(encoding, layout=encoding.layout or _layout(encoding, rows))
    warnings = passed(encoding, rows, stated=stated)
    single_rows = encoding.measure.aggregate is None
    rows, resolved = folded(trimmed(rows, encoding), encoding, max_series, other, pooled=single_rows)
    places = _places(rows, sort, order)
    resolved |= {"layout": encoding.layout, **_settled(rows, sort, order)}
    rows = _in_order(rows, places)
    drawn = panels(rows)
    traces = [_bar(encoding, rows, strand) for panel in drawn for strand in strands(rows, encoding, panel)]
    title = chart_title(encoding, over_time=rows.kind == "date" or encoding.x in rows.settled.get("periods", {}))
    notes = (*warnings, *incomplete_note(encoding, rows))
    layout = {**_axes(encoding, rows, drawn, places), **_bar_mode(encoding, rows)}
    return finished(traces, layout, encoding, rows, title, notes=notes, resolved=resolved)


def _layout(encoding: Encoding, rows: Rows) -> Layout | None:
    """Stacked where the parts add up, grouped where they do not; lying where the labels are long."""
    if rows.has_series:
        adds_up = encoding.additive or encoding.color == encoding.x
        return "stacked" if adds_up and not bool((rows.data[Y] < 0).any()) else "grouped"
    names = [str(name) for name in rows.data[X].drop_duplicates()] if rows.kind == "category" else []
    if rows.order(X) is not None or not 3 < len(names) <= LYING_UP_TO or rows.has_panels:
        return None
    crowded = sum(len(name) + 2 for name in names) > MOST_LETTERS
    return "horizontal" if crowded or max(map(len, names)) > LONG_LABEL else None


def _places(rows: Rows, sort: str, order: str | None) -> list[Hashable]:
    """The labels along the axis; none where it is an axis of dates or numbers."""
    if rows.kind != "category":
        return []
    totals = rows.data[Y].groupby(rows.data[X], sort=False).sum()
    return arranged(rows.data[X], totals, rows.order(X), sort, order)


def _settled(rows: Rows, sort: str, order: str | None) -> dict[str, str | None]:
    """The sorting that was really used, for the exported code."""
    if sort != "auto":
        return {"sort": sort, "order": order}
    if rows.kind == "category" and rows.order(X) is None:
        return {"sort": "y", "order": order or "desc"}
    return {"sort": "x", "order": order or "asc"}


def _in_order(rows: Rows, places: list[Hashable]) -> Rows:
    if rows.kind != "category":
        # Periods before the first and after the last value would only push the bars aside.
        return rows.having(rows.data[rows.data[Y].notna()].sort_values(X, kind="stable"))
    return rows.having(in_places(rows.data, X, places))


def _axes(encoding: Encoding, rows: Rows, drawn: list[Panel], places: list[Hashable]) -> dict[str, Any]:
    """Both axes, which change places where the bars lie."""
    groups, values = category_title(encoding, encoding.x or ""), values_title(encoding)
    along = x_axis(rows, encoding, places or None, across=across(drawn))
    heights = value_axis(rows, encoding, from_zero=True)
    if encoding.layout != "horizontal":
        return axes(drawn, along, heights, (groups, values), own_scales=rows.own_scales)
    along |= {"autorange": "reversed", "showgrid": False, "tickangle": 0, "ticks": "outside", "ticklen": 4}
    heights |= {"showgrid": True, "showline": False, "ticks": ""}
    layout = axes(drawn, heights, along, (values, groups), own_scales=rows.own_scales)
    return {"height": max(300, 160 + 30 * len(places)), **layout}


def _bar_mode(encoding: Encoding, rows: Rows) -> dict[str, Any]:
    lying_apart = encoding.layout == "horizontal" and not encoding.additive
    grouped = rows.has_series and encoding.color != encoding.x and (encoding.layout == "grouped" or lying_apart)
    upright_stack = encoding.layout == "stacked" and encoding.color != encoding.x
    return {
        "barmode": "group" if grouped else "relative",
        "legend": {"traceorder": "reversed" if upright_stack else "normal"},
    }


def _bar(encoding: Encoding, rows: Rows, strand: Strand) -> dict[str, Any]:
    lying = encoding.layout == "horizontal"
    groups, values = cells(strand.data[X]), cells(strand.data[Y])
    place, value = ("y", "x") if lying else ("x", "y")
    marked = incomplete_places(encoding, rows)
    trace = {
        "type": "bar", place: groups, value: values, "orientation": "h" if lying else "v",
        "marker": {"color": strand.color}, **strand.legend, **strand.panel.axes,
        "hovertemplate": f"%{{{place}}}: <b>%{{{value}:{value_format(encoding, rows.data[Y])}}}</b>{strand.no_extra}",
    }  # fmt: skip
    if marked:
        trace["marker"]["opacity"] = [INCOMPLETE_OPACITY if moment in marked else 1 for moment in strand.data[X]]
    if strand.name is None and not rows.has_panels and len(values) <= LABELLED_UP_TO:
        trace |= {"text": _value_labels(encoding, values), "textposition": "outside", "cliponaxis": False}
    return trace


def _value_labels(encoding: Encoding, values: list[float | None]) -> list[str]:
    if is_fraction(encoding.measure):
        return ["" if value is None else f"{value:.1%}" for value in values]
    figures = ["" if value is None else compact(value) for value in values]
    round_ones = all(_ROUND.search(figure) for figure in figures if figure.endswith(SUFFIXES))
    return [_ROUND.sub("", figure) for figure in figures] if round_ones else figures
