"""Chance: how likely a statistic at least so large is by chance alone, after the t, F and chi-square curves."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_EXACT = 1e-15
_SMALLEST = 1e-300
_MOST_TERMS = 100_000
_log_gamma: Callable[..., Any] = np.vectorize(math.lgamma, otypes=[float])


def beyond_t(t: Any, freedom: Any) -> Floats:
    """Both tails of Student's t beyond ±t; unknown where t or the degrees of freedom are."""
    t, freedom = np.broadcast_arrays(np.asarray(t, float), np.asarray(freedom, float))
    with np.errstate(invalid="ignore", over="ignore"):
        return _beta_share(freedom / 2, np.full(t.shape, 0.5), freedom / (freedom + t * t))


def beyond_f(f: float, between: float, within: float) -> float:
    """The upper tail of F with these degrees of freedom."""
    share = within / (within + between * f)
    return float(_beta_share(np.array([within / 2]), np.array([between / 2]), np.array([share]))[0])


def beyond_chi_square(value: float, freedom: float) -> float:
    """The upper tail of chi-square."""
    shape, x = freedom / 2, value / 2
    if x <= 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return 1 - front * _lower_series(shape, x) if x < shape + 1 else front * _upper_fraction(shape, x)


def t_reach(confidence: float, freedom: float) -> float:
    """Between which ±t so large a share of Student's t lies: Newton's steps from the normal curve, from below."""
    reach, wanted = normal_reach(confidence), 1 - confidence
    scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2
    for _ in range(200):
        density = math.exp(scale - (freedom + 1) / 2 * math.log1p(reach * reach / freedom))
        step = (float(beyond_t(reach, freedom)) - wanted) / (2 * density)
        reach += step
        if abs(step) <= _EXACT * reach:
            break
    return reach


def normal_reach(confidence: float) -> float:
    """Between which ± standard deviations so large a share of the normal curve lies."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _beta_share(a: Floats, b: Floats, x: Floats) -> Floats:
    """The regularised incomplete beta function, by the continued fraction on the side where it converges fast."""
    found = np.full(x.shape, np.nan)
    found[x <= 0], found[x >= 1] = 0.0, 1.0
    known = (x > 0) & (x < 1) & np.isfinite(a) & np.isfinite(b)
    a, b, x = a[known], b[known], x[known]
    turned = x > (a + 1) / (a + b + 2)
    a, b, x = np.where(turned, b, a), np.where(turned, a, b), np.where(turned, 1 - x, x)
    scale = _log_gamma(a + b) - _log_gamma(a) - _log_gamma(b) if len(a) else a
    share = np.exp(scale + a * np.log(x) + b * np.log1p(-x)) * _beta_fraction(a, b, x) / a
    found[known] = np.where(turned, 1 - share, share)
    return found


def _beta_fraction(a: Floats, b: Floats, x: Floats) -> Floats:
    """The continued fraction of the incomplete beta function, by Lentz's method, each to its own last digit."""
    found = np.ones(len(x))
    going = np.arange(len(x))
    c, d = np.ones(len(x)), 1 / _away(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1 / _away(1 + term * d), _away(1 + term / c)
            whole = whole * (c * d)
        open_ = np.abs(c * d - 1) > _EXACT
        if not open_.all():
            found[going[~open_]] = whole[~open_]
            going, a, b, x, c, d, whole = (part[open_] for part in (going, a, b, x, c, d, whole))
        if not len(going):
            break
    found[going] = whole
    return found


def _away(value: Floats) -> Floats:
    """The values with those at zero moved off it."""
    return np.where(np.abs(value) < _SMALLEST, _SMALLEST, value)


def _lower_series(shape: float, x: float) -> float:
    term = total = 1 / shape
    for n in range(1, _MOST_TERMS):
        term *= x / (shape + n)
        total += term
        if term <= _EXACT * total:
            break
    return total


def _upper_fraction(shape: float, x: float) -> float:
    b = x + 1 - shape
    c, d = 1 / _SMALLEST, 1 / b
    whole = d
    for n in range(1, _MOST_TERMS):
        term = -n * (n - shape)
        b += 2
        d = 1 / ((b + term * d) or _SMALLEST)
        c = (b + term / c) or _SMALLEST
        whole *= c * d
        if abs(c * d - 1) <= _EXACT:
            break
    return whole
