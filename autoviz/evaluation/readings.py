"""Readings: whether the requirements read from a question are the right ones, field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from autoviz.evaluation.conditions import canonical
from autoviz.evaluation.suites import Case, Extras
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Bins,
    Change,
    ChartWish,
    Derive,
    Filter,
    Having,
    Limit,
    Requirements,
    Sort,
    Window,
)

FIELDS = ("metrics", "group_by", "time", "analysis", "outputs", "filter", "order", "aggregate", "shape", "chart")
"""What is compared; `order` is sort and limit, `shape` is window, change, derive and bins."""

_DERIVED = "(derived)"
_COMMUTATIVE = ("sum", "product")

Test = Callable[[Requirements, Requirements, Extras], bool]


OF_QUERIES = frozenset({"metrics", "group_by", "time"})
"""The fields that follow from a Query."""


def fields_right(got: Requirements, case: Case) -> dict[str, bool]:
    """For each field whether it is right, against the reading that fits best.

    A Query says the other fields in words of its own: whether these are right is seen in the data.
    """
    tests = {name: test for name, test in _TESTS.items() if got.query is None or name in OF_QUERIES}
    judged = [{name: test(got, wanted, case.optional) for name, test in tests.items()} for wanted in case.readings]
    return max(judged, key=lambda fields: sum(fields.values()))


def measured(requirements: Requirements) -> frozenset[str]:
    """The metrics; a derived one under a name of its own, a column whose rows are counted left out."""
    names = set(requirements.metrics)
    for derive in requirements.all(Derive):
        parts = {derive.name, *derive.columns}
        names = (names - parts) | ({_DERIVED} if names & parts else set())
    counted = {item.metric for item in requirements.all(Aggregation) if item.func == "count"}
    return _folded(names - counted)


def orders(requirements: Requirements) -> frozenset[tuple[Any, ...]]:
    """Sort and limit, with columns named by the axis they lie on."""
    sorts = {("sort", _axis(item.by, requirements), item.order) for item in requirements.all(Sort)}
    limits = {("limit", item.n, item.order) for item in requirements.all(Limit)}
    return frozenset(sorts | limits)


def conditions(requirements: Requirements) -> frozenset[tuple[Any, ...]]:
    """Filters before and after grouping."""
    havings = {
        ("having", None if item.func == "count" else _fold(item.metric), item.func, item.op, item.value)
        for item in requirements.all(Having)
    }
    return canonical((*requirements.all(Filter), *requirements.all(AnyOf))) | havings


def _aggregates(requirements: Requirements) -> frozenset[tuple[Any, ...]]:
    return frozenset(
        (None if item.func == "count" else _aggregated(item, requirements), item.func, item.quantile)
        for item in requirements.all(Aggregation)
    )


def _aggregated(item: Aggregation, requirements: Requirements) -> str:
    """The metric of an aggregate; all that a derived metric is made of counts as that metric."""
    for derive in requirements.all(Derive):
        if item.metric in (derive.name, *derive.columns):
            return _DERIVED
    return _fold(item.metric)


def _shapes(requirements: Requirements) -> frozenset[tuple[Any, ...]]:
    shapes: set[tuple[Any, ...]] = {("window", item.n) for item in requirements.all(Window)}
    shapes |= {("change", item.base, item.relative) for item in requirements.all(Change)}
    shapes |= {("bins", item.n) for item in requirements.all(Bins)}
    for item in requirements.all(Derive):
        columns = tuple(_fold(name) for name in item.columns)
        shapes.add(("derive", item.op, tuple(sorted(columns)) if item.op in _COMMUTATIVE else columns))
    return frozenset(shapes)


def _same_metrics(got: Requirements, wanted: Requirements, _: Extras) -> bool:
    return measured(got) == measured(wanted)


def _same_groups(got: Requirements, wanted: Requirements, _: Extras) -> bool:
    return _folded(got.group_by) == _folded(wanted.group_by)


def _same_time(got: Requirements, wanted: Requirements, _: Extras) -> bool:
    if got.time is None or wanted.time is None:
        return got.time is wanted.time
    return _fold(got.time.column) == _fold(wanted.time.column) and got.time.grain == wanted.time.grain


def _same_analysis(got: Requirements, wanted: Requirements, optional: Extras) -> bool:
    return _within(got.analysis, wanted.analysis, optional.analysis)


def _same_outputs(got: Requirements, wanted: Requirements, _: Extras) -> bool:
    """Outputs are compared only where the question asks for some, and more than those is no fault."""
    return set(wanted.outputs) <= set(got.outputs)


def _same_constraints(key: Callable[[Requirements], frozenset[tuple[Any, ...]]]) -> Test:
    """A test of one kind of constraint: all that is required, and nothing that is not at least optional."""

    def same(got: Requirements, wanted: Requirements, optional: Extras) -> bool:
        return _within(key(got), key(wanted), key(_optional(wanted, optional)))

    return same


def _same_order(got: Requirements, wanted: Requirements, optional: Extras) -> bool:
    """A limit says an order already, so naming it as a sort too is no fault."""
    allowed = _optional(wanted, optional)
    implied = {("sort", "y", item.order) for item in (*wanted.all(Limit), *allowed.all(Limit))}
    return _within(orders(got), orders(wanted), orders(allowed) | implied)


def _same_chart(got: Requirements, wanted: Requirements, optional: Extras) -> bool:
    """What the user says of the chart is kept, and no mark is read that was not named."""
    read, stated = got.constraint(ChartWish) or ChartWish(), wanted.constraint(ChartWish) or ChartWish()
    marks = {stated.mark, *(item.mark for item in _optional(wanted, optional).all(ChartWish))}
    named = {name: value for name, value in stated if value is not None and name not in ("kind", "mark")}
    return read.mark in marks and all(getattr(read, name) == value for name, value in named.items())


_TESTS: dict[str, Test] = {
    "metrics": _same_metrics,
    "group_by": _same_groups,
    "time": _same_time,
    "analysis": _same_analysis,
    "outputs": _same_outputs,
    "filter": _same_constraints(conditions),
    "order": _same_order,
    "aggregate": _same_constraints(_aggregates),
    "shape": _same_constraints(_shapes),
    "chart": _same_chart,
}


def _within(got: Iterable[Any], required: Iterable[Any], optional: Iterable[Any]) -> bool:
    return set(required) <= set(got) <= set(required) | set(optional)


def _axis(by: str, requirements: Requirements) -> str:
    """The axis that a sort speaks of: x for the grouping or time column, y for what is measured."""
    time = (requirements.time.column,) if requirements.time else ()
    derived = tuple(item.name for item in requirements.all(Derive))
    if _fold(by) in _folded((*requirements.metrics, *derived, "count", "y")):
        return "y"
    return "x" if _fold(by) in _folded((*time, *requirements.group_by[:1], "x")) else _fold(by)


def _optional(wanted: Requirements, optional: Extras) -> Requirements:
    """What may be there beyond the required; derived metrics stay, because optional aggregates may be of them."""
    return wanted.replaced(constraints=(*wanted.all(Derive), *optional.constraints))


def _fold(name: str | None) -> str:
    return (name or "").casefold()


def _folded(names: Iterable[str | None]) -> frozenset[str]:
    return frozenset(_fold(name) for name in names)
