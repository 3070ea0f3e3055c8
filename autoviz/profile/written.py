"""Written numbers: a column of text whose cells are numbers, profiled as the numbers that they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnProfile
from autoviz.profile.kinds import Numbers, number_kind, scalar
from autoviz.writings import FoundNumbers, find_numbers, writing_of
from autoviz.writings.casts import pandas_numbers

READ_SHARE = 0.9
"""A column of text is one of numbers where at least this share of its cells reads as such."""
WARNED_SHARE = 0.5
"""From this share on the reader is told how many cells are in the way."""
_LISTED = 50


@dataclass(frozen=True)
class Written:
    """A column of text as numbers, and how often each of them is there; None where it stays text."""

    profile: ColumnProfile
    counts: pd.Series[Any] | None = None


def written_numbers(
    found: ColumnProfile, counts: pd.Series[Any], first_column: bool, writing: str | None = None
) -> Written | None:
    """The column as its numbers, or with a warning where only some cells are such; None where it is about words."""
    given = writing_of(writing) if writing else None
    read = find_numbers(counts, found.name, given) if len(counts) else None
    if read is None or read.evidence.parse_rate < WARNED_SHARE:
        return None
    if read.evidence.parse_rate < READ_SHARE:
        return Written(found.replaced(nearly_numbers=read.evidence, warnings=(*found.warnings, _partly(read))))
    kind = _kind(found, counts, read, first_column)
    if kind is None:
        return None
    numbers = _number_counts(counts, read)
    values = numbers.index.to_numpy(dtype=float)
    listed = kind == "ordinal" and len(numbers) <= _LISTED
    profile = found.replaced(
        kind=kind,
        metric=True,
        numbers=read.evidence,
        minimum=scalar(values.min()),
        maximum=scalar(values.max()),
        mean=float(np.average(values, weights=numbers.to_numpy())),
        values=tuple(scalar(value) for value in values) if listed else (),
        warnings=(*found.warnings, *_told(read)),
    )
    return Written(profile, numbers)


def _number_counts(counts: pd.Series[Any], read: FoundNumbers) -> pd.Series[Any]:
    known = ~np.isnan(read.numbers)
    numbers = pd.Series(counts.to_numpy()[known]).groupby(read.numbers[known]).sum()
    return numbers.sort_values(ascending=False, kind="stable")


def _kind(found: ColumnProfile, counts: pd.Series[Any], read: FoundNumbers, first_column: bool) -> Kind | None:
    """Amounts are numeric; digits alone may as well be classes, and where they only name something they stay text."""
    if not read.plain:
        return "numeric"
    finite = read.numbers[~np.isnan(read.numbers)]
    known = Numbers(
        bool((finite % 1 == 0).all()), int(counts.sum()), len(counts), finite.min(), finite.max(), first_column
    )
    kind = number_kind(found.name, known)
    return kind if kind in ("numeric", "ordinal") else None


def _told(read: FoundNumbers) -> tuple[str, ...]:
    evidence = read.evidence
    told = [f"Its cells are text and read as numbers written like {evidence.writing}."]
    if evidence.alternative:
        told.append(f"They would fit {evidence.alternative} as well, which gives other numbers.")
    if evidence.failed:
        share = 1 - evidence.parse_rate
        told.append(f"{share:.1%} of them are no numbers and count as missing: {_listed(evidence.failed)}.")
    return tuple(told)


def _partly(read: FoundNumbers) -> str:
    evidence = read.evidence
    return (
        f"{evidence.parse_rate:.0%} of its cells are numbers written like {evidence.writing}, too few to read it so; "
        f"others are {_listed(evidence.failed)}."
    )


def _listed(cells: tuple[str, ...]) -> str:
    return ", ".join(map(repr, cells))


def amounts_in(column: ColumnProfile, cells: pd.Series[Any]) -> np.ndarray[Any, Any] | None:
    """The cells of a column that holds amounts, as numbers; None of a column that holds none."""
    if column.kind == "temporal" or column.meaning in ("id", "code", "year", "flag"):
        return None
    if column.numbers is not None:
        return pandas_numbers(cells, writing_of(column.numbers.writing)).to_numpy(dtype=float)
    if is_numeric_dtype(cells.dtype) and not is_bool_dtype(cells.dtype) and cells.dtype.kind != "c":
        return cells.to_numpy(dtype=float, na_value=np.nan)
    return None
