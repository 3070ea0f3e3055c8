"""Shape: a result as rows with a name each and measures that have words, whichever plan made it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from autoviz.answering.comparing_words import label_words
from autoviz.answering.facts import MAX_FACTS, dated, fact_name, is_moment, kept_rows, plain
from autoviz.answering.form import Form
from autoviz.answering.key_labels import is_time, key_expr, labeller, period_words, start_of, written_in
from autoviz.answering.measure_forms import Words, factor_of, is_year, per_period, unit_of
from autoviz.answering.numerals import percent, shown
from autoviz.answering.query_words import measure_words, share_of_all, value_measure, value_words
from autoviz.answering.rendering import at
from autoviz.answering.result import Result
from autoviz.answering.sides import condition_of, parts_named
from autoviz.answering.things import may_be_called, things_counted
from autoviz.columns import steady, steady_number
from autoviz.drawing.incomplete import extent
from autoviz.drawing.order import MISSING
from autoviz.drawing.titles import measure, readable, tells_unit, unitless, without_total
from autoviz.frames.plain import having
from autoviz.model.fact import Fact
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.query.language import Aggregate, Call, Column, Constant, Expr, Named, Query, Window, parts_of
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rewritten
from autoviz.table import Table
from autoviz.writings.unit_words import TIMES


@dataclass(frozen=True)
class Measured:
    """A measure of a result: its column and its words."""

    name: str
    words: Words

    def told(self, value: object, *, exact: bool = False) -> str:
        """A value of it as people write it."""
        in_percent = self.words.share or self.words.worked_out
        if in_percent and isinstance(value, (int, float)) and not isinstance(value, bool):
            return percent(float(value) if self.words.share else value / 100)
        if self.words.year:
            return label_words(value)
        return shown(value, self.unit, exact=exact)

    @property
    def unit(self) -> str | None:
        """What stands behind its numbers: nothing where its own words say days, so that no days are 4.5 days."""
        told = self.words.unit in TIMES and tells_unit(self.words.text, self.words.unit)
        return None if told else self.words.unit or None


PILED_UP = ("sum", "count", "nunique")
"""What grows with every day of a period, unlike an average."""


@dataclass(frozen=True)
class Row:
    """One row of a result: what it is called and what was measured."""

    label: str
    group: dict[str, Scalar]
    period: str | None
    values: dict[str, Scalar]
    incomplete: str = ""
    """Of a period that the data do not fill, its name and how far they reach in it."""
    holds: bool | None = None
    """Of a group by a condition: whether it holds for its rows."""

    @property
    def nameless(self) -> bool:
        """Whether it puts together what has no group: rows without a date, a region, a name."""
        return any(value is None or value == MISSING for value in self.group.values())

    def number(self, measured: Measured) -> float | None:
        """What was measured, where it is a number."""
        value = self.values.get(measured.name)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def height(self, measured: Measured) -> float:
        """The number that rows are ranked and held against each other by; where there is none it counts as zero."""
        return steady_number(self.number(measured) or 0.0)

    def is_level(self, other: Row, measured: Measured) -> bool:
        """Whether two rows measure the same."""
        if self.number(measured) is None or other.number(measured) is None:
            return self.values.get(measured.name) == other.values.get(measured.name)
        return self.height(measured) == other.height(measured)


@dataclass(frozen=True)
class Shape:
    """A result as it is told."""

    keys: tuple[str, ...]
    measures: tuple[Measured, ...]
    rows: tuple[Row, ...]
    count: int
    """How many rows there are, more than those at hand where there are very many."""
    timed: bool
    """Whether its only key, or the one that runs on, is time."""
    step_id: str
    names: dict[str, str]
    """Measure → what a fact of it is called."""
    query: Query | None = None
    cyclic: bool = False
    """Whether its only key comes round again: weekdays, months, hours."""

    @property
    def main(self) -> Measured:
        """The measure that the order of the Query goes by, else the first that does not only count, else the first."""
        order = [item.expr.name for item in (self.query.order if self.query else ()) if isinstance(item.expr, Column)]
        ordering = [item for item in self.measures if item.name in order]
        return next(iter((*ordering, *(item for item in self.measures if not item.words.counts))), self.measures[0])

    @property
    def held(self) -> tuple[Row, Row] | None:
        """The groups that a condition makes where it is the only key, those first for which it holds."""
        named = [row for row in self.rows if not row.nameless]
        if len(self.keys) != 1 or condition_of(self.keys[0], self.query) is None or len(named) != 2:
            return None
        by_side = {row.holds: row for row in named}
        return (by_side[True], by_side[False]) if set(by_side) == {True, False} else None

    def cut_short(self, measured: Measured, *rows: Row) -> bool:
        """Whether a period that the data do not fill has less of what is measured for that reason alone."""
        piles_up = measured.words.counts or self.names.get(measured.name) in PILED_UP
        return piles_up and any(row.incomplete for row in rows)

    def fact(self, row: Row, measured: Measured, name: str = "") -> Fact:
        """What a row says of a measure."""
        own = "share" if measured.words.share else self.names.get(measured.name, "value")
        return Fact(
            name=name or own, value=row.values.get(measured.name),
            metric=measured.name, group=row.group, period=row.period, unit=measured.unit,
            step_id=self.step_id,
        )  # fmt: skip

    def facts(self) -> tuple[Fact, ...]:
        """Every value, row by row."""
        held = [(row, item) for row in self.rows for item in self.measures]
        return tuple(self.fact(row, item) for row, item in held if row.values.get(item.name) is not None)

    def derived(self, name: str, value: float, measured: Measured) -> Fact:
        """A number worked out from two facts: a difference, a relative change."""
        unit = measured.unit if name == "difference" else None
        return Fact(name=name, value=value, metric=measured.name, unit=unit, step_id=self.step_id)


def shape_of(
    result: Result, form: Form, keys: Sequence[str], measures: Sequence[str], first: tuple[str, bool] | None = None
) -> Shape:
    """The shape of a result with these keys and measures; `first` sorts it by a measure, downwards where True."""
    query, table = result.query, result.table
    told = tuple(Measured(name, words_of(name, query, table, form, result.profile)) for name in measures)
    frame = table.pandas().reset_index(drop=True)
    known = result.profile.by_name if result.profile else {}
    frame = having(frame, {name: dated(frame[name], known.get(name)) for name in keys})
    if first is not None:
        frame = frame.sort_values(first[0], ascending=not first[1], kind="stable", key=steady).head(MAX_FACTS)
    else:
        frame = kept_rows(frame, list(keys))
    labels = {name: labeller(name, query, table, result.profile, form) for name in keys}
    timed = [name for name in keys if is_time(name, query, table, result.profile)]
    years = timed if len(keys) > len(timed) else []  # beside groups a year that is a number is their period
    sided = {name: parts_named(name, query) for name in keys if condition_of(name, query) is not None}
    holding: dict[str, str | bool] = {name: parts[1][0] if parts else True for name, parts in sided.items()}
    grains = {name: table.of(name).grain or written_in(frame[name]) for name in keys}
    records = frame.to_dict("records")
    rows = tuple(_row(cells, keys, measures, labels, table, grains, years, holding) for cells in records)
    return Shape(
        keys=tuple(keys), measures=told, rows=rows, count=result.rows if first is None else len(frame),
        timed=bool(timed) and len(timed) == len(keys),
        step_id=result.step.id, names={name: fact_name(table.of(name)) for name in measures}, query=query,
        cyclic=len(keys) == 1 and _is_cycle(key_expr(keys[0], query), table.of(keys[0]).grain),
    )  # fmt: skip


def _is_cycle(expr: Any, grain: str | None) -> bool:
    inner = next((item for item in parts_of(Call, expr) if item.op in ("date part", "date name")), None)
    return grain in CYCLIC_GRAINS or (inner is not None and inner.args[0] != Constant(value="year"))


def words_of(name: str, query: Query | None, table: Table, form: Form, profile: DatasetProfile | None) -> Words:
    """What a column of a result is, by the Query that asks for it or by how a plan made it."""
    made = query_measures(query, form, profile) if query else {}
    if name in made:
        return made[name]
    things = things_counted(form, profile)
    story = table.of(name)
    text = measure(replace(table, things=things), name)
    share = story.made_by.startswith("share") or story.made_by.endswith("%")
    kept = story.aggregate not in ("count", "nunique")
    unit = story.unit or (unit_of(Column(name=story.source), profile) if kept and story.source else "")
    text = unitless(text, unit or None)
    return Words(text, share=share, unit="" if share else unit, counts=story.aggregate == "count")


def query_measures(query: Query, form: Form, profile: DatasetProfile | None) -> dict[str, Words]:
    """What each measure of a Query is, and each value that is worked out from them."""
    things = things_counted(form, profile)
    measures = {
        item.name: measure_words(_spelled_out(item.expr, query), item.name, things, profile, form.text)
        for item in query.measures
    }
    measures = {name: per_period(words, query) for name, words in measures.items()}
    if _of_single_rows(query, profile):
        plain = {item.name: item.expr.args[0] for item in query.measures if _gives_one(item.expr)}  # type: ignore[union-attr]
        measures |= {name: value_measure(expr, profile) for name, expr in plain.items()}
    if len(measures) == 1 and (words := _things_told_apart(query.measures[0].expr, form, profile)):
        measures = {query.measures[0].name: words}
    return {**measures, **{item.name: then_words(item, query, things, profile) for item in query.then}}


def _of_single_rows(query: Query, profile: DatasetProfile | None) -> bool:
    """Whether every group is one row, so that its total, its average and its only value are the same."""
    if profile is None or query.source is not None:
        return False
    keys = [item.expr.name for item in query.by if isinstance(item.expr, Column)]
    return any(profile.tells_apart(name) and profile.by_name[name].kind != "temporal" for name in keys)


def _gives_one(expr: Expr) -> bool:
    given = ("sum", "mean", "median", "min", "max", "first", "last")
    return isinstance(expr, Aggregate) and expr.func in given and expr.where is None


def _things_told_apart(expr: Expr, form: Form, profile: DatasetProfile | None) -> Words | None:
    """Things that an id tells apart, in the question's own word for them: patients, where their column is called id. An
    id that calls them otherwise has the word: no children, of whom there may be fewer, where passengers are counted."""
    match expr:
        case Aggregate(func="distinct", args=(Column(name=name),), where=None) if profile and form.things:
            entry = profile.by_name.get(name)
            naming = profile.things.columns if profile.things else ()
            called = may_be_called(name, form.things)
            if entry is not None and (called or name in naming) and (entry.kind == "identifier" or name in naming):
                return Words(f"number of {form.things if called else things_counted(form, profile)}", counts=True)
    return None


def _spelled_out(expr: Expr, query: Query) -> Expr:
    """A measure with what an inner Query worked out, and nobody named, in the place of its column."""
    inner = query.source.measures if isinstance(query.source, Query) else ()
    made = {Column(name=item.name): item.expr for item in inner if item.name == name_of(item.expr)}
    return rewritten(expr, made.get) if made else expr


def then_words(item: Named, query: Query, things: str, profile: DatasetProfile | None) -> Words:
    """What was worked out from measures: their share, their change, their running total."""
    made = {Column(name=one.name): one.expr for one in query.measures}
    if (share := share_of_all(rewritten(item.expr, made.get), things, profile)) is not None:
        return share
    inner = {one.name: measure_words(one.expr, one.name, things, profile) for one in query.measures}
    expr: Any = item.expr
    factor = 1.0
    while isinstance(expr, Call) and (expr.op in ("round", "coalesce", "as number") or expr.op == "*"):
        numbers = [arg.value for arg in expr.args if isinstance(arg, Constant)]
        others = [arg for arg in expr.args if not isinstance(arg, Constant)]
        if expr.op == "*" and (len(others) != 1 or not numbers):
            break
        factor = float(numbers[0]) if expr.op == "*" and isinstance(numbers[0], (int, float)) else factor
        expr = others[0] if expr.op == "*" else expr.args[0]
    windows = {one.func for one in parts_of(Window, expr)}
    columns = [one.name for one in parts_of(Column, expr) if one.name in inner or (windows and not query.grouped)]
    of = (inner.get(columns[0]) or of_rows(columns[0], profile)) if columns else None
    if of is None:
        words = value_measure(item.expr, profile)
        return Words(readable(item.name)) if words.text == "a value" else words
    if isinstance(expr, Call) and expr.op == "-" and expr.args[1] == Constant(value=1):
        expr = expr.args[0]  # how many times the one before, less one
    relative = isinstance(expr, Call) and expr.op == "/"
    factor = factor * factor_of(expr.args[0]) if isinstance(expr, Call) and relative else factor
    scaled = relative and factor == 100
    unit = "%" if scaled else "" if relative else of.unit
    if windows & {"previous", "first", "next", "last"}:
        return Words(f"change in {of.text}", share=relative and factor == 1, unit=unit, worked_out=scaled)
    if relative and "sum" in windows:
        text = without_total(of.text.removeprefix("number of "))
        return Words(f"share of {text}", share=factor == 1, unit=unit, worked_out=scaled)
    if isinstance(expr, Window) and expr.func == "sum":
        return Words(f"running total of {without_total(of.text)}", unit=of.unit)
    if isinstance(expr, Window) and expr.func == "mean":
        return Words(f"moving average of {of.text}", unit=of.unit)
    return Words(readable(item.name), unit=unit if unit == "%" else "", worked_out=scaled)


def of_rows(column: str, profile: DatasetProfile | None) -> Words:
    """A column of rows as a measure of its own."""
    made = Column(name=column)
    return Words(value_words(made, profile), unit=unit_of(made, profile), year=is_year(made, profile))


def _row(
    cells: dict[Any, Any],
    keys: Sequence[str],
    measures: Sequence[str],
    labels: dict[str, Any],
    table: Table,
    grains: dict[str, str | None],
    years: Sequence[str],
    holding: dict[str, str | bool],
) -> Row:
    moments = [name for name in keys if is_moment(cells[name])]
    moments = moments or [name for name in years if isinstance(plain(cells[name]), int)]
    group = {name: plain(cells[name]) for name in keys if name not in moments}
    period = next((period_words(cells[name], grains[name]) for name in moments), None)
    label = ", ".join(labels[name](value) for name, value in group.items())
    whole = f"{label} {at(period)}" if label and period else label or period or ""
    unfilled = ((start_of(cells[name]), table.of(name)) for name in keys if table.of(name).incomplete)
    cut = (extent(start, story) for start, story in unfilled if start in story.incomplete)
    incomplete = next((f"{period or whole}{how_far}" for how_far in cut), "")
    holds = next((group[name] == yes for name, yes in holding.items() if group.get(name) is not None), None)
    group |= {name: labels[name](group[name]) for name in holding if name in group}
    return Row(whole, group, period, {name: plain(cells[name]) for name in measures}, incomplete, holds)


def is_measure(name: str, query: Query) -> bool:
    """Whether a column of a Query's result is a number that was worked out, no rank and no key."""
    made = {item.name: item.expr for item in (*query.measures, *query.then)}
    expr = made.get(name)
    if isinstance(expr, Window) and expr.func in ("rank", "dense rank", "row number", "percent rank", "tiles"):
        return False
    return expr is not None and (query.grouped or next(parts_of(Aggregate, expr), None) is None)
