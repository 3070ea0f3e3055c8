"""Developed: how something has changed is its course over time, of what the question names."""

from __future__ import annotations

import re

from autoviz.linking.form_reading import form_of
from autoviz.linking.links import STRONG, best_matches, link
from autoviz.linking.moments import asked_date, calendar_of, moments
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements, Time
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Query, columns_of

_HOW_DID = re.compile(r"\s*how (?:did|has|have|had)\b", re.IGNORECASE)


def as_developed(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of how one measure has changed, where time plays no part in it or single rows are drawn of what adds
    up, as the course of that measure: of the groups or of the one thing that is named."""
    asked = reading.requirements
    form = form_of(question, profile=profile)
    if not (_HOW_DID.match(question) and form.changing) or form.superlative or form.comparative:
        return reading
    choice, queries = asked_date(question, profile), meant_queries(asked, profile)
    if choice is None or len(queries) != 1 or asked.not_found or moments(question, calendar_of(profile, question)):
        return reading
    dates = {column.name for column in profile.of_kind("temporal")}
    drawn = {*columns_of(queries[0]), *queries[0].shown}
    if queries[0].source is not None or (dates & drawn and not _draws_rows(queries[0], profile)):
        return reading
    made = _course(question, asked, choice.column, profile)
    kept = {*columns_of(queries[0].where)}
    if made is None or not kept <= {item.column for item in made.all(Filter)}:
        return reading
    return reading.replaced(requirements=made, alternatives=())


def _draws_rows(query: Query, profile: DatasetProfile) -> bool:
    """Whether rows are shown as they are, with amounts that add up, of what is no panel: a day has several."""
    shown = [profile.by_name[name] for name in query.shown if name in profile.by_name]
    plain = query.replaced(where=None, order=()) == Query(shown=query.shown)
    panel = profile.things is not None and profile.things.panel
    return plain and len(shown) == 2 and any(column.adds_up for column in shown) and not panel


def _course(question: str, asked: Requirements, date: str, profile: DatasetProfile) -> Requirements | None:
    """The course of the one measure that is named, by the one column and of the values that are named."""
    matches = [match for match in best_matches(link(question, profile)) if match.score >= STRONG]
    metrics = {match.column for match in matches if match.value is None and profile.by_name[match.column].metric}
    groups = {match.column for match in matches if match.value is None} - metrics
    filters = tuple(Filter(column=one.column, op="=", value=one.value) for one in matches if one.value is not None)
    alone = {item.column for item in filters}
    if len(metrics) != 1 or len(groups) > 1 or len(alone) < len(filters):
        return None
    return Requirements(
        outputs=("chart",), metrics=tuple(metrics), group_by=tuple(groups - alone), time=Time(column=date),
        analysis=("trend",), constraints=filters, links=asked.links, assumed=asked.assumed,
    )  # fmt: skip
