"""Second reading: cells of text read as numbers the other way, to hold against what a cast made of them."""

from __future__ import annotations

from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.writings.casts import pandas_numbers, read_numbers
from autoviz.writings.writing import Writing

TEXT, NUMBER = "text", "number"


def misread(cells: pd.DataFrame, writing: Writing, engine: str) -> str | None:
    """The first cell whose number is another when read the other way; None where all agree.

    The cells hold text beside the number that the engine made of it. pandas reads by the groups of one pattern and is
    held against DuckDB, where parts are taken away; the other engines take parts away and are held against pandas.
    """
    again = _by_duckdb(cells[TEXT], writing) if engine == "pandas" else pandas_numbers(cells[TEXT], writing)
    one, other = cells[NUMBER].to_numpy(dtype=float, na_value=np.nan), again.to_numpy(dtype=float)
    wrong = np.flatnonzero(~np.isclose(one, other, rtol=1e-9, atol=0.0, equal_nan=True))
    if not len(wrong):
        return None
    first = wrong[0]
    return f"{cells[TEXT].iloc[first]!r} was read as {one[first]!r}, and a second time as {other[first]!r}"


def _by_duckdb(texts: pd.Series[Any], writing: Writing) -> pd.Series[Any]:
    import duckdb
    import pyarrow as pa  # type: ignore[import-untyped]

    rows = pa.table({TEXT: pa.array([None if text is None else str(text) for text in texts], pa.string())})
    with duckdb.connect(":memory:") as connection:
        frame = nw.from_native(connection.from_arrow(rows))
        read = frame.select(read_numbers(nw.col(TEXT), writing).alias(NUMBER)).to_native()
        return pd.Series(read.fetchnumpy()[NUMBER]).astype(float)
