"""Things: which columns tell one customer, order or country from another, and whether each comes once or over time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import is_numeric_dtype

from autoviz.frames.dates.series import PandasColumn, is_typed, typed_dates
from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ROW_NUMBERS, ColumnProfile, Scalar, Things
from autoviz.profile.date_roles import LIKELIEST, role_of
from autoviz.profile.kinds import CODE_WORDS, is_id_name, scalar
from autoviz.profile.spans import iso

Codes = np.ndarray[Any, np.dtype[np.int64]]

TITLE_WORDS = frozenset({"name", "title", "fullname", "label"})
HALF_NAMES = frozenset({"first", "last", "middle", "given", "forename", "surname", "firstname", "lastname"})
THING_WORDS = frozenset(
    {
        "account", "athlete", "bank", "batch", "branch", "building", "city", "company", "country", "county", "customer",
        "department", "dept", "device", "district", "driver", "employee", "entity", "family", "farm", "firm", "group",
        "hospital", "household", "id", "individual", "item", "line", "machine", "municipality", "nation", "panel",
        "participant", "patient", "person", "plant", "player", "plot", "product", "province", "region", "respondent",
        "school", "sensor", "shop", "site", "state", "station", "store", "student", "subject", "supplier", "team",
        "unit", "user", "vehicle", "village", "worker",
    }
)  # fmt: skip
"""What whole numbers name where a column is called so: store 1 … 45, subject 301 … 335."""
PARTS_OF_TIME = frozenset({"quarter", "month", "week", "day", "hour", "half", "semester", "season", "wave", "round"})
TIME_WORDS = frozenset({"year", "yr", "date", "time", "period", "decade", *PARTS_OF_TIME})

NEARLY_ALL, NEARLY_ALL_KEYS = 0.95, 0.99
"""Names and keys are taken to differ in every row where this share of them does: two films may share a title."""
FEWEST_NUMBERS = 30
"""Whole numbers that come several times name things where there are so many of them."""
MOST_ROWS_EACH = 100
"""Keys that are not called so have no more rows each than this."""
MOST_CANDIDATES = 5
FULLEST, FULL_BESIDE_KEY, FULL = 0.8, 0.25, 0.05
"""Which share of all pairs of thing and time must be there for a panel: for few rows, beside a key, else."""
ACCIDENT = 3.0
"""A panel is none where fewer pairs than this would come twice if rows fell on things and times by chance."""
LARGEST_LEFT_OUT = 0.02
WHOLE_SHARE = 0.5
_FIRST_LOOKS = (500, 5_000)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A column that may name things or times: how many there are, and the row's own one as a number."""

    column: ColumnProfile
    codes: Codes
    distinct: int
    place: int

    @property
    def name(self) -> str:
        return self.column.name

    @property
    def words(self) -> tuple[str, ...]:
        return name_words(self.name)


def things_of(columns: Sequence[ColumnProfile], sample: pd.DataFrame, rows: int) -> Things | None:
    """What the rows are about; judged by all rows where the sample holds them, else by the sample and the counts."""
    if rows < 2 or sample.empty:
        return None
    names = _name_candidates(columns, sample)
    times = _time_candidates(columns, sample)
    key = next((name for name in names if _once_each(name, rows)), None)
    panel = _panel([name for name in names if name is not key], times, rows, key)
    found = panel or (_one_row_each(key) if key else None) or _keyed(names, rows) or _series(times, rows)
    found = found or _several_rows_each([name for name in names if _names_many(name, rows)], rows)
    if found and found.time:
        found = found.replaced(last=_last(sample[found.time], next(one for one in columns if one.name == found.time)))
    if found and len(sample) < rows:
        return found.replaced(reason=f"{found.reason}, in a sample of {len(sample):,} rows")
    return found


def _last(cells: pd.Series[Any], column: ColumnProfile) -> Scalar:
    """The last time that is no stub: one that has at least half as many rows as times usually have."""
    moments = _in_order(cells, column)
    counts = moments.value_counts()
    whole = counts[counts >= counts.median() * WHOLE_SHARE]
    if whole.empty:
        return None
    last = whole.index.max()
    return iso(last) if isinstance(last, pd.Timestamp) else scalar(last)


