"""Asking: from a request of the magic to an analysis; everything heavy is imported here, in the working thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoviz.notebook.namespace import frame_for
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
    frames: dict[str, Any],
    space: Mapping[str, Any],
    request: Request,
    *,
    watch: Watch,
    only_plan: bool,
    settings: dict[str, Any],
) -> Asked:
    """Ask the frames that were named, or the one that the question is about."""
    from autoviz.analysis import ask
    from autoviz.editing import edits_from

    notes: tuple[str, ...] = ()
    if not frames:
        name, frame, reason = frame_for(request.question, space)
        frames, notes = {name: frame}, (reason,)
    options = request.options
    edits = edits_from(grain=options.grain, chart="table" if options.table else options.chart)
    first = only_plan or edits.of_reading
    base = ask(frames, request.question, watch=watch, only_plan=first, **settings)
    if not edits.of_reading or base.clarification:
        return Asked(base, base, edits, notes)
    return Asked(base.revised(edits, only_plan=only_plan, watch=watch), base, edits, notes)
