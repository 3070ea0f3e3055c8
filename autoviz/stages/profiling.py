"""Profiling: which frame the question is about, and that frame's schema."""

from __future__ import annotations

from dataclasses import replace

from autoviz.errors import FrameError
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from autoviz.readers.embedded.linking import link
from autoviz.stages.base import Stage, State


def profile_frame(state: State) -> State:
    """Profile the frame; of several, the one that the question names or whose schema fits it best."""
    if not state.frames:
        raise FrameError("There is no frame to ask about", "Give a DataFrame: autoviz.ask(df, question).")
    profiles = {name: profile(frame, name) for name, frame in state.frames.items()}
    name, reason = choose_frame(state.question.normalised, profiles)
    notes = (*state.notes, reason) if reason else state.notes
    return replace(state, frame_name=name, profile=profiles[name], notes=notes)


def choose_frame(question: str, profiles: dict[str, DatasetProfile]) -> tuple[str, str]:
    """The frame to ask and why: a named frame, else the one whose schema matches most, else the first."""
    if len(profiles) == 1:
        return next(iter(profiles)), ""
    words = set(question.casefold().replace("_", " ").split())
    named = [name for name in profiles if set(name.casefold().replace("_", " ").split()) <= words]
    if len(named) == 1:
        return named[0], f"Asked of {named[0]}, which the question names."
    scores = {name: _fit(question, item) for name, item in profiles.items() if not named or name in named}
    best = max(scores, key=lambda name: scores[name])
    others = ", ".join(f"{name} {score:.1f}" for name, score in scores.items() if name != best)
    return best, f"Asked of {best}, whose columns fit the question best ({scores[best]:.1f}; {others})."


def _fit(question: str, profile: DatasetProfile) -> float:
    """The summed score of the best match of each column."""
    best: dict[str, float] = {}
    for match in link(question, profile):
        best[match.column] = max(best.get(match.column, 0.0), match.score)
    return sum(best.values())


PROFILING = Stage(
    name="profile",
    run=profile_frame,
    needs=("question",),
    promises=("frame_name", "profile"),
    summary=lambda state: f"{state.profile.rows:,} rows, {len(state.profile.columns)} columns" if state.profile else "",
)
