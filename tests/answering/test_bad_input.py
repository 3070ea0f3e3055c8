"""Rows that hold nothing to compute from get a sentence that says so, whatever is asked of them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

VISITS = pd.DataFrame({
    "visit_id": range(1, 41),
    "clinic": ["North", "South", "East", "West"] * 10,
    "day": pd.date_range("2023-01-05", periods=40, freq="9D"),
    "cost": np.linspace(20, 300, 40).round(2),
    "wait_minutes": [(place * 7) % 50 for place in range(40)],
    "kind": ["urgent", "routine"] * 20,
})  # fmt: skip
SAME = VISITS.assign(clinic="North", cost=50.0, wait_minutes=10, kind="routine", day=pd.Timestamp("2023-01-05"))
UNKNOWN = VISITS.assign(cost=np.nan, wait_minutes=np.nan, clinic=None, kind=None, day=pd.NaT)
QUESTIONS = (
    "which clinic has the highest average cost?",
    "is the average cost higher in North than in South?",
    "what is the average cost?",
    "how did total cost change from 2023 to 2024?",
    "compare average cost by clinic",
    "is cost correlated with wait_minutes?",
    "does cost differ significantly between clinics? run an ANOVA",
    "distribution of cost",
    "box plot of cost by clinic",
    "quartiles of cost",
    "are there outliers in cost?",
    "is there seasonality in cost?",
    "which columns have missing values?",
    "tell me about this data",
)
DECIDED = ("Yes", "No:")


def said(frame, question):
    """The answer; where names are asked for that no row has, what is asked back."""
    found = autoviz.ask(frame, question)
    return found.answer or found.clarification.text


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_holds_nothing_to_compute_from_gets_an_answer(question):
    told = {
        "none": said(VISITS.head(0), question),
        "one": said(VISITS.head(1), question),
        "same": said(SAME, question),
        "unknown": said(UNKNOWN, question),
        "filtered": said(VISITS, f"{question.rstrip('?')} where cost is above 100000"),
    }
    assert not [case for case, answer in told.items() if not answer or answer.startswith(DECIDED)], told
    assert "cost" in told["filtered"] and "100,000" in told["filtered"]
    if "North" in question:
        assert "'South'" in told["unknown"] and "'South'" in told["one"]
    elif "cost" in question:
        assert "no values" in told["unknown"] and ("no rows" in told["none"] or "no values" in told["none"])


def test_the_only_group_there_is_decides_no_claim():
    assert autoviz.ask(SAME, "is cost correlated with wait_minutes?").answer.startswith(("Correlation", "Total"))
    assert autoviz.ask(SAME, "distribution of cost").answer == "Cost is 50 in all 40 visits: it does not vary."


def test_a_column_called_self_is_a_column_like_any_other() -> None:
    rows = pd.DataFrame({"self": ["yes", "no"] * 6, "frame": range(12), "refused": [1, 0, 0] * 4})
    assert "self" in (autoviz.ask(rows, "average refused by self").answer or "").casefold()
