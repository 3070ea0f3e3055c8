"""Fields: what a Query of plain rows asks for as a statistic: how numbers are spread, or go together."""

from __future__ import annotations

from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.query_filters import filters_of
from autoviz.model.requirements import Requirements
from autoviz.query.language import Aggregate, Column, Query, columns_of
from autoviz.query.types import Type, column_type

ANALYSES: dict[str, AnalysisLabel] = {
    "distribution": "distribution", "spread": "distribution", "relation": "correlation"
}  # fmt: skip
FEW = 3
"""Up to how many columns a frame may have that are all meant where none is chosen."""


def plain_rows(query: Query, kind: str, profile: DatasetProfile) -> Requirements | None:
    """The fields of a distribution, a spread or a relation of plain columns; None where it is something else."""
    if _correlated(query):
        return _correlation(query)
    label = ANALYSES.get(kind)
    other = query.source or query.grouped or query.then or query.kept or query.order or query.limit
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
    return Requirements(
        metrics=tuple(numbers), group_by=tuple(groups), analysis=(label,), outputs=("chart",), constraints=filters
    )


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
