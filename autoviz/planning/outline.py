"""Draft: the steps so far, each reading from the one before and citing what it serves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from autoviz.columns import free_name
from autoviz.model.plan import SOURCE, Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.charting import Encoding
from autoviz.planning.compiling import plain
from autoviz.planning.evidence import serves
from autoviz.planning.serving import first_serving
from autoviz.planning.views import View
from autoviz.registry.catalog import Catalog


@dataclass
class Draft:
    """The steps so far and the one that the next reads from."""

    requirements: Requirements
    profile: DatasetProfile
    catalog: Catalog
    default_aggregate: Callable[[str], str]
    encoding: Encoding
    tools: Sequence[str]
    """The tools that it may use, the likeliest first."""
    asked: list[tuple[View, ...]] = field(default_factory=list)
    """What is to be done, each told in the views in which a tool may serve it."""
    lacking: list[str] = field(default_factory=list)
    """What none of these tools serves."""
    steps: list[Step] = field(default_factory=list)
    last: str = SOURCE
    value: str | None = None
    """The column that holds what is drawn on y."""
    more: list[str] = field(default_factory=list)
    """Further columns drawn beside it."""

    def then(
        self, step_id: str, *views: View, when: str = "always", inputs: tuple[str, ...] | None = None
    ) -> Step | None:
        """Add a step by the first tool that serves what is told in these views; it reads from the last one."""
        self.asked.append(views)
        served = first_serving(views, self.tools, self.catalog)
        if served is None:
            self.lacking.append(views[0].kind)
            return None
        name = free_name(step_id, [step.id for step in self.steps])
        step = Step.model_validate(
            {"id": name, "tool": served.tool, "params": plain(dict(served.params)),
             "inputs": inputs or (self.last,), "when": when}
        )  # fmt: skip
        step = step.replaced(satisfies=self._claims(step))
        self.steps.append(step)
        if "df" in self.catalog.tools[served.tool].outputs:
            self.last = step.id
        return step

    def _claims(self, step: Step) -> tuple[str, ...]:
        """The requirement keys that the tool can serve and that the params bear out."""
        asked = self.requirements
        return tuple(key for key in asked.keys if serves(step, key, asked, self.catalog))
