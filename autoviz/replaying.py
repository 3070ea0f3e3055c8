"""Replaying: a saved question asked again of other rows, with everything that has changed since told first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autoviz.analysis import Analysis, opening
from autoviz.drift import Drift, drift_of_results, drift_of_table
from autoviz.errors import AutovizError, FrameError, SettingsError
from autoviz.export.markup import AMBER, FONT, INK, Markup, joined, tag
from autoviz.export.question_file import SavedQuestion, read_question, saved_columns, saved_question
from autoviz.model.reading import Reading
from autoviz.pipeline import Finished, run_part
from autoviz.published.places import placed
from autoviz.stages.base import perform
from autoviz.stages.profiling import PROFILING

SHARE = 0.1
"""A result that differs by more than this share of itself is told."""


NOT_ASKED = "It could not be asked again. Do what is said above, or ask the question of the new rows and save it anew."


@dataclass(frozen=True)
class Replay:
    """What came of asking again: the drift, and the analysis where the question could still be asked."""

    saved: SavedQuestion
    drift: tuple[Drift, ...]
    analysis: Analysis | None

    @property
    def serious(self) -> tuple[Drift, ...]:
        """What would fail a check."""
        return tuple(item for item in self.drift if item.serious)

    def __str__(self) -> str:
        told = [f"{'!' if item.serious else '·'} {item}" for item in self.drift] or ["Nothing has changed."]
        answer = self.analysis.answer if self.analysis is not None else NOT_ASKED
        return "\n".join((f"Replay of “{self.saved.question}”", *told, answer))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """The drift first, then the answer, as a notebook shows it without the extension."""
        shown = self.analysis._repr_mimebundle_()["text/html"] if self.analysis is not None else ""
        return {"text/plain": str(self), "text/html": joined((self.told, Markup(shown)))}

    @property
    def told(self) -> Markup:
        """What has changed, each thing on a line, what is of weight marked."""
        style = f"{FONT}; {INK}; padding:2px 10px; margin:2px 0"
        lines = [
            tag("div", str(item), style=f"{style}; background:{AMBER if item.serious else 'none'}")
            for item in self.drift
        ]
        head = tag("div", f"Replay of “{self.saved.question}”: ", self._headline, style=style)
        end = () if self.analysis is not None else (tag("div", NOT_ASKED, style=style),)
        return joined((head, *lines, *end))

    @property
    def _headline(self) -> str:
        if not self.drift:
            return "nothing has changed."
        count = len(self.drift)
        return f"{count} thing{'s have' if count != 1 else ' has'} changed, {len(self.serious)} of weight."


def replay(path: str | Path, frame: Any, *, share: float = SHARE, **settings: Any) -> Replay:
    """Ask a saved question again of other rows, and tell what has changed.

    `path` is a file that `a.save` wrote, `frame` a frame or the place of one as for `autoviz.ask`, `share` how far a
    result may move without being told. The file says what is asked and nothing else: `settings` are those of
    `autoviz.ask` and come from the caller alone.
    """
    if not 0 <= share < 1:
        raise SettingsError(f"share cannot be {share}", "Give a share from 0 up to 1, such as 0.1 for ten percent.")
    saved = read_question(Path(path))
    if isinstance(frame, Mapping):
        raise FrameError("A saved question is asked of one frame", "Give the frame itself or a path.")
    held = placed(frame) if isinstance(frame, (str, Path)) else frame
    state = perform(PROFILING, opening({saved.frame: held}, saved.question, **settings))
    assert state.profile is not None
    found = list(drift_of_table(saved, saved_columns(state.profile), state.profile.rows))
    lost = set(saved.used) - set(state.profile.by_name)
    if lost:
        return Replay(saved, tuple(found), None)
    readings = tuple(
        Reading(requirements=part.requirements, intent=part.intent, confidence=1.0) for part in saved.parts
    )
    read = replace(state, intent=readings[0].intent, readings=readings)
    try:
        analysis = Analysis(Finished(read, tuple(run_part(read, reading) for reading in readings)))
    except AutovizError as error:
        hint = "" if any(item.hint for item in found) else error.hint  # what has changed is to blame
        found.append(Drift(cause="results", message=f"it can no longer be answered: {error.what}", hint=hint))
        return Replay(saved, tuple(found), None)
    results = saved_question(analysis.record, analysis.tables).results
    found += drift_of_results(saved.results, results, share)
    return Replay(saved, tuple(found), analysis)
