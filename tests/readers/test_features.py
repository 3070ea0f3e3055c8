"""What the trained model is told about columns, and the places that may hold a value."""

from __future__ import annotations

import numpy as np
import pytest

from autoviz.linking.links import link
from autoviz.linking.literals import literals
from autoviz.model.profile import DatasetProfile
from autoviz.readers.embedded.features import (
    COLUMN_FEATURES,
    MAX_CANDIDATES,
    Candidate,
    column_features,
    span_candidates,
)


def features_of(question: str, profile: DatasetProfile, column: str) -> dict[str, float]:
    rows = column_features(question, profile, link(question, profile))
    assert rows.shape == (len(profile.columns), len(COLUMN_FEATURES))
    return dict(zip(COLUMN_FEATURES, rows[profile.names.index(column)].tolist(), strict=True))


def candidates(question: str, profile: DatasetProfile) -> list[Candidate]:
    return span_candidates(question, profile, link(question, profile), literals(question, profile))


def place(question: str, profile: DatasetProfile, phrase: str) -> Candidate:
    return next(candidate for candidate in candidates(question, profile) if candidate.phrase == phrase)


def test_a_named_column_stands_out(sales: DatasetProfile) -> None:
    named = features_of("mean qty by region", sales, "region")
    assert named["exact_name"] == named["any_match"] == named["words_present"] == 1
    assert named["first_mention"] == pytest.approx(12 / 18)
    other = features_of("mean qty by region", sales, "cust_nm")
    assert other["any_match"] == other["best_score"] == other["words_present"] == 0
    assert other["first_mention"] == 1


def test_the_way_of_the_match_is_told(sales: DatasetProfile) -> None:
    assert features_of("quantity", sales, "qty")["abbreviation_score"] > 0.8
    assert features_of("regoin", sales, "region")["fuzzy_score"] > 0.7
    assert features_of("when", sales, "order_date")["any_match"] == 1
    west = features_of("in the West", sales, "region")
    assert west["value_match"] == west["value_score"] == 1
    assert west["exact_name"] == west["mentions"] == 0


def test_a_name_hidden_by_a_longer_one_is_told(sales: DatasetProfile) -> None:
    hidden = features_of("Sales Forecast by region", sales, "Sales")
    assert hidden["dominated"] == 1
    assert hidden["any_match"] == 0
    assert hidden["words_present"] == 1
    assert features_of("Sales Forecast by region", sales, "Sales Forecast")["dominated"] == 0


def test_rivals_for_the_same_words_are_counted(clinic: DatasetProfile) -> None:
    assert features_of("the date", clinic, "admitDate")["rivals"] == 0.25
    assert features_of("admit date", clinic, "admitDate")["rivals"] == 0


def test_kind_and_numbers_of_the_column(cars: DatasetProfile) -> None:
    origin = features_of("x", cars, "Origin")
    assert origin["kind_categorical"] == origin["only_of_kind"] == 1
    assert origin["metric"] == origin["kind_numeric"] == 0
    assert origin["distinct_share"] == pytest.approx(3 / 200)
    assert features_of("x", cars, "MPG")["metric"] == 1


def test_features_are_float32_between_zero_and_one_and_repeatable(sales: DatasetProfile) -> None:
    question = "top 5 regions by Sales Forecast, Sales, Sales, sales and sales since March 2022 in the West"
    matches = link(question, sales)
    first, second = column_features(question, sales, matches), column_features(question, sales, matches)
    assert first.dtype == np.float32
    assert np.array_equal(first, second)
    assert first.min() >= 0
    assert first.max() <= 1


def test_an_empty_question_and_a_table_without_columns(sales: DatasetProfile) -> None:
    empty = sales.replaced(columns=(), fingerprint="no columns")
    assert column_features("", empty, []).shape == (0, len(COLUMN_FEATURES))
    assert column_features("", sales, []).shape == (len(sales.columns), len(COLUMN_FEATURES))
    assert candidates("top 5", empty)[0].number == 5


def test_a_value_belongs_to_its_column(sales: DatasetProfile) -> None:
    west = place("sales in the West", sales, "West")
    assert (west.type, west.columns[0], west.values[0]) == ("value", "region", "West")


def test_a_number_may_belong_to_the_numeric_columns_the_nearest_and_fitting_first(sales: DatasetProfile) -> None:
    fifty = place("orders with qty over 50", sales, "50")
    assert fifty.type == "number"
    assert fifty.number == 50
    assert fifty.columns[0] == "qty"
    assert set(fifty.columns) == {"Sales", "Sales Forecast", "qty", "discount_pct"}
    assert fifty.scores == tuple(sorted(fifty.scores, reverse=True))


def test_a_percentage_of_a_share_is_a_fraction(sales: DatasetProfile) -> None:
    twenty = place("discount above 20%", sales, "20%")
    meant = dict(zip(twenty.columns, twenty.values, strict=True))
    assert (meant["discount_pct"], meant["Sales"]) == (0.2, 20)


def test_a_year_is_a_date_in_one_column_and_a_number_in_another(sales: DatasetProfile) -> None:
    year = place("Sales above 2022", sales, "2022")
    meant = dict(zip(year.columns, year.values, strict=True))
    assert meant["order_date"] == ("2022-01-01", "2022-12-31", "year")
    assert meant["Sales"] == 2022
    assert year.number == 2022


def test_dates_and_periods_belong_to_temporal_columns(clinic: DatasetProfile) -> None:
    assert set(place("stays since March 2022", clinic, "March 2022").columns) == {"admitDate", "dischargeDate"}
    months = place("stays in the last 6 months", clinic, "the last 6 months")
    assert (months.type, months.values[0], months.number) == ("period", (6, "month"), 6)


def test_unknown_texts_may_belong_to_text_columns(staff: DatasetProfile) -> None:
    letter = place("first name starts with D", staff, "D")
    assert (letter.type, letter.columns[0], letter.values[0]) == ("name", "first_name", "D")
    assert "salary" not in letter.columns
    assert place('the title is "Boss"', staff, "Boss").type == "quoted"


def test_one_place_is_one_candidate(staff: DatasetProfile) -> None:
    found = candidates("people of 'Germany'", staff)
    assert [candidate.phrase for candidate in found] == ["Germany"]
    assert found[0].type == "value"
    assert found[0].columns[0] == "citizenship"
    assert "first_name" in found[0].columns


def test_a_number_in_a_column_name_is_no_candidate() -> None:
    profile = DatasetProfile.model_validate({
        "engine": "pandas", "rows": 5, "fingerprint": "named with numbers",
        "columns": [{"name": "sales_2019", "dtype": "f8", "kind": "numeric", "rows": 5, "minimum": 0, "maximum": 9}],
    })  # fmt: skip
    assert [candidate.phrase for candidate in candidates("sales 2019 above 5", profile)] == ["5"]


def test_candidates_come_longest_first_and_are_limited(sales: DatasetProfile) -> None:
    question = "West East office supplies " + " ".join(str(number) for number in range(10, 40))
    found = candidates(question, sales)
    assert len(found) == MAX_CANDIDATES
    lengths = [candidate.end - candidate.start for candidate in found]
    assert lengths == sorted(lengths, reverse=True)
    assert found[0].phrase == "office supplies"
    assert found == candidates(question, sales)
