"""Proof rows: on which rows the second computation is made, all of them or a sample, the same for the plan and SQL."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, partial
from threading import Lock
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from autoviz.columns import free_name
from autoviz.frames import engine_of, open_frame, to_pandas
from autoviz.measures.sampling import spread
from autoviz.query.language import Aggregate, Expr, Named, Query, Window, columns_of, parts_of
from autoviz.query.reference import arrow_rows, columns_read, reference
from autoviz.query.rewriting import with_steady_ties
from autoviz.table import Table

_PLACE = "place of the row"
SAMPLE_ROWS = 25_000
"""Rows on which plan and SQL are both run where all rows are too many."""
SAMPLE_CELLS = 60_000
"""Cells of such a sample, so that a list of rows with many columns is compared as fast as a table of groups."""
LEAST_ROWS = 1_000
FEW_COLUMNS = 10
"""Of a table with so many columns at most one sample serves every question."""
SAMPLES_KEPT = 16
"""Samples that are held for the next question: a few MB each."""
SHUFFLES = 3
"""How often the rows of a result that differs are shuffled to see whether ties decide it."""
_samples: OrderedDict[tuple[Any, ...], _Drawn] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True)
class ProofRows:
    """The rows for SQL, and the same ones as a table for the plan where they are a sample."""

    native: Any
    """A pandas frame, an Arrow table or a DuckDB relation."""
    sample: Table | None = None
    left: Callable[[], int] = lambda: 0
    """How many rows of the sample the Query's condition leaves; counted where it is asked for."""


@dataclass(frozen=True)
class Origin:
    """What a sample is drawn from: rows as they were given, and how the table that the proof starts from is made."""

    table: Table
    count: int
    prepare: Callable[[Table], Table] = lambda table: table
    """Run on the sample alone, so that no lazy engine prepares all rows for the few that are drawn."""
    mark: str = ""
    """The digest of these rows, by which a sample of them is known again; empty where they have none."""


@dataclass(frozen=True)
class _Drawn:
    """A sample as SQL reads it, a pandas frame or an Arrow table, and as a table on the engine that it came from."""

    cells: Any
    table: Table


def all_rows(table: Table, query: Query) -> ProofRows:
    """All rows in a form that SQL can read; Polars and Spark hand over only the columns that the Query names."""
    engine = engine_of(table.frame)
    if engine in ("pandas", "duckdb"):
        return ProofRows(table.frame.to_native())
    return ProofRows(_collected(table.frame.select(*columns_kept(table, query))))


def rows_left(table: Table, query: Query) -> ProofRows:
    """Those of all rows that SQL finds to meet the Query's condition, of which few are left: the rest is not read.

    Where a Query reads the rows in several ways, or each by those around it, they are all its rows.
    """
    condition = _condition(query)
    columns = {name.casefold() for name in columns_of(condition)}
    engine = engine_of(table.frame)
    if engine not in ("pandas", "polars") or not columns or any(parts_of(Window, condition)):
        return all_rows(table, query)
    read = [name for name in table.columns if name.casefold() in columns]
    if engine == "pandas":
        native = table.frame.to_native()
        kept = _meeting(condition, arrow_rows(native, read))
        # A mask, since Arrow takes rows by place only from one piece.
        return ProofRows(native[kept].reset_index(drop=True))
    # Collected once, since rows that nobody sorted may come in another order the next time.
    rows = table.frame.select(*columns_kept(table, query)).lazy().collect()
    kept = _meeting(condition, arrow_rows(rows.select(*read).to_arrow()))
    return ProofRows(rows.filter(kept.tolist()).to_arrow())


def _meeting(condition: Expr | None, cells: Any) -> Any:
    """Which of the rows SQL finds to meet a condition, as a mask."""
    place = free_name(_PLACE, cells.column_names)
    numbered = cells.append_column(place, pa.array(np.arange(len(cells))))
    kept = np.zeros(len(cells), dtype=bool)
    kept[reference(Query(where=condition, shown=(place,)), numbered)[place].to_numpy()] = True
    return kept


def sample_rows(origin: Origin, query: Query, read: Collection[str], most: int) -> ProofRows:
    """Rows spread over the origin, the same for SQL and for the plan, and on its own engine where that is at hand.

    They have the columns that the Query names and those that the plan reads.
    """
    columns = columns_kept(origin.table, query, read)
    drawing = _with_the_rest(columns, origin.table)
    drawn = _drawn(origin, drawing, min(most, sample_size(len(drawing))))
    rows = drawn.table if drawn.table.columns == columns else drawn.table.having(drawn.table.frame.select(*columns))
    sample = origin.prepare(rows)
    cells = arrow_rows(drawn.cells if sample is rows else _collected(sample.frame), columns_read(query))
    return ProofRows(cells, sample, cache(partial(_left, cells, query)))


