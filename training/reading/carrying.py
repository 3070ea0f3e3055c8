"""Queries carried over to other tables: the shape that somebody asked for, with columns and values of another frame."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from autoviz.errors import AutovizError
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.query.check import check
from autoviz.query.grammar import canonical, parse
from autoviz.query.grammar.choices import CLOSED_NUMBERS
from autoviz.query.grammar.spelling import column_of, column_token, constant_of, constant_token
from autoviz.query.language import Constant, Query
from autoviz.query.types import column_type
from training.reading.written import result

SUMMED = frozenset({"amount", "count", "money"})
AVERAGED = SUMMED | {"price", "rate", "percent", "score", "age", "measure", "index", "duration"}
LABELS = frozenset({"category", "ordered", "place", "code"})
COMPARED = frozenset({"=", "!=", "<", "<=", ">", ">="})
TEXTUAL = frozenset({"contains", "starts_with", "ends_with"})
FORMATTED = frozenset({"as_date_from", "as_time_from"})
PAIRED = frozenset({"-", "/", "<", "<=", ">", ">=", "=", "!=", "+"})
JOINTS = ("", " ", ",", "-", "/")
"""Texts that part or join others, whatever the table."""
MOST_KEYS = 60
"""A column of more different values is no key of groups that somebody would look at."""


class UnfitError(Exception):
    """The shape does not fit the table."""


@dataclass(frozen=True)
class Place:
    """A frame with its profile, and what stands in its columns."""

    package: str
    item: str
    rows: pd.DataFrame
    profile: DatasetProfile

    @cached_property
    def columns(self) -> dict[str, ColumnProfile]:
        return {column.name: column for column in self.profile.columns}

    @cached_property
    def names(self) -> list[str]:
        return list(self.columns)


def sort_of(column: ColumnProfile) -> str:
    """What a column may stand in for."""
    if column.kind == "temporal":
        text = column.dates is not None and "%" in column.dates.format
        return "year" if column.meaning == "year" else "dated text" if text else "date"
    if column.meaning == "flag":
        return f"flag {column_type(column)}"
    if column.meaning in LABELS:
        return f"label {column_type(column)}"
    if column.meaning in AVERAGED:
        return "number"
    return f"{column.meaning} {column_type(column)}"


def carried(shape: Sequence[str], home: Place, away: Place, chance: random.Random) -> Query:
    """The Query of these tokens with columns and values of another frame; UnfitError where there are none."""
    columns = _columns(shape, home, away, chance)
    spelled = _constants(list(shape), columns, home, away, chance)
    made = [column_token(columns[name]) if (name := column_of(token)) is not None else token for token in spelled]
    try:
        query = canonical(parse(made, away.names), away.names)
        check(query, away.profile)
        found = result(query, away.rows)
    except AutovizError as error:
        raise UnfitError(str(error)) from error
    if _says_nothing(found, query):
        raise UnfitError("nothing comes of it")
    return query


def _says_nothing(found: pd.DataFrame, query: Query) -> bool:
    if found.empty or found.isna().all().all():
        return True
    return bool(query.by) and query.limit is None and query.having is None and len(found) < 2


def _columns(shape: Sequence[str], home: Place, away: Place, chance: random.Random) -> dict[str, str]:
    """Which column of the other frame stands for which of this one."""
    used = _uses(shape)
    by_sort: dict[str, list[str]] = defaultdict(list)
    for column in away.profile.columns:
        by_sort[sort_of(column)].append(column.name)
    chosen: dict[str, str] = {}
    for name, uses in used.items():
        if name not in home.columns:
            raise UnfitError("a column is not there")
        own = home.columns[name]
        fitting = [other for other in by_sort[sort_of(own)] if other not in chosen.values()]
        fitting = [other for other in fitting if _suits(own, away.columns[other], uses)]
        mate = next((chosen[other] for other in uses if other in chosen), None)
        if mate is not None:
            fitting = [other for other in fitting if _alike(away.columns[mate], away.columns[other])]
        if not fitting:
            raise UnfitError(f"nothing stands for {name}")
        chosen[name] = chance.choice(fitting)
    return chosen


def _uses(shape: Sequence[str]) -> dict[str, set[str]]:
    """Column → the words it stands behind, and the columns it is worked out with."""
    used: dict[str, set[str]] = defaultdict(set)
    for at, token in enumerate(shape):
        name = column_of(token)
        if name is None:
            continue
        used[name].add(shape[at - 1] if at else "")
        if at > 1 and (before := column_of(shape[at - 1])) is not None and shape[at - 2] in PAIRED and before != name:
            used[name].add(before)
            used[name].add("pair")
    return used


def _suits(own: ColumnProfile, other: ColumnProfile, uses: set[str]) -> bool:
    if "sum" in uses and own.adds_up != other.adds_up:
        return False
    if uses & {"by", "within"} and (other.distinct or 0) > max(MOST_KEYS, own.distinct or 0):
        return False
    return (other.distinct or 0) > 1


def _alike(one: ColumnProfile, other: ColumnProfile) -> bool:
    if one.kind == "temporal" or other.kind == "temporal":
        return one.kind == other.kind
    if one.meaning != other.meaning or one.unit != other.unit:
        return False
    if one.mean is None or other.mean is None:
        return True
    low, high = sorted((abs(one.mean), abs(other.mean)))
    return high <= 20 * low


def _constants(shape: list[str], columns: dict[str, str], home: Place, away: Place, chance: random.Random) -> list[str]:
    """The tokens with each constant replaced by one that means as much in the other frame."""
    made = list(shape)
    at = 0
    while at < len(shape):
        token = shape[at]
        name = column_of(shape[at + 1]) if at + 1 < len(shape) else None
        if name is not None and token in COMPARED and _is_constant(shape[at + 2]):
            made[at + 2] = _value(shape[at + 2], token, name, columns[name], home, away, chance)
        elif name is not None and token == "in":
            place = at + 2
            while shape[place] != ")":
                made[place] = _value(shape[place], "=", name, columns[name], home, away, chance)
                place += 1
            if len(set(made[at + 2 : place])) < place - at - 2:
                raise UnfitError("the same value twice")
        elif name is not None and token in TEXTUAL:
            made[at + 2] = constant_token(_word(token, away.rows[columns[name]], chance))
        elif name is not None and token in FORMATTED:
            dates = away.columns[columns[name]].dates
            assert dates is not None
            made[at + 2] = constant_token(dates.format)
        elif name is not None and token == "/" and shape[at - 1] == "floor" and _is_constant(shape[at + 2]):
            width = constant_token(_width(shape[at + 2], name, columns[name], home, away))
            made[at + 2] = width
            if at + 3 < len(shape) and shape[at + 3] == shape[at + 2]:
                made[at + 3] = width
        at += 1
    _refuse_odd(made, shape)
    return made


def _refuse_odd(made: list[str], shape: list[str]) -> None:
    for new, old in zip(made, shape, strict=True):
        found = _constant(new)
        if new == old and isinstance(found, (str, float, int)) and found not in (*CLOSED_NUMBERS, *JOINTS):
            raise UnfitError("a constant of its own")


def _is_constant(token: str) -> bool:
    return _constant(token) is not None


def _constant(token: str) -> Any:
    found = constant_of(token)
    return found[0].value if found and isinstance(found[0], Constant) else "@" if found else None


def _value(token: str, op: str, name: str, other: str, home: Place, away: Place, chance: random.Random) -> str:
    value, cells = _constant(token), away.rows[other].dropna()
    own = away.columns[other]
    if isinstance(value, bool):
        return token
    if isinstance(value, str) and token[:1] != "@":
        if op in ("=", "!="):
            return constant_token(str(chance.choice(cells.tolist()))) if len(cells) else token
        raise UnfitError("texts in order")
    if token[:1] == "@":
        raise UnfitError("dates")
    if op in ("=", "!=") or own.meaning == "flag":
        picked = chance.choice(cells.tolist())
        return constant_token(_plain(picked))
    before = pd.to_numeric(home.rows[name], errors="coerce").dropna()
    after = pd.to_numeric(cells, errors="coerce").dropna()
    if before.empty or after.empty:
        raise UnfitError("no numbers")
    if value == 0 and before.min() < 0 < before.max() and after.min() < 0 < after.max():
        return token
    share = min(max(float((before < value).mean()), 0.05), 0.95)
    return constant_token(_round(float(after.quantile(share)), chance))


def _plain(value: Any) -> Any:
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, (int, float, str, bool)):
        raise UnfitError("no plain value")
    return value


def _round(value: float, chance: random.Random) -> float:
    """A number as somebody would say it."""
    if value == 0 or not math.isfinite(value):
        return 0
    digits = chance.choice((1, 1, 2, 2, 3))
    rounded = round(value, digits - 1 - math.floor(math.log10(abs(value))))
    return int(rounded) if float(rounded).is_integer() else rounded


def _width(token: str, name: str, other: str, home: Place, away: Place) -> float:
    value = _constant(token)
    before, after = home.rows[name].dropna(), away.rows[other].dropna()
    scale = (after.max() - after.min()) / max(before.max() - before.min(), 1e-9)
    wanted = float(value) * float(scale)
    if wanted <= 0 or not math.isfinite(wanted):
        raise UnfitError("no range")
    power = 10.0 ** math.floor(math.log10(wanted))
    nice = min((1, 2, 5, 10), key=lambda step: abs(step * power - wanted)) * power
    return int(nice) if float(nice).is_integer() else nice


def _word(token: str, cells: pd.Series[Any], chance: random.Random) -> str:
    text = str(chance.choice(cells.dropna().tolist() or [""]))
    words = [word for word in text.split() if len(word) > 2]
    if not words:
        raise UnfitError("no words")
    return words[0] if token == "starts_with" else words[-1] if token == "ends_with" else chance.choice(words)
