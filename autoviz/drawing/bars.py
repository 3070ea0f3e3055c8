"""Bars: a metric per category or period, plain, grouped, stacked or lying."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from autoviz.drawing.axes import is_fraction, value_axis, value_format, x_axis
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.facets import Panel, across, axes, panels
from autoviz.drawing.finish import finished
from autoviz.drawing.incomplete import incomplete_note, incomplete_places
from autoviz.drawing.lint import passed
from autoviz.drawing.numbers import figures
from autoviz.drawing.order import arranged, in_places
from autoviz.drawing.rows import SERIES, Rows, X, Y, cells, gathered
from autoviz.drawing.series import Strand, folded, strands, trimmed
from autoviz.drawing.titles import category, category_title, chart_title, values_title
from autoviz.model.labels import Layout
from autoviz.model.provenance import Note
from autoviz.table import Outcome

MOST_BARS = 25
"""Of names that have no order of their own; the table has the rest."""
LABELLED_UP_TO = 16
"""So few upright bars carry their values in figures; all lying ones do."""
WIDEST_GAP = 0.72
LONG_LABEL = 14
MOST_LETTERS = 96
"""Labels of more letters than this in all do not fit side by side under upright bars."""
INCOMPLETE_OPACITY = 0.4


def draw_bars(
    encoding: Encoding, *, sort: str, order: str | None, max_series: int | None, other: bool | None, stated: bool
) -> Outcome:
    """A bar chart."""
    rows = gathered(encoding, categories=True, ranked=sort in ("y", "none"))
    encoding = replace(encoding, layout=encoding.layout or _layout(encoding, rows))
    warnings = passed(encoding, rows, stated=stated)
    single_rows = encoding.measure.aggregate is None
    rows, resolved = folded(trimmed(rows, encoding), encoding, max_series, other, pooled=single_rows)
    sorting = _settled(rows, sort, order)
    rows, places = _shortened(rows, encoding, _places(rows, sort, order), sorting)
    lying = _lying(encoding, rows)
    resolved |= {"layout": encoding.layout, "lying": lying, **sorting}
    rows = _in_order(rows, places)
    drawn = panels(rows)
    traces = [_bar(encoding, rows, strand, lying) for panel in drawn for strand in strands(rows, encoding, panel)]
    title = chart_title(encoding, over_time=rows.kind == "date" or encoding.x in rows.settled.get("periods", {}))
    notes = (*warnings, *incomplete_note(encoding, rows))
    layout = {**_axes(encoding, rows, drawn, places, lying), **_bar_mode(encoding, rows, places, lying)}
    return finished(traces, layout, encoding, rows, title, notes=notes, resolved=resolved)


def _layout(encoding: Encoding, rows: Rows) -> Layout | None:
    """Stacked where the parts add up, grouped where they do not, as several measures: budget and spent make no whole;
    lying where the labels are long."""
    if rows.has_series:
        adds_up = (encoding.additive and len(encoding.y) <= 1) or encoding.color == encoding.x
        return "stacked" if adds_up and not bool((rows.data[Y] < 0).any()) else "grouped"
    return "horizontal" if _crowded(rows) else None


def _lying(encoding: Encoding, rows: Rows) -> bool:
    """Whether the bars lie: where it was asked for, and where their labels would not fit side by side."""
    return encoding.layout == "horizontal" or _crowded(rows)


def _crowded(rows: Rows) -> bool:
    if rows.kind != "category" or rows.order(X) is not None or rows.has_panels:
        return False
    names = [str(name) for name in rows.data[X].drop_duplicates().head(MOST_LETTERS)]
    if len(names) <= 3:
        return False
    return sum(len(name) + 2 for name in names) > MOST_LETTERS or max(map(len, names)) > LONG_LABEL


def _shortened(
    rows: Rows, encoding: Encoding, places: list[Hashable], sorting: dict[str, str | None]
) -> tuple[Rows, list[Hashable]]:
    """The first so many bars of names that have no order of their own, and what is said of the rest."""
    if rows.order(X) is not None or len(places) <= MOST_BARS:
        return rows, places
    kept = places[:MOST_BARS]
    what = category(encoding, encoding.x or "")
    ends = {"desc": f"{MOST_BARS} highest", "asc": f"{MOST_BARS} lowest"}
    which = ends[sorting["order"] or "desc"] if sorting["sort"] == "y" else f"first {MOST_BARS}"
    more = len(places) - MOST_BARS
    message = f"Drawn: the {which} of {len(places):,} values of {what}; {more:,} more are in the table."
    note = Note(kind="other", message=message, data={"values": len(places), "drawn": MOST_BARS})
    fewer = rows.having(rows.data[rows.data[X].isin(kept)], note)
    return replace(fewer, settled={**fewer.settled, "kept": kept}), kept


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


def _axes(
    encoding: Encoding, rows: Rows, drawn: list[Panel], places: list[Hashable], lying: bool
) -> dict[str, Any]:
    """Both axes, which change places where the bars lie."""
    groups, values = category_title(encoding, encoding.x or ""), values_title(encoding)
    along = x_axis(rows, encoding, places or None, across=across(drawn))
    heights = value_axis(rows, encoding, from_zero=True)
    if not lying:
        return axes(drawn, along, heights, (groups, values), own_scales=rows.own_scales)
    along |= {"autorange": "reversed", "showgrid": False, "tickangle": 0, "ticks": "outside", "ticklen": 4}
    heights |= {"showgrid": True, "showline": False, "ticks": ""}
    layout = axes(drawn, heights, along, (values, groups), own_scales=rows.own_scales)
    beside = len(rows.order(SERIES) or ()) if _side_by_side(encoding, rows) else 1
    return {"height": max(300, 160 + (30 + 12 * (beside - 1)) * len(places)), **layout}


def _side_by_side(encoding: Encoding, rows: Rows) -> bool:
    lying_apart = encoding.layout == "horizontal" and not encoding.additive
    return rows.has_series and encoding.color != encoding.x and (encoding.layout == "grouped" or lying_apart)


def _bar_mode(encoding: Encoding, rows: Rows, places: list[Hashable], lying: bool) -> dict[str, Any]:
    """How the bars of one place stand to one another; two or three bars are not as broad as the page."""
    upright_stack = encoding.layout == "stacked" and encoding.color != encoding.x and not lying
    mode: dict[str, Any] = {
        "barmode": "group" if _side_by_side(encoding, rows) else "relative",
        "legend": {"traceorder": "reversed" if upright_stack else "normal"},
    }
    if 0 < len(places) < 4 and not rows.has_panels and not _side_by_side(encoding, rows):
        mode["bargap"] = WIDEST_GAP - 0.14 * (len(places) - 1)
    return mode


def _bar(encoding: Encoding, rows: Rows, strand: Strand, lying: bool) -> dict[str, Any]:
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
    if _labelled(encoding, rows, strand, lying):
        trace |= {"text": _value_labels(encoding, values), "textposition": "outside", "cliponaxis": False}
    return trace


def _labelled(encoding: Encoding, rows: Rows, strand: Strand, lying: bool) -> bool:
    """Whether bars carry their values in figures: few of them, that do not stand on each other."""
    apart = strand.name is None or _side_by_side(encoding, rows)
    return apart and not rows.has_panels and len(rows.data) <= (MOST_BARS if lying else LABELLED_UP_TO)


def _value_labels(encoding: Encoding, values: list[float | None]) -> list[str]:
    if is_fraction(encoding.measure):
        return ["" if value is None else f"{value:.1%}" for value in values]
    return figures(values)
