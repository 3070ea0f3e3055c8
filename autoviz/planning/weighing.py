"""Weighing: averages of figures that stand for many, such as a school's pass rate, and what is never added up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.links import Aliases, link
from autoviz.linking.money import asks_how_many
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation
from autoviz.planning.absent import Offer, command_for
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Named,
    Window,
    all_of,
    columns_of,
    conjuncts,
    given,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured
from autoviz.registry.phrasings import phrasings

_WEIGHTED = re.compile(r",?\s*\bweight(?:ed|ing)?\s+(?:by|with)\s+(?:the\s+)?(?:number of\s+)?", re.IGNORECASE)
_ALIKE = re.compile(r",?\s*\b(?:with\s+)?every row (?:counted )?alike\b", re.IGNORECASE)
_SHARES = ("rate", "percent")
_AVERAGES = frozenset({"avg", "average", "mean"})
_OF_ONE = ("percent", "age", "id")
"""What says nothing when it is added up; the numbers of things are counted instead, all else is averaged."""


@dataclass(frozen=True)
class Weighed:
    """A question without the words that name its weight, and the column that they name."""

    rest: str
    weight: str | None = None


def weight_of(question: str, profile: DatasetProfile, aliases: Aliases) -> Weighed:
    """The weight that a question names: weighted by the number of students; or that every row counts alike."""
    question = _ALIKE.sub("", question).strip()
    said = _WEIGHTED.search(question)
    if said is None:
        return Weighed(question)
    named = [
        match
        for match in link(question, profile, aliases)
        if match.value is None and said.start() <= match.start <= said.end() < match.end
        and profile.by_name[match.column].metric
    ]  # fmt: skip
    best = max(named, key=lambda match: (match.score, match.end), default=None)
    if best is None:
        return Weighed(question)
    return Weighed(f"{question[: said.start()]}{question[best.end :]}".strip(), best.column)


def with_weight(reading: Reading, weight: str, profile: DatasetProfile) -> Reading | None:
    """The reading with every average weighed; None where it has none."""
    queries = queries_of(reading.requirements, profile, suiting(profile))
    if len(queries) != 1:
        return None
    query = remeasured(queries[0], lambda item: _weighted(item, weight, profile))
    if query == queries[0]:
        return None
    return reading.replaced(requirements=as_query(reading.requirements, query), alternatives=())


def _weighted(item: Named, weight: str, profile: DatasetProfile) -> Named | None:
    match item.expr:
        case Aggregate(func="mean", args=(Column(name=name),), where=None) if name != weight:
            return Named(name=f"weighted_{name}", expr=weighted_mean(item.expr, weight, profile))
    return None


def weighted_mean(mean: Aggregate, weight: str, profile: DatasetProfile) -> Call:
    """An average in which each row counts as often as its weight says; that of a row without a value does not count."""
    each, by = mean.args[0], Column(name=weight)
    missing = any(profile.by_name[name].missing for name in columns_of(each) if name in profile.by_name)
    known = (given(each),) if missing else ()
    kept = (*conjuncts(mean.where), *known)
    total = Aggregate(func="sum", args=(Call(op="*", args=(each, by)),), where=mean.where)
    return Call(op="/", args=(total, Aggregate(func="sum", args=(by,), where=all_of(kept) if kept else None)))


def unweighing(weight: ColumnProfile) -> Offer:
    """What is assumed where rows count as often as a column says, and how to have them count alike."""
    assumed = f"each row counts as often as its {weight.name} says"
    return _offer(weight, "no", assumed, "every row alike", "counts the rows themselves")


def weighing(weight: ColumnProfile) -> Offer:
    """What is assumed where rows of different size count alike, and how to have large ones count more."""
    assumed = "every row counts alike in an average"
    return _offer(weight, "yes", assumed, f"weighted by {weight.name}", "lets large ones count more")


def _offer(weight: ColumnProfile, value: str, assumed: str, words: str, then: str) -> Offer:
    command = f"{command_for(weight)} weighs={value}"
    told = f"{assumed}; “{words}” behind the question or “{command}” {then}."
    return Offer(told, weight.name, "weighs", value, command)


def with_weights_told(reading: Reading, profile: DatasetProfile) -> Reading:
    """The reading with a word about figures of groups of different size that count alike."""
    asked = reading.requirements
    queries = queries_of(asked, profile, suiting(profile))
    weight = _natural_weight(profile, columns_of(queries)) if queries else None
    means = [part.args[0] for part in parts_of(Aggregate, queries) if part.func == "mean"]
    names = [item.name for item in means if isinstance(item, Column)]
    name = next((name for name in names if _stands_for_many(name, profile)), None)
    if weight is None or name is None:
        return reading
    return reading.replaced(requirements=asked.assuming(weighing(weight).told))


def _stands_for_many(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    return column is not None and (column.meaning in _SHARES or bool(_AVERAGES & set(name_words(name))))


def _natural_weight(profile: DatasetProfile, used: tuple[str, ...]) -> ColumnProfile | None:
    """The one column that counts what a row stands for, where rows are things that one tells apart."""
    if profile.things is None or not profile.things.columns or profile.weight is not None:
        return None
    able = [column for column in profile.columns if column.metric and column.weighs is None]
    counts = [column for column in able if column.meaning == "count" and column.adds_up]
    return counts[0] if len(counts) == 1 and counts[0].name not in used else None


def never_added(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that adds up percentages or ages without being told to averages them; ids are counted.

    How many there are of them in all is their sum, whatever they mean, and so is what a running total adds up again.
    """
    if total_words() & {word.lower for word in words(question)}:
        return reading
    of_one = ("id",) if asks_how_many(question) else _OF_ONE
    asked = reading.requirements
    if asked.query is not None:
        windows = (part for part in parts_of(Window, asked.query.then) if part.func == "sum")
        added = {name for part in windows for name in columns_of(part.args)}
        query = remeasured(asked.query, lambda item: None if item.name in added else _averaged(item, of_one, profile))
        return reading.replaced(requirements=asked.replaced(query=query)) if query != asked.query else reading
    kept = tuple(
        item
        for item in asked.constraints
        if not (isinstance(item, Aggregation) and item.func == "sum" and _means(item.metric, of_one, profile))
    )
    return reading.replaced(requirements=asked.replaced(constraints=kept)) if kept != asked.constraints else reading


@cache
def total_words() -> frozenset[str]:
    """The words by which a question asks for a total."""
    asking = phrasings().aggregates["sum"]
    return frozenset(word for phrase in asking for word in phrase.split()) - {"overall", "amount"}


def _means(name: str | None, meanings: tuple[str, ...], profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name or "")
    return column is not None and column.meaning in meanings


def _averaged(item: Named, of_one: tuple[str, ...], profile: DatasetProfile) -> Named | None:
    match item.expr:
        case Aggregate(func="sum", args=(Column(name=name),)) if _means(name, of_one, profile):
            made: Any = item.expr.replaced(func="distinct" if profile.by_name[name].meaning == "id" else "mean")
            return Named(name=name_of(made), expr=made)
    return None
