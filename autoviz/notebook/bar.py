"""Bar: what the live bar offers for an analysis, as plain data; every control has a command that does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from autoviz.answering.options import option_label
from autoviz.answering.requirement_words import gap_words
from autoviz.export.markup import param_shown
from autoviz.export.sections import coverage_digest
from autoviz.model.conditions import written
from autoviz.model.plan import Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.record import Part
from autoviz.model.requirements import Filters
from autoviz.model.tool import Param
from autoviz.notebook.assumed import assumed_chips
from autoviz.notebook.chips import chips_for
from autoviz.notebook.marks import marks_for
from autoviz.registry.catalog import Catalog, default_catalog
from autoviz.registry.params import WRITTEN, text_of

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits

_FILTERS: TypeAdapter[Filters] = TypeAdapter(Filters)


def bar_for(
    analysis: Analysis,
    edits: Edits,
    *,
    marker: str,
    version: int,
    confirm: bool,
    part: int = 1,
    undo: bool = False,
    following: tuple[str, ...] = (),
) -> dict[str, Any]:
    """The controls under an answer, a plan to approve, or a question asked back; of several parts those of one."""
    common = {"marker": marker, "version": version, "tables": len(analysis.tables) if analysis.answer else 0}
    if analysis.clarification:
        labels = [option.label for option in analysis.clarification.options]
        return {**common, "mode": "choose", "options": labels, "undo": undo}
    parts, profile = analysis.record.parts, analysis.record.profile
    shown = parts[part - 1]
    asked = shown.requirements
    chips = chips_for(shown, profile)
    controls = {
        **common,
        "mode": "confirm" if confirm else "answer",
        "part": part,
        "parts": [_called(number, item) for number, item in enumerate(parts, start=1)],
        "columns": list(profile.names),
        "readings": [
            {"phrase": link.phrase, "target": link.target, "score": link.score}
            for link in sorted(asked.links, key=lambda link: link.score)
            if link.target in profile.by_name
        ],
        **chips,
        "chart": _chart(shown, profile),
        "assumed": assumed_chips(analysis.record, chips),
        "undo": undo,
        "next": list(following),
        "frame": profile.name,
        "code": analysis.code() if analysis.answer else "",
    }
    return {**controls, **_plan(shown, edits.of_part(part))} if confirm else controls


def _called(number: int, part: Part) -> str:
    """A part of the question by its number and what it was read as."""
    return f"{number}: {option_label(part.requirements)}"


def _chart(part: Part, profile: DatasetProfile) -> dict[str, Any]:
    catalog = default_catalog()
    drawn: list[str] = [chart.mark for chart in part.charts] or [_planned_mark(step) for step in part.plan.steps]
    value = next((mark for mark in drawn if mark), "table")
    offered = [mark for mark in marks_for(part, profile, value) if mark == "table" or f"plot_{mark}" in catalog.tools]
    return {"value": value, "options": offered}


def _planned_mark(step: Step) -> str:
    function = default_catalog().tools[step.tool].function
    return function.removeprefix("plot_") if function.startswith("plot_") else ""


def _plan(part: Part, edits: Edits) -> dict[str, Any]:
    """The steps with the controls that the registry implies, and the proof as it stands."""
    catalog = default_catalog()
    return {
        "steps": [_step(step, catalog) for step in part.plan.steps],
        "dropped": list(edits.dropped),
        "coverage": {
            "complete": part.coverage.complete,
            "text": coverage_digest(part.coverage),
            "gaps": list(map(gap_words, part.coverage.gaps)),
        },
    }


def _step(step: Step, catalog: Catalog) -> dict[str, Any]:
    tool = catalog.tool(step.tool)
    asked = bool({"constraints.filter", "constraints.any_of"} & set(step.satisfies))
    params = [
        {**_control(name, param, step.params.get(name, param.default)), "asked": asked and param.type == "filters"}
        for name, param in tool.params.items()
    ]
    return {"id": step.id, "tool": step.tool, "description": tool.description, "params": params}


def _control(name: str, param: Param, value: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type": param.type,
        "choices": list(param.choices),
        "called": {choice: shown for choice in param.choices if (shown := param_shown(name, choice)) != choice},
        "value": _text(param, value),
        "optional": param.nullable,
        "description": param.description,
    }


def _text(param: Param, value: Any) -> str:
    """A value as the text that the same control would send."""
    if value is None:
        return ""
    if param.type == "columns":
        return ", ".join(value)
    if param.type == "flag":
        return "true" if value else "false"
    if param.type in WRITTEN:
        return text_of(param, value)
    if param.type == "filters":
        return written(_FILTERS.validate_python(value))
    return str(value)
