"""How the pieces of a Query are spelled as tokens: one word for each operation, marks for columns and constants."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from autoviz.errors import QueryError
from autoviz.model.profile import Scalar
from autoviz.query.language import FUNCS, OPERATIONS, WINDOW_FUNCS, Constant, Expr, Moment
from autoviz.query.types import DATE, Type, arities, constant_type

END, CLOSE, SAME = "end", ")", "same"
FROM, STACK, UNPIVOT, LABEL, MATCHED, MATCHED_LEFT = "from", "stack", "unpivot", "label", "matched", "matched_left"
WHERE, BY, MEASURE, HAVING, THEN, KEPT, LIMIT, SKIP, SHOWN = (
    "where", "by", "measure", "having", "then", "kept", "limit", "skip", "shown",
)  # fmt: skip
CASE, WHEN, ELSE, DONE, ONLY, OVERALL, MEMBER = "case", "when", "else", "done", "only", "overall", "member"
OVER, WITHIN, FRAME, STEP, ALL = "over", "within", "frame", "step", "all"
STEPPING = ("previous", "next", "tiles")
"""Windows that a step says something to."""

ORDERS: dict[str, tuple[bool, bool]] = {
    "asc": (False, False), "desc": (True, False), "asc_missing_first": (False, True), "desc_missing_first": (True, True)
}  # fmt: skip
"""A token of the order → whether it is descending, and whether missing values come first."""
ALONG = {f"along_{word}": flags for word, flags in ORDERS.items()}
"""The same for the order inside a window."""

_OWN_WORDS = {
    ("call", "round", 2): "round_to", ("call", "substring", 3): "substring_for",
    ("call", "as date", 2): "as_date_from", ("call", "as time", 2): "as_time_from",
    ("call", "as text", 2): "as_text_like",
    ("aggregate", "count", 0): "rows", ("window", "count", 0): "rows",
}  # fmt: skip
DISCRETE = "quantile_discrete"


@dataclass(frozen=True)
class Word:
    """What a word stands for: an operation, an aggregate or a window, with so many arguments."""

    kind: str
    name: str
    arity: int
    discrete: bool = False


def word_of(kind: str, name: str, arity: int) -> str:
    """How an operation, an aggregate or a window with so many arguments is spelled."""
    own = _OWN_WORDS.get((kind, name, arity))
    if own is not None:
        return own
    least = min(count for count in arities(kind, name) if (kind, name, count) not in _OWN_WORDS)
    return name.replace(" ", "_") + (f"_{arity}" if arity != least else "")


def _words(kind: str, names: Sequence[str]) -> dict[str, Word]:
    return {word_of(kind, name, count): Word(kind, name, count) for name in names for count in arities(kind, name)}


CALLS = _words("call", OPERATIONS)
AGGREGATES = {**_words("aggregate", FUNCS), DISCRETE: Word("aggregate", "quantile", 1, discrete=True)}
WINDOWS = _words("window", WINDOW_FUNCS)


def column_token(name: str) -> str:
    """A column of the frame."""
    return '"' + name.replace('"', '""') + '"'


def made_token(place: int) -> str:
    """The so-manyth column at hand that the Query itself made."""
    return f"#{place}"


def option_token(word: str) -> str:
    """One of the words that an operation takes first."""
    return word.replace(" ", "_")


def text_token(text: str) -> str:
    """A text constant."""
    return "'" + text.replace("'", "''") + "'"


def number_token(value: float) -> str:
    """A number, whole where it is whole."""
    if isinstance(value, float) and not math.isfinite(value):
        raise QueryError(f"constants: {value} cannot be written", "Use a finite number.", retryable=True)
    return str(int(value)) if value == int(value) else repr(value)


def moment_token(at: str) -> str:
    """A date or a date with its time."""
    return f"@{at.replace(' ', 'T')}"


def constant_token(value: Scalar) -> str:
    """A constant; nothing has no token, since no reader needs to say it."""
    if value is None:
        raise QueryError("constants: nothing cannot be written", "Leave it out, or use 'is null'.", retryable=True)
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_token(value) if isinstance(value, str) else number_token(value)


_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[-+]?\d+)?$")
_MOMENT = re.compile(r"@\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?$")
_TOKEN = re.compile(r""""(?:[^"]|"")*"|'(?:[^']|'')*'|[^\s"']+""")


def constant_of(token: str) -> tuple[Expr, Type] | None:
    """The constant that a token stands for and its type; None where it is none."""
    if token in ("true", "false"):
        return Constant(value=token == "true"), constant_type(True)
    if token[:1] == "'" and token[-1:] == "'" and len(token) > 1:
        text = token[1:-1].replace("''", "'")
        return Constant(value=text), constant_type(text)
    if _MOMENT.match(token):
        return Moment(at=token[1:].replace("T", " ")), DATE
    if _NUMBER.match(token):
        return Constant(value=number_of(token)), constant_type(1)
    return None


def number_of(token: str) -> int | float:
    """The number that a token stands for."""
    value = float(token)
    return int(token) if token.lstrip("-").isdigit() else value


def whole_of(token: str) -> int | None:
    """The whole number that a token stands for; None where it is none."""
    return int(token) if token.removeprefix("-").isdigit() else None


def column_of(token: str) -> str | None:
    """The name that the token of a frame's column holds; None where it is no such token."""
    quoted = len(token) > 1 and token[0] == '"' and token[-1] == '"'
    return token[1:-1].replace('""', '"') if quoted else None


def written(tokens: Sequence[str]) -> str:
    """Tokens as one line of text."""
    return " ".join(tokens)


def split(text: str) -> list[str]:
    """A line of text as tokens."""
    return _TOKEN.findall(text)
