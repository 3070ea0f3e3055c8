"""Findings: what the result of each step comes to, as facts with the words for what they measure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd

from autoviz.answering.descriptions import anomalies, distributions, left_out, summary
from autoviz.answering.emptiness import nothing_left
from autoviz.answering.facts import MAX_FACTS, facts_of
from autoviz.answering.form import Form
from autoviz.answering.leading import (
    FEW_PERIODS,
    Said,
    both_ends,
    constant,
    course,
    listing,
    numbers,
    of_full_periods,
    ranking,
    rows_in_words,
    two,
    winner,
)
from autoviz.answering.nouns import plural
from autoviz.answering.placing import standings
from autoviz.answering.query_words import value_words
from autoviz.answering.rendering import Finding
from autoviz.answering.result import Result
from autoviz.answering.row_lists import row_list
from autoviz.answering.shape import Measured, Shape, is_measure, shape_of
from autoviz.answering.sides import condition_of
from autoviz.answering.statistics import correlations, courses, gaps, percentiles, repeats
from autoviz.answering.verdicts import verdict
from autoviz.answering.verdicts_of_counts import independence
from autoviz.answering.verdicts_of_tests import means, ranks
from autoviz.drawing.scales import places, scaled
from autoviz.drawing.titles import readable
from autoviz.listing import counted, few, fitting, listed
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Limit, Requirements, Sort
from autoviz.query.language import Call, Column, Constant, Query, columns_of
from autoviz.table import Table

MOST_COURSES = 3
"""So many measures along time are told one after another."""


def grouped(result: Result) -> Finding | None:
    """The measures of an aggregated table by its groups and periods; None where it has no measure."""
    table, query = result.table, result.query
    metrics = [name for name in table.columns if _is_metric(table, name)] or _numbers(result)
    if query is not None and query.grouped and query.measures:
        keys = {item.name for item in query.by}
        made = [item.name for item in (*query.measures, *query.then)]
        asked = [name for name in table.columns if name in made and name not in keys and is_measure(name, query)]
        metrics = asked or metrics
    if not metrics:
        return None
    groups = [name for name in table.columns if name not in metrics and not _is_place(name, query)]
    main = _main(result, metrics)
    told = [main, *(name for name in metrics if name != main and _is_asked(result))]
    return _of_groups(result, groups, told, metrics)


def rows_drawn(result: Result, keys: Sequence[str], metrics: Sequence[str]) -> Finding | None:
    """Rows drawn as they stand, told like groups where each has a name of its own; None where names come twice."""
    frame = result.table.pandas()
    if frame.empty or not keys or not metrics or bool(frame.duplicated(list(keys)).any()):
        return None
    if not all(pd.api.types.is_numeric_dtype(frame[name]) for name in metrics):
        return None
    return _of_groups(result, list(keys), list(metrics), list(metrics))


def _of_groups(result: Result, groups: list[str], told: list[str], metrics: list[str]) -> Finding:
    """Measures by groups and periods, the first of them the one that is told."""
    table, main = result.table, told[0]
    shape = shape_of(result, result.form, groups, told)
    said = _lead(result, shape)
    derived = said.facts if said else ()
    drawn = _along_scales(result, shape)
    facts = tuple(fact for fact in drawn.facts() if fact.metric == main)[: MAX_FACTS - len(derived)]
    full, after = of_full_periods(shape)
    filled = tuple(fact for fact in full.facts() if fact.metric == main) if after else ()
    others = [name for name in metrics if name != main]
    more = facts_of(table, result.step.id, others, groups) if len(facts) * len(others) <= 1000 else ()
    sort = result.requirements.constraint(Sort)
    ranked = "rank" in result.requirements.analysis or (sort is not None and sort.by == "y")
    what = shape.measures[0].words.text
    beside, lead = (*derived, *more), said.text if said else ""
    return Finding(
        what, facts, rows=result.rows, beside=beside, ranked=ranked, lead=lead, filled=filled, unfilled=after
    )


def _is_asked(result: Result) -> bool:
    """Whether all measures of a table were asked for; a plan keeps what a share or a change was worked out from."""
    return result.requirements.query is not None or not {"share", "change"} & set(result.requirements.analysis)


def _is_place(name: str, query: Query | None) -> bool:
    """Whether a column only says at which place a row stands."""
    return query is not None and name in {item.name for item in query.then} and not is_measure(name, query)


def _lead(result: Result, shape: Shape) -> Said | None:
    """The sentence that answers: the form of the question where the result decides it, else by the result's shape."""
    form, query, measured = result.form, shape.query, shape.main
    if not shape.rows:
        return nothing_left(result, shape)
    rows = rows_in_words(query, result.profile, _key_columns(query) or shape.keys)
    if not shape.keys:
        return verdict(shape, form, rows) or numbers(shape, rows, form)
    if rows and len(shape.measures) == 1:
        twice = measured.words.of is not None and rows.startswith(" where") and " where " in measured.words.text
        of = rows.replace(" where", " among those where", 1) if twice else rows
        measured = replace(measured, words=replace(measured.words, text=f"{measured.words.text}{of}"))
        shape = replace(shape, measures=(measured,))
    found = verdict(shape, form, rows) or (constant(shape, measured) if _is_constant(result, shape) else None)
    if found is not None:
        return found
    if query is not None and query.having is not None and len(shape.keys) == 1:
        by_it = len(shape.measures) == 1 and measured.name in columns_of(query.having)
        if form.opens == "which" or by_it:
            return _chosen(result, shape)
    only = query is not None and query.limit is not None and query.limit.n == 1 and not query.limit.skip
    first_wanted = only or _superlative(result.requirements)
    if shape.count == 1 and first_wanted:
        return _first_of(result, shape, measured)
    limited = result.requirements.constraint(Limit)
    several = limited is not None and limited.n > 1  # who are the three: all of them are told
    if not several and (ends := _ends(shape, form, measured)) is not None:
        return ends
    worked_out = query is not None and bool(query.then) and len(shape.measures) > 1  # along what it is worked out of
    whole = not (query and query.limit) and not worked_out
    if len(shape.keys) == 1 and whole and (found := _held_together(shape, measured, result)):
        return found
    along_time = shape.timed and _in_time(shape)
    if (len(shape.keys) == 1 and not along_time) or (len(shape.measures) > 1 and shape.count <= result.limit):
        return Said(listing(_as_drawn(result, shape), result.limit))
    return None


