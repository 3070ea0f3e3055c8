"""Result: a step's table with what its reading needs beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autoviz.answering.form import Form
from autoviz.drawing.titles import readable, unitless
from autoviz.model.fact import Fact
from autoviz.model.plan import Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import Note
from autoviz.model.requirements import Requirements
from autoviz.query.language import Query
from autoviz.table import Table


@dataclass(frozen=True)
class Result:
    """A step's result with what its reading needs beside it."""

    step: Step
    table: Table
    requirements: Requirements
    drawn: tuple[str, ...] = ()
    """The columns that charts draw from it on y."""
    rows_before: int | None = None
    """The rows that went into the step."""
    limit: int = 10
    notes: tuple[Note, ...] = ()
    """What the step noted."""
    resolved: Mapping[str, Any] = field(default_factory=dict)
    """The params that the data decided."""

    query: Query | None = None
    """What the table answers, where the closed language says it."""
    profile: DatasetProfile | None = None
    form: Form = field(default_factory=Form)
    """What kind of answer the words of the question call for."""
    before: Table | None = None
    """The table of which the first rows were taken, in which those that come next still are."""
    groups: Table | None = None
    """The table of the groups that a test is of."""
    count: int | None = None
    """How many rows there are, where the table holds only the first of them."""

    @property
    def rows(self) -> int:
        return self.table.counted if self.count is None else self.count

    def fact(self, name: str, value: int) -> Fact:
        """A count about the step itself."""
        return Fact(name=name, value=value, step_id=self.step.id)

    def called(self, column: object) -> str:
        """A column in words, without the unit that its numbers are told with."""
        known = self.profile.by_name.get(str(column)) if self.profile is not None else None
        return unitless(readable(str(column)), known.unit if known is not None else None)
