"""Code: a tool's registry fragment rendered with validated values into plain pandas and plotly lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import SandboxedEnvironment

from autoviz.errors import RegistryError
from autoviz.model.base import Value
from autoviz.model.tool import Tool
from autoviz.registry import query_code, thinning_code
from autoviz.registry.query_code import with_helpers


class Name(str):
    """A variable name of the exported script: written as it is, not as a string."""

    __slots__ = ()


def render(tool: Tool, params: Mapping[str, Any], inputs: Mapping[str, str], out: str) -> str:
    """The lines that do what this step does: read `inputs`, write the variable `out`."""
    names = {key: Name(variable) for key, variable in {**inputs, "out": out}.items()}
    try:
        return with_helpers(str(_template(tool.code).render({**params, **names})).strip("\n"))
    except TemplateError as error:
        raise RegistryError(
            f"The code of {tool.name} cannot be exported: {error}", f"Mend `code` of {tool.name} in {tool.family}.yaml."
        ) from error


@cache
def _template(code: str) -> Any:
    environment = SandboxedEnvironment(
        finalize=_literal, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["name"] = Name
    writing = {**query_code.FILTERS, **thinning_code.FILTERS}
    environment.filters |= {name: _as_code(write) for name, write in writing.items()}
    return environment.from_string(code)


def _as_code(write: Callable[..., str]) -> Callable[..., Name]:
    """A filter that writes code: what it gives is no text to be quoted."""
    return lambda *given, **named: Name(write(*given, **named))


def _literal(value: Any) -> str:
    """A placeholder takes the `repr` of its value, so no cell or column name can become code."""
    if isinstance(value, Name):
        return str(value)
    return repr(_plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, Value):
        return {key: _plain(item) for key, item in value}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
