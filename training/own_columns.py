"""Columns that invented tables are made of: drawn values, dates in order, names of people and firms, holes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

Array = npt.NDArray[Any]


def words_of(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


FIRST = words_of("""Anna Ben Carla David Elif Farid Greta Hugo Ines Jonas Karin Luca Maria Nils Olga Paul Rosa Samir
Tara Uwe Vera Wim Xenia Yusuf Zoe Amir Bianca Chen Dora Emil""")
LAST = words_of("""Adler Berg Costa Dubois Engel Ferrari Garcia Huber Ivanov Jensen Keller Lopez Meyer Novak Okafor
Petrov Quinn Rossi Schmidt Tanaka Ulrich Vogel Weber Yilmaz Zimmer Brandt Cohen Dahl Eriksen Fuchs""")
COMPANY = words_of("""Acme Blueline Cedar Delta Evergreen Fjord Granite Harbor Iris Juniper Kestrel Lumen Maple Nordwind
Orbit Pinnacle Quartz Redwood Summit Tidal Umbra Vertex Willow Zephyr""")


def pick(rng: np.random.Generator, values: Sequence[Any], n: int, weights: Any = None) -> Array:
    """N values drawn with the given weights."""
    shares = None if weights is None else np.array(weights, dtype=float) / sum(weights)
    return np.array(values, dtype=object)[rng.choice(len(values), n, p=shares)]


def on_days(rng: np.random.Generator, first: str, last: str, n: int) -> Array:
    """N days between two dates, in order."""
    span = int((np.datetime64(last) - np.datetime64(first)).astype(int))
    return np.asarray(np.datetime64(first) + np.sort(rng.integers(0, span + 1, n)).astype("timedelta64[D]"))


def later(dates: Array, days: Array) -> Array:
    """The dates some whole days later."""
    return np.asarray(dates + np.asarray(days).astype(int).astype("timedelta64[D]"))


def stamped(values: Array) -> pd.Series[Any]:
    """Dates as pandas keeps them."""
    return pd.Series(values.astype("datetime64[us]"))


def dated(values: Array, style: str) -> pd.Series[Any]:
    """Dates written as text in a style; a missing date stays missing."""
    return pd.Series(stamped(values).dt.strftime(style))


def holed(rng: np.random.Generator, values: Any, share: float) -> pd.Series[Any]:
    """The values with a share of them missing."""
    kept = pd.Series(values)
    return kept.mask(rng.random(len(kept)) < share)


def upto(values: Array, last: str) -> Array:
    """The dates, with those after the last day not known yet."""
    return np.where(values > np.datetime64(last), np.datetime64("NaT"), values)


def persons(rng: np.random.Generator, n: int) -> list[str]:
    """N different full names."""
    pairs = rng.permutation(len(FIRST) * len(LAST))[:n]
    return [f"{FIRST[at % len(FIRST)]} {LAST[at // len(FIRST)]}" for at in pairs]


def firms(rng: np.random.Generator, n: int) -> list[str]:
    """N different company names."""
    forms = ("GmbH", "Ltd", "Inc", "SARL", "& Sons")
    pairs = rng.permutation(len(COMPANY) * len(forms))[:n]
    return [f"{COMPANY[at % len(COMPANY)]} {forms[at // len(COMPANY)]}" for at in pairs]


def german(values: Array) -> list[str]:
    """Numbers in German style: 1.032,62."""
    return [f"{value:,.2f}".replace(",", "_").replace(".", ",").replace("_", ".") for value in values]


def clocked(minutes: Array) -> list[str]:
    """Minutes since midnight as 14:35."""
    return [f"{int(value) // 60:02d}:{int(value) % 60:02d}" for value in minutes]
