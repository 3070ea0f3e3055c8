"""Opening frames of every engine, collecting them again, and choosing where a pandas frame is scanned."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import narwhals.stable.v2 as nw
import pandas as pd
import polars as pl
import pytest

from autoviz.errors import ColumnError, FileError, FrameError
from autoviz.frames import choose_engine, engine_of, open_frame, to_pandas
from autoviz.frames.plain import plain_table

SALES = pd.DataFrame(
    {
        "region": ["West", "East", float("nan")],
        "units": [3, 5, 7],
        "price": [1.5, None, 2.5],
        "day": pd.to_datetime(["2024-01-31", None, "2024-02-01"]).as_unit("us"),
    }
)


def frames() -> dict[str, Any]:
    return {"pandas": SALES, "polars": pl.from_pandas(SALES), "duckdb": duckdb.from_df(SALES)}


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
def test_opens_and_collects_the_same_rows(engine: str) -> None:
    native = frames()[engine]
    opened = open_frame(native)
    assert engine_of(native) == engine_of(opened) == engine
    assert isinstance(opened, nw.DataFrame if engine == "pandas" else nw.LazyFrame)
    table = to_pandas(opened).sort_values("units", ignore_index=True)
    pd.testing.assert_frame_equal(table, SALES, check_dtype=False)
    assert table["region"].dtype == SALES["region"].dtype


@pytest.mark.spark
def test_opens_and_collects_a_spark_frame(spark: Any) -> None:
    native = spark.createDataFrame(
        [("West", 3, date(2024, 1, 31), Decimal("1.50"))], ["region", "units", "day", "price"]
    )
    assert engine_of(native) == "pyspark"
    table = to_pandas(native)
    assert table.to_dict("records") == [{"region": "West", "units": 3, "day": pd.Timestamp("2024-01-31"), "price": 1.5}]
    assert table["region"].dtype == SALES["region"].dtype


def test_an_open_frame_is_opened_as_itself() -> None:
    opened = open_frame(SALES)
    assert open_frame(opened) is opened


def test_csv_leaves_dates_as_text_because_duckdb_would_guess_their_order(tmp_path: Path) -> None:
    path = tmp_path / "it's.csv"
    path.write_text("day,units,code\n05/03/2022,1,007\n06/03/2022,NA,008\n")
    table = to_pandas(path)
    assert table["day"].tolist() == ["05/03/2022", "06/03/2022"]
    assert table["units"].tolist()[0] == 1
    assert table["units"].isna().tolist() == [False, True]


@pytest.mark.parametrize(("above", "names"), [
    ("Costs 2025 (EUR),,,\n,,,\n", ["team", "kind", "jan", "feb"]),
    ("Account,DE12,,\nExported,03.04.2025,,\n", ["team", "kind", "jan", "feb"]),
    ("", ["team", "kind", "jan", "feb"]),
])  # fmt: skip
def test_lines_above_the_header_of_a_csv_are_no_rows(tmp_path: Path, above: str, names: list[str]) -> None:
    path = tmp_path / "costs.csv"
    path.write_text(f"{above}team,kind,jan,feb\nIT,rent,1,2\nHR,rent,3,4\n")
    table = to_pandas(path)
    assert list(table.columns) == names
    assert table["feb"].tolist() == [2, 4]


@pytest.mark.parametrize("text", [
    ",,2024,,2025,\nteam,kind,jan,feb,jan,feb\nIT,rent,1,2,3,4\n",  # the line above tells the two apart
    ",,c\n1,2,3\n4,5,6\n",
    "a,b,c\n1,,\n2,3,4\n",
])  # fmt: skip
def test_a_first_line_that_may_be_the_header_stays_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "first.csv"
    path.write_text(text)
    assert len(to_pandas(path)) == 2


def test_parquet_is_opened_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "sales.parquet"
    SALES.to_parquet(path)
    assert engine_of(str(path)) == "duckdb"
    pd.testing.assert_frame_equal(to_pandas(str(path)), SALES, check_dtype=False)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.csv", None, "There is no file"),
        ("empty.csv", b"", "is empty"),
        ("notes.txt", b"a", "neither a parquet nor a CSV file"),
        ("broken.parquet", b"not parquet at all", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(FileError, match=message):
        open_frame(tmp_path / name)


class _FakeDask:
    __module__ = "dask.dataframe.core"


@pytest.mark.parametrize(
    ("native", "message", "hint"),
    [
        (SALES["units"], "Series is one column", "to_frame"),
        ([{"a": 1}], "list is not a frame", "pandas.DataFrame"),
        ({"a": [1]}, "dict is not a frame", "pandas.DataFrame"),
        (5, "int cannot be used as a frame", "Polars"),
        (_FakeDask(), "wrong distinct counts", "compute"),
    ],
)
def test_what_is_no_frame_is_refused_with_a_way_out(native: Any, message: str, hint: str) -> None:
    with pytest.raises(FrameError, match=message) as caught:
        open_frame(native)
    assert hint in caught.value.hint


def test_another_library_that_narwhals_knows_is_refused() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    with pytest.raises(FrameError, match="pyarrow are not supported"):
        open_frame(pyarrow.table({"a": [1]}))


def test_doubled_names_are_named() -> None:
    with pytest.raises(ColumnError, match="more than one column called 'a'"):
        open_frame(pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"]))
    with pytest.raises(ColumnError, match="more than one column called '1'"):
        open_frame(pd.DataFrame([[1, 2]], columns=[1, "1"]))


def test_names_become_text_and_levels_are_joined() -> None:
    wide = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("sum", 2020), ("mean", "")]))
    table, told = plain_table(wide)
    assert list(table.columns) == ["sum / 2020", "mean"]
    assert "joined" in told[0]
    assert open_frame(pd.DataFrame([[1]], columns=[2020])).columns == ["2020"]


def test_an_index_that_means_something_becomes_columns() -> None:
    dated = pd.DataFrame({"v": [1, 2]}, index=pd.date_range("2024-01-01", periods=2))
    assert open_frame(dated).columns == ["index", "v"]
    nested = pd.DataFrame({"a": [1, 2]}, index=pd.MultiIndex.from_tuples([("x", 1), ("y", 2)], names=["a", None]))
    table, told = plain_table(nested)
    assert list(table.columns) == ["a (index)", "level_1", "a"]
    assert "'a (index)', 'level_1'" in told[0]
    assert list(nested.columns) == ["a"]


def test_a_plain_number_index_is_left_out() -> None:
    filtered = SALES[SALES["units"] > 3]
    table, told = plain_table(filtered)
    assert (list(table.columns), told) == (list(SALES.columns), ())
    assert filtered.index.tolist() == [1, 2]


def test_only_a_long_frame_goes_to_duckdb() -> None:
    assert engine_of(choose_engine(SALES, 2)) == "duckdb"
    assert choose_engine(SALES, 3) is SALES
    lazy = pl.from_pandas(SALES).lazy()
    assert choose_engine(lazy, 0) is lazy


@pytest.mark.parametrize(
    "column",
    [
        pd.Series([1, "1"], dtype=object),
        pd.Series([[1], [2]], dtype=object),
        pd.Series(pd.period_range("2024-01", periods=2, freq="M")),
        pd.Series(pd.Categorical([1, 2])),
        pd.Series([1j, 2j]),
    ],
)
def test_a_column_that_duckdb_reads_otherwise_keeps_the_frame_in_pandas(column: pd.Series) -> None:
    table = pd.DataFrame({"a": column})
    assert choose_engine(table, 0) is table


def test_names_that_differ_in_casing_keep_the_frame_in_pandas() -> None:
    table = pd.DataFrame({"Price": [1], "price": [2]})
    assert choose_engine(table, 0) is table


def test_duckdb_scans_times_in_their_own_zone() -> None:
    table = pd.DataFrame({"t": pd.date_range("2024-06-01 23:30", periods=1, tz="America/New_York")})
    assert to_pandas(choose_engine(table, 0))["t"].tolist() == [pd.Timestamp("2024-06-01 23:30")]


def test_results_of_duckdb_have_plain_types() -> None:
    table = to_pandas(
        duckdb.sql(
            "select 1.5::decimal(9, 2) as price, 'a'::enum('a', 'b') as size, sum(3) as units, date '2024-01-31' as day"
        )
    )
    assert [column.dtype.kind for _, column in table.items()][0::2] == ["f", "f"]
    assert table["size"].dtype == SALES["region"].dtype
    assert table["day"].tolist() == [pd.Timestamp("2024-01-31")]
