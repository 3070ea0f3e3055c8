"""What a chart of nvBench shows, as SQL and as a Query."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from training.reading.charts_asked import charts_asked, sql_of


def expected(**changed: Any) -> dict[str, Any]:
    plain = {
        "charts": ["bar"], "x": {"column": "city"}, "y": {"column": "fare", "aggregate": "mean"}, "color": None,
        "time_bin": None, "filters": [], "having": None, "sort": None, "limit": None,
    }  # fmt: skip
    return plain | changed


CASES = {
    'SELECT "city" AS a, avg("fare") AS b FROM t GROUP BY "city"': {},
    'SELECT "city" AS a, "class", count(*) AS b FROM t GROUP BY "city", "class"': {
        "color": "class", "y": {"column": "city", "aggregate": "count"}
    },
    'SELECT "city" AS a, "fare" AS b FROM t ORDER BY a DESC': {
        "y": {"column": "fare", "aggregate": None}, "sort": {"by": "x", "order": "desc"}
    },
    'SELECT year("day") AS a, sum("fare") AS b FROM t GROUP BY year("day") LIMIT 3': {
        "x": {"column": "day"}, "time_bin": "year", "y": {"column": "fare", "aggregate": "sum"}, "limit": 3
    },
    """SELECT "city" AS a, avg("fare") AS b FROM t WHERE "city" = 'O''Hare' OR ("fare" >= 2 AND "fare" <= 5) """
    """AND NOT contains("city", 'x') GROUP BY "city\"""": {
        "filters": [
            {"column": "city", "op": "==", "value": "O'Hare"},
            {"column": "fare", "op": "between", "value": [2, 5], "joined_by": "or"},
            {"column": "city", "op": "not like", "value": "%x%"},
        ]
    },
}  # fmt: skip


@pytest.mark.parametrize("sql", CASES)
def test_a_chart_is_a_select(sql: str) -> None:
    assert sql_of(expected(**CASES[sql])) == sql


def test_lines_that_the_language_cannot_say_are_left_out(tmp_path: Path) -> None:
    expects = [expected(), expected(having={"op": ">"}), expected(charts=["grouped_scatter"])]
    lines = [{"table": "trips.csv", "question": "?", "expect": one} for one in expects]
    path = tmp_path / "asked.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    found = list(charts_asked(path, lambda table: ["city", "fare"]))
    assert [(table, kind, charts) for table, _, kind, charts, _ in found] == [
        ("trips.csv", "group", ("bar",)), ("trips.csv", "group", ("scatter",))
    ]  # fmt: skip
