"""A profile for people: one line for each column, then what the rows are about, series and warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from autoviz.export.markup import AMBER, Markup, joined, soft, table, tag
from autoviz.listing import counted, few, listed
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar, Things, WideSeries

HEAD = ("Column", "Meaning", "Unit", "Adds up", "Values", "Missing", "Because")
MOST_VALUES = 4
LONGEST = 24
MOST_COLUMNS = 200


def rows_of(profile: DatasetProfile) -> list[tuple[str, ...]]:
    """One row for each column, in the order of HEAD."""
    return [
        (
            column.name,
            column.meaning,
            column.unit,
            _adding(column),
            values_told(column),
            _missing(column),
            column.reason,
        )
        for column in profile.columns[:MOST_COLUMNS]
    ]


def headline(profile: DatasetProfile) -> str:
    """How large the table is and where it lives."""
    more = len(profile.columns) - MOST_COLUMNS
    listed = f", the first {MOST_COLUMNS} listed" if more > 0 else ""
    size = f"{counted(profile.rows, 'row')}, {counted(len(profile.columns), 'column')}"
    return f"{profile.name}: {size}{listed} ({profile.engine})"


def remarks(profile: DatasetProfile) -> list[str]:
    """What the rows are about and which columns are one series, a sentence each."""
    found = [things_told(profile.things)] if profile.things else ["No column tells the rows apart."]
    if profile.looked_at is not None:
        some = f"by a sample of {profile.looked_at:,} rows"
        found.append(f"Missing values, ranges and means are those of all rows; the rest is judged {some}.")
    if profile.weight is not None:
        found.append(f"Each row stands for as many observations as its {profile.weight.name} says.")
    return [*found, *(series_told(series) for series in profile.series)]


def things_told(things: Things) -> str:
    """What one row stands for: `One row for each country and year (12 rows for each country): …`."""
    parts = (*things.columns, *((things.time,) if things.time else ()))
    named = " and ".join(parts)
    if things.time and things.columns:
        each = f"One row for each {named} ({things.rows_each:g} for each {' and '.join(things.columns)})"
    elif things.time or things.rows_each == 1:
        each = f"One row for each {named}"
    else:
        each = f"About {things.rows_each:g} rows for each {named}"
    return f"{each}: {things.reason}."


def series_told(series: WideSeries) -> str:
    """Which columns are one measure side by side."""
    return f"One series, {series.value} by {series.name}: {_some(series.columns)}."


def warnings(profile: DatasetProfile) -> list[str]:
    """What is wrong with the table or a column, with the share of cells that cannot be read and examples."""
    total = profile.total_row
    told = [f"{total.told[0].upper()}{total.told[1:]} adds up the others and is left out."] if total is not None else []
    return [
        *profile.warnings,
        *told,
        *(f"{column.name}: {told}" for column in profile.columns for told in _column_warnings(column)),
    ]


def as_dict(profile: DatasetProfile) -> dict[str, Any]:
    """The profile with its warnings, for programs."""
    return {**profile.model_dump(mode="json"), "told": remarks(profile), "warnings": warnings(profile)}


def as_markup(profile: DatasetProfile) -> Markup:
    """The profile as HTML."""
    columns = table(HEAD, [(tag("b", name), *rest) for name, *rest in rows_of(profile)], caption=headline(profile))
    lines = [tag("div", line) for line in remarks(profile)]
    told = [tag("div", line, style=f"background:{AMBER}; padding:2px 6px") for line in warnings(profile)]
    return joined((columns, *lines, *told, tag("div", soft("Wrong? %autoviz column NAME meaning=price adds_up=no"))))


def as_text(profile: DatasetProfile) -> str:
    """The profile as plain text."""
    lines = [" | ".join(cell for cell in row if cell) for row in rows_of(profile)]
    return "\n".join((headline(profile), *lines, *remarks(profile), *warnings(profile)))


def values_told(column: ColumnProfile) -> str:
    """The range of numbers and dates, the values of labels."""
    if column.span is not None:
        return f"{column.span.first} … {column.span.last}"
    if column.values:
        return listed(few(list(map(_short, column.values)), MOST_VALUES))
    if column.minimum is not None and column.maximum is not None:
        ends = (column.minimum, column.maximum)
        numbers = any(isinstance(end, float) for end in ends)  # whole ones alone may be years
        return " … ".join(_short(float(end) if numbers else end) for end in ends)
    about = "about " if column.distinct_is_estimate else ""
    return f"{about}{column.distinct:,} different" if column.distinct is not None else ""


def _adding(column: ColumnProfile) -> str:
    measured = column.metric or column.numbers is not None
    return "yes" if column.adds_up else "no" if measured and column.meaning not in ("flag", "id", "code") else ""


def _missing(column: ColumnProfile) -> str:
    """How many cells are empty, and the words that stand for a missing value where text is read as something else."""
    share = column.missing / column.rows if column.rows else 0.0
    empty = f"{column.missing:,} ({share:.0%})" if share >= 0.005 else f"{column.missing:,}" if column.missing else ""
    read = column.dates or column.numbers
    words = "; ".join(f"“{word}”" for word in read.missing) if read else ""
    return ", ".join(part for part in (empty, words) if part)


def _column_warnings(column: ColumnProfile) -> Iterator[str]:
    yield from column.warnings
    for what, read in (("dates", column.dates), ("numbers", column.numbers)):
        if read is not None and read.parse_rate < 1:
            examples = f", such as {', '.join(map(repr, read.failed[:3]))}" if read.failed else ""
            yield f"{1 - read.parse_rate:.1%} of its cells cannot be read as {what}{examples}."
    if column.dates is not None and column.dates.alternative:
        yield f"Its dates fit {column.dates.format} and {column.dates.alternative} alike."
    if column.sentinels:
        yield f"{', '.join(map(_short, column.sentinels))} may stand for a missing value."


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= MOST_VALUES + 1 else f"{names[0]}, {names[1]} … {names[-1]} ({len(names)})"


def _short(value: Scalar) -> str:
    told = f"{value:,.6g}" if isinstance(value, float) else str(value)
    return told if len(told) <= LONGEST else f"{told[: LONGEST - 1]}…"