def _ends(shape: Shape, form: Form, measured: Measured) -> Said | None:
    """The group at the end that is asked for, or those at both ends; None where neither is, or nothing can be ranked.

    Of the highest and the lowest value of each group there is no one end.
    """
    if len(shape.keys) != 1 or shape.count <= 1 or _grouped_within(shape.query):
        return None
    limit = shape.query.limit if shape.query else None
    up = _looks_up(shape, form, measured)
    ranked = ranking(shape, shape.rows, up or form.both_ends, measured)
    whole = len(shape.rows) == shape.count and limit is None and len(shape.measures) == 1
    if form.both_ends and whole and len(ranked) > 1 and not ranked[0].is_level(ranked[-1], measured):
        return both_ends(shape, ranked, measured)
    alone = len(shape.measures) == 1  # beside others, max and min say what is measured and no end
    one = form.opens == "which" or (not form.opens and alone and _is_one(shape, form))
    asked_for_one = one and form.superlative and not (limit and limit.n > 1)
    if not asked_for_one or not ranked:  # a measure of dates ranks nothing: its rows are told in their order
        return None
    return winner(shape, ranking(shape, shape.rows, up, measured), up, measured)


def _is_one(shape: Shape, form: Form) -> bool:
    """Whether a question speaks of one of a group and not of several: the most profitable genre, the best month."""
    said = re.findall(r"\w+", form.text.casefold())
    nouns = readable(shape.keys[0]).casefold().split()[-1:] + _periods(shape)
    return any(noun in said and plural(noun) not in said for noun in nouns)


def _periods(shape: Shape) -> list[str]:
    """What the single group is a period of: month, year."""
    keys = [item.expr for item in shape.query.by] if shape.query is not None else []
    return [
        str(key.args[0].value)
        for key in keys
        if isinstance(key, Call) and key.op == "period" and isinstance(key.args[0], Constant)
    ]


def _looks_up(shape: Shape, form: Form, measured: Measured) -> bool:
    """Whether the highest is asked for: of the most punctual only the Query knows that it has the lowest delay.

    An order that is asked for as such says nothing about the end.
    """
    order = shape.query.order[:1] if shape.query and not form.orders else ()
    by = [item for item in order if isinstance(item.expr, Column) and item.expr.name == measured.name]
    return by[0].descending if by else form.facing(measured.words.unit, measured.words.text).direction >= 0


