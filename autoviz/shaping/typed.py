"""Typed: a value of the query language as an expression over a frame, with the kind that decides what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import narwhals.stable.v2 as nw

from autoviz.columns import is_text
from autoviz.errors import ParameterError
from autoviz.model.profile import Scalar

Kind = Literal["integer", "number", "text", "flag", "date", "time", "nothing", "other"]
NUMBERS = ("integer", "number", "flag")
DATES = ("date", "time")
DTYPES: dict[str, Any] = {
    "integer": nw.Int64, "number": nw.Float64, "text": nw.String, "flag": nw.Boolean,
    "date": nw.Datetime("us"), "time": nw.Datetime("us"),
}  # fmt: skip
"""What each kind is computed in; dates are time stamps at midnight."""
IN_WORDS = {
    "integer": "whole numbers", "number": "numbers", "text": "text", "flag": "yes or no", "date": "dates",
    "time": "times", "nothing": "nothing", "other": "values that nothing can be computed from",
}  # fmt: skip


@dataclass(frozen=True)
class Typed:
    """An expression and the kind of its values; a constant keeps its plain value too."""

    expr: nw.Expr
    kind: Kind
    constant: Scalar | datetime = None
    is_constant: bool = False

    @property
    def numeric(self) -> bool:
        return self.kind in NUMBERS or self.kind == "nothing"

    def number(self) -> nw.Expr:
        """The value as a floating-point number."""
        return self.to("number").expr

    def to(self, kind: Kind) -> Typed:
        """The same value in another kind that holds it: a whole number as a number, nothing as anything."""
        if self.kind == kind or {self.kind, kind} == {"date", "time"}:
            return Typed(self.expr, kind, self.constant, self.is_constant)
        if self.kind == "nothing":
            return Typed(nw.lit(None, dtype=DTYPES[kind]), kind, None, True)
        if self.kind == "flag" and kind in ("integer", "number"):
            return Typed(self.expr.cast(nw.Int64).cast(DTYPES[kind]), kind)
        if self.kind in NUMBERS and kind in ("integer", "number"):
            return Typed(self.expr.cast(DTYPES[kind]), kind)
        if self.is_constant and isinstance(self.constant, str):
            return _read_constant(self.constant, kind)
        raise ParameterError(
            f"{IN_WORDS[self.kind].capitalize()} cannot stand where {IN_WORDS[kind]} are needed",
            "Turn one of them into the kind of the other: as number, as text, as date.",
        )


def constant(value: Scalar | datetime) -> Typed:
    """A plain value."""
    if value is None:
        return Typed(nw.lit(None), "nothing", None, True)
    if isinstance(value, datetime):
        return Typed(nw.lit(value).cast(nw.Datetime("us")), "time", value, True)
    kinds: dict[type, Kind] = {bool: "flag", int: "integer", float: "number", str: "text"}
    kind = kinds[type(value)]
    return Typed(nw.lit(value, dtype=DTYPES[kind]), kind, value, True)


def column(name: str, dtype: nw.dtypes.DType) -> Typed:
    """A column of the frame, in the one type that its kind is computed in; NaN is missing."""
    cells = nw.col(name)
    if dtype.is_integer():
        return Typed(cells if dtype == nw.Int64 else cells.cast(nw.Int64), "integer")
    if dtype.is_float():
        return Typed((cells if dtype == nw.Float64 else cells.cast(nw.Float64)).fill_nan(None), "number")
    if dtype.is_numeric():
        return Typed(cells.cast(nw.Float64), "number")
    if dtype == nw.Boolean:
        return Typed(cells, "flag")
    if is_text(dtype):
        return Typed(cells if dtype == nw.String else cells.cast(nw.String), "text")
    if dtype == nw.Date:
        return Typed(cells.cast(nw.Datetime("us")), "date")
    if isinstance(dtype, nw.Datetime):
        local = cells if dtype.time_zone is None else cells.dt.replace_time_zone(None)
        return Typed(local if dtype.time_unit == "us" else local.cast(nw.Datetime("us")), "time")
    return Typed(cells, "other")


def common(values: Sequence[Typed]) -> tuple[list[Typed], Kind]:
    """The values in the one kind that holds them all."""
    kinds = [value.kind for value in values if value.kind != "nothing"]
    # A written constant takes the kind of what it stands beside.
    firm = [value.kind for value in values if value.kind not in ("nothing", "text") or not value.is_constant]
    kind = _widest([kind for kind in firm if kind != "nothing"] or kinds or ["number"])
    return [value.to(kind) for value in values], kind


def _widest(kinds: Sequence[Kind]) -> Kind:
    order: tuple[Kind, ...] = ("flag", "integer", "number")
    if all(kind in order for kind in kinds):
        return max(kinds, key=order.index)
    return "time" if all(kind in DATES for kind in kinds) and "time" in kinds else kinds[0]


def _read_constant(text: str, kind: Kind) -> Typed:
    """A written constant in the kind of what it stands beside, as SQL reads it."""
    try:
        if kind in DATES:
            return constant(datetime.fromisoformat(text.strip())).to(kind)
        if kind in ("integer", "number"):
            read = float(text)
            return constant(int(read) if kind == "integer" and read.is_integer() else read)
        if kind == "flag":
            return constant({"true": True, "false": False}[text.strip().lower()])
    except (ValueError, KeyError):
        pass
    raise ParameterError(f"{text!r} does not stand for {IN_WORDS[kind]}", "Compare values of one kind.")
