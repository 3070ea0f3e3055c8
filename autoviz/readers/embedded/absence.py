"""Absence: phrases of a question that speak of what the table lacks, and values that no condition took up."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np

from autoviz.linking.joints import COUNTING
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import Match
from autoviz.linking.literals import DateRange
from autoviz.linking.text import words
from autoviz.model.reading import Reading
from autoviz.readers.embedded.choosing import log_softmax
from autoviz.readers.embedded.conditions import Use
from autoviz.readers.embedded.heads import MEANINGS
from autoviz.readers.embedded.network import Answers

LIKELY, SURE = 0.6, 0.9
"""From the first share on a word counts as one for what is not there; from the second on it stops the reading."""

UNKNOWN = 0.002
"""What is left of a reading that passes over what is quoted, a place, a year or a time of day that the table surely has
not: that is asked."""
PASSED_OVER = 0.5
"""What is left where it passes over a word that is only written like a name: that is told beside a guess."""
AS_LIKELY = 0.5
"""Words of at least this share of the likeliest one's are told with it."""


@dataclass(frozen=True)
class Lacking:
    """Words of a question for which a reader finds nothing in the table, so that it has no reading of its own."""

    words: tuple[str, ...]
    probability: float

    def told_of(self, reading: Reading) -> Reading:
        """Another's reading, as far as it may be right in spite of it, with the words that it passes over."""
        asked = reading.requirements
        told = asked.replaced(not_found=asked.not_found or self.words)
        return reading.replaced(requirements=told, confidence=min(reading.confidence, 1 - self.probability))

    def likeliest(self, answers: Answers) -> Lacking:
        """With those words alone that the network, too, takes for something absent: who scored is a player or none."""
        spoken = answers.encoded.words
        shares = dict(zip((word.text for word in spoken), _absences(answers), strict=True))
        most = max((shares.get(word, 0.0) for word in self.words), default=0.0)
        kept = tuple(word for word in self.words if shares.get(word, 0.0) >= AS_LIKELY * most)
        return Lacking(kept or self.words, self.probability)


def _absences(answers: Answers) -> list[float]:
    """How likely each open word stands for what the table lacks."""
    count = len(answers.encoded.words)
    found = np.exp(log_softmax(answers.scores["meaning"])[:count, MEANINGS.index("absent")])
    return [float(share) for share in found]


def meanings(answers: Answers) -> dict[str, tuple[str, float]]:
    """Each open word with the column that it likeliest stands for, nothing where it lies beyond the table, and how
    likely it says nothing of its own."""
    names = answers.encoded.columns
    shares = np.exp(log_softmax(answers.scores["meaning"]))
    found: dict[str, tuple[str, float]] = {}
    for word, share in zip(answers.encoded.words, shares, strict=False):
        best = int(share[len(MEANINGS) :][: len(names)].argmax())
        column = names[best] if share[len(MEANINGS) + best] > share[MEANINGS.index("absent")] else ""
        found[word.lower] = (column, float(share[MEANINGS.index("none")]))
    return found


def absent(question: str, answers: Answers) -> tuple[tuple[str, ...], float]:
    """The phrases for what the table lacks, and how likely the likeliest is one, where that is near to sure."""
    spoken = answers.encoded.words
    if not spoken:
        return (), 0.0
    shares = _absences(answers)
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
    surest = max(shares)
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
