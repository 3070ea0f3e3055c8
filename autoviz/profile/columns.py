"""One column's profile, from a sample of its cells and the totals of the whole column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype, is_bool_dtype, is_numeric_dtype, is_object_dtype

from autoviz.frames.dates import TYPED
from autoviz.frames.dates.numbers import CLOCK_WORDS
from autoviz.frames.dates.reading import find_dates
from autoviz.frames.dates.series import PandasColumn, is_typed, parse_numbers, parse_text, typed_dates
from autoviz.frames.dates.shapes import is_clock, is_clock_text, name_words
from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnProfile, DateEvidence, Scalar
from autoviz.profile.judging import with_meaning
from autoviz.profile.kinds import Numbers, Texts, is_metric, number_kind, scalar, text_kind
from autoviz.profile.spans import naive, time_span
from autoviz.profile.totals import Totals
from autoviz.profile.written import Written, written_numbers

LISTED_NUMBERS, LISTED_TEXTS = 50, 200
"""Up to how many different numbers or texts the values of a column are kept."""
PARSED_SHARE = 0.9
"""A column of text or numbers is temporal where at least this share of it reads as dates."""
_FIRST_LOOK = 20
_LOOKED_AT = 1000
"""How many different texts are looked at to tell labels from prose."""


@dataclass(frozen=True)
class Cells:
    """A column as far as it was looked at: sampled cells, the totals of all of it, and where it stands."""

    name: str
    dtype: str
    sample: pd.Series[Any]
    totals: Totals
    rows: int
    first_column: bool = False
    made_up: bool = False
    """Whether the sample stands in for rows that stay on a server."""

    @property
    def whole(self) -> bool:
        """Whether the sample is all there is."""
        return len(self.sample) == self.rows and not self.made_up

    @property
    def present(self) -> int:
        return self.rows - self.totals.missing


def column_profile(cells: Cells, description: str = "", writing: str | None = None) -> ColumnProfile:
    """The column's kind, range, values and warnings; its numbers read by a writing, where its owner names one."""
    counts = _counted(cells.sample)
    distinct, estimated = _distinct(cells, counts)
    found = ColumnProfile(
        name=cells.name,
        dtype=cells.dtype,
        kind="text",
        rows=cells.rows,
        missing=cells.totals.missing,
        distinct=distinct,
        distinct_is_estimate=estimated,
        description=description,
        warnings=_warnings(cells),
    )
    if counts is None:
        told = "Its cells are lists or dicts, read as text."
        return found.replaced(meaning="text", reason="lists or dicts", warnings=(*found.warnings, told))
    content = _content(cells.sample)
    temporal = _temporal(cells, counts, found)
    written = None if temporal else _written(cells, counts, found, content, writing)
    if written is not None and written.counts is not None:
        return with_meaning(written.profile, written.counts, "number", cells.first_column)
    profiled = temporal or _plain(cells, counts, written.profile if written else found)
    judged = with_meaning(profiled, counts, content, cells.first_column)
    return judged if temporal else _with_clock(judged, counts, content)


def _written(
    cells: Cells, counts: pd.Series[Any], found: ColumnProfile, content: str, writing: str | None
) -> Written | None:
    """Text that is numbers; the order that someone gave to categories says that they are none."""
    ordered = isinstance(cells.sample.dtype, pd.CategoricalDtype) and cells.sample.dtype.ordered
    if content not in ("text", "mixed") or ordered or not any(isinstance(value, str) for value in counts.index):
        return None
    written = written_numbers(found, counts, cells.first_column, writing)
    return None if written and content == "mixed" and written.counts is None else written


def _plain(cells: Cells, counts: pd.Series[Any], found: ColumnProfile) -> ColumnProfile:
    sample = cells.sample
    if isinstance(sample.dtype, pd.CategoricalDtype) and sample.dtype.ordered:
        return found.replaced(kind="ordinal", values=_values(counts, LISTED_TEXTS))
    content = _content(sample)
    if content == "boolean":
        return found.replaced(kind="boolean", values=_values(counts, 2))
    if content == "duration":
        told = "Its cells are durations; turn them into hours or days to sum them."
        return found.replaced(kind="numeric", warnings=(*found.warnings, told))
    if content == "number":
        return _numbers(cells, counts, found)
    return _texts(cells, counts, found, mixed=content == "mixed")


