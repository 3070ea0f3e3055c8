"""Side words: the yes and the no of a column are called as the question calls them, in the text and in the chart."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz

N = 200
_CHANCE = np.random.default_rng(4)
STAFF = pd.DataFrame({
    "person": [f"P{number}" for number in range(N)],
    "female": _CHANCE.integers(0, 2, N),
    "smoker": _CHANCE.integers(0, 2, N).astype(bool),
    "unemployed": _CHANCE.integers(0, 2, N),
    "wage": _CHANCE.integers(900, 5000, N),
})  # fmt: skip


def sides(found: autoviz.Analysis) -> dict[str, object]:
    return {link.phrase: link.value for link in found.requirements.links if link.kind == "side"}


def drawn(found: autoviz.Analysis) -> set[str]:
    return {str(label) for trace in found.figures[0].data for label in trace.x}


@pytest.mark.parametrize(
    ("question", "column", "words"),
    [
        ("average wage of women and men", "female", {"women": 1, "men": 0}),
        ("median wage, men vs women, as bars", "female", {"women": 1, "men": 0}),
        ("average wage: smokers versus non-smokers", "smoker", {"smokers": True, "non-smokers": False}),
    ],
)
def test_each_side_has_the_word_of_the_question_and_its_own_number(question, column, words):
    found = autoviz.ask(STAFF, question, reader="embedded")
    assert sides(found) == words
    assert drawn(found) == set(words)
    assert " and ".join(words) in found.charts[0].title
    function = "median" if "median" in question else "mean"
    for word, value in words.items():
        wage = getattr(STAFF.loc[STAFF[column] == value, "wage"], function)()
        shown = next(trace.y[list(trace.x).index(word)] for trace in found.figures[0].data if word in trace.x)
        assert shown == pytest.approx(wage)
        assert word in found.answer


def test_with_and_without_are_told_so_beside_nothing_but_the_measure():
    found = autoviz.ask(STAFF.rename(columns={"unemployed": "parking"}), "average wage with and without parking")
    assert sides(found) == {"with parking": 1, "without parking": 0}


def test_a_claim_of_one_side_is_decided():
    means = STAFF.groupby("female")["wage"].mean()
    found = autoviz.ask(STAFF, "do women earn more than men", reader="embedded")
    assert found.answer.startswith("Yes" if means[1] > means[0] else "No")


def test_words_that_the_column_does_not_tell_apart_are_no_names():
    found = autoviz.ask(STAFF, "average wage of the employed and the jobless", reader="embedded")
    assert sides(found) == {}


def test_the_code_of_the_chart_names_them_too():
    found = autoviz.ask(STAFF, "median wage, men vs women, as bars", reader="embedded")
    variables: dict[str, object] = {"df": STAFF}
    exec(found.code(), variables)
    figures = [value for value in variables.values() if type(value).__name__ == "Figure"]
    assert {str(label) for trace in figures[-1].data for label in trace.x} == {"women", "men"}


def test_with_and_without_one_thing_are_called_so():
    people = STAFF.rename(columns={"unemployed": "insurance", "wage": "visits"})
    found = autoviz.ask(people, "average clinic visits with and without health insurance", reader="embedded")
    assert sides(found) == {"with health insurance": 1, "without health insurance": 0}
    assert "without health insurance" in found.answer
