"""Takings: money that came in, added up from the price of each sale where a question asks for it in its own words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.money import Money, asks_how_much, meant_by_money
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, ChartWish, Derive, Requirements
from autoviz.profile.date_roles import is_intended
from autoviz.profile.meanings import ADDING, NEVER_ADD, named_measure
from autoviz.query.language import Aggregate, Call, Column, Named, Query, parts_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten
from autoviz.registry.phrasings import phrasings
from autoviz.writings.unit_words import currency_of, factor_between, unit_named

_NUMBER_SOLD = frozenset({"sold", "qty", "quantity", "units"})
_TOLD_OF_SALES = ("category", "name", "place", "id", "code", "flag")
NAME = "takings"


@dataclass(frozen=True)
class _Sale:
    """The columns that a reading may take for the money of a sale → the one that says it, or the price that it is made
    of; the column by which that price is multiplied; and how the money of several sales is summarised."""

    paid: dict[str, str]
    pieces: str | None
    func: Literal["sum", "mean"] = "sum"


def with_takings(question: str, reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """A reading of the price of single sales as one of the money that they made: where that is asked for, or where
    no word asks for the price of the pieces of which a sale has several."""
    if not is_sales(profile):
        return reading
    if asks_for_takings(question, money):
        asked, words_read = reading.requirements, money_words(question, money, profile)
        found = tuple(one for one in asked.not_found if one not in words_read)
        reading = reading.replaced(requirements=asked.replaced(not_found=found))
        return reading.each(partial(_made_money, sale=_sale(question, money, profile)))
    sale = _unnamed(question, money, profile)
    return reading if sale is None else reading.each(partial(_made_money, sale=sale))


def asks_for_takings(question: str, money: Money) -> bool:
    """Whether a question asks how much money came in, and not how much on average or what something costs."""
    said = {word.lower for word in words(question)}
    if average_words() & said or money.asked("costs"):
        return False
    how_much = asks_how_much(question) and ("we" in said or bool(money.asked("sold")))
    return how_much or bool(money.asked("earned", "spent", "money"))


def money_words(question: str, money: Money, profile: DatasetProfile) -> dict[str, str]:
    """The words for money made or spent that name no column → the one that says it, or the price that it is made of."""
    meant = meant_by_money(question, money, profile)
    if meant or money.earned is not None:
        return meant
    prices = _prices(profile)
    said = money.asked("earned", "sold", "spent", "money")
    if len(prices) != 1 or not said or not asks_for_takings(question, money) or not is_sales(profile):
        return {}
    linked = {word.lower for match in link(question, profile) if match.score >= STRONG for word in words(match.phrase)}
    return dict.fromkeys(sorted(set(said) - linked), prices[0].name)


@cache
def average_words() -> frozenset[str]:
    """The words by which an average is asked for."""
    asking = phrasings().aggregates
    said = {word for func in ("mean", "median") for phrase in asking[func] for word in phrase.split()}
    return frozenset(said) - function_words()


def is_dated(profile: DatasetProfile) -> bool:
    """Whether each row has its date."""
    return any(column.meaning in ("date", "time") for column in profile.of_kind("temporal"))


def is_sales(profile: DatasetProfile) -> bool:
    """Whether a row is one sale: it has a date, or a price and a number of pieces, and is neither the thing itself nor
    its course in time."""
    things = profile.things
    pieces = pieces_paid(profile) is not None and bool(_prices(profile))
    if not pieces and not is_dated(profile):
        return False
    if things is None:
        return True
    if not things.columns:  # what differs from date to date says that one was sold, and not what one costs
        return any(column.meaning in _TOLD_OF_SALES for column in profile.columns)
    names = [profile.by_name[name] for name in things.columns]
    return things.time is None and (things.rows_each > 1 or all(column.meaning == "id" for column in names))


def _sale(question: str, money: Money, profile: DatasetProfile) -> _Sale:
    """What is taken for money where it is asked for: prices, and the number of pieces where only one price is there and
    the question does not name them."""
    prices = [column.name for column in _prices(profile)]
    sold = pieces_paid(profile)
    said = {word.lower for word in words(question)}
    unnamed = sold is not None and len(prices) == 1 and not said & set(name_words(sold.name))
    paid = {name: name for name in prices} | ({sold.name: prices[0]} if sold and unnamed else {})
    if money.earned:
        return _Sale(dict.fromkeys(paid, money.earned), None)
    return _Sale(paid, sold.name if sold else None)


def _unnamed(question: str, money: Money, profile: DatasetProfile) -> _Sale | None:
    """What is taken for money where a price is measured that no word of the question means; None where one does, or
    where a sale has no number of pieces."""
    sold, prices = pieces_paid(profile), [column.name for column in _prices(profile)]
    named = {match.column for match in link(question, profile)} & set(prices)
    if sold is None or named or money.asked("beside", "costs"):
        return None
    func: Literal["sum", "mean"] = "mean" if average_words() & {word.lower for word in words(question)} else "sum"
    if money.earned:
        return _Sale(dict.fromkeys(prices, money.earned), None, func)
    return _Sale({name: name for name in prices}, sold.name, func)


def _prices(profile: DatasetProfile) -> list[ColumnProfile]:
    """The prices of what is sold, among them rates in money."""
    return [column for column in profile.columns if column.meaning == "price" or _is_rate(column)]


def _is_rate(column: ColumnProfile) -> bool:
    """Whether a column says what a night, a day or an hour costs."""
    said = column.meaning == "rate" or bool({"rate", "per"} & set(name_words(column.name)))
    return said and column.metric and currency_of(column.unit) is not None


def pieces_paid(profile: DatasetProfile) -> ColumnProfile | None:
    """The column by which a price is multiplied: pieces, what the price is said to be of (trays by the price of a
    tray), or of a rate the one column of nights, days or hours."""
    lasting = [column for column in profile.columns if column.metric and _lasts(column)]
    rated = len(lasting) == 1 and any(map(_is_rate, profile.columns))
    return number_sold(profile) or _of_the_price(profile) or (lasting[0] if rated else None)


def _of_the_price(profile: DatasetProfile) -> ColumnProfile | None:
    """The first column that counts what the price is one of by its name."""
    priced = {lemma(word) for column in _prices(profile) for word in name_words(column.name)}
    counts = [column for column in profile.columns if column.meaning == "count"]
    counted = sorted(counts, key=lambda column: not column.adds_up)
    return next((column for column in counted if priced & {lemma(word) for word in name_words(column.name)}), None)


def _lasts(column: ColumnProfile) -> bool:
    """Whether the numbers are those of nights, days or hours that were had, and no bound or average of them."""
    said = name_words(column.name)
    unit = next((unit for word in said if (unit := unit_named(word))), "")
    named = named_measure(column.name)
    apart = NEVER_ADD & set(said) or (named is not None and not named.adds_up)
    return factor_between(unit, "days") is not None and column.meaning in ADDING and not apart


def number_sold(profile: DatasetProfile) -> ColumnProfile | None:
    """The column that says how many pieces a sale has."""
    counted = [column for column in profile.columns if column.metric and column.adds_up]
    counted.sort(key=lambda column: is_intended(column.name))  # what was planned is not what was made
    return next((column for column in counted if _NUMBER_SOLD & set(name_words(column.name))), None)


def _made_money(requirements: Requirements, sale: _Sale) -> Requirements:
    if requirements.query is not None:
        query, prices = _query_paid(requirements.query, sale)
        return _assuming(requirements.replaced(query=query), prices, sale)
    stated = {item.metric: item.func for item in requirements.all(Aggregation)}
    prices = [sale.paid[name] for name in requirements.metrics if name in sale.paid]
    if len(requirements.metrics) != 1 or len(prices) != 1 or set(stated.values()) - {"mean", "sum"}:
        return requirements
    return _assuming(_fields_paid(requirements, prices[0], sale), prices, sale)


def _fields_paid(requirements: Requirements, price: str, sale: _Sale) -> Requirements:
    metric = NAME if sale.pieces else price
    made = (Derive(op="product", columns=(price, sale.pieces), name=NAME),) if sale.pieces else ()
    kept = [item for item in requirements.constraints if not isinstance(item, Aggregation)]
    labels = requirements.analysis
    if labels == ("distribution",):
        labels, kept = ("total",), [item for item in kept if not isinstance(item, ChartWish)]
        requirements = requirements.replaced(outputs=("table",))
    return requirements.replaced(
        metrics=(metric,), analysis=labels, constraints=(*made, Aggregation(metric=metric, func=sale.func), *kept)
    )


def _query_paid(query: Query, sale: _Sale) -> tuple[Query, list[str]]:
    """The Query with the averages and totals of a price as those of what was paid, under names that say so."""
    prices: list[str] = []

    def several(part: Any) -> Any:
        match part:
            case Aggregate(func="mean" | "sum", args=(Column(name=name),)) if name in sale.paid:
                prices.append(sale.paid[name])
                each: Any = Column(name=sale.paid[name])
                times = Call(op="*", args=(each, Column(name=sale.pieces))) if sale.pieces else each
                return part.replaced(func=sale.func, args=(times,))
        return None

    def paid(item: Named) -> Named | None:
        made = rewritten(item.expr, several)
        alone = sale.pieces and isinstance(item.expr, Aggregate)
        by_itself = any(call.op == "/" and call.args[0] == call.args[1] for call in parts_of(Call, made))
        return None if made == item.expr or by_itself else Named(name=NAME if alone else name_of(made), expr=made)

    return remeasured(query, paid), prices


def _assuming(requirements: Requirements, prices: list[str], sale: _Sale) -> Requirements:
    if not prices:
        return requirements
    what = f"{prices[0]} times {sale.pieces}" if sale.pieces else prices[0]
    summarised = "total" if sale.func == "sum" else "average"
    return requirements.assuming(f"money made is the {summarised} of {what}, each row a sale.")