def _in_order(cells: pd.Series[Any], column: ColumnProfile) -> pd.Series[Any]:
    """The times as they sort: numbers as they are, texts and dates as time stamps."""
    if column.kind != "temporal" or is_numeric_dtype(cells.dtype):
        return cells.dropna() if is_numeric_dtype(cells.dtype) else cells.iloc[:0]
    if is_typed(cells):
        return typed_dates(cells).dropna()
    return PandasColumn(cells).result(column.dates.format).dropna() if column.dates else cells.iloc[:0]


def _name_candidates(columns: Sequence[ColumnProfile], sample: pd.DataFrame) -> list[Candidate]:
    """The columns that may name things, the likeliest first."""
    able = [(place, column) for place, column in enumerate(columns) if _may_name(column)]
    able.sort(key=lambda item: (_rank(item[1]), item[1].meaning == "id", item[0]))
    return [_candidate(column, sample, place) for place, column in able[: 2 * MOST_CANDIDATES]]


def _candidate(column: ColumnProfile, sample: pd.DataFrame, place: int) -> Candidate:
    codes = pd.factorize(sample[column.name].astype(object) if _is_odd(sample[column.name]) else sample[column.name])[0]
    return Candidate(column, np.asarray(codes, dtype=np.int64), column.distinct or 0, place)


def _is_odd(cells: pd.Series[Any]) -> bool:
    """Whether cells must be taken as objects to be told apart."""
    return cells.dtype.kind == "c"


def _may_name(column: ColumnProfile) -> bool:
    """Whether a column may name things at all: no measure, no date, no flag, and hardly a cell of it missing."""
    if not column.distinct or column.distinct < 2 or column.missing > LARGEST_LEFT_OUT * column.rows:
        return False
    words = set(name_words(column.name))
    if words & HALF_NAMES or column.meaning == "flag":
        return False
    if column.kind in ("numeric", "ordinal"):
        named = column.meaning == "id" or (bool(words & THING_WORDS) and not words & TIME_WORDS)
        return named and _is_whole(column) and not column.numbers
    if column.kind == "text":
        return bool(words & (TITLE_WORDS | THING_WORDS))
    named_time = bool(words & TIME_WORDS) and not words & (THING_WORDS | TITLE_WORDS)
    return column.kind in ("identifier", "categorical", "geographic") and not named_time and not column.numbers


def _is_whole(column: ColumnProfile) -> bool:
    return isinstance(column.minimum, int) and isinstance(column.maximum, int) and "float" not in column.dtype.lower()


def _rank(column: ColumnProfile) -> int:
    """How likely the column is the one that people mean by the thing: keys, then names, then anything else."""
    words = name_words(column.name)
    if not words or words[0] in ROW_NUMBERS:
        return 6
    if is_id_name(words) or (column.meaning == "id" and isinstance(column.minimum, (int, float))):
        return 0
    if column.meaning == "id":
        return 1
    if column.meaning in ("name", "place") or column.kind == "geographic" or set(words) & (TITLE_WORDS | THING_WORDS):
        return 1 if column.meaning != "code" and not set(words) & CODE_WORDS else 2
    return 3 if column.kind == "identifier" else 4 if column.kind != "text" else 5


def _time_candidates(columns: Sequence[ColumnProfile], sample: pd.DataFrame) -> list[Candidate]:
    """The columns that may tell the rows of one thing apart in time: dates of events, then months, waves, rounds."""
    dated = [(place, column) for place, column in enumerate(columns) if _is_time(column)]
    dated.sort(key=lambda item: (item[1].kind != "temporal", LIKELIEST.index(role_of(item[1].name)), item[0]))
    return [_candidate(column, sample, place) for place, column in dated[:4]]


