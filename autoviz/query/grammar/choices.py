"""Choice: what may stand at one place of a Query that is being written, given the words that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from autoviz.model.profile import DatasetProfile
from autoviz.query.grammar import spelling
from autoviz.query.grammar.scope import Scope
from autoviz.query.grammar.spelling import (
    AGGREGATES,
    CALLS,
    WINDOWS,
    Word,
    constant_of,
    constant_token,
    moment_token,
    whole_of,
)
from autoviz.query.types import (
    ANYTHING,
    DATE,
    NONE,
    NUMBER,
    SINGLE,
    TRUTH,
    Overload,
    Signature,
    Type,
    column_type,
    constant_type,
    signature,
)

CLOSED_NUMBERS: tuple[float, ...] = (
    *range(13), 15, 18, 20, 24, 25, 30, 40, 50, 52, 60, 65, 80, 100, 365, 1000, 1_000_000,
    0.01, 0.05, 0.1, 0.2, 0.25, 0.5, 0.75, 0.8, 0.9, 0.95, 0.99, 1.5, 365.25,
)  # fmt: skip
"""Numbers that a question need not name: small ones, hundreds for percents, parts of the clock, ages of adults and the
old, common quantiles, the days of a year."""
CLOSED_TEXTS: tuple[str, ...] = ("", " ", ",", "-", "/")
"""Texts that a question need not name: what separates words."""
ALIKE: Signature = tuple(Overload((one,), one) for one in SINGLE)
"""Cases: values that serve as the same thing, whatever it is."""


@dataclass(frozen=True)
class Vocabulary:
    """What a Query may be written with: the frame's columns and the constants that the question names."""

    columns: tuple[tuple[str, Type], ...]
    texts: tuple[str, ...] = ()
    numbers: tuple[float, ...] = ()
    moments: tuple[str, ...] = ()
    depth: int = 6
    """How many operations may stand inside one another."""
    levels: int = 3
    """How many Queries may stand inside one another."""

    @classmethod
    def of(
        cls,
        profile: DatasetProfile,
        texts: Sequence[str] = (),
        numbers: Sequence[float] = (),
        moments: Sequence[str] = (),
    ) -> Vocabulary:
        """The columns of a profile, with the values, numbers and dates that linking found in the question."""
        columns = tuple((column.name, column_type(column)) for column in profile.columns)
        formats = [column.dates.format for column in profile.columns if column.dates is not None]
        written = tuple(dict.fromkeys((*texts, *(text for text in formats if "%" in text))))
        return cls(columns, written, tuple(numbers), tuple(moments))

    @cached_property
    def frame(self) -> Scope:
        """The columns of the frame."""
        return Scope.of_frame(dict(self.columns))

    @cached_property
    def _typed(self) -> dict[str, Type]:
        numbers = {constant_token(value): NUMBER for value in (*CLOSED_NUMBERS, *self.numbers)}
        texts = {constant_token(text): constant_type(text) for text in (*CLOSED_TEXTS, *self.texts)}
        moments = {moment_token(at): DATE for at in self.moments}
        return {**numbers, **texts, **moments, "true": TRUTH, "false": TRUTH}

    @cached_property
    def _fitting(self) -> dict[Type, frozenset[str]]:
        return {}

    def constants(self, wants: Type) -> frozenset[str]:
        """The constants that serve as one of these."""
        found = self._fitting.get(wants)
        if found is None:
            found = frozenset(token for token, type_ in self._typed.items() if type_ & wants)
            self._fitting[wants] = found
        return found

    @cached_property
    def _whole(self) -> tuple[tuple[str, int], ...]:
        read = ((token, whole_of(token)) for token in self._typed)
        return tuple((token, value) for token, value in read if value is not None)

    def whole(self, least: int | None, most: int | None) -> frozenset[str]:
        """The whole numbers between these."""
        return frozenset(token for token, value in self._whole if _lies_between(value, least, most))

    def parts(self) -> frozenset[str]:
        """The numbers from 0 to 1."""
        return frozenset(token for token in self.constants(NUMBER) if _is_part(token))


def _lies_between(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or least <= value) and (most is None or value <= most)


def _is_part(token: str) -> bool:
    found = constant_of(token)
    value = getattr(found[0], "value", None) if found else None
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


