"""Row lists: rows as they stand, told by how many there are, their names, and the number that they are listed for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.answering.facts import MAX_FACTS, plain
from autoviz.answering.leading import Said, ranking, rows_in_words, winner
from autoviz.answering.measure_forms import ends_of, unit_of
from autoviz.answering.nouns import one_of, plural
from autoviz.answering.numerals import shown
from autoviz.answering.query_words import value_words
from autoviz.answering.rendering import label
from autoviz.answering.result import Result
from autoviz.answering.shape import Measured, Shape, of_rows, shape_of, then_words
from autoviz.answering.things import things_counted
from autoviz.answering.verdicts import exists
from autoviz.drawing.titles import filled, readable
from autoviz.listing import few, listed
from autoviz.query.language import OPTIONS, Call, Column, Query, Window, columns_of, parts_of
from autoviz.shaping.ranking import in_rank
from autoviz.table import Table

ROWS_OF_A_NAME = 20
"""Of so many rows at most on average a name still tells which is meant."""
FEW = 3
"""So many columns of a row are told at most: its name and what it is listed for."""


def row_list(result: Result) -> Said | None:
    """What a list of rows says first; None where its Query is not known."""
    query = result.query
    if query is None or _shown_measures(query):
        return None
    frame = result.table.pandas()
    things = _things(result, query)
    rows = rows_in_words(query, result.profile)
    if frame.empty:
        return Said(f"{result.form.there} are no {things}{rows}.")
    shape = _shape(result, result.table)
    if len(frame) == 1 and query.limit is not None and query.limit.n == 1 and query.order:
        return _first(result, shape, query)
    if len(frame) == 1 and not query.by and (query.limit is None or not query.order):
        return Said(f"{_cells(frame, result)}.")
    names = _names(shape, result.limit)
    if result.form.opens == "yes_no" and (result.form.asks_for_any or result.form.none):
        return exists(shape.count, f"{things}{rows}", names, result.form)
    total = _total(result, shape)
    noun = one_of(things) if shape.count == 1 else things
    if total > shape.count and result.step.tool == "show_table" and not _all_that_are_asked(query, shape.count):
        return Said(f"{total:,} {things}{rows}, of which {shape.count:,} are shown.")
    if total > shape.count:
        which = _which(result, query, f"{shape.count:,} of {total:,} {things}{rows}")
        told = names or _values(shape, result.limit)
        return Said(f"The {which}: {told}." if told else f"The {which}.")
    head = f"{shape.count:,} {noun}{rows}"
    return Said(f"{head}: {names}." if names else f"{head}.")


def _all_that_are_asked(query: Query, count: int) -> bool:
    """Whether there are as many rows as the question limits them to, not as many as fit in a table."""
    limit = query.limit or (query.source.limit if isinstance(query.source, Query) else None)
    return limit is not None and limit.n <= count


def _which(result: Result, query: Query, some: str) -> str:
    """The rows at one end of an order: '5 of 45 rows with the highest price'; the first ones where it has no end."""
    by = query.order[0] if query.order else None
    if by is None or not isinstance(by.expr, Column) or by.expr.name not in result.table.columns:
        return f"first {some}"
    entry = result.profile.by_name.get(by.expr.name) if result.profile else None
    cells = result.table.schema[by.expr.name]
    if not (cells.is_numeric() or cells.is_temporal() or (entry is not None and entry.kind == "temporal")):
        return f"first {some}"
    ends = ends_of(by.expr, result.profile)["max" if by.descending else "min"]
    made = next((item for item in query.then if item.name == by.expr.name), None)
    name = then_words(made, query, "rows", result.profile).text if made else value_words(by.expr, result.profile)
    return f"{some} with the {filled(ends, name)}"


def _values(shape: Shape, limit: int) -> str:
    """What rows without a name are listed for."""
    values = [shape.main.told(row.values.get(shape.main.name)) for row in shape.rows] if shape.measures else []
    return listed(few(values, limit, shape.count)) if values else ""


def _things(result: Result, query: Query) -> str:
    """Different values of a key are called by it; rows by what they are."""
    if len(query.by) > 1:
        return f"combinations of {listed([readable(item.name) for item in query.by])}"
    if query.by:
        return f"different {plural(readable(query.by[0].name))}"
    return things_counted(result.form, result.profile)


def _shown_measures(query: Query) -> bool:
    """Whether measures of groups are shown, not only the groups that a condition on them leaves."""
    return any(not query.shown or item.name in query.shown for item in query.measures)


def _total(result: Result, shape: Shape) -> int:
    """How many rows there were before the first ones were taken."""
    cut = result.rows_before if result.step.tool == "show_table" else None
    before = result.before.counted if result.before is not None else 0
    return max(shape.count, before, cut or 0)


def _shape(result: Result, table: Table, up: bool | None = None) -> Shape:
    """The rows with what names them and what they are listed for; the order's own column is told even if not shown."""
    query = result.query
    assert query is not None
    counted, main = _counted(result, table), _main(result, table)
    own = [name for name in result.table.columns if name in table.columns]  # in the order in which they are shown
    labels = [name for name in dict.fromkeys((*own, *table.columns)) if name not in counted]
    if query.shown:  # rows are named by what is asked to be shown of them
        others = [name for name in query.shown if name != main and name in table.columns]
        labels = [name for name in labels if name in query.shown] or others[:1]
    names = _naming(labels, result, table)
    first = (main, up) if main and up is not None else None
    shape = shape_of(replace(result, table=table), result.form, names, [main] if main else [], first)
    return replace(shape, measures=tuple(_worded(item, query, result) for item in shape.measures))


