"""Arbiter: of two readings of one question the likelier, with the probability that it is right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.money import asks_how_many, asks_how_much
from autoviz.linking.names import lemma
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Link, Requirements
from autoviz.planning.defaults import meant_queries
from autoviz.planning.text_numbers import forced
from autoviz.query.language import (
    COMPARISONS,
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Limit,
    Query,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.rewriting import inlined, rewritten
from autoviz.readers.embedded.numbers_read import alone_reads_numbers

Weights = dict[str, float]
DECODER: Weights = {
    "heads": -0.66, "decoder": 0.721, "chart stated": -1.187, "open words": 0.171, "as rows": -0.922,
    "tens of words": -0.859, "bias": 2.192,
}  # fmt: skip
"""What speaks for the decoder where the two differ and one of them is right, fitted on questions over tables kept apart
(training/reading/arbitrating.py)."""
STATED: Weights = {
    "heads": 0.374, "decoder": 0.112, "open words": 0.526, "as rows": 0.381, "tens of words": 0.003, "unread": 0.691,
    "not found": -0.598, "unused": -0.249, "decoder taken": 0.043, "of one mind": 0.834, "bias": -0.881,
}  # fmt: skip
FREELY: Weights = {
    "heads": 0.097, "decoder": 0.317, "open words": -0.216, "as rows": 0.439, "tens of words": -0.206, "unread": -0.04,
    "not found": -0.217, "unused": -0.116, "decoder taken": 0.246, "of one mind": 0.761, "bias": 0.355,
}  # fmt: skip
"""How often the one that is taken is right: where a chart is asked for by name, and where not. Such questions are free,
and read worse than they seem; theirs is a little too low, because being wrong costs more. Weights of this form are
fitted by training/reading/sureness.py."""
SURE = 0.5
"""From this confidence on, and from that of the heads on, a question that names nothing of the table is more than a
wish to look around."""
UNSURE = 0.3
"""Below this confidence the decoder holds a number against another column because it does not know better."""
ALL_BUT_SURE = 0.7
"""From this confidence on the decoder passes nothing over: the exhibits by country are rows that are counted."""
EVEN, UNCLEAR = 0.5, 0.3
"""From this probability on the decoder is believed, and where the heads alone find nothing for a word."""
SETTLED = 0.5
"""What is left of alternatives where the two readings agree on another: nobody is asked about them."""
MOST_OPEN, MOST_WORDS, MOST_UNREAD, FEW = 6, 25, 4, 3
LAST = 0.5
"""What is left of the probability of a reading for the one that it was preferred to, which counts where the first and
those that come next to it leave no row."""
COURSES = ("line", "area")
MOST_STEPS = 25
"""Of more different values than this a line along them says nothing: prices, not cylinders."""
SHORT = 0.3
"""Three words that name nothing are small talk."""


def likelier(text: str, heads: Reading, decoder: Reading, profile: DatasetProfile) -> Reading:
    """The reading that is more often right where the two stand like this, as sure as such readings are right."""
    taken, seen = chosen(text, heads, decoder, profile)
    sure = _probability(STATED if seen["chart stated"] else FREELY, seen)
    if seen["of one mind"]:
        return _of_one_mind(taken, sure)
    other = heads if seen["decoder taken"] else decoder
    last = Alternative(requirements=other.requirements, confidence=sure * LAST)
    taken = _as_sure(_drawn_as_stated(taken, heads), sure)
    return taken.replaced(alternatives=(*taken.alternatives, last))


def chosen(
    text: str, heads: Reading, decoder: Reading, profile: DatasetProfile
) -> tuple[Reading, dict[str, float]]:
    """The likelier of the two, where they say the same that of the heads, and the features that tell how sure it is.

    What the heads say is made of fields, which follow-ups and clicks change one by one.
    """
    seen = features(text, heads, decoder)
    kept = _must_be_heads(text, heads, decoder, profile, seen)
    same = not kept and agreed(heads, decoder, profile)
    even = UNCLEAR if heads.requirements.not_found and not decoder.requirements.not_found else EVEN
    likely = _probability(DECODER, seen) >= even or _in_vain(heads.requirements, profile)
    likely = likely or _ranks_what_is_kept(heads.requirements, decoder.requirements.query)
    likely = likely or alone_reads_numbers(text, decoder.requirements, heads.requirements, profile)
    written = not kept and not same and likely
    counted = same and decoder.requirements.query is not None  # fields that agree say less than Queries
    told = {**seen, "decoder taken": float(written), "of one mind": float(counted)}
    if "anomaly" in heads.requirements.analysis and not written:
        told["decoder"] = max(seen["decoder"], 0.0)  # its doubts are about something else: no Query tells outliers
    return decoder if written else heads, told


def _drawn_as_stated(reading: Reading, heads: Reading) -> Reading:
    """A reading with the chart that the heads hear named, where it draws another one."""
    stated = heads.requirements.constraint(ChartWish)
    if stated is None or stated.mark is None or "chart" not in reading.requirements.outputs:
        return reading
    mark, layout = stated.mark, stated.layout
    return reading.each(lambda asked: asked.drawn_as(mark, layout) if "chart" in asked.outputs else asked)


def _must_be_heads(
    text: str, heads: Reading, decoder: Reading, profile: DatasetProfile, seen: dict[str, float]
) -> bool:
    """Whether the chart shows what no Query says, nothing of the table is named, the decoder passes over what is, lists
    what is to be added up or described, or text is read for numbers."""
    general = _looks_around(heads) and (seen["open words"] <= 1 or seen["tens of words"] <= SHORT)
    query = decoder.requirements.query
    forces = query is not None and bool(forced(query, profile))
    strange = _passes_over(heads, decoder, profile, seen) or _lists_amount(text, heads, decoder, profile)
    strange = strange or _lists_what_is_described(heads.requirements, query)
    return _wishes_more(heads) or (general and decoder.confidence < max(SURE, heads.confidence)) or strange or forces


def _passes_over(heads: Reading, decoder: Reading, profile: DatasetProfile, seen: dict[str, float]) -> bool:
    """Whether the decoder makes nothing of a measure that is named where the heads know every word, or of a number, or
    holds it against another column, ranks rows for things, counts them in fewer groups than are named, or guesses what
    goes with what. Rows may be counted for the things that they are: the readings of a pupil."""
    query, links = decoder.requirements.query, heads.requirements.links
    if query is None:
        return decoder.confidence < min(UNSURE, heads.confidence)
    if decoder.confidence >= ALL_BUT_SURE:
        return False
    elsewhere = any(_held_elsewhere(item, links, query) for item in heads.requirements.all(Filter))
    spent = {str(constant.value) for constant in parts_of(Constant, query)}  # by month is no column month
    measures = {column.name for column in profile.columns if column.metric}
    named = measures & {link.target for link in links if link.phrase.casefold() not in spent}
    counts = bool(query.by and query.measures) and not columns_of(query.measures)
    drawn = query.shown if _follows_things(query, profile) else ()
    unread = set() if counts else named - {*columns_of(query), *drawn}
    asked, sure = heads.requirements, heads.confidence > decoder.confidence
    ranks = asked.analysis == ("rank",) and bool(asked.group_by) and not query.grouped and sure  # customers, not orders
    ungrouped = counts and sure and {*asked.group_by} & {link.target for link in links} - {*columns_of(query)}
    unused = any(any(map(str.isdigit, phrase)) for phrase in decoder.requirements.unused)  # the top 3 are 3
    if seen["open words"] == 1:
        return unused or (elsewhere and decoder.confidence < UNSURE)
    return seen["open words"] == 0 and (elsewhere or unused or ranks or bool(unread or ungrouped))


def _follows_things(query: Query, profile: DatasetProfile) -> bool:
    """Whether rows as they are tell the course of named things: of one country each year has one row."""
    things = profile.things
    named = tuple(test for test in conjuncts(query.where) if isinstance(test, Call) and test.op in ("=", "in"))
    kept = {*columns_of(named)}
    return things is not None and things.time in query.shown and {*things.columns} <= kept


def _in_vain(asked: Requirements, profile: DatasetProfile) -> bool:
    """Whether the heads count the rows of each thing of a panel at each time, of which there is one, or draw a line
    from one named value or amount to the next, where there is a time to draw it along."""
    things, wish = profile.things, asked.constraint(ChartWish)
    counts = not asked.metrics and asked.all(Aggregation) == (Aggregation(func="count"),)
    if counts and things is not None and things.panel and asked.time is not None and asked.time.column == things.time:
        return {*things.columns} <= {*asked.group_by}
    lined = wish is not None and wish.mark in COURSES and asked.time is None and wish.x is None
    values = {item.column for item in asked.all(Filter) if item.op == "in"}
    amounts = {column.name for column in profile.columns if column.metric and (column.distinct or 0) > MOST_STEPS}
    return lined and bool({*asked.group_by} & (values | amounts)) and bool(profile.of_kind("temporal"))


def _ranks_what_is_kept(asked: Requirements, query: Query | None) -> bool:
    """Whether the heads put the values of a column in order of which the decoder keeps one: who won the most gold puts
    nations in order, not gold, silver and bronze."""
    if query is None or "rank" not in asked.analysis or len(asked.group_by) != 1 or asked.all(Filter):
        return False
    tests = [test for test in conjuncts(query.where) if isinstance(test, Call) and test.op == "="]
    return any(test.args[0] == Column(name=asked.group_by[0]) for test in tests)


def _lists_amount(text: str, heads: Reading, decoder: Reading, profile: DatasetProfile) -> bool:
    """Whether the decoder lists rows where the heads hear how much there is of one measure, in all or of what it keeps
    (the population of Asia), or all of them where they hear of a course: whether it fell, rows that nobody draws do
    not say."""
    query, asked = decoder.requirements.query, heads.requirements
    if query is None or query.grouped or query.measures or query.source or query.limit or query.then:
        return False
    far = text.casefold().startswith("how far ")
    amount = asked.analysis == ("distribution",) and (far or asks_how_much(text) or asks_how_many(text))
    plain = asked.analysis == ("total",) and len(asked.metrics) == 1 and not asked.group_by
    amount = amount or (plain and heads.confidence >= EVEN and not _follows_things(query, profile))
    wish = decoder.requirements.constraint(ChartWish) or ChartWish()
    undrawn = query.where is None and wish.mark not in COURSES
    return amount or (undrawn and "trend" in asked.analysis)


def _lists_what_is_described(asked: Requirements, query: Query | None) -> bool:
    """Whether the decoder lists the very columns whose distribution or relation the heads hear."""
    if query is None or query != Query(shown=query.shown) or asked.all(Filter):
        return False
    described = asked.analysis in (("distribution",), ("correlation",))
    return described and {*query.shown} == {*asked.metrics, *asked.group_by}


def _held_elsewhere(item: Filter, links: Sequence[Link], read: Query | None) -> bool:
    """Whether a number that the heads hold against a column that is named is held against another one: where units are
    above 1000, no revenue is."""
    calls = [call for call in parts_of(Call, read) if call.op in COMPARISONS]
    held = [call for call in calls if any(isinstance(arg, Constant) and arg.value == item.value for arg in call.args)]
    named = any(link.target == item.column for link in links)
    is_number = isinstance(item.value, int | float) and not isinstance(item.value, bool)
    return named and is_number and bool(held) and item.column not in columns_of(tuple(held))


def preferred(text: str, embedded: Reading, other: Reading, profile: DatasetProfile, weights: Weights) -> Reading:
    """The reading of one who is more often right than the embedded reader, unless no Query says what is wanted.

    Where both say the same, the embedded one is taken, as of the heads above.
    """
    likely = _probability(weights, features(text, embedded, other))
    query = other.requirements.query
    if _wishes_more(embedded) or (query is not None and forced(query, profile)):
        return embedded
    if agreed(embedded, other, profile):
        return _of_one_mind(embedded, max(likely, embedded.confidence))
    return _as_sure(other, likely)


def _wishes_more(reading: Reading) -> bool:
    """Whether the chart is to show what no Query says."""
    stated = reading.requirements.constraint(ChartWish) or ChartWish()
    return bool(stated.size or stated.trend)


def _looks_around(reading: Reading) -> bool:
    return reading.requirements.analysis == ("summary",) and not reading.requirements.links


def _of_one_mind(reading: Reading, probability: float) -> Reading:
    """A reading that two agree on: nobody is asked about its alternatives."""
    others = tuple(item.replaced(confidence=item.confidence * SETTLED) for item in reading.alternatives)
    return _as_sure(reading.replaced(alternatives=others), probability)


def agreed(heads: Reading, decoder: Reading, profile: DatasetProfile) -> bool:
    """Whether both ask for the same values of the same groups of the same rows."""
    query, asked = decoder.requirements.query, heads.requirements
    if query is None:
        return read_alike(asked, decoder.requirements, profile)
    wish = asked.constraint(ChartWish)
    if wish is not None and wish.mark == "pie":  # it makes shares of its own
        asked = asked.replaced(analysis=tuple(label for label in asked.analysis if label != "share"))
    said = meant_queries(asked, profile)
    if len(said) != 1:
        return False
    best = "rank" in asked.analysis and said[0].limit is None and query.limit == Limit(n=1)  # the first of all is told
    return _essence(said[0].replaced(limit=query.limit) if best else said[0]) == _essence(query)


def read_alike(one: Requirements, other: Requirements, profile: DatasetProfile) -> bool:
    """Whether two readers ask for the same in all that decides the numbers; where no Query says it, by their fields."""
    said, heard = (meant_queries(item, profile) for item in (one, other))
    if said and heard:
        return [computed(query) for query in said] == [computed(query) for query in heard]
    fields = [(set(item.metrics), set(item.group_by), set(item.analysis), *_narrowed(item)) for item in (one, other)]
    return not said and not heard and fields[0] == fields[1]


def computed(query: Query) -> tuple[Any, ...]:
    """What a Query computes, all of it, names of measures apart."""
    made: dict[Any, Any] = {Column(name=item.name): item.expr for item in query.measures}
    first = [(str(made.get(item.expr, item.expr)), item.descending) for item in query.order] if query.limit else []
    rest = (str(query.source), str(query.having), str(query.then), str(query.kept), str(query.limit))
    keys, measures = ({str(item.expr) for item in named} for named in (query.by, query.measures))
    shown = () if query.grouped else query.shown
    return keys, measures, {str(item) for item in conjuncts(query.where)}, first, rest, shown


def _narrowed(asked: Requirements) -> tuple[Any, ...]:
    return asked.time, {str(item) for item in asked.constraints if not isinstance(item, ChartWish)}


def _essence(query: Query) -> tuple[Any, ...]:
    """What a Query computes, names apart, and order too unless it says which ones are left."""
    inner = query.source
    if isinstance(inner, Query) and query == Query(source=inner, order=query.order):  # the first few, in order again
        return _essence(inner)
    keys = frozenset(str(_period(item.expr)) for item in query.by)
    measures = frozenset(str(item.expr) for item in query.measures)
    first = query.order[0].descending if query.order and query.limit else None
    made = {item.name: item.expr for item in query.measures}
    then = tuple(str(rewritten(inlined(item.expr, made), _in_parts)) for item in query.then)
    kept = (str(query.having), then, str(query.limit), first)
    given = [Call(op="not", args=(Call(op="is null", args=(item.expr,)),)) for item in query.by]
    tests = tuple(str(test) for test in conjuncts(query.where) if test not in given)  # a ranking names no gap
    return keys, measures, tests, *kept, query.source is None


def _in_parts(part: Any) -> Any:
    """A share in percent as one of 1: the answer tells both alike."""
    match part:
        case Call(op="/", args=(Call(op="*", args=(Constant(value=100), some)), whole)):
            return part.replaced(args=(some, whole))
    return None


def _period(key: Any) -> Any:
    """A key of dates by its column alone: which period is meant is the reader's guess in either."""
    match key:
        case Call(op="period" | "date part", args=(_, Column() as column)):
            return column
    return key


