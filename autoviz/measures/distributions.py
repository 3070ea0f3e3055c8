"""The shape of numeric columns: moments, histogram counts and whether they look normal, from aggregates alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.columns import one_row
from autoviz.frames import overall, to_pandas
from autoviz.measures.columns import Notes, measurable, some
from autoviz.model.provenance import Note
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import pandas as pd

LEAST_FOR_SHAPE = 8
"""Below this many values skew and kurtosis say nothing about the column."""
MOST_FOR_SHAPIRO = 5000
"""Beyond this many values the p of Shapiro and Wilk's test is not known well."""
TESTS = {"jarque_bera": "Jarque–Bera", "shapiro": "Shapiro–Wilk"}
CLEAR_SKEW = 0.5
CLEAR_KURTOSIS = 1.0
DISTRIBUTION_COLUMNS = (
    "column", "count", "missing", "mean", "median", "std", "min", "q25", "q75", "max", "skew", "kurtosis", "normal_p",
    "normal_test", "shape", "bin_counts",
)  # fmt: skip


def distributions(
    table: Table, columns: Sequence[str], bins: int, test: str = "jarque_bera"
) -> tuple[pd.DataFrame, Notes]:
    """One row per column, in two passes of the engine: location and range, then moments and bins around them."""
    import pandas as pd

    frame, notes = measurable(table, columns)
    keys = {f"c{number}": name for number, name in enumerate(columns)}
    ranges = [item for key, name in keys.items() for item in _range(key, name)]
    first = one_row(overall(frame, nw.len().alias("rows"), *ranges))
    basics = {key: {stat: first[f"{key}_{stat}"] for stat in _RANGE} for key in keys}
    varied = {key: basics[key] for key in keys if _varies(basics[key])}
    second = _second_pass(frame, keys, varied, bins)
    rows = [
        _row(name, int(first["rows"]), basics[key], _moments(key, varied, second), _bins(key, varied, second, bins))
        for key, name in keys.items()
    ]
    shapes = pd.DataFrame(rows)
    if test == "shapiro":
        shapes = _by_shapiro(shapes, frame)
    return shapes, (*notes, *_gaps(shapes))


def _by_shapiro(shapes: pd.DataFrame, frame: Frame) -> pd.DataFrame:
    """The test by Shapiro and Wilk, which reads the values themselves, where they are not too many for it."""
    from scipy import stats

    known = shapes["normal_p"].notna() & (shapes["count"] <= MOST_FOR_SHAPIRO)
    values = to_pandas(frame.select(*shapes.loc[known, "column"])) if known.any() else None
    for place in shapes.index[known]:
        assert values is not None
        cells = values[shapes.at[place, "column"]].dropna().astype("float64")
        shapes.loc[place, ["normal_p", "normal_test"]] = float(stats.shapiro(cells).pvalue), TESTS["shapiro"]
    return shapes


_RANGE = ("count", "mean", "median", "std", "min", "q25", "q75", "max")


def _range(key: str, name: str) -> list[nw.Expr]:
    value = nw.col(name)
    quartiles = (value.quantile(share, "linear") for share in (0.25, 0.75))
    wanted = (value.count(), value.mean(), value.median(), value.std(), value.min(), *quartiles, value.max())
    return [expression.alias(f"{key}_{stat}") for stat, expression in zip(_RANGE, wanted, strict=True)]


def _varies(basics: Mapping[str, Any]) -> bool:
    return bool(basics["count"]) and basics["min"] != basics["max"]


def _second_pass(
    frame: Frame, keys: Mapping[str, str], varied: Mapping[str, Mapping[str, Any]], bins: int
) -> dict[str, Any]:
    """Powers of the standardised values, and how many values lie below each inner edge."""
    if not varied:
        return {}
    scaled = [((nw.col(keys[key]) - stats["mean"]) / stats["std"]).alias(key) for key, stats in varied.items()]
    below = [
        (nw.col(keys[key]) < edge).cast(nw.Int64).sum().alias(f"{key}_below_{place}")
        for key, stats in varied.items()
        for place, edge in enumerate(_edges(stats, bins)[1:-1])
    ]
    powers = one_row(frame.select(*scaled).select(*(
        (nw.col(key) ** power).mean().alias(f"{key}_m{power}") for key in varied for power in (2, 3, 4)
    )))  # fmt: skip
    return {**powers, **(one_row(frame.select(*below)) if below else {})}


