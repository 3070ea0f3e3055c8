"""Thinning keeps the shape of lines and the outline of clouds, and says what it did."""

from __future__ import annotations

import numpy as np
import pandas as pd

from autoviz.drawing.rows import PANEL, SERIES, Rows, X, Y
from autoviz.drawing.thinning import FEWEST_POINTS, MOST_POINTS, thinned_lines, thinned_points


def line(count: int, **more: object) -> Rows:
    heights = np.random.default_rng(2).normal(size=count).cumsum()
    return Rows(pd.DataFrame({X: np.arange(count), Y: heights, **more}), "number")


def test_a_short_line_is_left_alone() -> None:
    rows = line(MOST_POINTS)
    assert thinned_lines(rows, None) is rows


def test_a_long_line_keeps_its_ends_and_extremes() -> None:
    rows = line(100_000)
    thin = thinned_lines(rows, 500)
    assert len(thin.data) <= 500
    assert thin.data[X].is_monotonic_increasing
    for extreme in (rows.data[Y].max(), rows.data[Y].min(), rows.data[Y].iloc[0], rows.data[Y].iloc[-1]):
        assert extreme in set(thin.data[Y])
    assert thin.notes[0].data == {"rows": 100_000, "drawn": len(thin.data)}
    assert f"{len(thin.data):,} of 100,000 points are drawn" in thin.notes[0].message


def test_each_series_of_each_panel_gets_its_share() -> None:
    groups = np.arange(20_000) % 4
    rows = line(20_000, **{SERIES: groups % 2, PANEL: groups // 2})
    thin = thinned_lines(rows, 400)
    assert thin.data.groupby([SERIES, PANEL]).size().tolist() == [100, 100, 100, 100]


def test_a_series_gets_points_by_its_share_of_the_rows() -> None:
    rows = line(20_000, **{SERIES: np.where(np.arange(20_000) < 15_000, "long", "short")})
    assert thinned_lines(rows, 1000).data.groupby(SERIES).size().to_dict() == {"long": 750, "short": 250}


def test_many_series_are_not_thinned_away() -> None:
    rows = line(20_000, **{SERIES: np.arange(20_000) % 100})
    assert set(thinned_lines(rows, 1000).data.groupby(SERIES).size()) == {FEWEST_POINTS}


def test_missing_values_do_not_stop_thinning() -> None:
    rows = line(10_000)
    gappy = rows.having(rows.data.assign(**{Y: rows.data[Y].where(rows.data[X] % 10 > 0)}))
    assert thinned_lines(gappy, 500).data[Y].notna().all()


def test_dates_are_thinned_like_numbers() -> None:
    rows = line(10_000)
    dated = rows.having(rows.data.assign(**{X: pd.date_range("2020", periods=10_000, freq="h")}))
    assert len(thinned_lines(dated, 500).data) <= 500


def test_a_cloud_keeps_its_outliers_and_its_middle() -> None:
    rng = np.random.default_rng(5)
    data = pd.DataFrame({X: rng.normal(size=40_000), Y: rng.normal(size=40_000)})
    thin = thinned_points(Rows(data, "number"), 2000).data
    assert len(thin) <= 2000
    for role in (X, Y):
        assert (thin[role].min(), thin[role].max()) == (data[role].min(), data[role].max())
        assert abs(thin[role].std() - data[role].std()) < 0.15


def test_the_same_points_are_drawn_each_time() -> None:
    rng = np.random.default_rng(5)
    rows = Rows(pd.DataFrame({X: rng.normal(size=9000), Y: rng.normal(size=9000)}), "number")
    assert thinned_points(rows, 500).data.equals(thinned_points(rows, 500).data)
