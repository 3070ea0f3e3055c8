"""Coverage: which step serves which requirement, and what is missing, unjustified or out of order."""

from __future__ import annotations

from typing import Literal

from autoviz.model.base import Value


class Gap(Value):
    """One reason why a plan does not match what was asked."""

    kind: Literal["missing", "unjustified", "misordered", "refused"]
    key: str
    """A requirement key for what is missing, the tool for what its own checks refused, a step id otherwise."""
    message: str
    of_cells: bool = False
    """Whether the message may speak of what stands in the frame, which is not for every model to know."""


class Coverage(Value):
    """The proof: for each requirement key the ids of the steps that serve it, and the gaps."""

    served: dict[str, tuple[str, ...]]
    gaps: tuple[Gap, ...] = ()
    not_done: tuple[str, ...] = ()
    """What could not be covered after the last try: 'not done, because …'."""
    removed: tuple[str, ...] = ()
    """What the gate itself took out after the last try."""

    @property
    def complete(self) -> bool:
        return not self.gaps

    def payload(self) -> dict[str, list[str]]:
        """The structured error that goes back to adaptation."""
        kinds = ("missing", "unjustified", "misordered", "refused")
        return {kind: [gap.key for gap in self.gaps if gap.kind == kind] for kind in kinds}
