"""Invented rows to measure with: the same for every run of the same size."""

from __future__ import annotations

import atexit
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

REGIONS = ("North", "South", "East", "West")
CATEGORIES = tuple(f"category {number}" for number in range(1, 13))
FIRST = np.datetime64("2021-01-01", "us")
SECONDS = 3 * 365 * 86_400


def sales(rows: int) -> pd.DataFrame:
    """Sales over three years: when, where, of what, for how much."""
    rng = np.random.default_rng(rows)
    moments = FIRST + rng.integers(0, SECONDS, rows).astype("timedelta64[s]")
    return pd.DataFrame(
        {
            "date": moments,
            "region": _labels(REGIONS, rng.integers(0, len(REGIONS), rows)),
            "category": _labels(CATEGORIES, rng.integers(0, len(CATEGORIES), rows)),
            "revenue": rng.gamma(2.0, 50.0, rows).round(2),
        }
    )


def sales_file(rows: int) -> Path:
    """The same sales as a parquet file, written by another process so that this one never held the rows."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "sales.parquet"
    subprocess.run([sys.executable, "-m", "benchmarks.data", str(rows), str(path)], check=True)
    return path


def date_texts(rows: int, form: str, dtype: str) -> pd.DataFrame:
    """Moments over three years as text in no order; a format without a time of day leaves some thousand days."""
    rng = np.random.default_rng(rows)
    moments = pd.Series(FIRST + rng.integers(0, SECONDS, rows).astype("timedelta64[s]"))
    return pd.DataFrame({"date": moments.dt.strftime(form).astype(dtype)})


def readings(rows: int) -> pd.DataFrame:
    """A sensor that was read every ten seconds."""
    rng = np.random.default_rng(rows)
    moments = FIRST + (np.arange(rows) * 10).astype("timedelta64[s]")
    return pd.DataFrame({"time": moments, "value": np.cumsum(rng.normal(size=rows))})


def _labels(names: tuple[str, ...], codes: np.ndarray) -> pd.Series:
    """Text as pandas itself would hold it after reading a file."""
    return pd.Series(names).take(codes).reset_index(drop=True)


if __name__ == "__main__":
    sales(int(sys.argv[1])).to_parquet(sys.argv[2])
