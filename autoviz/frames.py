"""Opening what the user holds (a frame of any supported engine, a file) as a narwhals frame, and collecting it."""

from __future__ import annotations

import hashlib
import re
import sys
import warnings
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, Literal

import narwhals.stable.v2 as nw
import pandas as pd
from pandas.api.types import (
    infer_dtype,
    is_bool_dtype,
    is_datetime64_any_dtype,
    is_extension_array_dtype,
    is_float_dtype,
    is_integer_dtype,
    is_numeric_dtype,
    is_object_dtype,
)

from autoviz.errors import ColumnError, FileError, FrameError, did_you_mean

Frame = nw.DataFrame[Any] | nw.LazyFrame[Any]
EngineName = Literal["pandas", "polars", "duckdb", "pyspark", "tableau"]

CSV_SUFFIXES = (".csv", ".tsv", ".csv.gz", ".tsv.gz")
PARQUET_SUFFIXES = (".parquet", ".pq")
DATABASE_SUFFIXES = (".duckdb", ".ddb")
WHOLE_FILE_BYTES = 64 * 2**20
"""A CSV file up to this size is read in full to settle its types; of a larger one the first SNIFFED_ROWS rows are."""
SNIFFED_ROWS = 200_000
LONGEST_PATH = 300
"""How many letters of a path an error tells."""
MISSING_WORDS = ("", "NA", "N/A", "n/a", "#N/A", "NaN", "nan", "null", "NULL", "None", "<NA>")

_ENGINES: dict[nw.Implementation, EngineName] = {
    nw.Implementation.PANDAS: "pandas",
    nw.Implementation.POLARS: "polars",
    nw.Implementation.DUCKDB: "duckdb",
    nw.Implementation.PYSPARK: "pyspark",
    nw.Implementation.PYSPARK_CONNECT: "pyspark",
}
_TURNS = RLock()
_WILDCARD = re.compile(r"[*?\[]")
_ACCEPTED = (
    "Give a pandas or Polars DataFrame, a DuckDB relation, a PySpark DataFrame, the path of a parquet or CSV file, "
    "or what autoviz.tableau(...) gives."
)


