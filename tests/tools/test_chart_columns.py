"""Whatever a column holds, a chart of it is drawn or refused with a reason, and the frame stays as it was."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest

from autoviz.errors import AutovizError

ROWS = 12
EVERY_THIRD = np.arange(ROWS) % 3 == 0
COLUMNS: dict[str, Any] = {
    "number": np.linspace(-2, 5, ROWS),
    "gaps": np.where(EVERY_THIRD, np.nan, np.arange(ROWS, dtype=float)),
    "infinite": np.where(EVERY_THIRD, np.inf, np.arange(ROWS, dtype=float)),
    "whole": np.arange(ROWS) % 4,
    "nullable": pd.array(np.where(EVERY_THIRD, None, np.arange(ROWS)), dtype="Int64"),
    "constant": np.ones(ROWS),
    "nothing": pd.array([None] * ROWS, dtype="Float64"),
    "no object": np.array([None] * ROWS, dtype=object),
    "text": ["a", "b", "c"] * 4,
    "text gaps": np.where(EVERY_THIRD, None, "a"),
    "names": [f"a rather long name, number {number}" for number in range(ROWS)],
    "category": pd.Categorical(["x", "y"] * 6, categories=["x", "y", "z"]),
    "ordered": pd.Categorical(["low", "high"] * 6, categories=["low", "mid", "high"], ordered=True),
    "flag": EVERY_THIRD,
    "flag gaps": pd.array(np.where(EVERY_THIRD, None, True), dtype="boolean"),
    "day": pd.date_range("2023-01-01", periods=ROWS, freq="D"),
    "day gaps": pd.Series(pd.date_range("2023-01-01", periods=ROWS, freq="D")).mask(EVERY_THIRD),
    "zone": pd.date_range("2023-01-01", periods=ROWS, freq="h", tz="Europe/Paris"),
    "period": pd.period_range("2023-01", periods=ROWS, freq="M"),
    "date": [date(2023, 1, 1 + day) for day in range(ROWS)],
    "duration": pd.to_timedelta(np.arange(ROWS), unit="h"),
    "decimal": [Decimal(number) for number in range(ROWS)],
    "mixed": [1, "a", 2.5] * 4,
    "lists": [[1], [2]] * 6,
    "intervals": pd.cut(np.arange(ROWS), 3),
    "markup": ["<b>x</b>", "&", "<"] * 4,
}
TOOLS = ("plot_line", "plot_area", "plot_bar", "plot_scatter", "plot_pie", "plot_treemap", "plot_box", "plot_violin")


def attempts(column: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The column in every role that a chart has."""
    for tool in TOOLS:
        yield tool, {"x": column, "y": "number", "stated": True}
        yield tool, {"x": "text", "y": column, "stated": True}
        if tool != "plot_pie":
            yield tool, {"x": "text", "y": "whole", "color": column, "stated": True}
        if tool != "plot_treemap":
            yield tool, {"x": "names", "y": "whole", "facet": column, "stated": True}
    yield "plot_histogram", {"x": column}
    yield "plot_histogram", {"x": "gaps", "color": column}
    yield "plot_heatmap", {"x": column, "y": "text", "value": "number"}
    yield "plot_heatmap", {"x": "text", "y": column, "value": "number"}
    yield "plot_scatter", {"x": column, "y": "number", "trend": "linear", "color": column, "size": "whole"}
    yield "plot_line", {"x": column, "y": "number", "more_y": ["gaps"], "stated": True}


@pytest.mark.parametrize("rows", [ROWS, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_drawn_or_refused(run: Any, column: str, rows: int) -> None:
    table = pd.DataFrame(COLUMNS).head(rows)
    before = table.copy(deep=True)
    drawn = 0
    for tool, params in attempts(column):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                outcome = run(tool, table, **params)
        except AutovizError as refused:
            assert refused.hint, f"{tool} {params} is refused without a way out: {refused.what}"
            continue
        drawn += 1
        assert outcome.chart.title and outcome.chart.alt, (tool, params)
        assert outcome.figure.to_json(), (tool, params)
    assert drawn >= 20
    pd.testing.assert_frame_equal(table, before)
