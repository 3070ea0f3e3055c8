"""Reading aggregates and windows: how many rows become one value, and what a row knows of others."""

from __future__ import annotations

from typing import Any, cast

from sqlglot import exp

from autoviz.query.language import (
    COUNT_ROWS,
    FUNCS,
    PERIODS,
    WINDOW_FUNCS,
    Aggregate,
    Call,
    Cases,
    Constant,
    Expr,
    Func,
    Sort,
    When,
    Window,
    WindowFunc,
    all_of,
    conjuncts,
)
from autoviz.query.sql.sql_dates import Reads
from autoviz.query.sql.sql_scope import refuse

AGGREGATES: dict[type[exp.Expr], Func] = {
    exp.Count: "count", exp.Sum: "sum", exp.Avg: "mean", exp.Median: "median", exp.Min: "min", exp.Max: "max",
    exp.Stddev: "std", exp.StddevSamp: "std", exp.Variance: "var", exp.Mode: "mode", exp.First: "first",
    exp.AnyValue: "first", exp.Last: "last", exp.LogicalOr: "max", exp.LogicalAnd: "min",
}  # fmt: skip
PAIRS: dict[type[exp.Expr], Func] = {
    exp.Corr: "correlation", exp.RegrSlope: "slope", exp.ArgMax: "at max", exp.ArgMin: "at min",
}  # fmt: skip
QUANTILES: dict[type[exp.Expr], bool] = {
    exp.PercentileCont: False, exp.PercentileDisc: True, exp.Quantile: True, exp.ApproxQuantile: False,
}  # fmt: skip
"""Class → whether the quantile is one of the values."""
BY_NAME: dict[str, Func] = {"mean": "mean", "arbitrary": "first", "var_samp": "var"}
PLACES: dict[type[exp.Expr], WindowFunc] = {
    exp.RowNumber: "row number", exp.Rank: "rank", exp.DenseRank: "dense rank", exp.PercentRank: "percent rank",
    exp.Ntile: "tiles", exp.Lag: "previous", exp.Lead: "next", exp.FirstValue: "first", exp.LastValue: "last",
}  # fmt: skip


def gathered(node: exp.Expr, reads: Reads) -> Expr | None:
    """An aggregate; None where the expression is none."""
    match node:
        case exp.Filter():
            return _filtered(node, reads)
        case exp.IgnoreNulls():
            return gathered(node.this, reads)
        case exp.WithinGroup():
            return _within_group(node, reads)
        case exp.CountIf():
            return Aggregate(func="count", where=reads.read(node.this))
        case exp.GroupConcat():
            return _listed(node, reads)
    kind = type(node)
    if kind in PAIRS:
        return Aggregate(func=PAIRS[kind], args=reads.each((node.this, node.expression)))
    if kind in QUANTILES:
        share = node.args.get("quantile") or node.expression
        return _quantile(node, reads.read(node.this), share, QUANTILES[kind], reads)
    func = AGGREGATES.get(kind) or (BY_NAME.get(node.name.lower()) if isinstance(node, exp.Anonymous) else None)
    return None if func is None else _plain(node, func, reads)


def _plain(node: exp.Expr, func: Func, reads: Reads) -> Expr:
    argument = node.expressions[0] if isinstance(node, exp.Anonymous) else node.this
    if isinstance(argument, exp.Order):
        return _ordered(node, argument, func, reads)
    if isinstance(argument, exp.Distinct):
        return _of_distinct(node, argument, func, reads)
    if func == "count" and (argument is None or isinstance(argument, exp.Star)):
        return COUNT_ROWS
    if node.args.get("count") or (func in ("min", "max") and node.expressions):
        refuse(node, "an aggregate gives one value", f"The language has {', '.join(FUNCS)}.")
    return Aggregate(func=func, args=(reads.read(argument),))


def _of_distinct(node: exp.Expr, argument: exp.Distinct, func: Func, reads: Reads) -> Expr:
    values = argument.expressions
    if func in ("min", "max"):
        return Aggregate(func=func, args=reads.each(values))
    if func != "count":
        refuse(node, "only a count is of different values", "Write count(DISTINCT x).")
    if len(values) == 1 and isinstance(values[0], exp.Tuple):
        values = values[0].expressions
    return Aggregate(func="distinct", args=(_one_text(reads.each(values)),))


