"""Pictures: what can be seen of a figure, to hold the chart shown against the one that copied code draws.

The same picture has the same words, axes and order, and every bar, point, line, slice, box and cell in its panel
at its place in its colour, size and paleness. In which order marks are told, how missing values and straight lines are
written down, which numbers axes have, and what stands in hover text can not be seen.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

Marks = list[tuple[Any, ...]]
Panel = tuple[int, int]
"""The column and the row in which the axes of a trace stand, counted from the left and from below."""

_PLACES_ON_A_TREND = 9
_MARKED_UP_TO = 20
"""Below so many points plotly marks each of a line that is not said to be a mere line."""
_USUAL_WIDTH = 2
_NUMBER = re.compile(r"%\{[xyz]:(,?)\.(\d)([fs%])\}")


def differences(shown: go.Figure, drawn: go.Figure) -> list[str]:
    """What of the picture that was shown the other one has otherwise."""
    one, other = picture(shown), picture(drawn)
    pairs = {part: (one.get(part, []), other.get(part, [])) for part in one | other}
    return [f"{part}: {_first_apart(*pair)}" for part, pair in pairs.items() if pair[0] != pair[1]]


def _first_apart(one: Any, other: Any) -> str:
    if isinstance(one, list) and isinstance(other, list):
        lost, new = ([item for item in mine if item not in yours] for mine, yours in ((one, other), (other, one)))
        return f"{len(lost)} of {len(one)} are not drawn, such as {lost[:3]}; {len(new)} others are, such as {new[:3]}"
    return f"{one!r} is {other!r}"


def picture(figure: go.Figure) -> dict[str, Any]:
    """The words, axes and marks of a figure."""
    layout = figure.layout
    found: dict[str, Any] = {
        "title": layout.title.text, "notes": layout.title.subtitle.text or "", "height": layout.height,
        "words": sorted(item.text for item in layout.annotations if item.text),
        "legend": _legend(figure), "colours": json.dumps(layout.coloraxis.colorscale),
        "colour title": layout.coloraxis.colorbar.title.text or "", "bars": _beside(figure),
        "shapes": sorted(map(_shape, layout.shapes)),
    }  # fmt: skip
    panels = _panels(figure)
    for kind in ("xaxis", "yaxis"):
        found |= {f"{kind} {part}": value for part, value in _axis(figure, kind).items()}
    for trace, panel in zip(figure.data, panels, strict=True):
        marks = _marks(trace, _line_width(figure, trace), _clouded(figure))
        found.setdefault(_kind(trace), []).extend((panel, *mark) for mark in marks)
    return {key: sorted(value, key=repr) if key.startswith("marks ") else value for key, value in found.items()}


def _panels(figure: go.Figure) -> list[Panel]:
    """The panel of each trace, whichever numbers its axes have."""
    corners = [tuple(round((domain or (0, 1))[0], 3) for domain in _domains(figure, trace)) for trace in figure.data]
    lefts, feet = (sorted({corner[side] for corner in corners}) for side in (0, 1))
    return [(lefts.index(left), feet.index(foot)) for left, foot in corners]


def _domains(figure: go.Figure, trace: Any) -> tuple[Any, Any]:
    if "domain" in trace:
        return trace.domain.x, trace.domain.y
    return _axis_of(figure, trace, "xaxis").domain, _axis_of(figure, trace, "yaxis").domain


def _axis_of(figure: go.Figure, trace: Any, kind: str) -> Any:
    """The axis of a trace: "x2" is that of the layout's xaxis2."""
    return figure.layout[f"{kind}{(trace[kind] or '')[1:]}"]


def _beside(figure: go.Figure) -> str | None:
    """How the bars of one place stand to one another, where a panel has several series."""
    bars = [panel for trace, panel in zip(figure.data, _panels(figure), strict=True) if trace.type == "bar"]
    return (figure.layout.barmode or "group") if len(bars) > len(set(bars)) else None


def _shape(shape: Any) -> str:
    looks = (shape.line.color, shape.line.width, shape.line.dash, shape.fillcolor)
    return repr((shape.type, *(_place(shape[end]) for end in ("x0", "y0", "x1", "y1")), *looks))


