"""Joining: which columns two frames have in common, and what a join over them would lose or multiply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import narwhals.stable.v2 as nw

from autoviz.columns import DType, described, is_date, is_text, missing_marked, one_row
from autoviz.errors import ColumnError, ParameterError
from autoviz.frames import Frame, distinct, engine_of, open_frame, to_pandas
from autoviz.model.provenance import Note
from autoviz.table import Table

COMPARED_VALUES = 10_000
ENOUGH = 0.5
"""The share of a column's values that the other frame must know for the two to be joined."""


@dataclass(frozen=True)
class Pair:
    """A column of the left frame, the one of the right that it is joined with, and the share of values they share."""

    left: str
    right: str
    overlap: float


def on_one_engine(left: Table, right: Table) -> tuple[Table, Table]:
    """Both frames where they can meet: as they are on one engine, else both as pandas."""
    if engine_of(left.frame) == engine_of(right.frame) and not _apart(left.frame, right.frame):
        return left, right
    return left.having(open_frame(left.pandas())), right.having(open_frame(right.pandas()))


def stated_pairs(left: Table, right: Table, left_on: Sequence[str], right_on: Sequence[str]) -> list[Pair]:
    """The columns that the user named for both frames, by the same names where only one is given."""
    others = right_on or left_on
    left.need(*left_on)
    right.need(*others)
    if len(left_on) != len(others):
        raise ParameterError(
            f"{len(left_on)} columns of the first frame cannot be matched with {len(others)} of the second",
            "Name as many in right_on as in left_on.",
        )
    for one, other in zip(left_on, others, strict=True):
        kinds = described(left.schema[one]), described(right.schema[other])
        if kinds[0] != kinds[1]:
            raise ColumnError(
                f"{one!r} holds {kinds[0]} and {other!r} holds {kinds[1]}, so their values never meet",
                "Name columns of the same kind, or use cast_types or parse_datetime first.",
            )
    return [Pair(one, other, 1.0) for one, other in zip(left_on, others, strict=True)]


def proposed_pairs(left: Table, right: Table) -> list[Pair]:
    """The columns to join by: of those of the same name whose values overlap the one that names each row of the right
    frame, or all of them together; where no name is the same, the pair that overlaps most."""
    values = _Values(left, right)
    same = [Pair(one, other, values.overlap(one, other)) for one, other in _same_names(left, right)]
    kept = [pair for pair in same if pair.overlap >= ENOUGH]
    alone = [pair for pair in kept if _is_unique(right, pair.right)]
    if kept:
        return [max(alone, key=lambda pair: pair.overlap)] if alone else kept
    tried = [
        Pair(one, other, values.overlap(one, other))
        for one in left.columns
        for other in right.columns
        if _comparable(left, one, right, other)
    ]
    fitting = [pair for pair in tried if pair.overlap >= ENOUGH]
    if not fitting:
        raise ColumnError(
            f"No columns of the two frames hold the same values: {left.columns} and {right.columns}",
            "Name the columns to join by: left_on for the first frame, right_on for the second.",
        )
    return [max(fitting, key=lambda pair: (pair.overlap, _likeness(pair.left, pair.right)))]


def joined(left: Frame, right: Frame, pairs: Sequence[Pair], how: str) -> Frame:
    """The frames side by side; a row without a key meets no other."""
    keys = {pair.right: pair.left for pair in pairs}
    first, second = _alike(left, missing_marked(right).drop_nulls(list(keys)), pairs)
    # The keys of both under one name: engines differ in whether they keep the second of two names.
    clashing = {name: f"{name}_right" for name in keys.values() if name not in keys and name in second.collect_schema()}
    named = _under_its_own_name(second.rename({**clashing, **keys}))
    kind: Any = how
    return first.join(named, how=kind, on=list(keys.values()), suffix="_right")  # type: ignore[arg-type]


def _under_its_own_name(frame: Frame) -> Frame:
    """The second side under a name of its own: DuckDB refuses to join two that come from the same rows."""
    if engine_of(frame) != "duckdb":
        return frame
    named: Frame = nw.from_native(frame.to_native().set_alias("autoviz_second_side"))
    return named


