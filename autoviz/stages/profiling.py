"""Profiling: which frame the question is about, and that frame's schema."""

from __future__ import annotations

from dataclasses import replace

from autoviz.errors import FrameError
from autoviz.frames import open_frame
from autoviz.frames.remote import Remote
from autoviz.linking.links import Match, link
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from autoviz.stages.base import Stage, State, size_of
from autoviz.table import Table

SURE = 0.85
"""How well a column must be named to call for the frame that has it."""


def profile_frame(state: State) -> State:
    """Profile the frame; of several, the one that the question names or whose schema fits it best."""
    if not state.frames:
        raise FrameError("There is no frame to ask about", "Give a DataFrame: autoviz.ask(df, question).")
    told = state.context.descriptions
    profiles = {name: profile(frame, name, descriptions=told) for name, frame in state.frames.items()}
    name, reason = choose_frame(state.question.normalised, profiles)
    chosen = replace(
        state, frame_name=name, profile=profiles[name], notes=(*state.notes, *([reason] if reason else []))
    )
    other = second_frame(state.question.normalised, profiles, name)
    return _joined(chosen, name, other) if other else chosen


def second_frame(question: str, profiles: dict[str, DatasetProfile], first: str) -> str | None:
    """A further frame that has columns which the question names and the first frame lacks."""
    covered = [(match.start, match.end) for match in _sure(question, profiles[first])]
    lacking = {
        name: sum(match.score for match in _sure(question, item) if not _overlaps(match, covered))
        for name, item in profiles.items()
        if name != first
    }
    best = max(lacking, key=lambda name: lacking[name], default=None)
    return best if best is not None and lacking[best] > 0 else None


def _sure(question: str, profile: DatasetProfile) -> list[Match]:
    matches = link(question, profile)
    return [match for match in matches if not match.dominated and match.value is None and match.score >= SURE]


def _overlaps(match: Match, spans: list[tuple[int, int]]) -> bool:
    return any(match.start < end and start < match.end for start, end in spans)


def _joined(state: State, name: str, other: str) -> State:
    """The profile of both frames joined; the plan joins them again as its first step."""
    catalog = state.context.catalog
    for item in (name, other):
        if isinstance(state.frames[item], Remote):
            raise FrameError(
                f"{item} stays on its server and cannot be joined with {other if item == name else name} here",
                "Ask one of them at a time, or join them in the data source.",
            )
    left, right = (Table(open_frame(state.frames[item])) for item in (name, other))
    outcome = catalog.functions["join_frames"](left, right, **catalog.validated("join_frames", {}))
    assert outcome.table is not None
    both = profile(outcome.table.frame.to_native(), name, descriptions=state.context.descriptions)
    notes = (
        *state.notes,
        f"{name} is joined with {other}, which has columns that the question names.",
        *(note.message for note in outcome.notes),
    )
    return replace(state, profile=both, context=replace(state.context, joined=other), notes=notes)


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
    summary=lambda state: size_of(state.profile) if state.profile else "",
    reason=lambda state: " ".join(state.notes),
)
