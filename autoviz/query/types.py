"""The types of the query language: what a column can serve as, and which types each operation takes and gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag
from functools import cache

from autoviz.model.profile import ColumnProfile, Scalar
from autoviz.query.language import ARGUMENTS, FUNC_ARGUMENTS, OPTIONS, WINDOW_ARGUMENTS


class Type(Flag):
    """What a value can serve as; several at once where it can (dates kept as texts, 0 and 1 that mean no and yes)."""

    NUMBER = 1
    TEXT = 2
    FLAG = 4
    DATE = 8
    ANYTHING = 15
    """Nothing is known of it, or it is missing: it fits everywhere."""

    @property
    def words(self) -> str:
        """The type as it is told."""
        if self is Type.ANYTHING:
            return "anything"
        return " or ".join(one.name.lower() for one in SINGLE if one & self and one.name)


NUMBER, TEXT, FLAG, DATE, ANYTHING = Type.NUMBER, Type.TEXT, Type.FLAG, Type.DATE, Type.ANYTHING
NONE = Type(0)
SINGLE = (NUMBER, TEXT, FLAG, DATE)
TRUTH = FLAG | NUMBER
"""What a test gives: it can be counted and averaged too."""


@dataclass(frozen=True)
class Overload:
    """One way to use an operation: what each argument must serve as (the last repeats) and what comes out."""

    wants: tuple[Type, ...]
    gives: Type

    def want(self, position: int) -> Type:
        """What the argument at this place must serve as."""
        return self.wants[min(position, len(self.wants) - 1)]


Signature = tuple[Overload, ...]


def _one(gives: Type, *wants: Type) -> Signature:
    return (Overload(wants, gives),)


def _alike(count: int, gives: Type | None = None, among: Sequence[Type] = SINGLE) -> Signature:
    """Arguments that serve as the same thing, whatever it is."""
    return tuple(Overload((one,) * count, gives or one) for one in among)


def _each(names: Iterable[str], signature: Signature) -> dict[str, Signature]:
    return dict.fromkeys(names, signature)


_NUMBERS = _one(NUMBER, NUMBER, NUMBER)
_MEASURED = _alike(1, among=(NUMBER, DATE))
_CALLS: dict[str, Signature] = {
    "+": (*_NUMBERS, Overload((DATE, NUMBER), DATE), Overload((NUMBER, DATE), DATE)),
    "-": (*_NUMBERS, Overload((DATE, DATE), NUMBER), Overload((DATE, NUMBER), DATE)),
    **_each(("*", "/", "//", "%", "**", "round"), _NUMBERS),
    **_each(("negative", "abs", "floor", "ceil", "sqrt", "ln", "log10", "exp"), _one(NUMBER, NUMBER)),
    **_each(("least", "greatest", "coalesce", "nullif"), _alike(2)),
    **_each(("=", "!=", "<", "<=", ">", ">=", "in"), _alike(2, TRUTH)),
    "is null": _one(TRUTH, ANYTHING),
    **_each(("and", "or"), _one(TRUTH, FLAG, FLAG)),
    "not": _one(TRUTH, FLAG),
    **_each(("contains", "starts with", "ends with", "matches"), _one(TRUTH, TEXT, TEXT)),
    **_each(("lower", "upper", "trim"), _one(TEXT, TEXT)),
    "length": _one(NUMBER, TEXT),
    **_each(("left", "right", "substring"), _one(TEXT, TEXT, NUMBER)),
    "split": _one(TEXT, TEXT, TEXT, NUMBER),
    "replace": _one(TEXT, TEXT, TEXT, TEXT),
    "concat": _one(TEXT, ANYTHING),
    "period": _one(DATE, DATE),
    "date part": _one(NUMBER, DATE),
    "date name": _one(TEXT, DATE),
    "time between": _one(NUMBER, DATE, DATE),
    "later": _one(DATE, DATE, NUMBER),
    **_each(("as number", "as integer"), _one(NUMBER, NUMBER | TEXT | FLAG, TEXT)),
    "as text": _one(TEXT, ANYTHING, TEXT),
    **_each(("as date", "as time"), _one(DATE, TEXT | DATE, TEXT)),
    "as flag": _one(TRUTH, NUMBER | TEXT | FLAG, TEXT),
}
"""An operation → its overloads; the word that some take first is no argument here."""

_GATHERED: dict[str, Signature] = {
    **_each(("count", "distinct"), _one(NUMBER, ANYTHING)),
    **_each(("sum", "std", "var"), _one(NUMBER, NUMBER)),
    **_each(("mean", "median", "quantile"), _MEASURED),
    **_each(("min", "max", "first", "last", "mode"), _alike(1)),
    **_each(("correlation", "slope"), _NUMBERS),
    **_each(("at max", "at min"), tuple(Overload((one, ANYTHING), one) for one in SINGLE)),
    "list": _one(TEXT, ANYTHING),
}
_BESIDE: dict[str, Signature] = {
    **_each(("row number", "rank", "dense rank", "percent rank", "tiles", "count"), _one(NUMBER, ANYTHING)),
    **_each(("previous", "next", "first", "last", "min", "max"), _alike(1)),
    **_each(("sum", "std"), _one(NUMBER, NUMBER)),
    **_each(("mean", "median"), _MEASURED),
}
_OF_KIND: Mapping[str, Mapping[str, Signature]] = {"call": _CALLS, "aggregate": _GATHERED, "window": _BESIDE}

ASSOCIATIVE = ("+", "*", "and", "or", "least", "greatest", "coalesce", "concat")
"""Operations on any number of arguments that may be taken two at a time."""


@cache
def signature(kind: str, name: str) -> Signature:
    """How an operation (call), an aggregate or a window may be used."""
    return _OF_KIND[kind][name]


def narrowed(live: Signature, position: int, given: Type) -> Signature:
    """The overloads that an argument of this type leaves."""
    return tuple(overload for overload in live if overload.want(position) & given)


def wanted(live: Signature, position: int) -> Type:
    """What the next argument may serve as."""
    found = NONE
    for overload in live:
        found |= overload.want(position)
    return found


def given(live: Signature) -> Type:
    """What comes out, as far as the arguments tell."""
    found = NONE
    for overload in live:
        found |= overload.gives
    return found


def shared(types: Iterable[Type]) -> Type:
    """What all of them can serve as; as texts any values can be put together."""
    found = ANYTHING
    for one in types:
        found &= one
    return found or TEXT


@cache
def arities(kind: str, name: str) -> tuple[int, ...]:
    """How many arguments it may have, the word that comes first not counted; two where it may be any number."""
    if kind == "call":
        least, most = ARGUMENTS.get(name, (1, 1))
        word = int(name in OPTIONS)
        return tuple(range(least - word, most - word + 1)) if most is not None else (2,)
    least, most = (FUNC_ARGUMENTS if kind == "aggregate" else WINDOW_ARGUMENTS).get(name, (1, 1))
    return tuple(range(least, most + 1))


_NUMERIC = re.compile(r"u?int|float|double|decimal|real|bigint|smallint|tinyint|hugeint|long|short|byte")
_DATED = re.compile(r"date|timestamp")
_TEXTUAL = re.compile(r"(object|str|string|large_string|utf8|varchar|category|categorical|enum|dictionary)\b")


def column_type(column: ColumnProfile) -> Type:
    """What a column of a frame can serve as."""
    dtype = column.dtype.lower()
    if dtype.startswith("bool"):
        return TRUTH
    if _NUMERIC.match(dtype):
        clock = DATE if column.meaning == "time" and column.dates is not None else NONE
        return TRUTH if {column.minimum, column.maximum} <= {0, 1} else NUMBER | clock
    if _DATED.match(dtype):
        return DATE
    return _text_type(column) if _TEXTUAL.match(dtype) else _kind_type(column)


def _text_type(column: ColumnProfile) -> Type:
    """Texts, or whatever else a column of objects holds."""
    if column.numbers is not None:
        return NUMBER | TEXT
    seen = next((value for value in (*column.values, column.minimum) if value is not None), None)
    if isinstance(seen, bool):
        return TRUTH
    if isinstance(seen, int | float):
        return NUMBER | TEXT
    if seen is None and column.kind in ("numeric", "ordinal", "boolean"):
        return ANYTHING
    dated = DATE if column.kind == "temporal" or column.dates is not None else NONE
    # DuckDB reads yes, no, true and false as flags
    return TEXT | dated | (FLAG if column.kind == "boolean" else NONE)


def _kind_type(column: ColumnProfile) -> Type:
    kinds = {"numeric": NUMBER, "ordinal": NUMBER, "temporal": DATE, "boolean": TRUTH}
    return kinds.get(column.kind, ANYTHING)


_DATE_TEXT = re.compile(r"\s*\d{4}-\d{1,2}-\d{1,2}")
_NUMBER_TEXT = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$")


def constant_type(value: Scalar) -> Type:
    """What a constant can serve as; a text that reads as a number or a date is one where one is needed."""
    if value is None:
        return ANYTHING
    if isinstance(value, bool):
        return TRUTH
    if isinstance(value, int | float):
        return NUMBER
    if _DATE_TEXT.match(value):
        return TEXT | DATE
    if _NUMBER_TEXT.match(value):
        return TEXT | NUMBER
    return TEXT | FLAG if value.lower() in ("yes", "no", "true", "false") else TEXT
