"""Params: the pydantic model and JSON schema that a registry entry implies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
)

from autoviz.errors import ParameterError, QueryError, did_you_mean
from autoviz.model.requirements import Filters
from autoviz.model.tool import Param, Tool
from autoviz.query.language import Expr, Named, Sort

PYTHON_TYPES: dict[str, Any] = {
    "column": str,
    "columns": tuple[str, ...],
    "number": float,
    "integer": int,
    "text": str,
    "flag": bool,
    "choice": str,
    "filters": Filters,
    "expression": Expr,
    "named": tuple[Named, ...],
    "sorts": tuple[Sort, ...],
}
"""The annotation that a tool's function must carry for each param type."""
WRITTEN = ("expression", "named", "sorts")
"""Param types that are parts of the query language; people and models write them as a line of SQL."""


def annotation(param: Param) -> Any:
    """The type that a validated value of this param has."""
    return _type(param.type, param.choices, param.nullable)


def _type(kind: str, choices: tuple[str, ...], nullable: bool) -> Any:
    found = Literal[choices] if kind == "choice" else PYTHON_TYPES[kind]
    if kind in WRITTEN:
        found = Annotated[found, BeforeValidator(_reader(kind)), WithJsonSchema({"type": "string"})]
    return found | None if nullable else found


def text_of(param: Param, value: Any) -> str:
    """A value of a param that is a part of the query language, as a line of SQL."""
    from autoviz.query.sql import snippets

    found = TypeAdapter(annotation(param)).validate_python(value)
    if param.type == "expression":
        return snippets.expression_text(found)
    return snippets.named_text(found) if param.type == "named" else snippets.sorts_text(found)


def _reader(kind: str) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        # Only here, because the parser behind it takes its time to load.
        from autoviz.query.sql import snippets

        readers = {"named": snippets.read_named, "sorts": snippets.read_sorts}
        try:
            return readers.get(kind, snippets.read_expression)(value)
        except QueryError as error:
            raise ValueError(str(error)) from error

    return read


def params_model(tool: Tool) -> type[BaseModel]:
    """A closed pydantic model of the params that a tool offers."""
    fields: dict[str, Any] = {}
    for name, param in tool.params.items():
        default = ... if param.required else param.default
        info = Field(default, description=param.description, **_bounds(param.minimum, param.maximum))
        fields[name] = (annotation(param), info)
    config = ConfigDict(extra="forbid", frozen=True, validate_default=True)
    return create_model(f"{tool.name}_params", __config__=config, **fields)


def complaint(param: Param, value: Any) -> str:
    """Why the param cannot have this value; empty where it can."""
    try:
        _checking(param.type, param.choices, param.nullable, param.minimum, param.maximum).validate_python(value)
    except ValidationError as error:
        return error.errors()[0]["msg"]
    return ""


@lru_cache(maxsize=1024, typed=True)
def _checking(kind: str, choices: tuple[str, ...], nullable: bool, *bounds: float | None) -> TypeAdapter[Any]:
    """What checks values of such params: most are alike, and making it takes a hundred times as long as checking."""
    allowed: Any = Annotated[_type(kind, choices, nullable), Field(**_bounds(*bounds))]
    return TypeAdapter(allowed)


def _bounds(minimum: float | None, maximum: float | None) -> dict[str, Any]:
    bounds = {"ge": minimum, "le": maximum}
    return {key: bound for key, bound in bounds.items() if bound is not None}


def validated(model: type[BaseModel], tool: str, params: dict[str, Any]) -> dict[str, Any]:
    """The params with defaults filled in, or an error that names each one that does not fit."""
    unknown = [name for name in params if name not in model.model_fields]
    if unknown:
        hint = did_you_mean(unknown[0], tuple(model.model_fields), "params")
        raise ParameterError(f"{tool} has no param {unknown[0]!r}", hint)
    try:
        found = model.model_validate(params)
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()
        )
        raise ParameterError(f"{tool} cannot run with these params: {problems}", _accepted(model)) from error
    return {name: getattr(found, name) for name in model.model_fields}


def _accepted(model: type[BaseModel]) -> str:
    parts = [f"{name} ({field.description})" for name, field in model.model_fields.items()]
    return f"It takes {', '.join(parts)}."
