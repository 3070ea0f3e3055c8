"""Numbered values: a column's name with one of its numbers right behind it, month 3 or class 2, means the rows that
have that number, not groups by all of them; month 3 of dates is March, and p95 the 95th percentile."""

from __future__ import annotations

import re

from autoviz.drawing.numbers import ordinal
from autoviz.drawing.titles import sentence
from autoviz.linking.links import link
from autoviz.linking.moments import MONTHS
from autoviz.linking.names import split_name
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.as_named import CALLED
from autoviz.planning.filters import condition_of
from autoviz.query.language import columns_of

_ALONE = r"(?P<number>\d{1,4})\b(?![.,]\d|\s*(?:-|–|&|/|to\b|and\b|or\b|,|through\b|until\b|vs\b|versus\b|than\b))"
_NUMBER = re.compile(rf"\s+(?:no\.?\s+|number\s+|#\s*)?{_ALONE}", re.IGNORECASE)
"""One number behind a name: classes 2 to 4 and months 3 and 4 are several."""
_MONTH = re.compile(rf"\bmonth\s+(?:no\.?\s+|number\s+)?{_ALONE}(?!\s+of\b)", re.IGNORECASE)
_PERCENTILE = re.compile(r"\bp(?P<number>[1-9]\d|5)\b", re.IGNORECASE)
_NAMES = {number: name for name, number in MONTHS.items()}
"""The longest name comes last."""


def months_called(question: str, profile: DatasetProfile) -> str:
    """A question in which month 3 is called March, where a date tells months and no column does."""
    told = any("month" in split_name(column.name) for column in profile.columns)
    if told or not profile.of_kind("temporal"):
        return question
    return _MONTH.sub(lambda hit: sentence(_NAMES.get(int(hit["number"]), hit[0])), question)


def percentiles_called(question: str, profile: DatasetProfile) -> str:
    """A question in which p95 is called the 95th percentile, where no column or value is."""
    own = [(match.start, match.end) for match in link(question, profile)] if _PERCENTILE.search(question) else []

    def called(hit: re.Match[str]) -> str:
        named = any(start < hit.end() and hit.start() < end for start, end in own)
        return hit[0] if named else f"{ordinal(int(hit['number']))} percentile"

    return _PERCENTILE.sub(called, question)


def of_numbered_values(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of groups by a column as one of the rows whose number the question has behind the column's name."""
    said = _said(question, profile)
    return reading.each(lambda asked: _kept(asked, said, profile)) if said else reading


def _said(question: str, profile: DatasetProfile) -> dict[str, Scalar]:
    """Column → the one of its numbers that stands behind its name; of the best match for each name."""
    found: dict[str, set[Scalar]] = {}
    for match in link(question, profile):
        hit = _NUMBER.match(question, match.end)
        named = match.value is None and match.kind != "type" and match.score >= CALLED and not match.dominated
        if not named or hit is None:
            continue
        values = profile.by_name[match.column].values
        own = [value for value in values if str(value) in (hit["number"], f"{hit['number']}.0")]
        found.setdefault(match.column, set()).update(own[:1])
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def _kept(asked: Requirements, said: dict[str, Scalar], profile: DatasetProfile) -> Requirements:
    """The rows with these numbers, where groups are made by the columns and no row is left out by them."""
    query = asked.query
    if query is None:
        tested = {item.column for item in asked.all(Filter)}
        free = {name: value for name, value in said.items() if name in asked.group_by and name not in tested}
        if not free:
            return asked
        groups = tuple(name for name in asked.group_by if name not in free)
        filters = tuple(Filter(column=name, op="=", value=value) for name, value in free.items())
        kept = asked.replaced(group_by=groups, constraints=(*asked.constraints, *filters))
        return kept if groups or asked.time else kept.replaced(outputs=("table",), analysis=("total",))
    keys = {name for item in query.by for name in columns_of(item.expr)}
    free = {name: value for name, value in said.items() if name in keys and name not in columns_of(query.where)}
    if query.source is not None or not free or not query.measures or query.having or query.then or query.order:
        return asked
    by = tuple(item for item in query.by if not {*columns_of(item.expr)} & {*free})
    test = condition_of(tuple(Filter(column=name, op="=", value=value) for name, value in free.items()), profile)
    made = query.replaced(by=by).narrowed(test)
    return asked.replaced(query=made, outputs=asked.outputs if by else ("table",))
