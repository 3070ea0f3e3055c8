"""Unusual values of a series: those far from what its trend and its season lead to expect, group by group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import narwhals.stable.v2 as nw

from autoviz.errors import ColumnError
from autoviz.frames import to_pandas
from autoviz.frames.dates import local_time, truncate
from autoviz.measures.anomalies import HIGH, LOW, ROBUST, UNIT, VALUE, described
from autoviz.measures.columns import Notes, group_name, left_out, measurable, some
from autoviz.measures.sampling import refuse_more
from autoviz.measures.series import LEAST_SEASONS, SEASONS, groups_of, own_grain, regular, smoothed, span_of
from autoviz.model.provenance import Note
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

PERIOD = "_period"
LEAST_PERIODS = 8
"""Of two seasons nobody can say which one is odd."""
WIDTH = 15
"""Periods around each one that its trend is read from where there is no season; else two seasons."""
NARROWEST = 0.001
"""Residuals below this share of the series' own spread are noise of the arithmetic, however regular the series is."""


def off_season(
    table: Table, metric: str, time: str, group_by: Sequence[str], threshold: float, grain: str, keep_all: bool,
    max_rows: int,
) -> tuple[pd.DataFrame, Notes, str]:  # fmt: skip
    """The rows with what was expected of them, the notes, and the grain that the rows lie in."""
    import pandas as pd

    copied = Table(table.frame.with_columns(nw.col(metric).alias(VALUE)))
    frame, notes = measurable(copied, (VALUE,), keep=table.columns, called={VALUE: metric})
    frame = frame.with_columns(local_time(frame, time).alias(PERIOD))
    span = span_of(frame, PERIOD, time)
    grain = own_grain(table, time, grain, span)
    refuse_more(frame, max_rows, "Aggregate it to periods first: a series cannot be judged from a sample.")
    rows = to_pandas(frame.with_columns(truncate(nw.col(PERIOD), grain).alias(PERIOD)))
    timed = rows[rows[PERIOD].notna()].astype({VALUE: "float64"}).reset_index(drop=True)
    timed[PERIOD] = timed[PERIOD].dt.tz_localize(None)
    _refuse_doubles(timed, time, group_by, grain)
    seasons: dict[str, list[str]] = {"short": [], "few": []}
    parts = [_expected(part, grain, group_name(key) or metric, seasons) for key, part in _in_time(timed, group_by)]
    expected = (
        pd.concat(parts, ignore_index=True) if parts else timed.assign(**dict.fromkeys((LOW, HIGH, UNIT), timed[VALUE]))
    )
    told = described(expected, table.columns, "seasonal", threshold, keep_all)
    return told, (*notes, *_told(seasons, grain, span.missing, time)), grain


def _in_time(rows: pd.DataFrame, group_by: Sequence[str]) -> list[tuple[tuple[Any, ...], pd.DataFrame]]:
    return list(groups_of(rows.sort_values(PERIOD, kind="stable"), group_by)) if len(rows) else []


def _refuse_doubles(rows: pd.DataFrame, time: str, group_by: Sequence[str], grain: str) -> None:
    doubled = rows.duplicated([*group_by, PERIOD])
    if doubled.any():
        first = rows.loc[doubled, PERIOD].min()
        groups = f" within {', '.join(map(repr, group_by))}" if group_by else ""
        raise ColumnError(
            f"More than one row falls into the {grain} of {first:%Y-%m-%d} in {time!r}{groups}",
            "Aggregate to one row per period first, name the group columns, or use the method mad, iqr or zscore.",
        )


def _expected(part: pd.DataFrame, grain: str, name: str, seasons: dict[str, list[str]]) -> pd.DataFrame:
    """The rows of one series with the expected value and the unit of distance; no unit where it is too short."""
    series, _ = regular(part, PERIOD, VALUE, grain)
    if len(series) < LEAST_PERIODS:
        seasons["few"].append(name)
        return part.assign(**dict.fromkeys((LOW, HIGH, UNIT), float("nan")))
    season = SEASONS.get(grain)
    if season is None or len(series) < LEAST_SEASONS * season:
        season = None
        seasons["short"].append(name)
    usual = expected(series, season)
    away = (series - usual).abs().reindex(part.loc[part[VALUE].notna(), PERIOD])
    middle: Any = usual.reindex(part[PERIOD]).to_numpy()
    return part.assign(**{LOW: middle, HIGH: middle, UNIT: [_unit(away, series)] * len(part)})


def expected(series: pd.Series[Any], season: int | None) -> pd.Series[Any]:
    """A robust local trend, and around it the median of each place in the season; a few odd values bend neither."""
    import numpy as np

    smooth = smoothed(series, 2 * season if season else WIDTH)
    if season is None:
        return smooth
    places = np.arange(len(series)) % season
    return smooth + (series - smooth).groupby(places).transform("median")


def _unit(away: pd.Series[Any], series: pd.Series[Any]) -> float:
    """A robust standard deviation of what is left; values that are their own median tell nothing of it."""
    smallest = NARROWEST * float(series.std())
    told = away[away > smallest]
    return max(ROBUST * float(told.median()), smallest) if len(told) else float("nan")


def _told(seasons: dict[str, list[str]], grain: str, missing: int, time: str) -> Notes:
    found = list(left_out(missing, time))
    if seasons["few"]:
        message = f"Not judged, fewer than {LEAST_PERIODS} periods: {some(seasons['few'])}."
        found.append(Note(kind="info", message=message, data={"groups": seasons["few"]}))
    if seasons["short"]:
        season = (
            f"no {LEAST_SEASONS} seasons of {SEASONS[grain]} {grain}s" if grain in SEASONS else f"no season by {grain}"
        )
        message = f"Judged by the trend alone ({season}): {some(seasons['short'])}."
        found.append(Note(kind="info", message=message, data={"groups": seasons["short"]}))
    return tuple(found)
