"""Fingerprints of frames: a digest of every cell, so that an edit in place is never taken for the old frame.

A pandas or an eager Polars frame is hashed in full; that costs about as much as one pass over it. A file is known by
its path, size and time of change. A DuckDB relation, a lazy Polars frame and a Spark frame can change behind their
name, so their engine adds up a hash of every row, in one pass where a profile takes several. What no engine can hash,
and what a server keeps, gets a fingerprint that is never given twice, and nothing is remembered for it.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pandas.api.types import infer_dtype, is_object_dtype

from autoviz.frames import engine_of
from autoviz.frames.plain import plain_table
from autoviz.frames.remote import Remote

_given = itertools.count(1)
_BLOCK = 8192
_WEIGHTS = np.random.default_rng(8192).integers(0, 2**63, _BLOCK, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
"""Odd, so that a block's weighted sum changes with any one of its numbers; eight times as fast as a digest."""


def fingerprint(frame: Any) -> str:
    """A digest that changes with any cell, name or type of the frame."""
    if isinstance(frame, Remote):
        return f"{engine_of(frame)}-{next(_given)}"
    native = frame.to_native() if isinstance(frame, (nw.DataFrame, nw.LazyFrame)) else frame
    if isinstance(native, (str, Path)):
        return _of_file(Path(native))
    if isinstance(native, pd.DataFrame):
        return _of_table(plain_table(native)[0])
    engine = engine_of(native)
    if engine == "polars" and hasattr(native, "write_ipc"):
        return _digest(_summed(np.frombuffer(native.write_ipc(None).getbuffer(), np.uint8)))
    return _of_rows(native, engine) or f"{engine}-{next(_given)}"


def is_stable(mark: str) -> bool:
    """Whether an equal fingerprint means an equal frame."""
    return "-" not in mark


def _digest(*parts: bytes) -> str:
    made = hashlib.blake2b(digest_size=8)
    for part in parts:
        made.update(part)
        made.update(b"|")
    return made.hexdigest()


def _of_file(path: Path) -> str:
    known = path.stat()
    return _digest(f"{path.resolve()} {known.st_size} {known.st_mtime_ns}".encode())


def _of_rows(native: Any, engine: str) -> str | None:
    """A digest of the schema, the number of rows and the sum of their hashes; None where the engine has none of them.

    The order of the rows does not count, which these engines do not keep either.
    """
    schema = nw.from_native(native).collect_schema()
    try:
        summed = _ROW_SUMS[engine](native, list(schema))
    except Exception:  # each engine has errors of its own for types that it cannot hash
        return None
    return _digest(f"{engine} {list(schema.items())} {summed}".encode())


def _duckdb_sums(native: Any, names: list[str]) -> Any:
    listed = ", ".join('"' + name.replace('"', '""') + '"' for name in names)
    return native.aggregate(f"count(*), sum(hash({listed}))").fetchall()


def _polars_sums(native: Any, names: list[str]) -> Any:
    import polars as pl

    # Each column under a seed of its own and each row hashed once more, so that no two cells may change places; an
    # eighth of the time of a struct's hash. That the sums run over does no harm: they do so alike every time.
    cells = (pl.col(name).hash(seed=place) for place, name in enumerate(names))
    row = pl.sum_horizontal(*cells).hash()
    return native.select(pl.len().alias("rows"), row.sum().alias("sum")).collect().rows()


def _spark_sums(native: Any, names: list[str]) -> Any:
    row = f"xxhash64({', '.join('`' + name.replace('`', '``') + '`' for name in names)})"
    # Its halves, whose sums stay within 64 bits: a sum of decimals, which have room for it, takes half as long again.
    return native.selectExpr("count(1)", f"sum({row} & {2**32 - 1})", f"sum(shiftrightunsigned({row}, 32))").collect()


_ROW_SUMS: dict[str, Callable[[Any, list[str]], Any]] = {
    "duckdb": _duckdb_sums, "polars": _polars_sums, "pyspark": _spark_sums,
}  # fmt: skip


def _of_table(table: pd.DataFrame) -> str:
    head = f"{len(table)} {[(name, str(dtype)) for name, dtype in table.dtypes.items()]}".encode()
    return _digest(head, *(part for name in table.columns for part in _cells(table[name])))


def _cells(column: pd.Series[Any]) -> list[bytes]:
    """The memory behind a column; cells that are Python objects are hashed one by one."""
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return [_summed(column.cat.codes.to_numpy().view(np.uint8)), *_cells(pd.Series(dtype.categories))]
    if isinstance(dtype, np.dtype) and not is_object_dtype(dtype):
        return [_summed(np.ascontiguousarray(column.to_numpy()).view(np.uint8))]
    if isinstance(dtype, (pd.DatetimeTZDtype, pd.PeriodDtype)):
        return [_summed(column.astype("int64").to_numpy().view(np.uint8))]
    if is_object_dtype(dtype):
        return [_of_objects(column)]
    return _of_arrow(column)


def _of_arrow(column: pd.Series[Any]) -> list[bytes]:
    try:
        cells = pa.array(column, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
        return [_of_objects(column.astype(object))]
    parts: list[bytes] = []
    for chunk in cells.chunks if isinstance(cells, pa.ChunkedArray) else [cells]:
        parts.append(f"{chunk.offset} {len(chunk)}".encode())
        parts.extend(_summed(np.frombuffer(buffer, np.uint8)) for buffer in chunk.buffers() if buffer is not None)
    return parts


def _summed(cells: NDArray[np.uint8]) -> bytes:
    """A number for each block of memory, and the rest behind the last block as it is."""
    whole = cells.size // (8 * _BLOCK) * 8 * _BLOCK
    sums = np.einsum("ij,j->i", cells[:whole].view(np.uint64).reshape(-1, _BLOCK), _WEIGHTS)  # quicker than @
    return bytes(sums.tobytes() + cells[whole:].tobytes())


def _of_objects(column: pd.Series[Any]) -> bytes:
    if infer_dtype(column, skipna=True) in ("string", "empty"):
        return pd.util.hash_array(column.to_numpy(dtype=object), categorize=True).tobytes()
    # Lists have no hash, and 5 has the same as "5"; their texts tell them apart.
    return repr(column.tolist()).encode()
