"""Bounds of what is left out: the rows beyond them go, and do not stay alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.readers.embedded.network import shipped

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")

RNG = np.random.default_rng(4)
PARCELS = pd.DataFrame({
    "parcel": [f"P{at:04d}" for at in range(240)],
    "depot": RNG.choice(["Leeds", "Hull", "York"], 240),
    "weight_kg": RNG.integers(1, 60, 240),
    "cost_eur": RNG.integers(4, 90, 240) + 0.5,
    "insured": RNG.choice(["yes", "no"], 240),
})  # fmt: skip
LIGHT, HEAVY = PARCELS[PARCELS["weight_kg"] <= 20], PARCELS[PARCELS["weight_kg"] >= 20]


def asked(question: str) -> autoviz.Analysis:
    return autoviz.ask(PARCELS, question, reader="embedded")


@pytest.mark.parametrize(("question", "kept"), [
    ("average cost by depot excluding parcels over 20 kg", LIGHT),
    ("average cost by depot, ignoring parcels under 20 kg", HEAVY),
    ("average cost by depot not counting parcels of more than 20 kg", LIGHT),
    ("average cost by depot leaving out parcels with a weight below 20", HEAVY),
    ("average cost by depot, parcels under 20 kg left out", HEAVY),
])  # fmt: skip
def test_what_lies_beyond_the_bound_is_left_out(question, kept):
    found = asked(question).table.set_index("depot").iloc[:, -1]
    assert dict(found.round(6)) == dict(kept.groupby("depot")["cost_eur"].mean().round(6))


@pytest.mark.parametrize("question", [
    "average cost by depot of parcels over 20 kg",
    "average cost by depot of uninsured parcels over 20 kg",
    "average cost by depot of parcels over 20 kg excluding Hull",
    "average cost by depot of parcels over 20 kg that were not included in the insurance",
])  # fmt: skip
def test_a_bound_of_what_is_meant_stays(question):
    assert "> 20" in asked(question).sql


def test_what_rows_go_without_is_not_left_out_by_a_bound():
    assert "> 20" in asked("how many parcels without insurance over 20 kg").sql.replace("20.0", "20")


def test_groups_of_few_rows_are_left_out():
    found = asked("average cost by weight excluding weights with fewer than 5 parcels")
    assert ">= 5" in found.sql
