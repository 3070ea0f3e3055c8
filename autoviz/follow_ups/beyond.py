"""Beyond: what people write that no table answers, heard by its nearness to examples and told with a way on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from autoviz.answering.advice import example
from autoviz.embedding import Encoder
from autoviz.errors import QuestionError
from autoviz.follow_ups.fragments import Fragment, filled, fragment_of, plain
from autoviz.linking.lexicon import common_words
from autoviz.linking.links import Aliases
from autoviz.linking.names import positive
from autoviz.linking.text import words
from autoviz.linking.votes import Votes
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.registry.beyond import beyond
from autoviz.registry.catalog import default_catalog
from autoviz.registry.followups import followups
from autoviz.uncollected import uncollected

NEAR, NEAR_AS_WRITTEN = 0.65, 0.38
"""So near an example must be with stand-ins for what is named, and as it is written: of 5,769 questions written about
tables four are that near with stand-ins, and as they are written these come to 0.35 at most."""
ALIKE = 0.6
"""So near is enough where nothing of the table is named."""
ELSEWHERE = frozenset({"talk", "abilities", "world"})
"""What is asked of no table; a question that names something of this one is none of these."""
OVERVIEW, WITHIN = "overview", "within"


class Listener:
    """What a text asks for that is no matter of the table, for one encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        known, told = beyond(), followups()
        outside = [(kind, filled(text)) for kind, entry in known.kinds.items() for text in entry.examples]
        taken = {text for _, text in outside}
        asked = [text for entry in default_catalog().intents.values() for text in entry.examples]
        asked += [*told.fresh, *(text for entry in told.kinds.values() for text in entry.examples), *known.within]
        inside = [(OVERVIEW, filled(text)) for text in known.overview]
        inside += [(WITHIN, text) for text in map(filled, asked)]
        self.votes = Votes(encoder, [*outside, *(item for item in inside if item[1] not in taken)])

    def kind(self, fragment: Fragment, least: float = NEAR) -> str | None:
        """Which of the kinds a text is of; none where a table may answer it."""
        masked, written = self._encoder.encode([fragment.masked, plain(fragment.text)])
        likeliest = int(self.votes.shares(masked).argmax())
        held = self.votes.places == likeliest
        nearness = [float(self.votes.nearness(vector)[held].max()) for vector in (masked, written)]
        near = nearness[0] >= least and nearness[1] >= NEAR_AS_WRITTEN
        return self.votes.labels[likeliest] if near and self.votes.labels[likeliest] in beyond().kinds else None


def refuse_beyond(text: str, profile: DatasetProfile, aliases: Aliases, encoder: Encoder) -> None:
    """Say so where a text asks for what no table answers."""
    fragment = fragment_of(text, profile, aliases)
    kind = listener(encoder).kind(fragment)
    if kind is not None and not (kind in ELSEWHERE and fragment.matches):
        entry = beyond().kinds[kind]
        raise QuestionError(f"{entry.told}.", entry.instead or example(profile))


def refuse_unasked(
    text: str, read: Requirements, profile: DatasetProfile, aliases: Aliases, encoder: Encoder
) -> None:
    """Say so where nothing was read but a first look at the table, and the words are none, or rather ask for what lies
    outside of it: what is vague gets that look."""
    bare = read.query is None and not (read.metrics or read.group_by or read.time or read.constraints)
    fragment = fragment_of(text, profile, aliases)
    if not bare or read.analysis != ("summary",) or fragment.matches or fragment.literals:
        return
    spoken = {form for word in words(text) for form in positive(word.lower)}
    if not spoken & common_words() or listener(encoder).kind(fragment, ALIKE):
        told = f"Nothing in these words asks for something in {profile.name}; only English is read."
        raise QuestionError(told, example(profile))


@lru_cache(maxsize=8)
@uncollected()
def _made(encoder: Any) -> Listener:
    return Listener(encoder)


def listener(encoder: Encoder) -> Listener:
    """The listener over an encoder, fitted once."""
    return _made(cast(Any, encoder))
