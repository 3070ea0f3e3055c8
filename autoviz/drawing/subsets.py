"""Subsets: which rows a chart is about, in the words that stand in its title."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import pandas as pd

from autoviz.drawing.numbers import period_label
from autoviz.model.requirements import AnyOf, Filter, Filters

MOST_VALUES = 4
"""So many values of a condition are named; of more it is said how many there are."""
_WORDS = {
    "=": "{}", "!=": "not {}", ">": "over {}", ">=": "from {}", "<": "under {}", "<=": "up to {}",
    "contains": "containing {}", "not contains": "not containing {}", "starts with": "starting with {}",
    "ends with": "ending with {}", "in": "{}", "not in": "not {}", "between": "from {}", "is null": "missing",
}  # fmt: skip
_DATED = {">=": "since {}", ">": "after {}", "<": "before {}", "<=": "until {}"}
_YEARS = {"=": "{}", "in": "{}", "between": "{}", **_DATED}


def subset_words(conditions: Filters, name: Callable[[str], str]) -> str:
    """The conditions one after another: 'year 2007, size over 2'; columns by the name that they have in titles."""
    told = [_any_of(item, name) if isinstance(item, AnyOf) else _told(item, name) for item in _joined(conditions)]
    return ", ".join(dict.fromkeys(filter(None, told)))


def _joined(conditions: Filters) -> list[Filter | AnyOf]:
    """A lower and an upper bound of one column as one condition."""
    found: list[Filter | AnyOf] = []
    for item in conditions:
        before = next((part for part in found if _bounds(part, item)), None)
        if before is None:
            found.append(item)
        else:
            assert isinstance(before, Filter) and isinstance(item, Filter)
            lower, upper = (before, item) if before.op in (">", ">=") else (item, before)
            found[found.index(before)] = Filter(column=item.column, op="between", value=_ends(lower, upper))
    return found


def _bounds(one: Filter | AnyOf, other: Filter | AnyOf) -> bool:
    """Whether two conditions bound one column from below and from above, in a way that `between` can say."""
    if not isinstance(one, Filter) or not isinstance(other, Filter) or one.column != other.column:
        return False
    return {one.op, other.op} in ({">=", "<="}, {">=", "<"}) and (
        "<" not in (one.op, other.op) or None not in (moment(one.value), moment(other.value))
    )


def _ends(lower: Filter, upper: Filter) -> tuple[Any, Any]:
    """Both ends, the last day included: before 2016 ends with 2015."""
    end = moment(upper.value)
    if upper.op == "<" and end is not None:
        return lower.value, (end - pd.Timedelta(days=1)).date().isoformat()
    return lower.value, upper.value


def _any_of(item: AnyOf, name: Callable[[str], str]) -> str:
    return " or ".join(filter(None, (_told(part, name) for part in item.filters)))


def _told(item: Filter, name: Callable[[str], str]) -> str:
    if item.op not in _WORDS:
        return ""
    if item.op == "is null":
        return f"{name(item.column)} {_WORDS[item.op]}"
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    between = " to " if item.op == "between" else " or "
    dates = [moment(value) for value in values]
    if all(date is not None for date in dates):
        return _period(item, [date for date in dates if date is not None])
    if item.column.casefold() == "year" and item.op in _YEARS and all(_is_year(value) for value in values):
        return _YEARS[item.op].format(between.join(f"{value:g}" for value in values))
    named = between.join(map(_value, values))
    if len(values) > MOST_VALUES:
        named = f"one of {len(values)} values"
    return f"{name(item.column)} {_WORDS[item.op].format(named)}"


def _period(item: Filter, dates: Sequence[pd.Timestamp]) -> str:
    """A stretch of time as people say it: '2015', 'since 2014', 'Jan 2014 to Mar 2015'."""
    if item.op == "between":
        return _stretch(dates[0], dates[1])
    form = _DATED.get(item.op, _WORDS[item.op])
    return form.format(" or ".join(_day(date) for date in dates))


def _stretch(first: pd.Timestamp, last: pd.Timestamp) -> str:
    after = last + pd.Timedelta(days=1)
    for grain, ordinal in (("year", "day_of_year"), ("month", "day")):
        if getattr(first, ordinal) == getattr(after, ordinal) == 1:
            ends = dict.fromkeys(period_label(_plain(day), grain) for day in (first, last))
            return " to ".join(ends)
    return " to ".join(dict.fromkeys(period_label(_plain(day), "day") for day in (first, last)))


def _day(date: pd.Timestamp) -> str:
    """A date by its year or month where it is the first of it."""
    grain = "year" if date.day_of_year == 1 else "month" if date.day == 1 else "day"
    return period_label(_plain(date), grain)


def _plain(date: pd.Timestamp) -> datetime:
    return date.to_pydatetime()


def moment(value: Any) -> pd.Timestamp | None:
    """The date that a value of a condition is written as; None where it is none."""
    if not isinstance(value, str) or len(value) < len("2015-01-01") or value[4] != "-":
        return None
    try:
        return pd.Timestamp(value).tz_localize(None)
    except ValueError:
        return None


def _is_year(value: Any) -> bool:
    return isinstance(value, (int, float)) and float(value).is_integer() and 1000 <= value < 3000


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}"
    return str(value)


def named_columns(conditions: Iterable[Filter | AnyOf]) -> set[str]:
    """The columns that conditions speak of."""
    return {
        part.column for item in conditions for part in (item.filters if isinstance(item, AnyOf) else (item,))
    }
