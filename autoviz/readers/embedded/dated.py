"""Dated: the one span of time that a question is about, taken out of its words and kept as a condition.

Dates are linked, not learned: the calendar says where a span begins and ends, so that whoever reads the rest of the
question need not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from autoviz.linking.links import link
from autoviz.linking.moments import Moment, calendar_of, moments
from autoviz.linking.spans import ends
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.filters import condition_of
from autoviz.query.language import Call, Column, Constant, Expr, Named, Query, all_of, columns_of, conjuncts
from autoviz.query.language import Moment as Bound
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, rewritten

_BEFORE = re.compile(
    r"(?:\b(?:in|on|at|since|from|to|until|till|between|during|of|for|before|after|by|within|over|throughout|through"
    r"|as of|up to|the|year|ytd|dated|last|early|mid|late)|[,(–-])\s*$", re.IGNORECASE,
)  # fmt: skip
"""What a span of time hangs by: prepositions and articles."""


@dataclass(frozen=True)
class Dated:
    """A question without its span of time, and the condition that the span sets."""

    rest: str
    condition: Expr
    unnamed: frozenset[str] = frozenset()
    """The dates that the question does not name: what goes by one of them goes by that of the span."""

    def kept(self, query: Query) -> Query:
        """The Query over the rows of the span alone; of what has a date there, none is asked for that lacks it."""
        if isinstance(query.source, Query):
            return query.replaced(source=self.kept(query.source))
        lacking = [Call(op="is null", args=(Column(name=name),)) for name in columns_of(self.condition)]
        others = [part for part in conjuncts(query.where) if part not in lacking]
        return rekeyed(query, self._of_span).replaced(where=all_of([*others, self.condition]))

    def _of_span(self, key: Named) -> Named | None:
        """A key by a date that nobody named as one by that of the span: the weeks of June are of one date."""
        spanned = columns_of(self.condition)
        match key.expr:
            case Call(args=(unit, Column(name=name))) if name in self.unnamed and len(spanned) == 1:
                expr = key.expr.replaced(args=(unit, Column(name=spanned[0])))
                return Named(name=name_of(expr), expr=expr)
        return None


def dated(question: str, read: Requirements, profile: DatasetProfile) -> Dated | None:
    """The span of time of a question as `read` has it; None where there is none, or several that are told apart."""
    dates = {column.name for column in profile.of_kind("temporal")}
    filters = [item for item in read.all(Filter) if item.column in dates]
    rest = undated(question, profile) if len(filters) == 1 else None
    if not rest:
        return None
    named = {match.column for match in link(question, profile) if match.kind != "type" and not match.dominated}
    return Dated(rest, condition_of(tuple(filters), profile), frozenset(dates - named - {filters[0].column}))


def undated(question: str, profile: DatasetProfile) -> str | None:
    """A question without its one span of time; None where it has none, or several, or says nothing else."""
    found = sorted(moments(question, calendar_of(profile, question)), key=lambda one: one.start)
    if not _one_span(question, found):
        return None
    rest = f"{let_go(question[: found[0].start])} {question[found[-1].end :].lstrip(' )')}".strip()
    return rest if rest.strip(" ?.!") else None


def in_numbers(requirements: Requirements, profile: DatasetProfile) -> Requirements:
    """A Query's bounds on a column that has years in numbers as numbers, not as the first days of years, and its years
    as they are, not as those of a date."""
    query = requirements.query
    return requirements if query is None else requirements.replaced(query=_in_numbers(query, profile))


def _in_numbers(query: Query, profile: DatasetProfile) -> Query:
    source = _in_numbers(query.source, profile) if isinstance(query.source, Query) else query.source

    def plain(key: Named) -> Named | None:
        match key.expr:
            case Call(op="period", args=(Constant(value="year"), Column(name=name) as year)) if (
                name in profile.by_name and _has_years_in_numbers(profile.by_name[name])
            ):
                return Named(name=name, expr=year)
        return None

    return rekeyed(query.replaced(source=source, where=bounds_in_numbers(query.where, profile)), plain)


def _has_years_in_numbers(column: ColumnProfile) -> bool:
    return column.meaning == "year" and isinstance(column.minimum, int)


_WITHIN = (">=", "<", ">", "<=")


def bounds_in_numbers(condition: Any, profile: DatasetProfile) -> Any:
    """A condition with days as years in numbers where the column has these: of a year, its first day is held."""

    def changed(part: Any) -> Any:
        match part:
            case Call(op=op, args=(Column(name=name), Bound(at=at))) if name in profile.by_name:
                column, first = profile.by_name[name], at[4:10] == "-01-01"
                if _has_years_in_numbers(column) and (first or op in _WITHIN):
                    year = int(at[:4]) + (not first and op in (">=", "<"))
                    return part.replaced(args=(part.args[0], Constant(value=column.year_cell(year))))
        return None

    return rewritten(condition, changed)


def _one_span(question: str, found: list[Moment]) -> bool:
    """One moment, or two that a range lies between."""
    return len(found) == 1 or (len(found) == 2 and any(ends(question, found)))


def let_go(text: str) -> str:
    """The words before a span without those that it hangs by."""
    kept = text.rstrip()
    while (shorter := _BEFORE.sub("", kept).rstrip()) != kept:
        kept = shorter
    return kept
