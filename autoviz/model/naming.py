"""ColumnName: the mark of fields that hold a column's name, and the one visitor over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, TypeVar, get_args

from autoviz.model.base import Value

_MARK = "column"
ColumnName = Annotated[str, _MARK]
"""A text that names a column of the frame, or one that a step makes."""

V = TypeVar("V", bound=Value)


@cache
def column_fields(kind: type[Value]) -> tuple[str, ...]:
    """The fields of a noun that hold columns' names, alone or several."""
    return tuple(
        name
        for name, field in kind.model_fields.items()
        if _MARK in field.metadata or _marked(field.annotation)
    )


def _marked(annotation: Any) -> bool:
    marks = getattr(annotation, "__metadata__", ())
    return _MARK in marks or any(_marked(part) for part in get_args(annotation))


def columns_in(value: Any) -> Iterator[str]:
    """Every column's name that a value holds, in the order of its fields; some stand there more than once."""
    if isinstance(value, tuple):
        for item in value:
            yield from columns_in(item)
    elif isinstance(value, Value):
        own = column_fields(type(value))
        for name in type(value).model_fields:
            held = getattr(value, name)
            yield from _names(held) if name in own else columns_in(held)


def _names(held: Any) -> Iterator[str]:
    yield from (item for item in (held if isinstance(held, tuple) else (held,)) if isinstance(item, str))


def with_columns(value: V, change: Callable[[str], str]) -> V:
    """The same value with every column's name changed."""
    own = column_fields(type(value))
    fields = {name: getattr(value, name) for name in type(value).model_fields}
    return value.replaced(**{name: _changed(held, change, name in own) for name, held in fields.items()})


def _changed(held: Any, change: Callable[[str], str], own: bool) -> Any:
    if isinstance(held, tuple):
        changed = tuple(_changed(item, change, own) for item in held)
        return tuple(dict.fromkeys(changed)) if own else changed
    if own and isinstance(held, str):
        return change(held)
    return with_columns(held, change) if isinstance(held, Value) else held
