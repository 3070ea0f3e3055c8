"""Ordering: rows in the order of worked-out values, and the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.columns import free_name
from autoviz.frames import Frame, to_pandas
from autoviz.query.language import Column, Sort, Window
from autoviz.query.rewriting import has
from autoviz.shaping.changes import collected
from autoviz.shaping.computing import columns, computed, with_readings
from autoviz.shaping.neighbours import sort_codes
from autoviz.shaping.ranking import sortable
from autoviz.table import Table


def in_turn(table: Table, order: Sequence[Sort], tool: str) -> Frame:
    """The rows in this order; those that tie keep theirs, where they have one."""
    ready, order = with_readings(table, tuple(order), tool)
    if isinstance(table.frame, nw.DataFrame):
        rows: pd.DataFrame = table.pandas().iloc[turns(ready.pandas(), order)]
        return nw.from_native(rows)
    if has(Window, tuple(order)):
        return in_turn(table.having(collected(table, tool)), order, tool)
    names = [item.expr.name if isinstance(item.expr, Column) else free_name(f"order {place}", ready.columns)
             for place, item in enumerate(order)]  # fmt: skip
    made = {name: item.expr for name, item in zip(names, order, strict=True) if name not in ready.columns}
    frame = computed(ready, made, tool) if made else ready.frame
    # Rows of a lazy frame have no order of their own, so the other columns decide between those that tie.
    ties = [name for name, dtype in table.schema.items() if name not in names and sortable(dtype)]
    gaps = [free_name(f"order {place} missing", table.columns) for place in range(len(order))]
    frame = frame.with_columns(
        *(_gap(name, item).alias(gap) for name, item, gap in zip(names, order, gaps, strict=True))
    )
    by = [part for pair in zip(gaps, names, strict=True) for part in pair]
    downwards = [part for item in order for part in (False, item.descending)]
    ordered = frame.sort(*by, *ties, descending=[*downwards, *(False for _ in ties)], nulls_last=True)
    return ordered.select(*table.columns)


def _gap(name: str, item: Sort) -> nw.Expr:
    """Zero for what comes first: what is there, or what is missing."""
    missing = nw.col(name).is_null()
    return nw.when(~missing if item.missing_first else missing).then(nw.lit(1)).otherwise(nw.lit(0))


def turns(rows: pd.DataFrame, order: Sequence[Sort]) -> Any:
    """The places of the rows in this order."""
    values = columns(rows, {str(place): item.expr for place, item in enumerate(order)})
    codes = [sort_codes(values[str(place)], item) for place, item in enumerate(order)]
    return np.lexsort((np.arange(len(rows)), *reversed(codes)))


def first_within(table: Table, by: Sequence[Sort], within: Sequence[str], n: int, *, ties: bool) -> pd.DataFrame:
    """The first n rows of each group, group by group; those equal to the last of them too where ties count."""
    keys = tuple(Column(name=name) for name in within)
    ordered = table.having(in_turn(table, (*(Sort(expr=key) for key in keys), *by), "top_within"))
    rows = collected(ordered, "top_within").reset_index(drop=True)
    place = Window(func="rank" if ties else "row number", within=keys, along=tuple(by))
    return rows[columns(rows, {"place": place})["place"] <= n].reset_index(drop=True)


def cut(table: Table, n: int, skip: int) -> Frame:
    """The first n rows after those that are skipped, collected."""
    frame = table.frame
    if isinstance(frame, nw.DataFrame):
        return frame[skip : skip + n]
    return nw.from_native(to_pandas(frame.head(skip + n)).iloc[skip:].reset_index(drop=True))
