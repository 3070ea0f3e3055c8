"""Tools for weather readings, described in weather.yaml beside this file."""

from __future__ import annotations

import narwhals.stable.v2 as nw

from autoviz.table import Lineage, Outcome, Table


def to_fahrenheit(df: Table, *, column: str, name: str) -> Outcome:
    """The column in degrees Fahrenheit."""
    df.need(column)
    frame = df.frame.with_columns((nw.col(column) * 9 / 5 + 32).alias(name))
    return Outcome(table=df.having(frame, **{name: Lineage(source=column, unit="°F")}))
