"""As named: a column that no word of the question calls gives way to the one that a word calls and nothing reads."""

from __future__ import annotations

from typing import Any

from autoviz.linking.links import Match, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Aggregate, Column, Named, Query, When, columns_of, parts_of, plain_names
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, remeasured, rewritten

CALLED = 0.6
"""A link of at least this score names its column, if only in short: teacher is tchr, building is BLDG_ID."""


def as_named(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading in which the one column that is named and left out stands where one stands that nobody named."""
    return reading.each(lambda asked: _named(question, _by_other_names(question, asked, profile), profile))


def _by_other_names(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements without groups by a column that is said only within the name of what is measured: the price per
    tray is not one for each number of trays."""
    matches = link(question, profile)
    measured = [match for match in matches if match.column in {*asked.metrics, *_measured(asked)}]
    names = [match for match in measured if match.value is None and not match.dominated]
    keys = {*asked.group_by, *_keys(asked)} - {name.column for name in names}
    said = {key: [one for one in matches if one.column == key] for key in keys}
    unsaid = {key for key, many in said.items() if many and all(_is_inside(one, names) for one in many)}
    if not unsaid:
        return asked
    if asked.query is None:
        return asked.replaced(group_by=tuple(key for key in asked.group_by if key not in unsaid))
    if unsaid & {*asked.query.shown, *columns_of((asked.query.having, asked.query.then, asked.query.kept))}:
        return asked  # what is told of each group is one of its own
    by = tuple(item for item in asked.query.by if set(columns_of(item.expr)).isdisjoint(unsaid))
    order = tuple(item for item in asked.query.order if set(columns_of(item.expr)).isdisjoint(unsaid))
    return asked.replaced(query=asked.query.replaced(by=by, order=order))


def _is_inside(match: Match, names: list[Match]) -> bool:
    return any(name.start <= match.start and match.end <= name.end for name in names)


def _measured(asked: Requirements) -> tuple[str, ...]:
    return columns_of(asked.query.measures) if asked.query is not None else ()


def _keys(asked: Requirements) -> tuple[str, ...]:
    """The columns that stand as keys of their own."""
    return tuple(plain_names(item.expr for item in asked.query.by)) if asked.query is not None else ()


def _named(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    matches = link(question, profile)
    read = {*asked.named, *columns_of(asked.query)} & profile.by_name.keys()
    unsaid = read - {match.column for match in matches}
    taken = [match for match in matches if match.column in read]
    left = {match.column: match.phrase for match in matches if _names(match, taken) and match.column not in read}
    left = {name: phrase for name, phrase in left.items() if not profile.tells_apart(name)}  # drops are the rows
    pairs = [(old, new) for old in unsaid for new in left if _alike(old, new, profile)]
    if len(pairs) != 1:
        return asked
    old, new = pairs[0]
    made = _of_other(asked, old, new)
    if made == asked or old in made.named or old in columns_of(made.query):
        return asked
    told = {name: [word for word in getattr(made, name) if word != left[new]] for name in ("unused", "not_found")}
    return made.replaced(**{name: tuple(kept) for name, kept in told.items()})


def _names(match: Match, others: list[Match]) -> bool:
    """Whether words that mean nothing else name a column."""
    apart = not any(other.start < match.end and match.start < other.end for other in others)
    return match.value is None and match.kind != "type" and match.score >= CALLED and apart


def _alike(one: str, other: str, profile: DatasetProfile) -> bool:
    """Whether two columns can play the same part: both are measured, or both tell groups apart."""
    first, second = profile.by_name[one], profile.by_name[other]
    return "temporal" not in (first.kind, second.kind) and first.metric == second.metric


def _of_other(asked: Requirements, old: str, new: str) -> Requirements:
    """The same by another column, or with another one measured; itself where rows are kept by the old one."""
    if asked.query is not None:
        return asked.replaced(query=_query_of_other(asked.query, old, new))
    return asked if any(item.column == old for item in asked.all(Filter)) else asked.renamed(old, new)


def _query_of_other(query: Query, old: str, new: str) -> Query:
    def other(part: Any) -> Any:
        return Column(name=new) if part == Column(name=old) else None

    def keyed(item: Named) -> Named | None:
        return Named(name=new, expr=Column(name=new)) if item.expr == Column(name=old) else None

    def measured(item: Named) -> Named | None:
        totals = tuple(parts_of(Aggregate, item.expr))
        tests = (*(part.where for part in totals), *(part.condition for part in parts_of(When, item.expr)))
        if old in columns_of(tests) or old not in columns_of(totals):
            return None  # what one column is held against is no value of another
        made = rewritten(item.expr, other)
        return Named(name=name_of(made), expr=made)

    return remeasured(rekeyed(query, keyed), measured)
