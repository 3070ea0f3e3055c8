"""Which end of a measure the best and the worst of a question have."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from autoviz.embedding import Vectors
from autoviz.linking.welcome import judged_ends
from autoviz.profile import profile
from autoviz.readers.default import default_encoder

FARMS = pd.DataFrame({f"extra {place}": range(9) for place in range(30)}).assign(
    field=[f"F{place}" for place in range(9)], crop_yield=range(9), error_rate=[place / 10 for place in range(9)]
)


class Counting:
    """The reader's own encoder, with the texts that it was given."""

    name = "autoviz-reader"

    def __init__(self) -> None:
        self.given: set[str] = set()

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.given |= {*texts}
        return default_encoder(self.name).encode(texts)


def test_more_of_a_yield_is_better_and_more_errors_are_worse() -> None:
    encoder = default_encoder("autoviz-reader")
    read = ["crop_yield", "error_rate"]
    assert judged_ends("the worst field", read, None, profile(FARMS), encoder) == {"crop_yield": -1, "error_rate": 1}
    assert judged_ends("the best field", read, None, profile(FARMS), encoder) == {"crop_yield": 1, "error_rate": -1}


def test_only_what_is_read_is_looked_at() -> None:
    encoder = Counting()
    judged_ends("the worst field by yield", ["crop_yield"], None, profile(FARMS), encoder)
    assert "crop yield" in encoder.given and not any(text.startswith("extra") for text in encoder.given)


def test_a_number_of_something_is_neither_welcome_nor_not() -> None:
    today = [place / 7 - 2 for place in range(30)]
    cases = pd.DataFrame({"year": range(1950, 1980), "count": range(30), "Today": today})
    read = ["count", "Today"]
    assert judged_ends("worst year", read, None, profile(cases), default_encoder("autoviz-reader")) == {}
