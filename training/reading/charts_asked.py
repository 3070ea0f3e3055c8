"""Questions for charts (nvBench) as examples: what their gold chart shows, as a Query."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autoviz.errors import AutovizError
from autoviz.query.grammar import canonical
from autoviz.query.language import Query
from autoviz.query.sql import from_sql

BINS = {
    "weekday": 'dayname("{}")', "month": "date_trunc('month', \"{}\")", "year": 'year("{}")',
    "day": "date_trunc('day', \"{}\")",
}  # fmt: skip
CHARTS = {"multi_line": "line", "grouped_scatter": "scatter", "grouping_scatter": "scatter"}
FUNCTIONS = {"mean": "avg", "count": "count", "sum": "sum", "max": "max", "min": "min"}


def charts_asked(path: Path, columns_of: Any) -> Iterator[tuple[str, str, str, tuple[str, ...], Query]]:
    """Table, question, kind, charts and Query of each line that the language can say."""
    for text in path.read_text("utf-8").splitlines():
        line = json.loads(text)
        try:
            names = columns_of(line["table"])
            query = canonical(from_sql(sql_of(line["expect"]), names), names)
        except (AutovizError, KeyError, ValueError):
            continue
        charts = tuple(CHARTS.get(name, name) for name in line["expect"]["charts"])
        yield line["table"], line["question"], _kind(line["expect"]), charts, query


def sql_of(expect: dict[str, Any]) -> str:
    """The SELECT whose result the chart draws."""
    x, y, colour = expect["x"], expect["y"], expect.get("color")
    key = BINS[expect["time_bin"]].format(x["column"]) if expect["time_bin"] else f'"{x["column"]}"'
    func = y["aggregate"]
    measure = f'"{y["column"]}"'
    if func is not None:
        inside = "*" if func == "count" else measure
        measure = f"{FUNCTIONS[func]}({inside})"
    keys = [key, *([f'"{colour}"'] if colour else [])]
    shown = [f"{key} AS a", *([f'"{colour}"'] if colour else []), f"{measure} AS b"]
    found = f"SELECT {', '.join(shown)} FROM t"
    if expect["filters"]:
        tests = [_test(one) for one in expect["filters"]]
        joints = ["WHERE", *(one.get("joined_by", "and").upper() for one in expect["filters"][1:])]
        found += "".join(f" {joint} {test}" for joint, test in zip(joints, tests, strict=True))
    if func is not None:
        found += f" GROUP BY {', '.join(keys)}"
    if expect["having"]:
        raise ValueError("having")
    if expect["sort"]:
        found += f" ORDER BY {'a' if expect['sort']['by'] == 'x' else 'b'} {expect['sort']['order'].upper()}"
    return found + (f" LIMIT {expect['limit']}" if expect["limit"] else "")


def _test(one: dict[str, Any]) -> str:
    column, value = f'"{one["column"]}"', one["value"]
    if one["op"] == "between":
        return f"({column} >= {_spelled(value[0])} AND {column} <= {_spelled(value[1])})"
    if "like" in one["op"]:
        word = str(value).strip("%")
        return f"{'NOT ' if 'not' in one['op'] else ''}contains({column}, {_spelled(word)})"
    op = {"==": "="}.get(one["op"], one["op"])
    return f"{column} {op} {_spelled(value)}"


def _spelled(value: Any) -> str:
    return str(value) if isinstance(value, (int, float)) else "'" + str(value).replace("'", "''") + "'"


def _kind(expect: dict[str, Any]) -> str:
    if expect["charts"][0] == "scatter":
        return "relation"
    if expect["time_bin"] or expect["charts"][0] in ("line", "multi_line"):
        return "trend"
    if expect["y"]["aggregate"] is None:
        return "order" if expect["sort"] else "rows"
    return "count" if expect["y"]["aggregate"] == "count" else "group"
