"""Query views: the fields of Requirements as they follow from a Query, as far as fields can say it.

Fields are given as plain data, so that the nouns that they become can be checked against them.
"""

from __future__ import annotations

from typing import Any, get_args

from autoviz.model import labels
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Moment,
    Named,
    Query,
    Sort,
    Window,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.rewriting import inlined

COMPARED = ("=", "!=", "<", "<=", ">", ">=")
TEXTUAL = ("contains", "starts with", "ends with")
FUNCS = {"distinct": "nunique"}
"""Function of a Query → its name among the fields, where that is another."""
GRAINS = ("hour", "day", "week", "month", "quarter", "year")
GRAINS_OF_PARTS = {"weekday": "weekday", "month": "month_of_year", "hour": "hour_of_day", "year": "year"}
VIEWS = frozenset({
    "filter", "any_of", "having", "limit", "sort", "aggregate", "window", "change", "cumulative", "derive"
})  # fmt: skip
"""The kinds of constraints that a Query says itself; the others stand beside it."""


def views_of(query: Query) -> dict[str, Any]:
    """Metrics, groups, time axis and constraints of a Query; nothing where it reads more than one Query."""
    if not all(isinstance(item.source, Query | None) for item in parts_of(Query, query)):
        return {}
    grouped = _grouped(query)
    by = [item.replaced(expr=_meant(item.expr, grouped)) for item in grouped.by]
    measures = [item.replaced(expr=_meant(item.expr, grouped)) for item in grouped.measures]
    read = dict.fromkeys(columns_of(tuple(parts_of(Aggregate, tuple(measures)))))
    times = [found for item in by if (found := _time(item.expr)) is not None]
    return {
        "metrics": tuple(read),
        "group_by": tuple(dict.fromkeys(item.expr.name for item in by if isinstance(item.expr, Column))),
        "time": times[0] if times else None,
        "constraints": (
            *_tests(query), *_functions(measures), *_having(grouped), *_courses(query), *_order(query, grouped)
        ),
    }


def _grouped(query: Query) -> Query:
    """The Query that puts rows together last, or the innermost where none does."""
    return query if query.grouped or not isinstance(query.source, Query) else _grouped(query.source)


def _meant(expr: Any, query: Query) -> Any:
    """A value in terms of the frame."""
    source = query.source
    if not isinstance(source, Query):
        return expr
    made = {item.name: item.expr for item in (*source.by, *source.measures)}
    later = {item.name: inlined(item.expr, made) for item in source.then}
    return _meant(inlined(expr, {**made, **later}), source)


def _time(expr: Any) -> dict[str, str] | None:
    """The time axis that a key is, where it is one."""
    if not isinstance(expr, Call) or len(expr.args) != 2 or not isinstance(expr.args[1], Column):
        return None
    word = getattr(expr.args[0], "value", None)
    if expr.op == "period" and word in (*GRAINS, "auto"):
        return {"column": expr.args[1].name, "grain": "unknown" if word == "auto" else str(word)}
    if expr.op in ("date part", "date name") and word in GRAINS_OF_PARTS:
        return {"column": expr.args[1].name, "grain": GRAINS_OF_PARTS[str(word)]}
    return None


def _tests(query: Query) -> list[dict[str, Any]]:
    """The conditions on rows of the frame that filters can say."""
    if isinstance(query.source, Query):
        return _tests(query.source)
    return [found for test in conjuncts(query.where) if (found := test_view(test)) is not None]


def test_view(test: Any) -> dict[str, Any] | None:
    """One condition as a filter, or several of which one holds; None where it says more than they can."""
    if isinstance(test, Call) and test.op == "or":
        parts = [_filter(item) for item in test.args]
        return None if None in parts else {"kind": "any_of", "filters": tuple(parts)}
    return _filter(test)


