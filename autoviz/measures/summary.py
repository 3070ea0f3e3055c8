"""Summaries of columns: numbers by moments and quartiles, labels by their most frequent value, dates by their ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import narwhals.stable.v2 as nw

from autoviz.columns import one_row
from autoviz.frames import engine_of, where_values_lack
from autoviz.listing import counted
from autoviz.measures.columns import Notes, in_order, measurable, missing_group_note, per_group, some
from autoviz.model.provenance import Note
from autoviz.table import Frame, Table

if TYPE_CHECKING:
    import pandas as pd

Content = Literal["numbers", "labels", "dates", "other"]

SUMMARY_COLUMNS = (
    "column", "count", "missing", "mean", "std", "min", "q25", "median", "q75", "max",
    "distinct", "most_frequent", "frequency", "earliest", "latest",
)  # fmt: skip
ROWS = "_rows"
ALL = "_all"
BLOCK = 100
"""Columns asked for at once: an engine looks every expression up among all columns, so more cost their square."""


def summarise(table: Table, columns: Sequence[str], group_by: Sequence[str]) -> tuple[pd.DataFrame, Notes]:
    """One row per group and column; statistics that no column here has are left out."""
    contents = {name: content_of(table.schema[name]) for name in columns}
    together = _numbers_of(contents) if engine_of(table.frame) == "pandas" and not group_by else []
    part, told = _of_numbers(table, together) if together else (None, Notes())
    parts, notes, groups = [] if part is None else [part], list(told), Notes()
    others = [name for name in columns if contents[name] != "numbers" or not together]
    for start in range(0, len(others), BLOCK):
        block = {name: contents[name] for name in others[start : start + BLOCK]}
        found, told, groups = _of_block(table, block, group_by)
        parts += found
        notes += told
    summary = _stacked(parts, group_by) if group_by else _in_turn(parts, columns)
    return summary, (*notes, *groups, *_gaps(summary, contents))


def _of_numbers(table: Table, numbers: Sequence[str]) -> tuple[pd.DataFrame, Notes]:
    """The rows of a pandas frame's columns of numbers in a few passes; one by one they take a hundred times as long."""
    import pandas as pd

    frame, notes = measurable(table, numbers)
    cells = frame.to_native()
    count = cells.count().to_numpy("int64")
    with where_values_lack():
        quarters = cells.quantile([0.25, 0.75])
        stats = {
            "mean": cells.mean(), "std": cells.std(), "min": cells.min(), "q25": quarters.iloc[0],
            "median": cells.median(), "q75": quarters.iloc[1], "max": cells.max(),
        }  # fmt: skip
    found = {stat: values.to_numpy("float64") for stat, values in stats.items()}
    return pd.DataFrame({"column": list(numbers), "count": count, "missing": len(cells) - count, **found}), notes


def _of_block(
    table: Table, contents: Mapping[str, Content], group_by: Sequence[str]
) -> tuple[list[pd.DataFrame], Notes, Notes]:
    """The rows of some columns, what was left out of them, and which rows have no group."""
    frame, notes = measurable(table, _numbers_of(contents), keep=(*group_by, *contents))
    wanted = {name: _aggregates(name, content) for name, content in contents.items()}
    keys = {(name, stat): f"c{number}" for number, (name, stat) in enumerate(_pairs(wanted))}
    aggregates = [wanted[name][stat].alias(key) for (name, stat), key in keys.items()]
    wide = per_group(frame, group_by, [nw.len().alias(ROWS), *aggregates])
    parts = []
    for name, stats in wanted.items():
        part = _part(wide, group_by, name, {stat: wide[keys[name, stat]] for stat in stats})
        parts.append(_with_labels(part, frame, group_by, name) if contents[name] == "labels" else part)
    return parts, notes, missing_group_note(wide, group_by, ROWS)


def _numbers_of(contents: Mapping[str, Content]) -> list[str]:
    return [name for name, content in contents.items() if content == "numbers"]


