"""Small frames, and Queries from their SQL carried out without reading any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from autoviz.analysis import opening
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.stages.base import State


@pytest.fixture
def orders() -> pd.DataFrame:
    """Nine orders of three regions, one amount missing."""
    return pd.DataFrame(
        {
            "region": ["West", "West", "East", "East", "North", "North", "West", "East", "North"],
            "channel": ["web", "shop", "web", "web", "shop", "web", "web", "shop", "shop"],
            "amount": [10.0, 20.0, 5.0, None, 7.0, 9.0, 30.0, 2.0, 4.0],
            "cost": [8.0, 25.0, 1.0, 2.0, 7.0, 3.0, 11.0, 2.0, 6.0],
            "units": [1, 2, 3, 4, 5, 6, 7, 8, 9],
            "day": pd.to_datetime(["2024-01-05", "2024-01-20", "2024-02-01", "2024-02-11", "2024-03-03"] * 2)[:9],
        }
    )


@pytest.fixture
def carried_out() -> Callable[..., State]:
    """What becomes of a frame and the SQL of a Query; `change` may alter the state before it runs."""

    def carry(frame: pd.DataFrame, sql: str, change: Callable[[State], State] = lambda state: state) -> State:
        query = from_sql(sql, list(frame.columns))
        state = replace(opening(frame, "a question"), reader=GivenReader(query), next_readers=())
        return run(change(state)).parts[0]

    return carry


def with_catalog(state: State, **changes: Any) -> State:
    """The state with another catalog: tools left out, added or listed otherwise."""
    catalog = replace(state.context.catalog, **changes)
    return replace(state, context=replace(state.context, catalog=catalog))
