"""Opening what the user holds (a frame of any supported engine, a file) as a narwhals frame, and collecting it."""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, Literal

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.errors import ColumnError, FrameError
from autoviz.frames.files import open_file
from autoviz.frames.plain import plain_cells, plain_table, refuse_doubles, scannable, without_zones
from autoviz.frames.remote import Remote

Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]
EngineName = Literal["pandas", "polars", "duckdb", "pyspark", "tableau"]

_ENGINES: dict[nw.Implementation, EngineName] = {
    nw.Implementation.PANDAS: "pandas",
    nw.Implementation.POLARS: "polars",
    nw.Implementation.DUCKDB: "duckdb",
    nw.Implementation.PYSPARK: "pyspark",
    nw.Implementation.PYSPARK_CONNECT: "pyspark",
}
_TURNS = RLock()
_ACCEPTED = (
    "Give a pandas or Polars DataFrame, a DuckDB relation, a PySpark DataFrame, the path of a parquet or CSV file, "
    "or what autoviz.tableau(...) gives."
)


def open_frame(native: Any) -> Frame:
    """The user's frame as a narwhals frame with unique text names; Polars is made lazy, a file is opened by DuckDB.

    Of what stays on a server there are the columns alone.
    """
    if isinstance(native, Remote):
        native = native.outline()
    frame = native if isinstance(native, (nw.DataFrame, nw.LazyFrame)) else _wrapped(native)
    if isinstance(frame, nw.DataFrame) and _engine(frame) == "polars":
        return frame.lazy()
    return frame


def engine_of(native: Any) -> EngineName:
    """Where the frame lives."""
    if isinstance(native, Remote):
        return "tableau"
    if isinstance(native, (str, Path)):
        return "duckdb"
    if isinstance(native, (nw.DataFrame, nw.LazyFrame)):
        return _engine(native)
    return _engine(_from_native(native))


def to_pandas(frame: Any) -> pd.DataFrame:
    """The rows of a small result as pandas, with plain numpy and text columns whichever engine they come from."""
    opened = open_frame(frame)
    if isinstance(opened, nw.DataFrame):
        if _engine(opened) == "pandas":
            table: pd.DataFrame = opened.to_native()
            return table
        return plain_cells(opened.to_pandas())
    native = opened.to_native()
    if _engine(opened) == "pyspark":
        # Through Arrow: toPandas warns with pandas 3 and turns dates into objects.
        return plain_cells(opened.collect("pyarrow").to_native().to_pandas())
    if _engine(opened) == "duckdb":
        with _TURNS, warnings.catch_warnings():
            # DuckDB itself calls what newer pandas deprecates.
            warnings.simplefilter("ignore")
            return plain_cells(native.df())
    return plain_cells(native.collect().to_pandas())


def overall(frame: Frame, *aggregates: nw.Expr) -> Frame:
    """The aggregates over all rows, in one row."""
    with where_values_lack():
        return frame.select(*aggregates)


@contextmanager
def where_values_lack() -> Iterator[None]:
    """No warnings of what the result says itself: it is missing."""
    with warnings.catch_warnings():
        # pandas 2.2 warns where a median has no values.
        warnings.filterwarnings("ignore", "Mean of empty slice", RuntimeWarning)
        # So it is with the spread of what reaches to infinity.
        warnings.filterwarnings("ignore", "invalid value encountered", RuntimeWarning)
        yield


def interrupt() -> None:
    """End what DuckDB computes on its default connection, where large pandas frames and files are scanned."""
    duckdb = sys.modules.get("duckdb")
    if duckdb is not None:
        duckdb.interrupt()


@contextmanager
def taking_turns(natives: Iterable[Any], *, scanned_from: int | None = None) -> Iterator[None]:
    """One question at a time where DuckDB computes: its connection refuses a second caller instead of letting it wait.

    Relations are bound to the connection that made them, and narwhals joins and stacks on the default one, so that a
    connection of one's own for each thread is not to be had. Pandas frames of at least `scanned_from` rows count too.
    """
    with _TURNS if any(_on_duckdb(native, scanned_from) for native in natives) else nullcontext():
        yield


