"""Order: categories as labels, and the order that they carry themselves, if any."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd
from pandas.api.types import is_bool_dtype, is_datetime64_any_dtype, is_float_dtype, is_numeric_dtype

from autoviz.columns import steady
from autoviz.drawing.scales import places

MISSING = "(missing)"
OTHER = "Other"
PERIOD_LABELS = {"month": "%b %Y", "quarter": "Q%q %Y", "year": "%Y"}
"""Periods as labels of colours and panels, in the words of pandas; days, weeks and hours are written in full."""
LAST = (MISSING, OTHER)
"""Labels that stand after all others, whatever the order."""


def labels(column: pd.Series[Any], grain: str | None = None) -> pd.Series[Any]:
    """The cells as category labels: whole numbers and text stay, missing cells get a label of their own."""
    missing = column.isna()
    cells = column.astype(object)
    if is_bool_dtype(column.dtype):
        cells = cells.map(str)
    elif is_float_dtype(column.dtype):
        cells = cells.map(_without_dust, na_action="ignore")
    elif is_datetime64_any_dtype(column.dtype):
        cells = column.dt.to_period("h").dt.strftime(label_format(column, grain)).astype(object)
    elif not is_numeric_dtype(column.dtype) and not isinstance(column.dtype, pd.StringDtype):
        cells = cells.map(str)
    return cells.where(~missing, MISSING)


def _without_dust(number: float) -> float | int:
    """A number without the last bits of its arithmetic: 0.30000000000000004 is 0.3, and 3.0 is 3."""
    shown = float(f"{number:.12g}")
    return int(shown) if shown.is_integer() else shown


def label_format(dates: pd.Series[Any], grain: str | None) -> str:
    """How dates are written as labels: by their period, else in full."""
    spoken = spoken_grain(dates, grain)
    if spoken in PERIOD_LABELS:
        return PERIOD_LABELS[spoken]
    present = dates.dropna()
    return "%Y-%m-%d" if bool((present == present.dt.normalize()).all()) else "%Y-%m-%d %H:%M"


def spoken_grain(dates: pd.Series[Any], grain: str | None) -> str | None:
    """The grain of dates that are all the first day of a year or of a month, where no step before has told it."""
    present = dates.dropna().drop_duplicates()
    if grain is not None or len(present) < 2 or not bool((present == present.dt.normalize()).all()):
        return grain
    if bool((present.dt.day_of_year == 1).all()):
        return "year"
    return "month" if bool((present.dt.day == 1).all()) else None


def natural_order(
    column: pd.Series[Any], known: Sequence[str] = (), grain: str | None = None
) -> list[Hashable] | None:
    """The labels in the order that they carry themselves or that is `known`; None where they are mere names."""
    present = column.dropna().drop_duplicates()
    dtype = column.dtype
    if known and set(labels(present)) <= set(known):
        found = set(labels(present))
        return _finished(column, [name for name in known if name in found])
    if isinstance(dtype, pd.CategoricalDtype):
        if dtype.ordered:
            return _finished(column, list(labels(present.sort_values())))
        present = present.astype(dtype.categories.dtype)
    if is_numeric_dtype(present.dtype) or not _textual(present.dtype):
        return _finished(column, list(labels(present.sort_values(), grain)))
    return _text_order(column, [str(cell) for cell in present.tolist()])


def _textual(dtype: Any) -> bool:
    return dtype.kind == "O" or isinstance(dtype, pd.StringDtype)


def _text_order(column: pd.Series[Any], names: list[str]) -> list[Hashable] | None:
    """Text in the order of the scale that it is of."""
    steps = places(names)
    if steps is None:
        return None
    names.sort(key=lambda name: (steps[name], name))
    return _finished(column, names)


def _finished(column: pd.Series[Any], order: Sequence[Hashable]) -> list[Hashable]:
    return [*order, MISSING] if bool(column.isna().any()) else list(order)


def appearing(cells: pd.Series[Any]) -> list[Hashable]:
    """The labels in the order in which they come, with the catch-all ones last."""
    return last_ones_last(cells.drop_duplicates().tolist())


def by_size(sizes: pd.Series[Any], *, descending: bool) -> list[Hashable]:
    """The labels of an index in the order of their values; ties keep the order in which they come."""
    return last_ones_last(sizes.sort_values(ascending=not descending, kind="stable", key=steady).index.tolist())


def arranged(
    cells: pd.Series[Any], sizes: pd.Series[Any], natural: Sequence[Hashable] | None, sort: str, order: str | None
) -> list[Hashable]:
    """The labels by name, by size or as they come; `auto` takes their own order, else the largest first."""
    if sort == "none":
        return appearing(cells)
    if sort == "y" or (sort == "auto" and natural is None):
        return by_size(sizes, descending=order != "asc")
    present = set(cells)
    along = [name for name in natural if name in present] if natural else sorted(present, key=str)
    return last_ones_last(along[::-1] if order == "desc" else along)


def in_places(data: pd.DataFrame, role: str, places: Sequence[Hashable]) -> pd.DataFrame:
    """The rows in the order of the labels in one of their columns."""
    ranks = {name: position for position, name in enumerate(places)}
    return data.sort_values(role, kind="stable", key=lambda column: column.map(ranks))


def last_ones_last(order: list[Hashable]) -> list[Hashable]:
    """'(missing)' and 'Other' after all others."""
    return [*(name for name in order if name not in LAST), *(name for name in LAST if name in order)]
