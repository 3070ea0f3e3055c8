"""Repairs: the safe ones are made and logged; one that would change what is asked is refused.

Column names in another casing, params that a tool does not have and params that were left to their default are safe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from autoviz.errors import ExecutionError, ParameterError, did_you_mean
from autoviz.model.plan import Step
from autoviz.model.provenance import Repair
from autoviz.model.requirements import AnyOf, Filter
from autoviz.model.tool import Param, Tool
from autoviz.registry.catalog import Catalog

SEMANTIC_PARAMS = frozenset({"agg_func", "grain", "quantile", "base", "op", "method", "n", "window", "path"})
"""Params beside columns and filters that carry what was asked: a wrong value is never replaced by a default."""


def repaired(step: Step, columns: list[str], catalog: Catalog) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """The params that the step's function takes, and each safe repair that was needed to get them."""
    tool = catalog.tool(step.tool)
    known, repairs = mended(step, columns, catalog)
    params = dict(known.params)
    filled = _filled_in(step, tool)
    try:
        return catalog.validated(step.tool, params), (*repairs, *filled)
    except ParameterError as error:
        params, made = _defaulted(step, tool, params, catalog, error)
        return catalog.validated(step.tool, params), (*repairs, *made, *filled)


def mended(step: Step, columns: Sequence[str], catalog: Catalog) -> tuple[Step, tuple[Repair, ...]]:
    """The step with columns as the frame spells them and without params that its tool does not have.

    A column that is not there in any casing is refused.
    """
    tool = catalog.tool(step.tool)
    params = dict(step.params)
    repairs: list[Repair] = []
    for name in list(params):
        if name not in tool.params:
            repairs.append(_repair(step, name, params.pop(name), None, f"{step.tool} has no such param"))
    made = _new_columns(tool, params)
    for name, param in tool.params.items():
        if params.get(name) is None:
            continue
        spelling = _Spelling(step, name, columns, made)
        if param.type in ("column", "columns"):
            params[name] = spelling.names(params[name])
        elif param.type == "filters" and isinstance(params[name], (list, tuple)):
            params[name] = [spelling.condition(item) for item in params[name]]
        repairs += spelling.repairs
    return step.replaced(params=params), tuple(repairs)


def _filled_in(step: Step, tool: Tool) -> tuple[Repair, ...]:
    """The defaults of params that carry what was asked, where the step leaves them open."""
    return tuple(
        _repair(step, name, None, param.default, "not given, so the default is used")
        for name, param in tool.params.items()
        if name in SEMANTIC_PARAMS and step.params.get(name) is None and param.default not in (None, "unknown")
    )


def _new_columns(tool: Tool, params: dict[str, Any]) -> frozenset[str]:
    """Names that the step itself makes."""
    return frozenset({params["name"]}) if "name" in tool.params and isinstance(params.get("name"), str) else frozenset()


@dataclass
class _Spelling:
    """Column names of one param as the frame spells them, and what was changed to get there."""

    step: Step
    param: str
    columns: Sequence[str]
    made: frozenset[str]
    repairs: list[Repair] = field(default_factory=list)

    def names(self, value: Any) -> Any:
        """One name or several."""
        return [self.name(item) for item in value] if isinstance(value, (list, tuple)) else self.name(value)

    def condition(self, item: Any) -> Any:
        """A condition on a column, or several of which one must hold, as plain data or as a value."""
        if isinstance(item, Filter):
            return item.replaced(column=self.name(item.column))
        if isinstance(item, AnyOf):
            return item.replaced(filters=tuple(map(self.condition, item.filters)))
        if isinstance(item, Mapping) and isinstance(item.get("column"), str):
            return {**item, "column": self.name(item["column"])}
        if isinstance(item, Mapping) and isinstance(item.get("filters"), (list, tuple)):
            return {**item, "filters": [self.condition(inner) for inner in item["filters"]]}
        return item

    def name(self, said: str) -> str:
        if said in self.columns or said in self.made:
            return said
        found = next((column for column in self.columns if column.casefold() == str(said).casefold()), None)
        if found is None:
            raise ExecutionError(
                f"Step {self.step.id!r} needs the column {said!r}, which is not there",
                did_you_mean(str(said), self.columns, "columns"),
                retryable=True,
            )
        self.repairs.append(_repair(self.step, self.param, said, found, "the frame spells it so"))
        return found


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
