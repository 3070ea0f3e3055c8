"""Several currencies: money that another column says to be in more than one is not added up without a word."""

from __future__ import annotations

from collections.abc import Collection

from autoviz.listing import listed
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.converting import queries_of
from autoviz.planning.defaults import suiting
from autoviz.query.language import Aggregate, Query, columns_of, parts_of
from autoviz.writings.unit_words import currency_of

_PUT_TOGETHER = ("sum", "mean", "median")
_OF_SEVERAL = 0.5
"""What is left of the probability where amounts of several currencies are put together."""


def with_currencies_told(reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that puts money of several currencies together, told and less likely."""
    asked = reading.requirements
    column = next((column for column in profile.columns if len(_currencies(column)) > 1), None)
    if column is None:
        return reading
    found = [name for query in queries_of(asked, profile, suiting(profile)) for name in _mixed(query, column, profile)]
    if not found:
        return reading
    names, shown = listed(list(dict.fromkeys(found))), listed(sorted(map(str, column.values)))
    told = f"{names} is put together as it stands, though {column.name} is {shown}."
    return reading.replaced(requirements=asked.assuming(told), confidence=reading.confidence * _OF_SEVERAL)


def _currencies(column: ColumnProfile) -> frozenset[str]:
    """The currencies that a column says, one in each cell; none where it says anything else."""
    found = {currency_of(str(value).strip()) for value in column.values}
    return frozenset(name for name in found if name is not None) if None not in found else frozenset()


def _mixed(query: Query, said: ColumnProfile, profile: DatasetProfile) -> Collection[str]:
    """The columns of money that a Query puts together over rows of several currencies."""
    if said.name in columns_of((query.by, query.where, query.source)):
        return ()
    inner = _mixed(query.source, said, profile) if isinstance(query.source, Query) else ()
    summed = [part for part in parts_of(Aggregate, (query.measures, query.then)) if part.func in _PUT_TOGETHER]
    names = [name for part in summed if said.name not in columns_of(part) for name in columns_of(part.args)]
    return (*inner, *(name for name in names if name in profile.by_name and _is_money(profile.by_name[name])))


def _is_money(column: ColumnProfile) -> bool:
    """Whether a column holds money in no currency of its own: amounts are where they have cents, pieces are whole."""
    if not column.metric or column.unit:
        return False
    ends = (column.minimum, column.maximum)
    cents = any(isinstance(end, float) and not end.is_integer() for end in ends)
    return column.meaning in ("money", "price") or (column.meaning == "amount" and cents)