def _line_width(figure: go.Figure, trace: Any) -> float | None:
    """How thick a line is: as it says itself, else as its template does, else as plotly draws it."""
    if trace.type not in ("scatter", "scattergl"):
        return None
    usual = [item.line.width for item in figure.layout.template.data[trace.type] or () if item.line.width is not None]
    return trace.line.width if trace.line.width is not None else next(iter(usual), _USUAL_WIDTH)


def _clouded(figure: go.Figure) -> bool:
    return any(trace.type.startswith("scatter") and trace.mode == "markers" for trace in figure.data)


def _kind(trace: Any) -> str:
    return f"marks of {trace.type}"


def _legend(figure: go.Figure) -> list[str]:
    """The title and the names, where there is a legend at all."""
    named = [trace for trace in figure.data if trace.name and trace.showlegend is not False and trace.type != "pie"]
    visible = figure.layout.showlegend is not False and (figure.layout.showlegend or len(named) > 1)
    names = dict.fromkeys(unescape(trace.name) for trace in named)
    return [figure.layout.legend.title.text or "", *names] if visible else []


def _axis(figure: go.Figure, kind: str) -> dict[str, Any]:
    """What an axis is called, how it is divided, and the names along it in their order."""
    axis = figure.layout[kind]
    found = {part: axis[part] for part in ("type", "autorange", "tickformat", "dtick", "range")}
    found["type"] = None if found["type"] == "linear" else found["type"]
    every = figure.select_xaxes() if kind == "xaxis" else figure.select_yaxes()
    found["titles"] = sorted(item.title.text for item in every if item.title.text)
    if not any(trace.type in ("pie", "treemap") for trace in figure.data):
        found["labels"] = [*map(str, axis.ticktext)] if axis.ticktext and axis.ticktext != axis.tickvals else None
        found["order"] = _order(figure, kind)
    return found


def _order(figure: go.Figure, kind: str) -> list[str]:
    """The names along an axis: those in a set order, then the others as they come; none of numbers and dates."""
    axis, traces = figure.layout[kind], figure.data
    if kind == "yaxis" and any(trace.type in ("box", "violin") for trace in traces):
        return []
    there = dict.fromkeys(_place(place) for trace in traces if trace[kind[0]] is not None for place in trace[kind[0]])
    if axis.type != "category" and not any(isinstance(place, str) and not _is_date(place) for place in there):
        return []
    first = [_place(place) for place in axis.categoryarray if _place(place) in there] if axis.categoryarray else []
    return [str(place) for place in dict.fromkeys([*first, *there])]


def _marks(trace: Any, width: float | None, clouded: bool) -> Iterator[tuple[Any, ...]]:
    """Everything that a trace draws, each with its place and its looks."""
    match trace.type:
        case "bar":
            yield from _bars(trace)
        case "box" | "violin":
            yield from _spreads(trace)
        case "pie" | "treemap":
            yield from zip(map(_place, trace.labels), map(_number, trace.values), trace.marker.colors, strict=True)
        case "heatmap":
            yield from _cells(trace)
        case _:
            mode = trace.mode or ("lines+markers" if len(trace.y) < _MARKED_UP_TO else "lines")
            yield from _lines(trace, width, clouded) if "lines" in mode else ()
            yield from _points(trace) if "markers" in mode else ()


def _bars(trace: Any) -> Iterator[tuple[Any, ...]]:
    along, up = ("y", "x") if trace.orientation == "h" else ("x", "y")
    known = zip(trace[along], trace[up], _each(trace.marker.opacity, trace[up], 1), _texts(trace, up), strict=True)
    for place, value, pale, text in known:
        if _number(value) is not None:
            yield _place(place), _number(value), trace.marker.color, pale, text, trace.orientation or "v"


def _texts(trace: Any, axis: str) -> list[str]:
    """What is written on each mark."""
    if trace.texttemplate and trace.texttemplate != "%{text}":
        return [_written(float(value), trace.texttemplate) if not pd.isna(value) else "" for value in trace[axis]]
    return ["" if text is None else str(text) for text in _each(trace.text, trace[axis], "")]


def _written(value: float, form: str) -> str:
    """A number in a format of d3."""
    found = _NUMBER.fullmatch(form)
    if found is None:
        return form
    comma, digits, kind = found[1], int(found[2]), found[3]
    if kind != "s":
        return f"{value:{comma}.{digits}{kind}}"
    step = max(0, math.floor(math.log10(abs(value) * 1.0005) / 3)) if value else 0
    return f"{value / 1000**step:#.{digits}g}".rstrip(".") + ("", "k", "M", "G", "T")[step]


