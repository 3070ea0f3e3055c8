"""Judging a decoder without the pipeline: its readings computed by DuckDB and held against the gold.

Stricter than a trial of whole answers: what an answer says in words or draws of plain rows does not count here.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

import pandas as pd

from autoviz.errors import AutovizError
from autoviz.linking.candidates import candidates
from autoviz.profile import profile
from autoviz.query.reference import computed
from autoviz.readers.embedded.asking import shown_columns, vocabulary
from autoviz.readers.embedded.decoder import Decoder
from autoviz.readers.embedded.sheet import sheet
from autoviz.readers.embedded.writing import Written, written
from training.reading.sources import rows_of
from training.reading.written import result

CLOSE = 2e-3
MOST_ORDERS = 200
"""In how many ways columns that hold the same cells are laid beside each other."""


@dataclass(frozen=True)
class Verdict:
    """One question with its readings, the likeliest first, and whether each is right."""

    id: str
    kind: str
    question: str
    readings: tuple[tuple[str, float], ...]
    """The words of each and its log probability."""
    right: tuple[bool, ...]

    @property
    def first(self) -> bool:
        return self.right[:1] == (True,)


def judged(paths: Iterable[Path], decoder: Decoder, limit: int | None = None) -> Iterator[Verdict]:
    """The verdicts on files of written questions, on the first `limit` of each where it is given."""
    for path in paths:
        for text in path.read_text("utf-8").splitlines()[:limit]:
            yield verdict(json.loads(text), decoder)


def verdict(line: dict[str, Any], decoder: Decoder) -> Verdict:
    """One written question read and held against its gold."""
    rows = rows_of((line["table"]["package"], line["table"]["item"]), most=2**60)
    found = profile(rows)
    linked = candidates(line["question"], found)
    shown = sheet(line["question"], found, linked, shown_columns(line["question"], found, linked))
    readings = written(decoder.read(shown), vocabulary(found, linked))
    golds = [computed(sql, rows) for sql in (line["sql"], *line.get("alternatives", ())) if sql]
    return Verdict(
        line["id"], line["kind"], line["question"], tuple((" ".join(one.tokens), one.score) for one in readings),
        tuple(is_right(one, line["kind"], golds, rows) for one in readings),
    )  # fmt: skip


def is_right(one: Written, kind: str, golds: Sequence[pd.DataFrame], rows: pd.DataFrame) -> bool:
    """Whether a reading gives what one of the golds gives; any will do for a vague question, none for a lacking one."""
    if one.query is None or kind == "lacking":
        return one.query is None and kind == "lacking"
    try:
        found = result(one.query, rows)
    except AutovizError:
        return False
    return kind == "vague" or any(holds(found, gold) for gold in golds)


def holds(found: pd.DataFrame, gold: pd.DataFrame) -> bool:
    """Whether a table has the rows of another, the order of rows and columns and columns beyond them apart."""
    if len(found) != len(gold):
        return False
    wanted, given = _cells(gold), _cells(found)
    fitting = [[at for at, column in enumerate(given) if _alike([column], [own])] for own in wanted]
    orders = islice(product(*fitting), MOST_ORDERS)
    return any(len({*order}) == len(order) and _alike([given[at] for at in order], wanted) for order in orders)


Cell = float | str


def _cells(table: pd.DataFrame) -> list[list[Cell]]:
    return [[_plain(value) for value in table.iloc[:, at].tolist()] for at in range(len(table.columns))]


def _alike(one: list[list[Cell]], other: list[list[Cell]]) -> bool:
    """Whether columns side by side hold the same rows."""
    rows = zip(_sorted(one), _sorted(other), strict=True)
    return all(_same(left, right) for some, others in rows for left, right in zip(some, others, strict=True))


def _sorted(columns: list[list[Cell]]) -> list[tuple[Cell, ...]]:
    return sorted(zip(*columns, strict=True), key=lambda row: [(isinstance(cell, float), cell) for cell in row])


def _plain(value: Any) -> Cell:
    """A cell as a number or a text; what is missing is the empty text."""
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, (bool, int, float)) or hasattr(value, "__float__"):
        return float(value)
    return str(value).strip().casefold().removesuffix(" 00:00:00")


def _same(one: Cell, other: Cell) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return any(abs(one * factor - other) <= max(CLOSE * abs(other), 1e-9) for factor in (1, 100, 0.01))
    return one == other


def summary(verdicts: Sequence[Verdict]) -> list[str]:
    """How many are right all in all and by kind, the first reading and any of them."""
    by_kind: dict[str, list[Verdict]] = defaultdict(list)
    for one in verdicts:
        by_kind[one.kind].append(one)
    groups = [("all", list(verdicts)), *sorted(by_kind.items(), key=lambda item: -len(item[1]))]
    return [
        f"{name:18s} first {sum(one.first for one in some)}, any {sum(any(one.right) for one in some)}, of {total}"
        for name, some in groups
        if (total := len(some))
    ]