def _is_time(column: ColumnProfile) -> bool:
    if not column.distinct or column.distinct < 2 or column.missing > LARGEST_LEFT_OUT * column.rows:
        return False
    words = set(name_words(column.name))
    told = bool(words & TIME_WORDS) and not words & {"id", "name"}
    return column.kind == "temporal" or (
        told and column.kind in ("ordinal", "categorical", "numeric") and len(words) < 3
    )


def _once_each(name: Candidate, rows: int) -> bool:
    """Whether a column differs in every row; names of things may come twice by chance, keys may not."""
    present = rows - name.column.missing
    seen = int((name.codes >= 0).sum())
    different = int(name.codes.max(initial=-1)) + 1
    if name.distinct >= present and different == seen:
        return True
    if name.column.distinct_is_estimate and different == seen:
        return name.distinct >= NEARLY_ALL * present
    nearly = {0: NEARLY_ALL_KEYS, 1: NEARLY_ALL, 3: NEARLY_ALL_KEYS, 5: NEARLY_ALL}.get(_rank(name.column))
    return nearly is not None and rows > 20 and min(name.distinct / present, different / seen) >= nearly


def _all_differ(name: Candidate) -> bool:
    """Whether no value that was seen comes twice."""
    return int(name.codes.max(initial=-1)) + 1 == int((name.codes >= 0).sum())


def _one_row_each(key: Candidate) -> Things:
    estimated = key.column.distinct_is_estimate and _all_differ(key)
    rows_each = 1.0 if estimated else _rows_each(key.column.rows - key.column.missing, key.distinct)
    often = "differs in every row" if rows_each == 1 else "differs in nearly every row"
    return Things(columns=(key.name,), rows_each=rows_each, reason=f"{key.name} {often}")


def _panel(names: list[Candidate], times: list[Candidate], rows: int, key: Candidate | None) -> Things | None:
    """The fewest columns that, with a time, are different in every row and do not by chance."""
    for time in _times(times):
        for things in _sets(names, key):
            if _is_panel(things, time, rows, key) and not _finer_key(names, things):
                number = _distinct(things)
                told = " and ".join(part.name for part in (*things, *time))
                return Things(
                    columns=tuple(thing.name for thing in sorted(things, key=lambda thing: thing.place)),
                    time=time[0].name,
                    rows_each=_rows_each(rows, number),
                    reason=f"each pair of {told} has one row"
                    if len(things) + len(time) == 2
                    else f"{told} differ in every row",
                )
    return None


def _times(times: list[Candidate]) -> Iterator[tuple[Candidate, ...]]:
    """Each time alone, then a year together with a part of it."""
    for time in times:
        yield (time,)
    for time, part in combinations(times, 2):
        if set(part.words) & PARTS_OF_TIME and not set(time.words) & PARTS_OF_TIME:
            yield (time, part)


def _sets(names: list[Candidate], key: Candidate | None) -> Iterator[tuple[Candidate, ...]]:
    """One column first, those that people read before keys; several only where one of them names things for sure."""
    likely = [name for name in names if _rank(name.column) < 6][:MOST_CANDIDATES]
    likely.sort(key=lambda name: (_rank(name.column) != 1, _rank(name.column)))
    yield from ((name,) for name in likely)
    for size in () if key else (2, 3):
        yield from (some for some in combinations(likely, size) if _rank(some[0].column) <= 1)


def _is_panel(things: tuple[Candidate, ...], time: tuple[Candidate, ...], rows: int, key: Candidate | None) -> bool:
    least = FULL_BESIDE_KEY if key else FULL
    if not _may_be_panel(things, time, rows, least) or not _differ([*things, *time]):
        return False
    seen = len(time[0].codes)
    number, moments = _most(things, seen, rows), _most(time, seen, rows)
    if number < 2 or rows / number < 1.5 or rows / moments < 1.5:
        return False
    full, by_chance = rows / (number * moments), seen * seen / (number * moments) / 2
    if full >= FULLEST and seen == rows:
        return True
    return full >= least and by_chance >= ACCIDENT


