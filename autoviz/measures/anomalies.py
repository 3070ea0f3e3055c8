"""Unusual values by their distance from the middle of all rows or of their group, found by the engine itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.columns import one_row
from autoviz.errors import ColumnError
from autoviz.frames import to_pandas
from autoviz.listing import counted
from autoviz.measures.columns import Notes, group_name, in_order, measurable, per_group, some
from autoviz.model.provenance import Note
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import pandas as pd

THRESHOLDS = {"iqr": 1.5, "zscore": 3.0, "mad": 3.5, "seasonal": 3.5}
"""How far is unusual: in interquartile ranges beyond the quartiles, or in (robust) standard deviations."""
ROBUST = 1.4826
"""The median distance from the median times this is the standard deviation of normal values."""
LEAST = 4
"""With fewer values than this nothing can be called unusual."""

SCORE = "anomaly_score"
REASON = "anomaly_reason"
MADE = ("anomaly", SCORE, "expected_low", "expected_high", REASON)

VALUE, LOW, HIGH, UNIT, COUNT = "_measured", "_usual_low", "_usual_high", "_unit", "_values"
"""Beside each row: its finite value, the ends of the usual, the unit of distance from them, the values in its group."""

REASONS = {
    "iqr": ("interquartile ranges above the upper quartile", "interquartile ranges below the lower quartile"),
    "zscore": ("standard deviations above the mean", "standard deviations below the mean"),
    "mad": ("robust standard deviations above the median", "robust standard deviations below the median"),
    "seasonal": ("robust standard deviations above the season", "robust standard deviations below the season"),
}  # fmt: skip


RULES = {
    "iqr": "more than {:g} times the interquartile range beyond the quartiles",
    "zscore": "more than {:g} standard deviations from the mean",
    "mad": "more than {:g} robust standard deviations from the median",
    "seasonal": "more than {:g} robust standard deviations from trend and season",
}


def rule_in_words(method: str, threshold: float) -> str:
    """What counts as unusual."""
    return RULES[method].format(threshold)


def refuse_clash(table: Table) -> None:
    """Refuse a table that has columns of the names which the result adds."""
    taken = [name for name in MADE if name in table.columns]
    if taken:
        raise ColumnError(
            f"The table already has a column {taken[0]!r}, which this step would add",
            "Rename it first, or look for unusual values only once.",
        )


def outside_fences(
    table: Table, metric: str, group_by: Sequence[str], method: str, threshold: float, keep_all: bool
) -> tuple[pd.DataFrame, Notes]:
    """Rows beyond quartiles, mean or median of their group; the engine holds back the rows that are not wanted."""
    copied = Table(table.frame.with_columns(nw.col(metric).alias(VALUE)))
    frame, notes = measurable(copied, (VALUE,), keep=table.columns, called={VALUE: metric})
    fenced = _FENCES[method](frame, group_by)
    least = _least(method, threshold)
    off = nw.col(UNIT).is_null() | (nw.col(UNIT) <= 0) | (nw.col(COUNT) < least)
    reach = nw.col(UNIT) * threshold
    outside = (nw.col(VALUE) < nw.col(LOW) - reach) | (nw.col(VALUE) > nw.col(HIGH) + reach)
    rows = to_pandas(fenced if keep_all else fenced.filter(~off & outside))
    rows = rows.astype(dict.fromkeys((VALUE, LOW, HIGH, UNIT), "float64"))
    rows = rows.assign(**{UNIT: rows[UNIT].where((rows[UNIT] > 0) & (rows[COUNT] >= least))})
    return described(rows, table.columns, method, threshold, keep_all), (
        *notes,
        *_not_judged(fenced.filter(off), group_by, metric, least),
    )


def usual_range(table: Table, metric: str, method: str, threshold: float) -> tuple[tuple[float, float] | None, Notes]:
    """From where to where the values of a column are usual; None where they are too few or hardly differ."""
    copied = Table(table.frame.with_columns(nw.col(metric).alias(VALUE)))
    frame, notes = measurable(copied, (VALUE,), called={VALUE: metric})
    fenced = _FENCES[method](frame, ()).select(LOW, HIGH, UNIT, COUNT).head(1)
    rows = to_pandas(fenced).astype("float64").to_numpy()
    if not len(rows):
        return None, notes
    low, high, unit, count = map(float, rows[0])
    if count < _least(method, threshold) or not unit > 0:
        return None, notes
    return (low - unit * threshold, high + unit * threshold), notes


def _attached(frame: Frame, group_by: Sequence[str], aggregates: dict[str, nw.Expr]) -> Frame:
    """The frame with aggregates of each row's group, or of all rows, beside each row."""
    if group_by:
        return frame.with_columns(*(item.over(*group_by).alias(name) for name, item in aggregates.items()))
    whole = one_row(frame.select(*(item.alias(name) for name, item in aggregates.items())))
    return frame.with_columns(*(nw.lit(float(whole[name] or 0)).alias(name) for name in aggregates))


