"""Leading: the first sentence of an answer, by the shape of its result and the form of its question."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from autoviz.answering.form import Form
from autoviz.answering.nouns import one_of
from autoviz.answering.numerals import percent
from autoviz.answering.query_words import where_words
from autoviz.answering.rendering import at, beside
from autoviz.answering.shape import Measured, Row, Shape
from autoviz.columns import steady_number
from autoviz.drawing.titles import readable, sentence
from autoviz.listing import few, listed
from autoviz.model.fact import Fact
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import Column, Query, all_of, columns_of, conjuncts, given
from autoviz.query.rewriting import inlined
from autoviz.writings.unit_words import has_agreed_zero

MANY_WORDS = 2
"""Names that begin with more words than so many alike are told without them."""
FEW_PERIODS = 5
"""A course of so few periods is told in full, instead of by its ends."""


@dataclass(frozen=True)
class Said:
    """A sentence and the numbers in it that are no cell of the result."""

    text: str
    facts: tuple[Fact, ...] = ()

_DONE = re.compile(r" where (?P<deed>[a-z]+ed)(?: is (?:yes|true))?", re.IGNORECASE)
"""A condition that is nothing but what was done to the rows: they were returned."""
_BEING = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "gets", "got", "of", "a", "the", "any"})
"""Before a deed these say that it was done to somebody, or name what was: of the returned ones."""


def numbers(shape: Shape, rows: str, form: Form) -> Said:
    """The only row there is: every measure with its value."""
    row = shape.rows[0]
    known = [item for item in shape.measures if row.values.get(item.name) is not None]
    if not known:
        lacking = listed([item.words.text for item in shape.measures])
        return Said(f"There is no {lacking}{rows}: no values are left to compute it from.")
    if len(known) == 1:
        return Said(number(known[0], row, rows, form))
    first, *others = known
    told = [f"{sentence(first.words.text)} is {first.told(row.values[first.name])}"]
    told += [f"{item.words.text} {item.told(row.values[item.name])}" for item in others]
    facts: tuple[Fact, ...] = ()
    held = comparable(shape.measures) and len(known) == 2
    if held:
        apart, facts = difference(shape, first, row.number(first), row.number(others[0]))
        return Said(f"{listed(told)}{rows}{f': {apart}' if apart else ''}.", facts)
    return Said(f"{listed(told)}{rows}.")


def number(measured: Measured, row: Row, rows: str, form: Form | None = None) -> str:
    """One value of everything: 'There are 223 orders where …', 'Average price is 12.50.'"""
    value = row.values[measured.name]
    told = measured.told(value, exact=True)
    noun = measured.words.text.removeprefix("number of ")
    if measured.words.against is not None and isinstance(value, (int, float)):
        what, first, second = measured.words.against
        way = "higher" if value > 0 else "lower"
        apart = measured.told(abs(value), exact=True)
        return f"{sentence(what)} is {apart} {way} {first} than {second}{rows}."
    if measured.words.counts and noun != measured.words.text:
        one = value == 1
        told, noun = (told, noun) if value else ("no", noun.removeprefix("different "))
        rows = "" if rows.removeprefix(" where ") in noun.split() else rows  # flagship shops where flagship
        if done := _DONE.fullmatch(rows):
            did = form is not None and _did_themselves(done["deed"], form.text)
            were = "" if did else "was " if one else "were "
            return f"{sentence(told)} {one_of(noun) if one else noun} {were}{done['deed']}."
        return f"There {'is' if one else 'are'} {told} {one_of(noun) if one else noun}{rows}."
    return f"{sentence(measured.words.text)} is {told}{rows}."


def _did_themselves(deed: str, question: str) -> bool:
    """Whether the question says that they did it, and not that it was done to them: how many people survived."""
    said = [word.lower() for word in re.findall(r"\w+", question)]
    before = said[: said.index(deed.lower())] if deed.lower() in said else None
    return before is not None and bool(before) and not _BEING & {*before}


def constant(shape: Shape, measured: Measured) -> Said:
    """Rows counted by a column that never varies: 'City is Bern in all 200 rows.'"""
    row = shape.rows[0]
    noun = measured.words.text.removeprefix("number of ")
    told = measured.told(row.values[measured.name], exact=True)
    whole = f"the only {one_of(noun)}" if told == "1" else f"all {told} {noun}"
    name = readable(shape.keys[0])
    return Said(f"{sentence(name)} is {row.label.removeprefix(f'{name} ')} in {whole}: it does not vary.")


def comparable(measures: tuple[Measured, ...]) -> bool:
    """Whether measures can be held against each other: the same of other rows."""
    starts = {item.words.of[0] if item.words.of else None for item in measures}
    return len(measures) == 2 and len(starts) == 1 and None not in starts


def difference(
    shape: Shape, measured: Measured, one: float | None, other: float | None
) -> tuple[str, tuple[Fact, ...]]:
    """By how much the first lies above the second, in its unit and in percent, and the facts of it."""
    if one is None or other is None:
        return "", ()
    apart = one - other
    gap = shape.derived("difference", abs(apart), measured)
    word = "more" if apart > 0 else "less"
    if steady_number(one) == steady_number(other):
        return "no difference", (gap,)
    points = measured.told(abs(apart))
    in_percent = measured.words.share or measured.words.unit == "%"
    if in_percent:
        shown = percent(abs(apart)) if measured.words.share else points
        points = f"{shown.removesuffix('%')} percentage points"
    if in_percent or has_agreed_zero(measured.words.unit, measured.words.text) or other <= 0 or one < 0:
        return f"{points} {word}", (gap,)
    relative = shape.derived("change", abs(apart / other), measured)
    return f"{points} or {percent(abs(apart / other))} {word}", (gap, relative)


_FEW_LEVEL = 3
"""So many names can open a sentence; of more the figure is told first."""


def winner(shape: Shape, ranked: tuple[Row, ...], up: bool, measured: Measured) -> Said:
    """The one name with its figure, and who comes next."""
    best = ranked[0]
    value = best.values[measured.name]
    level = [row for row in ranked if row.is_level(best, measured)]
    noun = measured.words.text.removeprefix("number of ")
    counted = measured.words.counts and noun != measured.words.text
    which = (
        f"the {'most' if up else 'fewest'} {noun}"
        if counted
        else f"the {'highest' if up else 'lowest'} {_bare(measured.words.text)}"
    )
    told = measured.told(value)
    if len(level) > 1:
        names = listed(few([row.label for row in level], 10))
        if len(level) > _FEW_LEVEL:
            return Said(f"{sentence(told)} is {which}, shared by {len(level):,}: {names}.{_left_out(shape, ranked)}")
        return Said(f"{sentence(names)} are level with {which}: {told} each.{_left_out(shape, ranked)}")
    follower = next((row for row in ranked[1:] if row.values.get(measured.name) is not None), None)
    if follower is None or follower.label == best.label:  # another row of the same name
        return Said(f"{sentence(best.label)} has {which}: {told}.{_left_out(shape, ranked)}")
    next_told = measured.told(follower.values[measured.name])
    close = next_told == told  # apart only in digits that are not told
    way = ("just " if close else "") + ("ahead of" if up else "before" if close else "then")
    behind = f"{way} {follower.label} with {next_told}"
    facts = (shape.fact(best, measured, "largest" if up else "smallest"), shape.fact(follower, measured))
    said = f"{sentence(best.label)} has {which}: {told}, {behind}."
    return Said(f"{said}{_left_out(shape, ranked)}", facts)


def both_ends(shape: Shape, ranked: tuple[Row, ...], measured: Measured) -> Said:
    """The one at the top, the one at the bottom, and how far they lie apart."""
    best, worst = ranked[0], ranked[-1]
    apart, facts = difference(shape, measured, best.number(measured), worst.number(measured))
    told = f"{sentence(best.label)} has the highest {_bare(measured.words.text)}, {_cell(best, measured)}"
    said = f"{told}, and {worst.label} the lowest, {_cell(worst, measured)}: {apart}."
    ends = (shape.fact(best, measured, "largest"), shape.fact(worst, measured, "smallest"))
    return Said(f"{said}{_left_out(shape, ranked)}", (*ends, *facts))


def _left_out(shape: Shape, ranked: tuple[Row, ...]) -> str:
    """A sentence about what has no name and was not ranked."""
    left = any(row.nameless for row in shape.rows) and not any(row.nameless for row in ranked)
    return f" Rows without {listed([readable(key) for key in shape.keys])} are left out of this." if left else ""


def _bare(text: str) -> str:
    """The highest 'highest price' is the highest price."""
    for word in ("highest ", "lowest "):
        if text.startswith(word):
            return text.removeprefix(word)
    return text


def ranking(shape: Shape, rows: tuple[Row, ...], up: bool, measured: Measured) -> tuple[Row, ...]:
    """The rows from the one that is asked for on; those without a value are left out, and what has no name: who asks
    which region has the most is not told that it is none."""
    known = [row for row in rows if row.number(measured) is not None]
    named = [row for row in known if not row.nameless] or known
    return tuple(sorted(named, key=lambda row: (-1 if up else 1) * row.height(measured)))


def two(shape: Shape, measured: Measured, form: Form) -> Said:
    """Two groups: both and the difference; two periods: how much it changed, from what to what."""
    if shape.held is not None:
        told, facts = both_sides(shape, measured, *shape.held)
        return Said(f"{sentence(told)}.", facts)
    first, second = shape.rows
    if shape.timed:
        return change(shape, first, second, measured)
    one, other = sorted(shape.rows, key=lambda row: -row.height(measured))
    if one.number(measured) is None or other.number(measured) is None:
        return Said(listing(shape))
    apart, facts = difference(shape, measured, one.number(measured), other.number(measured))
    if measured.words.share and round((one.number(measured) or 0) + (other.number(measured) or 0), 9) == 1:
        return Said(listing(shape))  # two parts of one whole say no more than one of them
    listed_both = f"{beside(first.label, _cell(first, measured))} and {beside(second.label, _cell(second, measured))}"
    told = f"{one.label} has {apart} than {other.label}" if apart != "no difference" else "no difference"
    return Said(f"{sentence(measured.words.text)}: {listed_both}; {told}.", facts)


def both_sides(shape: Shape, measured: Measured, yes: Row, no: Row) -> tuple[str, tuple[Fact, ...]]:
    """The rows for which a condition holds against the others: 'average births is 7,877 for Sat or Sun and …'."""
    told = [f"{_cell(row, measured)} {for_side(row.label)}" for row in (yes, no)]
    apart, facts = difference(shape, measured, yes.number(measured), no.number(measured))
    return f"{measured.words.text} is {listed(told)}{f': {apart}' if apart else ''}", facts


def for_side(side: str) -> str:
    """A number is one of a side: for women, before 1990, with insurance."""
    return side if side.startswith(("before ", "after ", "from ", "up to ", "with ", "without ")) else f"for {side}"


def change(shape: Shape, first: Row, last: Row, measured: Measured) -> Said:
    """How much something changed, from what to what."""
    start, end = first.number(measured), last.number(measured)
    if start is None or end is None:
        return Said(listing(shape))
    what = sentence(measured.words.text)
    if shape.cut_short(measured, first, last):
        return Said(f"{what} is {listed([_then(row, measured) for row in (first, last)])}.")
    ends = f"from {measured.told(start_value(first, measured))} {at(first.label)} to "
    ends += f"{measured.told(start_value(last, measured))} {at(last.label)}"
    if first.is_level(last, measured):
        level = "did not change" if len(shape.rows) < 3 else "ended where it began"  # whatever it did between them
        both = f"{at(first.label)} and {last.label}"
        return Said(f"{what} {level}: {measured.told(start_value(first, measured))} {both}.")
    apart, facts = difference(shape, measured, end, start)
    by = apart.removesuffix(" more").removesuffix(" less").replace(" or ", " (") + (")" if " or " in apart else "")
    return Said(f"{what} {'rose' if end > start else 'fell'} by {by}, {ends}.", facts)


def start_value(row: Row, measured: Measured) -> object:
    """The value as it stands in the result."""
    return row.values[measured.name]


def course(shape: Shape, measured: Measured) -> Said:
    """A course along time: from what to what, by how much, and its ends; periods that are not full are left out."""
    known = tuple(row for row in shape.rows if row.number(measured) is not None)
    changes = measured.words.text.startswith("change in")
    full, note = of_full_periods(replace(shape, rows=known), fewest=1 if changes else 2)
    kept = full.rows
    if changes and kept:
        said = _changes(kept, ranking(shape, kept, True, measured), measured)
        return replace(said, text=f"{said.text}{note}")
    if len(kept) < 2 or any(row.incomplete for row in kept):
        return Said(f"{listing(shape)}{note}")
    said = change(full, kept[0], kept[-1], measured)
    ends = ""
    if 2 < len(known) <= FEW_PERIODS:
        between = [row for row in _dated(known) if row not in (kept[0], kept[-1])]
        ends = f"; {listed([_then(row, measured) for row in between])}" if between else ""
        note = _without_date(shape)
    elif len(kept) > 2:
        ranked = ranking(shape, kept, True, measured)
        high, low = ranked[0], ranked[-1]
        ends = f"; highest {at(high.label)} ({measured.told(high.values[measured.name])})"
        ends += f", lowest {at(low.label)} ({measured.told(low.values[measured.name])})"
    return Said(f"{said.text.removesuffix('.')}{ends}.{note}", said.facts)


def of_full_periods(shape: Shape, fewest: int = 2) -> tuple[Shape, str]:
    """The rows of periods that the data fill, where there are a few such, and a sentence about the others."""
    rows, without = _dated(shape.rows), _without_date(shape)
    full = tuple(row for row in rows if not row.incomplete)
    if len(full) == len(rows) or len({row.period or row.label for row in full}) < fewest:
        return replace(shape, rows=rows), f"{_unfilled(rows)}{without}"
    also = ", as are rows without a date" if without else ""
    return replace(shape, rows=full), f"{_unfilled(rows).removesuffix('.')} and left out of this{also}."


def _unfilled(rows: tuple[Row, ...]) -> str:
    """A sentence that says which periods the data do not fill, and how far they reach there."""
    names = list(dict.fromkeys(row.incomplete for row in rows if row.incomplete))
    return f" {sentence(listed(names))} {'is' if len(names) == 1 else 'are'} incomplete." if names else ""


def _without_date(shape: Shape) -> str:
    """A sentence about rows without a date, where there are any."""
    undated = len(_dated(shape.rows)) < len(shape.rows) or _wants_dates(shape.query)
    return " Rows without a date are left out of this." if undated else ""


def _wants_dates(query: Query | None) -> bool:
    """Whether a Query goes along a date that it wants given, so that rows without one are not in its result either."""
    if query is None:
        return False
    dated = [given(Column(name=name)) for name in columns_of(query.by)]
    return any(test in dated for test in conjuncts(query.where))


def _dated(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows that have a period; all of them where none has, as years that are numbers."""
    return tuple(row for row in rows if row.period is not None) or rows


