"""Together: the reading that the planner's model and the decoder hold together for the likeliest.

How likely both hold a reading is the product of what each gives it. The model is heard on what the decoder reads, word
by word, only as far as that may still turn out the likeliest: most readings are given up after a word or two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from autoviz.errors import AutovizError
from autoviz.model.profile import DatasetProfile
from autoviz.planning.known_dates import as_profiled
from autoviz.query.grammar import canonical
from autoviz.query.grammar.gbnf import one_of
from autoviz.query.language import Query
from autoviz.readers.embedded.arbiter import computed
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.writing import Written
from autoviz.readers.planner.prompt import reply_text
from autoviz.readers.planner.replying import LONGEST_REPLY, read
from autoviz.readers.planner.running import GoesOn, Piece

BEYOND = 2.0
"""What the decoder does not read counts so much less than its last reading, in log probability."""
TINY = 1e-6
"""No reading is impossible, however sure the decoder is of another."""


def likeliest(
    model: GoesOn, prompt: str, own: Written, pieces: Sequence[Piece], heard: Sequence[Heard], profile: DatasetProfile
) -> Written:
    """The model's own reading, or one of the decoder's, the likeliest first, that both together hold for likelier."""
    said = [(_plain(one.best.query, profile), math.log(one.probability), one.best) for one in heard]
    meant = _plain(own.query, profile)
    same = [likely for query, likely, _ in said if _alike(query, meant)]
    best, most = own, own.score + max(same, default=_unheard(heard))
    for query, likely, one in said:
        if likely <= most:
            break
        if not _alike(query, meant):
            text = reply_text(one.kind, one.chart or "", query)
            reading = _heard_on(model, prompt, text, pieces, most - likely, profile)
            if reading is not None and likely + reading.score > most:
                best, most = reading, likely + reading.score
    return best


def _plain(query: Query | None, profile: DatasetProfile) -> Query | None:
    """The one form of a Query that the model was taught to write."""
    return None if query is None else canonical(as_profiled(query, profile), list(profile.names))


def _unheard(heard: Sequence[Heard]) -> float:
    """How likely the decoder holds at most what it does not read."""
    last = min((math.log(one.probability) for one in heard), default=0.0)
    rest = 1 - sum(one.probability for one in heard)
    return min(last - BEYOND, math.log(max(rest, TINY)))


def _alike(one: Query | None, other: Query | None) -> bool:
    """Whether two readings compute the same."""
    return one is other if one is None or other is None else computed(one) == computed(other)


def _heard_on(
    model: GoesOn, prompt: str, text: str, pieces: Sequence[Piece], least: float, profile: DatasetProfile
) -> Written | None:
    """A text as the model would have written it; None where that is less likely than the least that counts."""
    shared, before = _shared(pieces, text)
    start = sum(score for _, score in shared)

    def hopeless(new: Sequence[Piece]) -> bool:
        return start + sum(score for _, score in new) < least

    if start < least:
        return None
    rest = text[len(before) :]
    try:
        run = model.go_on(prompt + before, LONGEST_REPLY, grammar=one_of([rest], blank=False), enough=hopeless)
        return None if run.text != rest or hopeless(run.pieces) else read((*shared, *run.pieces), profile)
    except AutovizError:  # the server refuses, or the model's SQL says less than the decoder's Query
        return None


def _shared(pieces: Sequence[Piece], text: str) -> tuple[tuple[Piece, ...], str]:
    """The pieces with which a text begins like the model's own, and their text; something is left to be written."""
    before, found = "", []
    for piece in pieces:
        if not piece[0] or not text.startswith(before + piece[0]) or before + piece[0] == text:
            break
        before += piece[0]
        found.append(piece)
    return tuple(found), before
