"""Own functions: each of several measures summed up as the word right before it says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from autoviz.linking.links import link
from autoviz.linking.text import Word, words
from autoviz.model import labels
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Requirements, WithoutOutliers
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Column, Named, Query, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured
from autoviz.registry.phrasings import phrasings

_STATED: tuple[labels.Aggregate, ...] = ("sum", "mean", "median", "min", "max", "std", "count")
_ENDS = ("max", "min")
_BETWEEN = ("of", "the", "in")
"""Words that may stand between a function and what it is of."""


def with_own_functions(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that sums all measures up alike as one in which each is summed up as the question says of it."""
    stated = stated_functions(question, profile)
    reading = _as_one_figure(reading, stated)
    if len(set(stated.values())) > 1:
        reading = reading.replaced(requirements=_changed(reading.requirements, stated))
    elif stated:
        reading = _with_plain_ones_before(question, _of_groups(question, reading, stated, profile), stated, profile)
    named = {func for word in words(question) if (func := _functions().get(word.lower))}
    reading = _with_each(reading, several_functions(question, profile), named, profile)
    counted = counted_beside(question, profile)
    return _with_number(reading, counted, profile) if counted is not None else reading


def _of_groups(question: str, reading: Reading, stated: dict[str, str], profile: DatasetProfile) -> Reading:
    """A reading of one end of what is to be averaged or added up, as that: the lowest average price of all brands is no
    lowest price."""
    asked = reading.requirements
    once = {name for name in stated if sum(match.column == name for match in link(question, profile)) == 1}
    gathered = {name: func for name, func in stated.items() if name in once and func not in _ENDS}
    queries = meant_queries(asked, profile)
    if not gathered or len(queries) != 1 or not queries[0].by or queries[0].source is not None:
        return reading
    made = _remeasured(queries[0], gathered, _ENDS)
    return reading if made == queries[0] else reading.replaced(requirements=as_query(asked, made))


def _as_one_figure(reading: Reading, stated: dict[str, str]) -> Reading:
    """A summary of the one measure whose average is asked for as that average."""
    asked = reading.requirements
    functions = {(item.metric, item.func) for item in asked.all(Aggregation)}
    if asked.analysis != ("summary",) or asked.group_by or asked.time or not functions:
        return reading
    if asked.metrics != tuple(stated) or functions != set(stated.items()):
        return reading
    return reading.replaced(requirements=asked.replaced(analysis=("total",)))


def _with_plain_ones_before(
    question: str, reading: Reading, stated: dict[str, str], profile: DatasetProfile
) -> Reading:
    """A reading in which the one function that is stated is not that of measures named before it too: the honey of
    each county and its average mites."""
    (func,) = set(stated.values())
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    matches = [match for match in link(question, profile) if match.kind in ("name", "plural") and not match.dominated]
    said = [word.start for word in words(question) if _functions().get(word.lower) is not None]
    if len(queries) != 1 or len(said) != 1 or queries[0].source is not None or queries[0].then:
        return reading
    behind = {match.column for match in matches if match.start > said[0]}
    before = {match.column for match in matches} - behind
    adding = {name for name in before if profile.by_name[name].adds_up}

    def plain(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func=given, args=(Column(name=name),)) if given == func and name in adding:
                made = item.expr.replaced(func="sum")
                return Named(name=name_of(made), expr=made) if made != item.expr else None
        return None

    query = remeasured(queries[0], plain)
    return reading if query == queries[0] else reading.replaced(requirements=as_query(asked, query))


def several_functions(question: str, profile: DatasetProfile) -> dict[str, tuple[str, ...]]:
    """Column → the functions right before its name where there are several: mean and median of price, the mean price
    and the median price."""
    found: dict[str, tuple[str, ...]] = {}
    ended: dict[str, int] = {}
    for match in sorted(link(question, profile), key=lambda match: match.start):
        if match.dominated or match.kind not in ("name", "plural") or not profile.by_name[match.column].metric:
            continue
        before = [word for word in words(question) if word.end <= match.start]
        funcs = _all_taken(before, question)
        at = ended.get(match.column)
        between = [word.lower for word in before if at is not None and word.start >= at]
        between = [word for word in between if word not in _BETWEEN]
        if at is None or between not in ([], ["and"]):
            found[match.column] = found.get(match.column, ()) if at is not None else funcs
        else:
            found[match.column] += funcs
        ended[match.column] = match.end
    unlike = {column: tuple(dict.fromkeys(funcs)) for column, funcs in found.items()}
    return {column: funcs for column, funcs in unlike.items() if len(funcs) > 1}


def _all_taken(before: list[Word], question: str) -> tuple[str, ...]:
    """The functions that the last words say, joined by "and" or a comma, which are taken away."""
    funcs: list[str] = []
    while before and (func := _taken(before)) not in (None, "count"):
        funcs.insert(0, str(func))
        at = before[-1].end if before else 0
        if "," not in question[at : at + 2]:
            if not before or before[-1].lower != "and" or _said_last([word.lower for word in before[:-1]]) is None:
                break
            before.pop()
    return tuple(funcs)


