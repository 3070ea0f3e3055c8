"""Categories keep the order that they carry themselves; mere names have none."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pandas as pd
import pytest

from autoviz.drawing.order import arranged, by_size, labels, natural_order


@pytest.mark.parametrize(("cells", "order"), [
    ([8, 4, 6], [4, 6, 8]),
    ([8.0, None, 4.5], [4.5, 8, "(missing)"]),
    ([True, False], ["False", "True"]),
    (["Wed", "Mon", "Sun"], ["Mon", "Wed", "Sun"]),
    (["march", "January"], ["January", "march"]),
    (["20–30", "100–110", "3–5"], ["3–5", "20–30", "100–110"]),
    (["18-24", "<18", "65+", "25-64"], ["<18", "18-24", "25-64", "65+"]),
    (["2023-Q2", "2022-Q4", "2023-Q1"], ["2022-Q4", "2023-Q1", "2023-Q2"]),
    (["-5 to 0", "0 to 5", "-10 to -5"], ["-10 to -5", "-5 to 0", "0 to 5"]),
    (["Ideal", "Fair", "Premium", "Very Good", "Good"], ["Fair", "Good", "Very Good", "Premium", "Ideal"]),
    (["VS1", "SI2", "IF", "I1", "VVS2"], ["I1", "SI2", "VS1", "VVS2", "IF"]),
    (["High risk", "Low risk", "Medium risk"], ["Low risk", "Medium risk", "High risk"]),
    (["B", "A-", "A+", "A", "B+"], ["A+", "A", "A-", "B+", "B"]),
    (["BBB", "AA-", "AAA", "A"], ["AAA", "AA-", "A", "BBB"]),
    (["Stage IV", "Stage I", "Stage II"], ["Stage I", "Stage II", "Stage IV"]),
    (["Week 10", "Week 2", "Week 9"], ["Week 2", "Week 9", "Week 10"]),
    (["Q4", "Q1", "Q2"], ["Q1", "Q2", "Q4"]),
    (["3 stars", "1 stars", "5 stars"], ["1 stars", "3 stars", "5 stars"]),
    (["very-satisfied", "Neutral", "dissatisfied"], ["dissatisfied", "Neutral", "very-satisfied"]),
    (["Room 12", "Room 3"], None),
    (["Good", "Cheap"], None),
    (["West", "East"], None),
    (["West", "3M"], None),
    ([pd.Timestamp("2023-02-01"), pd.Timestamp("2023-01-01")], ["Jan 2023", "Feb 2023"]),
])  # fmt: skip
def test_what_has_an_order_keeps_it(cells: list[Any], order: list[Hashable] | None) -> None:
    assert natural_order(pd.Series(cells)) == order


def test_ordered_categories_say_their_order() -> None:
    sizes = pd.Categorical(["L", "S", "M"], categories=["S", "M", "L", "XL"], ordered=True)
    assert natural_order(pd.Series(sizes)) == ["S", "M", "L"]
    assert natural_order(pd.Series(pd.Categorical(["b", "a"]))) is None
    assert natural_order(pd.Series(pd.Categorical([2, 1]))) == [1, 2]


def test_an_order_that_an_earlier_step_knows_is_kept() -> None:
    assert natural_order(pd.Series(["high", "low"]), ("low", "medium", "high")) == ["low", "high"]
    assert natural_order(pd.Series(["high", "odd"]), ("low", "high")) is None


def test_periods_are_written_by_their_grain() -> None:
    dates = pd.Series(pd.to_datetime(["2023-04-01", None, "2022-10-01"]))
    assert list(labels(dates, "quarter")) == ["Q2 2023", "(missing)", "Q4 2022"]
    assert natural_order(dates, grain="quarter") == ["Q4 2022", "Q2 2023", "(missing)"]
    assert list(labels(pd.Series(pd.to_datetime(["2023-04-01 10:30"])))) == ["2023-04-01 10:00"]


def test_labels_of_whole_numbers_have_no_point() -> None:
    assert list(labels(pd.Series([4.0, 6.0, None]))) == [4, 6, "(missing)"]


def test_catch_alls_come_last_whatever_their_size() -> None:
    sizes = pd.Series({"Other": 50, "b": 1, "(missing)": 9, "a": 2})
    assert by_size(sizes, descending=True) == ["a", "b", "(missing)", "Other"]


@pytest.mark.parametrize(("natural", "sort", "order", "expected"), [
    (None, "auto", None, ["c", "a", "b"]),
    (["b", "a", "c"], "auto", None, ["b", "a", "c"]),
    (["b", "a", "c"], "y", "asc", ["b", "a", "c"]),
    (["b", "a", "c"], "x", "desc", ["c", "a", "b"]),
    (None, "x", None, ["a", "b", "c"]),
    (None, "none", None, ["a", "b", "c"]),
])  # fmt: skip
def test_labels_are_arranged_as_asked(natural: Any, sort: str, order: str | None, expected: list[str]) -> None:
    cells = pd.Series(["a", "b", "c"])
    assert arranged(cells, pd.Series([2, 1, 3], index=["a", "b", "c"]), natural, sort, order) == expected
