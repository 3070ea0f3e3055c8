"""Every tool of every family gives the same result on every engine, and as exported code.

The cases lie in `cases/<family>.py`, as a mapping CASES from the tool's name to a list of cases. A case is a mapping:

- `name`: what it shows;
- `frame`: a function that makes the pandas frame, or a tuple of two frames for a tool with two inputs;
- `params`: the params of the tool, as a plan gives them;
- `lineage` (optional): what is known of the frame's columns from earlier steps;
- `ordered` (optional): True where the order of rows matters although the result is lazy;
- `refused` (optional): engine → a part of the message with which the tool refuses to run there;
- `without_code` (optional): why the exported code cannot be compared;
- `check` (optional): a function of the outcome and the pandas outcome, instead of the usual comparison.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pytest

from autoviz.errors import AutovizError
from autoviz.frames import choose_engine, open_frame
from autoviz.registry.catalog import default_catalog
from autoviz.registry.code import render
from autoviz.table import Outcome, Table

FOLDER = Path(__file__).parent / "cases"
ENGINES = ("polars", "duckdb", "parquet", "pyspark")
SPARK_EVERY = 3
"""Every so many-th case of a tool goes to Spark in `make test`, as each takes it half a second; all in `test-long`."""

Case = Mapping[str, Any]


def _cases() -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for path in sorted(FOLDER.glob("*.py")):
        spec = importlib.util.spec_from_file_location(f"cases_{path.stem}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.update(module.CASES)
    return found


CASES = _cases()
EVERY = [pytest.param(tool, case, id=f"{tool}: {case['name']}") for tool, cases in CASES.items() for case in cases]


def _marks(engine: str, place: int) -> tuple[pytest.MarkDecorator, ...]:
    if engine != "pyspark":
        return ()
    return (pytest.mark.spark, pytest.mark.long) if place % SPARK_EVERY else (pytest.mark.spark,)


ON_ENGINES = [
    pytest.param(tool, case, engine, id=f"{tool}: {case['name']}-{engine}", marks=_marks(engine, place))
    for tool, cases in CASES.items() for place, case in enumerate(cases) for engine in ENGINES
]  # fmt: skip


def test_every_tool_of_the_catalog_has_a_case() -> None:
    assert set(default_catalog().tools) == set(CASES)


@pytest.mark.parametrize(("tool", "case", "engine"), ON_ENGINES)
def test_engine_gives_what_pandas_gives(
    tool: str, case: Case, engine: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    spark = request.getfixturevalue("spark") if engine == "pyspark" else None
    paths = (tmp_path / "first.parquet", tmp_path / "second.parquet")
    natives = [_native(frame, engine, path, spark) for frame, path in zip(_frames(case), paths, strict=False)]
    message = case.get("refused", {}).get("duckdb" if engine == "parquet" else engine)
    if message is not None:
        with pytest.raises(AutovizError, match=message):
            _run(tool, case, natives)
        return
    actual, expected = _run(tool, case, natives), _expected(tool, case["name"])
    if "check" in case:
        case["check"](actual, expected)
        return
    _assert_same(actual, expected, ordered=case.get("ordered", False))
    assert _settled(actual) == _settled(expected)


@pytest.mark.parametrize(("tool", "case"), EVERY)
def test_exported_code_gives_what_the_tool_gives(tool: str, case: Case) -> None:
    if "without_code" in case:
        return
    expected = _expected(tool, case["name"])
    entry = default_catalog().tool(tool)
    params = default_catalog().validated(tool, dict(case["params"]))
    inputs = {name: f"data_{name}" for name in entry.inputs}
    code = render(entry, {**params, **expected.resolved}, inputs, "result")
    variables: dict[str, Any] = {"pd": pd, **dict(zip(inputs.values(), _frames(case), strict=True))}
    before = [frame.copy() for frame in _frames(case)]
    exec(compile(code, f"<{tool}>", "exec"), variables)
    for name, frame in zip(inputs.values(), before, strict=True):
        pd.testing.assert_frame_equal(variables[name], frame)
    if expected.figure is not None:
        assert _alike(_traces(variables["result"]), _traces(expected.figure)), code
    else:
        assert expected.table is not None
        _assert_rows(_plain(variables["result"]), _plain(expected.table.pandas()), code)


def _frames(case: Case) -> tuple[pd.DataFrame, ...]:
    made = case["frame"]()
    return made if isinstance(made, tuple) else (made,)


def _native(frame: pd.DataFrame, engine: str, path: Path, spark: Any) -> Any:
    """The frame as this engine holds it."""
    if engine == "polars":
        import polars as pl

        return pl.from_pandas(frame).lazy()
    if engine == "duckdb":
        return choose_engine(frame, -1)
    frame.to_parquet(path, index=False, coerce_timestamps="us", allow_truncated_timestamps=True)
    return path if engine == "parquet" else spark.read.parquet(str(path))


def _run(tool: str, case: Case, natives: list[Any]) -> Outcome:
    catalog = default_catalog()
    tables = [Table(open_frame(native), case.get("lineage", {})) for native in natives]
    return catalog.functions[tool](*tables, **catalog.validated(tool, dict(case["params"])))


@cache
def _expected(tool: str, name: str) -> Outcome:
    case = next(case for case in CASES[tool] if case["name"] == name)
    return _run(tool, case, list(_frames(case)))


def _assert_same(actual: Outcome, expected: Outcome, *, ordered: bool) -> None:
    assert actual.chart == expected.chart
    if expected.figure is not None:
        assert actual.figure is not None
        assert _alike(_traces(actual.figure), _traces(expected.figure))
    if expected.table is None:
        assert actual.table is None
        return
    assert actual.table is not None
    assert dict(actual.table.lineage) == dict(expected.table.lineage)
    rows, wanted = _plain(actual.table.pandas()), _plain(expected.table.pandas())
    if isinstance(actual.table.frame, nw.LazyFrame) and not ordered:
        rows, wanted = _sorted(rows), _sorted(wanted)
    _assert_rows(rows, wanted)


def _assert_rows(rows: pd.DataFrame, wanted: pd.DataFrame, said: str = "") -> None:
    assert list(rows.columns) == list(wanted.columns), said
    assert len(rows) == len(wanted), said
    for name in wanted.columns:
        apart = [pair for pair in zip(rows[name], wanted[name], strict=True) if not _alike(*pair)]
        assert not apart, f"{name}: {apart[:3]}\n{said}"


def _plain(frame: pd.DataFrame) -> pd.DataFrame:
    """Cells that compare alike whichever engine they come from."""
    return pd.DataFrame({name: [_cell(cell) for cell in frame[name]] for name in frame.columns}, dtype=object)


def _cell(cell: Any) -> Any:
    if isinstance(cell, (list, tuple)):
        return tuple(_cell(part) for part in cell)
    if pd.isna(cell):
        return None
    if isinstance(cell, pd.Timestamp):
        return cell.isoformat()
    if hasattr(cell, "item"):
        cell = cell.item()
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else cell


def _alike(one: Any, other: Any) -> bool:
    """Whether two results are the same; sums of a parallel engine may differ in their last bits."""
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return bool(one == other)


def _sorted(rows: pd.DataFrame) -> pd.DataFrame:
    keys = [repr([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row]) for row in rows.to_numpy()]
    return rows.iloc[sorted(range(len(rows)), key=keys.__getitem__)].reset_index(drop=True)


def _settled(outcome: Outcome) -> dict[str, str]:
    """What the data decided, apart from numbers, which may differ in their last bits."""
    return {name: repr(value) for name, value in outcome.resolved.items() if not isinstance(value, (float, dict))}


def _traces(figure: Any) -> list[dict[str, Any]]:
    """What a figure draws: the data of each trace, whatever it looks like."""
    read: Callable[[Any], Any] = lambda values: None if values is None else [_cell(cell) for cell in values]  # noqa: E731
    return [
        {
            "type": trace.type,
            "name": trace.name,
            "orientation": getattr(trace, "orientation", None),
            **{part: read(getattr(trace, part, None)) for part in ("x", "y", "labels", "parents", "values")},
            "z": None if getattr(trace, "z", None) is None else [read(row) for row in trace.z],
        }
        for trace in figure.data
    ]
