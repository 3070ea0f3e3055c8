"""Params: the pydantic model and JSON schema that a registry entry implies."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model

from autoviz.errors import ParameterError, did_you_mean
from autoviz.model.requirements import Filters
from autoviz.model.tool import Param, Tool

PYTHON_TYPES: dict[str, Any] = {
    "column": str,
    "columns": tuple[str, ...],
    "number": float,
    "integer": int,
    "text": str,
    "flag": bool,
    "choice": str,
    "filters": Filters,
}
"""The annotation that a tool's function must carry for each param type."""


def annotation(param: Param) -> Any:
    """The type that a validated value of this param has."""
    kind = Literal[param.choices] if param.type == "choice" else PYTHON_TYPES[param.type]
    return kind | None if param.nullable else kind


def params_model(tool: Tool) -> type[BaseModel]:
    """A closed pydantic model of the params that a tool offers."""
    fields: dict[str, Any] = {}
    for name, param in tool.params.items():
        default = ... if param.required else param.default
        info = Field(default, description=param.description, **_bounds(param))
        fields[name] = (annotation(param), info)
    config = ConfigDict(extra="forbid", frozen=True, validate_default=True)
    return create_model(f"{tool.name}_params", __config__=config, **fields)


def complaint(param: Param, value: Any) -> str:
    """Why the param cannot have this value; empty where it can."""
    allowed: Any = Annotated[annotation(param), Field(**_bounds(param))]
    try:
        TypeAdapter(allowed).validate_python(value)
    except ValidationError as error:
        return error.errors()[0]["msg"]
    return ""


def _bounds(param: Param) -> dict[str, Any]:
    bounds = {"ge": param.minimum, "le": param.maximum}
    return {key: bound for key, bound in bounds.items() if bound is not None}


def validated(model: type[BaseModel], tool: str, params: dict[str, Any]) -> dict[str, Any]:
    """The params with defaults filled in, or an error that names each one that does not fit."""
    unknown = [name for name in params if name not in model.model_fields]
    if unknown:
        hint = did_you_mean(unknown[0], tuple(model.model_fields), "params")
        raise ParameterError(f"{tool} has no param {unknown[0]!r}", hint)
    try:
        return dict(model.model_validate(params))
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
        )
        raise ParameterError(f"{tool} cannot run with these params: {problems}", _accepted(model)) from error


def _accepted(model: type[BaseModel]) -> str:
    parts = [f"{name} ({field.description})" for name, field in model.model_fields.items()]
    return f"It takes {', '.join(parts)}."
