"""Drift: what is otherwise in a table or a result than when a question was saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from autoviz.answering.numerals import shown
from autoviz.drawing.numbers import exact
from autoviz.errors import nearest
from autoviz.export.question_file import SavedColumn, SavedQuestion, SavedResult
from autoviz.listing import counted, few, listed
from autoviz.model.base import Value
from autoviz.model.profile import Scalar

Cause = Literal["columns", "types", "categories", "ranges", "missing", "rows", "results"]
NAMED = 5
"""So many categories or results are named; the rest is counted."""

_FAMILIES = {
    "text": ("str", "object", "utf8", "large_string", "categor", "enum", "varchar"),
    "whole numbers": ("int", "uint", "bigint"),
    "numbers": ("float", "double", "decimal"),
    "dates": ("date", "timestamp"),
}
"""How engines begin the names of types that hold the same; a CSV file that was a frame before has not changed."""

_CASTS: dict[str, tuple[str, str]] = {
    "numeric": ("pd.to_numeric({column}, errors='coerce')", "numbers"),
    "temporal": ("pd.to_datetime({column}, errors='coerce')", "dates"),
}
"""What brings a column of this kind back, and what its cells are then; whatever else was text."""


class Drift(Value):
    """One thing that has changed; a serious one fails `autoviz replay --check`."""

    cause: Cause
    message: str
    serious: bool = True
    hint: str = ""
    """What helps where the change was not meant; none where there is nothing to be done to the table."""

    def __str__(self) -> str:
        return f"{self.cause}: {self.message}" + (f". {self.hint}" if self.hint else "")


def drift_of_table(saved: SavedQuestion, now: tuple[SavedColumn, ...], rows: int) -> Iterator[Drift]:
    """Columns, types, categories, ranges and empty cells; of columns that the question does not use only their loss."""
    before = {column.name: column for column in saved.columns}
    after = {column.name: column for column in now}
    new = [name for name in after if name not in before]
    for name in before:
        if name not in after:
            used = name in saved.used
            told = f"{name!r} is gone" + (", and the question needs it" if used else "")
            yield Drift(cause="columns", message=told, serious=used, hint=_renaming(name, new) if used else "")
    if new:
        yield Drift(cause="columns", message=f"new: {_listed(map(repr, new))}", serious=False)
    for name in saved.used:
        if name in before and name in after and rows:  # of no rows there is no type, range or category
            yield from _drift_of_column(before[name], after[name], saved.rows, rows)
    if rows != saved.rows:
        now_there = f"{rows:,}" if rows else "none"
        yield Drift(cause="rows", message=f"{saved.rows:,} then, {now_there} now", serious=not rows)


def _drift_of_column(old: SavedColumn, new: SavedColumn, rows_then: int, rows_now: int) -> Iterator[Drift]:
    if old.kind != new.kind:
        told = f"{old.name!r} was {old.kind} ({old.dtype}), now {new.kind} ({new.dtype})"
        yield Drift(cause="types", message=told, hint=_turning_back(old, new))
    elif _family(old.dtype) != _family(new.dtype):
        yield Drift(cause="types", message=f"{old.name!r} was {old.dtype}, now {new.dtype}", serious=False)
    if old.values and new.values:
        yield from _drift_of_values(old, new)
    ends = (old.minimum, old.maximum), (new.minimum, new.maximum)
    if old.kind == new.kind and ends[0] != ends[1] and old.kind in ("numeric", "temporal"):
        (first, last), (lowest, highest) = ((_told(low), _told(high)) for low, high in ends)
        told = f"{old.name!r} reached from {first} to {last}, now from {lowest} to {highest}"
        yield Drift(cause="ranges", message=told, serious=False)
    then, now = old.missing / max(rows_then, 1), new.missing / max(rows_now, 1)
    if abs(then - now) >= 0.01:
        yield Drift(cause="missing", message=f"{old.name!r} was empty in {then:.1%} of rows, now in {now:.1%}")


def _drift_of_values(old: SavedColumn, new: SavedColumn) -> Iterator[Drift]:
    came = [value for value in new.values if value not in old.values]
    went = [value for value in old.values if value not in new.values]
    for word, found in (("new", came), ("gone", went)):
        if found:
            both = word == "gone" and bool(came)
            yield Drift(
                cause="categories",
                message=f"{old.name!r}, {word}: {_listed(map(repr, found))}",
                hint=f"If they are only called otherwise now, replace their names in {old.name!r}" if both else "",
            )


def _renaming(name: str, new: Sequence[str]) -> str:
    """How a column gets its old name again: the one that is nearest, or the only one that is new."""
    found = nearest(name, new)[:1] or (new if len(new) == 1 else [])
    now = repr(found[0]) if found else "'its new name'"
    return f"If it is called otherwise now, give it its old name: df.rename(columns={{{now}: {name!r}}})"


def _turning_back(old: SavedColumn, new: SavedColumn) -> str:
    """How cells become what they were; nothing where they are stored as before and only look like something else."""
    if _family(old.dtype) == _family(new.dtype):
        return ""
    way, given = _CASTS.get(old.kind, ("{column}.astype(str)", "text"))
    column = f"df[{old.name!r}]"
    return f"Turn it back into {given}: {column} = {way.format(column=column)}"


def _family(dtype: str) -> str:
    lower = dtype.lower()
    return next((name for name, starts in _FAMILIES.items() if lower.startswith(starts)), lower)


def drift_of_results(before: tuple[SavedResult, ...], after: tuple[SavedResult, ...], share: float) -> Iterator[Drift]:
    """Numbers that differ by more than this share, and groups that came or went."""
    if len(before) != len(after):
        yield Drift(cause="results", message=f"{counted(len(before), 'table')} then, {len(after) or 'none'} now")
    for old, new in zip(before, after, strict=False):
        yield from _drift_of_result(old, new, share)


def _drift_of_result(old: SavedResult, new: SavedResult, share: float) -> Iterator[Drift]:
    if old.columns != new.columns:
        told = f"the table had the columns {', '.join(old.columns)}, now {', '.join(new.columns)}"
        yield Drift(cause="results", message=told)
        return
    then, now = _by_key(old), _by_key(new)
    for word, found in (("new", now.keys() - then.keys()), ("gone", then.keys() - now.keys())):
        whole = old.total <= len(old.rows) and new.total <= len(new.rows)
        if found and whole:
            yield Drift(cause="results", message=f"groups {word}: {_listed(sorted(map(_group, found)))}")
    numbers = [place for place, name in enumerate(old.columns) if name not in old.keys]
    wrong = [
        f"{_group((*key, old.columns[place]))} was {_told(row[place])}, now {_told(now[key][place])}"
        for key, row in then.items()
        if key in now
        for place in numbers
        if _differs(row[place], now[key][place], share)
    ]
    if wrong:
        yield Drift(cause="results", message=f"beyond {share:.0%}: {'; '.join(few(wrong, NAMED))}")


def _by_key(result: SavedResult) -> dict[tuple[Scalar, ...], tuple[Scalar, ...]]:
    """The rows by what tells them apart; rows that share it are counted on."""
    places = [place for place, name in enumerate(result.columns) if name in result.keys]
    found: dict[tuple[Scalar, ...], tuple[Scalar, ...]] = {}
    for number, row in enumerate(result.rows):
        key = tuple(row[place] for place in places)
        found[key if key not in found else (*key, f"row {number + 1}")] = row
    return found


def _group(key: tuple[Scalar, ...]) -> str:
    """A group by its values; of a period the day on which it starts."""
    return " / ".join("(missing)" if item is None else str(item).removesuffix("T00:00:00.000") for item in key)


def _differs(old: Scalar, new: Scalar, share: float) -> bool:
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return abs(new - old) > share * max(abs(old), abs(new)) + 1e-9 * abs(old)
    return old != new


def _told(value: Scalar) -> str:
    return exact(value) if isinstance(value, int) and not isinstance(value, bool) else shown(value, exact=True)


def _listed(items: Iterable[object]) -> str:
    return listed(few(list(map(str, items)), NAMED))
