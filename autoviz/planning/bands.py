"""Bands: numbers put together as wide as a question says, or in rounds of their own where it asks for age groups."""

from __future__ import annotations

import math

from autoviz.linking.links import best_matches, link
from autoviz.linking.names import lemma
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import Word, words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Bins, Requirements
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.query.language import Call, Column, Constant, Named
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed

BANDS = frozenset({"group", "band", "bracket", "bucket", "bin", "range", "class", "interval", "cohort"})
"""Words for several values taken together."""
NAMED = 0.6
"""From this score of its link on a word names a column."""
MANY = 12
"""Columns of fewer different numbers are groups as they stand."""
ABOUT = 8
"""About so many bands a column falls into where nothing says how wide they are."""
AGE = 10
"""How many years an age group has."""


def in_bands(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading with bins as wide as is said, and with the bands of a number where it has each number by itself."""
    said = words(question)
    asked = reading.requirements
    wide = _widths_said(question, said)
    bins = asked.constraint(Bins)
    if bins is not None:
        if bins.n is None or float(bins.n) not in wide:
            return reading
        changed = tuple(Bins(column=bins.column, width=bins.n) if item == bins else item for item in asked.constraints)
        return reading.replaced(requirements=asked.replaced(constraints=changed))
    return reading.replaced(requirements=_banded(asked, _banded_columns(question, said, profile), profile))


def _widths_said(question: str, said: tuple[Word, ...]) -> set[float]:
    """The numbers that say how much a band holds: bins of ten, groups of 5 years."""
    places = {word.start: at for at, word in enumerate(said)}
    before = {
        one.value: [word.lower for word in said[max(places[one.start] - 2, 0) : places[one.start]]]
        for one in number_candidates(question)
        if one.start in places
    }
    return {value for value, last in before.items() if len(last) == 2 and lemma(last[0]) in BANDS and last[1] == "of"}


def _banded_columns(question: str, said: tuple[Word, ...], profile: DatasetProfile) -> tuple[ColumnProfile, ...]:
    """The columns of many numbers whose name is followed by a word for bands, which is no part of it."""
    found = []
    for match in best_matches(link(question, profile)) if BANDS & {lemma(word.lower) for word in said} else ():
        entry = profile.by_name[match.column]
        after = next((word for word in said if word.start >= match.end), None)
        numbers = isinstance(entry.minimum, (int, float)) and isinstance(entry.maximum, (int, float))
        many = entry.distinct is None or entry.distinct > MANY
        if match.value is None and match.score >= NAMED and numbers and many and after and lemma(after.lower) in BANDS:
            found.append(entry)
    return tuple(found)


def _banded(asked: Requirements, columns: tuple[ColumnProfile, ...], profile: DatasetProfile) -> Requirements:
    queries = queries_of(asked, profile, suiting(profile)) if columns else ()
    if len(queries) != 1 or queries[0].source is not None:
        return asked
    widths = {entry.name: _width(entry) for entry in columns}

    def banded(item: Named) -> Named | None:
        if not isinstance(item.expr, Column) or item.expr.name not in widths:
            return None
        width = Constant(value=widths[item.expr.name])
        lower = Call(op="floor", args=(Call(op="/", args=(item.expr, width)),))
        key = Call(op="*", args=(lower, width))
        return Named(name=name_of(key), expr=key)

    query = rekeyed(queries[0], banded)
    if query == queries[0]:
        return asked
    told = [f"{name} is put into groups of {width:g}." for name, width in widths.items()]
    return as_query(asked, query).assuming(*told)


def _width(entry: ColumnProfile) -> int | float:
    """Ten years of an age; else 1, 2 or 5 times a power of ten, as wide as makes about eight bands."""
    if entry.meaning == "age":
        return AGE
    rough = (float(str(entry.maximum)) - float(str(entry.minimum))) / ABOUT
    power = 10 ** math.floor(math.log10(rough)) if rough > 0 else 1
    width: float = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    return int(width) if width >= 1 else width
