"""Finish: title, notes, legend and template put on a figure, and the Chart that says what it encodes."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from autoviz.drawing.alt import alt_text
from autoviz.drawing.encoding import Encoding
from autoviz.drawing.rows import PANEL, SERIES, Rows
from autoviz.drawing.theme import template
from autoviz.drawing.titles import category_title, plain_text
from autoviz.model.provenance import Note
from autoviz.table import Outcome

HEIGHT = 440
_TITLE_WIDTH = 60
_NOTE_WIDTH = 96
"""So many characters of a title, left of the buttons, and of what stands under it fit a figure of 700 pixels."""
_EMPTY = {"text": "There is nothing to draw.", "showarrow": False, "xref": "paper", "yref": "paper", "x": 0.5, "y": 0.5}


def finished(
    traces: Sequence[Mapping[str, Any]],
    layout: Mapping[str, Any],
    encoding: Encoding,
    rows: Rows,
    title: str,
    *,
    notes: tuple[Note, ...] = (),
    resolved: Mapping[str, Any] | None = None,
    **told: Any,
) -> Outcome:
    """The outcome of a chart tool: the figure in house style, its Chart, and what the reader must know."""
    every = (*rows.notes, *notes)
    messages = tuple(dict.fromkeys(note.message for note in every))
    whole: dict[str, Any] = {**layout, **_legend(encoding, rows, layout), **_head(title, messages, layout)}
    names = rows.order(SERIES) or []
    whole["height"] = max(layout.get("height", HEIGHT), whole["margin"]["t"] + 90 + 20 * len(names))
    if not len(rows.data):
        whole["annotations"] = [_EMPTY]
    chart = encoding.chart(title=title, notes=messages, **{"alt": alt_text(encoding, rows, title), **told})
    figure = go.Figure(data=list(traces), layout={**whole, "template": template("light")})
    settled = {**rows.settled, "orders": _orders(encoding, rows, layout), **(resolved or {}), "title": title}
    settled = {key: value for key, value in settled.items() if key != "orders" or value}
    return Outcome(chart=chart, figure=figure, notes=every, resolved=settled)


def _orders(encoding: Encoding, rows: Rows, layout: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The order of labels by column, for the exported code."""
    ordered = (layout[name] for name in ("xaxis", "yaxis") if "categoryarray" in layout.get(name, {}))
    axis: Mapping[str, Any] = next(ordered, {})
    places = list(axis.get("categoryarray", ())) if rows.kind == "category" else []
    found = {encoding.x: places, encoding.facet: rows.order(PANEL), encoding.color: rows.order(SERIES)}
    numbers = rows.settled.get("as_text", ())
    return {
        name: [str(label) if name in numbers else label for label in labels]
        for name, labels in found.items()
        if name is not None and labels
    }


def _head(title: str, messages: tuple[str, ...], layout: Mapping[str, Any]) -> dict[str, Any]:
    """Title, and under it what the reader must know; the margin grows with the lines."""
    head = [plain_text(line) for line in textwrap.wrap(title, _TITLE_WIDTH)]
    told = [plain_text(line) for line in textwrap.wrap(" ".join(messages), _NOTE_WIDTH)]
    headings = 22 if layout.get("annotations") else 0
    return {
        "title": {
            "text": "<br>".join(head), "subtitle": {"text": "<br>".join(told)}, "yref": "container", "y": 1,
            "yanchor": "top", "pad": {"l": 16, "t": 18},
        },
        "margin": {**layout.get("margin", {}), "t": 46 + 24 * len(head) + 17 * len(told) + headings},
    }  # fmt: skip


def _legend(encoding: Encoding, rows: Rows, layout: Mapping[str, Any]) -> dict[str, Any]:
    names: list[Hashable] = rows.order(SERIES) or []
    if "showlegend" in layout:
        return {}
    if not rows.has_series or (len(names) < 2 and encoding.color is None):
        return {"showlegend": False}
    legend = dict(layout.get("legend", {}))
    if encoding.color is not None:
        legend["title"] = {"text": plain_text(category_title(encoding, encoding.color))}
    return {"showlegend": True, "legend": legend}
