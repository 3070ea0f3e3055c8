"""How many were sold: pieces where a column counts them, sales where the sales themselves are counted."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

SOLD = pd.DataFrame({
    "receipt_no": range(101, 161),
    "sold_at": pd.date_range("2024-05-20", periods=60, freq="D"),
    "item": ["latte", "tea", "cake"] * 20,
    "quantity": [1, 2, 3, 4, 2, 1] * 10,
    "unit_price_eur": [3.6, 2.8, 4.2] * 20,
})  # fmt: skip
LATTES_IN_JUNE = SOLD[(SOLD["item"] == "latte") & (SOLD["sold_at"].dt.month == 6)]


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("how many lattes were sold in June?", LATTES_IN_JUNE["quantity"].sum()),
        ("how many receipts sold tea?", (SOLD["item"] == "tea").sum()),
    ],
)  # fmt: skip
def test_pieces_are_counted_where_things_were_sold_and_sales_where_they_are_named(question, number):
    found = autoviz.ask(SOLD, question, reader="embedded")
    assert found.table.iloc[0, -1] == number


BAKED = pd.DataFrame({
    "Date": pd.date_range("2024-03-01", periods=120, freq="D"),
    "Product": ["Bagel", "Pretzel", "Rye loaf"] * 40,
    "Branch": ["Harbour", "Station"] * 60,
    "Sold": [12, 30, 7, 19, 24] * 24,
})  # fmt: skip


@pytest.mark.parametrize(
    "question", ["how many bagels did Harbour sell in April?", "how many bagels were sold at Harbour in April?"]
)
def test_the_verb_names_the_column_that_counts(question):
    wanted = BAKED[(BAKED["Product"] == "Bagel") & (BAKED["Branch"] == "Harbour") & (BAKED["Date"].dt.month == 4)]
    found = autoviz.ask(BAKED, question, reader="embedded")
    assert found.table.iloc[0, -1] == wanted["Sold"].sum()


MADE = pd.DataFrame({
    "batch_no": [f"B{number}" for number in range(120)],
    "made_on": pd.date_range("2024-03-01", periods=120, freq="D"),
    "bread": ["Bagel", "Pretzel", "Loaf"] * 40,
    "baker": ["Ana", "Bo", "Cy", "Dee"] * 30,
    "planned_units": [40, 60, 20, 50] * 30,
    "actual_units": [36, 61, 12, 50, 39, 44] * 20,
})  # fmt: skip


def test_what_was_made_is_counted_in_pieces_and_not_in_batches_or_plans():
    bagels = MADE[MADE["bread"] == "Bagel"].groupby("baker")["actual_units"].sum()
    found = autoviz.ask(MADE, "which baker makes the most bagels", reader="embedded")
    assert found.table.iloc[0, 0] == bagels.idxmax() and found.table.iloc[0, -1] == bagels.max()
    assert found.assumed == ("pieces are counted by actual_units.",)
    batches = autoviz.ask(MADE, "how many batches were made by Ana", reader="embedded")
    assert batches.table.iloc[0, -1] == 30


def test_rows_of_a_value_that_are_counted_by_its_name_are_told():
    found = autoviz.ask(MADE, "number of bagels per baker", reader="embedded")
    assert found.assumed == ("rows are counted; the total of actual_units would be another answer.",)
