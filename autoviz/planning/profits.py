"""Profits: what a row brought in less what it took, where a question asks for profit and two columns tell these."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from autoviz.linking.links import STRONG, link
from autoviz.linking.money import Money
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Derive, Requirements, Sort
from autoviz.query.language import Aggregate, Call, Column, Named, Query
from autoviz.query.rewriting import remeasured, rewritten

NAME = "profit"


class Profit(NamedTuple):
    """The column of what came in, and that of what went out."""

    earned: str
    spent: str


def profit_words(question: str, money: Money, profile: DatasetProfile) -> dict[str, str]:
    """The words for a profit that no column tells → what came in, of which it is read first."""
    made = _made_of(question, money, profile)
    return dict.fromkeys(money.asked(NAME), made.earned) if made else {}


def with_profits(question: str, reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """A reading of what came in as one of what is left of it, where the question asks for profit."""
    made = _made_of(question, money, profile)
    return reading if made is None else reading.each(partial(_left, made=made))


def _made_of(question: str, money: Money, profile: DatasetProfile) -> Profit | None:
    """What a profit is made of; None where the question asks for none, a column says it or either is missing."""
    asked, earned, spent = money.asked(NAME), money.earned, money.spent
    if not asked or NAME in profile.by_name:
        return None
    named = [match for match in link(question, profile) if match.score >= STRONG and match.value is None]
    if any(word.lower in asked for match in named for word in words(match.phrase)):
        return None
    return Profit(earned, spent) if earned and spent and earned != spent else None


def _left(asked: Requirements, made: Profit) -> Requirements:
    told = f"profit is {made.earned} minus {made.spent}."
    if asked.query is not None:
        query = _query_left(asked.query, made)
        return asked if query == asked.query else asked.replaced(query=query).assuming(told)
    if made.earned not in asked.metrics or asked.all(Derive):
        return asked

    def renamed(item: Any) -> Any:
        if isinstance(item, Aggregation) and item.metric == made.earned:
            return item.replaced(metric=NAME)
        return item.replaced(by=NAME) if isinstance(item, Sort) and item.by == made.earned else item

    derived = Derive(op="difference", columns=tuple(made), name=NAME)
    metrics = tuple(NAME if name == made.earned else name for name in asked.metrics if name != made.spent)
    constraints = (derived, *map(renamed, asked.constraints))
    return asked.replaced(metrics=metrics, constraints=constraints).assuming(told)


def _query_left(query: Query, made: Profit) -> Query:
    """The Query with what is left in place of what came in, measured of groups or told of rows."""
    left = Call(op="-", args=(Column(name=made.earned), Column(name=made.spent)))

    def measured(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(args=(Column(name=name),)) if name == made.earned:
                return item.replaced(name=f"{item.expr.func}_{NAME}", expr=item.expr.replaced(args=(left,)))
        return None

    def of_rows(part: Any) -> Any:
        return Column(name=NAME) if part == Column(name=made.earned) else None

    if query.grouped or query.source is not None:
        return remeasured(query, measured)
    if query.then or not any(sort.expr == Column(name=made.earned) for sort in query.order):
        return query
    then, shown = (Named(name=NAME, expr=left),), (NAME if name == made.earned else name for name in query.shown)
    return query.replaced(then=then, order=rewritten(query.order, of_rows), shown=tuple(dict.fromkeys(shown)))
