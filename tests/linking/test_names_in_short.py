"""Names in short: what stands for a word, what only marks a name, and what turns its sense."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.linking.candidates import candidates
from autoviz.linking.links import STRONG, link
from autoviz.planning.as_named import CALLED
from autoviz.profile import profile

DROPS = profile(
    pd.DataFrame({
        "hh_ref": [f"H{row % 9}" for row in range(90)],
        "rte": ["N1", "S2", "W4"] * 30,
        "out_of_town": ["Y", "N", "N"] * 30,
        "trays": range(90),
    })
)  # fmt: skip


@pytest.mark.parametrize(
    ("question", "column"), [("how many households are there", "hh_ref"), ("trays by route", "rte")]
)
def test_a_word_means_the_column_that_has_it_in_short(question: str, column: str) -> None:
    assert max((match.score for match in link(question, DROPS) if match.column == column), default=0) >= CALLED


def test_a_name_that_begins_with_out_is_not_said_without_it() -> None:
    said = {
        question: max(match.score for match in link(question, DROPS) if match.column == "out_of_town")
        for question in ("trays in each part of town", "trays from out of town")
    }
    assert said["trays in each part of town"] < CALLED < STRONG < said["trays from out of town"]


def test_the_kind_of_chart_is_no_value_in_short() -> None:
    taken = profile(pd.DataFrame({"diagnosis": ["LP", "IU", "HS"] * 30, "year": range(90)}))
    found = {one.value for one in candidates("line plot of heart surgery per year", taken).texts}
    assert "HS" in found and "LP" not in found
