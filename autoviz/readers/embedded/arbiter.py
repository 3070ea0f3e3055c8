"""Arbiter: of two readings of one question the likelier, with the probability that it is right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import Aggregation, ChartWish, Filter, Link, Requirements, Sort
from autoviz.planning.converting import queries_of
from autoviz.planning.defaults import settled, suiting
from autoviz.planning.text_numbers import forced
from autoviz.query.language import (
    COMPARISONS,
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Query,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.rewriting import inlined, rewritten
from autoviz.readers.embedded.passed_over import passes_over

Weights = dict[str, float]
HEADS: Weights = {
    "heads": 0.349, "decoder": 0.175, "chart stated": 1.183, "open words": -0.073, "as rows": 0.982,
    "tens of words": 0.197, "not found": 0.016, "unread": 0.028, "bias": -0.648,
}  # fmt: skip
DECODER: Weights = {
    "heads": 0.16, "decoder": 0.298, "chart stated": 0.634, "open words": -0.046, "as rows": 0.705,
    "tens of words": 0.046, "not found": -0.147, "unread": -0.234, "bias": 0.067,
}  # fmt: skip
"""What speaks for each of the two, fitted on questions over tables kept apart (training/reading/arbitrating.py)."""
STATED: Weights = {
    "heads": 0.374, "decoder": 0.112, "open words": 0.526, "as rows": 0.381, "tens of words": 0.003, "unread": 0.691,
    "not found": -0.598, "unused": -0.249, "decoder taken": 0.043, "of one mind": 0.834, "bias": -0.881,
}  # fmt: skip
FREELY: Weights = {
    "heads": 0.097, "decoder": 0.317, "open words": -0.216, "as rows": 0.439, "tens of words": -0.206, "unread": -0.04,
    "not found": -0.217, "unused": -0.116, "decoder taken": 0.246, "of one mind": 0.761, "bias": 0.115,
}  # fmt: skip
"""How often the one that is taken is right: where a chart is asked for by name, and where not. Such questions are free,
and read worse than they seem; theirs is a little too low, because being wrong costs more. Weights of this form are
fitted by training/reading/sureness.py."""
SURE = 0.5
"""From this probability on a question that names nothing of the table is more than a wish to look around."""
BESIDE = 0.02
"""By how much the decoder must be likelier: fields can be changed one by one."""
UNCLEAR = 0.1
"""By how much the decoder may be less likely where the heads would ask back: they are seldom right then."""
SETTLED = 0.5
"""What is left of alternatives where the two readings agree on another: nobody is asked about them."""
LEFT_OUT = 0.5
"""What is left of the decoder's probability where it leaves out a number, a date or a value of the question, or of
that of either where it takes in a column that nobody named."""
ACCOUNTED = 0.8
"""From this confidence on the heads know what a question is about whose words they link."""
HEARD = 2
"""So many words that the heads link to nothing say which rows are meant, where the decoder hears a condition."""
MOST_OPEN, MOST_WORDS, MOST_UNREAD, FEW = 6, 25, 4, 3
LAST = 0.5
"""What is left of the probability of a reading for the one that it was preferred to, which counts where the first and
those that come next to it leave no row."""
SHORT = 0.3
"""Three words that name nothing are small talk."""


def likelier(text: str, heads: Reading, decoder: Reading, profile: DatasetProfile, tie_margin: float) -> Reading:
    """The reading that is more often right where the two stand like this, as sure as such readings are right."""
    taken, seen = chosen(text, heads, decoder, profile, tie_margin)
    sure = _probability(STATED if seen["chart stated"] else FREELY, seen)
    taken = moved(taken, sure)
    if seen["of one mind"]:
        return taken
    other = heads if seen["decoder taken"] else decoder
    last = Alternative(requirements=other.requirements, confidence=sure * LAST)
    return taken.replaced(alternatives=(*taken.alternatives, last))


def chosen(
    text: str, heads: Reading, decoder: Reading, profile: DatasetProfile, tie_margin: float
) -> tuple[Reading, dict[str, float]]:
    """The likelier of the two, where they say the same that of the heads, and the features that tell how sure it is.

    What the heads say is made of fields, which follow-ups and clicks change one by one.
    """
    seen = features(text, heads, decoder)
    by_heads, by_decoder = (_probability(one, seen) for one in (HEADS, DECODER))
    astray = _strays(decoder, heads) or _adds_columns(decoder, heads, profile, seen) or _seeks_gaps(decoder, profile)
    less = _leaves_out(decoder, heads, profile) or passes_over(text, decoder, heads, profile)
    less = less or (seen["open words"] <= 1 and _differs_from_named(decoder, heads))
    if astray or less or _lists_course(decoder, heads):
        by_decoder *= LEFT_OUT
    links, read = heads.requirements.links, decoder.requirements.query
    passed_over = seen["open words"] >= HEARD and _takes_all(heads) and read is not None and read.where is not None
    strayed = any(_astray(item, links, read) for item in heads.requirements.all(Filter))
    if passed_over or strayed or _parts_by_measure(heads, decoder):
        by_heads *= LEFT_OUT
    kept = _must_be_heads(heads, decoder, profile, seen, by_decoder)
    same = not kept and agreed(heads, decoder, profile)
    beside = -BESIDE if is_clear(heads, tie_margin) else UNCLEAR
    written = not kept and not same and by_decoder + beside >= by_heads
    if same:
        taken = _of_one_mind(heads, max(by_heads, by_decoder, heads.confidence))
    else:
        taken = _as_sure(decoder, by_decoder) if written else _as_sure(heads, by_heads)
    told = {**seen, "decoder taken": float(written), "of one mind": float(same)}
    if (astray or "anomaly" in heads.requirements.analysis) and not written:
        told["decoder"] = max(seen["decoder"], 0.0)  # its doubts are about something else: no Query tells outliers
    return taken, told


def _must_be_heads(
    heads: Reading, decoder: Reading, profile: DatasetProfile, seen: dict[str, float], by_decoder: float
) -> bool:
    """Whether the chart shows what no Query says, nothing of the table is named, or text is read for numbers."""
    general = _looks_around(heads) and (seen["open words"] <= 1 or seen["tens of words"] <= SHORT)
    query = decoder.requirements.query
    forces = query is not None and bool(forced(query, profile))
    return _wishes_more(heads) or (general and by_decoder < SURE) or forces


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


def _leaves_out(decoder: Reading, heads: Reading, profile: DatasetProfile) -> bool:
    """Whether the decoder makes nothing of a value that the heads keep rows by, or of what they count or know of.

    Only the heads are told what the owner says of the columns.
    """
    unused, read = decoder.requirements.unused, decoder.requirements.query
    links = heads.requirements.links
    kept = {link.phrase.casefold() for link in links if link.value is not None}
    if any(phrase.casefold() in kept for phrase in unused):
        return True
    needed = {link.target for link in links if link.kind == "synonym" and _is_described(link.target, profile)}
    needed |= {item.metric for item in heads.requirements.all(Aggregation) if item.func == "nunique" and item.metric}
    return read is not None and not needed <= set(columns_of(read))


def _astray(item: Filter, links: Sequence[Link], read: Query | None) -> bool:
    """Whether the heads hold a column that nobody named against a number that the decoder holds something else against.

    Who came more than 5 times has no rating above 5.
    """
    named = any(link.target == item.column for link in links)
    said = {constant.value for constant in parts_of(Constant, read)} if read is not None else set()
    return not named and not isinstance(item.value, tuple | str) and item.value in said


def _parts_by_measure(heads: Reading, decoder: Reading) -> bool:
    """Whether the heads part one measure by another one where the decoder hears that the two go together."""
    asked, other = heads.requirements, decoder.requirements
    related = "correlation" in other.analysis and len(other.metrics) == 2 and len(asked.group_by) == 1
    return related and {*asked.metrics, *asked.group_by} == {*other.metrics}


def _differs_from_named(decoder: Reading, heads: Reading) -> bool:
    """Whether the decoder makes nothing of a column or a number that is named, or holds the number against another
    column. That it does so tells against it only where the heads know nearly every word."""
    read, links = decoder.requirements.query, heads.requirements.links
    if any(any(map(str.isdigit, phrase)) for phrase in decoder.requirements.unused):
        return True
    if read is None:
        return False
    picks = read.where is not None or read.limit is not None  # to list all rows makes nothing of their columns
    known = {*columns_of(read), *(read.shown if picks else ())}
    spent = {str(constant.value) for constant in parts_of(Constant, read)}  # by month is no column month
    unread = not {link.target for link in links if link.phrase.casefold() not in spent} <= known
    return unread or any(_held_elsewhere(item, links, read) for item in heads.requirements.all(Filter))


def _held_elsewhere(item: Filter, links: Sequence[Link], read: Query | None) -> bool:
    """Whether a number that the heads hold against a column that is named is held against another one: where units are
    above 1000, no revenue is."""
    calls = [call for call in parts_of(Call, read.where) if call.op in COMPARISONS] if read is not None else []
    held = [call for call in calls if any(isinstance(arg, Constant) and arg.value == item.value for arg in call.args)]
    named = any(link.target == item.column for link in links)
    is_number = isinstance(item.value, int | float) and not isinstance(item.value, bool)
    return named and is_number and bool(held) and item.column not in columns_of(tuple(held))


def _strays(decoder: Reading, heads: Reading) -> bool:
    """Whether the decoder relates a column of whose name the question has only words that name another one in full.

    Gas output that fell is not held against oil_output.
    """
    links = [link for link in heads.requirements.links if link.value is None]
    linked, spent = {link.target for link in links}, {word for link in links for word in split_name(link.phrase)}
    if decoder.requirements.query is not None or not set(heads.requirements.metrics) <= linked:
        return False
    return any(name not in linked and spent & set(split_name(name)) for name in decoder.requirements.metrics)


def _adds_columns(decoder: Reading, heads: Reading, profile: DatasetProfile, seen: dict[str, float]) -> bool:
    """Whether the decoder reads a column that nobody named, where the heads are sure and know every word but one.

    How many rows there are is asked of none. But the largest of some things is largest in something, and how often a
    row counts belongs to whatever is measured of rows.
    """
    query = decoder.requirements.query
    if heads.requirements.all(Sort) and not heads.requirements.metrics:
        return False
    linked = {link.target for link in heads.requirements.links}
    linked |= {profile.weight.name} if profile.weight is not None and heads.requirements.metrics else set()
    strange = query is not None and not set(columns_of(query)) & set(profile.names) <= linked
    return strange and seen["open words"] <= 1 and heads.confidence >= ACCOUNTED


def _seeks_gaps(decoder: Reading, profile: DatasetProfile) -> bool:
    """Whether the decoder wants rows in which a column is missing that is missing in none: not active is no gap."""
    query = decoder.requirements.query
    gaps = [name for part in conjuncts(query.where) if (name := _gap(part))] if query is not None else []
    return any(profile.by_name[name].missing == 0 for name in gaps if name in profile.by_name)


def _lists_course(decoder: Reading, heads: Reading) -> bool:
    """Whether the decoder lists all rows as they stand where the heads hear of a course: whether it fell, rows do not
    say."""
    query = decoder.requirements.query
    plain = query is not None and not (query.grouped or query.source or query.then or query.where or query.limit)
    return plain and "trend" in heads.requirements.analysis


def _gap(part: Any) -> str:
    """The column that a condition wants missing; empty for any other."""
    is_gap = isinstance(part, Call) and part.op == "is null" and isinstance(part.args[0], Column)
    return str(part.args[0].name) if is_gap else ""


def _is_described(name: str, profile: DatasetProfile) -> bool:
    return name in profile.by_name and bool(profile.by_name[name].description)


def _wishes_more(reading: Reading) -> bool:
    """Whether the chart is to show what no Query says."""
    stated = reading.requirements.constraint(ChartWish) or ChartWish()
    return bool(stated.size or stated.trend)


def _looks_around(reading: Reading) -> bool:
    return reading.requirements.analysis == ("summary",) and not reading.requirements.links


def _takes_all(reading: Reading) -> bool:
    """Whether it makes nothing of the question but to show the table, its rows or what it holds."""
    asked = reading.requirements
    named = asked.metrics or asked.group_by or asked.time or asked.constraints
    return not named and asked.analysis in (("summary",), ("lookup",))


def _of_one_mind(reading: Reading, probability: float) -> Reading:
    """A reading that two agree on: nobody is asked about its alternatives."""
    others = tuple(item.replaced(confidence=item.confidence * SETTLED) for item in reading.alternatives)
    return _as_sure(reading.replaced(alternatives=others), probability)


def agreed(heads: Reading, decoder: Reading, profile: DatasetProfile) -> bool:
    """Whether both ask for the same values of the same groups of the same rows."""
    asked = decoder.requirements.query
    return asked is not None and _essences(heads.requirements, profile) == [_essence(asked)]


def read_alike(one: Requirements, other: Requirements, profile: DatasetProfile) -> bool:
    """Whether two readers ask for the same in all that decides the numbers; where no Query says it, by their fields."""
    said, heard = (queries_of(settled(item, profile), profile, suiting(profile)) for item in (one, other))
    if said and heard:
        return [_computed(query) for query in said] == [_computed(query) for query in heard]
    fields = [(set(item.metrics), set(item.group_by), set(item.analysis), *_narrowed(item)) for item in (one, other)]
    return not said and not heard and fields[0] == fields[1]


def _computed(query: Query) -> tuple[Any, ...]:
    """What a Query computes, all of it, names of measures apart."""
    made: dict[Any, Any] = {Column(name=item.name): item.expr for item in query.measures}
    first = [(str(made.get(item.expr, item.expr)), item.descending) for item in query.order] if query.limit else []
    rest = (str(query.source), str(query.having), str(query.then), str(query.kept), str(query.limit))
    keys, measures = ({str(item.expr) for item in named} for named in (query.by, query.measures))
    shown = () if query.grouped else query.shown
    return keys, measures, {str(item) for item in conjuncts(query.where)}, first, rest, shown


def _narrowed(asked: Requirements) -> tuple[Any, ...]:
    return asked.time, {str(item) for item in asked.constraints if not isinstance(item, ChartWish)}


def _essences(asked: Requirements, profile: DatasetProfile) -> list[tuple[Any, ...]]:
    return [_essence(query) for query in queries_of(settled(asked, profile), profile, suiting(profile))]


def _essence(query: Query) -> tuple[Any, ...]:
    """What a Query computes, names apart, and order too unless it says which ones are left."""
    keys = frozenset(str(_period(item.expr)) for item in query.by)
    measures = frozenset(str(item.expr) for item in query.measures)
    first = query.order[0].descending if query.order and query.limit else None
    made = {item.name: item.expr for item in query.measures}
    then = tuple(str(rewritten(inlined(item.expr, made), _in_parts)) for item in query.then)
    kept = (str(query.having), then, str(query.limit), first)
    return keys, measures, str(query.where), *kept, query.source is None


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


def is_clear(heads: Reading, tie_margin: float) -> bool:
    """Whether the heads would answer, and not ask back which of two readings is meant or for what is not there."""
    behind = [heads.confidence - item.confidence for item in heads.alternatives]
    return not heads.requirements.not_found and all(distance >= tie_margin for distance in behind)


def of_things(decoder: Reading, heads: Reading) -> Reading:
    """A reading that counts rows, or adds up keys, as one of the things that the heads found to have several each."""
    query = decoder.requirements.query
    things = [item.metric for item in heads.requirements.all(Aggregation) if item.func == "nunique"]
    if query is None or len(things) != 1 or things[0] is None or things[0] in columns_of(query.by):
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
