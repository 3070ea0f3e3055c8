"""Quotients: speed, density and the like, which two columns tell together where a question asks for one that no column
says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from autoviz.linking.links import STRONG, Match, link
from autoviz.linking.names import split_name
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import (
    COMPARISONS,
    Aggregate,
    Call,
    Column,
    Constant,
    Named,
    Query,
    columns_of,
    parts_of,
)
from autoviz.query.rewriting import remeasured, rewritten, within_order
from autoviz.writings.unit_words import DIMENSIONS, QUOTIENTS, alternatives, factor_between

GUESSED = 0.5
"""What is left of a reading that takes a part of a quotient for the whole."""
_DRAWN = re.compile(r"\s*(?:plot|curve|chart|graph|heat ?map|map|estimate|contour)s?\b", re.IGNORECASE)
"""What follows a word that says how something is drawn: a density plot."""
_CLICKS, _SEEN, _SPENT = ("clicks",), ("impressions", "views"), ("cost", "spend")
_BOUGHT, _CAME = ("conversions", "orders", "purchases"), (*_CLICKS, "sessions", "visits", "visitors")
_OF_COUNTS: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    **dict.fromkeys(
        ("ctr", "click through rate", "click-through rate", "clickthrough rate"), ("click-through rate", _CLICKS, _SEEN)
    ),
    **dict.fromkeys(("cpc", "cost per click"), ("cost per click", _SPENT, _CLICKS)),
    **dict.fromkeys(("conversion rate", "conversion rates"), ("conversion rate", _BOUGHT, _CAME)),
}
"""Words → what they are called, and what the two columns are called of which one is divided by the other."""
_CALLED_SO = 0.7
"""The score from which a column is called by a word, its unit aside."""
_QUOTIENT = re.compile(rf"\b(?:{alternatives((*QUOTIENTS, *_OF_COUNTS))})\b", re.IGNORECASE)
_PEOPLE = ("population", "inhabitants", "people")
_PASSING = ("seconds", "minutes", "hours")
"""Units of the time that something took; years may be ages."""
_FAR = ("km", "mi")
"""Lengths of which people tell how many an hour takes."""


class Quotient(NamedTuple):
    """What is divided by what, and what that is called."""

    name: str
    over: str
    under: str
    in_hour: float | None
    """How many of the unit below are an hour; None where it is none of time, or told as it is."""

    def of_rows(self) -> Call:
        under = Column(name=self.under)
        hours = Call(op="/", args=(under, Constant(value=self.in_hour))) if self.in_hour else under
        return Call(op="/", args=(Column(name=self.over), hours))

    def of_totals(self) -> Call:
        over, under = (Aggregate(func="sum", args=(value,)) for value in self.of_rows().args)
        return Call(op="/", args=(over, under))


def with_quotients(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of a distance where a speed is asked for, as one of the distance by the time that it took; the word is
    told to be missed where the table does not tell it."""
    said = _said(question, profile)
    asked = reading.requirements
    if said is None or any(phrase.casefold() not in said[0].casefold() for phrase in asked.not_found):
        return reading
    queries = tuple(map(within_order, meant_queries(asked, profile)))
    divided = any(call.op == "/" for query in queries for call in parts_of(Call, query))
    if divided and said[0].lower() not in _OF_COUNTS:
        return reading
    measured = {*asked.metrics} | {name for query in queries for name in columns_of((query.measures, query.order))}
    made = _made_of(said[0].lower(), measured & profile.by_name.keys(), profile)
    named = _named(question, said, profile)
    guessed = measured - named if said[0].lower() in _OF_COUNTS else frozenset()
    query = _divided(queries[0], made, named, guessed) if made and len(queries) == 1 else None
    if made is None or query is None or query == queries[0]:
        if asked.not_found or (_is_of_people(said[0]) and not _people(profile)):  # then rows may be the people
            return reading
        missed = asked.replaced(not_found=(said[0],))
        return reading.replaced(requirements=missed, confidence=reading.confidence * GUESSED)
    told = f"{made.name} is {made.over} by {made.under}{', in hours' if made.in_hour else ''}."
    return reading.replaced(requirements=as_query(asked.replaced(not_found=()), query).assuming(told), alternatives=())


def _said(question: str, profile: DatasetProfile) -> re.Match[str] | None:
    """The words for a quotient that names no column and no way to draw."""
    linked = [match for match in link(question, profile) if match.kind != "type"]
    said = (hit for hit in _QUOTIENT.finditer(question) if not _DRAWN.match(question, hit.end()))
    return next((hit for hit in said if not any(_tells(match, hit) for match in linked)), None)


def _tells(match: Match, hit: re.Match[str]) -> bool:
    """Whether a word for a quotient is linked to a column that tells it: not where it names a part of it, as the
    clicks of a click-through rate."""
    if match.end <= hit.start() or hit.end() <= match.start:
        return False
    whole = match.start <= hit.start() and hit.end() <= match.end
    return hit[0].lower() not in _OF_COUNTS or whole or "rate" in split_name(match.column)


