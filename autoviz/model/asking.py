"""How a language model is asked: which server, which model, and per stage its temperature, length and tries."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import Field

from autoviz.model.base import Value

ModelStage = Literal["task_analysis", "intent", "requirements", "adaptation", "critique", "build", "answer"]
MODEL_STAGES: tuple[str, ...] = get_args(ModelStage)


class StageSettings(Value):
    """How a model is asked in one stage."""

    model: str = ""
    """Another model of the same server for this stage alone; empty means `model_name`."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    max_tokens: int = Field(default=4096, ge=16, le=131_072)
    tries: int | None = Field(default=None, ge=1, le=10)
    """None means the setting `tries`."""
    threshold: float | None = Field(default=None, ge=0, le=1)
    """The least confidence; None means `confidence_threshold`."""


STAGE_DEFAULTS: dict[str, dict[str, Any]] = {
    **{stage: {} for stage in MODEL_STAGES},
    "task_analysis": {"max_tokens": 1024},
    "critique": {"max_tokens": 1024},
    "answer": {"temperature": 0.2, "max_tokens": 1024},
}
"""What differs between stages: planning is cold and may be long, analysis is short, an answer may vary a little."""


def with_defaults(given: Any) -> Any:
    """Each stage as it was given, with the defaults of that stage for what was left out."""
    if not isinstance(given, dict):
        return given
    told = {stage: entry.model_dump() if isinstance(entry, StageSettings) else entry for stage, entry in given.items()}
    return {
        stage: {**STAGE_DEFAULTS.get(stage, {}), **entry} if isinstance(entry, dict) else entry
        for stage, entry in told.items()
    }