def _one_text(values: tuple[Expr, ...]) -> Expr:
    """Several values as one, so that their combinations can be counted."""
    if len(values) == 1:
        return values[0]
    texts = [Call(op="coalesce", args=(Call(op="as text", args=(value,)), Constant(value=""))) for value in values]
    joined: list[Expr] = [texts[0]]
    for text in texts[1:]:
        joined += [Constant(value=" | "), text]
    return Call(op="concat", args=tuple(joined))


def _ordered(node: exp.Expr, argument: exp.Order, func: Func, reads: Reads) -> Expr:
    """`first(x ORDER BY y)` is x where y is smallest."""
    sort = argument.expressions[0]
    if func not in ("first", "last"):
        return gathered(type(node)(this=argument.this), reads) or refuse(node, "this order says nothing here")
    if len(argument.expressions) != 1:
        refuse(node, "the first of a group goes by one value", "Write arg_min(x, y) or arg_max(x, y).")
    smallest = (func == "first") != bool(sort.args.get("desc"))
    return Aggregate(func="at min" if smallest else "at max", args=reads.each((argument.this, sort.this)))


def _within_group(node: exp.WithinGroup, reads: Reads) -> Expr:
    inner, sort = node.this, node.expression.expressions[0]
    value = reads.read(sort.this)
    if isinstance(inner, exp.Mode):
        return Aggregate(func="mode", args=(value,))
    if type(inner) not in QUANTILES:
        refuse(node, "only a quantile or the mode is taken within a group")
    share = inner.this
    if sort.args.get("desc"):
        share = exp.Literal.number(str(1 - float(share.this)))
    return _quantile(node, value, share, QUANTILES[type(inner)], reads)


def _quantile(node: exp.Expr, value: Expr, share: exp.Expr | None, discrete: bool, reads: Reads) -> Expr:
    part = None if share is None else reads.read(share)
    number = part.value if isinstance(part, Constant) else None
    if isinstance(part, Call) and part.op == "/" and all(isinstance(arg, Constant) for arg in part.args):
        above, below = (float(str(arg.value)) for arg in part.args if isinstance(arg, Constant))
        number = above / below
    if isinstance(number, bool) or not isinstance(number, int | float):
        refuse(node, "a quantile names one number from 0 to 1", "Write quantile_cont(x, 0.9).")
    return Aggregate(func="quantile", args=(value,), quantile=float(number), discrete=discrete)


def _listed(node: exp.GroupConcat, reads: Reads) -> Expr:
    """Texts of a group in one: the language joins the different ones, in order, with commas."""
    argument = node.this.this if isinstance(node.this, exp.Order) else node.this
    value = argument.expressions[0] if isinstance(argument, exp.Distinct) else argument
    separator = node.args.get("separator")
    if separator is not None and separator.name != ", ":
        refuse(node, "texts are joined with a comma and a blank", "Write string_agg(DISTINCT x, ', ' ORDER BY x).")
    return Aggregate(func="list", args=(reads.read(value),))


def _filtered(node: exp.Filter, reads: Reads) -> Expr:
    inner = gathered(node.this, reads)
    if not isinstance(inner, Aggregate):
        refuse(node, "only an aggregate has a FILTER")
    condition = reads.read(node.expression.this)
    return inner.replaced(where=all_of((*conjuncts(inner.where), *conjuncts(condition))))


def looked_around(node: exp.Window, reads: Any) -> Expr:
    """A function over a window of rows."""
    node = _with_named_window(node, reads)
    func, args, n = _window_function(node, reads)
    order = node.args.get("order")
    window: dict[str, Any] = {
        "within": reads.each(node.args.get("partition_by") or ()),
        "along": tuple(sort_of(item, reads.read(item.this)) for item in (order.expressions if order else ())),
    }
    spec = node.args.get("spec")
    if spec is not None:
        window = _framed(node, spec, window, func)
    if func == "last" and window["along"] and window.pop("whole", False):
        func, window["along"] = "first", tuple(_turned(sort) for sort in window["along"])
    window.pop("whole", None)
    return Window(func=func, args=args, n=n, **window)


def _with_named_window(node: exp.Window, reads: Any) -> exp.Window:
    alias = node.args.get("alias")
    named = reads.scope.windows.get(alias.name.casefold()) if alias is not None else None
    if named is None:
        return node
    whole = node.copy()
    for part in ("partition_by", "order", "spec"):
        if not whole.args.get(part) and named.args.get(part):
            whole.set(part, named.args[part])
    return whole


