"""Extreme moments: when something was highest or longest is the date of one row, where a reading ranks periods.

When most was sold is a period: what adds up is gathered before it is ranked. When it was hottest, or when the longest
delay was, is the moment of a single row: nothing is gathered where the question names no period and its superlative is
the adjective of what one row measures.
"""

from __future__ import annotations

from autoviz.linking.form_reading import form_of, is_plural, is_superlative
from autoviz.linking.lexicon import english, function_words
from autoviz.linking.names import positive
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, AnyOf, Filter, Requirements, Sort
from autoviz.planning.converting import as_query
from autoviz.planning.filters import condition_of
from autoviz.query.language import Column, Limit, Query
from autoviz.query.language import Sort as Ordered

_ONCE = frozenset({"was", "did", "had"})
"""Behind `when`: what was once so; when it is so, or when they were, is told by periods."""
_DEGREES = frozenset({"most", "least"})
OF_SIZE = frozenset({"large", "big", "small", "great", "maximum", "minimum", "max", "min"})
"""What is said of one thing also where things of its kind add up: the largest crowd, and not the highest sales."""
OF_HEIGHT = frozenset({"high", "low", "peak"})


def at_extreme_moment(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that ranks periods nobody named where the moment of one row is asked for, by rows."""
    if not _is_once(question):
        return reading
    return reading.each(lambda asked: _of_rows(question, asked, profile))


def _is_once(question: str) -> bool:
    said = [word.lower for word in words(question)[:2]]
    return len(said) > 1 and said[0] == "when" and said[1] in _ONCE


def _of_rows(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    stated = next((item.order for item in asked.all(Sort) if item.by == "y"), None)
    downwards = stated == "desc" if stated else form_of(question).direction > 0
    gathered = any(item.func not in ("max", "min") for item in asked.all(Aggregation))
    if asked.query is not None or asked.time is None or asked.time.grain != "unknown" or gathered:
        return asked
    if asked.group_by or len(asked.metrics) != 1 or not _is_of_one_row(question, asked.metrics[0], profile):
        return asked
    measure = Column(name=asked.metrics[0])
    known = Filter(column=measure.name, op="not null")
    names = profile.things.columns if profile.things else ()
    made = Query(
        where=condition_of((*asked.all(Filter), *asked.all(AnyOf), known), profile),
        order=(Ordered(expr=measure, descending=downwards),),
        limit=Limit(n=1),
        shown=tuple(dict.fromkeys((asked.time.column, measure.name, *names, *_keyed(asked)))),
    )
    return as_query(asked, made).replaced(outputs=("table",))


def _keyed(asked: Requirements) -> tuple[str, ...]:
    """The columns by which rows are kept, which the row is told with."""
    return tuple(item.column for item in asked.all(Filter))


def _is_of_one_row(question: str, measure: str, profile: DatasetProfile) -> bool:
    """Whether the superlative of a question is the adjective of one row, and no amount of what adds up."""
    column, said = profile.by_name.get(measure), [word.lower for word in words(question)]
    for at, word in enumerate(said):
        after = said[at + 1] if at + 1 < len(said) else ""
        compared = after if word in _DEGREES and positive(after) & english().attributes.keys() else word
        if compared == word and not is_superlative(word):
            continue
        noun = said[at + 2 : at + 3] if compared != word else [after]
        attributive = bool(noun and noun[0]) and noun[0] not in function_words()
        if attributive and is_plural(noun[0]):
            return False
        ways = positive(compared) | {compared}
        sized = bool(ways & OF_SIZE) and attributive
        if column is not None and not column.adds_up and ways & (OF_SIZE | OF_HEIGHT):
            return True
        return sized or bool(ways & (english().attributes.keys() - OF_SIZE - OF_HEIGHT))
    return False
