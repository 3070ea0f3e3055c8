"""Takings: money that came in, added up from the price of each sale where a question asks for it in its own words."""

from __future__ import annotations

from functools import cache
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.money import EARNED, SOLD, SPENT, meant_by_money, money_passed
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, ChartWish, Derive, Requirements
from autoviz.profile.meanings import ADDING, NEVER_ADD
from autoviz.query.language import Aggregate, Call, Column, Named, Query
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured
from autoviz.registry.phrasings import phrasings
from autoviz.writings.unit_words import currency_of, factor_between, unit_named

_GOT = frozenset({"make", "makes", "made", "bring", "brings", "brought", "take", "takes", "took", "generate",
                  "generates", "generated"})  # fmt: skip
_NUMBER_SOLD = frozenset({"qty", "quantity", "units"})
_TOLD_OF_SALES = ("category", "name", "place", "id", "code", "flag")
NAME = "takings"


def with_takings(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that averages the price of single sales as one that adds it up, where money made is asked for."""
    if not asks_for_takings(question) or not is_sales(profile):
        return reading
    paid = _paid(question, profile)
    words_read = money_words(question, profile)
    asked = reading.requirements
    reading = reading.replaced(
        requirements=asked.replaced(not_found=tuple(one for one in asked.not_found if one not in words_read))
    )
    return reading.each(lambda asked: _added_up(asked, paid, profile))


def asks_for_takings(question: str) -> bool:
    """Whether a question asks how much money came in, and not how much on average."""
    said = [word.lower for word in words(question)]
    how_much = {"how", "much", "we"} <= set(said)
    got = (bool(_GOT & set(said)) and ("money" in said or how_much)) or (bool(SOLD & set(said)) and how_much)
    return (got or bool((EARNED | SPENT) & set(said))) and not average_words() & set(said)


def money_words(question: str, profile: DatasetProfile) -> dict[str, str]:
    """The words for money made or spent that name no column → the one that says it, or the price that it is made of."""
    meant = meant_by_money(question, profile)
    if meant or money_passed(profile) is not None:
        return meant
    prices = _prices(profile)
    said = {word.lower for word in words(question)} & (EARNED | SOLD | SPENT | {"money"})
    if len(prices) != 1 or not said or not asks_for_takings(question) or not is_sales(profile):
        return {}
    linked = {word.lower for match in link(question, profile) if match.score >= STRONG for word in words(match.phrase)}
    return dict.fromkeys(sorted(said - linked), prices[0].name)


@cache
def average_words() -> frozenset[str]:
    """The words by which an average is asked for."""
    asking = phrasings().aggregates
    said = {word for func in ("mean", "median") for phrase in asking[func] for word in phrase.split()}
    return frozenset(said) - function_words()


def is_sales(profile: DatasetProfile) -> bool:
    """Whether a row is one sale: it has a date, or a price and a number of pieces, and is neither the thing itself nor
    its course in time."""
    things = profile.things
    pieces = pieces_paid(profile) is not None and bool(_prices(profile))
    if not pieces and not any(column.meaning in ("date", "time") for column in profile.of_kind("temporal")):
        return False
    if things is None:
        return True
    if not things.columns:  # what differs from date to date says that one was sold, and not what one costs
        return any(column.meaning in _TOLD_OF_SALES for column in profile.columns)
    names = [profile.by_name[name] for name in things.columns]
    return things.time is None and (things.rows_each > 1 or all(column.meaning == "id" for column in names))


def _paid(question: str, profile: DatasetProfile) -> dict[str, str]:
    """The columns that a reading may take for the money made → the one that says it, or the price that it is made of:
    prices themselves, and the number of pieces where only one price is there and the question does not name them."""
    prices = [column.name for column in _prices(profile)]
    sold = pieces_paid(profile)
    whole = money_passed(profile)
    said = {word.lower for word in words(question)}
    unnamed = sold is not None and len(prices) == 1 and not said & set(name_words(sold.name))
    paid = {name: name for name in prices} | ({sold.name: prices[0]} if sold and unnamed else {})
    return dict.fromkeys(paid, whole) if whole else paid


def _prices(profile: DatasetProfile) -> list[ColumnProfile]:
    """The prices of what is sold, among them rates in money."""
    return [column for column in profile.columns if column.meaning == "price" or _is_rate(column)]


def _is_rate(column: ColumnProfile) -> bool:
    """Whether a column says what a night, a day or an hour costs."""
    said = column.meaning == "rate" or bool({"rate", "per"} & set(name_words(column.name)))
    return said and column.metric and currency_of(column.unit) is not None


def _multiplied(profile: DatasetProfile) -> ColumnProfile | None:
    """The column by which a price is multiplied where no column says what the two come to."""
    return None if money_passed(profile) else pieces_paid(profile)


def pieces_paid(profile: DatasetProfile) -> ColumnProfile | None:
    """The column by which a price is multiplied: pieces, or of a rate the one column of nights, days or hours."""
    lasting = [column for column in profile.columns if column.metric and _lasts(column)]
    rated = len(lasting) == 1 and any(map(_is_rate, profile.columns))
    return number_sold(profile) or (lasting[0] if rated else None)


def _lasts(column: ColumnProfile) -> bool:
    """Whether the numbers are those of nights, days or hours that were had, and no bound or average of them."""
    said = name_words(column.name)
    unit = next((unit for word in said if (unit := unit_named(word))), "")
    return factor_between(unit, "days") is not None and column.meaning in ADDING and not NEVER_ADD & set(said)


def number_sold(profile: DatasetProfile) -> ColumnProfile | None:
    """The column that says how many pieces a sale has."""
    counted = [column for column in profile.columns if column.metric and column.adds_up]
    return next((column for column in counted if _NUMBER_SOLD & set(name_words(column.name))), None)


def _added_up(requirements: Requirements, paid: dict[str, str], profile: DatasetProfile) -> Requirements:
    if requirements.query is not None:
        query, prices = _query_added_up(requirements.query, paid, profile)
        return _assuming(requirements.replaced(query=query), prices, profile)
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    prices = [paid[name] for name in requirements.metrics if name in paid]
    if len(requirements.metrics) != 1 or len(prices) != 1 or set(stated.values()) - {"mean", "sum"}:
        return requirements
    return _assuming(_fields_added_up(requirements, prices[0], profile), prices, profile)


def _fields_added_up(requirements: Requirements, price: str, profile: DatasetProfile) -> Requirements:
    sold = _multiplied(profile)
    metric = NAME if sold else price
    made = (Derive(op="product", columns=(price, sold.name), name=NAME),) if sold else ()
    kept = [item for item in requirements.constraints if not isinstance(item, Aggregation)]
    labels = requirements.analysis
    if labels == ("distribution",):
        labels, kept = ("total",), [item for item in kept if not isinstance(item, ChartWish)]
        requirements = requirements.replaced(outputs=("table",))
    return requirements.replaced(
        metrics=(metric,), analysis=labels, constraints=(*made, Aggregation(metric=metric, func="sum"), *kept)
    )


def _query_added_up(query: Query, taken: dict[str, str], profile: DatasetProfile) -> tuple[Query, list[str]]:
    """The Query with the averages and totals of a price as totals of what was paid, under names that say so."""
    sold = _multiplied(profile)
    prices: list[str] = []

    def paid(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func="mean" | "sum", args=(Column(name=name),)) if name in taken:
                price = taken[name]
                each: Any = Column(name=price)
                total = item.expr.replaced(
                    func="sum", args=(Call(op="*", args=(each, Column(name=sold.name))) if sold else each,)
                )
                prices.append(price)
                return Named(name=NAME if sold else name_of(total), expr=total)
        return None

    return remeasured(query, paid), prices


def _assuming(requirements: Requirements, prices: list[str], profile: DatasetProfile) -> Requirements:
    sold = _multiplied(profile)
    if not prices:
        return requirements
    what = f"{prices[0]} times {sold.name}" if sold else prices[0]
    told = f"money made is the total of {what}, each row a sale."
    return requirements.assuming(told)
