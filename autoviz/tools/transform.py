"""The family transform: rows grouped, ranked, spread, filled and joined into the table that a chart is drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import free_name, missing_marked, need_numbers, one_row, steady
from autoviz.errors import ParameterError
from autoviz.model.provenance import Note
from autoviz.query.language import Named, Sort
from autoviz.shaping import joining
from autoviz.shaping.changes import (
    all_periods,
    before,
    collected,
    grain_of,
    refuse_cycle,
    refuse_doubles,
    refuse_itself,
    with_gaps,
    with_previous,
    with_rolling,
)
from autoviz.shaping.grouping import grouped
from autoviz.shaping.ordering import cut, first_within, in_turn
from autoviz.shaping.origins import key_origins, measure_origins, plain_measure, settled
from autoviz.shaping.periods import time_axis
from autoviz.shaping.pivoting import spread
from autoviz.shaping.ranking import (
    best_values,
    in_rank,
    keys_beside,
    label_column,
    refuse_other,
    summable,
    with_other,
)
from autoviz.shaping.stacking import stacked
from autoviz.shaping.summaries import (
    Measure,
    aggregated,
    check_measures,
    in_order,
    measures_of,
    missing_keys_note,
    missing_note,
    summarised,
)
from autoviz.shaping.windows import following, gaps_note, share, windowed
from autoviz.table import Outcome, Table


def aggregate(
    df: Table,
    *,
    group_by: tuple[str, ...],
    metrics: tuple[str, ...],
    agg_func: str,
    quantile: float | None,
    time: str | None,
    grain: str | None,
) -> Outcome:
    """Summarise metrics per group and period."""
    axis = time_axis(df, time, group_by, grain)
    measures = measures_of(metrics, tuple(axis.keys), agg_func, quantile)
    check_measures(df, measures)
    summary = summarised(axis.frame, axis.keys, measures)
    result = in_order(axis.labelled(summary.rows), axis.keys, df)
    lineage = {measure.name: aggregated(df, measure) for measure in measures}
    origin, told = axis.told(summary.rows)
    notes = (*told, *missing_note(summary.missing), *missing_keys_note(result, axis.keys))
    table = df.having(result).described({**origin, **lineage})
    return Outcome(table, notes=notes, resolved=axis.resolved)


def segment_metric(df: Table, *, metric: str | None, segment: str, agg_func: str) -> Outcome:
    """Split one metric by one column: its value, its share, its rows and its mean per segment."""
    df.need(segment)
    value = measures_of((metric,) if metric else (), (segment,), agg_func, None)[0]
    rows = Measure(free_name("rows", (segment, value.name)), None, "count")
    mean = Measure(f"{value.name}_mean", metric, "mean")
    measures = [value, *((mean,) if metric and agg_func == "sum" else ()), *((rows,) if metric else ())]
    check_measures(df, measures)
    summary = summarised(df.frame, {segment: nw.col(segment)}, measures)
    result = in_order(summary.rows, (segment,), df)
    lineage = {measure.name: aggregated(df, measure) for measure in measures}
    if value.func in ("sum", "count") and (total := result[value.name].sum()):
        part = f"{value.name}_share"
        result.insert(2, part, result[value.name] / total)
        lineage[part] = replace(lineage[value.name], made_by="share")
    ranked = result.sort_values(value.name, ascending=False, kind="stable", ignore_index=True, key=steady)
    notes = (*missing_note(summary.missing), *missing_keys_note(result, (segment,)))
    return Outcome(df.having(ranked).described(lineage), notes=notes)


def pivot_table(df: Table, *, rows: tuple[str, ...], column: str, metric: str | None, agg_func: str) -> Outcome:
    """Spread the values of one column over columns of their own."""
    df.need(column, *rows)
    if column in rows:
        raise ParameterError(f"{column!r} cannot be rows and columns at once", "Name another column for one of them.")
    keys = tuple(dict.fromkeys((*rows, column)))
    measure = measures_of((metric,) if metric else (), keys, agg_func, None)[0]
    check_measures(df, (measure,))
    summary = summarised(df.frame, {key: nw.col(key) for key in keys}, (measure,))
    wide = spread(in_order(summary.rows, keys, df), rows, column, measure.name)
    story = aggregated(df, measure)
    lineage = {str(name): story for name in wide.columns if name not in rows}
    return Outcome(df.having(wide).described(lineage), notes=missing_note(summary.missing))


def top_k(
    df: Table, *, by: str, n: int, order: str, column: str | None, agg_func: str | None, other: bool
) -> Outcome:
    """Keep the first rows, or the rows of the first values of a column, by a metric."""
    df.need(by, column)
    if column or other:
        need_numbers(df, (by,), "The ranking")
    if other:
        refuse_other(df, by)
    return _best_values(df, by, n, order, column, agg_func, other) if column else _best_rows(df, by, n, order, other)


def sort_rows(df: Table, *, by: tuple[str, ...], order: str) -> Outcome:
    """Put the rows in order; those without a value come last."""
    df.need(*by)
    return Outcome(df.having(in_rank(df.frame, by, order == "desc")) if by else df)


def share_of_total(df: Table, *, metric: str, within: tuple[str, ...]) -> Outcome:
    """Add the share that each row has in the total, or in the total of its group."""
    df.need(*within)
    need_numbers(df, (metric,), "The share")
    name = free_name(f"{metric}_share", df.columns)
    frame = missing_marked(df.frame)
    table = df.having(frame.with_columns(share(metric, within).alias(name)))
    lineage = replace(df.of(metric), made_by="share", unit=None)
    lowest = one_row(frame.select(nw.col(metric).min()))[metric]
    message = f"Some values of {metric!r} are negative, so their shares are no parts of a whole."
    notes = (Note(kind="lint", message=message),) if pd.notna(lowest) and lowest < 0 else ()
    return Outcome(table.described({name: lineage}), notes=notes)


def cumulative(df: Table, *, metric: str, time: str | None, group_by: tuple[str, ...]) -> Outcome:
    """Add the running total of a metric."""
    df.need(time, *group_by)
    need_numbers(df, (metric,), "The running total")
    order = following(df, time, group_by, "cumulative")
    name = free_name(f"{metric}_cumulative", df.columns)
    frame = missing_marked(df.frame).with_columns(windowed(nw.col(metric).cum_sum(), group_by, order).alias(name))
    lineage = replace(df.of(metric), made_by="running total")
    return Outcome(df.having(frame).described({name: lineage}), resolved={"time": order})


def rolling_average(
    df: Table, *, metric: str, window: int, time: str | None, group_by: tuple[str, ...], empty: str, grain: str | None
) -> Outcome:
    """Add the average over the last periods of each group; over the last rows where empty periods are skipped."""
    df.need(time, *group_by)
    need_numbers(df, (metric,), "The rolling average")
    refuse_itself(metric, time, group_by)
    order = following(df, time, group_by, "rolling_average")
    name = free_name(f"{metric}_rolling", df.columns)
    if order is not None and empty != "skipped":
        settled = grain_of(df, order, grain)
        rows = collected(df, "rolling_average")
        result = with_rolling(rows, metric, order, group_by, window, all_periods(rows, order, settled), empty, name)
        lineage = replace(df.of(metric), made_by=f"rolling average of {window}")
        return Outcome(df.having(result).described({name: lineage}), resolved={"time": order, "grain": settled})
    cells = nw.col(metric).rolling_mean(window, min_samples=window)
    frame = missing_marked(df.frame).with_columns(windowed(cells, group_by, order).alias(name))
    lineage = replace(df.of(metric), made_by=f"rolling average of {window}")
    notes = gaps_note(df, order, f"The window of {window}")
    return Outcome(df.having(frame).described({name: lineage}), notes=notes, resolved={"time": order})


def period_change(
    df: Table, *, metric: str, time: str, group_by: tuple[str, ...], base: str, grain: str | None
) -> Outcome:
    """Add the change of a metric against the period before, or against the same period a year before."""
    df.need(*group_by)
    need_numbers(df, (metric,), "The change")
    refuse_itself(metric, time, group_by)
    settled = grain_of(df, time, grain)
    refuse_cycle(time, settled)
    rows = collected(df, "period_change")
    groups = [name for name in group_by if name != time]
    refuse_doubles(df, [time, *groups], "period_change")
    previous, change, relative = (f"{metric}_{kind}" for kind in ("previous", "change", "change_pct"))
    result = with_previous(rows, metric, time, groups, before(rows[time], settled, base), previous)
    result[change] = result[metric] - result[previous]
    result[relative] = 100 * result[change] / result[previous].where(result[previous] != 0)
    story = df.of(metric)
    against = f"change against the {base}"
    lineage = {previous: replace(story, made_by=base), change: replace(story, made_by=against),
               relative: replace(story, made_by=against, unit="%")}  # fmt: skip
    unknown = int(result[change].isna().sum())
    notes = (Note(kind="nulls", message=f"Rows without a {base} to compare with: {unknown:,}."),) if unknown else ()
    return Outcome(df.having(result).described(lineage), notes=notes, resolved={"grain": settled})


def fill_gaps(df: Table, *, time: str, group_by: tuple[str, ...], fill: str, grain: str | None) -> Outcome:
    """Add a row for every period of a group that has none."""
    df.need(time, *group_by)
    settled = grain_of(df, time, grain)
    rows = collected(df, "fill_gaps")
    groups = [name for name in group_by if name != time]
    refuse_doubles(df, [time, *groups], "fill_gaps")
    result = with_gaps(rows, time, groups, all_periods(rows, time, settled))
    numbers = [name for name in rows.columns if name not in (time, *groups)]
    if fill == "zero":
        result = result.fillna({name: 0 for name in numbers if df.schema[name].is_numeric()})
    elif fill == "previous":
        result[numbers] = result.groupby(groups, dropna=False, observed=True)[numbers].ffill() if groups else (
            result[numbers].ffill()
        )
    added = len(result) - int(rows[time].notna().sum())
    message = f"Periods without rows that were added, filled with {fill}: {added:,}."
    note = Note(kind="info", message=message, data={"rows": added})
    return Outcome(df.having(result), notes=(note,), resolved={"grain": settled})


def join_frames(
    left: Table, right: Table, *, left_on: tuple[str, ...], right_on: tuple[str, ...], how: str
) -> Outcome:
    """Put the columns of a second frame beside those of the first."""
    one, two = joining.on_one_engine(left, right)
    pairs = joining.stated_pairs(one, two, left_on, right_on) if left_on else joining.proposed_pairs(one, two)
    table = one.having(joining.joined(one.frame, two.frame, pairs, how))
    kept = {name: story for name, story in two.lineage.items() if name in table.columns and name not in one.columns}
    notes = joining.join_notes(one, two, table, pairs, how)
    resolved = {"left_on": tuple(pair.left for pair in pairs), "right_on": tuple(pair.right for pair in pairs)}
    return Outcome(table.described(kept), notes=notes, resolved=resolved)


def summarise(df: Table, *, keys: tuple[Named, ...], measures: tuple[Named, ...]) -> Outcome:
    """Several measures per group of worked-out keys."""
    chosen, notes = settled(df, keys)
    if not (keys or measures):
        raise ParameterError("A summary needs keys or measures", "Name at least one of them.")
    names = [key.name for key in chosen]
    summary = grouped(df, chosen, measures, "summarise")
    origins, told = key_origins(df, chosen, summary.rows)
    result = in_order(summary.rows, names, df.described(origins))
    plain = {measure.column for item in measures if (measure := plain_measure(item)) is not None}
    missing = {column: count for column, count in summary.missing.items() if column in plain}
    notes = (*notes, *told, *missing_note(missing), *missing_keys_note(result, names))
    table = Table(nw.from_native(result), {**origins, **measure_origins(df, measures)}, df.conditions)
    return Outcome(table, notes=notes, resolved={"keys": chosen})


def order_rows(df: Table, *, order: tuple[Sort, ...]) -> Outcome:
    """Put the rows in the order of worked-out values."""
    return Outcome(df.having(in_turn(df, order, "order_rows")) if order else df)


def first_rows(df: Table, *, n: int, skip: int) -> Outcome:
    """Keep the first rows, after so many left out."""
    total = df.counted
    table = df.having(cut(df, n, skip))
    message = f"Rows {skip + 1:,} to {min(skip + n, total):,} of {total:,}." if total > skip else "No rows are left."
    return Outcome(table, notes=(Note(kind="info", message=message, data={"rows": total}),))


def top_within(df: Table, *, by: tuple[Sort, ...], within: tuple[str, ...], n: int, ties: bool) -> Outcome:
    """Keep the first rows of each group."""
    df.need(*within)
    total = df.counted
    result = first_within(df, by, within, n, ties=ties)
    message = f"The first {n:,} rows of each {' and '.join(within) or 'table'}: {len(result):,} of {total:,}."
    return Outcome(df.having(result), notes=(Note(kind="info", message=message, data={"rows": total}),))


def stack_rows(left: Table, right: Table) -> Outcome:
    """Put the rows of a second table under those of the first; columns are matched by their place."""
    return Outcome(left.having(stacked(left, right)))


def match_rows(left: Table, right: Table, *, on: tuple[str, ...], keep_left: bool) -> Outcome:
    """Put the columns of two tables side by side where the keys agree."""
    one, two = joining.on_one_engine(left, right)
    pairs = joining.stated_pairs(one, two, on, ())
    taken = {name: free_name(name, one.columns) for name in two.columns if name not in on}
    renamed = two.frame.rename({name: new for name, new in taken.items() if new != name})
    table = one.having(joining.joined(one.frame, renamed, pairs, "left" if keep_left else "inner"))
    story = {taken[name]: found for name, found in two.lineage.items() if name in taken}
    return Outcome(table.described(story))


def _best_rows(df: Table, by: str, n: int, order: str, other: bool) -> Outcome:
    total = df.counted
    ranked = df.having(in_rank(df.frame, (by,), order == "desc"))
    if not other:
        more = df.having(ranked.frame.head(n + 1)).pandas()
        result = more.head(n)
        message = f"The first {len(result):,} of {total:,} rows by {by!r}.{_ties(df, result, more, by)}"
        return Outcome(df.having(result), notes=(Note(kind="info", message=message, data={"rows": total}),))
    rows = collected(ranked, "top_k")
    kept = pd.Series(range(len(rows)), index=rows.index) < n
    return _with_rest(df, rows, kept, label_column(df, by), (), {"label": label_column(df, by)})


def _ties(df: Table, result: pd.DataFrame, more: pd.DataFrame, by: str) -> str:
    """What to say where rows that were left out have the same value as the last one kept, as the next one has it."""
    if result.empty or not df.schema[by].is_numeric() or pd.isna(last := result[by].iloc[-1]):
        return ""
    if len(more) == len(result) or more[by].iloc[-1] != last:
        return ""
    same = df.having(df.frame.filter(nw.col(by) == last.item())).counted
    left = same - int((result[by] == last).sum())
    return f" Left out although equal to the last: {left:,}." if left else ""


def _best_values(
    df: Table, by: str, n: int, order: str, column: str, agg_func: str | None, other: bool
) -> Outcome:
    rows = collected(df, "top_k")
    own = df.of(by).aggregate
    func = agg_func or (own if own in ("mean", "median", "min", "max") else "sum")
    best = best_values(rows, column, by, n, order == "desc", str(func))
    kept = rows[column].isin(best)
    if not other:
        values = rows[column].nunique()
        note = Note(kind="info", message=f"The first {len(best)} of {values} values of {column!r} by {by!r}.")
        return Outcome(df.having(rows[kept]), notes=(note,), resolved={"agg_func": func})
    return _with_rest(df, rows, kept, column, keys_beside(df, column), {"agg_func": func})


def _with_rest(
    df: Table, rows: pd.DataFrame, kept: pd.Series[bool], label: str, keys: Sequence[str], resolved: Mapping[str, Any]
) -> Outcome:
    sums = summable(df, (label,))
    rest = int((~kept).sum())
    message = f"Put together as Other: {rest:,} of {len(rows):,} rows."
    note = Note(kind="other", message=message, data={"rows": rest})
    table = df.having(with_other(rows, kept, label, keys, sums))
    return Outcome(table, notes=(note,), resolved={**resolved, "keys": tuple(keys), "sums": tuple(sums)})
