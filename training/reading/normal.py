"""One way of saying a thing: gold queries brought to a common form, so that a reader has one target to learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.model.base import Value
from autoviz.query.language import Aggregate, Call, Cases, Constant, Named, Query, When

COMPARISONS = frozenset(
    {"=", "!=", "<", "<=", ">", ">=", "in", "is null", "and", "or", "not", "contains", "starts with"}
)
ONE, ZERO, HUNDRED = Constant(value=1), Constant(value=0), Constant(value=100)


def normal(query: Query) -> Query:
    """The Query in the common form: nothing rounded, rates as means of a condition, percents written one way."""
    return _deep(query, _change)


def _deep(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with every part changed, the inner ones first; Queries inside it too."""
    if isinstance(value, tuple):
        return tuple(_deep(item, change) for item in value)
    if not isinstance(value, Value):
        return value
    fields = {name: getattr(value, name) for name in type(value).model_fields}
    made = {name: _deep(field, change) for name, field in fields.items()}
    changed = {name: field for name, field in made.items() if field is not fields[name] and field != fields[name]}
    return change(value.replaced(**changed) if changed else value)


def _change(part: Any) -> Any:
    match part:
        case Query():
            return part.replaced(
                by=tuple(map(_unlabelled, part.by)),
                measures=tuple(map(_unrounded, part.measures)),
                then=tuple(map(_unrounded, part.then)),
            )
        case Call(op="as integer", args=(Call(op=op) as test,)) if op in COMPARISONS:
            return Cases(whens=(When(condition=test, value=ONE),), otherwise=ZERO)
        case Call(op="*", args=(first, second)) if _is(second, 100) and not _is(first, 100):
            return _change(Call(op="*", args=(HUNDRED, first)))
        case Call(op="*", args=(first, Call(op="/", args=(above, below)))) if _is(first, 100):
            return _change(Call(op="/", args=(Call(op="*", args=(HUNDRED, above)), below)))
        case Call(op="/", args=(above, below)):
            return _ratio(above, below) or part
        case Aggregate():
            return _aggregate(part)
    return part


def _unlabelled(item: Named) -> Named:
    """Two classes with names of their own are told apart by the condition itself: a reader makes up no names."""
    expr = item.expr
    if not isinstance(expr, Cases) or len(expr.whens) > 1 or not _is_text(expr.whens[0].value):
        return item
    return item.replaced(expr=expr.whens[0].condition) if _is_text(expr.otherwise) else item


def _is_text(expr: Any) -> bool:
    return isinstance(expr, Constant) and isinstance(expr.value, str)


def _unrounded(item: Named) -> Named:
    expr = item.expr
    while isinstance(expr, Call) and expr.op == "round":
        expr = expr.args[0]
    return item if expr is item.expr else item.replaced(expr=expr)


def _ratio(above: Any, below: Any) -> Any:
    """Rows that meet a condition among all rows are the mean of the condition."""
    percent = isinstance(above, Call) and above.op == "*" and len(above.args) == 2 and _is(above.args[0], 100)
    inner = above.args[1] if percent else above
    if not (_counts_rows(below) and isinstance(inner, Aggregate) and inner.func == "count" and not inner.args):
        return None
    if inner.where is None or below.where is not None:
        return None
    mean = Aggregate(func="mean", args=(Cases(whens=(When(condition=inner.where, value=ONE),), otherwise=ZERO),))
    return Call(op="*", args=(HUNDRED, mean)) if percent else mean


def _counts_rows(expr: Any) -> bool:
    return isinstance(expr, Aggregate) and expr.func == "count" and not expr.args


def _aggregate(part: Aggregate) -> Any:
    if len(part.args) != 1 or not isinstance(part.args[0], Cases) or len(part.args[0].whens) != 1:
        return part
    when, otherwise = part.args[0].whens[0], part.args[0].otherwise
    nothing = otherwise is None or otherwise == Constant()
    where = when.condition if part.where is None else Call(op="and", args=(part.where, when.condition))
    if part.func == "sum" and _is(when.value, 1) and (nothing or _is(otherwise, 0)):
        return Aggregate(func="count", where=where)
    if part.func == "count" and nothing and isinstance(when.value, Constant):
        return Aggregate(func="count", where=where)
    if part.func in ("sum", "mean", "max", "min", "median", "distinct") and nothing:
        return part.replaced(args=(when.value,), where=where)
    if part.func == "sum" and _is(otherwise, 0):
        return part.replaced(args=(when.value,), where=where)
    if part.func == "mean" and _is(when.value, 100) and _is(otherwise, 0):
        case = part.args[0].replaced(whens=(when.replaced(value=ONE),))
        return Call(op="*", args=(HUNDRED, part.replaced(args=(case,))))
    return part


def _is(expr: Any, value: float) -> bool:
    return isinstance(expr, Constant) and not isinstance(expr.value, (bool, str)) and expr.value == value
