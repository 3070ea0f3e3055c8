"""Drafting: the steps that do exactly what the requirements ask for, each citing what it serves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.plan import Step
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    Aggregation,
    Bins,
    Change,
    ChartWish,
    Cumulative,
    Filter,
    Having,
    Limit,
    Requirements,
    SavePath,
    Sort,
    Statistic,
    Window,
)
from autoviz.planning.binning import bin_groups, on_bins
from autoviz.planning.charting import Encoding, bar_layout, encode
from autoviz.planning.evidence import GROUPED_LABELS, mark_of
from autoviz.planning.grouped_fields import is_flag_column
from autoviz.planning.measured import measured, measured_together
from autoviz.planning.outline import Draft
from autoviz.planning.phrasing import (
    change_views,
    empty_periods,
    filter_views,
    rolling_views,
    share_views,
    sorted_by,
    totals_views,
)
from autoviz.planning.preparing import choose_rows, derive, parts_of_whole, prepare, ratios_of_totals
from autoviz.planning.views import View, order_views
from autoviz.registry.catalog import Catalog


def draft(
    requirements: Requirements,
    profile: DatasetProfile,
    catalog: Catalog,
    default_aggregate: Callable[[str], str],
    *,
    tools: Sequence[str] | None = None,
    joined: str | None = None,
    refused: frozenset[str] = frozenset(),
) -> Draft:
    """The steps of a plan for these requirements by these tools, or by any, from the frame to what is shown.

    `refused` are the tools whose own checks refused to run in a try before.
    """
    marks = frozenset(mark for name in refused if name in catalog.tools if (mark := mark_of(name, catalog)))
    encoding = encode(requirements, profile, marks)
    listed = tuple(catalog.tools) if tools is None else tuple(tools)
    plan = Draft(requirements, profile, catalog, default_aggregate, encoding, listed)
    prepare(plan, joined)
    _body(plan)
    _saved(plan)
    return plan


def _saved(plan: Draft) -> None:
    """The file that was named holds every row: a table whose first rows are shown unasked comes after it."""
    paths = plan.requirements.all(SavePath)
    shown = _first_rows(plan) if paths else None
    if shown is not None:
        plan.steps.remove(shown)
        plan.last = shown.inputs[0]
        if shown.params.get("columns"):
            plan.then("shown", View("shown", columns=shown.params["columns"]))
    for wanted in paths:
        plan.then("save", View("save", path=wanted.path))
    if shown is not None:
        plan.steps.append(shown.replaced(inputs=(plan.last,)))
        plan.last = shown.id


def _first_rows(plan: Draft) -> Step | None:
    """The last step where it shows the first rows of a table and nobody said how many."""
    if not plan.steps:
        return None
    last = plan.steps[-1]
    tool = plan.catalog.tools[last.tool]
    return last if "table" in tool.serves and "limit" in tool.params and "limit" not in last.params else None


def _body(plan: Draft) -> None:
    labels = set(plan.requirements.analysis)
    mark = plan.encoding.mark
    if plan.requirements.statistic("completeness") or plan.requirements.statistic("duplicates"):
        _of_the_data(plan)
    elif plan.requirements.statistic("association"):
        _association(plan)
    elif "anomaly" in labels:
        _anomalies(plan)
    elif mark == "scatter" or "correlation" in labels:
        _relation(plan)
    elif mark in ("histogram", "box", "violin") or ("distribution" in labels and not GROUPED_LABELS & labels):
        _spread(plan)
    elif "summary" in labels and not GROUPED_LABELS & labels:
        _summary(plan)
    elif "lookup" in labels and not GROUPED_LABELS & labels:
        _rows(plan)
    else:
        _groups(plan)


def _of_the_data(plan: Draft) -> None:
    """What is missing and what is repeated, each told of the rows as they were chosen."""
    start = plan.last
    for kind in ("completeness", "duplicates"):
        asked = plan.requirements.statistic(kind)
        if asked:
            plan.last = start
            plan.then(kind, View(kind, columns=list(asked.columns) or None))


def _association(plan: Draft) -> None:
    """Two columns counted against each other, and whether they go together, told of the rows."""
    start, (first, second) = plan.last, plan.requirements.group_by[:2]
    _groups(plan)
    end, plan.last = plan.last, start
    plan.then("association", View("association", column=first, other=second))
    plan.last = end


def _anomalies(plan: Draft) -> None:
    """Each metric searched as it stands, or per period where time is asked for, with the unusual points marked."""
    asked, start = plan.requirements, plan.last
    time = asked.time.column if asked.time else None
    for item in measured(asked, plan.default_aggregate) if asked.metrics else ():
        plan.last, metric = start, item.metrics[0]
        if time:
            keys = [time, *asked.group_by]
            plan.then("aggregate", *totals_views(keys, [metric], item.func, item.quantile, asked.time))
        keep = "all" if time and "chart" in asked.outputs else None
        named = asked.statistic("outliers") or Statistic(kind="outliers")
        rule = {"method": named.method, "threshold": named.value}
        sought = {"metric": metric, "time": time, "group_by": list(asked.group_by)}
        plan.then("detect", View("outliers", **sought, keep=keep, **rule))
        if "chart" in asked.outputs and time:
            facet = asked.group_by[0] if asked.group_by else None
            plan.then("plot", View("draw scatter", x=time, y=metric, color="anomaly", facet=facet))
        elif "chart" in asked.outputs:
            found, plan.last = plan.last, start
            plan.then("plot", View("draw box", x=asked.group_by[0] if asked.group_by else None, y=metric))
            plan.last = found


def _relation(plan: Draft) -> None:
    asked, encoding = plan.requirements, plan.encoding
    metrics = list(asked.metrics)
    wish = asked.constraint(ChartWish) or ChartWish()
    funcs = [item for item in asked.all(Aggregation) if item.metric in metrics]
    split: list[str] | None = list(asked.group_by) or None
    if funcs and asked.group_by and len({item.func for item in funcs}) == 1 and len(funcs) == len(metrics):
        plan.then("aggregate", *totals_views(asked.group_by, metrics, funcs[0].func))
        split = None
    start = plan.last
    if "correlation" in asked.analysis and len(metrics) >= 2:
        named = asked.statistic("relation")
        how = named.method if named else None
        plan.then("correlate", View("correlation", columns=metrics, method=how, group_by=split))
        plan.last = start
    elif "table" in asked.outputs:
        plan.then("table", View("table", columns=[*asked.group_by, *metrics] or None))
        plan.last = start
    if "chart" not in asked.outputs:
        return
    if encoding.mark == "heatmap":
        plan.then("plot", View("draw heatmap", columns=metrics, stated=_stated(plan)))
        return
    if len(metrics) >= 2:
        x = wish.x if wish.x in metrics else (metrics[1] if wish.y == metrics[0] else metrics[0])
        y = next(name for name in metrics if name != x)
        trend = "linear" if wish.trend else None
        beside = {"color": encoding.color, "facet": encoding.facet, "size": wish.size, "label": wish.label,
                  "trend": trend}  # fmt: skip
        plan.then("plot", View("draw scatter", x=x, y=y, **beside, stated=_stated(plan)))
    elif metrics and (asked.group_by or asked.time):
        x = asked.time.column if asked.time else asked.group_by[0]
        color = _other(asked.group_by, x)
        plan.then("plot", View("draw scatter", x=x, y=metrics[0], color=color, stated=_stated(plan)))


def _other(groups: tuple[str, ...], taken: str) -> str | None:
    return next((name for name in groups if name != taken), None)


def _stated(plan: Draft) -> bool | None:
    """True where the user named this very chart, so that it is drawn even if it is not the best one."""
    wish = plan.requirements.constraint(ChartWish)
    return True if wish and wish.mark == plan.encoding.mark else None


def _spread(plan: Draft) -> None:
    asked, encoding = plan.requirements, plan.encoding
    bins = asked.constraint(Bins)
    for metric in asked.metrics:
        if encoding.mark == "histogram":
            cut = {"bins": bins.n if bins else None, "width": bins.width if bins else None}
            split = {"color": encoding.color, "facet": encoding.facet}
            plan.then("plot", View("draw histogram", x=metric, **split, **cut, stated=_stated(plan)))
        elif encoding.mark in ("box", "violin"):
            axes = {"x": encoding.x, "y": metric, "color": encoding.color}
            plan.then("plot", View(f"draw {encoding.mark}", **axes, stated=_stated(plan)))
    groups = list(asked.group_by) or None
    standing, shape = asked.statistic("standing"), asked.statistic("shape")
    if asked.statistic("percentiles"):
        plan.then("percentiles", View("percentiles", columns=list(asked.metrics), group_by=list(asked.group_by)))
    elif standing:
        for metric in asked.metrics:
            plan.then("standing", View("standing", metric=metric, value=standing.value, group_by=groups))
    elif asked.metrics or "table" in asked.outputs or encoding.mark == "table":
        test = "shapiro" if shape and shape.method == "shapiro" else None
        described = {"columns": list(asked.metrics) or None, "group_by": groups, "test": test}
        plan.then("distribution", View("distribution", **described))
    if not asked.metrics:
        _groups(plan)


def _summary(plan: Draft) -> None:
    asked = plan.requirements
    plan.then("summary", View("summary", columns=[*asked.metrics] or None, group_by=list(asked.group_by) or None))


def _rows(plan: Draft) -> None:
    """Rows as they stand: sorted and limited as asked, drawn or listed."""
    asked, encoding = plan.requirements, plan.encoding
    drawn = encoding.mark in ("bar", "line", "area", "pie") and asked.metrics and encoding.x
    plan.value = asked.metrics[0] if asked.metrics else None
    _order(plan, encoding.x)
    if drawn:
        _plot(plan, encoding, None, _stated(plan))
    if not drawn or "table" in asked.outputs:
        limit = asked.constraint(Limit)
        named = [*asked.group_by, *([asked.time.column] if asked.time else [])]
        whole = [column.name for column in plan.profile.columns]
        shown = whole if limit and asked.metrics and not named else [*named, *asked.metrics]  # the largest rows in full
        first = limit.n if limit and not plan.value else None
        plan.then("table", View("table", columns=list(dict.fromkeys(shown)) or None, limit=first))


def _groups(plan: Draft) -> None:
    """Metrics summarised per group and period, then ranked, shared, compared over time, drawn."""
    asked = plan.requirements
    binned = bin_groups(plan)
    encoding, start = on_bins(plan.encoding, binned), plan.last
    keys = [*([asked.time.column] if asked.time else []), *(binned.get(name, name) for name in asked.group_by)]
    ratios = ratios_of_totals(asked)
    for item in measured_together(asked, plan.default_aggregate):
        plan.last, metrics, func = start, item.metrics, item.func
        wanted = [ratios[name] for name in metrics if name in ratios]
        summed = [part for name in metrics for part in (ratios[name].columns if name in ratios else (name,))]
        plan.then("aggregate", *totals_views(keys, list(dict.fromkeys(summed)), func, item.quantile, asked.time))
        for ratio in wanted:
            derive(plan, ratio)
        values = [f"{name}_{func}" if name in keys else name for name in metrics] or ["count"]
        plan.value, plan.more = values[0], values[1:]
        _having(plan)
        _derived_measures(plan, func)
        _order(plan, encoding.x)
        if encoding.mark != "table" and encoding.x:
            _plot(plan, encoding, func, _stated(plan))
        if encoding.mark == "heatmap" and "table" in asked.outputs and encoding.x and encoding.color:
            grid = {"rows": [encoding.x], "column": encoding.color, "metric": plan.value}
            plan.then("cross", View("cross", **grid, agg_func="sum"))  # one value a cell: a sum of one is itself
    if "table" in asked.outputs and encoding.mark == "table":
        plan.then("table", View("table"))
    _statistics(plan, start)


def _statistics(plan: Draft, start: str) -> None:
    """Whether groups differ beyond chance and what a course is like, both told of the rows, not of their sums."""
    asked, end = plan.requirements, plan.last
    for item in measured(asked, plan.default_aggregate) if asked.metrics else ():
        plan.last, metric = start, item.metrics[0]
        tested = asked.statistic("significance")
        if tested and asked.group_by and not asked.time:
            plan.then("significance", _tested(plan, tested, metric, asked.group_by[0]))
        if asked.statistic("seasonality") and asked.time:
            grain = None if asked.time.grain in CYCLIC_GRAINS else asked.time.grain
            along = {"time": asked.time.column, "group_by": list(asked.group_by), "grain": grain}
            plan.then("seasonality", View("course", metric=metric, agg_func=item.func, **along))
    plan.last = end


def _tested(plan: Draft, asked: Statistic, metric: str, group: str) -> View:
    """Shares of a yes/no column are held against each other by their counts, numbers by averages or by ranks."""
    if asked.method is None and is_flag_column(metric, plan.profile):
        return View("association", column=group, other=metric)
    if asked.method == "ranks":
        return View("rank test", metric=metric, group=group)
    return View("test", metric=metric, group=group, confidence=asked.confidence)


def _having(plan: Draft) -> None:
    wanted = plan.requirements.constraint(Having)
    if wanted:
        bound = Filter(column=str(wanted.metric or plan.value), op=wanted.op, value=wanted.value)
        plan.then("having", *filter_views((bound,), plan.profile))


def _derived_measures(plan: Draft, func: str) -> None:
    """Shares, changes, running totals and rolling averages of what was summarised by this function."""
    asked = plan.requirements
    time = asked.time.column if asked.time else None
    change, window = asked.constraint(Change), asked.constraint(Window)
    if "share" in asked.analysis:
        plan.then("share", *share_views(str(plan.value), (time,) if time and asked.group_by else ()))
        if plan.encoding.mark != "pie":  # a pie makes shares of its own
            plan.value = f"{plan.value}_share"
        _parts(plan)
    if asked.time and ("change" in asked.analysis or change):
        wanted = change or Change()
        plan.then("change", *change_views(str(plan.value), asked.time, asked.group_by, wanted, plan.profile))
        plan.value = f"{plan.value}_change_pct" if wanted.relative else f"{plan.value}_change"
    if asked.constraint(Cumulative) and (time or asked.group_by):
        split = list(asked.group_by) if time else None
        plan.then("cumulate", View("running", metric=plan.value, time=time, group_by=split))
        plan.value = f"{plan.value}_cumulative"
    if asked.time and window:
        if asked.time.grain in CYCLIC_GRAINS:  # a cycle has all its places, whether there are rows or not
            fill = "zero" if empty_periods(func) == "zero" else "nothing"
            plan.then("fill", View("gaps", time=time, group_by=list(asked.group_by), fill=fill))
        views = rolling_views(str(plan.value), asked.time, asked.group_by, window.n, func, plan.profile)
        plan.then("roll", *views)
        plan.value = f"{plan.value}_rolling"


def _parts(plan: Draft) -> None:
    """The parts that are asked for: alone along time, else beside a chart of the whole."""
    whole = plan.last
    choose_rows(plan, "part", parts_of_whole(plan.requirements))
    if not plan.requirements.time:
        plan.last = whole


def _order(plan: Draft, x: str | None) -> None:
    """The first n, and the order that the user asked for."""
    asked = plan.requirements
    limit, sort = asked.constraint(Limit), asked.constraint(Sort)
    ranked = plan.value or (sort.by if sort and sort.by in plan.profile.by_name else None)
    if limit and ranked:
        plan.then("rank", View("best", by=ranked, n=limit.n, order=limit.order))
    elif "rank" in asked.analysis and plan.value and not sort:
        plan.then("rank", *order_views((sorted_by(plan.value, "desc"),)))
    if sort:
        by = {"x": x, "y": plan.value}.get(sort.by, sort.by) or plan.value or x
        if by:
            plan.then("sort", *order_views((sorted_by(by, sort.order),)))
    if limit and not ranked:
        plan.then("first", View("limit", n=limit.n))


def _plot(plan: Draft, encoding: Encoding, func: str | None, stated: bool | None) -> None:
    time, stated_order = plan.requirements.time, [*plan.requirements.all(Limit), *plan.requirements.all(Sort)]
    cyclic = time is not None and time.grain in CYCLIC_GRAINS and not stated_order  # seen best in their own order
    ordered = not cyclic and any(step.id.startswith(("rank", "sort")) for step in plan.steps)
    kind = "draw bar" if encoding.mark == "table" else f"draw {encoding.mark}"
    offered = {slot for tool in plan.catalog.tools.values() for slot in tool.serves.get(kind, {}).values()}
    wanted: dict[str, Any] = {
        "x": encoding.x,
        "y": plan.value,
        "more_y": plan.more or None,
        "color": encoding.color,
        "facet": encoding.facet,
        "layout": bar_layout(encoding, func),
        "sort": "none" if ordered and encoding.mark not in ("line", "area") else None,  # lines run along their axis
        "stated": stated,
    }
    plan.then("plot", View(kind, **{name: value for name, value in wanted.items() if name in offered}))
