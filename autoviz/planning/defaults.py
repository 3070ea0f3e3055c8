"""Defaults: whether a measure adds up or is averaged where the question does not say, by nearness to known measures."""

from __future__ import annotations

from collections.abc import Callable

from autoviz.embedding import Vectors
from autoviz.linking.names import split_name
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.registry.phrasings import phrasings

Embed = Callable[[list[str]], Vectors]


def suiting(profile: DatasetProfile, embed: Embed) -> Callable[[str], str]:
    """What summarises each column of a frame where the question does not say; a column made on the way adds up."""

    def suits(column: str) -> str:
        entry = profile.by_name.get(column)
        return default_aggregate(entry, embed) if entry else "sum"

    return suits


def default_aggregate(column: ColumnProfile, embed: Embed) -> str:
    """`sum` for what adds up, `mean` for what does not, `count` for what is no measure at all."""
    if not column.metric:
        return "count"
    if column.kind == "ordinal":
        return "mean"
    known = [(func, words) for func, listed in phrasings().measures.items() for words in listed]
    vectors = embed([" ".join(split_name(column.name)), *(words for _, words in known)])
    nearness = vectors[1:] @ vectors[0]
    return known[int(nearness.argmax())][0]
