"""Blanks: what the `$` names of a template stand for, filled from requirements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from autoviz.model.plan import Step, Template
from autoviz.model.requirements import AnyOf, Filter, Requirements


def filled_steps(template: Template, requirements: Requirements) -> dict[str, Step]:
    """The template's steps by id, their blanks filled; a blank without a value leaves its param out."""
    blanks = _blanks(requirements)
    return {step.id: _filled(step, blanks) for step in template.steps}


def _blanks(requirements: Requirements) -> dict[str, Any]:
    metrics, groups = list(requirements.metrics), list(requirements.group_by)
    filters = [item.model_dump() for item in requirements.constraints if isinstance(item, (Filter, AnyOf))]
    return {
        "$metrics": metrics,
        "$metric": metrics[0] if metrics else None,
        "$second_metric": metrics[1] if len(metrics) > 1 else None,
        "$group_by": groups,
        "$group": groups[0] if groups else None,
        "$time": requirements.time.column if requirements.time else None,
        "$filters": filters,
    }


def _filled(step: Step, blanks: Mapping[str, Any]) -> Step:
    params = {name: _fill(value, blanks) for name, value in step.params.items()}
    return step.replaced(params={name: value for name, value in params.items() if value is not None})


def _fill(value: Any, blanks: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("$"):
        return blanks[value]
    if isinstance(value, list):
        return [item for item in (_fill(entry, blanks) for entry in value) if item is not None]
    return value
