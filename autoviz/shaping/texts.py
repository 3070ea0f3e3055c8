"""Texts of the query language: cut, joined, searched; letters count, and so do capital and small ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import narwhals.stable.v2 as nw

from autoviz.errors import ParameterError
from autoviz.shaping.conversion import as_text
from autoviz.shaping.typed import Typed

Operation = Callable[[Sequence[Typed]], Typed]


def stated(value: Typed, purpose: str) -> str:
    """The text of a constant, which engines need before they see any row."""
    if not value.is_constant or value.constant is None:
        raise ParameterError(f"{purpose} must be a constant", "Write it as a plain text, not as a column.")
    return str(value.constant)


def _number(value: Typed, purpose: str) -> int:
    if not isinstance(value.constant, (int, float)):
        raise ParameterError(f"{purpose} must be a stated whole number", "Give it as a constant.")
    return int(value.constant)


def _test(operation: Callable[[nw.Expr, str], nw.Expr]) -> Operation:
    def search(values: Sequence[Typed]) -> Typed:
        return Typed(operation(as_text(values[0]).expr, stated(values[1], "What is looked for")), "flag")

    return search


def _changed(operation: Callable[[nw.Expr], nw.Expr]) -> Operation:
    return lambda values: Typed(operation(as_text(values[0]).expr), "text")


def _length(values: Sequence[Typed]) -> Typed:
    return Typed(as_text(values[0]).expr.str.len_chars().cast(nw.Int64), "integer")


def _left(values: Sequence[Typed]) -> Typed:
    return Typed(as_text(values[0]).expr.str.head(_number(values[1], "How many letters")), "text")


def _right(values: Sequence[Typed]) -> Typed:
    count = _number(values[1], "How many letters")
    text = as_text(values[0]).expr
    return Typed(text.str.tail(count) if count else text.str.head(0), "text")


def _substring(values: Sequence[Typed]) -> Typed:
    """From a place on, the first letter being number 1."""
    start = _number(values[1], "The first letter")
    if start < 1:
        raise ParameterError("Letters are counted from 1", "Start at 1 or later; `right` counts from the end.")
    length = _number(values[2], "How many letters") if len(values) > 2 else None
    return Typed(as_text(values[0]).expr.str.slice(start - 1, length), "text")


def _part(values: Sequence[Typed]) -> Typed:
    """The part with this number between separators; empty where there are fewer, as DuckDB's split_part has it."""
    separator, number = stated(values[1], "The separator"), _number(values[2], "Which part")
    if not separator or number < 1:
        raise ParameterError("Parts of a text are counted from 1, between separators", "Give both.")
    text = as_text(values[0]).expr
    # As many empty parts behind as are asked for, so that no engine looks beyond the last.
    padded = nw.concat_str([text, nw.lit(separator * number)], ignore_nulls=False)
    return Typed(padded.str.split(separator).list.get(number - 1), "text")


def _replaced(values: Sequence[Typed]) -> Typed:
    old, new = stated(values[1], "What is replaced"), stated(values[2], "What replaces it")
    return Typed(as_text(values[0]).expr.str.replace_all(old, new, literal=True), "text")


def _joined(values: Sequence[Typed]) -> Typed:
    return Typed(nw.concat_str([as_text(value).expr for value in values], ignore_nulls=False), "text")


TEXTS: dict[str, Operation] = {
    "contains": _test(lambda text, part: text.str.contains(part, literal=True)),
    "starts with": _test(lambda text, part: text.str.starts_with(part)),
    "ends with": _test(lambda text, part: text.str.ends_with(part)),
    "matches": _test(lambda text, pattern: text.str.contains(pattern)),
    "lower": _changed(lambda text: text.str.to_lowercase()),
    "upper": _changed(lambda text: text.str.to_uppercase()),
    "trim": _changed(lambda text: text.str.strip_chars(" ")),
    "length": _length, "left": _left, "right": _right, "substring": _substring, "split": _part,
    "replace": _replaced, "concat": _joined,
}  # fmt: skip
