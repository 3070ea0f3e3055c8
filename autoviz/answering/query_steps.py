"""Query steps: what a Query does in the words of people, a sentence for each station, as a recipe."""

from __future__ import annotations

from collections.abc import Iterator

from autoviz.answering.query_words import condition_words, measure_words, value_words, where_words
from autoviz.drawing.titles import readable
from autoviz.listing import listed
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Column, Limit, Matched, Named, Query, Sort, Stack, Unpivot

_UNTOLD = "a value"
"""What a value is called that there are no words for; its own name says more then."""


def query_steps(query: Query, profile: DatasetProfile | None = None) -> Iterator[str]:
    """One sentence for each thing that is done, in the order in which it is done."""
    yield from _source(query, profile)
    if query.where is not None:
        yield f"Keep the rows {where_words(query.where, profile)}."
    if query.grouped:
        yield _grouped(query, profile)
    if query.having is not None:
        yield f"Keep the groups where {condition_words(query.having, profile)}."
    if query.then:
        yield f"Work out from that: {listed([readable(item.name) for item in query.then])}."
    if query.kept is not None:
        yield f"Keep those where {condition_words(query.kept, profile)}."
    inner = query.source
    if not (isinstance(inner, Query) and inner.limit and inner.order == query.order and query.limit is None):
        yield from _ordered(query.order, query.limit, profile)


def _source(query: Query, profile: DatasetProfile | None) -> Iterator[str]:
    source = query.source
    if isinstance(source, Query):
        yield from query_steps(source, profile)
    elif isinstance(source, Stack):
        for place, one in enumerate(source.queries, start=1):
            yield from (f"Result {place}: {sentence}" for sentence in query_steps(one, profile))
        yield f"Put the {len(source.queries)} results under one another."
    elif isinstance(source, Matched):
        for place, one in enumerate((source.left, source.right), start=1):
            yield from (f"Result {place}: {sentence}" for sentence in query_steps(one, profile))
        yield f"Put both side by side where {listed([readable(name) for name in source.on])} agrees."
    elif isinstance(source, Unpivot):
        if source.source is not None:
            yield from query_steps(source.source, profile)
        yield f"Turn the columns {listed([readable(name) for name in source.columns])} into one series."


def _grouped(query: Query, profile: DatasetProfile | None) -> str:
    keys = listed([_key(item, profile) for item in query.by])
    measures = listed([measure_words(item.expr, item.name, "rows", profile).text for item in query.measures])
    if not query.measures:
        return f"List the different values of {keys}."
    return f"Put the rows together by {keys}; of each compute the {measures}." if keys else f"Compute the {measures}."


def _key(item: Named, profile: DatasetProfile | None) -> str:
    words = value_words(item.expr, profile)
    if words == _UNTOLD:
        return readable(item.name)
    return f"suiting periods of {words.removeprefix('auto of ')}" if words.startswith("auto of ") else words


def _ordered(order: tuple[Sort, ...], limit: Limit | None, profile: DatasetProfile | None) -> Iterator[str]:
    told = listed([_sorted(item, profile) for item in order])
    if limit is not None:
        first = "first one" if limit.n == 1 else f"first {limit.n:,}"
        after = f", after leaving out {limit.skip:,}" if limit.skip else ""
        yield f"Keep the {first}{f' by {told}' if told else ''}{after}."
    elif told:
        yield f"Put them in order of {told}."


def _sorted(item: Sort, profile: DatasetProfile | None) -> str:
    words = readable(item.expr.name) if isinstance(item.expr, Column) else value_words(item.expr, profile)
    return f"{words}, the {'highest' if item.descending else 'lowest'} first"