class Remote(ABC):
    """Data that stay on a server, which answers queries; only what they give comes here."""

    @abstractmethod
    def outline(self) -> pd.DataFrame:
        """Its columns with their types, and no rows."""

    @abstractmethod
    def look(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """The number of rows, and of each column what the server counted: missing, minimum, maximum, mean, distinct."""

    @abstractmethod
    def texts(self, names: Sequence[str], most: int) -> dict[str, list[str]]:
        """The different texts of those columns that hold texts."""

    @abstractmethod
    def stand_in(self) -> pd.DataFrame:
        """A few made-up rows within the ranges of the columns, on which steps can be tried."""

    @abstractmethod
    def answer(self, query: Any) -> tuple[pd.DataFrame, str]:
        """What a Query gives, and how it came about."""

    @abstractmethod
    def rows(self, names: Sequence[str] | None) -> tuple[pd.DataFrame, str]:
        """The rows with these columns, or with all, and how they came; refused where they are too many."""

    @abstractmethod
    def affordable(self, names: Sequence[str] | None) -> bool:
        """Whether the rows with these columns are few enough to be fetched a second time, for the proof."""


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


def located(place: str | Path) -> Any:
    """What a place written as text stands for: the path of a table, or a table of a DuckDB file (`shop.duckdb:orders`).

    The file is attached for reading alone, to the default connection, where every tool is known to run.
    """
    path, _, table = str(place).partition(":")
    if not path.lower().endswith(DATABASE_SUFFIXES):
        return Path(place).expanduser()
    import duckdb

    file = Path(path).expanduser()
    if not file.is_file():
        raise FileError(
            f"There is no file {str(file)!r}", "Check the path; it is looked up from the working directory."
        )
    name = f"autoviz_{hashlib.blake2b(str(file.resolve()).encode(), digest_size=6).hexdigest()}"
    quoted = "'" + str(file.resolve()).replace("'", "''") + "'"
    try:
        duckdb.execute(f"attach if not exists {quoted} as {name} (read_only)")
    except duckdb.Error as error:
        raise FileError(
            f"{file.name!r} cannot be opened: {str(error).splitlines()[0]}", "Is it a DuckDB file?"
        ) from error
    return _table_of(file.name, name, table)


def name_of(place: str | Path) -> str:
    """What a frame is called in answers and code: its own name, its table's, or its file's without the ending."""
    path, _, table = str(place).partition(":")
    last = table or re.split(r"[/\\]", path)[-1]
    known = (*CSV_SUFFIXES, *PARQUET_SUFFIXES, *DATABASE_SUFFIXES)
    suffix = next((item for item in sorted(known, key=len, reverse=True) if last.lower().endswith(item)), "")
    plain = re.sub(r"\W+", "_", last[: -len(suffix)] if suffix else last.rpartition(".")[2])
    name = plain.strip("_") if not plain.isidentifier() else plain
    return name if name.isidentifier() else f"table_{name}".rstrip("_")


def _table_of(file: str, database: str, table: str) -> Any:
    import duckdb

    held = "select schema_name, table_name from duckdb_tables() where database_name = $1 union all by name "
    held += "select schema_name, view_name as table_name from duckdb_views() where database_name = $1 and not internal"
    known = {name: schema for schema, name in sorted(duckdb.execute(held, [database]).fetchall())}
    wanted = table.rpartition(".")[2] or (next(iter(known)) if len(known) == 1 else "")
    if wanted not in known:
        told = f"has no table {wanted!r}" if wanted else f"has {len(known)} tables"
        hint = did_you_mean(wanted, tuple(known), "tables")
        raise FrameError(f"{file!r} {told}", f"{hint} Write {file}:TABLE.")
    return duckdb.sql(f'from {database}."{known[wanted]}"."{wanted}"')


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
        return _plain(opened.to_pandas())
    native = opened.to_native()
    if _engine(opened) == "pyspark":
        # Through Arrow: toPandas warns with pandas 3 and turns dates into objects.
        return _plain(opened.collect("pyarrow").to_native().to_pandas())
    if _engine(opened) == "duckdb":
        with _TURNS, warnings.catch_warnings():
            # DuckDB itself calls what newer pandas deprecates.
            warnings.simplefilter("ignore")
            return _plain(native.df())
    return _plain(native.collect().to_pandas())


def overall(frame: Frame, *aggregates: nw.Expr) -> Frame:
    """The aggregates over all rows, in one row."""
    with warnings.catch_warnings():
        # pandas 2.2 warns where a median has no values; the result is missing, and says so itself.
        warnings.filterwarnings("ignore", "Mean of empty slice", RuntimeWarning)
        # So it is with the spread of what reaches to infinity.
        warnings.filterwarnings("ignore", "invalid value encountered", RuntimeWarning)
        return frame.select(*aggregates)


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
    if len(names) != len(table.columns) or not all(_scannable(table[name]) for name in table.columns):
        return native
    import duckdb

    return duckdb.from_df(_without_zones(table))


def plain_table(table: pd.DataFrame) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """A view of a pandas frame with unique text names and its index levels as columns, and warnings about both."""
    names, told = _text_names(table.columns)
    refuse_doubles(names)
    levels = _index_levels(table.index, names)
    if names == list(table.columns) and not levels and isinstance(table.index, pd.RangeIndex):
        return table, told
    view = table.copy(deep=False)
    view.columns = pd.Index(names, dtype=object)
    for position, (name, values) in enumerate(levels.items()):
        view.insert(position, name, values)
    view.index = pd.RangeIndex(len(view))
    if levels:
        listed = ", ".join(repr(name) for name in levels)
        told = (*told, f"The row index was read as {'columns' if len(levels) > 1 else 'the column'} {listed}.")
    return view, told


def refuse_doubles(names: list[str]) -> None:
    """Raise where a column name is there twice, because a request for it could mean either."""
    doubled = [repr(name) for name, count in Counter(names).items() if count > 1]
    if doubled:
        raise ColumnError(
            f"The frame has more than one column called {', '.join(doubled)}",
            "Rename them first, for example df.columns = [...]; or keep the first of each: "
            "df.loc[:, ~df.columns.duplicated()].",
        )


def _wrapped(native: Any) -> Frame:
    if isinstance(native, (str, Path)):
        return _checked(nw.from_native(_open_file(Path(native))))
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


def _open_file(path: Path) -> Any:
    """A DuckDB relation over a file; dates in CSV stay text, because DuckDB would guess the order of day and month."""
    import duckdb

    _refuse_absent(path)
    name = path.name.lower()
    quoted = _literal(path)
    if name.endswith(PARQUET_SUFFIXES):
        query = f"from read_parquet({quoted})"
    elif name.endswith(CSV_SUFFIXES):
        sample = -1 if path.stat().st_size <= WHOLE_FILE_BYTES else SNIFFED_ROWS
        query = (
            f"from read_csv({quoted}, header=true, sample_size={sample}, nullstr={list(MISSING_WORDS)}, "
            "auto_type_candidates=['BIGINT', 'DOUBLE', 'VARCHAR'])"
        )
    else:
        raise FileError(
            f"{path.name!r} is neither a parquet nor a CSV file",
            f"Known endings: {', '.join((*PARQUET_SUFFIXES, *CSV_SUFFIXES))}.",
        )
    try:
        return duckdb.sql(query)
    except duckdb.Error as error:
        raise FileError(
            f"{path.name!r} cannot be read: {str(error).splitlines()[0]}", "Check that the file is whole and UTF-8."
        ) from error


def _refuse_absent(path: Path) -> None:
    try:
        there, size = path.is_file(), path.stat().st_size if path.is_file() else 0
    except (OSError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(f"{_short(path)!r} cannot be opened: {problem}", "Check the path.") from error
    if not there:
        raise FileError(
            f"There is no file {_short(path)!r}", "Check the path; it is looked up from the working directory."
        )
    if not size:
        raise FileError(f"{path.name!r} is empty", "Check that the file was written in full.")


def _short(path: Path) -> str:
    """The path as it is told; of one without end, its end."""
    text = str(path)
    return text if len(text) <= LONGEST_PATH else f"…{text[-LONGEST_PATH:]}"


def _literal(path: Path) -> str:
    """The path as a text of SQL that stands for this file alone: DuckDB would take s[1].csv for a pattern."""
    text = path.as_posix()
    if _WILDCARD.search(text) and "\\" in text:
        raise FileError(
            f"{path.name!r} cannot be opened: its path holds a backslash beside one of * ? [", "Rename the file."
        )
    return "'" + _WILDCARD.sub(r"[\g<0>]", text).replace("'", "''") + "'"


def _text_names(columns: pd.Index[Any]) -> tuple[list[str], tuple[str, ...]]:
    """Names as text; the levels of a column MultiIndex are joined with ' / '."""
    if isinstance(columns, pd.MultiIndex):
        names = [" / ".join(text for part in parts if (text := str(part).strip())) for parts in columns]
        return names, tuple(f"The levels of the column names were joined, as in {name!r}." for name in names[:1])
    return [name if isinstance(name, str) else str(name) for name in columns], ()


def _index_levels(index: pd.Index[Any], names: list[str]) -> dict[str, Any]:
    """The index levels that hold data: named ones, several, or anything that is no running number."""
    if index.nlevels == 1 and index.name is None and is_integer_dtype(index.dtype):
        return {}
    levels: dict[str, Any] = {}
    for number in range(index.nlevels):
        label: Hashable = index.names[number]
        name = str(label) if label is not None else ("index" if index.nlevels == 1 else f"level_{number}")
        while name in levels or name in names:
            name = f"{name} (index)"
        levels[name] = index.get_level_values(number)
    return levels


def _scannable(column: pd.Series[Any]) -> bool:
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return infer_dtype(dtype.categories) == "string"
    if is_object_dtype(dtype):
        return infer_dtype(column, skipna=True) in ("string", "date", "empty", "boolean")
    return not isinstance(dtype, (pd.PeriodDtype, pd.IntervalDtype, pd.SparseDtype)) and dtype.kind not in "cV"


def _without_zones(table: pd.DataFrame) -> pd.DataFrame:
    """The table with times in the local time of their zone, which DuckDB would replace by that of its session."""
    zoned = [name for name in table.columns if isinstance(table[name].dtype, pd.DatetimeTZDtype)]
    return table.assign(**{name: table[name].dt.tz_localize(None) for name in zoned})


def _plain(table: pd.DataFrame) -> pd.DataFrame:
    # Not by assign, which has an argument called self, as a column may be.
    return pd.DataFrame({name: _plain_column(table[name]) for name in table.columns}, index=table.index, copy=False)


def _plain_column(column: pd.Series[Any]) -> pd.Series[Any]:
    """Text, dates, decimals and nullable numbers of another engine in the types that pandas itself would use."""
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return column.astype(dtype.categories.dtype)
    if is_datetime64_any_dtype(dtype):
        stamps: pd.Series[Any] = column.dt.as_unit("us")
        return stamps
    if is_extension_array_dtype(dtype) and is_numeric_dtype(dtype):
        return _plain_number(column)
    return _plain_objects(column) if is_object_dtype(dtype) else column


def _plain_objects(column: pd.Series[Any]) -> pd.Series[Any]:
    content = infer_dtype(column, skipna=True)
    if content in ("date", "datetime"):
        return pd.to_datetime(column).dt.as_unit("us")
    if content == "decimal":
        return column.astype(float)
    if content != "string":
        return column
    return pd.Series(column.where(column.notna(), float("nan")).tolist(), index=column.index, name=column.name)


def _plain_number(column: pd.Series[Any]) -> pd.Series[Any]:
    if is_bool_dtype(column.dtype):
        return column.astype(object).where(column.notna(), None) if column.hasnans else column.astype(bool)
    if column.hasnans or is_float_dtype(column.dtype):
        return column.astype(float)
    return column.astype("int64")
