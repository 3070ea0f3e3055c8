"""Absence: phrases of a question that speak of what the table lacks, and values that no condition took up."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from autoviz.linking.joints import COUNTING
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import Match
from autoviz.linking.literals import DateRange
from autoviz.linking.text import words
from autoviz.readers.embedded.choosing import log_softmax
from autoviz.readers.embedded.conditions import Use
from autoviz.readers.embedded.heads import MEANINGS
from autoviz.readers.embedded.network import Answers

LIKELY, SURE = 0.6, 0.9
"""From the first share on a word counts as one for what is not there; from the second on it stops the reading."""


def absent(question: str, answers: Answers) -> tuple[tuple[str, ...], float]:
    """The phrases for what the table lacks, and how likely the likeliest is one, where that is near to sure."""
    spoken = answers.encoded.words
    if not spoken:
        return (), 0.0
    shares = np.exp(log_softmax(answers.scores["meaning"])[: len(spoken), MEANINGS.index("absent")])
    likely = {(word.start, word.end) for word, share in zip(spoken, shares, strict=True) if share >= LIKELY}
    runs: list[list[int]] = []
    between = True
    for word in words(question):
        if (word.start, word.end) in likely:
            if between or not runs:
                runs.append([word.start, word.end])
            runs[-1][1] = word.end
            between = False
        elif word.lower not in function_words():
            between = True
    surest = float(shares.max())
    return tuple(question[first:last] for first, last in runs), surest if surest >= SURE else 0.0


def asks_nothing(question: str, answers: Answers, matches: Sequence[Match]) -> bool:
    """Whether no word of a text names, measures or asks for anything: 'thanks a lot'."""
    if matches or answers.encoded.candidates or {word.lower for word in words(question)} & (request_words() | COUNTING):
        return False
    count = len(answers.encoded.words)
    return not (answers.scores["meaning"][:count].argmax(-1) >= len(MEANINGS)).any()


def unheld_bounds(uses: Sequence[Use]) -> tuple[str, ...]:
    """Bounds on groups, as they are written."""
    return tuple(f"{item.op} {item.candidate.phrase}" for item in uses if item.use == "having")


def unused_dates(answers: Answers, uses: Sequence[Use], filtered: Set[str]) -> tuple[str, ...]:
    """Dates within the data that are named and narrow nothing down."""
    taken = [item.candidate for item in uses]
    dates = [one for one in answers.encoded.candidates if one.values and isinstance(one.values[0], DateRange)]
    free = [one for one in dates if not any(one.start < other.end and other.start < one.end for other in taken)]
    return tuple(one.phrase for one in free if not filtered & set(one.columns))
