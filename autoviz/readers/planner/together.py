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
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.writing import Written
from autoviz.readers.planner.prompt import reply_text
from autoviz.readers.planner.replying import LONGEST_REPLY, read
from autoviz.readers.planner.running import GoesOn, Piece

BEYOND = 2.0
"""What the decoder does not read counts so much less than its last reading, in log probability."""


def likeliest(
    model: GoesOn, prompt: str, own: Written, pieces: Sequence[Piece], heard: Sequence[Heard], profile: DatasetProfile
) -> Written:
    """The model's own reading, or one of the decoder's, the likeliest first, that both together hold for likelier."""
    said = [(_plain(one.best.query, profile), math.log(one.probability), one.best) for one in heard]
    meant = _plain(own.query, profile)
    least = min((likely for _, likely, _ in said), default=0.0) - BEYOND
    best, most = own, own.score + max((likely for query, likely, _ in said if query == meant), default=least)
    for query, likely, one in said:
        if likely <= most:
            break
        if query != meant:
            text = reply_text(one.kind, one.chart or "", query)
            reading = _heard_on(model, prompt, text, pieces, most - likely, profile)
            if reading is not None and likely + reading.score > most:
                best, most = reading, likely + reading.score
    return best


def _plain(query: Query | None, profile: DatasetProfile) -> Query | None:
    """The one form of a Query that the model was taught to write."""
    return None if query is None else canonical(as_profiled(query, profile), list(profile.names))


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
    run = model.go_on(prompt + before, LONGEST_REPLY, grammar=one_of([rest], blank=False), enough=hopeless)
    if run.text != rest or hopeless(run.pieces):
        return None
    try:
        return read((*shared, *run.pieces), profile)
    except AutovizError:  # the model's SQL says less than the decoder's Query
        return None


def _shared(pieces: Sequence[Piece], text: str) -> tuple[tuple[Piece, ...], str]:
    """The pieces with which a text begins like the model's own, and their text."""
    before, found = "", []
    for piece in pieces:
        if not piece[0] or not text.startswith(before + piece[0]):
            break
        before += piece[0]
        found.append(piece)
    return tuple(found), before