def _with_the_rest(columns: list[str], table: Table) -> list[str]:
    """All columns where they are few, so that the next question finds its own drawn already."""
    plain = not any(isinstance(dtype, (nw.Object, nw.Unknown)) for dtype in table.schema.values())
    return table.columns if len(table.columns) <= FEW_COLUMNS and plain else columns


def sample_size(columns: int) -> int:
    """How many rows a sample of so many columns has."""
    return max(LEAST_ROWS, min(SAMPLE_ROWS, SAMPLE_CELLS // max(columns, 1)))


def _drawn(origin: Origin, columns: list[str], size: int) -> _Drawn:
    """A sample in memory; drawn once where its rows are known again, for a lazy engine reads all rows to draw some."""
    engine = engine_of(origin.table.frame)
    key = (origin.mark, engine, size, tuple(columns))
    with _lock:
        if key in _samples:
            _samples.move_to_end(key)
            return _samples[key]
    narrow = origin.table.having(origin.table.frame.select(*columns))
    if engine == "pandas":
        cells = narrow.frame.to_native().iloc[spread_positions(origin.count, size)].reset_index(drop=True)
    else:
        few = origin.count <= size
        cells = _collected(narrow.frame if few else spread(narrow.frame, size / origin.count))
    drawn = _Drawn(cells, narrow.having(open_frame(_at_home(cells, engine))))
    if origin.mark:
        with _lock:
            _samples[key] = drawn
            while len(_samples) > SAMPLES_KEPT:
                _samples.popitem(last=False)
    return drawn


def _left(rows: Any, query: Query) -> int:
    """How many of the rows meet what the Query asks of the rows of the frame; all where it asks nothing."""
    condition = _condition(query)
    if condition is None:
        return len(rows)
    counted = Query(where=condition, measures=(Named(name="rows", expr=Aggregate(func="count")),))
    return int(reference(counted, rows)["rows"].to_numpy()[0])


def _condition(query: Query) -> Expr | None:
    """What the rows of the frame have to meet; None where a Query reads them in several ways."""
    inner = [item for item in parts_of(Query, query) if item.source is None]
    return inner[0].where if len(inner) == 1 else None


def spread_positions(count: int, size: int) -> Any:
    """So many positions out of count, one drawn from each stretch, so that no calendar keeps step with them."""
    width = count / size
    drawn = (np.arange(size) + np.random.default_rng(0).random(size)) * width
    positions = np.minimum(drawn.astype(np.int64), count - 1)
    return positions[np.diff(positions, prepend=-1) > 0]


def columns_kept(table: Table, query: Query, beside: Collection[str] = ()) -> list[str]:
    """The columns of the table that the Query names, and these; one at least, so that rows can be counted."""
    read = columns_read(query)
    if read is None:
        return table.columns
    folded = {name.casefold() for name in (*read, *beside)}
    return [name for name in table.columns if name.casefold() in folded] or table.columns[:1]


def _collected(frame: Any) -> Any:
    """The rows of a lazy frame: Arrow from Polars and DuckDB, pandas from Spark, whose types need care."""
    if engine_of(frame) == "pyspark":
        return to_pandas(frame)
    if engine_of(frame) == "pandas":
        return frame.to_native()
    if engine_of(frame) == "duckdb":
        return frame.to_native().to_arrow_table()
    return (frame.collect() if isinstance(frame, nw.LazyFrame) else frame).to_arrow()


def _at_home(rows: Any, engine: str) -> Any:
    """Collected rows on the engine that they came from; those of Spark stay with pandas, which is at hand."""
    if engine == "duckdb":
        import duckdb

        return duckdb.from_arrow(rows)
    if engine == "polars":
        import polars as pl

        return pl.from_arrow(rows)
    return rows


def settled_by_place(query: Query, native: Any) -> pd.DataFrame | None:
    """What SQL gives where ties are settled by the order of the rows, as tools do it; None where that decides nothing.

    Windows of SQL leave open which of two rows that tie comes first; one that says so is as right as any.
    """
    if with_steady_ties(query, _PLACE) == query:
        return None
    cells = _cells(native, query)
    place = free_name(_PLACE, cells.column_names)
    numbered = cells.append_column(place, pa.array(np.arange(len(cells))))
    return reference(with_steady_ties(query, place), numbered).drop(columns=place, errors="ignore")


def turned_rows(native: Any, query: Query) -> Iterator[Any]:
    """The rows from the last to the first, and shuffled a few times, with no more columns than the Query names."""
    cells = _cells(native, query)
    random = np.random.default_rng(0)
    count = len(cells)
    for order in (np.arange(count)[::-1], *(random.permutation(count) for _ in range(SHUFFLES))):
        yield cells.take(order)


def _cells(native: Any, query: Query) -> Any:
    """The rows as an Arrow table with no more columns than the Query names."""
    rows = native.to_arrow_table() if hasattr(native, "to_arrow_table") else native
    return arrow_rows(rows, columns_read(query))
