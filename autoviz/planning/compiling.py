"""Compiling: the road of a Query as steps, each by a tool of the shortlist that says it serves the Clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.model.base import Value
from autoviz.model.plan import SOURCE, Adaptation, Step, Template
from autoviz.model.profile import DatasetProfile
from autoviz.model.tool import Shortlist
from autoviz.planning.adapting import changes_to
from autoviz.planning.clauses import Clause, Road, road_of
from autoviz.planning.serving import doable, serving
from autoviz.query.language import Query
from autoviz.registry.catalog import Catalog

PREFIX = "query."
"""How requirement keys of Clauses begin."""


def compiled(
    query: Query, template: Template, shortlist: Shortlist, profile: DatasetProfile, catalog: Catalog
) -> Adaptation:
    """The changes that make the template a plan for the Query, by tools of the shortlist alone."""
    draft = Compiled(catalog, shortlist.names)
    draft.along(road_of(query, profile.names))
    return changes_to(template, draft.steps).replaced(lacking=tuple(draft.lacking))


@dataclass
class Compiled:
    """The steps of a road so far, and the Clauses that no tool of the shortlist serves."""

    catalog: Catalog
    tools: Sequence[str]
    steps: list[Step] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)

    def along(self, road: Road, start: str = SOURCE, stations: tuple[str, ...] = ()) -> str:
        """Add the steps of a road that starts at a step, for these stations or its own; the id of its last one."""
        last = self.along(road.source, start, stations or ("source",)) if road.source else start
        for clause in (part for whole in road.clauses for part in doable(whole, self.tools, self.catalog)):
            served = stations or clause.stations
            beside = (self.along(clause.beside, start, served),) if clause.beside else ()
            last = self._step(clause, (last, *beside), served) or last
        return last

    def _step(self, clause: Clause, inputs: tuple[str, ...], stations: tuple[str, ...]) -> str | None:
        served = serving(clause, self.tools, self.catalog)
        if served is None:
            self.lacking.append(clause.views[0].kind)
            return None
        params = {name: plain(value) for name, value in served.params.items()}
        cited = tuple(f"{PREFIX}{station}" for station in stations)
        step = Step(id=self._free(clause.kind), tool=served.tool, params=params, inputs=inputs, satisfies=cited)
        self.steps.append(step)
        return step.id

    def _free(self, step_id: str) -> str:
        taken = {step.id for step in self.steps}
        return next(name for name in (step_id, *(f"{step_id}_{n}" for n in range(2, 999))) if name not in taken)


def plain(value: Any) -> Any:
    """A param as plain data, as a plan keeps it."""
    if isinstance(value, Value):
        return value.model_dump(mode="json")
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value
