"""Examples as numbers: the sheet of each question in token ids, and the reading that is to be written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from autoviz.linking.candidates import candidates
from autoviz.model.profile import DatasetProfile
from autoviz.profile import profile
from autoviz.query.grammar import tokens
from autoviz.query.language import Query
from autoviz.readers.embedded.sheet import pieces, sheet
from autoviz.readers.embedded.words_known import CHARTS, chart_word, kind_word, words_known
from training.reading.batching import Coded

KNOWN = frozenset(words_known())
Asked = tuple[str, str, tuple[str, ...], Query | None]
"""Question, kind, charts, Query."""


class Coder:
    """Codes the questions of one table after another."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.tables: list[list[tuple[list[int], str]]] = []
        self._known: dict[Any, int] = {}
        self.lacking = 0
        """How many targets had something that their sheet has not."""

    def coded(self, key: Any, rows: pd.DataFrame, asked: Iterable[Asked]) -> list[Coded]:
        """Questions of one frame, those left out whose target has something that their sheet has not."""
        found = profile(rows)
        made = [
            self.one(key, found, question, reading(kind, charts, query, found.names))
            for question, kind, charts, query in asked
        ]
        return [one for one in made if one is not None]

    def one(self, key: Any, found: DatasetProfile, question: str, target: list[str]) -> Coded | None:
        """One question of a profile; tables of the same key share their columns."""
        every = range(len(found.columns))
        shown = sheet(question, found, candidates(question, found), every)
        coded = pieces(shown, self.tokenizer)
        columns = [at for at, item in enumerate(shown.items) if item.kind == "column"]
        if key not in self._known:
            self._known[key] = len(self.tables)
            self.tables.append([(list(coded.items[at]), coded.tokens[at]) for at in columns])
        others = [at for at, item in enumerate(shown.items) if item.kind != "column"]
        have = KNOWN | set(coded.tokens)
        if any(token not in have for token in target):
            self.lacking += 1
            return None
        return Coded(
            self._known[key], list(coded.question),
            [(coded.kinds[at], list(coded.items[at]), coded.tokens[at]) for at in others],
            [shown.items[at].column for at in others], target,
        )  # fmt: skip


def reading(kind: str, charts: tuple[str, ...], query: Query | None, columns: Iterable[str]) -> list[str]:
    """What is to be written: the kind, the chart, the Query; nothing more where the table lacks it."""
    if query is None:
        return [kind_word("lacking" if kind == "lacking" else "vague")]
    chart = next((name for name in charts if name in CHARTS), "table")
    return [kind_word(kind), chart_word(chart), *tokens(query, list(columns))]
