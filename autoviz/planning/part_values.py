"""Part values: rows are kept by every cell that has the words said, where a reading took one of several such cells.

Lamps are desk lamps and floor lamps, and who uses Python is also who lists it beside Excel.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from autoviz.linking.lexicon import counting_words, function_words
from autoviz.linking.names import lemma, split_name
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.query.language import Call, Column, Constant, columns_of
from autoviz.query.rewriting import rewritten

_SEPARATOR = re.compile(r"\s*[;,|/]\s*")
_LISTING = 1 / 3
"""The least share of the different cells that have a separator, where a column lists things."""
_COMING_BACK = 2.0
"""In how many of the different cells a thing that is listed is found on average, at the least."""


_COUNTED_WHOLE = 0.5
"""What is left of the probability where cells are counted that list several things each."""


def by_said_parts(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading whose conditions keep all cells with the words that the question says, and one word on cells that
    list several things where those are counted as they stand."""
    said = _lemmas(question)
    widened = reading.each(lambda asked: _widened(asked, said, profile))
    told = _several_in_cells(widened.requirements, profile)
    if not told:
        return widened
    asked = widened.requirements.assuming(*told)
    return widened.replaced(requirements=asked, confidence=widened.confidence * _COUNTED_WHOLE)


def listed_in(column: ColumnProfile) -> frozenset[str]:
    """The things that the cells of a column list, several in a cell; none where they list none."""
    return _listed(tuple(str(value) for value in column.values))


@lru_cache(maxsize=256)
def _listed(cells: tuple[str, ...]) -> frozenset[str]:
    several = [_SEPARATOR.split(cell) for cell in cells if _SEPARATOR.search(cell.strip())]
    things = [thing for cell in cells for thing in _SEPARATOR.split(cell) if thing]
    back = len(things) / max(len(set(things)), 1)
    return frozenset(things) if len(several) >= _LISTING * len(cells) > 0 and back >= _COMING_BACK else frozenset()


def _widened(asked: Requirements, said: frozenset[str], profile: DatasetProfile) -> Requirements:
    if asked.query is None:
        kept = tuple(_in_field(item, said, profile, asked.group_by) for item in asked.constraints)
        return asked if kept == asked.constraints else asked.replaced(constraints=kept)

    keys = columns_of(asked.query.by)

    def changed(part: Any) -> Any:
        match part:
            case Call(op="=" | "in", args=(Column(name=name), *constants)) if name in profile.by_name:
                taken = [one.value if isinstance(one, Constant) else None for one in constants]
                op, values = _kept(profile.by_name[name], part.op, taken, said, keys)
                return Call(op=op, args=(part.args[0], *(Constant(value=one) for one in values))) if values else None
        return None

    return asked.replaced(query=asked.query.replaced(where=rewritten(asked.query.where, changed)))


def _in_field(item: Any, said: frozenset[str], profile: DatasetProfile, keys: Collection[str]) -> Any:
    if not isinstance(item, Filter) or item.op not in ("=", "in"):
        return item
    taken = item.value if isinstance(item.value, tuple) else (item.value,)
    op, values = _kept(profile.by_name[item.column], item.op, taken, said, keys)
    return item.replaced(op=op, value=values if op == "in" else values[0]) if values else item


def _kept(
    column: ColumnProfile, op: Any, taken: Sequence[Any], said: frozenset[str], keys: Collection[str]
) -> tuple[Any, tuple[str, ...]]:
    """How rows are kept instead of by these values, and by which; none where they stay, as several do that are groups
    of their own."""
    texts = [value for value in taken if isinstance(value, str)]
    if not texts or len(texts) < len(taken):
        return op, ()
    if op == "in":
        return _kept_by_listed(column, texts) if column.name not in keys else (op, ())
    alike = _alike(column, texts[0], said)
    return ("contains", (texts[0],)) if alike and _found_inside(column, texts[0]) else ("in", alike)


def _kept_by_listed(column: ColumnProfile, texts: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
    """Of several cells that were taken, of a column that lists things: every cell with the one thing that all of them
    list, else with one of those that are cells themselves."""
    things = listed_in(column)
    cells = [str(cell) for cell in column.values]
    shared = frozenset.intersection(*(frozenset(_SEPARATOR.split(text)) for text in texts)) & things
    if len(shared) == 1 and _found_inside(column, *shared):
        return "contains", tuple(shared)
    wanted = shared or ({*texts} & things if {*texts} <= things else frozenset())
    return "in", tuple(cell for cell in cells if wanted & {*_SEPARATOR.split(cell)})


def _found_inside(column: ColumnProfile, value: str) -> bool:
    """Whether a thing that cells list is written in no other cell than in those that list it, whatever its casing."""
    others = listed_in(column) - {value}
    return value in listed_in(column) and not any(value.lower() in other.lower() for other in others)


def _alike(column: ColumnProfile, value: str, said: frozenset[str]) -> tuple[str, ...]:
    """The cells that have what is said of one of them; none where that is all of it, and it is listed nowhere, and none
    of dates, whose years are no words of theirs."""
    if column.kind == "temporal":
        return ()
    cells = [str(cell) for cell in column.values]
    if value not in cells or len(cells) != column.distinct:
        return ()
    if value in listed_in(column):
        found = [cell for cell in cells if value in _SEPARATOR.split(cell)]
    else:
        named = (_telling(value) & said) - {lemma(word) for word in split_name(column.name)}
        found = [cell for cell in cells if named <= _telling(cell)] if named and not _lemmas(value) <= said else []
    return tuple(found) if 1 < len(found) < len(cells) else ()


def _lemmas(text: str) -> frozenset[str]:
    return frozenset(lemma(word.lower) for word in words(text))


def _telling(text: str) -> frozenset[str]:
    return _lemmas(text) - function_words() - counting_words()


def _several_in_cells(asked: Requirements, profile: DatasetProfile) -> tuple[str, ...]:
    """A word on each column that groups are made by though its cells list several things."""
    keys = (item.expr for item in asked.query.by) if asked.query is not None else map(_column, asked.group_by)
    names = [key.name for key in keys if isinstance(key, Column) and key.name in profile.by_name]
    return tuple(
        f"each cell of {name} is a group of its own, though it may list several."
        for name in names
        if listed_in(profile.by_name[name])
    )


def _column(name: str) -> Column:
    return Column(name=name)
