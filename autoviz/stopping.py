"""Stopping: how work in another thread learns that the user no longer wants it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar


def _go_on() -> None:
    """Nobody pressed stop."""


_listening: ContextVar[Callable[[], None]] = ContextVar("autoviz_stopping", default=_go_on)


def listen(check: Callable[[], None]) -> None:
    """From now on, in this context, `heed` calls this; it raises where the work is no longer wanted."""
    _listening.set(check)


def heed() -> None:
    """Raise where the user pressed stop; whoever waits for something slow calls it now and then."""
    _listening.get()()
