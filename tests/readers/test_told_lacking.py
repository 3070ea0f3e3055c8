"""What the table lacks is told: by the word for it, where another column or the rows themselves come near."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.unknown_names import unknown_things
from autoviz.readers.embedded.absence import Lacking
from autoviz.readers.embedded.accounting import names_column
from autoviz.readers.embedded.network import shipped


def ask(frame: pd.DataFrame, question: str) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


@pytest.fixture(scope="module")
def schools() -> pd.DataFrame:
    """Schools in each year, with a rate of one thing."""
    rng = np.random.default_rng(3)
    pairs = [(f"School {letter}", year) for letter in "ABCDEFGH" for year in range(2010, 2022)]
    frame = pd.DataFrame(pairs, columns=["School", "Year"])
    frame["Borough"] = np.where(frame["School"] < "School E", "North", "South")
    frame["Graduation rate (%)"] = rng.uniform(60, 95, len(frame)).round(1)
    frame["Pupils enrolled"] = rng.integers(200, 900, len(frame))
    frame["Water use per pupil (l)"] = rng.uniform(10, 30, len(frame)).round(1)
    return frame


@pytest.fixture(scope="module")
def trips() -> pd.DataFrame:
    """Trips of buses: a row is a trip, and each carried bicycles."""
    rng = np.random.default_rng(4)
    rows = 300
    return pd.DataFrame({
        "TripNo": range(5000, 5000 + rows), "Line": rng.choice(["12", "31", "N7"], rows),
        "Driver": rng.choice(["Ana", "Ben", "Cleo"], rows), "BicyclesOnBoard": rng.integers(0, 6, rows),
        "Fare revenue": rng.uniform(40, 300, rows).round(2),
    })  # fmt: skip


@pytest.mark.parametrize(
    ("question", "word"),
    [("suicide rate in the North", "suicide"), ("Which teacher taught the most pupils?", "teacher")],
)
def test_a_rate_of_another_thing_and_a_person_that_no_column_names_are_told_as_lacking(schools, question, word):
    told = ask(schools, question)
    assert told.clarification is not None and word in told.clarification.text, "no graduation rate is answered with"


def test_the_words_of_a_synonym_are_not_told(schools):
    asked = ask(schools, "average graduation rate per borough")
    assert asked.answer and not asked.requirements.not_found and not asked.requirements.unused


@pytest.mark.parametrize(
    ("question", "things"),
    [("accidents per driver", "accidents"), ("share of school classes by line", "school classes")],
)
def test_a_noun_that_nothing_is_called_is_told_where_rows_are_counted_for_it(trips, question, things):
    assert ask(trips, question).assumed == (f"rows are counted: nothing in the table is called {things}.",)


@pytest.mark.parametrize("question", ["trips per driver", "journeys per line"])
def test_rows_by_their_own_name_or_one_near_to_it_are_counted_without_a_word(trips, question):
    assert ask(trips, question).assumed == ()


def test_a_word_before_the_counted_noun_that_only_names_a_column_does_not_account_for_it(schools):
    known = ask(schools, "how many rows?").record.profile
    assert unknown_things("How many pupil accidents per borough?", known, {}) == "pupil accidents"
    assert unknown_things("How many pupils per borough?", known, {}) == ""


def test_of_the_words_for_what_is_lacking_those_are_told_that_the_network_doubts_too(schools):
    known = ask(schools, "how many rows?").record.profile
    answers = shipped().answers("which janitor cleans most", known, [])
    kept = Lacking(("janitor", "cleans"), 1.0).likeliest(answers)
    assert kept.words == ("janitor",) and kept.probability == 1.0


def test_a_word_with_digits_is_a_columns_own_in_whatever_case():
    named = {"co", "2", "ppm", "pm", "10"}
    assert names_column("co2", named) and names_column("pm10", named)
    assert not names_column("o3", named) and not names_column("co", named - {"co"})
