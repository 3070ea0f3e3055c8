"""What a series does: its trend with a confidence interval, the strength of its season, its turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autoviz.frames.dates import local_time
from autoviz.listing import counted
from autoviz.measures.columns import Notes, group_name, left_out, measurable, some
from autoviz.measures.series import (
    LEAST_SEASONS,
    SEASONS,
    edges,
    grain_of,
    groups_of,
    regular,
    significant,
    smoothed,
    span_of,
    totals,
)
from autoviz.model.provenance import Note
from autoviz.table import Table

if TYPE_CHECKING:
    import pandas as pd

CONFIDENCE = 0.95
LEAST_PERIODS = 3
LEAST_FOR_TURNS = 5
FEATURES = (
    "periods", "first", "last", "mean", "slope", "slope_low", "slope_high", "slope_p", "trend", "trend_strength",
    "season_length", "season_strength", "turning_points", "turning_dates",
)  # fmt: skip
NUMBERS = tuple(name for name in FEATURES if name not in ("first", "last", "trend", "turning_dates"))


def features(
    table: Table, metric: str, time: str, group_by: Sequence[str], func: str, grain: str,
    since: str | None, until: str | None,
) -> tuple[pd.DataFrame, Notes, dict[str, Any]]:  # fmt: skip
    """One row per group, the notes, and what the data decided: grain and first and last complete period."""
    import pandas as pd

    frame, notes = measurable(table, (metric,), keep=(*group_by, time))
    frame = frame.with_columns(local_time(frame, time).alias(time))
    span = span_of(frame, time)
    grain, evidence = grain_of(table, time, grain, span)
    first, last = edges(table, time, grain, span)
    resolved = {"grain": grain, "since": since or first, "until": until or last}
    rows = totals(frame, metric, time, group_by, grain, func)
    rows = _within(rows, time, resolved["since"], resolved["until"])
    gaps: dict[str, int] = {}
    described = []
    for key, part in groups_of(rows, group_by):
        series, missing = regular(part, time, metric, grain)
        gaps[group_name(key) or metric] = missing
        described.append({**dict(zip(group_by, key, strict=True)), **_described(series, grain)})
    told = pd.DataFrame(described, columns=[*group_by, *FEATURES])
    told = told.astype({name: "float64" for name in NUMBERS if told[name].isna().any()})
    cut = [item for item, given in ((first, since), (last, until)) if item and not given]
    more = (_grain_note(grain, evidence), *_span_notes(span.missing, time, len(cut), grain), *_gaps(told, gaps, grain))
    return told, (*notes, *more), resolved


def _within(rows: pd.DataFrame, time: str, since: str | None, until: str | None) -> pd.DataFrame:
    import pandas as pd

    if since:
        rows = rows[rows[time] >= pd.Timestamp(since)]
    return rows[rows[time] <= pd.Timestamp(until)] if until else rows


def _described(series: pd.Series[Any], grain: str) -> dict[str, Any]:
    """The features of one regular series; what too few periods do not tell is None."""
    size = len(series)
    row: dict[str, Any] = dict.fromkeys(FEATURES)
    row["periods"] = size
    if not size:
        return row
    row |= {"first": series.index[0], "last": series.index[-1], "mean": float(series.mean())}
    if size < LEAST_PERIODS:
        return row
    fit = _decomposed(series, SEASONS.get(grain))
    row |= _slope(series)
    if fit:
        row |= _strengths(series, *fit) | {"season_length": SEASONS[grain]}
    if size < LEAST_FOR_TURNS:
        return row
    smooth, spread = (fit[0], (series - fit[1]).std()) if fit else (smoothed(series, max(5, size // 5)), series.std())
    return row | _turns(smooth, float(spread), grain)


def _decomposed(series: pd.Series[Any], season: int | None) -> tuple[pd.Series[Any], pd.Series[Any]] | None:
    """Trend and season of a series by STL; None where it does not cover three whole seasons."""
    if season is None or len(series) < LEAST_SEASONS * season:
        return None
    from statsmodels.tsa.seasonal import STL

    # The same season every time: one that may drift follows noise so closely that noise looks seasonal.
    fit = STL(series, period=season, seasonal=10 * len(series) + 1, seasonal_deg=0).fit()
    return fit.trend, fit.seasonal


def _slope(series: pd.Series[Any]) -> dict[str, Any]:
    """Least squares per period; the interval allows for neighbours that resemble each other (Newey and West)."""
    import numpy as np
    from statsmodels.regression.linear_model import OLS

    size = len(series)
    if series.max() == series.min():
        return {"slope": 0.0, "slope_low": 0.0, "slope_high": 0.0, "trend": "constant"}
    periods = np.column_stack([np.ones(size), np.arange(size)])
    lags = int(4 * (size / 100) ** (2 / 9))
    fit = OLS(series.to_numpy(), periods).fit(cov_type="HAC", cov_kwds={"maxlags": lags}, use_t=True)
    low, high = (float(end) for end in fit.conf_int(1 - CONFIDENCE)[1])
    trend = "rising" if low > 0 else "falling" if high < 0 else "no clear trend"
    return {
        "slope": float(fit.params[1]), "slope_low": low, "slope_high": high, "slope_p": float(fit.pvalues[1]),
        "trend": trend,
    }  # fmt: skip


def _strengths(series: pd.Series[Any], trend: pd.Series[Any], season: pd.Series[Any]) -> dict[str, Any]:
    """The share of variance that trend and season take from what is left without them, between 0 and 1."""
    rest = series - trend - season
    noise = float(rest.var())
    spreads = {"trend_strength": float((trend + rest).var()), "season_strength": float((season + rest).var())}
    smallest = 1e-12 * max(float(series.var()), float(series.abs().max()) ** 2)
    return {name: max(0.0, 1 - noise / spread) if spread > smallest else 0.0 for name, spread in spreads.items()}


def _turns(smooth: pd.Series[Any], spread: float, grain: str) -> dict[str, Any]:
    """Peaks and troughs of the smoothed series that stand out by a standard deviation, with their dates."""
    from scipy.signal import find_peaks

    spread = max(spread, 1e-9 * float(smooth.abs().max()))
    values = significant(smooth.to_numpy())
    places = [(int(place), "peak") for place in find_peaks(values, prominence=spread)[0]]
    places += [(int(place), "trough") for place in find_peaks(-values, prominence=spread)[0]]
    form = "%Y-%m-%d %H:%M" if grain == "hour" else "%Y-%m-%d"
    dates = [f"{word} {smooth.index[place]:{form}}" for place, word in sorted(places)]
    return {"turning_points": len(dates), "turning_dates": ", ".join(dates)}


def _grain_note(grain: str, evidence: str) -> Note:
    return Note(kind="grain", message=f"Looked at by {grain}: {evidence}.", data={"grain": grain, "evidence": evidence})


def _span_notes(missing: int, time: str, cut: int, grain: str) -> Notes:
    if not cut:
        return left_out(missing, time)
    message = f"{counted(cut, f'incomplete {grain}')} at an end of the data left out, so as not to bend the trend."
    return (*left_out(missing, time), Note(kind="dropped", message=message, data={"periods": cut}))


def _gaps(told: pd.DataFrame, gaps: dict[str, int], grain: str) -> Notes:
    """Periods that had to be filled in, and series too short to tell everything."""
    found: list[Note] = []
    filled = {name: count for name, count in gaps.items() if count}
    if filled:
        message = f"{counted(sum(filled.values()), f'{grain}')} without values interpolated: {some(list(filled))}."
        found.append(Note(kind="nulls", message=message, data={"periods": filled}))
    names = list(gaps)
    short = [name for name, size in zip(names, told["periods"], strict=True) if size < LEAST_PERIODS]
    if short:
        message = f"Fewer than {LEAST_PERIODS} periods, so no trend: {some(short)}."
        found.append(Note(kind="info", message=message, data={"groups": short}))
    seasonless = [name for name, unknown in zip(names, told["season_length"].isna(), strict=True) if unknown]
    if seasonless and grain in SEASONS:
        wanted = f"{LEAST_SEASONS} seasons of {SEASONS[grain]} {grain}s"
        message = f"No {wanted}, so no strength of the season: {some(seasonless)}."
        found.append(Note(kind="info", message=message, data={"groups": seasonless}))
    return tuple(found)
