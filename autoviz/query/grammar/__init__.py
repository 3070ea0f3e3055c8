"""The grammar of a Query written token by token: what may come next, and what the tokens say."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NoReturn

from autoviz.errors import QueryError, did_you_mean
from autoviz.query.grammar.choices import Choice, Vocabulary
from autoviz.query.grammar.gbnf import gbnf
from autoviz.query.grammar.reading_queries import QueryReader
from autoviz.query.grammar.scope import Scope
from autoviz.query.grammar.spelling import split, written
from autoviz.query.grammar.terse import tokens
from autoviz.query.language import Query
from autoviz.query.output_names import name_of
from autoviz.query.types import ANYTHING, DATE

UNBOUNDED = 1000


class Writer:
    """A Query on its way: says what may come next, and takes one token after another."""

    def __init__(self, vocabulary: Vocabulary | None = None, columns: Sequence[str] = ()) -> None:
        """With a vocabulary only what fits may come next; without one anything that can be read."""
        self.vocabulary = vocabulary
        self.written: list[str] = []
        self.query: Query | None = None
        """The Query, once it is at its end."""
        self._road = _road(vocabulary, columns)
        self._choice: Choice | None = next(self._road)

    def allowed(self) -> frozenset[str]:
        """The tokens that may come next; none at the end."""
        assert self.vocabulary is not None, "what may come next depends on a vocabulary"
        return frozenset() if self._choice is None else self._choice.tokens(self.vocabulary)

    def push(self, token: str) -> None:
        """Take the next token, or refuse one that cannot stand here."""
        if self._choice is None:
            raise QueryError(f"token {len(self.written) + 1}: {token!r} comes after the end", _AGAIN, retryable=True)
        if not self._admits(token):
            self._refuse(f"{token!r} cannot stand here", token)
        self.written.append(token)
        try:
            self._choice = self._road.send(token)
        except StopIteration as end:
            self._choice, self.query = None, end.value

    def finished(self) -> Query:
        """The Query, or an error where it is not at its end."""
        if self.query is None:
            self._refuse("the Query breaks off", "")
        return self.query

    def _admits(self, token: str) -> bool:
        assert self._choice is not None
        known = self.vocabulary
        return self._choice.admits(token) if known is None else self._choice.holds(token, known)

    def _refuse(self, what: str, token: str) -> NoReturn:
        assert self._choice is not None
        known = self._choice.tokens(self.vocabulary or Vocabulary(()))
        hint = did_you_mean(token, sorted(known), "tokens")
        raise QueryError(f"token {len(self.written) + 1}, {self._choice.place}: {what}", hint, retryable=True)


_AGAIN = "Write one Query and stop at its end."


def _road(vocabulary: Vocabulary | None, columns: Sequence[str]) -> Generator[Choice, str, Query]:
    if vocabulary is None:
        frame = Scope.of_frame(dict.fromkeys(columns, ANYTHING))
        reader = QueryReader(frame, depth=UNBOUNDED, typed=False)
        levels = UNBOUNDED
    else:
        dates = bool(vocabulary.constants(DATE))
        reader = QueryReader(vocabulary.frame, depth=vocabulary.depth, typed=True, dates=dates)
        levels = vocabulary.levels
    read = yield from reader.query("", levels)
    return read.query


def parse(tokens: Sequence[str], columns: Sequence[str] = ()) -> Query:
    """The Query that tokens say; its columns are called after their expressions, none as one of the frame's."""
    writer = Writer(None, columns)
    for token in tokens:
        writer.push(token)
    return writer.finished()


def allowed(prefix: Sequence[str], vocabulary: Vocabulary) -> frozenset[str]:
    """The tokens that may come next after these; none where the Query is at its end."""
    writer = Writer(vocabulary)
    for token in prefix:
        writer.push(token)
    return writer.allowed()


def canonical(query: Query, columns: Sequence[str] = ()) -> Query:
    """The same Query as its tokens say it: names after expressions, sums of sums as one sum, whole numbers whole."""
    return parse(tokens(query, columns), columns)


__all__ = ["Vocabulary", "Writer", "allowed", "canonical", "gbnf", "name_of", "parse", "split", "tokens", "written"]
