"""Querying: the SQL of a reply as a Query of the closed language, or where it lies outside of it; and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from autoviz.errors import QueryError
from autoviz.linking.text import fold
from autoviz.model.base import Value
from autoviz.model.profile import DatasetProfile
from autoviz.query.check import check
from autoviz.query.language import (
    OPTIONS,
    Call,
    Column,
    Constant,
    Matched,
    Moment,
    Named,
    Query,
    Unpivot,
    columns_named,
    parts_of,
)
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.llm.contracts import LONGEST_SQL
from autoviz.readers.llm.prompts import Names

COMPARING = ("=", "!=", "<", "<=", ">", ">=", "in", "contains", "starts with", "ends with")
"""Operations that hold what stands in a row against what a question states."""
_UNREADABLE = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a parser may stumble over in a text that is half SQL: whatever a model writes, it is a problem and no crash."""
_ISO = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?")


def query_from(text: str, profile: DatasetProfile, names: Names) -> Query:
    """The Query that a SELECT asks, under the real names of its columns; a ValueError says what lies outside and where.

    Values are spelled as the cells spell them, and a date that is held against a column of dates is one.
    """
    if len(text) > LONGEST_SQL:
        raise ValueError(f"sql: it has {len(text)} letters, but may have {LONGEST_SQL}")
    seen = _as_shown(profile, names)
    try:
        # Held against what the model saw, so that no message has a name or a value in it that was not sent.
        query = from_sql(text, seen.names)
        check(query, seen)
    except QueryError as error:
        raise ValueError(" ".join(f"sql: {error.what} {error.hint}".split())) from error
    except _UNREADABLE as error:
        raise ValueError(
            "sql: it is no SELECT that can be read. Write one plain DuckDB SELECT over the table t."
        ) from error
    return _spelled(renamed(query, names.real), profile)


def _as_shown(profile: DatasetProfile, names: Names) -> DatasetProfile:
    """The profile under the names that a model sees."""
    if all(names.show(name) == name for name in profile.names):
        return profile
    return profile.replaced(columns=tuple(item.replaced(name=names.show(item.name)) for item in profile.columns))


def shown_sql(query: Query, names: Names) -> str:
    """A Query as SQL with the columns under the names that a model sees, and the values that it may see."""
    options = [call.args[0] for call in parts_of(Call, query) if call.op in OPTIONS]

    def change(part: Any) -> Any:
        match part:
            case Constant() if not any(part is option for option in options):
                return part.replaced(value=names.constant(part.value))
            case Moment():
                shown = names.constant(part.at)
                return part if shown == part.at else Constant(value=shown)
        return part

    return to_sql(renamed(everywhere(query, change) if names.veils else query, names.show))


def renamed(query: Query, name: Callable[[str], str]) -> Query:
    """The Query with columns, and what is made of them, under other names, inner Queries too."""

    def change(part: Any) -> Any:
        match part:
            case Column():
                return part.replaced(name=name(part.name))
            case Named():
                return part.replaced(name=name(part.name))
            case Unpivot():
                columns = {name(column): label for column, label in part.columns.items()}
                return part.replaced(columns=columns, name=name(part.name), value=name(part.value))
            case Matched():
                return part.replaced(on=tuple(map(name, part.on)))
            case Query():
                return part.replaced(shown=tuple(map(name, part.shown)))
        return part

    found: Query = everywhere(query, change)
    return found


def everywhere(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with `change` made to every part of it, the innermost first, inner Queries too."""
    if isinstance(value, tuple):
        return tuple(everywhere(item, change) for item in value)
    if not isinstance(value, Value):
        return value
    fields = {field: getattr(value, field) for field in type(value).model_fields}
    changed = {field: everywhere(item, change) for field, item in fields.items()}
    return change(value if changed == fields else value.replaced(**changed))


def _spelled(query: Query, profile: DatasetProfile) -> Query:
    """The Query with the cells' own spelling of its values."""

    def change(part: Any) -> Any:
        if not isinstance(part, Call) or part.op not in COMPARING:
            return part
        columns = [profile.by_name[name] for name in _own_columns(part, profile)]
        if len(columns) != 1:
            return part
        (column,) = columns
        known = {fold(str(value)).casefold(): value for value in column.values}

        def real(item: Any) -> Any:
            if not isinstance(item, Constant) or not isinstance(item.value, str):
                return item
            if column.kind == "temporal" and _ISO.fullmatch(item.value):
                return Moment(at=item.value)
            return Constant(value=known.get(fold(item.value).casefold(), item.value))

        return part.replaced(args=tuple(map(real, part.args)))

    found: Query = everywhere(query, change)
    return found


def _own_columns(call: Call, profile: DatasetProfile) -> list[str]:
    """The frame's columns among the arguments of an operation."""
    return [item.name for item in call.args if isinstance(item, Column) and item.name in profile.by_name]


def frame_columns(query: Query | None, profile: DatasetProfile) -> tuple[str, ...]:
    """The frame's columns that a Query reads or shows, once each."""
    return tuple(name for name in columns_named(query) if name in profile.by_name)


def compared_texts(query: Query | None, profile: DatasetProfile) -> Iterator[tuple[str, bool]]:
    """The texts that rows are held against, each with whether a cell may be just so.

    Labels, formats and units are not among them, and part of a text may be anything.
    """
    for call in parts_of(Call, query):
        if call.op not in COMPARING:
            continue
        known = [{str(value) for value in profile.by_name[name].values} for name in _own_columns(call, profile)]
        for item in call.args:
            if isinstance(item, Constant) and isinstance(item.value, str):
                whole = call.op in ("=", "in") and any(known)
                yield item.value, not whole or any(item.value in values for values in known)
