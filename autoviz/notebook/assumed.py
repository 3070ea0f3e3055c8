"""Assumed: what an answer takes for granted, each with the control that settles it otherwise where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autoviz.export.details import Assumption, assumptions, begun
from autoviz.follow_ups.cleaning import cleaned
from autoviz.follow_ups.fragments import fragment_of
from autoviz.linking.text import normalise
from autoviz.model.conditions import written
from autoviz.model.profile import ColumnProfile
from autoviz.model.record import AnalysisRecord
from autoviz.model.requirements import Filter
from autoviz.planning.absent import Offer, offers
from autoviz.planning.weighing import unweighing, weighing

Chips = dict[str, Any]


def assumed_chips(record: AnalysisRecord, chips: Chips) -> list[dict[str, Any]]:
    """Each assumption, with the key of the control among these chips or the conditions that change it."""
    things = record.profile.things
    period = things.time if things else None
    offered = {begun(offer.told): offer for column in record.profile.columns for offer in _offers(column)}
    return [
        {
            "text": item.sentence,
            "control": "" if item.sentence in offered else _control(item, chips, period),
            "without": _without_missing(item, chips) if item.about == "missing" and _held(item, record) else "",
            "instead": _as_nothing(item, chips, record) if item.about == "passed over" else "",
            "correct": offered[item.sentence]._asdict() if item.sentence in offered else None,
        }
        for item in assumptions(record)
    ]


def _offers(column: ColumnProfile) -> Iterator[Offer]:
    """What may be said of a column under an answer: what it leaves open, and whether it weighs the rows."""
    yield from offers(column)
    yield unweighing(column) if column.weighs else weighing(column)


def _held(item: Assumption, record: AnalysisRecord) -> bool:
    """Whether the frame itself has the columns."""
    return record.profile.by_name.keys() >= set(item.columns)


def _as_nothing(item: Assumption, chips: Chips, record: AnalysisRecord) -> str:
    """The follow-up that counts missing values as 0; empty where that changes nothing, or would not be understood."""
    changed = {measure["func"] for measure in chips["measures"]} - {"", "sum", "count", "nunique"}
    if not changed or not _held(item, record):
        return ""
    told = f"treat missing {' and '.join(item.columns)} as 0"
    read = cleaned(fragment_of(normalise(told), record.profile, {}), record.profile)
    return told if [edit.treatment.columns for edit in read] == [item.columns] else ""


def _control(item: Assumption, chips: Chips, period: str | None) -> str:
    """The key of the control that settles it; empty where nothing but another question would."""
    if item.about == "grain":
        return "grain" if chips["time"] else ""
    if item.about == "function":
        return _function(chips)
    if item.about != "reading":
        return ""
    if chips["time"]:
        return "dates" if len(chips["time"]["columns"]) > 1 else "grain"
    editable = [condition for condition in chips["conditions"] if condition["editable"]]
    last = next((place for place, condition in enumerate(editable) if period in condition["columns"]), None)
    return _function(chips) if last is None else f"filter-{last}-away"


def _function(chips: Chips) -> str:
    return "function" if any(measure["func"] and measure["column"] for measure in chips["measures"]) else ""


def _without_missing(item: Assumption, chips: Chips) -> str:
    """The conditions as they are, and that the columns have a value."""
    kept = [condition["text"] for condition in chips["conditions"] if condition["editable"]]
    given = tuple(Filter(column=name, op="not null") for name in item.columns)
    return "; ".join((*kept, written(given)))
