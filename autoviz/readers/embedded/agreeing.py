"""Agreeing: roles, groups and conditions that contradict each other, or say nothing together, made to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from autoviz.linking.lexicon import counting_words, function_words, light_words, request_words
from autoviz.linking.links import STRONG, Match
from autoviz.linking.moments import asked_date
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Aggregation, Constraint, Filter, Having
from autoviz.planning.fields import names_rows
from autoviz.readers.embedded.choosing import Roles
from autoviz.readers.embedded.conditions import Use
from autoviz.registry.phrasings import phrasings

_REPEATS = 1.5
"""How many rows a thing has on average at least, if it is not a row itself."""
_ENOUGH_ROWS = 100
"""Of fewer rows it cannot be told whether a thing has several by its nature or by chance."""
_MANY, _SOME_ROWS = 3, 20
"""Unless it has very many."""
_MOSTLY = 0.75
_SKIPPED = frozenset({"the", "all"})


def of_points(roles: Roles, profile: DatasetProfile) -> Roles:
    """Things with hardly a row each name the points of a scatter chart: among so few rows nothing is related."""
    split = roles.color or roles.facet
    if roles.mark != "scatter" or split is None or not names_rows(split, (), profile):
        return roles
    return replace(roles, color=None if split == roles.color else roles.color, facet=None, label=split)


def of_something(roles: Roles, filters: Sequence[Constraint]) -> Roles:
    """Rows that lack a value are counted: there is nothing of it to measure."""
    absent = {item.column for item in filters if isinstance(item, Filter) and item.op == "is null"}
    if not roles.metrics or not absent.issuperset(roles.metrics):
        return roles
    return replace(roles, metrics=(), counted=True)


def counted_thing(
    question: str, roles: Roles, matches: Sequence[Match], profile: DatasetProfile, bounded: bool = False
) -> str | None:
    """The column whose different values are counted: that of a thing which has rows of its own, as orders have lines.

    Only a column that tells one thing from another is meant, such as order_id for orders, and only where its values
    repeat; else every row is one.
    """
    if not roles.counted or roles.mark in ("scatter", "histogram"):
        return None
    alone = roles.x if roles.color is None and not bounded else None
    if alone is not None and _only_counted(question, alone, matches, profile):
        return alone
    used = {roles.x, roles.color, roles.facet}
    things = used - {column.name for column in profile.of_kind("temporal")}  # orders are not their order_date
    own = [[match for match in matches if match.column == name] for name in things]
    named = [match for match in matches if match.value is None and match.column not in used]
    # a column whose only mention is this very word is what the word means
    free = [match for match in named if not any(found and all(_overlap(match, m) for m in found) for found in own)]
    telling = [match for match in free if _tells_apart(match, profile) and _is_counted(question, match, matches)]
    first = min(telling, key=lambda match: match.start, default=None)
    if first is None or any(_is_row(match.column, profile) and _overlap(match, first) for match in matches):
        return None
    same = [match.column for match in telling if _overlap(match, first)]
    return max(same, key=lambda name: profile.by_name[name].distinct or 0)  # two people may share a name, but no id


def _is_row(name: str, profile: DatasetProfile) -> bool:
    """Whether every row is one thing of this column: accounts are their ids, though two may share a name."""
    things = profile.things
    return things is not None and things.columns == (name,) and things.time is None and things.rows_each == 1


def counting(roles: Roles, thing: str) -> Roles:
    """The roles that count different things; one number where nothing but they are named."""
    counted = replace(roles, metrics=(thing,), counted=False)
    return replace(counted, x=None, mark="table") if thing == roles.x else counted


def _only_counted(question: str, name: str, matches: Sequence[Match], profile: DatasetProfile) -> bool:
    """Whether a column is named just where its things are counted, and by no word that splits by it."""
    own = [match for match in matches if match.column == name and match.value is None and match.score >= STRONG]
    counted = all(_counts_next([word.lower for word in words(question) if word.end <= match.start]) for match in own)
    return bool(own) and counted and all(_tells_apart(match, profile) for match in own)


def _counts_next(before: list[str]) -> bool:
    """Whether words end by counting what follows: how many, the number of; different ones where nothing else can be
    counted, unlike the number of cars from different origins."""
    counting = list(takewhile(lambda word: word in counting_words(), reversed(before)))
    others = before[: len(before) - len(counting)]
    plain, said = function_words() | request_words(), set(counting) - {"of"}  # a chart of wards counts none
    return bool(said) and (bool(said - _different_words()) or plain.issuperset(others))


def of_amounts(question: str, roles: Roles, matches: Sequence[Match], profile: DatasetProfile) -> Roles:
    """A total of what is measured adds it up and counts no rows: total fines, where fines are amounts."""
    if not roles.counted or roles.mark in ("scatter", "histogram"):
        return roles
    used = {roles.x, roles.color, roles.facet}
    measures = [match for match in matches if match.value is None and profile.by_name[match.column].metric]
    spoken = [match for match in measures if not match.dominated and match.column not in used]
    totals = {word for phrase in phrasings().aggregates["sum"] for word in phrase.split()}
    for match in spoken:
        before = [word.lower for word in words(question) if word.end <= match.start]
        if before and before[-1] in totals:
            return replace(roles, metrics=(match.column,), counted=False)
    return roles


def of_rows(question: str, roles: Roles, func: str, profile: DatasetProfile) -> Roles:
    """Things that hardly have more than a row each are counted by their rows, unless different ones are asked for."""
    if roles.x is None or len(roles.metrics) != 1 or func != "nunique":
        return roles
    if _repeats(profile.by_name[roles.metrics[0]], profile) or _different_words() & set(_lower(words(question))):
        return roles
    return replace(roles, metrics=(), counted=True)


@cache
def _different_words() -> frozenset[str]:
    """Words that ask for different values, not for any."""
    asking = phrasings().aggregates
    plain = {word for phrase in asking["count"] for word in phrase.split()}
    return frozenset(word for phrase in asking["nunique"] for word in phrase.split()) - plain


def _repeats(column: ColumnProfile, profile: DatasetProfile) -> bool:
    """Whether a thing has several rows: it is what the table is about and has them, or it is a key that comes twice."""
    things = profile.things
    if things is not None and things.columns == (column.name,):
        return things.rows_each >= _REPEATS
    if column.meaning == "id" or column.kind == "identifier":
        return column.distinct is not None and column.distinct < column.rows - column.missing
    distinct = column.distinct or profile.rows
    return profile.rows >= max(_REPEATS * distinct, _ENOUGH_ROWS) or profile.rows >= max(_MANY * distinct, _SOME_ROWS)


def _overlap(one: Match, other: Match) -> bool:
    return one.start < other.end and other.start < one.end


def _tells_apart(match: Match, profile: DatasetProfile) -> bool:
    """Whether a match names a column of things, all but the word that says it is a key: customer of customer_id."""
    known, place = vocabulary(profile), profile.names.index(match.column)
    weights = zip(known.words[place], known.weights[place], strict=True)
    thing = sum(weight for word, weight in weights if word not in light_words() or word == "type")  # types are shared
    column = profile.columns[place]
    measured = column.metric or column.kind in ("temporal", "boolean")  # which is no thing
    return _repeats(column, profile) and not measured and match.score >= _MOSTLY * thing


def _is_counted(question: str, match: Match, matches: Sequence[Match]) -> bool:
    """Whether the words before a name count it: how many, the number of, the most; or there are none."""
    before = [word for word in words(question) if word.end <= match.start]
    linked = [other for other in matches if other.score >= STRONG and not _overlap(other, match)]
    while before and (before[-1].lower in _SKIPPED or any(one.start <= before[-1].start < one.end for one in linked)):
        before.pop()
    return not before or before[-1].lower in counting_words() or set(_lower(before)) <= request_words()


def _lower(spoken: Sequence[Word]) -> list[str]:
    return [word.lower for word in spoken]


def of_many(roles: Roles, filters: Sequence[Constraint], matches: Sequence[Match]) -> Roles:
    """A column of which one value alone is asked for, and nothing else said, does not split what another one splits."""
    single = {item.column for item in filters if isinstance(item, Filter) and item.op == "="}
    single -= {match.column for match in matches if match.value is None}
    groups = [name for name in (roles.x, roles.color, roles.facet) if name is not None]
    kept = [name for name in groups if name not in single]
    if not kept or kept == groups or roles.mark in ("scatter", "histogram"):
        return roles
    x, color, facet = (*kept, None, None, None)[:3]
    return replace(roles, x=x, color=color, facet=facet)


def on_one_clock(
    found: Sequence[Use], axis: str | None, matches: Sequence[Match], profile: DatasetProfile, question: str
) -> list[Use]:
    """Dates that narrow down are those of the time axis, else of the date that the question is about, unless it names
    others; what they are relative to, such as last month, is that column's own last date."""
    dates = {column.name for column in profile.of_kind("temporal")}
    said = [match for match in matches if match.value is None and not match.dominated]
    named = {match.column for match in said if match.kind != "type"}
    main = asked_date(question, profile)
    clock = axis if axis in dates else main.column if main else None
    return [
        replace(item, column=clock) if item.use == "filter" and item.column in dates - named and clock else item
        for item in found
    ]


def on_groups(item: Constraint, main: Aggregation | None, profile: DatasetProfile) -> Constraint:
    """A bound beyond every single value of what is summed up is one on the sums."""
    if not isinstance(item, Filter) or main is None or item.column != main.metric or main.func != "sum":
        return item
    highest = profile.by_name[item.column].maximum
    if not isinstance(item.value, (int, float)) or not isinstance(highest, (int, float)) or item.value <= highest:
        return item
    return Having(metric=None, func="sum", op=item.op, value=item.value)


def shared(labels: tuple[AnalysisLabel, ...], filters: Sequence[Constraint]) -> tuple[str, ...]:
    """The column of a value whose share is asked for, where no other one divides the whole."""
    named = [item.column for item in filters if isinstance(item, Filter) and item.op in ("=", "in")]
    return tuple(named[:1]) if "share" in labels else ()
