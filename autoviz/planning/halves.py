"""Halves: what a table holds in two parts (home goals and away goals), where a question asks for both by one name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.linking.lexicon import equivalents, halves
from autoviz.linking.links import Match, link
from autoviz.linking.names import forms, lemma, split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.made_amounts import Made, with_made
from autoviz.query.language import Call, Column, columns_of
from autoviz.query.rewriting import rewritten

DOUBT = 0.5
"""What is left of the probability where one half alone is read."""
_KINDS = ("name", "plural", "abbreviation")


def halved(question: str, profile: DatasetProfile) -> Made | None:
    """The amount of which a question names no half, so that both are meant; None where it names a half or none."""
    found = [match for match in link(question, profile) if match.value is None and match.kind in _KINDS]
    said = {form for word in words(question) for form in _said(word.lower)}
    for match in found:
        pair = _pair(match, found, profile)
        sides = _sides(pair, profile) if len(pair) == 2 else None
        if sides is not None and not said & _near(sides) and match.phrase not in profile.by_name:
            one, other = pair
            return Made(match.phrase, "sum", (one, other), f"{match.phrase} is {one} and {other} together.")
    return None


def put_together(reading: Reading, made: Made | None, profile: DatasetProfile) -> Reading:
    """A reading of one half, where a question asks for both, as one of the two together; less sure of one that keeps
    to the half that its groups are of (the home goals of each home team), or holds the halves against each other."""
    if made is None or made.stand_in not in reading.requirements.named:
        return reading
    both = made.parts[1] in reading.requirements.named
    sides = _sides(made.parts, profile) or frozenset()
    sided = [name for name in _keys(reading.requirements) if sides & {*map(lemma, split_name(name))}]
    if not both and not sided:
        return reading.each(lambda asked: with_made(asked, made))
    if both and _is_whole(reading.requirements, made):
        return reading.each(lambda asked: asked.assuming(made.told))
    told = [] if both else [f"{made.name} is {made.stand_in} alone, that of {' and '.join(sided)}."]
    reading = reading.each(lambda asked: asked.assuming(*told))
    return reading.replaced(confidence=reading.confidence * DOUBT)


def _is_whole(asked: Requirements, made: Made) -> bool:
    """Whether a Query adds up the two in each row wherever it reads either."""
    rest = rewritten(asked.query, lambda part: Column(name=made.name) if _is_sum(part, made) else None)
    return not {*made.parts} & {*columns_of(rest)}


def _is_sum(part: Any, made: Made) -> bool:
    return isinstance(part, Call) and part.op == "+" and {*columns_of(part)} == {*made.parts}


def _keys(asked: Requirements) -> tuple[str, ...]:
    """The columns that make the groups."""
    return asked.group_by if asked.query is None else columns_of(asked.query.by)


def _near(sides: frozenset[str]) -> frozenset[str]:
    """The words that tell two halves apart, and others that one of them is said by."""
    return frozenset().union(*(pair for pair in halves() if pair & sides))


def _said(word: str) -> Sequence[str]:
    return (*forms(word), *(form for other in equivalents().get(word, ()) for form in forms(other)))


def _pair(match: Match, found: Sequence[Match], profile: DatasetProfile) -> tuple[str, ...]:
    """The columns that these words name, in their order in the table, and no other words any better."""
    here = {one.column for one in found if (one.start, one.end) == (match.start, match.end)}
    wider = {one.column for one in found if one.end - one.start > match.end - match.start}
    return tuple(name for name in profile.names if name in here) if not wider & here else ()


def _sides(pair: Sequence[str], profile: DatasetProfile) -> frozenset[str] | None:
    """The words that tell two amounts apart; None where they are no halves of one."""
    first, second = (profile.by_name[name] for name in pair)
    alike = first.adds_up and second.adds_up and (first.meaning, first.unit) == (second.meaning, second.unit)
    names = [[lemma(word) for word in split_name(name)] for name in pair]
    apart = [frozenset(two) for two in zip(*names, strict=False) if two[0] != two[1]]
    if not alike or len(names[0]) != len(names[1]) or len(apart) != 1 or len(names[0]) < 2:
        return None
    return apart[0] if apart[0] in halves() else None
