"""Reading a pandas column as dates: one vectorised pass by the format, and a second only over what was left."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import infer_dtype, is_bool_dtype, is_numeric_dtype, is_object_dtype

from autoviz.frames.dates import dialects
from autoviz.frames.dates.numbers import CENTURY, EPOCHS
from autoviz.frames.dates.places import read_in_places
from autoviz.frames.dates.shapes import IN_UTC, QUARTER, SEPARATOR, WEEK, in_utc
from autoviz.frames.dates.views import Tally
from autoviz.frames.missing_words import is_missing_word

_SAMPLE, _ENDS = 300, 50
_READ_AT_ONCE = 5_000
"""Of a column up to this length looking for repeated values costs more than reading them."""
_REPEATED = 0.04
"""From this share of repeated values in a random sample on, each different value is read once: a column of days has
some thousand values at most, however many rows."""
_DATE_OBJECTS = ("date", "datetime", "datetime64", "period")


def is_typed(series: pd.Series[Any]) -> bool:
    """Whether the column holds dates already: date types of numpy, pandas and Arrow, periods, or date objects."""
    dtype = series.dtype
    if isinstance(dtype, (pd.PeriodDtype, pd.DatetimeTZDtype)) or dtype.kind == "M":
        return True
    if not is_object_dtype(dtype):
        return False
    # Most object columns are text, which the first values tell without a pass over all of them.
    seen = _object_content(series.head(_ENDS))
    return seen in (*_DATE_OBJECTS, "empty") and _object_content(series) in _DATE_OBJECTS


def typed_dates(series: pd.Series[Any]) -> pd.Series[Any]:
    """A column of dates as naive time stamps, in the local time of its zone; a period counts from its start."""
    if is_object_dtype(series.dtype):
        if _object_content(series) == "period":
            return typed_dates(pd.Series(pd.PeriodIndex(series), index=series.index))
        series = pd.to_datetime(series, errors="coerce", utc=_zones_differ(series))
    if isinstance(series.dtype, pd.PeriodDtype):
        series = series.dt.to_timestamp()
    if not isinstance(series.dtype, (np.dtype, pd.DatetimeTZDtype)):
        series = pd.Series(pd.to_datetime(series.array), index=series.index)
    if series.dt.tz is not None:
        series = series.dt.tz_localize(None)
    stamps: pd.Series[Any] = series.dt.as_unit("us")
    return stamps


class PandasColumn:
    """A pandas column of text or numbers, with every reading of it tried so far."""

    def __init__(self, series: pd.Series[Any]) -> None:
        self.values = _content(series).reset_index(drop=True)
        self.index = series.index
        self.numeric = is_numeric_dtype(self.values.dtype)
        self._read: dict[str, pd.Series[Any]] = {}
        self._unread: dict[str, pd.Series[Any]] = {}
        self._mixed: set[str] = set()

    def sample(self) -> list[Any]:
        """Values from both ends and spread at random, the same ones every time."""
        size = len(self.values)
        if size <= _SAMPLE + 2 * _ENDS:
            return _listed(self.values)
        places = np.concatenate([np.arange(_ENDS), self._spread(), np.arange(size - _ENDS, size)])
        found = _listed(self.values.take(places))
        return found or _listed(self.values.dropna().head(_SAMPLE))

    def tally(self, specs: Sequence[str]) -> list[Tally]:
        """For each format how many values it reads and how many it fails on."""
        return [Tally(len(self.values) - len(self._nulls(spec)), len(self._failures(spec))) for spec in specs]

    def failed(self, spec: str, count: int) -> list[str]:
        """Some different values that the format does not read."""
        return self._failures(spec).map(str).drop_duplicates().head(count).tolist()

    def differ(self, one: str, other: str) -> bool:
        """Whether two readings disagree anywhere."""
        return not self.parsed(one).equals(self.parsed(other))

    def mixed_offsets(self, spec: str) -> bool:
        """Whether values carry different offsets from UTC; pandas then refuses to read them except into UTC."""
        self.parsed(spec)
        return spec in self._mixed

    def parsed(self, spec: str) -> pd.Series[Any]:
        """The column as naive time stamps, null where the format does not fit."""
        if spec not in self._read:
            self._read[spec] = parse_numbers(self.values, spec) if self.numeric else self._parsed_text(spec)
        return self._read[spec]

    def result(self, spec: str) -> pd.Series[Any]:
        """The reading under the column's own row labels."""
        return self.parsed(spec).set_axis(self.index)

    def missing_words(self, spec: str) -> tuple[str, ...]:
        """The words that stand for a missing date."""
        left = () if self.numeric else self._nulls(spec).dropna().map(str).unique()
        return tuple(text for text in left if is_missing_word(text))

    def in_order(self, spec: str) -> bool:
        """Whether the values as they stand are in the order of time, as far as the sample tells."""
        if self.numeric:
            return spec != "%y"
        if spec.startswith("%") and not spec.startswith("%Y"):
            return False
        texts = pd.Series(sorted({str(value) for value in self.sample() if not is_missing_word(str(value))}))
        return parse_text(texts, spec).dropna().is_monotonic_increasing

    def _parsed_text(self, spec: str) -> pd.Series[Any]:
        try:
            return self._each_once(spec)
        except (TypeError, ValueError):
            self._write_out()
        try:
            return self._each_once(spec)
        except ValueError:
            self._mixed.add(spec)
            return self._each_once(in_utc(spec))

    def _write_out(self) -> None:
        """Turn what is no text into text too: zones of date objects are a mixture to pandas, and lists have no hash."""
        self.values = self.values.map(str, na_action="ignore")
        self.__dict__.pop("_different", None)

    def _each_once(self, spec: str) -> pd.Series[Any]:
        different = self._different
        if different is None:
            return parse_text(self.values, spec)
        codes, values = different
        return _taken(parse_text(values, spec), codes)

    @cached_property
    def _different(self) -> tuple[np.ndarray[Any, Any], pd.Series[Any]] | None:
        """The place of each row's value among the different ones, where many rows share them."""
        if len(self.values) <= _READ_AT_ONCE:
            return None
        some = self.values.take(self._spread()).map(str)
        if some.nunique() > len(some) * (1 - _REPEATED):
            return None
        try:
            codes, values = pd.factorize(self.values)
        except TypeError:
            return None
        return codes, pd.Series(values)

    def _spread(self) -> np.ndarray[Any, Any]:
        return np.random.default_rng(0).integers(0, len(self.values), _SAMPLE)

    def _nulls(self, spec: str) -> pd.Series[Any]:
        """The values, missing ones too, where the reading is null: seldom many, so looked for once."""
        if spec not in self._unread:
            self._unread[spec] = _where(self.values, self.parsed(spec).isna().to_numpy())
        return self._unread[spec]

    def _failures(self, spec: str) -> pd.Series[Any]:
        left = self._nulls(spec).dropna()
        return left if self.numeric or left.empty else left[~left.map(str).map(is_missing_word).astype(bool)]


