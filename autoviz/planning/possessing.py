"""Possessing: things with something, a bonus or any damage, of which a column tells how much, counted or shared by
whether they have any of it rather than by how much; how often it rains is such a share too."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Any

from autoviz.linking.flag_phrases import flag_values, none_value
from autoviz.linking.form_reading import form_of
from autoviz.linking.joints import COUNTING
from autoviz.linking.links import Match, link
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import condition_of
from autoviz.planning.rates import share_of_rows
from autoviz.planning.shares_within import SHARE
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    given,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, remeasured

_HAVING = re.compile(
    r"\b(?:with|ha(?:d|s|ve|ving)|g[eo]ts?|getting|received?|receiving)\s+(?:(?:a|an|any|some|at least one)\s+)?$",
    re.IGNORECASE,
)
"""What stands before something that is had."""
_WITH = re.compile(r"\bwith(?:out)?\s+(?:(?:a|an|any|some|at least one|no)\s+)?$", re.IGNORECASE)
"""What stands before something by which things are told apart that have it."""
_OFTEN = re.compile(r"\bhow (?:often|frequently)\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s*(?:with (?:them|him|her|it)\s*)?(?:[?.!]|$|(?:by|per|for each|in each|for every|in every|each|across)\b)",
    re.IGNORECASE,
)
"""What may stand behind it, so that nothing is said of how much of it."""
COUNT = Named(name="count", expr=COUNT_ROWS)


def of_those_with(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of how much things have of something, as the number or the share of those that have any of it."""
    often = _OFTEN.search(question) is not None
    shared = often or SHARE.search(question) is not None
    counted = bool(COUNTING & {word.lower for word in words(question)})
    named = [match for match in link(question, profile) if match.value is None and not match.dominated]
    near = [match.column for match in named if often or _is_had(match, question)]
    had = _had(near, profile)
    asked = reading.requirements
    queries = meant_queries(asked, profile) if had is not None else ()
    if had is None or len(queries) > 1:
        return reading
    column, test = had
    if not shared and not counted and not any(_counts_by(query, column) for query in queries):
        return reading
    query = queries[0] if queries else _spread_out(asked, column, profile)
    if query is None or isinstance(query.source, Query):
        return reading
    if not (_passes_over(query, column, question, profile) or (often and _is_measured(query, column))):
        return reading
    by = tuple(item for item in query.by if column.name not in columns_of(item.expr))
    own = [part for part in conjuncts(query.where) if not {*columns_of(part)} & {*near}]
    if shared:
        made = Query(where=all_of(own), by=by, measures=(share_of_rows(test),))
    else:
        made = Query(where=all_of([*own, test]), by=by, measures=(COUNT,))
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish))
    plain = asked.replaced(constraints=kept, outputs=asked.outputs if by else ("table",), not_found=(), unused=())
    return reading.replaced(requirements=as_query(plain, made), alternatives=())


def by_those_with(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of a claim about things with something, that holds them apart by how much of it each has, by whether
    they have any, and on average: games with a red card are those with two as well, and far fewer than the others."""
    named = [match for match in link(question, profile) if match.value is None and not match.dominated]
    had = _had([match.column for match in named if _WITH.search(question[: match.start])], profile)
    queries = meant_queries(reading.requirements, profile) if had is not None else ()
    if had is None or len(queries) != 1 or not form_of(question, profile=profile).claims:
        return reading
    (column, test), (query,) = had, queries
    if [item.expr for item in query.by] != [Column(name=column.name)] or query.counts_rows or query.source is not None:
        return reading

    def averaged(item: Named) -> Named | None:
        if not isinstance(item.expr, Aggregate) or item.expr.func != "sum":
            return None
        expr = item.expr.replaced(func="mean")
        return Named(name=name_of(expr), expr=expr)

    made = remeasured(rekeyed(query, lambda item: Named(name=name_of(test), expr=test)), averaged)
    return reading.replaced(requirements=as_query(reading.requirements, made), alternatives=())


def _had(near: Sequence[str], profile: DatasetProfile) -> tuple[ColumnProfile, Any] | None:
    """The one column of what things are to have that some have none of, and the test that they have any."""
    tests = {name: test for name in near if (test := _any_of(profile.by_name[name])) is not None}
    ((name, test),) = tests.items() if len(tests) == 1 else (("", None),)
    return (profile.by_name[name], test) if name else None


def _is_had(match: Match, question: str) -> bool:
    return bool(_HAVING.search(question[: match.start]) and _GOES_ON.match(question, match.end))


def _any_of(column: ColumnProfile) -> Any:
    """That there is any of it: more than none of an amount of which some have none, else that it is given where it is
    not always, or where a value says that there is none."""
    if flag_values(column) is not None:
        return None
    none = none_value(column)
    if none is not None:
        return Call(op="!=", args=(Column(name=column.name), Constant(value=none)))
    if column.metric and column.minimum == 0 and (column.adds_up or column.meaning == "count"):
        return Call(op=">", args=(Column(name=column.name), Constant(value=0)))
    return given(Column(name=column.name)) if column.missing else None


def _spread_out(asked: Requirements, column: ColumnProfile, profile: DatasetProfile) -> Query | None:
    """The rows of which it is drawn how what they have is spread."""
    alone = asked.analysis == ("distribution",) and asked.metrics == (column.name,) and not asked.group_by
    return Query(where=condition_of(asked.all(Filter), profile)) if alone and asked.time is None else None


def _counts_by(query: Query, column: ColumnProfile) -> bool:
    """Whether rows are counted by how much they have of it."""
    keys = {*columns_of(query.by)}
    return query.counts_rows and column.name in keys


def _is_measured(query: Query, column: ColumnProfile) -> bool:
    """Whether it is only measured how much there is of it: how often it rains is not how much."""
    held = {*columns_of((query.where, query.having, query.then))}
    return column.name not in held and {*columns_of(query.measures)} <= {column.name}


def _passes_over(query: Query, column: ColumnProfile, question: str, profile: DatasetProfile) -> bool:
    """Whether rows are counted of which nothing asks if they have any: groups are made by how much, or it plays no
    part."""
    measured = {name for name in columns_of(query.measures) if name in profile.by_name and profile.by_name[name].metric}
    said = {match.value for match in link(question, profile) if match.column == column.name}
    tests = [part for part in parts_of(Call, (query.where, query.measures)) if column.name in columns_of(part)]
    unsaid = {test for test in tests if _is_of_unsaid(test, said, column)}
    tested = any(test not in unsaid for test in tests if test.op != "*")
    grouped = any(column.name in columns_of(item.expr) for item in query.by)
    return not measured and not tested and (grouped or bool(tests) or column.name not in columns_of(query))


def _is_of_unsaid(test: Call, said: Set[Any], column: ColumnProfile) -> bool:
    """Whether a test is of one sort of it, of which the question says nothing (with damage is not with a puncture), or
    of what is missing in no row."""
    match test:
        case Call(op="is null"):
            return not column.missing
        case Call(op="=", args=(Column(), Constant(value=str() as value))):
            return value not in said
    return False
