"""Sureness: how often the reading that is taken is right, fitted on the answers of the reader that is shipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from autoviz.readers.embedded.arbiter import FREELY, STATED, Weights, chosen
from training.reading.arbitrating import Asked, answered, weights_of

KINDS = {"STATED": STATED, "FREELY": FREELY}
"""The weights of questions that name a chart, and of those that do not."""


@dataclass(frozen=True)
class Taken:
    """What the reader sees of the reading that it takes, and whether the answer by it is right."""

    seen: dict[str, float]
    right: bool
    weight: float = 1.0

    @property
    def kind(self) -> str:
        """Which of the two sets of weights the reader would use."""
        return "STATED" if self.seen["chart stated"] else "FREELY"


def outcomes(asked: Iterable[Asked]) -> Iterator[Taken]:
    """Each question answered by the reading that the arbiter takes, where both networks read it."""
    for one in asked:
        found, seen = answered(one.rows, one.question, chosen)
        if seen is not None:
            yield Taken(seen, found is not None and one.right(found), one.weight)


def fitted(found: Sequence[Taken]) -> dict[str, Weights]:
    """The weights of either kind; none of a kind whose answers are all right or all wrong."""
    made = {}
    for kind, like in KINDS.items():
        some = [one for one in found if one.kind == kind]
        right = [one.right for one in some]
        if len(set(right)) == 2:
            made[kind] = weights_of([one.seen for one in some], right, [one.weight for one in some], like)
    return made


def summary(found: Sequence[Taken]) -> Iterator[str]:
    """A line for either kind: how many of its answers are right, and its weights."""
    made = fitted(found)
    for kind in KINDS:
        right = [one.right for one in found if one.kind == kind]
        told = made.get(kind, "not fitted: that takes answers that are right and answers that are wrong")
        yield f"{kind} {sum(right)} of {len(right)} right {told}"
