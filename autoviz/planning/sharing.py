"""Sharing: a value that several columns have, looked for in the one that the words around it mean; the others told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.linking.candidates import candidates
from autoviz.linking.lexicon import function_words
from autoviz.linking.names import derives, forms, positive, split_name
from autoviz.linking.text import Word, words
from autoviz.linking.value_index import value_index
from autoviz.listing import few, listed
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Constraint, Filter, Requirements
from autoviz.profile.date_roles import ROLE_WORDS, role_of
from autoviz.profile.flags import FALSE, TRUE
from autoviz.query.language import Call, Column, Constant, Named, Query, all_of, columns_of, conjuncts, parts_of
from autoviz.query.rewriting import rekeyed, rewritten

_AT_PLACES = frozenset({"in", "from", "to", "at", "near", "into", "within"})
_TESTS = ("=", "!=", "in", "not in")
_BEFORE = 2
_BEHIND = 0.5
"""How likely the same in another column is, beside the one that is taken."""
_ANSWERS = frozenset({*TRUE, *FALSE})
_LISTED = 3


@dataclass(frozen=True)
class _Held:
    """Texts that a condition holds against a column."""

    column: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class _Place:
    """Where in a question a value stands that some columns share."""

    spoken: Sequence[Word]
    at: tuple[int, int]
    columns: tuple[str, ...]

    @property
    def around(self) -> list[Word]:
        """The other words."""
        return [word for word in self.spoken if not self.at[0] <= word.start < self.at[1]]

    def said_once(self, value: str) -> bool:
        """Whether the question says the value no second time."""
        first = split_name(value)[:1]
        return sum(split_name(word.text)[:1] == first for word in self.spoken) < 2

    def named(self) -> str | None:
        """The column that has a word of the question, the nearest to the value, in its name and the others have not."""
        shared = set.intersection(*(set(split_name(name)) for name in self.columns))
        far = {
            name: abs(word.start - self.at[0])
            for name in self.columns
            for word in sorted(self.around, key=lambda word: -abs(word.start - self.at[0]))
            if any(_alike(said, own) for own in set(split_name(name)) - shared for said in split_name(word.text))
        }
        return min(far, key=lambda name: far[name], default=None)

    def likely(self, profile: DatasetProfile) -> str | None:
        """The column that the small words before the value speak for: where something comes from, or a place."""
        before = {word.lower for word in [word for word in self.around if word.start < self.at[0]][-_BEFORE:]}
        before &= function_words()
        roles = [role for role in ("start", "end") if before & ROLE_WORDS[role]]
        fitting = [name for name in self.columns if len(roles) == 1 and role_of(name) == roles[0]]
        if not fitting and before & _AT_PLACES:
            fitting = [name for name in self.columns if profile.by_name[name].meaning == "place"]
        return fitting[0] if len(fitting) == 1 else None


def in_meant_columns(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading with each shared value in the likelier of the columns that have it, and the others as alternatives."""
    reading = reading.each(lambda asked: _in_own_columns(asked, profile))
    reading = reading.replaced(requirements=_ungrouped(reading.requirements, words(question)))
    shared = dict(_shared(reading.requirements, profile))
    found = candidates(question, profile).texts if shared else ()
    for held, others in shared.items():
        at = next(((one.start, one.end) for one in found if one.value == held.values[0]), None)
        if at is not None:
            place = _Place(words(question), at, (held.column, *others))
            reading = _settled(reading, held, place, profile)
    return reading


