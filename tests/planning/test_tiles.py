"""Groups of as many rows each: what is measured in each part, and the limits of the parts where they are asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.tiles import tiles_asked
from autoviz.profile import profile

DRAW = np.random.default_rng(21)
LOANS = pd.DataFrame({
    "loan_no": range(5001, 5401), "branch": DRAW.choice(["Harbour", "Mill"], 400),
    "pages": DRAW.permutation(np.arange(60, 860, 2)), "fine_eur": DRAW.gamma(2.0, 1.5, 400).round(2),
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "parts", "rest"),
    [
        ("fines by pages quartile", 4, "fines"),
        ("average fine by quartile of the pages", 4, "average fine"),
        ("average fine per pages decile in Harbour", 10, "average fine in Harbour"),
        ("median fine by quintile of pages and branch", 5, "median fine by branch"),
        ("how many loans for each tertile of pages?", 3, "how many loans ?"),
    ],
)
def test_parts_that_a_question_groups_by_are_taken_out_of_it(question, parts, rest):
    found = tiles_asked(question, profile(LOANS))
    assert found is not None and (found.column.name, found.parts, found.rest) == ("pages", parts, rest)


@pytest.mark.parametrize(
    "question", ["quartiles of pages by branch", "what are the quartiles of the fine?", "fines by branch quartile"]
)
def test_limits_that_are_asked_for_and_parts_of_no_number_make_no_groups(question):
    assert tiles_asked(question, profile(LOANS)) is None


def test_each_part_has_as_many_rows_and_what_is_measured_of_them():
    asked = autoviz.ask(LOANS, "average fine by quartile of pages", reader="embedded")
    quarter = pd.qcut(LOANS["pages"], 4, labels=False) + 1
    expected = LOANS.groupby(quarter)["fine_eur"].mean().tolist()
    assert asked.table.iloc[:, -1].tolist() == pytest.approx(expected)
    assert asked.answer.startswith("Average fine: quarter 1 of pages ")
    assert asked.figures[0].layout.title.text == "Average fine by pages quartile"
    assert asked.proof.verdict == "proven"
    assert any("4 parts of as many rows each" in told for told in asked.assumed)


def test_rows_without_the_number_are_in_no_part():
    gaps = LOANS.assign(pages=LOANS["pages"].where(LOANS.index % 4 != 0))
    asked = autoviz.ask(gaps, "how many loans by pages tertile", reader="embedded")
    assert asked.table.iloc[:, -1].tolist() == [100, 100, 100]


def test_conditions_stay():
    asked = autoviz.ask(LOANS, "average fine per pages quintile in Harbour", reader="embedded")
    harbour = LOANS[LOANS["branch"] == "Harbour"].sort_values("pages", kind="stable")
    sizes = [len(part) for part in np.array_split(harbour, 5)]
    ends = np.cumsum(sizes)
    expected = [harbour["fine_eur"].iloc[end - size : end].mean() for end, size in zip(ends, sizes, strict=True)]
    assert asked.table.iloc[:, -1].tolist() == pytest.approx(expected)
