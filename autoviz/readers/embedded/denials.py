"""Denials: values that a question leaves out (not from Japan, without 8 cylinders, Brenn not counted) are left out.

A network that hears a value and not the word before it answers the very opposite of what was asked, so what stands
within reach of a negation is held against what was read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autoviz.linking.flag_phrases import LEFT_OUT, NEGATIONS, REACH, SHORTEST, FlagPhrase, flag_phrases, flag_values
from autoviz.linking.links import STRONG, Match, link
from autoviz.linking.names import derives
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Link, Requirements
from autoviz.query.language import Call, Column, Constant, Expr, Named, When, all_of, columns_of, conjuncts, parts_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_LEAVING = NEGATIONS | {"besides", "ignoring", "ignore", "omitting", "omit", "outside", "neither", "nor"}
_PAIRS = frozenset({
    ("other", "than"), ("apart", "from"), ("aside", "from"), ("leaving", "out"), ("leave", "out"), ("all", "but"),
    ("everything", "but"), ("everyone", "but"), ("anything", "but"), ("anyone", "but"),
})  # fmt: skip
_BEHIND = re.compile(rf"\s*(?:\w+\s+)?(?:(?:is|are|being) )?{LEFT_OUT}\b")
_NO_DENIAL = frozenset({"only", "just", "merely", "simply", "until", "more", "less", "fewer", "least", "most", "all"})
"""Behind a "not" these say something else: not only, not until, not all."""
_STOPS = frozenset({"but", "than", "only", "and", "while", "whereas", "with", "where", "when", "whose", "although"})
_JOINING = frozenset({"and", "or", "nor"})
_ASKING = frozenset({"why", "is", "are", "was", "were", "do", "does", "did", "has", "have", "can", "could", "should"})
"""What is asked with one of these and a "not" at once leaves nothing out: why do not cars from Japan."""


def with_denials(text: str, reading: Reading, profile: DatasetProfile, links: Sequence[Link]) -> Reading:
    """A reading whose conditions leave out the values that the question leaves out; the links say where they stand."""
    heard = Heard(text, words(text), (*links, *_found(text, profile)))
    unmarked = _unmarked(text, heard, profile) if heard.denies else {}
    if unmarked:
        return reading.each(lambda asked: _denied(_without_marks(asked, unmarked), heard, profile))
    phrases = [_as_left_out(one, text) for one in flag_phrases(text, profile, vocabulary(profile))]
    said = {one.column: one for one in reversed(phrases)}
    both = {one.column for one in phrases if one.value != said[one.column].value}
    taken = [match for match in link(text, profile) if match.value is None and match.score >= STRONG]
    denied = {
        name: one
        for name, one in said.items()
        if name not in both and _is_no(one, profile) and not any(_takes(match, one) for match in taken)
    }
    if not heard.denies:
        return reading.each(lambda asked: _as_said(_not_spread(asked, said), denied))
    return reading.each(lambda asked: _denied(_turned_round(asked, denied), heard, profile))


def _found(text: str, profile: DatasetProfile) -> Iterator[Link]:
    """The words for values that no network may have linked: France of the codes GER and FRA."""
    for match in link(text, profile):
        if match.value is not None:
            yield Link(phrase=match.phrase, target=match.column, kind="value", score=match.score, value=match.value)


def _unmarked(text: str, heard: Heard, profile: DatasetProfile) -> dict[str, Scalar]:
    """Columns that hold one mark or nothing, such as X for what was cancelled, which the question names to leave out
    what is marked → the mark."""
    marks = {
        column.name: column.values[0]
        for column in profile.columns
        if column.missing and column.distinct == len(column.values) == 1 and isinstance(column.values[0], str)
    }
    named: dict[str, list[Link]] = {}
    for match in link(text, profile) if marks else ():
        if match.column in marks and match.score >= STRONG:
            said = Link(phrase=match.phrase, target=match.column, kind="value", score=1, value=marks[match.column])
            named.setdefault(match.column, []).append(said)
    return {
        name: marks[name]
        for name, links in named.items()
        if Heard(text, heard.spoken, tuple(links)).leaves_out((marks[name],), ())
    }


def _without_marks(asked: Requirements, unmarked: Mapping[str, Scalar]) -> Requirements:
    """Requirements of the rows that have no mark, where those that have one were read, or all."""
    query = asked.query
    if query is None:
        read = {item.column: item for item in asked.all(Filter)}
        others = tuple(item for item in asked.constraints if not (isinstance(item, Filter) and item.column in unmarked))
        free = [name for name in unmarked if name in read or name not in asked.named]
        return asked.replaced(constraints=(*others, *(Filter(column=name, op="is null") for name in free)))
    if query.source is not None:
        return asked
    tests = [test for test in conjuncts(query.where) if not set(columns_of(test)) & set(unmarked)]
    free = [name for name in unmarked if name not in columns_of(query.replaced(where=None))]
    tests += [Call(op="is null", args=(Column(name=name),)) for name in free]
    return asked.replaced(query=query.replaced(where=all_of(tests)))


def _takes(match: Match, phrase: FlagPhrase) -> bool:
    """Whether the words for a flag are those of another column: unpaid_amount."""
    return match.column != phrase.column and match.start < phrase.end and phrase.start < match.end


def _is_no(phrase: FlagPhrase, profile: DatasetProfile) -> bool:
    """Whether a word says that something is not so: unpaid, inactive, still to be paid."""
    values = flag_values(profile.by_name[phrase.column])
    return values is not None and phrase.value == values[1]


def _as_said(asked: Requirements, denied: Mapping[str, FlagPhrase]) -> Requirements:
    """Requirements with the no of each flag that the question denies by a word, where its yes was read or both are
    told: unpaid bills are none of those that were paid."""
    query = asked.query
    if not denied:
        return asked
    if query is None:
        others = tuple(item for item in asked.constraints if not (isinstance(item, Filter) and item.column in denied))
        stated = tuple(Filter(column=name, op="=", value=phrase.value) for name, phrase in denied.items())
        groups = tuple(name for name in asked.group_by if name not in denied)
        return asked.replaced(group_by=groups, constraints=(*others, *stated))
    tests = [_said_test(test, denied) for test in conjuncts(query.where)]
    if query.source is None:
        unread = [name for name in denied if name not in columns_of(query)]
        tests += [_is(Column(name=name), denied[name].value) for name in unread]
    made = remeasured(query, lambda item: _measured_as_said(item, denied))
    return asked.replaced(query=made.replaced(where=all_of(tests)))


def _as_left_out(phrase: FlagPhrase, text: str) -> FlagPhrase:
    """The other value of a flag that words behind it leave out: cancelled ones excluded."""
    left_out = _BEHIND.match(text.lower()[phrase.end :]) is not None
    return replace(phrase, value=phrase.other, other=phrase.value) if left_out else phrase


def _turned_round(asked: Requirements, denied: Mapping[str, FlagPhrase]) -> Requirements:
    """Requirements in which rows are kept by the no of a flag that is denied, where its yes was read: excluding
    cancelled flights."""
    query = asked.query
    if query is not None:
        where = all_of([_said_test(test, denied) for test in conjuncts(query.where)])
        return asked if where == query.where else asked.replaced(query=query.replaced(where=where))
    return asked.replaced(constraints=tuple(_said_filter(item, denied) for item in asked.constraints))


def _said_filter(item: Any, denied: Mapping[str, FlagPhrase]) -> Any:
    if not isinstance(item, Filter) or item.column not in denied or item.op not in ("=", "!="):
        return item
    return item.replaced(op="=", value=denied[item.column].value)


def _measured_as_said(item: Named, denied: Mapping[str, FlagPhrase]) -> Named | None:
    """A share of what was paid as one of what was not."""

    def said(part: Any) -> Any:
        return part.replaced(condition=_said_test(part.condition, denied)) if isinstance(part, When) else None

    made = rewritten(item.expr, said)
    return None if made == item.expr else Named(name=name_of(made), expr=made)


def _is(flag: Column, value: Scalar) -> Call:
    return Call(op="=", args=(flag, Constant(value=value)))


def _said_test(test: Any, denied: Mapping[str, FlagPhrase]) -> Any:
    match test:
        case Column(name=name) if name in denied:
            return Call(op="not", args=(test,))
        case Call(op="=" | "!=", args=(Column(name=name) as flag, Constant())) if name in denied:
            return _is(flag, denied[name].value)
    return test


def _not_spread(asked: Requirements, said: Mapping[str, FlagPhrase]) -> Requirements:
    """Requirements in which the no of one flag, said by its own word, is not taken for that of another too: of
    unresolved calls those that were transferred."""
    query = asked.query
    tests = conjuncts(query.where) if query is not None else ()
    flags = {test: one for test in tests if (one := _tested(test, said)) is not None}
    if query is None or not any(one.score < 1 and test.args[1].value == one.value for test, one in flags.items()):
        return asked
    kept = [
        Call(op="=", args=(test.args[0], Constant(value=flags[test].value)))
        if test in flags and flags[test].score == 1
        else test
        for test in tests
    ]
    return asked.replaced(query=query.replaced(where=all_of(kept)))


def _tested(test: Any, said: Mapping[str, FlagPhrase]) -> FlagPhrase | None:
    """What the question says of the flag that is held against one of its values."""
    match test:
        case Call(op="=", args=(Column(name=name), Constant())) if name in said:
            return said[name]
    return None


@dataclass(frozen=True)
class Heard:
    """The words of a question, and which phrases of it were linked to values."""

    text: str
    spoken: tuple[Word, ...]
    links: tuple[Link, ...]

    @property
    def denies(self) -> bool:
        """Whether any word leaves something out."""
        return any(map(self._leaves_out, range(len(self.spoken)))) or bool(_BEHIND.search(self.text.lower()))

    def leaves_out(self, values: Sequence[Scalar], others: Sequence[Scalar]) -> bool:
        """Whether every place of the question that writes these values stands behind a negation of its own, or goes on
        with the list that one begins: neither Germany nor France, not from Germany, France or Spain."""
        places = [self._places(value) for value in values]
        ends = {at for other in others if other not in values for place in self._places(other) for at in place}
        left_out: list[tuple[int, int]] = []
        for place in sorted({place for found in places for place in found}):
            if not self._reached(*place, ends) and not (left_out and self._goes_on(left_out, place)):
                return False
            left_out.append(place)
        return all(places) and bool(values)

    def _goes_on(self, listed: Sequence[tuple[int, int]], place: tuple[int, int]) -> bool:
        """Whether nothing stands between the end of a list and what may be its next member but what joins the two."""
        between = {word.lower for word in self.spoken[listed[-1][1] + 1 : place[0]]}
        before = self.spoken[listed[0][0] - 1].lower
        return between <= {*_JOINING, before}

    def _places(self, value: Scalar) -> list[tuple[int, int]]:
        phrases = {str(value), *(link.phrase for link in self.links if link.value is not None and link.value == value)}
        if isinstance(value, float) and value.is_integer():
            phrases.add(str(int(value)))
        runs = [tuple(word.lower for word in words(phrase)) for phrase in phrases]
        said = [word.lower for word in self.spoken]
        return [
            (at, at + len(run) - 1)
            for run in runs
            if run
            for at in range(len(said) - len(run) + 1)
            if all(map(_is_akin, said[at : at + len(run)], run))
        ]

    def _reached(self, first: int, last: int, ends: set[int]) -> bool:
        if _BEHIND.match(self.text.lower()[self.spoken[last].end :]):
            return True
        for at in range(first - 1, max(first - 2 - REACH, -1), -1):
            between = self.text[self.spoken[at].end : self.spoken[at + 1].start]
            if re.search(r"[,;:.?!()]", between) or at in ends:
                return False
            if self._leaves_out(at):  # no parasites on Bajo: there are none of what stands behind a "no"
                return self.spoken[at].lower != "no" or at == first - 1
            if self.spoken[at].lower in _STOPS:
                return False
        return False

    def _leaves_out(self, at: int) -> bool:
        word = self.spoken[at].lower
        before = self.spoken[at - 1].lower if at else ""
        if (before, word) in _PAIRS:
            return True
        following = self.spoken[at + 1].lower if at + 1 < len(self.spoken) else ""
        asked = at > 0 and all(one.lower in _ASKING for one in self.spoken[:at])
        return word in _LEAVING and following not in _NO_DENIAL and before != "or" and not asked


def _is_akin(said: str, own: str) -> bool:
    """Whether a word is one of a value's, in whatever form: who did not finish has not Finished."""
    return said == own or (min(len(said), len(own)) >= SHORTEST and derives(said, own))


