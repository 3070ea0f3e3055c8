"""Adaptation: the reader's changes applied to the template, and the diff between the two."""

from __future__ import annotations

from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from autoviz.errors import PlanError, did_you_mean
from autoviz.listing import counted
from autoviz.model.plan import SOURCE, Adaptation, Plan, PlanChange, PlanDiff, Step, StepDiff, Template
from autoviz.model.provenance import Repair
from autoviz.model.requirements import Requirements
from autoviz.planning.adapting import changes_to
from autoviz.planning.compiling import compiled
from autoviz.readers.base import Built
from autoviz.registry.blanks import filled_steps
from autoviz.registry.catalog import Catalog
from autoviz.stages.base import Stage, State, gaps_of, planning_context


def adapt(state: State) -> State:
    """Ask the reader for changes and build the plan from the template and these changes alone."""
    assert state.reading is not None and state.template is not None
    assert state.shortlist is not None and state.profile is not None
    requirements = state.reading.requirements
    gaps = gaps_of(state)
    if requirements.query is not None:
        refused = frozenset(gaps.payload()["refused"]) if gaps else frozenset()
        adaptation = compiled(
            requirements, requirements.query, state.template, state.shortlist, state.profile, state.context.catalog,
            refused,
        )  # fmt: skip
    elif state.built is not None and gaps is None:
        adaptation = _as_built(state.template, state.built)
    else:
        adaptation = state.reader.adapt(
            state.template, requirements, state.shortlist, state.profile, gaps, planning_context(state)
        )
    adaptation = adaptation.replaced(repairs=(*adaptation.repairs, *_frames_filled_in(adaptation)))
    plan = apply_changes(state.template, adaptation, requirements, state.context.catalog)
    limit = state.context.settings.max_steps
    if len(plan.steps) > limit:
        raise PlanError(
            f"The plan has {len(plan.steps)} steps, more than the limit of {limit}",
            "Ask for less in one question, or raise the setting max_steps.",
            retryable=True,
        )
    return replace(state, adaptation=adaptation, plan=plan, diff=diff_of(state, plan, adaptation))


def _frames_filled_in(adaptation: Adaptation) -> list[Repair]:
    """The frame that an added step reads where the change does not say what it reads."""
    said_nothing = [change for change in adaptation.changes if change.action == "add" and not change.inputs]
    reason = "no table was named, so it reads the frame"
    return [
        Repair(step_id=change.step_id, param="df", before=None, after=SOURCE, reason=reason) for change in said_nothing
    ]


def _as_built(template: Template, built: Built) -> Adaptation:
    """The steps that a model built told as changes to the template, whose ids they take."""
    told = changes_to(template, list(built.steps))
    written = [change.step_id for change in told.changes if change.action != "remove"]
    ids = dict(zip((step.id for step in built.steps), written, strict=True))
    repairs = tuple(item.replaced(step_id=ids.get(item.step_id, item.step_id)) for item in built.repairs)
    return told.replaced(rationale=built.rationale, repairs=repairs)


def diff_of(state: State, plan: Plan, adaptation: Adaptation) -> PlanDiff:
    """The plan against the one before, where the question follows up on it, else against its template."""
    assert state.template is not None
    earlier = state.context.earlier
    return difference(state.template, plan, adaptation) if earlier is None else since(earlier, plan)


def apply_changes(template: Template, adaptation: Adaptation, requirements: Requirements, catalog: Catalog) -> Plan:
    """The template with its blanks filled and the changes made, in an order in which inputs come first."""
    steps = filled_steps(template, requirements)
    for change in adaptation.changes:
        if change.tool not in catalog.tools:
            raise PlanError(
                f"The plan names a tool {change.tool!r}",
                did_you_mean(change.tool, tuple(catalog.tools), "tools"),
                retryable=True,
            )
        if change.action == "remove":
            steps = _without(steps, change.step_id)
        elif change.action == "modify":
            steps[change.step_id] = _modified(steps, change)
        else:
            steps = _with(steps, change)
    return Plan(template=template.name, steps=_citing(_ordered(steps)))


def _without(steps: dict[str, Step], removed: str) -> dict[str, Step]:
    """The steps without one of them; who read from it reads from its inputs instead."""
    gone = steps.get(removed)
    if gone is None:
        raise PlanError(
            f"There is no step {removed!r} to remove", did_you_mean(removed, tuple(steps), "steps"), retryable=True
        )
    return {
        key: step.replaced(
            inputs=tuple(name for item in step.inputs for name in (gone.inputs if item == removed else (item,)))
        )
        for key, step in steps.items()
        if key != removed
    }


def _modified(steps: dict[str, Step], change: PlanChange) -> Step:
    step = steps.get(change.step_id)
    if step is None:
        raise PlanError(
            f"There is no step {change.step_id!r} to modify",
            did_you_mean(change.step_id, tuple(steps), "steps"),
            retryable=True,
        )
    kept = step.params if step.tool == change.tool else {}
    params = {name: value for name, value in {**kept, **change.params}.items() if value is not None}
    return step.replaced(
        tool=change.tool,
        params=params,
        inputs=change.inputs or step.inputs,
        satisfies=change.satisfies,
        description=change.description or step.description,
    )


def _with(steps: dict[str, Step], change: PlanChange) -> dict[str, Step]:
    if change.step_id in steps:
        raise PlanError(
            f"There is a step {change.step_id!r} already", "Give the added step an id of its own.", retryable=True
        )
    params = {name: value for name, value in change.params.items() if value is not None}
    added = Step(
        id=change.step_id,
        tool=change.tool,
        params=params,
        inputs=change.inputs or (SOURCE,),
        satisfies=change.satisfies,
        description=change.description,
    )
    listed = list(steps.items())
    place = len(listed) if change.position is None else change.position
    return dict([*listed[:place], (change.step_id, added), *listed[place:]])