def _quartiles(frame: Frame, group_by: Sequence[str]) -> Frame:
    value = nw.col(VALUE)
    wanted = {LOW: value.quantile(0.25, "linear"), HIGH: value.quantile(0.75, "linear"), COUNT: value.count()}
    return _attached(frame, group_by, wanted).with_columns((nw.col(HIGH) - nw.col(LOW)).alias(UNIT))


def _moments(frame: Frame, group_by: Sequence[str]) -> Frame:
    value = nw.col(VALUE)
    wanted = {LOW: value.mean(), UNIT: value.std(), COUNT: value.count()}
    return _attached(frame, group_by, wanted).with_columns(nw.col(LOW).alias(HIGH))


def _medians(frame: Frame, group_by: Sequence[str]) -> Frame:
    value = nw.col(VALUE)
    middle = _attached(frame, group_by, {LOW: value.median(), COUNT: value.count()})
    away = middle.with_columns((value - nw.col(LOW)).abs().alias("_away"), nw.col(LOW).alias(HIGH))
    return _attached(away, group_by, {UNIT: nw.col("_away").median()}).with_columns(nw.col(UNIT) * ROBUST)


_FENCES = {"iqr": _quartiles, "zscore": _moments, "mad": _medians}


def _least(method: str, threshold: float) -> int:
    """The fewest values among which one can be unusual: the largest z-score of n values is (n - 1) / √n."""
    if method != "zscore":
        return LEAST
    root = (threshold + (threshold**2 + 4) ** 0.5) / 2
    return max(LEAST, int(root**2) + 1)


def described(
    rows: pd.DataFrame, columns: Sequence[str], method: str, threshold: float, keep_all: bool
) -> pd.DataFrame:
    """The rows with score, expected range and reason; an empty unit means that the row could not be judged."""
    reach = rows[UNIT] * threshold
    score = _distance(rows).div(rows[UNIT]).round(4)
    low, high = rows[LOW] - reach, rows[HIGH] + reach
    flagged = (rows[VALUE] < low) | (rows[VALUE] > high)
    above, below = REASONS[method]
    cells = zip(score, rows[VALUE] > rows[HIGH], flagged, strict=True)
    reasons = [f"{size:.1f} {above if is_high else below}" if is_odd else "" for size, is_high, is_odd in cells]
    values: tuple[Any, ...] = (flagged, score, low, high, reasons)
    told = rows[list(columns)].assign(**dict(zip(MADE, values, strict=True)))
    return told if keep_all else told[told["anomaly"]].drop(columns="anomaly")


def _distance(rows: pd.DataFrame) -> pd.Series[Any]:
    """How far a value lies beyond the usual; negative within it."""
    below, above = rows[LOW] - rows[VALUE], rows[VALUE] - rows[HIGH]
    return above.where(above >= below, below)


def most_unusual_first(rows: pd.DataFrame, then: Sequence[str]) -> pd.DataFrame:
    """Flagged rows by score, ties in the order of these columns."""
    ranked = in_order(rows.assign(_rank=-rows[SCORE]), ("_rank", *then))
    return ranked.drop(columns="_rank")


def _not_judged(off: Frame, group_by: Sequence[str], metric: str, least: int) -> Notes:
    rows = per_group(off, group_by, [nw.len().alias("_rows")])
    total = int(rows["_rows"].sum())
    if not total:
        return ()
    reason = f"fewer than {least} values, or values that hardly differ"
    if not group_by:
        return (
            Note(kind="info", message=f"Nothing in {metric!r} can be called unusual: {reason}.", data={"rows": total}),
        )
    groups = [group_name(cells) for cells in rows[list(group_by)].itertuples(index=False, name=None)]
    message = f"{counted(len(groups), 'group')} not judged ({reason}): {some(groups)}."
    return (Note(kind="info", message=message, data={"groups": groups, "rows": total}),)


def found_note(metric: str, found: int, rows: int) -> Note:
    """How many rows are unusual."""
    message = f"{found:,} of {counted(rows, 'row')} unusual in {metric!r}."
    return Note(kind="info", message=message, data={"unusual": found, "rows": rows})
