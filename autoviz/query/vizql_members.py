"""Values chosen by their groups: what `in` a grouped Query says, as a CONDITION or a TOP filter of the field.

Tableau applies both to the rows that context filters leave and before all other filters, so that a Query within reads
all rows, as here.
"""

from __future__ import annotations

from typing import Any

from autoviz.query.formulas import NUMBERS, DataField, Fields, UnsaidError, field_of, formula, literal, type_of, written
from autoviz.query.language import Aggregate, Call, Column, Constant, Member, Query, all_of, conjuncts
from autoviz.query.rewriting import inlined
from autoviz.query.vizql_measures import filter_field, measure_field, summary
from autoviz.query.vizql_ranges import Filter

_SAID = ("and", "or", "not", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*")
_COMPARED = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def member_filter(test: Member, fields: Fields) -> Filter | None:
    """The filter that keeps a field's values for which their groups meet a test, or the first of them; None if none."""
    inner = test.query
    if not isinstance(test.expr, Column) or len(inner.by) != 1 or not isinstance(inner.by[0].expr, Column):
        return None
    found = field_of(test.expr.name, fields)
    only_key = inner.shown == (inner.by[0].name,) or not (inner.shown or inner.measures)
    if inner.source or inner.then or inner.kept or not only_key or field_of(inner.by[0].expr.name, fields) != found:
        return None
    if found.measure or found.aggregated or found.column_class in ("GROUP", "BIN"):
        return None
    try:
        made = _condition(found, inner, fields) if inner.limit is None else _first(found, inner, fields)
    except UnsaidError:
        return None
    return {"field": {"fieldCaption": found.caption}, **made} if made else None


def _first(found: DataField, inner: Query, fields: Fields) -> Filter:
    """The first n by one measure. A missing value counts among them there and is never `in` anything here."""
    assert inner.limit is not None
    if inner.where or inner.having or inner.limit.skip or len(inner.order) != 1 or not found.complete:
        return {}
    measure = inlined(inner.order[0].expr, {item.name: item.expr for item in inner.measures})
    if not isinstance(measure, Aggregate) or inner.order[0].missing_first:
        return {}
    return {
        "filterType": "TOP",
        "howMany": inner.limit.n,
        "direction": "TOP" if inner.order[0].descending else "BOTTOM",
        "fieldToMeasure": filter_field(measure_field(measure, "first", fields)),
    }


def _condition(found: DataField, inner: Query, fields: Fields) -> Filter:
    having = inlined(inner.having, {item.name: item.expr for item in inner.measures})
    if inner.where is None and found.complete:
        plain = _plain_condition(having, fields)
        if plain:
            return {"filterType": "CONDITION", "condition": plain}
    tests = [_tested(part, inner.where, fields) for part in conjuncts(having)]
    # Without these, groups that no row of the Query within has, and the group of missing values, might meet the test.
    if inner.where is not None:
        tests.append(f"SUM(IF {formula(inner.where, fields)} THEN 1 ELSE 0 END) > 0")
    if not found.complete:
        tests.append(f"COUNT({formula(Column(name=found.caption), fields)}) > 0")
    return {"filterType": "CONDITION", "calculation": " AND ".join(tests)} if tests else {}


def _plain_condition(having: Any, fields: Fields) -> dict[str, Any]:
    """One field's aggregate held against one number."""
    match having:
        case Call(op=op, args=(Aggregate() as measure, Constant(value=int() | float() as value))) if op in _COMPARED:
            shown = measure_field(measure, "condition", fields)
            if "function" in shown and type_of(measure, fields) in NUMBERS:
                return {**filter_field(shown), "comparison": _COMPARED[op], "value": value}
    return {}


def _tested(expr: Any, where: Any, fields: Fields) -> str:
    """A test on groups as a calculation; its aggregates read the rows for which the condition holds."""
    match expr:
        case Aggregate():
            if type_of(expr, fields) not in NUMBERS:
                raise UnsaidError("only numbers are tested of groups")
            return summary(expr.replaced(where=all_of((*conjuncts(where), *conjuncts(expr.where)))), fields)
        case Constant(value=int() | float() as value):
            return literal(value)
        case Call(op=op, args=args) if op in _SAID:
            return written(op, [_tested(arg, where, fields) for arg in args])
    raise UnsaidError("a test on groups reads something else than numbers of theirs")
