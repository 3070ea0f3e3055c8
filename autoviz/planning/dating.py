"""Dating: the time axis on the date column that has what is asked for, and a word where another would do as well."""

from __future__ import annotations

from typing import Any

from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.profile.date_roles import has_hours, is_clock, main_date
from autoviz.query.language import Call, Column, Constant, Query
from autoviz.query.rewriting import rewritten

HOURLY = ("hour", "hour_of_day")


def on_fitting_date(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Hours come from a column that has hours; of several dates that the question does not name, it is said which."""
    time = requirements.time
    column = profile.by_name.get(time.column) if time else None
    if time is None or column is None or requirements.query is not None or column.kind != "temporal":
        return requirements
    choice = main_date(profile, question.split(), hours=time.grain in HOURLY)
    if choice is None:
        return requirements
    if time.grain in HOURLY and not has_hours(column):
        timed = profile.by_name[choice.column]
        if not has_hours(timed):
            return requirements
        moved = requirements.replaced(time=time.replaced(column=timed.name))
        return _assuming(_by_clock(moved) if is_clock(timed) else moved, _told_hours(timed.name, time.column))
    others = [name for name in (choice.column, *choice.others) if name != time.column and _is_date(name, profile)]
    if not others or any(link.target == time.column for link in requirements.links):
        return requirements
    return _assuming(requirements, f"time is that of {time.column}; {' or '.join(others)} would be another.")


def _by_clock(requirements: Requirements) -> Requirements:
    """Hours of a clock come round every day, so that they are compared and not followed."""
    assert requirements.time is not None
    labels = ("compare" if label == "trend" else label for label in requirements.analysis)
    return requirements.replaced(
        time=requirements.time.replaced(grain="hour_of_day"), analysis=tuple(dict.fromkeys(labels))
    )


def on_fitting_hours(query: Query, profile: DatasetProfile) -> tuple[Query, tuple[str, ...]]:
    """The same for the hours of a Query that a reader wrote."""
    choice = main_date(profile, hours=True)
    if choice is None or not has_hours(profile.by_name[choice.column]):
        return query, ()
    timed = profile.by_name[choice.column]
    told: dict[str, None] = {}

    def changed(part: Any) -> Any:
        match part:
            case Call(op="date part" | "period" as op, args=(Constant(value="hour"), Column(name=name))) if (
                name in profile.by_name and not has_hours(profile.by_name[name])
            ):
                told[_told_hours(timed.name, name)] = None
                read = (part.args[0], Column(name=timed.name))
                return part.replaced(op="date part" if is_clock(timed) else op, args=read)
        return None

    source = query.source
    if isinstance(source, Query):
        source, before = on_fitting_hours(source, profile)
        told.update(dict.fromkeys(before))
    parts = {name: rewritten(getattr(query, name), changed) for name in type(query).model_fields if name != "source"}
    return query.replaced(**parts, source=source), tuple(told)


def _told_hours(timed: str, column: str) -> str:
    return f"hours are those of {timed}; {column} has none."


def _assuming(requirements: Requirements, told: str) -> Requirements:
    return requirements.replaced(assumed=tuple(dict.fromkeys((*requirements.assumed, told))))


def _is_date(name: str, profile: DatasetProfile) -> bool:
    """Whether a column has dates of its own; a year or a month beside a date is taken from it."""
    return profile.by_name[name].meaning not in ("year", "period")
