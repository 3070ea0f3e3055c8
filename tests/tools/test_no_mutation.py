"""No tool changes the frame that it is given: generated frames are hashed before and after."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any

import narwhals.stable.v2 as nw
import pandas as pd
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from autoviz.errors import AutovizError
from autoviz.model.tool import Param
from autoviz.registry.catalog import default_catalog
from autoviz.registry.params import WRITTEN
from autoviz.table import Table

TOOLS = sorted(default_catalog().tools)
COLUMNS = ("when", "group", "other", "value", "count", "flag")

TEXTS = st.sampled_from(["a", "b", "West", "2023-01-05", "7", None])
NUMBERS = st.one_of(st.none(), st.floats(-1e6, 1e6), st.sampled_from([float("inf"), 0.0]))
DATES = st.one_of(st.none(), st.datetimes(pd.Timestamp("2020-01-01"), pd.Timestamp("2024-12-31")))


@st.composite
def frames(draw: st.DrawFn) -> pd.DataFrame:
    """A frame of dates, text, categories, numbers and flags, with any row labels, missing and infinite cells."""
    size = draw(st.integers(0, 12))

    def cells(of: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(of, min_size=size, max_size=size))

    frame = pd.DataFrame(
        {
            "when": pd.Series(cells(DATES), dtype="datetime64[us]"),
            "group": pd.Series(cells(TEXTS), dtype=object),
            "other": pd.Categorical(cells(st.sampled_from(["x", "y", None])), categories=["y", "x"]),
            "value": pd.Series(cells(NUMBERS), dtype=float),
            "count": pd.Series(cells(st.integers(-5, 5)), dtype="int64"),
            "flag": pd.Series(cells(st.booleans()), dtype=bool),
        }
    )
    frame.index = pd.Index(draw(st.lists(st.integers(0, 99), min_size=size, max_size=size)), dtype="int64")
    return frame


def digest(frame: pd.DataFrame) -> str:
    """A hash of every cell, type, name and row label."""
    cells = [list(map(repr, frame[name])) for name in frame.columns]
    parts = (list(frame.columns), list(map(str, frame.dtypes)), list(frame.index), cells, frame.attrs)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def value_of(param: Param, name: str, draw: st.DataObject) -> Any:
    """A value that a plan could give; the wrong kind of column is part of the game."""
    if param.type in ("column", "columns"):
        column = draw.draw(st.sampled_from(COLUMNS), label=name)
        return column if param.type == "column" else [column]
    if param.type == "choice":
        return draw.draw(st.sampled_from(param.choices), label=name)
    if param.type == "flag":
        return draw.draw(st.booleans(), label=name)
    if param.type in WRITTEN:
        return {"expression": "count > 0", "named": 'count + 1 AS "more"', "sorts": "count DESC"}[param.type]
    if param.type == "filters":
        return [{"kind": "filter", "column": "count", "op": ">", "value": 0}]
    low, high = int(param.minimum or 1), int(min(param.maximum or 5, 5))
    return {"integer": max(low, min(2, high)), "number": low if low == high else 0.5}.get(param.type, "new")


@pytest.mark.parametrize("tool", TOOLS)
@settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])
@given(frame=frames(), draw=st.data())
def test_a_tool_leaves_its_input_as_it_was(
    tool: str, frame: pd.DataFrame, draw: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    catalog = default_catalog()
    entry = catalog.tool(tool)
    params = {
        name: value_of(param, name, draw)
        for name, param in entry.params.items()
        if param.required or draw.draw(st.booleans(), label=f"{name} given")
    }
    if tool == "save_dataframe":
        params["path"] = str(tmp_path_factory.mktemp("saved") / "out.csv")
    before = digest(frame)
    tables = [Table(nw.from_native(frame)) for _ in entry.inputs]
    with suppress(AutovizError):
        catalog.functions[tool](*tables, **catalog.validated(tool, params))
    assert digest(frame) == before
