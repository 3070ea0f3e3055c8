"""Explaining: 'why is March so high?' becomes what March is made of; corrections say which column was meant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from statistics import fmean

from autoviz.drawing.numbers import period_label
from autoviz.drawing.titles import readable
from autoviz.follow_ups.basis import Basis, any_time
from autoviz.follow_ups.editing import keys_of, with_keys, with_measure
from autoviz.follow_ups.edits import Conditioned, Edit, Ordered
from autoviz.follow_ups.requerying import requeried
from autoviz.linking.stretches import DateRange
from autoviz.model.fact import Fact
from autoviz.model.profile import Scalar
from autoviz.model.requirements import Aggregation, AnyOf, Filter, Requirements, Sort
from autoviz.query.language import Column, Named, Query

MOST_PARTS = 20
"""A column with more values than this does not show what something is made of."""


def explained(basis: Basis) -> tuple[Requirements, str] | None:
    """The parts of the value asked about, by a column that was not looked at yet, and what to say of it."""
    base = basis.requirements
    focus = _focus(basis)
    part = _next_group(basis, focus)
    if part is None or (focus is None and (basis.fragment.matches or basis.fragment.literals)):
        return None
    held = [item for item in base.constraints if isinstance(item, (Filter, AnyOf, Aggregation))]
    kept = [item for item in held if not (focus and isinstance(item, Filter) and item.column == focus[0].column)]
    filters = [focus[0]] if focus else []
    named = focus[1] if focus else "it"
    query = _parts(base.query, part, filters, basis) if base.query else None
    if base.query is not None and query is None:
        return None
    requirements = Requirements(
        metrics=base.metrics,
        group_by=(part,),
        analysis=("compare",),
        outputs=("chart",),
        constraints=(*kept, *filters, Sort(by="y", order="desc")),
        links=base.links,
        query=query,
    )
    return requirements, f"A table does not tell why; it tells what {named} is made of, here by {part}."


def _parts(query: Query, part: str, filters: list[Filter], basis: Basis) -> Query | None:
    """The same measure by another key alone, the largest first."""
    regrouped = with_keys(query, (Named(name=part, expr=Column(name=part)),), tuple(keys_of(query)))
    edits: tuple[Edit, ...] = (*(Conditioned("why", (item,)) for item in filters), Ordered("why", order="desc"))
    for edit in edits:
        regrouped = requeried(edit, regrouped, basis) if regrouped else None
    return regrouped


def _focus(basis: Basis) -> tuple[Filter, str] | None:
    """The group or the period that is asked about, as a condition and in words."""
    for match in basis.fragment.matches:
        if match.value is not None:
            return Filter(column=match.column, op="=", value=match.value), str(match.value)
    time = basis.requirements.time or any_time(basis.profile)
    for item in basis.fragment.literals:
        if isinstance(item.value, DateRange) and time is not None:
            chosen = _most_unusual(item.value, basis.facts)
            held = (chosen.first, chosen.last)
            return Filter(column=time.column, op="between", value=held), _label(chosen)
    return None


def _label(moment: DateRange) -> str:
    grain = "month" if moment.grain == "month_of_year" else moment.grain
    return period_label(datetime.fromisoformat(moment.first), grain)


def _most_unusual(moment: DateRange, facts: tuple[Fact, ...]) -> DateRange:
    """Of a month that comes in several years the one that lies furthest from the usual value."""
    if moment.grain != "month_of_year":
        return moment
    values: dict[str, float] = {}
    for fact in facts:
        if fact.period and isinstance(fact.value, (int, float)):
            values[fact.period] = values.get(fact.period, 0.0) + float(fact.value)
    known = [item for item in _every_year(moment) if _label(item) in values]
    usual = fmean(values.values()) if values else 0.0
    return max(known, key=lambda item: abs(values[_label(item)] - usual), default=moment)


def _every_year(moment: DateRange) -> Iterator[DateRange]:
    first, last = date.fromisoformat(moment.first), date.fromisoformat(moment.last)
    for year in range(first.year - 50, first.year + 51):
        end = min(last.day, 28) if last.month == 2 else last.day  # the 29th of February is not in every year
        yield DateRange(f"{year:04d}-{first:%m-%d}", f"{year:04d}-{last:%m}-{end:02d}", moment.grain)


def _next_group(basis: Basis, focus: tuple[Filter, str] | None) -> str | None:
    """A column of few values by which nothing was grouped or filtered yet; the fewest first, yes and no last."""
    base = basis.requirements
    taken = {*basis.groups, *(item.column for item in base.all(Filter))}
    taken |= {focus[0].column} if focus else set()
    split = [name for name in base.group_by if not any(item.column == name for item in base.all(Filter))]
    if focus and focus[0].op == "between" and split:
        return split[0]  # a period of what was already split is told by the same groups
    columns = basis.profile.of_kind("categorical", "geographic", "ordinal", "boolean")
    fitting = [item for item in columns if item.name not in taken and 1 < len(item.values) <= MOST_PARTS]
    if fitting:
        return min(fitting, key=lambda item: (len(item.values) < 3, len(item.values))).name
    again = [name for name in base.group_by if focus and name != focus[0].column]
    return again[0] if again else None


def corrected(basis: Basis) -> tuple[Requirements, dict[str, str | dict[str, Scalar]]] | None:
    """The earlier requirements with the column or value that was meant, and what is learned from it."""
    for role, used in (("measure", basis.measures), ("group", basis.groups)):
        new = [name for name in basis.columns(role) if name not in used]
        old = [name for name in basis.columns(role) if name in used] or list(used[:1])
        if new and old:
            changed = _renamed(basis, role, old[0], new[-1])
            return (changed, _learned(basis, old[0], new[-1])) if changed else None
    values = [match for match in basis.fragment.matches if match.value is not None]
    held = basis.requirements.all(Filter)
    if not values or basis.requirements.query is not None:
        return None
    meant = values[-1]
    if not held:
        added = Filter(column=meant.column, op="=", value=meant.value)
        return basis.requirements.replaced(constraints=(*basis.requirements.constraints, added)), {}
    old_filter = next((item for item in held if item.column == meant.column), held[-1])
    new_filter = Filter(column=meant.column, op="=", value=meant.value)
    constraints = tuple(new_filter if item is old_filter else item for item in basis.requirements.constraints)
    phrase = next((link.phrase for link in basis.requirements.links if link.target == old_filter.column), None)
    says_value = phrase is not None and str(old_filter.value).casefold() != phrase.casefold()
    learned: dict[str, str | dict[str, Scalar]] = {phrase: {meant.column: meant.value}} if phrase and says_value else {}
    return basis.requirements.replaced(constraints=constraints), learned


def _renamed(basis: Basis, role: str, old: str, new: str) -> Requirements | None:
    """The same of another column, in its Query too where it holds one."""
    changed, query = basis.requirements.renamed(old, new), basis.requirements.query
    if query is None:
        return changed
    keys = (Named(name=new, expr=Column(name=new)),)
    meant = with_measure(query, old, new) if role == "measure" else with_keys(query, keys, (old,))
    return changed.replaced(query=meant) if meant else None


def _learned(basis: Basis, old: str, new: str) -> dict[str, str | dict[str, Scalar]]:
    """The phrase that was read as the old column stands for the new one; a column's own name goes on meaning it."""
    read = [link for link in basis.requirements.links if link.target == old and link.value is None]
    own = {name.casefold() for column in basis.profile.names for name in (column, readable(column))}
    return {link.phrase.casefold(): new for link in read if link.phrase.casefold() not in own}