def _numbers(cells: Cells, counts: pd.Series[Any], found: ColumnProfile) -> ColumnProfile:
    finite = counts.index.to_numpy(dtype=float)
    finite = finite[np.isfinite(finite)]
    minimum, maximum = _range(cells, finite)
    kind: Kind = "numeric"
    if minimum is not None and maximum is not None:
        whole = bool((finite % 1 == 0).all())
        kind = number_kind(
            cells.name,
            Numbers(whole, cells.present, found.distinct or 0, minimum, maximum, cells.first_column),
        )
    listed = kind in ("ordinal", "boolean", "categorical")
    return found.replaced(
        kind=kind,
        metric=len(finite) > 0 and is_metric(kind) and not isinstance(cells.sample.dtype, pd.CategoricalDtype),
        minimum=scalar(minimum),
        maximum=scalar(maximum),
        mean=_mean(cells),
        values=_values(counts, LISTED_NUMBERS) if listed else (),
    )


def _texts(cells: Cells, counts: pd.Series[Any], found: ColumnProfile, mixed: bool) -> ColumnProfile:
    texts = tuple(str(value) for value in counts.index[:_LOOKED_AT])
    distinct = found.distinct or 0
    kind = text_kind(cells.name, Texts(texts, cells.present, distinct)) if texts else "categorical"
    warnings = found.warnings
    if mixed:
        warnings = (*warnings, "Its cells are of different types.")
    return found.replaced(
        kind=kind, values=_values(counts, LISTED_TEXTS) if distinct <= LISTED_TEXTS else (), warnings=warnings
    )


def _temporal(cells: Cells, counts: pd.Series[Any], found: ColumnProfile) -> ColumnProfile | None:
    """The column as dates, where it is typed as such or reads as such; text and numbers keep their evidence."""
    sample = cells.sample
    if counts.empty and not is_typed(sample):
        return None
    if is_typed(sample):
        span = time_span(typed_dates(sample), cells.rows, naive(cells.totals.minimum), naive(cells.totals.maximum))
        evidence = None if _is_stamp(sample) else DateEvidence(format=TYPED, parse_rate=1.0, reason="date objects")
    else:
        if is_bool_dtype(sample.dtype) or _content(sample) in ("boolean", "duration"):
            return None
        column = PandasColumn(sample)
        evidence = find_dates(column, cells.name)
        if evidence is None or evidence.parse_rate < PARSED_SHARE:
            return None
        evidence = evidence.replaced(
            in_order=column.in_order(evidence.format), missing=column.missing_words(evidence.format)
        )
        span = time_span(column.result(evidence.format), cells.rows, *_ends(cells, column, evidence))
    return found.replaced(
        kind="temporal",
        dates=_told(evidence, cells),
        span=span,
        minimum=_raw(cells.totals.minimum, span.first if span else None),
        maximum=_raw(cells.totals.maximum, span.last if span else None),
        values=_values(counts, LISTED_NUMBERS) if evidence and len(counts) <= LISTED_NUMBERS else (),
    )


def _with_clock(found: ColumnProfile, counts: pd.Series[Any], content: str) -> ColumnProfile:
    """A column of times of day with how they are written, so that its hours can be taken; it stays what it is."""
    if content == "number":
        if not set(name_words(found.name)) & CLOCK_WORDS:
            return found
    elif not all(is_clock_text(str(value)) for value in counts.index[:_FIRST_LOOK]) or counts.empty:
        return found
    evidence = find_dates(PandasColumn(counts.index.to_series()), found.name, asked=True)
    if evidence is None or not is_clock(evidence.format) or evidence.parse_rate < PARSED_SHARE:
        return found
    return found.replaced(meaning="time", adds_up=False, reason="times of day", dates=evidence)


def _ends(cells: Cells, column: PandasColumn, evidence: DateEvidence) -> tuple[Any, Any]:
    """The first and last date of the whole column, where its order as text or number is the order of time."""
    low, high = cells.totals.minimum, cells.totals.maximum
    if cells.whole or low is None or high is None or not evidence.in_order:
        return None, None
    if column.numeric:
        read = parse_numbers(pd.Series([low, high]), evidence.format)
    else:
        read = parse_text(pd.Series([str(low), str(high)], dtype=object), evidence.format)
    return naive(read.iloc[0]), naive(read.iloc[1])


