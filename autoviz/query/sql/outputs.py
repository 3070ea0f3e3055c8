"""The columns that a Query gives, by name and in order."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.query.language import Matched, Query, Stack, Unpivot


def result_columns(query: Query, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns of the result, where these are the frame's."""
    if query.shown:
        return query.shown
    before = tuple(item.name for item in (*query.by, *query.measures)) or source_columns(query.source, columns)
    return tuple(dict.fromkeys((*before, *(item.name for item in query.then))))


def source_columns(source: Query | Stack | Unpivot | Matched | None, columns: Sequence[str]) -> tuple[str, ...]:
    """The columns that the first station reads."""
    match source:
        case None:
            return tuple(columns)
        case Query():
            return result_columns(source, columns)
        case Stack():
            return result_columns(source.queries[0], columns)
        case Matched():
            right = result_columns(source.right, columns)
            return tuple(dict.fromkeys((*result_columns(source.left, columns), *right)))
        case Unpivot():
            inner = source_columns(source.source, columns)
            return (*(name for name in inner if name not in source.columns), source.name, source.value)
