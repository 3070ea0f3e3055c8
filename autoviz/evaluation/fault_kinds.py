"""Fault kinds: what goes wrong in a plan, each as a change to the params of one of its steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from autoviz.model.plan import Plan
from autoviz.model.profile import DatasetProfile

Params = dict[str, Any]
Change = Callable[[Params, DatasetProfile], Params | None]
"""The params of a step with a fault in them; None where this step gives no occasion for it."""


def planted(plan: Plan, change: Change, profile: DatasetProfile) -> Plan | None:
    """The plan with the fault in the first step that gives occasion for it."""
    for place, step in enumerate(plan.steps):
        params = change(_copy(step.params), profile)
        if params is not None:
            steps = (*plan.steps[:place], step.replaced(params=params), *plan.steps[place + 1 :])
            return plan.replaced(steps=steps)
    return None


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, (list, tuple)) else value


def _find(value: Any, test: Callable[[Params], bool]) -> Params | None:
    """The first part of a param for which a test holds."""
    if isinstance(value, dict):
        if test(value):
            return value
        return next((found for item in value.values() if (found := _find(item, test))), None)
    if isinstance(value, list):
        return next((found for item in value if (found := _find(item, test))), None)
    return None


def _conditions(params: Params) -> Any:
    return params.get("condition") or params.get("filters")


def _of_kind(kind: str, **fields: Any) -> Callable[[Params], bool]:
    return lambda part: part.get("kind") == kind and all(part.get(name) in wanted for name, wanted in fields.items())


def _changed(find: Callable[[Params], Any], test: Callable[[Params], bool], change: Callable[[Params], None]) -> Change:
    """A fault that changes the first part that fits within some param."""

    def fault(params: Params, profile: DatasetProfile) -> Params | None:
        part = _find(find(params), test)
        if part is None:
            return None
        change(part)
        return params

    return fault


def _other_function(part: Params) -> None:
    part["func"] = {"sum": "mean", "mean": "sum", "min": "max", "max": "min", "median": "mean"}[part["func"]]


def _other_simple_function(params: Params, profile: DatasetProfile) -> Params | None:
    other = {"sum": "mean", "mean": "sum", "min": "max", "max": "min", "median": "mean"}.get(params.get("agg_func", ""))
    return {**params, "agg_func": other} if other else None


def _function(params: Params, profile: DatasetProfile) -> Params | None:
    test = _of_kind("aggregate", func=("sum", "mean", "min", "max", "median"))
    general = _changed(lambda given: given.get("measures"), test, _other_function)
    return general(params, profile) or _other_simple_function(params, profile)


def _condition_dropped(params: Params, profile: DatasetProfile) -> Params | None:
    condition = params.get("condition")
    if not isinstance(condition, dict) or condition.get("op") != "and":
        return None
    kept = condition["args"][:-1]
    return {**params, "condition": kept[0] if len(kept) == 1 else {**condition, "args": kept}}


def _shifted(part: Params) -> None:
    part["value"] = part["value"] * 100 + 1


def _is_number(part: Params) -> bool:
    value = part.get("value")
    return part.get("kind") == "constant" and isinstance(value, (int, float)) and not isinstance(value, bool)


def _turned(part: Params) -> None:
    part["op"] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}[part["op"]]


def _other_value(params: Params, profile: DatasetProfile) -> Params | None:
    """Another cell of the same column."""
    part = _find(params.get("condition"), _of_kind("call", op=("=",)))
    if part is None or part["args"][0].get("kind") != "column" or part["args"][1].get("kind") != "constant":
        return None
    entry = profile.by_name.get(part["args"][0]["name"])
    others = [value for value in (entry.values if entry else ()) if value != part["args"][1]["value"]]
    if not others:
        return None
    part["args"][1]["value"] = others[0]
    return params


def _extra_group(params: Params, profile: DatasetProfile) -> Params | None:
    keys = params.get("keys")
    taken = {key["name"] for key in keys or ()} | {item["name"] for item in params.get("measures", ())}
    spare = [item.name for item in profile.columns if item.name not in taken and (item.distinct or 0) > 1]
    if not keys or not spare:
        return None
    return {**params, "keys": [*keys, {"name": spare[0], "expr": {"kind": "column", "name": spare[0]}}]}


def _group_left_out(params: Params, profile: DatasetProfile) -> Params | None:
    keys = params.get("keys")
    return {**params, "keys": keys[:-1]} if keys and len(keys) > 1 else None


def _other_column(params: Params, profile: DatasetProfile) -> Params | None:
    part = _find(params.get("measures"), _of_kind("column"))
    numbers = [item.name for item in profile.columns if item.kind == "numeric"]
    if part is None or part["name"] not in numbers or len(numbers) < 2:
        return None
    part["name"] = next(name for name in numbers if name != part["name"])
    return params


def _measure_left_out(params: Params, profile: DatasetProfile) -> Params | None:
    measures = params.get("measures")
    return {**params, "measures": measures[1:]} if measures and len(measures) > 1 else None


def _backwards(params: Params, profile: DatasetProfile) -> Params | None:
    if params.get("order") in ("asc", "desc"):
        return {**params, "order": "asc" if params["order"] == "desc" else "desc"}
    if isinstance(params.get("order"), list) and params["order"]:
        first, *others = params["order"]
        return {**params, "order": [{**first, "descending": not first.get("descending")}, *others]}
    return None


def _other_limit(params: Params, profile: DatasetProfile) -> Params | None:
    return {**params, "n": params["n"] + 1} if isinstance(params.get("n"), int) else None


def _extra_condition(params: Params, profile: DatasetProfile) -> Params | None:
    condition = params.get("condition")
    number = next((item for item in profile.columns if item.kind == "numeric" and item.mean is not None), None)
    if not isinstance(condition, dict) or number is None:
        return None
    column = {"kind": "column", "name": number.name}
    more = {"kind": "call", "op": "<", "args": [column, {"kind": "constant", "value": number.mean}]}
    return {**params, "condition": {"kind": "call", "op": "and", "args": [condition, more]}}


def _factor_changed(params: Params, profile: DatasetProfile) -> Params | None:
    """100 for a percentage, or another number in a formula, becomes another."""
    fault = _changed(lambda given: given.get("measures") or given.get("columns"), _is_number, _shifted)
    return fault(params, profile) if isinstance(params.get("columns") or params.get("measures"), list) else None


def _column_not_shown(params: Params, profile: DatasetProfile) -> Params | None:
    columns = params.get("columns")
    if not isinstance(columns, list) or len(columns) < 2 or set(params) != {"columns"}:
        return None
    return {"columns": columns[:-1]} if all(isinstance(item, str) for item in columns) else None


def _operator(params: Params, profile: DatasetProfile) -> Params | None:
    test = _of_kind("call", op=("+", "-", "*"))

    def swap(part: Params) -> None:
        part["op"] = {"+": "*", "-": "+", "*": "+"}[part["op"]]

    return _changed(lambda given: [given.get("measures"), given.get("columns")], test, swap)(params, profile)


OTHER_PERIODS: Mapping[str, Mapping[str, str]] = {
    "period": {"hour": "day", "day": "week", "week": "month", "month": "year", "quarter": "year", "year": "quarter"},
    "date part": {
        "year": "month", "quarter": "month", "month": "day", "week": "month", "day": "month", "weekday": "month",
        "hour": "day",
    },
    "date name": {"month": "weekday", "weekday": "month"},
}  # fmt: skip


def _other_period(params: Params, profile: DatasetProfile) -> Params | None:
    """Dates cut to other periods, or told by another part of them."""

    def cut(part: Params) -> bool:
        others = OTHER_PERIODS.get(part["op"]) if part.get("kind") == "call" else None
        return others is not None and part["args"][0].get("value") in others

    def change(part: Params) -> None:
        part["args"][0]["value"] = OTHER_PERIODS[part["op"]][part["args"][0]["value"]]

    periods = OTHER_PERIODS["period"]
    if params.get("grain") in periods:
        return {**params, "grain": periods[params["grain"]]}
    return _changed(lambda given: [given.get("keys"), given.get("columns")], cut, change)(params, profile)


FAULTS: Mapping[str, Change] = {
    "another function": _function,
    "one of several conditions left out": _condition_dropped,
    "another bound": _changed(_conditions, _is_number, _shifted),
    "an operator turned round": _changed(_conditions, _of_kind("call", op=("<", "<=", ">", ">=", "=", "!=")), _turned),
    "another value": _other_value,
    "a condition too many": _extra_condition,
    "a group too many": _extra_group,
    "a group left out": _group_left_out,
    "another period": _other_period,
    "another column": _other_column,
    "a measure left out": _measure_left_out,
    "the order turned round": _backwards,
    "another limit": _other_limit,
    "another factor": _factor_changed,
    "another operation": _operator,
    "a column not shown": _column_not_shown,
}
"""What goes wrong, in words → how."""
