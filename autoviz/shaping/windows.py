"""Windows: shares of a total, running totals and rolling averages, as expressions that the engine evaluates."""

from __future__ import annotations

from collections.abc import Sequence

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import is_date
from autoviz.errors import FrameError
from autoviz.frames.dates import period_range
from autoviz.model.labels import CALENDAR_GRAINS
from autoviz.model.provenance import Note
from autoviz.shaping.changes import refuse_doubles
from autoviz.table import Table


def share(metric: str, within: Sequence[str]) -> nw.Expr:
    """Each value by the total of its group; missing where the total is nothing."""
    cells = nw.col(metric)
    total = cells.sum().over(*within) if within else cells.sum()
    return nw.when(total != 0).then(cells / total)


def following(table: Table, time: str | None, group_by: Sequence[str], tool: str) -> str | None:
    """The column that rows follow: the named one, or the first date; none where rows keep their own order."""
    dates = [name for name, dtype in table.schema.items() if is_date(dtype) or table.of(name).grain]
    order = time or next(iter(dates), None)
    if order is not None:
        refuse_doubles(table, list(dict.fromkeys((order, *group_by))), tool)
    elif isinstance(table.frame, nw.LazyFrame):
        raise FrameError(
            "Which row comes before which is not known: rows of this engine have no order of their own",
            "Give time, the column that the rows follow.",
        )
    return order


def windowed(cells: nw.Expr, group_by: Sequence[str], time: str | None) -> nw.Expr:
    """A running or rolling expression within each group, in the order of time."""
    groups = [name for name in group_by if name != time]
    if not groups and time is None:
        return cells
    return cells.over(*groups, order_by=[time]) if time is not None else cells.over(*groups)


def gaps_note(table: Table, time: str | None, purpose: str) -> tuple[Note, ...]:
    """Periods between the first and the last without any row, which a window passes over."""
    grain = table.of(time).grain if time is not None else None
    if time is None or grain not in CALENDAR_GRAINS or not isinstance(table.frame, nw.DataFrame) or not is_date(
        table.schema[time]
    ):
        return ()
    present = pd.DatetimeIndex(table.pandas()[time].dropna().unique())
    missing = period_range(present.min(), present.max(), grain).difference(present) if len(present) else present
    if not len(missing):
        return ()
    message = f"{purpose} counts rows, and {len(missing)} periods ({grain}) have none: fill_gaps would add them."
    return (Note(kind="info", message=message, data={"missing": len(missing)}),)
