"""Subcommand: what a subcommand of `%autoviz` is, and what it needs of the magic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from autoviz.errors import ParameterError
from autoviz.export.markup import FONT, INK, Markup, tag
from autoviz.notebook.running import Watch
from autoviz.notebook.view import publish

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits
    from autoviz.notebook.conversations import Conversations
    from autoviz.notebook.live import Live


class Magic(Protocol):
    """What a subcommand needs of the magic: the latest answer, ways to change it, and the shell that it runs in."""

    shell: Any
    conversations: Conversations

    def need_latest(self) -> Live:
        """The latest answer, or an error that says how to get one."""
        ...

    def edit(self, **changes: Any) -> Analysis:
        """The latest answer with a correction."""
        ...

    def change(
        self,
        work: Callable[[Watch], tuple[Analysis, Analysis]],
        *,
        edits: Edits | None = None,
        approve: bool = False,
    ) -> Analysis:
        """A new analysis and its base from the latest one."""
        ...

    def show_again(self, analysis: Analysis) -> Analysis:
        """An analysis from before, as the latest one."""
        ...

    def settings_told(self) -> list[tuple[str, Any, str]]:
        """Each setting with its value and what it does."""
        ...


@dataclass(frozen=True)
class Command:
    """One subcommand: how it is written, what it does, and the function that does it."""

    usage: str
    summary: str
    run: Callable[[Magic, str], Analysis | None]


def show_html(body: Markup, plain: str) -> None:
    """Display a piece of HTML with its text."""
    publish({"text/html": tag("div", body, style=f"{FONT}; {INK}"), "text/plain": plain})


def one_word(words: str, name: str, example: str) -> str:
    """The one word that a subcommand takes, or an error that shows how it is written."""
    if len(words.split()) != 1:
        raise ParameterError(f"Which {name} is meant?", f"Write %autoviz {name} {example}")
    return words.strip()
