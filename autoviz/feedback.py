"""Feedback: thumbs up and down, kept in a local file and counted as the satisfaction of users."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from autoviz.errors import FileError
from autoviz.model.base import Value
from autoviz.model.plan import Plan
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import Metrics
from autoviz.model.record import AnalysisRecord
from autoviz.model.requirements import AnyOf, Filter, Having, Missing, Requirements
from autoviz.query.language import OPTIONS, Call, Constant, Moment, parts_of
from autoviz.registry.examples import ExampleEntry
from autoviz.resources import user_folder

FILE_NAME = "feedback.jsonl"


def feedback_file() -> Path:
    """Where ratings are kept."""
    return user_folder() / FILE_NAME


def rated(record: AnalysisRecord, good: bool, comment: str = "") -> AnalysisRecord:
    """Write the rating down and count it in the record's metrics; a later rating of the same analysis replaces it."""
    path = feedback_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_line(record, good, comment), ensure_ascii=False) + "\n")
    except OSError as error:
        hint = "Name another folder with the environment variable AUTOVIZ_DATA."
        raise FileError(f"The rating cannot be written to {path}: {error.strerror}", hint) from error
    return record.replaced(metrics=record.metrics.replaced(ratings=1, good_ratings=int(good)))


def _line(record: AnalysisRecord, good: bool, comment: str) -> dict[str, Any]:
    # A follow-up says too little on its own to be an example, and may name groups that its words do not.
    kept = () if any(stage.stage == "follow-up" for stage in record.provenance.stages) else record.parts
    return {
        "id": identity(record),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "good": good,
        "comment": comment,
        "question": record.question.text,
        "intent": record.intent.primary,
        "requirements": [list(part.requirements.keys) for part in record.parts],
        "tools": [[step.tool for step in part.plan.steps] for part in record.parts],
        "asked": [part.requirements.model_dump(mode="json", exclude={"links"}) for part in kept],
        "plans": [part.plan.model_dump(mode="json") for part in kept],
        "columns": {column.name: column.kind for column in record.profile.columns},
        "reader": next((stage.reader for stage in record.provenance.stages if stage.reader), ""),
    }


def identity(record: AnalysisRecord) -> str:
    """A digest of the question, the frame and the plan: what a rating is about."""
    plans = [part.plan.model_dump(mode="json") for part in record.parts]
    story = json.dumps([record.question.normalised, record.profile.fingerprint, plans], sort_keys=True, default=str)
    return hashlib.sha256(story.encode()).hexdigest()[:16]


def satisfaction() -> Metrics:
    """All ratings on this machine, the last one of each analysis, as counts of the metrics."""
    path = feedback_file()
    if not path.is_file():
        return Metrics(questions=0)
    last = {line["id"]: bool(line["good"]) for line in map(_read, path.read_text("utf-8").splitlines()) if line}
    return Metrics(questions=0, ratings=len(last), good_ratings=sum(last.values()))


class Liked(Value):
    """A question that the user rated well: what it asked for, of which columns, and its plan."""

    question: str
    requirements: Requirements
    plan: Plan
    columns: dict[str, str]
    """Column → its kind."""

    def fits(self, profile: DatasetProfile) -> bool:
        """Whether a frame has these columns, of the same kinds."""
        return {column.name: column.kind for column in profile.columns} == self.columns


def liked() -> tuple[Liked, ...]:
    """The plans that were rated well on this machine and not badly since, for reuse and as examples."""
    path = feedback_file()
    lines = [_read(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []
    last = {line["id"]: line for line in lines if line}
    found: list[Liked] = []
    for line in last.values():
        for asked, plan in zip(line.get("asked", ()), line.get("plans", ()), strict=False) if line["good"] else ():
            entry = {"question": line["question"], "requirements": asked, "plan": plan, "columns": line["columns"]}
            with suppress(ValidationError):  # written by another version
                found.append(Liked.model_validate(entry))
    return tuple(found)


def liked_examples(share_values: bool) -> tuple[ExampleEntry, ...]:
    """Questions that were rated well, as examples for a model; those with values in them only where values may go."""
    found: list[ExampleEntry] = []
    for item in liked():
        asked = item.requirements
        if share_values or not _holds_values(asked):
            with suppress(ValidationError):  # a column that a question derived is none of the frame's
                stated = asked.model_dump(mode="json", exclude_none=True, exclude={"links", "not_found"})
                entry = {"question": item.question, "columns": item.columns, "requirements": stated}
                found.append(ExampleEntry.model_validate(entry))
    return tuple(found)


def _holds_values(asked: Requirements) -> bool:
    """Whether what was asked states values that may stand in cells, in its conditions or anywhere in its Query."""
    if any(isinstance(part, (Filter, AnyOf, Having, Missing)) for part in asked.constraints):
        return True
    options = [call.args[0] for call in parts_of(Call, asked.query) if call.op in OPTIONS]
    constants = [part for part in parts_of(Constant, asked.query) if not any(part is option for option in options)]
    return bool(constants) or any(True for _ in parts_of(Moment, asked.query))


def _read(line: str) -> dict[str, Any]:
    """One line of the file; a damaged one counts for nothing."""
    try:
        entry = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return entry if isinstance(entry, dict) and {"id", "good"} <= set(entry) else {}
