"""Correcting: a reading with its function, measures, groups, periods, rows or number changed, as a click says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from autoviz.errors import QuestionError, did_you_mean
from autoviz.follow_ups import editing
from autoviz.follow_ups.basis import Basis, without
from autoviz.follow_ups.edits import Edit, Grouped, Limited, Measured, Summarised, Timed
from autoviz.follow_ups.fragments import Fragment
from autoviz.follow_ups.mentions import Mentions
from autoviz.follow_ups.referring import changed
from autoviz.follow_ups.understood import kept_by, understood, written_test
from autoviz.frames.dates.grain import choose_grain
from autoviz.linking.literals import DateRange, literals
from autoviz.model.fact import Fact
from autoviz.model.intent import IntentEntry
from autoviz.model.labels import Aggregate, Grain
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.requirements import AnyOf, Filter, Filters, Limit, Requirements
from autoviz.planning.defaults import suiting
from autoviz.planning.filters import condition_of
from autoviz.planning.phrasing import measure_of
from autoviz.query.language import Query, all_of, conjuncts


def _basis(requirements: Requirements, profile: DatasetProfile, facts: tuple[Fact, ...] = ()) -> Basis:
    """What an edit leans on where nothing was said: what there is already."""
    return Basis(requirements, profile, facts, Fragment("", (), (), ""), Mentions((), ()), lambda words: None)


def _made(edit: Edit, base: Requirements, profile: DatasetProfile, facts: tuple[Fact, ...], told: str) -> Requirements:
    new = changed(edit, base, _basis(base, profile, facts))
    if new is None:
        raise QuestionError(f"This answer has no place for {told}", "Ask for it in the words of a new question.")
    return new


def with_function(base: Requirements, func: Aggregate, profile: DatasetProfile) -> Requirements:
    """The same measures summarised in another way."""
    if func != "count" and not any(item.column for item in understood(base, profile).measures):
        raise QuestionError(f"No single column is measured here, and {func} needs one", "Choose a measure first.")
    return _made(Summarised("function", func), base, profile, (), f"the function {func}")


def with_measure(base: Requirements, old: str, new: str, profile: DatasetProfile) -> Requirements:
    """Another column in place of one that is measured; where rows were counted, a column instead of them."""
    known = [item.column for item in understood(base, profile).measures]
    if old not in known:
        names = [name or "rows" for name in known if name is not None]
        raise QuestionError(f"{old or 'the number of rows'} is not measured here", did_you_mean(old, names, "measures"))
    if not old:
        return _measured_rows(base, new, profile)
    if base.query is not None:
        query = editing.with_measure(base.query, old, new)
        if query is None:
            raise QuestionError(f"{old} cannot be changed for {new} here", "Ask for it in a new question.")
        return base.replaced(query=query)
    rows = tuple(item for item in base.constraints if isinstance(item, (Filter, AnyOf)))
    moved = base.replaced(constraints=without(base, Filter, AnyOf)).renamed(old, new)
    return moved.replaced(constraints=(*rows, *moved.constraints))


def _measured_rows(base: Requirements, new: str, profile: DatasetProfile) -> Requirements:
    if base.query is None:
        return _made(Measured("measure", (new,), "set"), base, profile, (), f"the measure {new}")
    query = editing.measured_by(base.query, measure_of(new, suiting(profile)(new)))
    if query is None:
        raise QuestionError(f"There is no place for {new} here", "Ask for it in a new question.")
    return base.replaced(query=query)


def with_groups(
    base: Requirements, names: tuple[str, ...], profile: DatasetProfile, facts: tuple[Fact, ...]
) -> Requirements:
    """By these groups and no others; a column of dates among them is the time along which it runs."""
    now = understood(base, profile)
    dates = [name for name in names if profile.by_name[name].kind == "temporal"]
    plain = tuple(name for name in names if name not in dates)
    if plain != now.groups and plain:
        how = Grouped("regroup", plain, "set")
        added = tuple(name for name in plain if name not in now.groups)
        if set(now.groups) < set(plain):
            how, base = Grouped("split", added, "add"), _uncut(base)
        base = _made(how, base, profile, facts, f"the groups {', '.join(plain)}")
    if dates and (now.period is None or now.period[0] != dates[0]):
        fitting: Grain = grain_for(dates[0], profile) if base.query is not None else "unknown"
        grain = cast(Grain, now.period[1]) if now.period else fitting
        base = _made(Timed("periods", dates[0], grain), _uncut(base), profile, facts, f"time along {dates[0]}")
        base = base.replaced(assumed=())  # what was assumed of the other dates
    if not dates and now.period is not None:
        base = _made(Timed("merge", None, dropped=True), base, profile, facts, "no time axis")
    if not plain and now.groups:
        base = _made(Grouped("merge", (), "drop"), base, profile, facts, "no groups")
    return base


def _uncut(base: Requirements) -> Requirements:
    """A Query without its limit: cut to the first few, what is added beside the groups would count among the few."""
    return base.replaced(query=editing.limited(base.query, None)) if base.query is not None else base


def grain_for(column: str, profile: DatasetProfile) -> Grain:
    """The grain that suits the dates of a column."""
    span = profile.by_name[column].span
    return choose_grain(span.first, span.last, None, span.spacing_days).grain if span else "unknown"  # type: ignore[return-value]


def with_grain(base: Requirements, grain: Grain, profile: DatasetProfile) -> Requirements:
    """Time in other periods."""
    if not _basis(base, profile).periods:
        raise QuestionError("The question has no time axis, so it has no grain", "Ask for something over time.")
    return _made(Timed("periods", None, grain), base, profile, (), f"periods of a {grain}")


def with_limit(base: Requirements, n: int, profile: DatasetProfile) -> Requirements:
    """Only the first n, or with 0 all of them."""
    cut = base.constraint(Limit)
    if n and cut is not None:
        return base.replaced(constraints=tuple(cut.replaced(n=n) if item is cut else item for item in base.constraints))
    if n:
        return _made(Limited("first", n), base, profile, (), f"the first {n}")
    if base.query is not None:
        return base.replaced(query=editing.limited(base.query, None))
    return base.replaced(constraints=without(base, Limit))


def with_filters(base: Requirements, filters: Filters, profile: DatasetProfile) -> Requirements:
    """These conditions on rows in place of those that were read; what could not be written as text stays."""
    meant = tuple(_meant(item, profile) for item in filters)
    others = without(base, Filter, AnyOf)
    lifted = _every_period(base, meant, profile) if base.query is None else ()
    base = base.replaced(assumed=_still_open(base, meant, profile))
    if base.query is None:
        return base.replaced(constraints=(*others, *meant, *lifted))

    def change(read: Query) -> Query:
        kept = [test for test in conjuncts(read.where) if not written_test(test)]
        return read.replaced(where=all_of([*kept, *conjuncts(condition_of(meant, profile))]))

    return base.replaced(constraints=others, query=editing.where_read(base.query, change))


def _still_open(base: Requirements, meant: Filters, profile: DatasetProfile) -> tuple[str, ...]:
    """What is assumed, without what was assumed of a column on which the user now says what holds."""
    before, after = (
        {(column, item.text) for item in kept for column in item.columns}
        for kept in (understood(base, profile).kept, tuple(map(kept_by, meant)))
    )
    settled = [re.compile(rf"(?<!\w){re.escape(column)}(?!\w)") for column, _ in before ^ after]
    heads = [(sentence, sentence.partition(":")[0]) for sentence in base.assumed]  # behind it stands why
    return tuple(sentence for sentence, head in heads if not any(name.search(head) for name in settled))


def _every_period(base: Requirements, meant: Filters, profile: DatasetProfile) -> tuple[Filter, ...]:
    """Where the last period was assumed and is taken away, a condition that says so, lest it is assumed again."""
    time = profile.things.time if profile.things else None
    was = any(item.column == time for item in base.all(Filter))
    kept = any(item.column == time for item in meant if isinstance(item, Filter))
    return (Filter(column=time, op="not null"),) if time and base.assumed and was and not kept else ()


def without_conditions(base: Requirements, columns: tuple[str, ...]) -> Requirements:
    """Without the conditions on these columns, however they are written."""
    return base if base.query is None else base.replaced(query=editing.unconditioned(base.query, columns))


def _meant(item: Filter | AnyOf, profile: DatasetProfile) -> Filter | AnyOf:
    """A condition with its column as the frame writes it, and its values as the column holds them."""
    if isinstance(item, AnyOf):
        return item.replaced(filters=tuple(_one(part, profile) for part in item.filters))
    return _one(item, profile)


def _one(item: Filter, profile: DatasetProfile) -> Filter:
    column = profile.column(item.column)
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    if column.kind == "temporal" and item.op in ("=", "in", "between", "<", "<=", ">", ">=", "!="):
        spans = [_span(value, profile) for value in values]
        if item.op == "=" and isinstance(spans[0], tuple):
            return Filter(column=column.name, op="between", value=spans[0])
        ends = [_end(span, item.op, place) for place, span in enumerate(spans)]
        return item.replaced(column=column.name, value=tuple(ends) if isinstance(item.value, tuple) else ends[0])
    if column.kind == "numeric" or column.numbers is not None:
        numbers = tuple(_number(value, profile) for value in values)
        return item.replaced(column=column.name, value=numbers if isinstance(item.value, tuple) else numbers[0])
    return item.replaced(column=column.name)


def _number(value: Scalar, profile: DatasetProfile) -> Scalar:
    """A number as people write it: 50 million, 1,200, 3k."""
    found = literals(value, profile) if isinstance(value, str) else []
    whole = [item.value for item in found if item.type == "number" and item.phrase.strip() == str(value).strip()]
    return whole[0] if whole and isinstance(whole[0], (int, float)) else value


def _span(value: Scalar, profile: DatasetProfile) -> Scalar | tuple[str, str]:
    """A date as people write it, as its first and last day: March 2024, 5 May 2023."""
    found = literals(value, profile) if isinstance(value, str) else []
    whole = [item.value for item in found if item.type == "date" and item.phrase.strip() == str(value).strip()]
    if whole and isinstance(whole[0], DateRange):
        return whole[0].first, whole[0].last
    return value


def _end(span: Scalar | tuple[str, str], op: str, place: int) -> Scalar:
    """The end of a stretch of days that a comparison is held against."""
    if not isinstance(span, tuple):
        return span
    last = op in ("<=", ">") or (op == "between" and place == 1)
    return span[1] if last else span[0]


def fitting_intent(requirements: Requirements, intents: Mapping[str, IntentEntry]) -> str:
    """The intent of which these analyses are most; time decides where there is a course, then the priority."""
    asked = set(requirements.analysis or ("summary",))

    def fit(entry: IntentEntry) -> tuple[bool, float, int]:
        common = asked & set(entry.analysis)
        timed = bool(requirements.time) and "trend" in asked & set(entry.analysis)
        return timed, len(common) / max(len(asked | set(entry.analysis)), 1), entry.priority

    return max(intents.values(), key=fit).label
