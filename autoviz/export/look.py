"""Look: exported code that draws a figure with the colours, axes and words of the one that was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from autoviz.drawing.lines import OPEN
from autoviz.drawing.order import LAST
from autoviz.drawing.spreads import BEYOND
from autoviz.drawing.theme import ink
from autoviz.export.express import Call, call_lines, drawing, flat, told, update
from autoviz.export.places import by_place, short_text, text_format, with_short

if TYPE_CHECKING:
    import plotly.graph_objects as go

Trace = Mapping[str, Any]

_STYLE = (
    "mode", "line", "marker", "opacity", "fill", "fillcolor", "stackgroup", "boxpoints", "points", "box", "spanmode",
    "scalemode", "width", "textinfo", "textposition", "texttemplate", "insidetextorientation", "sort", "direction",
    "tiling", "pathbar", "cliponaxis", "hoverongaps", "branchvalues",
)  # fmt: skip
"""What of a trace is its looks; the rest is data, or words of the hover text."""
_TITLED = ("title", "showlegend", "legend", "height", "barmode", "coloraxis", "margin", "template", "annotations")
"""What of a layout has a rule of its own."""
_AXES = ("xaxis", "yaxis")
_PLACED = ("anchor", "domain", "matches", "title", "side", "position")
"""What of an axis says where it stands and what it is of."""
_MANY = 500
"""From 1,000 rows on, those without a value too, plotly.express draws on a canvas, where points look otherwise."""


def looking_alike(lines: Sequence[str], out: str, figure: go.Figure) -> tuple[list[str], list[str]]:
    """The lines that draw `out`, with the colours and words that were shown, and those that follow them."""
    shown = json.loads(figure.to_json())
    call = drawing(lines, out)
    if call is None:
        return list(lines), _following(out, shown, {}, Call((0, 0), "", "", (), {}))
    further = _arguments(call, shown)
    drawn = [*lines[: call.lines[0]], *_ranked(call, shown["data"]).written(further), *lines[call.lines[1] :]]
    return drawn, _following(out, shown, further, call)


def _ranked(call: Call, traces: Sequence[Trace]) -> Call:
    """The call with bars in the order of their size, where that is how they stand, instead of a list of their names."""
    orders = call.literal("category_orders") or {}
    if call.function != "bar" or len(traces) != 1 or len(orders) != 1 or not call.given[0].isidentifier():
        return call
    ((column, names),) = orders.items()
    along, up = ("y", "x") if traces[0].get("orientation") == "h" else ("x", "y")
    heights = dict(zip(traces[0][along], traces[0][up], strict=True))
    values: list[Any] = [heights.get(name) for name in names]
    if column != call.literal(along) or None in values or set(names) & set(LAST) or len(names) < 2:
        return call
    falling = all(one > other for one, other in pairwise(values))
    if not falling and not all(one < other for one, other in pairwise(values)):
        return call  # which of two that are level comes first is nothing that sorting them tells
    ranked = f"{call.given[0]}.sort_values({call.named[up]}, ascending={not falling})[{column!r}].tolist()"
    return replace(call, named={**call.named, "category_orders": f"{{{column!r}: {ranked}}}"})


def _arguments(call: Call, shown: Mapping[str, Any]) -> dict[str, Any]:
    """What plotly.express takes as arguments: words, colours and size."""
    layout = shown["layout"]
    found: dict[str, Any] = {**_colours(call, shown["data"]), **_scale(layout), **_words(call, layout)}
    found |= _spacing(layout) if "facet_col" in call.named else {}
    if call.function in ("line", "scatter") and sum(len(trace.get("y", ())) for trace in shown["data"]) > _MANY:
        found["render_mode"] = "svg"
    found["template"] = "plotly_white"
    return found | ({"height": layout["height"]} if "height" in layout else {})


def _colours(call: Call, traces: Sequence[Trace]) -> dict[str, Any]:
    """The colour of each series by what it is in the data, or of the only one."""
    if _sliced(call, traces):
        slices = zip(map(unescape, traces[0]["labels"]), traces[0]["marker"]["colors"], strict=True)
        return {"color": call.literal("names"), "color_discrete_map": dict(slices)}
    points = [trace for trace in traces if trace.get("mode") == "markers" and trace.get("name") != BEYOND]
    by_name = {unescape(trace.get("name", "")): colour for trace in points or traces if (colour := _colour(trace))}
    color, wide = call.literal("color"), isinstance(call.literal("y"), list) and "facet_col" not in call.named
    values = call.literal("y") if wide else (call.literal("category_orders") or {}).get(color)
    known = {value: by_name[str(value)] for value in values or () if str(value) in by_name}
    if known:
        return {"color_discrete_map": known}
    plain = list(dict.fromkeys(by_name.values()))
    return {"color_discrete_sequence": plain} if len(plain) == 1 else {}


def _sliced(call: Call, traces: Sequence[Trace]) -> bool:
    """Whether the parts of a whole can have their colours from the call."""
    pie = call.function == "pie" and isinstance(call.literal("names"), str) and "text" not in traces[0]
    return pie and all(isinstance(label, str) for label in traces[0]["labels"])


def _colour(trace: Trace) -> str | None:
    """The colour that plotly.express would give to a series; marks beyond an axis and parts of a whole have others."""
    if trace.get("name") == BEYOND or trace["type"] in ("pie", "treemap", "heatmap"):
        return None
    part = trace.get("line" if "lines" in trace.get("mode", "") else "marker", {})
    colour = part.get("color")
    return colour if isinstance(colour, str) else None


def _scale(layout: Mapping[str, Any]) -> dict[str, Any]:
    colours = [colour for _, colour in layout.get("coloraxis", {}).get("colorscale", ())]
    return {"color_continuous_scale": colours} if colours else {}


def _spacing(layout: Mapping[str, Any]) -> dict[str, Any]:
    """How many panels stand side by side, and how far apart."""
    sides = sorted(
        {tuple(axis["domain"]) for key, axis in layout.items() if key.startswith("xaxis") and "domain" in axis}
    )
    apart = {"facet_col_spacing": round(sides[1][0] - sides[0][1], 3)} if len(sides) > 1 else {}
    return {"facet_col_wrap": len(sides), **apart} if sides else {}


def _words(call: Call, layout: Mapping[str, Any]) -> dict[str, Any]:
    """What the axes and the legend are called, where that is not the column's own name, and the notes under the title.

    In panels the titles stand once for all, so no axis has its own.
    """
    legend = layout.get("coloraxis", {}).get("colorbar", layout.get("legend", {}))
    places = {"color": legend.get("title", {}).get("text", "")}
    if not _panels(layout):
        places = {kind[0]: layout.get(kind, {}).get("title", {}).get("text", "") for kind in _AXES} | places
    if call.function == "imshow":
        labels = {place: text for place, text in places.items() if text}
    else:
        columns = {place: call.literal(place) for place in places}
        labels = {column: places[place] for place, column in reversed(columns.items()) if isinstance(column, str)}
        labels = {column: text for column, text in reversed(labels.items()) if text and text != column}
    notes = layout["title"].get("subtitle", {}).get("text", "") if "title" in layout else ""
    return ({"labels": labels} if labels else {}) | ({"subtitle": notes} if notes and call.function != "imshow" else {})


def _following(out: str, shown: Mapping[str, Any], further: Mapping[str, Any], call: Call) -> list[str]:
    """The lines after the one that draws: the looks of series, ends that the data does not fill, layout and axes."""
    traces, layout = shown["data"], shown["layout"]
    kinds = {trace["type"] for trace in traces}
    edges = layout.get("template", {}).get("data", {})
    edge = {key: value for kind in edges if kind in kinds for key, value in edges[kind][0].items() if key != "type"}
    lines = [
        line for known, style in _styles(traces, further, edge) for line in update(out, "update_traces", style, known)
    ]
    lines += [
        line for trace in traces if trace.get("name") == BEYOND for line in update(out, "add_scatter", _marks(trace))
    ]
    if call.function == "area" and not any("stackgroup" in trace for trace in traces):
        lines.append(f"{out}.update_traces(stackgroup=None)")  # plotly.express stacks what does not add up too
    lines += by_place(out, traces)
    lines += _opened(out, list(dict.fromkeys(_incomplete(traces))))
    parts = traces[:1] if not _sliced(call, traces) else ()
    lines += [_slices(out, trace) for trace in parts if trace["type"] in ("pie", "treemap")]
    lines += update(out, "update_layout", _layout(shown, further, call))
    for kind in _AXES:
        lines += update(out, f"update_{kind[0]}axes", _axis(kind, layout, further, call))
    if _panels(layout):
        lines.append(f"{out}.for_each_annotation(lambda heading: heading.update(text=heading.text.split('=')[-1]))")
        lines += [line for words in _side_titles(layout) for line in update(out, "add_annotation", words)]
    return with_short(out, lines)


def _panels(layout: Mapping[str, Any]) -> bool:
    return "yaxis2" in layout or "annotations" in layout


def _styles(
    traces: Sequence[Trace], further: Mapping[str, Any], edge: Mapping[str, Any]
) -> list[tuple[dict[str, Any] | None, dict[str, Any]]]:
    """What all series look like, and what else each of them does, with what its traces are known by."""
    found = [(known, flat(style)) for known, style in _each_style(traces, further)]
    first = found[0][1] if found else {}
    alike = {key: value for key, value in first.items() if all(style.get(key) == value for _, style in found)}
    own = [(known, {key: value for key, value in style.items() if key not in alike}) for known, style in found]
    return [(None, flat(edge) | alike), *((known, style) for known, style in own if style)]


def _each_style(
    traces: Sequence[Trace], further: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any] | None, dict[str, Any]]]:
    """A way that is told by its start leads to a period that the data does not fill, or is the trend of points."""
    plain = [trace for trace in traces if trace.get("name") != BEYOND]
    modes = {trace.get("mode", "") for trace in plain}
    clouds, trends = "markers" in modes, "markers" in modes and len(modes) > 1
    seen: set[tuple[str, str]] = set()
    for trace in plain:
        name, mode = trace.get("name", ""), trace.get("mode", "") if trends else ""
        if ("x0" in trace and not clouds) or (name, mode) in seen:
            continue
        seen.add((name, mode))
        known = {**({"name": unescape(name)} if name else {}), **({"mode": mode} if mode else {})}
        style = _style(trace, further if mode != "lines" else {})  # a trend has a colour of its own
        yield known or None, {key: value for key, value in style.items() if not (clouds and key == "mode")}


def _style(trace: Trace, further: Mapping[str, Any]) -> dict[str, Any]:
    """The looks of one series, without what plotly does anyway and without the colour that the call gives it."""
    style = {key: value for key in _STYLE if (value := _plain(trace.get(key))) not in (None, {})}
    lined = "lines" in trace.get("mode", "")
    sizes = trace.get("marker", {}).get("size")
    if trace["type"] == "scatter" and lined and isinstance(sizes, list):  # one of them is an empty circle
        style["marker"] = {**style["marker"], "size": min(sizes)}
    if "text" in trace and trace["type"] in ("bar", "heatmap"):
        style["texttemplate"] = text_format(trace)
    colour = _colour(trace) if {"color_discrete_map", "color_discrete_sequence"} & set(further) else None
    usual = {("marker", "opacity"): 1, ("marker", "symbol"): "circle"}
    usual |= {("line" if lined else "marker", "color"): colour, ("marker", "color"): colour} if colour else {}
    for (part, key), value in usual.items():
        if isinstance(style.get(part), dict) and style[part].get(key) == value:
            style[part] = {inner: item for inner, item in style[part].items() if inner != key}
    edge = style.get("marker", {}).get("line", {}) if lined else {}
    if edge and edge.get("color") == colour:
        style["marker"] = {key: value for key, value in style["marker"].items() if key != "line"}
    return {key: value for key, value in style.items() if value not in (None, {})}


def _plain(value: Any) -> Any:
    """Looks without what stands for single points."""
    if isinstance(value, dict):
        return {inner: part for inner, item in value.items() if (part := _plain(item)) is not None}
    return value if not isinstance(value, list) else None


def _incomplete(traces: Sequence[Trace]) -> Iterator[tuple[int, str]]:
    """The ends of lines that the data does not fill: which end it is, and what stands there on the axis."""
    for trace in traces:
        symbols = trace.get("marker", {}).get("symbol")
        for at, symbol in enumerate(symbols if isinstance(symbols, list) else ()):
            if symbol == OPEN:
                place = trace["x"][at]
                moment = place[:19].removesuffix("T00:00:00") if isinstance(place, str) else ""
                yield -1 if at else 0, f"pd.Timestamp({moment!r})" if moment else repr(place)


def _opened(out: str, ends: Sequence[tuple[int, str]]) -> list[str]:
    """A dotted way to or from a period that the data does not fill, and an empty circle there."""
    if not ends:
        return []
    lines = ["# A dotted line leads to a period that the data does not fill.", f"for line in {out}.data:"]
    for at, moment in ends:
        both, others = ("[-2:]", "[:-1]") if at else ("[:2]", "[1:]")
        sizes = [0, 7] if at else [7, 0]
        lines.append(f"    if len(line.x) > 1 and line.x[{at}] == {moment}:")
        lines += call_lines(
            f"{out}.add_scatter",
            [
                f"x=line.x{both}", f"y=line.y{both}", "name=line.name", "legendgroup=line.legendgroup",
                "showlegend=False", "line={'color': line.line.color, 'dash': 'dot'}", f"marker_symbol={OPEN!r}",
                f"marker_size={sizes}", "xaxis=line.xaxis", "yaxis=line.yaxis",
            ],
            indent="        ",
        )  # fmt: skip
        lines.append(f"        line.update(x=line.x{others}, y=line.y{others})")
    return [*lines, "del line"]


def _slices(out: str, trace: Trace) -> str:
    """The colours and words of the parts of a whole by their names, in whichever order they come."""
    known = "ids" if trace["type"] == "treemap" else "labels"
    parts = {"marker_colors": trace["marker"]["colors"], **({"text": trace["text"]} if "text" in trace else {})}
    pairs = list(zip(trace["values"], trace["text"], strict=True)) if "text" in trace else []
    if pairs and (short := short_text(out, pairs)) is not None:
        parts.pop("text")
    worded = [f"{key}=[{_by_name(trace[known], values)}.get(str(name)) for name in part.{known}]"
              for key, values in parts.items()]  # fmt: skip
    worded += [f"text=[{short} for value in part.values]"] if pairs and short else []
    return f"{out}.for_each_trace(lambda part: part.update({', '.join(worded)}))"


def _by_name(names: Sequence[Any], values: Sequence[Any]) -> str:
    return told(dict(zip(map(unescape, map(str, names)), values, strict=True)))


def _side_titles(layout: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The titles that all panels share, below and beside them; headings stand above."""
    return [item for item in layout.get("annotations", ()) if item.get("yanchor") != "bottom" and item["text"]]


