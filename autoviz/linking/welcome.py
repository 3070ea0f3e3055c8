"""Welcome: which end of a measure the best and the worst of a question have: the worst yield is the lowest, and the
worst delay the longest.

Whether more of a measure is better is told by the examples in phrasings.yaml that come nearest to its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from autoviz.embedding import Encoder
from autoviz.frames.dates.shapes import name_words
from autoviz.linking.form_reading import form_of
from autoviz.linking.nearest import votes_of
from autoviz.model.profile import DatasetProfile
from autoviz.registry.phrasings import phrasings

AKIN, CLEARLY = 0.4, 0.7
"""How near a name must come to an example, and what part of the vote must be for one side: of some 80 names that are no
examples, all but two were put on the right side by these or on none."""
_WAYS = {"more": 1, "less": -1}
_TOP = re.compile(r"\btop (?=\d)", re.IGNORECASE)
"""What only says how many: the top 3 sites with the worst delay."""


def judged_ends(
    question: str, read: Collection[str], earned: str | None, profile: DatasetProfile, encoder: Encoder
) -> dict[str, int]:
    """Each measure that is read, and what rows earned, → which end of it the best or the worst of a question has, 1 or
    -1; nothing where nothing is judged or both are asked for."""
    form = form_of(_TOP.sub("", question), profile=profile)
    if not form.judging or not form.superlative or form.both_ends:
        return {}
    measures = [name for name in profile.names if name in read and profile.by_name[name].metric and name != earned]
    more_is_better = _welcome(measures, encoder)
    if earned is not None:
        more_is_better[earned] = 1
    return {name: way * form.direction for name, way in more_is_better.items()}


def _welcome(names: Sequence[str], encoder: Encoder) -> dict[str, int]:
    """Each name of a measure → 1 where more of it is better, -1 where less; without those that no example is like, or
    one that tells neither, as a count."""
    examples = [(side, text) for side, listed in phrasings().welcome.items() for text in listed]
    vectors = encoder.encode([*(" ".join(name_words(name)) for name in names), *(text for _, text in examples)])
    found: dict[str, int] = {}
    for name, row in zip(names, vectors[: len(names)] @ vectors[len(names) :].T, strict=True):
        votes = votes_of(row, [side for side, _ in examples])
        side = max(votes, key=lambda one: votes[one])
        if side in _WAYS and row.max() >= AKIN and votes[side] >= CLEARLY:
            found[name] = _WAYS[side]
    return found
