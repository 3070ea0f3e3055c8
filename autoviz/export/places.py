"""Places: what of a chart stands for single bars and cells, told by their places in exported code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from autoviz.export.express import told, update

Trace = Mapping[str, Any]

_STEPS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
"""The steps of d3's short numbers; where a chart says B for a billion, the format does not give its figures."""


def text_format(trace: Trace) -> str | None:
    """The figures on bars and cells as a format, so that they follow the data; None where no format gives them."""
    if not _written(trace):
        return None
    axis, pairs = _values(trace)
    decimals = max((len(text.partition(".")[2]) for _, text in pairs), default=0)
    formats: dict[str, Callable[[float], str]] = {
        ".1%": lambda value: f"{value:.1%}", f",.{decimals}f": lambda value: f"{value:,.{decimals}f}", ".3s": _short,
    }  # fmt: skip
    fitting = (form for form, write in formats.items() if all(write(value) == text for value, text in pairs))
    found = next(fitting, None)
    return f"%{{{axis}:{found}}}" if pairs and found else None


def _written(trace: Trace) -> bool:
    return "text" in trace and (trace["type"] == "bar" or bool(trace.get("texttemplate")))


def _values(trace: Trace) -> tuple[str, list[tuple[float, str]]]:
    """The axis on which the figures lie, and each value with what is written on it."""
    if trace["type"] == "heatmap":
        cells = zip((cell for row in trace["z"] for cell in row), (text for row in trace["text"] for text in row),
                    strict=True)  # fmt: skip
        return "z", [(value, text) for value, text in cells if text]
    axis = "x" if trace.get("orientation") == "h" else "y"
    return axis, [(value, text) for value, text in zip(trace[axis], trace["text"], strict=True) if text]


def _short(value: float) -> str:
    """A number as d3 writes it with three digits and a letter for its thousands."""
    step, letter = next(((step, letter) for step, letter in _STEPS if abs(value) >= step * 0.9995), (1.0, ""))
    return f"{value / step:#.3g}".rstrip(".") + letter


def by_place(out: str, traces: Sequence[Trace]) -> list[str]:
    """The lines that give single bars and cells the figures and the paleness that no setting of all gives them."""
    return [line for trace in traces for line in _of_cells(out, trace)] + [
        line for trace in traces if trace["type"] == "bar" for line in _of_bars(out, trace)
    ]


def _of_cells(out: str, trace: Trace) -> list[str]:
    """The rows and columns of a heatmap come in their order."""
    if trace["type"] != "heatmap" or not _written(trace) or text_format(trace):
        return []
    return f"{out}.update_traces(texttemplate='%{{text}}', {told(trace['text'], before='text=')})".splitlines()


def _of_bars(out: str, trace: Trace) -> Iterator[str]:
    where = "y" if trace.get("orientation") == "h" else "x"
    paleness = trace.get("marker", {}).get("opacity")
    parts: dict[str, tuple[Any, Any]] = {}
    if _written(trace) and not text_format(trace):
        parts["text"] = (trace["text"], "")
    if isinstance(paleness, list):
        parts["marker_opacity"] = (paleness, 1)
    known = {"name": unescape(trace["name"])} if trace.get("name") else None
    for key, (values, usual) in parts.items():
        if any(_is_moment(place) for place in trace[where]):  # bars along time come in its order
            yield from update(out, "update_traces", {key: values}, known)
            continue
        places = [unescape(place) if isinstance(place, str) else place for place in trace[where]]
        known_places = {place: value for place, value in zip(places, values, strict=True) if value != usual}
        chosen = f", selector={known!r}" if known else ""
        told_values = f"{told(known_places)}.get(place, {usual!r})"
        yield f"{out}.for_each_trace(lambda bars: bars.update({key}=["
        yield from f"    {told_values}".splitlines()
        yield f"    for place in bars.{where}"
        yield f"]){chosen})"


def _is_moment(place: Any) -> bool:
    return isinstance(place, str) and re.match(r"\d{4}-\d\d-\d\dT", place) is not None
