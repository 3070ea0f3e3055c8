"""Whether more than so many of some rows are such is decided by their share, and not by how many there are."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.share_claims import share_claim


@pytest.fixture(scope="module")
def samples() -> pd.DataFrame:
    """A hundred samples of four wards, 40 of them from A&E, of which 4 are spoilt."""
    count = 100
    return pd.DataFrame(
        {
            "sample": [f"S{at:03d}" for at in range(count)],
            "ward": ["A&E"] * 40 + ["Surgery", "Maternity", "Oncology"] * 20,
            "spoilt": ["yes" if at < 4 or at == 50 else "no" for at in range(count)],
            "minutes": np.arange(count) + 11,
            "price": [30.0] * 40 + [10.0] * 60,
        }
    )


@pytest.mark.parametrize(
    ("question", "word", "told"),
    [
        ("are more than 5% of the samples spoilt?", "No", "5.0%"),
        ("is it true that more than 5% of A&E samples are spoilt?", "Yes", "10.0%"),
        ("do more than half of the samples come from A&E?", "No", "40.0%"),
        ("were at least 40 percent of the samples from A&E?", "Yes", "40.0%"),
        ("were no more than a third of our samples from A&E?", "No", "40.0%"),
        ("does A&E make more than half of the price?", "Yes", "66.7%"),
    ],
)
def test_a_claim_of_a_share_is_decided_by_the_share(samples, question, word, told):
    answer = autoviz.ask(samples, question).answer
    assert answer.startswith(f"{word}:")
    assert f" is {told}" in answer


@pytest.mark.parametrize(
    ("question", "rest", "op", "bound"),
    [
        ("are more than 5% of the samples spoilt?", "what percentage of the samples spoilt?", ">", 0.05),
        ("does A&E make under a quarter of all costs", "what percentage of all costs does A&E make?", "<", 0.25),
        ("do most of Dai's jobs end late", "what percentage of Dai's jobs end late?", ">", 0.5),
    ],
)
def test_the_rest_of_a_claim_asks_for_the_share(question, rest, op, bound):
    found = share_claim(question)
    assert found is not None
    assert (found.rest, found.op, found.bound) == (rest, op, bound)


@pytest.mark.parametrize(
    "question",
    [
        "what share of the samples is spoilt?",
        "is the most expensive sample from A&E?",
        "did more than 50 samples spoil?",
        "did prices rise by more than 5%?",
    ],
)
def test_other_questions_claim_no_share(question):
    assert share_claim(question) is None
