"""Second opinion: what only the reading that is not taken heard, kept where the one that is taken passes it over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autoviz.linking.form_reading import bound_directions, is_plural
from autoviz.linking.joints import COUNTING
from autoviz.linking.links import Aliases, Match, link, links_of
from autoviz.linking.names import split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Limit, Requirements, Sort
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled, suiting
from autoviz.query.language import Aggregate, Call, Column, Expr, Overall, Query, columns_of, conjuncts
from autoviz.readers.embedded.arbiter import moved
from autoviz.readers.embedded.of_each_group import first_of_each_group
from autoviz.registry.wording import wording

DOUBT = 0.5
"""What is left of the probability where a word stands for nothing in the table, or the networks hear it otherwise."""
UNSURE = 0.5
"""Below this an answer is marked as unsure already; less would only ask about what lies just behind it."""
UPWARD = {">": 1, ">=": 1, "<": -1, "<=": -1}


def heeded(
    text: str, taken: Reading, heads: Reading, decoder: Reading, profile: DatasetProfile, aliases: Aliases
) -> Reading:
    """The reading that was taken, with what the other one alone heard of the question."""
    matches = link(text, profile, aliases)
    of_each = first_of_each_group(text, heads.requirements, decoder.requirements, matches, profile)
    if of_each is not None:
        return moved(decoder.replaced(requirements=of_each, alternatives=()), taken.confidence)
    other = decoder if taken.requirements == heads.requirements else heads
    taken = _the_right_way(text, taken, other, profile)
    if taken.requirements != heads.requirements:
        judged = any(word.lower in wording().forms.judging for word in words(text))  # the worst may be the most
        believed = heads.confidence > decoder.confidence and not judged
        ended = from_the_end_heard(taken, heads) if believed else taken
        return _guessing(text, ended, heads, (), profile, aliases)
    held = held_against(heads.requirements, decoder.requirements, profile)
    if held is not None:
        return taken.replaced(requirements=held, alternatives=())
    return _guessing(text, taken, decoder, decoder.requirements.not_found, profile, aliases)


def _the_right_way(text: str, taken: Reading, other: Reading, profile: DatasetProfile) -> Reading:
    """The other reading where the words before a number say from which side it bounds, and only that one does so."""
    directions = bound_directions(text)
    wrong = [number for number, way in directions.items() if _side(taken.requirements, number, profile) == -way]
    if not wrong or any(_side(other.requirements, number, profile) != directions[number] for number in wrong):
        return taken
    return moved(other, taken.confidence)


def from_the_end_heard(taken: Reading, heads: Reading) -> Reading:
    """The first rows of a Query from the end that the heads hear of the same measure: which words say much and which
    say little (the most expensive, the cheapest) only they were taught."""
    query, asked = taken.requirements.query, heads.requirements
    heard = {item.order for item in asked.constraints if isinstance(item, Limit | Sort)}
    if query is None or query.limit is None or len(query.order) != 1 or len(heard) != 1:
        return taken
    (order,) = query.order
    made: dict[Expr, Expr] = {Column(name=item.name): item.expr for item in query.measures}
    if order.descending == ("desc" in heard) or {*columns_of(made.get(order.expr, order.expr))} != {*asked.metrics}:
        return taken
    turned = query.replaced(order=(order.replaced(descending=not order.descending),))
    return taken.replaced(requirements=taken.requirements.replaced(query=turned))


def _has_rows_of_its_own(profile: DatasetProfile) -> bool:
    """Whether an id or a number of its own tells every row apart, as trips and receipts have one."""
    things = profile.things
    return things is not None and not things.panel and all(
        profile.by_name[name].meaning == "id" for name in things.columns
    )  # fmt: skip


def of_what_is_named(text: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading of one measure that no word names, as one of the measure that is named and that it passes over."""
    asked = reading.requirements
    matches = [match for match in link(text, profile, aliases) if match.value is None]
    measures = [match for match in matches if profile.by_name[match.column].metric and not match.dominated]
    named = {match.column for match in measures if match.kind in ("name", "plural", "alias")}
    opens = _counts(asked) and _opens_with(text, measures)
    counts = bool(COUNTING & {word.lower for word in words(text)}) or bool(named & set(asked.group_by))
    if (opens or _counts_shares(asked)) and len(named) == 1 and not counts:
        counted = Aggregation(func="count")
        kept = tuple(item for item in asked.constraints if item != counted)
        if opens and _has_rows_of_its_own(profile):  # what came with each of them comes together
            kept = (Aggregation(metric=next(iter(named)), func="sum"), *kept)
        links = (*asked.links, *links_of(link(text, profile, aliases), frozenset(named)))
        shared = asked.replaced(metrics=tuple(named), constraints=kept, links=links)
        return reading.replaced(requirements=shared, alternatives=())
    guessed = set(asked.metrics) - {match.column for match in matches}
    plain = asked.query is None and len(asked.metrics) == len(guessed) == len(named) == 1
    if not plain or named & set(asked.named):
        return reading
    old, new = guessed.pop(), named.pop()
    if old not in profile.by_name or asked.not_found:
        return reading
    constraints = tuple(
        item.replaced(metric=new) if isinstance(item, Aggregation) and item.metric == old else item
        for item in asked.constraints
    )
    links = links_of(link(text, profile, aliases), frozenset((new, *asked.group_by)))
    swapped = asked.replaced(metrics=(new,), constraints=constraints, links=links)
    return reading.replaced(requirements=swapped, alternatives=())


