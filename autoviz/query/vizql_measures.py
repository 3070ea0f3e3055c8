"""Aggregates of the query language as VizQL measures: a field with its function, or else a calculation."""

from __future__ import annotations

from typing import Any

from autoviz.query.formulas import NUMBERS, Fields, UnsaidError, field_of, formula, type_of
from autoviz.query.language import Aggregate, Column
from autoviz.query.output_names import fresh

FUNCTIONS = {
    "count": "COUNT", "distinct": "COUNTD", "sum": "SUM", "mean": "AVG", "median": "MEDIAN", "min": "MIN",
    "max": "MAX", "std": "STDEV", "var": "VAR",
}  # fmt: skip
_OF_NUMBERS = ("sum", "mean", "median", "std", "var", "quantile", "correlation")


def measure_field(aggregate: Aggregate, name: str, fields: Fields) -> dict[str, Any]:
    """An aggregate as a field with its function, or as a calculation where there is more to it."""
    func, args = aggregate.func, aggregate.args
    if len(args) == 1 and isinstance(args[0], Column) and field_of(args[0].name, fields).aggregated:
        return _own_formula(aggregate, name, fields)
    _refuse_types(aggregate, fields)
    if func in FUNCTIONS and args and aggregate.where is None and isinstance(args[0], Column):
        found = field_of(args[0].name, fields)
        if func not in _OF_NUMBERS or found.data_type in NUMBERS:
            return {"fieldCaption": found.caption, "function": FUNCTIONS[func], "fieldAlias": name}
    return calculated(summary(aggregate, fields), name, fields)


def calculated(calculation: str, name: str, fields: Fields) -> dict[str, Any]:
    """A calculation under a caption that no field has."""
    return {"fieldCaption": fresh(name, list(fields)), "calculation": calculation, "fieldAlias": name}


def filter_field(shown: dict[str, Any]) -> dict[str, Any]:
    """A measure as filters name it."""
    if "calculation" in shown:
        return {"calculation": shown["calculation"]}
    return {"fieldCaption": shown["fieldCaption"], "function": shown["function"]}


def summary(aggregate: Aggregate, fields: Fields) -> str:
    """The calculation of an aggregate: `SUM(IF condition THEN value END)`."""
    func, test = aggregate.func, None if aggregate.where is None else formula(aggregate.where, fields)
    if func == "count" and not aggregate.args:
        return "SUM(1)" if test is None else f"SUM(IF {test} THEN 1 ELSE 0 END)"
    _refuse_types(aggregate, fields)
    values = [_numbered(arg, func, fields) for arg in aggregate.args]
    cells = values if test is None else [f"IF {test} THEN {value} END" for value in values]
    if func == "quantile" and not aggregate.discrete:
        return f"PERCENTILE({cells[0]}, {aggregate.quantile!r})"
    if func == "correlation":
        return f"CORR({cells[0]}, {cells[1]})"
    if func not in FUNCTIONS:
        raise UnsaidError(f"VizQL has no {func} of the rows of a group")
    return f"{FUNCTIONS[func]}({cells[0]})"


def _own_formula(aggregate: Aggregate, name: str, fields: Fields) -> dict[str, Any]:
    """A field that its own formula summarises is shown as it is, which is no total and no extreme of anything."""
    found = field_of(aggregate.args[0].name, fields)  # type: ignore[union-attr]
    if aggregate.func != "mean" or aggregate.where is not None:
        raise UnsaidError(
            f"{found.caption!r} is summarised by its own formula ({found.formula}); there is no {aggregate.func} of it",
            "Ask for it as it is, by whatever you like: its value by month, for example.",
        )
    return {"fieldCaption": found.caption, "function": "AGG", "fieldAlias": name}


def _refuse_types(aggregate: Aggregate, fields: Fields) -> None:
    kinds = [type_of(arg, fields) for arg in aggregate.args]
    wanted = (*NUMBERS, "BOOLEAN") if aggregate.func in ("sum", "mean") else NUMBERS
    if aggregate.func in _OF_NUMBERS and any(kind not in wanted for kind in kinds):
        raise UnsaidError(f"VizQL has no {aggregate.func} of {', '.join(kind.lower() for kind in kinds)}")
    if aggregate.func in ("min", "max") and kinds[0] in ("BOOLEAN", "UNKNOWN"):
        raise UnsaidError(f"VizQL has no {aggregate.func} of {kinds[0].lower()}")


def _numbered(arg: Any, func: str, fields: Fields) -> str:
    """A value to be summarised; tests are summed as ones and noughts."""
    text = formula(arg, fields)
    return f"INT({text})" if func in ("sum", "mean") and type_of(arg, fields) == "BOOLEAN" else text
