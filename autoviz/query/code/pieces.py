"""Pieces: parts of a line of code, and whether they hold together without parentheses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from autoviz.query.language import Expr


@dataclass(frozen=True)
class Piece:
    """A part of a line of code."""

    text: str
    tight: bool = True
    """Whether it is one name, call or literal."""
    constant: bool = False
    """Whether it is a plain value, not a column."""

    @property
    def held(self) -> str:
        """The text, in parentheses where something stands beside it."""
        return self.text if self.tight else f"({self.text})"


class Writes(Protocol):
    """What writes the parts of an expression over a frame variable."""

    frame: str

    def value(self, expr: Expr) -> Piece:
        """Values, or a plain constant."""

    def column(self, expr: Expr) -> Piece:
        """Values as a column."""


def called(piece: Piece, method: str) -> Piece:
    """A method called on a piece."""
    return Piece(f"{piece.held}.{method}")


def literal(value: Any) -> str:
    """A constant as Python writes it; never anything that could be code."""
    return f"float({str(value)!r})" if isinstance(value, float) and not math.isfinite(value) else repr(value)


def alone(values: Sequence[Any]) -> str:
    """A list as code; a single value stands for itself."""
    return repr(values[0] if len(values) == 1 else list(values))
