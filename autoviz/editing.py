"""Editing: corrections to what was read and to the plan, which then go through the same gates as everything else."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from pydantic import Field

from autoviz.errors import ParameterError, PlanError, QuestionError, did_you_mean
from autoviz.follow_ups import correcting
from autoviz.follow_ups.understood import understood
from autoviz.model.base import Value
from autoviz.model.conditions import read_conditions
from autoviz.model.fact import Fact
from autoviz.model.labels import AGGREGATES, GRAINS, MARKS, Aggregate, Grain, Layout, Mark
from autoviz.model.plan import PlanChange
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Filters, Link, Requirements
from autoviz.model.tool import Param
from autoviz.pipeline import SHOWING, Finished, run_part, through
from autoviz.registry.catalog import Catalog
from autoviz.registry.params import complaint
from autoviz.remembering import StepCache
from autoviz.stages.adaptation import apply_changes, diff_of
from autoviz.stages.base import State, Watch, perform, renewed
from autoviz.stages.coverage import COVERAGE, GATE

LAYOUTS: tuple[str, ...] = get_args(Layout)
_CLOSED = (
    ("grain", GRAINS, "grain"), ("mark", MARKS, "chart"), ("layout", LAYOUTS, "layout"),
    ("func", AGGREGATES, "function"),
)  # fmt: skip
"""Edit → the words that it may be, and what one of them is called."""
_RUN_STAGES = ("execution", "answer", "gate")


class Edits(Value):
    """All corrections to one analysis, counted from how it was first read."""

    readings: dict[str, str] = Field(default_factory=dict)
    """Phrase of the question → the column that is meant."""
    func: Aggregate | None = None
    measures: dict[str, str] = Field(default_factory=dict)
    """Measure → the column in its place; the empty name stands for the number of rows."""
    groups: tuple[str, ...] | None = None
    """All columns to group by, those of dates too, instead of those that were read."""
    limit: int | None = Field(default=None, ge=0)
    """Only the first so many; 0 for all."""
    freed: tuple[str, ...] = ()
    """Columns whose conditions are taken away, where these are no conditions that can be written."""
    grain: Grain | None = None
    mark: Mark | None = None
    layout: Layout | None = None
    dropped: tuple[str, ...] = ()
    params: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Step id → param → value."""
    filters: Filters | None = None
    """The conditions on rows, instead of those that were read."""
    further: dict[int, Edits] = Field(default_factory=dict)
    """Corrections to the second and later parts of the question, by their number."""

    @property
    def of_reading(self) -> bool:
        """Whether it is to be planned anew, because other things are asked for."""
        return self.of_meaning or bool(self.mark or self.layout)

    @property
    def of_meaning(self) -> bool:
        """Whether what is computed changes, and not only how it is drawn."""
        named = self.readings or self.func or self.measures or self.freed or self.grain
        return bool(named) or any(item is not None for item in (self.filters, self.groups, self.limit))

    def of_part(self, number: int) -> Edits:
        """The corrections to one part of the question, counted from 1."""
        return self.replaced(further={}) if number == 1 else self.further.get(number, Edits())

    def with_part(self, number: int, edits: Edits) -> Edits:
        """These edits with those of one part replaced."""
        if number == 1:
            return edits.replaced(further=self.further)
        return self.replaced(further={**self.further, number: edits.replaced(further={})})

    @property
    def of_plan(self) -> bool:
        """Whether steps are changed, beside what was read."""
        return bool(self.dropped or self.params)

    def and_param(self, step_id: str, name: str, value: Any) -> Edits:
        """These edits and one more param."""
        return self.replaced(params={**self.params, step_id: {**self.params.get(step_id, {}), name: value}})


