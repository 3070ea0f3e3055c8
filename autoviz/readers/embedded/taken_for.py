"""Taken for: the column that a reading takes a word for, where the question calls it by a word of its own, or where
that word names another column just as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from autoviz.linking.links import Aliases, Match, link
from autoviz.linking.names import forms, split_name
from autoviz.linking.text import Word, words
from autoviz.listing import listed
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Aggregate, Call, Constant, parts_of, plain_names
from autoviz.readers.embedded.open_words import open_words

_IN_PART, _LEVEL = 0.75, 0.1
"""Below which score a word names a column by a part of its name, and how near another comes that it names as well."""
_BY = re.compile(r"\b(?:by|per|(?:for|in|of|from|at) (?:each|every)|each|every)\s+$", re.IGNORECASE)


def with_others_told(text: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading that says which of several columns a word was taken for that names them alike: matches by team go by
    the home team, and delays are those of departure."""
    matches = [match for match in link(text, profile, aliases) if match.value is None and not match.dominated]
    best = {match.column: match for match in sorted(matches, key=lambda match: (match.score, match.end - match.start))}
    said = {form for word in words(text) for form in forms(word.lower)}
    return reading.each(lambda asked: asked.assuming(*_alike(asked, best, said, profile)))


def _alike(
    asked: Requirements, best: Mapping[str, Match], said: set[str], profile: DatasetProfile
) -> Iterator[str]:
    """What is told of each column that is read, and named no better than others of its sort that are not."""
    for name in dict.fromkeys(_read_as_it_is(asked)):
        own = best.get(name) if name in profile.by_name else None
        if own is None or own.score > _IN_PART or any(name in told for told in asked.assumed):
            continue
        rivals = [
            one.column
            for one in best.values()
            if (one.start, one.end) == (own.start, own.end) and one.column != name and one.score > own.score - _LEVEL
            and _sort(one.column, profile) == _sort(name, profile)
        ]
        apart = {*split_name(name)}.difference(*map(split_name, rivals))
        if rivals and not said & apart and not {*rivals} & {*asked.named} and profile.by_name[name].kind != "temporal":
            yield f"{own.phrase} is taken for {name}; {listed(rivals, 'or')} would be another."


def _read_as_it_is(asked: Requirements) -> Iterator[str]:
    """The columns that groups are made by, that are measured, or that are held against a number."""
    if asked.query is None:
        yield from (*asked.group_by, *asked.metrics, *(item.column for item in asked.all(Filter)))
        return
    query = asked.query
    tests = [part.args for part in parts_of(Call, query.where) if isinstance(part.args[-1], Constant)]
    measured = [part.args for part in parts_of(Aggregate, query.measures)]
    yield from plain_names(item.expr for item in query.by)
    yield from plain_names(arg for args in (*tests, *measured) for arg in args)


def _sort(name: str, profile: DatasetProfile) -> tuple[str, str, str]:
    column = profile.by_name[name]
    return column.kind, column.meaning, column.unit


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
