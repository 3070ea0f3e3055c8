"""Binding: each tool of a family's YAML file to the function of the same name, and every drift between them refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from autoviz.errors import RegistryError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.tool import Param, Tool
from autoviz.registry.files import parsed, read_yaml
from autoviz.registry.params import PYTHON_TYPES, complaint
from autoviz.table import Outcome

Function = Callable[..., Outcome]


class FamilyFile(Value):
    """A family's YAML file: what the family is for and its tools."""

    family: str
    description: str
    tools: dict[str, dict[str, Any]]


def load_family(path: Path, module: ModuleType) -> tuple[list[Tool], dict[str, Function]]:
    """The tools of one family and the function behind each, or an error that names both sides of the drift."""
    content = parsed(FamilyFile, read_yaml(path), path.name)
    if content.family != path.stem:
        raise RegistryError(
            f"{path.name} says family {content.family!r}", f"It must say {path.stem!r}, as its file name."
        )
    tools: dict[str, Tool] = {}
    for name, entry in content.tools.items():
        if "function" not in entry:
            tools[name] = _tool(path, content.family, name, entry)
    presets = {name: _preset(path, name, entry, tools) for name, entry in content.tools.items() if "function" in entry}
    tools |= presets
    for tool in tools.values():
        _check_defaults(f"{path.name}, {tool.name}", tool)
        _check_served(f"{path.name}, {tool.name}", tool)
    functions = {tool.function: _bound(path, module, tool) for tool in tools.values() if tool.function == tool.name}
    _refuse_undescribed(path, module, functions)
    return list(tools.values()), {name: functions[tool.function] for name, tool in tools.items()}


def _tool(path: Path, family: str, name: str, entry: dict[str, Any]) -> Tool:
    return parsed(Tool, {"name": name, "family": family, "function": name, **entry}, f"{path.name}, {name}")


def _preset(path: Path, name: str, entry: dict[str, Any], tools: dict[str, Tool]) -> Tool:
    """A tool that is another with some params fixed; it inherits what it does not say."""
    where = f"{path.name}, {name}"
    base = tools.get(entry["function"])
    if base is None:
        raise RegistryError(
            f"{where}: the preset's function {entry['function']!r} is no tool of this file",
            f"Tools there, presets aside: {', '.join(tools)}.",
        )
    _check_fixed(where, base, entry.get("fixed", {}), entry.get("params", {}))
    params = {key: param for key, param in base.params.items() if key not in entry.get("fixed", {})}
    inherited = base.model_dump(exclude={"name", "params", "fixed"})
    preset = parsed(Tool, {**inherited, **entry, "params": {**params, **entry.get("params", {})}, "name": name}, where)
    _check_offered(where, base, preset)
    return preset


def _check_defaults(where: str, tool: Tool) -> None:
    for name, param in tool.params.items():
        problem = "" if param.required else complaint(param, param.default)
        if problem:
            raise RegistryError(
                f"{where}: the default {param.default!r} of {name!r} is no {param.type} that it may have: {problem}",
                "Give it a default that the param's own type and bounds allow.",
            )


def _check_served(where: str, tool: Tool) -> None:
    """What a tool serves fills params that it has, or it would never be planned."""
    known = (*tool.params, *tool.fixed)
    for kind, slots in tool.serves.items():
        for name in slots:
            if name not in known:
                raise RegistryError(
                    f"{where} serves {kind!r} with a param {name!r}", did_you_mean(name, known, "params")
                )


def _check_fixed(where: str, base: Tool, fixed: dict[str, Any], offered: dict[str, Any]) -> None:
    """What a preset fixes is a param of its tool, not offered as well, and at a value that the param may have."""
    for param, value in fixed.items():
        if param not in base.params:
            raise RegistryError(
                f"{where} fixes {param!r}, which {base.name} does not take",
                f"{base.name} takes {', '.join(base.params)}.",
            )
        if param in offered:
            raise RegistryError(
                f"{where} fixes {param!r} and offers it as a param too", "Remove it from one of the two."
            )
        problem = complaint(base.params[param], value)
        if problem:
            raise RegistryError(
                f"{where} fixes {param!r} at {value!r}, which {base.name} does not accept: {problem}",
                "Fix it at a value that the param may have.",
            )


def _check_offered(where: str, base: Tool, preset: Tool) -> None:
    """A preset may give a param another default or description, not another type."""
    for name, param in preset.params.items():
        if name not in base.params:
            raise RegistryError(
                f"{where} offers {name!r}, which {base.name} does not take",
                f"{base.name} takes {', '.join(base.params)}.",
            )
        if param.type != base.params[name].type:
            raise RegistryError(
                f"{where} offers {name!r} as {param.type}, but in {base.name} it is {base.params[name].type}",
                "A preset may change a param's default or description, not its type.",
            )


def _bound(path: Path, module: ModuleType, tool: Tool) -> Function:
    function = getattr(module, tool.name, None)
    if not inspect.isfunction(function):
        raise RegistryError(
            f"{path.name} describes {tool.name}, but {module.__name__} has no function of that name",
            "Write the function, or remove the entry.",
        )
    where = f"{path.name}, {tool.name}"
    signature = inspect.signature(function)
    positional = [p.name for p in signature.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    keywords = {p.name: p for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}
    if tuple(positional) != tool.inputs:
        raise RegistryError(
            f"{where} says inputs {list(tool.inputs)}, but the function takes {positional}",
            "The inputs are the function's positional arguments, in order.",
        )
    _same_params(where, tool, keywords)
    _same_types(where, tool, function)
    return function


def _same_params(where: str, tool: Tool, keywords: dict[str, inspect.Parameter]) -> None:
    missing = [name for name in keywords if name not in tool.params]
    surplus = [name for name in tool.params if name not in keywords]
    if missing or surplus:
        raise RegistryError(
            f"{where}: the function takes {missing or 'nothing'} that the file does not describe, "
            f"and the file describes {surplus or 'nothing'} that the function does not take",
            "Params in the file and keyword arguments of the function must be the same.",
        )
    for name, keyword in keywords.items():
        if keyword.default is not keyword.empty:
            raise RegistryError(
                f"{where}: the function gives {name!r} the default {keyword.default!r}",
                "Defaults belong in the YAML file alone.",
            )


def _same_types(where: str, tool: Tool, function: Function) -> None:
    hints = get_type_hints(function, include_extras=True)
    for name, param in tool.params.items():
        expected = _function_type(param)
        if hints.get(name) != expected:
            raise RegistryError(
                f"{where}: {name!r} is of type {param.type} in the file, so the function must annotate it "
                f"{_shown(expected)}, but it says {_shown(hints.get(name))}",
                "A param whose default is null takes None too.",
            )
    if hints.get("return") is not Outcome:
        raise RegistryError(f"{where}: the function must return Outcome", "Annotate it `-> Outcome`.")


def _function_type(param: Param) -> Any:
    kind = PYTHON_TYPES[param.type]
    return kind | None if param.nullable else kind


def _shown(kind: Any) -> str:
    return getattr(kind, "__name__", str(kind)) if isinstance(kind, type) else str(kind)


def _refuse_undescribed(path: Path, module: ModuleType, functions: dict[str, Function]) -> None:
    for name, function in inspect.getmembers(module, inspect.isfunction):
        public = not name.startswith("_") and function.__module__ == module.__name__
        if public and name not in functions:
            raise RegistryError(
                f"{module.__name__} has a function {name} that {path.name} does not describe",
                "Describe it there, or start its name with an underscore.",
            )
