"""Reference: a Query computed by DuckDB from its own SQL, over rows that no tool of ours has touched."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pandas.api.types import is_object_dtype

from autoviz.errors import AutovizError, ColumnError, ExecutionError, FrameError
from autoviz.query.background import begun
from autoviz.query.language import Query, Unpivot, columns_named, parts_of
from autoviz.uncollected import uncollected

TABLE = "t"
"""What the rows are called in the SQL of a Query."""
_ALIAS = "autoviz_rows_of_the_proof"
THREADS = 1
"""One, so that whatever hangs on the order of rows comes out the same each time; the caller's cores stay free."""
Answer = Callable[[], pd.DataFrame]
"""Waits for a result."""


def reference(query: Query, rows: Any) -> pd.DataFrame:
    """What the Query's own SQL gives for these rows: a pandas frame, an Arrow table, or a DuckDB relation.

    An AutovizError says why where DuckDB cannot read the rows or cannot compute the SQL.
    """
    with reference_begun(query, rows) as answer:
        return answer()


@contextmanager
def reference_begun(query: Query, rows: Any) -> Iterator[Answer]:
    """The same, computed while the caller does something else, unless the rows are on a connection of the user's."""
    # Here, because the module reads SQL too, and what reads it is slow to load.
    from autoviz.query.sql import to_sql

    try:
        sql = to_sql(query)
    except (ValueError, TypeError, KeyError) as error:
        raise ExecutionError(f"This has no SQL: {error}") from error
    with _computing(sql, rows, columns_read(query)) as answer:
        yield answer


