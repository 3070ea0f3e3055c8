"""Rows: what a chart draws, collected from any engine and laid out by role instead of by column."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
import pandas as pd
from pandas.api.types import (
    infer_dtype,
    is_bool_dtype,
    is_datetime64_any_dtype,
    is_extension_array_dtype,
    is_float_dtype,
    is_numeric_dtype,
)

from autoviz.drawing.encoding import Encoding
from autoviz.drawing.order import label_format, labels, natural_order
from autoviz.drawing.titles import is_cycle, measure, metric_names, sentence
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import to_pandas
from autoviz.frames.plain import having
from autoviz.listing import counted
from autoviz.model.provenance import Note

X, Y, SERIES, PANEL, SIZE, SHADE, LABEL = "x", "y", "series", "panel", "size", "shade", "label"
"""The roles: places, values, one trace each, one panel each, bubble sizes, colours on a scale, and what a point is."""
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
    settled: Mapping[str, Any] = field(default_factory=dict)
    """What exported code must do to the columns: label missing cells, write numbers and dates as text."""
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


def gathered(
    encoding: Encoding, *, categories: bool = False, shades: bool = False, ranked: bool = False, parts: bool = False
) -> Rows:
    """The rows of a chart by role.

    With `categories`, numbers and single dates on x are labels while they are few; if `ranked`, so are periods that
    come in another order than that of time; if they are `parts` of a whole, all are; with `shades`, a measured number
    as colour is a scale.
    """
    cells = to_pandas(encoding.table.frame.select(*encoding.columns))
    held = {name: sides for name in encoding.groups if (sides := encoding.table.of(name).sides)}
    called = {name: _called(sides, cells[name]) for name, sides in held.items()}
    plain = {name: dated(cells[name]) for name in encoding.groups if name not in called}
    table = having(cells, plain | {name: cells[name].map(words) for name, words in called.items()})
    placed = encoding.x is not None and not parts
    kind = _kind(table[encoding.x], encoding, categories, ranked) if placed else "category"
    shaded = shades and encoding.color is not None and _measured(table[encoding.color])
    roles = {X: encoding.x, SHADE if shaded else SERIES: encoding.color, PANEL: encoding.facet, SIZE: encoding.size}
    roles[LABEL] = encoding.label
    columns = {role: name for role, name in roles.items() if name is not None}
    grouping = (X, SERIES, PANEL) if kind == "category" else (SERIES, PANEL)
    groups = {role: name for role, name in columns.items() if role in grouping}
    found = {role: table[name] for role, name in columns.items()}
    found |= {role: numbers(table[name], name) for role, name in columns.items() if role in (SIZE, SHADE)}
    orders: dict[str, list[Hashable] | None] = {}
    for role, name in groups.items():
        grain = _label_grain(encoding, role, name)
        found[role] = labels(table[name], grain)
        orders[role] = natural_order(table[name], encoding.table.of(name).order, grain)
    data = pd.DataFrame(found, index=table.index, copy=False)
    rows = Rows(data, kind, orders, encoding.notes, _settled(encoding, table, groups, called))
    return _without_gaps(_with_metrics(encoding, table, rows))


def _called(sides: tuple[str, str], column: pd.Series[Any]) -> dict[Any, str]:
    """What each of two cells is called; a number is not looked up as true or false."""
    number = is_numeric_dtype(column.dtype) and not is_bool_dtype(column.dtype)
    return dict(zip((1, 0) if number else (True, False), sides, strict=True))


def _label_grain(encoding: Encoding, role: str, name: str) -> str | None:
    """The grain by which dates are written as labels; on x they are periods or single days, written in full."""
    return encoding.period if role == X else encoding.table.of(name).grain


def _settled(
    encoding: Encoding, table: pd.DataFrame, groups: Mapping[str, str], called: Mapping[str, Mapping[Any, str]]
) -> dict[str, Any]:
    """What exported code must do to draw the same labels."""
    names = dict.fromkeys(groups.values())
    dates = {
        name: label_format(table[name], _label_grain(encoding, role, name))
        for role, name in groups.items()
        if is_datetime64_any_dtype(table[name].dtype)
    }
    flags = {name: {True: "True", False: "False"} for name in names if _is_flag(table[name])}
    held = flags | {name: called[name] for name in names if name in called}
    counts = [name for role, name in groups.items() if role == SERIES and is_numeric_dtype(table[name].dtype)]
    found: dict[str, Any] = {
        "yes_no": held,
        "missing": [name for name in names if table[name].hasnans],
        "as_text": [name for name in counts if name not in held],
        "periods": dates,
    }
    return {key: value for key, value in found.items() if value}


def _is_flag(column: pd.Series[Any]) -> bool:
    """Whether the cells are true or false, some of them missing perhaps."""
    return is_bool_dtype(column.dtype) or (column.dtype == object and infer_dtype(column, skipna=True) == "boolean")


def dated(column: pd.Series[Any]) -> pd.Series[Any]:
    """Dates of any kind as moments without a time zone (plotly shows what the clock showed), numbers as numpy's."""
    if isinstance(column.dtype, pd.PeriodDtype):
        return pd.Series(column.dt.to_timestamp())
    if column.dtype == object and infer_dtype(column, skipna=True) in ("date", "datetime"):
        column = pd.to_datetime(column)
    if not is_datetime64_any_dtype(column.dtype):
        measured = is_numeric_dtype(column.dtype) and not is_bool_dtype(column.dtype)
        return plain_numbers(column) if measured else column
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
    return plain_numbers(column)


