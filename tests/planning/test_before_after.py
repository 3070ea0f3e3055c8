"""What is measured twice, before something and after it, is held against itself."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.frames.dates.shapes import name_words
from autoviz.planning import before_after
from autoviz.profile import profile

COUNT = np.arange(120)
PUPILS = pd.DataFrame({
    "pupil_id": COUNT + 1,
    "class": np.array(["7a", "7b"])[COUNT % 2],
    "reading_score_pre": 40.0 + COUNT * 7 % 31,
    "reading_score_post": 45.0 + COUNT * 7 % 31 + 6 * (COUNT % 2),
    "weight_before_kg": 60.5 + COUNT * 5 % 17,
    "weight_after_kg": np.where(COUNT % 10 == 0, np.nan, 58.0 + COUNT * 5 % 17),
})  # fmt: skip


def values(question: str) -> list[float]:
    table = autoviz.ask(PUPILS, question, reader="embedded").table
    return [round(float(value), 6) for value in table.select_dtypes("number").to_numpy().ravel()]


@pytest.mark.parametrize("question", [
    "how much did the reading score improve by class", "average change in reading score per class",
])  # fmt: skip
def test_how_much_it_changed_is_the_second_less_the_first(question):
    assert sorted(values(question)) == [5.0, 11.0]


def test_a_difference_is_none_of_the_first_alone():
    assert sorted(map(abs, values("mean difference between reading score pre and post by class"))) == [5.0, 11.0]


def test_what_fell_is_told_by_how_much():
    assert values("how much did weight drop on average") == [2.5]


def test_both_stand_side_by_side_over_the_rows_that_have_both():
    both = PUPILS.dropna()
    expected = [round(both[name].mean(), 6) for name in ("weight_before_kg", "weight_after_kg")]
    assert values("weight before vs after") == expected
    said = autoviz.ask(PUPILS, "weight before vs after", reader="embedded").answer
    assert "where weight after is given" in said


def test_how_they_go_together_may_be_asked():
    found = autoviz.ask(PUPILS, "does weight before correlate with weight after", reader="embedded")
    assert "orrelation" in found.answer


def test_one_of_them_stays_one():
    assert len(values("average weight before by class")) == 2


def test_a_name_is_looked_at_once_however_many_columns_there_are(monkeypatch):
    seen: list[str] = []
    monkeypatch.setattr(before_after, "name_words", lambda name: seen.append(name) or name_words(name))
    wide = profile(pd.DataFrame({f"{when}_score_{part}": range(9) for part in range(40) for when in ("pre", "post")}))
    assert before_after._pair_named("how much did the score change", wide) is None
    assert len(seen) == len(wide.columns)
