"""Verdicts: yes or no to a claim, with the figures that decide it; nothing where the result does not decide it."""

from __future__ import annotations

from dataclasses import replace

from autoviz.answering.claimed import claimed_among, claimed_of, own_name
from autoviz.answering.form import Form
from autoviz.answering.leading import Said, both_sides, change, comparable, difference, for_side, number, ranking
from autoviz.answering.nouns import one_of
from autoviz.answering.shape import Measured, Row, Shape
from autoviz.answering.sides import BOUNDS, condition_of
from autoviz.drawing.titles import readable
from autoviz.listing import few, listed
from autoviz.query.language import COMPARISONS, Call, Constant, Named, columns_of, parts_of


def verdict(shape: Shape, form: Form, rows: str) -> Said | None:
    """Yes or no, where the question makes a claim that this result decides."""
    if form.opens != "yes_no" or not shape.rows or form.tested:
        return None
    if not shape.keys:
        return _of_one_row(shape, form, rows)
    measured = shape.main
    form = form.facing(measured.words.unit, measured.words.text)
    named = tuple(row for row in shape.rows if not row.nameless)
    if len(named) == 2 and shape.count == len(shape.rows):  # what is unknown belongs to neither
        return _of_two(replace(shape, rows=named, count=2), form, measured)
    if len(shape.rows) == 1:
        return _of_one_group(shape, form, measured)
    return _of_many(shape, form, measured)


def exists(count: int, things: str, names: str, form: Form) -> Said:
    """Whether there are any: 'Yes, 3 customers: …', 'No, there are none.'"""
    word = form.of_any(bool(count))
    if not count:
        return Said(f"{word}, there are no {things}.")
    noun = one_of(things) if count == 1 else things
    return Said(f"{word}, there {'is' if count == 1 else 'are'} {count:,} {noun}{f': {names}' if names else ''}.")


def _of_one_row(shape: Shape, form: Form, rows: str) -> Said | None:
    row, first = shape.rows[0], shape.measures[0]
    value = row.values.get(first.name)
    if isinstance(value, bool):
        return _by_numbers(value, shape, form, row, rows)
    if value is None and shape.query is not None and _claims(shape.query.measures):
        return _undecided(shape, row)
    if len(shape.measures) == 2 and comparable(shape.measures) and form.claims:
        return _of_measures(shape, form, row)
    found = row.number(first)
    if len(shape.measures) != 1 or found is None:
        return None
    told = _lowered(number(first, row, rows))
    bound = bound_for(first, form)
    if bound is not None:
        holds = found > bound if form.bounds_up else found < bound
        return Said(f"{_word(holds)}: {told}")
    if form.claims and _is_change(first):
        claimed = (found > 0) if form.direction >= 0 else (found < 0)
        return Said(f"{_word(claimed)}: {told}")
    if first.words.counts:
        return Said(f"Yes, {told}" if found else f"No, {told.replace('are 0 ', 'are no ')}")
    return None


def _is_change(measured: Measured) -> bool:
    """Whether a measure is what something is in one period less what it is in another."""
    return " minus " in measured.words.text or measured.words.text.startswith("change in")


def _claims(measures: tuple[Named, ...]) -> bool:
    """Whether the Query itself says yes or no."""
    return bool(measures) and isinstance(measures[0].expr, Call) and measures[0].expr.op in COMPARISONS


def _undecided(shape: Shape, row: Row) -> Said:
    """That one side is unknown, with the other."""
    told = listed([
        f"{one.words.text} is {'unknown' if row.number(one) is None else one.told(row.values[one.name])}"
        for one in shape.measures[1:]
    ])  # fmt: skip
    return Said(f"That cannot be told: {told or 'a value is missing'}.")


def _by_numbers(holds: bool, shape: Shape, form: Form, row: Row, rows: str) -> Said:
    """Yes or no with the numbers beside it that decide it; where it is claimed that there are none, the other way."""
    claim, *numbers = shape.measures
    if len(numbers) == 1:
        told = _lowered(number(numbers[0], row, rows))
        if not numbers[0].words.counts:
            return Said(f"{_word(holds)}: {told}")
        told = told if row.number(numbers[0]) else told.replace("are 0 ", "are no ")
        return Said(f"{form.of_any(holds)}, {told}")
    told = listed([f"{one.words.text} is {one.told(row.values[one.name])}" for one in numbers])
    return Said(f"{_word(holds)}: {told or claim.words.text}.")


