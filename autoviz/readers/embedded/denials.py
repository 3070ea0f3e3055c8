"""Denials: values that a question leaves out (not from Japan, without 8 cylinders, Brenn not counted) are left out.

A network that hears a value and not the word before it answers the very opposite of what was asked, so what stands
within reach of a negation is held against what was read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.linking.flag_phrases import NEGATIONS, REACH, FlagPhrase, flag_phrases, flag_values
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Link, Requirements
from autoviz.query.language import Call, Column, Constant, Expr, all_of, conjuncts

_LEAVING = NEGATIONS | {"besides", "ignoring", "ignore", "omitting", "omit", "outside", "neither", "nor"}
_PAIRS = frozenset({
    ("other", "than"), ("apart", "from"), ("aside", "from"), ("leaving", "out"), ("leave", "out"), ("all", "but"),
    ("everything", "but"), ("everyone", "but"), ("anything", "but"), ("anyone", "but"),
})  # fmt: skip
_BEHIND = re.compile(
    r"\s*(?:\w+\s+)?(?:(?:is|are|being) )?(?:excluded|omitted|ignored|left out|not (?:counted|included))\b"
)
_NO_DENIAL = frozenset({"only", "just", "merely", "simply", "until", "more", "less", "fewer", "least", "most", "all"})
"""Behind a "not" these say something else: not only, not until, not all."""
_STOPS = frozenset({"but", "than", "only", "and", "while", "whereas", "with", "where", "when", "whose", "although"})
_ASKING = frozenset({"why", "is", "are", "was", "were", "do", "does", "did", "has", "have", "can", "could", "should"})
"""What is asked with one of these and a "not" at once leaves nothing out: why do not cars from Japan."""


def with_denials(text: str, reading: Reading, profile: DatasetProfile, links: Sequence[Link]) -> Reading:
    """A reading whose conditions leave out the values that the question leaves out; the links say where they stand."""
    heard = Heard(text, words(text), tuple(links))
    if not heard.denies:
        said = {one.column: one for one in reversed(list(flag_phrases(text, profile, vocabulary(profile))))}
        return reading.each(lambda asked: _not_spread(asked, said))
    return reading.each(lambda asked: _denied(asked, heard, profile))


def _not_spread(asked: Requirements, said: Mapping[str, FlagPhrase]) -> Requirements:
    """Requirements in which the no of one flag, said by its own word, is not taken for that of another too: of
    unresolved calls those that were transferred."""
    query = asked.query
    tests = conjuncts(query.where) if query is not None else ()
    flags = {test: one for test in tests if (one := _tested(test, said)) is not None}
    if query is None or not any(one.score < 1 and test.args[1].value == one.value for test, one in flags.items()):
        return asked
    kept = [
        Call(op="=", args=(test.args[0], Constant(value=flags[test].value)))
        if test in flags and flags[test].score == 1
        else test
        for test in tests
    ]
    return asked.replaced(query=query.replaced(where=all_of(kept)))


def _tested(test: Any, said: Mapping[str, FlagPhrase]) -> FlagPhrase | None:
    """What the question says of the flag that is held against one of its values."""
    match test:
        case Call(op="=", args=(Column(name=name), Constant())) if name in said:
            return said[name]
    return None


@dataclass(frozen=True)
class Heard:
    """The words of a question, and which phrases of it were linked to values."""

    text: str
    spoken: tuple[Word, ...]
    links: tuple[Link, ...]

    @property
    def denies(self) -> bool:
        """Whether any word leaves something out."""
        return any(map(self._leaves_out, range(len(self.spoken)))) or bool(_BEHIND.search(self.text.lower()))

    def leaves_out(self, value: Scalar, others: Sequence[Scalar]) -> bool:
        """Whether every place of the question that writes this value stands behind a negation of its own."""
        places = self._places(value)
        ends = {at for other in others if other != value for first, last in self._places(other) for at in (first, last)}
        return bool(places) and all(self._reached(first, last, ends) for first, last in places)

    def _places(self, value: Scalar) -> list[tuple[int, int]]:
        phrases = {str(value), *(link.phrase for link in self.links if link.value is not None and link.value == value)}
        if isinstance(value, float) and value.is_integer():
            phrases.add(str(int(value)))
        runs = [tuple(word.lower for word in words(phrase)) for phrase in phrases]
        said = [word.lower for word in self.spoken]
        return [
            (at, at + len(run) - 1)
            for run in runs
            if run
            for at in range(len(said) - len(run) + 1)
            if tuple(said[at : at + len(run)]) == run
        ]

    def _reached(self, first: int, last: int, ends: set[int]) -> bool:
        if _BEHIND.match(self.text.lower()[self.spoken[last].end :]):
            return True
        for at in range(first - 1, max(first - 2 - REACH, -1), -1):
            between = self.text[self.spoken[at].end : self.spoken[at + 1].start]
            if re.search(r"[,;:.?!()]", between) or at in ends:
                return False
            if self._leaves_out(at):  # no parasites on Bajo: there are none of what stands behind a "no"
                return self.spoken[at].lower != "no" or at == first - 1
            if self.spoken[at].lower in _STOPS:
                return False
        return False

    def _leaves_out(self, at: int) -> bool:
        word = self.spoken[at].lower
        before = self.spoken[at - 1].lower if at else ""
        if (before, word) in _PAIRS:
            return True
        following = self.spoken[at + 1].lower if at + 1 < len(self.spoken) else ""
        asked = at > 0 and all(one.lower in _ASKING for one in self.spoken[:at])
        return word in _LEAVING and following not in _NO_DENIAL and before != "or" and not asked


def _denied(asked: Requirements, heard: Heard, profile: DatasetProfile) -> Requirements:
    filters = tuple(_turned(item, heard, asked, profile) for item in asked.constraints)
    if asked.query is None or asked.query.where is None:
        return asked.replaced(constraints=filters)
    tests = conjuncts(asked.query.where)
    others = [value for test in tests for _, values in [_held(test)] for value in values]
    where = all_of(tuple(_test(test, heard, others, profile) for test in tests))
    return asked.replaced(constraints=filters, query=asked.query.replaced(where=where))


def _turned(item: Any, heard: Heard, asked: Requirements, profile: DatasetProfile) -> Any:
    if not isinstance(item, Filter) or item.op not in ("=", "in") or _is_flag(item.column, profile):
        return item
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    others = [value for other in asked.all(Filter) for value in _listed(other.value) if value not in values]
    if not all(heard.leaves_out(value, others) for value in values):
        return item
    return item.replaced(op="!=" if item.op == "=" else "not in")


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _held(test: Expr) -> tuple[str, tuple[Scalar, ...]]:
    """The column that a condition holds against values, and these values."""
    match test:
        case Call(op="=" | "in", args=(Column(name=name), *rest)) if all(isinstance(arg, Constant) for arg in rest):
            return name, tuple(arg.value for arg in rest if isinstance(arg, Constant))
    return "", ()


def _test(test: Expr, heard: Heard, others: Sequence[Scalar], profile: DatasetProfile) -> Expr:
    name, values = _held(test)
    apart = [value for value in others if value not in values]
    if not values or _is_flag(name, profile) or not all(heard.leaves_out(value, apart) for value in values):
        return test
    assert isinstance(test, Call)
    return test.replaced(op="!=") if test.op == "=" else Call(op="not", args=(test,))


def _is_flag(name: str, profile: DatasetProfile) -> bool:
    """Whether a column says yes or no: a "not" before it is heard in the value."""
    return name in profile.by_name and flag_values(profile.by_name[name]) is not None
