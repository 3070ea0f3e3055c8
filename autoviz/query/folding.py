"""Folding: two columns that should hold the same, brought into one form so that only their values can differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

import numpy as np
import pandas as pd
from pandas.api.types import (
    infer_dtype,
    is_bool_dtype,
    is_datetime64_any_dtype,
    is_numeric_dtype,
    is_object_dtype,
    is_timedelta64_dtype,
)

Array = np.ndarray[Any, Any]
Kind = Literal["number", "flag", "date", "text", "empty"]

MISSING = "missing"

DIGITS = 9
"""Significant digits to which numbers must agree: sums differ in their last bits with the order of rows."""
SINGLE_DIGITS = 5
"""The same for numbers that were computed with the 24 bits of a float32."""
_NEGLIGIBLE = 1e-12
"""What counts as zero beside the largest value of the column."""
_INFERRED: dict[str, Kind] = {
    "empty": "empty", "string": "text", "boolean": "flag", "decimal": "number", "floating": "number",
    "integer": "number", "mixed-integer-float": "number", "date": "date", "datetime": "date", "datetime64": "date",
    "timedelta": "number", "timedelta64": "number", "period": "date",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Pair:
    """An expected and a found column under one name."""

    name: str
    numeric: bool
    sides: tuple[pd.Series[Any], pd.Series[Any]]
    """Both in one form: numbers with NaN, moments with NaT, or texts."""
    digits: int = DIGITS

    @property
    def expected(self) -> Array:
        """Numbers, or the codes of labels, where -1 is missing."""
        return self._cells[0]

    @property
    def found(self) -> Array:
        return self._cells[1]

    @cached_property
    def _cells(self) -> tuple[Array, Array]:
        one, other = self.sides
        if self.numeric:
            return one.to_numpy(float), other.to_numpy(float)
        codes, _ = self._coded
        return codes[: len(one)], codes[len(one) :]

    @cached_property
    def _coded(self) -> tuple[Array, Any]:
        """The code of each label and what the codes stand for; made only where rows have to be looked for."""
        codes, labels = pd.factorize(pd.concat(self.sides, ignore_index=True))
        return codes, labels

    @property
    def in_place(self) -> bool:
        """Whether each expected value has the one it agrees with in the same row."""
        one, other = self.sides
        if len(one) != len(other):
            return False
        if self.numeric or one.dtype != other.dtype or is_object_dtype(one.dtype):
            return bool(self.equal(self.expected, self.found).all())
        missing = one.isna().to_numpy()
        if not np.array_equal(missing, other.isna().to_numpy()):
            return False
        return bool(((one.array == other.array) | missing).all())

    @cached_property
    def codes(self) -> Array:
        """One whole number for each different value, expected rows first; numbers rounded to their digits."""
        both = np.concatenate((self.expected, self.found))
        return pd.factorize(_rounded(both, self.digits))[0] + 1 if self.numeric else both + 1

    @cached_property
    def whole(self) -> bool:
        """Whether these are whole numbers on both sides, such as years."""
        if not self.numeric:
            return False
        both = np.concatenate((self.expected, self.found))
        both = both[np.isfinite(both)]
        return bool(np.all(np.abs(both - np.rint(both)) <= 1e-9 * np.maximum(1.0, np.abs(both))))

    @cached_property
    def size(self) -> float:
        """The largest finite number."""
        both = np.abs(np.concatenate((self.expected, self.found)))
        return float(np.max(both[np.isfinite(both)], initial=0.0))

    @cached_property
    def steady(self) -> bool:
        """Whether these are numbers that only rise or only fall from row to row, as where rows were sorted by them."""
        if not self.numeric or len(self.expected) < 2 or np.isnan(self.expected).any():
            return False
        steps = np.diff(self.expected)[~self.equal(self.expected[1:], self.expected[:-1])]
        return bool(np.all(steps > 0) or np.all(steps < 0))

    def equal(self, expected: Array, found: Array) -> Array:
        """Where expected values agree with found ones; missing agrees with missing and with nothing else."""
        if not self.numeric:
            return np.asarray(expected == found)
        with np.errstate(invalid="ignore"):
            apart = np.abs(expected - found)
            larger = np.maximum(np.abs(expected), np.abs(found))
            near = apart <= 10.0**-self.digits * larger + _NEGLIGIBLE * self.size
        return np.asarray(near & np.isfinite(apart) | (expected == found) | (np.isnan(expected) & np.isnan(found)))

    def word(self, value: Any) -> str:
        """One value as people read it."""
        return number_word(float(value)) if self.numeric else label_word(self._label(int(value)))

    def key_word(self, value: Any) -> str:
        """One value where it names a row: the year 2023 has no comma."""
        return self.word(value).replace(",", "") if self.numeric else self.word(value)

    def words(self, expected: Any, found: Any) -> tuple[str, str]:
        """Two values that differ, with as many digits as it takes to see it."""
        if not self.numeric:
            return self.word(expected), self.word(found)
        for places in (2, 4, 6, 9, 12):
            one, other = number_word(float(expected), places), number_word(float(found), places)
            if one != other:
                return one, other
        return repr(float(expected)), repr(float(found))

    def _label(self, code: int) -> Any:
        return None if code < 0 else self._coded[1][code]


def folded_pair(expected: pd.Series[Any], found: pd.Series[Any]) -> Pair:
    """Both columns in one form: dates as moments, whole floats as numbers, categories as what they stand for."""
    digits = SINGLE_DIGITS if str(found.dtype).lower().startswith("float32") else DIGITS
    kind, one, other = _in_one_form(*_folded(expected), *_folded(found))
    return Pair(str(expected.name), kind == "number", (one, other), digits)


def kind_of(values: pd.Series[Any]) -> Kind:
    """What a column holds, whatever type it holds it in."""
    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return kind_of(pd.Series(dtype.categories))
    if not is_object_dtype(dtype) and values.isna().all():
        return "empty"
    if isinstance(dtype, pd.PeriodDtype) or is_datetime64_any_dtype(dtype):
        return "date"
    if is_bool_dtype(dtype):
        return "flag"
    if is_numeric_dtype(dtype) or is_timedelta64_dtype(dtype):
        return "number"
    return _INFERRED.get(infer_dtype(values, skipna=True), "text")


def _folded(values: pd.Series[Any]) -> tuple[Kind, pd.Series[Any]]:
    """A column as numbers with NaN, moments with NaT, or texts."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        return _folded(values.astype(values.dtype.categories.dtype))
    kind = kind_of(values)
    if kind == "date":
        return kind, _moments(values)
    if kind == "empty":
        return kind, pd.Series(np.full(len(values), np.nan))
    return kind, _texts(values) if kind == "text" else _numbers(values)


