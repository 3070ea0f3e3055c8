"""Neighbours: what a row knows of the rows beside it, worked out on collected rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.indexers import BaseIndexer
from pandas.api.types import infer_dtype, is_bool_dtype, is_integer_dtype, is_numeric_dtype

from autoviz.columns import free_name
from autoviz.frames.dates import periods_later
from autoviz.frames.plain import having
from autoviz.query.language import Column, Sort, Window
from autoviz.query.rewriting import outer_parts, rewritten

Compute = Callable[[pd.DataFrame, Mapping[str, Any]], "dict[str, pd.Series[Any]]"]
Places = np.ndarray[Any, np.dtype[np.intp]]


def with_windows(
    rows: pd.DataFrame, values: Mapping[str, Any], compute: Compute
) -> tuple[pd.DataFrame, Mapping[str, Any]]:
    """The rows with a column for each window, and the values reading those columns instead."""
    windows = list(dict.fromkeys(outer_parts(Window, tuple(values.values()))))
    if not windows:
        return rows, values
    taken = [*map(str, rows.columns), *values]
    names = {window: free_name(f"window {place}", taken) for place, window in enumerate(windows)}
    made = {name: _worked_out(rows, window, compute) for window, name in names.items()}

    def read(part: Any) -> Any:
        return Column(name=names[part]) if isinstance(part, Window) else None

    return having(rows, made), {name: rewritten(value, read) for name, value in values.items()}


def sort_codes(cells: pd.Series[Any], sort: Sort) -> Places:
    """Numbers that stand in the order that is asked for; equal values have equal numbers."""
    codes, found = pd.factorize(cells, sort=True)
    turned = len(found) - 1 - codes if sort.descending else codes
    return np.where(codes < 0, -1 if sort.missing_first else len(found), turned)


@dataclass(frozen=True)
class _Arranged:
    """The rows group by group in their order: where each comes from, and where its group and its equals lie."""

    places: Places
    start: Places
    end: Places
    equal_start: Places
    equal_end: Places

    @property
    def own(self) -> Places:
        return np.arange(len(self.places))

    def read(self, window: Window, dates: pd.Series[Any] | None) -> tuple[Places, Places]:
        """From which to before which place a row reads."""
        if not window.framed:
            return self.start, self.equal_end if window.along else self.end
        if window.unit is not None and dates is not None:
            return self._on_calendar(window, dates, window.unit)
        first = self.start if window.before is None else np.clip(self.own - window.before, self.start, self.end)
        last = self.end if window.after is None else np.clip(self.own + window.after + 1, self.start, self.end)
        return first, last

    def _on_calendar(self, window: Window, dates: pd.Series[Any], unit: str) -> tuple[Places, Places]:
        """The same where rows are found by their dates; those without one read one another."""
        first, last = self.start.copy(), self.end.copy()
        if window.before is not None:
            first = self._places(dates, periods_later(dates, -window.before, unit), "left", self.equal_start)
        if window.after is not None:
            last = self._places(dates, periods_later(dates, window.after, unit), "right", self.equal_end)
        return first, last

    def _places(self, dates: pd.Series[Any], wanted: pd.Series[Any], side: Any, missing: Places) -> Places:
        """Where in its group each wanted date would stand; `missing` where a row has no date."""
        found = missing.copy()
        known = dates.notna().to_numpy()
        for start, end in dict.fromkeys(zip(self.start.tolist(), self.end.tolist(), strict=True)):
            own = np.arange(start, end)[known[start:end]]
            if len(own):
                held = dates.iloc[own].to_numpy()
                found[own] = own[0] + np.searchsorted(held, wanted.iloc[own].to_numpy(), side=side)
        return found

    def scattered(self, values: pd.Series[Any], index: pd.Index[Any]) -> pd.Series[Any]:
        """Values of the arranged rows back at the places where the rows were."""
        back = np.empty(len(self.places), dtype=np.intp)
        back[self.places] = self.own
        return values.iloc[back].set_axis(index)


def _arranged(groups: Sequence[pd.Series[Any]], along: Sequence[tuple[pd.Series[Any], Sort]], rows: int) -> _Arranged:
    keys = [pd.factorize(cells, use_na_sentinel=False)[0] for cells in groups]
    codes = [sort_codes(cells, sort) for cells, sort in along]
    ranked = (np.arange(rows), *reversed(codes), *reversed(keys))
    places = np.lexsort(ranked)
    new_group = _changes([key[places] for key in keys], rows)
    new_equal = new_group | _changes([code[places] for code in codes], rows)
    return _Arranged(places, *_bounds(new_group), *_bounds(new_equal))


def _changes(keys: Sequence[Any], rows: int) -> Any:
    """Where a row differs from the one before it."""
    changed = np.zeros(rows, dtype=bool)
    changed[:1] = True
    for key in keys:
        changed[1:] |= key[1:] != key[:-1]
    return changed


def _bounds(begins: Any) -> tuple[Places, Places]:
    """For each row where its stretch begins and where the next begins."""
    firsts = np.flatnonzero(begins)
    which = np.cumsum(begins) - 1
    ends = np.append(firsts[1:], len(begins))
    return firsts[which], ends[which]


def _worked_out(rows: pd.DataFrame, window: Window, compute: Compute) -> pd.Series[Any]:
    wanted = {f"within {place}": value for place, value in enumerate(window.within)}
    wanted |= {f"along {place}": sort.expr for place, sort in enumerate(window.along)}
    wanted |= dict(zip(("argument",), window.args, strict=False))
    cells = {name: series.reset_index(drop=True) for name, series in compute(rows, wanted).items()}
    along = [(cells[f"along {place}"], sort) for place, sort in enumerate(window.along)]
    arranged = _arranged([cells[f"within {place}"] for place in range(len(window.within))], along, len(rows))
    argument = cells["argument"].iloc[arranged.places].reset_index(drop=True) if window.args else None
    dates = along[0][0].iloc[arranged.places].reset_index(drop=True) if window.unit is not None else None
    return arranged.scattered(_values(arranged, window, argument, dates), rows.index)


def _values(
    arranged: _Arranged, window: Window, argument: pd.Series[Any] | None, dates: pd.Series[Any] | None
) -> pd.Series[Any]:
    if window.func in _RANKS:
        return pd.Series(_RANKS[window.func](arranged, window.n))
    if window.func in ("previous", "next") and argument is not None:
        far = -window.n if window.func == "previous" else window.n
        places = arranged.own + far
        return _picked(argument, places, (places >= arranged.start) & (places < arranged.end))
    first, last = arranged.read(window, dates)
    if argument is None or window.func == "count":
        there = np.ones(len(first), dtype=int) if argument is None else argument.notna().to_numpy().astype(int)
        sums = np.append(0, np.cumsum(there))
        return pd.Series(sums[np.maximum(last, first)] - sums[first])
    if window.func in ("first", "last"):
        return _picked(argument, first if window.func == "first" else last - 1, first < last)
    return _rolled(argument, first, np.maximum(first, last), window.func)


def _picked(cells: pd.Series[Any], places: Places, known: Any) -> pd.Series[Any]:
    return cells.reindex(np.where(known, places, -1)).reset_index(drop=True)


class _Stretch(BaseIndexer):
    """The rows that each row reads, for pandas' own windows."""

    def get_window_bounds(
        self,
        num_values: int = 0,
        min_periods: int | None = None,
        center: bool | None = None,
        closed: str | None = None,
        step: int | None = None,
    ) -> tuple[Any, Any]:
        """The first row of each stretch, and the first after it."""
        return self.first.astype(np.int64), self.last.astype(np.int64)  # type: ignore[attr-defined]


