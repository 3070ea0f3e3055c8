"""Reading the date functions of DuckDB: periods, parts, names, differences and formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from sqlglot import exp

from autoviz.query.language import (
    DATE_PARTS,
    PERIODS,
    UNITS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Moment,
    Window,
)
from autoviz.query.sql.date_parts import put_together
from autoviz.query.sql.sql_scope import Scope, refuse


class Reads(Protocol):
    """What a reader of one function is given to read the arguments with."""

    @property
    def scope(self) -> Scope:
        """Where the function stands."""

    def read(self, node: exp.Expr) -> Expr:
        """One expression."""

    def each(self, nodes: Iterable[exp.Expr]) -> tuple[Expr, ...]:
        """Several expressions."""


PART_WORDS: dict[str, str] = {
    **{part: part for part in DATE_PARTS},
    "isodow": "weekday", "doy": "day of year", "dayofyear": "day of year", "dayofmonth": "day", "weekofyear": "week",
    **{f"{part}s": part for part in DATE_PARTS},
}  # fmt: skip
PART_WORDS.pop("weekday")  # DuckDB's own weekday counts from Sunday
SAME_TYPE = ("min", "max", "first", "last", "mode", "at max", "at min", "previous", "next")
"""Aggregates and windows that give one of the values that they read."""
SUNDAY_FIRST = ("dow", "dayofweek", "weekday")


def _date_part(word: str, date: Expr, node: exp.Expr) -> Expr:
    folded = word.lower()
    if folded in SUNDAY_FIRST:
        return Call(op="%", args=(_part("weekday", date), Constant(value=7)))
    if folded == "decade":
        return Call(op="//", args=(_part("year", date), Constant(value=10)))
    part = PART_WORDS.get(folded)
    if part is None:
        refuse(node, f"{word} is no part of a date in the language", f"It has {', '.join(DATE_PARTS)}.")
    return _part(part, date)


def _part(part: str, date: Expr) -> Expr:
    return Call(op="date part", args=(Constant(value=part), date))


def _named_part(word: str) -> Callable[[Any, Reads], Expr]:
    return lambda node, reads: _date_part(word, reads.read(_only(node)), node)


def _only(node: exp.Expr) -> exp.Expr:
    argument = node.this if isinstance(node.this, exp.Expr) else node.expressions[0]
    assert isinstance(argument, exp.Expr)
    return argument


def _extracted(node: exp.Extract, reads: Reads) -> Expr:
    return _date_part(node.this.name, reads.read(node.expression), node)


def _part_by_text(node: exp.Anonymous, reads: Reads) -> Expr:
    word, date = node.expressions
    return _date_part(word.name, reads.read(date), node)


def _period(node: exp.Expr, reads: Reads) -> Expr:
    word = node.text("unit").lower()
    if word not in PERIODS:
        refuse(node, f"{word} is no period in the language", f"It has {', '.join(PERIODS)}.")
    return Call(op="period", args=(Constant(value=word), reads.read(node.this)))


def _name(word: str) -> Callable[[Any, Reads], Expr]:
    return lambda node, reads: Call(op="date name", args=(Constant(value=word), reads.read(node.this)))


def _difference(node: exp.DateDiff, reads: Reads) -> Expr:
    word = node.text("unit").lower() or "day"
    return Call(op="time between", args=(_unit(word, node), *reads.each((node.expression, node.this))))


def _unit(word: str, node: exp.Expr) -> Constant:
    unit = word.lower().removesuffix("s")
    if unit not in UNITS:
        refuse(node, f"{word} is no unit of time in the language", f"It has {', '.join(UNITS)}.")
    return Constant(value=unit)


def _parsed(node: exp.StrToTime, reads: Reads) -> Expr:
    return Call(op="as time", args=reads.each((node.this, node.args["format"])))


def _try_parsed(node: exp.Anonymous, reads: Reads) -> Expr:
    return Call(op="as time", args=reads.each(node.expressions))


def _formatted(node: exp.TimeToStr, reads: Reads) -> Expr:
    return Call(op="as text", args=reads.each((node.this, node.args["format"])))


def _from_parts(node: exp.Expr, reads: Reads) -> Expr:
    """A date, or a date with its time, put together from numbers."""
    clock = () if isinstance(node, exp.DateFromParts) else ("hour", "min", "sec")
    return put_together([reads.read(node.args[part]) for part in ("year", "month", "day", *clock)])


def _tried(node: exp.Try, reads: Reads) -> Expr:
    """What cannot be put together is missing, with a word for it or without."""
    if not isinstance(node.this, (exp.DateFromParts, exp.TimestampFromParts)):
        refuse(node, "this is outside the query language")
    return _from_parts(node.this, reads)


def is_day(expr: Expr | None, days: frozenset[str] = frozenset()) -> bool:
    """Whether a value is known to be a date without a time, so that a difference counts days; `days` are columns."""
    match expr:
        case Column():
            return expr.name in days
        case Moment():
            return len(expr.at) == 10
        case Cases():
            return all(is_day(when.value, days) for when in expr.whens)
        case Aggregate() | Window():
            return expr.func in SAME_TYPE and is_day(expr.args[0], days)
        case Call(op="period" | "later"):
            return is_day(expr.args[1], days)
        case Call(op="least" | "greatest" | "coalesce" | "nullif"):
            return is_day(expr.args[0], days)
        case Call():
            return expr.op == "as date"
    return False


def is_number(expr: Expr) -> bool:
    """Whether a value is known to be a number."""
    if isinstance(expr, Constant):
        return isinstance(expr.value, int | float)
    return isinstance(expr, Call) and expr.op in ("as integer", "as number", "+", "*", "//", "%", "round", "date part")


def _subtracted(node: exp.Sub, reads: Reads) -> Expr:
    if isinstance(node.expression, exp.Interval):
        return _shifted(node.this, node.expression, reads, sign=-1)
    first, second = reads.each((node.this, node.expression))
    known = [is_day(side, reads.scope.days) for side in (first, second)]
    if all(known):
        return Call(op="time between", args=(Constant(value="day"), second, first))
    if known[0] and is_number(second):
        return Call(op="later", args=(Constant(value="day"), first, _opposite(second)))
    return Call(op="-", args=(first, second))


def shifted_sum(node: exp.Add, reads: Reads) -> Expr | None:
    """A date moved by an interval; None where nothing of it is one."""
    for date, interval in ((node.this, node.expression), (node.expression, node.this)):
        if isinstance(interval, exp.Interval):
            return _shifted(date, interval, reads, sign=1)
    first, second = reads.each((node.this, node.expression))
    date, count = (first, second) if is_day(first, reads.scope.days) else (second, first)
    if not is_day(date, reads.scope.days) or not is_number(count):
        return None
    return Call(op="later", args=(Constant(value="day"), date, count))


def _shifted(date: exp.Expr, interval: exp.Interval, reads: Reads, sign: int) -> Expr:
    unit = _unit(interval.text("unit"), interval)
    count: Expr = reads.read(interval.this)
    if isinstance(count, Constant):
        count = Constant(value=int(str(count.value)))
    return Call(op="later", args=(unit, reads.read(date), count if sign > 0 else _opposite(count)))


def _opposite(count: Expr) -> Expr:
    if isinstance(count, Constant) and isinstance(count.value, int):
        return Constant(value=-count.value)
    return Call(op="negative", args=(count,))


DATE_READERS: dict[str | type[exp.Expr], Callable[[Any, Reads], Expr]] = {
    exp.Year: _named_part("year"),
    exp.Quarter: _named_part("quarter"),
    exp.Month: _named_part("month"),
    exp.Week: _named_part("week"),
    exp.WeekOfYear: _named_part("week"),
    exp.Day: _named_part("day"),
    exp.DayOfMonth: _named_part("day"),
    exp.DayOfWeek: _named_part("dow"),
    exp.DayOfWeekIso: _named_part("isodow"),
    exp.DayOfYear: _named_part("doy"),
    exp.Hour: _named_part("hour"),
    exp.Minute: _named_part("minute"),
    exp.Second: _named_part("second"),
    "decade": _named_part("decade"),
    "weekday": _named_part("dow"),
    "date_part": _part_by_text,
    "datepart": _part_by_text,
    exp.Extract: _extracted,
    exp.DateTrunc: _period,
    exp.TimestampTrunc: _period,
    exp.Dayname: _name("weekday"),
    exp.Monthname: _name("month"),
    exp.DateDiff: _difference,
    exp.StrToTime: _parsed,
    exp.TimeToStr: _formatted,
    "try_strptime": _try_parsed,
    exp.DateFromParts: _from_parts,
    exp.TimestampFromParts: _from_parts,
    exp.Try: _tried,
    exp.Sub: _subtracted,
}
"""Class or name of a function → how it is read."""
