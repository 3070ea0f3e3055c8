"""Missing words: what people write in a cell that has no value, whether numbers or dates are around it."""

from __future__ import annotations

MISSING_WORDS = frozenset((
    "", "-", "--", "---", "–", "—", ".", "..", "...", "?", "n.a.", "n.a", "na", "n/a", "#n/a", "#na", "#value!",
    "#div/0!", "nan", "<na>", "nat", "nil", "none", "null", "missing", "unknown", "unk", "tbd", "tba", "tbc",
    "not available", "not applicable", "not reported", "not known", "not given",
    "no data", "no answer", "undefined", "unspecified",
    "varies", "varies with device", "k.a.", "k. a.", "keine angabe", "(blank)", "blank", "empty",
))  # fmt: skip
"""What is written where there is no value, in small letters."""


def is_missing_word(cell: str) -> bool:
    """Whether a cell says that there is no value."""
    return cell.strip().casefold() in MISSING_WORDS