def _rolled(cells: pd.Series[Any], first: Places, last: Places, func: str) -> pd.Series[Any]:
    """A window function of pandas over stretches of rows; texts and dates by their places in order."""
    stretch = _Stretch(first=first, last=last)
    if not is_numeric_dtype(cells.dtype) and not _flags(cells):
        codes, found = pd.factorize(cells, sort=True)
        placed = pd.Series(np.where(codes < 0, np.nan, codes))
        best = getattr(placed.rolling(stretch, min_periods=1), func)()
        return pd.Series(found).reindex(best.fillna(-1).astype(int)).reset_index(drop=True)
    numbers = cells.astype("boolean").astype("Float64") if _flags(cells) else cells
    made: pd.Series[Any] = getattr(numbers.astype(float).rolling(stretch, min_periods=1), func)()
    whole = func in ("sum", "min", "max") and is_integer_dtype(cells.dtype) and not made.hasnans
    return made.round().astype("int64") if whole else made


def _flags(cells: pd.Series[Any]) -> bool:
    return is_bool_dtype(cells.dtype) or infer_dtype(cells, skipna=True) == "boolean"


def _row_number(arranged: _Arranged, _: int) -> Any:
    return arranged.own - arranged.start + 1


def _rank(arranged: _Arranged, _: int) -> Any:
    return arranged.equal_start - arranged.start + 1


def _dense_rank(arranged: _Arranged, _: int) -> Any:
    begins = np.cumsum(arranged.equal_start == arranged.own)
    return begins - begins[arranged.start] + 1


def _percent_rank(arranged: _Arranged, _: int) -> Any:
    others = arranged.end - arranged.start - 1
    return (_rank(arranged, 1) - 1) / np.maximum(others, 1)


def _tiles(arranged: _Arranged, count: int) -> Any:
    """Parts of equal size; the first ones have one row more where the rows do not divide."""
    size, left = np.divmod(arranged.end - arranged.start, count)
    place = arranged.own - arranged.start
    larger = left * (size + 1)
    behind = left + (place - larger) // np.maximum(size, 1)
    return np.where(place < larger, place // (size + 1), behind) + 1


_RANKS: dict[str, Callable[[_Arranged, int], Any]] = {
    "row number": _row_number, "rank": _rank, "dense rank": _dense_rank, "percent rank": _percent_rank,
    "tiles": _tiles,
}  # fmt: skip
