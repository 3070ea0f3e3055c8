"""The family prepare: conditions, casts, missing values, duplicates, samples, bins and derived columns, on pandas.

That every engine gives the same is shown by test_conformance.py; here stands what the result has to be.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from autoviz.errors import ColumnError, DateError, FrameError, ParameterError
from autoviz.table import Outcome, Table

Run = Callable[..., Outcome]


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "id": [1, 2, 3, 4, 5],
            "date": pd.to_datetime(
                ["2023-01-31 10:00", "2023-02-01", "2023-02-28 23:59", "2024-02-29", None], format="ISO8601"
            ),
            "region": ["West", "west", None, "East", "North East"],
            "price": [10.0, np.nan, 30.0, 40.0, np.nan],
            "units": [1, 0, 3, 4, 0],
            "paid": [True, False, True, False, True],
        }
    )


def table_of(outcome: Outcome) -> pd.DataFrame:
    assert outcome.table is not None
    return outcome.table.pandas()


def kept(outcome: Outcome) -> list[int]:
    return table_of(outcome)["id"].tolist()


def condition(column: str, op: str, value: object = None) -> dict[str, object]:
    return {"kind": "filter", "column": column, "op": op, "value": value}


def test_dates_are_read_and_the_evidence_is_noted(run: Run) -> None:
    outcome = run("parse_datetime", pd.DataFrame({"d": ["05.03.2022", "31.12.2022", "soon"]}), column="d")
    assert table_of(outcome)["d"].tolist()[:2] == [pd.Timestamp("2022-03-05"), pd.Timestamp("2022-12-31")]
    assert table_of(outcome)["d"].isna().tolist() == [False, False, True]
    assert outcome.resolved == {"format": "%d.%m.%Y"}
    assert outcome.notes[0].kind == "dates"
    assert outcome.notes[0].data["failed"] == ["soon"]


def test_dates_that_read_two_ways_are_refused_unless_the_order_is_said(run: Run) -> None:
    frame = pd.DataFrame({"d": ["05.03.2022", "04.02.2022"]})
    with pytest.raises(DateError, match="two ways"):
        run("parse_datetime", frame, column="d")
    outcome = run("parse_datetime", frame, column="d", order="month first")
    assert table_of(outcome)["d"].tolist()[0] == pd.Timestamp("2022-05-03")


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("=", "WEST", [1, 2]),
        ("!=", "west", [3, 4, 5]),
        ("in", ["east", "west"], [1, 2, 4]),
        ("not in", ["east", "west"], [3, 5]),
        ("contains", "st", [1, 2, 4, 5]),
        ("not contains", "east", [1, 2, 3]),
        ("starts with", "n", [5]),
        ("ends with", "EAST", [4, 5]),
        ("is null", None, [3]),
        ("not null", None, [1, 2, 4, 5]),
        ("=", None, [3]),
        ("!=", None, [1, 2, 4, 5]),
        ("in", ["east", None], [3, 4]),
    ],
)
def test_text_is_compared_in_any_case_and_missing_text_is_not_what_is_excluded(
    run: Run, frame: pd.DataFrame, op: str, value: object, expected: list[int]
) -> None:
    assert kept(run("filter_rows", frame, filters=[condition("region", op, value)])) == expected


def test_text_can_be_compared_in_its_own_case(run: Run, frame: pd.DataFrame) -> None:
    assert kept(run("filter_rows", frame, filters=[condition("region", "=", "west")], match_case=True)) == [2]


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("=", "2023", [1, 2, 3]),
        ("=", 2023, [1, 2, 3]),
        ("=", "2023-02", [2, 3]),
        ("=", "2023-Q1", [1, 2, 3]),
        ("=", "2023-02-28", [3]),
        ("=", "2023-02-28 23:59", [3]),
        ("!=", "2023", [4, 5]),
        ("<", "2023-02-01", [1]),
        ("<=", "2023-02-28", [1, 2, 3]),
        ("<=", "2023-02-28 12:00", [1, 2]),
        (">", "2023-02-28", [4]),
        (">", "2023", [4]),
        (">=", "2023-02-28", [3, 4]),
        ("between", ["2023-01-31", "2023-02-28"], [1, 2, 3]),
        ("between", ["2023-02", "2024"], [2, 3, 4]),
        ("in", ["2023-01", "2024"], [1, 4]),
        ("not in", ["2023-01", "2024"], [2, 3, 5]),
        ("is null", None, [5]),
    ],
)
def test_a_date_covers_the_whole_day_month_or_year_that_it_names(
    run: Run, frame: pd.DataFrame, op: str, value: object, expected: list[int]
) -> None:
    assert kept(run("filter_rows", frame, filters=[condition("date", op, value)])) == expected


def test_texts_lie_between_texts(run: Run) -> None:
    seasons = pd.DataFrame({"id": [1, 2, 3], "season": ["2003-2004", "2004-2005", "2005-2006"]})
    found = run("filter_rows", seasons, filters=[condition("season", "between", ["2003-2004", "2004-2005"])])
    assert kept(found) == [1, 2]


def test_conditions_read_again_from_the_record_keep_the_same_rows(run: Run, frame: pd.DataFrame) -> None:
    for op, value in (("<=", "2023-02-28"), ("=", "2023-02"), ("=", "2023-02-01 00:00"), ("<=", "2023-02-01 00:00")):
        first = run("filter_rows", frame, filters=[condition("date", op, value)])
        again = run("filter_rows", frame, filters=[item.model_dump() for item in first.resolved["filters"]])
        assert kept(again) == kept(first)


def test_dates_with_a_zone_are_compared_in_their_own_time(run: Run, frame: pd.DataFrame) -> None:
    local = frame.assign(date=frame["date"].dt.tz_localize("Europe/Berlin"))
    assert kept(run("filter_rows", local, filters=[condition("date", "=", "2023-02-28")])) == [3]
    assert kept(run("filter_rows", local, filters=[condition("date", ">=", "2023-02-28T22:59:00Z")])) == [3, 4]


def test_values_are_brought_to_the_type_of_the_column(run: Run, frame: pd.DataFrame) -> None:
    assert kept(run("filter_rows", frame, filters=[condition("price", ">", "20")])) == [3, 4]
    assert kept(run("filter_rows", frame, filters=[condition("paid", "=", "no")])) == [2, 4]
    text = frame.assign(region=["70", "71", "70", "x", None])
    assert kept(run("filter_rows", text, filters=[condition("region", "=", 70.0)])) == [1, 3]


@pytest.mark.parametrize(
    ("column", "op", "value", "error", "message"),
    [
        ("price", "=", "cheap", ParameterError, "'cheap' is no number"),
        ("price", "<", "nan", ParameterError, "'nan' is no number"),
        ("paid", "=", "perhaps", ParameterError, "neither yes nor no"),
        ("date", ">", "yesterday", ParameterError, "is no date"),
        ("date", "=", "2023-13", ParameterError, "is no date"),
        ("price", "contains", "1", ColumnError, "holds numbers"),
        ("date", "contains", "2023", ColumnError, "holds dates"),
        ("region", ">", 5, ColumnError, "holds text"),
        ("regoin", "=", "West", ColumnError, "There is no column 'regoin'"),
    ],
)
def test_a_condition_that_does_not_fit_its_column_is_refused(
    run: Run, frame: pd.DataFrame, column: str, op: str, value: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        run("filter_rows", frame, filters=[condition(column, op, value)])


def test_all_conditions_hold_and_of_any_of_one(run: Run, frame: pd.DataFrame) -> None:
    either = {"kind": "any_of", "filters": [condition("units", "=", 0), condition("date", "=", "2024")]}
    assert kept(run("filter_rows", frame, filters=[either])) == [2, 4, 5]
    assert kept(run("filter_rows", frame, filters=[either, condition("paid", "=", True)])) == [5]


def test_missing_values_that_a_negative_condition_keeps_are_counted(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("filter_rows", frame, filters=[condition("region", "!=", "West")])
    assert [note.message for note in outcome.notes] == [
        "Rows kept because a missing 'region' is not what is excluded: 1."
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [("12", 12.0), (" 3.5 ", 3.5), ("$1,200.50", 1200.5), ("-4", -4.0), ("-$8", -8.0), ("$-8", -8.0), ("1e3", 1000.0),
     ("1,234,567", 1234567.0), (".5", 0.5), ("1,5", None), ("12,34", None), ("n/a", None), ("", None), ("--5", None)],
)  # fmt: skip
def test_text_is_a_number_only_where_it_can_mean_but_one(run: Run, text: str, number: float | None) -> None:
    outcome = run("cast_types", pd.DataFrame({"a": [text, "1"]}), columns=["a"], to="number")
    cell = table_of(outcome)["a"].iloc[0]
    assert cell == number if number is not None else np.isnan(cell)
    assert bool(outcome.notes) == (number is None)


def test_what_a_cast_loses_is_counted(run: Run) -> None:
    outcome = run("cast_types", pd.DataFrame({"a": ["1", "two", None, "3"]}), columns=["a"], to="integer")
    assert outcome.notes[0].kind == "coerced"
    assert outcome.notes[0].data == {"a": 1}
    assert table_of(outcome)["a"].tolist() == [1, pd.NA, pd.NA, 3]


def test_dates_and_flags_are_not_cast_to_numbers(run: Run, frame: pd.DataFrame) -> None:
    with pytest.raises(ColumnError, match="derive_column"):
        run("cast_types", frame, columns=["date"], to="number")
    with pytest.raises(ColumnError, match="need no casting"):
        run("cast_types", frame, columns=["paid"], to="number")


def test_rows_with_missing_values_are_dropped_and_counted(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("handle_missing", frame, method="drop", columns=["price"])
    assert kept(outcome) == [1, 3, 4]
    assert outcome.notes[0].data == {"rows": 2}


def test_missing_numbers_are_filled_with_the_mean(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("handle_missing", frame, method="mean")
    assert table_of(outcome)["price"].tolist() == pytest.approx([10, 80 / 3, 30, 40, 80 / 3])
    assert table_of(outcome)["region"].isna().sum() == 1
    assert "2 of 'price'" in outcome.notes[0].message


def test_what_could_not_be_filled_is_said(run: Run) -> None:
    outcome = run("handle_missing", pd.DataFrame({"a": [None, 1.0, None]}), method="previous")
    assert outcome.notes[0].message == (
        "Missing values were filled: 1 of 'a', with the value before it. Still missing: 1 of 'a'."
    )


def test_the_most_frequent_value_fills_and_of_several_the_first_in_order(run: Run) -> None:
    frame = pd.DataFrame({"a": ["y", "x", None, "y", "x"]})
    assert table_of(run("handle_missing", frame, method="mode"))["a"].tolist() == ["y", "x", "x", "y", "x"]


def test_filling_needs_a_value_that_fits(run: Run, frame: pd.DataFrame) -> None:
    with pytest.raises(ParameterError, match="value to fill with is missing"):
        run("handle_missing", frame, method="value", columns=["price"])
    with pytest.raises(ParameterError, match="is no number"):
        run("handle_missing", frame, method="value", columns=["price"], value="none")
    with pytest.raises(ParameterError, match="cannot be filled"):
        run("handle_missing", frame, method="value", columns=["date"], value="2023-01-01")


def test_a_category_can_be_filled_with_a_new_one(run: Run) -> None:
    frame = pd.DataFrame({"a": pd.Categorical(["x", None])})
    outcome = run("handle_missing", frame, method="value", value="none")
    assert table_of(outcome)["a"].tolist() == ["x", "none"]


def test_the_previous_value_needs_an_order_where_rows_have_none(run: Run, frame: pd.DataFrame) -> None:
    import polars as pl

    rows = pl.from_pandas(frame)
    with pytest.raises(FrameError, match="no order of their own"):
        run("handle_missing", rows, method="previous", columns=["price"])
    with pytest.raises(FrameError, match="have no order"):
        run("drop_duplicates", rows, columns=["region"])
    outcome = run("handle_missing", rows, method="previous", columns=["price"], order_by="id")
    assert table_of(outcome)["price"].tolist() == [10, 10, 30, 40, 40]


def test_not_a_number_is_missing_on_engines_that_tell_the_two_apart(run: Run) -> None:
    import polars as pl

    rows = pl.DataFrame({"id": [1, 2, 3], "price": [1.0, float("nan"), None]})
    assert kept(run("filter_rows", rows, filters=[condition("price", ">", 0)])) == [1]
    assert kept(run("filter_rows", rows, filters=[condition("price", "is null")])) == [2, 3]
    assert kept(run("handle_missing", rows, method="drop")) == [1]
    assert table_of(run("handle_missing", rows, method="mean"))["price"].tolist() == [1.0, 1.0, 1.0]
    assert table_of(run("aggregate", rows, metrics=["price"]))["price"].tolist() == [1.0]


def test_doubled_rows_are_dropped_and_counted(run: Run) -> None:
    frame = pd.DataFrame({"id": [1, 2, 1, 3], "a": ["x", "y", "x", "y"]})
    assert kept(run("drop_duplicates", frame)) == [1, 2, 3]
    outcome = run("drop_duplicates", frame, columns=["a"], keep="last")
    assert kept(outcome) == [1, 3]
    assert outcome.notes[0].data == {"rows": 2}


def test_a_sample_is_the_same_every_time_and_another_with_another_seed(run: Run) -> None:
    frame = pd.DataFrame({"id": range(200)})
    first = kept(run("sample_rows", frame, n=20))
    assert first == kept(run("sample_rows", frame, n=20)) == sorted(first)
    assert first != kept(run("sample_rows", frame, n=20, seed=1))
    assert len(kept(run("sample_rows", frame, fraction=0.1))) == 20
    with pytest.raises(ParameterError, match="not both"):
        run("sample_rows", frame, n=3, fraction=0.5)


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_a_large_lazy_frame_is_sampled_inside_its_engine(
    run: Run, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb
    import polars as pl

    monkeypatch.setattr("autoviz.shaping.sampling.COLLECTED_ROWS", 100)
    frame = pd.DataFrame({"id": range(500)})
    rows = pl.from_pandas(frame) if engine == "polars" else duckdb.from_df(frame)
    first = sorted(kept(run("sample_rows", rows, n=40)))
    assert len(set(first)) == 40
    assert first == sorted(kept(run("sample_rows", rows, n=40)))


def test_bins_hold_their_upper_edge_and_their_labels_keep_their_order(run: Run) -> None:
    frame = pd.DataFrame({"age": [0, 10, 20, 30, 31]})
    outcome = run("bin_numeric", frame, column="age", edges="0, 10, 20, 30")
    assert table_of(outcome)["age_bin"].astype(object).tolist()[:4] == ["0–10", "0–10", "10–20", "20–30"]
    assert [note.message for note in outcome.notes] == ["Values that lie in no bin: 1."]
    assert outcome.table is not None
    assert outcome.table.of("age_bin").order == ("0–10", "10–20", "20–30")


def test_bins_stay_in_order_when_their_rows_are_counted(run: Run) -> None:
    import polars as pl

    frame = pl.DataFrame({"age": [1, 5, 15, 95, 105]})
    binned = run("bin_numeric", frame, column="age", edges="0, 10, 100, 200")
    counted = table_of(run("aggregate", binned.table, group_by=["age_bin"]))
    assert counted["age_bin"].tolist() == ["0–10", "10–100", "100–200"]
    assert counted["count"].tolist() == [2, 2, 1]


@pytest.mark.parametrize(
    ("values", "labels"),
    [([0, 100], ["0–25", "25–50", "50–75", "75–100"]),
     ([0.0, 0.1], ["0–0.025", "0.025–0.05", "0.05–0.075", "0.075–0.1"]),
     ([-2, 2], ["-2 to -1", "-1 to 0", "0 to 1", "1 to 2"]), ([0, 10], ["0–2.5", "2.5–5", "5–7.5", "7.5–10"])],
)  # fmt: skip
def test_labels_of_bins_have_as_many_decimals_as_it_takes(run: Run, values: list[float], labels: list[str]) -> None:
    outcome = run("bin_numeric", pd.DataFrame({"a": values}), column="a", bins=4)
    assert list(table_of(outcome)["a_bin"].cat.categories) == labels


def test_infinite_and_missing_values_lie_in_no_bin(run: Run) -> None:
    outcome = run("bin_numeric", pd.DataFrame({"a": [1.0, np.inf, 2.0, np.nan]}), column="a", bins=2)
    assert table_of(outcome)["a_bin"].isna().tolist() == [False, True, False, True]
    with pytest.raises(ColumnError, match="no numbers to cut"):
        run("bin_numeric", pd.DataFrame({"a": [np.nan, np.inf]}), column="a")


@pytest.mark.parametrize(("edges", "message"), [("0, 5, 5", "do not rise"), ("a, b", "no edges"), ("3", "do not rise")])
def test_edges_of_bins_must_rise(run: Run, edges: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        run("bin_numeric", pd.DataFrame({"a": [1, 2]}), column="a", edges=edges)


def test_a_ratio_by_zero_is_missing_and_counted(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("derive_column", frame, name="each", op="ratio", columns=["price", "units"])
    assert table_of(outcome)["each"].fillna(-1).tolist() == [10, -1, 10, 10, -1]
    assert outcome.notes[0].data == {"rows": 2}


def test_parts_of_dates(run: Run, frame: pd.DataFrame) -> None:
    def part(op: str) -> list[object]:
        return table_of(run("derive_column", frame, name="part", op=op, columns=["date"]))["part"].tolist()[:4]

    assert part("year") == [2023, 2023, 2023, 2024]
    assert part("quarter") == [1, 1, 1, 1]
    assert part("month") == [1, 2, 2, 2]
    assert part("weekday") == ["Tue", "Wed", "Tue", "Thu"]
    assert part("hour") == [10, 0, 23, 0]


@pytest.mark.parametrize(
    ("op", "columns", "name", "message"),
    [("ratio", ["price"], "new", "exactly two"), ("sum", ["price", "region"], "new", "holds text"),
     ("year", ["price"], "new", "needs dates"), ("year", ["date", "date"], "new", "one column"),
     ("sum", ["price", "units"], "id", "already")],
)  # fmt: skip
def test_a_derivation_that_makes_no_sense_is_refused(
    run: Run, frame: pd.DataFrame, op: str, columns: list[str], name: str, message: str
) -> None:
    with pytest.raises((ParameterError, ColumnError), match=message):
        run("derive_column", frame, name=name, op=op, columns=columns)


def test_row_wise_tools_leave_a_lazy_frame_lazy(run: Run, frame: pd.DataFrame) -> None:
    import narwhals.stable.v2 as nw
    import polars as pl

    rows = pl.from_pandas(frame)
    steps = {
        "filter_rows": {"filters": [condition("units", ">", 0)]},
        "cast_types": {"columns": ["units"], "to": "number"},
        "derive_column": {"name": "new", "op": "sum", "columns": ["price", "units"]},
        "bin_numeric": {"column": "price"},
    }
    for tool, params in steps.items():
        table = run(tool, rows, **params).table
        assert isinstance(table, Table)
        assert isinstance(table.frame, nw.LazyFrame), tool
