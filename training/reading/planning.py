"""Planning: questions of every source as prompts and replies of the planner's model, as token ids."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
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
QUESTION = "question:"
FEWER, SHUFFLED = 0.5, 0.7
"""How often columns that a reply does not use are left out, and how often columns come in another order."""
SKETCHED = "sketched"
TIMES = {"written": 4, "charts": 1, "worded": 2, SKETCHED: 3}
"""How often each example is taken, every time with other ones and other columns beside those that they use."""
PER_PAGE = 5
"""How many questions stand on one page."""
_WORD = re.compile(r'"(?:[^"]|"")+"|[A-Za-z_][A-Za-z0-9_]*')
Pair = tuple[str, str]
Page = tuple[str, tuple[Pair, ...]]
"""A table up to where a question begins, and questions, each with its reply."""
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


def mixed(planned: Iterable[Planned], held_out: Sequence[str], seed: int) -> tuple[list[Page], dict[str, list[Pair]]]:
    """Pages to learn from, as often as `TIMES` says, and pairs held out; no table is on both sides."""
    chance, every = random.Random(seed), list(planned)
    kept_tables = {one.table for one in every if one.source in held_out}
    kept: dict[str, list[Pair]] = {name: [] for name in held_out}
    learned: dict[tuple[Shown, int], list[Planned]] = defaultdict(list)
    for one in every:
        if one.source in held_out:
            kept[one.source].append((_prompt(one.table.head, one.table.lines[:MOST_COLUMNS], one), one.reply))
        elif one.table not in kept_tables:
            learned[one.table, _times(one)].append(one)
    pages = []
    for (table, times), some in learned.items():
        for _ in range(times):
            chance.shuffle(some)
            pages += [_page(table, some[at : at + PER_PAGE], chance) for at in range(0, len(some), PER_PAGE)]
    return pages, kept


def _times(one: Planned) -> int:
    """How often an example is taken; those for charts have no number of their own."""
    return TIMES.get(one.source, TIMES["written" if one.id else "charts"])


def _page(table: Shown, some: Sequence[Planned], chance: random.Random) -> Page:
    shown = "\n".join((table.head, *_some_columns(table, [one.reply for one in some], chance), QUESTION))
    return shown, tuple((one.question, one.reply) for one in some)


def _prompt(head: str, lines: Sequence[str], one: Planned) -> str:
    return "\n".join((head, *lines, f"{QUESTION}{one.question}"))


def _some_columns(table: Shown, replies: Sequence[str], chance: random.Random) -> list[str]:
    """The columns that replies use, and others: all or some, in their order or another."""
    said = {word for reply in replies for word in _WORD.findall(reply)}
    used = [line for line in table.lines if _name(line) in said]
    rest = [line for line in table.lines if _name(line) not in said]
    whole = any(reply.strip() == LACKING or "*" in reply.replace("(*)", "") for reply in replies)  # every column counts
    if not whole and len(rest) > 2 and chance.random() < FEWER:
        rest = chance.sample(rest, chance.randint(max(2, len(rest) // 3), len(rest)))
    lines = (used + rest)[:MOST_COLUMNS]
    if chance.random() < SHUFFLED:
        chance.shuffle(lines)
        return lines
    return sorted(lines, key=table.lines.index)


def _name(line: str) -> str:
    found = _WORD.match(line)
    return found[0] if found else line


def coded_pages(learned: list[Page], kept: dict[str, list[Pair]], tokenizer: Any) -> tuple[dict[str, Any], Any]:
    """All pages and pairs as ids of the tokens that are kept, and those tokens, sorted."""
    stop = tokenizer.token_to_id(STOP)
    tables = [one.ids for one in tokenizer.encode_batch([table for table, _ in learned], add_special_tokens=False)]
    asked = iter(_ids([pair for _, some in learned for pair in some], tokenizer, stop))
    pages = [(table, list(islice(asked, len(some)))) for table, (_, some) in zip(tables, learned, strict=True)]
    fitting = [(table, [pair for pair in some if _fits(table, pair)]) for table, some in pages]
    held = {name: _ids(pairs, tokenizer, stop) for name, pairs in kept.items()}
    used = {*range(COMMON), stop}
    for table, some in fitting:
        used.update(table, *(part for pair in some for part in pair))
    for ask, reply in (pair for pairs in held.values() for pair in pairs):
        used.update(ask, reply)
    keep = np.array(sorted(used))
    new = {old: at for at, old in enumerate(keep.tolist())}

    def renumbered(pairs: list[Ids]) -> list[Ids]:
        return [([new[one] for one in ask], [new[one] for one in reply]) for ask, reply in pairs]

    train = [([new[one] for one in table], renumbered(some)) for table, some in fitting if some]
    return {"stop": new[stop], "train": train, "kept": {name: renumbered(some) for name, some in held.items()}}, keep


def _fits(table: list[int], pair: Ids) -> bool:
    """Whether a question is short enough to be learned from."""
    return len(table) + len(pair[0]) <= LONGEST_PROMPT and len(pair[1]) <= LONGEST_REPLY


def _ids(pairs: list[Pair], tokenizer: Any, stop: int) -> list[Ids]:
    asks = tokenizer.encode_batch([ask for ask, _ in pairs], add_special_tokens=False)
    replies = tokenizer.encode_batch([reply for _, reply in pairs], add_special_tokens=False)
    return [(ask.ids, [*reply.ids, stop]) for ask, reply in zip(asks, replies, strict=True)]
