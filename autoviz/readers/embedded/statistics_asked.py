"""Statistics asked for by name: which columns of a reading they are of, and the analysis that they make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from autoviz.answering.descriptions import SUMMARIES
from autoviz.linking.links import Match
from autoviz.model.labels import AnalysisLabel
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    AgainstRest,
    Aggregation,
    AnyOf,
    Bins,
    ChartWish,
    Constraint,
    Filter,
    Limit,
    Requirements,
    Sort,
    Statistic,
    WithoutOutliers,
)
from autoviz.planning.grouped_fields import as_rate, is_flag_column
from autoviz.planning.phrasing import told_filters
from autoviz.query.types import Type, column_type

MANY_NUMBERS = 12
"""A column of numbers with more different ones than this goes along with another; fewer make groups."""
MANY_COLUMNS = 2
"""So many columns an association is of."""
_SUMMED_UP = (Aggregation, Bins, Limit, Sort)
"""What is said of groups and charts, where it is rows that are judged."""


def without_outliers(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Outliers that are left out are those of the columns named, else of what is measured, by the rule that is told."""
    rule = asked.statistic("outliers")
    if not asked.all(WithoutOutliers):
        return asked
    measured = [name for name in asked.metrics if _is_number(name, profile)]
    every = [column.name for column in profile.columns if column.metric and _is_number(column.name, profile)]

    def filled(item: Constraint) -> Constraint:
        if not isinstance(item, WithoutOutliers):
            return item
        of = tuple(name for name in item.columns if _is_number(name, profile)) or tuple(measured or every)
        return item.replaced(columns=of, method=rule.method if rule else None, threshold=rule.value if rule else None)

    kept = [filled(item) for item in asked.constraints if item != rule]
    labels: tuple[AnalysisLabel, ...] = tuple(label for label in asked.analysis if label != "anomaly")
    if _summarised(asked):
        return asked.replaced(constraints=tuple(kept), analysis=("summary",), outputs=("table",))
    return asked.replaced(constraints=tuple(kept), analysis=labels or ("compare",))


def _summarised(asked: Requirements) -> bool:
    """Whether several functions of a column are asked for, which a summary of it tells together."""
    functions = [(item.metric, item.func) for item in asked.all(Aggregation)]
    several = len(functions) > len({metric for metric, _ in functions})
    return several and asked.time is None and all(func in SUMMARIES for _, func in functions)


def with_named(asked: Requirements, named: Sequence[Match], profile: DatasetProfile) -> Requirements:
    """A finding that the reading leaves too few columns takes those that the question names, the best named of one."""
    used = dict.fromkeys((*asked.metrics, *asked.group_by))
    over = [match for match in named if match.column not in used]
    if asked.statistic("association") and len(used) < MANY_COLUMNS:
        return asked.replaced(group_by=tuple(dict.fromkeys((*asked.group_by, *(match.column for match in over)))))
    if not (asked.statistic("outliers") or asked.statistic("shape")) or any(_is_number(name, profile) for name in used):
        return asked
    numbers = [match for match in over if _is_number(match.column, profile)]
    best = max((match.score for match in numbers), default=0.0)
    return asked.replaced(metrics=tuple(dict.fromkeys(match.column for match in numbers if match.score == best)))