def sort_of(node: exp.Ordered, expr: Expr) -> Sort:
    """One term of an ORDER BY."""
    return Sort(expr=expr, descending=bool(node.args.get("desc")), missing_first=bool(node.args.get("nulls_first")))


def _turned(sort: Sort) -> Sort:
    return sort.replaced(descending=not sort.descending, missing_first=not sort.missing_first)


def _window_function(node: exp.Window, reads: Reads) -> tuple[WindowFunc, tuple[Expr, ...], int]:
    inner = node.this.this if isinstance(node.this, exp.IgnoreNulls) else node.this
    func = PLACES.get(type(inner))
    if func is None:
        return _window_aggregate(node, inner, reads)
    if func == "tiles":
        return func, (), int(inner.this.this)
    if func in ("previous", "next"):
        if inner.args.get("default") is not None:
            refuse(node, "the row before has no default", "Write coalesce(lag(x) OVER (...), default).")
        offset = inner.args.get("offset")
        return func, (reads.read(inner.this),), 1 if offset is None else int(offset.this)
    return func, (reads.read(inner.this),) if func in ("first", "last") else (), 1


def _window_aggregate(node: exp.Window, inner: exp.Expr, reads: Reads) -> tuple[WindowFunc, tuple[Expr, ...], int]:
    aggregate = gathered(inner, reads)
    if not isinstance(aggregate, Aggregate) or aggregate.func not in WINDOW_FUNCS:
        refuse(node, "this is not worked out over a window", f"Over windows there are {', '.join(WINDOW_FUNCS)}.")
    args = aggregate.args
    if aggregate.where is not None:
        value = args[0] if args else Constant(value=1)
        args = (Cases(whens=(When(condition=aggregate.where, value=value),)),)
    return cast(WindowFunc, aggregate.func), args, 1


def _framed(node: exp.Window, spec: exp.WindowSpec, window: dict[str, Any], func: str) -> dict[str, Any]:
    """The rows that a frame names: from so many before to so many after, or from one time to another."""
    before = _edge(node, spec, "start", "preceding")
    after = _edge(node, spec, "end", "following")
    by_rows = str(spec.args.get("kind", "")).lower() == "rows"
    units = {unit for end in ("start", "end") if (unit := _unit(spec.args.get(end)))}
    if len(units) == 1 and not by_rows:
        return {**window, **_on_calendar(node, window, units.pop(), before, after)}
    if before is None and after is None:
        return {**window, "along": window["along"] if func in ("first", "last") else (), "whole": True}
    if not by_rows and (before, after) == (None, 0):
        return window
    if not by_rows:
        refuse(node, "a window counts rows or periods", "Write ROWS BETWEEN n PRECEDING AND CURRENT ROW, or RANGE "
               "BETWEEN INTERVAL n MONTH PRECEDING AND CURRENT ROW.")  # fmt: skip
    if units:
        refuse(node, "a window has one unit", "Measure both ends of it in the same unit.")
    return {**window, "before": before, "after": after}


def _on_calendar(
    node: exp.Window, window: dict[str, Any], unit: str, before: int | None, after: int | None
) -> dict[str, Any]:
    along = window["along"]
    if unit not in PERIODS[:-1] or len(along) != 1 or not along[0].forwards:
        refuse(node, "a window over time runs forwards along one date", f"Its units are {', '.join(PERIODS[:-1])}.")
    return {"before": before, "after": after, "unit": unit}


def _unit(edge: Any) -> str:
    """The unit of an edge that is a length of time, as the language has it; empty where it counts rows."""
    if not isinstance(edge, exp.Interval):
        return ""
    return str(edge.args["unit"]).lower().removesuffix("s")


def _edge(node: exp.Window, spec: exp.WindowSpec, end: str, side: str) -> int | None:
    edge = spec.args.get(end)
    if edge is None or str(edge).upper() == "CURRENT ROW":
        return 0
    turned = str(spec.args.get(f"{end}_side", "")).lower() != side
    if str(edge).upper() == "UNBOUNDED":
        if turned:
            refuse(node, "a window reaches from rows before to rows after")
        return None
    count = edge.this if isinstance(edge, exp.Interval) else edge
    if not isinstance(count, exp.Literal) or not str(count.this).isdigit():
        refuse(node, "how far a window reaches is a whole number", "Write ROWS BETWEEN 2 PRECEDING AND CURRENT ROW.")
    return -int(count.this) if turned else int(count.this)
