"""Whether something went up or down between two periods: the later one is claimed of."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

TRIPS = pd.DataFrame({
    "sailed_on": pd.date_range("2023-01-01", "2024-12-31", freq="D"),
    "boat": (["Tern", "Gull"] * 366)[:731],
    "revenue": [100 + place * 0.5 for place in range(731)],
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Did revenue go up from 2023 to 2024?", "Yes"),
        ("Did revenue go down from 2023 to 2024?", "No"),
        ("Was revenue higher in 2023 than in 2024?", "No"),
    ],
)
def test_what_goes_up_is_higher_later(question, word):
    found = autoviz.ask(TRIPS, question, reader="embedded")
    assert found.answer.startswith(f"{word}:")


def test_a_course_that_ends_where_it_began_may_have_changed_between():
    years = pd.DataFrame({"year": range(2016, 2026), "vivas": [9, 29, 14, 20, 11, 25, 17, 24, 28, 9]})
    told = autoviz.ask(years, "vivas per year as a line", reader="embedded").answer
    assert "ended where it began: 9 in 2016 and 2025; highest in 2017 (29)" in told and "did not change" not in told
