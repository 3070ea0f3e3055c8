"""Dating: the time axis on the date column that has what is asked for, and a word where another would do as well."""

from __future__ import annotations

from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.profile.date_roles import has_hours, main_date

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
        if not has_hours(profile.by_name[choice.column]):
            return requirements
        told = f"hours are those of {choice.column}; {time.column} has none."
        return _assuming(requirements.replaced(time=time.replaced(column=choice.column)), told)
    others = [name for name in (choice.column, *choice.others) if name != time.column and _is_date(name, profile)]
    if not others or any(link.target == time.column for link in requirements.links):
        return requirements
    return _assuming(requirements, f"time is that of {time.column}; {' or '.join(others)} would be another.")


def _assuming(requirements: Requirements, told: str) -> Requirements:
    return requirements.replaced(assumed=tuple(dict.fromkeys((*requirements.assumed, told))))


def _is_date(name: str, profile: DatasetProfile) -> bool:
    """Whether a column has dates of its own; a year or a month beside a date is taken from it."""
    return profile.by_name[name].meaning not in ("year", "period")
