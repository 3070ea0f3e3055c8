"""Before and after: what rows measure twice, before something and after it, is held against itself row by row: how much
cholesterol fell is the one less the other, not how the two go together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.form_reading import form_of
from autoviz.linking.names import forms
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish, Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import condition_of
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    given,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.registry.wording import wording
from autoviz.writings.unit_words import unit_named

_MOMENTS = (
    ("before", "after"), ("pre", "post"), ("baseline", "final"), ("baseline", "followup"), ("baseline", "endline"),
    ("initial", "final"), ("start", "end"), ("old", "new"),
)  # fmt: skip
"""What a name says of the first and of the second time that something was measured."""
_DIFFERENCE = re.compile(r"\bdifference\b", re.IGNORECASE)
_RELATED = re.compile(
    r"correlat|relat|associat|depend|predict|scatter|\bagainst\b|\bgo(?:es)? together\b", re.IGNORECASE
)
"""Asks how the two go together."""


class Pair(NamedTuple):
    """The columns of what was measured before and after."""

    before: str
    after: str

    @property
    def columns(self) -> tuple[Column, Column]:
        """Both, as a Query names them."""
        return Column(name=self.before), Column(name=self.after)


def before_and_after(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of what was measured twice, as how much it changed from the first time to the second, or as both on
    average where that is claimed or only both are named; one that holds them against each other already stays."""
    pair = _pair_named(question, profile)
    if pair is None:
        return reading
    form = form_of(question, profile=profile)
    related = reading.requirements.analysis == ("correlation",) and {*reading.requirements.metrics} == {*pair}
    if related and _RELATED.search(question):
        return reading
    changed = form.changing or _DIFFERENCE.search(question) is not None
    if not related and not changed:
        return reading
    query = _rows_and_groups(reading.requirements, pair, profile)
    if query is None:
        return reading
    before, after = pair.columns
    if changed and (query.by or form.opens != "yes_no"):
        less = (before, after) if _falls(question) else (after, before)
        measures: tuple[Named, ...] = (_average(Call(op="-", args=less)),)
    else:
        known = [given(column) for column in pair.columns if profile.by_name[column.name].missing]
        query = query.replaced(where=all_of([*conjuncts(query.where), *known]))
        measures = (_average(before), _average(after))
    asked = reading.requirements
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish))
    plain = asked.replaced(constraints=kept, outputs=("chart",) if query.by or len(measures) > 1 else ("table",))
    return reading.replaced(requirements=as_query(plain, query.replaced(measures=measures)), alternatives=())


def _falls(question: str) -> bool:
    """Whether a question asks how much something went down."""
    ways = wording().forms
    return any(forms(word.lower) & {*ways.changing} & {*ways.down} for word in words(question))


def _average(expr: Any) -> Named:
    average = Aggregate(func="mean", args=(expr,))
    return Named(name=name_of(average), expr=average)


def _rows_and_groups(asked: Requirements, pair: Pair, profile: DatasetProfile) -> Query | None:
    """The rows and the groups that are asked for, apart from both columns; None where these are held against each
    other, or rows are listed."""
    queries = meant_queries(asked, profile)
    if not queries:
        return Query(where=condition_of(asked.all(Filter), profile))
    query = queries[0]
    together = any({*pair} <= {*columns_of(call)} for call in parts_of(Call, query) if call.op not in ("and", "or"))
    if len(queries) > 1 or query.source is not None or together or not query.measures:
        return None
    by = tuple(item for item in query.by if isinstance(item.expr, Column) and item.expr.name not in pair)
    tests = [test for test in conjuncts(query.where) if not {*columns_of(test)} & {*pair}]
    return Query(where=all_of(tests), by=by)


def _pair_named(question: str, profile: DatasetProfile) -> Pair | None:
    """The one pair of columns whose common name the question says."""
    said = {form for word in words(question) for form in (word.lower, *forms(word.lower))}
    found = {pair for stem, pair in _pairs(profile) if stem and ({*stem} <= said or "".join(stem) in said)}
    return found.pop() if len(found) == 1 else None


def _pairs(profile: DatasetProfile) -> Iterator[tuple[tuple[str, ...], Pair]]:
    """The columns whose names tell no more apart than that they were measured before and after, and what they measure;
    looked up by the rest of their names, for a table may have thousands of columns."""
    known: dict[Any, dict[str, str]] = {}
    for column in profile.columns:
        called = name_words(column.name) if column.metric else ()
        for moments in _MOMENTS:
            for moment in {*moments} & {*called}:
                at = called.index(moment)
                known.setdefault((moments, called[:at] + called[at + 1 :], column.unit), {})[moment] = column.name
    for (moments, rest, unit), names in known.items():
        if len(names) == len(moments):
            units = unit.casefold().split("/")
            stem = tuple(word for word in rest if word not in units and unit_named(word) is None)
            yield stem, Pair(*(names[moment] for moment in moments))
