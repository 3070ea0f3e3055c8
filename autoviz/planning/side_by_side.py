"""Side by side: a measure that a wide table holds in several columns, followed along them where a question asks so."""

from __future__ import annotations

from typing import Literal

from autoviz.linking.candidates import candidates
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import STRONG, Aliases, link
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.model.intent import Intent
from autoviz.model.profile import DatasetProfile, WideSeries
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.planning.takings import average_words
from autoviz.query.language import Aggregate, Column, Named, Query, Unpivot
from autoviz.query.output_names import name_of
from autoviz.registry.phrasings import phrasings

_DATED = frozenset({"year", "quarter", "month", "week", "day", "hour"})
_ALONG = frozenset({"time", "trend", "course", "development"})
_LIKELY = 0.7
_SURE = 0.85


def along_columns(text: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading of the columns that are one series as such, where the measure and what tells them apart are named."""
    query = reading.requirements.query
    if not profile.series or (query is not None and isinstance(query.source, Unpivot)):
        return reading
    said = {lemma(word.lower) for word in words(text)}
    meant = [series for series in profile.series if _is_asked(series, said, profile)]
    keys = _keys(text, meant[0], profile, aliases) if len(meant) == 1 else None
    if keys is None or _says_more(text, meant[0], keys, profile):
        return reading
    asked = _followed(meant[0], keys, _function(meant[0], said, profile))
    label = "time_series_investigation" if is_dated(meant[0]) else "comparative_analysis"
    told = f"the columns {meant[0].columns[0]} … {meant[0].columns[-1]} are one series"
    return Reading(
        requirements=asked, intent=Intent(primary=label, confidence=_LIKELY, reasoning=told), confidence=_LIKELY
    )


def _is_asked(series: WideSeries, said: set[str], profile: DatasetProfile) -> bool:
    """Whether a question names the measure and the axis of a series, and no single one of its columns."""
    labels = {label.lower() for label in series.labels}
    free = not {series.name, series.value} & set(profile.names)
    return free and value_words(series) <= said and bool(_axis(series) & said) and not labels & said


def is_dated(series: WideSeries) -> bool:
    """Whether its columns are periods."""
    return series.name in _DATED


def value_words(series: WideSeries) -> set[str]:
    """The words for what all columns of a series hold."""
    return {lemma(word) for word in split_name(series.value)}


def _axis(series: WideSeries) -> set[str]:
    """The words for what tells the columns apart: what it is, and what all labels have."""
    shared = set.intersection(*(set(split_name(label)) for label in series.labels))
    return {series.name, *shared, *(_ALONG if is_dated(series) else ())}


def _says_more(text: str, series: WideSeries, keys: tuple[str, ...], profile: DatasetProfile) -> bool:
    """Whether a question has a word that is no part of this, or names a value or a date by which rows are kept."""
    plain = function_words() | request_words() | average_words() | value_words(series) | _axis(series)
    plain |= {word for name in keys for word in split_name(name)}
    found = candidates(text, profile)
    rest = [word for word in words(text) if not {word.lower, lemma(word.lower)} & plain]
    return bool(rest or found.moments or any(one.score >= _SURE for one in found.texts))


def _keys(text: str, series: WideSeries, profile: DatasetProfile, aliases: Aliases) -> tuple[str, ...] | None:
    """The columns beside the series that a question names to split by; None where one of them is measured."""
    found = [match for match in link(text, profile, aliases) if match.score >= STRONG and not match.dominated]
    others = dict.fromkeys(match.column for match in found if match.column not in series.columns)
    return None if any(profile.by_name[name].metric for name in others) or len(others) > 1 else tuple(others)


def _function(series: WideSeries, said: set[str], profile: DatasetProfile) -> Literal["sum", "mean"]:
    """The function that is asked for, or the one that suits the columns."""
    if average_words() & said:
        return "mean"
    adds_up = all(profile.by_name[name].adds_up for name in series.columns)
    return "sum" if adds_up or {*phrasings().aggregates["sum"]} & said else "mean"


def unpivoted(series: WideSeries) -> Unpivot:
    """The table with the columns of a series under one another."""
    labels = dict(zip(series.columns, series.labels, strict=True))
    return Unpivot(columns=labels, name=series.name, value=series.value)


def _followed(series: WideSeries, keys: tuple[str, ...], func: Literal["sum", "mean"]) -> Requirements:
    measure = Aggregate(func=func, args=(Column(name=series.value),))
    by = tuple(Named(name=name, expr=Column(name=name)) for name in (series.name, *keys))
    first, last = series.columns[0], series.columns[-1]
    return Requirements(
        outputs=("chart", "table"),
        query=Query(source=unpivoted(series), by=by, measures=(Named(name=name_of(measure), expr=measure),)),
        constraints=(ChartWish(mark="line" if is_dated(series) else "bar"),),
        assumed=(f"the columns {first} … {last} are one series: {series.value} by {series.name}.",),
    )
