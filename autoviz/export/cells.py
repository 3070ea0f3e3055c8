"""Cells: the values of a result table as text, for static tables, live tables and fallbacks alike."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from autoviz.drawing.numbers import fitting
from autoviz.export.markup import GREY, Markup, soft, table, tag

FIRST_ROWS = 8
MISSING = "–"


def cell_text(value: Any) -> str:
    """One value: thousands separated, dates without an empty time, and a dash for what is missing."""
    if value is None or value is pd.NaT or value is pd.NA:
        return MISSING
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, (pd.Timestamp,)):
        return str(value.date()) if value == value.normalize() else str(value)
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float):
        return _number(value)
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _number(value: float) -> str:
    if not math.isfinite(value):
        return MISSING if math.isnan(value) else str(value)
    if value == round(value) and abs(value) < 1e15:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if abs(value) >= 1 else f"{value:.4g}"


def numeric_columns(frame: pd.DataFrame) -> frozenset[int]:
    """The places of columns that hold numbers and are set to the right."""
    kinds = enumerate(frame.dtypes)
    return frozenset(place for place, kind in kinds if is_numeric_dtype(kind) and not is_bool_dtype(kind))


def text_rows(frame: pd.DataFrame) -> list[list[str]]:
    """The rows as text."""
    return [[cell_text(cell) for cell in row] for row in frame.itertuples(index=False, name=None)]


def data_table(frame: pd.DataFrame, rows: int = FIRST_ROWS, *, caption: str = "", place: int | None = None) -> Markup:
    """The first rows of a table and how many there are."""
    rows = fitting(len(frame), rows)
    drawn = table(
        [str(name) for name in frame.columns],
        text_rows(frame.head(rows)),
        caption=caption,
        numeric=numeric_columns(frame),
        data_autoviz_table=place,
    )
    left = len(frame) - rows
    more = tag("div", soft(f"{left:,} more row{'s' if left != 1 else ''}"), style="font-size:12px") if left > 0 else ""
    empty = (
        tag("div", "This table has no rows.", style=f"background:{GREY}; padding:4px 10px") if not len(frame) else ""
    )
    return tag("div", drawn, more, empty, style="overflow-x:auto")
