"""Express: the call of plotly.express in a fragment of code, read so that it can take more arguments, and written."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 100
"""So long may a line of written code be before it is broken."""


@dataclass(frozen=True)
class Call:
    """`fig = px.bar(rows, x='region', …)`: where it stands among the lines, and its arguments as they are written."""

    lines: tuple[int, int]
    head: str
    function: str
    given: tuple[str, ...]
    named: Mapping[str, str]

    def literal(self, name: str) -> Any:
        """The value of an argument, where it is plain data."""
        try:
            return ast.literal_eval(self.named.get(name, "None"))
        except ValueError:
            return None

    def written(self, further: Mapping[str, Any]) -> list[str]:
        """The call with further arguments, which take the place of those of the same names."""
        named = {**self.named, **{name: repr(value) for name, value in further.items()}}
        return call_lines(self.head, [*self.given, *(f"{name}={text}" for name, text in named.items())])


def drawing(lines: Sequence[str], out: str) -> Call | None:
    """The call that draws `out`; None where a fragment makes its figure in another way."""
    code = "\n".join(lines)
    for statement in reversed(ast.parse(code).body):
        if not (isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)):
            continue
        call, (target,) = statement.value, statement.targets
        is_express = isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        if not is_express or ast.unparse(call.func).partition(".")[0] != "px" or ast.unparse(target) != out:
            continue
        return Call(
            lines=(statement.lineno - 1, statement.end_lineno or statement.lineno),
            head=f"{out} = {ast.unparse(call.func)}",
            function=ast.unparse(call.func).partition(".")[2],
            given=tuple(_source(code, argument) for argument in call.args),
            named={str(item.arg): _source(code, item.value) for item in call.keywords},
        )
    return None


def _source(code: str, node: ast.expr) -> str:
    return ast.get_source_segment(code, node) or ast.unparse(node)


def told(value: Any, indent: str = "", before: str = "") -> str:
    """Plain data as code: in one line where it fits behind what stands before it, else filled into lines."""
    whole = f"{before}{value!r}"
    if len(indent) + len(whole) < WIDTH or not isinstance(value, (dict, list)) or not value:
        return whole
    inner = f"{indent}    "
    if isinstance(value, dict):
        items, (start, end) = [told(item, inner, f"{key!r}: ") for key, item in value.items()], "{}"
    else:
        items, (start, end) = [told(item, inner) for item in value], "[]"
    return "\n".join([f"{before}{start}", *_filled(items, inner), f"{indent}{end}"])


def _filled(items: Sequence[str], indent: str) -> list[str]:
    """Items with commas behind them, as many in each line as fit."""
    rows: list[str] = []
    for item in items:
        if rows and len(rows[-1]) + len(item) + 2 <= WIDTH and "\n" not in rows[-1] + item:
            rows[-1] += f" {item},"
        else:
            rows.append(f"{indent}{item},")
    return rows


def call_lines(head: str, arguments: Sequence[str], indent: str = "") -> list[str]:
    """A call in one line where it fits, else with as many arguments in each line as fit."""
    whole = f"{indent}{head}({', '.join(arguments)})"
    if len(whole) <= WIDTH and "\n" not in whole:
        return [whole]
    inner = f"{indent}    "
    rows = _filled([_broken(argument, inner) for argument in arguments], inner)
    return [f"{indent}{head}(", *"\n".join(rows).splitlines(), f"{indent})"]


def _broken(argument: str, indent: str) -> str:
    """An argument that is too long for a line, where it is plain data."""
    name, equals, text = argument.partition("=")
    try:
        return told(ast.literal_eval(text), indent, f"{name}=") if equals and name.isidentifier() else argument
    except (ValueError, SyntaxError):
        return argument


def flat(given: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Nested settings as plotly's own short names: {'marker': {'size': 6}} is marker_size=6."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        found |= flat(value, f"{before}{key}_") if isinstance(value, dict) else {f"{before}{key}": value}
    return found


def update(out: str, method: str, given: Mapping[str, Any], selector: Mapping[str, Any] | None = None) -> list[str]:
    """The lines that set these things of a figure; none where there is nothing to set."""
    settings = flat(given)
    if not settings:
        return []
    chosen = {"selector": dict(selector)} if selector else {}
    return call_lines(f"{out}.{method}", [f"{key}={value!r}" for key, value in (settings | chosen).items()])
