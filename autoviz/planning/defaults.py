"""Defaults: how a measure is summarised where the question does not say, and what of it is never added up over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Aggregation, Filter, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.filters import condition_of
from autoviz.profile.stocks import is_stock
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, columns_of, parts_of

DAYS = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}
_LONGER = 1.5
"""By how much a period is longer than the data's spacing, so that it holds several dates."""
_MANY_DATES = 60
"""Of more dates a course is drawn by longer periods where none are asked for."""


def suiting(profile: DatasetProfile) -> Callable[[str], str]:
    """What summarises each column of a frame where the question does not say; a column made on the way adds up."""

    def suits(column: str) -> str:
        entry = profile.by_name.get(column)
        return default_aggregate(entry) if entry else "sum"

    return suits


def default_aggregate(column: ColumnProfile) -> str:
    """`sum` for what adds up, `mean` for what does not, `nunique` for keys, `count` for what is no measure at all."""
    if column.meaning == "id":
        return "nunique"
    if column.meaning == "code" or not (column.metric or column.numbers):
        return "count"
    return "sum" if column.adds_up else "mean"


def meant_queries(requirements: Requirements, profile: DatasetProfile) -> tuple[Query, ...]:
    """The Queries that requirements come to, with what is assumed where nothing is said."""
    return queries_of(settled(requirements, profile), profile, suiting(profile))


