"""The family statistics: columns and groups described, compared and searched for what stands out."""

from __future__ import annotations

from autoviz.columns import need_numbers
from autoviz.errors import ColumnError, ParameterError
from autoviz.measures.anomalies import MADE, THRESHOLDS, found_note, most_unusual_first, outside_fences, refuse_clash
from autoviz.measures.association import independence
from autoviz.measures.columns import by_groups, in_order, need_groups, number_columns, result
from autoviz.measures.comparisons import comparisons
from autoviz.measures.correlations import CORRELATION_COLUMNS, correlations
from autoviz.measures.counts import repeated, value_counts
from autoviz.measures.distributions import DISTRIBUTION_COLUMNS, distributions
from autoviz.measures.features import FEATURES, features
from autoviz.measures.ranks import rank_comparisons
from autoviz.measures.sampling import row_total
from autoviz.measures.seasonal import off_season
from autoviz.measures.series import need_time
from autoviz.measures.standing import STANDING_COLUMNS, standings
from autoviz.measures.summary import SUMMARY_COLUMNS, missing, quantiles, summarise
from autoviz.table import Lineage, Outcome, Table


def compute_summary_stats(df: Table, *, columns: tuple[str, ...], group_by: tuple[str, ...]) -> Outcome:
    """Describe columns by the statistics that fit their type, for all rows or per group."""
    chosen = _columns(df, columns, leave_out=group_by)
    need_groups(df, group_by, chosen, SUMMARY_COLUMNS)
    summary, notes = summarise(df, chosen, group_by)
    return Outcome(result(df, summary, group_by), notes=notes, resolved={"columns": chosen})


def compute_value_counts(df: Table, *, column: str, limit: int | None, other: bool) -> Outcome:
    """Count how often each value occurs."""
    df.need(column)
    counts, notes = value_counts(df, column, limit, other)
    count, share = counts.columns[-2:]
    lineage = {count: Lineage(source="", aggregate="count"), share: Lineage(source="", made_by="share")}
    return Outcome(result(df, counts, (column,), **lineage), notes=notes)


def compute_percentiles(df: Table, *, columns: tuple[str, ...], percentiles: str, group_by: tuple[str, ...]) -> Outcome:
    """Find the values below which given shares of the rows lie."""
    chosen = number_columns(df, tuple(name for name in columns if name not in group_by))
    need_groups(df, group_by, chosen, ("column", "percentile", "value"))
    shares = _shares(percentiles)
    table, notes = quantiles(df, chosen, shares, group_by)
    written = ", ".join(f"{share:g}" for share in shares)
    return Outcome(result(df, table, group_by), notes=notes, resolved={"columns": chosen, "percentiles": written})


def compute_distributions(
    df: Table, *, columns: tuple[str, ...], bins: int, group_by: tuple[str, ...], test: str
) -> Outcome:
    """Describe the shape of numeric columns, for all rows or per group."""
    chosen = number_columns(df, tuple(name for name in columns if name not in group_by))
    need_groups(df, group_by, chosen, DISTRIBUTION_COLUMNS)
    shapes, notes = by_groups(df, group_by, lambda rows: distributions(rows, chosen, bins, test))
    return Outcome(result(df, shapes, group_by), notes=notes, resolved={"columns": chosen})


def locate_value(df: Table, *, metric: str, value: float, group_by: tuple[str, ...]) -> Outcome:
    """Find which share of the rows lies below a value."""
    need_numbers(df, (metric,), "A percentile")
    need_groups(df, group_by, (metric,), STANDING_COLUMNS)
    places, notes = standings(df, metric, value, group_by)
    return Outcome(result(df, places, group_by), notes=notes)


def compute_correlations(
    df: Table, *, columns: tuple[str, ...], method: str, max_rows: int, group_by: tuple[str, ...]
) -> Outcome:
    """Measure how pairs of columns go together, for all rows or per group."""
    chosen = number_columns(df, columns, least=2)
    need_groups(df, group_by, chosen, CORRELATION_COLUMNS)
    pairs, notes = by_groups(df, group_by, lambda rows: correlations(rows, chosen, method, max_rows))
    return Outcome(result(df, pairs, group_by), notes=notes, resolved={"columns": chosen})


def compare_groups(df: Table, *, metric: str, group: str, method: str, confidence: float) -> Outcome:
    """Compare the mean of a metric between groups."""
    need_numbers(df, (metric,), "A comparison")
    need_groups(df, (group,), (metric,), ())
    rows, notes, used = comparisons(df, metric, group, method, confidence)
    return Outcome(result(df, rows), notes=notes, resolved={"method": used})


