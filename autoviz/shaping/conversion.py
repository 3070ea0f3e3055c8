"""Conversion: a value of the query language as a number, text, date, time or flag; what cannot be read is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import narwhals.stable.v2 as nw

from autoviz.errors import ParameterError
from autoviz.shaping.conditions import FALSE_WORDS, TRUE_WORDS
from autoviz.shaping.typed import DATES, IN_WORDS, Typed, constant

READABLE = r"^ *[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)? *$"
"""A number as SQL reads it: no thousands, no currency."""
ISO = r"^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}( [0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?)?$"
"""A date as SQL reads it, with or without its time."""
ISO_FORMS = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f")
LARGEST = 2.0**63
LONGEST_WHOLE = 1e15
"""Whole numbers up to this size are written out by every engine."""


def as_text(value: Typed) -> Typed:
    """The value as SQL writes it."""
    if value.kind in ("text", "nothing"):
        return value.to("text")
    if value.kind == "integer":
        return Typed(value.expr.cast(nw.String), "text")
    if value.kind == "flag":
        words = nw.when(value.expr).then(nw.lit("true")).otherwise(nw.lit("false"))
        return Typed(nw.when(~value.expr.is_null()).then(words), "text")
    if value.kind in DATES:
        # Arrow writes fractions of a second too.
        written = value.expr.dt.to_string("%Y-%m-%d %H:%M:%S")
        return Typed(written.str.slice(0, 10 if value.kind == "date" else 19), "text")
    if value.kind == "number":
        whole = (value.expr.floor() == value.expr) & (value.expr.abs() < LONGEST_WHOLE)
        digits = nw.when(whole).then(value.expr).cast(nw.Int64).cast(nw.String)
        written = nw.concat_str([digits, nw.lit(".0")], ignore_nulls=False)
        return Typed(nw.when(whole).then(written).otherwise(value.expr.cast(nw.String)), "text")
    raise _unreadable(value, "text")


def formatted(value: Typed, form: Typed) -> Typed:
    """A date written by a format such as %d/%m/%Y."""
    if value.kind not in (*DATES, "nothing") or not isinstance(form.constant, str):
        raise _unreadable(value, "a date to be written by a format")
    dates = value.to("time").expr
    # Seconds by themselves, because Arrow writes their fractions too.
    seconds = dates.dt.second().cast(nw.String).str.zfill(2)
    pieces = [dates.dt.to_string(piece) if piece else nw.lit("") for piece in form.constant.split("%S")]
    parts = [part for piece in pieces for part in (seconds, piece)][1:]
    return Typed(parts[0] if len(parts) == 1 else nw.concat_str(parts, ignore_nulls=False), "text")


def as_number(value: Typed) -> Typed:
    """Numbers as they are; text that reads as one."""
    if value.kind != "text":
        return value.to("number")
    if value.is_constant:
        return constant(_named_number(str(value.constant))).to("number")
    text = nw.when(value.expr.str.contains(READABLE)).then(value.expr.str.strip_chars(" "))
    return Typed(text.cast(nw.Float64), "number")


def _named_number(text: str) -> float | None:
    """The number that a constant names, the infinite ones too."""
    try:
        return float(text)
    except ValueError:
        return None


def as_integer(value: Typed) -> Typed:
    """The nearest whole number: of a number in the middle the even one, of a text the one away from zero."""
    if value.kind in ("integer", "flag", "nothing"):
        return value.to("integer")
    if value.kind not in ("number", "text"):
        raise _unreadable(value, "integer")
    number = as_number(value).expr
    size = number.abs()
    nearest = (size + 0.5).floor().cast(nw.Float64)
    if value.kind == "number":
        between = ((nearest - size) == 0.5) & (nearest % 2.0 == 1.0)
        nearest = nw.when(between).then(nearest - 1.0).otherwise(nearest)
    kept = nw.when(nearest < LARGEST).then(nearest).cast(nw.Int64)
    return Typed(nw.when(number < 0).then(-kept).otherwise(kept), "integer")


def as_flag(value: Typed) -> Typed:
    """Yes or no; numbers are no where they are zero."""
    if value.kind in ("flag", "nothing"):
        return value.to("flag")
    if value.kind in ("integer", "number"):
        return Typed(value.expr != 0, "flag")
    if value.kind != "text":
        raise _unreadable(value, "flag")
    words = value.expr.str.strip_chars(" ").str.to_lowercase()
    known = words.is_in([*TRUE_WORDS, *FALSE_WORDS])
    return Typed(nw.when(known).then(words.is_in(list(TRUE_WORDS))), "flag")


def as_date(value: Typed) -> Typed:
    """The day of a time, or of a text in ISO form."""
    if value.kind == "date":
        return value
    time = as_time(value)
    return Typed(time.expr.dt.truncate("1d").cast(nw.Datetime("us")), "date")


def as_time(value: Typed) -> Typed:
    """The time of a text in ISO form; a date is its midnight."""
    if value.kind in DATES or value.kind == "nothing":
        return value.to("time")
    if value.kind != "text":
        raise _unreadable(value, "time")
    # Read from its digits, because engines stop at a 30th of February where they should give nothing.
    iso = _followed(iso_text(value.expr), " 00:00:00")
    year, month, day = (part.cast(nw.Int64) for part in _split(_split(iso, " ", 2)[0], "-", 3))
    hour, minute, second = (part.cast(nw.Float64) for part in _split(_followed(_split(iso, " ", 2)[1], ":00"), ":", 3))
    real = (month >= 1) & (month <= 12) & (day >= 1) & (day <= days_in_month(year, month))
    real = real & (hour < 24) & (minute < 60) & (second < 60)
    days = nw.when(real).then(day_number(year, month, day))
    midnight = moved(nw.lit(datetime(1970, 1, 1)), days, timedelta(days=1))
    return Typed(_at(midnight, hour * 3600 + minute * 60 + second), "time")


def iso_text(text: nw.Expr) -> nw.Expr:
    """Text that reads as a date, in one writing of ISO_FORMS; others are missing."""
    plain = text.str.strip_chars(" ").str.replace_all("/", "-", literal=True)
    # A Z at the end says that the clock is that of Greenwich; what it shows is the time all the same.
    spaced = plain.str.replace_all("T", " ", literal=True).str.replace_all("Z", "", literal=True)
    return nw.when(spaced.str.contains(ISO)).then(spaced)


def days_in_month(year: nw.Expr, month: nw.Expr) -> nw.Expr:
    """How many days a month has."""
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    february = nw.when(leap).then(nw.lit(29)).otherwise(nw.lit(28))
    short = nw.when(month.is_in([4, 6, 9, 11])).then(nw.lit(30)).otherwise(nw.lit(31))
    return nw.when(month == 2).then(february).otherwise(short)


def day_number(year: nw.Expr, month: nw.Expr, day: nw.Expr) -> nw.Expr:
    """How many days a date lies after 1970-01-01, from whole numbers alone."""
    # Years begin in March, so that a leap day is the last of its year.
    shifted = nw.when(month <= 2).then(year - 1).otherwise(year)
    in_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return 365 * shifted + shifted // 4 - shifted // 100 + shifted // 400 + in_year - 719468


def moved(dates: nw.Expr, count: nw.Expr, unit: timedelta) -> nw.Expr:
    """Time stamps moved by so many units."""
    return dates.cast(nw.Datetime("us")) + count * nw.lit(unit)


def _at(midnight: nw.Expr, seconds: nw.Expr) -> nw.Expr:
    """So many seconds after midnight, their fractions apart: DuckDB counts lengths of time in 32 bits."""
    whole = seconds.floor().cast(nw.Int64)
    micros = ((seconds - whole.cast(nw.Float64)) * 1e6 + 0.5).floor().cast(nw.Int64)
    return moved(moved(midnight, whole, timedelta(seconds=1)), micros, timedelta(microseconds=1))


def _followed(text: nw.Expr, ending: str) -> nw.Expr:
    return nw.concat_str([text, nw.lit(ending)], ignore_nulls=False)


def _split(text: nw.Expr, separator: str, count: int) -> list[nw.Expr]:
    """The first parts of a text that has at least so many."""
    parts = text.str.split(separator)
    return [parts.list.get(place) for place in range(count)]


def _unreadable(value: Typed, kind: str) -> ParameterError:
    return ParameterError(f"{IN_WORDS[value.kind].capitalize()} cannot be read as {kind}", "Use another column.")


Operation = Callable[[Sequence[Typed]], Typed]


def _as_text(values: Sequence[Typed]) -> Typed:
    return as_text(values[0]) if len(values) == 1 else formatted(*values)


def _of_one(convert: Callable[[Typed], Typed]) -> Operation:
    return lambda values: convert(values[0])


CONVERSIONS: dict[str, Operation] = {
    "as number": _of_one(as_number), "as integer": _of_one(as_integer), "as text": _as_text,
    "as date": _of_one(as_date), "as time": _of_one(as_time), "as flag": _of_one(as_flag),
}  # fmt: skip