def _moments(values: pd.Series[Any]) -> pd.Series[Any]:
    if isinstance(values.dtype, pd.PeriodDtype):
        starts: pd.Series[Any] = values.dt.start_time.dt.as_unit("us")
        return starts
    moments = values if is_datetime64_any_dtype(values.dtype) else pd.to_datetime(values)
    return moments.dt.tz_localize(None).dt.as_unit("us")


def _numbers(values: pd.Series[Any]) -> pd.Series[Any]:
    if is_timedelta64_dtype(values.dtype) or infer_dtype(values, skipna=True).startswith("timedelta"):
        return pd.to_timedelta(values).dt.total_seconds()
    return pd.Series(values.to_numpy(dtype=float, na_value=np.nan))


def _texts(values: pd.Series[Any]) -> pd.Series[Any]:
    if isinstance(values.dtype, pd.StringDtype) or infer_dtype(values, skipna=True) == "string":
        return values
    return values.astype(object).map(str, na_action="ignore")


def _in_one_form(
    kind: Kind, expected: pd.Series[Any], other: Kind, found: pd.Series[Any]
) -> tuple[Kind, pd.Series[Any], pd.Series[Any]]:
    """The form in which both can be compared; as texts where nothing better is common to them."""
    kinds = frozenset((kind, other)) - {"empty"}
    if kinds <= {"number"} or kinds == {"number", "flag"}:
        return "number", expected, found
    if kinds == {"date"}:
        return "date", _emptied(kind, expected), _emptied(other, found)
    if kinds == {"number", "date"} and (years := _years(expected if kind == "date" else found)) is not None:
        return ("number", years, found) if kind == "date" else ("number", expected, years)
    if kinds == {"number", "text"} and (numbers := _all_parsed(_as_numbers, kind, expected, other, found)):
        return "number", *numbers
    if kinds == {"date", "text"} and (moments := _all_parsed(_as_moments, kind, expected, other, found)):
        return "date", *moments
    return "text", _spelled(kind, expected), _spelled(other, found)


