"""Measure forms: what a measure is behind the ways of writing it: a count of what is missing, a share, a part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from autoviz.answering.facts import said_by_flag
from autoviz.drawing.titles import readable
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Expr, Query
from autoviz.writings.unit_words import DAYS_OF, LENGTHS_BETWEEN, TIMES, factor_between, names_unit

SAME = ("round", "floor", "ceil", "as number", "as integer", "as text", "as date", "as flag", "as time", "coalesce",
        "nullif", "trim", "lower", "upper")  # fmt: skip
"""Operations after which a thing is still called the same."""


@dataclass(frozen=True)
class Words:
    """What a measure is called, what its numbers are, and what is counted where it counts."""

    text: str
    share: bool = False
    """Whether its value is a part of 1, told in percent."""
    unit: str = ""
    worked_out: bool = False
    """Whether it is in percent because it was multiplied by 100: told like a part of 1, not like a rate of interest."""
    counts: bool = False
    year: bool = False
    """Whether its value is a year, which has no thousands to set apart."""
    of: tuple[str, str] | None = None
    """Of a measure of some rows alone: what is measured, and of which rows, 'where status is open' or 'in 2024'."""
    against: tuple[str, str, str] | None = None
    """Of a difference between some rows and others: what is measured, and the two sets of rows."""


def bare(expr: Any) -> Any:
    """A value without what only casts or trims it."""
    while isinstance(expr, Call) and expr.op in SAME:
        expr = expr.args[0]
    return expr


def without_value(expr: Any) -> Aggregate | None:
    """All rows less those that have a value: the number of rows that lack it."""
    match expr:
        case Call(op="-", args=(Aggregate(func="count", args=()) as rows, Aggregate(func="count") as known)):
            if rows.where is None and known.where is None and known.args:
                return rows.replaced(where=Call(op="is null", args=known.args))
    return None


def claim_of(expr: Aggregate) -> Any:
    """The condition whose rows an aggregate counts or whose share it is: avg(case when … then 1 else 0 end)."""
    inner = bare(expr.args[0]) if expr.args else None
    if isinstance(inner, Cases) and len(inner.whens) == 1:
        yes, no = inner.whens[0].value, inner.otherwise
        scale = yes.value if isinstance(yes, Constant) else None
        nothing = no is None or (isinstance(no, Constant) and no.value in (0, None, False))
        if scale in (1, True) and nothing and (no is not None or expr.func != "mean"):
            return inner.whens[0].condition
    if isinstance(inner, Call) and inner.op in ("=", "!=", "<", "<=", ">", ">=", "in", "is null", "and", "or", "not"):
        return inner
    return None


def of_some_rows(expr: Aggregate) -> Aggregate | None:
    """sum(case when … then x end) as the total of x where …"""
    inner = expr.args[0]
    if not isinstance(inner, Cases) or len(inner.whens) != 1 or expr.where is not None:
        return None
    nothing = inner.otherwise is None or (expr.func == "sum" and inner.otherwise == Constant(value=0))
    when = inner.whens[0]
    return expr.replaced(args=(when.value, *expr.args[1:]), where=when.condition) if nothing else None


def is_part(part: Any, whole: Any) -> bool:
    """Whether one aggregate takes some of the rows of the other."""
    if not isinstance(part, Aggregate) or not isinstance(whole, Aggregate):
        return False
    counted = whole.func == "count" and whole.where is None
    if counted and (part.func == "count" and part.where is not None):
        return True
    if counted and part.func in ("sum", "count") and claim_of(part) is not None:
        return True
    return part.where is not None and part.replaced(where=None) == whole


def unscaled(expr: Any) -> Any:
    """An aggregate without what only scales or casts it."""
    while isinstance(expr, Call):
        if expr.op in SAME:
            expr = expr.args[0]
            continue
        numbers = [arg for arg in expr.args if isinstance(arg, Constant)]
        others = [arg for arg in expr.args if not isinstance(arg, Constant)]
        if expr.op == "*" and numbers and len(others) == 1:
            expr = others[0]
            continue
        break
    return expr


def factor_of(expr: Any) -> float:
    """The number that a value is multiplied by."""
    expr = bare(expr)
    if isinstance(expr, Call) and expr.op == "*":
        numbers = [arg.value for arg in expr.args if isinstance(arg, Constant)]
        return float(numbers[0]) if len(numbers) == 1 and isinstance(numbers[0], (int, float)) else 1.0
    return 1.0


def is_flag(expr: Any, profile: DatasetProfile | None) -> bool:
    """Whether a value says yes or no, so that its average is a share."""
    expr = bare(expr)
    entry = profile.by_name.get(expr.name) if profile and isinstance(expr, Column) else None
    return entry is not None and entry.meaning == "flag"


def flag_noun(words: str) -> str:
    """What a flag is about, without the word that only says that it is one: fraud ind → fraud, is active → active."""
    said = words.split()
    if len(said) > 1 and said[-1].casefold() in ("ind", "indicator", "flag", "yn"):
        said = said[:-1]
    if len(said) > 1 and said[0].casefold() in ("is", "has", "was"):
        said = said[1:]
    return " ".join(said)


def flag_says(left: Any, value: Any, profile: DatasetProfile | None) -> bool | None:
    """What a flag with this value says, in a code or in its own name (premie of `premie`); None for other values."""
    if not is_flag(left, profile) or isinstance(value, bool):
        return None
    if str(value).casefold() == readable(bare(left).name).casefold():
        return True
    return {1.0: True, 0.0: False}.get(float(value)) if isinstance(value, (int, float)) else said_by_flag(value)


def same_as(left: Any, right: Any, profile: DatasetProfile | None) -> str:
    """How two columns with equal cells are told: dates are on one day, anything else is the same; else nothing."""
    sides = [bare(side) for side in (left, right)]
    entries = [profile.by_name.get(side.name) for side in sides if isinstance(side, Column)] if profile else []
    if len(entries) != len(sides):
        return ""
    dated = all(entry is not None and entry.kind == "temporal" and entry.meaning != "year" for entry in entries)
    return "on the same day as" if dated else "the same as"


def weighs(expr: Any, profile: DatasetProfile | None) -> bool:
    """Whether a column says how many observations a row stands for, so that its total is their number."""
    entry = profile.by_name.get(expr.name) if profile and isinstance(expr, Column) else None
    return entry is not None and bool(entry.weighs)


def is_year(expr: Any, profile: DatasetProfile | None) -> bool:
    """Whether a value is that of a column of years."""
    entry = profile.by_name.get(expr.name) if profile and isinstance(expr, Column) else None
    return entry is not None and entry.meaning == "year"


def ends_of(expr: Any, profile: DatasetProfile | None) -> dict[str, str]:
    """What the ends of a value are called: a date is early or late, a text comes first or last, a number is high."""
    entry = profile.by_name.get(expr.name) if profile and isinstance(expr, Column) else None
    if entry is not None and entry.kind == "temporal" and entry.meaning != "year":
        return {"min": "earliest {}", "max": "latest {}"}
    if entry is not None and entry.kind in ("categorical", "text"):
        return {"min": "first {} by name", "max": "last {} by name"}
    return {"min": "lowest {}", "max": "highest {}"}


def unit_of(expr: Any, profile: DatasetProfile | None) -> str:
    """The unit of a value of a row, where one column gives it that is not called by it, or it is a time between dates.

    Average nights are 2.4, not 2.4 nights, and so are minutes stayed.
    """
    expr = bare(expr)
    if isinstance(expr, Column) and profile is not None and expr.name in profile.by_name:
        unit = profile.by_name[expr.name].unit
        name = readable(expr.name)
        opening = " ".join(name.split()[: unit.count("/") + 1])
        return "" if unit and names_unit(opening, unit) else unit
    if isinstance(expr, Call) and expr.op in ("abs", "negative"):
        return unit_of(expr.args[0], profile)
    between = time_told(expr) or kept_time_told(expr, profile)
    return between[1] if between else ""


def time_told(expr: Any) -> tuple[Call, str] | None:
    """A time between two dates and the unit that it is told in: minutes by 60 are hours; None for anything else."""
    match expr:
        case Call(op="time between", args=(Constant(value=str() as unit), *_)):
            return expr, f"{unit}s"
        case Call(op="/", args=(Call(op="time between") as between, Constant(value=by))):
            own = f"{between.args[0].value}s"  # type: ignore[union-attr]
            told = next((other for other in LENGTHS_BETWEEN if factor_between(other, own) == by), None)
            if own == "days":
                told = told or next((f"{unit}s" for unit, days in DAYS_OF.items() if days == by), None)
            return (between, told) if told else None
    return None


def kept_time_told(expr: Any, profile: DatasetProfile | None) -> tuple[Column, str] | None:
    """A column of times and the longer unit that it is told in: seconds by 3,600 are hours; None for anything else."""
    match expr:
        case Call(op="/", args=(Column(name=name) as column, Constant(value=by))):
            own = profile.by_name[name].unit if profile and name in profile.by_name else ""
            told = next((unit for unit in TIMES if own in TIMES and factor_between(unit, own) == by), None)
            return (column, told) if told else None
    return None


def per_period(words: Words, query: Query) -> Words:
    """An average of what an inner Query has for each month as one per month."""
    keys = query.source.by if isinstance(query.source, Query) else ()
    outer = {item.expr for item in query.by}
    units = [unit for key in keys if (unit := _unit(key.expr)) and Column(name=key.name) not in outer]
    averaged = words.text.startswith("average ") and len(units) == 1
    return replace(words, text=f"{words.text} per {units[0]}") if averaged else words


def _unit(expr: Expr) -> str:
    """The unit of a key by periods; empty for any other."""
    match expr:
        case Call(op="period", args=(Constant(value=unit), _)):
            return str(unit)
    return ""
