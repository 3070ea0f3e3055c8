"""How many ratings there are is the number of rows that have one."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def bookings() -> pd.DataFrame:
    """Three tools, of which the digger has most bookings and fewest ratings."""
    tools = ["digger"] * 60 + ["saw"] * 50 + ["ladder"] * 40
    frame = pd.DataFrame({"booking_id": [f"B{at:03d}" for at in range(150)], "tool": tools})
    frame["total_gbp"] = np.arange(150) * 1.7 + 20.5
    frame["rating"] = [float(at % 5 + 1) for at in range(150)]
    frame.loc[:39, "rating"] = np.nan
    return frame


@pytest.mark.parametrize("question", ["how many ratings did each tool get?", "number of ratings by tool"])
def test_ratings_are_counted_and_not_added_up(bookings, question):
    table = autoviz.ask(bookings, question).table
    found = dict(zip(table.iloc[:, 0], table.iloc[:, 1], strict=True))
    assert found == {"digger": 20, "saw": 50, "ladder": 40}


def test_the_most_ratings_are_those_that_were_given(bookings):
    assert autoviz.ask(bookings, "which tool has the most ratings?").answer.startswith("Saw")


def test_so_many_ratings_are_rows_that_have_one(bookings):
    answer = autoviz.ask(bookings, "which tools have the best rating with at least 30 ratings?")
    assert "digger" not in answer.answer
    assert "HAVING count(" in answer.sql


def test_scores_are_still_averaged(bookings):
    assert "average rating" in autoviz.ask(bookings, "average rating by tool").answer.lower()
