"""What a statistic found is told with the rows that it looked at, where these are not all."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

DRAW = np.random.default_rng(12)
PLOTS = pd.DataFrame({
    "soil": DRAW.choice(["clay", "sand", "loam"], 90),
    "seed": DRAW.choice(["early", "late"], 90),
    "sown_on": pd.date_range("2023-01-01", periods=90, freq="W"),
    "rain_mm": DRAW.normal(60, 9, 90).round(1),
    "yield_t": DRAW.normal(7, 1, 90).round(2),
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("correlation between rain and yield for clay", "where soil is clay"),
        ("scatter plot of rain and yield in 2023", "in 2023"),
        ("histogram of yield on sand", "where soil is sand"),
        ("outliers in yield for late seed", "where seed is late"),
        ("does the yield differ significantly between early and late seed on clay", "where soil is clay"),
    ],
)
def test_rows_that_are_left_out_are_told(question: str, rows: str) -> None:
    assert autoviz.ask(PLOTS, question, reader="embedded").answer.endswith(f"Only the rows {rows}.")


@pytest.mark.parametrize("question", ["correlation between rain and yield", "histogram of yield by soil"])
def test_of_all_rows_nothing_is_told(question: str) -> None:
    assert "Only the rows" not in autoviz.ask(PLOTS, question, reader="embedded").answer
