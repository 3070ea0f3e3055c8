"""Proof: what a plan computed, held against the Query's own SQL over the same rows."""

from __future__ import annotations

from typing import Literal

from autoviz.model.base import Value

Verdict = Literal["proven", "differs", "not proven"]


class Proof(Value):
    """How the second computation came out."""

    verdict: Verdict
    numbers: int = 0
    """Numbers that were compared."""
    rows: int = 0
    """Rows of the result that were compared."""
    sampled: int | None = None
    """Rows of the sample on which both were computed; None where all rows were used."""
    sql: str = ""
    differences: tuple[str, ...] = ()
    """The first of them, each a sentence."""
    different: int = 0
    """How many there are in all, where they were counted."""
    reason: str = ""
    """Why it is not proven, or what was checked instead."""

    def __str__(self) -> str:
        return self.line

    @property
    def line(self) -> str:
        """The one line that people read."""
        if self.verdict == "not proven":
            return f"not proven: {self.reason or 'it was not computed a second time'}"
        if self.verdict == "differs":
            more = max(self.different, len(self.differences)) - 1
            rest = f" (and {more:,} more)" if more > 0 else ""
            return f"does not hold: {self.differences[0]}{rest}" if self.differences else "does not hold"
        where = "" if self.sampled is None else f" on a sample of {_counted(self.sampled, 'row')}"
        return f"proven{where}: {self._computed}"

    @property
    def _computed(self) -> str:
        """What agrees; a list of names has no numbers, and nothing at all can agree too."""
        if self.numbers:
            return f"{_counted(self.numbers, 'number')} computed twice"
        return f"{_counted(self.rows, 'row')} found twice" if self.rows else "no rows, looked for twice"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
