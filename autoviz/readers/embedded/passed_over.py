"""Passed over: what rows are kept by, heard in one reading of a question and left out or turned round in the other."""

from __future__ import annotations

from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter
from autoviz.query.language import COMPARISONS, Call, Column, Constant, Query, parts_of

_OF_TEXTS = frozenset({"contains", "starts with", "ends with"})
_TESTS = COMPARISONS | _OF_TEXTS | {"is null"}
_ENDS = ("starts with", "ends with")


def passes_over(text: str, decoder: Reading, heads: Reading, profile: DatasetProfile) -> bool:
    """Whether the decoder makes less of the conditions than the heads.

    It reads nowhere a text that the question writes, or that something is known; or it keeps one value, which no word
    writes, of a column that is named beside another one to measure something by: how many survived is no such thing.
    """
    read, asked = decoder.requirements.query, heads.requirements
    if read is None:
        return False
    dates = {column.name for column in profile.of_kind("temporal")}
    filters = [item for item in asked.all(Filter) if item.column not in dates and not _is_of_none(item, profile)]
    if any(not _is_kept(item, text, read) for item in filters):
        return True
    groups = {link.target for link in asked.links if link.kind == "name"} & set(asked.group_by)
    kept = [item for item in decoder.requirements.all(Filter) if item.op == "=" and item.column in groups]
    return len(groups) > 1 and bool(asked.metrics) and any(not _writes(text, str(item.value)) for item in kept)


def _is_of_none(item: Filter, profile: DatasetProfile) -> bool:
    """Whether a condition wants a value that is none of its column, of which all are known."""
    column = profile.by_name.get(item.column)
    known = column is not None and len(column.values) == column.distinct
    return known and item.op == "=" and item.value not in column.values  # type: ignore[union-attr]


def _is_kept(item: Filter, text: str, read: Query) -> bool:
    """Whether a Query holds a column against all texts of a condition that the question writes; their beginning or
    their end where that is asked for."""
    tests = [call for call in parts_of(Call, read) if call.op in _TESTS and Column(name=item.column) in call.args]
    if item.op == "not null":
        return bool(tests)
    held = [call for call in tests if item.op not in _ENDS or call.op == item.op]
    said = {str(constant.value).casefold() for constant in parts_of(Constant, tuple(held))}
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    return {value.casefold() for value in values if isinstance(value, str) and _writes(text, value)} <= said


def _writes(text: str, value: str) -> bool:
    """Whether a question has all words of a value."""
    return {word.lower for word in words(value)} <= {word.lower for word in words(text)}