def _told(evidence: DateEvidence | None, cells: Cells) -> DateEvidence | None:
    if evidence is None or cells.whole:
        return evidence
    return evidence.replaced(reason=f"{evidence.reason}, in a sample of {len(cells.sample):,} rows")


def _raw(value: Any, told: str | None) -> Scalar:
    """A number stays as it is in the column; a date or a text is given as an ISO date."""
    return scalar(value) if isinstance(value, (int, float, np.number)) else told


def _counted(sample: pd.Series[Any]) -> pd.Series[Any] | None:
    """How often each value is there, most frequent first; None where the cells cannot be compared."""
    if _is_nested(sample):
        return None
    try:
        counts = sample.value_counts(dropna=True)
    except (TypeError, NotImplementedError):
        return None
    # A category that no row has is counted as well.
    return counts[counts > 0] if isinstance(sample.dtype, pd.CategoricalDtype) else counts


def _is_nested(sample: pd.Series[Any]) -> bool:
    """Whether cells hold several values each."""
    if not is_object_dtype(sample.dtype):
        return False
    return any(isinstance(value, (list, dict, set, tuple, np.ndarray)) for value in sample.head(100))


def _distinct(cells: Cells, counts: pd.Series[Any] | None) -> tuple[int | None, bool]:
    """The number of different values; from a sample an estimate, from above where nearly every cell is different."""
    if counts is None:
        return None, False
    if cells.whole:
        return len(counts), False
    if cells.totals.distinct is not None:
        return min(int(cells.totals.distinct), cells.present), True
    seen, once = int(counts.sum()), int((counts == 1).sum())
    if once > 0.98 * seen:
        return cells.present, True
    return min(cells.present, round(once * (cells.present / max(seen, 1)) ** 0.5) + len(counts) - once), True


def _content(sample: pd.Series[Any]) -> str:
    dtype = sample.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _content(pd.Series(dtype.categories))
    if is_bool_dtype(dtype):
        return "boolean"
    if dtype.kind == "m":
        return "duration"
    if dtype.kind != "c" and is_numeric_dtype(dtype):
        return "number"
    if not is_object_dtype(dtype):
        return "text"
    content = infer_dtype(sample, skipna=True)
    if content in ("integer", "floating", "mixed-integer-float", "decimal"):
        return "number"
    if content == "boolean":
        return "boolean"
    if content in ("timedelta", "timedelta64"):
        return "duration"
    return "mixed" if content.startswith("mixed") else "text"


def _range(cells: Cells, finite: Any) -> tuple[float | None, float | None]:
    """The smallest and the largest number; of objects and categories, which have no totals, from the sample."""
    if cells.totals.minimum is not None and cells.totals.maximum is not None:
        return _number(cells.totals.minimum), _number(cells.totals.maximum)
    return (float(finite.min()), float(finite.max())) if len(finite) else (None, None)


def _number(value: Any) -> float:
    plain = value.item() if hasattr(value, "item") else value
    return plain if isinstance(plain, int) else float(plain)


def _mean(cells: Cells) -> float | None:
    if cells.totals.mean is not None and np.isfinite(cells.totals.mean):
        return float(cells.totals.mean)
    numbers = pd.to_numeric(cells.sample.astype(object), errors="coerce").dropna()
    numbers = numbers[np.isfinite(numbers.to_numpy(dtype=float))]
    return float(numbers.mean()) if len(numbers) else None


def _values(counts: pd.Series[Any], most: int) -> tuple[Scalar, ...]:
    return tuple(scalar(value) for value in counts.index) if len(counts) <= most else ()


def _is_stamp(sample: pd.Series[Any]) -> bool:
    """Whether every engine sees the column as dates; periods and Python's date objects are seen by pandas alone."""
    return sample.dtype.kind == "M" or isinstance(sample.dtype, pd.DatetimeTZDtype)


def _warnings(cells: Cells) -> tuple[str, ...]:
    told = []
    if cells.rows and cells.totals.missing == cells.rows:
        told.append("It has no values.")
    if cells.totals.infinite:
        told.append(f"It has {cells.totals.infinite:,} infinite values.")
    return tuple(told)
