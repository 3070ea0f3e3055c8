"""Faults: wrong plans made from right ones, and whether coverage and proof each catch them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from autoviz.analysis import opening
from autoviz.errors import AutovizError
from autoviz.evaluation.gold import GoldQuestion, table_of, told_table
from autoviz.model.plan import Plan
from autoviz.model.profile import DatasetProfile
from autoviz.pipeline import run
from autoviz.planning.covering import cover
from autoviz.query.comparison import differences
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.stages.base import State, perform
from autoviz.stages.execution import EXECUTION
from autoviz.stages.proof import PROOF

Params = dict[str, Any]
Change = Callable[[Params, DatasetProfile], Params | None]
"""The params of a step with a fault in them; None where this step gives no occasion for it."""


@dataclass(frozen=True)
class Outcome:
    """What became of one wrong plan."""

    fault: str
    covered: bool
    """Whether coverage sees that something is wrong."""
    proved: bool
    """Whether the second computation does."""
    tells: bool
    """Whether the fault changes what is told at all."""


def put_to_the_test(lines: Iterable[GoldQuestion]) -> Iterator[Outcome | str]:
    """Every fault planted in the plan of every question; the id of a question whose right plan is refused."""
    for line in lines:
        rows = table_of(line.table.package, line.table.item)
        try:
            query = from_sql(line.sql, [str(name) for name in rows.columns])
            state = replace(opening(rows, line.question), reader=GivenReader(query), next_readers=())
            right = run(state).parts[0]
            told = told_table(right)
        except AutovizError:
            continue
        if right.proof is not None and right.proof.verdict == "differs":
            yield line.id
        assert right.plan is not None and right.profile is not None
        for fault, change in FAULTS.items():
            wrong = planted(right.plan, change, right.profile)
            if wrong is not None:
                yield _outcome(fault, wrong, right, told)


def planted(plan: Plan, change: Change, profile: DatasetProfile) -> Plan | None:
    """The plan with the fault in the first step that gives occasion for it."""
    for place, step in enumerate(plan.steps):
        params = change(_copy(step.params), profile)
        if params is not None:
            steps = (*plan.steps[:place], step.replaced(params=params), *plan.steps[place + 1 :])
            return plan.replaced(steps=steps)
    return None


def _outcome(fault: str, wrong: Plan, right: State, told: pd.DataFrame) -> Outcome:
    assert right.profile is not None
    catalog, query = right.context.catalog, right.queries[0]
    covered = bool(cover(wrong, query, right.profile, catalog).gaps)
    try:
        state = replace(right, plan=wrong, outcomes=None, step_records=(), proof=None)
        run_wrong = perform(PROOF, perform(EXECUTION, state))
        found = told_table(replace(run_wrong, coverage=right.coverage))
    except AutovizError:
        return Outcome(fault, covered, proved=True, tells=False)  # it does not run, so that it tells nothing wrong
    same = list(found.columns) == list(told.columns)
    tells = not same or not differences(told, found, ordered=bool(query.order), limited=False).agrees
    proof = run_wrong.proof
    return Outcome(fault, covered, proved=proof is not None and proof.verdict == "differs", tells=tells)


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


FAULTS: Mapping[str, Change] = {
    "another function": _function,
    "one of several conditions left out": _condition_dropped,
    "another bound": _changed(_conditions, _is_number, _shifted),
    "an operator turned round": _changed(_conditions, _of_kind("call", op=("<", "<=", ">", ">=", "=", "!=")), _turned),
    "another value": _other_value,
    "a condition too many": _extra_condition,
    "a group too many": _extra_group,
    "a group left out": _group_left_out,
    "another column": _other_column,
    "a measure left out": _measure_left_out,
    "the order turned round": _backwards,
    "another limit": _other_limit,
    "another factor": _factor_changed,
    "another operation": _operator,
    "a column not shown": _column_not_shown,
}
"""What goes wrong, in words → how."""


def summary(outcomes: Iterable[Outcome | str]) -> list[str]:
    """The counts as lines: each fault, then all together."""
    found = list(outcomes)
    refused = [item for item in found if isinstance(item, str)]
    wrong = [item for item in found if isinstance(item, Outcome)]
    lines = [_line(name, [item for item in wrong if item.fault == name]) for name in FAULTS]
    return [*lines, _line("all", wrong), f"right plans refused: {len(refused)}{_listed(refused)}"]


def _listed(ids: list[str]) -> str:
    return f" ({', '.join(ids[:20])})" if ids else ""


def _line(name: str, outcomes: list[Outcome]) -> str:
    telling = [item for item in outcomes if item.tells]
    covered, proved = sum(item.covered for item in outcomes), sum(item.proved for item in telling)
    either = sum(item.covered or item.proved for item in outcomes)
    return (
        f"{name}: {len(outcomes)} planted; coverage {covered}/{len(outcomes)}, "
        f"proof {proved}/{len(telling)} that change what is told, either {either}/{len(outcomes)}"
    )
