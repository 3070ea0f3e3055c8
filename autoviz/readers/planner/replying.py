"""Replying: a reading that the model writes as kind, chart and SELECT, with nothing in it that the table does not have.

The model writes freely. Where a word names no kind, no chart and no column, it is taken back, and the model chooses
among those that there are. What it wrote is then read as a Query and typed against the table; where that fails, the
model writes again, not by the likeliest words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autoviz.errors import AutovizError, ModelError, QueryError
from autoviz.model.profile import DatasetProfile
from autoviz.query.check import check
from autoviz.query.grammar.gbnf import one_of
from autoviz.query.grammar.spelling import column_token, constant_token, moment_token
from autoviz.query.language import Constant, Limit, Moment, Query, Window, columns_named, parts_of
from autoviz.query.sql import from_sql
from autoviz.query.sql.identifiers import RESERVED, identifier
from autoviz.readers.embedded.words_known import CHARTS, KINDS, chart_word, kind_word
from autoviz.readers.embedded.writing import WITHOUT_QUERY, Written
from autoviz.readers.planner.dates_meant import dates_meant
from autoviz.readers.planner.prompt import reading_of
from autoviz.readers.planner.running import GoesOn, Piece, Run

LONGEST_REPLY, LONGEST_WORD = 200, 40
"""How many tokens of the model a reply and a single word may have."""
MOST_MENDED = 6
"""So many words out of place are a model that does not know the table."""
TRIES = 2
UNTOLD = frozenset({"vague"})
"""Kinds that the model was not taught to say."""
TABLE = "t"
_FIRST = re.compile(r"\s*(\S+)(?:\s+(\S+))?")
_NAME = re.compile(r"""'(?:[^']|'')*'|"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[A-Za-z_]\w*)|[^\s\w"']+|\S""")
_DEFINED = re.compile(r"""\b(?:AS|WITH)\s+(?:"((?:[^"]|"")*)"|([A-Za-z_]\w*))""", re.IGNORECASE)


@dataclass(frozen=True)
class Misfit:
    """A word that names nothing: where it stands, and what may stand there."""

    start: int
    instead: tuple[str, ...]


def reply(model: GoesOn, prompt: str, profile: DatasetProfile) -> tuple[Written, tuple[Piece, ...]]:
    """The reading that the model writes after a prompt, and its words."""
    failed: AutovizError | None = None
    for seed in range(TRIES):
        try:
            pieces = _fitting(model, prompt, profile.names, seed)
            return read(pieces, profile), pieces
        except QueryError as error:
            failed = error
    assert failed is not None
    raise ModelError(f"The planner's model writes no Query: {failed.what}", "Ask in other words.") from failed


def read(pieces: Sequence[Piece], profile: DatasetProfile) -> Written:
    """A reply as a reading, or the reason why it is none."""
    kind, chart, sql = reading_of("".join(text for text, _ in pieces))
    scores = tuple(score for _, score in pieces)
    if kind in WITHOUT_QUERY:
        return Written(kind, None, None, sum(scores), scores, (kind_word(kind),))
    query = dates_meant(from_sql(sql, profile.names), profile)
    check(query, profile)
    return Written(kind, chart, query, sum(scores), scores, (kind_word(kind), chart_word(chart), *said(query, profile)))


def said(query: Query, profile: DatasetProfile) -> Iterator[str]:
    """The columns of the table and the constants and numbers in a Query, as the grammar writes them."""
    yield from (column_token(name) for name in columns_named(query) if name in profile.by_name)
    yield from (constant_token(one.value) for one in parts_of(Constant, query) if one.value is not None)
    yield from (constant_token(one.n) for one in parts_of(Limit, query))
    for window in parts_of(Window, query):  # people count the row itself: 12 months are 11 before it
        yield from (constant_token(number) for number in (window.n, abs(window.before or 0) + 1))
    yield from (moment_token(one.at) for one in parts_of(Moment, query))


def misfit(text: str, names: Sequence[str], whole: bool) -> Misfit | None:
    """The first word of a reply that names nothing; of one that is not whole only kind and chart are looked at.

    Which names are known is seen at the end alone: SQL uses names before it says what they stand for.
    """
    text = f"{text} " if whole else text
    found = _FIRST.match(text)
    for place, known in ((1, frozenset(KINDS) - UNTOLD), (2, frozenset(CHARTS))):
        if found is None or not found[place] or found.end(place) == len(text):
            return Misfit(len(text.rstrip()), tuple(sorted(known))) if whole else None
        if found[place] not in known:
            return Misfit(found.start(place), tuple(sorted(known)))
        if found[place] in WITHOUT_QUERY:
            return None
    assert found is not None
    return _unknown(text, found.end(2), names) if whole else None


def _unknown(text: str, start: int, names: Sequence[str]) -> Misfit | None:
    """The first name that is no column, and that the SELECT does not define itself."""
    defined = {(quoted or plain).casefold() for quoted, plain in _DEFINED.findall(text, start)}
    known = {name.casefold() for name in names} | defined | {TABLE}
    for found in _NAME.finditer(text, start):
        name = found["quoted"].replace('""', '"') if found["quoted"] is not None else found["plain"]
        if name is None or name.casefold() in known or text[found.end()] in "(.":
            continue
        if found["quoted"] is not None or not (name.isupper() or name.lower() in RESERVED):
            return Misfit(found.start(), tuple(identifier(name) for name in names))
    return None


def _fitting(model: GoesOn, prompt: str, names: Sequence[str], seed: int) -> tuple[Piece, ...]:
    """What the model writes, every name in it one that there is."""
    kept: tuple[Piece, ...] = ()
    for _ in range(MOST_MENDED):
        kept += _freely(model, prompt, _text(kept), LONGEST_REPLY - len(kept), seed).pieces
        wrong = misfit(_text(kept), names, whole=True)
        if wrong is None:
            return kept
        kept = _until(kept, len(_text(kept)[: wrong.start].rstrip()))
        blank = not _text(kept).endswith("(")
        word = model.go_on(prompt + _text(kept), LONGEST_WORD, grammar=one_of(wrong.instead, blank))
        kept += tuple(piece for piece in word.pieces if piece[0])  # that it ends there is the grammar's doing
    raise QueryError("its words name nothing in the table", "", retryable=True)


def _freely(model: GoesOn, prompt: str, before: str, most: int, seed: int) -> Run:
    """What the model writes until it stops, or until its first words are no kind and no chart."""

    def enough(new: Sequence[Piece]) -> bool:
        return misfit(before + _text(new), (), whole=False) is not None

    return model.go_on(prompt + before, most, enough=enough, seed=seed)


def _text(pieces: Sequence[Piece]) -> str:
    return "".join(text for text, _ in pieces)


def _until(pieces: Sequence[Piece], end: int) -> tuple[Piece, ...]:
    """The pieces up to this place of the text, the last one cut where it goes on beyond."""
    found: list[Piece] = []
    for text, score in pieces:
        if end > 0:
            found.append((text[:end], score))
        end -= len(text)
    return tuple(found)
