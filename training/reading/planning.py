"""Planning: questions of every source as prompts and replies of the planner's model, as token ids."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from autoviz.errors import AutovizError
from autoviz.linking.candidates import candidates
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from autoviz.query.grammar import canonical, parse
from autoviz.query.language import Query
from autoviz.readers.embedded.words_known import CHARTS
from autoviz.readers.planner.prompt import (
    LACKING,
    MOST_COLUMNS,
    STOP,
    column_line,
    found_in,
    question_text,
    reply_text,
    table_head,
)
from training.reading.charts_asked import charts_asked
from training.reading.invented_tables import Invented, invented_tables
from training.reading.known import Known
from training.reading.sources import CSV, Key, rows_of
from training.reading.spreading import Carried
from training.reading.written import Example

MOST_ROWS = 50_000
COMMON = 20_000
"""The first ids of the vocabulary are its most common ones; they are kept whether they are used or not."""
LONGEST_PROMPT, LONGEST_REPLY = 900, 130
FEWER, SHUFFLED = 0.5, 0.7
"""How often columns that a reply does not use are left out, and how often columns come in another order."""
TIMES = {"written": 8.0, "charts": 1.5, "worded": 2.0}
"""How often each example is taken, every time with other columns beside those that it uses."""
SKETCHED = "sketched"
_WORD = re.compile(r'"(?:[^"]|"")+"|[A-Za-z_][A-Za-z0-9_]*')
Pair = tuple[str, str]
Ids = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Shown:
    """A table as the model sees it."""

    head: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Planned:
    """A question with the reply that is wanted."""

    source: str
    id: str
    table: Shown
    question: str
    reply: str


class Planner:
    """Writes the questions of one table after another."""

    def __init__(self) -> None:
        self._tables: dict[Key, tuple[DatasetProfile, Known, Shown]] = {}
        self._made: dict[Key, Invented] = {}

    def written(self, source: str, some: Iterable[Example]) -> Iterator[Planned]:
        """Written questions; of those without a Query only the lacking ones."""
        for one in some:
            if one.query is not None or one.kind == LACKING:
                yield from self._one(source, one.id, one.table, one.question, one.kind, one.charts, one.query)

    def charts(self, path: Path, data: Path) -> Iterator[Planned]:
        """Questions for charts; the file names its tables from the folder `data` on."""

        def columns_of(table: str) -> list[str]:
            return list(self._table((CSV, str(data / table)))[0].names)

        for table, question, kind, charts, query in charts_asked(path, columns_of):
            yield from self._one(path.stem, "", (CSV, str(data / table)), question, kind, charts, query)

    def worded(self, queries: Sequence[Carried], questions: Sequence[tuple[int, str]], seed: int) -> Iterator[Planned]:
        """Queries carried over, each under one of the questions that the wording model wrote for it."""
        chance, by_query = random.Random(seed), defaultdict(list)
        for place, text in questions:
            by_query[place].append(text)
        for place in sorted(by_query, key=lambda place: str(queries[place].table)):
            one, text = queries[place], chance.choice(by_query[place])
            query = parse(list(one.tokens), list(self._table(one.table)[0].names))
            yield from self._one("worded", str(place), one.table, text, one.kind, one.charts, query)

    def sketched(self, texts: Sequence[str], seed: int) -> Iterator[Planned]:
        """The questions of sketched tables."""
        for number, table in enumerate(invented_tables(texts, seed)):
            key = (SKETCHED, str(number))
            self._made[key] = table
            for place, (question, kind, charts, query) in enumerate(table.asked):
                yield from self._one(SKETCHED, f"{number}.{place}", key, question, kind, charts, query)

    def _one(
        self, source: str, name: str, key: Key, question: str, kind: str, charts: Sequence[str], query: Query | None
    ) -> Iterator[Planned]:
        try:
            found, known, shown = self._table(key)
            if query is not None:
                query = canonical(known.plain(query), list(found.names))
            linked = found_in(candidates(question, found), found)
        except (AutovizError, ArithmeticError) as error:
            print(f"{key} is left out: {type(error).__name__}: {error}", flush=True)
            return
        chart = next((one for one in charts if one in CHARTS), "table")
        yield Planned(source, name, shown, question_text(question, linked), reply_text(kind, chart, query))

    def _table(self, key: Key) -> tuple[DatasetProfile, Known, Shown]:
        if key not in self._tables:
            made = self._made.get(key)
            rows = rows_of(key, MOST_ROWS) if made is None else made.rows
            found = profile(rows)
            head = table_head(found) if made is None else made.size  # made frames all have as many rows
            shown = Shown(head, tuple(map(column_line, found.columns)))
            self._tables[key] = found, Known.of(rows, found), shown
        return self._tables[key]


def mixed(planned: Iterable[Planned], held_out: Sequence[str], seed: int) -> tuple[list[Pair], dict[str, list[Pair]]]:
    """Pairs to learn from, as often as `TIMES` says, and those held out; no table is on both sides."""
    chance, every = random.Random(seed), list(planned)
    kept_tables = {one.table for one in every if one.source in held_out}
    kept: dict[str, list[Pair]] = {name: [] for name in held_out}
    learned: list[Pair] = []
    for one in every:
        if one.source in held_out:
            kept[one.source].append((_prompt(one.table.head, one.table.lines[:MOST_COLUMNS], one), one.reply))
        elif one.table not in kept_tables:
            times = TIMES["worded" if one.source == "worded" else "written" if one.id else "charts"]
            for _ in range(int(times) + (chance.random() < times % 1)):
                learned.append((_prompt(one.table.head, _some_columns(one, chance), one), one.reply))
    return learned, kept


def _prompt(head: str, lines: Sequence[str], one: Planned) -> str:
    return "\n".join((head, *lines, f"question:{one.question}"))


def _some_columns(one: Planned, chance: random.Random) -> list[str]:
    """The columns that a reply uses, and others: all or some, in their order or another."""
    said = set(_WORD.findall(one.reply))
    used = [line for line in one.table.lines if _name(line) in said]
    rest = [line for line in one.table.lines if _name(line) not in said]
    whole = one.reply.strip() == LACKING or "*" in one.reply.replace("(*)", "")  # every column counts
    if not whole and len(rest) > 2 and chance.random() < FEWER:
        rest = chance.sample(rest, chance.randint(max(2, len(rest) // 3), len(rest)))
    lines = (used + rest)[:MOST_COLUMNS]
    if chance.random() < SHUFFLED:
        chance.shuffle(lines)
        return lines
    return sorted(lines, key=one.table.lines.index)


def _name(line: str) -> str:
    found = _WORD.match(line)
    return found[0] if found else line


def coded_pairs(learned: list[Pair], kept: dict[str, list[Pair]], tokenizer: Any) -> tuple[dict[str, Any], Any]:
    """All pairs as ids of the tokens that are kept, and those tokens, sorted."""
    stop = tokenizer.token_to_id(STOP)
    every = _ids(learned, tokenizer, stop)
    train = [(ask, reply) for ask, reply in every if len(ask) <= LONGEST_PROMPT and len(reply) <= LONGEST_REPLY]
    held = {name: _ids(pairs, tokenizer, stop) for name, pairs in kept.items()}
    used = {*range(COMMON), stop}
    for ask, reply in (*train, *(pair for pairs in held.values() for pair in pairs)):
        used.update(ask, reply)
    keep = np.array(sorted(used))
    new = {old: at for at, old in enumerate(keep.tolist())}

    def renumbered(pairs: list[Ids]) -> list[Ids]:
        return [([new[one] for one in ask], [new[one] for one in reply]) for ask, reply in pairs]

    kept_ids = {name: renumbered(some) for name, some in held.items()}
    return {"stop": new[stop], "train": renumbered(train), "kept": kept_ids}, keep


def _ids(pairs: list[Pair], tokenizer: Any, stop: int) -> list[Ids]:
    asks = tokenizer.encode_batch([ask for ask, _ in pairs], add_special_tokens=False)
    replies = tokenizer.encode_batch([reply for _, reply in pairs], add_special_tokens=False)
    return [(ask.ids, [*reply.ids, stop]) for ask, reply in zip(asks, replies, strict=True)]
