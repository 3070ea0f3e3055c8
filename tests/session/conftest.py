"""Shared by the tests of sessions: a small table, and a project and ratings of their own for each test."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path / "project"))
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "data"))


@pytest.fixture
def sales():
    draw = np.random.default_rng(7)
    days = pd.date_range("2022-01-01", "2023-12-31", freq="D")
    return pd.DataFrame(
        {
            "order_date": days,
            "region": draw.choice(["West", "East", "North"], len(days)),
            "product": draw.choice(["Chairs", "Lamps", "Tables"], len(days)),
            "revenue": draw.uniform(10, 500, len(days)).round(2),
            "net_revenue": draw.uniform(5, 400, len(days)).round(2),
            "units": draw.integers(1, 20, len(days)),
        }
    )
