"""Panels: things of several years are put in order by their last one, whoever read the question, and this is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autoviz.linking.links import Match, link
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.linking.unknown_names import named_years
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import at_last, is_yearly, last_of, last_period, settled_query, suiting
from autoviz.planning.takings import average_words
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Moment,
    Named,
    Query,
    Sort,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, remeasured

_OF_ANY_TIME = frozenset({"year", "ever", "history", "time", "when"})
_ASKING = frozenset({"which", "what", "list", "show", "me", "all", "the", "name", "find", "in", "are", "there"})
"""What may stand before the things that are asked for."""
_RANKING = ("mean", "median", "max", "min")


def at_one_time(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading of a panel whose Query adds up no stock over time and ranks things by their last year, and the same of
    its alternatives; one whose time plays a part as it is."""
    if profile.things is None or profile.things.time is None:
        return reading
    return reading.each(lambda asked: _settled(_along_time(asked, profile, question), profile, question))


def _along_time(asked: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """The periods of a panel on its own time, where those of a date were taken that nobody named: attendance by month
    is not by the months in which the singers joined, which tell the things and not the rows."""
    things = profile.things
    assert things is not None and things.time is not None
    query, main = asked.query, things.time
    if query is None or query.source is not None or not things.columns or main not in profile.names:
        return asked
    counted = {name for part in parts_of(Aggregate, query) if part.func == "distinct" for name in columns_of(part)}
    dates = {column.name for column in profile.of_kind("temporal")}
    named = {match.column for match in link(question, profile) if match.value is None}
    stray = dates - named - {main}
    if main not in dates or counted & {*things.columns} or main in columns_of(query):
        return asked

    def moved(key: Named) -> Named | None:
        match key.expr:
            case Call(op="period" | "date part" | "date name", args=(unit, Column(name=name))) if name in stray:
                expr = key.expr.replaced(args=(unit, Column(name=main)))
                return Named(name=name_of(expr), expr=expr)
        return None

    return asked.replaced(query=rekeyed(query, moved))


def _settled(asked: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    at_once = _added_up_at_once(asked.query, profile, question) if asked.query is not None else None
    query, assumed = settled_query(at_once, profile) if at_once is not None else (None, ())
    if assumed or _speaks_of_time(question, profile):
        return asked.replaced(query=query).assuming(*assumed)
    if query is not None:
        query, assumed = _by_last_year(query, profile, question)
        return asked.replaced(query=query).assuming(*assumed)
    queries = queries_of(asked, profile, suiting(profile))
    if len(queries) == 1 and is_yearly(profile) and _bounded(queries[0], profile, question):
        made, assumed = _by_last_year(queries[0], profile, question)
        return as_query(asked, made).replaced(outputs=("table",)).assuming(*assumed)
    things = [item.metric for item in asked.all(Aggregation) if item.func == "nunique"]
    kept = _measured_by({item.column for item in asked.all(Filter)}, things, profile)
    last = last_period(profile, kept) if profile.things and profile.things.time not in asked.named else None
    if last is None:
        return asked
    return asked.replaced(constraints=(*asked.constraints, last)).assuming(last_of(kept, last))


def _added_up_at_once(query: Query, profile: DatasetProfile, question: str) -> Query:
    """The Query of a panel at one time with what adds up there added up, where nobody asked for an average: people by
    continent in 2007."""
    things = profile.things
    assert things is not None
    averaged = average_words() & {word.lower for word in words(question)}
    whole = {*things.columns} <= {*columns_of(query.by)}
    if query.source is not None or averaged or whole or not query.by or not _is_of_one_time(query, profile):
        return query

    def added(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func="mean", args=(Column(name=name),)) if name in profile.by_name:
                total = item.expr.replaced(func="sum")
                return Named(name=name_of(total), expr=total) if profile.by_name[name].adds_up else None
        return None

    return remeasured(query, added)


def _is_of_one_time(query: Query, profile: DatasetProfile) -> bool:
    """Whether a Query keeps the rows of one of a panel's times, which may be written as a span of a year."""
    assert profile.things is not None
    ends: dict[str, int] = {}
    for test in conjuncts(query.where):
        match test:
            case Call(op=op, args=(Column(name=name), Constant(value=value))) if name == profile.things.time:
                ends[op] = value if isinstance(value, int) else 0
            case Call(op=op, args=(Column(name=name), Moment(at=at))) if name == profile.things.time:
                ends[op] = int(at[:4])
    return "=" in ends or (is_yearly(profile) and ends.keys() == {">=", "<"} and ends["<"] - ends[">="] == 1)


def _measured_by(columns: Iterable[str], counted: Sequence[str | None], profile: DatasetProfile) -> tuple[str, ...]:
    """The measures by which the things of a panel are kept that are counted: which hold at one time and not at all."""
    assert profile.things is not None
    if not counted or {*counted} != {*profile.things.columns}:
        return ()
    return tuple(name for name in profile.names if name in columns and profile.by_name[name].metric)


def _speaks_of_time(question: str, profile: DatasetProfile) -> bool:
    """Whether a question says for which time something holds, if only that it may be any."""
    assert profile.things is not None and profile.things.time is not None
    said = {lemma(word.lower) for word in words(question)}
    return bool(said & (_OF_ANY_TIME | set(split_name(profile.things.time))) or named_years(question, profile))


def _by_last_year(query: Query, profile: DatasetProfile, question: str) -> tuple[Query, tuple[str, ...]]:
    """The Query of the last year alone where it ranks things or counts those that have so much; else a word on what it
    averages."""
    things = profile.things
    assert things is not None and things.time is not None
    if query.source is not None or things.time in columns_of((query.by, query.where, query.measures, query.order)):
        return query, ()
    averaged = bool(average_words() & {word.lower for word in words(question)})
    measures = _measures(query, profile)
    ranked = _ranked(query, profile) if is_yearly(profile) and not averaged else ()
    counted = [name for func, name in measures if func == "distinct"]
    ranked = ranked or _measured_by(columns_of(query.where), counted, profile)
    if not ranked and is_yearly(profile) and (bounded := _bounded(query, profile, question)):
        query, ranked = _rows_of(query, bounded, profile), bounded
    last = last_period(profile, ranked)
    if last is not None:
        return at_last(query, last, profile), (last_of(ranked, last),)
    means = tuple(name for func, name in measures if func == "mean" and not profile.by_name[name].adds_up)
    told = f"{' and '.join(means)} averaged over every {things.time}."
    return query, (told,) if means and not averaged and things.columns else ()


def _bounded(query: Query, profile: DatasetProfile, question: str) -> tuple[str, ...]:
    """The measures by which rows are kept where the things that have so much are asked for, and their rows are listed
    or counted: countries with more than 100 million people."""
    things = profile.things
    assert things is not None
    opens = {match.column for match in link(question, profile) if match.value is None and _opens(match, question)}
    counts = query.counts_rows and {*columns_of(query.by)} == {*things.columns}
    if len(things.columns) != 1 or opens != {*things.columns} or query.then or query.having is not None:
        return ()
    if query.limit is not None or (query.grouped and not counts):
        return ()
    return tuple(name for name in columns_of(query.where) if profile.by_name[name].metric)


def _opens(match: Match, question: str) -> bool:
    """Whether a name is what a question asks for first, in the plural."""
    before = [word.lower for word in words(question[: match.start])]
    said = words(match.phrase)[-1].lower
    return all(word in _ASKING for word in before) and lemma(said) != said


def _rows_of(query: Query, names: Sequence[str], profile: DatasetProfile) -> Query:
    """The rows of the things themselves with what keeps them, the largest first."""
    assert profile.things is not None
    order = (Sort(expr=Column(name=names[0]), descending=True),) if query.grouped else query.order
    return Query(where=query.where, order=order, shown=(*profile.things.columns, *names))


def _measures(query: Query, profile: DatasetProfile) -> list[tuple[str, str]]:
    """The functions of single columns that a Query works out, each with its column."""
    found = [item.expr for item in query.measures if isinstance(item.expr, Aggregate)]
    plain = [(expr.func, expr.args[0]) for expr in found if len(expr.args) == 1]
    return [(func, arg.name) for func, arg in plain if isinstance(arg, Column) and arg.name in profile.by_name]


def _ranked(query: Query, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns by which a Query puts the things of a panel in order: in groups, or row by row."""
    things = profile.things
    assert things is not None
    if not query.order or not things.columns:
        return ()
    if query.grouped:
        measures = _measures(query, profile)
        whole = len(measures) == len(query.measures) and all(func in _RANKING for func, _ in measures)
        metrics = [name for _, name in measures] if set(columns_of(query.by)) == set(things.columns) and whole else []
    else:
        shown = query.limit is not None and (not query.shown or set(things.columns) <= set(query.shown))
        metrics = list(columns_of(query.order)) if shown else []
    return tuple(name for name in metrics if name in profile.by_name and profile.by_name[name].metric)
