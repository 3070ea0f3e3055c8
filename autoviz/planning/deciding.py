"""Deciding: a claim that a Query decides by itself, told with the numbers that decide it."""

from __future__ import annotations

from typing import Any

from autoviz.linking.form_reading import claims_none, form_of, opening
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.own_functions import stated_functions
from autoviz.query.language import (
    COMPARISONS,
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Named,
    Query,
    all_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import fresh, name_of
from autoviz.query.rewriting import rewritten

_ANY = Call(op=">", args=(COUNT_ROWS, Constant(value=0)))
_TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_WAYS = {"<": -1, "<=": -1, ">": 1, ">=": 1}
_OF_SOME = {"there", "any", "some", "anybody", "anyone"}
"""Words that ask for rows: are there any."""


def with_what_decides(query: Query) -> Query:
    """A Query that only says whether one number is above or below another, with those beside it that are computed:
    whether there are any with how many there are, whether one average is higher with both."""
    match query.measures:
        case (Named(expr=Call(op=op, args=held)) as claim,) if op in COMPARISONS and not query.by:
            names, beside = {claim.name}, []
            for expr in map(_unscaled, held):
                if any(True for _ in parts_of(Aggregate, expr)):
                    beside.append(Named(name=fresh(name_of(expr), names), expr=expr))
                    names.add(beside[-1].name)
            return query.replaced(measures=(claim, *beside))
    return query


def _unscaled(expr: Expr) -> Expr:
    """One side of a claim without how many times as much it is: twice the average is told by the average."""
    match expr:
        case Call(op="*", args=(Constant(), rest)) | Call(op="*" | "/", args=(rest, Constant())):
            return rest
    return expr


def claimed_of_all(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of the rows on one side of a bound as the claim that their average or total lies there, where it is
    that of which the question asks: whether the average fee is above 100 is not said by the fees that are."""
    name = _claimed(question, profile)
    asked = reading.requirements
    queries = meant_queries(asked, profile) if name is not None else ()
    if name is None or len(queries) != 1:
        return reading
    (query,), func = queries, stated_functions(question, profile)[name]
    of_all = Aggregate.model_validate({"func": func, "args": (Column(name=name),)})
    tests = conjuncts(query.where)
    bounds = [test for test in tests if _bounds(test, name)]
    if len(bounds) != 1 or query != Query(where=query.where, measures=query.measures, shown=query.shown):
        return reading
    (bound,) = bounds
    if not {item.expr for item in query.measures} <= {of_all, COUNT_ROWS, _ANY}:
        return reading
    claim = bound.replaced(args=(of_all, bound.args[1]))
    rest = all_of([test for test in tests if test is not bound])
    made = with_what_decides(Query(where=rest, measures=(Named(name=name_of(claim), expr=claim),)))
    changed = as_query(asked, made).replaced(outputs=("table",), constraints=())
    return reading.replaced(requirements=changed, alternatives=())


def claimed_of_none(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of whether there are any as one of those that a question says there are none of: whether nobody is
    older than 75 is not said by those who are at most 75, which is the denial read as a bound."""
    query = reading.requirements.query
    if (
        query is None
        or [item.expr for item in query.measures[:1]] != [_ANY]
        or not claims_none([word.lower for word in words(question)])
    ):
        return reading
    way = form_of(question, (query,), profile).direction

    def turned(part: Any) -> Any:
        match part:
            case Call(op=op, args=(_, Constant(value=int() | float()))) if _WAYS.get(op, 0) * way < 0:
                return part.replaced(op=_TURNED[op])
        return None

    where = rewritten(query.where, turned)
    asked = reading.requirements.replaced(query=query.replaced(where=where))
    return reading.replaced(requirements=asked, alternatives=())  # that there are none is an answer


def _claimed(question: str, profile: DatasetProfile) -> str | None:
    """The column whose average, total or the like a question is about, of nothing else: is the average fee, was Hull's
    total cost, but not are there customers whose total cost."""
    said = words(question)
    if opening([word.lower for word in said]) != "yes_no":
        return None
    matches = [match for match in link(question, profile) if not match.dominated]
    values = [match for match in matches if match.value is not None]
    for name in stated_functions(question, profile):
        places = [match.start for match in matches if match.column == name and match.value is None]
        before = [word for word in said if places and word.end <= places[0]]
        own = [word for word in before if not any(one.start <= word.start < one.end for one in values)]
        of_all = not {word.lower for word in before} & _OF_SOME
        if len(places) == 1 and of_all and all(word.lower in function_words() for word in own[1:-1]):
            return name
    return None


def _bounds(test: Any, name: str) -> bool:
    """Whether a condition holds a column against a number."""
    match test:
        case Call(op=op, args=(Column(name=held), Constant(value=int() | float()))):
            return op in COMPARISONS and held == name
    return False
