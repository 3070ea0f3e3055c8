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

SIGNS = {
    "==": "=", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">=", "is": "=", "is not": "!=", "is missing": "is null",
    "is given": "not null", "from": "between",
}  # fmt: skip
"""Other ways to write an operator, among them those in which answers tell conditions."""
_WORDED = sorted((op for op in (*OPERATORS, *SIGNS) if op[0].isalpha()), key=len, reverse=True)
_OPERATOR = re.compile(
    rf"\s*(!=|<>|<=|>=|==|=|<|>|≠|≤|≥)\s*|\s+({'|'.join(op.replace(' ', chr(92) + 's+') for op in _WORDED)})(?:\s+|$)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKETS = re.compile(r"\([^()]*\)")
_BETWEEN = re.compile(r"(?<=\sbetween\s)\s*\S.*?\sand(?=\s)", re.IGNORECASE)
_OR = r"\s+or\s+"
_TOLD = {"is null": "is missing", "not null": "is given"}
"""Operators as people read them; they are read back by SIGNS."""
_HINT = 'Write them like: region = West and units > 5; city in Oslo, Rome; "unit price" between 1 and 9.'


def written(filters: Filters) -> str:
    """The conditions as text."""
    return "; ".join(
        " or ".join(map(_simple, item.filters)) if isinstance(item, AnyOf) else _simple(item) for item in filters
    )


def read_conditions(text: str) -> Filters:
    """The conditions that a text states, or an error that shows how to write them."""
    return tuple(_either(piece) for part in _split(text, ";") for piece in _joined_by_and(part))


def _joined_by_and(text: str) -> list[str]:
    """The conditions that must all hold; what has no operator of its own is the rest of a value with `and` in it."""
    pieces: list[str] = []
    for piece in _split(text, r"\s+and\s+"):
        if pieces and not _OPERATOR.search(_hidden(piece), 1) and not piece.startswith("("):
            pieces[-1] = f"{pieces[-1]} and {piece}"
        else:
            pieces.append(piece)
    mixed = next((piece for piece in pieces if len(_split(piece, _OR)) > 1), None)
    if len(pieces) > 1 and mixed is not None:
        raise ParameterError(f"{text!r} has both and and or", f"Put brackets around what belongs together: ({mixed}).")
    return pieces


def _either(text: str) -> Filter | AnyOf:
    """One condition, or several of which one must hold; `region = West or East` says the column once."""
    bare = text[1:-1].strip() if _BRACKETS.fullmatch(text) else text
    first, *others = _split(bare, _OR)
    found = [_read_simple(first)]
    for option in others:
        if _OPERATOR.search(_hidden(option), 1):
            found.append(_read_simple(option))
        elif found[-1].op in ("!=", "not in"):  # neither of them, though it is said with `or`
            refused = found[-1].value if isinstance(found[-1].value, tuple) else (found[-1].value,)
            found[-1] = Filter(column=found[-1].column, op="not in", value=(*refused, _value(option)))
        else:
            found.append(_checked(found[-1].column, found[-1].op, option, bare))
    return found[0] if len(found) == 1 else AnyOf(filters=tuple(found))


def _simple(item: Filter) -> str:
    column = json.dumps(item.column, ensure_ascii=False) if _needs_quotes(item.column) else item.column
    if item.op in _TOLD:
        return f"{column} {_TOLD[item.op]}"
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


def _hidden(text: str) -> str:
    """The text with all that is quoted or in brackets, and what follows a between up to its `and`, made unreadable."""
    for pattern in (_QUOTED, _BRACKETS, _BETWEEN):
        text = pattern.sub(lambda hit: "\0" * len(hit.group()), text)
    return text


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators that stand outside of quotes and brackets."""
    hits = re.finditer(separator, _hidden(text), re.IGNORECASE)
    cuts = [(0, 0), *(hit.span() for hit in hits), (len(text), len(text))]
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
    return _checked(column, SIGNS.get(op, op), text[found.end() :].strip(), text)


def _checked(column: str, op: str, operand: str, text: str) -> Filter:
    try:
        return Filter.model_validate({"column": column, "op": op, "value": _operand(op, operand)})
    except ValidationError as error:
        raise ParameterError(f"{text!r} is no condition: {error.errors()[0]['msg']}", _HINT) from error


def _operand(op: str, text: str) -> Any:
    if op in ("is null", "not null"):
        return text or None
    if op == "between":
        ends = _split(text, r"\s+and\s+")
        return tuple(_value(part) for part in (ends if len(ends) > 1 else _split(text, r"\s+to\s+")))
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