def join_notes(left: Table, right: Table, result: Table, pairs: Sequence[Pair], how: str) -> tuple[Note, ...]:
    """What was joined, which rows found no partner, and how many rows one row became."""
    left_on, right_on = [pair.left for pair in pairs], [pair.right for pair in pairs]
    rows = {"left": left.counted, "right": right.counted, "result": result.counted}
    first, second = _alike(missing_marked(left.frame), missing_marked(right.frame), pairs)
    lone = _without_partner(first, left_on, second, right_on)
    unused = _without_partner(second, right_on, first, left_on)
    matched = rows["left"] - lone
    multiplied = rows["result"] - (rows["left"] if how == "left" else matched)
    by = " and ".join(f"{pair.left} = {pair.right}" if pair.left != pair.right else pair.left for pair in pairs)
    fate = "have no values from it" if how == "left" else "are left out"
    message = (
        f"Joined by {by}: {rows['left']:,} rows and {rows['right']:,} rows gave {rows['result']:,}. "
        f"Rows without a partner, which {fate}: {lone:,}; rows of the second frame that were not used: {unused:,}."
    )
    if multiplied:
        message += f" Rows added because keys stand in the second frame more than once: {multiplied:,}."
    data = {"keys": [[pair.left, pair.right] for pair in pairs], **rows, "unmatched_left": lone,
            "unmatched_right": unused, "multiplied": multiplied}  # fmt: skip
    return (Note(kind="join", message=message, data=data),)


def _apart(left: Frame, right: Frame) -> bool:
    """Whether two DuckDB relations belong to different connections; only a trial tells."""
    if engine_of(left) != "duckdb":
        return False
    import duckdb

    try:
        left.to_native().cross(right.to_native().set_alias("autoviz_second_side"))
    except duckdb.InvalidInputException:
        return True
    return False


def _alike(left: Frame, right: Frame, pairs: Sequence[Pair]) -> tuple[Frame, Frame]:
    """Both frames with keys of one type, because pandas has whole numbers as floats where one is missing."""
    ours, theirs = left.collect_schema(), right.collect_schema()
    for pair in pairs:
        if ours[pair.left] != theirs[pair.right] and ours[pair.left].is_numeric():
            left = left.with_columns(nw.col(pair.left).cast(nw.Float64))
            right = right.with_columns(nw.col(pair.right).cast(nw.Float64))
    return left, right


def _without_partner(frame: Frame, on: list[str], other: Frame, other_on: list[str]) -> int:
    """How many rows have a key that the other frame lacks, or none."""
    keys = distinct(other.drop_nulls(other_on).select(*other_on))
    return Table(frame.join(keys, how="anti", left_on=on, right_on=other_on)).counted  # type: ignore[arg-type]


class _Values:
    """The distinct values of columns, each read once and at most so many."""

    def __init__(self, left: Table, right: Table) -> None:
        self._tables = (left, right)
        self._known: dict[tuple[int, str], frozenset[Any]] = {}

    def overlap(self, left: str, right: str) -> float:
        """The share of the smaller set of values that the larger one has too."""
        one, other = self._of(0, left), self._of(1, right)
        return len(one & other) / min(len(one), len(other)) if one and other else 0.0

    def _of(self, side: int, column: str) -> frozenset[Any]:
        if (side, column) not in self._known:
            # The first values in order, so that both frames and every run compare the same ones.
            cells = distinct(self._tables[side].frame.select(column).drop_nulls()).sort(column).head(COMPARED_VALUES)
            self._known[side, column] = frozenset(to_pandas(cells)[column])
        return self._known[side, column]


def _same_names(left: Table, right: Table) -> list[tuple[str, str]]:
    folded = {name.casefold(): name for name in right.columns}
    pairs = [(name, folded[name.casefold()]) for name in left.columns if name.casefold() in folded]
    return [(one, other) for one, other in pairs if _comparable(left, one, right, other)]


def _comparable(left: Table, one: str, right: Table, other: str) -> bool:
    """Whether two columns could be the same key; numbers meet by chance, so their names must be alike too."""
    kind = _kind(left.schema[one])
    if not kind or kind != _kind(right.schema[other]):
        return False
    names = one.casefold(), other.casefold()
    return kind == "text" or names[0] in names[1] or names[1] in names[0] or _likeness(*names) >= 0.6


def _is_unique(table: Table, column: str) -> bool:
    found = one_row(table.frame.select(rows=nw.len(), values=nw.col(column).n_unique()))
    return int(found["rows"]) == int(found["values"])


def _kind(dtype: DType) -> str:
    if is_text(dtype):
        return "text"
    if dtype.is_numeric():
        return "number"
    return "date" if is_date(dtype) else ""


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left.casefold(), right.casefold()).ratio()
