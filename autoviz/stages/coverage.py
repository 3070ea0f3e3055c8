"""Coverage: the proof that the plan does what was asked and nothing more, and the gate when it does not."""

from __future__ import annotations

from dataclasses import replace

from autoviz.model.coverage import Coverage, Gap
from autoviz.model.plan import Plan, Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.planning.covering import cover, held_against
from autoviz.planning.evidence import GROUPED_LABELS, columns_of, serves, stated_chart
from autoviz.registry.catalog import Catalog
from autoviz.stages.base import Stage, State


def check(plan: Plan, requirements: Requirements, profile: DatasetProfile, catalog: Catalog) -> Coverage:
    """Which step serves which requirement, and what is missing, unjustified or out of order."""
    if requirements.query is not None:
        return cover(plan, requirements.query, profile, catalog)
    served = {key: _serving_steps(key, plan, requirements, catalog) for key in requirements.keys}
    gaps = [
        *_missing(served, plan, requirements, profile, catalog),
        *_unjustified(plan, served, requirements, catalog),
        *_misordered(plan, requirements, catalog),
    ]
    return Coverage(served=served, gaps=tuple(gaps))


def _serving_steps(key: str, plan: Plan, requirements: Requirements, catalog: Catalog) -> tuple[str, ...]:
    known = [step for step in plan.steps if step.tool in catalog.tools]
    return tuple(step.id for step in known if key in step.satisfies and serves(step, key, requirements, catalog))


def _missing(
    served: dict[str, tuple[str, ...]],
    plan: Plan,
    requirements: Requirements,
    profile: DatasetProfile,
    catalog: Catalog,
) -> list[Gap]:
    gaps = [
        Gap(kind="missing", key=key, message=catalog.off.get(key) or f"no step serves {key}")
        for key, steps in served.items()
        if not steps
    ]
    unnamed = [name for name in requirements.columns if not any(name in columns_of(step) for step in plan.steps)]
    gaps += [
        Gap(kind="missing", key=_field_of(name, requirements), message=f"no step uses the column {name!r}")
        for name in unnamed
    ]
    if (
        requirements.time
        and not _typed(requirements.time.column, profile)
        and not _parsed(plan, requirements.time.column, catalog)
    ):
        gaps.append(Gap(kind="missing", key="time", message=f"{requirements.time.column!r} is not read as dates"))
    return list({gap.key: gap for gap in reversed(gaps)}.values())[::-1]


def _field_of(column: str, requirements: Requirements) -> str:
    if column in requirements.metrics:
        return "metrics"
    return "group_by" if column in requirements.group_by else "time"


def _typed(column: str, profile: DatasetProfile) -> bool:
    entry = profile.by_name.get(column)
    return entry is None or entry.dates is None


def _parsed(plan: Plan, column: str, catalog: Catalog) -> bool:
    reading = [step for step in plan.steps if step.tool in catalog.tools and step.params.get("column") == column]
    return any("parse_datetime" in catalog.capabilities_of(step.tool) for step in reading)


def _unjustified(
    plan: Plan, served: dict[str, tuple[str, ...]], requirements: Requirements, catalog: Catalog
) -> list[Gap]:
    """Steps that serve nothing that was asked, do an analysis that nobody asked for, or cite what they cannot do."""
    serving = {step_id for steps in served.values() for step_id in steps}
    refused: dict[str, str] = {}
    for step in plan.steps:
        reason = _analysis_not_asked(step, requirements, catalog)
        if reason:
            refused[step.id] = reason
    justified = serving - set(refused)
    for step in reversed(plan.steps):
        feeds = any(step.id in other.inputs and other.id in justified for other in plan.steps)
        if step.id in justified or step.id in refused:
            continue
        if feeds and _preparatory(step, catalog):
            justified.add(step.id)
        else:
            refused[step.id] = f"{step.tool} serves nothing that was asked"
    return [Gap(kind="unjustified", key=step.id, message=refused[step.id]) for step in plan.steps if step.id in refused]


def _analysis_not_asked(step: Step, requirements: Requirements, catalog: Catalog) -> str:
    """A tool that is an analysis of its own needs its label, or the user's word for that very chart."""
    if step.tool not in catalog.tools or stated_chart(step, requirements, catalog):
        return ""
    own = [name for name in catalog.capabilities_of(step.tool) if name in catalog.capabilities.justified_by]
    if not own or any(catalog.capabilities.justifies(name, requirements.analysis) for name in own):
        return ""
    return f"{step.tool} is {own[0].replace('_', ' ')}, which was not asked for"


