"""Rows that write a value otherwise are told where they are left out."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.spellings import with_spellings_told
from autoviz.profile import profile
from autoviz.query.sql import from_sql

CALLS = pd.DataFrame({
    "reason": ["billing", "Billing ", "BILLING", "repair", "sales"] * 8, "minutes": range(40),
    "city": pd.Categorical(["Bern", "bern", "Biel", "Chur", "Thun"] * 8),
})  # fmt: skip
OTHERS = ("rows where reason is written 'BILLING' and 'Billing ' are left out.",)

APART = ("reason is written in several ways that count as groups of their own: 'BILLING', 'Billing ' and 'billing'.",)


@pytest.mark.parametrize(("sql", "told"), [
    ("SELECT SUM(minutes) FROM t WHERE reason = 'billing'", OTHERS),
    ("SELECT SUM(minutes) FROM t WHERE reason IN ('billing', 'sales')", OTHERS),
    ("SELECT AVG(CASE WHEN reason = 'billing' THEN 1 ELSE 0 END) FROM t", OTHERS),
    ("SELECT SUM(minutes) FROM t WHERE reason IN ('billing', 'Billing ', 'BILLING')", ()),
    ("SELECT SUM(minutes) FROM t WHERE reason = 'repair' AND minutes > 3", ()),
    ("SELECT reason, SUM(minutes) FROM t GROUP BY 1", APART),
    ("SELECT minutes % 3, SUM(minutes) FROM t GROUP BY 1", ()),
    ("SELECT SUM(minutes) FROM t WHERE city = 'Bern'", ("rows where city is written 'bern' are left out.",)),
])  # fmt: skip
def test_other_writings_of_a_value_are_told_where_rows_are_kept_by_it(sql: str, told: tuple[str, ...]) -> None:
    known = profile(CALLS)
    assert with_spellings_told(Requirements(query=from_sql(sql, known.names)), known).assumed == told


def test_they_are_told_of_filters_too() -> None:
    kept = Requirements(metrics=("minutes",), constraints=(Filter(column="reason", op="=", value="billing"),))
    assert with_spellings_told(kept, profile(CALLS)).assumed == OTHERS


def test_groups_that_may_be_one_are_told() -> None:
    counts = Requirements(group_by=("reason",), analysis=("rank",))
    assert with_spellings_told(counts, profile(CALLS)).assumed == APART
    clean = CALLS.assign(reason=CALLS["reason"].str.strip().str.lower())
    assert with_spellings_told(counts, profile(clean)).assumed == ()


def test_an_answer_says_which_rows_its_value_did_not_take() -> None:
    asked = autoviz.ask(CALLS, "total minutes of billing calls", reader="embedded")
    assert any("is written" in told and "left out" in told for told in asked.assumed)
