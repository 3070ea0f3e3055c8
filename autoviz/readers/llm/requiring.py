"""Requiring: a reply made into requirements, or the reasons why it can not be what the question asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.linking.links import Match, to_link
from autoviz.linking.literals import literals
from autoviz.linking.text import fold
from autoviz.model.intent import IntentEntry
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.model.question import Question
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Bins,
    ChartWish,
    Derive,
    Filter,
    Having,
    Limit,
    Link,
    Requirements,
    Sample,
    SavePath,
    Time,
)
from autoviz.profile.date_roles import main_date
from autoviz.query import language
from autoviz.query.language import Query, parts_of
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.querying import compared_texts, frame_columns, query_from
from autoviz.readers.llm.stating import CLEARLY, left_out

_NAMING = ("name", "plural", "alias")
COLUMN_FIELDS = ("column", "columns", "metric", "metrics", "group_by", "x", "y", "color", "facet")


def column_domains(columns: Sequence[ColumnProfile], names: Names) -> dict[str, Sequence[str]]:
    """The columns that each field of the reply may name: any, but a time axis only one that holds dates."""
    shown = tuple(names.show(column.name) for column in columns)
    dated = tuple(names.show(column.name) for column in columns if column.kind == "temporal")
    return {**dict.fromkeys(COLUMN_FIELDS, shown), "by": (*shown, "x", "y"), "Time.column": dated}


def requirements_from(
    reply: dict[str, Any], question: Question, profile: DatasetProfile, names: Names, matches: Sequence[Match]
) -> Requirements:
    """The requirements in a reply; a ValueError lists everything that does not fit together.

    With SQL that is in the language they hold its Query, which alone is planned: of the fields only what agrees with
    it is kept, and what it has no words for.
    """
    read = Requirements.model_validate(names.real({key: value for key, value in reply.items() if key != "sql"}))
    query, problems = _query(reply.get("sql"), profile, names)
    stated = _beside(_settled(read, profile), query)
    problems += [*_made_up(stated, question), *_uncounted(stated, question, profile)]
    settled = stated if query is None else stated.replaced(query=query)
    problems += [
        f"sql: the question does not mention {value!r}; leave that condition out"
        for value, possible in unmentioned(query, question, profile)
        if not possible
    ]
    problems += _disagreements(settled) if not reply.get("sql") else []
    if problems:
        raise ValueError("\n".join(problems))
    return settled.replaced(links=_links(matches, _used(settled, profile)))


def _beside(fields: Requirements, query: Query | None) -> Requirements:
    """What a reply says beside its Query: the outputs, the chart and the file that are wished for."""
    if query is None:
        return fields
    wishes = tuple(item for item in fields.constraints if isinstance(item, (ChartWish, SavePath)))
    return fields.replaced(metrics=(), group_by=(), time=None, constraints=wishes)


def unmentioned(query: Query | None, question: Question, profile: DatasetProfile) -> list[tuple[str, bool]]:
    """The texts in a Query's conditions that the question does not have, each with whether a cell may be so."""
    said = fold(f"{question.text} {question.normalised}").casefold()
    found = compared_texts(query, profile)
    return [item for item in found if not any(fold(word).casefold() in said for word in _words(item[0]))]


def _query(sql: str | None, profile: DatasetProfile, names: Names) -> tuple[Query | None, list[str]]:
    """The Query of a reply's SQL, or what lies outside the language."""
    try:
        return (query_from(sql, profile, names) if sql else None), []
    except ValueError as error:
        return None, [str(error)]


