"""Defaults: whether a measure adds up or is averaged where the question does not say, by nearness to known measures."""

from __future__ import annotations

from autoviz.embedding import Encoder
from autoviz.linking.names import split_name
from autoviz.model.profile import ColumnProfile
from autoviz.registry.phrasings import phrasings


def default_aggregate(column: ColumnProfile, encoder: Encoder) -> str:
    """`sum` for what adds up, `mean` for what does not, `count` for what is no measure at all."""
    if not column.metric:
        return "count"
    if column.kind == "ordinal":
        return "mean"
    known = [(func, words) for func, listed in phrasings().measures.items() for words in listed]
    vectors = encoder.encode([" ".join(split_name(column.name)), *(words for _, words in known)])
    nearness = vectors[1:] @ vectors[0]
    return known[int(nearness.argmax())][0]
