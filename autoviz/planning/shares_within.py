"""Shares within: what part of each thing falls to each kind, where a question asks for it of each thing by itself."""

from __future__ import annotations

import re

from autoviz.linking.links import STRONG, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import settled, suiting
from autoviz.planning.phrasing import share_of
from autoviz.query.language import Aggregate, Column, Named, Query, plain_names

_EACH = re.compile(r"\b(for|within|in|at)\s+(?:each|every)\s+", re.IGNORECASE)
_OUTER = ("for", "within")
"""What opens the whole rather than its parts, where both are said of each: in each category for each region."""
_SHARE = re.compile(r"\b(?:shares?|parts?|portions?|percentages?|per ?cent|proportions?|fractions?)\b|%", re.IGNORECASE)
_ADDED = ("sum", "count")


def within_each(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading by two columns, of which a question names one as that within each of which shares are wanted, as these:
    for each line, what part of its units comes from each shift; any other as it is."""
    outer = each_one(question, profile) if _SHARE.search(question) else None
    if outer is None:
        return reading
    matches = [match for match in link(question, profile) if match.value is None and not match.dominated]
    named = {match.column for match in matches if match.score >= STRONG and profile.by_name[match.column].adds_up}
    asked = reading.requirements
    queries = queries_of(settled(asked, profile), profile, suiting(profile))
    if len(queries) != 1 or not _is_plain(queries[0]):
        return reading
    query = queries[0]
    keys = plain_names(item.expr for item in query.by)
    match [item.expr for item in query.measures]:
        case [Aggregate(func=func) as total] if func in _ADDED and len(keys) == len(query.by) == 2 and outer in keys:
            if func == "count" and len(named) == 1:
                total = Aggregate(func="sum", args=(Column(name=named.pop()),))
            return reading.replaced(requirements=as_query(asked, _shared(query, total, outer)), alternatives=())
    return reading


def each_one(question: str, profile: DatasetProfile) -> str | None:
    """The column of each of whose values by itself something is asked: for each line, in every region."""
    hit = max(_EACH.finditer(question), key=lambda one: (one[1].lower() in _OUTER, one.start()), default=None)
    if hit is None:
        return None
    matches = [match for match in link(question, profile) if match.value is None and not match.dominated]
    near = [match for match in matches if match.start == hit.end()]
    return max(near, key=lambda match: match.score).column if near else None


def _is_plain(query: Query) -> bool:
    """Whether nothing but its rows, keys and measures would be lost."""
    return query.source is None and query.having is None and query.kept is None and query.limit is None


def _shared(query: Query, total: Aggregate, outer: str) -> Query:
    """The shares of one key's groups within each group of the other."""
    by = tuple(sorted(query.by, key=lambda item: plain_names([item.expr]) != (outer,)))
    name = "_".join((*plain_names(total.args), "total")) if total.args else "count"
    share = share_of(name, (by[0].name,))
    shown = (*(item.name for item in by), share.name)
    return Query(where=query.where, by=by, measures=(Named(name=name, expr=total),), then=(share,), shown=shown)
