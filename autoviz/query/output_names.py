"""How the columns that a Query makes are called: one name for each expression."""

from __future__ import annotations

from collections.abc import Callable, Collection

from autoviz.query.language import (
    COUNT_ROWS,
    OPTIONS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Member,
    Moment,
    Overall,
    When,
    Window,
    parts_of,
)

LONGEST = 60
_FUNCS = {"sum": "total", "mean": "average", "list": "list_of"}
_BETWEEN = {
    "+": "plus", "-": "minus", "*": "times", "/": "per", "//": "per", "%": "modulo", "**": "to_the",
    "=": "is", "!=": "is_not", "<": "below", "<=": "up_to", ">": "above", ">=": "from",
}  # fmt: skip
_SAME = ("round", "as number", "as integer", "as text", "as date", "as time", "as flag", "coalesce", "trim", "nullif")
"""Operations after which a thing is still called the same."""


def name_of(expr: Expr) -> str:
    """The name of a column that holds this value."""
    return _named(expr)[:LONGEST].strip("_ ") or "value"


def fresh(name: str, taken: Collection[str]) -> str:
    """The name, or with a number behind it where another column has it already, whatever the casing."""
    folded = {item.casefold() for item in taken}
    candidate, at = name, 1
    while candidate.casefold() in folded:
        at += 1
        candidate = f"{name}_{at}"
    return candidate


def _named(expr: Expr) -> str:
    match expr:
        case Column():
            return expr.name
        case Constant():
            return "nothing" if expr.value is None else str(expr.value).lower()
        case Moment():
            return expr.at
        case Call():
            return _call(expr)
        case Cases():
            read = next(parts_of(Column, expr), None)
            return "case" if read is None else f"{read.name}_group"
        case Aggregate():
            return _aggregate(expr)
        case Window():
            return _window(expr)
        case Overall():
            made = (*expr.query.measures, *expr.query.then, *expr.query.by)
            return f"overall_{_named(made[0].expr)}" if made else "overall"
        case Member():
            return f"{_named(expr.expr)}_among"


def _lacking(expr: Expr) -> str:
    """The column whose missing values are counted as all rows less those that have one; else nothing."""
    match expr:
        case Call(op="*", args=(Constant(), inner)) | Call(op="*", args=(inner, Constant())):
            return _lacking(inner)
        case Call(op="-", args=(Aggregate(func="count", args=()), Aggregate(func="count", args=(Column() as read,)))):
            return read.name
    return ""


def _claimed(expr: Expr) -> Expr | None:
    """The condition that a case counts as one, and all else as nothing."""
    match expr:
        case Cases(whens=(When(condition=condition, value=Constant(value=1)),), otherwise=None | Constant(value=0)):
            return condition
    return None


def _call(call: Call) -> str:
    if call.op == "-" and _lacking(call):
        return f"missing_{_lacking(call)}"
    if call.op == "/" and _lacking(call.args[0]) and call.args[1] == COUNT_ROWS:
        return f"share_missing_{_lacking(call.args[0])}"
    if call.op in OPTIONS:
        return _dated(call)
    if call.op in _SAME:
        return _named(call.args[0])
    if call.op in _BETWEEN:
        # numbers that only scale (100 *) say nothing of what it is
        told = [arg for arg in call.args if not (call.op == "*" and isinstance(arg, Constant))] or list(call.args)
        return f"_{_BETWEEN[call.op]}_".join(_named(arg) for arg in told)
    if len(call.args) > 1:
        return f"_{_word(call.op)}_".join(_named(arg) for arg in call.args)
    return f"{_word(call.op)}_{_named(call.args[0])}"


def _dated(call: Call) -> str:
    word = _word(_named(call.args[0]))
    of = [_named(arg) for arg in call.args[1:]]
    forms: dict[str, Callable[[], str]] = {
        "period": lambda: f"{of[0]}_{word}",
        "date part": lambda: f"{word}_of_{of[0]}",
        "date name": lambda: f"{word}_name_of_{of[0]}",
        "time between": lambda: f"{word}s_from_{of[0]}_to_{of[1]}",
        "later": lambda: f"{of[0]}_{of[1]}_{word}s_later",
    }
    return forms[call.op]()


def _aggregate(aggregate: Aggregate) -> str:
    word = _FUNCS.get(aggregate.func, _word(aggregate.func))
    if aggregate.quantile is not None:
        word = f"{word}_{aggregate.quantile:g}"
    claim = _claimed(aggregate.args[0]) if aggregate.func in ("mean", "sum") and aggregate.where is None else None
    if claim is not None:
        return f"{'share' if aggregate.func == 'mean' else 'count'}_{_named(claim)}"
    where = "" if aggregate.where is None else f"where_{_named(aggregate.where)}"
    return "_".join(part for part in (word, *(_named(arg) for arg in aggregate.args), where) if part)


def _window(window: Window) -> str:
    word = _FUNCS.get(window.func, _word(window.func))
    along = tuple(sort.expr for sort in window.along[:1])
    about = "_".join(_named(part) for part in (window.args or along))
    running = "running_" if window.along and window.func in ("sum", "mean", "count", "min", "max") else ""
    within = f"_within_{_named(window.within[0])}" if window.within else ""
    return f"{running}{word}{'_' if about else ''}{about}{within}"


def _word(words: str) -> str:
    return words.replace(" ", "_")