@dataclass(frozen=True)
class Choice:
    """What may come next: words, columns at hand, constants, or numbers of a certain range."""

    place: str
    words: frozenset[str] = frozenset()
    scope: Scope | None = None
    wants: Type = ANYTHING
    """What the columns must serve as."""
    but: frozenset[str] = frozenset()
    """Columns that have been named already."""
    constants: Type = NONE
    """What the constants must serve as."""
    whole: tuple[int | None, int | None] | None = None
    part: bool = False
    """Whether a number from 0 to 1 may stand here."""

    def tokens(self, vocabulary: Vocabulary) -> frozenset[str]:
        """All tokens that may stand here."""
        found = self.words
        if self.scope is not None:
            found |= self.scope.fitting(self.wants) - self.but
        if self.constants:
            found |= vocabulary.constants(self.constants)
        if self.whole is not None:
            found |= vocabulary.whole(*self.whole)
        return found | vocabulary.parts() if self.part else found

    def holds(self, token: str, vocabulary: Vocabulary) -> bool:
        """Whether a token is among those that may stand here, without making the set of them."""
        if token in self.words:
            return True
        if self.scope is not None and token not in self.but and token in self.scope.fitting(self.wants):
            return True
        if self.constants and token in vocabulary.constants(self.constants):
            return True
        if self.whole is not None and token in vocabulary.whole(*self.whole):
            return True
        return self.part and token in vocabulary.parts()

    def admits(self, token: str) -> bool:
        """Whether a token may stand here, any constant counted as known."""
        if token in self.words:
            return True
        if self.scope is not None and token not in self.but and self.scope.entry(token) is not None:
            return True
        if self.constants and constant_of(token) is not None:
            return True
        if self.whole is not None and (whole := whole_of(token)) is not None:
            return _lies_between(whole, *self.whole)
        return self.part and _is_part(token)


@dataclass(frozen=True)
class Opening:
    """With what an expression may begin, besides columns and constants, at a certain kind of place."""

    wants: Type
    depth: int
    """How many operations may still be opened; more than two are as good as two."""
    aggregates: bool = False
    windows: bool = False
    queries: bool = False
    dates: bool = False
    """Whether a date can be said without an operation."""
    must: bool = False
    """Whether an aggregate has to stand in it."""
    chained: str | None = None
    """The operation whose last argument this is, if it may be repeated without going deeper."""

    def reachable(self, want: Type, depth: int) -> bool:
        """Whether a value that serves so can be said with so many operations; only dates may be out of reach."""
        return bool(want & ~DATE) or depth > 0 or self.dates or self.aggregates or self.windows

    def usable(self, word: Word, depth: int) -> Signature:
        """The overloads of an operation that give what is wanted, and whose arguments can be said."""
        return tuple(
            overload
            for overload in signature(word.kind, word.name)
            if overload.gives & self.wants and all(self.reachable(want, depth) for want in overload.wants[: word.arity])
        )

    def inner_depth(self, word: str) -> int:
        """How many operations may stand inside the arguments of this one."""
        return self.depth if word == self.chained else self.depth - 1


@cache
def opening_words(opening: Opening) -> frozenset[str]:
    """The words with which an expression may begin here."""
    words = {
        spelled
        for spelled, word in CALLS.items()
        if opening.inner_depth(spelled) >= 0 and opening.usable(word, opening.inner_depth(spelled))
    }
    if opening.depth > 0 and any(opening.reachable(one & opening.wants, opening.depth - 1) for one in SINGLE):
        words.add(spelling.CASE)
    if opening.aggregates:
        words |= {spelling.ONLY, *gathering_words("aggregate", opening.wants)}
    if opening.windows:
        words.add(spelling.OVER)
    if opening.queries and not opening.must:
        words.add(spelling.OVERALL)
    if opening.queries and opening.depth > 0 and opening.wants & TRUTH:
        words.add(spelling.MEMBER)
    return frozenset(words)


@cache
def gathering_words(kind: str, wants: Type, stepping: bool = False) -> frozenset[str]:
    """The aggregates or windows that give what is wanted."""
    known = AGGREGATES if kind == "aggregate" else WINDOWS
    return frozenset(
        spelled
        for spelled, word in known.items()
        if any(overload.gives & wants for overload in signature(kind, word.name))
        and (not stepping or word.name in spelling.STEPPING)
    )
