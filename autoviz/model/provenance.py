"""Provenance: what each stage and each step did, with what, how long it took and what was repaired."""

from __future__ import annotations

import math
from typing import Any, Literal

from autoviz.model.base import Value


class Repair(Value):
    """A safe change to a step's params, made before it ran."""

    step_id: str
    param: str
    before: Any
    after: Any
    reason: str


class Note(Value):
    """Something a step found out that the user should be able to see."""

    kind: Literal[
        "dates", "grain", "dropped", "coerced", "nulls", "sampled", "thinned", "other", "lint", "join", "info"
    ]
    message: str
    data: dict[str, Any] = {}


class StepRecord(Value):
    """One step as it ran."""

    step_id: str
    tool: str
    version: int
    params: dict[str, Any]
    inputs: tuple[str, ...]
    satisfies: tuple[str, ...]
    status: Literal["done", "skipped", "reused", "failed"]
    engine: str = ""
    rows_in: int | None = None
    rows_out: int | None = None
    nulls: int | None = None
    seconds: float = 0.0
    repairs: tuple[Repair, ...] = ()
    notes: tuple[Note, ...] = ()


class StageRecord(Value):
    """One stage as it ran: what went in, what came out, how long it took and why."""

    stage: str
    reader: str = ""
    needs: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    deterministic: bool = True
    needs_model: bool = False
    may_retry: bool = False
    tries: int = 1
    seconds: float = 0.0
    received: str = ""
    """What went in, in short."""
    summary: str = ""
    """What came out, in short."""
    reason: str = ""
    """Why it came out so."""


class ModelCall(Value):
    """One request to a language model: for which stage, what came back and what it cost. The prompt is in `sent`."""

    stage: str
    model: str
    reply: str
    problems: tuple[str, ...] = ()
    """What was wrong with the reply, as it was sent back."""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    attempts: int = 1
    """Requests that it took, those counted that the server failed."""
    grammar: bool = True
    """Whether the server held the reply to its schema."""
    cached: bool = False
    """Whether the reply was known from before, so that nothing was sent."""


class Provenance(Value):
    """The whole record of one question."""

    question: str
    normalised: str
    frame: str
    frame_fingerprint: str
    profile_seconds: float = 0.0
    embedding_model: str = ""
    stages: tuple[StageRecord, ...] = ()
    steps: tuple[StepRecord, ...] = ()
    sent: tuple[str, ...] = ()
    """The exact texts that went to a model, in order; empty where none was used."""
    calls: tuple[ModelCall, ...] = ()
    """What came back, in the order of the requests; replies known from before stand among them."""
    notes: tuple[str, ...] = ()


class Metrics(Value):
    """The rates that tell how planning does, for one question or summed over many."""

    questions: int = 1
    answered: int = 0
    """Questions that came to a plan; one that is asked back has none yet."""
    first_tries: int = 0
    """Questions answered by the first plan of the reader that was asked."""
    taken_over: int = 0
    """Questions that the reader that was asked could not do, so that another did."""
    profile_fetches: int = 0
    """Questions that needed the frame's profile, not the names and types of its columns alone."""
    reused_questions: int = 0
    """Questions answered from an earlier plan: follow-ups, and the same asked in other words."""
    requirements: int = 0
    covered: int = 0
    steps: int = 0
    reused_steps: int = 0
    """Steps whose results were there already."""
    unjustified: int = 0
    """Steps that adaptation proposed and coverage refused."""
    needed_tools: int = 0
    retrieval_misses: int = 0
    """Tools in the final plan that neither template nor retrieval had put on the first shortlist."""
    repairs: int = 0
    ratings: int = 0
    good_ratings: int = 0
    model_calls: int = 0
    tokens: int = 0
    """Tokens that went to and came from language models."""
    seconds: dict[str, float] = {}
    """Stage → the time it took."""
    latencies: tuple[float, ...] = ()
    """The time that each question took."""

    @property
    def coverage_rate(self) -> float:
        return self.covered / self.requirements if self.requirements else 1.0

    @property
    def unjustified_rate(self) -> float:
        return _share(self.unjustified, self.steps)

    @property
    def retrieval_miss_rate(self) -> float:
        return _share(self.retrieval_misses, self.needed_tools)

    @property
    def repair_rate(self) -> float:
        return _share(self.repairs, self.steps)

    @property
    def satisfaction(self) -> float | None:
        """The share of ratings that were good; None where nobody rated."""
        return self.good_ratings / self.ratings if self.ratings else None

    @property
    def taken_over_rate(self) -> float:
        return _share(self.taken_over, self.questions)

    @property
    def profile_fetch_rate(self) -> float:
        return _share(self.profile_fetches, self.questions)

    @property
    def reuse_rate(self) -> float:
        return _share(self.reused_questions, self.questions)

    @property
    def first_try_rate(self) -> float:
        return _share(self.first_tries, self.questions)

    @property
    def tokens_per_question(self) -> float:
        return _share(self.tokens, self.questions)

    def latency(self, share: float) -> float:
        """The seconds within which this share of the questions was answered (nearest rank)."""
        seconds = sorted(self.latencies)
        return seconds[max(0, math.ceil(share * len(seconds)) - 1)] if seconds else 0.0

    def plus(self, other: Metrics) -> Metrics:
        """Both summed, stage times too."""
        counts = {
            name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields if name != "seconds"
        }
        stages = {**self.seconds}
        for stage, seconds in other.seconds.items():
            stages[stage] = stages.get(stage, 0.0) + seconds
        return Metrics(**counts, seconds=stages)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