def _settled(read: Requirements, profile: DatasetProfile) -> Requirements:
    """The same said once: no column twice, time not among the groups, the only time axis there is, real values."""
    time = read.time or _only_time(read, profile)
    derived = read.all(Derive)
    parts = {name for item in derived for name in item.columns}
    summed = [item.metric for item in read.all(Aggregation) if item.metric] if not read.metrics else []
    metrics = [*(item.name for item in derived), *(name for name in (*read.metrics, *summed) if name not in parts)]
    shown = read.outputs or (("table",) if set(read.analysis) <= {"summary", "lookup"} else ("chart",))
    return read.replaced(
        time=time,
        metrics=tuple(dict.fromkeys(metrics)),
        group_by=tuple(dict.fromkeys(name for name in read.group_by if not time or name != time.column)),
        analysis=tuple(dict.fromkeys(read.analysis)),
        outputs=tuple(dict.fromkeys(shown)),
        constraints=tuple(dict.fromkeys(_with_real_values(item, profile) for item in read.constraints)),
    )


def _only_time(read: Requirements, profile: DatasetProfile) -> Time | None:
    """The main date, where a development is asked for and the reply leaves the axis open."""
    date = main_date(profile)
    return Time(column=date.column) if date and {"trend", "change"} & set(read.analysis) else None


def _with_real_values(item: Any, profile: DatasetProfile) -> Any:
    """A condition with the cell's own spelling of its value."""
    if isinstance(item, AnyOf):
        return item.replaced(filters=tuple(_with_real_values(inner, profile) for inner in item.filters))
    if not isinstance(item, Filter) or item.column not in profile.by_name:
        return item
    known = {fold(str(value)): value for value in profile.by_name[item.column].values}

    def real(value: Scalar) -> Scalar:
        return known.get(fold(value), value) if isinstance(value, str) else value

    value = tuple(real(one) for one in item.value) if isinstance(item.value, tuple) else real(item.value)
    return item.replaced(value=value)


def _disagreements(read: Requirements) -> list[str]:
    """Fields that contradict one another."""
    problems = [
        f"group_by: {name!r} is a metric too; it can be one of both" for name in read.group_by if name in read.metrics
    ]
    named = {*read.metrics, None}
    stated: tuple[Aggregation | Having, ...] = (*read.all(Aggregation), *read.all(Having))
    for item in stated:
        if item.metric not in named and item.func not in ("count", "nunique"):
            problems.append(f"constraints: {item.kind} names {item.metric!r}, which is not among the metrics")
    if read.time is None and {"trend", "change"} & set(read.analysis):
        problems.append("time: a trend or a change needs a column of dates; without one, choose another analysis")
    if "correlation" in read.analysis and len({*read.metrics, *read.group_by}) < 2:
        problems.append("metrics: a correlation needs two columns")
    return problems


def _made_up(read: Requirements, question: Question) -> list[str]:
    """Values and files that the question does not mention."""
    said = fold(f"{question.text} {question.normalised}")
    problems = [
        f"constraints: the question does not mention {value!r}; leave that filter out"
        for item in filters_of(read)
        for value in (item.value if isinstance(item.value, tuple) else (item.value,))
        if isinstance(value, str) and not any(fold(word) in said for word in _words(value))
    ]
    problems += [f"constraints: no file {item.path!r} is named" for item in read.all(SavePath) if item.path not in said]
    return problems


def _uncounted(read: Requirements, question: Question, profile: DatasetProfile) -> list[str]:
    """Numbers of rows and bins that the question does not state; the first one alone needs no number."""
    stated = {item.value for item in literals(question.normalised, profile) if not isinstance(item.value, bool)}
    counts = [("limit", item.n) for item in read.all(Limit) if item.n != 1]
    counts += [("sample", item.n) for item in read.all(Sample) if item.n is not None]
    counts += [("bins", item.n) for item in read.all(Bins) if item.n is not None]
    return [
        f"constraints: the question does not state the {kind} {number}; leave it out"
        for kind, number in counts
        if number not in stated
    ]


def _words(value: str) -> list[str]:
    """The words of a value; of a date, its year."""
    return [word for word in value.replace("-", " ").replace("_", " ").split() if len(word) > 1] or [value]


