"""Evidence: whether a step's own params show that it does what it claims to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autoviz.model.plan import Step
from autoviz.model.requirements import (
    AgainstRest,
    Aggregation,
    AnyOf,
    Bins,
    Change,
    ChartWish,
    Derive,
    Distinct,
    Filter,
    Having,
    Limit,
    Missing,
    Requirements,
    Sample,
    SavePath,
    Sort,
    Window,
    WithoutOutliers,
)
from autoviz.registry.catalog import Catalog

GROUPED_LABELS = frozenset({"total", "compare", "trend", "share", "rank", "change"})
"""Analyses that speak of groups as wholes, so that grouping must happen before anything is drawn."""
DRAW = "draw "
"""How the words begin by which tools say which marks they draw."""


def columns_of(step: Step) -> frozenset[str]:
    """Every text that the params of a step hold: column names among them, filters opened."""
    found: set[str] = set()
    for value in step.params.values():
        found |= _texts(value)
    return frozenset(found)


def _texts(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict) and value.get("kind") in ("filter", "any_of"):
        return _texts(value.get("column")) | _texts(value.get("filters", ()))
    if isinstance(value, dict):  # a part of the query language: the columns that it reads
        named = {str(value["name"])} if value.get("kind") == "column" else set()
        return named.union(*(_texts(item) for item in value.values() if not isinstance(item, str)))
    if isinstance(value, (list, tuple)):
        return set().union(*(_texts(item) for item in value)) if value else set()
    return _texts(dict(value)) if isinstance(value, (Filter, AnyOf)) else set()


def mark_of(tool: str, catalog: Catalog) -> str | None:
    """The mark that a tool says it draws; what only shows rows gives a table."""
    drawn = next((kind.removeprefix(DRAW) for kind in catalog.tools[tool].serves if kind.startswith(DRAW)), None)
    return drawn or ("table" if "table" in catalog.capabilities_of(tool) else None)


def stated_chart(step: Step, requirements: Requirements, catalog: Catalog) -> bool:
    """Whether the step draws the very chart that the user named, or the template's own where nobody named one."""
    named = [wish.mark for wish in requirements.all(ChartWish) if wish.mark is not None]
    stated = named or [mark for mark in (requirements.usual_chart,) if mark is not None]
    return mark_of(step.tool, catalog) in stated


def serves(step: Step, key: str, requirements: Requirements, catalog: Catalog) -> bool:
    """Whether the tool has a capability for the requirement, and the step's own params show that it does it."""
    able = catalog.serves(step.tool, key) or _stands_in(step, key, requirements, catalog)
    return able and really_serves(step, key, requirements, catalog)


def _stands_in(step: Step, key: str, requirements: Requirements, catalog: Catalog) -> bool:
    """What serves a requirement only in this question."""
    if key == "group_by":
        # Rows that are drawn one by one are split by colour or axis; nothing is summed, so nothing need be grouped.
        return not GROUPED_LABELS & set(requirements.analysis)
    if key != "analysis.trend" or requirements.time is None or requirements.time.column not in columns_of(step):
        return False
    # The very chart that the user named shows the trend if it is drawn over time; without a chart the periods do.
    tabled = "chart" not in requirements.outputs and "time_grouping" in catalog.capabilities_of(step.tool)
    return tabled or stated_chart(step, requirements, catalog)


def really_serves(step: Step, key: str, requirements: Requirements, catalog: Catalog) -> bool:
    """Whether the params bear out the claim, for the keys where params can tell."""
    if key == "metrics":
        return not requirements.metrics or bool(set(requirements.metrics) & columns_of(step))
    if key == "group_by":
        return bool(set(requirements.group_by) & columns_of(step))
    if key == "time":
        return requirements.time is not None and requirements.time.column in columns_of(step)
    if key == "constraints.chart":
        return all(_draws(step, wish, catalog) for wish in requirements.all(ChartWish))
    proof = _PROOFS.get(key)
    return proof is None or proof(step, requirements)


def _draws(step: Step, wish: ChartWish, catalog: Catalog) -> bool:
    """Whether a step draws the chart that is wished for, with its size and its trend line."""
    if wish.mark is not None and mark_of(step.tool, catalog) != wish.mark:
        return False
    if any(stated is not None and step.params.get(name) != stated for name, stated in
           (("size", wish.size), ("label", wish.label))):  # fmt: skip
        return False
    return not wish.trend or step.params.get("trend") is not None


def _filters(step: Step) -> list[dict[str, Any]]:
    return [_plain(item) for item in step.params.get("filters", ())]


def _plain(item: Any) -> dict[str, Any]:
    return item.model_dump(mode="json") if isinstance(item, (Filter, AnyOf)) else _model(item).model_dump(mode="json")