def _spreads(trace: Any) -> Iterator[tuple[Any, ...]]:
    """Each value at its place, or the parts of each box."""
    looks = (trace.line.color, trace.type)
    if trace.q1 is not None if trace.type == "box" else False:
        parts = zip(trace.x, trace.q1, trace.median, trace.q3, trace.lowerfence, trace.upperfence, trace.y, strict=True)
        for place, *bounds, beyond in parts:
            yield _place(place), *map(_number, bounds), tuple(map(_number, beyond)), *looks
        return
    places = trace.x if trace.x is not None else [""] * len(trace.y)
    for place, value in zip(places, trace.y, strict=True):
        if _number(value) is not None:
            yield _place(place), _number(value), *looks


def _cells(trace: Any) -> Iterator[tuple[Any, ...]]:
    """The cells of a heatmap with what is written on them; empty ones have no text that counts."""
    rows = trace.text if trace.texttemplate == "%{text}" else [[None] * len(trace.x)] * len(trace.y)
    for down, row, texts in zip(trace.y, trace.z, rows, strict=True):
        for across, value, text in zip(trace.x, row, texts, strict=True):
            if _number(value) is not None:
                told = text if text is not None else _written(float(value), trace.texttemplate or "")
                yield _place(across), _place(down), _number(value), told


def _points(trace: Any) -> Iterator[tuple[Any, ...]]:
    marker, heights = trace.marker, trace.y
    colour = marker.color if marker.color is not None else trace.line.color
    looks = (_each(colour, heights), _each(marker.size, heights), _each(marker.opacity, heights, 1),
             _each(marker.symbol, heights, "circle"))  # fmt: skip
    for place, value, colour, size, pale, symbol in zip(_along(trace), heights, *looks, strict=True):
        if _number(value) is not None and _place(place) is not None and size != 0:
            yield _place(place), _number(value), _number(colour), _number(size), 1 if pale is None else pale, symbol


def _lines(trace: Any, width: float | None, clouded: bool) -> Iterator[tuple[Any, ...]]:
    """Each way from one point to the next; of a trend how high it lies at a few places."""
    fill = (trace.fill, trace.fillcolor, bool(trace.stackgroup))
    looks = (trace.line.color, trace.line.dash or "solid", width, *fill)
    ways = [(_place(place), _number(value)) for place, value in zip(_along(trace), trace.y, strict=True)]
    if clouded:
        known = sorted((float(x), y) for x, y in ways if y is not None)
        places = np.linspace(known[0][0], known[-1][0], _PLACES_ON_A_TREND)
        heights = np.interp(places, [x for x, _ in known], [y for _, y in known])
        yield from ((f"{x:.4g}", f"{y:.4g}", *looks) for x, y in zip(places, heights, strict=True))
        return
    for start, end in pairwise(ways):
        if start[1] is not None and end[1] is not None:
            yield *start, *end, *looks


def _along(trace: Any) -> list[Any]:
    if trace.x is not None:
        return list(trace.x)
    start = pd.Timestamp(trace.x0) if isinstance(trace.x0, str) or hasattr(trace.x0, "year") else trace.x0
    step = pd.Timedelta(milliseconds=trace.dx) if isinstance(start, pd.Timestamp) else trace.dx
    return [start + step * number for number in range(len(trace.y))]


def _each(value: Any, along: Any, usual: Any = None) -> list[Any]:
    """What holds for each mark, told once or one by one."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return list(value)
    return [usual if value is None else value] * len(along)


def _place(value: Any) -> Any:
    if isinstance(value, str):
        return str(pd.Timestamp(value)) if _is_date(value) else unescape(value)
    if isinstance(value, Mapping) or value is None or pd.isna(value):
        return None
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    return _number(value) if isinstance(value, (int, float, np.number)) else str(pd.Timestamp(value))


def _is_date(text: str) -> bool:
    return re.match(r"\d{4}-\d\d-\d\d($|[T ]\d\d:)", text) is not None


def _number(value: Any) -> Any:
    """A number with the digits that a picture can show; None where it is missing, other things as they are."""
    if isinstance(value, str):
        return value
    if value is None or pd.isna(value):
        return None
    steady = float(f"{float(value):.9g}")  # the last bits of a sum may lie on either side of a rounding
    return float(f"{steady:.6g}")
