"""Settings: every number and switch that a user may change, validated in one place."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, ValidationError

from autoviz.errors import SettingsError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.labels import AnswerStyle


class Settings(Value):
    """The limits, thresholds and choices of one question."""

    reader: Literal["embedded", "llm"] = "embedded"
    engine: Literal["auto", "pandas", "duckdb"] = "auto"
    duckdb_rows: int = Field(default=2_000_000, ge=1_000)
    """A pandas frame with at least this many rows is scanned by DuckDB (engine auto)."""
    embedding_model: str = "autoviz-reader"
    """Our own encoder by default; any other name is a sentence-transformers model found on this machine."""
    shortlist_cap: int = Field(default=10, ge=8, le=12)
    tries: int = Field(default=3, ge=1, le=10)
    """Tries per question, the first included."""
    intent_floor: float = Field(default=0.3, ge=0, le=1)
    """A further intent with at least this confidence makes a plan of its own."""
    confidence_threshold: float = Field(default=0.5, ge=0, le=1)
    follow_threshold: float = Field(default=0.6, ge=0, le=1)
    """A question at least so likely to refer back to the one before is a follow-up; in doubt it starts fresh."""
    reuse_similarity: float = Field(default=0.8, ge=0, le=1)
    """A question at least so similar to an earlier one may use its plan, if it asks for the very same."""
    tie_margin: float = Field(default=0.08, ge=0, le=1)
    """Two readings closer than this are a tie, and a tie is asked about."""
    max_steps: int = Field(default=12, ge=1, le=100)
    max_items: int = Field(default=10, ge=1, le=1000)
    max_groups: int = Field(default=4, ge=1, le=100)
    max_paragraphs: int = Field(default=4, ge=1, le=100)
    answer_style: AnswerStyle = "auto"
    """How the answer is told; auto takes a sentence, or lines where groups lie within groups."""
    row_limit: int = Field(default=50_000_000, ge=1)
    """A frame with more rows than this is refused before any step runs."""
    time_limit: float | None = Field(default=None, gt=0)
    """Seconds that the steps of one question may take together."""
    share_values: bool = False
    """Whether cell values may be sent to a model."""


def settings_from(changes: dict[str, Any]) -> Settings:
    """Settings with these changes, or an error that names the setting and its range."""
    known = tuple(Settings.model_fields)
    for name in changes:
        if name not in known:
            raise SettingsError(f"There is no setting {name!r}", did_you_mean(name, known, "settings"))
    try:
        return Settings(**changes)
    except ValidationError as error:
        problem = error.errors()[0]
        name = ".".join(str(part) for part in problem["loc"])
        raise SettingsError(
            f"The setting {name} cannot be {problem['input']!r}: {problem['msg']}",
            f"Its default is {Settings.model_fields[name].default!r}.",
        ) from error