def parse_text(text: pd.Series[Any], spec: str) -> pd.Series[Any]:
    """Text read by the first format that fits each value; the index must be a plain range.

    A ValueError means that a format with %z met several offsets from UTC and has to be read in UTC.
    """
    parts = spec.split(SEPARATOR)
    parsed = _one(text, parts[0])
    rest = _left(text, parsed)
    if rest.empty:
        return parsed
    bare = rest.map(str).str.strip()
    stamps = parsed.to_numpy().copy()
    for part in parts:
        # The first format has read what has no spaces around it already.
        tried = bare[(bare != rest).to_numpy()] if part == parts[0] else bare
        if tried.empty:
            continue
        found = _one(tried, part).dropna()
        stamps[found.index.to_numpy()] = found.to_numpy()
        bare, rest = bare.drop(found.index), rest.drop(found.index)
        if bare.empty:
            break
    return pd.Series(stamps)


def parse_numbers(numbers: pd.Series[Any], spec: str) -> pd.Series[Any]:
    """Numbers read as years, days, months or a time since 1970, each different number once."""
    codes, uniques = pd.factorize(numbers.astype(object) if numbers.dtype.kind == "O" else numbers)
    values = pd.Series(uniques)
    if spec in EPOCHS:
        read = _epoch(values, EPOCHS[spec])
    else:
        width = 2 if spec in ("%y", CENTURY) else 4
        whole = values.where(values % 1 == 0).dropna().astype("int64")
        read = parse_text(whole.astype(str).str.zfill(width).reindex(values.index), spec)
    return _taken(read, codes)