def of_things(decoder: Reading, heads: Reading) -> Reading:
    """A reading that counts rows, or adds up keys, as one of the things that the heads found to have several each; one
    that has put rows together already counts what came of it."""
    query = decoder.requirements.query
    things = [item.metric for item in heads.requirements.all(Aggregation) if item.func == "nunique"]
    if query is None or query.source is not None or len(things) != 1:
        return decoder
    if things[0] is None or things[0] in columns_of((query.by, query.where)):
        return decoder
    thing = (Column(name=things[0]),)
    meant = (COUNT_ROWS, Aggregate(func="sum", args=thing), Aggregate(func="mean", args=thing))
    each = Aggregate(func="distinct", args=thing)
    measures = tuple(item.replaced(expr=each) if item.expr in meant else item for item in query.measures)
    changed = decoder.requirements.replaced(query=query.replaced(measures=measures))
    return decoder.replaced(requirements=changed)


def features(text: str, heads: Reading, decoder: Reading) -> dict[str, float]:
    """How sure each is of itself, what the heads account for, and what of it the decoder leaves unread."""
    stated = heads.requirements.constraint(ChartWish) or ChartWish()
    query = decoder.requirements.query
    read = set(columns_of(query)) if query is not None else set()
    unread = {link.target for link in heads.requirements.links} - read
    return {
        "heads": _odds(heads.confidence), "decoder": _odds(decoder.confidence),
        "chart stated": float(stated.mark is not None), "open words": float(min(open_words(text, heads), MOST_OPEN)),
        "as rows": float(query is None), "tens of words": min(len(words(text)), MOST_WORDS) / 10,
        "unread": float(min(len(unread), MOST_UNREAD)), "unused": float(min(len(decoder.requirements.unused), FEW)),
        "not found": float(min(len(heads.requirements.not_found), FEW)),
    }  # fmt: skip


