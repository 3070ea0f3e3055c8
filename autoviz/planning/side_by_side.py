"""Side by side: a measure that a wide table holds in several columns, followed along them where a question asks so."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

from autoviz.linking.candidates import TextCandidate, candidates
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import STRONG, Aliases, link
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.model.intent import Intent
from autoviz.model.profile import DatasetProfile, WideSeries
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Requirements
from autoviz.planning.takings import average_words
from autoviz.profile.total_rows import TOTAL_WORDS
from autoviz.profile.wide import MEASURE_WORDS, UNNAMED
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, Unpivot, all_of
from autoviz.query.output_names import name_of
from autoviz.registry.phrasings import phrasings

_DATED = frozenset({"year", "quarter", "month", "week", "day", "hour"})
_ALONG = frozenset({"time", "trend", "course", "development", "develop"})
_WITHIN_A_YEAR = frozenset({"quarter", "month"})
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
    kept = _kept(text, meant[0], profile) if keys is not None else ()
    if keys is None or _says_more(text, meant[0], keys, kept, profile):
        return reading
    asked = _followed(meant[0], keys, _function(meant[0], said, profile), kept)
    label = "time_series_investigation" if is_dated(meant[0]) else "comparative_analysis"
    told = f"the columns {meant[0].columns[0]} … {meant[0].columns[-1]} are one series"
    return Reading(
        requirements=asked, intent=Intent(primary=label, confidence=_LIKELY, reasoning=told), confidence=_LIKELY
    )


def _is_asked(series: WideSeries, said: set[str], profile: DatasetProfile) -> bool:
    """Whether a question names the measure and the axis of a series, and no single one of its columns."""
    labels = {label.lower() for label in series.labels}
    free = not {series.name, series.value} & set(profile.names)
    named = value_words(series) <= said or _is_unnamed(series)
    return free and named and bool(_axis(series) & said) and not labels & said


def is_dated(series: WideSeries) -> bool:
    """Whether its columns are periods."""
    return series.name in _DATED


@cache
def _amount_words() -> frozenset[str]:
    """The words for what may be in cells of which nothing is said."""
    money = {word for kind in ("earned", "spent", "costs", "paid") for word in phrasings().money[kind]}
    return frozenset(lemma(word) for word in MEASURE_WORDS | money)


def _is_unnamed(series: WideSeries) -> bool:
    """Whether the names of its columns are periods and nothing else, so that any word for an amount may mean it."""
    return is_dated(series) and series.value == UNNAMED


def value_words(series: WideSeries) -> set[str]:
    """The words for what all columns of a series hold."""
    return {lemma(word) for word in split_name(series.value)}


def _axis(series: WideSeries) -> set[str]:
    """The words for what tells the columns apart: what it is, and what all labels have."""
    shared = set.intersection(*(set(split_name(label)) for label in series.labels))
    along = {*_ALONG, f"{series.name}ly", *(("year",) if series.name in _WITHIN_A_YEAR else ())}
    return {series.name, *shared, *(along if is_dated(series) else ())}


def _kept(text: str, series: WideSeries, profile: DatasetProfile) -> tuple[TextCandidate, ...]:
    """The values by which rows are kept that follow a series without a name, one of each column."""
    found = [one for one in candidates(text, profile).texts if one.score >= _SURE] if _is_unnamed(series) else []
    return tuple({one.column: one for one in reversed(found)}.values())


def _says_more(
    text: str, series: WideSeries, keys: tuple[str, ...], kept: Sequence[TextCandidate], profile: DatasetProfile
) -> bool:
    """Whether a question has a word that is no part of this, or names a value or a date by which rows are kept."""
    plain = function_words() | request_words() | average_words() | value_words(series) | _axis(series)
    plain |= {word for name in keys for word in split_name(name)}
    if _is_unnamed(series):
        plain |= _amount_words() | TOTAL_WORDS
    found = candidates(text, profile)
    said = [word for word in words(text) if not any(one.start <= word.start < one.end for one in kept)]
    rest = [word for word in said if not {word.lower, lemma(word.lower)} & plain]
    more = [one for one in found.texts if one.score >= _SURE and one.column not in {one.column for one in kept}]
    several = len({(one.column, one.value) for one in found.texts if one.score >= _SURE}) > len(kept)
    return bool(rest or found.moments or more or several)


def _keys(text: str, series: WideSeries, profile: DatasetProfile, aliases: Aliases) -> tuple[str, ...] | None:
    """The columns beside the series that a question names to split by; None where one of them is measured.

    A column called total beside periods adds them up and is no other measure.
    """
    found = [match for match in link(text, profile, aliases) if match.score >= STRONG and not match.dominated]
    others = dict.fromkeys(
        match.column
        for match in found
        if match.column not in series.columns and match.value is None and not _adds_up(match.column, series)
    )
    return None if any(profile.by_name[name].metric for name in others) or len(others) > 1 else tuple(others)


def _adds_up(column: str, series: WideSeries) -> bool:
    return _is_unnamed(series) and {*split_name(column)} <= TOTAL_WORDS


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


def _followed(
    series: WideSeries, keys: tuple[str, ...], func: Literal["sum", "mean"], kept: Sequence[TextCandidate]
) -> Requirements:
    measure = Aggregate(func=func, args=(Column(name=series.value),))
    by = tuple(Named(name=name, expr=Column(name=name)) for name in (series.name, *keys))
    first, last = series.columns[0], series.columns[-1]
    where = all_of(
        [Call(op="=", args=(Column(name=one.column), Constant(value=one.value))) for one in kept]
    )
    measures = (Named(name=name_of(measure), expr=measure),)
    return Requirements(
        outputs=("chart", "table"),
        query=Query(source=unpivoted(series), where=where, by=by, measures=measures),
        constraints=(ChartWish(mark="line" if is_dated(series) else "bar"),),
        assumed=(f"the columns {first} … {last} are one series: {series.value} by {series.name}.",),
    )