def settled(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements with what is assumed where a panel's time plays no part in them.

    A stock is taken of the last period instead of added up over all of them, and so is what puts the things of
    several years in order; what else does not add up is averaged. A relation adds nothing up: it is one of all rows.
    """
    things = profile.things
    if requirements.query is not None or things is None or not things.time or "correlation" in requirements.analysis:
        return requirements
    if things.time in requirements.named:
        return _levelled_fields(requirements, profile)
    summed = tuple(name for name in _by_default("sum", requirements, profile) if _is_stock(name, profile))
    last = last_period(profile, summed)
    if last is not None:
        told = _told(summed, last, profile)
        kept = (*requirements.constraints, last)
        return requirements.replaced(constraints=kept).assuming(told)
    averaged = tuple(name for name in _by_default("mean", requirements, profile) if name in profile.by_name)
    if not averaged or requirements.all(Aggregation) or not things.columns:
        return requirements
    last = last_period(profile, averaged) if _ranks_by_year(requirements, profile) else None
    if last is not None:
        kept = (*requirements.constraints, last)
        return requirements.replaced(constraints=kept).assuming(last_of(averaged, last))
    if "distribution" in requirements.analysis:  # shows the rows themselves
        return requirements.assuming(f"each {' and '.join(things.columns)} counts once for every {things.time}.")
    told = f"{' and '.join(averaged)} averaged over every {things.time}."
    return requirements.assuming(told)


def _ranks_by_year(requirements: Requirements, profile: DatasetProfile) -> bool:
    """Whether the things of a panel of years are put in order: the richest country is the one that is so now."""
    things = profile.things
    ranked = things is not None and "rank" in requirements.analysis and is_yearly(profile)
    return ranked and things is not None and set(requirements.group_by) == set(things.columns)


def is_yearly(profile: DatasetProfile) -> bool:
    """Whether the rows of a panel are a year or more apart."""
    time = profile.things.time if profile.things else None
    span = profile.by_name[time].span if time else None
    return span is not None and span.spacing_days is not None and span.spacing_days >= DAYS["year"] / _LONGER


def last_of(names: tuple[str, ...], last: Filter) -> str:
    """What is assumed where columns are taken of the last period."""
    return f"{' and '.join(names)} of {last.column} {last.value}, the last one."


def settled_query(query: Query, profile: DatasetProfile) -> tuple[Query, tuple[str, ...]]:
    """The same of a Query that a reader wrote, and what is assumed; a Query that a user wrote is not to be changed."""
    if isinstance(query.source, Query):
        source, assumed = settled_query(query.source, profile)
        return query.replaced(source=source), assumed
    levelled, assumed = _levelled(query, profile)
    if assumed:
        return levelled, assumed
    totals = [item.args for item in parts_of(Aggregate, query.measures) if item.func == "sum"]
    summed = tuple(part.name for (part,) in totals if isinstance(part, Column) and _is_stock(part.name, profile))
    last = last_period(profile, summed)
    if query.source is not None or last is None or last.column in columns_of((query.by, query.where, query.measures)):
        return query, ()
    return at_last(query, last, profile), (_told(summed, last, profile),)


def _levelled_fields(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """Fields that add up a stock over the dates of longer periods, as a Query that does not."""
    queries = queries_of(requirements, profile, suiting(profile))
    query, assumed = _levelled(queries[0], profile) if len(queries) == 1 else (None, ())
    if query is None or not assumed:
        return requirements
    return as_query(requirements, query).assuming(*assumed)


def _levelled(query: Query, profile: DatasetProfile) -> tuple[Query, tuple[str, ...]]:
    """A total of a stock over periods longer than the data's own: the total of each date, averaged over its dates."""
    things = profile.things
    keys = columns_of(query.by)
    if things is None or things.time not in keys or query.source is not None:
        return query, ()
    longer = [item.expr for item in query.by if things.time in columns_of(item.expr) and _is_longer(item.expr, profile)]
    summed = [_summed_stock(item.expr, profile) for item in query.measures]
    if not longer or not summed or not all(summed):
        return query, ()
    each = Query(
        where=query.where, by=tuple(Named(name=name, expr=Column(name=name)) for name in keys), measures=query.measures
    )
    means = tuple(
        Named(name=item.name, expr=Aggregate(func="mean", args=(Column(name=item.name),))) for item in query.measures
    )
    names = " and ".join(filter(None, summed))
    told = f"{names} is a level, not added up over {things.time}: the total at each {things.time}, averaged."
    return query.replaced(source=each, where=None, measures=means), (told,)


def _summed_stock(expr: Any, profile: DatasetProfile) -> str | None:
    match expr:
        case Aggregate(func="sum", args=(Column(name=name),), where=None) if _is_stock(name, profile):
            return name
    return None


def _is_longer(key: Any, profile: DatasetProfile) -> bool:
    """Whether several of a panel's dates fall into one value of a key."""
    match key:
        case Column():
            return False
        case Call(op="period", args=(Constant(value=str() as grain), Column(name=name))):
            column = profile.by_name.get(name)
            span = column.span if column is not None and not isinstance(column.minimum, int | float) else None
            spacing = span.spacing_days if span is not None else None
            if spacing is None or span is None:
                return False  # years in numbers are their own periods
            dates = span.days / spacing
            return dates > _MANY_DATES if grain == "auto" else DAYS.get(grain, 0) > _LONGER * spacing
    return True


def _by_default(func: str, requirements: Requirements, profile: DatasetProfile) -> tuple[str, ...]:
    """The metrics that are summarised by this function, as asked or by default."""
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    overall = stated.get(None) if len(stated) == 1 else None
    suits = suiting(profile)
    return tuple(name for name in requirements.metrics if (stated.get(name) or overall or suits(name)) == func)


def _is_stock(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    return column is not None and is_stock(column)


def at_last(query: Query, last: Filter, profile: DatasetProfile) -> Query:
    """The Query of the rows of the last period alone; years in numbers it reads as they are written."""
    column = profile.by_name[last.column]
    if not isinstance(column.minimum, int):
        return query.narrowed(condition_of((last,), profile))
    year = Constant(value=column.year_cell(int(str(last.value)[:4])))
    return query.narrowed(Call(op="=", args=(Column(name=last.column), year)))


def last_period(profile: DatasetProfile, summed: tuple[str, ...]) -> Filter | None:
    """The rows of the last period, where stocks of a panel are added up."""
    things = profile.things
    if not summed or things is None or things.time is None or things.last is None:
        return None
    column = profile.by_name[things.time]
    last = column.span.last[:4] if column.two_digits and column.span else things.last
    return Filter(column=things.time, op="=", value=last)


def _told(summed: tuple[str, ...], last: Filter, profile: DatasetProfile) -> str:
    assert profile.things is not None
    each = " and ".join(profile.things.columns) or "value"
    return (
        f"{' and '.join(summed)} of {last.column} {last.value}, the last one: "
        f"a total over every {last.column} would count each {each} {profile.things.rows_each:g} times."
    )
