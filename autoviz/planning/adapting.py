"""Adapting: the drafted steps told as changes to a template, so that the diff shows what was asked for."""

from __future__ import annotations

from autoviz.columns import free_name
from autoviz.model.plan import Adaptation, PlanChange, Step, Template


def changes_to(template: Template, drafted: list[Step]) -> Adaptation:
    """The adds, removals and modifications that turn the template into the drafted steps."""
    drafted = [_with_defaults(step, template) for step in drafted]
    ids = _paired(template, drafted)
    renamed = [_renamed(step, ids) for step in drafted]
    wanted = {step.id: step for step in renamed}
    changes = [
        PlanChange(action="remove", step_id=step.id, tool=step.tool, description="nothing that was asked needs it")
        for step in template.steps
        if step.id not in wanted
    ]
    known = {step.id: step for step in template.steps}
    for place, step in enumerate(renamed):
        changes.append(_change(step, known.get(step.id), place))
    return Adaptation(changes=tuple(changes), rationale=_rationale(changes))


def _with_defaults(step: Step, template: Template) -> Step:
    """The step with the template's params for its tool where the question leaves them open."""
    usual = template.defaults.get(step.tool, {})
    left_open = {name: value for name, value in usual.items() if step.params.get(name) is None}
    return step.replaced(params={**step.params, **left_open}) if left_open else step


def _paired(template: Template, drafted: list[Step]) -> dict[str, str]:
    """Drafted ids → ids in the plan: a template step of the same tool keeps its own."""
    free = list(template.steps)
    ids: dict[str, str] = {}
    for step in drafted:
        twin = next((item for item in free if item.tool == step.tool), None)
        if twin:
            free.remove(twin)
            ids[step.id] = twin.id
    taken = {step.id for step in template.steps} | set(ids.values())
    for step in drafted:
        if step.id not in ids:
            ids[step.id] = free_name(step.id, taken)
            taken.add(ids[step.id])
    return ids


def _renamed(step: Step, ids: dict[str, str]) -> Step:
    return step.replaced(id=ids[step.id], inputs=tuple(ids.get(name, name) for name in step.inputs))


def _change(step: Step, template_step: Step | None, place: int) -> PlanChange:
    served = ", ".join(step.satisfies) or "the steps after it"
    params = dict(step.params)
    if template_step is not None and template_step.tool == step.tool:
        params |= {name: None for name in template_step.params if name not in params}
    return PlanChange(
        action="add" if template_step is None else "modify",
        step_id=step.id,
        tool=step.tool,
        description=f"for {served}",
        params=params,
        inputs=step.inputs,
        satisfies=step.satisfies,
        position=place if template_step is None else None,
    )


def _rationale(changes: list[PlanChange]) -> str:
    counts = {action: sum(change.action == action for change in changes) for action in ("add", "modify", "remove")}
    told = {"add": "added", "modify": "kept and filled in", "remove": "left out"}
    parts = [f"{number} {told[action]}" for action, number in counts.items() if number]
    return f"Steps follow from the requirements alone: {', '.join(parts)}."
