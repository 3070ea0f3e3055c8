"""Feedback: thumbs up and down, kept in a local file and counted as the satisfaction of users."""

from __future__ import annotations

import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from autoviz.errors import FileError
from autoviz.model.provenance import Metrics
from autoviz.model.record import AnalysisRecord

FILE_NAME = "feedback.jsonl"


def feedback_file() -> Path:
    """Where ratings are kept: the user's data folder, or the one AUTOVIZ_DATA names. Nothing is sent anywhere."""
    named = os.environ.get("AUTOVIZ_DATA")
    if named:
        return Path(named).expanduser() / FILE_NAME
    from platformdirs import user_data_path

    return user_data_path("autoviz", appauthor=False) / FILE_NAME


def rated(record: AnalysisRecord, good: bool, comment: str = "") -> AnalysisRecord:
    """Write the rating down and count it in the record's metrics; a later rating of the same analysis replaces it."""
    path = feedback_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_line(record, good, comment), ensure_ascii=False) + "\n")
    except OSError as error:
        hint = "Name another folder with the environment variable AUTOVIZ_DATA."
        raise FileError(f"The rating cannot be written to {path}: {error}", hint) from error
    return record.replaced(metrics=record.metrics.replaced(ratings=1, good_ratings=int(good)))


def _line(record: AnalysisRecord, good: bool, comment: str) -> dict[str, Any]:
    return {
        "id": identity(record),
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "good": good,
        "comment": comment,
        "question": record.question.text,
        "intent": record.intent.primary,
        "requirements": [list(part.requirements.keys) for part in record.parts],
        "tools": [[step.tool for step in part.plan.steps] for part in record.parts],
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


def _read(line: str) -> dict[str, Any]:
    """One line of the file; a damaged one counts for nothing."""
    try:
        entry = json.loads(line)
    except json.JSONDecodeError:
        return {}
    return entry if isinstance(entry, dict) and {"id", "good"} <= set(entry) else {}
