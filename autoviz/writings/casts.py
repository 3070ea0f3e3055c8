"""Casts: a column of text as numbers by its writing, inside each engine and as lines of pandas."""

from __future__ import annotations

from functools import reduce
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.writings.cell_reading import cell_reader
from autoviz.writings.writing import SPACE, Part, Writing


def read_numbers(text: nw.Expr, writing: Writing) -> nw.Expr:
    """The cells as numbers; what is not of the writing is missing."""
    found = [_part(text, part) for part in writing.parts]
    total = reduce(lambda one, other: one + other, found)
    signed = nw.when(text.str.contains(writing.negative)).then(-total).otherwise(total)
    return nw.when(text.str.contains(writing.shape)).then(signed)


def _part(text: nw.Expr, part: Part) -> nw.Expr:
    digits = text
    for pattern, instead in part.changes:
        digits = digits.str.replace_all(pattern, instead)
    # The cast stands outside of the choice: engines would cast the cells that were not chosen as well.
    number: nw.Expr = nw.when(text.str.contains(part.has)).then(digits).cast(nw.Float64) * part.factor
    for pattern, factor in part.factors:
        number = nw.when(text.str.contains(pattern)).then(number * factor).otherwise(number)
    return number.fill_null(0.0)


def pandas_numbers(cells: pd.Series[Any], writing: Writing) -> pd.Series[Any]:
    """The same for pandas, each different cell read once."""
    codes, texts = pd.factorize(cells.astype(object))
    read = cell_reader(writing)
    numbers = np.array([*(read(str(text)) for text in texts), np.nan])
    return pd.Series(numbers[codes], index=cells.index, name=cells.name)


def cast_code(writing: Writing, column: str, frame: str, out: str) -> str:
    """Lines of pandas that put the numbers of a column of text into the same column of another frame."""
    lines = [
        f"# {column!r} is text, read as numbers written like {writing.spec}",
        f"text = {frame}[{column!r}].astype(str)",
        f"fits = text.str.contains({_pattern(writing.shape)})",
        *(_one_number(writing.parts[0]) if len(writing.parts) == 1 else _several(writing)),
        f"value = value.where(~text.str.contains({_pattern(writing.negative)}), -value)",
        f"{out}[{column!r}] = value.where(fits)",
    ]
    return "\n".join(lines)


def _one_number(part: Part) -> list[str]:
    lines = ["digits = text.where(fits)", *_changes(part), "value = pd.to_numeric(digits, errors='coerce')"]
    if not part.factors:
        return lines
    listed = [f"    {_pattern(pattern)}: {factor!r}," for pattern, factor in part.factors]
    return [
        *lines, "factors = {", *listed, "}",
        "for pattern, factor in factors.items():",
        "    value = value.where(~text.str.contains(pattern), value * factor)",
    ]  # fmt: skip


def _several(writing: Writing) -> list[str]:
    lines = ["value = pd.Series(0.0, index=text.index)"]
    for part in writing.parts:
        lines += [f"digits = text.where(fits & text.str.contains({_pattern(part.has)}))", *_changes(part)]
        lines.append(f"value = value + pd.to_numeric(digits, errors='coerce').fillna(0) * {part.factor!r}")
    return lines


def _changes(part: Part) -> list[str]:
    return [
        f"digits = digits.str.replace({_pattern(pattern)}, {instead!r}, regex=True)"
        for pattern, instead in part.changes
    ]


def _pattern(pattern: str) -> str:
    """A pattern as Python writes it; its own class of spaces has all of them."""
    short = pattern.replace(SPACE, r"\s")
    return f"r'{short}'" if "'" not in short and short.isprintable() else repr(short)