def _may_be_panel(things: tuple[Candidate, ...], time: tuple[Candidate, ...], rows: int, least: float) -> bool:
    """Whether the counts of values alone leave room for a panel: enough pairs for all rows, and not far too many."""
    pairs = math.prod(part.distinct for part in (*things, *time))
    fewest = max(thing.distinct for thing in things) * max(part.distinct for part in time)
    return rows * (1 - LARGEST_LEFT_OUT) <= pairs and fewest * least <= rows


def _most(parts: Sequence[Candidate], seen: int, rows: int) -> int:
    """How many combinations there are; a sample does not show all of them, so there it is how many there may be."""
    return _distinct(parts) if seen == rows else math.prod(max(part.distinct, 1) for part in parts)


def _finer_key(names: list[Candidate], things: tuple[Candidate, ...]) -> bool:
    """Whether a key tells more things apart than these columns do: a marriage has a bride and a groom."""
    number = _distinct(things)
    return any(_is_key(name) and name not in things and name.distinct > number for name in names)


def _differ(parts: Sequence[Candidate]) -> bool:
    """Whether no two rows agree in all of these columns; a look at the first rows spares most of the others."""
    for most in (*_FIRST_LOOKS, None):
        joined = _joined(parts, most)
        if len(pd.unique(joined)) < len(joined):
            return False
    return True


def _joined(parts: Sequence[Candidate], most: int | None = None) -> Codes:
    """One number for each row that has all of the columns: equal where all of them are."""
    joined = np.zeros(len(parts[0].codes[:most]), dtype=np.int64)
    there = np.ones(len(joined), dtype=bool)
    for part in parts:
        codes = part.codes[:most]
        there &= codes >= 0
        joined = joined * (int(codes.max(initial=0)) + 2) + codes + 1
        if len(parts) > 2:
            joined = np.asarray(pd.factorize(joined)[0], dtype=np.int64)
    return joined[there]


def _distinct(parts: Sequence[Candidate]) -> int:
    """How many combinations of values there are: as the profile counts one column, as the sample shows several."""
    return max(parts[0].distinct, 1) if len(parts) == 1 else max(len(pd.unique(_joined(parts))), 1)


def _series(times: list[Candidate], rows: int) -> Things | None:
    """One row for each date, of one thing that no column names; births are dates of things, not of rows."""
    for time in _times([time for time in times if role_of(time.name) != "birth"]):
        whole = len(time[0].codes) == rows
        counted = time[0].distinct >= rows if len(time) == 1 else whole
        if rows > 2 and counted and all((part.codes >= 0).all() for part in time) and _differ(time):
            told = " and ".join(part.name for part in time)
            return Things(columns=(), time=time[0].name, rows_each=float(rows), reason=f"each {told} has one row")
    return None


def _keyed(names: list[Candidate], rows: int) -> Things | None:
    """Keys that come several times; what is not called a key only where it has few rows each."""
    keys = [name for name in names if _is_key(name)]
    few = [name for name in keys if is_id_name(name.words) or name.distinct * MOST_ROWS_EACH >= rows]
    return _several_rows_each(few, rows)


def _is_key(name: Candidate) -> bool:
    return name.column.meaning == "id" or is_id_name(name.words)


def _several_rows_each(keys: list[Candidate], rows: int) -> Things | None:
    """The finest column that names things which come several times: the order of order lines, the player of games."""
    if not keys:
        return None
    finest = max(keys, key=lambda name: (name.distinct, -name.place))
    each = _rows_each(rows - finest.column.missing, finest.distinct)
    return Things(columns=(finest.name,), rows_each=each, reason=f"each {finest.name} has {each:g} rows on average")


def _names_many(name: Candidate, rows: int) -> bool:
    """Whether names that come several times are those of things, not of groups."""
    column = name.column
    many = name.distinct > 0.2 * rows
    return (
        many
        and _rank(column) == 1
        and column.kind != "geographic"
        and (name.distinct >= FEWEST_NUMBERS or not _is_whole(column))
    )


def _rows_each(rows: int, number: int) -> float:
    return round(max(rows / max(number, 1), 1.0), 2)
