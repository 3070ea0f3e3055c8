"""Question: the user's words, and the same words normalised for reading."""

from __future__ import annotations

from autoviz.model.base import Value


class Question(Value):
    """What was asked; `normalised` is what the readers and the character offsets refer to."""

    text: str
    normalised: str
