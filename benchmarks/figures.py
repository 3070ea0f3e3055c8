"""The size of a figure: a line of many points, thinned, beside all of them drawn by hand."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from autoviz.frames import open_frame
from autoviz.registry.catalog import default_catalog
from autoviz.table import Table
from benchmarks.data import readings

POINTS = 1_000_000
LIMIT = 200_000
"""Bytes of JSON that a figure of a million points may have."""


@dataclass(frozen=True)
class Size:
    """The JSON of one figure."""

    chart: str
    points: int
    by_hand: int
    ours: int
    limit: int | None

    @property
    def met(self) -> bool | None:
        return None if self.limit is None else self.ours < self.limit


def sizes(points: int) -> list[Size]:
    """A line and a scatter of so many points."""
    df = readings(points)
    limit = LIMIT if points >= POINTS else None
    return [
        Size(mark, points, _by_hand(df, mode), _ours(df, tool), limit)
        for mark, mode, tool in (("line", "lines", "plot_line"), ("scatter", "markers", "plot_scatter"))
    ]


def _by_hand(df: pd.DataFrame, mode: str) -> int:
    return len(go.Figure(go.Scatter(x=df["time"], y=df["value"], mode=mode)).to_json())


def _ours(df: pd.DataFrame, tool: str) -> int:
    catalog = default_catalog()
    params = catalog.validated(tool, {"x": "time", "y": "value"})
    figure = catalog.functions[tool](Table(open_frame(df)), **params).figure
    assert figure is not None
    return len(figure.to_json())