def _layout(shown: Mapping[str, Any], further: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """What of the layout the call has no argument for, and plotly would do otherwise."""
    own = shown["layout"]
    house = own.get("template", {}).get("layout", {})
    bars = any(trace["type"] == "bar" for trace in shown["data"])
    wide = any("width" in trace for trace in shown["data"])  # such bars have their own gaps
    gaps = () if wide else ("bargap", "bargroupgap") if own.get("barmode") == "group" else ("bargap",)
    found = {key: house[key] for key in (*gaps, "barcornerradius") if bars and key in house}
    found |= {key: value for key, value in own.items() if key not in _TITLED and not key.startswith(_AXES)}
    found = {key: value for key, value in found.items() if (key, value) != ("hovermode", "closest")}
    legend = _legend(shown, further, call)
    return {**_title(own, house, call), **found, **_barmode(own, call), **legend, **_colorbar(own, call),
            "margin": {**house.get("margin", {}), **own.get("margin", {})}}


def _title(own: Mapping[str, Any], house: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """Where the title and the notes under it stand and how they are written; their words where the call has others."""
    title = own.get("title", {})
    text, notes = title.get("text", ""), title.get("subtitle", {}).get("text", "")
    placed = {**house.get("title", {}), **title}
    found = {key: value for key, value in placed.items() if key not in ("text", "subtitle", "xref", "yref")}
    found |= {"text": text} if text != call.literal("title") else {}
    under = {**(house.get("title", {}).get("subtitle", {}) if notes else {})}
    if notes and (call.function == "imshow" or not call.head):
        under["text"] = notes
    return {"title": {**found, "subtitle": under}}


def _barmode(own: Mapping[str, Any], call: Call) -> dict[str, Any]:
    drawn = call.literal("barmode") or ("relative" if call.function in ("bar", "histogram") else None)
    return {"barmode": own["barmode"]} if own.get("barmode", drawn) != drawn else {}


def _legend(shown: Mapping[str, Any], further: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """A legend stands where the call has series, and has its columns' names unless it is called otherwise."""
    own, traces = shown["layout"], shown["data"]
    several = {"color", "names"} & set(call.named) or isinstance(call.literal("y"), list)
    series = several or any(trace.get("name") for trace in traces)
    if not own.get("showlegend", False):
        return {"showlegend": False} if series else {}
    legend = {key: value for key, value in own.get("legend", {}).items() if key != "title"}
    if legend.get("traceorder") == "normal" and not any("stackgroup" in trace for trace in traces):
        legend.pop("traceorder")
    title, column = own.get("legend", {}).get("title", {}).get("text", ""), call.literal("color")
    named = title == further.get("labels", {}).get(column, column)
    return {"legend": legend | ({} if named else {"title": {"text": title}})}


def _colorbar(own: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """What of the colours is no argument of the call: neither the scale, nor its ends, nor what it is called."""
    drawn = {"cmin": call.literal("zmin"), "cmax": call.literal("zmax")}
    rest = {key: value for key, value in own.get("coloraxis", {}).items() if key != "colorscale"}
    rest = {key: value for key, value in rest.items() if drawn.get(key) != value}
    if "colorbar" in rest and call.function == "imshow":
        title = {key: value for key, value in rest["colorbar"].get("title", {}).items() if key != "text"}
        rest["colorbar"] = {**rest["colorbar"], "title": title}
    return {"coloraxis": rest}


def _axis(kind: str, layout: Mapping[str, Any], further: Mapping[str, Any], call: Call) -> dict[str, Any]:
    """How an axis is divided and written; of panels what their axes have in common."""
    axes = [value for key, value in layout.items() if key.startswith(kind)]
    if not axes:
        return {}
    alike = {key: value for key, value in axes[0].items() if all(other.get(key) == value for other in axes)}
    settings = {key: value for key, value in alike.items() if key not in _PLACED}
    if "coloraxis" not in layout:
        lined = {"showgrid": False, "showline": True, "linecolor": ink("light", "line"), "ticks": "outside"}
        settings = (lined if kind == "xaxis" else {}) | settings
        if settings.get("type", "linear") == "linear":
            start = {"rangemode": "tozero"} if kind == "yaxis" else {}
            settings = {**start, **settings, "exponentformat": "B", "separatethousands": True}
    if call.function == "imshow":  # its rows and columns come in their order
        settings = {key: value for key, value in settings.items() if key not in ("categoryarray", "categoryorder")}
    if settings.get("ticktext", ()) == settings.get("tickvals"):
        settings = {key: value for key, value in settings.items() if key not in ("ticktext", "tickvals", "tickmode")}
    column = str(call.literal(kind[0]))
    if kind == "xaxis" and settings.get("categoryarray") == (call.literal("category_orders") or {}).get(column):
        settings = {key: value for key, value in settings.items() if key not in ("categoryarray", "categoryorder")}
    if _panels(layout):
        return settings | {"title": None}
    title = axes[0].get("title", {}).get("text", "")
    named = further.get("labels", {}).get(kind[0] if call.function == "imshow" else column, column)
    return settings | ({} if title == named else {"title": {"text": title}})


def _marks(trace: Trace) -> dict[str, Any]:
    return {key: trace[key] for key in ("x", "y", "mode", "marker", "name", "showlegend", "cliponaxis")}
