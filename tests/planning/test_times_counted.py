"""How common or rare things are is told by the number of their rows, the rarest first where they are asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz


@pytest.fixture(scope="module")
def sightings() -> pd.DataFrame:
    """Hedgehogs are seen most, alone; bats seldom, but many at once."""
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"animal": ["hedgehog"] * 90 + ["fox"] * 40 + ["bat"] * 12})
    frame["seen_on"] = pd.Timestamp("2023-01-01") + pd.to_timedelta(random.integers(0, 700, len(frame)), unit="D")
    frame["group_size"] = np.where(frame["animal"] == "bat", random.integers(5, 30, len(frame)), 1)
    frame["wood"] = random.choice(["Elm Wood", "Low Wood"], len(frame))
    return frame


@pytest.mark.parametrize("question", ["are bats rarer than foxes?", "are foxes seen more often than bats?"])
def test_what_is_common_is_counted_in_rows(sightings, question):
    found = autoviz.ask(sightings, question)
    assert found.answer.startswith("Yes") and "count(*)" in found.sql


def test_the_rarest_has_the_fewest_rows(sightings):
    assert autoviz.ask(sightings, "which animal is the rarest?").answer.startswith("Bat")
    assert autoviz.ask(sightings, "which animal is the most rare?").answer.startswith("Bat")
    assert autoviz.ask(sightings, "which animal is the most common?").answer.startswith("Hedgehog")


def test_how_often_is_a_number_and_no_list(sightings):
    assert autoviz.ask(sightings, "how often was a fox seen?").answer.startswith("There are 40")


def test_what_is_named_is_still_averaged(sightings):
    found = autoviz.ask(sightings, "average group_size by animal, most common first")
    assert "avg(" in found.sql
