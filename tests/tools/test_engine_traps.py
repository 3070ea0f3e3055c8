"""The traps that engines hold ready, each with the test that would fall into it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

from autoviz.errors import FrameError
from autoviz.frames import choose_engine, open_frame
from autoviz.table import Outcome

Run = Callable[..., Outcome]
Open = Callable[[pd.DataFrame], Any]
ENGINES = ("pandas", "polars", "duckdb", "parquet", pytest.param("pyspark", marks=pytest.mark.spark))


@pytest.fixture(params=ENGINES)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens a pandas frame on one of the engines."""

    def on_engine(frame: pd.DataFrame) -> Any:
        if request.param == "pandas":
            return frame
        if request.param == "polars":
            return pl.from_pandas(frame).lazy()
        if request.param == "duckdb":
            return duckdb.from_df(frame)
        path = tmp_path / "frame.parquet"
        frame.to_parquet(path, index=False)
        return path if request.param == "parquet" else request.getfixturevalue("spark").read.parquet(str(path))

    return on_engine


def rows_of(outcome: Outcome) -> list[tuple[Any, ...]]:
    assert outcome.table is not None
    rows = outcome.table.pandas().itertuples(index=False, name=None)
    return [tuple(None if pd.isna(cell) else cell for cell in row) for row in rows]


def test_weeks_start_on_monday_and_sundays_belong_to_the_week_before(run: Run, opened: Open) -> None:
    days = pd.to_datetime(["2023-01-01", "2023-01-02", "2023-01-08", "2023-01-09"]).astype("datetime64[us]")
    outcome = run("aggregate", opened(pd.DataFrame({"date": days})), group_by=["date"], grain="week")
    assert rows_of(outcome) == [
        (pd.Timestamp("2022-12-26"), 1), (pd.Timestamp("2023-01-02"), 2), (pd.Timestamp("2023-01-09"), 1)
    ]  # fmt: skip


def test_sunday_is_the_last_day_of_the_week(run: Run, opened: Open) -> None:
    days = pd.to_datetime(["2023-01-01", "2023-01-02"]).astype("datetime64[us]")
    outcome = run("aggregate", opened(pd.DataFrame({"date": days})), group_by=["date"], grain="weekday")
    assert rows_of(outcome) == [("Mon", 1), ("Sun", 1)]


def test_bad_dates_become_missing_and_are_counted(run: Run, opened: Open) -> None:
    frame = pd.DataFrame({"when": ["2023-01-31", "2023-02-30", "later", "2023-03-01", "2023-03-02", None]})
    outcome = run("parse_datetime", opened(frame), column="when")
    stamps = sorted(stamp for (stamp,) in rows_of(outcome) if stamp is not None)
    assert stamps == [pd.Timestamp("2023-01-31"), pd.Timestamp("2023-03-01"), pd.Timestamp("2023-03-02")]
    assert outcome.notes[0].data["parse_rate"] == pytest.approx(0.6)
    assert sorted(outcome.notes[0].data["failed"]) == ["2023-02-30", "later"]


def test_lazy_frames_are_collected_for_pivots_and_samples(run: Run, opened: Open) -> None:
    frame = pd.DataFrame({"a": ["x", "y", "x"], "b": ["p", "p", "q"], "n": [1, 2, 3]})
    spread = run("pivot_table", opened(frame), rows=["a"], column="b", metric="n")
    assert rows_of(spread) == [("x", 1, 3), ("y", 2, None)]
    assert len(rows_of(run("sample_rows", opened(frame), n=2))) == 2


def test_running_totals_follow_the_stated_order(run: Run, opened: Open) -> None:
    frame = pd.DataFrame({"year": [2003, 2001, 2002], "n": [30, 1, 2]})
    outcome = run("cumulative", opened(frame), metric="n", time="year")
    assert sorted(rows_of(outcome)) == [(2001, 1, 1), (2002, 2, 3), (2003, 30, 33)]


def test_missing_values_are_no_distinct_value(run: Run, opened: Open) -> None:
    frame = pd.DataFrame({"g": ["a", "a", "b"], "v": ["x", None, None]})
    outcome = run("aggregate", opened(frame), group_by=["g"], metrics=["v"], agg_func="nunique")
    assert rows_of(outcome) == [("a", 1), ("b", 0)]