def open_words(text: str, reading: Reading) -> int:
    """How many words with a meaning of their own, numbers apart, stand in no phrase that the reading links."""
    linked = {lemma(word.lower()) for link in reading.requirements.links for word in link.phrase.split()}
    plain = function_words() | request_words()
    return sum(
        word.lower.isalpha() and word.lower not in plain and lemma(word.lower) not in linked for word in words(text)
    )


def _probability(weights: Weights, seen: dict[str, float]) -> float:
    total = weights["bias"] + sum(weight * seen[name] for name, weight in weights.items() if name != "bias")
    return 1 / (1 + math.exp(-total))


def _odds(confidence: float) -> float:
    held = min(max(confidence, 0.01), 0.99)
    return math.log(held / (1 - held))


def moved(reading: Reading, probability: float) -> Reading:
    """A reading with this confidence, its alternatives as far behind it as they were."""
    moved = probability - reading.confidence
    others = tuple(
        item.replaced(confidence=min(max(item.confidence + moved, 0.0), 1.0)) for item in reading.alternatives
    )
    return reading.replaced(confidence=probability, alternatives=others)


def _as_sure(reading: Reading, probability: float) -> Reading:
    """A reading with this confidence, its alternatives in the same relation to it."""
    scale = probability / reading.confidence if reading.confidence else 0.0
    others = tuple(item.replaced(confidence=min(item.confidence * scale, 1.0)) for item in reading.alternatives)
    return reading.replaced(confidence=probability, alternatives=others)
