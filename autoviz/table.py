"""Table: a frame on its way through a plan, with the story of its columns; Outcome: what a tool gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.errors import ColumnError, did_you_mean
from autoviz.frames import to_pandas
from autoviz.model.chart import Chart
from autoviz.model.provenance import Note
from autoviz.model.requirements import Filters

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]


COUNTED_ROWS = 100_000
"""Tables up to this size have their empty cells counted for the provenance."""
REMEMBERED_CELLS = 100_000
"""Results of a lazy engine up to this size are fetched once and kept with their table; larger ones are not held."""
SHORT_ROWS = 1_000
"""Of a lazy engine's results of so many rows all are fetched where the first are wanted, and at hand from then on."""


@dataclass(frozen=True)
class Lineage:
    """How a column came to be, so that titles, axis labels and chart lint can speak of it."""

    source: str
    """The user's column that it was made from; empty where rows are counted."""
    aggregate: str | None = None
    quantile: float | None = None
    """Which quantile, where that is the aggregate."""
    grain: str | None = None
    unit: str | None = None
    incomplete: tuple[str, ...] = ()
    """ISO dates of the first or last period where the data does not fill it."""
    made_by: str = ""
    """What a derived column is: 'share', 'change', 'rolling average of 3' …"""
    order: tuple[str, ...] = ()
    """The labels of the column from first to last, where sorting them as text would mix them up."""
    width: float | None = None
    """Of bins: how wide each is; the values are their lower ends."""
    words: str = ""
    """What the answer calls a measure that is worked out; titles and axes then call it the same."""
    sides: tuple[str, str] | None = None
    """Of groups by a condition: what those are called for which it holds, and the others."""
    reach: tuple[str, str, float | None] | None = None
    """Of the user's own dates: the first and the last of the whole column, and the usual days between two of them; of
    periods of which one is incomplete the dates alone."""


@dataclass(frozen=True)
class Table:
    """A narwhals frame, eager or lazy, and the lineage of the columns that a step made."""

    frame: Frame
    lineage: Mapping[str, Lineage] = field(default_factory=dict)
    conditions: Filters = ()
    """By which its rows were chosen, so that a title can say which they are."""
    part: str = ""
    """Which of all groups its rows are, where a limit left some: 'top 20'."""
    things: str = "rows"
    """What its rows are called where they are counted."""

    @property
    def columns(self) -> list[str]:
        return self.schema.names()

    @cached_property
    def schema(self) -> nw.Schema:
        return nw.Schema(self.frame.collect_schema())

    def pandas(self) -> pd.DataFrame:
        """The rows as a pandas frame of its own; the input is never handed out for change."""
        if isinstance(self.frame, nw.DataFrame):
            return to_pandas(self.frame)
        kept: pd.DataFrame | None = self.__dict__.get("_fetched")
        if kept is not None:
            return kept.copy()
        fetched = to_pandas(self.frame)
        if fetched.size <= REMEMBERED_CELLS:
            self.__dict__["_fetched"] = fetched.copy()  # as cached_property does: nobody else sees that it is there
        return fetched

    @cached_property
    def counted(self) -> int:
        """How many rows; a lazy table is counted by its engine, once."""
        if isinstance(self.frame, nw.DataFrame):
            return len(self.frame)
        kept: pd.DataFrame | None = self.__dict__.get("_fetched")
        if kept is not None:
            return len(kept)
        return int(to_pandas(self.frame.select(nw.len().alias("rows")))["rows"].iloc[0])

    @property
    def known_count(self) -> int | None:
        """How many rows, where no engine has to be asked for it any more."""
        known = isinstance(self.frame, nw.DataFrame) or {"counted", "_fetched"} & self.__dict__.keys()
        return self.counted if known else None

    def first(self, most: int) -> Table:
        """The first rows; the table itself where it has no more of them."""
        return self if self.counted <= most else self.having(self.frame.head(most))

    @property
    def is_short(self) -> bool:
        """Whether all of its rows are fetched as easily as the first of them."""
        return self.counted <= SHORT_ROWS and self.counted * len(self.columns) <= REMEMBERED_CELLS

    def of(self, column: str) -> Lineage:
        """The lineage of a column; the user's own columns are their own source."""
        return self.lineage.get(column, Lineage(source=column))

    def need(self, *columns: str | None) -> None:
        """Refuse a column that is not there, with the nearest names."""
        available = self.columns
        for column in columns:
            if column is not None and column not in available:
                raise ColumnError(f"There is no column {column!r} here", did_you_mean(column, available, "columns"))

    def having(self, frame: Frame | pd.DataFrame, **lineage: Lineage) -> Table:
        """The next table: a new frame, the lineage of what is kept, and that of new columns; itself where all stays."""
        if frame is self.frame and not lineage:
            return self
        wrapped: Frame = frame if isinstance(frame, (nw.DataFrame, nw.LazyFrame)) else nw.from_native(frame)
        kept = wrapped.collect_schema().names()
        story = {**self.lineage, **lineage}
        return replace(self, frame=wrapped, lineage={name: story[name] for name in kept if name in story})

    def nulls(self) -> int | None:
        """How many cells of a small, collected table are empty; None where counting would cost a pass."""
        if not isinstance(self.frame, nw.DataFrame) or len(self.frame) > COUNTED_ROWS:
            return None
        return sum(int(column.null_count()) for column in self.frame.iter_columns())

    def described(self, lineage: Mapping[str, Lineage]) -> Table:
        """The same rows with more known of their columns."""
        return replace(self, lineage={**self.lineage, **lineage})


@dataclass(frozen=True)
class Outcome:
    """What a tool gives back: a table, a drawn chart or a file, and what the user should know."""

    table: Table | None = None
    chart: Chart | None = None
    figure: go.Figure | None = None
    notes: tuple[Note, ...] = ()
    resolved: Mapping[str, Any] = field(default_factory=dict)
    """Params that the data decided (an automatic grain, a date format): shown, and exported as code."""


def row_count(table: Table) -> int | None:
    """The rows of a collected table; None for a lazy one, where counting would run the query."""
    return len(table.frame) if isinstance(table.frame, nw.DataFrame) else None
