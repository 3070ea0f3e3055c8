"""Changing: a reply made into changes of a template, each step placed, wired and cited, or the reasons against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from autoviz.errors import ParameterError, did_you_mean
from autoviz.llm.prompts import Names
from autoviz.llm.schemas import Schema, any_of, closed_object, one_of, strict
from autoviz.model.labels import OPERATORS
from autoviz.model.plan import SOURCE, Adaptation, PlanChange, Step, Template
from autoviz.model.requirements import Filter, Requirements
from autoviz.model.tool import Param
from autoviz.registry.blanks import filled_steps
from autoviz.registry.catalog import Catalog
from autoviz.registry.evidence import really_serves

LONGEST_ID, LONGEST_WHY = 30, 80
_MADE = ("count", "anomaly")
_MADE_OF_METRIC = ("share", "change", "change_pct", "rolling")
_ORDER = (
    "join", "parse_datetime", "cast", "handle_missing", "deduplicate", "derive", "binning", "filter", "sample",
    "aggregate", "segment", "fill_gaps", "share", "cumulative", "rolling", "period_change", "rank", "sort",
)  # fmt: skip
"""In which order steps that hand a table on come, by their capability; all others end a branch."""
_AFTER_GROUPING = _ORDER.index("fill_gaps")


def change_schema(
    tools: Sequence[str], base: Sequence[Step], keys: Sequence[str], columns: Sequence[str], catalog: Catalog
) -> Schema:
    """One change: an added or modified step with the params of its own tool, or a removed one."""
    cited = {"type": "array", "items": one_of(keys), "maxItems": 8}
    why = {"type": "string", "maxLength": LONGEST_WHY}
    step_id = {"type": "string", "maxLength": LONGEST_ID}

    def shaped(action: Schema, place: Schema, tool: Schema, params: Schema) -> Schema:
        fields = {"action": action, "step_id": place, "tool": tool, "description": why, "params": params}
        return closed_object({**fields, "satisfies": cited})

    ids, used = [step.id for step in base], sorted({step.tool for step in base})
    added = [
        shaped({"const": "add"}, step_id, {"const": name}, params_schema(catalog.tool(name).params, columns))
        for name in tools
    ]
    changed = [
        shaped({"const": "modify"}, one_of(ids), {"const": name}, _optional(catalog.tool(name).params, columns))
        for name in used
    ]
    return any_of(*added, *changed, shaped({"const": "remove"}, one_of(ids), one_of(used), closed_object({})))


def _optional(params: Mapping[str, Param], columns: Sequence[str]) -> Schema:
    """The params of a step that has some already."""
    return {**params_schema(params, columns), "required": []}


def params_schema(params: Mapping[str, Param], columns: Sequence[str]) -> Schema:
    """The params of one tool."""
    required = [name for name, param in params.items() if param.required]
    return closed_object({name: _param_schema(param, columns) for name, param in params.items()}, required)


def _param_schema(param: Param, columns: Sequence[str]) -> Schema:
    schema: Schema
    if param.type in ("column", "columns"):
        schema = one_of(columns)
    elif param.type == "choice":
        schema = one_of(param.choices)
    elif param.type == "filters":
        schema = strict(Filter, {"column": columns, "op": OPERATORS})
    else:
        plain = {"number": "number", "integer": "integer", "flag": "boolean", "text": "string"}
        bounds = {"minimum": param.minimum, "maximum": param.maximum} if param.type != "text" else {"maxLength": 80}
        schema = {"type": plain[param.type], **{key: bound for key, bound in bounds.items() if bound is not None}}
    if param.type in ("columns", "filters"):
        schema = {"type": "array", "items": schema, "maxItems": 6}
    return any_of(schema, {"type": "null"}) if param.nullable else schema


def known_columns(columns: Sequence[str], requirements: Requirements) -> tuple[str, ...]:
    """The frame's columns and those that steps make."""
    made = (f"{metric}_{kind}" for metric in requirements.metrics for kind in _MADE_OF_METRIC)
    return tuple(dict.fromkeys((*columns, *requirements.metrics, *_MADE, *made)))


def adaptation_from(
    changes: Sequence[dict[str, Any]],
    rationale: str,
    template: Template,
    requirements: Requirements,
    catalog: Catalog,
    names: Names,
    base: Mapping[str, Step] | None = None,
) -> Adaptation:
    """The changes as the plan takes them; a ValueError lists what refers to nothing or does not fit its tool."""
    wired = planned_steps(changes, template, requirements, catalog, names, base)
    notes = {_slug(change["step_id"], change["tool"]): change["description"] for change in changes}
    before = filled_steps(template, requirements)
    return Adaptation(changes=tuple(_told(wired, before, notes)), rationale=rationale)


def planned_steps(
    changes: Sequence[dict[str, Any]],
    template: Template,
    requirements: Requirements,
    catalog: Catalog,
    names: Names,
    base: Mapping[str, Step] | None = None,
) -> list[Step]:
    """The steps after the changes to the template, or to the steps of an earlier plan, in order, wired and cited."""
    steps = dict(base or filled_steps(template, requirements))
    touched: set[str] = set()
    problems: list[str] = []
    for change in changes:
        step_id = _slug(change["step_id"], change["tool"])
        touched.add(step_id)
        problem = _applied(steps, step_id, change, names, catalog)
        problems += [problem] if problem else []
    if problems:
        raise ValueError("\n".join(problems))
    cited = {key: _cited(step, touched, requirements, catalog) for key, step in steps.items()}
    return _wired(list(_needed(cited, touched, requirements, catalog).values()), catalog)