def _denied(asked: Requirements, heard: Heard, profile: DatasetProfile) -> Requirements:
    filters = tuple(_turned(item, heard, asked, profile) for item in asked.constraints)
    query = asked.query
    if query is None:
        return asked.replaced(constraints=filters)
    tests = (*conjuncts(query.where), *(part.condition for part in parts_of(When, query.measures)))
    others = [value for test in tests for _, values in [_held(test)] for value in values]

    def turned(part: Any) -> Any:
        if not isinstance(part, When):
            return None
        return part.replaced(condition=_test(part.condition, heard, others, profile))

    def measured(item: Named) -> Named | None:
        """A share of those who did not finish as one of what is not Finished."""
        expr = rewritten(item.expr, turned)
        return None if expr == item.expr else Named(name=name_of(expr), expr=expr)

    where = all_of([_test(test, heard, others, profile) for test in conjuncts(query.where)])
    return asked.replaced(constraints=filters, query=remeasured(query, measured).replaced(where=where))


def _turned(item: Any, heard: Heard, asked: Requirements, profile: DatasetProfile) -> Any:
    if not isinstance(item, Filter) or item.op not in ("=", "in") or _is_flag(item.column, profile):
        return item
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    others = [value for other in asked.all(Filter) for value in _listed(other.value) if value not in values]
    if not heard.leaves_out(values, others):
        return item
    return item.replaced(op="!=" if item.op == "=" else "not in")


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _held(test: Expr) -> tuple[str, tuple[Scalar, ...]]:
    """The column that a condition holds against values, and these values."""
    match test:
        case Call(op="=" | "in", args=(Column(name=name), *rest)) if all(isinstance(arg, Constant) for arg in rest):
            return name, tuple(arg.value for arg in rest if isinstance(arg, Constant))
    return "", ()


def _test(test: Expr, heard: Heard, others: Sequence[Scalar], profile: DatasetProfile) -> Expr:
    name, values = _held(test)
    apart = [value for value in others if value not in values]
    if not values or _is_flag(name, profile) or not heard.leaves_out(values, apart):
        return test
    assert isinstance(test, Call)
    return test.replaced(op="!=") if test.op == "=" else Call(op="not", args=(test,))


def _is_flag(name: str, profile: DatasetProfile) -> bool:
    """Whether a column says yes or no: a "not" before it is heard in the value."""
    return name in profile.by_name and flag_values(profile.by_name[name]) is not None