def _of_measures(shape: Shape, form: Form, row: Row) -> Said:
    """The same of two sets of rows, side by side in one row: the first that is measured is what is claimed of."""
    one, other = shape.measures
    first, second = row.number(one), row.number(other)
    apart, facts = difference(shape, one, first, second)
    holds = _holds(first or 0.0, second or 0.0, form)
    told = f"{one.words.text} is {one.told(row.values[one.name])}"
    told += f" and {other.words.text} {other.told(row.values[other.name])}"
    return Said(f"{_word(holds)}: {told} ({apart}).", facts)


def _of_two(shape: Shape, form: Form, measured: Measured) -> Said | None:
    """Two groups or periods held against each other; the one that the question names first is claimed of."""
    first, second = shape.held or shape.rows
    one, other = first.number(measured), second.number(measured)
    if one is None or other is None or not (form.claims or form.bounds):
        return None
    condition = condition_of(shape.keys[0], shape.query) if shape.held is not None else None
    named = any(form.sides_of(name) for name in columns_of(condition))  # by words of the question, like other groups
    if condition is not None and not named and not _is_meant(condition, form):
        return None
    if condition is not None and not named:
        told, facts = both_sides(shape, measured, first, second)
        return Said(f"{_word(_holds(one, other, form))}: {told}.", facts)
    if shape.timed and (form.changing or claimed_among((first, second), form) is None):
        return _course_of(shape, measured, first, second, _holds(other, one, form))
    if form.universal and (_is_change(measured) or bound_for(measured, form) is not None):
        return _of_all(shape, form, measured)
    if form.offers(own_name(first), own_name(second)):
        return None
    meant = claimed_of(first, second, form)
    return _of_groups(shape, form, measured, *meant) if meant is not None else None


def _of_groups(shape: Shape, form: Form, measured: Measured, claimed: Row, other: Row, led: bool) -> Said:
    """A claim of one group against another: as a change where a course leads to it, else side by side."""
    one, two = claimed.number(measured), other.number(measured)
    holds = _holds(one or 0.0, two or 0.0, form)
    if led or shape.cut_short(measured, claimed, other):
        return _course_of(shape, measured, other, claimed, holds)
    apart, facts = difference(shape, measured, one, two)
    both = " and ".join(f"{measured.told(row.values[measured.name])} {for_side(row.label)}" for row in (claimed, other))
    return Said(f"{_word(holds)}: {measured.words.text} is {both}: {apart}.", facts)


def _course_of(shape: Shape, measured: Measured, first: Row, last: Row, holds: bool) -> Said:
    """A claim of how something changed; one of a period that the data do not fill cannot be decided."""
    said = change(shape, first, last, measured)
    word = "That cannot be told" if shape.cut_short(measured, first, last) else _word(holds)
    return Said(f"{word}: {_lowered(said.text)}", said.facts)


def _is_meant(condition: Call, form: Form) -> bool:
    """Whether the claim is about the rows for which a condition holds, and not about the others.

    Bounds and names come from the question itself; a code does where the question says the name of its column.
    """
    if form.denies:
        return False
    values = [item.value for item in parts_of(Constant, condition)]
    numbers = [value for value in values if isinstance(value, int | float)]
    if condition.op in BOUNDS and numbers and not form.numbers.intersection(numbers):
        return False  # half a year is six months in the Query alone
    codes = condition.op in ("=", "in") and not any(isinstance(value, str) for value in values)
    return not codes or any(form.names(readable(name)) for name in columns_of(condition.args[0]))


def _of_one_group(shape: Shape, form: Form, measured: Measured) -> Said | None:
    """The one at the end of an order: whether it is the one that the question names."""
    row = shape.rows[0]
    limited = shape.query is not None and shape.query.limit is not None
    bound = bound_for(measured, form)
    value = row.number(measured)
    if bound is not None and value is not None:
        holds = value > bound if form.bounds_up else value < bound
        return Said(
            f"{_word(holds)}: {measured.words.text} of {row.label} is {measured.told(row.values[measured.name])}."
        )
    chosen = shape.query is not None and (shape.query.having is not None or shape.query.kept is not None)
    if limited or form.superlative or not chosen:  # what is the only one there is decides nothing
        return None
    return Said(f"Yes: {row.label} with {measured.words.text} {measured.told(row.values[measured.name])}.")


