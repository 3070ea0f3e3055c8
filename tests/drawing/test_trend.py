"""A trend is fitted to all rows, by numbers or by dates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.drawing.rows import X, Y
from autoviz.drawing.trend import fitted


def test_a_straight_line_is_found() -> None:
    line = fitted(pd.DataFrame({X: [1.0, 2.0, 4.0], Y: [3.0, 5.0, 9.0]}), "linear")
    assert line is not None
    assert (line.start, line.step) == (1.0, 3.0)
    assert line.heights == pytest.approx([3.0, 9.0])
    assert (line.slope, line.r) == (pytest.approx(2.0), pytest.approx(1.0))


def test_dates_count_in_milliseconds_as_plotly_does() -> None:
    days = pd.date_range("2023-01-01", periods=3, freq="D")
    line = fitted(pd.DataFrame({X: days, Y: [1.0, 2.0, 3.0]}), "linear")
    assert line is not None
    assert line.start == days[0].to_pydatetime()
    assert line.step == 2 * 86_400_000
    assert line.heights == pytest.approx([1.0, 3.0])


@pytest.mark.parametrize(("x", "y"), [([1.0, 2.0], [1.0, 2.0]), ([1.0] * 5, range(5)), ([1.0, np.nan, 2.0], [1.0] * 3)])
def test_too_little_to_fit_gives_no_line(x: list[float], y: list[float]) -> None:
    assert fitted(pd.DataFrame({X: x, Y: y}), "linear") is None


def test_flat_values_have_no_correlation_rather_than_an_unknown_one() -> None:
    line = fitted(pd.DataFrame({X: [1.0, 2.0, 3.0], Y: [4.0] * 3}), "linear")
    assert line is not None and line.r == 0.0


def test_a_smooth_line_has_even_steps() -> None:
    x = np.linspace(0, 10, 100)
    line = fitted(pd.DataFrame({X: x, Y: np.sin(x)}), "smooth")
    assert line is not None
    assert len(line.heights) == 60
    assert line.start + line.step * 59 == pytest.approx(10.0)


def test_a_smooth_line_has_no_gaps_where_points_share_their_place() -> None:
    crowded = pd.DataFrame({X: [3e-218, -9e5, 0.0, -4e4, 0.0, 0.0, -3e-291], Y: [3.0, -1, 1, 2, -1, 3, 0]})
    line = fitted(crowded, "smooth")
    assert line is not None
    assert np.isfinite(line.heights).all()
