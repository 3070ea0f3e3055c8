"""The values, numbers and dates that a question may mean."""

from __future__ import annotations

import duckdb
import pandas as pd
import polars as pl
import pytest

from autoviz.linking.candidates import Candidates, candidates
from autoviz.linking.links import link
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.value_index import ValueIndex
from autoviz.profile import profile
from autoviz.profile.values import fetched_values

TITLES = [f"Film {word} {n}" for n in range(100) for word in ("Alpha", "Beta", "Gamma")]
MOVIES = pd.DataFrame({
    "title": [*TITLES, "Titanic (1997)", "Amélie", "It", "Gone with the Wind"],
    "gross": range(304),
    "rated": ["PG-13", "R", "G", "PG"] * 76,
})  # fmt: skip
PEOPLE = pd.DataFrame({
    "country": ["Germany", "France", "South Korea", "United States"] * 5,
    "code": ["DE", "FR", "KR", "US"] * 5,
    "state": ["CA", "IN", "OR", "ME"] * 5,
    "sex": ["F", "M"] * 10,
    "smoker": ["Yes", "No"] * 10,
    "survived": [0, 1] * 10,
    "day": ["Thur", "Fri", "Sat", "Sun"] * 5,
    "month": ["Jan", "Mar", "May", "Dec"] * 5,
    "city": ["New York City", "Los Angeles", "NYC", "Boston"] * 5,
    "when": pd.date_range("2018-01-01", periods=20, freq="50D"),
})  # fmt: skip


def told(question: str, frame: pd.DataFrame = PEOPLE) -> Candidates:
    return candidates(question, profile(frame), ValueIndex.of(fetched_values(frame, list(frame.columns))))


def found(question: str, frame: pd.DataFrame = PEOPLE) -> set[tuple[str, object]]:
    return {(one.column, one.value) for one in told(question, frame).texts}


@pytest.mark.parametrize(
    ("question", "value", "how"),
    [
        ("gross of Titanic (1997)", "Titanic (1997)", "exact"),
        ("how much did Titanic earn", "Titanic (1997)", "words"),
        ("how much did titanik earn", "Titanic (1997)", "words"),
        ("gross of amelie", "Amélie", "folded"),
        ("gross of gone with the wind", "Gone with the Wind", "folded"),
        ('gross of "It"', "It", "exact"),
    ],
)
def test_one_title_of_many_is_found(question, value, how):
    best = told(question, MOVIES).texts[0]
    assert (best.column, best.value, best.how) == ("title", value, how)


TOWNS = [f"{first}{last}" for first in ("Bar", "Cor", "Fen", "Gor", "Hal") for last in ("ton", "ley", "ham", "ford")]
PLAIN = [f"{town} Works {number}" for town in TOWNS for number in range(3000)]
CUSTOMERS = pd.DataFrame({
    "customer": [*PLAIN, "Zanzibar Trading Company", "Société Générale d'Amiens", "Blue Widgets", "Quixotic Harbour"],
    "amount": range(len(PLAIN) + 4),
})  # fmt: skip
LONG = ValueIndex.of(fetched_values(CUSTOMERS, ["customer"]))


@pytest.mark.parametrize(
    ("question", "value", "how"),
    [
        ("amount of Zanzibar Trading Company", "Zanzibar Trading Company", "exact"),
        ("amount of societe generale d'amiens", "Société Générale d'Amiens", "folded"),
        ("how much did Zanzibar buy", "Zanzibar Trading Company", "words"),
        ("amount of Quixotik Harbour", "Quixotic Harbour", "words"),
        ("amount of Blue Widget", "Blue Widgets", "plural"),
        ("amount of ZTC", "Zanzibar Trading Company", "abbreviation"),
        ("amount of fenham works 17", "Fenham Works 17", "folded"),
    ],
)
def test_one_value_of_very_many_is_found_in_every_way(question, value, how):
    assert len(CUSTOMERS) > 50_000
    best = candidates(question, profile(CUSTOMERS), LONG).texts[0]
    assert (best.value, best.how) == (value, how)