def _as_drawn(result: Result, shape: Shape) -> Shape:
    """Rows that nobody put in an order, as charts draw them: along their own scale, else from the highest down.

    Names of which all are told stay in the order of the alphabet.
    """
    names = [value for row in shape.rows for value in row.group.values()]
    named = len(shape.keys) == 1 and all(isinstance(name, str) for name in names)
    if _has_order(result, shape) or not named:
        return shape
    steps = places([str(name) for name in names])
    if steps is not None:
        scaled = sorted(shape.rows, key=lambda row: steps[str(row.group[shape.keys[0]])])
        return replace(shape, rows=tuple(scaled))
    if len(shape.measures) > 1 or shape.count <= fitting(shape.count, result.limit):
        return shape
    ranked = ranking(shape, shape.rows, True, shape.main)
    return replace(shape, rows=(*ranked, *(row for row in shape.rows if row not in ranked)))


def _along_scales(result: Result, shape: Shape) -> Shape:
    """Rows of groups within groups that nobody put in an order, each kind of group along its scale, if it has one."""
    if _has_order(result, shape) or len(shape.keys) < 2 or any(set(row.group) != set(shape.keys) for row in shape.rows):
        return shape
    steps = [scaled([row.group[key] for row in shape.rows]) for key in shape.keys]
    each = list(zip(shape.keys, steps, strict=True))
    rows = sorted(shape.rows, key=lambda row: tuple(step[row.group[key]] for key, step in each))
    return replace(shape, rows=tuple(rows))


def _has_order(result: Result, shape: Shape) -> bool:
    """Whether rows stand in an order that was asked for, or in that of time."""
    asked = bool(shape.query and (shape.query.order or shape.query.limit)) or bool(result.requirements.all(Sort))
    return asked or shape.timed or shape.cyclic


def _held_together(shape: Shape, measured: Measured, result: Result) -> Said | None:
    """Two rows held against each other, or the course of each measure along time; None where rows are listed."""
    named = tuple(row for row in shape.rows if not row.nameless)
    if len(shape.measures) == 1 and len(named) == 2 and shape.count == len(shape.rows):
        both = two(replace(shape, rows=named, count=2), measured, result.form)
        return replace(both, text=f"{both.text}{_without_group(shape, measured, result.profile)}")
    if len(shape.measures) == 1 and shape.count == 2:
        return two(shape, measured, result.form)
    if not shape.timed or not _in_time(shape) or shape.count <= (2 if len(shape.measures) == 1 else FEW_PERIODS):
        return None
    measures = (measured,) if len(shape.measures) == 1 else shape.measures[:MOST_COURSES]
    each = [course(shape, item) for item in measures]
    return Said(" ".join(one.text for one in each), tuple(fact for one in each for fact in one.facts))


def _without_group(shape: Shape, measured: Measured, profile: DatasetProfile | None) -> str:
    """What is measured of rows that belong to neither of two groups."""
    told = [measured.told(row.values[measured.name]) for row in shape.rows if row.nameless]
    columns = columns_of(condition_of(shape.keys[0], shape.query)) or shape.keys
    of = value_words(Column(name=columns[0]), profile)
    return f" Where {of} is missing: {listed(told)}." if told else ""


def _is_constant(result: Result, shape: Shape) -> bool:
    """Whether rows are counted by a column that holds one value alone, so that there is nothing to hold against it."""
    entry = result.profile.by_name.get(shape.keys[0]) if result.profile else None
    counts = len(shape.keys) == len(shape.measures) == shape.count == 1 and shape.measures[0].words.counts
    return counts and entry is not None and entry.distinct == 1


def _key_columns(query: Query | None) -> tuple[str, ...]:
    return columns_of(query.by) if query else ()


def _chosen(result: Result, shape: Shape) -> Said:
    """The groups that meet a condition on them: how many, and which."""
    noun = plural(readable(shape.keys[0])) if shape.count > 1 else readable(shape.keys[0])
    items = [f"{row.label} ({shape.main.told(row.values[shape.main.name])})" for row in shape.rows]
    names = listed(few(items, result.limit, shape.count))
    return Said(f"{shape.count:,} {noun}, with {shape.main.words.text}: {names}.")


def _grouped_within(query: Query | None) -> bool:
    """Whether one of each group is asked for, so that there is a name for each."""
    return query is not None and query.kept is not None


def _in_time(shape: Shape) -> bool:
    """Whether the rows stand in the order of time, not in that of their values."""
    order = shape.query.order if shape.query else ()
    return not order or (isinstance(order[0].expr, Column) and order[0].expr.name in shape.keys)


