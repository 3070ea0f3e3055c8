"""Shares within: what part of each thing falls to each kind, where a question asks for it of each thing by itself."""

from __future__ import annotations

import re
from typing import Any

from autoviz.linking.links import STRONG, link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.phrasing import share_of
from autoviz.profile.date_roles import main_date
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    Sort,
    all_of,
    columns_of,
    conjuncts,
    plain_names,
)
from autoviz.query.output_names import name_of

_EACH = re.compile(r"\b(for|within|in|at)\s+(?:each|every)\s+", re.IGNORECASE)
_OUTER = ("for", "within")
"""What opens the whole rather than its parts, where both are said of each: in each category for each region."""
_PART = r"(?:\b(?:shares?|parts?|portions?|percentages?|per ?cent|proportions?|fractions?)\b|%)"
SHARE = re.compile(_PART, re.IGNORECASE)
_WHOLE = re.compile(rf"{_PART} of (?:the |all )?(?:[\w-]+ (?:of|in|from|at) )?(?:each|every)\s+(?=\w)", re.IGNORECASE)
"""What stands before the whole: part of each year's cost, share of the lessons of every instrument."""
_FURTHER = re.compile(r"\b(?:in|of) (?:the |all )?[\w-]+ (?:of|in|from|at) (?:each|every)\s+(?=\w)", re.IGNORECASE)
"""What stands before the whole where each part has been named already: of each item in the sales of every shop."""
_PERIOD = re.compile(r"(year|quarter|month|week|day)(?:'?s)?\b", re.IGNORECASE)
_ADDED = ("sum", "count")


