"""Tracking: the metrics of every question that a person asks, a line each in a local file, without words or cells."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from autoviz.model.base import Value
from autoviz.model.provenance import Metrics
from autoviz.resources import user_folder, write_whole

FILE_NAME = "metrics.jsonl"
LARGEST = 4_000_000
"""Bytes after which the older half is forgotten: some five thousand questions."""
_OFF = ("0", "false", "no", "off")


class Tracked(Value):
    """One question, in numbers."""

    when: datetime
    metrics: Metrics


def metrics_file() -> Path:
    """Where the metrics are kept; AUTOVIZ_METRICS=0 keeps none."""
    return user_folder() / FILE_NAME


def track(metrics: Metrics) -> None:
    """Keep the metrics of one question; a folder that cannot be written to is no reason to fail an answer."""
    if os.environ.get("AUTOVIZ_METRICS", "").strip().casefold() in _OFF:
        return
    path, line = metrics_file(), Tracked(when=datetime.now(UTC), metrics=metrics).model_dump_json(exclude_defaults=True)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")
        if path.stat().st_size > LARGEST:
            lines = path.read_text("utf-8", errors="replace").splitlines(keepends=True)
            write_whole(path, "".join(lines[len(lines) // 2 :]))


def tracked() -> tuple[Tracked, ...]:
    """What was kept, the oldest first; a damaged line, or one of another version, counts for nothing."""
    path = metrics_file()
    lines = path.read_text("utf-8", errors="replace").splitlines() if path.is_file() else []
    found: list[Tracked] = []
    for line in lines:
        with suppress(ValidationError, json.JSONDecodeError):
            found.append(Tracked.model_validate_json(line))
    return tuple(found)


def total(items: tuple[Tracked, ...]) -> Metrics:
    """The metrics of them all together."""
    whole = Metrics(questions=0)
    for item in items:
        whole = whole.plus(item.metrics)
    return whole
