"""The first few of each group: things with several rows each are put together, values themselves are rows."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

PUPILS = pd.DataFrame(
    [
        {"class": room, "pupil": f"{name} {room}", "subject": subject,
         "mark": 3 + (len(name) * 7 + at * 5 + turn) % 30 / 10}
        for room in ("1a", "1b", "2a")
        for at, name in enumerate(("Ida", "Jonas", "Lea", "Maximilian", "Noa", "Oskar"))
        for turn, subject in enumerate(("maths", "music", "art", "German", "history"))
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "question", ["the two best pupils of each class", "top 2 pupils per class by average mark"]
)  # fmt: skip
def test_things_with_several_rows_are_put_together(question):
    found = autoviz.ask(PUPILS, question, reader="embedded").table
    means = PUPILS.groupby(["class", "pupil"])["mark"].mean().groupby("class").nlargest(2)
    assert sorted(round(value, 6) for value in found.iloc[:, -1]) == sorted(round(value, 6) for value in means)


def test_values_themselves_are_rows():
    found = autoviz.ask(PUPILS, "the 3 highest marks in each class", reader="embedded").table
    assert sorted(found["mark"]) == sorted(PUPILS.groupby("class")["mark"].nlargest(3))


def test_how_long_is_no_superlative():
    stays = pd.DataFrame({
        "arrived_on": pd.date_range("2023-01-01", periods=120),
        "left_on": pd.date_range("2023-01-01", periods=120) + pd.to_timedelta([1 + at % 6 for at in range(120)], "D"),
        "house": ["Lake", "Forest", "Hill"] * 40,
    })  # fmt: skip
    found = autoviz.ask(stays, "How long do guests stay on average, by house?", reader="embedded").table
    assert len(found) == 3


FILMS = pd.DataFrame([
    {"title": f"{word} {year} {place}", "year": year, "genre": genre, "gross_musd": (year * 7 + place * 31) % 97 + 0.5}
    for year in range(2015, 2021)
    for place, (word, genre) in enumerate([("Red", "drama"), ("Iron", "comedy"), ("Last", "drama"), ("Blue", "action")])
])  # fmt: skip


@pytest.mark.parametrize(
    "question", ["highest grossing film of each year", "the film with the highest gross in each year"]
)  # fmt: skip
def test_the_thing_at_an_end_of_each_group_is_named(question):
    found = autoviz.ask(FILMS, question, reader="embedded").table
    first = FILMS.loc[FILMS.groupby("year")["gross_musd"].idxmax()]
    assert sorted(found["title"]) == sorted(first["title"])


def test_the_end_itself_is_a_number_of_each_group():
    asked = autoviz.ask(FILMS, "highest gross by genre", reader="embedded")
    assert sorted(asked.table.iloc[:, -1]) == sorted(FILMS.groupby("genre")["gross_musd"].max())
    assert list(asked.table.columns) == ["genre", asked.table.columns[-1]]
