"""Cells: the values of a result table as text, for static tables, live tables and fallbacks alike."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from datetime import date
from functools import partial
from typing import Any

import pandas as pd
from pandas.api.types import is_bool, is_bool_dtype, is_number, is_numeric_dtype

from autoviz.answering.numerals import percent
from autoviz.drawing.axes import is_fraction
from autoviz.drawing.numbers import period_label
from autoviz.drawing.titles import header
from autoviz.export.markup import GREY, Markup, soft, table, tag
from autoviz.listing import few, fitting, listed
from autoviz.table import Table

FIRST_ROWS = 8
MOST_LEFT_OUT = 12
MISSING = "–"


def cell_text(value: Any) -> str:
    """One value: thousands separated, dates without an empty time, and a dash for what is missing."""
    if value is None or value is pd.NaT or value is pd.NA:
        return MISSING
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, (pd.Timestamp,)):
        whole = str(value.date()) if value == value.normalize() else str(value)
        return whole.removesuffix(":00") if value.tz is None and not value.second else whole
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


def numeric_names(frame: pd.DataFrame) -> list[str]:
    """The columns that hold numbers."""
    return [str(frame.columns[place]) for place in sorted(numeric_columns(frame))]


def labelled(result: Table, named: Collection[str] = (), of: Collection[str] = ()) -> pd.DataFrame:
    """The rows of a result, with what its columns are called and the grain of its periods beside them.

    The numbers of the columns `named` are names, such as ids and years; `of` are all columns that listed rows have.
    """
    frame = result.pandas().copy(deep=False)
    frame.attrs = {
        "words": {name: header(result, name) for name in result.columns},
        "grains": {name: grain for name in result.columns if (grain := result.of(name).grain) is not None},
        "sides": {name: sides for name in result.columns if (sides := result.of(name).sides)},
        "percent": {name: scale for name in numeric_names(frame) if (scale := _percent_of(result, name))},
        "left_out": [name for name in of if name not in frame.columns] if set(frame.columns) < set(of) else [],
        "named": [name for name in named if name in frame.columns and not result.of(name).aggregate],
    }
    return frame


def _percent_of(result: Table, name: str) -> float:
    """By how much the numbers of a column are multiplied to be in percent; 0 where they are no shares."""
    story = result.of(name)
    made = bool(story.aggregate or story.made_by or story.words)
    return 100 if is_fraction(story) else 1 if story.unit == "%" and made else 0


def text_rows(frame: pd.DataFrame) -> list[list[str]]:
    """The rows as text, periods by their names."""
    grains, named, sides, shares = (frame.attrs.get(word, {}) for word in ("grains", "named", "sides", "percent"))
    written: list[Callable[[Any], str]] = [
        partial(_side, sides=sides[name]) if name in sides
        else _name if name in named
        else partial(_share, scale=shares[name]) if name in shares
        else partial(_period, grain=grains.get(name))
        for name in frame.columns
    ]  # fmt: skip
    return [
        [text(cell) for cell, text in zip(row, written, strict=True)]
        for row in frame.itertuples(index=False, name=None)
    ]


def _name(value: Any) -> str:
    """A number that names something has no thousands; one beside missing cells is a float all the same."""
    whole = isinstance(value, float) and value.is_integer()
    return str(int(value)) if whole or (isinstance(value, int) and not isinstance(value, bool)) else cell_text(value)


def _share(value: Any, scale: float) -> str:
    """A part of a whole in percent."""
    return MISSING if pd.isna(value) else percent(float(value) * scale / 100)


def _side(value: Any, sides: tuple[str, str]) -> str:
    """One of the two groups that a condition or a column of 0 and 1 makes, by its name."""
    return sides[0 if value else 1] if is_bool(value) or (is_number(value) and value in (0, 1)) else cell_text(value)


def _period(value: Any, grain: str | None) -> str:
    """A period as people write it: 2007, Q1 2008; a year that is a number has no thousands."""
    if grain and isinstance(value, (pd.Timestamp, date)) and not pd.isna(value):
        return period_label(pd.Timestamp(value).to_pydatetime(), grain)
    return str(value) if grain == "year" and isinstance(value, int) else cell_text(value)


def data_table(frame: pd.DataFrame, rows: int = FIRST_ROWS, *, caption: str = "", place: int | None = None) -> Markup:
    """The first rows of a table and how many there are."""
    rows = fitting(len(frame), rows)
    drawn = table(
        [str(frame.attrs.get("words", {}).get(name, name)) for name in frame.columns],
        text_rows(frame.head(rows)),
        caption=caption,
        numeric=numeric_columns(frame),
        data_autoviz_table=place,
    )
    left, columns = len(frame) - rows, frame.attrs.get("left_out", [])
    told = [f"{left:,} more rows"] if left else []
    told += [f"Columns left out: {listed(few(columns, MOST_LEFT_OUT))}."] if columns else []
    more = [tag("div", soft(line), style="font-size:12px") for line in told]
    empty = (
        tag("div", "This table has no rows.", style=f"background:{GREY}; padding:4px 10px") if not len(frame) else ""
    )
    return tag("div", drawn, *more, empty, style="overflow-x:auto")