def _taken(before: list[Word]) -> str | None:
    """The function that the last words say, which are taken away."""
    while before and before[-1].lower in _BETWEEN:
        before.pop()
    func = _said_last([word.lower for word in before])
    if func is None:
        return None
    said = [word.lower for word in before]
    ways = [phrase.split() for phrase in phrasings().aggregates[func]]  # type: ignore[index]
    long = max((len(way) for way in ways if said[-len(way) :] == way), default=1)
    del before[-long:]
    return func


def _with_each(
    reading: Reading, several: dict[str, tuple[str, ...]], named: set[str], profile: DatasetProfile
) -> Reading:
    """A reading with every function that is stated of a column, and none of it that no word says."""
    asked = reading.requirements
    if several and asked.analysis == ("summary",) and asked.metrics and set(asked.metrics) <= set(several):
        asked = asked.replaced(analysis=("compare",) if asked.group_by else ("total",))  # a summary by what is named
    queries = meant_queries(asked, profile) if several else ()
    query = queries[0] if len(queries) == 1 else Query()
    if not query.measures or query.source is not None or query.then or bool(asked.all(WithoutOutliers)):
        return reading
    own = {item.expr: item for item in query.measures}
    measures: dict[Any, Named] = {}
    for item in query.measures:
        match item.expr:
            case Aggregate(args=(Column(name=name),), where=None, quantile=None) if name in several:
                made = [item.expr.replaced(func=func) for func in several[name]]
                measures |= {expr: own.get(expr) or Named(name=name_of(expr), expr=expr) for expr in made}
                if item.expr.func not in named:
                    continue
        measures.setdefault(item.expr, item)
    if set(measures) == set(own):
        return reading
    names = {item.name for item in (*query.by, *measures.values())}
    order = tuple(item for item in query.order if set(columns_of(item.expr)) <= names)
    told = query.replaced(measures=tuple(measures.values()), order=order)
    return reading.replaced(requirements=as_query(asked, told))


def counted_beside(question: str, profile: DatasetProfile) -> Aggregate | None:
    """The number of things that is asked for beside another measure: of rows, or of what several of them share."""
    said = [word.lower for word in words(question)]
    for match in link(question, profile):
        before = [word.lower for word in words(question) if word.end <= match.start]
        behind = said[len(before) + len(match.phrase.split()) :]
        joined = before[-3:-2] == ["and"] or behind[:1] == ["and"]
        column = profile.by_name[match.column]
        if match.kind not in ("name", "plural") or before[-2:] != ["number", "of"] or column.metric or not joined:
            continue
        alone = profile.tells_apart(column.name)
        return Aggregate(func="count") if alone else Aggregate(func="distinct", args=(Column(name=column.name),))
    return None


def _with_number(reading: Reading, counted: Aggregate, profile: DatasetProfile) -> Reading:
    """A reading of measures by groups with the number of things in each of them."""
    queries = meant_queries(reading.requirements, profile)
    query = queries[0] if len(queries) == 1 else Query()
    made = [item.expr.func for item in query.measures if isinstance(item.expr, Aggregate)]
    of_a_key = {item.expr for item in query.by} & set(counted.args)  # each state has one
    if not query.by or not made or {"count", "distinct"} & set(made) or query.then or of_a_key:
        return reading
    measures = (*query.measures, Named(name=name_of(counted), expr=counted))
    return reading.replaced(requirements=as_query(reading.requirements, query.replaced(measures=measures)))


def stated_functions(question: str, profile: DatasetProfile) -> dict[str, str]:
    """Column → the function right before its name; the number of what a column counts is its total."""
    said = words(question)
    found: dict[str, str] = {}
    for match in link(question, profile):
        column = profile.by_name[match.column]
        if match.dominated or match.kind not in ("name", "plural") or not column.metric:
            continue
        before = [word.lower for word in said if word.end <= match.start]
        while before and before[-1] in _BETWEEN:
            before.pop()
        func = _said_last(before)
        if func == "count":
            func = "sum" if column.adds_up or column.meaning == "count" else None
        if func is not None:
            found.setdefault(column.name, func)
    return found


def _said_last(before: Sequence[str]) -> str | None:
    """The function that the last of some words says; behind a number it is a unit: a 20 min delay."""
    func = _functions().get(before[-1]) if before else None
    return None if len(before) > 1 and before[-2][-1].isdigit() else func


@cache
def _functions() -> dict[str, str]:
    """The last word of each phrase for a function, but for such as stand between → the function."""
    asking = phrasings().aggregates
    phrases = [(func, phrase.split()) for func in _STATED for phrase in asking[func]]
    return {[word for word in said if word not in _BETWEEN][-1]: func for func, said in phrases}


def _changed(requirements: Requirements, stated: dict[str, str]) -> Requirements:
    if requirements.query is not None:
        return requirements.replaced(query=_remeasured(requirements.query, stated))
    changed = tuple(
        item.replaced(func=stated[item.metric]) if isinstance(item, Aggregation) and item.metric in stated else item
        for item in requirements.constraints
    )
    return requirements.replaced(constraints=changed)


def _remeasured(query: Query, stated: dict[str, str], among: Sequence[str] = _STATED) -> Query:
    def own(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func=func, args=(Column(name=name),)) if func in among and stated.get(name, func) != func:
                made = item.expr.replaced(func=stated[name])
                return Named(name=name_of(made), expr=made)
        return None

    return remeasured(query, own)
