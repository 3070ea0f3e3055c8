"""Absent: codes such as 99 that stand for a missing value, rows without one, and numbers in text that could be read in
another way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Filter, Limit, Requirements
from autoviz.planning.filters import condition_of
from autoviz.query.language import Aggregate, Call, Cases, Constant, columns_of, conjuncts, parts_of

Settled = Literal["missing", "written", "weighs"]
"""The facts about a column that a click settles."""

_FEW = 0.005
"""A share of rows below which those without a value change no share that is told."""


class Offer(NamedTuple):
    """What a column leaves open, and the fact about it that would settle it otherwise."""

    told: str
    column: str
    fact: Settled
    value: str
    command: str


def without_codes(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements without the rows in which a measure has a code for missing, and what else could be missing."""
    measured = [profile.by_name[name] for name in _measured(requirements) if name in profile.by_name]
    codes = [(column.name, code) for column in measured for code in column.codes]
    filters = tuple(Filter(column=name, op="!=", value=code) for name, code in codes)
    told = [f"rows where {name} is {code} are left out: it stands for a missing value." for name, code in codes]
    told += [offer.told for column in measured for offer in offers(column)]
    query = requirements.query
    if filters and query is None:
        requirements = requirements.replaced(constraints=(*requirements.constraints, *filters))
    elif filters and query is not None:
        if query.source is not None:
            return requirements
        requirements = requirements.replaced(query=query.narrowed(condition_of(filters, profile)))
    return requirements.assuming(*told)


def among_named(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements without the rows that have no group, where the first few groups are asked for."""
    query = requirements.query
    limited = requirements.constraint(Limit) if query is None else query.limit and query.order and query.measures
    if not limited or (query is not None and query.source is not None):
        return requirements
    keys = (*requirements.group_by, *_times(requirements)) if query is None else columns_of(query.by)
    tested = columns_of(query.where) if query is not None else [item.column for item in requirements.all(Filter)]
    lacking = [name for name in keys if name in profile.by_name and name not in tested and profile.by_name[name].lacks]
    filters = tuple(Filter(column=name, op="not null") for name in lacking)
    if not filters:
        return requirements
    told = [f"rows without {name} are left out: they name none." for name in lacking]
    if query is None:
        return requirements.replaced(constraints=(*requirements.constraints, *filters)).assuming(*told)
    return requirements.replaced(query=query.narrowed(condition_of(filters, profile))).assuming(*told)


def _times(requirements: Requirements) -> tuple[str, ...]:
    return (requirements.time.column,) if requirements.time else ()


def _measured(requirements: Requirements) -> tuple[str, ...]:
    if requirements.query is None:
        return requirements.metrics
    return columns_of(tuple(part for part in parts_of(Aggregate, requirements.query) if part.func != "count"))


def command_for(column: ColumnProfile) -> str:
    """The command that says something of a column, up to what it says."""
    return f"%autoviz column {column.name!r}" if " " in column.name else f"%autoviz column {column.name}"


def offers(column: ColumnProfile) -> Iterator[Offer]:
    """How to say what a column leaves open."""
    said = command_for(column)
    if column.sentinels:
        codes = ",".join(map(str, column.sentinels))
        command = f"{said} missing={codes}"
        told = f"{codes} of {column.name} counts as a number; “{command}” makes it missing."
        yield Offer(told, column.name, "missing", codes, command)
    if column.numbers is not None and column.numbers.alternative:
        other = column.numbers.alternative
        command = f"{said} written={other!r}" if " " in other else f"{said} written={other}"
        told = f"{column.name} is written like {column.numbers.writing}; “{command}” reads it otherwise."
        yield Offer(told, column.name, "written", other, command)


def in_pairs(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements with a ratio of two totals taken over the rows that have both: customers of a month without
    revenue would make every one of them look poorer."""
    query = requirements.query
    if query is None or query.source is not None or len(query.measures) != 1:
        return requirements
    totals = _divided(query.measures[0].expr)
    given = {name for test in conjuncts(query.where) if _is_given(test) for name in columns_of(test)}
    columns = [profile.by_name[name] for name in totals if name in profile.by_name and name not in given]
    lacking = [column for column in columns if column.missing]
    if len(set(totals)) < 2 or not lacking:
        return requirements
    filters = tuple(Filter(column=column.name, op="not null") for column in lacking)
    told = [f"{column.missing:,} of all {profile.rows:,} rows have no {column.name}: they are left out of the ratio."
            for column in lacking]  # fmt: skip
    paired = query.narrowed(condition_of(filters, profile))
    return requirements.replaced(query=paired).assuming(*told)


def _divided(expr: Any) -> tuple[str, ...]:
    """The columns of which one total is divided by another."""
    match expr:
        case Call(op="*", args=(Constant(), inner) | (inner, Constant())):
            return _divided(inner)
        case Call(op="/", args=(Call(op="*", args=(Constant(), above) | (above, Constant())) | above, below)):
            parts = (above, below)
            if all(isinstance(part, Aggregate) and part.func == "sum" and part.where is None for part in parts):
                return columns_of(parts)
    return ()


def with_gaps_told(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements with how many rows lack what a share of rows hangs on: they count among the rows, as no.

    SQL means it so, and so do the plan and the copied code; but who has no mark did not fail.
    """
    told = [
        f"{column.missing:,} of all {profile.rows:,} rows have no {name}: in a share of rows they count as no."
        for name in dict.fromkeys(_compared(requirements))
        if (column := profile.by_name.get(name)) is not None and column.missing > _FEW * profile.rows
    ]
    return requirements.assuming(*told)


def _compared(requirements: Requirements) -> Iterator[str]:
    """The columns that a share of rows compares with something, and that not all of these rows must have."""
    query = requirements.query
    given = columns_of(tuple(part for part in conjuncts(query.where) if _is_given(part))) if query is not None else ()
    for part in parts_of(Aggregate, requirements.query):
        match part:
            case Aggregate(func="mean", args=(Cases(otherwise=Constant(value=0)) as cases,)):
                calls = parts_of(Call, tuple(when.condition for when in cases.whens))
                gaps = columns_of(tuple(call for call in calls if call.op == "is null"))
                yield from (name for name in columns_of(cases) if name not in (*gaps, *given))


def _is_given(test: Any) -> bool:
    """Whether a test holds only where its columns have a value."""
    calls = {call.op for call in parts_of(Call, test)}
    return not calls & {"is null", "or"} or (calls == {"not", "is null"} and test.op == "not")