def _of_many(shape: Shape, form: Form, measured: Measured) -> Said | None:
    chosen = shape.query is not None and (shape.query.having is not None or shape.query.kept is not None)
    named = claimed_among(shape.rows, form) if form.claims and len(shape.keys) == 1 else None
    if named is not None and None not in (named[0].number(measured), named[1].number(measured)):
        return _of_groups(shape, form, measured, *named)
    over_time = form.changing or (form.direction and not form.universal)
    if shape.timed and not form.superlative and over_time and len(shape.measures) == 1:
        full = [row for row in shape.rows if row.number(measured) is not None and not row.incomplete]
        if len(full) < 2:
            return None
        holds = _holds(full[-1].number(measured) or 0.0, full[0].number(measured) or 0.0, form)
        return _course_of(shape, measured, full[0], full[-1], holds)
    if chosen:
        names = [f"{row.label} ({measured.told(row.values[measured.name])})" for row in shape.rows]
        return Said(f"Yes, {shape.count:,}: {listed(few(names, 10, shape.count))}.")
    changed = form.universal and form.changing and form.direction and _is_change(measured)
    if changed or bound_for(measured, form) is not None:
        return _of_all(shape, form, measured)
    mentioned = [row for row in shape.rows if form.names(own_name(row))]
    if form.superlative or (mentioned and form.comparative):
        return _of_the_best(shape, form, measured, mentioned)
    return None


def _of_the_best(shape: Shape, form: Form, measured: Measured, mentioned: list[Row]) -> Said | None:
    """Whether the group that the question names is the one at the top, or at the bottom."""
    if not mentioned:
        return None
    up = form.direction >= 0
    ranked = ranking(shape, shape.rows, up, measured)
    claimed = min(mentioned, key=lambda row: form.place_of(own_name(row)))
    best = ranked[0]
    which = f"the {'highest' if up else 'lowest'} {measured.words.text}"
    if best.label == claimed.label:
        behind = (
            f", {'ahead of' if up else 'then'} {ranked[1].label} with {measured.told(ranked[1].values[measured.name])}"
        )
        return Said(f"Yes: {best.label} has {which}, {measured.told(best.values[measured.name])}{behind}.")
    place = [row.label for row in ranked].index(claimed.label) + 1 if claimed in ranked else 0
    own = f"; {claimed.label} has {measured.told(claimed.values[measured.name])} (place {place} of {len(ranked)})"
    return Said(f"No: {best.label} has {which}, {measured.told(best.values[measured.name])}{own}.")


def _of_all(shape: Shape, form: Form, measured: Measured) -> Said | None:
    """Whether a bound holds for all groups, or for any; without one, whether they changed the way that is claimed."""
    bound = bound_for(measured, form)
    known = [row for row in shape.rows if row.number(measured) is not None]
    if bound is None:
        met = [row for row in known if (row.number(measured) or 0.0) * form.direction > 0]
    else:
        met = [row for row in known if _beyond(row.number(measured) or 0.0, bound, form)]
    holds = len(met) == len(known) if form.universal else bool(met)
    named = [row for row in known if row not in met] if form.universal and not holds else met
    items = listed([f"{row.label} {measured.told(row.values[measured.name])}" for row in named[:5]])
    told = f"{len(met):,} of {len(known):,}" + (
        f"; {'not ' if form.universal and not holds else ''}{items}" if items else ""
    )
    return Said(f"{_word(holds)}: {told} ({measured.words.text}).")


def bound_for(measured: Measured, form: Form) -> float | None:
    """The number of the question that a measure is held against, on the scale of the measure."""
    if not form.bounds:
        return None
    if measured.words.share:
        return next((bound for bound in form.bounds if 0 < bound <= 1), None)
    if measured.words.unit == "%":
        return next((bound for bound in form.bounds if bound > 1), None) or form.bounds[0] * 100
    part = measured.words.counts and 0 < form.bounds[0] < 1  # 270 trees are not more than half
    return None if part else form.bounds[0]


def _beyond(value: float, bound: float, form: Form) -> bool:
    return value > bound if form.bounds_up else value < bound


def _holds(claimed: float, other: float, form: Form) -> bool:
    """Whether the first lies beyond the second in the direction of the claim, by the factor that it names."""
    if form.direction < 0:
        return claimed < other
    return claimed >= other * form.factor if form.factor > 1 else claimed > other


def _word(holds: bool) -> str:
    return "Yes" if holds else "No"


def _lowered(text: str) -> str:
    """A sentence in the middle of another; names and codes keep their capitals."""
    first = text.split(" ", 1)[0]
    return text if len(first) > 1 and first.isupper() else text[:1].lower() + text[1:]
