"""People over a number are older than that; what is named or measured otherwise keeps its own bound."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def members() -> pd.DataFrame:
    random = np.random.default_rng(5)
    return pd.DataFrame(
        {
            "member": [f"M{number:03}" for number in range(250)],
            "age": random.integers(16, 80, 250),
            "plan": random.choice(["basic", "gold", "family"], 250),
            "monthly_fee": random.choice([19.0, 29.0, 45.0], 250),
            "visits": random.poisson(6, 250),
            "joined": random.integers(1975, 2024, 250),
        }
    )


def test_people_over_a_number_are_older_than_that(members):
    older = members[members["age"] > 40]
    assert len(autoviz.ask(members, "members over 40").table) == len(older)
    assert f"{len(older)} members where age is above 40" in autoviz.ask(members, "how many members over 40").answer
    fee = autoviz.ask(members, "average monthly fee of members over 40")
    assert f"{older['monthly_fee'].mean():.2f}" in fee.answer and "age is above 40" in fee.answer


@pytest.mark.parametrize("question", ["members with visits over 10", "members over 10 visits"])
def test_a_number_of_something_else_keeps_its_column(members, question):
    assert len(autoviz.ask(members, question).table) == (members["visits"] > 10).sum()


@pytest.mark.parametrize(("question", "above"), [("donations over 200", 200), ("donations above 60", 60)])
def test_what_people_do_is_not_their_age(question, above):
    random = np.random.default_rng(6)
    gifts = pd.DataFrame({
        "donor": random.choice([f"D{number:03}" for number in range(60)], 400), "age": random.integers(18, 90, 400),
        "date": pd.Timestamp("2024-01-01") + pd.to_timedelta(random.integers(0, 300, 400), "D"),
        "amt": random.gamma(2, 50, 400).round(2),
    })  # fmt: skip
    assert len(autoviz.ask(gifts, question, reader="embedded").table) == (gifts["amt"] > above).sum()
