"""Fields: what a Query of plain rows asks for as a statistic: how numbers are spread, or go together."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_filters import filters_of
from autoviz.model.requirements import ChartWish, Constraint, Filter, Requirements
from autoviz.query.language import Aggregate, Column, Query, columns_of
from autoviz.query.types import Type, column_type

ANALYSES: dict[str, AnalysisLabel] = {
    "distribution": "distribution", "spread": "distribution", "relation": "correlation"
}  # fmt: skip
FEWEST_ROWS_EACH = 3
"""A column with fewer rows for each of its values names them, instead of putting them into groups."""
FEW = 3
"""Up to how many columns a frame may have that are all meant where none is chosen."""


def plain_rows(query: Query, kind: str, profile: DatasetProfile) -> Requirements | None:
    """The fields of a distribution, a spread or a relation of plain columns; None where it is something else."""
    if _correlated(query):
        return _correlation(query)
    label = ANALYSES.get(kind)
    other = query.source or query.grouped or query.then or query.kept or query.limit
    shown = query.shown or (profile.names if len(profile.names) <= FEW else ())
    if label is None or other or not shown:
        return None
    filters = filters_of(query.where)
    if filters is None or any(name not in profile.by_name for name in shown):
        return None
    numbers = [name for name in shown if _is_number(name, profile)]
    groups = [name for name in shown if name not in numbers]
    if not numbers or len(groups) > 2 or (label == "correlation" and len(numbers) < 2):
        return None
    if label == "correlation":
        return _points(numbers, groups, filters, profile)
    return Requirements(
        metrics=tuple(numbers), group_by=tuple(groups), analysis=(label,), outputs=("chart",), constraints=filters
    )


def _points(
    numbers: Sequence[str], groups: Sequence[str], filters: tuple[Constraint, ...], profile: DatasetProfile
) -> Requirements:
    """Two numbers set against each other; further columns colour the points, size them, or say what each one is."""
    one, other, *more = numbers
    chosen = {item.column for item in filters if isinstance(item, Filter)}
    named = [name for name in groups if names_rows(name, chosen, profile)]
    kinds = [name for name in groups if name not in named]
    color = more.pop(0) if more and not kinds else None
    wish = ChartWish(mark="scatter", color=color, size=more[0] if more else None, label=named[0] if named else None)
    return Requirements(
        metrics=(one, other), group_by=tuple(kinds), analysis=("correlation",), outputs=("chart",),
        constraints=(*filters, wish),
    )  # fmt: skip


def names_rows(name: str, chosen: Collection[str], profile: DatasetProfile) -> bool:
    """Whether a column tells what each row is, all in all or at the time chosen: no group to compute anything of."""
    things = profile.things
    at_one_time = things is not None and name in things.columns and things.time in chosen
    return at_one_time or profile.rows < FEWEST_ROWS_EACH * (profile.by_name[name].distinct or profile.rows)


def _correlated(query: Query) -> bool:
    """Whether all that is asked is how two columns go together."""
    other = query.source or query.by or query.having or query.then or query.order or query.limit
    measures = [item.expr for item in query.measures]
    if other or len(measures) != 1 or not isinstance(measures[0], Aggregate):
        return False
    plain = all(isinstance(arg, Column) for arg in measures[0].args)
    return measures[0].func == "correlation" and measures[0].where is None and plain


def _correlation(query: Query) -> Requirements | None:
    filters = filters_of(query.where)
    if filters is None:
        return None
    names = columns_of(query.measures)
    return Requirements(metrics=names, analysis=("correlation",), outputs=("chart",), constraints=filters)


def _is_number(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name[name]
    return bool(column_type(column) & Type.NUMBER) and column.metric
