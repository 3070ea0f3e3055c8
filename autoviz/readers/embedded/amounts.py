"""Amounts: what came together in a span of time, summed up where nothing but its name is said of it."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.lexicon import function_words
from autoviz.linking.money import Money, asks_how_many, asks_how_much
from autoviz.linking.names import split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, ChartWish
from autoviz.planning.defaults import meant_queries
from autoviz.planning.takings import average_words, is_sales
from autoviz.profile.meanings import ADDING, NEVER_ADD
from autoviz.readers.embedded.dated import undated
from autoviz.registry.phrasings import phrasings
from autoviz.registry.words import english


def summed_up(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of one amount as its total, where it would be spread out: how much there was of it, or what there was
    in a span of time."""
    rest = undated(question, profile)
    if not average_words() & set(question.casefold().split()):
        much = (asks_how_much(question) or asks_how_many(question)) and _spreads(reading, profile)
        if much or _comes_together(question, reading, profile, spanned=rest is not None):
            return _totalled(reading)
    return reading if rest is None else as_total(rest, reading, profile)


def average_row(question: str, reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """An overview where the average of what rows are is asked for, as the average of the money that each stands for:
    the average gift."""
    asked, amount = reading.requirements, _amount_of_rows(money, profile) or _only_price(profile)
    overview = asked.query is None and asked.analysis == ("summary",) and not asked.named and not asked.not_found
    said = [word.lower for word in words(question)]
    of_what = [word for word in said if word not in average_words() | function_words()]
    if not overview or amount is None or len(of_what) != 1 or len(said) == len(of_what):
        return reading
    if not average_words() & set(said):
        return reading
    stated = Aggregation(metric=amount, func="mean")
    changed = asked.replaced(metrics=(amount,), analysis=("total",), constraints=(stated,))
    told = f"the average is that of {amount}."
    return reading.replaced(requirements=changed.assuming(told))


def average_counted(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts rows in groups, less sure where an average is asked for: a number of rows is none."""
    queries = meant_queries(reading.requirements, profile)
    counts = any(query.counts_rows and query.by and query.source is None and not query.then for query in queries)
    if not counts or not average_words() & {word.lower for word in words(question)}:
        return reading
    return reading.doubted()


def total_row(question: str, reading: Reading, money: Money, profile: DatasetProfile) -> Reading:
    """Rows counted in groups of which the total is asked for, and no more, as the total of the money that each stands
    for: the total per donor. Where there are several amounts, or none, a number of rows is a guess."""
    asked, amount = reading.requirements, _amount_of_rows(money, profile)
    counts = asked.query is None and asked.group_by and asked.all(Aggregation) == (Aggregation(func="count"),)
    if not counts or asked.metrics or asked.not_found or asked.analysis != ("compare",):
        return reading
    named = {word.lower for link in asked.links for word in words(link.phrase)}
    left = {word.lower for word in words(question)} - named - function_words()
    if not left or not left <= _total_words():
        return reading
    if amount is None:
        return reading.doubted()
    kept = tuple(item for item in asked.constraints if not isinstance(item, Aggregation))
    stated = Aggregation(metric=amount, func="sum")
    changed = asked.replaced(metrics=(amount,), constraints=(stated, *kept))
    return reading.replaced(requirements=changed.assuming(f"the total is that of {amount}."))


def _amount_of_rows(money: Money, profile: DatasetProfile) -> str | None:
    """The column of the money that a row stands for, which may be the only one of money there is."""
    paid = [column.name for column in profile.columns if column.meaning in ("amount", "money") and column.adds_up]
    return money.earned or money.spent or (paid[0] if len(paid) == 1 else None)


def _only_price(profile: DatasetProfile) -> str | None:
    prices = [column.name for column in profile.columns if column.meaning == "price"]
    return prices[0] if len(prices) == 1 else None


@cache
def _total_words() -> frozenset[str]:
    return frozenset(word for phrase in phrasings().aggregates["sum"] for word in phrase.split()) - function_words()


def _comes_together(question: str, reading: Reading, profile: DatasetProfile, *, spanned: bool) -> bool:
    """Whether rows that are events are asked how much or how far, in a span of time or of all that we paid: what is
    averaged by default is told in all then."""
    asked = reading.requirements
    column = profile.by_name.get(asked.metrics[0]) if _is_spread(reading) else None
    if column is None or column.meaning not in (*ADDING, "measure") or NEVER_ADD & set(name_words(column.name)):
        return False
    said = [word.lower for word in words(question)]
    attributes = [set(english().attributes.get(other, ())) for one, other in pairwise(said) if one == "how"]
    far = any("distance" in some and some & set(split_name(column.name)) for some in attributes)
    ours = asks_how_much(question) and "we" in said and column.meaning == "money"
    return ours or (spanned and is_sales(profile) and (far or asks_how_much(question)))


def _is_spread(reading: Reading) -> bool:
    """Whether it is the distribution of one column that is read, of all rows together."""
    asked = reading.requirements
    spread = asked.query is None and asked.analysis == ("distribution",)
    if any(item.func not in ("mean", "sum") for item in asked.all(Aggregation)):
        return False  # the highest is no total
    return spread and len(asked.metrics) == 1 and not asked.group_by


def _spreads(reading: Reading, profile: DatasetProfile) -> bool:
    """Whether the column that is read so adds up."""
    return _is_spread(reading) and profile.by_name[reading.requirements.metrics[0]].adds_up


def _totalled(reading: Reading) -> Reading:
    """The reading of one total; it is stated where the column would be averaged by itself."""
    asked = reading.requirements
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish | Aggregation))
    stated = Aggregation(metric=asked.metrics[0], func="sum")
    changed = asked.replaced(analysis=("total",), outputs=("table",), constraints=(stated, *kept))
    return reading.replaced(requirements=changed)


def as_total(rest: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that spreads out one amount as its total, unless a question without its times asks for more than that.

    Costs in the third quarter are a sum; how they are distributed is asked for in words of its own.
    """
    asked = reading.requirements
    if not _spreads(reading, profile):
        return reading
    phrases = [*(link.phrase for link in asked.links), *map(" ".join, map(name_words, asked.metrics))]
    named = {word.lower for phrase in phrases for word in words(phrase)}
    if any(word.lower not in named | function_words() for word in words(rest)):
        return reading
    return _totalled(reading)
