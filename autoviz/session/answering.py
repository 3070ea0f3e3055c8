"""Answering one question of a session: as a follow-up on the turn before, by a plan known already, or afresh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from autoviz.feedback import Liked
from autoviz.follow_ups.correcting import fitting_intent
from autoviz.follow_ups.fragments import likeness
from autoviz.follow_ups.referring import Alone, Earlier, Followed, refer
from autoviz.linking.unknown_names import refuse_unknown_names
from autoviz.model.chart import Chart
from autoviz.model.intent import Intent
from autoviz.model.labels import Layout
from autoviz.model.plan import Plan
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, AnyOf, ChartWish, Filter, Requirements
from autoviz.pipeline import Finished, run_part
from autoviz.planning.of_those import GROUPS, KEPT
from autoviz.profile import profile
from autoviz.query.language import Query
from autoviz.readers.default import default_encoder
from autoviz.session.turns import Turn, TurnPart
from autoviz.stages.base import Stage, State, perform
from autoviz.stages.profiling import PROFILING, second_frame

CLEAR = 0.6
"""From this confidence on a question that seems to refer back makes sense by itself."""


def profiled(state: State, turn: Turn) -> State:
    """The frame that the earlier question was about, profiled as it is now."""
    root = Question(text=turn.root, normalised=turn.root)
    return replace(perform(PROFILING, replace(state, question=root)), question=state.question)


def relation(state: State, turn: Turn) -> tuple[list[Followed], Alone | None]:
    """How the question relates to each part of the turn before; alone where it refers to none of them."""
    assert state.profile is not None
    other = _other_frame(state)
    if other is not None:
        return [], Alone(f"it names columns of {other}", doubtful=False)
    refuse_unknown_names(state.question.text, state.profile)
    encoder = default_encoder(state.context.settings.embedding_model)
    found: list[Followed] = []
    alone: Alone | None = None
    for part in turn.parts:
        heard = refer(
            state.question.normalised,
            Earlier(part.requirements, part.facts),
            state.profile,
            state.context.aliases,
            encoder,
            state.context.settings.follow_threshold,
        )
        if isinstance(heard, Followed):
            found.append(heard)
        else:
            alone = alone or heard
    return found, None if found else alone or Alone("there is nothing to refer back to", doubtful=False)


def fresh_start(alone: Alone, before: Turn | None, finished: Finished) -> tuple[str, ...]:
    """What is said of a question on its own: in doubt, where it alone makes no sure sense, or where rows were narrowed
    step by step and no longer are; conditions that the question before stated itself went with it."""
    if before is None:
        return ()
    read = [part.reading.requirements.assumed for part in finished.parts if part.reading is not None]
    if any({KEPT, GROUPS} & {*told} for told in read):
        return ()
    lifted = before.kind == "follow-up" and any(_narrowed(part.requirements) for part in before.parts)
    doubtful = alone.doubtful and not all(map(_is_sure, finished.parts))
    if not (doubtful or lifted):
        return ()
    rows = "; the conditions of the one before no longer hold" if lifted else ""
    return (f"Taken as a new question: {alone.reason}{rows}.",)


def _is_sure(part: State) -> bool:
    """Whether what a question asks for is clear from its own words."""
    assert part.reading is not None
    sure = part.reading.confidence >= max(part.context.settings.confidence_threshold, CLEAR)
    return sure and not part.reading.requirements.not_found


def _narrowed(requirements: Requirements) -> bool:
    """Whether only some of the rows are asked for."""
    source: object = requirements.query
    while isinstance(source, Query):
        if source.where is not None:
            return True
        source = source.source
    return bool(requirements.all(Filter) or requirements.all(AnyOf))


def _other_frame(state: State) -> str | None:
    """A frame that has columns which the question names and the frame of the earlier question lacks."""
    assert state.frame_name is not None
    if len(state.frames) < 2 or state.context.joined:
        return None
    told = state.context.descriptions
    profiles = {name: profile(frame, name, descriptions=told) for name, frame in state.frames.items()}
    return second_frame(state.question.normalised, profiles, state.frame_name)


def followed_up(state: State, turn: Turn, found: Sequence[Followed], *, only_plan: bool) -> Finished:
    """The parts of the turn before, changed as asked and planned from their earlier plans."""
    readings = [_reading(state, item, part) for item, part in zip(found, turn.parts, strict=False)]

    def give(before: State) -> State:
        return replace(before, intent=readings[0].intent, readings=tuple(readings))

    stage = Stage(
        name="follow-up",
        run=give,
        needs=("question", "profile"),
        promises=("intent", "readings"),
        summary=lambda after: ", ".join(kind for item in found for kind in item.kinds),
        reason=lambda after: f"after “{turn.question}”: {'; '.join(item.reason for item in found)}",
    )
    read = perform(stage, state)
    parts = [
        run_part(_after(read, part), reading, only_plan=only_plan)
        for part, reading in zip(turn.parts, readings, strict=False)
    ]
    return Finished(read, tuple(parts))


def _after(read: State, part: TurnPart) -> State:
    return replace(read, context=replace(read.context, earlier=part.plan))


def _reading(state: State, found: Followed, before: TurnPart) -> Reading:
    """The changed requirements with the intent that asks for such analyses, as sure as those before unless they are
    put right."""
    assert found.requirements is not None
    sure = found.confidence if "correct" in found.kinds else min(found.confidence, before.confidence)
    intent = Intent(
        primary=fitting_intent(found.requirements, state.context.catalog.intents),
        confidence=min(found.confidence, 1.0),
        reasoning=f"follow-up, {found.reason}",
    )
    return Reading(requirements=found.requirements, intent=intent, confidence=min(sure, 1.0))


def not_drawn(finished: Finished) -> tuple[str, ...]:
    """What is said where bars were to stand in a way that does not suit what is drawn."""
    told = []
    for part in finished.parts:
        wish = part.reading.requirements.constraint(ChartWish) if part.reading else None
        charts = [outcome.chart for outcome in (part.outcomes or {}).values() if outcome.chart is not None]
        if wish and wish.layout and charts and not any(_stands(chart, wish.layout) for chart in charts):
            told.append(f"The chart stays as it is: {wish.layout} bars do not suit what it shows.")
    return tuple(dict.fromkeys(told))


def _stands(chart: Chart, layout: Layout) -> bool:
    """Whether bars stand so; one bar for each place is neither stacked nor beside another."""
    return chart.layout == layout and (layout == "horizontal" or bool(chart.color or chart.more_y))


def recalling(
    state: State, turns: Sequence[Turn], rated: Sequence[Liked]
) -> tuple[Callable[[Reading], Plan | None], list[str]]:
    """Finds the plan of a similar question that asked for the very same, and notes which one it took."""
    settings = state.context.settings
    scale = likeness(default_encoder(settings.embedding_model))
    known = [(turn.question, part.requirements, part.plan) for turn in turns for part in turn.parts]
    known += [(item.question, item.requirements, item.plan) for item in rated]
    asked = state.question.normalised
    near = [entry for entry in known if scale.of(asked, entry[0]) >= settings.reuse_similarity]
    taken: list[str] = []

    def recall(reading: Reading) -> Plan | None:
        for question, requirements, plan in reversed(near):
            if answers(requirements, reading.requirements) and _reads_text_alike(plan, state):
                taken.append(question)
                return plan
        return None

    return recall, taken


def _reads_text_alike(plan: Plan, state: State) -> bool:
    """Whether a plan reads numbers in text as they are read now: their owner may have corrected how in between."""
    casts = [step.params for step in plan.steps if step.params.get("writing")]
    if not casts:
        return True
    told = state.context.descriptions
    profiles = [profile(frame, name, descriptions=told) for name, frame in state.frames.items()]
    now = {column.name: column.numbers.writing for one in profiles for column in one.columns if column.numbers}
    return all(now.get(name) == params["writing"] for params in casts for name in params.get("columns", ()))


def answers(known: Requirements, asked: Requirements) -> bool:
    """Whether a plan for what is known may do what is asked; coverage has yet to prove it.

    Columns, conditions and outputs are the same. A function that the new question states may be the one that suited
    the column before; one that only the earlier question stated may not be what is meant now.
    """
    return _frame_of(known) == _frame_of(asked) and (
        not known.all(Aggregation) or known.all(Aggregation) == asked.all(Aggregation)
    )


def _frame_of(requirements: Requirements) -> dict[str, Any]:
    constraints = [item.model_dump() for item in requirements.constraints if not isinstance(item, Aggregation)]
    return {**requirements.model_dump(include={"metrics", "group_by", "time", "outputs"}), "constraints": constraints}
