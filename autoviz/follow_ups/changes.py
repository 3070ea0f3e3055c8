"""Changes: the edits that the mentions of a follow-up come to, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.bounds import filters_of
from autoviz.follow_ups.edits import (
    Changed,
    Conditioned,
    Drawn,
    Edit,
    Extreme,
    Grouped,
    Held,
    How,
    Limited,
    Measured,
    Ordered,
    Related,
    Smoothed,
    Summarised,
    Timed,
    Unconditioned,
    Undone,
)
from autoviz.follow_ups.mentions import NAMED, Mention
from autoviz.linking.stretches import Period
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.labels import Aggregate, Grain, Order
from autoviz.model.requirements import Change, Filter, Having
from autoviz.registry.followups import FollowKind

Kind = FollowKind | None
"""The way of referring back that was heard; None where the words alone decide."""
_SENSES: dict[str, dict[str, How]] = {
    "split": {"group": "add"},
    "merge": {"group": "drop", "time": "drop", "grains": "drop"},
    "exclude": {"group": "drop", "value": "drop", "moment": "drop", "number": "drop"},
    "measure_too": {"measure": "add"},
}
"""What a way of referring back makes of mentions that say nothing of it themselves."""
_STATED: dict[str, Edit] = {
    "ascending": Ordered("ascending", order="asc"),
    "descending": Ordered("descending", order="desc"),
    "by_name": Ordered("by_name", by="x", order="asc"),
    "reverse": Ordered("reverse"),
    "table": Drawn("table", "table"),
    "chart": Drawn("chart"),
    "share": Related("share", "share"),
    "change": Changed("change", Change()),
    "smooth": Smoothed("smooth", 3),
    "merge": Grouped("merge", (), "drop"),
    "widen": Unconditioned("widen", None),
}
"""What a way of referring back asks for without a word of its own for it."""


class UnclearError(Exception):
    """Something is named, and what is to become of it is not said."""


def edits_of(basis: Basis, kind: Kind = None) -> tuple[Edit, ...]:
    """The edits that are named; empty where it is not clear what is meant."""
    if kind == "undo" and not basis.mentions.of(*NAMED):
        return (Undone(),)
    try:
        made = tuple(edit for part in _PARTS for edit in part(basis, kind))
    except UnclearError:
        return ()
    if kind is None or any(edit.kind == kind for edit in made):
        return made
    return (*made, *_heard(basis, kind, made))


def _heard(basis: Basis, kind: FollowKind, made: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """What was heard though no word says it outright."""
    if kind == "function":
        func = basis.function(basis.fragment.text)
        return (Summarised("function", func),) if func else ()
    if kind in ("merge", "widen", "table") and made:
        return ()
    stated = _STATED.get(kind)
    return (stated,) if stated else ()


def how_of(mention: Mention, kind: Kind) -> str:
    """What is to become of what is mentioned: set, add, drop, all, or old for what makes way for another."""
    if mention.sense == "beside":
        return "add"
    if mention.sense in ("drop", "add", "all", "old"):
        return mention.sense
    if kind == "widen":
        return "all"
    return _SENSES.get(kind or "", {}).get(mention.kind, "set")


def _undone(basis: Basis, kind: Kind) -> Iterator[Edit]:
    if basis.mentions.of("undo") and len(basis.mentions.content) == 1:
        yield Undone()


def _widened(basis: Basis, kind: Kind) -> Iterator[Edit]:
    """Conditions that are taken away: on what is named, or all of them."""
    said = basis.mentions
    nouns = [item for item in said.of("filter") if item.sense == "drop" or "drop" in said.senses()]
    named = said.of("group", "value", "time", "grains", "moment", "measure")
    if nouns:
        yield Unconditioned("widen", _columns(named, basis))
        return
    every = [item for item in named if how_of(item, kind) == "all"]
    if every:
        yield Unconditioned("widen", _columns(every, basis))
    elif "all" in said.senses() and "drop" not in said.senses() and not said.of("overall"):
        if said.content:
            raise UnclearError
        yield Unconditioned("widen", None)


def _columns(named: list[Mention], basis: Basis) -> tuple[str, ...] | None:
    found = [item.column or basis.dates for item in named]
    return tuple(name for name in dict.fromkeys(found) if name) or None


def _measured(basis: Basis, kind: Kind) -> Iterator[Edit]:
    named = [item for item in basis.mentions.of("measure") if not _beside(item, basis)]
    for edit in _by_how(named, kind, "measure", "measure_too", Measured):
        assert isinstance(edit, Measured)
        yield replace(edit, func=_own_function(basis, kind)) if edit.how == "add" else edit
    if not named and _own_function(basis, kind) == "count":
        yield Measured("measure_too", (), "add", "count")
    dropped = tuple(item.column or "" for item in named if how_of(item, kind) == "drop")
    if dropped:
        yield Measured("measure", dropped, "drop")


def _own_function(basis: Basis, kind: Kind) -> Aggregate | None:
    """The function that is said of measures beside those there were: add the average age, and also how many."""
    beside = [item for item in basis.mentions.of("measure", "functions") if how_of(item, kind) == "add"]
    return next((item.meaning for item in beside if item.kind == "functions"), None)


def _by_how(named: list[Mention], kind: Kind, set_as: FollowKind, add_as: FollowKind, make: Any) -> Iterator[Edit]:
    for how, told in (("set", set_as), ("add", add_as)):
        columns = tuple(dict.fromkeys(item.column for item in named if how_of(item, kind) == how))
        if columns:
            yield make(told, columns, how)


def _beside(mention: Mention, basis: Basis) -> bool:
    """Whether a column only says what something else is of: a value's column, a bound's, the one to sort by."""
    said = basis.mentions
    if said.of("filter") or mention.sense in ("all", "old"):
        return True
    if said.of("sort", "orders") and (mention.column in (*basis.measures, *basis.groups) or mention.kind == "time"):
        return True
    if mention.kind == "measure":
        return any(item.bound for item in said.of("number"))
    if any(item.column == mention.column for item in said.of("value")):
        return not mention.axis
    few = said.of("extremes") or any(item.bound for item in said.of("number"))
    return bool(few) and mention.column in basis.groups


def _grouped(basis: Basis, kind: Kind) -> Iterator[Edit]:
    said = basis.mentions
    grouping = kind in (None, "regroup", "instead", "split", "merge", "exclude")
    named = [item for item in said.of("group") if not _beside(item, basis) and (grouping or not _bare(item))]
    dropped = tuple(item.column or "" for item in named if how_of(item, kind) == "drop")
    if said.of("overall") and not named:
        yield Grouped("merge", (), "drop")
    grouped = tuple(name for name in dropped if name in basis.groups)
    if grouped:
        yield Grouped("merge", grouped, "drop")
    elif dropped:
        yield from _left_out(dropped, basis)
    instead = kind == "instead" or "instead" in said.senses() or "old" in said.senses()
    held = {item.column for item in said.of("value") if item.sense == "beside" and item.column in basis.tested}
    if apart := tuple(sorted(name for name in held if name and name not in basis.groups)):
        yield Grouped("split", apart, "add")
    if kind is None and not instead and any(map(_bare, named)):
        raise UnclearError  # a column's bare name does not say that things are grouped by it
    told: FollowKind = "instead" if instead else "regroup"
    for edit in _by_how(named, kind, told, "split", Grouped):
        assert isinstance(edit, Grouped)
        yield Grouped(edit.kind, edit.columns, edit.how, alone=instead)


def _left_out(columns: tuple[str, ...], basis: Basis) -> Iterator[Edit]:
    """Conditions on columns taken away; of a flag the rows of which it says yes."""
    flags = vocabulary(basis.profile).flags
    for name in columns:
        flag = flags[basis.profile.names.index(name)]
        if flag is None:
            yield Unconditioned("widen", (name,))
        elif name in basis.tested:
            yield Conditioned("exclude", (Filter(column=name, op="=", value=flag[1]),))
        else:
            yield Conditioned("exclude", (Filter(column=name, op="=", value=flag[0]),), "drop")


def _bare(item: Mention) -> bool:
    """Whether nothing says what is to become of a column."""
    return not item.axis and item.sense in ("", "only")


def _timed(basis: Basis, kind: Kind) -> Iterator[Edit]:
    said = basis.mentions
    smooth = any(item.meaning == "smooth" for item in said.of("relations"))
    if said.of("filter") or (smooth and said.of("number")):
        return
    named = [item for item in said.of("grains", "time", "over_time") if not _dating(item, basis)]
    for item in named[-1:]:
        how, grain = how_of(item, kind), _grain(item, named)
        instead = kind == "instead" or "instead" in said.senses()
        if how == "drop" and basis.periods:
            yield Timed("merge", None, dropped=True)
        elif how == "drop":
            yield Unconditioned("widen", _columns([item], basis))
        elif how != "all":
            yield Timed("periods", item.column, grain, alone=instead and not said.of("group"))


def _dating(mention: Mention, basis: Basis) -> bool:
    """Whether a word for time only says what a date is: the year 2023, hired since 2021, sorted by date."""
    said = basis.mentions
    if mention.sense in ("all", "old") or (mention.kind == "time" and said.of("sort", "orders")):
        return True
    near = any(abs(item.start - mention.end) < 6 or abs(mention.start - item.end) < 6 for item in said.of("moment"))
    return not mention.axis and bool(near if mention.kind == "grains" else said.of("moment"))


def _grain(mention: Mention, named: list[Mention]) -> Grain:
    found = [item.meaning for item in named if item.kind == "grains"]
    grain: Grain = found[-1] if found else "unknown"
    return grain


def _conditioned(basis: Basis, kind: Kind) -> Iterator[Edit]:
    said = basis.mentions
    if said.of("filter"):
        return
    if any(item.sense == "beside" and basis.dates in basis.tested for item in said.of("moment")):
        raise UnclearError  # rows of two times put together would not hold one against the other
    if any(item.bound and _counts_rows(item, said.of("rows")) for item in said.of("number")):
        raise UnclearError  # groups of more than 6 shops, of which nothing says that they are counted
    held = [item for item in said.of("group") if item.column in basis.groups and not item.axis]
    for sense, item in filters_of(basis):
        how = how_of(Mention(_kind_of(item), None, 0, 0, sense=sense), kind)
        if isinstance(item.value, tuple) and item.op == "between" and _earlier(basis):
            continue  # "compared with last month" names no rows
        if held and _kind_of(item) == "number" and item.op != "between":
            func = basis.func or "sum"
            bound = {"metric": item.column, "func": func, "op": item.op, "value": item.value}
            yield Held("narrow", Having.model_validate(bound))
        elif how != "all":
            told: FollowKind = "exclude" if how == "drop" else "moment" if _kind_of(item) == "moment" else "narrow"
            yield Conditioned(told, (item,), how)  # type: ignore[arg-type]


def _counts_rows(number: Mention, rows: list[Mention]) -> bool:
    """Whether a number is one of rows: more than 6 shops."""
    return any(0 < item.start - number.end < 3 for item in rows)


def _kind_of(item: Filter) -> str:
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    if item.op in ("=", "in"):
        return "value"
    return "moment" if any(isinstance(value, str) for value in values) else "number"


def _earlier(basis: Basis) -> bool:
    """Whether a change is asked for, so that a period such as last month is what it is held against."""
    related = any(item.meaning in ("against", "change", "growth") for item in basis.mentions.of("relations"))
    return related and any(isinstance(item.meaning, Period) for item in basis.mentions.of("moment"))


def _summarised(basis: Basis, kind: Kind) -> Iterator[Edit]:
    for item in basis.mentions.of("functions"):
        if item.meaning == _own_function(basis, kind):
            continue
        if how_of(item, kind) == "drop":
            raise UnclearError
        if item.sense not in ("old", "all"):
            yield Summarised("function", item.meaning)


def _related(basis: Basis, kind: Kind) -> Iterator[Edit]:
    related = basis.mentions.of("relations")
    named = [item for item in related if item.meaning != "against"]
    for item in named or related:  # "compared with the year before" says it in "the year before"
        if item.sense == "drop":
            raise UnclearError
        if item.meaning in ("share", "running"):
            yield Related("share" if item.meaning == "share" else "change", item.meaning)
        elif item.meaning == "smooth":
            numbers = [one.meaning for one in basis.mentions.of("number") if not one.bound]
            grains = [one.meaning for one in basis.mentions.of("grains")] if numbers else []
            yield Smoothed("smooth", max(2, int(numbers[0])) if numbers else 3, grains[-1] if grains else None)
        else:
            yield Changed("change", _change(item.meaning, basis))


def _change(meaning: str, basis: Basis) -> Change:
    periods = [item.meaning for item in basis.mentions.of("moment") if isinstance(item.meaning, Period)]
    yearly = meaning == "yearly_change" or any(item.unit == "year" for item in periods)
    if meaning == "against" and not periods:
        raise UnclearError
    return Change(base="previous year" if yearly else "previous period", relative=meaning == "growth")


def _ordered(basis: Basis, kind: Kind) -> Iterator[Edit]:
    said = basis.mentions
    orders: list[Order] = [item.meaning for item in said.of("orders")]
    named = [item for item in said.of("group", "time") if item.column in basis.groups or item.kind == "time"]
    if said.of("reverse"):
        yield Ordered("reverse")
    elif said.of("by_name") or (said.of("sort", "orders") and named and not said.of("measure")):
        yield Ordered("by_name", "x", orders[0] if orders else "asc")
    elif orders or said.of("sort"):
        order: Order = orders[0] if orders else "desc"
        yield Ordered("ascending" if order == "asc" else "descending", "y", order)


def _limited(basis: Basis, kind: Kind) -> Iterator[Edit]:
    said = basis.mentions
    numbers = [item for item in said.of("number") if not item.bound]
    extremes = said.of("extremes")
    if any(item.meaning == "smooth" for item in said.of("relations")):
        return
    alone = kind == "first" or (kind is None and "only" in said.senses())
    if numbers and (extremes or said.of("limit") or alone):
        whole = max(1, round(float(numbers[0].meaning)))
        yield Limited("first", whole, extremes[0].meaning if extremes else None)
    elif numbers:
        raise UnclearError
    elif extremes and (kind == "first" or extremes[0].sense == "only"):
        yield Limited("first", 1, extremes[0].meaning)
    elif extremes:
        order = extremes[0].meaning
        yield Extreme("ascending" if order == "asc" else "descending", order)


def _drawn(basis: Basis, kind: Kind) -> Iterator[Edit]:
    marks, layouts = basis.mentions.of("marks"), basis.mentions.of("layouts")
    kept = [item.meaning for item in marks if item.sense not in ("old", "drop")]
    if marks and not kept:
        raise UnclearError
    if kept or layouts:
        told: FollowKind = "table" if kept[:1] == ["table"] else "chart"
        yield Drawn(told, kept[0] if kept else None, layouts[0].meaning if layouts else None)
    elif basis.mentions.of("chart"):
        yield Drawn("chart")


_PARTS: tuple[Callable[[Basis, Kind], Iterator[Edit]], ...] = (
    _undone, _widened, _measured, _grouped, _timed, _conditioned, _summarised, _related, _ordered, _limited, _drawn,
)  # fmt: skip
