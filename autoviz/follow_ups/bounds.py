"""Bounds: the values, dates and numbers that a follow-up names, as typed conditions on their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.mentions import Mention
from autoviz.linking.stretches import DateRange, Period, resolve_period
from autoviz.model.requirements import Filter
from autoviz.planning.counted_bounds import count_bounded

Meant = tuple[Mention, Filter]


def filters_of(basis: Basis) -> list[tuple[str, Filter]]:
    """Every condition that is named, each with the sense that the words around it give."""
    found = [*_values(basis), *_dates(basis), *_numbers(basis)]
    return [(mention.sense, item) for mention, item in found]


def _values(basis: Basis) -> Iterator[Meant]:
    held: dict[tuple[str, str], list[Mention]] = {}
    for mention in basis.mentions.of("value"):
        if mention.sense not in ("old", "all"):
            held.setdefault((mention.column or "", mention.sense), []).append(mention)
    for (column, _), mentions in held.items():
        values = tuple(dict.fromkeys(item.meaning for item in mentions))
        one = Filter(column=column, op="=", value=values[0])
        yield mentions[0], one if len(values) == 1 else Filter(column=column, op="in", value=values)


def _dates(basis: Basis) -> Iterator[Meant]:
    named = [item.column for item in basis.mentions.of("time") if not item.axis]
    column = next((name for name in named if name), basis.dates)
    mentions = [item for item in basis.mentions.of("moment") if item.sense not in ("old", "all")]
    if column is not None:
        spans = [(item, _span(item.meaning, basis, column)) for item in mentions]
        yield from _within(column, [(item, span) for item, span in spans if span])


def _span(value: Any, basis: Basis, column: str) -> tuple[str, str] | None:
    """The first and the last day of a date or a period."""
    if isinstance(value, DateRange):
        return value.first, value.last
    span = basis.profile.by_name[column].span
    if not isinstance(value, Period) or span is None:
        return None
    return resolve_period(value.n, value.unit, span.last[:10], span.spacing_days)


def _within(column: str, found: Sequence[tuple[Mention, tuple[str, str]]]) -> Iterator[Meant]:
    """Dates with the comparison that they stand in; two ends of one range are one condition."""
    if len(found) > 1:
        ends = sorted(day for _, span in found for day in span)
        yield found[0][0], Filter(column=column, op="between", value=(ends[0], ends[-1]))
        return
    for mention, (first, last) in found:
        bounds: dict[str, tuple[Any, Any]] = {"<": ("<", first), "<=": ("<=", last), ">": (">", last)}
        bounds[">="] = (">=", first)
        op, value = bounds.get(mention.bound, ("between", (first, last)))
        yield mention, Filter(column=column, op=op, value=value)


def _numbers(basis: Basis) -> Iterator[Meant]:
    """Numbers that something is compared with: the measure that is named nearest, else the one of before."""
    mentions = [item for item in basis.mentions.of("number") if item.bound]
    for mention in mentions:
        column = bounded(mention, basis)
        if column is None:
            continue
        if mention.bound != "between":
            yield mention, Filter.model_validate({"column": column, "op": mention.bound, "value": mention.meaning})
        elif mention is mentions[0] and len(mentions) == 2:
            ends = tuple(sorted(item.meaning for item in mentions))
            yield mention, Filter(column=column, op="between", value=ends)


def bounded(mention: Mention, basis: Basis) -> str | None:
    """The column that a number bounds: the measure named nearest, the one bounded before, or what is measured."""
    named = sorted(basis.mentions.of("measure"), key=lambda item: abs(item.start - mention.start))
    held = [item for item in basis.requirements.all(Filter) if item.op in ("<", "<=", ">", ">=")]
    before = [item.column for item in held if basis.role(item.column) == "measure"]
    column = next((item.column for item in named), next(iter((*before, *basis.measures)), None))
    return column and count_bounded(basis.fragment.text, column, mention.meaning, basis.profile)
