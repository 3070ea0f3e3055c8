"""Sides: the two groups that a condition makes, as people call them."""

from __future__ import annotations

from typing import Any

from autoviz.answering.calendar_words import day_sides, days_held, year_sides
from autoviz.answering.day_spans import day_of
from autoviz.answering.form import Form
from autoviz.answering.query_words import condition_words, value_words
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Call, Cases, Column, Constant, Query, When

REST = "the rest"
Sides = tuple[str, str]
"""What the rows are called for which a condition holds, and what the others are."""
BOUNDS = {
    "<": ("below {}", "{} or more"), "<=": ("{} or less", "above {}"),
    ">": ("above {}", "{} or less"), ">=": ("{} or more", "below {}"),
}  # fmt: skip
_DATES = {
    "<": ("before {}", "from {} on"), "<=": ("up to {}", "after {}"),
    ">": ("after {}", "up to {}"), ">=": ("from {} on", "before {}"),
}  # fmt: skip
CONDITIONS = ("in", "and", "or", "not", "is null", "=", "!=", *BOUNDS, "contains", "starts with", "ends with",
              "matches")  # fmt: skip


def condition_of(name: str, query: Query | None) -> Call | None:
    """The condition that a key of a Query is, or that its two parts are made by; None for any other key."""
    expr = next((item.expr for item in (query.by if query else ()) if item.name == name), None)
    if isinstance(expr, Call) and is_condition(expr):
        return expr
    parts = parts_named(name, query) if isinstance(expr, Column) else None
    return parts[0] if parts is not None else None


def parts_named(name: str, query: Query | None) -> tuple[Call, Sides] | None:
    """The condition and the names of the two parts that rows were put into before they are grouped by them."""
    source = query.source if query is not None else None
    made = source.then if isinstance(source, Query) else ()
    match next((item.expr for item in made if item.name == name), None):
        case Cases(
            whens=(When(condition=Call() as condition, value=Constant(value=str() as yes)),),
            otherwise=Constant(value=str() as no),
        ):
            return condition, (yes, no)
        case Cases(
            whens=(
                When(condition=Call() as condition, value=Constant(value=str() as yes)),
                When(condition=Call(op="not", args=(other,)), value=Constant(value=str() as no)),
            ),
            otherwise=None,
        ) if other == condition:
            return condition, (yes, no)
    return None


def is_condition(expr: Any) -> bool:
    """Whether a value says yes or no because it is worked out so, and not because a column does."""
    return isinstance(expr, Call) and expr.op in CONDITIONS


def sides(condition: Any, profile: DatasetProfile | None = None, form: Form | None = None) -> Sides:
    """Both sides of a condition, by the words of the question or its own: women and men, 'Sat or Sun' and the rest, '20
    or more' and 'below 20'."""
    if form is not None and (said := _said(condition, form)):
        return said
    if days := days_held(condition):
        return day_sides(days, REST)
    match condition:
        case Call(op="not", args=(inner,)) if is_condition(inner):
            yes, no = sides(inner, profile)
            return no, yes
        case Call(op="!=", args=args):
            yes, no = sides(condition.replaced(op="=", args=args), profile)
            return no, yes
        case Call(op=("in" | "="), args=(left, *values)) if all(_is_value(item) for item in values):
            return _one_of(left, values, profile), REST
        case Call(op=("=" | "is null")):
            return condition_words(condition, profile), condition_words(Call(op="not", args=(condition,)), profile)
        case Call(op=op, args=(left, right)) if op in BOUNDS:
            return _bounded(op, left, right, profile)
    return condition_words(condition, profile), REST


def _said(condition: Any, form: Form) -> Sides | None:
    """What the question calls the rows with one value of a column, and those with the other."""
    match condition:
        case Call(op="=", args=(Column(name=name), Constant(value=value))):
            called = form.sides_of(name)
            others = [word for other, word in called.items() if other != value]
            return (called[value], others[0]) if value in called and others else None
    return None


def _one_of(left: Any, values: list[Any], profile: DatasetProfile | None) -> str:
    """Names stand for themselves; numbers and flags need what they are of."""
    told = " or ".join(value_words(item, profile) for item in values)
    named = all(isinstance(item, Constant) and isinstance(item.value, str) and len(item.value) > 2 for item in values)
    return told if named else f"{value_words(left, profile)} {told}"


def _bounded(op: str, left: Any, right: Any, profile: DatasetProfile | None) -> Sides:
    years = year_sides(op, left, right, profile)
    if years is not None:
        return years
    dated = day_of(right) is not None
    of = "" if dated and isinstance(left, Column) else f"{value_words(left, profile)} "
    yes, no = (f"{of}{form.format(value_words(right, profile))}" for form in (_DATES if dated else BOUNDS)[op])
    return yes, no


def _is_value(expr: Any) -> bool:
    return isinstance(expr, Constant) and not isinstance(expr.value, bool)