def in_two(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Rows that are held against the rest are one of two groups, instead of all that is left."""
    if not asked.all(AgainstRest):
        return asked
    if any(item.filters for item in asked.all(AgainstRest)):  # the reader made the two groups itself
        return asked.replaced(constraints=tuple(item for item in asked.constraints if item != AgainstRest()))
    filters = tuple(item for item in asked.constraints if isinstance(item, (Filter, AnyOf)))
    rest = tuple(item for item in asked.constraints if not isinstance(item, (Filter, AnyOf, AgainstRest)))
    if not filters:
        return asked.replaced(constraints=rest)
    held = {part.column for item in filters for part in (item.filters if isinstance(item, AnyOf) else (item,))}
    name = next(word for word in ("group", "part", told_filters(filters)) if word not in profile.by_name)
    metrics = tuple(metric for metric in asked.metrics if metric not in held) or asked.metrics
    charts = (ChartWish, *_SUMMED_UP[1:])
    kept = tuple(item for item in rest if not isinstance(item, charts))
    labels = ("compare",) if not {"total", "compare"} & set(asked.analysis) else asked.analysis
    return asked.replaced(
        metrics=metrics,
        group_by=(name, *_also_named(asked, held)),
        time=None,
        analysis=tuple(label for label in labels if label in ("total", "compare")),
        outputs=tuple(dict.fromkeys(("chart", *asked.outputs))),
        constraints=(*kept, AgainstRest(filters=filters, name=name)),
    )


def _also_named(asked: Requirements, held: set[str]) -> tuple[str, ...]:
    """The groups that the question names beside the condition."""
    named = {link.target for link in asked.links if link.value is None}
    return tuple(group for group in asked.group_by if group in named - held)


def _judged(asked: Requirements, label: AnalysisLabel, **fields: object) -> Requirements:
    """Rows judged as they are: nothing is summed up first, and a table says what was found."""
    kept = tuple(item for item in asked.constraints if not isinstance(item, _SUMMED_UP))
    outputs = tuple(dict.fromkeys((*asked.outputs, "chart", "table")))
    return asked.replaced(**{"analysis": (label,), "outputs": outputs, "constraints": kept, "time": None, **fields})


def significant(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Groups are held against each other by averages, medians or shares; two columns of numbers by their relation."""
    asked = as_rate(asked, profile)
    columns = (*asked.metrics, *asked.group_by)
    numbers = tuple(name for name in dict.fromkeys(columns) if _is_measure(name, profile))
    others = [name for name in asked.group_by if name not in numbers]
    named = asked.statistic("significance")
    tested = named is not None and named.method is not None
    if asked.time or (not asked.group_by and "correlation" not in asked.analysis):
        return asked
    if len(numbers) > 1 and not tested and ("correlation" in asked.analysis or not others):
        return _judged(asked, "correlation", metrics=numbers, group_by=tuple(others))
    if not asked.metrics and len(asked.group_by) > 1:
        return associated(asked, profile)
    asked = _unpinned(asked, profile)
    rest = tuple(item for item in asked.constraints if not isinstance(item, (Aggregation, ChartWish)))
    measured = tuple(name for name in asked.metrics if name not in asked.group_by) or asked.metrics
    func: Literal["mean", "median"] = "median" if named is not None and named.method == "ranks" else "mean"
    averages = tuple(Aggregation(metric=metric, func=func) for metric in measured)
    return asked.replaced(
        metrics=measured,
        analysis=("compare",),
        outputs=tuple(dict.fromkeys((*asked.outputs, "chart", "table"))),
        constraints=(*averages, *rest),
    )


def is_testable(asked: Requirements, profile: DatasetProfile) -> bool:
    """Whether groups are told by one average or share, or by a measure of no stated function, so that a test decides.

    Of totals and counts there is one a group, and nothing to tell chance from.
    """
    asked = as_rate(asked, profile)
    if len(asked.metrics) != 1 or len(asked.group_by) != 1 or asked.time is not None:
        return False
    metric = asked.metrics[0]
    funcs = {item.func for item in asked.all(Aggregation)}
    is_rate = is_flag_column(metric, profile)
    return (is_rate and "mean" in funcs) or (_is_number(metric, profile) and funcs <= {"mean", "median"})


def _unpinned(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """A test takes two groups: where only one is named, all others are the second."""
    pinned = [item for item in asked.all(Filter) if item.op == "=" and item.column in asked.group_by[:1]]
    if len(pinned) != 1:
        return asked
    kept = tuple(item for item in asked.constraints if item not in pinned)
    if profile.by_name[pinned[0].column].distinct == 2:
        return asked.replaced(constraints=kept)
    return asked.replaced(group_by=("group",), constraints=(*kept, AgainstRest(filters=tuple(pinned))))


def associated(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Two columns of names are counted against each other; where one or both are numbers another test suits."""
    columns = tuple(dict.fromkeys((*asked.group_by, *asked.metrics)))[:2]
    numbers = tuple(name for name in columns if _is_measure(name, profile))
    names = tuple(name for name in columns if name not in numbers)
    plain = tuple(item for item in asked.constraints if item != asked.statistic("association"))
    kept = tuple(item for item in plain if not isinstance(item, (*_SUMMED_UP, ChartWish)))
    if len(names) == 2:
        found = (Aggregation(func="count"), *kept, asked.statistic("association") or Statistic(kind="association"))
        outputs = tuple(dict.fromkeys((*asked.outputs, "chart", "table")))
        return asked.replaced(
            metrics=(), group_by=names, time=None, analysis=("compare",), outputs=outputs, constraints=found
        )
    if len(numbers) == 2:
        return _judged(asked.replaced(constraints=kept), "correlation", metrics=numbers, group_by=())
    if numbers and names:
        test = (*kept, Statistic(kind="significance"))
        return significant(asked.replaced(metrics=numbers, group_by=names, time=None, constraints=test), profile)
    return asked.replaced(constraints=plain)


def related(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """How columns of numbers go together: those that are listed, else those that the question uses; or names."""
    named = asked.statistic("relation")
    columns = (named and named.columns) or tuple(dict.fromkeys((*asked.metrics, *asked.group_by)))
    numbers = tuple(name for name in columns if _is_number(name, profile))
    if len(numbers) < 2:
        kept = tuple(item for item in asked.constraints if item != named)
        found = (*kept, Statistic(kind="association"))
        return associated(asked.replaced(constraints=found), profile) if len(columns) == MANY_COLUMNS else asked
    groups = tuple(name for name in asked.group_by if name not in numbers)
    return _judged(asked, "correlation", metrics=numbers, group_by=groups)


def shaped(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The shape of what is measured, per group where groups are named."""
    columns = dict.fromkeys((*asked.metrics, *asked.group_by))
    numbers = tuple(name for name in asked.metrics if _is_number(name, profile))
    numbers = numbers or tuple(name for name in columns if _is_number(name, profile))
    groups = tuple(name for name in asked.group_by if name not in numbers)
    return _judged(asked, "distribution", metrics=numbers, group_by=groups)


def standing(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """The value is placed among those of its column; it chooses no rows."""
    named = asked.statistic("standing")
    assert named is not None
    kept = tuple(item for item in asked.constraints if not (isinstance(item, Filter) and item.column in named.columns))
    groups = tuple(name for name in asked.group_by if name not in named.columns)
    return _judged(asked.replaced(constraints=kept), "distribution", metrics=named.columns, group_by=groups)


def outlying(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Outliers of what is measured, by the rule that is named."""
    columns = dict.fromkeys((*asked.metrics, *asked.group_by))
    numbers = tuple(name for name in asked.metrics if _is_number(name, profile))
    numbers = numbers or tuple(name for name in columns if _is_number(name, profile))
    groups = tuple(name for name in asked.group_by if name not in numbers)
    time = asked.time
    return _judged(asked, "anomaly", metrics=numbers, group_by=groups, time=time)


def spread(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """Percentiles tell how values are spread, so nothing is summed up first."""
    groups = tuple(name for name in asked.group_by if name not in asked.metrics)
    numbers = asked.metrics or tuple(name for name in groups if _is_number(name, profile))
    return asked.replaced(
        metrics=numbers,
        group_by=tuple(name for name in groups if name not in numbers),
        analysis=("distribution",),
        outputs=tuple(dict.fromkeys((*asked.outputs, "table"))),
        constraints=tuple(item for item in asked.constraints if not isinstance(item, Aggregation)),
    )


FINDINGS: dict[str, Callable[[Requirements, DatasetProfile], Requirements]] = {
    "standing": standing, "outliers": outlying, "association": associated, "relation": related, "shape": shaped,
    "significance": significant, "percentiles": spread,
}  # fmt: skip
"""What each finding makes of the reading that it is asked beside; the first one that is asked for decides."""


def _is_number(name: str, profile: DatasetProfile) -> bool:
    column = profile.by_name.get(name)
    return column is not None and bool(column_type(column) & Type.NUMBER)


def _is_measure(name: str, profile: DatasetProfile) -> bool:
    """Whether a column holds amounts, rather than numbers that name groups."""
    column = profile.by_name.get(name)
    many = column is not None and (column.distinct is None or column.distinct > MANY_NUMBERS)
    return _is_number(name, profile) and column is not None and column.metric and many