def _changes(kept: tuple[Row, ...], ranked: tuple[Row, ...], measured: Measured) -> Said:
    """A course of changes: all of a few; else the last one and the two ends, which may both be rises."""
    if len(kept) <= FEW_PERIODS:
        told = [f"{_cell(row, measured)} {at(row.label)}" for row in kept]
        return Said(f"{sentence(measured.words.text)}: {listed(told)}.")
    high, low = ranked[0], ranked[-1]
    up = "largest rise" if high.height(measured) > 0 else "smallest fall"
    down = "largest fall" if low.height(measured) < 0 else "smallest rise"
    ends = (("last", kept[-1]), (up, high), (down, low))
    told = [f"{word} {_cell(row, measured)} {at(row.label)}" for word, row in ends]
    return Said(f"{sentence(measured.words.text)}: {listed(told)}.")


def listing(shape: Shape, limit: int = 10) -> str:
    """Every row with all its measures, up to the limit; what has no name comes last."""
    shape = replace(shape, rows=tuple(sorted(shape.rows, key=lambda row: row.nameless)))
    heads, names = listed([item.words.text for item in shape.measures]), [row.label for row in shape.rows]
    shared = _shared(names)
    by = f"{',' if ' where ' in heads else ''} by {shared.strip()}" if shared else ""
    cells = [listed([_cell(row, item) for item in shape.measures]) for row in shape.rows]
    told = list(map(beside, (name.removeprefix(shared) for name in names), cells))
    items = few(told, shape.count if shape.cyclic else limit, shape.count)
    return f"{sentence(heads)}{by}: {listed(items) if len(shape.measures) == 1 else '; '.join(items)}."


