"""Changes: each period beside the one before it or the one a year before, and periods without rows filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
from pandas.api.types import is_integer_dtype

from autoviz.columns import described, is_date
from autoviz.errors import ColumnError, FrameError, ParameterError
from autoviz.frames.dates import CYCLE_LABELS, add_periods, choose_grain, period_range, previous_year
from autoviz.model.labels import CALENDAR_GRAINS, CYCLIC_GRAINS
from autoviz.shaping.periods import reach_of
from autoviz.table import Table

COLLECTED_ROWS = 1_000_000
NUMBERED = "number"
"""The grain of a time axis that is whole numbers: years, or any count of periods."""


def collected(table: Table, tool: str) -> pd.DataFrame:
    """The rows as pandas; a lazy table that is no summary is refused before it fills the memory."""
    if table.counted > COLLECTED_ROWS:
        raise FrameError(f"{tool} works on a summary, and this table has more than {COLLECTED_ROWS:,} rows",
                         "Aggregate it first.")
    return table.pandas()


def grain_of(table: Table, time: str, grain: str | None) -> str:
    """The grain of a time column: stated, known from the step that made it, or found from its spacing."""
    table.need(time)
    known = table.of(time).grain
    settled = known if grain in (None, "unknown") else grain
    dtype = table.schema[time]
    if settled in CYCLIC_GRAINS or (settled in CALENDAR_GRAINS and is_date(dtype)):
        return str(settled)
    if dtype.is_integer():
        return NUMBERED
    if not is_date(dtype):
        raise ColumnError(f"A time axis needs dates, but {time!r} holds {described(dtype)}",
                          "Read it as dates first: parse_datetime.")
    reach = reach_of(table.frame, time)
    if reach is None:
        raise ColumnError(f"{time!r} holds no dates", "Name another column.")
    return _by_spacing(reach.spacing_days) or choose_grain(reach.first, reach.last, reach.distinct).grain


def _by_spacing(days: float | None) -> str | None:
    bounds = {"hour": 0.5, "day": 5.0, "week": 20.0, "month": 60.0, "quarter": 200.0}
    return None if days is None else next((grain for grain, most in bounds.items() if days < most), "year")


def refuse_doubles(table: Table, keys: Sequence[str], tool: str) -> None:
    """Each group may have one row per period; of several it would be chance which one counts."""
    counts = table.frame.group_by(*keys).agg(nw.len().alias("rows of it"))
    doubled = Table(counts.filter(nw.col("rows of it") > 1)).counted
    if doubled:
        raise ParameterError(
            f"{tool} needs one row per {' and '.join(keys)}, but {doubled} have more",
            "Aggregate first, or name the other columns in group_by.",
        )


def refuse_cycle(time: str, grain: str) -> None:
    """A cycle has no first period, so nothing comes before it."""
    if grain in CYCLIC_GRAINS:
        raise ColumnError(
            f"{time!r} goes round by {grain}, so there is no period before the first",
            "Group by a calendar period such as month instead.",
        )


def refuse_itself(metric: str, time: str | None, group_by: Sequence[str]) -> None:
    """A measure has no course along its own values, nor within groups of them."""
    if metric in (time, *group_by):
        raise ColumnError(
            f"{metric!r} cannot be followed along itself or within groups of itself", "Name another column for those."
        )


def before(stamps: pd.Series[Any], grain: str, base: str) -> pd.Series[Any]:
    """For each period the one that it is compared with."""
    if grain == NUMBERED:
        return stamps - 1
    return previous_year(stamps, grain) if base == "previous year" else add_periods(stamps, -1, grain)


def with_previous(
    rows: pd.DataFrame, metric: str, time: str, groups: Sequence[str], at: pd.Series[Any], name: str
) -> pd.DataFrame:
    """The rows with the metric's value at another time of the same group."""
    earlier = rows.loc[rows[time].notna(), [time, *groups, metric]].rename(columns={time: "at", metric: name})
    keyed = rows.assign(at=at)
    return keyed.merge(earlier, how="left", on=["at", *groups]).drop(columns="at")


def with_rolling(
    rows: pd.DataFrame, metric: str, time: str, group_by: Sequence[str], window: int, periods: pd.Series[Any],
    empty: str, name: str,
) -> pd.DataFrame:  # fmt: skip
    """The rows with the metric's average over the last periods, those without rows counted as zero or as missing."""
    groups = [key for key in group_by if key != time]
    grid = with_gaps(rows[[time, *groups, metric]], time, groups, periods)
    if empty == "zero":
        grid[metric] = grid[metric].fillna(0)

    def rolled(cells: pd.Series[Any]) -> pd.Series[Any]:
        return cells.rolling(window, min_periods=window).mean()

    split = grid.groupby(groups, dropna=False, observed=True)[metric] if groups else None
    grid[name] = rolled(grid[metric]) if split is None else split.transform(rolled)
    return rows.merge(grid.drop(columns=metric), how="left", on=[time, *groups])


def all_periods(rows: pd.DataFrame, time: str, grain: str) -> pd.Series[Any]:
    """Every period from the first to the last of the rows; of a cycle every label."""
    dtype = rows[time].dtype
    present = rows[time].dropna()
    if grain in CYCLIC_GRAINS:
        labels = CYCLE_LABELS[grain]
        return pd.Series(list(labels if grain == "hour_of_day" else labels.values()), dtype=dtype)
    if present.empty:
        return present
    if grain == NUMBERED or is_integer_dtype(dtype):
        return pd.Series(range(int(present.min()), int(present.max()) + 1), dtype=dtype)
    return pd.Series(period_range(present.min(), present.max(), grain)).astype(dtype)


def with_gaps(rows: pd.DataFrame, time: str, groups: Sequence[str], periods: pd.Series[Any]) -> pd.DataFrame:
    """A row for every period of every group that occurs; what was not there is missing."""
    grid = pd.DataFrame({time: periods})
    if groups:
        grid = grid.merge(rows[list(groups)].drop_duplicates(), how="cross")
    known = rows[rows[time].notna()]
    return grid.merge(known, how="left", on=[time, *groups])[list(rows.columns)]