def test_of_very_many_values_two_initials_tell_none():
    assert not candidates("amount of FW", profile(CUSTOMERS), LONG).texts


@pytest.mark.parametrize(
    ("op", "text", "held"),
    [("=", "blue widgets", True), ("=", "widgets", False), ("contains", "idge", True), ("starts with", "quix", True),
     ("ends with", "quix", False), ("ends with", "HARBOUR", True)],
)  # fmt: skip
def test_every_cell_of_a_long_column_is_known(op, text, held):
    assert LONG.holds("customer", op, text) is held
    assert ValueIndex.of(fetched_values(CUSTOMERS, ["customer"], most=10)).holds("customer", op, text) is None


def test_the_words_are_where_the_span_says():
    question = "how much did Titanic earn"
    best = told(question, MOVIES).texts[0]
    assert question[best.start : best.end] == "Titanic"


def test_a_function_word_alone_is_no_value():
    assert found("how much did it earn", MOVIES) == set()
    assert found("are they in it or with me") == set()
    assert ("state", "OR") in found("smokers in OR")
    assert ("state", "IN") in found('smokers of state "IN"')


@pytest.mark.parametrize(
    ("question", "column", "value"),
    [
        ("german smokers", "country", "Germany"),
        ("german smokers", "code", "DE"),
        ("people from the USA", "country", "United States"),
        ("people from America", "code", "US"),
        ("people from korea", "country", "South Korea"),
        ("californians or those in California", "state", "CA"),
        ("how many women", "sex", "F"),
        ("people on thursday", "day", "Thur"),
        ("weekends only", "day", "Sun"),
        ("people in december", "month", "Dec"),
        ("NYC people", "city", "New York City"),
        ("people in new york city", "city", "NYC"),
        ("people in Bosten", "city", "Boston"),
        ("how many smokers", "smoker", "Yes"),
        ("how many non-smokers", "smoker", "No"),
        ("who survived", "survived", 1),
        ("who didn't survive", "survived", 0),
        ("how many died", "survived", 0),
    ],
)
def test_what_is_said_otherwise_is_found(question, column, value):
    assert (column, value) in found(question)


def test_a_country_is_no_state_that_has_its_code():
    assert ("state", "IN") not in found("people from India")
    assert ("state", "CA") not in found("people from Canada")


def test_the_value_that_a_flag_means_comes_before_the_other():
    flags = [one.value for one in told("how many non-smokers").texts if one.column == "smoker"]
    assert flags == ["No", "Yes"]


def test_of_two_columns_the_named_one_comes_first():
    frame = pd.DataFrame({"winner": ["Red", "Blue"] * 4, "loser": ["Blue", "Red"] * 4})
    assert [one.column for one in told("loser red", frame).texts][:2] == ["loser", "winner"]


def test_quoted_text_that_nothing_matches_is_told():
    assert told('gross of "The Unknown"', MOVIES).unmatched == ("The Unknown",)
    assert told('gross of "Amélie"', MOVIES).unmatched == ()


def test_an_alias_stands_for_its_value():
    texts = candidates("how many locals", profile(PEOPLE), aliases={"locals": {"country": "Germany"}}).texts
    assert (texts[0].column, texts[0].value, texts[0].how) == ("country", "Germany", "alias")


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("over 1,000", {1000}), ("over 1e3", {1000}), ("over 2.5k", {2500}), ("over 10 million", {10e6}),
        ("top ten", {10}), ("a dozen", {12}), ("twenty five", {25}), ("two hundred and ten", {210}), ("half", {0.5}),
        ("the third", {3}), ("20 %", {20, 0.2}), ("since 1999", {1999}), ("the 5th", {5}), ("the 90s", {1990, 1999}),
        ("from 5-10", {5, 10}), ("3 in 10", {0.3}), ("three quarters", {0.75}), ("half a million", {500000}),
        ("a fall of 2 points", {-2}), ("1942-45", {1942, 1945}), ("60 cents", {60, 0.6}), ("in march", {3}),
        ("minus 4", {-4}), ("in the eighties", {1980, 1989}), (".5", {0.5}), ("under $3m", {3e6}),
        ("maps of the 18th century", {1701, 1800}), ("30 day rolling average", {30, 29}),
    ],
)  # fmt: skip
def test_every_way_of_writing_a_number_is_read(question, numbers):
    assert numbers <= {one.value for one in number_candidates(question)}


