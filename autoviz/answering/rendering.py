"""Rendering: sentences made of facts alone, complete up to the limit and then 'N more'."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.drawing.numbers import compact, listed
from autoviz.drawing.titles import sentence
from autoviz.model.fact import Fact


def shown(value: object, unit: str | None = None) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and abs(value) < 1_000_000:
        text = f"{value:,}"
    elif isinstance(value, (int, float)):
        text = compact(float(value))
    else:
        return str(value)
    return f"{text} {unit}" if unit and unit != "%" else f"{text}{unit or ''}"


def name_of(fact: Fact) -> str:
    """What a fact is about: its group, and its period where it has one."""
    group = ", ".join("(missing)" if value is None else str(value) for value in fact.group.values())
    return " in ".join(part for part in (group, fact.period) if part)


def single(what: str, fact: Fact) -> str:
    """One number: 'Total revenue is 1.2M.'"""
    return f"{sentence(what)} is {shown(fact.value, fact.unit)}."


def listing(what: str, facts: Sequence[Fact], limit: int) -> str:
    """Values by group: 'Total revenue: West 1.2M, East 0.9M and 3 more.'"""
    items = [f"{name_of(fact)} {shown(fact.value, fact.unit)}".strip() for fact in facts[:limit]]
    rest = len(facts) - limit
    return f"{sentence(what)}: {listed([*items, f'{rest} more'] if rest > 0 else items)}."


def course(what: str, facts: Sequence[Fact], max_groups: int) -> str:
    """From when to when: one clause per group, 'N more' after the limit."""
    by_group: dict[tuple[object, ...], list[Fact]] = {}
    for fact in facts:
        by_group.setdefault(tuple(fact.group.values()), []).append(fact)
    clauses = [_clause(items) for items in list(by_group.values())[:max_groups]]
    rest = len(by_group) - max_groups
    return f"{sentence(what)}: {'; '.join([*clauses, f'{rest} more'] if rest > 0 else clauses)}."


def _clause(facts: Sequence[Fact]) -> str:
    first, last = facts[0], facts[-1]
    group = ", ".join("(missing)" if value is None else str(value) for value in first.group.values())
    start = f"{shown(first.value, first.unit)} in {first.period}"
    end = f"{shown(last.value, last.unit)} in {last.period}"
    return f"{group} {start if len(facts) == 1 else f'from {start} to {end}'}".strip()
