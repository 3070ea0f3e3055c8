"""Validation: a reply held against its schema in five levels, each problem a sentence that goes back to the model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from pydantic import ValidationError

from autoviz.readers.llm.extraction import extracted
from autoviz.readers.llm.schemas import Schema

Level = Literal["syntax", "shape", "required", "types", "references"]
LEVELS: tuple[Level, ...] = ("syntax", "shape", "required", "types", "references")
T = TypeVar("T")

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,), "null": (type(None),),
    "integer": (int,), "number": (int, float),
}  # fmt: skip
_LIMITS: dict[str, Callable[[Any, Any], bool]] = {
    "minimum": lambda value, bound: value < bound,
    "maximum": lambda value, bound: value > bound,
    "exclusiveMinimum": lambda value, bound: value <= bound,
    "exclusiveMaximum": lambda value, bound: value >= bound,
    "maxLength": lambda value, bound: len(value) > bound,
}
MOST_LISTED = 12


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a reply, where, and on which level."""

    level: Level
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


@dataclass(frozen=True)
class Judged(Generic[T]):
    """A reply and what was made of it, or what is wrong with it on the lowest level that fails."""

    reply: dict[str, Any]
    value: T | None = None
    problems: tuple[Problem, ...] = ()


def judged(text: str, schema: Schema, read: Callable[[dict[str, Any]], T]) -> Judged[T]:
    """The reply in a text held against its schema, then against all that `read` knows and a schema can not say."""
    try:
        reply = extracted(text)
    except ValueError as error:
        return Judged({}, None, (Problem("syntax", "", str(error)),))
    found = list(problems(reply, schema))
    if found:
        lowest = min((problem.level for problem in found), key=LEVELS.index)
        return Judged(reply, None, tuple(problem for problem in found if problem.level == lowest))
    try:
        return Judged(reply, read(reply))
    except ValidationError as error:
        told = [Problem("references", _path(item["loc"]), item["msg"]) for item in error.errors()]
    except ValueError as error:
        told = [Problem("references", "", line) for line in str(error).splitlines()]
    return Judged(reply, None, tuple(told))


def _path(parts: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in parts)


def problems(value: Any, schema: Schema, where: str = "") -> Iterator[Problem]:
    """Everything that a schema finds wrong with a value."""
    if "anyOf" in schema:
        yield from _nearest(value, schema["anyOf"], where)
        return
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        if value not in allowed or isinstance(value, bool) != isinstance(allowed[0], bool):
            yield Problem("types", where, f"must be one of {_listed(allowed)}, not {value!r}")
        return
    kind = schema.get("type", "")
    if kind and not _is(value, kind):
        yield Problem("types" if where else "shape", where, f"must be of the type {kind}, not {value!r}"[:300])
    elif kind == "object":
        yield from _fields(value, schema, where)
    elif kind == "array":
        yield from _items(value, schema, where)
    else:
        yield from _bounds(value, schema, where)


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and not (isinstance(value, bool) and kind in ("integer", "number"))


def _fields(value: dict[str, Any], schema: Schema, where: str) -> Iterator[Problem]:
    known = schema["properties"]
    for name in schema["required"]:
        if name not in value:
            yield Problem("required", _inside(where, name), "is required")
    for name, item in value.items():
        if name in known:
            yield from problems(item, known[name], _inside(where, name))
        elif not schema["additionalProperties"]:
            yield Problem("shape", _inside(where, name), f"is unknown; the fields are {_listed(list(known))}")


def _items(value: list[Any], schema: Schema, where: str) -> Iterator[Problem]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        least, most = schema.get("minItems", 0), schema.get("maxItems", "any number of")
        yield Problem("types", where, f"has {len(value)} items, but may have {least} to {most}")
    for place, item in enumerate(value):
        yield from problems(item, schema["items"], _inside(where, str(place)))


def _bounds(value: Any, schema: Schema, where: str) -> Iterator[Problem]:
    for name, breaks in _LIMITS.items():
        if name in schema and breaks(value, schema[name]):
            yield Problem("types", where, f"breaks the limit {name} {schema[name]}")


def _nearest(value: Any, choices: list[Schema], where: str) -> Iterator[Problem]:
    """Nothing where one choice fits; else the problems of the choice that was most likely meant."""
    found = [list(problems(value, choice, where)) for choice in choices]
    if all(found):
        meant = [wrong for choice, wrong in zip(choices, found, strict=True) if _meant(value, choice)]
        yield from min(meant or found, key=len)


def _meant(value: Any, choice: Schema) -> bool:
    """Whether its fixed fields (the kind of a constraint, the tool of a change) say that this one is meant."""
    if not isinstance(value, dict) or "properties" not in choice:
        return False
    fixed = {name: entry["const"] for name, entry in choice["properties"].items() if "const" in entry}
    return bool(fixed) and all(value.get(name) == wanted for name, wanted in fixed.items())


def _inside(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _listed(values: list[Any]) -> str:
    shown = ", ".join(repr(value) for value in values[:MOST_LISTED])
    return f"[{shown}, …]" if len(values) > MOST_LISTED else f"[{shown}]"