def _shared(names: list[str]) -> str:
    """The words that all names begin with, where they are too many to be said again with each."""
    at_each_place = zip(*(name.split(" ")[:-1] for name in names), strict=False)
    shared = [words[0] for words in takewhile(lambda words: len(set(words)) == 1, at_each_place)]
    return f"{' '.join(shared)} " if len(names) > 2 and len(shared) > MANY_WORDS else ""


def _cell(row: Row, measured: Measured) -> str:
    value = row.values.get(measured.name)
    return "unknown" if value is None else measured.told(value)


def _then(row: Row, measured: Measured) -> str:
    """What was measured and when; of a period that the data do not fill, how far they reach in it."""
    return f"{_cell(row, measured)} {at(row.incomplete or row.label)}"


def _of_source(source: Any) -> Iterator[Any]:
    """The tests of the rows and of the groups that an inner Query keeps, these by what they hold."""
    if isinstance(source, Query):
        made = {item.name: item.expr for item in source.measures}
        yield from _of_source(source.source)
        yield from conjuncts(source.where)
        yield from (inlined(test, made) for test in conjuncts(source.having))


def rows_in_words(query: Query | None, profile: DatasetProfile | None, keys: tuple[str, ...] = ()) -> str:
    """The rows that a Query takes, as the end of a sentence; what only chooses among its groups, and that what is
    measured is there, is left out."""
    tests = (*_of_source(query.source), *conjuncts(query.where)) if query else ()
    measured = [given(Column(name=name)) for name in columns_of(query.measures)] if query and keys else []
    kept = [test for test in tests if test not in measured and not (keys and set(columns_of(test)) <= set(keys))]
    if not kept:
        return ""
    return f" {where_words(all_of(kept), profile)}"
