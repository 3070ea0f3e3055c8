"""Reading a column as dates inside each engine, where a value that does not fit becomes null instead of an error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import narwhals.stable.v2 as nw

from autoviz.errors import FrameError
from autoviz.frames.dates.numbers import CENTURY, EPOCHS
from autoviz.frames.dates.shapes import IN_UTC, QUARTER, SEPARATOR, WEEK, is_clock
from autoviz.frames.missing_words import MISSING_WORDS

QUARTER_YEAR = r"^(?:[Qq][1-4][-/. ]*)?(\d{4})(?:[-/. ]*[Qq][1-4])?$"
QUARTER_NUMBER = r"^(?:\d{4}[-/. ]*)?[Qq]([1-4])(?:[-/. ]*\d{4})?$"
WEEK_YEAR, WEEK_NUMBER = r"^(\d{4})[- ]?[Ww]\d{1,2}$", r"^\d{4}[- ]?[Ww](\d{1,2})$"
OFFSET = r"\s*(?:[Zz]|[+-]\d{2}:?\d{2})$"
TEXT = "trimmed_text"
_FIRST_YEAR = 1000
"""%Y of Polars and DuckDB takes 22 for the year 22; no date here is that old."""


class Dialect(Protocol):
    """The few operations from which every format is read; an expression is whatever the engine computes with."""

    def text(self, column: str) -> Any:
        """The column as trimmed text, words for 'missing' as null."""

    def digits(self, column: str, width: int) -> Any:
        """The column's whole numbers as text, with zeros in front up to the width."""

    def strptime(self, text: Any, form: str) -> Any:
        """The text read by a format that has a year, a month and a day, without a zone; null where it does not fit."""

    def in_utc(self, text: Any, form: str) -> Any:
        """The text read by a format that ends in %z, as the time in UTC."""

    def without(self, text: Any, pattern: str) -> Any:
        """The text without what the pattern matches."""

    def with_ends(self, before: str, text: Any, after: str) -> Any:
        """The text between two constants."""

    def quarter(self, year: Any, quarter: Any) -> Any:
        """The first day of a quarter, from two numbers."""

    def week(self, year: Any, week: Any) -> Any:
        """The Monday of an ISO week, from two numbers."""

    def whole(self, text: Any, pattern: str) -> Any:
        """The number in the first group of a pattern; null where it does not match."""

    def epoch(self, column: str, ticks: int) -> Any:
        """The time that lies so many ticks of a second after 1970."""

    def first_of(self, expressions: Sequence[Any]) -> Any:
        """The first that is not null."""

    def assign(self, native: Any, expressions: Mapping[str, Any]) -> Any:
        """The native frame with these columns added or replaced."""


def expression(dialect: Dialect, column: str, spec: str, numeric: bool) -> Any:
    """The column read by a format or several; built from the dialect's operations alone."""
    if spec in EPOCHS:
        return dialect.epoch(column, EPOCHS[spec])
    parts = spec.split(SEPARATOR)
    if numeric:
        width = 2 if parts[0] in ("%y", CENTURY) else 4
        return _one(dialect, dialect.digits(column, width), parts[0])
    text = dialect.text(column)
    return dialect.first_of([_one(dialect, text, part) for part in parts])


def with_dates(frame: nw.LazyFrame[Any], column: str, readings: Mapping[str, str], numeric: bool) -> nw.LazyFrame[Any]:
    """A lazy frame with the column read by each format, under the names given, and as text under the name TEXT."""
    dialect = _dialect(frame)
    made = {name: expression(dialect, column, spec, numeric) for name, spec in readings.items()}
    read: nw.LazyFrame[Any] = nw.from_native(dialect.assign(frame.to_native(), {**made, TEXT: dialect.text(column)}))
    return read


def with_date(frame: nw.LazyFrame[Any], column: str, spec: str, numeric: bool) -> nw.LazyFrame[Any]:
    """A lazy frame with the column replaced by its reading."""
    dialect = _dialect(frame)
    made = {column: expression(dialect, column, spec, numeric)}
    read: nw.LazyFrame[Any] = nw.from_native(dialect.assign(frame.to_native(), made))
    return read


