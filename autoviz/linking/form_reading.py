"""Form reading: the form of a question from its own words: what it opens with, which way it looks, what it counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Literal

from autoviz.answering.form import Form
from autoviz.answering.things import ID_MARKS
from autoviz.linking.flag_phrases import NEGATIONS
from autoviz.linking.lexicon import counting_words, english, function_words, request_words
from autoviz.linking.links import Match, best_matches, link
from autoviz.linking.names import forms as inflected
from autoviz.linking.names import lemma, positive, split_name
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import Word, words
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import COUNT_ROWS, Column, Constant, Query, parts_of
from autoviz.registry.wording import wording

MUTED = "it"
"""Stands for a word that only names a column."""
_NOT_COUNTED = frozenset({"times", "percent", "days", "values", "rows", "records", "entries", "less", "this"})
"""Plurals behind a counting word that name no thing of the table, or the rows of any."""

PLACED = ("above", "below", "over", "under")
"""Words that say where something lies, and which way a claim looks only where no other word does."""

_PLURALS = ("people", "staff", "mice", "geese", "criteria")
SPEED = "speed"
"""What an adjective measures of which more is less time."""
JOINTS = ("and", "or", "vs", "versus")

_NONE = ("nobody", "none", "no", "noone")
"""Words right behind the opening verb by which a question claims that there are none."""
_SHARES = frozenset({"share", "percentage", "percent", "proportion", "fraction", "distribution"})
"""Words for parts of a whole, of which the plural behind them is counted."""

_LONGEST_NAME = 2
"""Words of a name for what is counted, where the question opens with it."""


def form_of(question: str, queries: tuple[Query, ...] = (), profile: DatasetProfile | None = None) -> Form:
    """The form of a normalised question; numbers that its Queries use already are no bounds of a claim."""
    said = words(question)
    lowers = _without_names([word.lower for word in said], profile)
    claims = profile is not None and opening(lowers) == "yes_no"
    values = _values_named(question, profile) if claims and profile is not None else []
    lowers = [MUTED if _is_within(word, values) else lower for word, lower in zip(said, lowers, strict=True)]
    up, down = _directions(lowers)
    opens = "" if _leaves_open(up, down, lowers) else opening(lowers)
    first = _decisive(sorted((*up, *down)), lowers)
    ends = [at for at, word in enumerate(lowers) if is_superlative(word)]
    numbers = _unused_numbers(question, queries, profile)
    return Form(
        text=question,
        opens=opens,
        direction=0 if first is None else 1 if first in up else -1,
        judging=first is not None and lowers[first] in wording().forms.judging,
        together=_together(up, down, lowers),
        superlative=bool(ends),
        both_ends=bool(set(ends) & set(up)) and bool(set(ends) & set(down)),
        comparative="than" in lowers or any(is_comparative(word) for word in lowers),
        changing=any(inflected(word) & {*wording().forms.changing} for word in lowers),
        tested=any(word in wording().forms.tested for word in lowers),
        asks_for_any=any(word in wording().forms.any for word in lowers),
        denies=bool(set(takewhile(lambda word: word != "than", lowers)) & NEGATIONS),
        none=claims_none(lowers),
        universal=bool(set(lowers) & set(wording().forms.universal)),
        things=_things(said, queries) or _opening_things(said, queries),
        bounds=tuple(value for value, factor in numbers if not factor),
        bounds_up=not _below(question),
        factor=next((value for value, factor in numbers if factor), 1.0),
        numbers=frozenset(one.value for one in number_candidates(question) if one.how != "unit"),
        hastens=first is not None and _is_of_speed(lowers[first]),
        called=tuple((match.value.casefold(), match.start) for match in values if isinstance(match.value, str)),
    )


def _leaves_open(up: list[int], down: list[int], lowers: list[str]) -> bool:
    """Whether both ways are offered: rising or falling has no yes and no no."""
    pairs = [(at, at + 2) for at, word in enumerate(lowers[1:-1]) if word == "or"]
    return any((one in up and other in down) or (one in down and other in up) for one, other in pairs)


def _decisive(looking: Sequence[int], lowers: Sequence[str]) -> int | None:
    """The place of the word by which a question looks one way: the last comparative before `than`, else the first that
    compares, else the first of all; the well-paid may claim less than the low-paid."""
    graded = [at for at in looking if is_comparative(lowers[at]) or is_superlative(lowers[at])]
    held = [at for at in graded if "than" in lowers[at:]]
    plain = [at for at in looking if lowers[at] not in PLACED] or looking
    return held[-1] if held else next(iter((*graded, *plain)), None)


def _is_of_speed(word: str) -> bool:
    """Whether a comparative tells how fast something goes."""
    return any(SPEED in english().attributes.get(way, ()) for way in positive(word))


def _together(up: list[int], down: list[int], lowers: list[str]) -> int:
    """1 where the first two words of direction look the same way, -1 where they do not, 0 where there are fewer."""
    ways = [1 if at in up else -1 for at in sorted((*up, *down)) if lowers[at] not in PLACED]
    return ways[0] * ways[1] if len(ways) > 1 else 0


def _values_named(question: str, profile: DatasetProfile) -> list[Match]:
    """The texts of the table that the question means."""
    return [match for match in best_matches(link(question, profile)) if isinstance(match.value, str)]


def _is_within(word: Word, values: list[Match]) -> bool:
    """Whether a word is written in the name of a value, which looks nowhere: of high priority."""
    return any(match.start <= word.start < match.end for match in values)


def _without_names(lowers: list[str], profile: DatasetProfile | None) -> list[str]:
    """The words, those of columns of several words muted: hours_down look nowhere, best_score is no superlative."""
    named = {pair for name in (profile.names if profile else ()) for pair in pairwise(split_name(name))}
    places = {place for at, pair in enumerate(pairwise(lowers)) if pair in named for place in (at, at + 1)}
    return [MUTED if at in places else word for at, word in enumerate(lowers)]


def opening(lowers: Sequence[str]) -> Literal["yes_no", "which", "how", ""]:
    """How the question opens, after words of address."""
    forms = wording().forms
    start = next((at for at, word in enumerate(lowers) if word not in forms.address), 0)
    rest = lowers[start:]
    if not rest:
        return ""
    if rest[0] in forms.yes_no:
        return "yes_no"
    if rest[0] == "how":
        return "how"
    if any(word in forms.which for word in rest[:3]):  # in which month, from what country
        return "which"
    return ""


def claims_none(lowers: Sequence[str]) -> bool:
    """Whether it claims that there is none: did nobody, are there no, was no ticket."""
    rest = [word for word in lowers if word not in wording().forms.address]
    return opening(lowers) == "yes_no" and any(word in _NONE for word in rest[1 : 3 if "there" in rest[1:2] else 2])


def _directions(lowers: list[str]) -> tuple[list[int], list[int]]:
    """The places of words that look up and of words that look down."""
    forms = wording().forms
    up, down = [], []
    for at, word in enumerate(lowers):
        if lowers[at + 1 : at + 2] == ["to"] and lemma(word) == "lead":  # what leads to something is not ahead
            continue
        ways = positive(word) if is_comparative(word) or is_superlative(word) else {word, lemma(word)}
        if ways & set(forms.down):
            down.append(at)
        elif ways & set(forms.up) or is_comparative(word) or is_superlative(word):
            up.append(at)
    return up, down


def bound_directions(question: str) -> dict[float, int]:
    """The numbers that a comparative bounds from one side: older than 50 looks up, as no shorter than 3 and 3 or more
    do."""
    said, found = words(question), {}
    numbers = {one.start: one.value for one in number_candidates(question) if one.how not in ("unit", "negated")}
    for at, (word, than, bound) in enumerate(zip(said, said[1:], said[2:], strict=False)):
        way = comparative_way(word.lower)
        if than.lower != "than" or not way or bound.start not in numbers:
            continue
        denied = {item.lower for item in said[max(at - 2, 0) : at]} & NEGATIONS
        found[numbers[bound.start]] = -way if denied else way
    for bound, beside, word in zip(said, said[1:], said[2:], strict=False):
        way = comparative_way(word.lower) if beside.lower == "or" else 0
        if way and bound.start in numbers:
            found[numbers[bound.start]] = way
    return found


def comparative_way(word: str) -> int:
    """Which way a comparative looks: 1 up, -1 down, 0 where that is not known of it."""
    forms, ways = wording().forms, positive(word)
    return bool(ways & set(forms.up)) - bool(ways & set(forms.down))


def is_superlative(word: str) -> bool:
    """Whether a word in small letters means one end: highest, most, best."""
    forms = wording().forms
    return word in forms.superlative or (word.endswith("est") and word not in forms.no_superlative and len(word) > 5)


def is_comparative(word: str) -> bool:
    """An adjective in the comparative: one that is known, or one whose stem is."""
    forms = wording().forms
    if word in forms.comparative:
        return True
    stems = positive(word) - {word, lemma(word)}
    return word.endswith("er") and bool(stems & {*forms.up, *forms.down, *english().attributes})


def _things(said: tuple[Word, ...], queries: tuple[Query, ...]) -> str:
    """The plural right behind a counting word: how many orders, the most different customers."""
    for at, word in enumerate(said[:-1]):
        if word.lower not in counting_words() or word.lower == "of":
            continue
        if at and said[at - 1].lower in ("by", "per"):  # the number of another thing, which makes groups
            continue
        for ahead in said[at + 1 : at + 4]:
            if ahead.lower in counting_words():
                continue
            if ahead.lower in function_words() or ahead.lower in _NOT_COUNTED or not ahead.lower[0].isalpha():
                break
            if is_plural(ahead.lower):
                than = word.lower in ("more", "fewer", "less") and "than" in {item.lower for item in said[at:]}
                if than or _is_one_of_several(said, ahead, queries):
                    return ""
                first = next(item for item in said[at + 1 :] if item.lower not in counting_words())
                named = [item.text for item in said if first.start <= item.start <= ahead.start]
                compared = word.lower in ("most", "least") and len(named) > 1  # the most expensive visits are visits
                return " ".join(named[1:] if compared else named)
    return ""


def _opening_things(said: tuple[Word, ...], queries: tuple[Query, ...]) -> str:
    """The plural that a question opens with, where its Query counts rows: survivors by class, rainy days since May."""
    counted = [item.expr for query in queries for item in query.measures]
    if not counted or any(expr != COUNT_ROWS for expr in counted):
        return ""
    said = _behind_share(said)
    opening = list(takewhile(lambda word: word.lower not in function_words() and word.lower.isalpha(), said))
    if not 1 <= len(opening) <= _LONGEST_NAME or len(opening) == len(said) or not is_plural(opening[-1].lower):
        return ""
    plain = counting_words() | request_words() | (_NOT_COUNTED - {"days"})
    if any(word.lower in plain for word in opening):
        return ""
    if _is_one_of_several(said, opening[-1], queries) or {lemma(word.lower) for word in opening} & _keys(queries):
        return ""
    return " ".join([opening[0].lower, *(word.text for word in opening[1:])])


def _behind_share(said: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words behind 'share of' and the like, which open a question about parts of what follows."""
    of = [at for at, word in enumerate(said[1:4], 1) if word.lower == "of" and lemma(said[at - 1].lower) in _SHARES]
    return said[of[0] + 1 :] if of else said


