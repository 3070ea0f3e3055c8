"""Assumed: what an answer takes for granted, each with the click that settles it otherwise or tells how it came."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from autoviz.export.details import Assumption, assumptions, begun
from autoviz.follow_ups.cleaning import cleaned
from autoviz.follow_ups.fragments import fragment_of
from autoviz.linking.text import normalise
from autoviz.model.conditions import read_conditions, written
from autoviz.model.profile import ColumnProfile
from autoviz.model.record import AnalysisRecord
from autoviz.model.requirements import Filter
from autoviz.planning.absent import Offer, offers
from autoviz.planning.weighing import unweighing, weighing

Chips = dict[str, Any]
DETAILS = "details"
"""In the place of a control: what was done, in plain words, behind the line of proof."""

_LEAVING_OUT = ("not null", "!=", "not in")


def assumed_chips(record: AnalysisRecord, chips: Chips) -> list[dict[str, Any]]:
    """Each assumption with what a click on it does, and in a word what that is; none is without."""
    things = record.profile.things
    period = things.time if things else None
    offered = {begun(offer.told): offer for column in record.profile.columns for offer in _offers(column)}
    return [_chip(item, chips, period, record, offered.get(item.sentence)) for item in assumptions(record)]


def _chip(
    item: Assumption, chips: Chips, period: str | None, record: AnalysisRecord, offer: Offer | None
) -> dict[str, Any]:
    """By what is kept of a column, by leaving rows out, by a follow-up, or by the key of a control among the chips."""
    chip: dict[str, Any] = {"text": item.sentence, "label": "change", "control": "", "without": "", "instead": ""}
    chip["correct"] = offer._asdict() if offer else None
    if offer is not None:
        return chip
    if item.about == "missing" and _held(item, record):
        return chip | {"without": _without_missing(item, chips), "label": "leave them out"}
    label, told = _filled(item, chips, record) if item.about == "passed over" else ("", "")
    if told:
        return chip | {"instead": told, "label": label}
    control = _control(item, chips, period)
    label = "keep them" if control in _leaving_out(chips) else "change" if control else "see how"
    return chip | {"control": control or DETAILS, "label": label}


def _offers(column: ColumnProfile) -> Iterator[Offer]:
    """What may be said of a column under an answer: what it leaves open, and whether it weighs the rows."""
    yield from offers(column)
    yield unweighing(column) if column.weighs else weighing(column)


def _held(item: Assumption, record: AnalysisRecord) -> bool:
    """Whether the frame itself has the columns."""
    return record.profile.by_name.keys() >= set(item.columns)


def _filled(item: Assumption, chips: Chips, record: AnalysisRecord) -> tuple[str, str]:
    """The follow-up that puts something in the place of missing values, and its label: 0, or where 0 changes nothing
    their average; empty where no function takes them, or it would not be understood."""
    used = {measure["func"] for measure in chips["measures"] if measure["column"] in item.columns} - {""}
    names = " and ".join(item.columns)
    if not used or not _held(item, record):
        return "", ""
    if used - {"sum", "count", "nunique"}:
        label, told = "count as 0", f"treat missing {names} as 0"
    else:
        label, told = "fill with the average", f"fill missing {names} with the mean"
    numbers = all(record.profile.by_name[name].metric for name in item.columns)
    read = cleaned(fragment_of(normalise(told), record.profile, {}), record.profile) if numbers else ()
    return (label, told) if [edit.treatment.columns for edit in read] == [item.columns] else ("", "")


def _control(item: Assumption, chips: Chips, period: str | None) -> str:
    """The key of the control that settles it; empty where nothing but another question would."""
    if item.about == "grain":
        return "grain" if chips["time"] else ""
    if item.about == "function":
        return _function(chips)
    if item.about == "chart":
        return "chart"
    return _of_reading(item.sentence, chips, period) if item.about == "reading" else ""


def _of_reading(sentence: str, chips: Chips, period: str | None) -> str:
    """Of what was read, the control of the dates, the rows or the measure that the sentence names."""
    time = chips["time"]
    if time and any(_names(sentence, name) for name in time["columns"]):
        return "dates" if len(time["columns"]) > 1 else "grain"
    for place, condition in enumerate(_editable(chips)):
        if any(_names(sentence, name) for name in condition["columns"]):
            away = f"filter-{place}-away"
            return away if period in condition["columns"] or away in _leaving_out(chips) else f"filter-{place}"
    measured = [measure for measure in chips["measures"] if measure["column"]]
    others = {name for measure in measured for name in measure["columns"] if name != measure["column"]}
    return "measure" if any(_names(sentence, name) for name in others) else _function(chips)


def _editable(chips: Chips) -> list[dict[str, Any]]:
    return [condition for condition in chips["conditions"] if condition["editable"]]


def _leaving_out(chips: Chips) -> set[str]:
    """The crosses of conditions that do no more than leave rows out: what is settled otherwise keeps these rows."""
    read = [read_conditions(condition["text"]) for condition in _editable(chips)]
    only = [all(isinstance(item, Filter) and item.op in _LEAVING_OUT for item in items) for items in read]
    return {f"filter-{place}-away" for place, leaves in enumerate(only) if leaves}


def _names(sentence: str, column: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(column)}(?!\w)", sentence, re.IGNORECASE) is not None


def _function(chips: Chips) -> str:
    return "function" if any(measure["func"] and measure["column"] for measure in chips["measures"]) else ""


def _without_missing(item: Assumption, chips: Chips) -> str:
    """The conditions as they are, and that the columns have a value."""
    kept = [condition["text"] for condition in _editable(chips)]
    given = tuple(Filter(column=name, op="not null") for name in item.columns)
    return "; ".join((*kept, written(given)))
