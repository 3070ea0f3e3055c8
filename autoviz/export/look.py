"""Look: lines that give a figure drawn by exported code the colours, axes and words of the figure that was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pprint import pformat
from typing import TYPE_CHECKING, Any

from autoviz.drawing.lines import OPEN
from autoviz.drawing.spreads import BEYOND

if TYPE_CHECKING:
    import plotly.graph_objects as go

_STYLE = (
    "mode", "line", "marker", "opacity", "fill", "fillcolor", "stackgroup", "boxpoints", "points", "box", "spanmode",
    "scalemode", "width", "textinfo", "textposition", "texttemplate", "insidetextorientation", "sort", "direction",
    "tiling", "pathbar", "cliponaxis", "hoverongaps", "branchvalues",
)  # fmt: skip
"""What of a trace is its looks; the rest is data, or words of the hover text."""
_HOUSE = (
    "font", "title", "paper_bgcolor", "plot_bgcolor", "bargap", "bargroupgap", "barcornerradius", "uniformtext",
    "legend", "coloraxis",
)  # fmt: skip
_AXES = ("xaxis", "yaxis")
_PLACED = ("anchor", "domain", "matches", "title", "side", "position")
"""What of an axis says where it stands and what it is of."""


def look_lines(out: str, figure: go.Figure) -> list[str]:
    """The lines that follow the one which draws `out`."""
    shown = json.loads(figure.to_json())
    kinds = {trace["type"] for trace in shown["data"]}
    edges = shown["layout"].get("template", {}).get("data", {})
    lines = [_call(out, "update_traces", edge[0]) for kind, edge in edges.items() if kind in kinds]
    lines += [_call(out, "update_traces", style, selector) for selector, style in _styles(shown["data"])]
    lines += [_call(out, "add_scatter", _marks(trace)) for trace in shown["data"] if trace.get("name") == BEYOND]
    lines += [line for end in dict.fromkeys(_incomplete(shown["data"])) for line in _opened(out, *end)]
    lines += [_slices(out, trace) for trace in shown["data"][:1] if trace["type"] in ("pie", "treemap")]
    panels = "yaxis2" in shown["layout"] or "annotations" in shown["layout"]
    lines.append(_call(out, "update_layout", _layout(shown, panels)))
    if panels:
        lines += [_call(out, f"update_{kind[0]}axes", common) for kind in _AXES if (common := _common(shown, kind))]
        lines.append(f"{out}.for_each_annotation(lambda heading: heading.update(text=heading.text.split('=')[-1]))")
        lines += [_call(out, "add_annotation", words) for words in _side_titles(shown["layout"])]
    return lines


def _styles(traces: Sequence[Mapping[str, Any]]) -> Iterator[tuple[dict[str, Any] | None, dict[str, Any]]]:
    """The looks of each series, and by what its traces are known; a way that is told by its start is a trend."""
    plain = [trace for trace in traces if trace.get("name") != BEYOND]
    clouds = any(trace.get("mode") == "markers" for trace in plain)
    seen: set[tuple[str, str]] = set()
    for trace in plain:
        name, mode = trace.get("name", ""), trace.get("mode", "")
        dashed = "x0" in trace and not clouds
        if dashed or (name, mode if clouds else "") in seen:
            continue
        seen.add((name, mode if clouds else ""))
        known = {**({"name": name} if name else {}), **({"mode": mode} if clouds else {})}
        style = {key: value for key in _STYLE if (value := _plain(trace.get(key))) is not None}
        sizes = trace.get("marker", {}).get("size")
        if trace["type"] == "scatter" and "lines" in mode and isinstance(sizes, list):  # one of them is an empty circle
            style["marker"] = {**style["marker"], "size": min(sizes)}
        if "text" in trace and trace["type"] in ("bar", "heatmap"):
            style["texttemplate"] = _figures(trace)
        yield known or None, {key: value for key, value in style.items() if value is not None}


def _plain(value: Any) -> Any:
    """Looks without what stands for single points."""
    if isinstance(value, dict):
        return {inner: part for inner, item in value.items() if (part := _plain(item)) is not None}
    return value if not isinstance(value, list) else None


def _incomplete(traces: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, str]]:
    """The ends of lines that the data does not fill: which end it is, and what stands there on the axis."""
    for trace in traces:
        symbols = trace.get("marker", {}).get("symbol")
        for at, symbol in enumerate(symbols if isinstance(symbols, list) else ()):
            if symbol == OPEN:
                place = trace["x"][at]
                yield -1 if at else 0, f"pd.Timestamp({place[:19]!r})" if isinstance(place, str) else repr(place)


def _opened(out: str, at: int, moment: str) -> list[str]:
    """A dotted way to or from a period that the data does not fill, and an empty circle there."""
    here = f"way.line.dash != 'dot' and len(way.x) > 1 and way.x[{at}] == {moment}"
    both, others = ("[-2:]", "[:-1]") if at else ("[:2]", "[1:]")
    sizes, told = ([0, 7], ["skip", "x+y"]) if at else ([7, 0], ["x+y", "skip"])
    return [
        f"{out}.add_traces([dict(type='scatter', x=way.x{both}, y=way.y{both}, name=way.name, mode='lines+markers',",
        "    line=dict(color=way.line.color, width=2, dash='dot'), legendgroup=way.legendgroup, showlegend=False,",
        f"    marker=dict(symbol={OPEN!r}, size={sizes}, opacity=1), hoverinfo={told},",
        "    xaxis=way.xaxis, yaxis=way.yaxis)",
        f"    for way in {out}.data if {here}])",
        f"{out}.for_each_trace(lambda way: way.update(x=way.x{others}, y=way.y{others}), selector=lambda way: {here})",
    ]


def _slices(out: str, trace: Mapping[str, Any]) -> str:
    """The colours and words of the parts of a whole by their names, in whichever order they come."""
    known = "ids" if trace["type"] == "treemap" else "labels"
    parts = {"marker_colors": trace["marker"]["colors"], **({"text": trace["text"]} if "text" in trace else {})}
    told = [f"{key}=[{_by_name(trace[known], values)}.get(str(name)) for name in part.{known}]"
            for key, values in parts.items()]  # fmt: skip
    return f"{out}.for_each_trace(lambda part: part.update({', '.join(told)}))"


def _by_name(names: Sequence[Any], values: Sequence[Any]) -> str:
    found = dict(zip(map(unescape, map(str, names)), values, strict=True))
    return pformat(found, width=112, sort_dicts=False, compact=True).replace("\n", "\n    ")


def _common(shown: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """What the axes of all panels have in common."""
    axes = [value for key, value in shown["layout"].items() if key.startswith(kind)]
    house = shown["layout"].get("template", {}).get("layout", {}).get(kind, {})
    alike = {key: value for key, value in axes[0].items() if all(other.get(key) == value for other in axes)}
    return {**{key: value for key, value in _merged(house, alike).items() if key not in _PLACED}, "title": None}


def _side_titles(layout: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The titles that all panels share, below and beside them; headings stand above."""
    return [item for item in layout.get("annotations", ()) if item.get("yanchor") != "bottom" and item["text"]]


