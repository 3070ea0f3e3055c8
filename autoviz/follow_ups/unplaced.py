"""Unplaced: words that a follow-up keeps or leaves out rows by, and that stand for nothing in the table."""

from __future__ import annotations

from autoviz.answering.advice import example
from autoviz.errors import QuestionError
from autoviz.follow_ups.basis import Basis
from autoviz.linking.lexicon import function_words
from autoviz.linking.text import words
from autoviz.listing import few, listed

_IDLE = ("filler", "refers", "into")
_NOUNS = (*_IDLE, "senses", "group", "rows")
MOST_VALUES = 6


def refuse_unplaced(basis: Basis) -> None:
    """Say so where rows are to be kept or left out by words that nothing in the table stands for: only the red ones."""
    said = basis.mentions
    first = next((item for item in said.said if item.kind not in _IDLE), None)
    lost = [word.text for word in words(basis.fragment.text) if word.lower in {*said.unspent} - function_words()]
    picks = first is not None and first.kind == "senses" and first.meaning in ("only", "drop")
    if not picks or not lost or any(item.kind not in _NOUNS or item.axis for item in said.said):
        return
    named = listed([repr(word) for word in lost])
    told = f"Nothing in {basis.profile.name} was found for {named}, so the answer before stays as it is."
    raise QuestionError(told, _values(basis) or example(basis.profile))


def _values(basis: Basis) -> str:
    """What can be kept or left out of what things are grouped by."""
    named = [item.column for item in basis.mentions.of("group") if item.column]
    for name in (*named, *basis.groups):
        values = [str(value) for value in basis.profile.by_name[name].values]
        if values:
            return f"{name} holds {listed(few(values, MOST_VALUES))}."
    return ""
