"""The closed sets: analysis labels, grains, aggregates, marks, operators and column kinds."""

from __future__ import annotations

from typing import Literal, get_args

AnalysisLabel = Literal[
    "total",
    "compare",
    "trend",
    "distribution",
    "anomaly",
    "correlation",
    "share",
    "rank",
    "change",
    "summary",
    "lookup",
]
Grain = Literal["unknown", "hour", "day", "week", "month", "quarter", "year", "weekday", "month_of_year", "hour_of_day"]
Aggregate = Literal["sum", "mean", "median", "min", "max", "count", "nunique", "std", "quantile"]
Mark = Literal["bar", "line", "area", "scatter", "histogram", "box", "violin", "pie", "heatmap", "treemap", "table"]
Layout = Literal["stacked", "grouped", "horizontal"]
Order = Literal["asc", "desc"]
Output = Literal["chart", "table"]
AnswerStyle = Literal["auto", "short", "bullets", "grouped", "table"]
Operator = Literal[
    "=",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "between",
    "in",
    "not in",
    "contains",
    "not contains",
    "starts with",
    "ends with",
    "is null",
    "not null",
]
Kind = Literal["numeric", "categorical", "ordinal", "temporal", "boolean", "text", "identifier", "geographic"]
Meaning = Literal[
    "amount",
    "count",
    "money",
    "price",
    "rate",
    "percent",
    "score",
    "age",
    "measure",
    "index",
    "duration",
    "year",
    "date",
    "time",
    "period",
    "flag",
    "category",
    "ordered",
    "place",
    "name",
    "id",
    "code",
    "text",
]

ANALYSIS_LABELS: tuple[str, ...] = get_args(AnalysisLabel)
OUTPUTS: tuple[str, ...] = get_args(Output)
GRAINS: tuple[str, ...] = get_args(Grain)
AGGREGATES: tuple[str, ...] = get_args(Aggregate)
MARKS: tuple[str, ...] = get_args(Mark)
OPERATORS: tuple[str, ...] = get_args(Operator)
KINDS: tuple[str, ...] = get_args(Kind)
MEANINGS: tuple[str, ...] = get_args(Meaning)

CYCLIC_GRAINS: tuple[str, ...] = ("weekday", "month_of_year", "hour_of_day")
CALENDAR_GRAINS: tuple[str, ...] = ("hour", "day", "week", "month", "quarter", "year")