def _ordered(steps: dict[str, Step]) -> tuple[Step, ...]:
    """The steps so that each comes after those it reads from, otherwise as they stand."""
    for step in steps.values():
        for name in step.inputs:
            if name not in steps and name != SOURCE and not name.startswith(f"{SOURCE}:"):
                raise PlanError(
                    f"Step {step.id!r} reads from {name!r}, which is no step",
                    did_you_mean(name, (SOURCE, *steps), "steps"),
                    retryable=True,
                )
    sorter = TopologicalSorter({step.id: [n for n in step.inputs if n in steps] for step in steps.values()})
    try:
        order = {name: place for place, name in enumerate(_stable(sorter, list(steps)))}
    except CycleError as error:
        raise PlanError(
            f"The steps read from each other in a circle: {' → '.join(error.args[1])}",
            "A step can only read from earlier ones.",
            retryable=True,
        ) from error
    return tuple(sorted(steps.values(), key=lambda step: order[step.id]))


def _citing(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """A step that serves nothing itself cites what the steps that it feeds serve."""
    cited: dict[str, tuple[str, ...]] = {}
    for step in reversed(steps):
        fed = [key for other in steps if step.id in other.inputs for key in cited.get(other.id, ())]
        cited[step.id] = step.satisfies or tuple(dict.fromkeys(fed))
    return tuple(step.replaced(satisfies=cited[step.id]) for step in steps)


def _stable(sorter: TopologicalSorter[str], written: list[str]) -> list[str]:
    """A topological order that follows the written one where it is free to."""
    sorter.prepare()
    waiting: list[str] = []
    order: list[str] = []
    while sorter.is_active():
        waiting = sorted([*waiting, *sorter.get_ready()], key=written.index)
        chosen = waiting.pop(0)
        order.append(chosen)
        sorter.done(chosen)
    return order


def difference(template: Template, plan: Plan, adaptation: Adaptation) -> PlanDiff:
    """The plan step by step against the template it came from."""
    before = {step.id: step for step in template.steps}
    after = {step.id: step for step in plan.steps}
    notes = {change.step_id: change.description for change in adaptation.changes}
    lines = [_step_diff(before.get(step.id), step, notes.get(step.id, "")) for step in plan.steps]
    gone = [
        StepDiff(action="removed", step_id=step.id, tool=step.tool, before=step.params, note=notes.get(step.id, ""))
        for step in template.steps
        if step.id not in after
    ]
    return PlanDiff(base=f"template {template.name}", steps=(*lines, *gone), rationale=adaptation.rationale)


def since(earlier: Plan, plan: Plan) -> PlanDiff:
    """The plan step by step against an earlier plan; a step is the same one if its id or else its tool is."""
    free = {step.id: step for step in earlier.steps}
    pairs: dict[str, Step | None] = {}
    for alike in (lambda a, b: a.id == b.id and a.tool == b.tool, lambda a, b: a.tool == b.tool, _same_place):
        for step in plan.steps:
            twin = next((item for item in free.values() if alike(item, step)), None)
            if pairs.get(step.id) is None and twin is not None:
                pairs[step.id] = free.pop(twin.id)
    lines = [_step_diff(pairs.get(step.id), step, "") for step in plan.steps]
    gone = [StepDiff(action="removed", step_id=step.id, tool=step.tool, before=step.params) for step in free.values()]
    changed = sum(line.action != "unchanged" for line in lines) + len(gone)
    rationale = f"{len(plan.steps) + len(gone) - changed} steps as before, {changed} changed, added or removed."
    return PlanDiff(base="the earlier plan", steps=(*lines, *gone), rationale=rationale)


def _same_place(before: Step, after: Step) -> bool:
    return before.id == after.id


def _step_diff(before: Step | None, after: Step, note: str) -> StepDiff:
    if before is None:
        action = "added"
    else:
        same = before.tool == after.tool and before.params == after.params
        action = "unchanged" if same else "changed"
    return StepDiff.model_validate(
        {
            "action": action,
            "step_id": after.id,
            "tool": after.tool,
            "before": before.params if before else None,
            "after": after.params,
            "because": after.satisfies,
            "note": note,
        }
    )


def use_again(state: State) -> State:
    """The plan of an earlier question as it is; coverage checks it against the new requirements like any other."""
    assert state.reading is not None and state.template is not None
    plan = state.recall(state.reading)
    assert plan is not None
    adaptation = Adaptation(changes=(), rationale="The plan of an earlier question that asked for the same.")
    return replace(state, adaptation=adaptation, plan=plan, diff=since(plan, plan))


RECALL = Stage(
    name="recall",
    run=use_again,
    needs=("reading", "template"),
    promises=("adaptation", "plan", "diff"),
    summary=lambda state: f"{counted(len(state.plan.steps), 'step')} used again" if state.plan else "",
    reason=lambda state: state.adaptation.rationale if state.adaptation else "",
)

ADAPTATION = Stage(
    name="adaptation",
    run=adapt,
    needs=("reading", "template", "shortlist", "profile"),
    promises=("adaptation", "plan", "diff"),
    summary=lambda state: f"{counted(len(state.diff.changed), 'change')} to {state.diff.base}" if state.diff else "",
    reason=lambda state: state.adaptation.rationale if state.adaptation else "",
    may_retry=True,
    reads_language=True,
)
