"""Gathering: the rows of a group as one value, on pandas, where their order is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.query.language import Aggregate
from autoviz.shaping.typed import Kind

ROW_FUNCS = ("first", "last", "mode", "correlation", "slope", "at max", "at min", "list")
"""What needs the rows themselves, in their order."""
BETWEEN = ", "
"""What stands between the texts of a list."""
GROUP = "group number"
ARGUMENTS = ["one", "other"]
"""What the arguments of an aggregate are called while it is worked out."""


@dataclass(frozen=True)
class Part:
    """One aggregate under a name, the columns that hold what it reads, and the kind of the first of them."""

    name: str
    aggregate: Aggregate
    inputs: tuple[str, ...]
    kind: Kind = "integer"


def needs_rows(aggregate: Aggregate) -> bool:
    """Whether an aggregate is worked out from the rows themselves."""
    return aggregate.func in ROW_FUNCS or aggregate.discrete


def with_numbers(name: str, dtype: Any, kind: str, func: str) -> nw.Expr:
    """An input as the engine can aggregate it: flags as numbers, NaN as missing."""
    cells = nw.col(name)
    if kind == "flag" and func not in ("count", "distinct"):
        return cells.cast(nw.Int64)
    return cells.fill_nan(None) if dtype.is_float() else cells


def gathered(rows: pd.DataFrame, keys: Sequence[str], parts: Sequence[Part]) -> pd.DataFrame:
    """One row per group, in the order in which groups first occur; rows with a missing key are a group too."""
    rows = rows.reset_index(drop=True)
    if keys:
        grouping = rows.groupby(list(keys), dropna=False, observed=True, sort=False)
        number, first = grouping.ngroup(), ~rows.duplicated(list(keys))
        result = rows.loc[first, list(keys)].reset_index(drop=True)
    else:
        number = pd.Series(0, index=rows.index)
        result = pd.DataFrame(index=range(1))
    groups = pd.RangeIndex(len(result))
    for part in parts:
        read = {column: _plain(rows[column], part) for column in part.inputs}
        values = _one(pd.DataFrame(read, index=rows.index), number, part)
        result[part.name] = _whole(values.reindex(groups), part)
    return result


def _plain(cells: pd.Series[Any], part: Part) -> pd.Series[Any]:
    if part.kind == "flag" and part.aggregate.func not in ("count", "distinct", "list", "mode"):
        return cells.astype("boolean").astype("Float64").astype(float) if cells.hasnans else cells.astype(int)
    if isinstance(cells.dtype, pd.CategoricalDtype):
        return cells.astype(cells.dtype.categories.dtype)
    return cells


def _one(cells: pd.DataFrame, number: pd.Series[int], part: Part) -> pd.Series[Any]:
    aggregate, func = part.aggregate, part.aggregate.func
    if func == "count" and not aggregate.args and aggregate.where is None:
        return number.groupby(number).size()
    if func in _OF_ROWS:
        there = cells.dropna()
        return _OF_ROWS[func](there.set_axis(ARGUMENTS[: len(part.inputs)], axis=1), number.loc[there.index.to_numpy()])
    column: pd.Series[Any] = cells[part.inputs[0]]
    return _of_one(column[column.notna()], number[column.notna()], aggregate)


def _of_one(cells: pd.Series[Any], number: pd.Series[int], aggregate: Aggregate) -> pd.Series[Any]:
    """An aggregate of one column, its missing values left out."""
    func = aggregate.func
    if func == "quantile" and aggregate.discrete:
        return _discrete(cells, number, aggregate.quantile or 0.0)
    if func in ("min", "max") and not pd.api.types.is_numeric_dtype(cells.dtype):
        # pandas 2 has no smallest text of a group.
        cells, func = cells.sort_values(kind="stable"), "first" if func == "min" else "last"
    groups: Any = cells.groupby(number, sort=False)
    made: pd.Series[Any]
    if func == "quantile":
        made = groups.quantile(aggregate.quantile)
    else:
        made = groups.agg("nunique" if func == "distinct" else func)
    return made


def _whole(values: pd.Series[Any], part: Part) -> pd.Series[Any]:
    """Counts are zero where there is nothing; whole numbers stay whole."""
    aggregate, kind = part.aggregate, part.kind
    if aggregate.func in ("count", "distinct"):
        return values.fillna(0).astype("int64")
    if kind == "flag" and aggregate.func in ("min", "max", "first", "last", "at max", "at min"):
        return values.map({0: False, 1: True})
    if aggregate.func == "sum" and kind in ("integer", "flag") and not values.hasnans:
        return values.astype("int64")
    return values


def _discrete(cells: pd.Series[Any], number: pd.Series[int], part: float) -> pd.Series[Any]:
    """The smallest value that at least this part of the values does not exceed."""

    def pick(values: pd.Series[Any]) -> Any:
        return values.sort_values().iloc[max(0, int(np.ceil(part * len(values))) - 1)]

    made: pd.Series[Any] = cells.groupby(number, sort=False).agg(pick)
    return made


def _mode(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
    """The most frequent value; of several the one that comes first."""
    counts = cells.assign(**{GROUP: number}).groupby([GROUP, "one"], sort=False, observed=True).size()
    best = counts.sort_values(ascending=False, kind="stable").reset_index(name="rows")
    return best.drop_duplicates(GROUP).set_index(GROUP)["one"]


def _list(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
    groups: Any = cells["one"].groupby(number, sort=False)
    made: pd.Series[Any] = groups.agg(lambda values: BETWEEN.join(sorted({_text(value) for value in values})))
    return made


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)


def _at(largest: bool) -> Callable[[pd.DataFrame, pd.Series[int]], pd.Series[Any]]:
    def pick(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
        """The first row of the largest value decides."""
        ranked = cells.assign(**{GROUP: number}).sort_values("other", ascending=not largest, kind="stable")
        return ranked.drop_duplicates(GROUP).set_index(GROUP)["one"]

    return pick


def _end(last: bool) -> Callable[[pd.DataFrame, pd.Series[int]], pd.Series[Any]]:
    def pick(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
        placed = cells.assign(**{GROUP: number})
        return placed.drop_duplicates(GROUP, keep="last" if last else "first").set_index(GROUP)["one"]

    return pick


def _centred(cells: pd.DataFrame, number: pd.Series[int]) -> tuple[pd.Series[Any], pd.Series[Any], pd.Series[Any]]:
    """The sums of products and squares around the means of each group."""
    numbers = cells.astype(float)
    apart = numbers - numbers.groupby(number).transform("mean")
    products = pd.DataFrame({"xy": apart["one"] * apart["other"], "xx": apart["one"] ** 2, "yy": apart["other"] ** 2})
    sums = products.groupby(number).sum()
    return sums["xy"], sums["xx"], sums["yy"]


def _correlation(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
    together, one, other = _centred(cells, number)
    spread: pd.Series[Any] = (one * other) ** 0.5
    return together / spread.where(spread != 0)


def _slope(cells: pd.DataFrame, number: pd.Series[int]) -> pd.Series[Any]:
    """How the first argument changes with the second."""
    together, _, other = _centred(cells, number)
    return together / other.where(other != 0)


_OF_ROWS: dict[str, Callable[[pd.DataFrame, pd.Series[int]], pd.Series[Any]]] = {
    "mode": _mode, "list": _list, "at max": _at(largest=True), "at min": _at(largest=False),
    "first": _end(last=False), "last": _end(last=True), "correlation": _correlation, "slope": _slope,
}  # fmt: skip
