"""Frequencies: rows that each stand for several observations count so often, whoever read the question."""

from __future__ import annotations

from typing import Any

from autoviz.answering.measure_forms import claim_of, unscaled
from autoviz.errors import QueryError
from autoviz.linking.links import link
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.weighing import unweighing, weighted_mean
from autoviz.planning.weighted_median import weighted_median
from autoviz.query.check import check
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
from autoviz.query.rewriting import remeasured, rewritten

_OF_ROWS = frozenset({"row", "cell", "combination"})
"""Words for the rows themselves, whatever they stand for."""

_CHANGED = ("mean", "median", "quantile", "std", "var", "mode", "correlation")
"""What a weight would change, and what of it is left as it is must be told."""


def by_frequency(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading that counts and averages by the column that weighs the rows, and the same of its alternatives."""
    weight = profile.weight
    if weight is None:
        return reading
    named = any(match.column == weight.name for match in link(question, profile))
    if _OF_ROWS & {lemma(word.lower) for word in words(question)}:
        return reading if named else reading.each(lambda asked: _of_rows(asked, weight))
    return reading.each(lambda asked: _weighed(asked, weight, profile, named=named))


def _of_rows(asked: Requirements, weight: ColumnProfile) -> Requirements:
    """The requirements with rows counted where the weight is added up."""
    total = Aggregate(func="sum", args=(Column(name=weight.name),))
    if asked.query is None:
        return asked
    counted = remeasured(asked.query, lambda item: Named(name="count", expr=COUNT_ROWS) if item.expr == total else None)
    return asked.replaced(query=counted)


def _weighed(asked: Requirements, weight: ColumnProfile, profile: DatasetProfile, *, named: bool) -> Requirements:
    """The requirements by the weight; those that read it know of it, which is told where no word names it, and what is
    no Query stays."""
    queries = queries_of(asked, profile, suiting(profile))
    measured = {item.name for query in queries for item in query.measures}  # a number of rows is called count as well
    in_order = {*columns_of(tuple(query.order for query in queries))} - measured
    if weight.name in (*columns_of(tuple(query.replaced(order=()) for query in queries)), *in_order, *asked.named):
        return asked if named or asked.query is None else asked.assuming(unweighing(weight).told)
    made = _made(asked, queries[0], weight, profile) if len(queries) == 1 else None
    if made is not None:
        return made.assuming(unweighing(weight).told)
    alike = not queries or any(part.func in _CHANGED for part in parts_of(Aggregate, queries))
    return asked.assuming(f"every row counts alike here, whatever its {weight.name} says.") if alike else asked


def _made(asked: Requirements, query: Query, weight: ColumnProfile, profile: DatasetProfile) -> Requirements | None:
    """What is asked, by the weight: in fields where they only count, else as a Query; None where nothing changes or the
    language has no words for it."""
    often = _often(query, weight, profile)
    if often == query:
        return None
    counted = asked.all(Aggregation)
    if asked.query is None and not asked.metrics and all(item.func == "count" for item in counted):
        kept = (item for item in asked.constraints if item not in counted)
        total = Aggregation(metric=weight.name, func="sum")
        return asked.replaced(metrics=(weight.name,), constraints=(total, *kept))
    try:
        check(often, profile)
    except QueryError:
        return None  # fields cut years in numbers to periods, which a Query cannot
    return as_query(asked, often)


def _often(query: Query, weight: ColumnProfile, profile: DatasetProfile) -> Query:
    """The Query whose rows count as often as the weight says; where groups are made of groups, the inner ones."""
    if isinstance(query.source, Query) and _groups(query.source):
        return query.replaced(source=_often(query.source, weight, profile))
    if (middle := weighted_median(query, weight.name)) is not None:
        return middle

    def often(part: Any) -> Any:
        return _by_weight(part, weight, profile) if isinstance(part, Aggregate) else None

    def measured(item: Named) -> Named | None:
        made = rewritten(item.expr, often)
        return None if made == item.expr else Named(name=_name(item, made), expr=made)

    changed = remeasured(query, measured)
    return changed.replaced(having=rewritten(changed.having, often), order=rewritten(changed.order, often))


def _name(item: Named, made: Any) -> str:
    """What a weighed measure is called: a share by what it is a share of, an average by what is averaged."""
    held = unscaled(item.expr)
    match held:
        case Aggregate(func="mean") if claim_of(held) is not None:
            return item.name
        case Aggregate(func="mean", args=(Column(name=name),)):
            return f"weighted_{name}"
    return name_of(made)


def _groups(query: Query) -> bool:
    return query.grouped or (isinstance(query.source, Query) and _groups(query.source))


def _by_weight(part: Aggregate, weight: ColumnProfile, profile: DatasetProfile) -> Any:
    """An aggregate of rows as one of what they stand for; things are counted by their rows, as before."""
    total = Aggregate(func="sum", args=(Column(name=weight.name),), where=part.where)
    counts = profile.things is None
    claim = _claim(part, profile) if part.func in ("mean", "sum") else None
    match part.func:
        case "count" if counts:
            known = [given(arg) for arg in part.args]
            return _kept(total, known)
        case "sum" if counts and claim is not None:
            return _kept(total, [claim])
        case "mean" if claim is not None:
            return Call(op="/", args=(_kept(total, [claim]), total))
        case "mean":
            return weighted_mean(part, weight.name, profile)
    return None


def _claim(part: Aggregate, profile: DatasetProfile) -> Any:
    """The condition whose rows an aggregate counts: one that is written, or that a flag in text says yes."""
    match part.args:
        case (Column(name=name),) | (Call(op="as integer" | "as number", args=(Column(name=name),)),):
            says = profile.by_name[name].yes if name in profile.by_name else None
            if isinstance(says, str):
                return Call(op="=", args=(Column(name=name), Constant(value=says)))
    return claim_of(part)


def _kept(total: Aggregate, conditions: list[Any]) -> Aggregate:
    """A total over those rows alone for which the conditions hold too."""
    every = [*conjuncts(total.where), *conditions]
    return total.replaced(where=all_of(every)) if every else total
