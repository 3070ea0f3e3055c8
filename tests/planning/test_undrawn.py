"""A chart of a kind that is not drawn here is told, whatever stands for it."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

SALES = pd.DataFrame({
    "day": ["Mon", "Tue", "Wed"] * 20, "shop": ["north", "south"] * 30, "revenue": [float(at) for at in range(60)],
})  # fmt: skip


@pytest.mark.parametrize(("question", "kind"), [
    ("radar chart of average revenue by day", "a radar chart"),
    ("total revenue by shop on a map", "a map"),
    ("sankey diagram of day and shop", "a Sankey diagram"),
    ("word cloud of days", "a word cloud"),
    ("3d scatter of revenue by day and shop", "a chart in three dimensions"),
])  # fmt: skip
def test_a_kind_that_is_not_drawn_is_told(question, kind):
    assumed = autoviz.ask(SALES, question, reader="embedded").requirements.assumed
    assert f"{kind} is none of the charts that are drawn here, so another kind stands for it." in assumed


@pytest.mark.parametrize("question", ["total revenue by shop as bars", "treemap of revenue by shop"])
def test_what_is_drawn_is_not(question):
    assert not any("drawn here" in one for one in autoviz.ask(SALES, question, reader="embedded").requirements.assumed)


def test_a_column_of_that_name_is_meant():
    rounds = pd.DataFrame({"map": ["dust", "mirage", "nuke"] * 20, "kills": range(60)})
    asked = autoviz.ask(rounds, "average kills by map", reader="embedded").requirements
    assert not any("drawn" in one for one in asked.assumed)
