"""Strictness: whether a bound belongs to what it bounds, as the words before its number say.

Whoever is older than 5 is not 5, and whoever has at least 5 may have just 5; a reader hears which way a bound goes more
surely than whether it is met.
"""

from __future__ import annotations

from typing import Any

from autoviz.linking.quantities import inclusive
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Call, Constant, Query
from autoviz.query.rewriting import rewritten

_MET = {">": ">=", "<": "<="}
_STRICT = {met: strict for strict, met in _MET.items()}
_PLACES = ("where", "having", "measures", "then")


def as_strict(reading: Reading, question: str) -> Reading:
    """A reading whose bounds are met or passed, as the question says of each."""
    said = inclusive(question)
    return reading.each(lambda asked: _bounded(asked, said)) if said else reading


def _bounded(asked: Requirements, said: dict[float, bool]) -> Requirements:
    kept = tuple(
        item.replaced(op=_op(item.op, item.value, said)) if isinstance(item, Filter) else item
        for item in asked.constraints
    )
    query = None if asked.query is None else _in_query(asked.query, said)
    return asked if (kept, query) == (asked.constraints, asked.query) else asked.replaced(constraints=kept, query=query)


def _in_query(query: Query, said: dict[float, bool]) -> Query:
    def tested(part: Any) -> Any:
        match part:
            case Call(op=op, args=(measured, Constant(value=value))) if _op(op, value, said) != op:
                return Call.model_validate({"op": _op(op, value, said), "args": (measured, Constant(value=value))})
        return None

    source = _in_query(query.source, said) if isinstance(query.source, Query) else query.source
    return query.replaced(source=source, **{place: rewritten(getattr(query, place), tested) for place in _PLACES})


def _op(op: str, value: Any, said: dict[float, bool]) -> str:
    met = said.get(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return op if met is None else (_MET if met else _STRICT).get(op, op)
