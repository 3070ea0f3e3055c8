"""The reference: a Query's SQL on DuckDB, over rows of every kind, with a reason where they cannot be read."""

from __future__ import annotations

import datetime as dt
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from autoviz.errors import AutovizError, ColumnError, ExecutionError, FrameError
from autoviz.query.background import begun
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Matched,
    Named,
    Query,
    Unpivot,
)
from autoviz.query.reference import arrow_rows, columns_read, computed, reference, reference_begun
from autoviz.stopping import listen

SLOW = "select count(*) from range(3000000) a, range(3000000) b where (a.range * b.range) % 7 = 3"


def total(column: str, *, by: str | None = None) -> Query:
    keys = (Named(name=by, expr=Column(name=by)),) if by else ()
    return Query(by=keys, measures=(Named(name="total", expr=Aggregate(func="sum", args=(Column(name=column),))),))


def test_a_query_is_computed_by_its_own_sql():
    rows = pd.DataFrame({"region": ["West", "East", "West"], "revenue": [1.0, 2.0, 3.0]})
    found = reference(total("revenue", by="region"), rows).sort_values("region")
    assert found.to_dict("list") == {"region": ["East", "West"], "total": [2.0, 4.0]}


@pytest.mark.parametrize("form", ["pandas", "arrow", "polars", "relation"])
def test_nan_is_missing_wherever_the_rows_live(form):
    rows = pd.DataFrame({"x": [1.0, np.nan, 3.0]})
    forms = {
        "pandas": lambda: rows,
        "arrow": lambda: pa.table({"x": pa.array([1.0, float("nan"), 3.0])}),
        "polars": lambda: pl.DataFrame({"x": [1.0, float("nan"), 3.0]}).to_arrow(),
        "relation": lambda: duckdb.sql("select unnest([1.0::double, 'nan'::double, 3.0::double]) as x"),
    }
    assert reference(total("x"), forms[form]())["total"].tolist() == [4.0]


def test_a_relation_runs_on_its_own_connection_and_leaves_no_view_behind():
    own = duckdb.connect()
    own.execute("create table sales as select 'West' as region, 5 as units")
    own.execute("create table t as select 99 as kept")
    assert reference(total("units"), own.table("sales"))["total"].tolist() == [5.0]
    assert own.sql("select kept from t").fetchall() == [(99,)]
    own.close()


def test_rows_are_counted_where_no_column_is_read():
    query = Query(measures=(Named(name="rows", expr=Aggregate(func="count")),))
    assert reference(query, pd.DataFrame({"x": [1, 2, 3]}))["rows"].tolist() == [3]


def test_only_the_columns_that_are_read_must_be_readable():
    rows = pd.DataFrame({"x": [1, 2], "odd": pd.Series([1, "a"], dtype=object), "X": [7, 8]})
    assert reference(total("x"), rows)["total"].tolist() == [3]


def test_the_columns_that_a_query_reads():
    assert columns_read(total("x", by="region")) == ("region", "x")
    assert columns_read(Query(where=Call(op="is null", args=(Column(name="x"),)))) is None
    assert columns_read(Query(shown=("a", "b"))) == ("a", "b")
    melted = Unpivot(columns={"a": "A", "b": "B"}, name="which", value="v")
    assert columns_read(total("v").replaced(source=melted)) is None
    sides = Matched(left=total("x", by="k"), right=total("y", by="k"), on=("k",))
    assert set(columns_read(Query(source=sides)) or ()) >= {"x", "y", "k"}


@pytest.mark.parametrize(
    ("column", "words"),
    [
        (pd.Series([1, "a"], dtype=object), "mixed types"),
        (pd.Series([True, 1], dtype=object), "mixed types"),
        (pd.Series([b"a", b"b"], dtype=object), "bytes"),
        (pd.Series(pd.interval_range(0, 2)), "interval"),
        (pd.Series([1j, 2j]), "complex"),
        (pd.Series([pd.Timestamp("2020", tz="UTC"), pd.Timestamp("2020", tz="Asia/Tokyo")], dtype=object), "zones"),
        (pd.Series(pd.Categorical(pd.interval_range(0, 2))), "interval"),
    ],
)
def test_what_duckdb_cannot_read_is_said(column, words):
    with pytest.raises(ColumnError, match=words) as caught:
        arrow_rows(pd.DataFrame({"odd": column}))
    assert "'odd'" in caught.value.what


