"""Plainness: whether the words of a question say by themselves that it refers back, and all of what it changes."""

from __future__ import annotations

from autoviz.follow_ups.mentions import NAMED, Mentions
from autoviz.linking.names import split_name
from autoviz.model.profile import DatasetProfile

_AXES = ("group", "time", "grains", "over_time")
_CUES = ("senses", "axis", "into", "bounds", "bounds_after", "refers")
_BACK = frozenset({"instead", "add", "beside", "old"})
"""Senses that there must be something before for."""


def says_it_all(said: Mentions, profile: DatasetProfile, text: str) -> bool:
    """Whether every word is spent, and the question can hardly stand on its own."""
    if said.unspent or not (said.content or "all" in said.senses()):
        return False
    if said.of(*_AXES) and not (said.senses() or said.points_back) and _measures_itself(said, profile, text):
        return False
    if said.of("rows") and not (said.senses() or said.points_back):
        return False  # rows that nothing was said of before are what is asked for
    measures = [item for item in said.of("measure") if item.sense in ("", "only")]
    bounded = any(number.bound for number in said.of("number")) and not said.of(*_AXES)
    sorts = said.of("sort") and not said.of(*_AXES, "functions")
    if measures and not bounded and not sorts:
        return bool(said.senses() & _BACK) or (said.points_back and not said.of(*_AXES))
    if said.bare and not (bounded or sorts or said.points_back or said.senses() & _BACK):
        return False
    if any(item.kind not in (*NAMED, "moment", "number") for item in said.content):
        return True
    return said.goes_on or any(item.kind in _CUES for item in said.said)


def _measures_itself(said: Mentions, profile: DatasetProfile, text: str) -> bool:
    """Whether a function is called as a measure is: "total by city" of a table with a column total_gbp."""
    names = {word for column in profile.columns if column.metric for word in split_name(column.name)}
    return any(text[item.start : item.end].casefold() in names for item in said.of("functions"))