def _is_one_of_several(said: tuple[Word, ...], noun: Word, queries: tuple[Query, ...]) -> bool:
    """Whether groups are made of it and another plural: of boys and girls neither is what is counted."""
    lowers, place = [word.lower for word in said], said.index(noun)
    pairs = [lowers[place + 1 : place + 3], lowers[max(place - 2, 0) : place][::-1]]
    joined = any(len(pair) == 2 and pair[0] in JOINTS and is_plural(pair[1]) for pair in pairs)
    return joined and any(query.by for query in queries)


def _keys(queries: tuple[Query, ...]) -> set[str]:
    """The columns of one word, ids apart, that groups are made by: star signs by sign are what rows are counted by."""
    columns = [item.expr.name for query in queries for item in query.by if isinstance(item.expr, Column)]
    named = [[word for word in split_name(name) if word not in ID_MARKS] for name in columns]
    return {lemma(word.casefold()) for some in named if len(some) == 1 for word in some}


def is_plural(word: str) -> bool:
    """Whether a word in small letters says several."""
    return (lemma(word) != word and word.endswith("s")) or word.endswith(("men", "children")) or word in _PLURALS


def _unused_numbers(
    question: str, queries: tuple[Query, ...], profile: DatasetProfile | None
) -> list[tuple[float, bool]]:
    """The numbers of the question that no Query uses, nor the name of a column has (mites per 100 bees), each with
    whether it is a factor (twice, three times)."""
    used = {float(item.value) for item in parts_of(Constant, queries) if isinstance(item.value, (int, float))}
    taken = " ".join(str(query.model_dump_json()) for query in queries)
    found: list[tuple[float, bool]] = []
    ways = number_candidates(question)
    spent = [(one.start, one.end) for one in ways if one.value in used]
    spent += [(one.start, one.end) for one in (link(question, profile) if profile else ()) if one.kind == "name"]
    for one in ways:
        joined = question[max(one.start - 1, 0) : one.start]
        if any(start < one.end and one.start < end for start, end in spent) or joined.isalnum() or joined in ("-", "/"):
            continue
        after = question[one.end : one.end + 8].casefold()
        factor = (one.how == "part" and one.value >= 2) or bool(re.match(r"\s*(times|x\b)", after))
        written = question[one.start : one.end]
        if one.how in ("year", "decade", "month", "weekday", "first", "last", "ordinal", "unit", "negated"):
            continue
        if re.fullmatch(r"(19|20)\d\d", written) or (written.isdigit() and f"-{int(written):02d}" in taken):
            continue
        found.append((one.value, factor))
    return found


def _below(question: str) -> bool:
    """Whether a number is an upper bound: less than, under, at most."""
    return re.search(wording().forms.below, question, re.IGNORECASE) is not None