def _counted(result: Result, table: Table) -> list[str]:
    """The columns of numbers that say how much."""
    query, profile = result.query, result.profile
    assert query is not None
    numbers = [name for name, dtype in table.schema.items() if dtype.is_numeric()]
    dated = {item.name for item in query.then if isinstance(item.expr, Call) and item.expr.op in OPTIONS}
    own = set(profile.by_name) if profile else set()
    return [name for name in numbers if name not in dated and (name not in own or _measures(name, result))]


def _main(result: Result, table: Table) -> str | None:
    """The number that rows are listed for: what they are ordered or ranked by, the only one, or the only one of a
    condition."""
    query, counted = result.query, _counted(result, table)
    assert query is not None
    ranks = parts_of(Window, query.then) if query.kept is not None else ()
    sorts = (*query.order, *(item for rank in ranks for item in rank.along))
    by = [item.expr.name for item in sorts if isinstance(item.expr, Column) and item.expr.name in table.columns]
    tested = [name for name in columns_of(query.where) if name in counted]
    only = counted if len(counted) == 1 else tested if len(tested) == 1 else []
    if by and query.limit is not None:
        only = []  # a figure by which nobody ordered makes no first rows
    return next((name for name in (*by, *only) if name in counted), None)


def _measures(name: str, result: Result) -> bool:
    """Whether numbers of the user's own say how much, rather than which."""
    assert result.profile is not None
    things = result.profile.things
    named = things is not None and name in things.columns
    column = result.profile.by_name[name]
    return column.kind != "identifier" and column.meaning != "year" and not named


def _naming(labels: list[str], result: Result, table: Table) -> list[str]:
    """The columns that name a row: what tells things apart, else the first ones that are no measure; the date of it
    where that is asked for."""
    dates = [name for name in labels if table.schema[name].is_temporal() or _is_dated(name, result)]
    if result.form.asks_when and dates:
        return dates[:1]
    things = result.profile.things if result.profile else None
    known = list(things.columns) if things and set(things.columns) <= set(labels) else []
    texts = [name for name in labels if not table.schema[name].is_temporal() and table.schema[name] != nw.Boolean]
    within = [name for name in _within(result.query) if name in labels and name not in known]
    named = known or [name for name in texts if name not in within][:1] or ([] if within else labels[:1])
    return [*within, *named]


def _is_dated(name: str, result: Result) -> bool:
    """Whether a column of the user's own tells times, in whatever way they are written."""
    column = result.profile.by_name.get(name) if result.profile else None
    return column is not None and column.kind == "temporal"


def _within(query: Query | None) -> tuple[str, ...]:
    """The columns whose groups each have first rows of their own."""
    if query is None or query.kept is None:
        return ()
    return columns_of(tuple(window.within for item in query.then for window in parts_of(Window, item.expr)))


