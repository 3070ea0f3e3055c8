"""Tails, local lines, trend and season and peaks are those of scipy and statsmodels, which need not be installed."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.signal import find_peaks
from statsmodels.nonparametric.smoothers_lowess import lowess
from statsmodels.tsa.seasonal import STL

import autoviz
from autoviz.errors import MissingPackageError
from autoviz.measures.chance import beyond_chi_square, beyond_f, beyond_t, normal_reach, t_reach
from autoviz.smoothing import distrust, height_at, local_line, peaks, trend_and_season

CHANCE = np.random.default_rng(7)


@pytest.mark.parametrize("freedom", [1, 2, 3.7, 10, 100, 5_000, 1e6])
def test_tails_and_reach_of_t_are_those_of_scipy(freedom):
    t = np.concatenate([[0.0, 1e6], CHANCE.uniform(0, 1, 20), CHANCE.uniform(-40, 40, 20)])
    assert beyond_t(t, freedom) == pytest.approx(2 * stats.t.sf(np.abs(t), freedom), rel=1e-8, abs=1e-290)
    for confidence in (0.5, 0.95, 0.9999):
        assert t_reach(confidence, freedom) == pytest.approx(stats.t.ppf((1 + confidence) / 2, freedom), rel=1e-8)


def test_an_unknown_t_has_no_tail():
    assert np.isnan(beyond_t([np.nan, 1.0], [3.0, np.nan])).all()


@pytest.mark.parametrize("case", [(0.0, 2, 5), (0.1, 2, 5.5), (3, 3, 80), (20, 7, 1000.3), (1, 1, 1)])
def test_the_tail_of_f_is_that_of_scipy(case):
    assert beyond_f(*case) == pytest.approx(stats.f.sf(*case), rel=1e-9)


@pytest.mark.parametrize("case", [(0, 2), (0.3, 1), (5, 3), (100, 40), (300, 40), (1e4, 9999)])
def test_the_tail_of_chi_square_is_that_of_scipy(case):
    assert beyond_chi_square(*case) == pytest.approx(stats.chi2.sf(*case), rel=1e-9)


def test_the_reach_of_the_normal_curve_is_that_of_scipy():
    assert normal_reach(0.95) == pytest.approx(stats.norm.ppf(0.975), rel=1e-12)


@pytest.mark.parametrize(("size", "width"), [(36, 7), (100, 20), (40, 40), (11, 5), (9, 2), (5, 5)])
def test_local_lines_are_those_of_statsmodels(size, width):
    values, trust = CHANCE.normal(size=size).cumsum(), None
    for rounds in range(4):
        fit = local_line(values, width, trust)
        wanted = lowess(values, np.arange(size), frac=width / size, it=rounds, return_sorted=False)
        assert fit == pytest.approx(wanted, rel=1e-9, abs=1e-9)
        trust = distrust(values, fit)


@pytest.mark.parametrize(("size", "season"), [(12, 4), (36, 12), (40, 12), (80, 7), (160, 52)])
def test_trend_and_season_are_those_of_statsmodels(size, season):
    values = CHANCE.normal(size=size) + 3 * np.sin(np.arange(size) * 2 * np.pi / season) + np.arange(size) / 10
    wanted = STL(pd.Series(values), period=season, seasonal=10 * size + 1, seasonal_deg=0).fit()
    trend, pattern = trend_and_season(values, season)
    assert trend == pytest.approx(wanted.trend.to_numpy(), rel=1e-9, abs=1e-9)
    assert pattern == pytest.approx(wanted.seasonal.to_numpy(), rel=1e-9, abs=1e-9)


def test_peaks_are_those_of_scipy():
    for _ in range(200):
        values = CHANCE.integers(0, 6, size=CHANCE.integers(1, 40)).astype(float)
        for prominence in (0.5, 1, 3):
            assert peaks(values, prominence) == find_peaks(values, prominence=prominence)[0].tolist()


def test_a_height_among_points_at_one_place_is_unknown():
    one = np.ones(4)
    assert np.isnan(height_at(1.0, one, one, one))
    x = np.arange(9.0)
    assert height_at(4.0, x, 2 * x + 1, np.ones(9)) == pytest.approx(9.0)


QUESTIONS = (
    "correlation between units and revenue", "is average revenue different between regions?",
    "how did revenue develop over time?", "are region and product category independent?", "distribution of revenue",
)  # fmt: skip


@pytest.fixture
def without_scipy(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] in ("scipy", "statsmodels")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "statsmodels", None)


def test_statistics_are_answered_without_scipy_and_what_needs_it_says_how_to_install_it(without_scipy):
    from autoviz.samples import load_sales

    sales = load_sales()
    for question in QUESTIONS:
        assert autoviz.ask(sales, question).answer
    with pytest.raises(MissingPackageError, match=r"pip install 'autoviz-notebook\[statistics\]'"):
        autoviz.ask(sales, "compare revenue between regions with a Mann-Whitney test")
