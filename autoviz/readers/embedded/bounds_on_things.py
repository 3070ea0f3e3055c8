"""Bounds on things: borrowers who owe more than 5 euros are told by all their rows, and those who owe more than 5 by
what nobody said, so that a number of rows is a guess, as where somebody got the most."""

from __future__ import annotations

import re
from typing import Any

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.names import positive
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries, suiting
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Named,
    Query,
    Sort,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.readers.embedded.second_opinion import UPWARD
from autoviz.registry.wording import wording

_COUNTING = ("count", "distinct")
_OF_NUMBERS = frozenset({"busy", "quiet", "common", "frequent", "crowded", "full", "new", "near", "close"})
"""What is said of many or few rows, or of where and when they are."""
_WHOSE = frozenset({"who", "that", "which"})
"""What opens a clause about the things before it."""
_OR_MORE = frozenset({"or", "more", "fewer", "less"})
"""What may stand between a number and what is counted: two or more appointments."""
_GOT_THE_MOST = re.compile(
    r"\b(?:g[eo]ts?|receiv\w+|takes?|took|pa(?:ys?|id)|owe[sd]?|ma(?:kes?|de)|br(?:ings?|ought)|spen[dt]s?|costs?)"
    r"\s+(?:us |me )?the (?:most|least)\s*(?:[?.!]|$)", re.IGNORECASE,
)  # fmt: skip
"""Asks for the most of what is given or taken, which rows hardly are."""


_BEYOND = r"(?:above|over|below|under|(?:more|less|greater|higher|lower) than|exceeding|at least|at most)"
_JUST_BEYOND = re.compile(rf"\s+(?:(?:is|are|was|of)\s+)?{_BEYOND}\s+", re.IGNORECASE)
_SUMMARISED = re.compile(
    r"\b(?:average|mean|median|total)\s+(?:(?!(?:among|of|for|in|with|by|from|at)\b)[\w%-]+\s+){1,4}?"
    rf"{_BEYOND}\s+\S*\d|\d\S*\s+(?:\w+\s+){{0,3}}?(?:on average|in total|altogether)\b", re.IGNORECASE,
)  # fmt: skip
"""Bounds what groups come to and not single rows: an average rain under 600, less than 600 mm of rain on average."""


