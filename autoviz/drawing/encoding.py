"""Encoding: which column of a table plays which role in a chart, and what the user calls it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from autoviz.model.chart import Chart
from autoviz.model.labels import AGGREGATES, Layout, Mark
from autoviz.model.provenance import Note
from autoviz.table import Lineage, Table

ADDITIVE = ("sum", "count")
"""Aggregates of parts that add up to the aggregate of the whole."""


def sum_of_mean(story: Lineage) -> bool:
    """Whether a step before added up what does not add up, such as averages."""
    outer, _, inner = story.made_by.partition(" of ")
    return outer == "sum" and inner in AGGREGATES and inner not in ADDITIVE


def computed(story: Lineage) -> bool:
    """Whether a column was computed from several others, so that its own name is the one that the user knows."""
    return " and " in story.source and story.made_by.endswith(f" of {story.source}")


@dataclass(frozen=True)
class Encoding:
    """The columns of one chart by role, as the step names them."""

    table: Table
    mark: Mark
    x: str | None
    y: tuple[str, ...] = ()
    color: str | None = None
    facet: str | None = None
    size: str | None = None
    label: str | None = None
    """What each point is."""
    layout: Layout | None = None
    grain: str | None = None
    title: str | None = None
    notes: tuple[Note, ...] = ()
    """What was done to the rows before they came here."""

    def __post_init__(self) -> None:
        self.table.need(*self.columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that is drawn, once each."""
        named = (self.x, *self.y, self.color, self.facet, self.size, self.label)
        return tuple(dict.fromkeys(column for column in named if column is not None))

    @property
    def groups(self) -> tuple[str, ...]:
        """The columns that place or separate rows, once each."""
        return tuple(dict.fromkeys(column for column in (self.x, self.color, self.facet) if column is not None))

    @property
    def period(self) -> str | None:
        """The grain of the x axis: the one stated, else the one that an earlier step gave the column."""
        return self.grain or (self.table.of(self.x).grain if self.x else None)

    @property
    def measure(self) -> Lineage:
        """The lineage of the first metric; without one, rows are counted."""
        return self.table.of(self.y[0]) if self.y else Lineage(source="", aggregate="count")

    @property
    def additive(self) -> bool:
        """Whether the drawn values may be added up across groups."""
        return self.measure.aggregate in ADDITIVE and self.measure.unit != "%" and not sum_of_mean(self.measure)

    def source(self, column: str | None) -> str | None:
        """The user's own name for a column; None where rows are counted."""
        if column is None:
            return None
        story = self.table.of(column)
        if computed(story):
            return column
        return story.source or (None if story.aggregate == "count" else column)

    def chart(self, **told: Any) -> Chart:
        """The encoding in the user's own names, with what else is known of the figure."""
        fields: dict[str, Any] = {
            "mark": self.mark,
            "x": self.source(self.x),
            "y": self.source(self.y[0]) if self.y else None,
            "more_y": tuple(filter(None, (self.source(column) for column in self.y[1:]))),
            "aggregate": self.measure.aggregate,
            "color": self.source(self.color),
            "facet": self.source(self.facet),
            "size": self.source(self.size),
            "label": self.source(self.label),
            "layout": self.layout,
            "grain": self.period,
        }
        return Chart(**{**fields, **told})
