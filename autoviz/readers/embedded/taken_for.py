"""Taken for: the column by which a reading makes groups, where the question calls it by a word of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autoviz.linking.links import Aliases, link
from autoviz.linking.text import Word
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.query.language import plain_names
from autoviz.readers.embedded.open_words import open_words

_BY = re.compile(r"\b(?:by|per|(?:for|in|of|from|at) (?:each|every)|each|every)\s+$", re.IGNORECASE)


def with_groups_told(text: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading that says which column a word was taken for that groups hang by, where nothing but a guess of the
    network ties them: claims by broker go by handler."""
    return reading.each(lambda asked: _told(text, asked, profile, aliases))


def _told(text: str, asked: Requirements, profile: DatasetProfile, aliases: Aliases) -> Requirements:
    matches = link(text, profile, aliases)
    linked = {match.column for match in matches} | {item.target for item in asked.links}
    keys = plain_names(item.expr for item in asked.query.by) if asked.query is not None else asked.group_by
    unsaid = [name for name in keys if name in profile.by_name and name not in linked]
    free = open_words(text, matches, ())
    said = [_phrase(text, word, free) for word in free if _BY.search(text[: word.start])]
    told = asked.not_found or asked.unused
    if len(unsaid) != 1 or len(said) != 1 or said[0] in " ".join(told):
        return asked
    return asked.assuming(f"{said[0]} is taken for {unsaid[0]}.")


def _phrase(text: str, first: Word, free: Sequence[Word]) -> str:
    """A word with the open ones right behind it: each age certificate."""
    end = first.end
    for word in free:
        if word.start > first.start and not text[end : word.start].strip():
            end = word.end
    return text[first.start : end]
