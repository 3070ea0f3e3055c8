"""Conditions as text that a person types: `region = West; units > 5`, written from filters and read back into them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from pydantic import ValidationError

from autoviz.errors import ParameterError
from autoviz.model.labels import OPERATORS
from autoviz.model.profile import Scalar
from autoviz.model.requirements import AnyOf, Filter, Filters

SIGNS = {"==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
"""Other ways to write an operator."""
_WORDED = sorted((op for op in OPERATORS if op[0].isalpha()), key=len, reverse=True)
_OPERATOR = re.compile(
    rf"\s*(!=|<>|<=|>=|==|=|<|>|≠|≤|≥)\s*|\s+({'|'.join(op.replace(' ', chr(92) + 's+') for op in _WORDED)})(?:\s+|$)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_HINT = 'Write them like: region = West; units > 5; city in Oslo, Rome; "unit price" between 1 and 9.'


def written(filters: Filters) -> str:
    """The conditions as text."""
    return "; ".join(
        " or ".join(map(_simple, item.filters)) if isinstance(item, AnyOf) else _simple(item) for item in filters
    )


def read_conditions(text: str) -> Filters:
    """The conditions that a text states, or an error that shows how to write them."""
    found: list[Filter | AnyOf] = []
    for part in _split(text, ";"):
        options = tuple(_read_simple(option) for option in _split(part, r"\s+or\s+"))
        if options:
            found.append(options[0] if len(options) == 1 else AnyOf(filters=options))
    return tuple(found)


def _simple(item: Filter) -> str:
    column = json.dumps(item.column, ensure_ascii=False) if _needs_quotes(item.column) else item.column
    if item.op in ("is null", "not null"):
        return f"{column} {item.op}"
    if isinstance(item.value, tuple):
        return f"{column} {item.op} {(' and ' if item.op == 'between' else ', ').join(map(_scalar, item.value))}"
    return f"{column} {item.op} {_scalar(item.value)}"


def _scalar(value: Scalar) -> str:
    quoted = not isinstance(value, str) or _needs_quotes(value) or "," in value or not isinstance(_value(value), str)
    return json.dumps(value, ensure_ascii=False) if quoted else str(value)


def _needs_quotes(text: str) -> bool:
    """Whether a name or a text would be taken apart, or taken for something else."""
    signs = re.search(r'[";\\()\[\]]|(?i:\b(?:and|or)\b)', text) is not None or _OPERATOR.search(f"{text} ") is not None
    return signs or text != " ".join(text.split()) or not text.isprintable() or not text


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators that stand outside of quotes."""
    hidden = _QUOTED.sub(lambda hit: "\0" * len(hit.group()), text)
    cuts = [(0, 0), *(hit.span() for hit in re.finditer(separator, hidden, re.IGNORECASE)), (len(text), len(text))]
    parts = [text[before[1] : after[0]].strip() for before, after in pairwise(cuts)]
    return [part for part in parts if part]


def _read_simple(text: str) -> Filter:
    named = _QUOTED.match(text)
    start = named.end() if named else 1
    found = _OPERATOR.search(text, start)
    column = json.loads(named.group()) if named else text[: found.start()].strip() if found else ""
    if found is None or not column or (named and found.start() != named.end()):
        raise ParameterError(f"{text!r} is no condition: a column, an operator and a value are needed", _HINT)
    op = " ".join((found.group(1) or found.group(2)).casefold().split())
    op = SIGNS.get(op, op)
    try:
        return Filter.model_validate({"column": column, "op": op, "value": _operand(op, text[found.end() :].strip())})
    except ValidationError as error:
        raise ParameterError(f"{text!r} is no condition: {error.errors()[0]['msg']}", _HINT) from error


def _operand(op: str, text: str) -> Any:
    if op in ("is null", "not null"):
        return text or None
    if op == "between":
        return tuple(_value(part) for part in _split(text, r"\s+and\s+"))
    if op in ("in", "not in"):
        return tuple(_value(part) for part in _split(text.strip("()[]"), ","))
    return _value(text)


def _value(text: str) -> Scalar:
    """A number, yes or no, or nothing where it is written as such; else the text itself."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return text
    return value if value is None or isinstance(value, (str, int, float, bool)) else text
