"""How pairs of columns go together: Pearson from sums of the engine, Spearman from collected rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import narwhals.stable.v2 as nw
import numpy as np
from numpy.typing import NDArray

from autoviz.columns import one_row
from autoviz.frames import engine_of, to_pandas
from autoviz.measures.columns import Notes, measurable, some
from autoviz.measures.sampling import sampled
from autoviz.model.provenance import Note
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import pandas as pd

Coefficients = tuple[list[float | None], list[int]]
Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
CONFIDENCE = 0.95
CORRELATION_COLUMNS = ("column_a", "column_b", "r", "p", "n", "low", "high")


def correlations(table: Table, columns: Sequence[str], method: str, max_rows: int) -> tuple[pd.DataFrame, Notes]:
    """One row per pair: coefficient, p-value, rows with both values, 95 % interval; the strongest pair first."""
    import pandas as pd

    frame, notes = measurable(table, columns)
    pairs = list(combinations(columns, 2))
    if method == "pearson" and engine_of(frame) != "pandas":
        coefficients, sizes = _from_sums(frame, pairs)
    else:
        frame, more = sampled(frame, max_rows)
        notes = (*notes, *more)
        coefficients, sizes = _from_rows(to_pandas(frame), pairs, method)
    r, n = np.array(coefficients, dtype="float64"), np.array(sizes, dtype="int64")
    low, high = _intervals(r, n, method)
    names = {"column_a": [left for left, _ in pairs], "column_b": [right for _, right in pairs]}
    long = pd.DataFrame({**names, "r": r, "p": _p_values(r, n), "n": n, "low": low, "high": high})
    strongest = long["r"].abs().round(9).sort_values(ascending=False, kind="stable", na_position="last").index
    return long.loc[strongest].reset_index(drop=True), (*notes, *_gaps(long))


def _from_rows(rows: pd.DataFrame, pairs: Sequence[tuple[str, str]], method: str) -> Coefficients:
    numbers = rows.astype("float64")
    matrix = numbers.corr(method="spearman" if method == "spearman" else "pearson", min_periods=2)
    present = numbers.notna().to_numpy("float64")  # integers are multiplied without BLAS, many times as slowly
    both = (present.T @ present).astype("int64")
    places = {name: place for place, name in enumerate(numbers.columns)}
    left, right = ([places[pair[side]] for pair in pairs] for side in (0, 1))
    return list(matrix.to_numpy()[left, right]), list(both[left, right])


def _from_sums(frame: Frame, pairs: Sequence[tuple[str, str]]) -> Coefficients:
    """Two passes, so that large means do not eat the digits: means of complete pairs, then products around them."""
    both = [
        item
        for number, (left, right) in enumerate(pairs)
        for item in (
            nw.when(~nw.col(right).is_null()).then(nw.col(left)).cast(nw.Float64).alias(f"a{number}"),
            nw.when(~nw.col(left).is_null()).then(nw.col(right)).cast(nw.Float64).alias(f"b{number}"),
        )
    ]
    complete = frame.select(*both)
    names = [f"{side}{number}" for number in range(len(pairs)) for side in "ab"]
    means = one_row(complete.select(*(nw.col(name).mean().alias(name) for name in names)))
    centred = complete.select(*((nw.col(name) - (means[name] or 0.0)).alias(name) for name in names))
    sums = one_row(centred.select(*(item for number in range(len(pairs)) for item in _products(number))))
    return (
        [_coefficient(*(sums[f"{part}{number}"] for part in ("aa", "bb", "ab"))) for number in range(len(pairs))],
        [int(sums[f"n{number}"]) for number in range(len(pairs))],
    )


def _products(number: int) -> list[nw.Expr]:
    left, right = nw.col(f"a{number}"), nw.col(f"b{number}")
    return [
        (left * left).sum().alias(f"aa{number}"),
        (right * right).sum().alias(f"bb{number}"),
        (left * right).sum().alias(f"ab{number}"),
        left.count().alias(f"n{number}"),
    ]


def _coefficient(left: float | None, right: float | None, product: float | None) -> float | None:
    if not left or not right or product is None:
        return None
    r: float = product / (left * right) ** 0.5
    return max(-1.0, min(1.0, r))


def _p_values(r: Floats, n: Counts) -> Floats:
    """Two-sided, against no correlation at all."""
    from scipy import stats

    exact = np.abs(r) == 1
    free = np.where(n > 2, n - 2.0, np.nan)  # of two rows any line fits
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 2 * stats.t.sf(np.abs(r) * np.sqrt(free / (1 - r * r)), free)
    return np.where(exact & (n > 2), 0.0, found)


def _intervals(r: Floats, n: Counts, method: str) -> tuple[Floats, Floats]:
    """Fisher's interval; for ranks with the variance of Bonett and Wright."""
    from scipy import stats

    exact = np.abs(r) == 1
    free = np.where(n > 3, n - 3.0, np.nan)
    inner = np.where(exact, 0.0, r)
    reach = stats.norm.ppf((1 + CONFIDENCE) / 2) * np.sqrt((1 + r * r / 2 if method == "spearman" else 1) / free)
    known = exact & (n > 3)
    low, high = (np.tanh(np.arctanh(inner) + side * reach) for side in (-1, 1))
    return np.where(known, r, low), np.where(known, r, high)


def _gaps(long: pd.DataFrame) -> Notes:
    """Why a pair has no coefficient, or none that can be trusted."""
    pairs = [f"{left} and {right}" for left, right in zip(long["column_a"], long["column_b"], strict=True)]
    without = [pair for pair, r in zip(pairs, long["r"], strict=True) if r != r]  # noqa: PLR0124
    few = [pair for pair, r, n in zip(pairs, long["r"], long["n"], strict=True) if r == r and n < 4]  # noqa: PLR0124
    found = {
        "One of the two does not vary, or they share fewer than two rows, so no correlation:": without,
        "Fewer than four shared rows, so no confidence interval:": few,
    }
    return tuple(
        Note(kind="info", message=f"{reason} {some(names)}.", data={"pairs": names})
        for reason, names in found.items()
        if names
    )
