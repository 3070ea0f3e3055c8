"""Gold queries as the table is known: text that the profile reads as numbers or dates is taken for them.

A plan reads such text on its own, so that a reader need not write how. Whether an expression reads a column as the
profile does is not told by its form but by its values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from autoviz.errors import AutovizError
from autoviz.frames.dates.reading import read_dates
from autoviz.model.base import Value
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.query.language import (
    COMPARISONS,
    Call,
    Cases,
    Column,
    Constant,
    Moment,
    Named,
    Query,
    columns_of,
    parts_of,
)
from autoviz.query.reference import computed
from autoviz.query.sql import to_sql
from autoviz.writings.casts import pandas_numbers
from autoviz.writings.writing import writing_of
from training.reading.written import same

CLOSE = 1e-6
FACTORS = (1.0, 60.0, 100.0, 1e3, 3600.0, 1e6)
"""What a gold may multiply or divide by: it tells minutes or thousands where the profile has seconds or ones."""
_DAY, _MONTH, _YEAR = (
    re.compile(pattern) for pattern in (r"(\d{4})-?(\d\d)-?(\d\d)$", r"(\d{4})-?(\d\d)-?$", r"(\d{4})-?$")
)


@dataclass(frozen=True)
class Known:
    """A frame beside what its text says when it is read."""

    rows: pd.DataFrame
    read: Mapping[str, pd.Series[Any]]
    dates: frozenset[str]
    """Those of the columns read that hold dates."""

    @classmethod
    def of(cls, rows: pd.DataFrame, profile: DatasetProfile) -> Known:
        """The columns of text that the profile reads as something else."""
        read = {entry.name: cells for entry in profile.columns if (cells := _read(rows, entry)) is not None}
        return cls(rows, read, frozenset(name for name in read if profile.by_name[name].kind == "temporal"))

    def plain(self, query: Query) -> Query:
        """The Query that says the same of the columns as read; the Query itself where it would say something else."""
        if not set(columns_of(query)) & set(self.read):
            return query
        made = self._changed(query)
        if made == query:
            return query
        try:
            gold, found = computed(to_sql(query), self.rows), computed(to_sql(made), self.cast())
        except AutovizError:
            return query
        # columns shown as they are come as written in the one and as read in the other
        shown = [name for name in self.read if name in gold and name in found]
        if same(gold.drop(columns=shown), found.drop(columns=shown)):
            return made
        return made if gold.shape == found.shape and self._only_rescaled(query, made) else query

    def _only_rescaled(self, query: Query, made: Query) -> bool:
        """Whether the two can but differ in the unit of what they tell: nothing read is held against a number."""
        scaled = {name for name in self.read if name not in self.dates}
        held = [call for call in parts_of(Call, made) if call.op in COMPARISONS]
        return not any(scaled & set(columns_of(call)) for call in held)

    def cast(self) -> pd.DataFrame:
        """The frame with its text read, as a plan reads it before it computes."""
        return self.rows.assign(**dict(self.read))

    def _changed(self, value: Any) -> Any:
        """The value with every part that reads a column as the profile does replaced by the column."""
        if isinstance(value, tuple):
            return tuple(self._changed(item) for item in value)
        if not isinstance(value, Value):
            return value
        if isinstance(value, Call | Cases):
            instead = self._reading(value) or self._dated(value)
            if instead is not None:
                return instead
        fields = {name: getattr(value, name) for name in type(value).model_fields}
        made = {name: self._changed(field) for name, field in fields.items()}
        changed = {name: field for name, field in made.items() if field != fields[name]}
        return value.replaced(**changed) if changed else value

    def _reading(self, expr: Call | Cases) -> Column | None:
        """The column whose cells an expression reads just as the profile does."""
        named = columns_of(expr)
        if len(named) != 1 or named[0] not in self.read or any(True for _ in parts_of(Query, expr)):
            return None
        asked = Query(then=(Named(name="read as", expr=expr),), shown=("read as",))
        try:
            given = computed(to_sql(asked), self.rows).iloc[:, 0]
        except AutovizError:
            return None
        return Column(name=named[0]) if _equal(given, self.read[named[0]]) else None

    def _dated(self, expr: Call | Cases) -> Call | None:
        """A comparison of dates with text as one with dates."""
        match expr:
            case Call(op="starts with", args=(Column(name=name), Constant(value=str(text)))) if name in self.dates:
                if _YEAR.match(text):
                    year = Call(op="date part", args=(Constant(value="year"), Column(name=name)))
                    return Call(op="=", args=(year, Constant(value=int(text[:4]))))
                month = Call(op="period", args=(Constant(value="month"), Column(name=name)))
                first = _moment(Constant(value=text))
                return Call(op="=", args=(month, first)) if _MONTH.match(text) else None
            case Call(op=op, args=args) if op in COMPARISONS:
                if not any(isinstance(arg, Column) and arg.name in self.dates for arg in args):
                    return None
                made = tuple(_moment(arg) for arg in args)
                return expr.replaced(args=made) if made != args else None
        return None


def _moment(expr: Any) -> Any:
    """A day or a month written as text or as a number as the date that it is."""
    if isinstance(expr, Constant) and isinstance(expr.value, str | int) and not isinstance(expr.value, bool):
        text = str(expr.value)
        if hit := _DAY.match(text) or _MONTH.match(text):
            day = hit[3] if len(hit.groups()) == 3 else "01"
            return Moment(at=f"{hit[1]}-{hit[2]}-{day}")
    return expr


def _read(rows: pd.DataFrame, entry: ColumnProfile) -> pd.Series[Any] | None:
    cells = rows[entry.name]
    if pd.api.types.is_datetime64_any_dtype(cells):
        return None
    if entry.numbers is not None:
        return pandas_numbers(cells, writing_of(entry.numbers.writing))
    if entry.kind == "temporal" and entry.dates is not None and entry.meaning != "year":
        try:
            return read_dates(cells, name=entry.name, format=entry.dates.format)[0]
        except AutovizError:
            return None
    return None


def _equal(given: pd.Series[Any], read: pd.Series[Any]) -> bool:
    """Whether two columns hold the same numbers or dates, what is missing in one missing in the other."""
    if len(given) != len(read):
        return False
    if pd.api.types.is_datetime64_any_dtype(read):
        if pd.api.types.is_numeric_dtype(given):
            return False
        times = pd.to_datetime(given, errors="coerce", format="ISO8601")
        return bool((times.isna().to_numpy() == read.isna().to_numpy()).all()) and bool(
            (times.dropna().to_numpy("datetime64[s]") == read.dropna().to_numpy("datetime64[s]")).all()
        )
    if not pd.api.types.is_numeric_dtype(given):
        return False
    one, other = given.astype(float).to_numpy(), read.astype(float).to_numpy()
    both = ~(pd.isna(one) | pd.isna(other))
    if not both.any() or (pd.isna(one) == pd.isna(other)).mean() < 0.98:
        return False
    left, right = one[both], other[both]
    pairs = [pair for factor in FACTORS for pair in ((left * factor, right), (left, right * factor))]
    return any((abs(some - others) <= CLOSE * (1e-9 + abs(others))).all() for some, others in pairs)
