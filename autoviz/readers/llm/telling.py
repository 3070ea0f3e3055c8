"""Telling: what a prompt says of the frame, the question, the tools and the plan; the schema, and no cell value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from autoviz.linking.links import Match
from autoviz.listing import few
from autoviz.model.coverage import Coverage, Gap
from autoviz.model.fact import Fact
from autoviz.model.plan import Step
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Requirements
from autoviz.readers.base import Refused
from autoviz.readers.llm.prompts import Names, compact, quoted
from autoviz.readers.llm.querying import shown_sql
from autoviz.registry.catalog import Catalog

MOST_COLUMNS = 60
"""How many columns a prompt names; of more, those that the question seems to name come first."""
MOST_VALUES = 5
MOST_PARAMS = 3
_MAIN = ("column", "columns", "filters", "choice")
SURE = 0.5
"""How well a phrase must name a column to be told to the model."""


def told_columns(profile: DatasetProfile, matches: Sequence[Match]) -> tuple[ColumnProfile, ...]:
    """The columns that a prompt names, in the order of the frame."""
    if len(profile.columns) <= MOST_COLUMNS:
        return profile.columns
    named = dict.fromkeys(match.column for match in sorted(matches, key=lambda item: -item.score))
    kept = set([*named, *profile.names][: MOST_COLUMNS + len(named)][:MOST_COLUMNS])
    return tuple(column for column in profile.columns if column.name in kept)


def columns_text(columns: Iterable[ColumnProfile], names: Names, *, values: bool) -> str:
    """Each column's name and kind; a few of its values only where they may be shared."""
    told = []
    for column in columns:
        sample = ", ".join(str(value) for value in column.values[:MOST_VALUES]) if values else ""
        told.append(f"{quoted(names.show(column.name))} {column.kind}{f' (such as {sample})' if sample else ''}")
    return ", ".join(told)


def example_columns(columns: dict[str, str]) -> str:
    """The columns of an example."""
    return ", ".join(f"{quoted(name)} {kind}" for name, kind in columns.items())


def hints_text(matches: Iterable[Match], names: Names, *, values: bool) -> str:
    """Which phrases seem to name which column, so that a small model need not find out."""
    told: dict[str, str] = {}
    for match in matches:
        is_value = match.value is not None
        if match.score >= SURE and not match.dominated and (values or not is_value):
            said = "is a value of" if is_value else "means"
            told.setdefault(match.phrase, f"{quoted(match.phrase)} {said} {quoted(names.show(match.column))}")
    return f"Likely: {'; '.join(told.values())}." if told else ""


def requirements_text(requirements: Requirements, names: Names) -> str:
    """What is asked for, without how its words were read."""
    content = requirements.model_dump(
        mode="json", exclude={"links", "not_found", "assumed", "unused", "query"}, exclude_none=True
    )
    told = names.show({key: value for key, value in content.items() if value})
    return compact(told | ({"sql": shown_sql(requirements.query, names)} if requirements.query else {}))


def tools_text(tools: Sequence[str], catalog: Catalog) -> str:
    """Each tool with its params; a name says what the tool is for, and the schema holds what is left out here."""
    return "\n".join(f"- {name}({_main_params(name, catalog)})" for name in tools)


def _main_params(name: str, catalog: Catalog) -> str:
    """The params that name columns or must be given."""
    params = catalog.tool(name).params
    main = [key for key, param in params.items() if param.required or param.type in _MAIN]
    return ", ".join(main[:MOST_PARAMS])


def steps_text(steps: Iterable[Step], names: Names) -> str:
    """Each step as its id, its tool and its params."""
    return "\n".join(f"- {step.id}: {step.tool} {compact(names.show(step.params))}" for step in steps)


def gaps_text(gaps: Coverage | None, refused: Refused | None, names: Names) -> str:
    """The plan that was refused, what for, and which try this is."""
    if gaps is None or gaps.complete:
        return ""
    listed = "\n".join(f"- {gap.kind} {gap.key}{_why(gap, names)}" for gap in gaps.gaps)
    if refused is None:
        return f"A plan before was refused:\n{listed}"
    steps = steps_text(refused.plan.steps, names)
    return f"This is try {refused.attempt} of {refused.tries}. A plan before was refused:\n{steps}\nbecause\n{listed}"


def _why(gap: Gap, names: Names) -> str:
    """What a gap says, unless it speaks of cells and those are not for a model."""
    return "" if gap.of_cells and names.veils else f": {names.told(gap.message)}"


def facts_text(facts: Sequence[Fact], limit: int) -> str:
    """The facts, one line each, with what is behind the limit counted."""
    return "\n".join(f"- {line}" for line in few(list(map(_fact, facts)), limit))


def _fact(fact: Fact) -> str:
    where = [*(f"{name} {value}" for name, value in fact.group.items()), *([fact.period] if fact.period else [])]
    what = " ".join(filter(None, (fact.name, f"of {fact.metric}" if fact.metric else "")))
    return (
        f"{what}{f' for {chr(44).join(where)}' if where else ''} = {fact.value}{f' {fact.unit}' if fact.unit else ''}"
    )