def _model(item: dict[str, Any]) -> Filter | AnyOf:
    return AnyOf.model_validate(item) if item.get("kind") == "any_of" else Filter.model_validate(item)


def _has_filters(step: Step, requirements: Requirements) -> bool:
    held = _filters(step)
    asked = [item.model_dump(mode="json") for item in (*requirements.all(Filter), *requirements.all(AnyOf))]
    if "condition" in step.params:  # whether it is the very condition is for the comparison of clauses to say
        return any(_texts(item) <= columns_of(step) for item in asked)
    return any(item in held for item in asked)


def _has_having(step: Step, requirements: Requirements) -> bool:
    asked = requirements.constraint(Having)
    if asked is not None and "condition" in step.params:
        return True
    return asked is not None and any(item.get("op") == asked.op for item in _filters(step))


def _has_limit(step: Step, requirements: Requirements) -> bool:
    asked = requirements.constraint(Limit)
    if asked is None:
        return False
    ranked = requirements.metrics or requirements.all(Sort)  # else they are the first rows as they stand
    order = step.params.get("order", "desc") if ranked else asked.order
    return bool(step.params.get("n") == asked.n and order == asked.order)


def _has_sort(step: Step, requirements: Requirements) -> bool:
    return any(step.params.get("order", "asc") == asked.order for asked in requirements.all(Sort))


def _has_aggregate(step: Step, requirements: Requirements) -> bool:
    func = step.params.get("agg_func")
    return func is None or any(asked.func == func for asked in requirements.all(Aggregation))


def _has_window(step: Step, requirements: Requirements) -> bool:
    return any(step.params.get("window") == asked.n for asked in requirements.all(Window))


def _has_change(step: Step, requirements: Requirements) -> bool:
    return any(step.params.get("base") == asked.base for asked in requirements.all(Change))


def _has_derive(step: Step, requirements: Requirements) -> bool:
    return any(
        step.params.get("op") == asked.op and tuple(step.params.get("columns", ())) == asked.columns
        for asked in requirements.all(Derive)
    )


def _has_bins(step: Step, requirements: Requirements) -> bool:
    if step.params.get("edges") is not None:
        return any(asked.width is not None for asked in requirements.all(Bins))
    given = (step.params.get("bins"), step.params.get("width"))
    return any(given == (asked.n, asked.width) for asked in requirements.all(Bins))


def _has_distinct(step: Step, requirements: Requirements) -> bool:
    return any(set(step.params.get("columns", ())) == set(asked.columns) for asked in requirements.all(Distinct))


def _has_missing(step: Step, requirements: Requirements) -> bool:
    columns, how = set(step.params.get("columns", ())), step.params.get("method", "drop")
    return any(
        how == asked.how and (columns >= set(asked.columns) if asked.columns else True)
        for asked in requirements.all(Missing)
    )


def _has_sample(step: Step, requirements: Requirements) -> bool:
    given = (step.params.get("n"), step.params.get("fraction"))
    return any(given == (asked.n, asked.fraction) for asked in requirements.all(Sample))


def _has_usual(step: Step, requirements: Requirements) -> bool:
    columns = set(step.params.get("columns", ()))
    return any(columns >= set(asked.columns) for asked in requirements.all(WithoutOutliers))


def _has_parts(step: Step, requirements: Requirements) -> bool:
    made = {str(item.get("name")) for item in step.params.get("columns", ()) if isinstance(item, dict)}
    return any(asked.name in made for asked in requirements.all(AgainstRest))


def _has_outliers(step: Step, requirements: Requirements) -> bool:
    asked = requirements.statistic("outliers")
    given = (step.params.get("method"), step.params.get("threshold"))
    return asked is not None and given == (asked.method, asked.value)


def _has_standing(step: Step, requirements: Requirements) -> bool:
    asked = requirements.statistic("standing")
    return asked is not None and step.params.get("value") == asked.value


def _has_path(step: Step, requirements: Requirements) -> bool:
    return any(step.params.get("path") == asked.path for asked in requirements.all(SavePath))


_PROOFS: dict[str, Callable[[Step, Requirements], bool]] = {
    "constraints.filter": _has_filters,
    "constraints.any_of": _has_filters,
    "constraints.having": _has_having,
    "constraints.limit": _has_limit,
    "constraints.sort": _has_sort,
    "constraints.aggregate": _has_aggregate,
    "constraints.window": _has_window,
    "constraints.change": _has_change,
    "constraints.derive": _has_derive,
    "constraints.bins": _has_bins,
    "constraints.distinct": _has_distinct,
    "constraints.missing": _has_missing,
    "constraints.sample": _has_sample,
    "constraints.save": _has_path,
    "constraints.without_outliers": _has_usual,
    "constraints.against_rest": _has_parts,
    "constraints.outliers": _has_outliers,
    "constraints.standing": _has_standing,
}