@pytest.mark.parametrize(
    ("question", "moments"),
    [
        ("smokers in 2019", {"2019-01-01", "2020-01-01"}),
        ("smokers in march 2020", {"2020-03-01", "2020-04-01"}),
        ("smokers last year", {"2019-01-01", "2020-01-01"}),
        ("smokers on 2019-05-04", {"2019-05-04", "2019-05-05"}),
        ("smokers between 1 march and 15 april 2019", {"2019-03-01", "2019-04-15"}),
        ("smokers from 20 december 2018 to 5 january", {"2018-12-20", "2019-01-05"}),
        ("smokers between 10 and 20 may 2019", {"2019-05-10", "2019-05-20"}),
    ],
)
def test_both_ends_of_a_period_are_given(question, moments):
    assert moments <= {one.at for one in told(question).moments}


def test_the_same_question_gives_the_same():
    assert told("german smokers in 2019") == told("german smokers in 2019")


def test_every_engine_gives_the_same_values():
    frames = (MOVIES, pl.from_pandas(MOVIES), duckdb.from_df(MOVIES))
    values = [
        {
            (one.column, text)
            for one in fetched_values(frame, ["title", "gross", "rated"])
            for text in one.texts.to_pylist()
        }
        for frame in frames
    ]
    assert values[0] == values[1] == values[2]
    assert len(values[0]) == 308


def test_what_is_cut_is_told():
    assert [(len(one.texts), one.cut) for one in fetched_values(MOVIES, ["title", "rated"], most=100)] == [
        (100, True),
        (4, False),
    ]


def test_cells_that_are_no_texts_do_no_harm():
    frame = pd.DataFrame({"mixed": ["a word", 5, None, ["list"]], "list": [[1], [2], [3], [4]], "none": [None] * 4})
    assert [one.texts.to_pylist() for one in fetched_values(frame, list(frame.columns))] in ([], [["a word"]])


def test_the_reader_of_today_finds_a_title_that_the_profile_does_not_list():
    told_profile = profile(MOVIES)
    assert not told_profile.column("title").values
    assert ("title", "Titanic (1997)") in {(one.column, one.value) for one in link("gross of Titanic", told_profile)}


def test_a_value_inside_the_full_name_of_a_column_is_not_meant():
    tickets = pd.DataFrame({"type": ["Story", "Bug"] * 5, "Story Points": range(10)})
    assert not told("total story points", tickets).texts
    assert [one.value for one in told("story points of each story", tickets).texts] == ["Story"]


def test_a_name_in_camel_case_is_one_word_of_a_longer_value() -> None:
    rows = pd.DataFrame({"supplier": ["BlueFin Plastics", "Kestrel Packaging", "Atlas Metals"] * 20, "cost": range(60)})
    found = candidates("Kestrel vs BlueFin, cost per unit", profile(rows))
    assert {"BlueFin Plastics", "Kestrel Packaging"} <= {one.value for one in found.texts}


def test_another_form_of_a_word_says_no_part_of_what_is_written_in_one():
    rows = pd.DataFrame({"method": ["PayPal", "Card", "BankTransfers"] * 20, "cost": range(60)})
    assert not told("total cost paid", rows).texts
    assert [one.value for one in told("cost of bank transfer", rows).texts] == ["BankTransfers"]
    assert ("method", "PayPal") in found("cost of pay pal", rows)
