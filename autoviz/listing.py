"""Listing: several things in a sentence, and how many more there are where not all are named."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, noun: str) -> str:
    """A count with its noun: 1 row, 2,000 rows."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def listed(items: Sequence[str], joint: str = "and") -> str:
    """Names in a sentence: a, b and c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def fitting(count: int, limit: int) -> int:
    """How many of so many are named: the limit, or all where it would leave out a single one."""
    return count if count == limit + 1 else min(count, limit)


def few(items: Sequence[str], limit: int, of: int | None = None) -> list[str]:
    """The first up to the limit, and how many more there are; `of` counts those too that are not at hand."""
    count = len(items) if of is None else of
    most = min(fitting(count, limit), len(items))
    return [*items[:most], *([f"{count - most:,} more"] if count > most else [])]
