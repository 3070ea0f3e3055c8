"""Facets: small multiples on a grid with shared axes."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from autoviz.drawing.rows import PANEL, Rows
from autoviz.drawing.titles import plain_text

PANEL_HEIGHT = 190
GAP_HEIGHT = 54
LONGEST_TITLE = 48
GAP_WIDTH = 0.035
OWN_GAP_WIDTH = 0.08
"""The room between panels side by side, where they share the labels of an axis and where each has its own."""


@dataclass(frozen=True)
class Panel:
    """One small multiple: its label, its place in the reading order, on the grid, and its rows."""

    label: Hashable
    number: int
    row: int
    column: int
    data: pd.DataFrame

    @property
    def first(self) -> bool:
        """Whether this is the panel whose traces stand in the legend."""
        return self.number == 1

    @property
    def suffix(self) -> str:
        return "" if self.first else str(self.number)

    @property
    def axes(self) -> dict[str, str]:
        """What puts a trace on this panel."""
        return {"xaxis": f"x{self.suffix}", "yaxis": f"y{self.suffix}"}


def panels(rows: Rows) -> list[Panel]:
    """The panels of a chart in reading order; one without a label where there are no facets."""
    if not rows.has_panels:
        return [Panel("", 1, 0, 0, rows.data)]
    names = rows.order(PANEL) or []
    across = columns_for(len(names))
    return [
        Panel(name, place + 1, place // across, place % across, rows.data[rows.data[PANEL] == name])
        for place, name in enumerate(names)
    ]


def columns_for(count: int) -> int:
    """How many panels stand side by side."""
    return max(1, count) if count <= 3 else 2 if count == 4 else 3 if count <= 9 else 4


def faceted(drawn: Sequence[Panel]) -> bool:
    """Whether there is a grid at all."""
    return len(drawn) > 1 or bool(drawn and drawn[0].label != "")


def across(drawn: Sequence[Panel]) -> int:
    """The number of columns of the grid."""
    return max((panel.column for panel in drawn), default=0) + 1


def axes(
    drawn: Sequence[Panel], x: dict[str, Any], y: dict[str, Any], titles: tuple[str, str], *, own_scales: bool = False
) -> dict[str, Any]:
    """The axes of all panels with the titles of x and y, as a plotly layout."""
    if not faceted(drawn):
        x_title, y_title = ({"title": {"text": _wrapped(title)}} for title in titles)
        return {"xaxis": {**x, **x_title}, "yaxis": {**y, **y_title}}
    layout: dict[str, Any] = {"height": grid_height(drawn), "margin": {"b": 76}}
    lowest = {panel.column: panel.row for panel in drawn}
    gap = OWN_GAP_WIDTH if own_scales else GAP_WIDTH
    for panel in drawn:
        wide, high = domain(drawn, panel, gap)
        layout[f"xaxis{panel.suffix}"] = {
            **x, "domain": wide, "anchor": f"y{panel.suffix}", **_matching("x", panel, shared=True),
            "showticklabels": lowest[panel.column] == panel.row,
        }  # fmt: skip
        layout[f"yaxis{panel.suffix}"] = {
            **y, "domain": high, "anchor": f"x{panel.suffix}", **_matching("y", panel, shared=not own_scales),
            "showticklabels": own_scales or panel.column == 0,
        }  # fmt: skip
    layout["annotations"] = [*headings(drawn, gap), *_side_titles(*titles)]
    return layout


def grid_height(drawn: Sequence[Panel]) -> int:
    """The height of a figure with all its panels."""
    deep = max(panel.row for panel in drawn) + 1
    return max(420, 180 + (PANEL_HEIGHT + GAP_HEIGHT) * deep)


def domain(drawn: Sequence[Panel], panel: Panel, gap: float) -> tuple[list[float], list[float]]:
    """The part of the figure's width and height that a panel takes."""
    columns, deep = across(drawn), max(item.row for item in drawn) + 1
    width = (1 - gap * (columns - 1)) / columns
    left = panel.column * (width + gap)
    high_gap = GAP_HEIGHT / ((PANEL_HEIGHT + GAP_HEIGHT) * deep)
    height = (1 - high_gap * (deep - 1)) / deep
    top = 1 - panel.row * (height + high_gap)
    return [left, min(1.0, left + width)], [max(0.0, top - height), top]


def headings(drawn: Sequence[Panel], gap: float = GAP_WIDTH) -> list[dict[str, Any]]:
    """The label over each panel."""
    found = []
    for panel in drawn:
        wide, high = domain(drawn, panel, gap)
        found.append(_text(panel.label, x=sum(wide) / 2, xanchor="center", y=high[1], yanchor="bottom", yshift=4))
    return found


def _matching(axis: str, panel: Panel, *, shared: bool) -> dict[str, str]:
    return {} if panel.first or not shared else {"matches": axis}


def _side_titles(x_title: str, y_title: str) -> list[dict[str, Any]]:
    return [
        _text(x_title, x=0.5, y=0, yanchor="top", yshift=-42),
        _text(y_title, x=0, y=0.5, xanchor="right", xshift=-46, textangle=-90),
    ]


def _wrapped(title: str) -> str:
    """A long title in lines that fit along the axis."""
    return "<br>".join(plain_text(line) for line in textwrap.wrap(title, LONGEST_TITLE))


def _text(text: Hashable, **place: Any) -> dict[str, Any]:
    where = {"xref": "paper", "yref": "paper", **place}
    return {"text": plain_text(str(text)), "showarrow": False, "font": {"size": 13}, **where}
