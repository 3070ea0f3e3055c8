"""How many are wanted stands before the end that they lie at."""

from __future__ import annotations

import pytest

from autoviz.linking.number_first import number_first


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("slowest 5 tickets", "5 slowest tickets"),
        ("top 5 slowest tickets of each team", "5 slowest tickets of each team"),
        ("show the cheapest three cars", "show the three cheapest cars"),
        ("the longest 2 in the west", "the 2 longest in the west"),
        ("interest 5 years ago", "interest 5 years ago"),
        ("the slowest ticket of 5 teams", "the slowest ticket of 5 teams"),
        ("which site is slowest, 2022 or 2023", "which site is slowest, 2022 or 2023"),
        ("top 5 tickets", "top 5 tickets"),
        ("the tallest one from the north", "the tallest one from the north"),
        ("the three slowest tickets", "the three slowest tickets"),
    ],
)
def test_the_number_goes_before_the_superlative(question: str, meant: str) -> None:
    assert number_first(question) == meant
