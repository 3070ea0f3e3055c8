"""Proof rows: on which rows the second computation is made, all of them or a sample, the same for the plan and SQL."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from autoviz.frames import engine_of, open_frame, to_pandas
from autoviz.measures.sampling import sampled
from autoviz.query.language import Aggregate, Expr, Named, Query, columns_of, parts_of
from autoviz.query.reference import arrow_rows, columns_read, reference, relation_where
from autoviz.table import Table

SAMPLE_ROWS = 25_000
"""Rows on which plan and SQL are both run where all rows are too many."""
FEW_ROWS = 100
"""Rows of a sample that a condition has to leave, or it says too little of what follows the condition."""
SCAN_BOUND = 2_000_000
"""Rows up to which those that meet a rare condition are looked for: about 40 ms where it is on one column."""
SHUFFLES = 3
"""How often the rows of a result that differs are shuffled to see whether ties decide it."""
_POSITION = "position of the row"


@dataclass(frozen=True)
class ProofRows:
    """The rows for SQL, and the same ones as a table for the plan where they are a sample."""

    native: Any
    """A pandas frame, an Arrow table or a DuckDB relation."""
    sample: Table | None = None
    left: int = 1
    """How many of a sample the Query's condition leaves; 1 or more where there is none."""


def all_rows(table: Table, query: Query) -> ProofRows:
    """All rows in a form that SQL can read; Polars and Spark hand over only the columns that the Query names."""
    engine = engine_of(table.frame)
    if engine in ("pandas", "duckdb"):
        return ProofRows(table.frame.to_native())
    return ProofRows(_collected(narrowed(table, query).frame))


def sample_rows(narrow: Table, query: Query, count: int, size: int) -> ProofRows:
    """Rows spread over the table; where a condition leaves few of them, all rows that meet it come beside them."""
    spread, condition = _spread(narrow, count, size), _condition(query)
    if condition is None:
        return spread
    counted = Query(where=condition, measures=(Named(name="rows", expr=Aggregate(func="count")),))
    left = int(reference(counted, spread.native).iloc[0, 0])
    if left >= FEW_ROWS or count > SCAN_BOUND or engine_of(narrow.frame) == "pyspark":
        return replace(spread, left=left)
    return _beside(spread.native, _rows_where(narrow, condition), narrow)


def _condition(query: Query) -> Expr | None:
    """What the rows of the frame have to meet; None where a Query reads them in several ways."""
    inner = [item for item in parts_of(Query, query) if item.source is None]
    return inner[0].where if len(inner) == 1 else None


def _rows_where(narrow: Table, condition: Expr) -> Any:
    """The rows of the table that meet a condition, as SQL sees it."""
    native = narrow.frame.to_native()
    if engine_of(narrow.frame) == "pandas":
        cells = arrow_rows(native, columns_of(condition))
        numbered = cells.append_column(_POSITION, pa.array(np.arange(len(native))))
        return native.iloc[reference(Query(where=condition, shown=(_POSITION,)), numbered).iloc[:, 0]]
    if engine_of(narrow.frame) == "polars":
        import duckdb

        native = duckdb.from_arrow(_collected(narrow.frame))
    return relation_where(condition, native).to_arrow_table()


def _beside(spread: Any, kept: Any, narrow: Table) -> ProofRows:
    """Both as one sample; a row that is there twice is so for the plan and for SQL."""
    if isinstance(spread, pd.DataFrame):
        rows: Any = pd.concat([spread, kept], ignore_index=True)
    else:
        rows = pa.concat_tables([spread, kept], promote_options="permissive")
    return ProofRows(rows, _of_frame(narrow, _at_home(rows, engine_of(narrow.frame))), left=len(kept))


def _spread(narrow: Table, count: int, size: int) -> ProofRows:
    """The same rows for SQL and for the plan, spread over the table and on its own engine where that is at hand."""
    if engine_of(narrow.frame) == "pandas":
        rows = narrow.frame.to_native().iloc[spread_positions(count, size)].reset_index(drop=True)
        return ProofRows(rows, _of_frame(narrow, rows))
    taken = _collected(sampled(narrow.frame, size)[0])
    return ProofRows(taken, _of_frame(narrow, _at_home(taken, engine_of(narrow.frame))))


def spread_positions(count: int, size: int) -> Any:
    """So many positions out of count, one drawn from each stretch, so that no calendar keeps step with them."""
    width = count / size
    drawn = (np.arange(size) + np.random.default_rng(0).random(size)) * width
    positions = np.minimum(drawn.astype(np.int64), count - 1)
    return positions[np.diff(positions, prepend=-1) > 0]


def narrowed(table: Table, query: Query, beside: Collection[str] = ()) -> Table:
    """The table with the columns that the Query names, and these; one at least, so that rows can be counted."""
    read = columns_read(query)
    if read is None:
        return table
    folded = {name.casefold() for name in (*read, *beside)}
    kept = [name for name in table.columns if name.casefold() in folded] or table.columns[:1]
    return table.having(table.frame.select(*kept))


def _collected(frame: Any) -> Any:
    """The rows of a lazy frame: Arrow from Polars and DuckDB, pandas from Spark, whose types need care."""
    if engine_of(frame) == "pyspark":
        return to_pandas(frame)
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


def _of_frame(table: Table, native: Any) -> Table:
    return table.having(open_frame(native))


def turned_rows(native: Any, query: Query) -> Iterator[Any]:
    """The rows from the last to the first, and shuffled a few times, with no more columns than the Query names."""
    rows = native.to_arrow_table() if hasattr(native, "to_arrow_table") else native
    cells = arrow_rows(rows, columns_read(query))
    random = np.random.default_rng(0)
    count = len(cells)
    for order in (np.arange(count)[::-1], *(random.permutation(count) for _ in range(SHUFFLES))):
        yield cells.take(order)