def computed(sql: str, rows: Any, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """What a SELECT over the table t gives; only these columns of the rows are read, where they are named."""
    with _computing(sql, rows, columns) as answer:
        return answer()


@contextmanager
def _computing(sql: str, rows: Any, columns: Sequence[str] | None) -> Iterator[Answer]:
    import duckdb

    if isinstance(rows, duckdb.DuckDBPyRelation):
        # A relation lives on the connection that made it: it refuses a second caller, so nothing is begun before
        # the result is wanted, and of all connections only the default one can be told to stop.
        yield lambda: _on_its_own(sql, rows, columns)
        return
    table = arrow_rows(rows, columns)
    cursor = _instance(os.getpid()).cursor()
    try:
        cursor.register(TABLE, table)
        with begun(lambda: cursor.sql(sql).to_arrow_table(), cursor.interrupt) as result:
            yield partial(_answered, result)
    finally:
        # One that is still at work refuses, which may not stand in for what has ended this; it closes with its thread.
        with suppress(duckdb.Error):
            cursor.close()


def _on_its_own(sql: str, relation: Any, columns: Sequence[str] | None) -> pd.DataFrame:
    """What a SELECT gives for a relation, on its own connection."""
    import duckdb

    with begun(lambda: _asked(_missing_marked(relation, columns), sql).to_arrow_table(), duckdb.interrupt) as result:
        return _answered(result)


@cache
def _instance(process: int) -> Any:
    """A database of its own in memory, opened once per process because opening takes longer than most queries.

    Cursors of it share neither tables nor state. It reaches no file and no network, and no SQL can change that.
    """
    with uncollected():
        import duckdb

    config: dict[str, Any] = {
        "threads": THREADS,
        "enable_external_access": False,
        "autoinstall_known_extensions": False,
        "python_enable_replacements": False,
        "lock_configuration": True,
    }
    return duckdb.connect(":memory:", config=config)


def opened() -> None:
    """Have the database open, for whoever can do so while something else is at work: a first proof waits for none."""
    _instance(os.getpid())


def columns_read(query: Query) -> tuple[str, ...] | None:
    """The columns that a Query names anywhere; None where it takes all columns of the frame as they stand."""
    queries = tuple(parts_of(Query, query))
    unpivots = tuple(parts_of(Unpivot, query))
    bare = [item for item in queries if item.source is None and not item.grouped and not item.shown]
    if bare or any(item.source is None for item in unpivots):
        return None
    return columns_named(query)


def arrow_rows(rows: Any, columns: Sequence[str] | None = None) -> Any:
    """The rows as an Arrow table in types that DuckDB reads as the language means them, or the reason why not."""
    if not isinstance(rows, (pd.DataFrame, pa.Table)):
        raise FrameError(f"A {type(rows).__name__} cannot be read by DuckDB")
    names = list(rows.columns) if isinstance(rows, pd.DataFrame) else rows.column_names
    chosen = _chosen(names, columns)
    found = {name: _column(name, rows[name]) for name in chosen}
    # Rows without columns would no longer be counted.
    return pa.table(found) if found else pa.table({" ": pa.nulls(len(rows), pa.int8())})


def _chosen(names: Sequence[Any], columns: Sequence[str] | None) -> list[str]:
    """The names to read, each once; DuckDB takes names that differ only in casing for the same."""
    if columns is None:
        chosen = list(names)
    else:
        folded = {str(name).casefold(): name for name in reversed(names)}
        wanted = [name if name in names else folded.get(name.casefold()) for name in columns]
        chosen = [name for name in dict.fromkeys(wanted) if name is not None]
    seen: dict[str, str] = {}
    for name in chosen:
        if not isinstance(name, str):
            raise ColumnError(f"DuckDB reads columns by text names, and {name!r} is none")
        other = seen.setdefault(name.casefold(), name)
        if other is not name:
            raise ColumnError(f"DuckDB cannot tell the columns {other!r} and {name!r} apart")
    return chosen


def _column(name: str, values: Any) -> Any:
    try:
        cells = _from_pandas(values) if isinstance(values, pd.Series) else values
        return _widened(cells)
    except (pa.ArrowException, ColumnError, OverflowError, TypeError, ValueError) as error:
        raise ColumnError(f"DuckDB cannot read the column {name!r}: {_why(values, error)}") from error


def _why(values: Any, error: Exception) -> str:
    if isinstance(error, ColumnError):
        return error.what
    kind = values.dtype if isinstance(values, pd.Series) else values.type
    return "it holds cells of mixed types" if is_object_dtype(kind) else f"its type is {kind}"


def _from_pandas(values: pd.Series[Any]) -> Any:
    dtype = values.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _from_categories(values)
    if isinstance(dtype, pd.PeriodDtype):
        return pa.array(values.dt.start_time, from_pandas=True)
    if isinstance(dtype, pd.SparseDtype):
        return pa.array(values.to_numpy(), from_pandas=True)
    if isinstance(dtype, pd.DatetimeTZDtype):
        # The local time of its zone, which is what people mean by the hour or the day of a row.
        return pa.array(values.dt.tz_localize(None), from_pandas=True)
    if isinstance(dtype, np.dtype) and dtype.kind == "f":
        numbers = values.to_numpy()
        return pa.array(numbers, mask=np.isnan(numbers))  # half the time of from_pandas
    cells = pa.array(values, from_pandas=True)
    return _from_objects(values, cells) if is_object_dtype(dtype) else cells


def _from_categories(values: pd.Series[Any]) -> Any:
    cells = pa.array(values.array, from_pandas=True)
    kind = cells.type.value_type
    if isinstance(cells.type.value_type, pa.BaseExtensionType):
        raise ColumnError(f"its categories are of the type {values.cat.categories.dtype}")
    return cells if pa.types.is_string(kind) or pa.types.is_large_string(kind) else cells.dictionary_decode()


def _from_objects(values: pd.Series[Any], cells: Any) -> Any:
    """Python objects, where Arrow would drop the time of day, mix zones or take text for bytes without a word."""
    kind = cells.type
    if pa.types.is_date(kind):
        return pa.array(pd.to_datetime(values), from_pandas=True)
    if pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        raise ColumnError("it holds bytes")
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        raise ColumnError("it holds times of several zones")
    return cells


def _widened(cells: Any) -> Any:
    """Numbers in their widest type, where DuckDB would fail on an overflow; times in microseconds; NaN as missing."""
    kind = cells.type
    if pa.types.is_floating(kind):
        wide = cells.cast(pa.float64())
        broken = pc.is_nan(wide)
        return pc.if_else(broken, pa.scalar(None, pa.float64()), wide) if pc.any(broken).as_py() else wide
    if pa.types.is_integer(kind) and not pa.types.is_uint64(kind):
        return cells.cast(pa.int64())
    if pa.types.is_timestamp(kind):
        local = cells if kind.tz is None else pc.local_timestamp(cells)
        return local.cast(pa.timestamp("us"), safe=False)
    if isinstance(kind, pa.BaseExtensionType):
        raise ColumnError(f"its type is {kind}")
    return cells


def _asked(relation: Any, sql: str) -> Any:
    """The SELECT over a relation; its rows get their name inside, where a table t of the user's cannot stand before."""
    return relation.query(_ALIAS, f"with {TABLE} as (from {_ALIAS}) ({sql})")


def _missing_marked(relation: Any, columns: Sequence[str] | None) -> Any:
    """A relation whose NaN are missing, as they are in every other engine here, in the columns that are read."""
    read = None if columns is None else {name.casefold() for name in columns}
    kinds = zip(relation.columns, map(str, relation.types), strict=True)
    floats = [name for name, kind in kinds if kind in ("DOUBLE", "FLOAT") and (read is None or name.casefold() in read)]
    quoted = ['"' + name.replace('"', '""') + '"' for name in floats]
    marked = ", ".join(f"case when isnan({name}) then null else {name} end as {name}" for name in quoted)
    return relation.project(f"* replace ({marked})") if marked else relation


def _answered(result: Callable[[], Any]) -> pd.DataFrame:
    """The table that DuckDB gives as pandas, or the first line of what it says instead."""
    import duckdb

    try:
        return plain_result(result())
    except (duckdb.Error, pa.ArrowException, RuntimeError) as error:
        if isinstance(error, AutovizError):
            raise
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise ExecutionError(f"DuckDB could not compute the SQL: {said}") from error


def plain_result(table: Any) -> pd.DataFrame:
    """An Arrow result as pandas with plain numbers, text and times without a zone."""
    columns = [_plain_cells(cells) for cells in table.columns]
    frame: pd.DataFrame = pa.table(columns, names=table.column_names).to_pandas()
    return frame


def _plain_cells(cells: Any) -> Any:
    kind = cells.type
    if pa.types.is_decimal(kind):
        return cells.cast(pa.float64())
    if pa.types.is_date(kind):
        return cells.cast(pa.timestamp("us"))
    if pa.types.is_timestamp(kind) and kind.tz is not None:
        return pc.local_timestamp(cells)
    if pa.types.is_dictionary(kind):
        return cells.cast(kind.value_type)
    if pa.types.is_interval(kind):
        return pa.array([_microseconds(cell) for cell in cells.to_pylist()], pa.duration("us"))
    return cells


def _microseconds(interval: Any) -> int | None:
    """A span of days and parts of them; of months there is no length."""
    if interval is None or interval.months:
        return None
    return int(interval.days * 86_400_000_000 + interval.nanoseconds // 1000)
