"""Unit bounds: a number that is said with a unit, held against what is measured so, in the unit that it has there.

Films over 2 hours run longer than 120 where the column counts minutes, and what took longer than two weeks took it
from one date to another, whichever number a reading held the two against.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.quantities import Quantity, bound_in, quantities
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.absences import lacked
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import suiting
from autoviz.planning.lasting import event_dates
from autoviz.profile.date_roles import has_hours
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import rekeyed, remeasured, rewritten
from autoviz.writings.unit_words import factor_between, unit_named

_BOUNDS = ("<", "<=", ">", ">=", "=")


def in_units(reading: Reading, profile: DatasetProfile, question: str) -> Reading:
    """A reading whose bounds are in the units of what they are held against."""
    said = quantities(question)
    if not said:
        return reading
    bounds = _Bounds(said, profile, question)
    held = reading.each(bounds.held)
    others = [item for item in held.alternatives if not bounds.stray_in(item.requirements)]
    return held.replaced(alternatives=tuple(item for item in others if item.requirements != held.requirements))


def bounded_apart(question: str, reading: Reading, profile: DatasetProfile) -> tuple[tuple[str, ...], Any] | None:
    """The question without a bound that a reading of it leaves out, with and without what is done for so long, and the
    condition that the bound is."""
    bound = bound_in(question)
    if bound is None:
        return None
    bounds = _Bounds((bound.said,), profile, question)
    asked = bounds.held(reading.requirements)
    queries = queries_of(asked, profile, suiting(profile))
    if any(bounds.places(query) for query in queries) or any(map(bounds.fits, asked.all(Filter))):
        return None
    read = {part.value for part in parts_of(Constant, queries)}
    test = bounds.test(bound.op, reached=bound.said.value in read)  # years between two ages are no weeks
    if test is None:
        return None
    rests = (bound.undone,) if isinstance(test.args[0], Call) else (bound.rest, bound.undone)
    said = tuple(rest for rest in dict.fromkeys(rests) if rest)
    return (said, test) if said else None


def with_test(reading: Reading, test: Any, profile: DatasetProfile) -> Reading | None:
    """A reading of those rows alone that meet a test, all that nothing else is asked of; None where no one Query says
    it, or one wants what is tested to be missing."""
    asked = reading.requirements
    queries = queries_of(asked, profile, suiting(profile))
    if not queries and asked.analysis == ("summary",) and not asked.named:
        queries = (Query(),)
    if len(queries) != 1 or isinstance(queries[0].source, Query):
        return None
    if {*filter(None, map(lacked, conjuncts(queries[0].where)))} & {*columns_of(test)}:
        return None
    query = queries[0].replaced(where=all_of([part for part in (queries[0].where, test) if part is not None]))
    return reading.replaced(requirements=as_query(reading.requirements, query), alternatives=())


def unit_of(expr: Expr, profile: DatasetProfile) -> str:
    """The unit of a column, of its average or total, or of the time between two dates; nothing where none is known."""
    match expr:
        case Aggregate(func=func, args=(own,)) if func not in ("count", "distinct", "correlation"):
            return unit_of(own, profile)
        case Column(name=name) if name in profile.by_name:
            unit = profile.by_name[name].unit
            return unit_named(unit) or unit
        case Call(op="time between", args=(Constant(value=str() as unit), *_)):
            return f"{unit}s"
    return ""


class _Bounds:
    """The quantities of one question, and how a test of rows is put right by them."""

    def __init__(self, said: Sequence[Quantity], profile: DatasetProfile, question: str) -> None:
        self._said, self._profile = said, profile
        outside = [one for one in number_candidates(question) if not any(_over(one, other) for other in said)]
        self._others = {one.value for one in outside}
        self._named = [
            match.column for match in link(question, profile) if match.score >= STRONG and match.value is None
        ]
        self._question = question

    def held(self, asked: Requirements) -> Requirements:
        """The requirements with each bound in its unit."""
        query = asked.query
        if query is None:
            kept = tuple(self._in_field(item) if isinstance(item, Filter) else item for item in asked.constraints)
            made = asked if kept == asked.constraints else asked.replaced(constraints=kept)
            if not self.stray_in(made):
                tests = (item for item in made.all(Filter) if item.op in _BOUNDS)
                return _without(made, {word for item in tests for word in self._words_at(item.column, item.value)})
            queries = queries_of(made, self._profile, suiting(self._profile))
            if len(queries) != 1:
                return made
            asked, query = as_query(made, queries[0]), queries[0]
        changed = self._in_query(query)
        placed = {word for test in parts_of(Call, changed) for word in self._words_placed(test)}
        return _without(asked.replaced(query=changed), placed)

    def places(self, query: Query) -> bool:
        """Whether a Query holds something against a quantity."""
        return any(self._words_placed(test) for test in parts_of(Call, query))

    def fits(self, item: Filter) -> bool:
        """Whether a condition holds its column against a quantity."""
        return self._fitted(Column(name=item.column), item.value) == (Column(name=item.column), item.value)

    def test(self, op: str, reached: bool) -> Any:
        """What is measured so, held against the first quantity, which some row has to reach or not; None where nothing
        of the table is."""
        measured = self._measured_in(self._said[0])
        if measured is None and not reached:
            measured = self._beyond_all(self._said[0])
        fitted = self._at(self._said[0], measured) if measured is not None else None
        return Call.model_validate({"op": op, "args": (fitted[0], Constant(value=fitted[1]))}) if fitted else None

    def _words_placed(self, test: Call) -> Sequence[str]:
        """The words of the quantity that a test holds something against."""
        match test:
            case Call(op=op, args=(Column(name=name), Constant(value=int() | float() as value))) if op in _BOUNDS:
                return self._words_at(name, value)
            case Call(op=op, args=(measured, Constant(value=int() | float() as value))) if op in _BOUNDS:
                return self._words_of(said for said in self._said if self._at(said, measured) == (measured, value))
        return ()

    def _words_at(self, name: str, value: Any) -> Sequence[str]:
        """The words of the quantity that a column is held against, in its unit or, where it has none, by its name.

        Whoever has more than 12 years of school has more than 12 of it.
        """
        column = Column(name=name)
        bare = name in self._named and not unit_of(column, self._profile)

        def is_it(said: Quantity) -> bool:
            by_name = bare and said.value == value and self._reached(column, value)
            return by_name or self._at(said, column) == (column, value)

        return self._words_of(filter(is_it, self._said))

    def _words_of(self, placed: Iterable[Quantity]) -> Sequence[str]:
        return [word for said in placed for word in name_words(self._question[said.start : said.end])]

    def _in_query(self, query: Query) -> Query:
        source = self._in_query(query.source) if isinstance(query.source, Query) else query.source
        kept = query.replaced(source=source, where=rewritten(query.where, self._test))
        return rekeyed(remeasured(kept, self._renamed), self._renamed)

    def _renamed(self, item: Named) -> Named | None:
        """A measure or a key that hangs on a bound, with that in its unit; None where it stays."""
        made = rewritten(item.expr, self._in_place)
        return None if made == item.expr else Named(name=name_of(made), expr=made)

    def _in_place(self, part: Any) -> Any:
        """A test with its bound in the unit of what is tested; what is summed up is not changed for something else."""
        made = self._test(part)
        return made if made is not None and made.args[0] == part.args[0] else None

    def _in_field(self, item: Filter) -> Filter:
        values = item.value if isinstance(item.value, tuple) else (item.value,)
        own = Column(name=item.column)
        tests = [self._fitted(own, value) for value in values]
        if item.op not in (*_BOUNDS, "between") or not all(test and test[0] == own for test in tests):
            return item
        bounds = tuple(test[1] for test in tests if test)
        return item.replaced(value=bounds if isinstance(item.value, tuple) else bounds[0])

    def stray_in(self, asked: Requirements) -> bool:
        """Whether a condition is on a column that the quantity does not measure, and something else is there."""
        return any(self._strays(item) for item in asked.all(Filter))

    def _strays(self, item: Filter) -> bool:
        fitted = self._fitted(Column(name=item.column), item.value) if item.op in _BOUNDS else None
        return fitted is not None and fitted[0] != Column(name=item.column)

    def _test(self, part: Any) -> Any:
        match part:
            case Call(op=op, args=(measured, Constant(value=int() | float() as value))) if op in _BOUNDS:
                fitted = self._fitted(measured, value)
            case Call(op=op, args=(Column() as measured, Column(name=name))) if op in _BOUNDS and self._unit_word(name):
                fitted = self._fitted(measured, self._unit_word(name))
            case _:
                return None
        return part.replaced(args=(fitted[0], Constant(value=fitted[1]))) if fitted else None

    def _fitted(self, measured: Expr, value: Any) -> tuple[Any, float] | None:
        """What a bound is held against, and the bound in its unit; None where no quantity gave the bound."""
        said = self._quantity(value)
        if said is None or isinstance(value, bool):
            return None
        own = self._at(said, measured)
        if own is not None and self._reached(measured, own[1]):
            return own
        instead = self._measured_in(said)
        if instead is None and value == said.value and self._presumed(measured) and self._reached(measured, value):
            return None  # ages from 7 to 60 are 30 months, whatever ages are mostly told in
        return (None if instead is None else self._at(said, instead)) or own

    def _presumed(self, measured: Any) -> bool:
        """Whether the unit of a column is what such things mostly have, and not what its name says."""
        named = isinstance(measured, Column) and measured.name in self._profile.by_name
        return named and not any(map(unit_named, name_words(measured.name)))

    def _reached(self, measured: Any, bound: float) -> bool:
        """Whether a column has numbers on both sides of a bound; a week is no bound of hours from 1 to 5."""
        column = self._profile.by_name.get(measured.name) if isinstance(measured, Column) else None
        match column.minimum if column else None, column.maximum if column else None:
            case (int() | float() as least), (int() | float() as most):
                return bool(least <= bound <= most)
        return True

    def _at(self, said: Quantity, measured: Any) -> tuple[Any, float] | None:
        factor = factor_between(said.unit, unit_of(measured, self._profile))
        return None if factor is None else (measured, _plain(said.value * factor))

    def _quantity(self, value: Any) -> Quantity | None:
        """The quantity that a bound was read from: one of its numbers, or one that the question writes nowhere."""
        if not isinstance(value, int | float):
            return None
        read = [one for one in self._said if value in one.numbers]
        if read:
            return read[0]
        return self._said[0] if len(self._said) == 1 and value not in self._others else None

    def _unit_word(self, name: str) -> float:
        """The number of a quantity whose unit was taken for this column; 0 where none was."""
        own = {unit_named(word) for word in name_words(name)}
        return next((one.value for one in self._said if one.unit in own), 0.0)

    def _measured_in(self, said: Quantity) -> Expr | None:
        """The one thing of the table that is measured in such units: a column, or what lies between two dates."""
        able = [item.name for item in self._profile.columns if item.metric and item.meaning != "age"]
        fitted = [(Column(name=name), self._at(said, Column(name=name))) for name in able]
        able = [column.name for column, at in fitted if at is not None and self._reached(column, at[1])]
        named = [name for name in able if name in self._named]
        if named or able:
            return Column(name=(named or able)[0]) if len(named or able) == 1 else None
        return self._between_dates(said) if factor_between(said.unit, "days") else None

    def _beyond_all(self, said: Quantity) -> Expr | None:
        """The one column that is called by such a unit, where no row of it comes so far: none took more than a day."""
        able = [Column(name=item.name) for item in self._profile.columns if item.metric and item.meaning != "age"]
        called = [column for column in able if self._at(said, column) is not None and not self._presumed(column)]
        return called[0] if len(called) == 1 else None

    def _between_dates(self, said: Quantity) -> Expr | None:
        dates = event_dates(self._profile)
        if dates is None:
            return None
        first, last = dates
        fine = has_hours(first) and has_hours(last) and said.unit in ("hours", "minutes", "seconds")
        unit = Constant(value="minute" if fine else "day")
        return Call(op="time between", args=(unit, Column(name=first.name), Column(name=last.name)))


def _without(asked: Requirements, placed: Collection[str]) -> Requirements:
    """The requirements with nothing left to tell of words that a bound is made of."""

    def left(phrases: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in phrases if not set(name_words(one)) <= set(placed))

    return asked.replaced(unused=left(asked.unused), not_found=left(asked.not_found))


def _over(one: Any, other: Any) -> bool:
    return bool(one.start < other.end and other.start < one.end)


def _plain(value: float) -> float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded
