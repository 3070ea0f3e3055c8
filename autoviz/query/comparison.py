"""Comparison: two result tables held against each other, cell by cell, whatever engine they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, takewhile
from typing import Any

import numpy as np
import pandas as pd

from autoviz.query.folding import Pair, folded_pair, kind_of

Array = np.ndarray[Any, Any]
PLAN, SQL = "in the plan", "in SQL"


@dataclass(frozen=True)
class Comparison:
    """How far two tables agree."""

    numbers: int
    """Numbers that both give."""
    rows: int
    total: int = 0
    """How many differences there are."""
    differences: tuple[str, ...] = ()
    """The first of them in words."""

    @property
    def agrees(self) -> bool:
        return not self.total


@dataclass(frozen=True)
class _Rows:
    """Which row of the found table stands for which of the expected one, by position."""

    expected: Array
    found: Array
    lost: Array
    """Expected rows that the found table lacks."""
    extra: Array
    """Found rows that nobody expects."""


def differences(
    expected: pd.DataFrame,
    found: pd.DataFrame,
    *,
    ordered: bool,
    limited: bool,
    most: int = 3,
    keys: Sequence[str] = (),
    order: Sequence[str] = (),
    unshown: Sequence[str] = (),
) -> Comparison:
    """Where the found table (the plan's) departs from the expected one (SQL's), the first few in words.

    `keys` name the columns that tell rows apart and `order` those that rows are sorted by, where the caller knows
    them; otherwise both are read off the expected table. Columns of the found table beyond the expected are ignored,
    and so are those of the expected table that are `unshown`: they tell nothing but in which order its rows stand.
    """
    places = matched_columns(expected.drop(columns=list(unshown)), found)
    pairs = {name: folded_pair(expected[name], found.iloc[:, place]) for name, place in places.items()}
    missed = [name for name in expected.columns if name not in places and name not in unshown]
    if not missed and len(expected) == len(found) and all(pair.in_place for pair in pairs.values()):
        # Most tables agree as they stand, and nobody has to look for their rows.
        others = [pair for name, pair in pairs.items() if name not in keys]
        return Comparison(_numbers(_rows(np.arange(len(expected)), len(found)), others), len(expected))
    told = [pairs[name] for name in keys if name in pairs] or _keys(list(pairs.values()))
    others = [pair for pair in pairs.values() if pair not in told]
    rows = _matched(told, others, len(expected), len(found))
    seen = list(takewhile(lambda name: name not in unshown, order))
    steady = [pair for pair in others if pair.steady]
    if limited:
        rows = _without_ties(rows, [pairs[name] for name in seen if name in pairs] or steady)
    hidden = {name: folded_pair(expected[name], expected[name]) for name in unshown}
    sorted_by = [(pairs | hidden)[name] for name in order if name in pairs or name in hidden] or steady
    lacking = [f"there is no column {name!r} {PLAN}" for name in missed]
    wrong = _wrong_cells(rows, others)
    sentences = chain(
        lacking,
        _row_sentences(rows, told),
        _cell_sentences(wrong, rows, told, others),
        _order_sentences(rows, told, sorted_by) if ordered else (),
    )
    said = list(islice(sentences, most))
    total = len(lacking) + len(rows.lost) + len(rows.extra) + int(wrong.sum())
    return Comparison(_numbers(rows, others), len(expected), max(total, len(said)), tuple(said))


def matched_columns(expected: pd.DataFrame, found: pd.DataFrame) -> dict[str, int]:
    """The place in the found table of each expected column: the same name, in any casing, then the next of its kind."""
    names = [str(name) for name in found.columns]
    places: dict[str, int] = {}
    for spelled in (str, str.casefold):
        known = {spelled(name): place for place, name in reversed(list(enumerate(names)))}
        for name in expected.columns:
            place = known.get(spelled(str(name)))
            if name not in places and place is not None and place not in places.values():
                places[name] = place
    for name in expected.columns:
        if name not in places:
            kind = kind_of(expected[name])
            free = (place for place in range(len(names)) if place not in places.values())
            place = next((at for at in free if "empty" in (kind, of := kind_of(found.iloc[:, at])) or kind == of), None)
            if place is not None:
                places[name] = place
    return {name: places[name] for name in expected.columns if name in places}


def _keys(pairs: list[Pair]) -> list[Pair]:
    """The columns that tell rows apart: labels from the left, then whole numbers, until they do."""
    labels = [pair for pair in pairs if not pair.numeric]
    chosen = labels[:1]
    for pair in (*labels[1:], *(pair for pair in pairs if pair.whole)):
        if pairs and len(pair.expected) > 1 and not _tell_apart(chosen, len(pair.expected)):
            chosen.append(pair)
    return chosen


def _tell_apart(keys: list[Pair], rows: int) -> bool:
    return bool(keys) and not _doubled(_codes(keys)[:rows])


def _doubled(codes: Array) -> bool:
    """Whether a code is there twice; codes are small numbers, so that counting beats sorting."""
    return int(np.bincount(codes).max(initial=0)) > 1


def _codes(pairs: list[Pair]) -> Array:
    """One number for each different combination of values, expected rows first and found rows after them."""
    combined = pairs[0].codes
    for pair in pairs[1:]:
        # Numbered afresh each time, so that the product of many columns does not overflow.
        combined = pd.factorize(combined * (int(pair.codes.max(initial=0)) + 1) + pair.codes)[0]
    return combined


def _matched(keys: list[Pair], others: list[Pair], expected: int, found: int) -> _Rows:
    """Rows with the same keys stand for each other; where several have them, in the order of their other values."""
    codes = _codes(keys) if keys else np.zeros(expected + found, dtype=np.int64)
    one, two = codes[:expected], codes[expected:]
    if not _doubled(one) and not _doubled(two):
        return _rows(pd.Index(two).get_indexer(pd.Index(one)), found)
    values = [pair.expected for pair in others], [pair.found for pair in others]
    rows = _rows(_paired(one, two, *values), found)
    if not len(rows.lost) and not len(rows.extra):
        return rows
    # A row too many would move all after it, so that rows with the same in every column are taken first.
    whole = _codes([*keys, *others])
    at = _paired(whole[:expected], whole[expected:])
    rest, free = np.flatnonzero(at < 0), np.setdiff1d(np.arange(found), at)
    then = _paired(one[rest], two[free], [column[rest] for column in values[0]], [column[free] for column in values[1]])
    at[rest[then >= 0]] = free[then[then >= 0]]
    return _rows(at, found)


def _paired(one: Array, two: Array, expected: Sequence[Array] = (), found: Sequence[Array] = ()) -> Array:
    """For each expected code the place of the found one, equal ones in the order of their values; -1 where none is."""
    turns = _turns(one, expected), _turns(two, found)
    width = 1 + max(int(turn.max(initial=0)) for turn in turns)
    return np.asarray(pd.Index(two * width + turns[1]).get_indexer(pd.Index(one * width + turns[0])))


def _rows(at: Array, found: int) -> _Rows:
    """The rows by where each expected one was found."""
    met = at >= 0
    extra = np.ones(found, dtype=bool)
    extra[at[met]] = False
    return _Rows(np.flatnonzero(met), at[met], np.flatnonzero(~met), np.flatnonzero(extra))


def _turns(codes: Array, values: Sequence[Array]) -> Array:
    """For each row how many rows of the same key come before it when rows are sorted by their values."""
    order = np.lexsort((*reversed(values), codes))
    sorted_codes = codes[order]
    first = np.flatnonzero(np.diff(sorted_codes, prepend=-1))
    turns = np.empty(len(codes), dtype=np.int64)
    turns[order] = np.arange(len(codes)) - np.repeat(first, np.diff(first, append=len(codes)))
    return turns


def _without_ties(rows: _Rows, sorted_by: list[Pair]) -> _Rows:
    """The rows less those that a limit chose among equals: others with the value of the last row are as good."""
    if not len(rows.lost) or not len(rows.extra) or not sorted_by:
        return rows
    cut = [(pair, pair.expected[-1:]) for pair in sorted_by]
    lost = np.all([pair.equal(pair.expected[rows.lost], last) for pair, last in cut], axis=0)
    extra = np.all([pair.equal(pair.found[rows.extra], last) for pair, last in cut], axis=0)
    if lost.sum() != extra.sum():
        return rows
    return replace(rows, lost=rows.lost[~lost], extra=rows.extra[~extra])


def _wrong_cells(rows: _Rows, others: list[Pair]) -> Array:
    """For each matched row and each column that is no key whether the two values differ."""
    wrong = [~pair.equal(pair.expected[rows.expected], pair.found[rows.found]) for pair in others]
    return np.array(wrong, dtype=bool).reshape(len(others), len(rows.expected)).T


def _numbers(rows: _Rows, others: list[Pair]) -> int:
    """How many numbers were held against each other; two that are missing are none."""
    numeric = [(pair.expected[rows.expected], pair.found[rows.found]) for pair in others if pair.numeric]
    return sum(int((~np.isnan(one) | ~np.isnan(two)).sum()) for one, two in numeric)


def _row_sentences(rows: _Rows, keys: list[Pair]) -> Iterator[str]:
    for row in rows.lost:
        yield f"{_label(keys, row) or 'a row'} is {SQL}, but not {PLAN}"
    for row in rows.extra:
        yield f"{_label(keys, row, found=True) or 'a row'} is {PLAN}, but not {SQL}"


def _cell_sentences(wrong: Array, rows: _Rows, keys: list[Pair], others: list[Pair]) -> Iterator[str]:
    for row, column in zip(*np.nonzero(wrong), strict=True):
        pair, at = others[column], rows.expected[row]
        label = _label(keys, at)
        sql, plan = pair.words(pair.expected[at], pair.found[rows.found[row]])
        yield f"{pair.name}{f' of {label}' if label else ''}: {plan} {PLAN}, {sql} {SQL}"


def _order_sentences(rows: _Rows, keys: list[Pair], sorted_by: list[Pair]) -> Iterator[str]:
    """The first row that comes too late; rows with equal values may stand in any order."""
    place = _ranks(sorted_by, len(rows.expected) + len(rows.lost))[rows.expected]
    in_order = np.argsort(rows.found, kind="stable")
    late = np.flatnonzero(np.diff(place[in_order]) < 0)
    if len(late):
        before, after = (_label(keys, rows.expected[in_order[late[0] + step]]) or "a row" for step in (0, 1))
        yield f"the order differs: {before} comes before {after} {PLAN}, and after it {SQL}"


def _ranks(sorted_by: list[Pair], count: int) -> Array:
    """The place of each expected row, the same for rows that are tied with the one before."""
    if not sorted_by or not count:
        return np.arange(count)
    steps = [~pair.equal(pair.expected[1:], pair.expected[:-1]) for pair in sorted_by]
    return np.concatenate(([0], np.cumsum(np.any(steps, axis=0))))


def _label(keys: list[Pair], row: int, *, found: bool = False) -> str:
    """A row by its keys: 2023-01-01, West."""
    return ", ".join(pair.key_word((pair.found if found else pair.expected)[row]) for pair in keys)
