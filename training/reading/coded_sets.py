"""Coded sets: the examples of each source as numbers, with the columns of their tables."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pandas as pd
from tokenizers import Tokenizer

from autoviz.errors import AutovizError
from autoviz.model.profile import DatasetProfile
from autoviz.query.grammar import parse
from autoviz.readers.embedded.decoder import WEIGHTS
from training.invented import ask
from training.reading.batching import Coded
from training.reading.charts_asked import charts_asked
from training.reading.coding import Asked, Coder
from training.reading.invented_tables import invented_tables
from training.reading.sources import CSV, MOST_ROWS, Key, rows_of
from training.reading.spreading import Carried
from training.reading.told import UnsaidError, told
from training.reading.written import Example
from training.tables import domains, invent
from training.withheld import withheld

Source = Literal["written", "charts", "worded", "told", "invented", "sketched", "renamed"]
MOST_ROWS_WRITTEN = 50_000
PER_TABLE = 40
"""How many invented questions are asked of one invented table."""


@dataclass
class CodedSet:
    """Examples by the file that they come from; their `table` is a place in `tables`."""

    source: Source
    examples: dict[str, list[Coded]]
    tables: list[list[tuple[list[int], str]]]
    lacking: int
    """How many were left out because their sheet has not all that they say."""


def new_coder() -> Coder:
    """A coder with the tokenizer that the reader ships with."""
    tokenizer = Tokenizer.from_file(str(WEIGHTS / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return Coder(tokenizer)


def written_set(found: dict[str, list[Example]]) -> CodedSet:
    """Written questions."""
    coder = new_coder()
    made: dict[str, list[Coded]] = {}
    for name, some in found.items():
        by_table: dict[Key, list[Asked]] = defaultdict(list)
        for one in some:
            by_table[one.table].append((one.question, one.kind, one.charts, one.query))
        made[name] = _coded(coder, by_table, MOST_ROWS_WRITTEN)
    return CodedSet("written", made, coder.tables, coder.lacking)


def charts_set(paths: Sequence[Path], data: Path) -> CodedSet:
    """Questions for charts; the files name their tables from the folder `data` on."""
    coder = new_coder()
    frames: dict[str, pd.DataFrame] = {}

    def columns_of(table: str) -> list[str]:
        if table not in frames:
            frames[table] = rows_of((CSV, str(data / table)), MOST_ROWS_WRITTEN)
        return list(frames[table].columns)

    made: dict[str, list[Coded]] = {}
    for path in paths:
        by_table: dict[Key, list[Asked]] = defaultdict(list)
        for table, question, kind, charts, query in charts_asked(path, columns_of):
            by_table[CSV, str(data / table)].append((question, kind, charts, query))
        made[path.stem] = _coded(coder, by_table, MOST_ROWS_WRITTEN)
    return CodedSet("charts", made, coder.tables, coder.lacking)


def worded_set(queries: Sequence[Carried], worded: Sequence[tuple[int, str]], part: slice) -> CodedSet:
    """Queries carried over, under the questions that the wording model wrote for them; each question once."""
    by_table: dict[Key, dict[tuple[str, tuple[str, ...]], tuple[str, Carried]]] = defaultdict(dict)
    for place, question in worded:
        one = queries[place]
        by_table[one.table][question.lower(), one.tokens] = question, one
    coder = new_coder()
    made: list[Coded] = []
    for table in sorted(by_table)[part]:
        names = list(rows_of(table).columns)
        found = by_table[table].values()
        asked: list[Asked] = [(text, one.kind, one.charts, parse(list(one.tokens), names)) for text, one in found]
        made += _coded(coder, {table: asked})
    return CodedSet("worded", {"worded": made}, coder.tables, coder.lacking)


def told_set(count: int, seed: int) -> CodedSet:
    """Invented questions of invented tables."""
    coder, chance = new_coder(), random.Random(seed)
    subjects = list(domains())
    chance.shuffle(subjects)
    made: list[Coded] = []
    number = 0
    while len(made) < count:
        table = invent(subjects[number % len(subjects)], chance)
        number += 1
        readings = (_invented(table, chance) for _ in range(PER_TABLE))
        asked = [coder.one((number, found.names), found, text, words) for text, found, words in filter(None, readings)]
        made += [one for one in asked if one is not None]
    return CodedSet("told", {"told": made[:count]}, coder.tables, coder.lacking)


def invented_set(documents: Sequence[str], seed: int, source: Source = "invented") -> CodedSet:
    """Questions of tables that a model invented or somebody sketched, these perhaps under other names of columns."""
    coder, made = new_coder(), []
    for number, table in enumerate(invented_tables(documents, seed)):
        try:
            made += coder.coded(number, table.rows, table.asked)
        except (AutovizError, ArithmeticError, ValueError) as error:
            print(f"table {number} is left out: {type(error).__name__}: {error}", flush=True)
    return CodedSet(source, {source: made}, coder.tables, coder.lacking)


def _invented(table: Any, chance: random.Random) -> tuple[str, DatasetProfile, list[str]] | None:
    example = ask(table, chance)
    if example is None:
        return None
    kept, profile = withheld(example, table.profile, chance)
    try:
        words = told(kept, profile)
        if len(words) > 1:
            parse(words[2:], profile.names)
    except (UnsaidError, AutovizError):
        return None
    return kept.question, profile, words


def _coded(coder: Coder, by_table: dict[Key, list[Asked]], most: int = MOST_ROWS) -> list[Coded]:
    return [one for some in _each(coder, by_table, most) for one in some]


def _each(coder: Coder, by_table: dict[Key, list[Asked]], most: int) -> Iterator[list[Coded]]:
    for table, asked in by_table.items():
        try:
            yield coder.coded(table, rows_of(table, most), asked)
        except (AutovizError, ArithmeticError) as error:
            print(f"{table} is left out: {type(error).__name__}: {error}", flush=True)
