"""DatasetProfile: what is known of a frame without its rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pydantic import field_validator

from autoviz.errors import ColumnError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.labels import Kind, Meaning

Scalar = str | int | float | bool | None

CENTURY = 100


class DateEvidence(Value):
    """How a column was read as dates, and what speaks for it."""

    format: str
    parse_rate: float
    failed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """The words that stand for a missing date."""
    alternative: str | None = None
    """The other format that fits equally well; set only when the column leaves both open."""
    in_order: bool = True
    """Whether its cells as they stand are in the order of time: 2025-03-14 is, 14.03.2025 is not."""
    reason: str = ""


class NumberEvidence(Value):
    """How a column of text was read as numbers, and what speaks for it."""

    writing: str
    """What its cells look like: marks, signs, scale and unit in one spec."""
    parse_rate: float
    failed: tuple[str, ...] = ()
    """Some of the cells that are no numbers."""
    missing: tuple[str, ...] = ()
    """The words that stand for a missing value."""
    unit: str = ""
    alternative: str | None = None
    """The other writing that reads as many cells, to other numbers; set only when the column leaves both open."""
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
    meaning: Meaning = "category"
    """What the column is to its owner; decides which summary is sensible."""
    adds_up: bool = False
    """Whether a total over rows means something: sales do, prices, rates and ages do not."""
    unit: str = ""
    running: str = ""
    """The column of which it is the running total, as a balance is one of the bookings."""
    reason: str = ""
    """Why the column is taken for what `meaning` says."""
    weighs: bool | None = None
    """Whether it says how many observations a row stands for; None where neither its owner nor the table says so."""
    yes: Scalar = None
    """Of a flag: the value that says yes."""
    codes: tuple[Scalar, ...] = ()
    """Numbers that its owner says stand for a missing value."""
    sentinels: tuple[Scalar, ...] = ()
    """Numbers that look like codes for a missing value: 99, -9, 999."""
    numbers: NumberEvidence | None = None
    """Of text that is read as numbers: its writing."""
    nearly_numbers: NumberEvidence | None = None
    """Of text that stays text: what speaks for numbers, where too few of its cells are such."""
    dates: DateEvidence | None = None
    span: TimeSpan | None = None
    description: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def two_digits(self) -> bool:
        """Whether a column of years leaves out the century: 93 for 1993."""
        return self.meaning == "year" and isinstance(self.maximum, int) and self.maximum < CENTURY

    def year_cell(self, year: int) -> int:
        """A year as a column of whole numbers writes it."""
        return year % CENTURY if self.two_digits else year

    @property
    def lacks(self) -> bool:
        """Whether some rows have no value in it, also none that reads as a date."""
        return self.missing > 0 or (self.dates is not None and (self.dates.parse_rate < 1 or bool(self.dates.missing)))


class ColumnFacts(Value):
    """What the owner of a table says of a column; what is left out is found out."""

    description: str = ""
    meaning: Meaning | None = None
    adds_up: bool | None = None
    unit: str | None = None
    missing: tuple[Scalar, ...] | None = None
    """Numbers that stand for a missing value."""
    written: str | None = None
    """How its cells write numbers, such as 1.234,5."""
    weighs: bool | None = None
    """Whether it says how many observations a row stands for, as the frequency of a cross-table does."""

    @field_validator("missing", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        """`missing=98,99` names two codes."""
        if isinstance(given, str):
            return tuple(float(code) if "." in code else int(code) for code in given.split(",") if code.strip())
        return (given,) if isinstance(given, int | float) else given

    @property
    def is_correction(self) -> bool:
        """Whether more is said than what the column holds."""
        said = (self.meaning, self.adds_up, self.unit, self.missing, self.written, self.weighs)
        return any(item is not None for item in said)


ROW_NUMBERS = ("unnamed", "index", "row", "rownames")
"""What files call the numbers of their rows, which name nothing."""


class Things(Value):
    """What the rows are about: the columns that tell one thing from another, and how often each comes."""

    columns: tuple[str, ...]
    """The columns that together name one thing: a customer, a country, a district."""
    time: str | None = None
    """In a panel: the column that tells the rows of one thing apart."""
    last: Scalar = None
    """The last time at which about as many things are there as usually, a number or an ISO date."""
    rows_each: float = 1.0
    reason: str = ""

    @property
    def panel(self) -> bool:
        """Whether each row is one thing at one time."""
        return bool(self.columns) and self.time is not None


class WideSeries(Value):
    """Columns that are one measure side by side: population 2000 … 2004, Q1 … Q4, brand prices."""

    columns: tuple[str, ...]
    labels: tuple[str, ...]
    """What tells the columns apart, one label for each."""
    name: str
    """What the labels are: year, quarter, brand."""
    value: str
    """What the cells hold."""
    reason: str = ""


class TotalRow(Value):
    """A row that adds up all others, as exports end with, and the cell that tells it from them."""

    column: str
    value: Scalar = None
    """What this row alone has in the column; None where this row alone has nothing there."""
    sums: tuple[str, ...] = ()
    """The columns of which it holds the sum."""

    @property
    def told(self) -> str:
        """The row by what tells it apart."""
        return f"the row without {self.column}" if self.value is None else f"the row with {self.column} {self.value}"


class DatasetProfile(Value):
    """A frame's schema: its columns in order, its size, where it lives and its fingerprint."""

    name: str = "df"
    engine: str
    rows: int
    columns: tuple[ColumnProfile, ...]
    fingerprint: str
    warnings: tuple[str, ...] = ()
    things: Things | None = None
    """What one row, or several rows together, stand for; None where nothing tells them apart."""
    series: tuple[WideSeries, ...] = ()
    total_row: TotalRow | None = None
    """The row that is the sum of the others and no row like them."""
    looked_at: int | None = None
    """By how many rows values, kinds and writings were judged, where not by all of them."""
    outlined: bool = False
    """Whether only the names and types of the columns are known, without a look at the rows."""

    @cached_property
    def by_name(self) -> dict[str, ColumnProfile]:
        return {column.name: column for column in self.columns}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def weight(self) -> ColumnProfile | None:
        """The column that says how many observations each row stands for."""
        return next((column for column in self.columns if column.weighs), None)

    @cached_property
    def known(self) -> str:
        """Under what a thing made of this profile is remembered: the frame, and what was found out of each column."""
        found = [
            (column.name, column.kind, column.distinct, column.meaning, column.adds_up, column.description)
            for column in self.columns
        ]
        read = [(column.codes, column.weighs, column.numbers and column.numbers.writing) for column in self.columns]
        return repr((self.fingerprint, found, read))

    def column(self, name: str) -> ColumnProfile:
        """The column of this name, or an error that offers the nearest ones."""
        if name not in self.by_name:
            raise ColumnError(f"There is no column {name!r} in {self.name}", did_you_mean(name, self.names, "columns"))
        return self.by_name[name]

    def tells_apart(self, name: str) -> bool:
        """Whether every row has a value of its own in this column."""
        column = self.by_name.get(name)
        return column is not None and column.distinct == self.rows > 1 and not column.missing and not column.metric

    def of_kind(self, *kinds: Kind) -> tuple[ColumnProfile, ...]:
        """The columns of these kinds, in order."""
        return tuple(column for column in self.columns if column.kind in kinds)