def _counts_shares(asked: Requirements) -> bool:
    """Whether shares of rows are read: a share of what is named is none of them."""
    return asked.query is None and asked.analysis == ("share",) and not asked.metrics and not asked.not_found


def _counts(asked: Requirements) -> bool:
    """Whether rows are counted and nothing is measured."""
    return asked.query is None and not asked.metrics and asked.all(Aggregation) == (Aggregation(func="count"),)


def _opens_with(text: str, measures: Sequence[Match]) -> bool:
    """Whether a question opens with several things that a measure is the number of by its own name: cars per vessel are
    those of CarsOnBoard, and orders by region are no order_value."""
    first = words(text)[:1]
    return bool(first) and any(
        match.start == first[0].start and is_plural(first[0].lower) and first[0].lower in split_name(match.column)
        for match in measures
    )


def _side(asked: Requirements, number: float, profile: DatasetProfile) -> int:
    """From which side a number bounds a measure; what is older than a year comes before it."""
    bounds = [item for item in asked.all(Filter) if item.op in UPWARD and item.value == number]
    measured = [item for item in bounds if profile.by_name[item.column].metric]
    return UPWARD[measured[0].op] if len(measured) == 1 else 0


def held_against(heads: Requirements, decoder: Requirements, profile: DatasetProfile) -> Requirements | None:
    """The averages of groups, of which those alone are asked for that lie on one side of the average of all.

    The fields of the heads have no such test, and the decoder puts it to single rows.
    """
    tests = [found for part in conjuncts(decoder.query.where if decoder.query else None) if (found := _test(part))]
    said = queries_of(settled(heads, profile), profile, suiting(profile))
    if len(tests) != 1 or len(said) != 1 or said[0].having is not None or not said[0].by or said[0].limit is not None:
        return None
    op, column, overall = tests[0]
    averages = [item.name for item in said[0].measures if item.expr == Aggregate(func="mean", args=(column,))]
    if len(averages) != 1:
        return None
    having = Call(op=op, args=(Column(name=averages[0]), overall))
    return as_query(heads, said[0].replaced(having=having))


def _test(part: Any) -> tuple[Any, Column, Overall] | None:
    """A column held against the average of all its values."""
    match part:
        case Call(op=op, args=(Column() as column, Overall(query=Query(measures=(measure,))) as overall)):
            average = measure.expr == Aggregate(func="mean", args=(column,))
            return (op, column, overall) if op in UPWARD and average else None
    return None


def _guessing(
    text: str, taken: Reading, other: Reading, lacking: tuple[str, ...], profile: DatasetProfile, aliases: Aliases
) -> Reading:
    """A reading of measures that no word names, with the words for which the other one finds nothing in the table.

    Where the other one takes the words for another column, neither is to be relied on.
    """
    named = {match.column for match in link(text, profile, aliases)}
    guessed = set(taken.requirements.metrics) & set(profile.names) - named
    if not guessed or taken.requirements.not_found:
        return taken
    if lacking:
        found = taken.requirements.replaced(not_found=lacking)
        return moved(taken.replaced(requirements=found), taken.confidence * DOUBT)
    measured = other.requirements.metrics
    apart = bool(measured) and not guessed & set(other.requirements.named)
    return moved(taken, taken.confidence * DOUBT) if apart and taken.confidence >= UNSURE else taken
