"""Places: what of a chart stands for single bars and cells, told by their places in exported code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any

import pandas as pd

from autoviz.drawing.numbers import compact
from autoviz.export.express import told

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


SHORT = """\
# Numbers as they stand on the chart.
def {out}_short(value):
    for step, sign in ((1e12, 'T'), (1e9, 'B'), (1e6, 'M'), (1e3, 'k')):
        if abs(value) >= max(step * 0.9995, 9999.5):
            return f'{{value / step:#.3g}}'.rstrip('.') + sign
    return f'{{value:,.0f}}' if abs(value) >= 1000 else f'{{value:.3g}}'"""


def with_short(out: str, lines: Sequence[str]) -> list[str]:
    """The lines, with what writes short numbers before them where one of them needs it."""
    if not any(f"{out}_short(" in line for line in lines):
        return list(lines)
    return [*SHORT.format(out=out).splitlines(), *lines, f"del {out}_short"]


def short_text(out: str, pairs: Sequence[tuple[float, str]]) -> str | None:
    """The figures as short numbers that the code writes itself, with what stands behind all of them; None where they
    are others."""
    ends = {text.removeprefix(compact(value)) for value, text in pairs}
    if len(ends) != 1 or any(not text.startswith(compact(value)) for value, text in pairs):
        return None
    end = ends.pop()
    return f"f'{{{out}_short(value)}}{end}'" if end and "'" not in end else f"{out}_short(value)" if not end else None


def by_place(out: str, traces: Sequence[Trace]) -> list[str]:
    """The lines that give single bars and cells the figures and the paleness that no setting of all gives them."""
    bars = [trace for trace in traces if trace["type"] == "bar"]
    lines = [line for trace in traces for line in _of_cells(out, trace)]
    lines += [line for trace in bars for line in _figures(out, trace)]
    return lines + _paleness(out, bars)


def _of_cells(out: str, trace: Trace) -> list[str]:
    """The rows and columns of a heatmap come in their order."""
    if trace["type"] != "heatmap" or not _written(trace) or text_format(trace):
        return []
    written = short_text(out, _values(trace)[1])
    if written is not None:
        return [
            f"{out}.for_each_trace(lambda cells: cells.update(texttemplate='%{{text}}', text=[",
            f"    ['' if pd.isna(value) else {written} for value in row] for row in cells.z",
            "]))",
        ]
    return f"{out}.update_traces(texttemplate='%{{text}}', {told(trace['text'], before='text=')})".splitlines()


def _figures(out: str, trace: Trace) -> list[str]:
    if not _written(trace) or text_format(trace):
        return []
    written = dict(zip(trace[_along(trace)], trace["text"], strict=True))
    known = {"name": unescape(trace["name"])} if trace.get("name") else None
    axis, pairs = _values(trace)
    if (short := short_text(out, pairs)) is not None:
        chosen = f", selector={known!r}" if known else ""
        texts = f"['' if pd.isna(value) else {short} for value in bars.{axis}]"
        return [f"{out}.for_each_trace(lambda bars: bars.update(", f"    text={texts}", f"){chosen})"]
    return _of_bars(out, _along(trace), "text", written, "", known)


def _paleness(out: str, bars: Sequence[Trace]) -> list[str]:
    """A period that the data does not fill is pale in all series and panels, whichever of them have a bar there."""
    shades = [(trace, trace.get("marker", {}).get("opacity")) for trace in bars]
    found = {
        place: value
        for trace, paleness in shades if isinstance(paleness, list)
        for place, value in zip(trace[_along(trace)], paleness, strict=True)
    }  # fmt: skip
    return _of_bars(out, _along(bars[0]), "marker_opacity", found, 1) if bars else []


def _along(trace: Trace) -> str:
    return "y" if trace.get("orientation") == "h" else "x"


def _of_bars(
    out: str, along: str, key: str, values: Mapping[Any, Any], usual: Any, known: Mapping[str, str] | None = None
) -> list[str]:
    """The lines that set something of each bar by its place: a name, a number, or a moment as it is written in full."""
    dated = any(_is_moment(place) for place in values)
    write: Callable[[str], str] = (lambda text: pd.Timestamp(text).isoformat()) if dated else unescape
    own = {place: value for place, value in values.items() if value != usual}
    if not own:
        return []
    told_values = told({write(place) if isinstance(place, str) else place: value for place, value in own.items()})
    chosen = f", selector={known!r}" if known else ""
    place = "pd.Timestamp(place).isoformat()" if dated else "place"
    return [
        f"{out}.for_each_trace(lambda bars: bars.update({key}=[",
        *f"    {told_values}.get({place}, {usual!r})".splitlines(),
        f"    for place in bars.{along}",
        f"]){chosen})",
    ]


def _is_moment(place: Any) -> bool:
    return isinstance(place, str) and re.match(r"\d{4}-\d\d-\d\dT", place) is not None
