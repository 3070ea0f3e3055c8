"""Preparing: the steps before the analysis, which read dates, treat rows and values as asked, and choose rows."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.linking.vocabulary import vocabulary
from autoviz.model.plan import SOURCE
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    AgainstRest,
    Aggregation,
    AnyOf,
    Derive,
    Distinct,
    Filter,
    Missing,
    Requirements,
    Sample,
    WithoutOutliers,
)
from autoviz.planning.evidence import GROUPED_LABELS
from autoviz.planning.outline import Draft
from autoviz.planning.phrasing import derivation, filter_views, parted
from autoviz.planning.text_numbers import asked_numbers, number_views
from autoviz.planning.views import View, then_views
from autoviz.profile.date_roles import main_date


def prepare(plan: Draft, joined: str | None) -> None:
    """The rows that the analysis starts from: joined, read, cleaned, derived, filtered and sampled, in this order."""
    asked = plan.requirements
    if joined:
        plan.then("join", View("join"), inputs=(SOURCE, f"{SOURCE}:{joined}"))
    _dates(plan)
    for view in number_views(asked_numbers(asked, plan.profile), plan.profile):
        plan.then("cast", view)
    _cleaned(plan)
    of_totals = ratios_of_totals(asked)
    stated = {item.metric: item.func for item in asked.all(Aggregation)}
    flags = [name for name in asked.metrics if is_flag(plan.profile, name)]
    rates = [name for name in flags if (stated.get(name) or plan.default_aggregate(name)) == "mean"]
    if rates:
        plan.then("flags", View("cast", columns=rates, to="boolean"))
    for wanted in asked.all(Derive):
        if wanted.name not in of_totals:
            derive(plan, wanted)
    parts = parts_of_whole(asked)
    rows = [item for item in asked.all(Filter) if item not in parts]
    choose_rows(plan, "filter", [*rows, *asked.all(AnyOf)])
    for held in asked.all(AgainstRest):
        plan.then("parts", *then_views((parted(held, plan.profile),)))
    for part in asked.all(Sample):
        plan.then("sample", View("sample", n=part.n, fraction=part.fraction))


def is_flag(profile: DatasetProfile, name: str | None) -> bool:
    """Whether a column says yes or no in words or in ones and zeros, which are averaged once they are flags."""
    entry = profile.by_name.get(name or "")
    flags = entry is not None and vocabulary(profile).flags[profile.names.index(entry.name)] is not None
    return flags and entry is not None and not entry.dtype.lower().startswith("bool")


def derive(plan: Draft, wanted: Derive) -> None:
    """A column worked out from others."""
    plan.then("derive", *then_views((derivation(wanted),)))


def ratios_of_totals(asked: Requirements) -> dict[str, Derive]:
    """The ratios of groups as wholes, by name: profit per revenue of a region is not the sum of that of its rows."""
    if asked.analysis and not GROUPED_LABELS & set(asked.analysis):
        return {}
    stated = {item.metric: item.func for item in asked.all(Aggregation)}
    ratios = [item for item in asked.all(Derive) if item.op == "ratio" and item.name in asked.metrics]
    return {item.name: item for item in ratios if stated.get(item.name, "sum") == "sum"}


def parts_of_whole(asked: Requirements) -> list[Filter]:
    """The groups whose share is asked for; their share is one of all rows, so they are chosen after it is known."""
    if "share" not in asked.analysis:
        return []
    return [item for item in asked.all(Filter) if item.op in ("=", "in") and item.column in asked.group_by]


def choose_rows(plan: Draft, step_id: str, filters: Sequence[Filter | AnyOf]) -> None:
    """The rows for which all of these hold."""
    if filters:
        plan.then(step_id, *filter_views(tuple(filters), plan.profile))


def _dates(plan: Draft) -> None:
    """Text that holds dates is read as dates where the time axis, a filter or the order of rows needs it."""
    time = plan.requirements.time
    if time:
        plan.then("parse", View("dates", column=time.column), when="not_typed")
    held = [part for item in plan.requirements.all(AgainstRest) for part in item.filters if isinstance(part, Filter)]
    needed = [item.column for item in (*plan.requirements.all(Filter), *held)]
    if any(item.columns for item in plan.requirements.all(Distinct)) or _previous(plan.requirements):
        needed += [order] if (order := _order(plan)) else []
    for column in dict.fromkeys(needed):
        entry = plan.profile.by_name.get(column)
        if entry and entry.kind == "temporal" and entry.dates and column != (time.column if time else None):
            plan.then("parse", View("dates", column=column), when="not_typed")


def _previous(asked: Requirements) -> bool:
    return any(item.how == "previous" for item in asked.all(Missing))


def _order(plan: Draft) -> str | None:
    """The column that rows follow: the time that was asked for, else the frame's main date."""
    time, date = plan.requirements.time, main_date(plan.profile)
    return time.column if time else date.column if date else None


def _cleaned(plan: Draft) -> None:
    """Doubled rows, missing values and outliers treated as asked, before anything is counted."""
    asked = plan.requirements
    for doubles in asked.all(Distinct):
        order = _order(plan) if doubles.columns else None
        plan.then("deduplicate", View("distinct", columns=list(doubles.columns) or None, order_by=order))
    for gaps in asked.all(Missing):
        columns = list(gaps.columns or _used(asked)) or None
        value = None if gaps.value is None else str(gaps.value)
        order = _order(plan) if gaps.how == "previous" else None
        plan.then("missing", View("missing", columns=columns, method=gaps.how, value=value, order_by=order))
    for item in asked.all(WithoutOutliers):
        far = {"method": item.method, "threshold": item.threshold}
        plan.then("usual", View("usual", columns=list(item.columns or asked.metrics), **far))


def _used(asked: Requirements) -> tuple[str, ...]:
    """The columns of the frame that the analysis uses; those of a derived metric in its place."""
    made = {item.name: item.columns for item in asked.all(Derive)}
    return tuple(dict.fromkeys(part for name in asked.columns for part in made.get(name, (name,))))