def _in_own_columns(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The requirements with texts that a column does not have held against the one column that has them."""
    query = asked.query
    if query is not None and isinstance(query.source, Query):
        inner = _in_own_columns(asked.replaced(query=query.source), profile)
        return inner.replaced(query=_of_source(query, query.source, inner.query)) if inner.query else asked
    index = value_index(profile)
    for held in tuple(_conditions(asked)):
        hits = index.written(list(held.values))
        having = [{index.columns[index.column(number)].column for number in numbers} for numbers in hits.values()]
        known = held.column in profile.by_name and profile.by_name[held.column].values
        if not known or len(having) < len(set(held.values)) or any(held.column in names for names in having):
            continue
        others = set.intersection(*having)
        if len(others) == 1:
            other = others.pop()
            asked = _grouped_as(_moved(asked, held, other), held, other)
    return asked


def _grouped_as(asked: Requirements, held: _Held, column: str) -> Requirements:
    """Groups by the column that several values were held against as groups by the one that has them."""
    if asked.query is None or len(held.values) < 2:
        return asked
    own = Named(name=column, expr=Column(name=column))
    by = rekeyed(asked.query, lambda item: own if item.expr == Column(name=held.column) else None)
    return asked.replaced(query=by)


def _of_source(query: Query, before: Query, source: Query) -> Query:
    """A Query of another one, whose keys may be called otherwise by now."""
    pairs = zip(before.by, source.by, strict=True)
    keys = {old.name: Column(name=new.name) for old, new in pairs if old.name != new.name}

    def renamed(item: Named) -> Named | None:
        match item.expr:
            case Column(name=name) if name in keys:
                return Named(name=keys[name].name, expr=keys[name])
        return None

    return rekeyed(query.replaced(source=source), renamed)


def _settled(reading: Reading, held: _Held, place: _Place, profile: DatasetProfile) -> Reading:
    """The reading with the value in the column that is named, or in the likeliest with a word on the others."""
    named = place.named()
    taken = named or place.likely(profile) or held.column
    asked = reading.requirements
    twice = [one for one in _conditions(asked) if one.values == held.values and one.column in place.columns]
    if len(twice) > 1 and place.said_once(held.values[0]):
        for one in twice:
            asked = asked if one == held else _without(asked, one)
    others = [name for name in place.columns if name != taken]
    moved = _moved(asked, held, taken)
    if named is None:
        text = listed([repr(value) for value in held.values])
        told = f"{text} is looked for in {taken}; {listed(few(others, _LISTED), 'or')} would be another."
        moved = moved.assuming(told)
    offered = tuple(
        Alternative(requirements=_moved(asked, held, other), confidence=reading.confidence * _BEHIND)
        for other in others[:_LISTED]
    )
    return reading.replaced(requirements=moved, alternatives=(*reading.alternatives, *offered))


def _ungrouped(asked: Requirements, spoken: Sequence[Word]) -> Requirements:
    """Fields without groups by a column of which nothing is said but a value that other rows are kept by."""
    said = {form for word in spoken for part in split_name(word.text) for form in forms(part)}
    kept = {value: one.column for one in _conditions(asked) for value in one.values}
    links = [link for link in asked.links if isinstance(link.value, str)]
    valued = {link.target for link in links if kept.get(str(link.value), link.target) != link.target}
    groups = tuple(name for name in asked.group_by if name not in valued or set(split_name(name)) <= said)
    if asked.query is not None or groups == asked.group_by:
        return asked
    if groups:
        return asked.replaced(group_by=groups)
    labels = tuple("total" if label == "compare" else label for label in asked.analysis)
    return asked.replaced(group_by=(), analysis=labels, outputs=("table",))


def _shared(asked: Requirements, profile: DatasetProfile) -> Iterator[tuple[_Held, tuple[str, ...]]]:
    """The conditions on texts that other columns have too, with those columns; one that is grouped by has its part.

    Yes and no are answers and no names: each column has its own.
    """
    index = value_index(profile)
    keys = {*asked.group_by, *(columns_of(asked.query.by) if asked.query is not None else ())}
    for held in _conditions(asked):
        hits = index.written(list(held.values))
        having = [{index.columns[index.column(number)].column for number in numbers} for numbers in hits.values()]
        if len(having) == len(set(held.values)) and held.column in set.intersection(*having):
            others = set.intersection(*having) - {held.column} - keys
            if others and not {value.casefold() for value in held.values} <= _ANSWERS:
                yield held, tuple(name for name in profile.names if name in others)


def _conditions(asked: Requirements) -> Iterator[_Held]:
    """What texts are held against which columns, by fields or by a Query."""
    if asked.query is None:
        for item in asked.constraints:
            yield from _held_by(item)
        return
    for part in parts_of(Call, asked.query.where):
        if part.op in _TESTS and isinstance(part.args[0], Column):
            yield from _held(part.args[0].name, (getattr(other, "value", None) for other in part.args[1:]))


def _held(column: str, values: Iterable[Any]) -> Iterator[_Held]:
    texts = tuple(values)
    if texts and all(isinstance(value, str) for value in texts):
        yield _Held(column, texts)


def _moved(asked: Requirements, held: _Held, column: str) -> Requirements:
    """The requirements with the same texts held against another column."""
    if column == held.column:
        return asked
    links = tuple(
        link.replaced(target=column, alternative=held.column)
        if link.target == held.column and link.value in held.values
        else link
        for link in asked.links
    )
    asked = asked.replaced(links=links)
    if asked.query is None:
        changed = (
            item.replaced(column=column) if held in _held_by(item) else item
            for item in asked.constraints
        )
        return asked.replaced(constraints=tuple(changed))
    where = rewritten(
        asked.query.where,
        lambda part: part.replaced(args=(Column(name=column), *part.args[1:])) if _holds(part, held) else None,
    )
    return asked.replaced(query=asked.query.replaced(where=where))


def _without(asked: Requirements, held: _Held) -> Requirements:
    if asked.query is None:
        constraints = tuple(item for item in asked.constraints if held not in _held_by(item))
        return asked.replaced(constraints=constraints)
    where = all_of([part for part in conjuncts(asked.query.where) if not _holds(part, held)])
    return asked.replaced(query=asked.query.replaced(where=where))


def _held_by(item: Constraint) -> Iterator[_Held]:
    if isinstance(item, Filter) and item.op in _TESTS:
        yield from _held(item.column, item.value if isinstance(item.value, tuple) else (item.value,))


def _holds(part: Any, held: _Held) -> bool:
    texts = tuple(Constant(value=value) for value in held.values)
    return isinstance(part, Call) and part.op in _TESTS and part.args == (Column(name=held.column), *texts)


def _alike(word: str, own: str) -> bool:
    """Whether two words have one stem: billed and billing, win and winner."""
    if word in function_words():
        return False
    return bool(forms(word) & (forms(own) | positive(own))) or derives(word, own)