def test_names_that_differ_in_casing_alone_are_said():
    with pytest.raises(ColumnError, match="'x' and 'X' apart"):
        arrow_rows(pd.DataFrame([[1, 2]], columns=["x", "X"]))
    with pytest.raises(ColumnError, match="text names"):
        arrow_rows(pd.DataFrame([[1, 2]], columns=["x", 5]))
    with pytest.raises(FrameError, match="list"):
        arrow_rows([1, 2])


def test_a_name_is_found_in_another_casing():
    assert computed("select sum(revenue) as s from t", pd.DataFrame({"Revenue": [1, 2]}), ["revenue"])["s"][0] == 3


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pd.Series(["a", None, "b"], dtype="category"), ["a", None, "b"]),
        (pd.Series([3, 1, 2], dtype="category"), [3, 1, 2]),
        (pd.Series([Decimal("1.5"), None]), [1.5, None]),
        (pd.Series([1, 2.5, None], dtype=object), [1.0, 2.5, None]),
        (pd.Series([1, None], dtype="Int64"), [1, None]),
        (pd.Series([True, None], dtype=object), [True, None]),
        (pd.Series([250, 250], dtype="uint8"), [250, 250]),
        (pd.arrays.SparseArray([0, 0, 5]), [0, 0, 5]),
        (pd.Series([dt.date(2020, 1, 2), None]), [pd.Timestamp("2020-01-02"), None]),
        (pd.Series([dt.date(2020, 1, 2), dt.datetime(2020, 1, 2, 5)], dtype=object),
         [pd.Timestamp("2020-01-02"), pd.Timestamp("2020-01-02 05:00")]),
        (pd.Series(pd.period_range("2020-01", periods=2, freq="M")),
         [pd.Timestamp("2020-01-01"), pd.Timestamp("2020-02-01")]),
        (pd.Series(pd.to_datetime(["2020-01-01 23:30"])).dt.tz_localize("America/New_York"),
         [pd.Timestamp("2020-01-01 23:30")]),
        (pd.Series(pd.to_timedelta([90, 30], unit="min")), [pd.Timedelta("90min"), pd.Timedelta("30min")]),
    ],
)  # fmt: skip
def test_cells_arrive_as_they_are_meant(column, expected):
    found = computed("select x from t", pd.DataFrame({"x": column}))["x"].tolist()
    assert [None if pd.isna(cell) else cell for cell in found] == expected


def test_small_whole_numbers_do_not_overflow():
    rows = pd.DataFrame({"x": np.array([100, 100], dtype="int8")})
    assert computed("select sum(x * x) as s from t", rows)["s"].tolist() == [20_000.0]


def test_times_of_an_arrow_table_are_local():
    times = pa.array([dt.datetime(2020, 1, 1, 4, 30)], pa.timestamp("us", tz="America/New_York"))
    found = computed("select date_trunc('day', x) as d from t", pa.table({"x": times}))
    assert found["d"].tolist() == [pd.Timestamp("2019-12-31")]


def test_what_duckdb_cannot_compute_is_one_line():
    rows = pd.DataFrame({"region": ["West"]})
    with pytest.raises(ExecutionError, match="could not compute") as caught:
        reference(total("region"), rows)
    assert "\n" not in caught.value.what


@pytest.mark.parametrize(
    "sql",
    [
        "select * from read_csv('/etc/hostname')",
        "attach 'other.db'",
        "set enable_external_access=true",
        "select * from secret",
        "copy t to 't.csv'",
        "install httpfs",
    ],
)
def test_sql_reaches_nothing_beside_its_rows(sql):
    secret = pd.DataFrame({"x": [1]})
    with pytest.raises(AutovizError):
        computed(sql, secret)


def test_many_threads_do_not_see_one_another():
    def answer(number: int) -> float:
        rows = pd.DataFrame({"x": np.full(10_000, number)})
        return float(reference(total("x"), rows)["total"].iloc[0])

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, range(40))) == [10_000.0 * number for number in range(40)]


def test_the_rows_are_not_changed():
    rows = pd.DataFrame({"x": pd.Series(["a", "b"], dtype="category"), "y": [1.0, np.nan]})
    before = rows.copy(deep=True)
    reference(total("y", by="x"), rows)
    pd.testing.assert_frame_equal(rows, before)


