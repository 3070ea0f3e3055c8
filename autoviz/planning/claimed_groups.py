"""Claimed groups: what a yes or no is decided by, where a reading compares more, or less, than the claim is about."""

from __future__ import annotations

from autoviz.answering.form import Form
from autoviz.linking.form_reading import form_of
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements, Time
from autoviz.planning.defaults import default_aggregate
from autoviz.planning.grouped_fields import is_flag_column
from autoviz.planning.weighing import total_words
from autoviz.profile.date_roles import main_date

_EACH = frozenset({"each", "every", "by", "per"})


def by_what_decides(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of a claim by the groups that decide it; any other as it is.

    Whether something is improving in Norway is no bar of Norway, whether flagship shops do better than city shops is no
    list of shops, and what a promotion brings is no total of the few months that had one.
    """
    form = form_of(question, profile=profile)
    asked = reading.requirements
    if form.opens != "yes_no" or asked.query is not None or asked.analysis != ("compare",) or asked.time is not None:
        return reading
    said = {word.lower for word in words(question)}
    made = _followed(asked, form, profile) or _of_two_sides(asked, form, said, profile)
    made = made or _averaged(asked, form, said, profile)
    return reading.replaced(requirements=made, alternatives=()) if made else reading


def _followed(asked: Requirements, form: Form, profile: DatasetProfile) -> Requirements | None:
    """The course of the one group that is left, where it is claimed to change."""
    single = {item.column for item in asked.all(Filter) if item.op == "="}
    choice = main_date(profile)
    if not form.changing or form.comparative or choice is None or not set(asked.group_by) <= single:
        return None
    time = Time(column=choice.column, grain="unknown")
    return asked.replaced(group_by=(), time=time, analysis=("trend",), outputs=("chart",))


def _of_two_sides(
    asked: Requirements, form: Form, said: set[str], profile: DatasetProfile
) -> Requirements | None:
    """The two values that are held against each other, without the things that have them."""
    pairs = {item.column for item in asked.all(Filter) if isinstance(item.value, tuple) and len(item.value) == 2}
    pairs |= {link.target for link in asked.links if link.kind == "value" and _has_two(link.target, profile)}
    held = [name for name in asked.group_by if name in pairs]
    if not form.comparative or "than" not in said or said & _EACH or len(held) != 1 or len(asked.group_by) < 2:
        return None
    return asked.replaced(group_by=(held[0],))


def _has_two(name: str, profile: DatasetProfile) -> bool:
    return name in profile.by_name and profile.by_name[name].distinct == 2


def _averaged(asked: Requirements, form: Form, said: set[str], profile: DatasetProfile) -> Requirements | None:
    """The average with and without, where a flag is said to make more or less of what adds up: there are seldom as many
    of both."""
    if len(asked.group_by) != 1 or len(asked.metrics) != 1 or not is_flag_column(asked.group_by[0], profile):
        return None
    added = default_aggregate(profile.by_name[asked.metrics[0]]) == "sum"
    if not added or not form.claims or asked.all(Aggregation) or said & total_words():
        return None
    mean = Aggregation(metric=asked.metrics[0], func="mean")
    return asked.replaced(constraints=(*asked.constraints, mean))
