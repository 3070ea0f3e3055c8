"""Replying: a reading that the model writes, kept inside the grammar of the query language word by word.

The model writes freely for as long as each of its words may stand where it stands. A word that may not is taken back,
and the model chooses among those that may. What comes out is what it would have written with the grammar before its
eyes, since at each place it takes the likeliest word; types, depth and places are all held, which no context-free
grammar can do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

from autoviz.errors import ModelError, QueryError, did_you_mean
from autoviz.query.grammar import Vocabulary, Writer
from autoviz.query.grammar.gbnf import one_of
from autoviz.query.grammar.spelling import END, TOKEN, written
from autoviz.readers.embedded.words_known import CHARTS, KINDS
from autoviz.readers.embedded.writing import WITHOUT_QUERY, Written
from autoviz.readers.planner.prompt import reading_of
from autoviz.readers.planner.running import Enough, Run

LONGEST_REPLY, LONGEST_WORD = 160, 40
"""How many tokens of the model a reply and a single word may have."""
MOST_MENDED = 12
"""So many words out of place are a model that does not know the language."""
UNTOLD = frozenset({"vague"})
"""Kinds that the model was not taught to say."""
_WHOLE = re.compile(rf"\s*({TOKEN})(?=\s)")
"""A word with the blank after it, by which it is known to be at its end."""


class GoesOn(Protocol):
    """A model that goes on with a text."""

    def go_on(self, text: str, most: int, grammar: str = "", enough: Enough = ...) -> Run:
        """What follows, at most so many tokens."""
        ...


@dataclass
class Reply:
    """A reading on its way: its kind, its chart, then the Query."""

    vocabulary: Vocabulary
    words: list[str] = field(default_factory=list)
    _writer: Writer | None = None

    @property
    def done(self) -> bool:
        """Whether nothing may follow."""
        return self.words[:1] != [] and (self.words[0] in WITHOUT_QUERY or self._query_done)

    @property
    def _query_done(self) -> bool:
        return self._writer is not None and self._writer.query is not None

    def allowed(self) -> frozenset[str]:
        """The words that may come next."""
        if not self.words:
            return frozenset(KINDS) - UNTOLD
        return frozenset(CHARTS) if self._writer is None else self._writer.allowed()

    def push(self, word: str) -> None:
        """Take the next word, or refuse one that cannot stand here."""
        if self._writer is not None:
            self._writer.push(word)
        elif word not in self.allowed():
            raise QueryError(f"{word!r} cannot stand here", did_you_mean(word, sorted(self.allowed()), "words"))
        elif self.words:
            self._writer = Writer(self.vocabulary)
        self.words.append(word)

    def written(self, scores: tuple[float, ...]) -> Written:
        """The reading as the other readers give it."""
        kind, *rest = reading_of(written(self.words))
        query = self._writer.query if self._writer else None
        chart = self.words[1] if rest else None
        return Written(self.words[0], chart, query, sum(scores), scores, (kind, *rest))


def reply(model: GoesOn, prompt: str, vocabulary: Vocabulary) -> Written:
    """The reading that the model writes after a prompt."""
    made = Reply(vocabulary)
    scores: list[float] = []
    for _ in range(MOST_MENDED):
        scores += _freely(model, prompt, made, LONGEST_REPLY - len(scores))
        if not made.done:
            scores += _by_choice(model, prompt, made)
        if made.done:
            return made.written(tuple(scores))
        if len(scores) >= LONGEST_REPLY:
            break
    raise ModelError("The planner's model writes no Query", "Ask in other words, or fetch the model: autoviz get-model")


def _freely(model: GoesOn, prompt: str, made: Reply, most: int) -> list[float]:
    """Let the model write until the reply is at its end or a word cannot stand where it stands."""
    taken = 0

    def enough(text: str) -> bool:
        nonlocal taken
        while found := _WHOLE.match(text, taken):
            if not _takes(made, found[1]):
                return True
            taken = found.end()
            if made.done:
                return True
        if text[taken:].strip() == END and _takes(made, END):
            taken = len(text)
        return made.done

    run = model.go_on(_so_far(prompt, made), most, enough=enough)
    rest = run.text[taken:].strip()
    if rest and not made.done and _takes(made, rest):
        taken = len(run.text)
    return list(run.scores_until(taken))


def _by_choice(model: GoesOn, prompt: str, made: Reply) -> list[float]:
    """Let the model choose one of the words that may come next."""
    allowed = sorted(made.allowed())
    if len(allowed) == 1:
        made.push(allowed[0])
        return []
    run = model.go_on(_so_far(prompt, made), LONGEST_WORD, grammar=one_of(allowed))
    word = run.text.strip()
    if not _takes(made, word):
        raise ModelError(f"The planner's model was to choose a word and wrote {word!r}", "Ask in other words.")
    return list(run.scores)


def _takes(made: Reply, word: str) -> bool:
    try:
        made.push(word)
    except QueryError:
        return False
    return True


def _so_far(prompt: str, made: Reply) -> str:
    return prompt + "".join(f" {word}" for word in made.words)
