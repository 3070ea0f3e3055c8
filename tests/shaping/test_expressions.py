"""Expressions mean on every engine what DuckDB's SQL means by them, missing values included."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from autoviz.errors import AutovizError
from autoviz.frames import choose_engine, open_frame, to_pandas
from autoviz.query.sql.snippets import read_expression
from autoviz.shaping.computing import computed, kept
from autoviz.table import Table


def _times(*texts: str | None) -> Any:
    given: Any = list(texts)
    return pd.to_datetime(given, format="ISO8601").as_unit("us")


ROWS = pd.DataFrame(
    {
        "i": [7, -7, 3, 0, 12, -1],
        "j": [2, 2, -2, 0, 5, 3],
        "x": [1.5, -2.5, np.nan, 0.0, 2.675, 1e6],
        "y": [2.0, 2.0, 1.0, 0.0, -1.5, 3.0],
        "t": ["a-b-c", None, "Hello", " 12.5 ", "x", "2.5"],
        "s": ["2024-01-31 23:00", "2023-02-30", "2024/2/9 9:05", None, " 2024-02-29", "2024-02-29T23:59:59.25"],
        "d": _times("2024-12-30 10:11:12.5", "2021-01-03", None, "1969-12-31 23:00", "2024-02-29", "2020-05-31 12:00"),
        "e": _times("2024-01-30", "2021-03-03 05:00", "2020-01-01", None, "2025-02-28", "2020-06-30"),
        "b": pd.Series([True, False, None, True, False, None], dtype=object),
    }
)  # fmt: skip
ENGINES: dict[str, Callable[[], Any]] = {
    "pandas": lambda: ROWS,
    "duckdb": lambda: choose_engine(ROWS, -1),
    "polars": lambda: pl.from_pandas(ROWS).lazy(),
}
SAME = (
    "i + x * 2 - 1", "i / j", "i // j", "x // y", "i % j", "pow(x, 2)", "round(x)", "round(x, 2)", "round(i, -1)",
    "floor(x)", "ceil(x)", "abs(i)", "sqrt(abs(x))", "least(x, y, i)", "greatest(x, y)",
    "least(d, e)", "greatest(i, x, y, i, x, y, i, x, y, i, x, y)",
    "coalesce(x, y, 0)", "nullif(i, 7)", "x = y", "t <> 'x'", "NOT x > 0", "x > 0 AND b", "x > 0 OR b",
    "NOT (x > 0 AND b)", "i IN (7, 3)", "i IN (7, NULL)", "i NOT IN (7, NULL)", "x IS NULL", "x IS NOT NULL",
    "contains(t, '-')", "t LIKE 'H%'", "t NOT LIKE '%c'", "regexp_matches(t, 'l+')", "lower(t)", "upper(t)",
    "trim(t)", "length(t)", "left(t, 2)", "right(t, 2)", "substring(t, 2, 2)", "split_part(t, '-', 2)",
    "replace(t, '-', '_')", "t || '!' || t", "CASE WHEN x > 0 THEN 'p' WHEN x < 0 THEN 'n' END",
    "CASE WHEN NOT x > 0 THEN i ELSE 0.5 END", "try_cast(t AS DOUBLE)", "try_cast(t AS BIGINT)",
    "x < 'inf'::DOUBLE", "x > '1.25'::DOUBLE", "x + try_cast('none' AS DOUBLE)",
    "try_cast(y AS BIGINT)", "try_cast(x AS BIGINT)", "CAST(y AS VARCHAR)", "CAST(b AS VARCHAR)",
    "CAST(e AS VARCHAR)", "try_cast(s AS DATE)", "try_cast(s AS TIMESTAMP)", "try_cast(s AS DATE) > DATE '2024-02-01'",
    "d < DATE '2024-02-29'", "d >= TIMESTAMP '2020-05-31 12:00:00'", "d < e", "strftime(d, '%Y-%m')",
    *(f"date_trunc('{unit}', d)" for unit in ("hour", "day", "week", "month", "quarter", "year", "decade")),
    *(f"{part}(d)" for part in ("year", "quarter", "month", "week", "day", "isodow", "dayofyear", "hour", "second")),
    "dayname(d)", "monthname(d)",
    *(f"date_diff('{unit}', d, e)" for unit in ("second", "minute", "hour", "day", "week", "month", "year")),
    "date_diff('day', try_cast(s AS DATE), e)", "d + INTERVAL 1 MONTH", "d + INTERVAL 3 DAY", "e + INTERVAL 2 YEAR",
)  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("text", SAME)
def test_a_value_is_what_sql_says(text: str, engine: str) -> None:
    table = Table(open_frame(ENGINES[engine]()))
    found = to_pandas(computed(table, {"new": read_expression(text)}, "test"))["new"]
    connection = duckdb.connect()
    connection.register("rows", ROWS)
    # TRY, because a division by zero is missing here and an error there.
    wanted = [row[0] for row in connection.execute(f"SELECT TRY({text}) FROM rows").fetchall()]
    assert [_plain(cell) for cell in found] == [_plain(cell) for cell in wanted]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "rows"),
    [("x > 1", [0, 4, 5]), ("NOT x > 1", [1, 3]), ("t <> 'x'", [0, 2, 3, 5]), ("b", [0, 3]), ("NOT b", [1, 4]),
     ("i NOT IN (7, NULL)", []), ("x > 1 OR b", [0, 3, 4, 5]), ("x IS NULL", [2])],
)  # fmt: skip
def test_only_what_holds_is_kept(text: str, rows: list[int], engine: str) -> None:
    frame = to_pandas(kept(Table(open_frame(ENGINES[engine]())), read_expression(text), "test"))
    assert sorted(frame["i"]) == sorted(ROWS["i"].iloc[rows])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "said"),
    [("t + 1", "Numbers can be computed with, text cannot"), ("year(t)", "is taken of dates, not of text"),
     ("nothing > 1", "There is no column 'nothing'"), ("sum(x) > 1", "puts rows together"),
     ("x > 'many'", "does not stand for numbers"), ("contains(t, t)", "must be a constant")],
)  # fmt: skip
def test_what_has_no_meaning_is_refused(text: str, said: str, engine: str) -> None:
    with pytest.raises(AutovizError, match=said):
        to_pandas(kept(Table(open_frame(ENGINES[engine]())), read_expression(text), "test"))


def test_what_is_computed_from_dates_in_text_does_not_repeat_how_they_are_read() -> None:
    between = read_expression("date_diff('day', try_cast(s AS DATE), try_cast(t AS DATE))")
    frame = computed(Table(open_frame(ENGINES["duckdb"]())), {"new": between}, "test")
    assert len(frame.to_native().sql_query()) < 40_000  # millions as one expression, which never ended


def test_the_rows_are_left_as_they_were() -> None:
    before = ROWS.copy()
    values = {"x": read_expression("x + 1"), "r": read_expression("rank() OVER (ORDER BY x)")}
    computed(Table(open_frame(ROWS)), values, "test")
    pd.testing.assert_frame_equal(ROWS, before)


def _plain(cell: Any) -> Any:
    if cell is None or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell)):
        return None
    if hasattr(cell, "isoformat"):
        return pd.Timestamp(cell).isoformat()
    if hasattr(cell, "item"):
        cell = cell.item()
    return float(f"{cell:.10g}") if isinstance(cell, (int, float)) and not isinstance(cell, bool) else cell
