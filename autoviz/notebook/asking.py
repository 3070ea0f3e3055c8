"""Asking: from a request of the magic to an analysis; everything heavy is imported here, in the working thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoviz.notebook.conversations import Conversations
from autoviz.notebook.options import Request
from autoviz.notebook.running import Watch

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits


@dataclass(frozen=True)
class Asked:
    """The analysis, the one that edits start from, the edits that options made, and what to say aloud."""

    analysis: Analysis
    base: Analysis
    edits: Edits
    notes: tuple[str, ...]


def ask_frames(
    conversations: Conversations,
    frames: dict[str, Any],
    space: Mapping[str, Any],
    request: Request,
    *,
    watch: Watch,
    only_plan: bool,
    settings: dict[str, Any],
) -> Asked:
    """Ask the frames that were named, or those that the question is about, in the session that is kept for them."""
    from autoviz.editing import edits_from
    from autoviz.tracking import track

    session, notes = conversations.for_question(frames, request.question, space)
    options = request.options
    edits = edits_from(grain=options.grain, chart="table" if options.table else options.chart)
    first = only_plan or edits.of_reading
    count = len(session.history)
    base = session.ask(request.question, watch=watch, only_plan=first, **settings)
    if base.nothing_left or len(session.history) > count:
        track(base.metrics)
    if session.current is not None and len(session.history) == count:
        told = "Nothing was found, so a follow-up still refers to" if base.nothing_left else "Back at"
        notes = (*notes, f"{told} question {session.current.number}: {session.current.question}")
    if not edits.of_reading or base.clarification:
        return Asked(base, base, edits, notes)
    return Asked(base.revised(edits, only_plan=only_plan, watch=watch), base, edits, notes)
