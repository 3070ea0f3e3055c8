"""Surety: how likely a model's reading is right, by whether the embedded reader reads the same."""

from __future__ import annotations

from autoviz.errors import AutovizError
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.model.requirements import Requirements
from autoviz.readers.base import Context, Reader
from autoviz.readers.embedded.arbiter import read_alike

ALIKE, OTHERWISE = 0.78, 0.27
"""How often a model's answer is right where the embedded reader gives the same one and where it does not.

Counted over what two untuned models of 0.5B and 1.5B read of 222 questions, stage by stage (docs/models.md). What a
model says of its own sureness tells nothing: it said 0.9 of nearly all, and a third of these were right.
"""


def sure(
    asked: Requirements, embedded: Reader, question: Question, profile: DatasetProfile, context: Context
) -> float:
    """How likely these requirements are what the question means; one that only the model can read is doubtful."""
    try:
        intent = embedded.intent(question, profile, context)
        readings = embedded.readings(question, profile, intent, context)
    except AutovizError:
        return OTHERWISE
    first = readings[0]
    if len(readings) != 1 or not read_alike(asked, first.requirements, profile):
        return OTHERWISE
    doubted = first.requirements.not_found or first.requirements.assumed
    return first.confidence if doubted else max(ALIKE, first.confidence)