def _one(dialect: Dialect, text: Any, form: str) -> Any:
    if form == QUARTER:
        return dialect.quarter(dialect.whole(text, QUARTER_YEAR), dialect.whole(text, QUARTER_NUMBER))
    if form == WEEK:
        return dialect.week(dialect.whole(text, WEEK_YEAR), dialect.whole(text, WEEK_NUMBER))
    if form == CENTURY:
        return _one(dialect, dialect.with_ends("19", text, ""), "%Y")
    if form.endswith(IN_UTC):
        return dialect.in_utc(text, form.removesuffix(IN_UTC))
    if form.endswith("%z"):
        return _one(dialect, dialect.without(text, OFFSET), form.removesuffix("%z").rstrip())
    if is_clock(form):
        # The day that strptime has where a format has none.
        form, text = f"%Y-%m-%d {form}", dialect.with_ends("1900-01-01 ", text, "")
    if "%d" not in form:
        # A format without a day is not read by every engine, so the first day is written behind it.
        month = "" if "%m" in form or "%b" in form.lower() else " 01"
        form = f"{form}{' %m' if month else ''} %d"
        text = dialect.with_ends("", text, f"{month} 01")
    return dialect.strptime(text, form)


def _dialect(frame: Any) -> Dialect:
    implementation = frame.implementation
    if implementation.is_polars():
        return PolarsDialect()
    if implementation.is_duckdb():
        return DuckDBDialect()
    if implementation.is_pyspark() or implementation.is_pyspark_connect():
        return SparkDialect()
    raise FrameError(f"Dates can not be read lazily on {implementation}", "Use pandas, Polars, DuckDB or PySpark.")