def compare_ranks(df: Table, *, metric: str, group: str, max_rows: int) -> Outcome:
    """Compare the values of a metric between groups by their ranks."""
    need_numbers(df, (metric,), "A comparison")
    need_groups(df, (group,), (metric,), ())
    rows, notes = rank_comparisons(df, metric, group, max_rows)
    return Outcome(result(df, rows), notes=notes)


def check_independence(df: Table, *, column: str, other: str) -> Outcome:
    """Test whether the values of one column depend on those of another."""
    df.need(column, other)
    if column == other:
        raise ParameterError(f"{column!r} is held against itself", "Name two columns.")
    row, notes = independence(df, column, other)
    return Outcome(result(df, row), notes=notes)


def detect_anomalies(
    df: Table,
    *,
    metric: str,
    time: str | None,
    group_by: tuple[str, ...],
    method: str,
    threshold: float | None,
    grain: str,
    keep: str,
    max_rows: int,
) -> Outcome:
    """Find rows whose value is far from what is usual, and say why."""
    need_numbers(df, (metric,), "Anomalies")
    need_groups(df, group_by, (metric,), MADE)
    refuse_clash(df)
    limit = THRESHOLDS[method] if threshold is None else threshold
    resolved: dict[str, object] = {"threshold": limit}
    if method == "seasonal":
        if time is None:
            raise ParameterError("The method seasonal needs to know the time column", "Give time, or use mad or iqr.")
        need_time(df, time)
        rows, notes, resolved["grain"] = off_season(df, metric, time, group_by, limit, grain, keep == "all", max_rows)
    else:
        df.need(time)
        rows, notes = outside_fences(df, metric, group_by, method, limit, keep == "all")
    found = len(rows) if keep == "flagged" else int(rows["anomaly"].sum())
    order = [*([time] if time else []), *group_by, metric]
    ordered = most_unusual_first(rows, order) if keep == "flagged" else in_order(rows, order)
    lineage = {name: Lineage(source=metric, made_by=name.replace("_", " ")) for name in MADE if name in rows.columns}
    told = df.having(ordered, **lineage)
    return Outcome(told, notes=(found_note(metric, found, row_total(df.frame)), *notes), resolved=resolved)


def compute_time_series_features(
    df: Table,
    *,
    metric: str,
    time: str,
    group_by: tuple[str, ...],
    agg_func: str,
    grain: str,
    since: str | None,
    until: str | None,
) -> Outcome:
    """Describe what a metric does over time, for all rows or per group."""
    need_numbers(df, (metric,), "The course")
    need_time(df, time)
    need_groups(df, group_by, (metric, time), FEATURES)
    told, notes, resolved = features(df, metric, time, group_by, agg_func, grain, since, until)
    return Outcome(result(df, told, group_by), notes=notes, resolved=resolved)


def missing_report(df: Table, *, columns: tuple[str, ...]) -> Outcome:
    """Count the missing cells of each column."""
    chosen = _columns(df, columns)
    report, notes = missing(df, chosen)
    share = Lineage(source="", made_by="share", words="share missing")
    return Outcome(result(df, report, missing_share=share), notes=notes, resolved={"columns": chosen})


def find_duplicates(df: Table, *, columns: tuple[str, ...], limit: int) -> Outcome:
    """Find the rows that occur more than once."""
    chosen = _columns(df, columns)
    rows, notes = repeated(df, chosen, limit)
    times = Lineage(source="", aggregate="count")
    return Outcome(result(df, rows, chosen, **{rows.columns[-1]: times}), notes=notes, resolved={"columns": chosen})


def _columns(df: Table, columns: tuple[str, ...], leave_out: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The named columns, or all; never those that rows are grouped by."""
    df.need(*columns, *leave_out)
    chosen = tuple(name for name in dict.fromkeys(columns or df.columns) if name not in leave_out)
    if not chosen:
        raise ColumnError("There are no columns to describe", f"Columns here: {', '.join(df.columns) or 'none'}.")
    return chosen


def _shares(percentiles: str) -> tuple[float, ...]:
    """The percentiles of a text such as '5, 50, 97.5', in order and once each."""
    try:
        shares = sorted({float(part.strip().removesuffix("%")) for part in percentiles.split(",") if part.strip()})
    except ValueError as error:
        raise ParameterError(f"{percentiles!r} is no list of percentiles", "Write them as 5, 50, 97.5.") from error
    if not shares or not 0 <= shares[0] <= shares[-1] <= 100:
        raise ParameterError(f"Percentiles lie between 0 and 100, not {percentiles!r}", "Write them as 5, 50, 97.5.")
    return tuple(shares)
