"""Known dates: cells that the profile reads as dates or times are read by the plan, a Query need not say how."""

from __future__ import annotations

from typing import Any

from autoviz.frames.dates.shapes import is_clock
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Call, Column, Constant, Query
from autoviz.query.rewriting import rewritten


def as_profiled(query: Query, profile: DatasetProfile) -> Query:
    """The Query with such columns as they are: a format of its own may miss what the profile knows (4 is 0:04)."""
    known = {column.name: column.dates.format for column in profile.columns if column.dates is not None}

    def plain(part: Any) -> Any:
        match part:
            case Call(op="as date" | "as time", args=(inner, Constant())):
                name = _column(inner)
                return Column(name=name) if name in known else None
            case Call(op="as date", args=(inner,)):  # of a moment it takes the day, of a day written out it is the day
                name = _column(inner)
                if name not in known or is_clock(known[name]):
                    return None
                moment = Column(name=name)
                return moment if _is_day(known[name]) else Call(op="period", args=(Constant(value="day"), moment))
            case Call(op="as time", args=(inner,)):  # which reads times in ISO form alone
                name = _column(inner)
                return Column(name=name) if name in known else None
        return None

    if not known:
        return query
    fields = {name: getattr(query, name) for name in type(query).model_fields}
    changed = {name: rewritten(value, plain) for name, value in fields.items()}
    if isinstance(query.source, Query):
        changed["source"] = as_profiled(query.source, profile)
    return query.replaced(**changed) if changed != fields else query


def _is_day(written: str) -> bool:
    """Whether texts of this format are days without a time."""
    return "%d" in written and "%H" not in written and "%I" not in written


def _column(inner: Any) -> str | None:
    match inner:
        case Column(name=name) | Call(op="as text" | "as time", args=(Column(name=name),)):
            return name
    return None
