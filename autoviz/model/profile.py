"""DatasetProfile: what is known of a frame without its rows."""

from __future__ import annotations

from functools import cached_property

from autoviz.errors import ColumnError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.labels import Kind

Scalar = str | int | float | bool | None


class DateEvidence(Value):
    """How a column was read as dates, and what speaks for it."""

    format: str
    parse_rate: float
    failed: tuple[str, ...] = ()
    alternative: str | None = None
    """The other format that fits equally well; set only when the column leaves both open."""
    reason: str = ""


class TimeSpan(Value):
    """From when to when a temporal column reaches and how densely, in ISO dates and days."""

    first: str
    last: str
    days: float
    spacing_days: float | None = None
    """The usual distance between neighbouring distinct dates."""


class ColumnProfile(Value):
    """One column: its kind, its range and a few of its values."""

    name: str
    dtype: str
    kind: Kind
    rows: int
    missing: int = 0
    distinct: int | None = None
    """None where counting would cost more than one pass."""
    distinct_is_estimate: bool = False
    minimum: Scalar = None
    maximum: Scalar = None
    mean: float | None = None
    values: tuple[Scalar, ...] = ()
    """The values of a low-cardinality column, most frequent first; empty otherwise."""
    metric: bool = False
    """Whether summing or averaging the column makes sense."""
    dates: DateEvidence | None = None
    span: TimeSpan | None = None
    description: str = ""
    warnings: tuple[str, ...] = ()


class DatasetProfile(Value):
    """A frame's schema: its columns in order, its size, where it lives and its fingerprint."""

    name: str = "df"
    engine: str
    rows: int
    columns: tuple[ColumnProfile, ...]
    fingerprint: str
    warnings: tuple[str, ...] = ()

    @cached_property
    def by_name(self) -> dict[str, ColumnProfile]:
        return {column.name: column for column in self.columns}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def known(self) -> str:
        """Under what a thing made of this profile is remembered: the frame, and what was found out of each column."""
        return repr((self.fingerprint, [(column.name, column.kind, column.distinct) for column in self.columns]))

    def column(self, name: str) -> ColumnProfile:
        """The column of this name, or an error that offers the nearest ones."""
        if name not in self.by_name:
            raise ColumnError(f"There is no column {name!r} in {self.name}", did_you_mean(name, self.names, "columns"))
        return self.by_name[name]

    def of_kind(self, *kinds: Kind) -> tuple[ColumnProfile, ...]:
        """The columns of these kinds, in order."""
        return tuple(column for column in self.columns if column.kind in kinds)