def plain_numbers(column: pd.Series[Any]) -> pd.Series[Any]:
    """Nullable and Arrow numbers as the ones of numpy."""
    if not is_extension_array_dtype(column.dtype):
        return column
    return column.astype(float if column.hasnans or is_float_dtype(column.dtype) else "int64")


def cells(column: pd.Series[Any]) -> list[Any]:
    """Plain Python values for a trace: numbers, text or moments; NaN or None where nothing is known."""
    if is_datetime64_any_dtype(column.dtype):
        index = pd.DatetimeIndex(column)
        moments = (index.floor("us") if index.unit == "ns" else index).to_pydatetime()
        return [None if missing else moment for moment, missing in zip(moments, column.isna(), strict=True)]
    unknown = math.nan if is_numeric_dtype(column.dtype) else None
    values = column.astype(object).where(column.notna(), unknown)
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def _measured(column: pd.Series[Any]) -> bool:
    return is_numeric_dtype(column.dtype) and column.nunique() >= SHADES_FROM


def _kind(x: pd.Series[Any], encoding: Encoding, categories: bool, ranked: bool) -> Kind:
    if is_datetime64_any_dtype(x.dtype):
        labelled = encoding.period is None or (ranked and not x.is_monotonic_increasing)
        return "category" if categories and labelled and x.nunique() <= MOST_LABELS else "date"
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
    told = metric_names(encoding.table, list(metrics)) if together else [
        sentence(measure(encoding.table, column)) for column in metrics
    ]  # fmt: skip
    names: list[Hashable] = list(told)
    parts = [
        rows.data.assign(**{Y: values}).assign(**{role: str(name)})
        for name, values in zip(names, metrics.values(), strict=True)
    ]
    stacked = rows.having(pd.concat(parts, ignore_index=True), **{role: names})
    settled = {"names": dict(zip(metrics, told, strict=True)), **({} if together else {"apart": True})}
    return replace(stacked, own_scales=not together, settled={**stacked.settled, **settled})


def alike(encoding: Encoding, metrics: Mapping[str, pd.Series[Any]]) -> bool:
    """Whether metrics may share an axis: the same unit, and no one so small that it would lie flat beside another."""
    units = {encoding.table.of(column).unit for column in metrics}
    usual = [float(values.astype(float).replace([np.inf, -np.inf], np.nan).abs().mean()) for values in metrics.values()]
    sizes = [size for size in usual if size > 0]
    return len(units) == 1 and (not sizes or max(sizes) <= UNLIKE * min(sizes))


def _without_gaps(rows: Rows) -> Rows:
    """Rows whose place or value is not known are left out, and it is said how many."""
    data = rows.data
    if Y in data and len(data):
        infinite = np.isinf(data[Y].to_numpy(dtype=float, na_value=np.nan))
        if infinite.any():
            message = f"Not drawn: {counted(int(infinite.sum()), 'infinite value')}."
            note = Note(kind="dropped", message=message, data={"infinite": int(infinite.sum())})
            rows = rows.having(data.assign(**{Y: data[Y].mask(infinite)}), note)
            rows = replace(rows, settled={**rows.settled, "infinite": True})
    if rows.kind != "category" and X in rows.data:
        known = rows.data[X].notna() & ~rows.data[X].isin([np.inf, -np.inf])
        unknown = int((~known).sum())
        if unknown:
            message = f"Not drawn: {counted(unknown, 'row')} without a place on the x axis."
            rows = rows.having(rows.data[known], Note(kind="dropped", message=message, data={"rows": unknown}))
    return rows