def _made_of(word: str, measured: Set[str], profile: DatasetProfile) -> Quotient | None:
    """The two columns that tell it: the only ones of their dimensions, or the amount that is read by one of these."""
    if word in _OF_COUNTS:
        return _of_counts(word, profile)
    name, over, under = QUOTIENTS[word]
    below = _people(profile) if under == "people" else _of_dimension(under, profile)
    above = _of_dimension(over, profile) if over else _counts(profile) if under == "area" else [*measured]
    above = [column for column in above if column not in below]
    if len(above) > 1:
        above = [one for one in above if one in measured]
    if len(above) != 1 or len(below) != 1 or (under == "people" and _vanishes(above[0], below[0], profile)):
        return None
    far = profile.by_name[above[0]].unit in _FAR
    in_hour = factor_between("hours", profile.by_name[below[0]].unit) if far and under == "time" else None
    told = f"{above[0]}_per_capita" if under == "people" else name
    return Quotient(told, above[0], below[0], None if in_hour == 1 else in_hour)


def _of_counts(word: str, profile: DatasetProfile) -> Quotient | None:
    """The two columns that are called by what is divided."""
    name, over, under = _OF_COUNTS[word]
    above, below = (next(filter(None, (_called(noun, profile) for noun in nouns)), None) for nouns in (over, under))
    return Quotient(name.replace(" ", "_"), above, below, None) if above and below else None


def _called(noun: str, profile: DatasetProfile) -> str | None:
    """The one number that is called by a noun."""
    named = [match for match in link(noun, profile) if match.value is None and profile.by_name[match.column].metric]
    best = max(named, key=lambda match: match.score, default=None)
    return best.column if best is not None and best.score >= _CALLED_SO else None


def _of_dimension(dimension: str, profile: DatasetProfile) -> list[str]:
    found = [column for column in profile.columns if column.metric and DIMENSIONS.get(column.unit) == dimension]
    return [column.name for column in found if dimension != "time" or column.unit in _PASSING]


def _counts(profile: DatasetProfile) -> list[str]:
    """The columns that count something: what a density is one of."""
    counts = [column for column in profile.columns if column.metric and column.meaning == "count"]
    return [column.name for column in counts if not column.unit]


def _people(profile: DatasetProfile) -> list[str]:
    """The columns that tell how many people there are."""
    found = {match.column for noun in _PEOPLE for match in link(noun, profile) if match.score >= STRONG}
    return [column for column in _counts(profile) if column in found]


def _is_of_people(said: str) -> bool:
    return QUOTIENTS.get(said.lower(), ("",))[-1] == "people"


def _vanishes(over: str, under: str, profile: DatasetProfile) -> bool:
    """Whether all of one are fewer than the least of the other: that is told for each already, or in millions."""
    most, least = profile.by_name[over].maximum, profile.by_name[under].minimum
    return isinstance(most, int | float) and isinstance(least, int | float) and most < least


def _named(question: str, said: re.Match[str], profile: DatasetProfile) -> frozenset[str]:
    """The columns that further words of the question name: a bound on these is none on the quotient."""
    matches = [match for match in link(question, profile) if match.value is None and not match.dominated]
    return frozenset(match.column for match in matches if match.end + 1 < said.start() or match.start > said.end())


def _divided(query: Query, made: Quotient, named: frozenset[str], guessed: Set[str]) -> Query | None:
    """The Query with the quotient wherever it read one of the two for it, or what nobody named; None where it is not
    told so."""
    parts = {made.over, made.under, *guessed}
    equal = [test for test in parts_of(Call, query.where) if test.op == "=" and (parts - named) & {*columns_of(test)}]
    if query.source is not None or query.then or parts & {*columns_of(query.by)} or equal:
        return None
    where = rewritten(query.where, _bounding(made, parts - named))
    if query.grouped:
        kept = remeasured(query.replaced(where=where), _measuring(made, parts))
        return kept if kept.measures != query.measures else None
    return _of_rows(query.replaced(where=where), made, parts)


def _bounding(made: Quotient, parts: Set[str]) -> Any:
    """Changes a bound on one of the two into one on the quotient."""

    def bounded(part: Any) -> Any:
        match part:
            case Call(op=op, args=(Column(name=name), Constant() as bound)) if op in COMPARISONS and name in parts:
                return part.replaced(args=(made.of_rows(), bound))
        return None

    return bounded


def _measuring(made: Quotient, parts: Set[str]) -> Any:
    """Changes what is summed up of one of the two: of averages and totals the totals are divided."""

    def measured(item: Named) -> Named | None:
        match item.expr:
            case Call(op="/" | "*"):  # other two were divided
                return Named(name=made.name, expr=made.of_totals())
            case Aggregate(func="sum" | "mean", args=(Column(name=name),), where=None) if name in parts:
                return Named(name=made.name, expr=made.of_totals())
            case Aggregate(args=(Column(name=name),), where=None) if name in parts:
                return Named(name=f"{item.expr.func}_{made.name}", expr=item.expr.replaced(args=(made.of_rows(),)))
        return None

    return measured


def _of_rows(query: Query, made: Quotient, parts: Set[str]) -> Query:
    """Rows with their quotient, in its order where they are in that of one of the two."""

    def told(part: Any) -> Any:
        return Column(name=made.name) if isinstance(part, Column) and part.name in parts else None

    first = query.shown[:1]
    shown = (*first, made.name, *query.shown[1:]) if first else ()
    return query.replaced(
        then=(Named(name=made.name, expr=made.of_rows()),), order=rewritten(query.order, told), shown=shown
    )
