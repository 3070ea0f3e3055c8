"""Of each group: the first few of each, which the fields of the heads cannot say and the decoder says of rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.lexicon import function_words
from autoviz.linking.links import STRONG, Match
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Aggregation, Limit, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import suiting
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Func,
    Named,
    Query,
    Sort,
    Window,
    columns_of,
    parts_of,
)

RANKS = frozenset({"row number", "rank", "dense rank"})
_NAMING = ("categorical", "text", "boolean", "geographic")


def first_of_each_group(
    text: str, heads: Requirements, decoder: Requirements, matches: Sequence[Match], profile: DatasetProfile
) -> Requirements | None:
    """What is asked for where the heads take the first few of all and the decoder the first few of each group.

    Things with several rows each that are named (the top three categories of each region) are ranked as such, not
    their rows; the three highest marks of each class are rows.
    """
    query, rank = decoder.query, _rank(decoder.query)
    if query is None or rank is None:
        return None
    if heads.constraint(Limit) is None:
        return _one_of_each(text, heads, decoder, matches, profile)
    measured = [match for match in matches if match.column in columns_of(rank.along)]
    if len(query.then) > 1:
        return None
    ahead = () if _are_ranked_themselves(text, measured) else _shown_ahead(query, rank)
    named = [match.column for match in matches if match.value is None and not match.dominated]
    others = [name for name in dict.fromkeys((*ahead, *named)) if name not in columns_of(rank)]
    if query.grouped or not others:
        return decoder
    things = _things(others, rank, profile)
    things = [name for name in things if name in ahead] or things
    if len(things) != 1:
        return None
    func = _func(heads, columns_of(rank.along)[0], profile)
    return as_query(decoder, _of_things(query, rank, things[0], func))


def _one_of_each(
    text: str, heads: Requirements, decoder: Requirements, matches: Sequence[Match], profile: DatasetProfile
) -> Requirements | None:
    """The one at an end of each group, where the heads can tell that end alone: the heaviest bird of each species is a
    bird, and the highest weight is none."""
    query, rank = decoder.query, _rank(decoder.query)
    assert query is not None and rank is not None
    whole = len(query.then) == 1  # else the groups are periods, which are no columns
    spelt = [match for match in matches if match.kind in ("name", "plural") and match.value is None]
    ends = {match.start: match.end for match in spelt if match.column in columns_of(rank.along)}
    both = {*columns_of(query.by)} <= {*heads.group_by} and {*columns_of(query.measures)} <= {*heads.metrics}
    if not _is_of_things(text, ends) or (query.grouped and both):
        return None
    named = [match.column for match in spelt if match.score >= STRONG and match.column not in columns_of(rank)]
    things = [] if query.grouped or not whole else _things(dict.fromkeys(named), rank, profile)
    if len(things) != 1:
        return decoder
    return as_query(decoder, _of_things(query, rank, things[0], _func(heads, columns_of(rank.along)[0], profile)))


def _rank(query: Query | None) -> Window | None:
    """The one rank within groups, or periods that are worked out before it, by which a Query keeps its first few."""
    if query is None or query.source is not None or not query.then or query.limit is not None:
        return None
    if any(parts_of(Window, query.then[:-1])):
        return None
    match query.then[-1].expr, query.kept:
        case Window(within=(_, *_), along=(Sort(expr=Column()), *_)) as rank, Call(op="<=" | "=", args=(_, Constant())):
            return rank if rank.func in RANKS and all(isinstance(item, Column) for item in rank.within) else None
    return None


def _are_ranked_themselves(text: str, measured: Sequence[Match]) -> bool:
    """Whether so many values of the measure are asked for, and not so many of what has them: the 3 highest marks."""
    said = words(text)
    counts = {one.end for one in number_candidates(text)}
    ends = [(before, word) for before, word in pairwise(said) if is_superlative(word.lower) and before.end in counts]
    return any(word.end < match.start <= word.end + 2 for _, word in ends for match in measured)


def _is_of_things(text: str, ends: Mapping[int, int]) -> bool:
    """Whether what stands at an end is asked for, and not the end itself, which has its name from one place to the
    other: the film with the highest gross or the highest grossing film, not the highest gross."""
    said = words(text)
    at = next((place for place, word in enumerate(said) if is_superlative(word.lower)), None)
    if at is None:
        return False
    rest = said[at + 1 :]
    if not rest or rest[0].start not in ends or "with" in {word.lower for word in said[max(at - 2, 0) : at]}:
        return True
    behind = next((word.lower for word in rest if word.start >= ends[rest[0].start]), "each")
    return behind not in function_words()


def _shown_ahead(query: Query, rank: Window) -> tuple[str, ...]:
    """The columns that the decoder shows before what rows are ranked by: what it hears beside the groups."""
    (measure, *_) = columns_of(rank.along)
    return query.shown[: query.shown.index(measure)] if measure in query.shown else ()


def _things(named: Iterable[str], rank: Window, profile: DatasetProfile) -> list[str]:
    """The columns among these whose values come in several rows of each group, so that no row is one of them; none
    where one of them tells the rows themselves apart."""
    groups = math.prod(profile.by_name[name].distinct or 1 for name in columns_of(rank.within))
    named = [*named]
    measured = all(profile.by_name[name].metric for name in columns_of(rank.along))
    if not measured or any(profile.tells_apart(name) for name in named):
        return []
    found = [profile.by_name[name] for name in named if profile.by_name[name].kind in _NAMING]
    return [column.name for column in found if groups * (column.distinct or profile.rows) < profile.rows]


def _func(heads: Requirements, measure: str, profile: DatasetProfile) -> Func:
    """How the rows of a thing are put together: as the question says, else as suits the measure."""
    stated = next((item.func for item in heads.all(Aggregation) if item.metric == measure), None)
    return "mean" if (stated or suiting(profile)(measure)) == "mean" else "sum"


def _of_things(query: Query, rank: Window, thing: str, func: Func) -> Query:
    """Groups and things in place of rows, ranked by what their measure comes to."""
    along = rank.along[0]
    assert isinstance(along.expr, Column)
    measure, keys = along.expr.name, (*columns_of(rank.within), thing)
    return Query(
        where=query.where, by=tuple(Named(name=name, expr=Column(name=name)) for name in keys),
        measures=(Named(name=measure, expr=Aggregate(func=func, args=(along.expr,))),),
        then=query.then, kept=query.kept, order=(*(Sort(expr=item) for item in rank.within), along),
        shown=(*keys, measure),
    )  # fmt: skip
