"""Phrases of a question against the columns and values of a profile."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoviz.linking.links import Match, link
from autoviz.linking.names import abbreviates, derives, forms, lemma, split_name, unglued
from autoviz.linking.text import looks_english, normalise, words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile import profile


def best(matches: list[Match], phrase: str) -> Match:
    """The best match of just this phrase."""
    found = [match for match in matches if match.phrase.lower() == phrase.lower() and not match.dominated]
    assert found, f"{phrase!r} is not among {[match.phrase for match in matches]}"
    return max(found, key=lambda match: match.score)


def read(question: str, profile: DatasetProfile) -> dict[str, str]:
    """The best column of every phrase that is matched."""
    matches = link(question, profile)
    return {match.phrase: best(matches, match.phrase).column for match in matches if not match.dominated}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("product_category", ("product", "category")),
        ("LifeExpectancy", ("life", "expectancy")),
        ("HTTPStatusCode", ("http", "status", "code")),
        ("customerID", ("customer", "id")),
        ("OrderIDs", ("order", "ids")),
        ("co2.level-max", ("co", "2", "level", "max")),
        ("Driver's Name", ("driver", "name")),
        ("Größe_cm", ("grosse", "cm")),
        ("用户 name", ("用户", "name")),
    ],
)
def test_names_are_split_into_words(name: str, expected: tuple[str, ...]) -> None:
    assert split_name(name) == expected


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("countries", "country"), ("people", "person"), ("boxes", "box"), ("classes", "class"), ("prices", "price"),
        ("movies", "movie"), ("status", "status"), ("series", "series"), ("buses", "bus"), ("analyses", "analysis"),
        ("children", "child"), ("houses", "house"), ("gas", "gas"), ("address", "address"),
    ],
)  # fmt: skip
def test_a_plural_has_its_singular(plural: str, singular: str) -> None:
    assert lemma(plural) == singular


def test_inflected_forms_of_one_word_meet() -> None:
    for one, other in (("hired", "hire"), ("planned", "plan"), ("opening", "opened"), ("studied", "study"),
                       ("organisation", "organization"), ("colour", "color"), ("movies", "movie")):  # fmt: skip
        assert forms(one) & forms(other), (one, other)
    for one, other in (("count", "country"), ("price", "prize"), ("speed", "spe"), ("string", "str")):
        assert not forms(one) & forms(other), (one, other)


def test_derived_words_share_a_stem_and_other_words_do_not() -> None:
    assert derives("survived", "survivor")
    assert derives("nation", "nationality")
    assert derives("accelerate", "acceleration")
    assert not derives("country", "county")
    assert not derives("horse", "house")


def test_short_forms_are_computed() -> None:
    assert abbreviates("dprt", "department") > 0
    assert abbreviates("accel", "acceleration") > 0
    assert abbreviates("bkng", "booking") > 0
    assert abbreviates("dept", "descriptive") == 0
    assert abbreviates("count", "country") == 0, "a frequent word stands for itself"
    assert abbreviates("dprx", "department") == 0


def test_names_without_separators_come_apart_at_frequent_words() -> None:
    assert unglued("unitprice") == ("unit", "price")
    assert unglued("readingscore") == ("reading", "score")
    assert unglued("carpet") == ("carpet",)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("  What’s   the “avg” — price ?? ", 'What\'s the "avg" - price?'),
        ("sales\tby\nregion", "sales by region"),
        ("show MPG", "show MPG"),
        ("sales ...", "sales."),
        ("", ""),
    ],
)
def test_a_question_is_normalised(raw: str, expected: str) -> None:
    assert normalise(raw) == expected
    assert normalise(normalise(raw)) == normalise(raw)


def test_words_keep_their_places() -> None:
    question = "U.S. sales of O'Brien's shop, hire_date"
    found = words(question)
    assert [word.lower for word in found] == ["us", "sales", "of", "obrien", "shop", "hire", "date"]
    assert all(question[word.start : word.end] == word.text for word in found)


@pytest.mark.parametrize(
    "question",
    [
        "mpg by origin", "rev by reg", "pie chart", "horsepower mpg", "El Paso sales", "sales in El Paso", "",
        "La Liga goals per season", "top 5 de Bruyne assists", "average temp São Paulo", "Müller vs Großmann revenue",
        "Show die size vs des moines", "123", "bookings w/o trainer",
    ],
)  # fmt: skip
def test_english_is_known_even_when_terse_or_full_of_names(question: str) -> None:
    assert looks_english(question)


@pytest.mark.parametrize(
    "question",
    [
        "umsatz nach region", "Zeige mir den Umsatz pro Monat", "ventas por región", "chiffre d'affaires par mois",
        "quantos clientes por cidade", "mostra le vendite per regione", "hoeveel klanten per stad",
        "平均価格", "покажи продажи по регионам", "combien de clients",
    ],
)  # fmt: skip
def test_other_languages_are_told_apart(question: str) -> None:
    assert not looks_english(question)


@pytest.mark.parametrize(
    ("question", "phrase", "column", "kind"),
    [
        ("total region sales", "region", "region", "name"),
        ("sales of all regions", "regions", "region", "plural"),
        ("quantity sold", "quantity", "qty", "abbreviation"),
        ("discount percent", "discount percent", "discount_pct", "abbreviation"),
        ("show the prod cat", "prod cat", "product_category", "abbreviation"),
        ("mean discuont", "discuont", "discount_pct", "fuzzy"),
        ("by category of product", "category of product", "product_category", "name"),
        ("sales by product type", "product", "product_category", "name"),
        ("customer name", "customer name", "cust_nm", "abbreviation"),
        ("orderdate", "orderdate", "order_date", "name"),
        ("in which month", "month", "order_date", "type"),
    ],
)
def test_phrases_name_columns(sales: DatasetProfile, question: str, phrase: str, column: str, kind: str) -> None:
    match = best(link(question, sales), phrase)
    assert (match.column, match.kind) == (column, kind)


@pytest.mark.parametrize(
    ("question", "phrase", "column"),
    [
        ("horse power by origin", "horse power", "Horsepower"),
        ("avg miles per gallon", "miles per gallon", "MPG"),
        ("fuel economy", "fuel economy", "MPG"),
        ("orgin", "orgin", "Origin"),
        ("horse powr", "horse powr", "Horsepower"),
        ("mgp of each", "mgp", "MPG"),
        ("heaviest ones", "heaviest", "weight_kg"),
        ("which nations", "nations", "Origin"),
        ("cilinders", "cilinders", "Cylinders"),
        ("hp", "hp", "Horsepower"),
    ],
)
def test_people_write_names_in_their_own_way(cars: DatasetProfile, question: str, phrase: str, column: str) -> None:
    assert best(link(question, cars), phrase).column == column


def test_a_longer_name_hides_the_shorter_one_at_the_same_words(sales: DatasetProfile) -> None:
    matches = link("Sales Forecast vs Sales", sales)
    spans = {(match.start, match.column): match.dominated for match in matches if match.score > 0.9}
    assert spans == {(0, "Sales Forecast"): False, (0, "Sales"): True, (18, "Sales"): False}


def test_initials_stand_for_a_name(clinic: DatasetProfile) -> None:
    assert best(link("los by sex", clinic), "los").column == "LengthOfStay"
    assert best(link("bp by sex", clinic), "bp").column == "bloodPressure"


@pytest.mark.parametrize(
    ("question", "phrase", "column", "value"),
    [
        ("sales in the west", "west", "region", "West"),
        ("office supplies only", "office supplies", "product_category", "Office Supplies"),
        ("ofice suplies", "ofice suplies", "product_category", "Office Supplies"),
        ("furnitures", "furnitures", "product_category", "Furniture"),
        ("returned items", "returned", "is_returned", True),
        ("items not returned", "not returned", "is_returned", False),
    ],
)
def test_phrases_name_values(sales: DatasetProfile, question: str, phrase: str, column: str, value: object) -> None:
    found = [match for match in link(question, sales) if match.value is not None and match.phrase == phrase]
    assert [(match.column, match.value, match.kind) for match in found] == [(column, value, "value")]


@pytest.mark.parametrize(
    ("question", "phrase", "value"),
    [
        ("male patients", "male", "M"), ("women", "women", "F"), ("smokers", "smokers", "yes"),
        ("non-smokers", "non-smokers", "no"), ("readmitted patients", "readmitted", 1), ("in the ER", "ER", "ER"),
    ],
)  # fmt: skip
def test_values_are_known_by_other_words(clinic: DatasetProfile, question: str, phrase: str, value: object) -> None:
    found = [match.value for match in link(question, clinic) if match.phrase == phrase and match.value is not None]
    assert found == [value]


def test_the_people_of_a_country_mean_the_country(cars: DatasetProfile, staff: DatasetProfile) -> None:
    assert best(link("American cars", cars), "American").value == "USA"
    assert best(link("japanese cars", cars), "japanese").value == "Japan"
    assert best(link("hires from the US", staff), "US").value == "United States"
    assert not any(match.value for match in link("tell us about salaries", staff))


def test_short_values_count_only_as_written_or_beside_their_column(staff: DatasetProfile) -> None:
    assert best(link("pay in IT and HR", staff), "IT").value == "IT"
    assert best(link("pay in it dept", staff), "it").value == "IT"
    assert not any(match.value for match in link("show it by job", staff))


def test_a_value_of_several_words_hides_the_words_in_it(staff: DatasetProfile) -> None:
    matches = link("how many sales managers", staff)
    assert best(matches, "sales managers").value == "Sales Manager"
    assert all(match.dominated for match in matches if match.phrase == "sales")


def test_frequent_words_are_not_taken_for_misspellings(sales: DatasetProfile) -> None:
    assert read("show me a bar chart of the total count of orders and the rate", sales).keys() <= {"orders"}


def test_aliases_name_columns_and_values(sales: DatasetProfile) -> None:
    aliases = {"turnover": "Sales", "the big four": {"region": "North", "product_category": "Furniture"}, "gone": "x"}
    matches = [match for match in link("turnover of The Big Four", sales, aliases) if match.kind == "alias"]
    assert {(match.column, match.value) for match in matches} == {
        ("Sales", None), ("region", "North"), ("product_category", "Furniture")
    }  # fmt: skip


def test_what_was_linked_is_remembered_and_nobody_can_spoil_it(sales: DatasetProfile) -> None:
    first = link("Sales by region", sales)
    kept = list(first)
    first.clear()
    assert link("Sales by region", sales) == kept != []
    assert all(one is other for one, other in zip(link("Sales by region", sales), kept, strict=True))


def test_a_description_links_its_words(sales: DatasetProfile) -> None:
    described = sales.columns[5].replaced(description="Number of pieces per parcel")
    profile = sales.replaced(columns=(*sales.columns[:5], described, *sales.columns[6:]), fingerprint="described")
    assert best(link("parcel by region", profile), "parcel").column == "qty"


def test_profiles_with_one_fingerprint_but_other_columns_are_kept_apart(sales: DatasetProfile) -> None:
    other = sales.replaced(columns=(ColumnProfile(name="weight", dtype="f8", kind="numeric", rows=3),))
    assert link("region", sales)
    assert not link("region", other)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_matches_within_it_in_order(text: str) -> None:
    odd = DatasetProfile(
        engine="pandas",
        rows=3,
        columns=tuple(
            ColumnProfile(name=name, dtype="object", kind="categorical", rows=3, values=("", "a", "ß", "…", 1, None))
            for name in ("", " ", "__", "a", "is", "é")
        ),
        fingerprint="odd",
    )
    question = normalise(text)
    matches = link(question, odd)
    assert all(question[match.start : match.end] == match.phrase and 0 <= match.score <= 1 for match in matches)
    assert [match.start for match in matches] == sorted(match.start for match in matches)
    assert matches == link(question, odd)


def test_what_is_done_is_not_who_does_it() -> None:
    frame = profile(pd.DataFrame({"INSPECTOR": ["Ann", "Bo"] * 20, "donor": ["x", "y"] * 20}))
    found = {(match.column, match.start) for match in link("failed inspections and donations, inspectors", frame)}
    assert found == {("INSPECTOR", 34)}


def test_a_preposition_behind_a_column_is_no_value_of_it() -> None:
    told = profile(pd.DataFrame({"state": ["IN", "OR", "TX", "CA"] * 3, "income": range(12)}))
    assert [match.column for match in link("income by state in 1990", told)] == ["income", "state"]
    assert [match.value for match in link("income in IN", told) if match.value] == ["IN"]
