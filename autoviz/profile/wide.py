"""Wide tables: columns that are one measure side by side, such as population 2000 … 2004, Q1 … Q4 or brand prices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile, WideSeries
from autoviz.profile.date_roles import INTENDED

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FULL_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
COUNTED = {
    "q": "quarter", "qtr": "quarter", "quarter": "quarter", "m": "month", "month": "month", "w": "week", "wk": "week",
    "week": "week", "d": "day", "day": "day", "h": "hour", "hr": "hour", "hour": "hour", "wave": "wave",
    "round": "round", "visit": "visit", "trial": "trial", "session": "session",
}  # fmt: skip
"""A word before a number that says what the number counts."""
MEASURE_WORDS = frozenset(
    {
        "amount", "balance", "budget", "cases", "cost", "costs", "deaths", "demand", "earnings", "expenditure",
        "expenses", "exports", "fare", "grade", "imports", "income", "margin", "mark", "marks", "medals", "orders",
        "pay", "points", "population", "price", "prices", "production", "profit", "quantity", "rainfall", "rating",
        "revenue", "salary", "sales", "score", "scores", "spend", "spending", "turnover", "units", "usage", "votes",
        "wage", "wins",
    }
)  # fmt: skip
"""A word that two or more columns share is what their cells hold only if it is a measure."""
NO_LABELS = INTENDED | frozenset(
    {
        "actual", "adj", "adjusted", "after", "all", "ask", "average", "avg", "base", "before", "begin", "bid",
        "budgeted", "buy", "change", "close", "count", "cumulative", "delta", "diff", "difference", "end", "estimate",
        "final", "first", "forecast", "gross", "growth", "high", "initial", "last", "list", "low", "lower", "market",
        "max", "maximum", "mean", "median", "min", "minimum", "net", "new", "norm", "number", "old", "open", "orig",
        "original", "pct", "per", "percent", "percentage", "predicted", "previous", "prior", "rank", "rate", "ratio",
        "retail", "sale", "sd", "sell", "start", "std", "sum", "total", "unit", "upper", "weighted",
    }
)  # fmt: skip
"""Words that make another measure of one: a lowest price and a mean price are no two brands, and what was planned and
what was made are not to be added up."""
NO_SERIES = frozenset(
    {"lag", "type", "var", "feature", "factor", "component", "dim", "pixel", "col", "field", "unnamed"}
)
"""Names that number different things, or the same thing moved."""
UNNAMED = "value"
"""What the cells hold where the names of the columns say nothing but which period each is."""
FEWEST = {"year": 2, "quarter": 2, "month": 3, "weekday": 3}
FEWEST_NUMBERED, FEWEST_GRADES = 3, 3
_YEAR = re.compile(r"(?:19|20)\d\d")


class Part(NamedTuple):
    """A column's name taken apart: what tells it from its neighbours, of which sort, and what is left."""

    sort: str
    label: str
    rest: tuple[str, ...]
    order: tuple[int, ...] = ()


def series_of(columns: Sequence[ColumnProfile]) -> tuple[WideSeries, ...]:
    """The groups of columns that hold one measure side by side, each column in one group at most."""
    able = [column for column in columns if _may_hold(column)]
    found: list[WideSeries] = []
    for grouping in (_calendar, _numbered, _labelled):
        taken = {name for series in found for name in series.columns}
        found += grouping([column for column in able if column.name not in taken])
    places = {column.name: place for place, column in enumerate(columns)}
    return tuple(sorted(found, key=lambda series: places[series.columns[0]]))


def _may_hold(column: ColumnProfile) -> bool:
    return column.meaning not in ("id", "code", "flag") and (
        column.kind in ("numeric", "ordinal") or column.numbers is not None
    )


def _calendar(columns: list[ColumnProfile]) -> list[WideSeries]:
    """Years, quarters, months and weekdays in the names."""
    return _grouped(columns, (_dated(column.name) for column in columns), lambda sort: FEWEST.get(sort, 3))


def _dated(name: str) -> Part | None:
    """The period in a name: the year of pop_2000, the quarter of Sales Q1, month and year of jan_2020."""
    words = list(name_words(name))
    years = [word for word in words if _YEAR.fullmatch(word)]
    named = [(word, *_named_period(word)) for word in words if _named_period(word)[0]]
    counted = _counted(words)
    if len(named) == 1:
        word, sort, number = named[0]
        return _with_year(sort, word.capitalize(), number, years, [other for other in words if other != word])
    if counted and counted[1] == "quarter" and len(years) < 2:
        start, sort, number = counted
        return _with_year(sort, f"Q{number}", number, years, [*words[:start], *words[start + 2 :]])
    if not years:
        return None
    rest = tuple(word for word in words if word not in years and word not in ("yr", "x", "y", "year"))
    if all(word.isdigit() for word in rest) and rest:
        return None
    return Part("year", "–".join(dict.fromkeys(years)), rest, (int(years[0]),))