def edits_from(
    *,
    read: Mapping[str, str] | None = None,
    function: str | None = None,
    measure: Mapping[str, str] | None = None,
    groups: Iterable[str] | None = None,
    limit: int | None = None,
    grain: str | None = None,
    chart: str | None = None,
    layout: str | None = None,
    drop: Iterable[str] = (),
    params: Mapping[str, Mapping[str, Any]] | None = None,
    filters: str | Filters | None = None,
) -> Edits:
    """Edits from a user's words, or an error that offers the nearest ones."""
    return checked_edits(
        Edits(),
        readings=dict(read or {}),
        func=function,
        measures=dict(measure or {}),
        groups=tuple(groups) if groups is not None else None,
        limit=limit,
        grain=grain,
        mark=chart,
        layout=layout,
        dropped=tuple(drop),
        params={name: dict(values) for name, values in (params or {}).items()},
        filters=read_conditions(filters) if isinstance(filters, str) else filters,
    )


def checked_edits(edits: Edits, **changes: Any) -> Edits:
    """These edits with changes; a word outside its closed set is refused with the nearest ones."""
    for name, allowed, kind in _CLOSED:
        value = changes.get(name)
        if value is not None and value not in allowed:
            raise QuestionError(f"There is no {kind} {value!r}", did_you_mean(str(value), allowed, f"{kind}s"))
    return edits.replaced(**changes)


def rerun(finished: Finished, edits: Edits, *, only_plan: bool = False, watch: Watch | None = None) -> Finished:
    """The run again with its parts edited; a plan that was not run yet is run now, unless only planned."""
    if not finished.parts:
        raise QuestionError("The question can be read in more than one way", "Choose one first: .choose(1).")
    # A fresh cache: the frame may have been changed in place since the steps ran.
    read = renewed(replace(finished.read, cache=StepCache(), sources={}, watch=watch or finished.read.watch))
    unknown = sorted(set(edits.further) - set(range(1, len(finished.parts) + 1)))
    if unknown:
        raise QuestionError(f"The question has no part {unknown[0]}", f"Its parts are 1 to {len(finished.parts)}.")
    states = [
        _edited_part(read, state, edits.of_part(number), only_plan)
        for number, state in enumerate(finished.parts, start=1)
    ]
    return Finished(read, tuple(states))


def _edited_part(read: State, part: State, edits: Edits, only_plan: bool) -> State:
    assert part.reading is not None and read.profile is not None
    if edits.of_reading:
        asked = edited_requirements(part.reading.requirements, edits, read.profile, part.facts or ())
        intent = part.reading.intent
        if asked.query is None and asked.analysis != part.reading.requirements.analysis:
            intent = intent.replaced(primary=correcting.fitting_intent(asked, read.context.catalog.intents))
        sure = 1.0 if edits.of_meaning else part.reading.confidence  # its user saw the rest, and let it stand
        reading = part.reading.replaced(requirements=asked, intent=intent, alternatives=(), mark=None, confidence=sure)
        part = run_part(read, reading, only_plan=only_plan or edits.of_plan)
    if edits.of_plan:
        part = replanned(replace(part, cache=read.cache, sources=read.sources, watch=read.watch), edits)
    if only_plan or part.outcomes is not None:
        return part
    assert part.coverage is not None
    settled = part if part.coverage.complete else perform(GATE, part)
    return through(SHOWING, settled)


def edited_requirements(
    requirements: Requirements, edits: Edits, profile: DatasetProfile, facts: tuple[Fact, ...] = ()
) -> Requirements:
    """The requirements with readings, measures, groups, conditions, number, grain and chart corrected."""
    for phrase, column in edits.readings.items():
        requirements = reread(requirements, phrase, profile.column(column).name)
    for old, new in edits.measures.items():
        requirements = correcting.with_measure(requirements, old, profile.column(new).name, profile)
    if edits.func:
        requirements = correcting.with_function(requirements, edits.func, profile)
    if edits.groups is not None:
        names = tuple(profile.column(name).name for name in edits.groups)
        requirements = correcting.with_groups(requirements, names, profile, facts)
    if edits.freed:
        requirements = correcting.without_conditions(requirements, edits.freed)
    if edits.filters is not None:
        requirements = correcting.with_filters(requirements, edits.filters, profile)
    if edits.limit is not None:
        requirements = correcting.with_limit(requirements, edits.limit, profile)
    timeless = edits.groups is not None and understood(requirements, profile).period is None
    if edits.grain and not timeless:  # periods that were chosen before the dates were taken away
        requirements = correcting.with_grain(requirements, edits.grain, profile)
    if edits.mark or edits.layout:
        requirements = requirements.drawn_as(edits.mark, edits.layout)
    return requirements


