"""Overview: what `%autoviz` alone shows: the frames that can be asked, questions to start with, and the last ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from autoviz.export.markup import FONT, INK, Markup, code, joined, soft, table, tag
from autoviz.listing import counted, few, listed
from autoviz.notebook.completion import columns_of
from autoviz.notebook.namespace import MOST_FRAMES, frame_names
from autoviz.notebook.view import publish

if TYPE_CHECKING:
    from autoviz.notebook.conversations import Conversations
    from autoviz.proposing import Proposal

STARTERS = 5
LAST = 5
FIRST_COLUMNS = 8
QUICK_ROWS = 1_000_000
"""A larger frame is not profiled for the sake of starters alone."""

NO_FRAME, A_FILE = "There is no frame here yet. Load one, or ask a file: ", "%%autoviz sales.csv"


class Magic(Protocol):
    """What the overview needs of the magic."""

    shell: Any
    conversations: Conversations


def show_overview(magic: Magic) -> None:
    """Frames, starters and the last questions; with none of them, how to begin."""
    space = magic.shell.user_ns
    names = frame_names(space)[:MOST_FRAMES]
    first = starters(names[0], space[names[0]]) if names else ()
    asked = _last(magic.conversations)
    pieces = [_frames(names, space), _proposed(names, first), _asked(asked), _way_on(names)]
    plain = [
        *([] if names else [f"{NO_FRAME}{A_FILE} and a question under it."]),
        *_under("Frames that can be asked:", [f"{name}: {_size(space[name])}" for name in names]),
        *_under("To start with:", [f"%autoviz {names[0]} {item.question}" for item in first]),
        *_under("Asked last:", asked),
        "More: %autoviz help",
    ]
    body = tag("div", *pieces, style=f"{FONT}; {INK}; font-size:13px; line-height:1.6")
    publish({"text/html": body, "text/plain": "\n".join(plain)})


def _under(head: str, lines: list[str]) -> list[str]:
    """Lines under their heading; no heading over none."""
    return [head, *lines, ""] if lines else []


def _frames(names: tuple[str, ...], space: Mapping[str, Any]) -> Markup:
    if not names:
        return tag("div", NO_FRAME, code(A_FILE), " and a question under it.")
    rows = [(code(name), _size(space[name]), _columns(space[name])) for name in names]
    return table(("Frame", "Size", "Columns"), rows, caption="Frames that can be asked, the newest first")


def _columns(frame: Any) -> str:
    """The first columns, and how many more there are."""
    return listed(few(list(columns_of(frame)), FIRST_COLUMNS))


def _size(frame: Any) -> str:
    rows = f"{counted(len(frame), 'row')}, " if hasattr(frame, "__len__") and _is_eager(frame) else ""
    return f"{rows}{counted(len(columns_of(frame)), 'column')}"


def _is_eager(frame: Any) -> bool:
    return type(frame).__module__.startswith(("pandas", "polars")) and not hasattr(frame, "collect")


def starters(name: str, frame: Any, most: int = STARTERS) -> tuple[Proposal, ...]:
    """Questions to begin with, where looking at the frame takes next to no time."""
    if not _is_eager(frame) or len(frame) > QUICK_ROWS:
        return ()
    from autoviz.aliases import load_project
    from autoviz.profile import profile
    from autoviz.proposing import propose

    return propose(profile(frame, name, descriptions=load_project().columns), most)


def _proposed(names: tuple[str, ...], first: tuple[Proposal, ...]) -> Markup:
    if not first:
        return Markup("")
    rows = [(code(f"%autoviz {names[0]} {item.question}"), item.reason) for item in first]
    return table(("To start with", "Because"), rows)


def _last(conversations: Conversations) -> list[str]:
    session = conversations.latest
    return [str(turn) for turn in session.history[-LAST:]] if session is not None else []


def _asked(lines: list[str]) -> Markup:
    if not lines:
        return Markup("")
    return tag("div", tag("b", "Asked last"), *(tag("div", soft(line)) for line in lines))


def _way_on(names: tuple[str, ...]) -> Markup:
    told = (
        code("%autoviz help"),
        " lists options and subcommands, ",
        code(f"%autoviz profile {names[0] if names else 'df'}"),
        " what a frame holds.",
    )
    return tag("div", joined((soft("More: "), *told)), style="padding-top:4px")
