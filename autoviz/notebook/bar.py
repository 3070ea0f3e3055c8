"""Bar: what the live bar offers for an analysis, as plain data; every control has a command that does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoviz.export.markup import shown
from autoviz.export.sections import coverage_digest
from autoviz.model.labels import GRAINS, MARKS
from autoviz.model.plan import Step
from autoviz.model.tool import Param
from autoviz.registry.catalog import Catalog, default_catalog

if TYPE_CHECKING:
    from autoviz.analysis import Analysis
    from autoviz.editing import Edits


def bar_for(analysis: Analysis, edits: Edits, *, marker: str, version: int, confirm: bool) -> dict[str, Any]:
    """The controls under an answer, a plan to approve, or a question asked back."""
    common = {"marker": marker, "version": version, "tables": len(analysis.tables) if analysis.answer else 0}
    if analysis.clarification:
        labels = [option.label for option in analysis.clarification.options]
        return {**common, "mode": "choose", "options": labels}
    controls = {
        **common,
        "mode": "confirm" if confirm else "answer",
        "columns": list(analysis.record.profile.names),
        "readings": [
            {"phrase": link.phrase, "target": link.target, "score": link.score}
            for link in sorted(analysis.requirements.links, key=lambda link: link.score)
            if link.target in analysis.record.profile.by_name
        ],
        "grain": _grain(analysis),
        "chart": _chart(analysis),
        "code": analysis.code() if analysis.answer else "",
    }
    return {**controls, **_plan(analysis, edits)} if confirm else controls


def _grain(analysis: Analysis) -> dict[str, Any] | None:
    time = analysis.requirements.time
    if time is None:
        return None
    drawn = next((chart.grain for chart in analysis.charts if chart.grain), None)
    return {"value": drawn or time.grain, "options": list(GRAINS)}


def _chart(analysis: Analysis) -> dict[str, Any]:
    catalog = default_catalog()
    drawn: list[str] = [chart.mark for chart in analysis.charts] or [_planned_mark(step) for step in _steps(analysis)]
    offered = [mark for mark in MARKS if mark == "table" or f"plot_{mark}" in catalog.tools]
    return {"value": next((mark for mark in drawn if mark), "table"), "options": offered}


def _steps(analysis: Analysis) -> tuple[Step, ...]:
    return analysis.plan.steps if analysis.plan else ()


def _planned_mark(step: Step) -> str:
    function = default_catalog().tools[step.tool].function
    return function.removeprefix("plot_") if function.startswith("plot_") else ""


def _plan(analysis: Analysis, edits: Edits) -> dict[str, Any]:
    """The steps with the controls that the registry implies, and the proof as it stands."""
    assert analysis.coverage is not None
    catalog = default_catalog()
    return {
        "steps": [_step(step, catalog) for step in _steps(analysis)],
        "dropped": list(edits.dropped),
        "coverage": {
            "complete": analysis.coverage.complete,
            "text": coverage_digest(analysis.coverage),
            "gaps": [f"{gap.kind}: {gap.key}: {gap.message}" for gap in analysis.coverage.gaps],
        },
    }


def _step(step: Step, catalog: Catalog) -> dict[str, Any]:
    tool = catalog.tool(step.tool)
    params = [_control(name, param, step.params.get(name, param.default)) for name, param in tool.params.items()]
    return {"id": step.id, "tool": step.tool, "description": tool.description, "params": params}


def _control(name: str, param: Param, value: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type": param.type,
        "choices": list(param.choices),
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
    if param.type == "filters":
        return "; ".join(shown(item) for item in value)
    return str(value)
