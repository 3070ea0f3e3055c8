"""Shares within each thing: the parts of each add up to all of it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

MADE = pd.DataFrame(
    [
        {"day": day, "line": line, "shift": shift, "units": 10 * (place + 1) + (day % 3) * (turn + 1)}
        for day in range(30)
        for place, line in enumerate(("A", "B", "C"))
        for turn, shift in enumerate(("early", "late", "night"))
    ]
)


@pytest.mark.parametrize("question", [
    "For each line, what part of its units comes from each shift?",
    "within each line, what share of the units is made in each shift? stacked bars",
])  # fmt: skip
def test_the_parts_of_each_add_up_to_all_of_it(question):
    found = autoviz.ask(MADE, question, reader="embedded")
    shares = found.table.set_index(["line", "shift"]).iloc[:, -1]
    made = MADE.groupby(["line", "shift"])["units"].sum()
    expected = made / made.groupby("line").transform("sum")
    assert shares.to_dict() == pytest.approx(expected.to_dict())
    assert found.charts[0].x == "line" and found.charts[0].color == "shift"


def test_a_share_of_a_condition_in_each_group_stays_one():
    ordered = MADE.assign(scrapped=[place % 4 == 0 for place in range(len(MADE))])
    found = autoviz.ask(ordered, "for each line, what share of rows was scrapped?", reader="embedded")
    assert len(found.table) == 3


def test_the_whole_is_what_the_question_opens_with_for():
    found = autoviz.ask(MADE, "what share of the units falls in each shift for each line?", reader="embedded")
    shares = found.table.set_index(["line", "shift"]).iloc[:, -1]
    assert shares.groupby("line").sum().tolist() == pytest.approx([1, 1, 1])


@pytest.mark.parametrize(("question", "whole"), [
    ("what share of each shift's units comes from each line?", "shift"),
    ("what percentage of the units of every line is made in each shift?", "line"),
    ("what part of each month's units comes from each line, in %", "day_month"),
])  # fmt: skip
def test_the_whole_may_be_that_of_which_a_part_is_asked_for(question, whole):
    dated = MADE.assign(day=pd.Timestamp("2024-01-17") + pd.to_timedelta(MADE["day"], "D"))
    found = autoviz.ask(dated, question, reader="embedded")
    shares = found.table.set_index([*found.table.columns[:2]]).iloc[:, -1]
    assert found.table.columns[0] == whole
    each = shares.groupby(whole).sum()
    assert each.tolist() == pytest.approx([100 if "%" in question else 1] * found.table[whole].nunique())
    assert found.proof.verdict == "proven"
