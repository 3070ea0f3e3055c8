"""Repairs: the safe ones are made and logged; one that would change what is asked is refused."""

from __future__ import annotations

from typing import Any

from autoviz.errors import ExecutionError, ParameterError, did_you_mean
from autoviz.model.plan import Step
from autoviz.model.provenance import Repair
from autoviz.model.tool import Param, Tool
from autoviz.registry.catalog import Catalog

SEMANTIC_PARAMS = frozenset({"agg_func", "grain", "quantile", "base", "op", "method", "n", "window", "path"})
"""Params beside columns and filters that carry what was asked: a wrong value is never replaced by a default."""


def repaired(step: Step, columns: list[str], catalog: Catalog) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """The params that the step's function takes, and each safe repair that was needed to get them."""
    tool = catalog.tool(step.tool)
    params = dict(step.params)
    repairs: list[Repair] = []
    for name in list(params):
        if name not in tool.params:
            repairs.append(_repair(step, name, params.pop(name), None, f"{step.tool} has no such param"))
    for name, param in tool.params.items():
        if name in params and param.type in ("column", "columns"):
            params[name], made = _cased(step, name, params[name], columns, _new_columns(tool, params))
            repairs += made
    try:
        return catalog.validated(step.tool, params), tuple(repairs)
    except ParameterError as error:
        params, made = _defaulted(step, tool, params, catalog, error)
        return catalog.validated(step.tool, params), (*repairs, *made)


def _new_columns(tool: Tool, params: dict[str, Any]) -> frozenset[str]:
    """Names that the step itself makes."""
    return frozenset({params["name"]}) if "name" in tool.params and isinstance(params.get("name"), str) else frozenset()


def _cased(step: Step, name: str, value: Any, columns: list[str], made: frozenset[str]) -> tuple[Any, list[Repair]]:
    """Column names as the frame spells them; a name that is not there in any casing is refused."""
    if value is None:
        return value, []
    many = isinstance(value, (list, tuple))
    by_folded = {column.casefold(): column for column in columns}
    result, repairs = [], []
    for item in value if many else [value]:
        if item in columns or item in made:
            result.append(item)
            continue
        found = by_folded.get(str(item).casefold())
        if found is None:
            raise ExecutionError(
                f"Step {step.id!r} needs the column {item!r}, which is not there",
                did_you_mean(str(item), columns, "columns"),
                retryable=True,
            )
        result.append(found)
        repairs.append(_repair(step, name, item, found, "the frame spells it so"))
    return (tuple(result) if many else result[0]), repairs


def _defaulted(
    step: Step, tool: Tool, params: dict[str, Any], catalog: Catalog, error: ParameterError
) -> tuple[dict[str, Any], list[Repair]]:
    """Params outside their type fall back to the registry's default, unless they carry meaning."""
    repairs: list[Repair] = []
    kept = dict(params)
    for name, value in params.items():
        if _fits(step.tool, name, value, params, catalog):
            continue
        param = tool.params[name]
        if _semantic(name, param) or param.required:
            raise ExecutionError(f"Step {step.id!r} cannot run: {error.what}", error.hint, retryable=True) from error
        del kept[name]
        repairs.append(_repair(step, name, value, param.default, "outside its type, so the default is used"))
    if not repairs:
        raise ExecutionError(f"Step {step.id!r} cannot run: {error.what}", error.hint, retryable=True) from error
    return kept, repairs


def _fits(tool: str, name: str, value: Any, params: dict[str, Any], catalog: Catalog) -> bool:
    model = catalog.params_model(tool)
    try:
        model.__pydantic_validator__.validate_assignment(model.model_construct(**params), name, value)
    except ValueError:
        return False
    return True


def _semantic(name: str, param: Param) -> bool:
    return name in SEMANTIC_PARAMS or param.type in ("column", "columns", "filters")


def _repair(step: Step, param: str, before: Any, after: Any, reason: str) -> Repair:
    return Repair(step_id=step.id, param=param, before=before, after=after, reason=reason)
