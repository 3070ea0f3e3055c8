"""Session: questions on the same frames that may refer back to one another."""

from __future__ import annotations

from autoviz.session.conversation import Session
from autoviz.session.turns import Reuse, Turn

__all__ = ["Reuse", "Session", "Turn"]
