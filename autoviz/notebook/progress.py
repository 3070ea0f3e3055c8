"""Progress: the stages in the cell's first output while it runs, and what stays of them when it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoviz.export.markup import FONT, INK, Markup, joined, soft, tag
from autoviz.model.provenance import StageRecord
from autoviz.notebook.stages import expected
from autoviz.notebook.view import Slots

if TYPE_CHECKING:
    from autoviz.notebook.widget import Panel

_SIGNS = {"done": "✓", "running": "✗", "waiting": "·"}


class Progress:
    """Tells a panel of each stage; without a live front end it tells nobody."""

    def __init__(self, slots: Slots, *, live: bool, only_plan: bool) -> None:
        self._slots = slots
        self.panel: Panel | None = None
        if live:
            from autoviz.notebook.widget import Panel

            self.panel = Panel()
            self.panel.start(expected(only_plan=only_plan))
            slots.show("answer", self.panel.bundle())

    def tell(self, stage: str, record: StageRecord | None) -> None:
        """A stage starts or ends."""
        if self.panel is not None:
            self.panel.tell(stage, record)

    def fail(self) -> None:
        """Leave the stages as text, with the one where it ended."""
        if self.panel is None:
            return
        reached = [stage for stage in self.panel.stages if stage["state"] != "waiting"]
        words = [f"{_SIGNS[stage['state']]} {stage['name']}" for stage in reached]
        line: Markup = tag("div", soft(joined(words, " &ensp; ")), style=f"{FONT}; {INK}; font-size:12px")
        self._slots.show("answer", {"text/html": line, "text/plain": ", ".join(words)})
        self.panel.close()
        self.panel = None
