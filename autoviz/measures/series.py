"""A metric as regular series: one value per period and group, aggregated by the engine, gaps known."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.columns import one_row, plain
from autoviz.errors import ColumnError, DateError
from autoviz.frames import distinct, to_pandas
from autoviz.frames.dates import choose_grain, incomplete_periods, period_range, truncate
from autoviz.frames.plain import having
from autoviz.measures.columns import in_order
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

SEASONS = {"hour": 24, "day": 7, "week": 52, "month": 12, "quarter": 4}
LEAST_SEASONS = 3
"""So many whole seasons tell a season from chance."""
"""How many periods of a grain make the season that people mean: a day of hours, a week of days, a year of months."""
ROBUST_ROUNDS = 3
"""How often a local trend is fitted again with less weight for what lies off it."""
NEGLIGIBLE = 1e-9
"""Distances of this part of the largest value are rounding."""
MOST_GROUPS = 500
STAMPS_READ = 2_000
"""So many distinct time stamps tell how densely the data lie."""


@dataclass(frozen=True)
class Span:
    """What the engine tells of a time column: its ends, the distance of neighbours in days, and rows without a time."""

    first: Any
    last: Any
    spacing: float | None
    rows: int
    missing: int


def need_time(table: Table, time: str) -> None:
    """Refuse a time column that is missing or not yet read as dates."""
    table.need(time)
    if table.schema[time] not in (nw.Datetime, nw.Date):
        raise DateError(f"{time!r} does not hold dates yet", "Run parse_datetime on it first.")


def span_of(frame: Frame, time: str, called: str | None = None) -> Span:
    """Ends and spacing of the time stamps; `called` is the user's name of a column that is a copy."""
    import pandas as pd

    stamps = nw.col(time)
    ends = one_row(frame.select(
        stamps.min().alias("first"), stamps.max().alias("last"), stamps.count().alias("known"), nw.len().alias("rows")
    ))  # fmt: skip
    if not ends["known"]:
        raise DateError(f"{called or time!r} holds no dates at all", "Choose another time column.")
    some = to_pandas(distinct(frame.select(time).filter(~stamps.is_null())).sort(time).head(STAMPS_READ))
    gaps = pd.to_datetime(some[time]).diff().dropna()
    spacing = float(gaps.median() / pd.Timedelta(days=1)) if len(gaps) else None
    first, last = pd.Timestamp(ends["first"]), pd.Timestamp(ends["last"])
    return Span(first, last, spacing, ends["rows"], ends["rows"] - ends["known"])


def grain_of(table: Table, time: str, grain: str, span: Span) -> tuple[str, str]:
    """The grain and what speaks for it: as asked, as an earlier step made it, or chosen by the policy."""
    if grain != "unknown":
        return grain, "as asked"
    made = table.of(time).grain
    if made in CALENDAR_GRAINS:
        return str(made), "as the periods of the table"
    choice = choose_grain(span.first, span.last, None, span.spacing)
    return choice.grain, choice.evidence


def own_grain(table: Table, time: str, grain: str, span: Span) -> str:
    """The grain in which the rows lie: as asked, as an earlier step made it, or by the distance of neighbours."""
    made = table.of(time).grain
    if grain != "unknown" or made in CALENDAR_GRAINS:
        return grain if grain != "unknown" else str(made)
    bounds = ((0.02, ""), (0.5, "hour"), (4.0, "day"), (15.0, "week"), (60.0, "month"), (200.0, "quarter"))
    found = next((name for bound, name in bounds if (span.spacing or 1.0) <= bound), "year")
    if not found:
        raise DateError(f"The rows lie closer than half an hour in {time!r}", "Aggregate them to hours or days first.")
    return found


def edges(table: Table, time: str, grain: str, span: Span) -> tuple[str | None, str | None]:
    """The first and the last complete period as ISO dates, where the one at the end of the data is incomplete."""
    import pandas as pd

    periods = period_range(span.first, span.last, grain)
    first, last = str(periods[0].isoformat()), str(periods[-1].isoformat())
    if table.of(time).grain == grain:
        cut = {pd.Timestamp(text).isoformat() for text in table.of(time).incomplete}
        incomplete = (first in cut, last in cut)
    else:
        incomplete = tuple(incomplete_periods(span.first, span.last, grain, span.spacing))  # type: ignore[assignment]
    if len(periods) - sum(incomplete) < 3:
        return None, None
    return (
        str(periods[1].isoformat()) if incomplete[0] else None,
        str(periods[-2].isoformat()) if incomplete[1] else None,
    )


def totals(frame: Frame, metric: str, time: str, group_by: Sequence[str], grain: str, func: str) -> pd.DataFrame:
    """The metric per group and period, in order; a period without any value is null."""
    placed = frame.filter(~nw.col(time).is_null()).with_columns(truncate(nw.col(time), grain).alias(time))
    value = nw.col(metric)
    wanted = [getattr(value, func)().alias(metric), value.count().alias("_values")]
    periods = to_pandas(placed.group_by(*group_by, time).agg(*wanted))
    known = periods[metric].astype("float64").where(periods["_values"] > 0)
    # PySpark gives its time zone back with every truncated date.
    periods = having(periods, {metric: known, time: periods[time].dt.tz_localize(None)})
    return in_order(periods.drop(columns="_values"), (*group_by, time))


def groups_of(rows: pd.DataFrame, group_by: Sequence[str]) -> Iterator[tuple[tuple[Any, ...], pd.DataFrame]]:
    """The rows of each group in order, under the group's values."""
    if not group_by:
        yield (), rows
        return
    grouped = rows.groupby(list(group_by), sort=False, dropna=False, observed=True)
    if grouped.ngroups > MOST_GROUPS:
        raise ColumnError(
            f"There are {grouped.ngroups:,} groups, too many to look at one by one",
            f"Group by fewer columns, or keep at most {MOST_GROUPS} groups with top_k.",
        )
    for _, part in grouped:
        yield tuple(plain(part[name].iloc[0]) for name in group_by), part


def regular(part: pd.DataFrame, time: str, value: str, grain: str) -> tuple[pd.Series[Any], int]:
    """One value for every period from first to last, the missing ones interpolated, and how many those are."""
    series = part.set_index(time)[value].astype("float64")
    known = series.dropna()
    if known.empty:
        return known, 0
    whole = known.reindex(period_range(known.index[0], known.index[-1], grain))
    return whole.interpolate(), int(whole.isna().sum())


def smoothed(series: pd.Series[Any], width: int) -> pd.Series[Any]:
    """A robust local trend (LOWESS) that reads so many periods around each one, to nine significant digits.

    Each round weighs periods by how far they lie off the fit. Once most lie on it, what is left is rounding, which
    differs between processors, so no round follows.
    """
    import numpy as np
    import pandas as pd
    from statsmodels.nonparametric.smoothers_lowess import lowess

    values, places, share = series.to_numpy(), np.arange(len(series)), min(1.0, width / len(series))
    fit = values
    for rounds in range(ROBUST_ROUNDS + 1):
        fit = lowess(values, places, frac=share, it=rounds, return_sorted=False)
        if np.median(np.abs(values - fit)) <= NEGLIGIBLE * np.max(np.abs(values)):
            break
    return pd.Series(significant(fit), series.index)


def significant(values: np.ndarray[Any, Any], digits: int = 9) -> np.ndarray[Any, Any]:
    """Numbers to so many significant digits of the largest among them, so that ties are ties on every processor."""
    import numpy as np

    largest = float(np.max(np.abs(values), initial=0.0, where=np.isfinite(values)))
    return np.round(values, digits - 1 - math.floor(math.log10(largest))) if largest else values