def _figures(trace: Mapping[str, Any]) -> str | None:
    """The figures on bars and cells as a format, so that they follow the data."""
    if trace["type"] == "heatmap" and not trace.get("texttemplate"):
        return None
    axis = "z" if trace["type"] == "heatmap" else "x" if trace.get("orientation") == "h" else "y"
    rows = trace["text"] if trace["type"] == "heatmap" else [trace["text"]]
    texts = [text for row in rows for text in row if text]
    if not texts:
        return None
    if all(text.endswith("%") for text in texts):
        return f"%{{{axis}:.1%}}"
    if any(text[-1].isalpha() for text in texts):
        return f"%{{{axis}:.3s}}"
    decimals = max(len(text.partition(".")[2]) for text in texts)
    return f"%{{{axis}:,.{decimals}f}}"


def _layout(shown: Mapping[str, Any], panels: bool) -> dict[str, Any]:
    """The layout as it was shown, in the house style; with panels, all but where each of them stands."""
    house = shown["layout"].get("template", {}).get("layout", {})
    own = {key: value for key, value in shown["layout"].items() if key not in ("template", "annotations")}
    axes = {key: value for key, value in own.items() if key.startswith(_AXES)}
    rest = {key: value for key, value in own.items() if key not in axes}
    styled = {key: house[key] for key in _HOUSE if key in house}
    found: dict[str, Any] = {"template": "plotly_white", **_merged(styled, rest)}
    found["legend"] = _merged({"title": {"text": ""}}, found.get("legend", {}))
    if panels:
        return found
    return {**found, **{key: _merged(house.get(key, {}), value) for key, value in axes.items()}}


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(one)
    for key, value in other.items():
        before = found.get(key)
        found[key] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return found


def _marks(trace: Mapping[str, Any]) -> dict[str, Any]:
    return {key: trace[key] for key in ("x", "y", "mode", "marker", "name", "showlegend", "cliponaxis")}


def _call(out: str, method: str, given: Mapping[str, Any], selector: Mapping[str, Any] | None = None) -> str:
    """A call with its arguments as plain data, a line for each part that is long."""
    told = pformat(dict(given), width=112, sort_dicts=False, compact=True).replace("\n", "\n    ")
    unpacked = "**" if method.startswith("add_") else ""
    return f"{out}.{method}({unpacked}{told}{f', selector={dict(selector)!r}' if selector else ''})"
