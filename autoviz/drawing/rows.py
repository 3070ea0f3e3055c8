"""Rows: what a chart draws, collected from any engine and laid out by role instead of by column."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype, is_bool_dtype, is_datetime64_any_dtype, is_numeric_dtype

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.order import labels, natural_order
from autoviz.drawing.titles import is_cycle, measure, sentence
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import to_pandas
from autoviz.model.provenance import Note

X, Y, SERIES, PANEL, SIZE, SHADE = "x", "y", "series", "panel", "size", "shade"
"""The roles: places, values, one trace each, one panel each, bubble sizes, and colours on a scale."""
Kind = Literal["date", "number", "category"]
MOST_LABELS = 60
"""So many numbers or dates on an axis can still be labels."""
SHADES_FROM = 13
"""A number with so many values is a scale of colour, not a set of groups."""
UNLIKE = 20.0
"""Metrics whose usual size differs by more than this factor are not drawn on one axis."""


@dataclass(frozen=True)
class Rows:
    """The rows of one chart with columns named by role, and the order that each set of labels carries itself."""

    data: pd.DataFrame
    kind: Kind
    orders: Mapping[str, list[Hashable] | None] = field(default_factory=dict)
    notes: tuple[Note, ...] = ()
    missing: tuple[str, ...] = ()
    """Columns whose missing cells are drawn under a label of their own."""
    as_text: tuple[str, ...] = ()
    """Columns of numbers whose values are drawn as groups."""
    own_scales: bool = False
    """Whether each panel is a metric of its own, with an axis of its own."""

    def having(self, data: pd.DataFrame, *notes: Note, **orders: list[Hashable] | None) -> Rows:
        """The same chart with other rows and what is to be told of the change."""
        return replace(self, data=data, notes=(*self.notes, *notes), orders={**self.orders, **orders})

    def order(self, role: str) -> list[Hashable] | None:
        """The order that the labels of a role carry themselves; None for mere names."""
        return self.orders.get(role)

    @property
    def has_series(self) -> bool:
        return SERIES in self.data

    @property
    def has_panels(self) -> bool:
        return PANEL in self.data


def gathered(encoding: Encoding, *, categories: bool = False, shades: bool = False) -> Rows:
    """The rows of a chart by role.

    With `categories`, numbers and single dates on x are labels while they are few; with `shades`, a measured
    number as colour is a scale.
    """
    table = to_pandas(encoding.table.frame.select(*encoding.columns))
    parts: dict[str, Any] = {}
    orders: dict[str, list[Hashable] | None] = {}
    kind: Kind = "category"
    grouped: list[str] = []
    if encoding.x is not None:
        x = dated(table[encoding.x])
        kind = _kind(x, encoding, categories)
        parts[X] = labels(x) if kind == "category" else x
        orders[X] = natural_order(x, encoding.table.of(encoding.x).order) if kind == "category" else None
        grouped += [encoding.x] if kind == "category" else []
    for role, column in ((SERIES, encoding.color), (PANEL, encoding.facet)):
        if column is None:
            continue
        if role == SERIES and shades and _measured(table[column]):
            parts[SHADE] = numbers(table[column], column)
        else:
            cell = dated(table[column])
            parts[role], orders[role] = labels(cell), natural_order(cell, encoding.table.of(column).order)
            grouped.append(column)
    if encoding.size is not None:
        parts[SIZE] = numbers(table[encoding.size], encoding.size)
    data = pd.DataFrame(parts, index=table.index, copy=False)
    missing = tuple(column for column in dict.fromkeys(grouped) if table[column].hasnans)
    as_text = (encoding.color,) if SERIES in data and is_numeric_dtype(table[encoding.color].dtype) else ()
    rows = Rows(data, kind, orders, encoding.notes, missing, tuple(filter(None, as_text)))
    return _without_gaps(_with_metrics(encoding, table, rows))


def dated(column: pd.Series[Any]) -> pd.Series[Any]:
    """Dates of any kind as moments without a time zone: plotly shows what the clock on the wall showed."""
    if isinstance(column.dtype, pd.PeriodDtype):
        return pd.Series(column.dt.to_timestamp())
    if column.dtype == object and infer_dtype(column, skipna=True) in ("date", "datetime"):
        column = pd.to_datetime(column)
    if not is_datetime64_any_dtype(column.dtype):
        return column
    plain: pd.Series[Any] = column.dt.tz_localize(None) if column.dt.tz is not None else column
    return plain


def numbers(column: pd.Series[Any], name: str) -> pd.Series[Any]:
    """The cells as numbers, or an error that says what else the column holds."""
    if is_bool_dtype(column.dtype):
        return column.astype(float)
    if column.dtype == object and infer_dtype(column, skipna=True) in ("decimal", "floating", "mixed-integer-float"):
        return column.astype(float)
    if not is_numeric_dtype(column.dtype):
        raise ColumnError(
            f"{name!r} cannot be measured on an axis: it holds {infer_dtype(column, skipna=True)} values, not numbers",
            "Draw a column of numbers, or count the rows with aggregate first.",
        )
    return column


def cells(column: pd.Series[Any]) -> list[Any]:
    """Plain Python values for a trace: numbers, text or moments, and None where nothing is known."""
    if is_datetime64_any_dtype(column.dtype):
        moments = column.dt.floor("us").dt.to_pydatetime() if column.dt.unit == "ns" else column.dt.to_pydatetime()
        return [None if missing else moment for moment, missing in zip(moments, column.isna(), strict=True)]
    values = column.astype(object).where(column.notna(), None)
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def _measured(column: pd.Series[Any]) -> bool:
    return is_numeric_dtype(column.dtype) and column.nunique() >= SHADES_FROM


def _kind(x: pd.Series[Any], encoding: Encoding, categories: bool) -> Kind:
    if is_datetime64_any_dtype(x.dtype):
        return "category" if categories and encoding.period is None and x.nunique() <= MOST_LABELS else "date"
    if not is_numeric_dtype(x.dtype) or is_bool_dtype(x.dtype) or is_cycle(encoding.period):
        return "category"
    return "category" if categories and x.nunique() <= MOST_LABELS else "number"


def _with_metrics(encoding: Encoding, table: pd.DataFrame, rows: Rows) -> Rows:
    """The metrics as one column of values; several become series of one axis, or panels where they cannot share it."""
    metrics = {column: numbers(table[column], column) for column in encoding.y}
    if not metrics:
        return rows
    if len(metrics) == 1:
        return rows.having(rows.data.assign(**{Y: metrics[encoding.y[0]]}))
    together = rows.has_series is False and alike(encoding, metrics)
    role = SERIES if together else PANEL
    if role in rows.data:
        raise ParameterError(
            "Several metrics of different scale, and facets besides, do not fit one chart",
            "Draw one metric at a time, or leave out facet.",
        )
    names: list[Hashable] = [sentence(measure(encoding.table, column)) for column in metrics]
    parts = [
        rows.data.assign(**{Y: values}).assign(**{role: str(name)})
        for name, values in zip(names, metrics.values(), strict=True)
    ]
    stacked = rows.having(pd.concat(parts, ignore_index=True), **{role: names})
    return replace(stacked, own_scales=not together)


def alike(encoding: Encoding, metrics: Mapping[str, pd.Series[Any]]) -> bool:
    """Whether metrics may share an axis: the same unit, and no one so small that it would lie flat beside another."""
    units = {encoding.table.of(column).unit for column in metrics}
    sizes = [size for values in metrics.values() if (size := float(values.abs().mean())) > 0]
    return len(units) == 1 and (not sizes or max(sizes) <= UNLIKE * min(sizes))


def _without_gaps(rows: Rows) -> Rows:
    """Rows whose place or value is not known are left out, and it is said how many."""
    data = rows.data
    if Y in data and len(data):
        infinite = np.isinf(data[Y].to_numpy(dtype=float, na_value=np.nan))
        if infinite.any():
            message = f"{int(infinite.sum()):,} infinite values are not drawn."
            note = Note(kind="dropped", message=message, data={"infinite": int(infinite.sum())})
            rows = rows.having(data.assign(**{Y: data[Y].mask(infinite)}), note)
    if rows.kind != "category" and X in rows.data:
        unknown = int(rows.data[X].isna().sum())
        if unknown:
            note = Note(kind="dropped", message=f"{unknown:,} rows without a place on the x axis are not drawn.",
                        data={"rows": unknown})
            rows = rows.having(rows.data[rows.data[X].notna()], note)
    return rows