def content_of(kind: Any) -> Content:
    """How a column of this type is summarised."""
    if kind.is_numeric():
        return "numbers"
    if kind in (nw.Datetime, nw.Date):
        return "dates"
    return "other" if kind.is_nested() or kind in (nw.Object, nw.Unknown) else "labels"


def _aggregates(name: str, content: Content) -> dict[str, nw.Expr]:
    value = nw.col(name)
    wanted: dict[str, nw.Expr] = {"count": value.count()}
    if content == "numbers":
        wanted |= {"mean": value.mean(), "std": value.std(), "min": value.min()}
        wanted |= {"q25": value.quantile(0.25, "linear"), "median": value.median()}
        wanted |= {"q75": value.quantile(0.75, "linear"), "max": value.max()}
    elif content == "dates":
        wanted |= {"earliest": value.min(), "latest": value.max()}
    return wanted


def _pairs(wanted: Mapping[str, Mapping[str, nw.Expr]]) -> list[tuple[str, str]]:
    return [(name, stat) for name, stats in wanted.items() for stat in stats]


def _part(wide: pd.DataFrame, group_by: Sequence[str], name: str, stats: Mapping[str, pd.Series]) -> pd.DataFrame:
    """The rows of one column, put together at once: a frame changed piece by piece costs a copy for each piece."""
    import pandas as pd

    count = stats["count"].astype("int64")
    rest = {
        stat: cells if stat in ("earliest", "latest") else cells.astype("float64")
        for stat, cells in stats.items()
        if stat != "count"
    }
    groups = {key: wide[key] for key in group_by}
    counts = {"count": count, "missing": (wide[ROWS] - count).astype("int64")}
    return pd.DataFrame({**groups, "column": pd.Series(name, index=wide.index), **counts, **rest})


def _with_labels(part: pd.DataFrame, frame: Frame, group_by: Sequence[str], name: str) -> pd.DataFrame:
    labels = most_frequent(frame, name, group_by)
    if group_by:
        merged = part.merge(labels, on=list(group_by), how="left", sort=False)
    else:
        merged = part.merge(labels, how="cross") if len(labels) else part.assign(distinct=0)
    return merged.assign(distinct=merged["distinct"].fillna(0).astype("int64"))


def most_frequent(frame: Frame, column: str, group_by: Sequence[str]) -> pd.DataFrame:
    """Per group: how many different values there are, the most frequent one and how often; ties by the lower value."""
    keys = tuple(group_by) or (ALL,)
    label = nw.col(column)
    if frame.collect_schema()[column] in (nw.Categorical, nw.Enum):
        label = label.cast(nw.String)
    groups = [nw.col(key) for key in group_by] or [nw.lit(0).alias(ALL)]
    labels = frame.with_columns(label.alias("_label"), *groups).filter(~nw.col("_label").is_null())
    counts = labels.group_by(*keys, "_label").agg(nw.len().alias("_count"))
    top = counts.filter(nw.col("_count") == nw.col("_count").max().over(*keys))
    chosen = [nw.col("_label").min().alias("most_frequent"), nw.col("_count").max().alias("frequency")]
    best = per_group(top, keys, chosen)
    sizes = per_group(counts, keys, [nw.len().alias("distinct")])
    found = sizes.merge(best, on=list(keys), how="left", sort=False)
    found = found.assign(most_frequent=[str(value) for value in found["most_frequent"]])
    return found.drop(columns=ALL) if not group_by else found


def _stacked(parts: Sequence[pd.DataFrame], group_by: Sequence[str]) -> pd.DataFrame:
    """All parts in one table: group by group, and in each the columns in their order."""
    whole = _under_one_another(parts, group_by)
    width = len(parts)
    size = len(whole) // width
    order = [part * size + group for group in range(size) for part in range(width)]
    return whole.iloc[order].reset_index(drop=True)


def _in_turn(parts: Sequence[pd.DataFrame], columns: Sequence[str]) -> pd.DataFrame:
    """All parts in one table, the columns in their order."""
    whole, place = _under_one_another(parts, ()), {name: number for number, name in enumerate(columns)}
    return whole.iloc[whole["column"].map(place).argsort(kind="stable")].reset_index(drop=True)


