"""What is known of a frame without its rows: kinds, ranges, values and dates, on every engine and for hard frames."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoviz.errors import ColumnError, FrameError
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile import fingerprint, fingerprints, profile

ROWS = 400


def cars() -> pd.DataFrame:
    """A table with a column of every kind."""
    draw = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "car_id": np.arange(ROWS) + 1000,
            "name": [f"car {chr(97 + number % 26)}{number % 300}" for number in range(ROWS)],
            "cylinders": draw.choice([3, 4, 5, 6, 8], ROWS),
            "mpg": draw.normal(20, 5, ROWS).round(1),
            "weight": draw.integers(1600, 5100, ROWS),
            "model_year": draw.integers(70, 83, ROWS),
            "origin": draw.choice(["USA", "Europe", "Japan"], ROWS),
            "is_new": draw.integers(0, 2, ROWS),
            "smoker": draw.choice(["yes", "no"], ROWS),
            "sold": pd.date_range("2022-01-01", periods=ROWS).strftime("%d.%m.%Y"),
            "seen": pd.date_range("2022-01-01", periods=ROWS),
            "electric": draw.random(ROWS) > 0.5,
            "review": [f"a long text of many words, number {number}, goes on and on" for number in range(ROWS)],
        }
    )


KINDS = {
    "car_id": "identifier",
    "name": "categorical",
    "cylinders": "ordinal",
    "mpg": "numeric",
    "weight": "numeric",
    "model_year": "temporal",
    "origin": "geographic",
    "is_new": "boolean",
    "smoker": "boolean",
    "sold": "temporal",
    "seen": "temporal",
    "electric": "boolean",
    "review": "text",
}
METRICS = {"cylinders", "mpg", "weight", "is_new"}


def one(values: Any, name: str = "x", **others: Any) -> ColumnProfile:
    """The profile of a single column."""
    return profile(pd.DataFrame({name: values, **others})).column(name)


def test_every_kind_is_told() -> None:
    found = profile(cars(), "cars")
    assert {column.name: column.kind for column in found.columns} == KINDS
    assert {column.name for column in found.columns if column.metric} == METRICS
    assert (found.name, found.engine, found.rows, found.warnings) == ("cars", "pandas", ROWS, ())


def test_ranges_values_and_spans_are_exact() -> None:
    table = cars()
    found = profile(table)
    cylinders = found.column("cylinders")
    assert cylinders.values == tuple(int(value) for value in table["cylinders"].value_counts().index)
    assert (cylinders.minimum, cylinders.maximum, cylinders.distinct) == (3, 8, 5)
    assert found.column("mpg").mean == pytest.approx(table["mpg"].mean())
    sold = found.column("sold")
    assert sold.dates is not None and sold.span is not None
    assert (sold.dates.format, sold.dates.alternative) == ("%d.%m.%Y", None)
    assert (sold.span.first, sold.span.last, sold.span.spacing_days) == ("2022-01-01", "2023-02-04", 1.0)
    year = found.column("model_year")
    assert year.span is not None and (year.minimum, year.span.first) == (70, "1970-01-01")
    assert found.column("seen").dates is None


def _comparable(found: DatasetProfile) -> list[dict[str, Any]]:
    rounded = [column.replaced(mean=None if column.mean is None else round(column.mean, 6)) for column in found.columns]
    return [column.model_dump(exclude={"dtype"}) for column in rounded]


@pytest.mark.parametrize("engine", ["polars", "lazy", "duckdb", "parquet"])
def test_every_engine_tells_the_same(engine: str, tmp_path: Path) -> None:
    table = cars()
    table.to_parquet(tmp_path / "cars.parquet")
    frames: dict[str, Any] = {
        "polars": pl.from_pandas(table),
        "lazy": pl.from_pandas(table).lazy(),
        "duckdb": duckdb.from_df(table),
        "parquet": tmp_path / "cars.parquet",
    }
    assert _comparable(profile(frames[engine])) == _comparable(profile(table))


@pytest.mark.spark
def test_spark_tells_the_same(spark: Any) -> None:
    table = cars()[["cylinders", "mpg", "origin", "sold", "electric"]].head(60)
    table.loc[3, "mpg"] = np.nan
    rows = [
        tuple(value.item() if hasattr(value, "item") else value for value in row)
        for row in table.itertuples(index=False)
    ]
    found = profile(spark.createDataFrame(rows, list(table.columns)))
    assert found.engine == "pyspark"
    assert _comparable(found) == _comparable(profile(table))


@pytest.mark.spark
def test_spark_tells_each_edit_but_no_order(spark: Any) -> None:
    rows = [(1, "a", 0.5), (2, "b", 1.5), (3, "c", 2.5)]
    edits = [
        [(1, "a", 0.5), (2, "b", 1.5), (3, "c", 2.6)],
        [(1, "b", 0.5), (2, "a", 1.5), (3, "c", 2.5)],
        [(1, "a", 0.5), (2, "b", 1.5), (3, None, 2.5)],
        rows[:2],
        [*rows, *rows],
    ]
    marks = [fingerprint(spark.createDataFrame(one, ["n", "word", "`odd"])) for one in (rows, *edits)]
    assert fingerprints.is_stable(marks[0]) and len(set(marks)) == len(marks)
    assert fingerprint(spark.createDataFrame(rows[::-1], ["n", "word", "`odd"])) == marks[0]


@pytest.mark.parametrize("engine", ["pandas", "polars", "duckdb"])
def test_a_long_frame_is_sampled_and_says_so(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoviz.profile.WHOLE_ROWS", 5_000)
    monkeypatch.setattr("autoviz.profile.SAMPLED_ROWS", 2_000)
    rows = 30_000
    draw = np.random.default_rng(1)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(draw.integers(0, 900, rows), unit="D")
    table = pd.DataFrame(
        {
            "id": np.arange(rows),
            "region": draw.choice(["North", "South", "East", "West"], rows),
            "amount": np.where(np.arange(rows) == 17_777, 1e9, draw.normal(10, 1, rows)),
            "day": days,
            "written": days.strftime("%Y-%m-%d"),
            "note": pd.Series([None] * 29_000 + ["x"] * 1_000, dtype="str"),
        }
    )
    native: Any = {"pandas": table, "polars": pl.from_pandas(table), "duckdb": duckdb.from_df(table)}[engine]
    found = profile(native)
    amount, day, written = found.column("amount"), found.column("day"), found.column("written")
    assert (found.rows, amount.maximum, found.column("note").missing) == (rows, 1e9, 29_000)
    assert amount.distinct_is_estimate and amount.distinct is not None and amount.distinct > 0.8 * rows
    assert set(found.column("region").values) == {"North", "South", "East", "West"}
    assert found.column("id").kind == "identifier"
    assert day.span is not None and day.span.spacing_days == 1.0
    assert written.dates is not None and "in a sample" in written.dates.reason
    assert written.span is not None and (written.span.first, written.span.last) == (day.span.first, day.span.last)


def test_small_tables_have_labels_not_identifiers() -> None:
    found = profile(
        pd.DataFrame(
            {
                "name": ["Al", "Bo", "Cy", "Di", "Ed", "Fi", "Gu", "Hy"],
                "age": [30, 31, 30, 40, 22, 35, 36, 60],
                "stars": [1, 2, 1, 2, 3, 1, 2, 1],
            }
        )
    )
    assert [column.kind for column in found.columns] == ["categorical", "numeric", "ordinal"]
    assert found.column("name").values == ("Al", "Bo", "Cy", "Di", "Ed", "Fi", "Gu", "Hy")


@pytest.mark.parametrize(
    ("name", "values", "kind"),
    [
        ("customer_id", [5, 5, 7, 9], "identifier"),
        ("CustomerID", [5, 5, 7, 9], "identifier"),
        ("customerid", [5, 6, 7, 9], "identifier"),
        ("paid", [5, 6, 7, 9], "numeric"),
        ("invalid", [5, 6, 7, 9], "numeric"),
        ("order_number", range(5000, 5012), "identifier"),
        ("number_of_doors", [2, 4, 4, 2, 4, 4, 2, 4], "ordinal"),
        ("Unnamed: 0", range(12), "identifier"),
        ("x", range(12), "identifier"),
        ("rank", range(1, 13), "numeric"),
        ("zip_code", [10115, 10117, 10119, 80331], "identifier"),
        ("type_code", [1, 2, 1, 2, 1, 2], "categorical"),
        ("hour", range(24), "ordinal"),
        ("population", [3_000_000, 500_000], "numeric"),
        ("uuid", [f"{number:08x}-0000-4000-8000-000000000000" for number in range(4)], "identifier"),
        ("ticket", [f"A-{number}" for number in range(60)], "identifier"),
        ("url", [f"http://a.b/{number}" for number in range(60)], "categorical"),
        ("state", ["TX", "CA", "ON"], "geographic"),
        ("state", ["open", "closed", "open"], "categorical"),
        ("city", ["Rome", "Oslo", "Rome"], "geographic"),
        ("headquarters", ["USA", "China", "France"], "geographic"),
        ("done", ["Y", "N", "Y"], "boolean"),
        ("grade", ["A", "B", "A"], "categorical"),
        ("released", [1999.5, 2000.5], "numeric"),
    ],
)
def test_names_and_values_tell_the_kind(name: str, values: Any, kind: str) -> None:
    assert one(list(values), name).kind == kind


def test_a_running_number_behind_other_columns_is_measured() -> None:
    assert profile(pd.DataFrame({"a": [0.5] * 12, "x": range(12)})).column("x").kind == "numeric"


def test_a_tie_of_day_and_month_is_recorded() -> None:
    dates = one(["05/03/2022", "06/04/2022"], "day").dates
    assert dates is not None
    assert (dates.format, dates.alternative) == ("%m/%d/%Y", "%d/%m/%Y")


def test_numbers_stored_as_text_are_read_as_numbers() -> None:
    column = one(["$1,200", "$30", "45"], "price")
    assert column.metric and column.numbers is not None and column.numbers.writing == "1,234.5 in $"
    assert column.warnings == ("Its cells are text and read as numbers written like 1,234.5 in $.",)


def test_two_hundred_labels_are_kept_and_no_more() -> None:
    labels = [f"label {number} of many" for number in range(201)]
    assert len(one(labels[:200] * 2).values) == 200
    assert one(labels * 2).values == ()


HARD: dict[str, tuple[Any, str]] = {
    "no values": ([None, None], "categorical"),
    "no numbers": ([np.nan, np.nan], "numeric"),
    "no dates": (pd.Series([pd.NaT, pd.NaT]), "temporal"),
    "lists": ([[1], [2]], "text"),
    "dicts": ([{"a": 1}, None], "text"),
    "mixed": ([1, "x", None, 2.5], "categorical"),
    "infinite": ([1.0, np.inf, -np.inf], "numeric"),
    "nullable": (pd.array([1.5, None], dtype="Float64"), "numeric"),
    "nullable flags": (pd.array([True, None], dtype="boolean"), "boolean"),
    "arrow": (pd.array([1.5, None], dtype="double[pyarrow]"), "numeric"),
    "arrow lists": (pd.array([[1], None], dtype=pd.ArrowDtype(pa.list_(pa.int64()))), "text"),
    "arrow days": (pd.array([date(2024, 1, 31)], dtype="date32[pyarrow]"), "temporal"),
    "zones": (pd.date_range("2024-03-30", periods=2, tz="Europe/Berlin"), "temporal"),
    "periods": (pd.period_range("2024-01", periods=2, freq="M"), "temporal"),
    "date objects": (pd.Series([date(2024, 1, 31), None], dtype=object), "temporal"),
    "durations": (pd.to_timedelta([1, 2], unit="h"), "numeric"),
    "times": (pd.Series([time(1), None], dtype=object), "categorical"),
    "decimals": ([Decimal("1.5"), None], "numeric"),
    "ordered": (pd.Categorical(["lo", "hi"], categories=["lo", "hi", "top"], ordered=True), "ordinal"),
    "categories": (pd.Categorical(["a", None], categories=["a", "b"]), "categorical"),
    "categories of dates": (pd.Categorical(["2024-01-31", "2024-02-01"]), "temporal"),
    "intervals": (pd.cut([1, 2], 2), "ordinal"),
    "complex": ([1j, 2j], "categorical"),
    "bytes": ([b"a", b"b"], "categorical"),
    "huge": (pd.Series([2**70, 1], dtype=object), "numeric"),
    "sparse": (pd.arrays.SparseArray([0.5, 0.0]), "numeric"),
}


@pytest.mark.parametrize("case", HARD)
def test_hard_columns_have_a_profile(case: str) -> None:
    values, kind = HARD[case]
    column = one(values)
    assert column.kind == kind
    assert DatasetProfile.model_validate_json(profile(pd.DataFrame({"x": values})).model_dump_json()).columns == (
        column,
    )


def test_what_a_hard_column_holds_is_told() -> None:
    assert one([None, None]).warnings == ("It has no values.",)
    infinite = one([1.0, np.inf, -np.inf, 2.0])
    assert (infinite.minimum, infinite.maximum, infinite.mean) == (1, 2, 1.5)
    assert infinite.warnings == ("It has 2 infinite values.",)
    assert not one([np.inf, np.inf]).metric
    assert one(pd.Categorical(["a", None], categories=["a", "b"])).values == ("a",)
    assert one([1, "x", None]).warnings == ("Its cells are of different types.",)
    period = one(pd.period_range("2024-01", periods=2, freq="Q"))
    assert period.dates is not None and period.dates.format == "typed"
    assert period.span is not None and period.span.last == "2024-04-01"


def test_polars_columns_of_every_type_have_a_profile() -> None:
    frame = pl.DataFrame(
        {
            "list": [[1], [2]],
            "struct": [{"a": 1}, {"a": 2}],
            "day": [date(2024, 1, 31), None],
            "span": [timedelta(1), None],
            "nan": [float("nan"), 1.5],
            "null": [None, None],
            "money": [Decimal("1.5"), None],
        }
    )
    found = profile(frame)
    kinds = ["text", "text", "temporal", "numeric", "numeric", "categorical", "numeric"]
    assert [column.kind for column in found.columns] == kinds
    assert (found.column("nan").missing, found.column("nan").mean) == (1, 1.5)


def test_duckdb_columns_of_every_type_have_a_profile() -> None:
    frame = duckdb.sql(
        "select [1, 2] as l, {'x': 1} as s, date '2024-01-31' as d, timestamptz '2024-01-31 10:00:00+00' as z, "
        "interval 1 day as i, 1.5::decimal(5, 2) as m, 'nan'::double as n, uuid() as u"
    )
    found = profile(frame)
    kinds = ["text", "text", "temporal", "temporal", "numeric", "numeric", "numeric", "identifier"]
    assert [column.kind for column in found.columns] == kinds


@pytest.mark.parametrize(
    ("frame", "rows", "warning"),
    [
        (pd.DataFrame(), 0, "no columns"),
        (pd.DataFrame({"a": pd.Series([], dtype=float), "b": pd.Series([], dtype=object)}), 0, "no rows"),
        (pl.DataFrame(), 0, "no columns"),
        (pl.DataFrame(schema={"a": pl.Float64}), 0, "no rows"),
        ("select 1 as a where false", 0, "no rows"),
    ],
)
def test_empty_frames_have_a_profile_that_says_so(frame: Any, rows: int, warning: str) -> None:
    found = profile(duckdb.sql(frame) if isinstance(frame, str) else frame)
    assert found.rows == rows
    assert warning in found.warnings[0]


def test_one_row_is_enough() -> None:
    found = profile(pd.DataFrame({"a": [1], "b": ["x"], "day": ["2024-01-31"]}))
    assert [column.kind for column in found.columns] == ["numeric", "categorical", "temporal"]
    span = found.column("day").span
    assert span is not None and (span.days, span.spacing_days) == (0.0, None)


def test_levels_of_rows_and_columns_become_plain_columns_and_are_told() -> None:
    nested = pd.DataFrame(
        [[1, 2], [3, 4]],
        index=pd.MultiIndex.from_tuples([("x", 1), ("y", 2)], names=["g", "h"]),
        columns=pd.MultiIndex.from_tuples([("a", "sum"), ("a", "mean")]),
    )
    found = profile(nested)
    assert found.names == ("g", "h", "a / sum", "a / mean")
    assert len(found.warnings) == 2


def test_doubled_names_and_other_things_are_refused() -> None:
    with pytest.raises(ColumnError, match="more than one column called 'a'"):
        profile(pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(FrameError, match="one column"):
        profile(pd.Series([1]))


def test_descriptions_come_from_the_frame_and_from_the_caller() -> None:
    table = pd.DataFrame({"a": [1], "b": [2]})
    table.attrs["descriptions"] = {"a": "of the frame", "b": "of the frame"}
    found = profile(table, descriptions={"b": "of the caller"})
    assert [column.description for column in found.columns] == ["of the frame", "of the caller"]


def test_a_profile_is_remembered_until_a_cell_changes() -> None:
    table = cars()
    first = profile(table)
    assert profile(table) is first
    assert profile(table.copy()) is first
    table.loc[200, "mpg"] = -1.0
    assert profile(table).column("mpg").minimum == -1


EDITS: dict[str, Any] = {
    "number": ("mpg", -1.0),
    "text": ("origin", "Mars"),
    "flag": ("electric", None),
    "date": ("seen", pd.Timestamp("1999-01-01")),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("place", [0, 200, ROWS - 1])
def test_any_edit_in_place_changes_the_fingerprint(edit: str, place: int) -> None:
    table = cars()
    before = fingerprint(table)
    column, value = EDITS[edit]
    value = not table.loc[place, column] if value is None else value
    table.loc[place, column] = value
    assert fingerprint(table) != before


def test_the_fingerprint_sees_a_cell_anywhere_in_long_columns() -> None:
    rows = 70_001
    table = pd.DataFrame({"a": np.zeros(rows), "s": pd.Series(["same"] * rows, dtype="str"), "o": ["x"] * rows})
    table["o"] = table["o"].astype(object)
    seen = {fingerprint(table)}
    for place in (0, 8_191, 8_192, 65_535, rows - 1):
        for column, value in (("a", 1e-300), ("s", "sane"), ("o", "y")):
            edited = table.copy()
            edited.loc[place, column] = value
            seen.add(fingerprint(edited))
    assert len(seen) == 16


def test_the_fingerprint_tells_order_type_name_and_index() -> None:
    table = pd.DataFrame({"a": [1, 2, 3]})
    others = [
        pd.DataFrame({"a": [2, 1, 3]}),
        pd.DataFrame({"a": [1.0, 2.0, 3.0]}),
        pd.DataFrame({"b": [1, 2, 3]}),
        pd.DataFrame({"a": [1, 2, 3]}, index=["x", "y", "z"]),
        pd.DataFrame({"a": pd.Categorical([1, 2, 3])}),
        pd.DataFrame({"a": pd.Series([1, 2, 3], dtype=object)}),
        pd.DataFrame({"a": pd.Series(["1", 2, 3], dtype=object)}),
    ]
    assert len({fingerprint(frame) for frame in [table, *others]}) == 8
    assert fingerprint(table) == fingerprint(pd.DataFrame({"a": [1, 2, 3]}))


def test_frames_that_can_change_behind_their_name_are_profiled_anew_once_they_did(tmp_path: Path) -> None:
    connection = duckdb.connect()
    connection.execute("create table t as select * from (values (1, 'a'), (2, 'b')) as v(n, word)")
    relation = connection.table("t")
    first = profile(relation)
    assert profile(relation) is first
    connection.execute("update t set word = 'c' where n = 2")
    assert profile(relation) is not first
    assert "c" in profile(relation).column("word").values
    connection.execute("update t set word = 'b' where n = 2")
    assert profile(relation) is first
    path = tmp_path / "a.csv"
    path.write_text("a\n1\n")
    before, scanned = fingerprint(path), pl.scan_csv(path)
    lazy = profile(scanned)
    assert fingerprint(str(path)) == before
    assert profile(scanned) is lazy
    path.write_text("a\n12\n")
    assert fingerprint(path) != before
    assert profile(scanned) is not lazy
    eager = pl.from_pandas(cars())
    assert profile(eager) is profile(eager)


def test_rows_that_an_engine_cannot_hash_are_profiled_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(native: object, names: list[str]) -> None:
        raise duckdb.NotImplementedException("planted")

    monkeypatch.setitem(fingerprints._ROW_SUMS, "duckdb", refuse)
    relation = duckdb.from_df(cars())
    assert fingerprint(relation) != fingerprint(relation)
    assert profile(relation) is not profile(relation)


CELLS = {
    "int": st.integers(-(2**40), 2**40),
    "float": st.floats(width=32),
    "text": st.text(max_size=8),
    "maybe": st.one_of(st.none(), st.text(max_size=4), st.integers(), st.floats()),
    "dates": st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1)),
    "written": st.dates(date(1950, 1, 1), date(2100, 1, 1)).map(lambda day: day.strftime("%d/%m/%Y")),
    "flags": st.booleans(),
    "lists": st.lists(st.integers(), max_size=2),
}


@st.composite
def tables(draw: st.DrawFn) -> pd.DataFrame:
    """Small frames of any columns, with gaps and a row index of their own."""
    rows = draw(st.integers(0, 8))
    names = draw(st.lists(st.sampled_from(list(CELLS)), max_size=4, unique=True))
    columns = {name: draw(st.lists(CELLS[name], min_size=rows, max_size=rows)) for name in names}
    return pd.DataFrame(columns, index=draw(st.sampled_from([pd.RangeIndex(rows), pd.Index(range(5, 5 + rows))])))


@given(tables())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_profile_never_changes_the_frame(table: pd.DataFrame) -> None:
    before, mark, names = table.copy(deep=True), fingerprint(table), list(table.columns)
    found = profile(table)
    pd.testing.assert_frame_equal(table, before)
    assert (fingerprint(table), list(table.columns)) == (mark, names)
    assert found.rows == len(table)
    assert all(column.missing <= column.rows for column in found.columns)