@pytest.mark.parametrize("where", ["own", "relation"])
def test_an_interrupt_ends_the_work_of_duckdb(where, interruptible):
    rows = duckdb.sql("select 1 as x") if where == "relation" else pd.DataFrame({"x": [1]})
    start = time.monotonic()
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        computed(SLOW, rows)
    timer.join()
    assert time.monotonic() - start < 30  # the whole work takes minutes
    assert not [thread for thread in threading.enumerate() if thread.name == "autoviz reference"]
    assert computed("select x from t", pd.DataFrame({"x": [1]}))["x"].tolist() == [1]


def test_whoever_waits_in_another_thread_can_stop_it():
    class StoppedError(Exception):
        pass

    began = time.monotonic()

    def check() -> None:
        if time.monotonic() - began > 0.2:
            raise StoppedError

    def work() -> None:
        listen(check)
        computed(SLOW, pd.DataFrame({"x": [1]}))

    with ThreadPoolExecutor(1) as pool, pytest.raises(StoppedError):
        pool.submit(work).result()
    assert time.monotonic() - began < 30


def at_a_gate(monkeypatch) -> tuple[threading.Event, threading.Event]:
    """Have DuckDB wait in the midst of its work; what says that it does, and what lets it go on."""
    started, gate = threading.Event(), threading.Event()

    def opened(value: int) -> bool:
        started.set()
        return gate.wait(5)

    database = duckdb.connect()
    database.create_function("opened", opened, ["BIGINT"], "BOOLEAN", side_effects=True)
    monkeypatch.setattr("autoviz.query.reference._instance", lambda process: database)
    monkeypatch.setattr("autoviz.query.sql.to_sql", lambda query: "select opened(x) as gone_on from t")
    return started, gate


def test_the_caller_goes_on_while_duckdb_computes(monkeypatch):
    started, gate = at_a_gate(monkeypatch)
    with reference_begun(total("x"), pd.DataFrame({"x": [1]})) as answer:
        assert started.wait(5)
        gate.set()  # which DuckDB waits for in vain where the caller waits for DuckDB
        assert answer()["gone_on"].tolist() == [True]


@pytest.mark.parametrize("after", [0.0, 0.3])
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_work_whose_result_nobody_waits_for_is_ended(error, after, monkeypatch):
    monkeypatch.setattr("autoviz.query.sql.to_sql", lambda query: SLOW)
    start = time.monotonic()
    with pytest.raises(error), reference_begun(total("x"), pd.DataFrame({"x": [1]})):
        if after:
            time.sleep(after)
        raise error
    assert time.monotonic() - start < 30
    assert not [thread for thread in threading.enumerate() if thread.name == "autoviz reference"]


def test_work_that_does_not_end_stands_in_for_no_error(monkeypatch):
    started, gate = at_a_gate(monkeypatch)
    monkeypatch.setattr("autoviz.query.background._GRACE", 0.1)
    with pytest.raises(KeyboardInterrupt), reference_begun(total("x"), pd.DataFrame({"x": [1]})):
        assert started.wait(5)
        raise KeyboardInterrupt
    gate.set()
    for thread in threading.enumerate():
        if thread.name == "autoviz reference":
            thread.join(5)


def test_work_left_before_it_began_never_begins(monkeypatch):
    class Late(threading.Thread):
        def start(self) -> None:
            """As where an interrupt comes before the thread gets its turn."""
            late.append(self)
            raise KeyboardInterrupt

    late, did = [], []
    monkeypatch.setattr("autoviz.query.background.Thread", Late)
    with pytest.raises(KeyboardInterrupt), begun(lambda: did.append(1), lambda: None):
        pass
    late[0].run()
    assert not did


def test_an_error_of_the_work_itself_arrives_though_it_is_a_timeout():
    def work() -> None:
        raise TimeoutError("its own")

    with begun(work, lambda: None) as answer, pytest.raises(TimeoutError, match="its own"):
        answer()


def test_an_ungroupable_constant_key_is_no_problem():
    query = Query(measures=(Named(name="n", expr=Aggregate(func="count", args=(Constant(value=1),))),))
    assert reference(query, pd.DataFrame({"x": [1, 2]}))["n"].tolist() == [2]
