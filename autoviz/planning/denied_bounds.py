"""Denied bounds: what a question leaves out by a bound is left out: orders excluding those under 10 cost 10 or more.

A network that hears the bound and not the word before it keeps the very rows that were to go.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

from autoviz.linking.flag_phrases import LEFT_OUT, flag_values
from autoviz.linking.form_reading import comparative_way, is_plural
from autoviz.linking.links import STRONG, link
from autoviz.linking.number_phrases import number_candidates
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Having, Requirements
from autoviz.query.language import Call, Constant, Query, columns_of
from autoviz.query.rewriting import rewritten
from autoviz.registry.followups import followups

_TURNED: Mapping[str, Any] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_LEAVING = (
    r"\b(?:exclud(?:e|es|ing)|except(?:ing)?(?: for)?|ignor(?:e|es|ing)|omit(?:s|ting)?|disregard(?:ing)?|without"
    r"|leav(?:e|es|ing) out|(?:not|without) (?:counting|including|considering)|other than|apart from|aside from)"
)
_THOSE = frozenset({"those", "these", "any", "anything", "anyone", "ones"})
_STOPPED = r"(?!(?:and|but|only|by|per|while|whereas)\b)"
_BETWEEN = rf"(?P<between>(?:\s+{_STOPPED}[\w'-]+){{0,5}}?)"
_LEFT_OUT = re.compile(rf"\s*(?:[\w'-]+\s+){{0,2}}?{LEFT_OUT}(?=\s*(?:$|[,;.?!]))", re.IGNORECASE)
"""What says so behind the number, and asks nothing: how many over 100 were not included in the offer."""


class _Denied(NamedTuple):
    """A number beyond or below which nothing is to be kept, which way it was said, and the words for what goes."""

    value: float
    up: bool
    start: int
    end: int


def with_denied_bounds(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that leaves out what lies within a bound, where the question says so and the reading keeps it; less
    sure where the rows that are to go are told by something else too."""
    denied = _denied(question)
    if not denied:
        return reading
    matches = [match for match in link(question, profile) if match.score >= STRONG]
    for one in denied:
        inner = [match for match in matches if one.start <= match.start and match.end <= one.end]
        others = {match.column for match in inner if match.value is not None or _is_of_rows(match.column, profile)}
        turned = reading.each(partial(_left_out, denied=one, others=others))
        reading = reading.doubted() if others and turned == reading else turned
    return reading


def _is_of_rows(name: str, profile: DatasetProfile) -> bool:
    """Whether a column tells something of rows, which may be what they go without: without a discount, over 200."""
    column = profile.by_name[name]
    return column.metric or flag_values(column) is not None


def _denied(question: str) -> list[_Denied]:
    """The numbers of a question that bound what it leaves out."""
    found = []
    for number in number_candidates(question):
        before, after = question[: number.start].rstrip("$€£ "), question[number.end :]
        hit, plain, later = _before().search(before), _bounded().search(before), _later().match(after)
        said = later["bound"] if later else plain["bound"] if plain else ""
        way = _ways().get(said.lower()) or (comparative_way(said.split()[0].lower()) if said else 0)
        if hit and way and not _lacks(hit):
            found.append(_Denied(number.value, way > 0, *hit.span("between")))
        elif plain and way and _LEFT_OUT.match(after):
            found.append(_Denied(number.value, way > 0, plain.start(), plain.start()))
    return found


def _lacks(hit: re.Match[str]) -> bool:
    """Whether rows are told by what they have none of, and not by others: without insurance, over 20 kg."""
    gone = hit["between"].lower().split()
    return hit[0].lower().startswith("without") and not any(word in _THOSE or is_plural(word) for word in gone)


@cache
def _ways() -> dict[str, int]:
    """Each phrase for a bound → which way it looks."""
    said = followups().words
    entries = chain(said.bounds.items(), said.bounds_after.items())
    return {phrase: 1 if op.startswith(">") else -1 for op, phrases in entries for phrase in phrases if op != "between"}


@cache
def _phrases() -> str:
    said = [phrase for op, phrases in followups().words.bounds.items() for phrase in phrases if op != "between"]
    return rf"\b(?:{'|'.join(map(re.escape, sorted(said, key=len, reverse=True)))}|[a-z]+er than)"


@cache
def _bounded() -> re.Pattern[str]:
    return re.compile(rf"(?P<bound>{_phrases()})$", re.IGNORECASE)


@cache
def _before() -> re.Pattern[str]:
    """What leaves out, what goes, and the bound right before the number, which may stand behind it too."""
    return re.compile(rf"{_LEAVING}{_BETWEEN}(?:\s+(?P<bound>{_phrases()}))?$", re.IGNORECASE)


@cache
def _later() -> re.Pattern[str]:
    said = [phrase for phrases in followups().words.bounds_after.values() for phrase in phrases]
    return re.compile(rf"\s+(?:[a-z]+\s+)?(?P<bound>{'|'.join(map(re.escape, said))})\b", re.IGNORECASE)


def _left_out(asked: Requirements, denied: _Denied, others: set[str]) -> Requirements:
    def turned(part: Any) -> Any:
        match part:
            case Call(op=op, args=(measured, Constant(value=value))) if _keeps(op, value, denied):
                return part.replaced(op=_TURNED[op]) if others <= {*columns_of(measured)} else None
        return None

    def within(query: Query) -> Query:
        if isinstance(query.source, Query):
            query = query.replaced(source=within(query.source))
        return query.replaced(where=rewritten(query.where, turned), having=rewritten(query.having, turned))

    def stated(item: Any) -> Any:
        match item:
            case Filter(column=name, op=op, value=value) | Having(metric=name, op=op, value=value):
                goes = others <= {name} and _keeps(op, value, denied)
                return item.replaced(op=_TURNED[op]) if goes else item
        return item

    asked = asked.replaced(constraints=tuple(map(stated, asked.constraints)))
    return asked if asked.query is None else asked.replaced(query=within(asked.query))


def _keeps(op: str, value: Any, denied: _Denied) -> bool:
    """Whether a condition keeps the rows that the question leaves out."""
    if op not in _TURNED or isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return op.startswith(">") == denied.up and float(value) == denied.value
