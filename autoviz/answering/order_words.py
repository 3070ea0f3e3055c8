"""Order words: whether a question says in which order its rows are to stand."""

from __future__ import annotations

import re

_END = r"(?:most|least|\w+est)"
_STATED = re.compile(
    r"\b(?:sort|rank|arrang)(?:e|s|ed|ing)?\b|\bordered\b|\border (?:them |it |these |the \w+ )?(?:by|from)\b"
    rf"|\bin (?:\w+ )?order\b|\b(?:asc|desc)(?:ending)?\b|\b{_END} first\b|\b{_END} to (?:the )?{_END}\b"
    r"|\b(?:high|low) to (?:low|high)\b",
    re.IGNORECASE,
)
"""An order as such: orders that somebody placed are none."""


def states_order(question: str) -> bool:
    """Whether it is said as such: sorted by date, from most to least, cheapest first."""
    return _STATED.search(question) is not None