def _on_duckdb(native: Any, scanned_from: int | None) -> bool:
    if isinstance(native, pd.DataFrame):
        return scanned_from is not None and len(native) >= scanned_from
    return isinstance(native, (str, Path)) or type(native).__module__.partition(".")[0] in ("duckdb", "_duckdb")


def distinct(frame: Frame) -> Frame:
    """Each combination of the columns' values once, in no order."""
    if isinstance(frame, nw.DataFrame):
        return frame.unique()
    # Grouped, because narwhals' unique() numbers all rows in a window on DuckDB, up to eight times the work.
    names = frame.collect_schema().names()
    return frame.group_by(*names).agg(nw.len().alias(" ".join((*names, "rows")))).select(*names)


def choose_engine(native: Any, threshold_rows: int) -> Any:
    """A pandas frame of more rows than the threshold as a DuckDB relation over the same memory; anything else as it is.

    It stays with pandas where DuckDB would read a column otherwise than pandas does: cells of mixed types, periods,
    intervals, or names that differ in nothing but their casing.
    """
    if not isinstance(native, pd.DataFrame) or len(native) <= threshold_rows:
        return native
    table, _ = plain_table(native)
    names = Counter(name.casefold() for name in table.columns)
    if any('"' in name for name in names) and not takes_quotes():
        return native
    if len(names) != len(table.columns) or not all(scannable(table[name]) for name in table.columns):
        return native
    import duckdb

    return duckdb.from_df(without_zones(table))


def _wrapped(native: Any) -> Frame:
    if isinstance(native, (str, Path)):
        with _TURNS:  # the connection that a question computes on opens no file meanwhile
            return _checked(nw.from_native(open_file(Path(native))))
    if isinstance(native, pd.DataFrame):
        return nw.from_native(plain_table(native)[0])
    return _checked(_from_native(native))


def _checked(frame: Frame) -> Frame:
    names = list(frame.collect_schema().names())
    refuse_doubles(names)
    quoted = [name for name in names if '"' in name]
    if quoted and _engine(frame) == "duckdb" and not takes_quotes():
        raise ColumnError(
            f"DuckDB before 2.0 cannot be asked for the column {quoted[0]!r}, because of the quote in its name",
            "Rename it, or use a newer duckdb: pip install -U duckdb.",
        )
    return frame


@cache
def takes_quotes() -> bool:
    """Whether the installed DuckDB can be asked for a column whose name holds a double quote."""
    import duckdb

    try:
        duckdb.ColumnExpression('a"b')
    except duckdb.Error:
        return False
    return True


def _from_native(native: Any) -> Frame:
    package = type(native).__module__.partition(".")[0]
    if package in ("dask", "dask_expr"):
        raise FrameError(
            "Dask frames are refused: through Narwhals Dask returns wrong distinct counts without an error",
            "Use df.compute() for pandas, or open the files behind it by their path, with DuckDB or with PySpark.",
        )
    if isinstance(native, (pd.Series, pd.Index)):
        raise FrameError(
            f"A pandas {type(native).__name__} is one column, not a frame",
            "Use .to_frame(), or pass the DataFrame that it comes from.",
        )
    if isinstance(native, (list, tuple, dict)):
        raise FrameError(
            f"A {type(native).__name__} is not a frame", f"Use pandas.DataFrame(...) on it first. {_ACCEPTED}"
        )
    try:
        frame: Frame = nw.from_native(native)
    except TypeError as error:
        raise FrameError(f"A {type(native).__name__} cannot be used as a frame", _ACCEPTED) from error
    _engine(frame)
    return frame


def _engine(frame: Frame) -> EngineName:
    engine = _ENGINES.get(frame.implementation)
    if engine is None:
        name = str(frame.implementation).rpartition(".")[2].lower()
        raise FrameError(f"Frames of {name} are not supported", f"Convert it first, for example to pandas. {_ACCEPTED}")
    return engine
