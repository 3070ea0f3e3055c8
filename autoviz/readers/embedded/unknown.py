"""Unknown: a reading with what its question names and the table lacks: names, years, and things that rows stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from autoviz.embedding import Encoder
from autoviz.linking.links import link
from autoviz.linking.unknown_names import certain_names, means_rows, named_years, unknown_names, unknown_things
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import DOUBT, Reading
from autoviz.model.requirements import Aggregation, Bins, Filter
from autoviz.planning.defaults import meant_queries
from autoviz.query.language import Aggregate, Call, Column, Constant, Expr, Moment, conjuncts, parts_of
from autoviz.readers.base import Context
from autoviz.readers.embedded.absence import PASSED_OVER, UNKNOWN
from autoviz.readers.embedded.values import TEXT_OPS


def with_unknown(text: str, reading: Reading, profile: DatasetProfile, context: Context) -> Reading:
    """A reading with the names that nothing in the table has, and the years, that it does not look for.

    Rows that must have such a name are none, which the answer says; beside other rows it would pass unseen.
    """
    asked = reading.requirements
    stated = [item for item in asked.constraints if not isinstance(item, Bins)]  # a width is no year
    sought = str([*stated, *parts_of(Constant, asked.query), *parts_of(Moment, asked.query)]).casefold()
    kept = [str(item.value) for item in stated if isinstance(item, Filter) and item.op in TEXT_OPS]
    tests = conjuncts(asked.query.where) if asked.query is not None else ()
    required = [part for part in tests if isinstance(part, Call) and part.op in TEXT_OPS]
    kept += [str(item.value) for item in parts_of(Constant, tuple(required))]
    names = unknown_names(text, profile, context.aliases)
    lacking = [name for name in names if not any(name.casefold() in value.casefold() for value in kept)]
    amounts = {str(value) for value in _amounts(tests, profile)}
    lacking += [year for year in named_years(text, profile) if year in amounts or not _near(year, sought)]
    if not lacking:
        return reading
    found = asked.replaced(not_found=tuple(dict.fromkeys((*asked.not_found, *lacking))))
    left = PASSED_OVER if set(lacking) <= {*names} - certain_names(text, profile) else UNKNOWN
    return reading.replaced(requirements=found, confidence=reading.confidence * left)


def of_rows(text: str, reading: Reading, profile: DatasetProfile, context: Context, encoder: Encoder) -> Reading:
    """A reading that counts rows for things that the table does not know, which is doubtful and told."""
    asked = reading.requirements
    rows = Aggregation(func="count") in asked.constraints or any(
        part.func == "count" and not part.args for part in parts_of(Aggregate, asked.query)
    )
    queries = meant_queries(asked, profile) if rows else ()
    things = unknown_things(text, profile, context.aliases, queries) if rows else ""
    if not things or means_rows(things, profile, encoder):
        return reading
    told = f"rows are counted: nothing in the table is called {things}."
    # A row of a panel is one of them at a time, and not every row is a complaint where notes tell of some: hardly what
    # is counted. Other rows may well go by another word.
    panel = profile.things is not None and profile.things.panel
    noted = any(match.value is not None and match.phrase in things for match in link(text, profile, context.aliases))
    sure = reading.confidence * (DOUBT if panel or noted else 1.0)
    return reading.replaced(requirements=asked.assuming(told), confidence=sure)


def _near(year: str, sought: str) -> bool:
    """Whether a year, or the one before or after it where a bound lies, is looked for."""
    return any(str(int(year) + step) in sought for step in (-1, 0, 1))


def _amounts(tests: Sequence[Expr], profile: DatasetProfile) -> Iterator[Scalar]:
    """The numbers that a measure is to be: a year beside a date is none."""
    for test in tests:
        match test:
            case Call(op="=", args=(Column(name=name), Constant(value=value))) if name in profile.by_name:
                if profile.by_name[name].metric:
                    yield value