def _with_year(sort: str, label: str, number: int, years: list[str], words: list[str]) -> Part:
    rest = tuple(word for word in words if word not in years)
    return Part(sort, " ".join((label, *years)), rest, (*map(int, years), number))


def _named_period(word: str) -> tuple[str, int]:
    for sort, listed in (
        ("month", MONTHS),
        ("month", _FULL_MONTHS),
        ("weekday", WEEKDAYS),
        ("weekday", _FULL_WEEKDAYS),
    ):
        if word in listed:
            return sort, listed.index(word) + 1
    return "", 0


def _counted(words: list[str]) -> tuple[int, str, int] | None:
    """Where a word and its number stand, what is counted, and the number: q 1, week 12."""
    for place, (word, number) in enumerate(pairwise(words)):
        if word in COUNTED and number.isdigit() and len(number) < 4:
            sort = COUNTED[word]
            if sort != "quarter" or 1 <= int(number) <= 4:
                return place, sort, int(number)
    return None


def _numbered(columns: list[ColumnProfile]) -> list[WideSeries]:
    """Numbers that follow one another at the end of one name: exam 1 … 3, week 1 … 76."""
    parts = [_with_number(column.name) if _is_measured(column) else None for column in columns]
    series = _grouped(columns, parts, lambda sort: FEWEST_NUMBERED)
    return [one for one in series if _consecutive([int(re.findall(r"\d+", label)[-1]) for label in one.labels])]


def _is_measured(column: ColumnProfile) -> bool:
    return column.kind == "numeric" or (column.distinct or 0) > FEWEST_GRADES


def _with_number(name: str) -> Part | None:
    words = list(name_words(name))
    counted = _counted(words)
    if counted:
        place, sort, number = counted
        return Part(sort, f"{words[place]} {number}", (*words[:place], *words[place + 2 :]), (number,))
    if len(words) < 2 or not words[-1].isdigit() or sum(map(len, words[:-1])) < 3 or NO_SERIES & set(words):
        return None
    return Part("number", words[-1], tuple(words[:-1]), (int(words[-1]),))


def _consecutive(numbers: list[int]) -> bool:
    steps = {after - before for before, after in pairwise(numbers)}
    return len(steps) == 1 and steps != {0}


def _labelled(columns: list[ColumnProfile]) -> list[WideSeries]:
    """One measure of several things, which its first or its last word names: price_brandA, maths score."""
    found: list[WideSeries] = []
    for place in (-1, 0):
        taken = {name for series in found for name in series.columns}
        free = [column for column in columns if column.name not in taken]
        parts = [_with_label(column.name, place) for column in free]
        found += [series for series in _grouped(free, parts, lambda sort: 2) if len(set(series.labels)) > 1]
    return found


def _with_label(name: str, place: int) -> Part | None:
    words = name_words(name)
    if len(words) < 2 or words[place] not in MEASURE_WORDS:
        return None
    label = words[:-1] if place else words[1:]
    if set(label) & (NO_LABELS | MEASURE_WORDS) or any(word.isdigit() for word in label):
        return None
    return Part("of", " ".join(label), (words[place],))


def _grouped(
    columns: list[ColumnProfile], parts: Iterable[Part | None], fewest: Callable[[str], int]
) -> list[WideSeries]:
    """The columns whose names differ in the label alone and whose cells are alike, as series."""
    groups: dict[tuple[object, ...], list[tuple[Part, ColumnProfile]]] = {}
    for column, part in zip(columns, parts, strict=True):
        if part is not None:
            groups.setdefault((part.sort, part.rest, len(part.order)), []).append((part, column))
    return [_series(group) for group in groups.values() if _is_series(group, fewest)]


def _is_series(group: list[tuple[Part, ColumnProfile]], fewest: Callable[[str], int]) -> bool:
    part = group[0][0]
    least = fewest(part.sort) if part.rest or part.sort == "quarter" else max(3, fewest(part.sort))
    labels = {part.label for part, _ in group}
    return len(labels) == len(group) >= least and _alike([column for _, column in group])


def _alike(columns: list[ColumnProfile]) -> bool:
    """Whether the columns hold amounts of one unit and size: means lie within a factor of 100 of the next one."""
    if len({column.unit for column in columns if column.unit}) > 1:
        return False
    means = sorted(abs(column.mean) for column in columns if column.mean)
    return all(after <= 100 * before for before, after in pairwise(means))


def _series(group: list[tuple[Part, ColumnProfile]]) -> WideSeries:
    group = sorted(group, key=lambda item: item[0].order)
    first = group[0][0]
    value = " ".join(first.rest) or UNNAMED
    labels = tuple(part.label for part, _ in group)
    name = {"of": "kind", "number": "number"}.get(first.sort, first.sort)
    told = f"{len(group)} columns of {value}" if first.rest else f"{len(group)} columns"
    return WideSeries(
        columns=tuple(column.name for _, column in group),
        labels=labels,
        name=name,
        value=value,
        reason=f"{told} that differ in the {name} alone: {labels[0]} … {labels[-1]}",
    )
