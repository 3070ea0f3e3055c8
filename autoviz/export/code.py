"""Code: a plan as one plain pandas and plotly script, assembled from the registry's fragments."""

from __future__ import annotations

import ast
import builtins
import keyword
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from autoviz.export.look import looking_alike
from autoviz.frames.files import PARQUET_SUFFIXES
from autoviz.frames.remote import Remote
from autoviz.model.plan import SOURCE, Plan
from autoviz.model.provenance import StepRecord
from autoviz.registry.catalog import Catalog
from autoviz.registry.code import render

if TYPE_CHECKING:
    import plotly.graph_objects as go

STANDARD_IMPORTS = ("import pandas as pd",)


def script(
    question: str,
    plans: Sequence[Plan],
    records: Mapping[str, StepRecord],
    frame: str,
    catalog: Catalog,
    *,
    figures: Mapping[str, go.Figure] | None = None,
    opening: str = "",
) -> str:
    """The lines that reproduce what was shown from the frame of this name, and figures as they were drawn.

    `opening` is the line that reads the frame where it is a file.
    """
    imports = dict.fromkeys(STANDARD_IMPORTS)
    body: list[str] = [*(f"# {line}" for line in question.splitlines()), *(["", opening] if opening else [])]
    for number, plan in enumerate(plans, start=1):
        names = _Names(frame, f"_{number}" if len(plans) > 1 else "")
        for step in plan.steps:
            record = records[f"{number}:{step.id}"]
            if record.status == "skipped":
                names.same(step.id, step.inputs[0])
                continue
            tool = catalog.tool(step.tool)
            out = names.new(step.id, figure="chart" in tool.outputs)
            inputs = {str(key): names[name] for key, name in zip(tool.inputs, step.inputs, strict=False)}
            code = render(tool, {**record.params, **tool.fixed}, inputs, out)
            kept = [line for line in code.splitlines() if not line.startswith(("import ", "from "))]
            kept = _apart(kept, out)
            imports |= dict.fromkeys(line for line in code.splitlines() if line.startswith(("import ", "from ")))
            shown = (figures or {}).get(f"{number}:{step.id}")
            drawn, looks = looking_alike(kept, out, shown) if shown is not None else (kept, [])
            body += ["", *drawn, *_tidied(kept, out), *looks]
            body += [f"{out}.show()"] if "chart" in tool.outputs else []
    return "\n".join([*sorted(imports), "", *body, ""])


def _apart(lines: Sequence[str], out: str) -> list[str]:
    """The lines with names that only help called after the step's own, so that none of the user's is written over."""
    code = "\n".join(lines)
    helping = {name for name in _bound(code) if name != out and not name.startswith(f"{out}_")}
    rows = [line.encode() for line in lines]
    places = [place for node in ast.walk(ast.parse(code)) if (place := _named_at(node)) is not None]
    for line, start, name in sorted(places, reverse=True):
        if name in helping:
            row = rows[line - 1]
            rows[line - 1] = row[:start] + f"{out}_{name}".encode() + row[start + len(name.encode()) :]
    return [row.decode() for row in rows]


def _named_at(node: ast.AST) -> tuple[int, int, str] | None:
    """The line, the place in it and the name, where a piece of code names something."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name):
            return node.lineno, node.col_offset, name
        case ast.FunctionDef(name=name):
            return node.lineno, node.col_offset + len("def "), name
    return None


def _tidied(lines: Sequence[str], out: str) -> list[str]:
    """The line that takes away names which only helped on the way to a step's result."""
    found = [name for name in _bound("\n".join(lines)) if name.startswith(f"{out}_")]
    return [f"del {', '.join(found)}"] if found else []


def _bound(code: str) -> dict[str, None]:
    """The names that a fragment leaves behind: those of its statements and of the ones that a loop repeats."""
    statements = list(ast.parse(code).body)
    found: dict[str, None] = {}
    for statement in statements:
        if isinstance(statement, ast.FunctionDef):
            found[statement.name] = None
        elif isinstance(statement, ast.For):
            statements += statement.body
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            found |= {part.id: None for part in parts if isinstance(part, ast.Name)}
    return found


def opening(frame: str, held: object, columns: Sequence[str] | None = None) -> str:
    """The lines that read a frame from its file, or these columns from its server; none where it is in memory."""
    if isinstance(held, Remote):
        return held.code(frame, columns)
    if not isinstance(held, (str, Path)):
        return ""
    path = str(held)
    if path.lower().endswith(PARQUET_SUFFIXES):
        return f"{frame} = pd.read_parquet({path!r})"
    separator = ", sep='\\t'" if ".tsv" in path.lower() else ""
    return f"{frame} = pd.read_csv({path!r}{separator})"


class _Names:
    """Variable names of the script: one per step, none of them a keyword, a builtin or the frame's own."""

    def __init__(self, frame: str, suffix: str) -> None:
        self._known = {SOURCE: frame}
        self._suffix = suffix

    def __getitem__(self, step_id: str) -> str:
        return self._known.get(step_id) or step_id.removeprefix(f"{SOURCE}:")

    def new(self, step_id: str, *, figure: bool) -> str:
        """A new variable for a step's result."""
        plain = f"{step_id}_rows" if hasattr(builtins, step_id) else step_id
        base = ("fig" if figure else plain) + self._suffix
        taken = {*self._known.values(), "pd", "px", "go", "np"}
        names = (base, *(f"{base}_{number}" for number in range(2, 99)))
        name = next(item for item in names if item not in taken and not _means_something(item))
        self._known[step_id] = name
        return name

    def same(self, step_id: str, source: str) -> None:
        """A step that was skipped hands on what it was given."""
        self._known[step_id] = self[source]


def _means_something(name: str) -> bool:
    return keyword.iskeyword(name) or hasattr(builtins, name)