def test_integers_stay_integers_when_summed(run: Run, opened: Open) -> None:
    outcome = run("aggregate", opened(pd.DataFrame({"n": [2**40, 5]})), metrics=["n"])
    assert outcome.table is not None
    assert outcome.table.pandas()["n"].dtype == np.dtype("int64")
    assert rows_of(outcome) == [(2**40 + 5,)]


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("top_k", {"by": "n", "n": 2}),
        ("top_k", {"by": "n", "n": 1, "column": "a", "other": True}),
        ("pivot_table", {"rows": ["a"], "column": "b", "metric": "n"}),
        ("sort_rows", {"by": ["n"], "order": "desc"}),
        ("share_of_total", {"metric": "n", "within": ["a"]}),
        ("drop_duplicates", {"columns": ["a"], "order_by": "n"}),
        ("handle_missing", {"columns": ["b"], "method": "mode"}),
        ("bin_numeric", {"column": "n", "bins": 2}),
    ],
)
def test_a_connection_of_its_own_is_as_good_as_the_default_one(run: Run, tool: str, params: dict[str, Any]) -> None:
    rows = "select * from (values ('x', 'p', 1), ('y', 'p', 2), ('x', 'q', 3), ('z', null, 4)) as t(a, b, n)"
    connection = duckdb.connect()
    apart, default = (rows_of(run(tool, source.sql(rows), **params)) for source in (connection, duckdb))
    if tool not in ("top_k", "pivot_table", "sort_rows"):  # the others leave the order to the engine
        apart, default = sorted(apart, key=repr), sorted(default, key=repr)
    assert apart == default


def test_large_samples_of_another_connection(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoviz.shaping.sampling.COLLECTED_ROWS", 10)
    connection = duckdb.connect()
    assert len(rows_of(run("sample_rows", connection.sql("select range as n from range(100)"), n=20))) == 20


def test_relations_of_two_connections_can_be_joined(run: Run) -> None:
    one, two = duckdb.connect(), duckdb.connect()
    left, right = one.sql("select 'a' as k, 1 as x"), two.sql("select 'a' as k, 2 as y")
    assert rows_of(run("join_frames", left, right)) == [("a", 1, 2)]


def test_dask_is_refused_by_name() -> None:
    lookalike = type("DataFrame", (), {"__module__": "dask.dataframe.core"})()
    with pytest.raises(FrameError, match=r"Dask frames are refused.*wrong distinct counts"):
        open_frame(lookalike)


@pytest.mark.parametrize("grain", ["day", "week", "month", "weekday"])
@pytest.mark.parametrize("agg_func", ["sum", "mean", "median", "nunique", "std"])
def test_a_pandas_frame_gives_the_same_on_both_sides_of_the_threshold(run: Run, grain: str, agg_func: str) -> None:
    random = np.random.default_rng(3)
    count = 5_000
    frame = pd.DataFrame(
        {
            "date": pd.Timestamp("2021-03-05") + pd.to_timedelta(random.integers(0, 900 * 24 * 60, count), unit="min"),
            "region": random.choice(["North", "South", None], count),
            "kind": pd.Categorical(random.choice(["a", "b"], count)),
            "value": np.where(random.random(count) < 0.1, np.nan, random.normal(size=count)),
        }
    )
    scanned = choose_engine(frame, count - 1)
    assert isinstance(scanned, duckdb.DuckDBPyRelation)
    assert choose_engine(frame, count) is frame
    params = {"group_by": ["date", "region", "kind"], "metrics": ["value"], "agg_func": agg_func, "grain": grain}
    here, there = (run("aggregate", native, **params) for native in (frame, scanned))
    keys, numbers = zip(*(((day, region, kind), value) for day, region, kind, value in rows_of(here)), strict=True)
    assert [row[:3] for row in rows_of(there)] == list(keys)
    assert [row[3] for row in rows_of(there)] == [None if value is None else pytest.approx(value) for value in numbers]
