"""The house template in light and dark, and a palette that colour-blind readers can tell apart."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import plotly.graph_objects as go

from autoviz.uncollected import uncollected

Mode = Literal["light", "dark"]

PALETTE = (
    "#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9",
    "#A50F15", "#4D4DFF", "#117733", "#B8B464", "#7F3C8D", "#5F6B7A",
)  # fmt: skip
"""Okabe and Ito's colours without black and yellow, which vanish on one of the two backgrounds, and six more."""
OTHER_COLOR = "#B3BBBB"
MISSING_COLOR = "#DDE1E6"
SEQUENTIAL = ("#E8F1F8", "#B7D4EA", "#7CB3DA", "#3D8EC4", "#0072B2", "#0B4F7D", "#08304D")
ORDERED = ("#F0B429", "#D98A3D", "#B4627A", "#7F4C9B", "#4A4A9C", "#26396B")
"""From light to dark, for the steps of an ordered series."""
DIVERGING = ("#0B4F7D", "#4A9BCB", "#B7D4EA", "#F4F4F2", "#F3CF9B", "#DE8B2C", "#9A4B00")
PALE = ("#EFF5FA", "#D3E5F3", "#B0D1E9", "#86BBDF")
PALE_DIVERGING = ("#86BBDF", "#BCD9EC", "#F4F4F2", "#F5D7AC", "#E8A95B")
"""The same, as far as figures in plotly's dark grey can be read on them."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

_NEEDLESS = (
    "sendChartToCloud", "sendDataToCloud", "editInChartStudio",
    "select2d", "lasso2d", "zoomIn2d", "zoomOut2d", "autoScale2d",
)  # fmt: skip
"""Buttons over a chart that would send its data to plotly's server, or do what a drag does and cover the title."""

_INK: dict[Mode, dict[str, str]] = {
    "light": {"paper": "#FFFFFF", "text": "#1F2933", "soft": "#5B6672", "grid": "#E6E9ED", "line": "#9AA5B1"},
    "dark": {"paper": "#16181D", "text": "#E8EAED", "soft": "#A9B1BA", "grid": "#2B2F36", "line": "#6B7480"},
}


def ink(mode: Mode, name: str) -> str:
    """A colour of the template by its use: paper, text, soft, grid or line."""
    return _INK[mode][name]


@cache
@uncollected()
def template(mode: Mode) -> go.layout.Template:
    """The house template; its paper is opaque, so a figure can be read on any page."""
    colors = _INK[mode]
    return go.layout.Template(layout=_layout(colors), data=_data(colors))


def themed(figure: go.Figure, mode: Mode) -> go.Figure:
    """A copy of a figure in the light or the dark template."""
    return go.Figure(figure).update_layout(template=template(mode))


def steps(count: int) -> tuple[str, ...]:
    """Colours for an ordered series, spread evenly from light to dark."""
    if count == 1:
        return (PALETTE[0],)
    reach = len(ORDERED) - 1
    return tuple(_between(position * reach / (count - 1)) for position in range(count))


def scale(colors: tuple[str, ...]) -> list[list[Any]]:
    """A plotly colour scale with these colours at even distances."""
    return [[position / (len(colors) - 1), color] for position, color in enumerate(colors)]


def faded(color: str, opacity: float) -> str:
    """The colour with some of the background showing through."""
    red, green, blue = _channels(color)
    return f"rgba({red}, {green}, {blue}, {opacity:g})"


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def _between(place: float) -> str:
    low = min(int(place), len(ORDERED) - 2)
    part = place - low
    pairs = zip(_channels(ORDERED[low]), _channels(ORDERED[low + 1]), strict=True)
    return "#" + "".join(f"{round(start + (end - start) * part):02X}" for start, end in pairs)


def _layout(colors: dict[str, str]) -> dict[str, Any]:
    axis = {
        "automargin": True, "gridcolor": colors["grid"], "linecolor": colors["line"], "zerolinecolor": colors["line"],
        "zerolinewidth": 1, "tickcolor": colors["line"], "tickfont": {"color": colors["soft"], "size": 12},
        "exponentformat": "B", "separatethousands": True, "title": {"font": {"size": 13}, "standoff": 12},
    }  # fmt: skip
    return {
        "font": {"family": FONT, "size": 13, "color": colors["text"]},
        "title": {
            "font": {"size": 18}, "x": 0.0, "xref": "container", "xanchor": "left", "pad": {"l": 16, "t": 4},
            "subtitle": {"font": {"size": 12, "color": colors["soft"]}},
        },
        "colorway": list(PALETTE),
        "colorscale": {"sequential": scale(SEQUENTIAL), "diverging": scale(DIVERGING)},
        "coloraxis": {"colorbar": {"outlinewidth": 0, "thickness": 14, "exponentformat": "B",
                                   "title": {"font": {"size": 12}}}},
        "paper_bgcolor": colors["paper"],
        "plot_bgcolor": colors["paper"],
        "hoverlabel": {"font": {"family": FONT, "color": colors["text"]}, "bgcolor": colors["paper"],
                       "bordercolor": colors["line"], "align": "left", "namelength": -1},
        "legend": {"title": {"font": {"size": 12}}, "font": {"size": 12}, "tracegroupgap": 0},
        "margin": {"l": 64, "r": 24, "t": 76, "b": 56},
        "xaxis": {**axis, "showgrid": False, "showline": True, "ticks": "outside", "ticklen": 4},
        "yaxis": {**axis, "showgrid": True, "showline": False, "rangemode": "tozero"},
        "bargap": 0.22,
        "bargroupgap": 0.04,
        "barcornerradius": 2,
        "uniformtext": {"mode": "hide", "minsize": 10},
        "modebar": {"remove": list(_NEEDLESS)},
    }  # fmt: skip


def _data(colors: dict[str, str]) -> dict[str, Any]:
    """Edges that must take the colour of the paper, so that they vanish in both modes."""
    edge = {"marker": {"line": {"color": colors["paper"], "width": 1}}}
    return {
        "pie": [go.Pie(**edge)],
        "treemap": [go.Treemap(**edge)],
        "heatmap": [go.Heatmap(xgap=2, ygap=2)],
    }
