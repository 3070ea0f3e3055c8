"""Recording: a finished run told as a pure record of the model layer."""

from __future__ import annotations

from collections.abc import Iterator

from autoviz.answering.options import TIED, not_found, option_label, rows_told
from autoviz.linking.value_index import value_index
from autoviz.listing import listed
from autoviz.model.chart import Chart
from autoviz.model.provenance import Metrics, Provenance, StageRecord
from autoviz.model.record import AnalysisRecord, Clarification, Option, Part
from autoviz.model.requirements import Requirements
from autoviz.pipeline import Finished, choices
from autoviz.profile.values import MOST_VALUES
from autoviz.stages.base import State
from autoviz.stages.proof import settled

HOLLOW = 0.5
"""What is left of the confidence in a reading that leaves nothing."""


def record_of(finished: Finished) -> AnalysisRecord:
    """Everything about the run but its frames, figures and tables."""
    read = finished.read
    assert read.profile is not None and read.intent is not None
    parts = tuple(_part(state) for state in finished.parts)
    return AnalysisRecord(
        question=read.question,
        profile=read.profile,
        intent=read.intent,
        parts=parts,
        answer="\n\n".join(part.answer for part in parts if part.answer),
        clarification=_clarification(finished, choices(read)) if not parts else None,
        provenance=_provenance(finished),
        metrics=_metrics(finished),
        notes=_notes(finished),
    )


def _notes(finished: Finished) -> tuple[str, ...]:
    """What was noted while reading and in each part, once each, and how each part was read."""
    found = [note for state in (finished.read, *finished.parts) for note in state.notes]
    return tuple(dict.fromkeys((*found, *(note for state in finished.parts for note in _told(state)))))


def _told(state: State) -> Iterator[str]:
    """What the reader could make nothing of, a reading that is hardly more than a guess, and the rows taken."""
    assert state.reading is not None
    requirements, sure = state.reading.requirements, _sure(state)
    if requirements.not_found:
        phrases = listed([repr(phrase) for phrase in requirements.not_found])
        yield f"Left out, because nothing could be made of it: {phrases}."
    if requirements.unused:
        yield f"Not used: {listed([repr(phrase) for phrase in requirements.unused])}."
    if 0.0 < sure < state.context.settings.confidence_threshold:  # a reader of last resort says so itself
        read = option_label(requirements)
        yield f"This may not be what you meant ({sure:.0%} sure). It was read as: {read}."
    if state.proof is not None and state.proof.verdict == "differs":
        yield f"Do not rely on it: computed a second time it {state.proof.line}."
    yield from (f"Assumed: {sentence}" for sentence in requirements.assumed)
    rows = rows_told(requirements)
    if rows:
        yield f"Rows {rows}."


def _sure(state: State) -> float:
    """How sure the reading is; one that leaves no row is more often wrong than right, unless its user settled it."""
    assert state.reading is not None
    hollow = state.emptied is not None and state.reading.confidence < 1.0
    return state.reading.confidence * (HOLLOW if hollow else 1.0)


def _part(state: State) -> Part:
    assert state.reading and state.shortlist and state.plan and state.diff and state.coverage
    outcomes = (state.outcomes or {}).values()
    charts: list[Chart] = [outcome.chart for outcome in outcomes if outcome.chart is not None]
    return Part(
        intent=state.reading.intent,
        requirements=state.reading.requirements,
        confidence=_sure(state),
        shortlist=state.shortlist,
        plan=state.plan,
        diff=state.diff,
        coverage=state.coverage,
        queries=tuple(settled(query, state) for query in state.queries),
        proof=state.proof,
        charts=tuple(charts),
        facts=state.facts or (),
        answer=state.answer or "",
    )


def _clarification(finished: Finished, options: tuple[Requirements, ...]) -> Clarification | None:
    if not options or not finished.read.readings:
        return None
    intent = finished.read.readings[0].intent
    lacking = options[0].not_found
    told = {option_label(item): item for item in reversed(options)}
    told_lacking = f"{not_found(lacking, finished.read.profile)}{_looked_through(finished)} What comes nearest?"
    return Clarification(
        text=told_lacking if lacking else TIED,
        options=tuple(Option(label=label, requirements=told[label], intent=intent) for label in reversed(told)),
    )


def _looked_through(finished: Finished) -> str:
    """The columns of which values may be there that are not known."""
    cut = value_index(finished.read.profile).cut if finished.read.profile else ()
    names = listed([repr(name) for name in cut])
    return f" Only the first {MOST_VALUES:,} values of {names} were looked through." if cut else ""


def _provenance(finished: Finished) -> Provenance:
    read = finished.read
    assert read.profile is not None
    last = _most_asked(finished)
    return Provenance(
        question=read.question.text,
        normalised=read.question.normalised,
        frame=read.profile.name,
        frame_fingerprint=read.profile.fingerprint,
        embedding_model=read.context.settings.embedding_model,
        stages=_records(finished),
        steps=tuple(record for part in finished.parts for record in part.step_records),
        notes=_notes(finished),
        sent=last.sent,
        calls=last.calls,
    )


def _most_asked(finished: Finished) -> State:
    """The state that saw the most requests; each holds those of all before it."""
    return max((finished.read, *finished.parts), key=lambda state: len(state.calls))


def _metrics(finished: Finished) -> Metrics:
    calls = _most_asked(finished).calls
    seconds = _seconds(finished)
    total = Metrics(
        questions=1,
        answered=int(bool(finished.parts)),
        first_tries=int(bool(finished.parts) and all(map(_at_once, finished.parts))),
        taken_over=int(any(state.taken_over for state in (finished.read, *finished.parts))),
        profile_fetches=int(finished.read.profile is not None and not finished.read.profile.outlined),
        reused_questions=int(any(record.stage in _FROM_EARLIER for record in _records(finished))),
        model_calls=len(calls),
        tokens=sum(call.tokens_in + call.tokens_out for call in calls),
        seconds=seconds,
        latencies=(sum(seconds.values()),),
    )
    for part in finished.parts:
        total = total.plus(_part_metrics(part))
    return total


_FROM_EARLIER = ("follow-up", "recall")
"""Stages that take the plan of an earlier question."""


def _at_once(part: State) -> bool:
    """Whether the first plan of the reader that was asked did it all."""
    return part.attempt == 1 and not part.taken_over and part.coverage is not None and part.coverage.complete


def _part_metrics(part: State) -> Metrics:
    assert part.plan and part.coverage and part.shortlist
    listed = {item.tool for item in part.shortlist.tools if item.origin != "widened"}
    needed = {step.tool for step in part.plan.steps}
    return Metrics(
        questions=0,
        requirements=len(part.coverage.served),
        covered=sum(bool(steps) for steps in part.coverage.served.values()),
        steps=len(part.plan.steps),
        reused_steps=sum(record.status == "reused" for record in part.step_records),
        unjustified=part.unjustified,
        needed_tools=len(needed),
        retrieval_misses=len(needed - listed),
        repairs=sum(len(record.repairs) for record in part.step_records),
    )


def _seconds(finished: Finished) -> dict[str, float]:
    seconds: dict[str, float] = {}
    for record in _records(finished):
        seconds[record.stage] = seconds.get(record.stage, 0.0) + record.seconds
    return seconds


def _records(finished: Finished) -> tuple[StageRecord, ...]:
    """Every stage once: those that read, then those of each part."""
    shared = len(finished.read.records)
    return (*finished.read.records, *(record for part in finished.parts for record in part.records[shared:]))