def _under_one_another(parts: Sequence[pd.DataFrame], group_by: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    names = [name for name in SUMMARY_COLUMNS if any(name in part.columns for part in parts)]
    whole: pd.DataFrame = pd.concat(parts, ignore_index=True)[[*group_by, *names]]
    return whole


def _gaps(summary: pd.DataFrame, contents: Mapping[str, Content]) -> Notes:
    """Say why a cell that one would expect to be filled is empty."""
    found: list[Note] = []
    empty = summary.loc[summary["count"] == 0, "column"].unique().tolist()
    if empty:
        found.append(Note(kind="nulls", message=f"No values to summarise in {some(empty)}.", data={"columns": empty}))
    single = summary[(summary["count"] == 1) & summary["column"].map(lambda name: contents[name] == "numbers")]
    if len(single):
        names = single["column"].unique().tolist()
        message = f"No standard deviation of a single value: {counted(len(single), 'row')} for {some(names)}."
        found.append(Note(kind="info", message=message, data={"columns": names}))
    return tuple(found)


def quantiles(
    table: Table, columns: Sequence[str], shares: Sequence[float], group_by: Sequence[str]
) -> tuple[pd.DataFrame, Notes]:
    """One row per group, column and percentile, interpolated between neighbours as numpy and pandas do."""
    import pandas as pd

    frame, notes = measurable(table, columns, keep=group_by)
    keys = {f"q{number}": pair for number, pair in enumerate(product(columns, shares))}
    wanted = [nw.col(name).quantile(share / 100, "linear").alias(key) for key, (name, share) in keys.items()]
    wide = per_group(frame, group_by, [nw.len().alias(ROWS), *wanted])
    parts = [
        wide[list(group_by)].assign(column=name, percentile=share, value=wide[key].astype("float64"))
        for key, (name, share) in keys.items()
    ]
    size = len(wide)
    order = [part * size + group for group in range(size) for part in range(len(parts))]
    long = pd.concat(parts, ignore_index=True).iloc[order].reset_index(drop=True)
    return long, (*notes, *missing_group_note(wide, group_by, ROWS), *_without_values(long))


def _without_values(long: pd.DataFrame) -> Notes:
    empty = long.loc[long["value"].isna(), "column"].unique().tolist()
    if not empty:
        return ()
    return (Note(kind="nulls", message=f"No values in {some(empty)}, so no percentile.", data={"columns": empty}),)


def missing(table: Table, columns: Sequence[str]) -> tuple[pd.DataFrame, Notes]:
    """Missing cells per column, most first, and how many rows are complete; NaN is missing, infinity is not."""
    import pandas as pd

    flags = {f"c{number}": _absent(name, table) for number, name in enumerate(columns)}
    marked = table.frame.select(*(flag.alias(key) for key, flag in flags.items()))
    complete = marked.filter(~nw.any_horizontal(*flags, ignore_nulls=True))
    present = [(~nw.col(key)).cast(nw.Int64).sum().alias(key) for key in flags]
    row = one_row(marked.select(nw.len().alias(ROWS), *present))
    rows = int(row[ROWS])
    whole = int(one_row(complete.select(nw.len().alias(ROWS)))[ROWS])
    absent = [rows - int(row[key] or 0) if rows else 0 for key in flags]
    report = pd.DataFrame({"column": list(columns), "missing": absent, "present": [rows - count for count in absent]})
    report["missing_share"] = report["missing"] / max(rows, 1)
    report["_place"] = range(len(report))
    report = in_order(report.assign(_most=-report["missing"]), ("_most", "_place")).drop(columns=["_most", "_place"])
    message = f"{whole:,} of {counted(rows, 'row')} {'is' if whole == 1 else 'are'} complete."
    return report, (Note(kind="info", message=message, data={"rows": rows, "complete": whole}),)


def _absent(name: str, table: Table) -> nw.Expr:
    null = nw.col(name).is_null()
    return null | nw.col(name).is_nan().fill_null(False) if table.schema[name].is_float() else null