def _taken(read: pd.Series[Any], codes: np.ndarray[Any, Any]) -> pd.Series[Any]:
    """The reading of each row by the place of its value; -1 stands for a missing one."""
    return pd.Series(np.append(read.to_numpy(), np.datetime64("NaT", "us"))[codes])


def _left(values: pd.Series[Any], parsed: pd.Series[Any]) -> pd.Series[Any]:
    """The values that are there but were not read."""
    return _where(values, parsed.isna().to_numpy()).dropna()


def _where(values: pd.Series[Any], places: Any) -> pd.Series[Any]:
    """The values at these places, of which there are mostly none."""
    return values[places] if places.any() else values.iloc[:0]


def _one(text: pd.Series[Any], form: str) -> pd.Series[Any]:
    if form == QUARTER:
        year, quarter = _extracted(text, dialects.QUARTER_YEAR), _extracted(text, dialects.QUARTER_NUMBER)
        months = (quarter.astype(float) * 3 - 2).astype("Int64").astype(str)
        return _strptime(year + "-" + months, "%Y-%m")
    if form == WEEK:
        week = _extracted(text, dialects.WEEK_NUMBER).str.zfill(2)
        return _strptime(_extracted(text, dialects.WEEK_YEAR) + "-W" + week + "-1", "%G-W%V-%u")
    if form == CENTURY:
        return _strptime("19" + text, "%Y")
    if form.endswith(IN_UTC):
        return _strptime(text, form.removesuffix(IN_UTC), utc=True)
    return _strptime(text, form)


def _strptime(text: pd.Series[Any], form: str, utc: bool = False) -> pd.Series[Any]:
    read = None if len(text) <= _READ_AT_ONCE else read_in_places(text, form)
    if read is None:
        return _by_pandas(text, form, utc)
    rest = _left(text, read)
    if not rest.empty:
        read[rest.index] = _by_pandas(rest, form, utc)
    return read


def _by_pandas(text: pd.Series[Any], form: str, utc: bool) -> pd.Series[Any]:
    with warnings.catch_warnings():
        # What pandas 3 refuses, different offsets from UTC, pandas 2 only warns of.
        warnings.filterwarnings("error", ".*mixed time zones", FutureWarning)
        try:
            read = pd.to_datetime(text, format=form, errors="coerce", utc=utc)
        except FutureWarning as warning:
            raise ValueError(str(warning)) from warning
    if read.dt.tz is not None:
        read = read.dt.tz_localize(None)
    return read.dt.as_unit("us")


def _extracted(text: pd.Series[Any], pattern: str) -> pd.Series[Any]:
    return text.str.extract(pattern, expand=False)


def _epoch(values: pd.Series[Any], ticks: int) -> pd.Series[Any]:
    micros = values * (10**6 // ticks) if ticks <= 10**6 else values // (ticks // 10**6)
    filled = micros.round().astype("Int64")
    stamps = filled.fillna(0).astype("int64").to_numpy().view("datetime64[us]").copy()
    stamps[filled.isna().to_numpy(dtype=bool)] = np.datetime64("NaT")
    return pd.Series(stamps)


def _content(series: pd.Series[Any]) -> pd.Series[Any]:
    """The column as plain text or plain numbers."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        series = series.astype(series.dtype.categories.dtype)
    if is_bool_dtype(series.dtype):
        return series.astype(object).map(str, na_action="ignore")
    if not is_object_dtype(series.dtype):
        return series if is_numeric_dtype(series.dtype) else series.astype(object) if _is_arrow(series) else series
    if _object_content(series.head(_ENDS)) == "string":
        return series
    content = _object_content(series)
    if content in ("integer", "floating", "mixed-integer-float", "decimal"):
        return pd.to_numeric(series, errors="coerce")
    return series if content in ("string", "empty") else series.map(str, na_action="ignore")


def _object_content(series: pd.Series[Any]) -> str:
    return infer_dtype(series, skipna=True)


def _is_arrow(series: pd.Series[Any]) -> bool:
    return isinstance(series.dtype, pd.ArrowDtype)


def _zones_differ(series: pd.Series[Any]) -> bool:
    return len({value.tzinfo for value in series.dropna() if hasattr(value, "tzinfo")}) > 1


def _listed(values: pd.Series[Any]) -> list[Any]:
    listed: list[Any] = values.dropna().tolist()
    return [value for value in listed if value not in (float("inf"), float("-inf"))]
