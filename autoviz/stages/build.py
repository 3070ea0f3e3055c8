"""Build: the streamlined strategy's one step, which yields requirements and plan together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from autoviz.errors import StageError
from autoviz.frames import engine_of, open_frame
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.model.requirements import AnyOf, Filter, Requirements
from autoviz.model.tool import Candidate, Shortlist
from autoviz.profile import profile
from autoviz.profile.outlines import outline
from autoviz.readers.base import AsksModel, LookUps
from autoviz.registry.catalog import SAFETY_TOOLS
from autoviz.stages.base import Stage, State, gaps_of, planning_context

RETRIEVED = 12


def sketch(state: State) -> State:
    """The names and types of the only frame's columns; a lazy frame is profiled, because nothing of it is free."""
    if len(state.frames) != 1:
        raise StageError("The streamlined strategy takes one frame", "Name one, or leave strategy='streamlined' out.")
    name, frame = next(iter(state.frames.items()))
    known = outline(frame, name)
    return replace(state, frame_name=name, profile=known or _profile(state, name))


def _profile(state: State, name: str) -> DatasetProfile:
    return profile(state.frames[name], name, descriptions=state.context.descriptions)


def build(state: State) -> State:
    """Ask for requirements and changes in one reply; the profile is fetched where the model or the plan needs it."""
    assert state.profile is not None and isinstance(state.reader, AsksModel)
    name = str(state.frame_name)
    shortlist = _surveyed(state)
    gaps = gaps_of(state)
    look_ups = LookUps(lambda: _profile(state, name), lambda: _metadata(state), lambda: state.context.earlier)
    built = state.reader.build(state.question, state.profile, shortlist, gaps, planning_context(state), look_ups)
    intent = state.reader.nearest(state.question, state.profile, state.context)
    known = _profile(state, name) if _needs_profile(built.requirements, built.profile) else built.profile
    reading = Reading(requirements=built.requirements, intent=intent, confidence=built.confidence)
    looked = f"Looked up before building: {', '.join(built.looked_up)}." if built.looked_up else ""
    reused = "An earlier plan was changed instead of a template." if built.reused else ""
    return replace(
        state,
        profile=known,
        intent=intent.replaced(others=()),
        readings=(reading,),
        reading=reading if state.reading is not None else None,
        # What is asked in the query language is compiled, whatever steps came with it.
        built=built if built.requirements.query is None else None,
        shortlist=shortlist,
        coverage=None,
        notes=tuple(dict.fromkeys((*state.notes, *filter(None, (looked, reused))))),
    )


def rebuild(state: State) -> State:
    """Build again where the plan before had gaps; a first plan stands as it is."""
    return build(state) if state.coverage is not None and not state.coverage.complete else state


def _metadata(state: State) -> Mapping[str, Scalar]:
    assert state.profile is not None
    frame = open_frame(state.frames[str(state.frame_name)])
    return {
        "name": state.profile.name,
        "engine": engine_of(frame),
        "rows": state.profile.rows,
        "columns": len(state.profile.columns),
    }


def _needs_profile(asked: Requirements, known: DatasetProfile) -> bool:
    """Dates in text must be found out, and a condition wants the cells' own spelling."""
    time = known.by_name.get(asked.time.column) if asked.time else None
    untyped = time is not None and time.kind != "temporal"
    return untyped or bool(asked.all(Filter) or asked.all(AnyOf))


def _surveyed(state: State) -> Shortlist:
    """The tools nearest to the question itself, those of the nearest template, and the safety set."""
    assert isinstance(state.reader, AsksModel) and state.profile is not None
    catalog, cap = state.context.catalog, state.context.settings.shortlist_cap
    intent = state.reader.nearest(state.question, state.profile, state.context)
    family = catalog.intents[intent.primary].family
    listed = [
        Candidate(tool=tool, origin="template", reason=f"curated for {family[-1]}")
        for tool in catalog.templates[family[-1]].tools
    ]
    (near,) = state.index().search(state.embed([state.question.normalised]), RETRIEVED)
    taken = {item.tool for item in listed}
    found = [
        Candidate(tool=tool, origin="retrieved", score=round(score, 4), reason="near to the question")
        for tool, score in near
        if tool not in taken
    ]
    listed += found[: max(cap - len(listed), 0)]
    missing = [tool for tool in SAFETY_TOOLS if tool not in {item.tool for item in listed}]
    listed += [Candidate(tool=tool, origin="safety", reason="always within reach") for tool in missing]
    return Shortlist(tools=tuple(listed), left_out=tuple(found[cap:]), cap=cap)


SKETCH = Stage(
    name="schema",
    run=sketch,
    needs=("question",),
    promises=("frame_name", "profile"),
    summary=lambda state: f"{len(state.profile.columns)} columns" if state.profile else "",
)

BUILD = Stage(
    name="build",
    run=build,
    needs=("question", "profile"),
    promises=("intent", "readings", "shortlist"),
    summary=lambda state: "; ".join(", ".join(item.requirements.keys) for item in state.readings or ()),
    reads_language=True,
)

REBUILD = Stage(
    name="rebuild",
    run=rebuild,
    needs=("reading", "profile"),
    promises=("reading",),
    summary=lambda state: ", ".join(state.reading.requirements.keys) if state.reading else "",
    may_retry=True,
    reads_language=True,
)
