"""Two amounts in one unit held against each other by groups are their totals side by side."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def works() -> pd.DataFrame:
    random = np.random.default_rng(4)
    budget = random.integers(20, 400, 120) * 1000.0
    return pd.DataFrame({
        "project": [f"P{number}" for number in range(120)], "work_type": np.tile(["bridge", "road", "lighting"], 40),
        "budget": budget, "spent": budget * random.uniform(0.8, 1.3, 120),
    })  # fmt: skip


def test_both_totals_stand_side_by_side(works):
    found = autoviz.ask(works, "budget vs spent by type of work", reader="embedded")
    totals = works.groupby("work_type")[["budget", "spent"]].sum().loc[found.table["work_type"]]
    assert found.table.set_index("work_type").to_numpy() == pytest.approx(totals.to_numpy())
    assert (found.charts[0].mark, found.charts[0].layout) == ("bar", "grouped")


def test_points_that_are_asked_for_stay_points(works):
    found = autoviz.ask(works, "scatter of budget vs spent coloured by work type", reader="embedded")
    assert found.charts[0].mark == "scatter"