def _worded(item: Measured, query: Query, result: Result) -> Measured:
    """A column of the rows, or what was worked out of them, in words."""
    made = next((one for one in query.then if one.name == item.name), None)
    if made is None:
        return replace(item, words=of_rows(item.name, result.profile))
    return replace(item, words=then_words(made, query, "rows", result.profile))


def _first(result: Result, shape: Shape, query: Query) -> Said:
    """The row at the end of an order, with its figure and the one that comes next."""
    up = query.order[0].descending
    if shape.measures and not _tells_apart(shape.keys, result):
        return _unnamed(result, shape, up)
    before = result.before
    if before is not None and (main := _main(result, before)) is not None:
        # Only those that may be told: a lazy engine would hand over all of its rows.
        leading = before.having(in_rank(before.frame, (main,), up).head(MAX_FACTS))
        whole = _shape(result, leading, up)
        if whole.measures and whole.keys:
            ranked = ranking(whole, whole.rows, up, whole.main)
            if ranked:
                return winner(whole, ranked, up, whole.main)
    if shape.measures:
        return winner(shape, shape.rows, up, shape.main)
    dated = next((item.expr.name for item in query.order if isinstance(item.expr, Column)), "")
    order = f" (the {'last' if up else 'first'} by {readable(dated)})" if dated else ""
    return Said(f"{_cells(result.table.pandas(), result)}{order}.")


def _tells_apart(names: Sequence[str], result: Result) -> bool:
    """Whether the columns that rows are called by leave few of them under one name: customers do, regions do not."""
    columns = [result.profile.by_name.get(name) for name in names] if result.profile else []
    if not names or result.profile is None or any(column is None for column in columns):
        return True
    distinct = prod(column.distinct or 1 for column in columns if column)
    return distinct * ROWS_OF_A_NAME >= result.profile.rows


def _unnamed(result: Result, shape: Shape, up: bool) -> Said:
    """The row at the end of an order that has no name of its own: its figure, and what else is known of it."""
    name = shape.main.words.text
    row = shape.rows[0]
    frame = result.table.pandas().drop(columns=[shape.main.name])
    dates = [column for column in frame.columns if _is_dated(str(column), result)]
    counted = {*dates, *_counted(result, result.table)}
    known = frame[[*dates, *(column for column in frame.columns if column not in counted)]]
    told = f"The {filled(ends_of(Column(name=shape.main.name), result.profile)['max' if up else 'min'], name)}"
    beside = _cells(known, result) if len(known.columns) else ""
    value = shape.main.told(row.values.get(shape.main.name), exact=True)
    return Said(f"{told} is {value}{f': {beside[:1].lower()}{beside[1:]}' if beside else ''}.")


def _cells(frame: pd.DataFrame, result: Result) -> str:
    names = [str(name) for name in frame.columns][: 2 * FEW]
    row = frame.iloc[0]
    text = listed([_named_cell(result.called(name), _told(row[name], name, result)) for name in names])
    return f"{text[:1].upper()}{text[1:]}"


def _named_cell(name: str, cell: str) -> str:
    """A cell with what it is: city Lyon; Shop 03 says itself that it is a shop."""
    return cell if cell.casefold().startswith(f"{name} ".casefold()) else f"{name} {cell}"


def _told(value: object, name: str, result: Result) -> str:
    if isinstance(value, pd.Timestamp):
        return value.date().isoformat() if value == value.normalize() else value.isoformat(sep=" ")
    if result.profile and name in result.profile.by_name and not _measures(name, result):
        return "unknown" if plain(value) is None else label(plain(value))
    return shown(plain(value), unit_of(Column(name=name), result.profile) or None)


def _names(shape: Shape, limit: int) -> str:
    """The names with their figures, up to the limit."""
    labels = [row.label for row in shape.rows]
    if not shape.keys or len(set(labels)) < len(labels):  # what comes twice names no row
        return ""
    main = shape.main if shape.measures else None
    items = []
    for row in shape.rows:
        value = row.values.get(main.name) if main else None
        items.append(f"{row.label} ({main.told(value)})" if main and value is not None else row.label)
    items = few(items, limit, shape.count)
    return "; ".join(items) if len(shape.keys) > 1 else listed(items)
