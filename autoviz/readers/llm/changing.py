"""Changing: a reply made into changes of a template, each step placed, wired and cited, or the reasons against it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from autoviz.errors import ExecutionError, ParameterError, PlanError, did_you_mean
from autoviz.model.labels import OPERATORS
from autoviz.model.plan import SOURCE, Adaptation, PlanChange, Step, Template
from autoviz.model.provenance import Repair
from autoviz.model.requirements import Filter, Requirements
from autoviz.model.tool import Param, Tool
from autoviz.planning.evidence import really_serves
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.schemas import LONGEST_TEXT, Schema, any_of, closed_object, one_of, strict
from autoviz.registry.blanks import filled_steps
from autoviz.registry.catalog import Catalog
from autoviz.registry.params import WRITTEN
from autoviz.registry.repairs import mended

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
    tools: Sequence[str], base: Sequence[Step], keys: Sequence[str], columns: Sequence[str] | None, catalog: Catalog
) -> Schema:
    """One change: an added or modified step with the params of its own tool, or a removed one.

    Without columns it is what a reply is held to: names in any casing and params beside those of the tool pass,
    because both are mended.
    """
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
        if _sayable(catalog.tool(name))
    ]
    changed = [
        shaped({"const": "modify"}, one_of(ids), {"const": name}, _optional(catalog.tool(name).params, columns))
        for name in used
    ]
    return any_of(*added, *changed, shaped({"const": "remove"}, one_of(ids), one_of(used), closed_object({})))


def _sayable(tool: Tool) -> bool:
    """Whether a model can write the params: parts of the query language are compiled, not written step by step."""
    return not any(param.type in ("expression", "named", "sorts") for param in tool.params.values())


def _optional(params: Mapping[str, Param], columns: Sequence[str] | None) -> Schema:
    """The params of a step that has some already."""
    return {**params_schema(params, columns), "required": []}


def params_schema(params: Mapping[str, Param], columns: Sequence[str] | None) -> Schema:
    """The params of one tool."""
    required = [name for name, param in params.items() if param.required]
    schema = closed_object({name: _param_schema(param, columns) for name, param in params.items()}, required)
    return {**schema, "additionalProperties": columns is None}


def _param_schema(param: Param, columns: Sequence[str] | None) -> Schema:
    schema: Schema
    if param.type in ("column", "columns"):
        schema = one_of(columns) if columns is not None else {"type": "string", "maxLength": LONGEST_TEXT}
    elif param.type == "choice":
        schema = one_of(param.choices)
    elif param.type == "filters":
        schema = strict(Filter, {"op": OPERATORS, **({"column": columns} if columns is not None else {})})
    else:
        plain = {"number": "number", "integer": "integer", "flag": "boolean"}
        # Parts of the query language are written as a line of SQL.
        longest = {"text": 80, **dict.fromkeys(WRITTEN, LONGEST_TEXT)}.get(param.type)
        bounds = {"minimum": param.minimum, "maximum": param.maximum} if longest is None else {"maxLength": longest}
        kept = {key: bound for key, bound in bounds.items() if bound is not None}
        schema = {"type": plain.get(param.type, "string"), **kept}
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
    columns: Sequence[str],
    base: Mapping[str, Step] | None = None,
) -> Adaptation:
    """The changes as the plan takes them; a ValueError lists what refers to nothing or does not fit its tool."""
    wired, repairs = planned_steps(changes, template, requirements, catalog, names, columns, base)
    notes = {_slug(change["step_id"], change["tool"]): change["description"] for change in changes}
    before = filled_steps(template, requirements)
    return Adaptation(changes=tuple(_told(wired, before, notes)), rationale=rationale, repairs=repairs)


def planned_steps(
    changes: Sequence[dict[str, Any]],
    template: Template,
    requirements: Requirements,
    catalog: Catalog,
    names: Names,
    columns: Sequence[str],
    base: Mapping[str, Step] | None = None,
) -> tuple[list[Step], tuple[Repair, ...]]:
    """The steps after the changes to the template, or to the steps of an earlier plan, in order, wired and cited.

    With them what was mended on the way: columns in another casing, and params that a tool does not have.
    """
    steps = dict(base or filled_steps(template, requirements))
    known = known_columns(columns, requirements)
    touched: set[str] = set()
    problems: list[str] = []
    repairs: list[Repair] = []
    for change in changes:
        step_id = _slug(change["step_id"], change["tool"])
        touched.add(step_id)
        try:
            repairs += _applied(steps, step_id, names.real(change), known, catalog)
        except (ParameterError, ExecutionError) as error:
            problems.append(names.told(f"params of {step_id}: {error.what} {error.hint}".strip()))
        except PlanError as error:
            problems.append(f"step_id: {error.what}; {error.hint}")
    if problems:
        raise ValueError("\n".join(problems))
    cited = {key: _cited(step, touched, requirements, catalog) for key, step in steps.items()}
    wired = _wired(list(_needed(cited, touched, requirements, catalog).values()), catalog)
    return wired, tuple(repairs)


def _slug(name: str, tool: str) -> str:
    """An id that a plan accepts."""
    slug = re.sub(r"[^a-z0-9_]+", "_", name.casefold()).strip("_")
    return slug if slug[:1].isalpha() else tool


def _applied(
    steps: dict[str, Step], step_id: str, change: Mapping[str, Any], columns: Sequence[str], catalog: Catalog
) -> tuple[Repair, ...]:
    """Make one change to the steps, mended where that is safe; refuses one that can not be made."""
    tool = change["tool"]
    if change["action"] == "remove":
        if step_id not in steps:
            raise PlanError(f"there is no step {step_id!r} to remove", did_you_mean(step_id, tuple(steps), "steps"))
        del steps[step_id]
        return ()
    # An added step that is there already is a change of it, a changed one that is not there is an addition: what the
    # model wants is clear, and whether it was asked for is for the coverage to say.
    step = steps.get(step_id) or Step(id=step_id, tool=tool)
    earlier = step.params if step.tool == tool else {}
    given = {name: value for name, value in change["params"].items() if value is not None}
    written, repairs = mended(Step(id=step_id, tool=tool, params=given), columns, catalog)
    params = {**earlier, **written.params}
    steps[step_id] = step.replaced(tool=tool, params=params, satisfies=tuple(change["satisfies"]))
    catalog.validated(tool, params)
    return repairs


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