def within_each(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading by two columns, of which a question names one as that within each of which shares are wanted, as these:
    for each line, what part of its units comes from each shift; any other as it is."""
    if not SHARE.search(question):
        return reading
    outer, whole = each_one(question, profile), _whole(question, profile)
    if outer is None and whole is None:
        return reading
    matches = [match for match in link(question, profile) if match.value is None and not match.dominated]
    named = {match.column for match in matches if match.score >= STRONG and profile.by_name[match.column].adds_up}
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    if len(queries) != 1 or not _is_plain(queries[0]):
        return reading
    query = queries[0]
    keys = plain_names(item.expr for item in query.by)
    match [item.expr for item in query.measures]:
        case [Aggregate(func=func) as total] if func in _ADDED and len(keys) == len(query.by):
            if func == "count" and len(named) == 1:
                total = Aggregate(func="sum", args=(Column(name=named.pop()),))
            by, kind = _ordered(query.by, outer, whole), _kind_within(query, whole)
            if by is None and whole is not None and [item.expr for item in query.by] == [whole.expr]:
                by = _with_part(question, whole, profile)
            if kind is not None:
                by, query = (query.by[0], kind[0]), query.replaced(where=kind[1], kept=kind[2])
            if by is not None:
                shared = as_query(_barred(asked), _shared(query, total, by))
                return reading.replaced(requirements=shared, alternatives=())
    return reading


def _barred(asked: Requirements) -> Requirements:
    """The requirements without a pie: shares within each of several things are not parts of one whole."""
    pies = tuple(item for item in asked.all(ChartWish) if item.mark == "pie")
    return asked.replaced(constraints=tuple(item for item in asked.constraints if item not in pies)) if pies else asked


def _kind_within(query: Query, whole: Named | None) -> tuple[Named, Any, Call] | None:
    """The column of the one kind whose share is asked for, the other conditions, and that on the kind, where a reading
    leaves only its rows: what part of each depot's cost is fuel is no part of the fuel of all depots."""
    tests = conjuncts(query.where)
    of_kinds = [test for test in tests if isinstance(test, Call) and test.op == "=" and len(columns_of(test)) == 1]
    if whole is None or [item.expr for item in query.by] != [whole.expr] or len(of_kinds) != 1:
        return None
    (kind,) = of_kinds
    (name,) = columns_of(kind)
    if {name} & {*columns_of(whole.expr)}:
        return None
    return Named(name=name, expr=Column(name=name)), all_of([test for test in tests if test is not kind]), kind


def _ordered(by: tuple[Named, ...], outer: str | None, whole: Named | None) -> tuple[Named, Named] | None:
    """Both keys, that within each of which shares are wanted first; the whole may be said beside a single key."""
    if len(by) == 1 and whole is not None and not set(columns_of(whole.expr)) & set(columns_of(by[0].expr)):
        return whole, by[0]
    within = columns_of(whole.expr) if whole is not None else (outer,)
    first = [item for item in by if columns_of(item.expr) == within]
    others = [item for item in by if item not in first]
    return (whole or first[0], others[0]) if len(by) == 2 and first and others else None


def _with_part(question: str, whole: Named, profile: DatasetProfile) -> tuple[Named, Named] | None:
    """The whole and the column of its parts, where both are named: of each item in the sales of every shop."""
    hit = _WHOLE.search(question)
    if hit is None or _FURTHER.search(question, hit.end()) is None:
        return None
    near = [match for match in link(question, profile) if match.value is None and match.start == hit.end()]
    best = max(near, key=lambda match: match.score, default=None)
    return None if best is None else (whole, Named(name=best.column, expr=Column(name=best.column)))


def each_one(question: str, profile: DatasetProfile) -> str | None:
    """The column of each of whose values by itself something is asked: for each line, in every region."""
    hit = max(_EACH.finditer(question), key=lambda one: (one[1].lower() in _OUTER, one.start()), default=None)
    if hit is None:
        return None
    matches = [match for match in link(question, profile) if match.value is None and not match.dominated]
    near = [match for match in matches if match.start == hit.end()]
    return max(near, key=lambda match: match.score).column if near else None


def _whole(question: str, profile: DatasetProfile) -> Named | None:
    """The column or the period of whose every group a part is asked for: what part of each year's cost."""
    hit = _WHOLE.search(question)
    if hit is None:
        return None
    hit = _FURTHER.search(question, hit.end()) or hit
    near = [match for match in link(question, profile) if match.value is None and match.start == hit.end()]
    period = _PERIOD.match(question, hit.end())
    plain = [match for match in near if match.kind != "type" and not match.dominated]
    if plain:
        best = max(plain, key=lambda match: match.score)
        period = _PERIOD.match(question, best.end + 1)  # of each due year
        dated = profile.by_name[best.column].kind == "temporal"
        if dated and period:
            return _each(period[1], best.column)
        return Named(name=best.column, expr=Column(name=best.column))
    date = main_date(profile, [word.lower for word in words(question)]) if period else None
    return _each(period[1], date.column) if period and date else None


def _each(unit: str, date: str) -> Named:
    each = Call(op="period", args=(Constant(value=unit.lower()), Column(name=date)))
    return Named(name=name_of(each), expr=each)


def _is_plain(query: Query) -> bool:
    """Whether nothing but its rows, keys, measures and their order would be lost."""
    return query.source is None and query.having is None and query.kept is None and query.limit is None


def _shared(query: Query, total: Aggregate, by: tuple[Named, Named]) -> Query:
    """The shares of the second key's groups within each group of the first, the largest first where they were."""
    keys = [Column(name=item.name) for item in query.by]
    name = "_".join((*plain_names(total.args), "total")) if total.args else "count"
    share = share_of(name, (by[0].name,))
    shown = (*(item.name for item in by), share.name)
    ends = [
        Sort(expr=Column(name=share.name), descending=item.descending) for item in query.order if item.expr not in keys
    ][:1]
    order = (Sort(expr=Column(name=by[0].name)), *ends) if ends else ()
    measures = (Named(name=name, expr=total),)
    return Query(where=query.where, by=by, measures=measures, then=(share,), kept=query.kept, order=order, shown=shown)
