"""Asked units: a time that a column keeps in seconds or minutes, told in the hours that a question asks for."""

from __future__ import annotations

from collections.abc import Iterator

from autoviz.linking.links import link
from autoviz.linking.quantities import quantities
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Call, Column, Constant, Expr, Named
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured
from autoviz.writings.unit_words import TIMES, factor_between, unit_named

_UNITS = TIMES[:4]
_PERIOD = frozenset({"per", "by", "each", "every", "last", "past", "next", "first", "previous", "of", "these", "those"})
"""Words before a unit that make it a period or a part of one."""
_FUNCS = ("sum", "mean", "median", "min", "max")


def in_asked_unit(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading whose one time is told in the unit of time that the question names, where its column has another."""
    said = {*_units_said(question, profile)}
    asked = reading.requirements
    queries = meant_queries(asked, profile) if len(said) == 1 else ()
    if len(queries) != 1 or queries[0].source is not None or queries[0].having or queries[0].kept or queries[0].then:
        return reading
    query, unit = queries[0], said.pop()
    match [_undivided(item.expr) for item in query.measures]:
        case [(Aggregate(func=func, args=(Column(name=name) as column,)) as total, divided)] if func in _FUNCS:
            own = profile.by_name[name].unit if name in profile.by_name else ""
            by = factor_between(unit, own) if own in TIMES and own != unit else None
            if by is not None and by > 1 and divided in (None, by):
                told = total.replaced(args=(Call(op="/", args=(column, Constant(value=round(by)))),))
                measure = Named(name=name_of(told), expr=told)
                changed = remeasured(query, lambda _: measure)
                return reading.replaced(requirements=as_query(asked, changed), alternatives=())
    return reading


def _undivided(expr: Expr) -> tuple[Expr, Scalar]:
    """A measure, and by which number it is divided, if by any."""
    match expr:
        case Call(op="/", args=(Aggregate() as total, Constant(value=by))):
            return total, by
    return expr, None


def _units_said(question: str, profile: DatasetProfile) -> Iterator[str]:
    """The units of time that are asked for: no periods, no bounds, no names of columns."""
    taken = [(one.start, one.end) for one in quantities(question)]
    taken += [(match.start, match.end) for match in link(question, profile) if match.value is None and match.score >= 1]
    said = words(question)
    for at, word in enumerate(said):
        unit = unit_named(word.lower) if word.lower.endswith("s") else None
        before = said[at - 1].lower if at else ""
        named = any(start <= word.start < end for start, end in taken)
        if unit in _UNITS and before not in _PERIOD and not before.isdigit() and not named:
            yield str(unit)