def _filter(test: Any) -> dict[str, Any] | None:
    if not isinstance(test, Call) or not test.args:
        return None
    if test.op == "not" and isinstance(test.args[0], Call) and test.args[0].op == "is null":
        return _nullness(test.args[0], "not null")
    if test.op == "is null":
        return _nullness(test, "is null")
    column, *values = test.args
    if not isinstance(column, Column) or not all(isinstance(value, Constant | Moment) for value in values):
        return None
    plain = [value.at if isinstance(value, Moment) else value.value for value in values]  # type: ignore[union-attr]
    if test.op == "in":
        return {"kind": "filter", "column": column.name, "op": "in", "value": tuple(plain)}
    if test.op in (*COMPARED, *TEXTUAL) and len(plain) == 1:
        return {"kind": "filter", "column": column.name, "op": test.op, "value": plain[0]}
    return None


def _nullness(test: Call, op: str) -> dict[str, Any] | None:
    column = test.args[0]
    return {"kind": "filter", "column": column.name, "op": op} if isinstance(column, Column) else None


def _functions(measures: list[Named]) -> list[dict[str, Any]]:
    """The measures that are one function of one column, or count rows."""
    return [{"kind": "aggregate", **found} for item in measures if (found := _function(item.expr)) is not None]


def _function(expr: Any) -> dict[str, Any] | None:
    if not isinstance(expr, Aggregate) or expr.where is not None or len(expr.args) > 1:
        return None
    func, column = FUNCS.get(expr.func, expr.func), expr.args[0] if expr.args else None
    if func not in get_args(labels.Aggregate) or (column is not None and not isinstance(column, Column)):
        return None
    if func == "quantile" and not 0 < (expr.quantile or 0) < 1:
        return None
    shares = {"quantile": expr.quantile} if func == "quantile" else {}
    return {"metric": column.name if isinstance(column, Column) else None, "func": func, **shares}


def _having(query: Query) -> list[dict[str, Any]]:
    """Bounds on one function of one column."""
    functions = {item.name: _function(_meant(item.expr, query)) for item in query.measures}
    found = []
    for test in conjuncts(query.having):
        match test:
            case Call(op=op, args=(Column(name=name), Constant(value=int() | float() as value))) if op in COMPARED:
                stated = functions.get(name)
                if stated is not None and "quantile" not in stated:
                    found.append({"kind": "having", **stated, "op": op, "value": value})
    return found


def _courses(query: Query) -> list[dict[str, Any]]:
    """What is worked out along time: a running total, an average of periods, a change against an earlier one."""
    found: list[dict[str, Any]] = []
    for window in parts_of(Window, query.then):
        if not window.along:
            continue
        if window.func == "sum" and window.before is None and window.after in (None, 0):
            found.append({"kind": "cumulative"})
        elif window.before and window.after == 0 and window.func in ("sum", "mean"):
            found.append({"kind": "window", "n": window.before + 1})
        elif window.before and window.after == -window.before and window.func == "first":
            yearly = window.unit == "year" or (window.unit == "week" and window.before == 52)
            found.append({"kind": "change", "base": "previous year" if yearly else "previous period"})
    return [item for place, item in enumerate(found) if item not in found[:place]]


def _order(query: Query, grouped: Query) -> list[dict[str, Any]]:
    """The limit with its order, or the order alone: by what is told, or by what it is told of."""
    sort: Sort | None = next(iter(query.order), None)
    order = "desc" if sort is not None and sort.descending else "asc"
    if query.limit is not None:
        return [{"kind": "limit", "n": query.limit.n, "order": order}]
    if sort is None:
        return []
    name = sort.expr.name if isinstance(sort.expr, Column) else ""
    if grouped.grouped:
        return [{"kind": "sort", "by": "x" if name in {item.name for item in grouped.by} else "y", "order": order}]
    shown = {item.name: item.expr for item in query.then}
    column = _meant(shown.get(name, sort.expr), query)  # by its own name, where the rows are shown under another
    return [{"kind": "sort", "by": column.name if isinstance(column, Column) else "y", "order": order}]
