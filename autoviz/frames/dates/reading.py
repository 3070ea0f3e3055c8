"""Deciding how a column reads as dates: a sample proposes formats, the whole column decides, a tie is said."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.errors import ColumnError, DateError, did_you_mean
from autoviz.frames.dates.dialects import with_date
from autoviz.frames.dates.numbers import CENTURY, EPOCHS, number_readings
from autoviz.frames.dates.series import PandasColumn, is_typed, parse_text, typed_dates
from autoviz.frames.dates.shapes import QUARTER, SEPARATOR, WEEK, Order, in_utc, likely_first, text_readings
from autoviz.frames.dates.views import Column, LazyColumn, Tally
from autoviz.frames.plain import having
from autoviz.model.profile import DateEvidence

TYPED = "typed"
"""The format of a column that holds dates already."""
ENOUGH = 0.5
"""A column of which less than this share reads as dates is not one."""
_FAILED_KEPT = 5
_ROUNDS = 3
"""How often formats found among the failures of the last round are added."""
_MOST_KNOWN = 1 << 14
_reading = Lock()


def propose_format(sample: Sequence[object], name: str = "", *, asked: bool = False) -> list[str]:
    """The formats that a sample allows, likeliest first; `asked` drops the doubt whether such numbers are dates."""
    return list(_proposed(sample, name, None, asked))


def read_dates(
    series: Any, *, name: str = "", format: str | None = None, dayfirst: bool | None = None
) -> tuple[pd.Series[Any], DateEvidence]:
    """A column as naive time stamps and the evidence for its reading; a DateError where it has none or two."""
    native: pd.Series[Any] = series.to_pandas() if isinstance(series, nw.Series) else series
    label = name or str(native.name if native.name is not None else "")
    order: Order | None = None if dayfirst is None else "day first" if dayfirst else "month first"
    if is_typed(native):
        return typed_dates(native), _typed_evidence()
    column = PandasColumn(native)
    evidence = _settled(column, label, format, order)
    return column.result(evidence.format), evidence


def parse_column(
    frame: nw.DataFrame[Any] | nw.LazyFrame[Any], column: str, format: str | None = None, order: Order | None = None
) -> tuple[nw.DataFrame[Any] | nw.LazyFrame[Any], DateEvidence]:
    """The frame with the column as naive time stamps, and the evidence for how it was read.

    A format (or several, joined by ' | ') or an order of day and month settles what the values leave open; values
    that do not fit become null and are counted. A column that reads two ways or not at all raises a DateError.
    """
    schema = frame.collect_schema()
    if column not in schema:
        raise ColumnError(f"There is no column {column!r}", did_you_mean(column, schema.names(), "columns"))
    if isinstance(frame, nw.DataFrame):
        dates, evidence = read_dates(
            frame.to_native()[column],
            name=column,
            format=format,
            dayfirst=None if order is None else order == "day first",
        )
        return nw.from_native(having(frame.to_native(), {column: dates})), evidence
    dtype = schema[column]
    if isinstance(dtype, nw.Datetime) and dtype.time_zone is None:
        return frame, _typed_evidence()  # as it is: a lazy engine would be asked for it anew
    if schema[column].is_temporal():
        return frame.with_columns(local_time(frame, column).alias(column)), _typed_evidence()
    lazy = LazyColumn(frame, column, schema[column].is_numeric())
    evidence = _settled(lazy, column, format, order)
    return with_date(frame, column, evidence.format, lazy.numeric), evidence


def local_time(frame: nw.DataFrame[Any] | nw.LazyFrame[Any], column: str) -> nw.Expr:
    """A typed date column as naive time stamps in the local time of its zone, whatever date type it has."""
    dtype = frame.collect_schema()[column]
    dates = nw.col(column)
    if isinstance(dtype, nw.Datetime):
        return dates if dtype.time_zone is None else dates.dt.replace_time_zone(None)
    return dates.cast(nw.Datetime("us"))


def find_dates(column: Column, name: str, order: Order | None = None, asked: bool = False) -> DateEvidence | None:
    """How the column reads as dates, with the other reading where two fit; None where it does not look like dates."""
    sample = column.sample()
    readings = _proposed(sample, name, order, asked)
    if not readings:
        return None
    for _ in range(_ROUNDS):
        kept = _fitting(sample, readings, column.numeric)
        tallies = dict(zip(kept, column.tally(kept), strict=True))
        best = max(tallies, key=lambda spec: tallies[spec].parsed)
        left = column.failed(best, 50) if tallies[best].failed else []
        wider = readings if column.numeric or not left else _proposed([*sample, *left], name, order, asked)
        if wider == readings:
            break
        sample, readings = [*sample, *left], wider
    others = [spec for spec in readings if spec != best]
    return _evidence(column, _Found(best, others, tallies, left, sample))


def _proposed(sample: Sequence[Any], name: str, order: Order | None, asked: bool) -> list[str]:
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in sample):
        return number_readings(sample, name, asked)
    readings = text_readings([str(value) for value in sample], name, asked)
    if order is None:
        return likely_first(readings)
    return [readings[order]] if order in readings else []


def _fitting(sample: Sequence[Any], readings: list[str], numeric: bool) -> list[str]:
    """The readings that fit most of the sample, so that one pass over the whole column is enough where one leads."""
    if numeric or len(readings) == 1:
        return readings
    counts = [int(_sampled(sample, spec).notna().sum()) for spec in readings]
    return [spec for spec, count in zip(readings, counts, strict=True) if count == max(counts)]


class _Found(NamedTuple):
    """What the rounds of trying formats found out."""

    best: str
    others: list[str]
    tallies: dict[str, Tally]
    left: list[str]
    """Values that the best format does not read."""
    sample: list[Any]


def _evidence(column: Column, found: _Found) -> DateEvidence:
    parsed, failed = found.tallies[found.best]
    best, alternative, reason = _weighed(column, found)
    reason = reason or f"{parsed:,} of {parsed + failed:,} values fit"
    if "%z" in best:
        best, zone = _zoned(column, best)
        reason = f"{reason}; {zone}"
    return DateEvidence(
        format=best,
        parse_rate=parsed / max(parsed + failed, 1),
        failed=tuple(found.left[:_FAILED_KEPT]),
        alternative=alternative,
        reason=reason,
    )


def _weighed(column: Column, found: _Found) -> tuple[str, str | None, str]:
    """The format to use, the one that fits as well if the column leaves both open, and why."""
    best, others = found.best, found.others
    equal = [spec for spec in others if found.tallies.get(spec) == found.tallies[best]]
    rivals = [spec for spec in equal if column.differ(best, spec)]
    if rivals:
        regular = _regular(found.sample, [best, *rivals])
        if regular:
            return regular, None, "all dates are the first of a month; read otherwise they are all in January"
        return best, " or ".join(rivals), f"every value fits {' and '.join(map(repr, [best, *rivals]))}"
    against = {spec: value for spec in others for value in found.left if _reads(value, spec)}
    if against:
        value = next(iter(against.values()))
        return best, " or ".join(against), f"most values fit {best!r}, but {value!r} fits only {next(iter(against))!r}"
    return best, None, _order_reason(found.sample, best, others) if others and not equal else ""


def _reads(value: str, spec: str) -> bool:
    return bool(_sampled([value], spec).notna().all())


def _sampled(sample: Sequence[Any], spec: str) -> pd.Series[Any]:
    """A sample read by a format, each text once: the columns of a table hold the same days again and again."""
    texts = list(map(str, sample))
    with _reading:
        known = _known(spec)
        if len(known) > _MOST_KNOWN:
            known.clear()
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, parse_text(pd.Series(new, dtype=object), in_utc(spec)).to_numpy(), strict=True))
        return pd.Series(np.array([known[text] for text in texts], dtype="datetime64[us]"))


@lru_cache(64)
def _known(spec: str) -> dict[str, np.datetime64]:
    """The texts that were read by a format lately."""
    return {}


def _order_reason(sample: list[Any], best: str, others: list[str]) -> str:
    """One value that speaks for the reading and against the others."""
    decided = _sampled(sample, best).notna()
    for spec in others:
        decided &= _sampled(sample, spec).isna()
    example = next((value for value, alone in zip(sample, decided, strict=True) if alone), None)
    return f"only {best!r} fits every value" if example is None else f"{example!r} fits {best!r} alone"


def _regular(sample: list[Any], specs: list[str]) -> str | None:
    """The reading that makes a column of first days of months, over at least two years, where the other has January."""
    if len(set(sample)) < 13:
        return None
    for spec in specs:
        dates = _sampled(sample, spec).dropna().drop_duplicates()
        if (dates.dt.day == 1).all() and dates.dt.month.nunique() > 6 and dates.dt.year.nunique() > 1:
            return spec
    return None


def _zoned(column: Column, spec: str) -> tuple[str, str]:
    if not column.mixed_offsets(spec):
        return spec, "times are kept as written, all with one offset from UTC"
    return in_utc(spec), "the offsets differ, so times are in UTC"


def _settled(column: Column, name: str, format: str | None, order: Order | None) -> DateEvidence:
    """The evidence for one reading, or a DateError that says what stands against it."""
    evidence = _given(column, format) if format else find_dates(column, name, order, asked=True)
    if evidence is None:
        seen = ", ".join(repr(value) for value in column.sample()[:3])
        raise DateError(
            f"The column {name!r} does not read as dates: {seen or 'it holds no values'}",
            "Give its format, for example format='%d.%m.%Y', if these are dates.",
        )
    if evidence.alternative and order is None:
        raise DateError(
            f"The column {name!r} reads as dates in two ways: {evidence.format!r} or {evidence.alternative!r}; "
            f"{evidence.reason}",
            f"Say which: order='day first' or order='month first', or format={evidence.format!r}.",
        )
    if evidence.parse_rate < ENOUGH:
        raise DateError(
            f"Only {evidence.parse_rate:.0%} of the column {name!r} reads as dates by {evidence.format!r}; "
            f"not {', '.join(map(repr, evidence.failed[:3]))}",
            "Give another format, or clean the column first.",
        )
    return evidence


def _given(column: Column, format: str) -> DateEvidence:
    for part in format.split(SEPARATOR):
        if "%" not in part and part not in (QUARTER, WEEK, CENTURY, *EPOCHS):
            raise DateError(
                f"{part!r} is no date format",
                f"Use strptime's directives such as '%d.%m.%Y', or one of: {', '.join((QUARTER, WEEK, *EPOCHS))}.",
            )
    tally = column.tally([format])[0]
    left = column.failed(format, _FAILED_KEPT) if tally.failed else []
    rate = tally.parsed / (tally.parsed + tally.failed) if tally.parsed + tally.failed else 0.0
    spec, zone = _zoned(column, format) if "%z" in format else (format, "")
    reason = "; ".join(part for part in ("the format was given", zone) if part)
    return DateEvidence(format=spec, parse_rate=rate, failed=tuple(left), reason=reason)


def _typed_evidence() -> DateEvidence:
    return DateEvidence(format=TYPED, parse_rate=1.0, reason="the column holds dates already")
