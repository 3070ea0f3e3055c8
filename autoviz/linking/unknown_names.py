"""Unknown names: what a question calls by a name, in quotes or by a place, and no column or value of the table is."""

from __future__ import annotations

import calendar
import re
from functools import cache

from autoviz.answering.things import noun_of_id
from autoviz.drawing.titles import readable
from autoviz.embedding import Encoder
from autoviz.errors import QuestionError, did_you_mean
from autoviz.linking.form_reading import form_of
from autoviz.linking.geography import gazetteer
from autoviz.linking.lexicon import common_words, function_words, request_words, row_words
from autoviz.linking.links import Aliases, link
from autoviz.linking.literals import literals
from autoviz.linking.moments import MONTHS
from autoviz.linking.text import words
from autoviz.linking.value_hits import Asked
from autoviz.linking.value_index import value_index
from autoviz.linking.value_words import all_hits
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Query, columns_of
from autoviz.registry.phrasings import phrasings
from autoviz.registry.treatments import treatments

_LINKED = 0.45
_MEANT = 0.72
"""From this nearness on two words are taken for the same rows: teachers (0.63) and managers (0.70) are no students and
no employees."""
_SHORTEST = 3
_AS_CODE = re.compile(r"`([^`\n]+)`")
_IN_YEAR = re.compile(r"\b(?:in|since|before|during|until)\s+(?:the\s+year\s+)?((?:1[5-9]|20)\d\d)\b(?![.,]?\d|%)")
_INSIDE = re.compile(r"\b(?:in|from|at)\s+(?:the\s+)?$", re.IGNORECASE)
_IN_GROUPS = re.compile(r"\W*(?P<word>[^\W\d_][\w-]+)\s+(?:by|per)\b", re.IGNORECASE)
_WEEKDAYS = frozenset(day.lower() for day in calendar.day_name)


def unknown_names(question: str, profile: DatasetProfile, aliases: Aliases) -> tuple[str, ...]:
    """The names in a normalised question that nothing in the table answers to."""
    found = literals(question, profile)
    spans = [(one.start, one.end) for one in found if one.type in ("name", "quoted")]
    spans += [span for span in _places(question) if not any(_meet(span, other) for other in spans)]
    if not spans:
        return ()
    linked = [(match.start, match.end) for match in link(question, profile, aliases) if match.score >= _LINKED]
    asked = Asked.of(question, vocabulary(profile))
    hits = all_hits(asked, value_index(profile))
    linked += [(asked.spoken[hit.first].start, asked.spoken[hit.last].end) for hit in hits]
    linked += [(one.start, one.end) for one in found if one.type in ("number", "date", "period")]
    free = [span for span in sorted(spans) if not any(_meet(span, other) for other in linked)]
    free = [span for span in free if not any(span != other and _within(span, other) for other in free)]
    quoted = {(one.start, one.end) for one in found if one.type == "quoted"}
    told = [question[start:end] for start, end in free if (start, end) in quoted or _is_name(question[start:end])]
    return tuple(dict.fromkeys(told))


def certain_names(question: str, profile: DatasetProfile) -> frozenset[str]:
    """What is surely a name: what a normalised question writes in quotes or rows are to be in, and places."""
    found = literals(question, profile)
    spans = [(one.start, one.end) for one in found if one.type == "quoted"]
    spans += [(one.start, one.end) for one in found if one.type == "name" and _INSIDE.search(question[: one.start])]
    return frozenset(question[start:end] for start, end in (*spans, *_places(question)))


def named_years(question: str, profile: DatasetProfile) -> tuple[str, ...]:
    """The years that a question about a table with dates names by a word for a time: in 1871."""
    return tuple(dict.fromkeys(_IN_YEAR.findall(question))) if profile.of_kind("temporal") else ()


def unknown_things(question: str, profile: DatasetProfile, aliases: Aliases, queries: tuple[Query, ...] = ()) -> str:
    """What a question counts by a word that nothing in the table is called by, where the table says what its rows are.

    The rows of a panel are a thing at a time each, and those of a parcel_no are parcels; where nothing tells, the
    question's own word names them. A word before it that only names a column says nothing of it: home_goals know no
    home wins. Nor does a value that the Queries do not look for: not every row is a complaint where notes tell of some.
    """
    things = form_of(question, queries).things or _put_in_groups(question)
    panel = profile.things is not None and profile.things.panel
    if not things or not (panel or noun_of_id(profile, common_words())) or things.split()[-1] in row_words():
        return ""
    # A hyphen or a comma may stand between two words.
    stands = re.search(r"\W+".join(map(re.escape, things.split())), question, re.IGNORECASE)
    if stands is None:
        return ""
    noun = (stands.end() - len(things.split()[-1]), stands.end())
    matches, read = link(question, profile, aliases), {*columns_of(queries)}
    spans = [stands.span() if match.value is not None else noun for match in matches]
    telling = [match.value is None or not queries or match.column in read for match in matches]
    met = [_meet(span, (match.start, match.end)) for match, span in zip(matches, spans, strict=True)]
    return "" if any(one and other for one, other in zip(met, telling, strict=True)) else things


def _put_in_groups(question: str) -> str:
    """The one uncommon word with which a question opens before it says by what: arpu by industry."""
    hit = _IN_GROUPS.match(question)
    word = hit["word"].lower() if hit else ""
    return "" if word in common_words() | request_words() | _asking() else word


def means_rows(things: str, profile: DatasetProfile, encoder: Encoder) -> bool:
    """Whether a word for what is counted comes near to what rows are: students are pupils, complaints no parcels."""
    own = [name for name in (noun_of_id(profile, common_words()), readable(profile.name)) if name]
    vectors = encoder.encode([things.rpartition(" ")[2], *own])
    return bool(own) and float((vectors[1:] @ vectors[0]).max()) >= _MEANT


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _is_name(text: str) -> bool:
    """Whether a text is no word of asking, no part of the calendar, and no short form of a measure, such as GPA."""
    said = {word.lower for word in words(text)}
    if text.isupper() or (text[:-1].isupper() and text.endswith("s")) or said & (MONTHS.keys() | _WEEKDAYS):
        return False
    plain = function_words() | request_words() | row_words() | _asking()
    return len(text) >= _SHORTEST and bool(said) and not said <= plain


@cache
def _asking() -> frozenset[str]:
    """The words by which functions and methods are asked for, such as Whitney."""
    functions = [phrase for listed in phrasings().aggregates.values() for phrase in listed]
    methods = [example for treatment in treatments().treatments for example in treatment.examples]
    return frozenset(word.lower for phrase in (*functions, *methods) for word in words(phrase))


def _places(question: str) -> list[tuple[int, int]]:
    """Where countries and states stand, however they are written."""
    spoken, known, found = words(question), gazetteer(), []
    for first in range(len(spoken)):
        key = ""
        for last in range(first, min(first + 4, len(spoken))):
            key += spoken[last].lower
            if key in known.names and len(key) > _SHORTEST and spoken[first].lower not in function_words():
                found.append((spoken[first].start, spoken[last].end))
    return found


def refuse_unknown_names(question: str, profile: DatasetProfile) -> None:
    """Say so where a name in backticks, as code is written, is neither a column nor a value of the table."""
    known = {name.casefold() for name in profile.names}
    for name in _AS_CODE.findall(question):
        held = name.strip().casefold() in known or any(match.value is not None for match in link(name, profile))
        if not held:
            hint = did_you_mean(name.strip(), profile.names, "columns")
            raise QuestionError(f"There is no column {name.strip()!r} in {profile.name}", hint)
