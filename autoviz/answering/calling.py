"""Calling: what is drawn is called as the answer calls it."""

from __future__ import annotations

from dataclasses import replace

from autoviz.answering.form import Form
from autoviz.answering.measure_forms import Words
from autoviz.answering.query_words import condition_words
from autoviz.answering.shape import query_measures
from autoviz.answering.sides import condition_of, parts_named, sides
from autoviz.answering.things import things_counted
from autoviz.drawing.titles import measure
from autoviz.listing import listed
from autoviz.model.naming import columns_in
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_filters import filters_of
from autoviz.query.language import Column, Query, columns_of, conjuncts
from autoviz.shaping.origins import worked_out
from autoviz.shaping.summaries import WHOLE
from autoviz.table import Lineage, Table, row_count


def called(table: Table, form: Form, queries: tuple[Query, ...], profile: DatasetProfile | None) -> Table:
    """A table to be drawn, with rows and worked-out measures called as the answer calls them."""
    things, words = wording(form, queries, profile)
    stories = {name: _told(name, table.of(name), words[name]) for name in table.columns if name in words}
    stories |= _sided(table, form, queries, profile, things)
    stories |= _measured_in(table, {**{name: table.of(name) for name in table.columns}, **stories}, profile)
    part = ", ".join(filter(None, (_part(table, queries, profile), _untold_rows(table, queries, profile))))
    return replace(table.described(stories), things=things, part=part)


def _untold_rows(table: Table, queries: tuple[Query, ...], profile: DatasetProfile | None) -> str:
    """Which rows a Query takes by conditions that no filter says, as that one date is after another."""
    query = queries[0] if len(queries) == 1 else None
    tests = conjuncts(query.where) if query is not None and query.source is None else ()
    known = set(columns_in(table.conditions))
    untold = [test for test in tests if not filters_of(test) and not set(columns_of(test)) <= known]
    return f"where {listed([condition_words(test, profile) for test in untold])}" if untold else ""


def wording(form: Form, queries: tuple[Query, ...], profile: DatasetProfile | None) -> tuple[str, dict[str, Words]]:
    """What the question calls the rows, and the measures of its Query in words."""
    things = things_counted(form, profile)
    query = queries[0] if len(queries) == 1 else None
    return things, query_measures(query, form, profile) if query else {}


def _told(name: str, story: Lineage, words: Words) -> Lineage:
    """The lineage of a measure with the words of the answer, where its own tell less: what is worked out or counted."""
    of_rows = story.source == name and bool(story.made_by) and not story.aggregate
    if worked_out(name, story) or of_rows:
        return replace(story, words=words.text, unit=words.unit or None, made_by="share" if words.share else "")
    if words.share and story.aggregate == "mean" and not story.made_by:
        return replace(story, words=words.text, made_by="share")
    return replace(story, words=words.text) if story.aggregate == "nunique" else story


def _measured_in(table: Table, stories: dict[str, Lineage], profile: DatasetProfile | None) -> dict[str, Lineage]:
    """The lineage of what is told in the unit of the column that it comes from, with that unit."""
    found = {}
    for name, story in stories.items():
        entry = profile.by_name.get(story.source or name) if profile else None
        kept = story.aggregate not in WHOLE and story.unit is None and not story.words
        if entry is None or not entry.unit or not entry.metric or not kept:
            continue
        found[name] = measured = replace(story, unit=entry.unit)
        if story.made_by:  # a share is in no unit, but of what has one
            found[name] = replace(story, words=measure(table.described({name: measured}), name))
    return found


def _sided(
    table: Table, form: Form, queries: tuple[Query, ...], profile: DatasetProfile | None, things: str
) -> dict[str, Lineage]:
    """The lineage of keys that are conditions, with what their two groups are called."""
    query = queries[0] if len(queries) == 1 else None
    found = {}
    for name in table.columns:
        if (condition := condition_of(name, query)) is not None:
            words, parts = condition_words(condition, profile), parts_named(name, query)
            if parts is not None:
                found[name] = replace(table.of(name), order=parts[1], words=f"whether {words}")
            else:
                both, own = sides(condition, profile, form), sides(condition, profile)
                told = f"whether {words}" if both == own else " and ".join(both)
                found[name] = replace(table.of(name), sides=both, order=both, words=told)
        elif set(said := form.sides_of(table.of(name).source or name)) == {0, 1} and not table.of(name).aggregate:
            both = (said[1], said[0])
            if things in both:  # what all rows are is the name of no side
                continue
            found[name] = replace(table.of(name), sides=both, order=both, words=" and ".join(both))
    return found


def _part(table: Table, queries: tuple[Query, ...], profile: DatasetProfile | None) -> str:
    """Which groups are left by a limit on a Query that ranks them: the top 20; nothing where there are no others."""
    query = queries[0] if len(queries) == 1 else None
    if query is not None and isinstance(query.source, Query) and _only_sorts(query):
        query = query.source
    if query is None or query.limit is None or query.limit.skip or len(query.by) > 1 or not query.order:
        return ""
    if not query.by:
        return "" if query.grouped else _first_rows(table, query, profile)
    by, n = query.order[0], query.limit.n
    entry = profile.by_name.get(query.by[0].name) if profile else None
    if entry is not None and entry.distinct is not None and entry.distinct <= n:
        return ""
    ranked = isinstance(by.expr, Column) and by.expr.name not in {item.name for item in query.by}
    return f"{'top' if by.descending else 'bottom'} {n}" if ranked and row_count(table) == n else ""


def _first_rows(table: Table, query: Query, profile: DatasetProfile | None) -> str:
    """Which rows are left of more by a limit on rows as they stand, in the order of a number: the top 10."""
    by, n = query.order[0], query.limit.n if query.limit else 0
    entry = profile.by_name.get(by.expr.name) if profile and isinstance(by.expr, Column) else None
    ranked = entry is not None and entry.metric and profile is not None and profile.rows > n
    return f"{'top' if by.descending else 'bottom'} {n}" if ranked and row_count(table) == n else ""


def _only_sorts(query: Query) -> bool:
    """Whether a Query leaves the rows of its source as they are, whatever their order."""
    return query == Query(source=query.source, order=query.order)