def _emptied(kind: Kind, values: pd.Series[Any]) -> pd.Series[Any]:
    return pd.Series(pd.NaT, index=values.index, dtype="datetime64[us]") if kind == "empty" else values


def _years(dates: pd.Series[Any]) -> pd.Series[Any] | None:
    """Dates that each start a year as its number; None where one of them does not."""
    told = dates.dropna()
    starts = (told.dt.month == 1) & (told.dt.day == 1) & (told == told.dt.normalize())
    return dates.dt.year.astype(float) if starts.all() else None


Parser = Callable[["pd.Series[Any]"], "pd.Series[Any]"]


def _all_parsed(
    parser: Parser, kind: Kind, expected: pd.Series[Any], other: Kind, found: pd.Series[Any]
) -> tuple[pd.Series[Any], pd.Series[Any]] | None:
    """Both sides, the texts of one of them read by the parser; None where it cannot read them all."""
    read = [parser(side) if of == "text" else side for of, side in ((kind, expected), (other, found))]
    complete = all(now.isna().sum() == was.isna().sum() for now, was in zip(read, (expected, found), strict=True))
    return (read[0], read[1]) if complete else None


def _as_numbers(texts: pd.Series[Any]) -> pd.Series[Any]:
    return pd.to_numeric(texts, errors="coerce").astype(float)


def _as_moments(texts: pd.Series[Any]) -> pd.Series[Any]:
    return _moments(pd.to_datetime(texts, errors="coerce", format="ISO8601"))


def _spelled(kind: Kind, values: pd.Series[Any]) -> pd.Series[Any]:
    """Any column as texts."""
    if kind == "text":
        return values
    if kind == "flag":
        return values.map({1.0: "true", 0.0: "false"}).astype(object)
    spell = label_word if kind == "date" else number_word
    return values.astype(object).where(values.notna(), None).map(spell, na_action="ignore")


def _rounded(values: Array, digits: int) -> Array:
    """Numbers to so many significant digits; what is missing or endless stays."""
    with np.errstate(divide="ignore", invalid="ignore"):
        power = np.floor(np.log10(np.abs(values)))
        scale = 10.0 ** (digits - 1 - np.where(np.isfinite(power), power, 0.0))
        rounded = np.rint(values * scale) / scale
    return np.where(np.isfinite(rounded), rounded, values) + 0.0


def number_word(value: float, places: int = 6) -> str:
    """A number as people write it: 1,200 · 0.25 · 3.1e-07."""
    if np.isnan(value):
        return MISSING
    if np.isinf(value):
        return "endless" if value > 0 else "minus endless"
    if 0 < abs(value) < 10.0**-places or abs(value) >= 1e15:
        return f"{value:.{max(places, 1)}g}"
    text = f"{value:,.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def label_word(value: Any) -> str:
    """A label as people write it; a moment at midnight is a date."""
    if value is None or value is pd.NaT:
        return MISSING
    if isinstance(value, datetime):
        return value.isoformat(sep=" ").removesuffix(" 00:00:00")
    return str(value)
