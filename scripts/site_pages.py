"""The pages of the site that are derived: tools from the registry, the API from signatures, commands from parsers.

mkdocs calls `on_files` and `on_page_markdown` (see `hooks` in mkdocs.yml); nothing that they make is committed.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import autoviz
from autoviz import cli
from autoviz.model import settings as settings_module
from autoviz.model.settings import Settings
from autoviz.model.tool import Tool
from autoviz.registry.catalog import default_catalog

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "training/README.md": "training.md",
}
"""Files of the repository that are pages too → the name of the page."""
_LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the derived pages and the notebooks."""
    derived = {"tools.md": tools_page(), "api.md": api_page(), "commands.md": commands_page()}
    derived |= {page: (ROOT / name).read_text("utf-8") for name, page in OUTSIDE.items()}
    for name, text in derived.items():
        files.append(File.generated(config, name, content=text))
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        files.append(File.generated(config, f"notebooks/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, **given: Any) -> str:
    """Links to files of the repository lead to their pages."""
    return _LINK.sub(lambda found: found[1] + _target(found[2]) + found[3], markdown)


def _target(link: str) -> str:
    path, mark, anchor = link.partition("#")
    inside = path.removeprefix("../").removeprefix("docs/")
    return f"{OUTSIDE.get(inside, inside)}{mark}{anchor}" if "://" not in link else link


def tools_page() -> str:
    """Every tool by its family: what it does, takes and gives, and which parts of a question it serves."""
    tools = sorted(default_catalog().tools.values(), key=lambda tool: (tool.family, tool.name))
    lines = [
        "# Tools",
        f"The {len(tools)} tools that a plan may use, from `registry/tools/`. How to add one: "
        "[Add a tool](contributing.md#a-tool).",
    ]
    for family, group in groupby(tools, key=lambda tool: tool.family):
        lines.append(f"## {family}")
        for tool in group:
            lines += _tool(tool)
    return "\n\n".join(lines) + "\n"


def _tool(tool: Tool) -> Iterator[str]:
    yield f"### {tool.name}"
    yield tool.description
    of = [f"Can: {', '.join(tool.capabilities)}", f"gives: {', '.join(tool.outputs)}"]
    of += [f"serves: {', '.join(tool.serves)}"] if tool.serves else []
    of += [f"a preset of `{tool.function}`"] if tool.function != tool.name else []
    yield "; ".join(of) + "."
    rows = [(f"`{name}`", param.type, _default(param), param.description) for name, param in tool.params.items()]
    if rows:
        yield table(("Param", "Type", "Default", ""), rows)


def _default(param: Any) -> str:
    given = param.model_dump(exclude_unset=True)
    return f"`{given['default']!r}`" if "default" in given else "needed"


def api_page() -> str:
    """What `import autoviz` offers, by its signatures and docstrings, and the settings of a question."""
    lines = ["# API", "What `import autoviz` offers; whatever else lies in the package may change without a word."]
    for name in sorted(autoviz.__all__, key=str.casefold):
        item = getattr(autoviz, name)
        lines += [f"## autoviz.{name}", _doc(item)]
        if inspect.isclass(item):
            lines += _members(item)
        else:
            lines.append(_signature(name, item))
    lines += ["## Settings", "Keywords of `autoviz.ask` and `Session`; in a notebook `%config AutoViz.name = value`."]
    said = attribute_docs(settings_module, "Settings")
    rows = [
        (f"`{name}`", f"`{field.default!r}`" if not callable(field.default_factory) else "", said.get(name, ""))
        for name, field in Settings.model_fields.items()
    ]
    return "\n\n".join([*lines, table(("Setting", "Default", ""), rows)]) + "\n"


def _members(kind: type) -> Iterator[str]:
    """The class's own public members, in the order in which they are written."""
    rows = []
    for name, member in vars(kind).items():
        if name.startswith("_") or not (callable(member) or isinstance(member, property) or _is_cached(member)):
            continue
        inner = getattr(member, "func", member)
        shown = name if not callable(member) else f"{name}{_parameters(member)}"
        rows.append((f"`{shown}`", _doc(inner).replace("\n", " ")))
    if kind is autoviz.Session:  # an Analysis comes of asking, and nobody makes one
        yield _signature(kind.__name__, kind)
    if rows:
        yield table(("", ""), rows)


def _is_cached(member: Any) -> bool:
    return type(member).__name__ in ("cached_property", "classmethod", "staticmethod")


def _doc(item: Any) -> str:
    return inspect.getdoc(item) or ""


def _parameters(item: Any) -> str:
    text = str(inspect.signature(item))
    return re.sub(r"^\(self(, )?", "(", text).replace("'", "")


def _signature(name: str, item: Any) -> str:
    """As code, one line for each parameter."""
    lines = [f"    {text},".replace("'", "") for text in _each(inspect.signature(item))]
    return "\n".join(("```python", f"{name}(", *lines, ")", "```"))


def _each(signature: inspect.Signature) -> Iterator[str]:
    """The parameters as text, with a star before those that must be named."""
    starred = False
    for item in signature.parameters.values():
        if item.kind is item.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or item.kind in (item.KEYWORD_ONLY, item.VAR_POSITIONAL)
        yield str(item)


def attribute_docs(module: Any, name: str) -> dict[str, str]:
    """The texts that stand under the fields of a class."""
    tree = ast.parse(inspect.getsource(module))
    (body,) = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
    found = {}
    for field, text in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[ast.unparse(field.target)] = " ".join(str(text.value.value).split())
    return found


def commands_page() -> str:
    """The command line and the magics, from their own parsers."""
    from autoviz.notebook.commands import COMMANDS
    from autoviz.notebook.options import parser as magic_parser

    lines = [
        "# Commands",
        "## In a notebook",
        "`%%autoviz [frame ...] [options]`, with the question in the lines under it.",
    ]
    lines.append(table(("Option", ""), list(_options(magic_parser()))))
    rows = [(f"`{command.usage}`", command.summary) for command in COMMANDS.values()]
    lines += ["Subcommands, about the latest answer:", table(("", ""), rows), "## In a terminal"]
    (subcommands,) = [item for item in cli.parser()._actions if isinstance(item, argparse._SubParsersAction)]
    for name, parser in subcommands.choices.items():
        lines += [f"### autoviz {name}", f"{(parser.description or '').capitalize()}."]
        lines.append(table(("", ""), list(_options(parser))))
    return "\n\n".join(lines) + "\n"


def _options(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        value = "" if action.nargs == 0 or not action.option_strings else f" {action.metavar or action.dest.upper()}"
        text = action.help or ""
        chosen = f" ({' or '.join(map(str, action.choices))})" if action.choices else ""
        yield f"`{names}{value}`", f"{text}{chosen}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown; bars inside code and text are kept from ending a cell."""
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