class PolarsDialect:
    """Polars expressions."""

    def __init__(self) -> None:
        import polars as pl

        self.pl = pl

    def text(self, column: str) -> Any:
        text = self.pl.col(column).cast(self.pl.String).str.strip_chars()
        return self.pl.when(~text.str.to_lowercase().is_in(list(MISSING_WORDS))).then(text)

    def digits(self, column: str, width: int) -> Any:
        return self.pl.col(column).cast(self.pl.Int64, strict=False).cast(self.pl.String).str.zfill(width)

    def strptime(self, text: Any, form: str) -> Any:
        read = text.str.to_datetime(form.replace(".%f", "%.f"), strict=False, time_unit="us")
        return self._in_range(read, form)

    def in_utc(self, text: Any, form: str) -> Any:
        dotted = form.replace(".%f", "%.f")
        numbered = text.str.replace(r"[Zz]$", "+00:00")
        return numbered.str.to_datetime(dotted, strict=False, time_unit="us").dt.replace_time_zone(None)

    def without(self, text: Any, pattern: str) -> Any:
        return text.str.replace(pattern, "")

    def with_ends(self, before: str, text: Any, after: str) -> Any:
        return self.pl.lit(before) + text + self.pl.lit(after)

    def quarter(self, year: Any, quarter: Any) -> Any:
        return self.pl.datetime(year, quarter * 3 - 2, 1, time_unit="us")

    def week(self, year: Any, week: Any) -> Any:
        text = self.pl.format("{}-W{}-1", year, week.cast(self.pl.String).str.zfill(2))
        return text.str.to_datetime("%G-W%V-%u", strict=False, time_unit="us")

    def whole(self, text: Any, pattern: str) -> Any:
        return text.str.extract(pattern, 1).cast(self.pl.Int64, strict=False)

    def epoch(self, column: str, ticks: int) -> Any:
        number = self.pl.col(column)
        micros = number * (10**6 // ticks) if ticks <= 10**6 else number // (ticks // 10**6)
        return micros.cast(self.pl.Int64, strict=False).cast(self.pl.Datetime("us"))

    def first_of(self, expressions: Sequence[Any]) -> Any:
        return self.pl.coalesce(expressions)

    def assign(self, native: Any, expressions: Mapping[str, Any]) -> Any:
        return native.lazy().with_columns(**expressions)

    def _in_range(self, read: Any, form: str) -> Any:
        if "%y" in form:
            # strptime's own turn of the century: 69 is 1969.
            return self.pl.when(read.dt.year() >= 2069).then(read.dt.offset_by("-100y")).otherwise(read)
        return self.pl.when(read.dt.year() >= _FIRST_YEAR).then(read)


class DuckDBDialect:
    """SQL text."""

    def text(self, column: str) -> Any:
        missing = ", ".join(_quoted(word) for word in sorted(MISSING_WORDS))
        text = f"trim({quoted_name(column)}::VARCHAR)"
        return f"CASE WHEN lower({text}) NOT IN ({missing}) THEN {text} END"

    def digits(self, column: str, width: int) -> Any:
        whole = f"try_cast({quoted_name(column)} AS BIGINT)::VARCHAR"
        return f"lpad({whole}, greatest(length({whole}), {width})::INTEGER, '0')"

    def strptime(self, text: Any, form: str) -> Any:
        if ".%f" in form:
            return self._with_fraction(text, form)
        read = f"try_strptime({text}, {_quoted(form)})"
        return read if "%y" in form else f"CASE WHEN year({read}) >= {_FIRST_YEAR} THEN {read} END"

    def in_utc(self, text: Any, form: str) -> Any:
        if ".%f" in form:
            return self._with_fraction(text, form)
        numbered = f"regexp_replace({text}, '[Zz]$', '+00:00')"
        return f"(try_strptime({numbered}, {_quoted(form)}) AT TIME ZONE 'UTC')"

    def _with_fraction(self, text: str, form: str) -> str:
        """Fractions of a second are added by hand: DuckDB 1 takes .5 for five microseconds."""
        cut = f"regexp_replace({text}, '(:\\d\\d)\\.\\d+', '\\1')"
        digits = f"rpad(regexp_extract({text}, ':\\d\\d\\.(\\d+)', 1), 6, '0')"
        bare = form.replace(".%f", "")
        whole = self.in_utc(cut, bare) if bare.endswith("%z") else self.strptime(cut, bare)
        return f"({whole} + to_microseconds(left({digits}, 6)::BIGINT))"

    def without(self, text: Any, pattern: str) -> Any:
        return f"regexp_replace({text}, {_quoted(pattern)}, '')"

    def with_ends(self, before: str, text: Any, after: str) -> Any:
        return f"({_quoted(before)} || ({text}) || {_quoted(after)})"

    def quarter(self, year: Any, quarter: Any) -> Any:
        return f"make_timestamp({year}, {quarter} * 3 - 2, 1, 0, 0, 0.0)"

    def week(self, year: Any, week: Any) -> Any:
        return f"try_strptime({year}::VARCHAR || '-W' || lpad({week}::VARCHAR, 2, '0') || '-1', '%G-W%V-%u')"

    def whole(self, text: Any, pattern: str) -> Any:
        return f"try_cast(nullif(regexp_extract({text}, {_quoted(pattern)}, 1), '') AS BIGINT)"

    def epoch(self, column: str, ticks: int) -> Any:
        number = f"{quoted_name(column)}::DOUBLE" if ticks < 10**3 else f"try_cast({quoted_name(column)} AS HUGEINT)"
        micros = f"{number} * {10**6 // ticks}" if ticks <= 10**6 else f"{number} // {ticks // 10**6}"
        return f"make_timestamp(try_cast({micros} AS BIGINT))"

    def first_of(self, expressions: Sequence[Any]) -> Any:
        return f"coalesce({', '.join(expressions)})"

    def assign(self, native: Any, expressions: Mapping[str, Any]) -> Any:
        places = {name: f"{text} AS {quoted_name(name)}" for name, text in expressions.items()}
        ordered = [places.pop(name) if name in places else quoted_name(name) for name in native.columns]
        return native.project(", ".join([*ordered, *places.values()]))


class SparkDialect:
    """PySpark columns, with strptime's directives turned into Java's letters."""

    LETTERS = {
        "%Y": "yyyy", "%y": "yy", "%m": "M", "%d": "d", "%b": "MMM", "%B": "MMMM", "%H": "H", "%I": "h",
        "%M": "m", "%S": "s", "%f": "SSSSSSSSS", "%p": "a", "%z": "[XXX][XX]",
    }  # fmt: skip
    PADDED = {"%m": "MM", "%d": "dd", "%H": "HH", "%M": "mm", "%S": "ss"}

    def __init__(self) -> None:
        from pyspark.sql import functions

        self.f = functions

    def text(self, column: str) -> Any:
        text = self.f.trim(self.f.col(_tick(column)).cast("string"))
        return self.f.when(~self.f.lower(text).isin(sorted(MISSING_WORDS)), text)

    def digits(self, column: str, width: int) -> Any:
        whole = self.f.expr(f"try_cast({_tick(column)} AS BIGINT)").cast("string")
        return self.f.when(self.f.length(whole) < width, self.f.lpad(whole, width, "0")).otherwise(whole)

    def strptime(self, text: Any, form: str) -> Any:
        read = self._read(text, form)
        if "%y" not in form:
            return read
        return self.f.when(self.f.year(read) >= 2069, read - self.f.expr("INTERVAL 100 YEARS")).otherwise(read)

    def in_utc(self, text: Any, form: str) -> Any:
        stamp = self.f.try_to_timestamp(text, self.f.lit(self._java(form)))
        return self.f.to_utc_timestamp(stamp, self.f.current_timezone()).cast("timestamp_ntz")

    def without(self, text: Any, pattern: str) -> Any:
        return self.f.regexp_replace(text, pattern, "")

    def with_ends(self, before: str, text: Any, after: str) -> Any:
        return self.f.concat(self.f.lit(before), text, self.f.lit(after))

    def quarter(self, year: Any, quarter: Any) -> Any:
        return self.f.make_date(year, quarter * 3 - 2, self.f.lit(1)).cast("timestamp_ntz")

    def week(self, year: Any, week: Any) -> Any:
        first_monday = self.f.date_trunc("week", self.f.make_date(year, self.f.lit(1), self.f.lit(4))).cast("date")
        read = self.f.date_add(first_monday, (week - 1) * 7)
        # The week that holds a Thursday of the year belongs to it; week 60 does not.
        inside = (week >= 1) & (self.f.year(self.f.date_add(read, 3)) == year)
        return self.f.when(inside, read.cast("timestamp_ntz"))

    def whole(self, text: Any, pattern: str) -> Any:
        found = self.f.regexp_extract(text, pattern, 1)
        return self.f.when(found != "", found).cast("int")

    def epoch(self, column: str, ticks: int) -> Any:
        factor = f"* {10**6 // ticks}" if ticks <= 10**6 else f"/ {ticks // 10**6}"
        stamp = self.f.expr(f"timestamp_micros(try_cast({_tick(column)} {factor} AS BIGINT))")
        return self.f.to_utc_timestamp(stamp, self.f.current_timezone()).cast("timestamp_ntz")

    def first_of(self, expressions: Sequence[Any]) -> Any:
        return self.f.coalesce(*expressions)

    def assign(self, native: Any, expressions: Mapping[str, Any]) -> Any:
        return native.withColumns(dict(expressions))

    def _read(self, text: Any, form: str) -> Any:
        day_name = re.match(r"%[aA](,? +)", form)
        if day_name:
            # Java refuses to read the name of a day; it says nothing that the date does not.
            text, form = self.f.regexp_replace(text, r"^[A-Za-z]+,? +", ""), form[day_name.end() :]
        return self.f.try_to_timestamp(text, self.f.lit(self._java(form))).cast("timestamp_ntz")

    def _java(self, form: str) -> str:
        letters = {**self.LETTERS, **self.PADDED} if re.match(r"%Y%m", form) else self.LETTERS
        parts = re.split(r"(%[A-Za-z])", form)
        return "".join(letters.get(part) or _java_literal(part) for part in parts)


def quoted_name(column: str) -> str:
    """A column name as SQL writes it."""
    return '"' + column.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _java_literal(text: str) -> str:
    return re.sub(r"([A-Za-z]+)", r"'\1'", text.replace("'", "''"))


def _tick(column: str) -> str:
    return "`" + column.replace("`", "``") + "`"