def _edges(stats: Mapping[str, Any], bins: int) -> list[float]:
    import numpy as np

    return [float(edge) for edge in np.linspace(float(stats["min"]), float(stats["max"]), bins + 1)]


def _moments(key: str, varied: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[float, float] | None:
    """Skew and excess kurtosis of the values themselves, not yet corrected for few values."""
    if key not in varied:
        return None
    variance = second[f"{key}_m2"]
    return second[f"{key}_m3"] / variance**1.5, second[f"{key}_m4"] / variance**2 - 3


def _bins(key: str, varied: Mapping[str, Any], second: Mapping[str, Any], bins: int) -> str | None:
    """Counts of equally wide bins from the lowest to the highest value."""
    if key not in varied:
        return None
    below = [0, *(int(second[f"{key}_below_{place}"]) for place in range(bins - 1)), int(varied[key]["count"])]
    return ", ".join(str(upper - lower) for lower, upper in pairwise(below))


def _row(
    name: str, rows: int, basics: Mapping[str, Any], moments: tuple[float, float] | None, bins: str | None
) -> dict[str, Any]:
    count = int(basics["count"] or 0)
    numbers = {stat: None if basics[stat] is None else float(basics[stat]) for stat in _RANGE[1:]}
    shape = _shape(count, *moments) if moments and count >= LEAST_FOR_SHAPE else _NO_SHAPE
    return {"column": name, "count": count, "missing": rows - count, **numbers, **shape, "bin_counts": bins}


_NO_SHAPE: dict[str, Any] = {"skew": None, "kurtosis": None, "normal_p": None, "normal_test": None, "shape": None}


def _shape(count: int, skew: float, kurtosis: float) -> dict[str, Any]:
    """Skew and kurtosis as pandas corrects them, and the Jarque–Bera test of both."""
    from scipy import stats

    statistic = count / 6 * (skew**2 + kurtosis**2 / 4)
    corrected = skew * (count * (count - 1)) ** 0.5 / (count - 2)
    excess = (count - 1) / ((count - 2) * (count - 3)) * ((count + 1) * kurtosis + 6)
    return {
        "skew": corrected,
        "kurtosis": excess,
        "normal_p": float(stats.chi2.sf(statistic, 2)),
        "normal_test": TESTS["jarque_bera"],
        "shape": shape_in_words(corrected, excess),
    }


def shape_in_words(skew: float, kurtosis: float) -> str:
    """What a histogram of such values looks like; by size, because any large sample fails a test of normality."""
    if skew > CLEAR_SKEW:
        return "long tail to the right"
    if skew < -CLEAR_SKEW:
        return "long tail to the left"
    if kurtosis > CLEAR_KURTOSIS:
        return "symmetric, heavy tails"
    return "symmetric, flat" if kurtosis < -CLEAR_KURTOSIS else "close to normal"


def _gaps(shapes: pd.DataFrame) -> Notes:
    """Why a column has no shape."""
    counts = shapes["count"]
    constant = (counts > 0) & (shapes["min"] == shapes["max"])
    reasons = {
        "No values in": counts == 0,
        "One single value, so no spread to describe, in": constant,
        f"Fewer than {LEAST_FOR_SHAPE} values, too few for skew and kurtosis, in": (counts > 0)
        & (counts < LEAST_FOR_SHAPE)
        & ~constant,
    }
    found = {reason: shapes.loc[rows, "column"].tolist() for reason, rows in reasons.items()}
    return tuple(
        Note(kind="info", message=f"{reason} {some(names)}.", data={"columns": names})
        for reason, names in found.items()
        if names
    )
