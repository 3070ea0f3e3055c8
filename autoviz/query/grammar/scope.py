"""Scope: the columns at hand at one station of a Query, with the token that each is written as."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from autoviz.query.grammar.spelling import column_of, column_token, made_token
from autoviz.query.output_names import fresh
from autoviz.query.types import ANYTHING, NONE, Type


@dataclass(frozen=True)
class Entry:
    """One column at hand: its name, what it serves as, and the frame's column that it is, or None where it was made."""

    name: str
    type: Type = ANYTHING
    frame: str | None = None


@dataclass(frozen=True)
class Scope:
    """Columns in their order; an open one may hold any column of a frame that is not known."""

    entries: tuple[Entry, ...] = ()
    open: bool = False

    @classmethod
    def of_frame(cls, columns: Mapping[str, Type]) -> Scope:
        """All columns of a frame; an open scope where none are known."""
        entries = tuple(Entry(name, type_, name) for name, type_ in columns.items())
        return cls(entries, open=not entries)

    @cached_property
    def by_token(self) -> dict[str, Entry]:
        """Token → column: frame's columns by their names, made ones by their places among the made."""
        made = [entry for entry in self.entries if entry.frame is None]
        numbered = {made_token(place): entry for place, entry in enumerate(made, 1)}
        return {**{column_token(entry.frame): entry for entry in self.entries if entry.frame is not None}, **numbered}

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in the order of the columns."""
        spelled = {id(entry): token for token, entry in self.by_token.items()}
        return tuple(spelled[id(entry)] for entry in self.entries)

    @cached_property
    def token_by_name(self) -> dict[str, str]:
        """Name → token; of two columns of one name the later one, which hides the other."""
        return {entry.name: token for entry, token in zip(self.entries, self.tokens, strict=True)}

    @cached_property
    def _fitting(self) -> dict[Type, frozenset[str]]:
        return {}

    def fitting(self, wants: Type) -> frozenset[str]:
        """The tokens of the columns that serve as one of these."""
        found = self._fitting.get(wants)
        if found is None:
            found = frozenset(token for token, entry in self.by_token.items() if entry.type & wants)
            self._fitting[wants] = found
        return found

    @cached_property
    def types(self) -> Type:
        """All that some column here serves as."""
        found = NONE
        for entry in self.entries:
            found |= entry.type
        return ANYTHING if self.open else found

    @property
    def names(self) -> tuple[str, ...]:
        """The names in their order."""
        return tuple(entry.name for entry in self.entries)

    def entry(self, token: str) -> Entry | None:
        """The column that a token stands for; None where it stands for none here."""
        found = self.by_token.get(token)
        name = column_of(token)
        if found is None and self.open and name is not None:
            return Entry(name, ANYTHING, name)
        return found

    def token(self, name: str) -> str | None:
        """The token of the column of this name; None where there is none here."""
        found = self.token_by_name.get(name)
        return column_token(name) if found is None and self.open else found

    def has_frame(self, name: str | None) -> bool:
        """Whether this column of the frame is at hand already."""
        return name is not None and (self.open or any(entry.frame == name for entry in self.entries))

    def plus(self, entry: Entry) -> Scope:
        """With one more column; one of the frame that is there already counts as made."""
        if self.has_frame(entry.frame):
            entry = Entry(entry.name, entry.type)
        return Scope((*self.entries, entry), self.open)

    def named(self, name: str, avoid: Iterable[str] = ()) -> str:
        """The name, or one like it that no column here has."""
        return fresh(name, (*self.names, *avoid))

    def only(self, tokens: Iterable[str]) -> Scope:
        """These columns in this order."""
        found = (self.entry(token) for token in tokens)
        return Scope(tuple(entry for entry in found if entry is not None))

    def without(self, tokens: Container[str]) -> Scope:
        """All columns but these."""
        kept = (entry for entry, token in zip(self.entries, self.tokens, strict=True) if token not in tokens)
        return Scope(tuple(kept), self.open)
