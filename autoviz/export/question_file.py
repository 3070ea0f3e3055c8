"""The file of a saved question: what was asked, of which columns, and what came out; data alone, with its digest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pandas.api.types import is_bool_dtype, is_numeric_dtype
from pydantic import Field, ValidationError

from autoviz.errors import FileError, QuestionError
from autoviz.model.base import Value
from autoviz.model.intent import Intent
from autoviz.model.labels import Kind
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.record import AnalysisRecord
from autoviz.model.requirements import Requirements

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

KEPT_ROWS = 500
"""So many rows of each result are kept to compare with."""


class SavedColumn(Value):
    """A column as it was when the question was saved."""

    name: str
    dtype: str
    kind: Kind
    missing: int = 0
    minimum: Scalar = None
    maximum: Scalar = None
    values: tuple[Scalar, ...] = ()


class SavedResult(Value):
    """A result table: which of its columns tell its rows apart, and the rows."""

    keys: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    total: int


class SavedPart(Value):
    """One analysis that the question asked for."""

    requirements: Requirements
    intent: Intent


class SavedQuestion(Value):
    """Everything that is needed to ask again of other rows and to see what has changed. It names no setting."""

    format: Literal["autoviz question"] = "autoviz question"
    version: Literal[1] = 1
    question: str = Field(min_length=1)
    frame: str
    rows: int
    columns: tuple[SavedColumn, ...]
    used: tuple[str, ...]
    """The columns that the question speaks of."""
    parts: tuple[SavedPart, ...] = Field(min_length=1)
    answer: str
    results: tuple[SavedResult, ...] = ()


def saved_question(record: AnalysisRecord, tables: Sequence[pd.DataFrame]) -> SavedQuestion:
    """What is kept of an answered question."""
    if not record.parts or not record.answer:
        raise QuestionError("There is no answer to save yet", "Choose a reading or run the plan first.")
    asked = [part.requirements for part in record.parts]
    grouped = {name for item in asked for name in (*item.group_by, *((item.time.column,) if item.time else ()))}
    return SavedQuestion(
        question=record.question.text,
        frame=record.profile.name,
        rows=record.profile.rows,
        columns=saved_columns(record.profile),
        used=tuple(dict.fromkeys(name for item in asked for name in item.named if name in record.profile.by_name)),
        parts=tuple(SavedPart(requirements=part.requirements, intent=part.intent) for part in record.parts),
        answer=record.answer,
        results=tuple(saved_result(table, grouped) for table in tables),
    )


def saved_columns(profile: DatasetProfile) -> tuple[SavedColumn, ...]:
    """The columns of a profile as they are kept."""
    kept = SavedColumn.model_fields
    return tuple(SavedColumn(**{name: getattr(column, name) for name in kept}) for column in profile.columns)


def saved_result(table: pd.DataFrame, grouped: set[str]) -> SavedResult:
    """A result as it is kept: its first rows, as plain values."""
    kinds = dict(zip(table.columns, table.dtypes, strict=True))
    keys = [n for n, kind in kinds.items() if n in grouped or not is_numeric_dtype(kind) or is_bool_dtype(kind)]
    rows = json.loads(table.head(KEPT_ROWS).to_json(orient="values", date_format="iso", double_precision=12))
    return SavedResult(keys=tuple(keys), columns=tuple(table.columns), rows=rows, total=len(table))


def write_question(saved: SavedQuestion, path: Path) -> Path:
    """Write the file with the digest of its content."""
    content = saved.model_dump(mode="json")
    try:
        path.write_text(
            json.dumps({**content, "digest": _digest(content)}, indent=1, ensure_ascii=False) + "\n", "utf-8"
        )
    except OSError as error:
        raise FileError(f"The question cannot be written to {path}: {error.strerror}", "Name another file.") from error
    return path


def read_question(path: Path) -> SavedQuestion:
    """Read the file; one that was changed since it was saved is refused."""
    hint = "Name a file that a.save wrote."
    try:
        content: Any = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise FileError(f"The question {path} cannot be read: {error.strerror}", hint) from error
    except ValueError as error:
        raise FileError(f"{path} is no valid question: {error}", hint) from error
    if not isinstance(content, dict) or content.get("format") != "autoviz question":
        raise FileError(f"{path} is no saved question", hint)
    if content.pop("digest", "") != _digest(content):
        raise FileError(f"{path} was changed since it was saved", "Ask again and save it anew; nothing of it was run.")
    try:
        return SavedQuestion.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"])) or "file"
        raise FileError(f"{path} is no valid question: {where}: {problem['msg']}", hint) from error


def _digest(content: dict[str, Any]) -> str:
    """It shows a change, by accident or by hand; it is no signature."""
    told = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(told.encode()).hexdigest()}"