def with_bounds_on_things(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts the rows beyond a bound of each thing, as those things whose total is beyond it where no
    word names what is bounded; less sure of a number of rows where the question ends with the number."""
    asked = reading.requirements
    queries = meant_queries(asked, profile)
    if len(queries) != 1:
        return reading
    (query,) = queries
    made = _of_groups(question, query, profile) or _of_rows(question, query, profile)
    if made is not None:
        return reading.replaced(requirements=as_query(asked, made), alternatives=())
    got_most = _GOT_THE_MOST.search(question) and query.counts_rows
    if _only_counts(query) and (unsaid := _goes_by_unsaid(question, query, profile)):
        told = asked.assuming(f"rows are counted: what {unsaid!r} goes by is not said.")
        return reading.replaced(requirements=told).doubted()
    if not got_most and not _WHOSE & {word.lower for word in words(question)[1:]}:
        return reading
    if (got_most and query.by) or _counts_unsaid(question, query):
        told = asked.assuming("rows are counted: what there is more of is not said.")
        return reading.replaced(requirements=told).doubted()
    made = _of_totals(question, query, profile)
    return reading if made is None else reading.replaced(requirements=as_query(asked, made), alternatives=())


def _only_counts(query: Query) -> bool:
    """Whether it tells no more than how many rows or different things there are."""
    counted = [item.expr for item in query.measures]
    return bool(counted) and all(isinstance(expr, Aggregate) and expr.func in _COUNTING for expr in counted)


def _goes_by_unsaid(question: str, query: Query, profile: DatasetProfile) -> str:
    """A superlative of which nothing tells what it goes by, and that is no word for many or few: the dirtiest day."""
    values = {str(item.value).lower() for item in parts_of(Constant, query)}
    known = {*wording().forms.up, *wording().forms.down, *_OF_NUMBERS, *values}
    taken = [(match.start, match.end) for match in link(question, profile)]
    for word in words(question):
        plain = not any(start <= word.start < end for start, end in taken)
        if plain and word.lower.endswith("est") and is_superlative(word.lower) and not positive(word.lower) & known:
            return word.lower
    return ""


def _counts_unsaid(question: str, query: Query) -> bool:
    """Whether groups are kept by a number of rows with which the question ends, or goes on with a little word."""
    for part in parts_of(Call, query.having):
        match part:
            case Call(op=op, args=(one, Constant(value=int() | float() as bound))) if op in UPWARD:
                return _counts(one, query) and _ends_with(question, bound)
    return False


def _counts(expr: Expr, query: Query) -> bool:
    counts = [Column(name=item.name) for item in query.measures if item.expr == COUNT_ROWS]
    return expr == COUNT_ROWS or expr in counts


def _ends_with(question: str, bound: float) -> bool:
    """Whether nothing that is counted stands behind a number."""
    ends = [one.end for one in number_candidates(question) if one.value == bound and one.how != "unit"]
    said = [word for word in words(question) if word.lower not in _OR_MORE]
    after = [next((word.lower for word in said if word.start >= end), None) for end in ends]
    return bool(after) and all(word is None or word in function_words() for word in after)


def _of_groups(question: str, query: Query, profile: DatasetProfile) -> Query | None:
    """The groups whose average or total is beyond the bound that single rows are held against, where the question opens
    with the groups: which channels have an average rating under 8."""
    first = min(link(question, profile), key=lambda match: match.start, default=None)
    if first is None or not _SUMMARISED.search(question) or any(is_superlative(word.lower) for word in words(question)):
        return None
    if len(query.by) != 1 or query.source is not None:
        return None
    if columns_of(query.by[0].expr) != (first.column,) or query.having is not None or query.then:
        return None
    named = {match.column for match in link(question, profile)}
    tests = conjuncts(query.where)
    bounds = [test for test in tests if _bounded(test, profile) is not None]
    match [item.expr for item in query.measures], bounds:
        case [Aggregate(func="mean" | "median" | "sum", args=(Column(name=measured),))], [bound]:
            name = _bounded(bound, profile)
            if name != measured and name in named:
                return None
            total = Column(name=query.measures[0].name)
            others = all_of([test for test in tests if test is not bound])
            having = bound.replaced(args=(total, bound.args[1]))
            order = (Sort(expr=total, descending=UPWARD[bound.op] > 0),)
            return Query(where=others, by=query.by, measures=query.measures, having=having, order=order)
    return None


def _of_rows(question: str, query: Query, profile: DatasetProfile) -> Query | None:
    """The rows whose measure is beyond the bound before which its name stands, where groups are kept by a number of
    rows beyond it: the average rate of bookings with a rate over 100."""
    match query.having:
        case Call(op=op, args=(one, Constant(value=int() | float() as bound))) if op in UPWARD and _counts(one, query):
            name = _named_before(question, bound, profile)
            test = Call(op=op, args=(Column(name=name), Constant(value=bound))) if name is not None else None
            return query.narrowed(test).replaced(having=None) if test is not None else None
    return None


def _named_before(question: str, bound: float, profile: DatasetProfile) -> str | None:
    """The measure whose name stands before a bound, with nothing between the two but what makes it one."""
    starts = {one.start for one in number_candidates(question) if one.value == bound}
    for match in link(question, profile):
        measured = match.value is None and profile.by_name[match.column].metric
        if measured and any(_JUST_BEYOND.fullmatch(question[match.end : start]) for start in starts):
            return match.column
    return None


def _of_totals(question: str, query: Query, profile: DatasetProfile) -> Query | None:
    """The things whose total is beyond the bound that single rows are held against."""
    if query.source is not None or query.having is not None or query.then or len(query.by) != 1:
        return None
    if not query.counts_rows:
        return None
    named = {match.column for match in link(question, profile) if match.value is None and match.score >= STRONG}
    tests = conjuncts(query.where)
    bounds = [test for test in tests if _bounded(test, profile) is not None]
    name = _bounded(bounds[0], profile) if len(bounds) == 1 else None
    if name is None or name in named or suiting(profile)(name) != "sum":
        return None
    (bound,) = bounds
    whole = Aggregate(func="sum", args=(Column(name=name),))
    total = Column(name=name_of(whole))
    return Query(
        where=all_of([test for test in tests if test is not bound]), by=query.by,
        measures=(Named(name=total.name, expr=whole),), having=bound.replaced(args=(total, bound.args[1])),
        order=(Sort(expr=total, descending=True),),
    )  # fmt: skip


def _bounded(test: Any, profile: DatasetProfile) -> str | None:
    """The measure that a test bounds from one side."""
    match test:
        case Call(op=op, args=(Column(name=name), Constant())) if op in UPWARD and name in profile.by_name:
            return name if profile.by_name[name].metric else None
    return None
