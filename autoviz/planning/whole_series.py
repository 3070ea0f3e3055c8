"""Whole series: a measure that a wide table holds in several columns, of which a reading took one that nobody named."""

from __future__ import annotations

from itertools import product
from typing import Any

from autoviz.linking.candidates import candidates
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile, WideSeries
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.side_by_side import is_dated, unpivoted, value_words
from autoviz.profile.stocks import is_stock
from autoviz.query.language import Aggregate, Column, Named, Query, columns_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured


def of_whole_series(text: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of one column of a series, where only what they all hold is named, as one of all of them.

    Sales of five years are added up over them; what there is at a time, and what does not add up, is that of the last.
    """
    asked = reading.requirements
    query = _query(asked, profile) if profile.series else Query()
    series = next((one for one in profile.series if _taken_by_chance(one, query, text, profile)), None)
    if series is None:
        return reading
    ends = f"the columns {series.columns[0]} … {series.columns[-1]} are one series"
    columns = [profile.by_name[name] for name in series.columns]
    if is_dated(series) and not all(column.adds_up and not is_stock(column) for column in columns):
        label, column = _last(series)
        made, told = _of(query, column), f"{series.value} is that of {label}, the last {series.name}: {ends}."
    else:
        made = _of(query, series.value).replaced(source=unpivoted(series))
        told = f"{series.value} is that of every {series.name}: {ends}."
    others = [item for item in reading.alternatives if not _is_same(item.requirements, query, series, profile)]
    changed = as_query(asked, made).assuming(told)
    return reading.replaced(requirements=changed, alternatives=tuple(others))


def _query(asked: Requirements, profile: DatasetProfile) -> Query:
    """The one Query that requirements stand for, or an empty one."""
    queries = queries_of(asked, profile, suiting(profile))
    return queries[0] if len(queries) == 1 else Query()


def _is_same(other: Requirements, query: Query, series: WideSeries, profile: DatasetProfile) -> bool:
    """Whether another reading differs only in which column of the series it takes: nobody is asked about that."""
    read = _query(other, profile)
    return bool(set(columns_of(read)) & set(series.columns)) and _of(read, series.value) == _of(query, series.value)


def _taken_by_chance(series: WideSeries, query: Query, text: str, profile: DatasetProfile) -> bool:
    """Whether a Query measures one column of a series, and the question says nothing that tells it from the others."""
    used = [name for name in columns_of(query) if name in series.columns]
    measures = [item.expr for item in query.measures]
    alone = all(
        isinstance(one, Aggregate) and one.where is None and one.args == (Column(name=name),)
        for one, name in product(measures, used)
    )
    if len(used) != 1 or not alone or query.source is not None or used[0] in columns_of((query.where, query.by)):
        return False
    said = {form for word in words(text) for form in (word.lower, lemma(word.lower))}
    told_apart = {label.lower() for label in series.labels} & said or candidates(text, profile).moments
    return value_words(series) <= said and not told_apart and not {series.name, series.value} & set(profile.names)


def _last(series: WideSeries) -> tuple[str, str]:
    """The label and the column of the last period, whichever way they stand."""
    pairs = list(zip(series.labels, series.columns, strict=True))
    return max(pairs, key=lambda pair: int(pair[0])) if all(label.isdigit() for label in series.labels) else pairs[-1]


def _of(query: Query, column: str) -> Query:
    """The Query with another column in its measures."""

    def measured(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(args=(Column(),)):
                made: Any = item.expr.replaced(args=(Column(name=column),))
                return Named(name=name_of(made), expr=made)
        return None

    return remeasured(query, measured)