def _slug(name: str, tool: str) -> str:
    """An id that a plan accepts."""
    slug = re.sub(r"[^a-z0-9_]+", "_", name.casefold()).strip("_")
    return slug if slug[:1].isalpha() else tool


def _applied(steps: dict[str, Step], step_id: str, change: dict[str, Any], names: Names, catalog: Catalog) -> str:
    """Make one change to the steps; what is wrong with it, where it can not be made."""
    tool = change["tool"]
    if change["action"] == "remove":
        if step_id not in steps:
            return f"step_id: there is no step {step_id!r} to remove; {did_you_mean(step_id, tuple(steps), 'steps')}"
        del steps[step_id]
        return ""
    # An added step that is there already is a change of it, a changed one that is not there is an addition: what the
    # model wants is clear, and whether it was asked for is for the coverage to say.
    step = steps.get(step_id) or Step(id=step_id, tool=tool)
    earlier = step.params if step.tool == tool else {}
    given = {name: value for name, value in names.real(change["params"]).items() if value is not None}
    steps[step_id] = step.replaced(tool=tool, params={**earlier, **given}, satisfies=tuple(change["satisfies"]))
    try:
        catalog.validated(tool, steps[step_id].params)
    except ParameterError as error:
        return f"params of {step_id}: {error.what}"
    return ""


def _cited(step: Step, touched: set[str], requirements: Requirements, catalog: Catalog) -> Step:
    """The step with all that it can be shown to serve; one whose own citations are all false gets none added."""
    shown = tuple(
        key
        for key in requirements.keys
        if catalog.serves(step.tool, key) and really_serves(step, key, requirements, catalog)
    )
    if step.id not in touched:
        return step.replaced(satisfies=shown)  # what it served in an earlier plan need not be asked for now
    if not set(shown) & set(step.satisfies):
        return step
    return step.replaced(satisfies=tuple(dict.fromkeys((*step.satisfies, *shown))))


def _needed(
    steps: Mapping[str, Step], touched: set[str], requirements: Requirements, catalog: Catalog
) -> dict[str, Step]:
    """The steps without those of the template that nobody asked for, or that serve only what another step serves."""
    kept = {key: step for key, step in steps.items() if key in touched or _asked_for(step, requirements, catalog)}
    for step in reversed(list(kept.values())):
        others = {key for other in kept.values() if other.id != step.id for key in other.satisfies}
        if step.id not in touched and _place(step, catalog) == len(_ORDER) and set(step.satisfies) <= others:
            del kept[step.id]
    return kept


def _asked_for(step: Step, requirements: Requirements, catalog: Catalog) -> bool:
    """Whether a tool that is an analysis of its own does one that was asked for."""
    own = [name for name in catalog.capabilities_of(step.tool) if name in catalog.capabilities.justified_by]
    return not own or any(catalog.capabilities.justifies(name, requirements.analysis) for name in own)


def _place(step: Step, catalog: Catalog) -> int:
    """Where a step stands in a plan; a condition on groups comes after the grouping."""
    found = [_ORDER.index(name) for name in catalog.capabilities_of(step.tool) if name in _ORDER]
    if "group_by" in catalog.capabilities_of(step.tool) and "aggregate" not in catalog.capabilities_of(step.tool):
        return len(_ORDER)
    if "constraints.having" in step.satisfies:
        return _AFTER_GROUPING
    return min(found, default=len(_ORDER))


def _wired(steps: list[Step], catalog: Catalog) -> list[Step]:
    """The steps in order: each reads from the last one before it that hands a table on."""
    last = SOURCE
    wired: list[Step] = []
    for step in sorted(steps, key=lambda item: _place(item, catalog)):
        wired.append(step.replaced(inputs=step.inputs if "join" in catalog.capabilities_of(step.tool) else (last,)))
        hands_on = _place(step, catalog) < len(_ORDER)
        last = step.id if hands_on else last
    return wired


def _told(wired: list[Step], before: Mapping[str, Step], notes: Mapping[str, str]) -> list[PlanChange]:
    """The finished steps as changes against the template."""
    kept = {step.id for step in wired}
    removed = [
        PlanChange(action="remove", step_id=key, tool=step.tool, description=notes.get(key, "nothing asked needs it"))
        for key, step in before.items()
        if key not in kept
    ]
    written = [
        PlanChange(
            action="modify" if step.id in before else "add",
            step_id=step.id,
            tool=step.tool,
            description=notes.get(step.id, f"for {', '.join(step.satisfies) or 'the steps after it'}"),
            params=dict(step.params),
            inputs=step.inputs,
            satisfies=step.satisfies,
            position=None if step.id in before else place,
        )
        for place, step in enumerate(wired)
    ]
    return [*removed, *written]
