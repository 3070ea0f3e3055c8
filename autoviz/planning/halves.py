"""Halves: what a table holds in two parts (home goals and away goals), where a question asks for both by one name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from autoviz.linking.lexicon import equivalents, halves
from autoviz.linking.links import STRONG, Match, link
from autoviz.linking.names import forms, lemma, split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.made_amounts import Made, with_made
from autoviz.query.language import Aggregate, Call, Column, Named, columns_of, parts_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_LET_IN = re.compile(
    r"\b(?:conced\w+|lets? in)\b|\bagainst(?=\s*(?:[?.!,]|$|(?:by|per|at|in|for each)\b))", re.IGNORECASE
)
"""Asks for what the other side got; drawn against something is another matter."""
_KINDS = ("name", "plural", "abbreviation")


def halved(question: str, profile: DatasetProfile) -> Made | None:
    """The amount of which a question names no half, so that both are meant; None where it names a half or none."""
    found = [match for match in link(question, profile) if match.value is None and _names(match)]
    said = {form for word in words(question) for form in _said(word.lower)}
    for match in found:
        pair = _pair(match, found, profile)
        sides = _sides(pair, profile) if len(pair) == 2 else None
        if sides is not None and not said & _near(sides) and match.phrase not in profile.by_name:
            (one, other), name = pair, _phrase(question, match, found)
            return Made(name, "sum", (one, other), f"{name} is {one} and {other} together.")
    return None


def _names(match: Match) -> bool:
    """Whether words name a column by words of its name: goalless draws are no goals."""
    said, called = map(lemma, match.phrase.lower().split()), map(lemma, split_name(match.column))
    return match.kind in _KINDS and {*said} <= {*called}


def _phrase(question: str, match: Match, found: Sequence[Match]) -> str:
    """The words of a match with the noun behind them that another column is called by in part: yellow cards."""
    after = next((word for word in words(question) if word.start >= match.end), None)
    noun = after is not None and any(one.start == after.start and one.score < STRONG for one in found)
    end = after.end if after is not None and noun and not question[match.end : after.start].strip() else match.end
    return question[match.start : end]


def put_together(reading: Reading, made: Made | None, profile: DatasetProfile) -> Reading:
    """A reading of one half, where a question asks for both, as one of the two together; less sure of one that keeps
    to the half that its groups are of (the home goals of each home team), or holds the halves against each other."""
    read = [name for name in made.parts if name in reading.requirements.named] if made is not None else []
    if made is None or not read:
        return reading
    sides = _sides(made.parts, profile) or frozenset()
    sided = [name for name in _keys(reading.requirements) if _side_of(name, sides)]
    if len(read) == 1 and not sided:
        return reading.each(lambda asked: with_made(asked, made))
    if len(read) > 1 and _is_whole(reading.requirements, made):
        return reading.each(lambda asked: asked.assuming(made.told))
    told = [f"{made.name} is {read[0]} alone, by {' and '.join(sided)}."] if len(read) == 1 else []
    reading = reading.each(lambda asked: asked.assuming(*told))
    return reading.doubted()


def of_other_side(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of what each of two sides got as what the other got, where a question asks for what it let in: the
    goals that a home team conceded are away goals."""
    queries = meant_queries(reading.requirements, profile) if _LET_IN.search(question) else ()
    if len(queries) != 1 or len(queries[0].by) != 1 or queries[0].source is not None:
        return reading
    (query,), swapped = queries, dict[str, str]()
    for name in set(columns_of(query.measures)) & profile.by_name.keys():
        for other in profile.names:
            sides = _sides((name, other), profile)
            key = sides and {_side_of(key, sides) for key in columns_of(query.by)}
            if sides and key == {_side_of(name, sides)}:
                swapped[name] = other
    told = [f"what {query.by[0].name} let in is {other}." for other in swapped.values()]

    def measured(item: Named) -> Named | None:
        own = next((name for name in swapped if name in columns_of(item.expr)), None)
        if own is None:
            return None
        averaged = any(part.func == "mean" for part in parts_of(Aggregate, item.expr))
        whole = Aggregate(func="mean" if averaged else "sum", args=(Column(name=swapped[own]),))
        return Named(name=name_of(whole), expr=whole)

    made = remeasured(query, measured)
    if made == query:
        return reading
    return reading.replaced(requirements=as_query(reading.requirements, made).assuming(*told))


def _side_of(name: str, sides: frozenset[str]) -> str:
    """The one of two sides that a name says."""
    return next((word for word in map(lemma, split_name(name)) if word in sides), "")


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
    added = all(column.adds_up or column.meaning == "count" for column in (first, second))
    alike = added and (first.meaning, first.unit) == (second.meaning, second.unit)
    names = [[lemma(word) for word in split_name(name)] for name in pair]
    apart = [frozenset(two) for two in zip(*names, strict=False) if two[0] != two[1]]
    if not alike or len(names[0]) != len(names[1]) or len(apart) != 1 or len(names[0]) < 2:
        return None
    return apart[0] if apart[0] in halves() else None
