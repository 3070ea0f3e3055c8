"""Periods that the data cover only in part are found before rows are left out."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture
def sales() -> pd.DataFrame:
    """Every day from January to March; the West stops selling ten days before the end."""
    days = pd.date_range("2024-01-01", "2024-03-31")
    both = pd.DataFrame({"date": np.repeat(days, 2), "region": ["West", "East"] * len(days)})
    both["revenue"] = np.linspace(10.5, 99.5, len(both))
    late = (both["region"] == "West") & (both["date"] > "2024-03-21")
    return both[~late].reset_index(drop=True)


def incomplete(analysis: autoviz.Analysis) -> list[str]:
    notes = [note for step in analysis.record.provenance.steps for note in step.notes]
    return [name for note in notes for name in note.data.get("incomplete", [])]


def test_a_group_that_stops_early_does_not_make_a_period_incomplete(sales):
    assert incomplete(autoviz.ask(sales, "total revenue by month where region is West")) == []


def test_a_period_that_the_whole_data_do_not_fill_stays_incomplete(sales):
    short = sales[sales["date"] < "2024-03-15"]
    found = incomplete(autoviz.ask(short, "total revenue by month where region is West"))
    assert any("Mar" in name or "2024-03" in name for name in found)