def reread(requirements: Requirements, phrase: str, column: str) -> Requirements:
    """The requirements with one phrase taken for another column, wherever its first reading had led."""
    link = _link(requirements, phrase)
    old = link.target
    corrected = link.replaced(target=column, kind="alias", score=1.0, alternative=old if old != column else None)
    return requirements.renamed(old, column).replaced(
        links=tuple(corrected if item is link else item for item in requirements.links)
    )


def _link(requirements: Requirements, phrase: str) -> Link:
    wanted = phrase.casefold().strip()
    phrases = tuple(link.phrase for link in requirements.links)
    for link in requirements.links:
        if link.phrase.casefold() == wanted:
            return link
    raise QuestionError(
        f"The question has no phrase {phrase!r} that was read", did_you_mean(phrase, phrases, "phrases")
    )


def replanned(part: State, edits: Edits) -> State:
    """The planned part with steps dropped and params changed, and its coverage checked again."""
    assert part.template and part.adaptation and part.reading and part.plan
    changes = _changes(part, edits)
    adaptation = part.adaptation.replaced(changes=(*part.adaptation.changes, *changes))
    plan = apply_changes(part.template, adaptation, part.reading.requirements, part.context.catalog)
    kept = tuple(record for record in part.records if record.stage not in _RUN_STAGES)
    return through(
        (COVERAGE,),
        replace(
            part,
            plan=plan,
            adaptation=adaptation,
            diff=diff_of(part, plan, adaptation),
            records=kept,
            outcomes=None,
            step_records=(),
            facts=None,
            answer=None,
        ),
    )


def _changes(part: State, edits: Edits) -> list[PlanChange]:
    """The edits told as changes of the plan, so that they show in its diff."""
    assert part.plan is not None
    steps = {step.id: step for step in part.plan.steps}
    changes: list[PlanChange] = []
    for name, params in edits.params.items():
        step = steps[_known(name, steps)]
        checked = {key: parsed_param(part.context.catalog, step.tool, key, value) for key, value in params.items()}
        changes.append(
            PlanChange(
                action="modify",
                step_id=name,
                tool=step.tool,
                description="changed by you",
                params=checked,
                satisfies=step.satisfies,
            )
        )
    for name in edits.dropped:
        tool = steps[_known(name, steps)].tool
        changes.append(PlanChange(action="remove", step_id=name, tool=tool, description="dropped by you"))
    return changes


def _known(name: str, steps: Mapping[str, object]) -> str:
    if name not in steps:
        raise PlanError(f"The plan has no step {name!r}", did_you_mean(name, tuple(steps), "steps"))
    return name


def parsed_param(catalog: Catalog, tool: str, name: str, value: Any) -> Any:
    """A param's value from what a user typed or clicked, checked against the registry."""
    params = catalog.tool(tool).params
    if name not in params:
        raise ParameterError(f"{tool} has no param {name!r}", did_you_mean(name, tuple(params), "params"))
    param = params[name]
    read = _from_text(param, value) if isinstance(value, str) else value
    problem = complaint(param, read)
    if problem:
        choices = f"Choose from {', '.join(param.choices)}." if param.choices else param.description
        raise ParameterError(f"{tool} cannot take {name}={value!r}: {problem}", choices)
    return read


def _from_text(param: Param, value: str) -> Any:
    words = value.strip()
    if not words and param.nullable:
        return None
    if param.type == "columns":
        return [item.strip() for item in words.strip("[]").split(",") if item.strip()]
    if param.type == "flag":
        return {"true": True, "yes": True, "false": False, "no": False}.get(words.casefold(), words)
    if param.type == "filters" and not words.startswith("["):
        return [item.model_dump(mode="json") for item in read_conditions(words)]
    if param.type in ("number", "integer", "filters"):
        try:
            return json.loads(words)
        except json.JSONDecodeError:
            return words
    return words