def _preparatory(step: Step, catalog: Catalog) -> bool:
    return step.tool in catalog.tools and bool(
        catalog.capabilities_of(step.tool) & set(catalog.capabilities.preparatory)
    )


def _misordered(plan: Plan, requirements: Requirements, catalog: Catalog) -> list[Gap]:
    """With groups or time asked for, what is drawn must come out of an aggregate or a segment."""
    if not requirements.group_by or not GROUPED_LABELS & set(requirements.analysis):
        return []
    grouping = {
        step.id
        for step in plan.steps
        if step.tool in catalog.tools and catalog.capabilities_of(step.tool) & {"group_by", "segment"}
    }
    drawn = [step for step in plan.steps if step.tool in catalog.tools and "plot" in catalog.capabilities_of(step.tool)]
    return [
        Gap(kind="misordered", key=step.id, message=f"{step.tool} draws rows that were not grouped first")
        for step in drawn
        if not plan.feeding(step.id) & grouping
        and not catalog.capabilities_of(step.tool) & {"distribution_plot", "correlation_plot"}
    ]


def check_coverage(state: State) -> State:
    """Check the plan; the count of refused steps goes into the metrics."""
    assert state.plan is not None and state.reading is not None and state.profile is not None
    coverage = check(state.plan, state.reading.requirements, state.profile, state.context.catalog)
    if state.queries and state.reading.requirements.query is None:
        gaps = held_against(state.plan, state.queries, state.profile, state.context.catalog)
        coverage = coverage.replaced(gaps=(*coverage.gaps, *gaps))
    if state.adaptation is not None and state.adaptation.lacking:
        kinds = state.adaptation.lacking
        lacking = [Gap(kind="missing", key=kind, message=f"no tool of the shortlist serves {kind}") for kind in kinds]
        coverage = coverage.replaced(gaps=(*coverage.gaps, *lacking))
    refused = len(coverage.payload()["unjustified"])
    return replace(state, coverage=coverage, unjustified=state.unjustified + refused)


def settle(state: State) -> State:
    """After the last try: take out what is unjustified, and say what could not be done and why."""
    assert state.plan is not None and state.coverage is not None
    assert state.reading is not None and state.profile is not None
    refused = {gap.key for gap in state.coverage.gaps if gap.kind in ("unjustified", "misordered")}
    plan = _pruned(state.plan, refused)
    again = check(plan, state.reading.requirements, state.profile, state.context.catalog)
    removed = tuple(f"{gap.key}: {gap.message}" for gap in state.coverage.gaps if gap.key in refused)
    not_done = tuple(f"{gap.key}: not done, because {gap.message}" for gap in again.gaps if gap.kind == "missing")
    return replace(state, plan=plan, coverage=again.replaced(removed=removed, not_done=not_done))


def _pruned(plan: Plan, refused: set[str]) -> Plan:
    """The plan without the refused steps and without what can only read from them."""
    by_id = {step.id: step for step in plan.steps}

    def inputs_of(step: Step) -> tuple[str, ...]:
        found: list[str] = []
        for name in step.inputs:
            found += inputs_of(by_id[name]) if name in refused else [name]
        return tuple(dict.fromkeys(found))

    return plan.replaced(
        steps=tuple(step.replaced(inputs=inputs_of(step)) for step in plan.steps if step.id not in refused)
    )


COVERAGE = Stage(
    name="coverage",
    run=check_coverage,
    needs=("plan", "reading", "profile"),
    promises=("coverage",),
    summary=lambda state: (
        "complete"
        if state.coverage and state.coverage.complete
        else "; ".join(gap.message for gap in state.coverage.gaps)
        if state.coverage
        else ""
    ),
    reason=lambda state: (
        ", ".join(f"{key} by {' and '.join(steps) or 'no step'}" for key, steps in state.coverage.served.items())
        if state.coverage
        else ""
    ),
    may_retry=True,
)

GATE = Stage(
    name="gate",
    run=settle,
    needs=("plan", "coverage", "reading", "profile"),
    promises=("plan", "coverage"),
    summary=lambda state: "; ".join((*state.coverage.removed, *state.coverage.not_done)) if state.coverage else "",
)
