"""Profile: what is known of a frame without its rows, at the cost of about one pass, remembered by fingerprint."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd

from autoviz.frames import engine_of, open_frame, to_pandas
from autoviz.frames.plain import plain_table
from autoviz.frames.remote import Remote
from autoviz.model.profile import ColumnFacts, ColumnProfile, DatasetProfile
from autoviz.profile.columns import Cells, column_profile
from autoviz.profile.corrections import Told, corrected, facts_of
from autoviz.profile.fingerprints import fingerprint, is_stable
from autoviz.profile.frequencies import with_frequency
from autoviz.profile.running_totals import with_running_totals
from autoviz.profile.series_sums import alike_in_series
from autoviz.profile.spans import time_span
from autoviz.profile.things import things_of
from autoviz.profile.total_rows import total_row_of
from autoviz.profile.totals import Totals, lazy_totals, table_totals
from autoviz.profile.units import in_minutes
from autoviz.profile.values import offer
from autoviz.profile.wide import series_of

__all__ = ["fingerprint", "profile"]

WHOLE_ROWS = 100_000
"""A pandas frame up to this size is looked at in full; of a longer one, and of lazy frames, SAMPLED_ROWS rows are."""
SAMPLED_ROWS = 20_000
REMEMBERED = 64

_known: OrderedDict[tuple[Any, ...], DatasetProfile] = OrderedDict()
_lock = Lock()


def profile(frame: Any, name: str = "df", *, descriptions: Told | None = None) -> DatasetProfile:
    """The schema of a frame of any engine: each column's kind, range, values and dates.

    Counts of rows and missing values, ranges and means are exact; past some size distinct counts are estimated and
    values, kinds and date formats judged by a sample. Column descriptions may also lie in `df.attrs["descriptions"]`;
    a ColumnFacts instead of a text corrects what a column means as well.
    """
    opened = open_frame(frame)
    mark = fingerprint(frame)
    offer(mark, frame)
    told = facts_of({**getattr(frame, "attrs", {}).get("descriptions", {}), **(descriptions or {})})
    key = (mark, name, tuple(sorted(told.items())))
    with _lock:
        if key in _known:
            _known.move_to_end(key)
            return _known[key]
    found = _profiled(frame, opened, name, mark, told)
    if is_stable(mark):
        with _lock:
            _known[key] = found
            while len(_known) > REMEMBERED:
                _known.popitem(last=False)
    return found


def _profiled(
    frame: Any, opened: nw.DataFrame[Any] | nw.LazyFrame[Any], name: str, mark: str, told: Mapping[str, ColumnFacts]
) -> DatasetProfile:
    warnings = plain_table(frame)[1] if isinstance(frame, pd.DataFrame) else ()
    rows, columns, sample = _columns(frame, opened, told)
    if len(sample) == rows and not isinstance(frame, Remote):
        columns = with_running_totals(columns, sample, told)
    series = series_of(columns)
    if not isinstance(frame, Remote):
        columns = alike_in_series(columns, series, sample, told)
    if not columns:
        warnings = (*warnings, "The frame has no columns.")
    elif not rows:
        warnings = (*warnings, "The frame has no rows.")
    things = None if isinstance(frame, Remote) else things_of(columns, sample, rows)
    return DatasetProfile(
        name=name,
        engine=engine_of(frame),
        rows=rows,
        columns=columns if isinstance(frame, Remote) else with_frequency(columns, sample, things, rows),
        fingerprint=mark,
        warnings=warnings,
        things=things,
        looked_at=len(sample) if len(sample) < rows and not isinstance(frame, Remote) else None,
        series=series,
        total_row=None if isinstance(frame, Remote) else total_row_of(columns, sample, rows),
    )


def _columns(
    frame: Any, opened: nw.DataFrame[Any] | nw.LazyFrame[Any], told: Mapping[str, ColumnFacts]
) -> tuple[int, tuple[ColumnProfile, ...], pd.DataFrame]:
    if isinstance(frame, Remote):
        rows, counted = frame.look()
        totals, sample = {label: Totals(**item) for label, item in counted.items()}, frame.stand_in()
        dtypes = {label: str(dtype) for label, dtype in opened.collect_schema().items()}
    elif isinstance(opened, nw.DataFrame):
        table: pd.DataFrame = opened.to_native()
        rows, totals, sample = len(table), table_totals(table), _sampled(table)
        dtypes = {str(label): str(dtype) for label, dtype in table.dtypes.items()}
    else:
        dtypes = {label: str(dtype) for label, dtype in opened.collect_schema().items()}
        rows, totals, sample = _lazily_seen(opened) if dtypes else (0, {}, pd.DataFrame())
    columns = (
        corrected(
            column_profile(
                Cells(label, dtypes[label], sample[label], totals[label], rows, not place, isinstance(frame, Remote)),
                told[label].description if label in told else "",
                told[label].written if label in told else None,
            ),
            told.get(label),
        )
        for place, label in enumerate(totals)
    )
    found = in_minutes(tuple(columns))
    if isinstance(frame, Remote):
        found = tuple(_as_counted(item, sample[item.name]) for item in found)
    return rows, found, sample


def _as_counted(column: ColumnProfile, made_up: pd.Series[Any]) -> ColumnProfile:
    """A column of a server without what made-up rows say of it: a few of its values, and how close its dates lie."""
    distinct, span = column.distinct or 0, column.span
    if span is not None and distinct > 1:
        evenly = time_span(made_up, len(made_up)) if made_up.dtype.kind == "M" and distinct <= len(made_up) else None
        span = span.replaced(spacing_days=evenly.spacing_days if evenly else span.days / (distinct - 1))
    values = column.values if len(column.values) == distinct else ()
    return column.replaced(span=span, values=values, distinct_is_estimate=False)


def _sampled(table: pd.DataFrame) -> pd.DataFrame:
    """The table, or of a long one rows from both ends and from random places, the same every time."""
    if len(table) <= WHOLE_ROWS:
        return table
    part = SAMPLED_ROWS // 4
    middle = np.random.default_rng(0).integers(part, len(table) - part, SAMPLED_ROWS - 2 * part)
    places = np.concatenate([np.arange(part), np.unique(middle), np.arange(len(table) - part, len(table))])
    return table.take(places)


def _lazily_seen(opened: nw.LazyFrame[Any]) -> tuple[int, dict[str, Totals], pd.DataFrame]:
    """The rows of a lazy frame, the totals of its columns, and a sample: of a short one all rows, fetched once.

    An engine would run whatever stands behind the frame for each of the three, and once more for each block of columns.
    """
    first = to_pandas(opened.head(SAMPLED_ROWS + 1))
    if len(first) <= SAMPLED_ROWS:
        return len(first), table_totals(first), first
    rows, totals = lazy_totals(opened)
    return rows, totals, _lazy_sample(opened, rows)


def _lazy_sample(opened: nw.LazyFrame[Any], rows: int) -> pd.DataFrame:
    """About SAMPLED_ROWS rows of a lazy frame that has more, drawn by the engine."""
    native, engine = opened.to_native(), engine_of(opened)
    if engine == "polars":
        return to_pandas(native.gather_every(rows // SAMPLED_ROWS).head(SAMPLED_ROWS))
    if engine == "duckdb":
        query = f"FROM rows_of_frame USING SAMPLE reservoir({SAMPLED_ROWS} ROWS) REPEATABLE (0)"
        return to_pandas(native.query("rows_of_frame", query))
    return to_pandas(native.sample(fraction=SAMPLED_ROWS / rows, seed=0).limit(2 * SAMPLED_ROWS))
