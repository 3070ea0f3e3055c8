"""nvBench questions as training examples: the gold chart becomes a target, its filters become spans."""

from __future__ import annotations

import json
import random
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from autoviz.linking.text import normalise
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from training.invented import Example
from training.target import Span, Target

OPERATORS = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "between": "between"}
GRAIN_WORDS = {"weekday": r"week|day", "month": r"month", "year": r"year", "day": r"\bday|daily"}
MOST_PER_TABLE = 150
MARKS = {"stacked_bar": "bar", "grouped_bar": "bar", "multi_line": "line"}


HELD_PERCENT = 16
HELD_PER_TABLE = 30


def is_held(table: str) -> bool:
    """Whether a table is kept for the last test, by its name alone."""
    return zlib.crc32(table.encode()) % 100 < HELD_PERCENT


def write_held(path: Path, shown: set[str], out: Path) -> None:
    """The questions on held tables as a suite of their own, at most a few per table, none on tables that were shown."""
    kept: list[str] = []
    asked: Counter[str] = Counter()
    cases = [json.loads(line) for line in path.read_text().splitlines()]
    random.Random(len(cases)).shuffle(cases)
    for case in cases:
        name = Path(case["table"]).stem
        if is_held(name) and name not in shown and case["question"].isascii() and asked[name] < HELD_PER_TABLE:
            asked[name] += 1
            kept.append(json.dumps({**case, "table": str((path.parent / case["table"]).resolve())}))
    out.write_text("\n".join(kept) + "\n")


def examples(path: Path, seed: int) -> Iterator[tuple[Example, DatasetProfile]]:
    """Every usable question of a suite with the profile of its table."""
    by_table: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text().splitlines():
        case = json.loads(line)
        if case["question"].isascii():
            by_table.setdefault(case["table"], []).append(case)
    rng = random.Random(seed)
    for table in sorted(by_table):
        cases = by_table[table]
        rng.shuffle(cases)
        known = profile(pd.read_csv(path.parent / table), Path(table).stem)
        for case in cases[:MOST_PER_TABLE]:
            example = converted(case, known)
            if example is not None:
                yield example, known


def converted(case: dict[str, Any], known: DatasetProfile) -> Example | None:
    """One case as an example; None where its gold names what the table lacks."""
    expect, question = case["expect"], normalise(case["question"])
    names = {name.casefold(): name for name in known.names}
    x, y, color = (
        names.get((text or "").casefold()) for text in (expect["x"]["column"], expect["y"]["column"], expect["color"])
    )
    if x is None:
        return None
    target = Target(_form(expect, known, x), MARKS.get(expect["charts"][0], expect["charts"][0]), x=x, color=color)
    _measure(target, expect, y)
    target.grain = _grain(expect, known, x, question)
    if target.grain in ("weekday", "month_of_year") and target.form == "trend" and target.mark == "bar":
        target.form = "group" if target.metrics else "count"
    if expect.get("chart_stated"):
        target.flags.add("chart_stated")
    if expect.get("sort"):
        target.sort = f"{expect['sort']['by']} {expect['sort']['order']}"
    _conditions(target, expect, names)
    _limit(target, expect)
    if target.mark == "bar" and expect["charts"][0] == "stacked_bar" and "stack" in question.lower():
        target.layout = "stacked"
    return Example(question, target.settled(), known.name)


def _form(expect: dict[str, Any], known: DatasetProfile, x: str) -> str:
    chart = expect["charts"][0]
    if chart == "scatter":
        return "scatter"
    if chart == "pie":
        return "share"
    if chart in ("line", "multi_line") or known.by_name[x].kind == "temporal":
        return "trend"
    if expect["y"]["aggregate"] is None:
        return "lookup"
    return "count" if expect["y"]["aggregate"] == "count" else "group"


def _measure(target: Target, expect: dict[str, Any], y: str | None) -> None:
    func = expect["y"]["aggregate"]
    if func == "count" or expect["x"]["aggregate"] == "count":
        target.flags.add("count_rows")
    if y is not None and func != "count":
        target.metrics = [y]
        if func:
            target.aggregates[y] = func
    if expect["x"]["aggregate"] not in (None, "count") and target.x:
        target.aggregates.setdefault(target.x, expect["x"]["aggregate"])


def _grain(expect: dict[str, Any], known: DatasetProfile, x: str, question: str) -> str:
    stated = expect["time_bin"]
    if known.by_name[x].kind != "temporal" and not stated:
        return "none"
    if not stated or not re.search(GRAIN_WORDS[stated], question.lower()):
        return "unknown"
    return str(stated)


def _limit(target: Target, expect: dict[str, Any]) -> None:
    if not expect.get("limit"):
        return
    target.limit = "asc" if (expect.get("sort") or {}).get("order") == "asc" else "desc"
    target.form = "rank" if target.form in ("group", "count", "lookup") else target.form
    target.spans.append(Span(0, 0, "limit", value=expect["limit"]))


def _conditions(target: Target, expect: dict[str, Any], names: dict[str, str]) -> None:
    """Filters and the condition on groups as spans whose place is found by their value."""
    for item in expect["filters"]:
        column = names.get(item["column"].casefold())
        if column is None:
            continue
        target.filters.add(column)
        if item.get("joined_by") == "or":
            target.flags.add("any_of")
        values = item["value"] if isinstance(item["value"], list) else [item["value"]]
        for value in values:
            operator, meant = _operator(item["op"], value)
            target.spans.append(Span(0, 0, "filter", operator, column, meant))
    found = re.fullmatch(r"(\w+)\((\w+)\) ([<>]=?) (\d+)", expect["having"] or "")
    column = names.get(found.group(2).casefold()) if found else None
    if found and column:
        target.aggregates[f"having:{column}"] = {"avg": "mean"}.get(found.group(1), found.group(1))
        target.spans.append(Span(0, 0, "having", found.group(3), column, float(found.group(4))))


def _operator(op: str, value: Any) -> tuple[str, Any]:
    if op not in ("like", "not like"):
        return OPERATORS[op], value
    text = str(value)
    if op == "not like":
        return "not contains", text.strip("%")
    if text.startswith("%") and text.endswith("%"):
        return "contains", text.strip("%")
    return ("ends with" if text.startswith("%") else "starts with"), text.strip("%")