def _first_of(result: Result, shape: Shape, measured: Measured) -> Said:
    """The first row with the one that comes next, out of the table that still has both."""
    query = shape.query
    up = query.order[0].descending if query and query.order else _superlative(result.requirements) != "smallest"
    names = [item.name for item in shape.measures]
    before = result.before
    if before is None or not {*shape.keys, *names} <= set(before.columns):
        return winner(shape, shape.rows, up, measured)
    whole = shape_of(replace(result, table=before), result.form, shape.keys, names, (measured.name, up))
    by = replace(whole.main, words=measured.words) if whole.main.name == measured.name else whole.main
    ranked = ranking(whole, whole.rows, up, by)
    return winner(whole, ranked, up, by) if ranked else winner(shape, shape.rows, up, measured)


def _is_metric(table: Table, name: str) -> bool:
    story = table.of(name)
    return bool(story.aggregate or story.made_by) and story.grain is None


def _numbers(result: Result) -> list[str]:
    """The measures of a Query whose makers left no word of what they are."""
    query = result.requirements.query
    keys = [item.name for item in query.by] if query else []
    schema = result.table.schema
    return [name for name in result.table.columns if query and name not in keys and schema[name].is_numeric()]


def _main(result: Result, metrics: list[str]) -> str:
    """The share where one was asked for, else the metric that is drawn; of a Query what it is ordered by, or first."""
    query = result.requirements.query
    if query is not None and query.measures and metrics[0] in {item.name for item in (*query.measures, *query.then)}:
        by = [item.expr.name for item in query.order if isinstance(item.expr, Column)]
        return next((name for name in by if name in metrics), metrics[0])
    made = {name: result.table.of(name).made_by for name in metrics}
    if "share" in result.requirements.analysis:
        share = next((name for name, kind in made.items() if kind.startswith("share")), None)
        if share:
            return share
    return next((name for name in result.drawn if name in metrics), metrics[-1])


def _superlative(requirements: Requirements) -> str:
    """What the only group left is, where the question asks for the first or the last alone."""
    limit = requirements.constraint(Limit)
    if limit is None or limit.n != 1 or "rank" not in requirements.analysis:
        return ""
    return "largest" if limit.order == "desc" else "smallest"


def rows_listed(whole: Result) -> Finding:
    """Rows as they stand: how many are shown, of how many; no more of them are fetched than an answer can tell of."""
    result = replace(whole, table=whole.table.first(MAX_FACTS), count=whole.rows)
    frame = result.table.pandas()
    count = result.fact("rows", result.rows)
    before = result.rows_before if result.step.tool == "show_table" else None
    numbers = [str(name) for name in frame.columns if pd.api.types.is_numeric_dtype(frame[name])]
    labels = [str(name) for name in frame.columns if str(name) not in numbers]
    few = result.rows * len(frame.columns) <= MAX_FACTS
    cells = facts_of(result.table, result.step.id, numbers, labels) if few else ()
    said = row_list(result)
    if said is not None:
        return Finding("rows", (count, *cells, *said.facts), said.text)
    if before is not None and before > result.rows:
        total = result.fact("rows", before)
        return Finding("rows", (count, total, *cells), f"{counted(before, 'row')}, of which {result.rows:,} are shown.")
    return Finding("rows", (count, *cells), f"{counted(result.rows, 'row')}.")


def saved(result: Result) -> Finding:
    """The file that the rows were written to, and how many."""
    where = f"Saved to {result.step.params['path']}: {counted(result.rows, 'row')}."
    return Finding("saved rows", (result.fact("rows", result.rows),), where)


TESTS: dict[str, Callable[[Result], Finding]] = {
    "compare_groups": means,
    "compare_ranks": ranks,
    "check_independence": independence,
}
"""Tools whose result is a verdict, which comes before what it is a verdict on."""
BESIDE: dict[str, Callable[[Result], Finding]] = {"drop_outliers": left_out, "save_dataframe": saved}
"""Tools of which is told what they did beside the answer."""
TOLD_APART: dict[str, Callable[[Result], Finding]] = {
    **TESTS,
    "detect_anomalies": anomalies,
    "compute_correlations": correlations,
    "compute_summary_stats": summary,
    "compute_distributions": distributions,
    "compute_percentiles": percentiles,
    "locate_value": standings,
    "compute_time_series_features": courses,
    "missing_report": gaps,
    "find_duplicates": repeats,
    **BESIDE,
}
"""Tools whose result is told in a way of its own."""


def all_facts(findings: list[Finding]) -> tuple[Fact, ...]:
    """Every fact of the findings, those told first."""
    told = [fact for finding in findings for fact in finding.facts]
    return (*told, *(fact for finding in findings for fact in finding.beside))
