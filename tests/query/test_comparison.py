"""The comparison of two result tables: every planted difference is found and said, and types alone raise no alarm."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from autoviz.frames import to_pandas
from autoviz.query.comparison import Comparison, differences, matched_columns

SALES = pd.DataFrame(
    {
        "month": pd.to_datetime(["2023-01-01", "2023-01-01", "2023-02-01", "2023-02-01"]),
        "region": ["West", "East", "West", None],
        "revenue": [1350.0, 0.0, 12.5, np.nan],
        "orders": [3, 1, 2, 4],
    }
)


def compared(found: pd.DataFrame, expected: pd.DataFrame = SALES, **options) -> Comparison:
    return differences(expected, found, **{"ordered": False, "limited": False, **options})


def cell(row: int, column: str, value: object) -> pd.DataFrame:
    changed = SALES.copy()
    changed[column] = changed[column].astype(object)
    changed.loc[row, column] = value
    return changed.infer_objects()


def test_the_same_agrees_in_any_order_of_rows_and_columns():
    found = compared(SALES.iloc[::-1, ::-1].assign(further="x"))
    assert found == Comparison(numbers=7, rows=4)
    assert found.agrees


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (cell(0, "revenue", 1200.0), "revenue of 2023-01-01, West: 1,200 in the plan, 1,350 in SQL"),
        (cell(0, "revenue", None), "revenue of 2023-01-01, West: missing in the plan, 1,350 in SQL"),
        (cell(1, "revenue", None), "revenue of 2023-01-01, East: missing in the plan, 0 in SQL"),
        (cell(3, "revenue", 0.0), "revenue of 2023-02-01, missing: 0 in the plan, missing in SQL"),
        (cell(2, "orders", 3), "orders of 2023-02-01, West: 3 in the plan, 2 in SQL"),
        (cell(2, "revenue", 12.5001), "revenue of 2023-02-01, West: 12.5001 in the plan, 12.5 in SQL"),
        (SALES.iloc[:3], "2023-02-01, missing is in SQL, but not in the plan"),
        (SALES.iloc[[0, 1, 2, 3, 0]], "2023-01-01, West is in the plan, but not in SQL"),
        (cell(1, "region", "North"), "2023-01-01, East is in SQL, but not in the plan"),
        (cell(3, "region", "West"), "2023-02-01, missing is in SQL, but not in the plan"),
        (cell(0, "month", pd.Timestamp("2023-01-02")), "2023-01-01, West is in SQL, but not in the plan"),
        (SALES.drop(columns="orders"), "there is no column 'orders' in the plan"),
        (SALES.iloc[:0], "2023-01-01, West is in SQL, but not in the plan"),
    ],
)
def test_a_planted_difference_is_found_and_said(found, said):
    result = compared(found)
    assert not result.agrees
    assert result.differences[0] == said


def test_the_first_differences_are_told_and_all_are_counted():
    result = compared(SALES.assign(orders=SALES["orders"] + 1, revenue=7.0), most=2)
    assert result.total == 8
    assert len(result.differences) == 2


def test_a_single_row_needs_no_label():
    one = pd.DataFrame({"total": [10.0]})
    assert compared(one, one) == Comparison(numbers=1, rows=1)
    assert compared(pd.DataFrame({"total": [11.0]}), one).differences == ("total: 11 in the plan, 10 in SQL",)


@pytest.mark.parametrize("most_digits", [1e-10, 3e-13])
def test_numbers_agree_to_nine_digits(most_digits):
    assert compared(SALES.assign(revenue=SALES["revenue"] * (1 + most_digits))).agrees
    assert not compared(SALES.assign(revenue=SALES["revenue"] * (1 + 1e-8))).agrees


def test_what_is_next_to_nothing_beside_the_column_is_zero():
    assert compared(cell(1, "revenue", 1e-10)).agrees
    assert not compared(cell(1, "revenue", 1e-6)).agrees


def test_endless_numbers_agree_with_themselves_alone():
    endless = cell(0, "revenue", np.inf)
    assert compared(endless, endless).agrees
    assert "endless in the plan" in compared(endless).differences[0]


FORMS = {
    "category": lambda table: table.astype({"region": "category"}),
    "object": lambda table: table.astype({"region": object, "orders": object}),
    "string": lambda table: table.astype({"region": "string", "orders": "Int64", "revenue": "Float64"}),
    "whole floats": lambda table: table.astype({"orders": float}),
    "small": lambda table: table.astype({"orders": "uint8"}),
    "float32": lambda table: table.astype({"revenue": "float32"}),
    "python dates": lambda table: table.assign(month=[moment.date() for moment in table["month"]]),
    "nanoseconds": lambda table: table.astype({"month": "datetime64[ns]"}),
    "zone": lambda table: table.assign(month=table["month"].dt.tz_localize("Europe/Berlin")),
    "period": lambda table: table.assign(month=table["month"].dt.to_period("M")),
    "iso text": lambda table: table.assign(month=table["month"].dt.strftime("%Y-%m-%d")),
    "decimals": lambda table: table.assign(
        revenue=[None if np.isnan(value) else Decimal(str(value)) for value in table["revenue"]]
    ),
    "number text": lambda table: table.assign(orders=table["orders"].astype(str)),
    "arrow": lambda table: table.convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda table: to_pandas(pl.from_pandas(table)),
    "duckdb": lambda table: to_pandas(duckdb.from_df(table)),
    "other names": lambda table: table.rename(columns={"month": "date", "revenue": "sum of revenue"}),
    "casing": lambda table: table.rename(columns=str.upper),
}


@pytest.mark.parametrize("form", FORMS)
def test_types_and_engines_raise_no_alarm(form):
    assert compared(FORMS[form](SALES)).differences == ()
    assert compared(SALES, FORMS[form](SALES)).differences == ()


@pytest.mark.parametrize("form", FORMS)
def test_a_difference_is_found_in_every_form(form):
    changed = FORMS[form](cell(0, "revenue", 1200.0))
    assert len(compared(changed).differences) == 1


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([pd.Timestamp("2022-01-01"), pd.Timestamp("2023-01-01")], [2022, 2023]),
        ([2022, 2023], [dt.date(2022, 1, 1), dt.date(2023, 1, 1)]),
        ([2022, 2023], ["2022", "2023"]),
        ([True, False], [1, 0]),
        ([True, False], ["true", "false"]),
        ([None, None], [np.nan, pd.NaT]),
        ([None, None], ["", None][1:] * 2),
        ([pd.Timedelta("1h"), None], [3600.0, np.nan]),
    ],
)
def test_the_same_value_in_another_kind_agrees(expected, found):
    one, other = (pd.DataFrame({"key": ["a", "b"], "value": values}) for values in (expected, found))
    assert compared(other, one).differences == ()


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ([pd.Timestamp("2022-01-01"), pd.Timestamp("2023-06-01")], [2022, 2023]),
        (["a", "b"], [1, 2]),
        ([True, False], [True, True]),
        ([1.0, 2.0], [None, None]),
        ([pd.Timestamp("2022-01-01")] * 2, [None, None]),
    ],
)
def test_another_value_in_another_kind_differs(expected, found):
    one, other = (pd.DataFrame({"key": ["a", "b"], "value": values}) for values in (expected, found))
    assert not compared(other, one, keys=["key"]).agrees


def test_rows_without_labels_of_their_own_are_compared_as_they_stand_sorted():
    rows = pd.DataFrame({"name": ["a", "a", "b", "b"], "x": [1.5, 2.5, 1.5, 1.5]})
    assert compared(rows.iloc[[3, 1, 0, 2]], rows).agrees
    assert not compared(rows.assign(x=[1.5, 2.5, 1.5, 2.5]), rows).agrees
    assert compared(rows.iloc[:3], rows).total == 1
    assert not compared(rows.iloc[[0, 0, 2, 3]], rows).agrees


def test_years_tell_rows_apart_where_no_label_does():
    years = pd.DataFrame({"year": [2021, 2022, 2023], "total": [1.5, 2.5, 3.5]})
    assert compared(years.iloc[[0, 2]], years).differences == ("2022 is in SQL, but not in the plan",)


def test_named_keys_leave_other_labels_to_be_compared():
    best = pd.DataFrame({"region": ["West", "East"], "best": ["Pen", "Ink"]})
    found = compared(best.assign(best=["Pen", "Cap"]), best, keys=["region"])
    assert found.differences == ("best of East: Cap in the plan, Ink in SQL",)


RANKED = pd.DataFrame({"region": ["West", "East", "North", "South"], "revenue": [9.0, 7.0, 7.0, 5.0]})


def test_another_order_is_found_where_order_counts():
    swapped = RANKED.iloc[[1, 0, 2, 3]]
    assert compared(swapped, RANKED).agrees
    found = compared(swapped, RANKED, ordered=True)
    assert found.differences == ("the order differs: East comes before West in the plan, and after it in SQL",)
    assert not compared(RANKED.iloc[::-1], RANKED, ordered=True, order=["revenue"]).agrees


def test_equal_values_may_stand_in_any_order():
    tied = RANKED.iloc[[0, 2, 1, 3]]
    assert compared(tied, RANKED, ordered=True, order=["revenue"]).agrees
    assert compared(tied, RANKED, ordered=True).agrees
    assert not compared(tied, RANKED, ordered=True, order=["region"]).agrees


def test_a_limit_may_cut_a_tie_in_either_way():
    expected, other = RANKED.iloc[:2], RANKED.iloc[[0, 2]]
    assert not compared(other, expected).agrees
    assert compared(other, expected, limited=True, order=["revenue"]).agrees
    assert compared(other, expected, limited=True).agrees
    wrong = RANKED.iloc[[0, 3]]
    assert not compared(wrong, expected, limited=True, order=["revenue"]).agrees


def test_a_row_too_many_moves_no_other_of_the_same_labels():
    """Of rows that share their labels those that are the same stand for each other, and one that is not is told."""
    labels = ["yes", "yes", "yes", "no"]
    expected = pd.DataFrame({"denied": labels, "ratio": [0.9, 0.7, 0.45, 0.8], "loan": [0.5, 0.6, 0.1, 0.4]})
    cells = {"ratio": [0.9, 0.7, 0.8, 0.45], "loan": [0.5, 0.6, 0.4, 0.2]}
    other = pd.DataFrame({"denied": ["yes", "yes", "no", "no"], **cells})
    found = compared(other, expected)
    assert found.differences == ("yes is in SQL, but not in the plan", "no is in the plan, but not in SQL")
    tied = expected.sort_values("ratio", ascending=False, ignore_index=True)
    assert compared(other, tied, limited=True, order=["ratio"]).agrees
    assert compared(other.assign(ratio=[0.9, 0.7, 0.8, 0.3]), tied, limited=True, order=["ratio"]).total == 2


def test_a_limit_does_not_excuse_a_lost_row():
    assert not compared(RANKED.iloc[:2], RANKED.iloc[:3], limited=True, order=["revenue"]).agrees
    assert not compared(RANKED.iloc[[1, 2]], RANKED.iloc[:2], limited=True, order=["revenue"]).agrees


def test_nothing_agrees_with_nothing():
    assert compared(SALES.iloc[:0], SALES.iloc[:0]) == Comparison(numbers=0, rows=0)
    assert not compared(SALES, SALES.iloc[:0]).agrees


def test_columns_are_matched_by_name_then_by_kind_in_their_order():
    found = pd.DataFrame({"label": ["a"], "REVENUE": [1.0], "n": [2], "when": [pd.Timestamp("2020")]})
    wanted = pd.DataFrame({"day": [pd.Timestamp("2020")], "revenue": [1.0], "orders": [2], "name": ["a"]})
    assert matched_columns(wanted, found) == {"day": 3, "revenue": 1, "orders": 2, "name": 0}


def test_neither_table_is_changed():
    expected, found = SALES.copy(deep=True), FORMS["category"](SALES)
    kept = found.copy(deep=True)
    compared(found, expected)
    pd.testing.assert_frame_equal(expected, SALES)
    pd.testing.assert_frame_equal(found, kept)


def test_a_hundred_thousand_rows_are_compared_whole():
    count = 100_000
    days = pd.Timestamp("2000-01-01") + pd.to_timedelta(np.arange(count) // 10, unit="D")
    rows = pd.DataFrame({"day": days, "region": np.tile(list("abcdefghij"), count // 10), "x": np.arange(count) / 7})
    shuffled = rows.sample(frac=1, random_state=0)
    assert compared(shuffled, rows) == Comparison(numbers=count, rows=count)


def test_tables_that_agree_as_they_stand_are_compared_without_looking_for_their_rows(monkeypatch):
    twice = pd.concat([SALES, SALES], ignore_index=True)
    spelled = twice.astype({"region": "category", "orders": "Int64"})
    monkeypatch.setattr("autoviz.query.comparison._matched", None)  # whoever calls it fails
    for found in (twice, spelled):
        assert compared(found, twice) == Comparison(numbers=14, rows=8)
        assert compared(found, twice, keys=["region"], ordered=True, order=["month"]).agrees
    with pytest.raises(TypeError):
        compared(twice.assign(region=[*twice["region"][:-1], "East"]), twice)
