"""Draft: the steps so far, each reading from the one before and citing what it serves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from autoviz.model.plan import SOURCE, Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.charting import Encoding
from autoviz.registry.catalog import Catalog
from autoviz.registry.evidence import serves


@dataclass
class Draft:
    """The steps so far and the one that the next reads from."""

    requirements: Requirements
    profile: DatasetProfile
    catalog: Catalog
    default_aggregate: Callable[[str], str]
    encoding: Encoding
    steps: list[Step] = field(default_factory=list)
    last: str = SOURCE
    value: str | None = None
    """The column that holds what is drawn on y."""
    more: list[str] = field(default_factory=list)
    """Further columns drawn beside it."""

    def then(
        self, step_id: str, tool: str, when: str = "always", inputs: tuple[str, ...] | None = None, **params: Any
    ) -> Step:
        """Add a step that reads from the last one and becomes the last one if it gives a table."""
        given = {name: value for name, value in params.items() if value is not None}
        step = Step.model_validate(
            {"id": self._free(step_id), "tool": tool, "params": given, "inputs": inputs or (self.last,), "when": when}
        )
        step = step.replaced(satisfies=self._claims(step))
        self.steps.append(step)
        if "df" in self.catalog.tools[tool].outputs:
            self.last = step.id
        return step

    def _free(self, step_id: str) -> str:
        taken = {step.id for step in self.steps}
        return next(name for name in (step_id, *(f"{step_id}_{n}" for n in range(2, 99))) if name not in taken)

    def _claims(self, step: Step) -> tuple[str, ...]:
        """The requirement keys that the tool can serve and that the params bear out."""
        asked = self.requirements
        return tuple(key for key in asked.keys if serves(step, key, asked, self.catalog))
