"""Running totals, such as the balance of an account, are levels."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.profile import profile

PAID = [40.5, -12.0, -7.25, 300.0, -80.0, -3.5, 22.0, -60.0, -15.5, 8.0]
DAYS = pd.date_range("2025-01-03", periods=10, freq="9D")
HELD = 500 + pd.Series(PAID).cumsum()
BOOKED = pd.DataFrame({"day": DAYS, "payee": list("ABACABABCA"), "amount": PAID, "balance": HELD})
WRITTEN = BOOKED.assign(**{
    name: [f"{abs(cell):.2f}{'-' if cell < 0 else ''}".replace(".", ",") for cell in BOOKED[name]]
    for name in ("amount", "balance")
})  # fmt: skip


@pytest.mark.parametrize("frame", [BOOKED, BOOKED.iloc[::-1].reset_index(drop=True), WRITTEN])
def test_a_column_that_moves_by_another_is_its_running_total(frame: pd.DataFrame) -> None:
    balance = profile(frame).by_name["balance"]
    assert (balance.running, balance.adds_up) == ("amount", False)
    assert "running total" in balance.reason
    assert not profile(frame).by_name["amount"].running


def test_one_that_moves_otherwise_is_none() -> None:
    shuffled = BOOKED.assign(amount=PAID[::-1])
    assert not profile(shuffled).by_name["balance"].running


@pytest.mark.parametrize(("question", "told", "doubted"), [
    ("total balance", True, True), ("average balance", False, False), ("total amount", False, False),
])  # fmt: skip
def test_its_total_over_rows_is_told_and_doubted(question: str, told: bool, doubted: bool) -> None:
    asked = autoviz.ask(BOOKED, question, reader="embedded")
    assert ("balance is put together over rows, though it is a running total of amount." in asked.assumed) == told
    assert (asked.confidence < 0.5) == doubted
