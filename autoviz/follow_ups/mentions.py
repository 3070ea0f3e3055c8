"""Mentions: what each word of a fragment stands for, by linking and by the words of the registry, and in what sense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from autoviz.follow_ups.fragments import Fragment
from autoviz.linking.links import STRONG, Match
from autoviz.linking.names import split_name
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.profile import DatasetProfile
from autoviz.registry.followups import followups

CONTENT = frozenset({
    "measure", "group", "time", "value", "moment", "number", "marks", "layouts", "chart", "grains", "over_time",
    "functions", "extremes", "orders", "sort", "by_name", "reverse", "relations", "overall", "filter", "undo",
})  # fmt: skip
"""Mentions that say what changes; the others say how."""
CALLED_SO = 0.95
"""From here on a phrase is a column's or a value's own name."""
_SO_MANY_PERIODS = ["number", "grains"]
NAMED = ("measure", "group", "time", "value")


@dataclass(frozen=True)
class Mention:
    """Some words of a fragment and what they stand for."""

    kind: str
    meaning: Any
    start: int
    end: int
    column: str | None = None
    """The column that is named, or that a value belongs to."""
    sense: str = ""
    """How it is meant, by the words around it: drop, add, only, all, old; empty where nothing is said."""
    after: str = ""
    """Whether it stands after by, per and the like (axis), or after in, for and the like (into)."""
    bound: str = ""
    """The comparison that it stands in."""

    @property
    def axis(self) -> bool:
        """Whether something is to run or be grouped by it."""
        return self.after == "axis"


@dataclass(frozen=True)
class Mentions:
    """All mentions of a fragment in order, and what no word of it stands for."""

    said: tuple[Mention, ...]
    unspent: tuple[str, ...]
    goes_on: bool = False
    """Whether it begins with 'and', as only what goes on does."""

    def of(self, *kinds: str) -> list[Mention]:
        """The mentions of these kinds."""
        return [item for item in self.said if item.kind in kinds]

    @property
    def points_back(self) -> bool:
        """Whether a word stands for what was asked before."""
        return self.goes_on or bool(self.of("refers"))

    @property
    def bare(self) -> list[Mention]:
        """Columns and values that nothing is said about."""
        return [item for item in self.of(*NAMED) if not (item.sense or item.after)]

    @property
    def content(self) -> list[Mention]:
        return [item for item in self.said if item.kind in CONTENT]

    def senses(self) -> set[str]:
        """The ways in which something is said to change."""
        return {item.meaning for item in self.of("senses")}


def mentions_of(fragment: Fragment, profile: DatasetProfile) -> Mentions:
    """What the words of a fragment stand for; of several things at one place the longest, then the surest."""
    spoken = words(fragment.text)
    found = [*_linked(fragment, profile), *_literals(fragment), *_worded(fragment.text, spoken)]
    chosen: list[Mention] = []
    for item, _ in sorted(found, key=lambda pair: -_weight(pair, spoken)):
        if all(item.end <= other.start or other.end <= item.start for other in chosen):
            chosen.append(item)
    chosen = _charts_or_measures(sorted(chosen, key=lambda item: item.start), fragment.text, profile)
    covered = [word for word in spoken if any(one.start <= word.start < one.end for one in chosen)]
    unspent = tuple(word.lower for word in spoken if word not in covered)
    said = tuple(_flagged(item, fragment.text, profile) for item in _meant(_smoothed(_both_sides(chosen, profile))))
    return Mentions(said, unspent, goes_on=bool(spoken) and spoken[0].lower == "and")


def _charts_or_measures(chosen: Sequence[Mention], text: str, profile: DatasetProfile) -> list[Mention]:
    """A word for a chart right after a function is the measure that bears it: the average area of a column area_m2."""
    found: list[Mention] = []
    for item in chosen:
        called = text[item.start : item.end].casefold()
        after = item.kind == "marks" and bool(found) and found[-1].kind == "functions"
        named = [column.name for column in profile.columns if column.metric and called in split_name(column.name)]
        measure = replace(item, kind="measure", meaning=None, column=named[0]) if after and named else item
        found.append(measure)
    return found


def _smoothed(chosen: Sequence[Mention]) -> list[Mention]:
    """An average of so many periods, such as a 7-day average, is one that moves along with them."""
    before = zip([None, None, *chosen], [None, *chosen], strict=False)
    return [
        replace(item, kind="relations", meaning="smooth")
        if (item.kind, item.meaning) == ("functions", "mean") and [one and one.kind for one in two] == _SO_MANY_PERIODS
        else item
        for item, two in zip(chosen, before, strict=False)
    ]


def _both_sides(chosen: list[Mention], profile: DatasetProfile) -> list[Mention]:
    """The yes and the no of a column held against each other as groups by it: irrigated vs not."""
    flags = dict(zip(profile.names, vocabulary(profile).flags, strict=True))
    for at, (one, other) in enumerate(pairwise(chosen)):
        if (one.kind, one.meaning, other.kind, other.meaning) != ("relations", "against", "senses", "drop"):
            continue
        near = [item for item in (*chosen[:at][-1:], *chosen[at + 2 :][:1]) if item.kind == "group"]
        if len({item.column for item in near}) == 1 and flags.get(near[0].column or "") is not None:
            spent = (one, other, *near)
            first = min(place for place, item in enumerate(chosen) if item in spent)
            rest = [item for item in chosen[first:] if item not in spent]
            return [*chosen[:first], replace(one, kind="axis", meaning=None), near[0], *rest]
    return chosen


def _flagged(item: Mention, text: str, profile: DatasetProfile) -> Mention:
    """A column of yes and no that nothing is grouped by stands for its rows with yes: what about returned orders."""
    flags = (
        vocabulary(profile).flags[profile.names.index(item.column)] if item.kind == "group" and item.column else None
    )
    if flags is None or item.axis or item.sense in ("drop", "all"):
        return item
    return replace(item, kind="value", meaning=flags["non" in text[: item.end].lower().split()[-3:]])


def _weight(pair: tuple[Mention, float], spoken: Sequence[Word]) -> float:
    item, sureness = pair
    return sum(item.start <= word.start < item.end for word in spoken) + sureness


def _linked(fragment: Fragment, profile: DatasetProfile) -> Iterator[tuple[Mention, float]]:
    for match in fragment.matches:
        column = profile.by_name[match.column]
        kind = "time" if column.kind == "temporal" else "measure" if column.metric else "group"
        counted = any(0 <= match.start - item.end < 2 for item in fragment.literals if item.type == "number")
        sure = kind != "time" and match.kind != "type" and (match.score >= STRONG or counted)
        held = "value" if match.value is not None else "rows" if _names_rows(match, profile) else kind
        yield Mention(held, match.value, match.start, match.end, match.column), _sureness(match.score) if sure else 0.1


def _names_rows(match: Match, profile: DatasetProfile) -> bool:
    """Whether a word is the plural of what tells the rows apart: the shops of a table with a row for each shop."""
    things = profile.things
    return match.kind == "plural" and things is not None and not things.panel and match.column in things.columns


def _sureness(score: float) -> float:
    """Between a word for rows, such as orders, and a column that is called just so."""
    return 0.7 if score >= CALLED_SO else 0.6


def _literals(fragment: Fragment) -> Iterator[tuple[Mention, float]]:
    for item in fragment.literals:
        kind = "number" if item.type == "number" else "moment"
        yield Mention(kind, item.value, item.start, item.end), 0.3 if kind == "number" else 0.7


def _worded(text: str, spoken: Sequence[Word]) -> Iterator[tuple[Mention, float]]:
    known, longest = _phrases()
    for first in range(len(spoken)):
        for last in range(first, min(first + longest, len(spoken))):
            found = known.get(tuple(word.lower for word in spoken[first : last + 1]))
            if found is not None and not (found[1] == "drop" and text[spoken[last].end :].startswith(",")):
                sureness = 0.65 if found[0] == "rows" else 0.5 if found[0] in CONTENT else 0.4
                yield Mention(*found, spoken[first].start, spoken[last].end), sureness


@cache
def _phrases() -> tuple[dict[tuple[str, ...], tuple[str, str | None]], int]:
    """Each phrase of the registry with what it says, and how many words the longest one has."""
    listed = followups().words.listed()
    known = {tuple(word.lower for word in words(phrase)): (kind, entry) for kind, entry, phrase in listed}
    return known, max(map(len, known))


def _meant(chosen: Sequence[Mention]) -> tuple[Mention, ...]:
    """The mentions with the sense, the axis and the comparison that the words around them give."""
    heard = _Listener()
    found = [heard.next(item) for item in chosen]
    return tuple(_added_after(found))


@dataclass
class _Listener:
    """What was said last, and holds until something else is said."""

    sense: str = ""
    after: str = ""
    bound: str = ""
    fresh: bool = False
    """Whether nothing came since the sense was said."""
    open_range: bool = False

    def next(self, item: Mention) -> Mention:
        if item.kind in CONTENT:
            return self._content(item)
        if item.kind == "senses":
            self._sensed(item.meaning)
        elif item.kind in ("axis", "into"):
            self.after, self.bound = item.kind, ""
            self.sense = self.sense if self.fresh else ""
        elif item.kind == "bounds":
            self.bound, self.after = item.meaning, ""
        elif item.kind == "to" and self.open_range:
            self.bound = "<="
        return item

    def _sensed(self, meaning: str) -> None:
        if meaning != "instead":
            self.sense, self.fresh, self.after, self.bound = meaning, True, "", ""

    def _content(self, item: Mention) -> Mention:
        literal = item.kind in ("moment", "number")
        told = replace(item, sense=self.sense, after=self.after, bound=self.bound if literal else "")
        self.fresh = False
        if literal:
            self.open_range = self.bound == ">="
            self.bound = self.bound if self.bound == "between" else ""
        if self.sense == "old":
            self.sense = ""
        return told


def _added_after(found: Sequence[Mention]) -> Iterator[Mention]:
    """'too' and 'or more' speak of what came right before them; smoothing over so many weeks is no bound."""
    places = [place for place, item in enumerate(found) if item.kind in CONTENT]
    smooth = any(item.meaning == "smooth" for item in found)
    for place, item in enumerate(found):
        later = found[place + 1] if place + 1 < len(found) else None
        if place in places and later and later.kind == "bounds_after":
            yield replace(item, bound=later.meaning)
        elif place in places and later and later.meaning == "add" and places[-1] == place and not item.sense:
            yield replace(item, sense="add")
        elif item.kind == "number" and later and later.kind == "grains" and smooth:
            yield replace(item, bound="")
        else:
            yield item