def filters_of(read: Requirements) -> list[Filter]:
    """Every condition, those inside an `any_of` too."""
    return [*read.all(Filter), *(item for group in read.all(AnyOf) for item in group.filters)]


def contradictions(
    read: Requirements, entry: IntentEntry | None, profile: DatasetProfile, matches: Sequence[Match]
) -> list[str]:
    """Where a reply contradicts the question's own words or the kind of analysis that was read before.

    A Query may rightly leave out what is named: how many items there are is a count of rows.
    """
    if read.query is not None:
        return []
    told = _unused(read, profile, matches)
    if entry is not None and not set(entry.analysis) & set(read.analysis):
        told.append(f"analysis: {entry.label} asks for one of {', '.join(entry.analysis)}")
    return told


def _unused(read: Requirements, profile: DatasetProfile, matches: Sequence[Match]) -> list[str]:
    used = _used(read, profile)
    return [
        f"the question names {column!r} (by {phrase!r}), which the reply does not use"
        for column, phrase in clearly_named(matches).items()
        if column not in used
    ]


def doubts(read: Requirements, question: Question, profile: DatasetProfile, matches: Sequence[Match]) -> list[str]:
    """What is worth asking about once: what the question states and the reply leaves out, and the other way round."""
    said = fold(question.normalised)
    told = [
        f"constraints: leave the chart out unless the question names a {wish.mark}"
        for wish in read.all(ChartWish)
        if wish.mark and wish.mark not in said
    ]
    linked = {match.column for match in matches}
    told += [
        f"nothing in the question seems to name {column!r}; leave it out unless it is meant"
        for column in dict.fromkeys((*read.metrics, *read.group_by))
        if linked and column not in linked
    ]
    if read.query is not None:
        told += [*_unused(read, profile, matches), *_unfounded(read.query, question, profile)]
    stated = left_out(read, question, profile, matches)
    return [*(f"the question states {phrase!r}, which nothing in the reply uses" for phrase in stated), *told]


def _unfounded(query: Query, question: Question, profile: DatasetProfile) -> list[str]:
    """Values and limits of a Query that the question does not state; both may be meant all the same."""
    values = [value for value, _ in unmentioned(query, question, profile)]
    stated = {item.value for item in literals(question.normalised, profile)}
    limits = [item.n for item in parts_of(language.Limit, query) if item.n != 1 and item.n not in stated]
    told = [f"sql: the question does not mention {value!r}; is that condition meant?" for value in values]
    return [
        *told,
        *(f"sql: the question does not state the limit {n}; leave it out unless it is meant" for n in limits),
    ]


def _used(read: Requirements, profile: DatasetProfile) -> set[str]:
    derived = {name for item in read.all(Derive) for name in item.columns}
    asked = frame_columns(read.query, profile)
    return {*read.columns, *(item.column for item in filters_of(read)), *derived, *asked}


def clearly_named(matches: Sequence[Match]) -> dict[str, str]:
    """The columns that the question names beyond doubt, each with the phrase."""
    return {
        match.column: match.phrase
        for match in matches
        if match.kind in _NAMING and match.score >= CLEARLY and not match.dominated and match.value is None
    }


def least_items(question: Question, profile: DatasetProfile, matches: Sequence[Match]) -> dict[str, int]:
    """Fields that can not be empty: a question without numbers that names a measure does not only filter by it."""
    named = [profile.by_name[name] for name in clearly_named(matches)]
    if literals(question.normalised, profile):
        return {}
    grouping = [column for column in named if column.kind in ("categorical", "ordinal", "geographic", "boolean")]
    return {
        **({"metrics": 1} if any(column.metric for column in named) else {}),
        **({"group_by": 1} if grouping else {}),
    }


def _links(matches: Sequence[Match], used: set[str]) -> tuple[Link, ...]:
    """How the phrases that name the columns in use were read."""
    found = {match.phrase: to_link(match) for match in matches if match.column in used and not match.dominated}
    return tuple(found.values())
