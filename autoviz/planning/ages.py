"""Ages: members over 40 are older than that, whichever other number a reading holds the bound against."""

from __future__ import annotations

from typing import Any

from autoviz.linking.form_reading import is_plural
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import best_matches, link
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import Word, words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Call, Column, Constant
from autoviz.query.rewriting import rewritten
from autoviz.query.types import Type, column_type

_BOUNDS = ("<", "<=", ">", ">=")
_PLACED = ("over", "under", "above", "below")
"""Words that set a number right against those whom they follow: members over 40."""
_OF_EVENTS = ("ions", "ings", "ments", "ales", "visits", "orders")
"""How plurals end that are of what people do: donations over 50 are no people."""
NAMED = 0.6
"""From this score of its link on a word names a column."""


def by_age(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading with bounds that are set right against people held against their age."""
    ages = [column.name for column in profile.columns if column.meaning == "age"]
    told = _of_people(question, profile) if len(ages) == 1 else ()
    bounds = tuple(bound for bound in told if _is_reached(bound, profile.by_name[ages[0]]))
    if not bounds:
        return reading
    others = tuple(
        item.replaced(requirements=_moved(item.requirements, bounds, ages[0], profile)) for item in reading.alternatives
    )
    asked = _moved(reading.requirements, bounds, ages[0], profile)
    return reading.replaced(requirements=asked, alternatives=others)


def _is_reached(bound: float, age: ColumnProfile) -> bool:
    """Whether some are older than a bound and some are younger."""
    least, most = age.minimum, age.maximum
    return not (isinstance(least, int | float) and isinstance(most, int | float)) or least <= bound <= most


def _of_people(question: str, profile: DatasetProfile) -> tuple[float, ...]:
    """The numbers right behind a plural and a word for a bound, with no unit or other noun behind them.

    A plural that names a column of numbers is bounded itself: visits over 40.
    """
    said = words(question)
    places = {word.start: at for at, word in enumerate(said)}
    numbers = [one for one in number_candidates(question) if one.start in places and places[one.start] >= 2]
    measured = [
        (match.start, match.end)
        for match in best_matches(link(question, profile))
        if match.value is None and match.score >= NAMED and column_type(profile.by_name[match.column]) & Type.NUMBER
    ]

    def follows_people(at: int) -> bool:
        noun, bound = said[at - 2], said[at - 1]
        counted = any(start <= noun.start < end for start, end in measured)
        people = is_plural(noun.lower) and not noun.lower.endswith(_OF_EVENTS)
        return bound.lower in _PLACED and people and not counted

    return tuple(one.value for one in numbers if follows_people(places[one.start]) and _ends(said, one.end))


def _ends(said: tuple[Word, ...], end: int) -> bool:
    """Whether nothing that a number could be of stands behind it."""
    after = next((word for word in said if word.start >= end), None)
    return after is None or after.lower in function_words()


def _moved(asked: Requirements, bounds: tuple[float, ...], age: str, profile: DatasetProfile) -> Requirements:
    """The same with these bounds on the age instead of another number."""

    def is_number(name: str) -> bool:
        return name in profile.by_name and name != age

    def changed(part: Any) -> Any:
        match part:
            case Call(op=op, args=(Column(name=name), Constant(value=int() | float() as value))) if (
                op in _BOUNDS and value in bounds and is_number(name)
            ):
                return part.replaced(args=(Column(name=age), Constant(value=value)))
        return None

    if asked.query is not None:
        return asked.replaced(query=asked.query.replaced(where=rewritten(asked.query.where, changed)))
    kept = tuple(
        item.replaced(column=age)
        if isinstance(item, Filter) and item.op in _BOUNDS and item.value in bounds and is_number(item.column)
        else item
        for item in asked.constraints
    )
    return asked.replaced(constraints=kept)
