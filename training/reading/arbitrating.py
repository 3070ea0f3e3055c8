"""Arbitrating: what tells which of the two readings of a question is right, fitted on answers to both of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

from autoviz.analysis import Analysis, opening
from autoviz.errors import AutovizError
from autoviz.evaluation.outcomes import judged
from autoviz.evaluation.suites import load_suite
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.pipeline import run
from autoviz.query.reference import computed
from autoviz.readers.base import Context
from autoviz.readers.default import default_encoder, network
from autoviz.readers.embedded import asking
from autoviz.readers.embedded.arbiter import features, of_things
from autoviz.readers.embedded.dated import dated, in_numbers
from autoviz.readers.embedded.decoder import Decoder, shipped_decoder
from autoviz.readers.embedded.reader import EmbeddedReader
from training.reading.judge import holds
from training.reading.sources import rows_of

STRENGTH = 0.5
"""How freely weights may grow: there are few questions."""
CHARTS = 0.8
"""What a question for a chart counts beside a written one."""


@dataclass(frozen=True)
class Contest:
    """Where the two readings of a question stand, and which of them answers it rightly."""

    seen: dict[str, float]
    heads: bool
    decoder: bool
    weight: float = 1.0


class OneSided(EmbeddedReader):
    """Answers by always the same one of the two, and asks nothing back; keeps where they stood."""

    def __init__(self, decoder: Decoder, by_decoder: bool) -> None:
        known = network()
        assert known is not None
        super().__init__(default_encoder(known.name), known, decoder)
        self._by, self._by_decoder = decoder, by_decoder
        self.seen: dict[str, float] | None = None

    def _likelier(self, text: str, heads: Reading, profile: DatasetProfile, context: Context) -> Reading:
        decoded = asking.read(text, profile, self._by, context.aliases, dated(text, heads.requirements, profile))
        if decoded is None or heads.intent.others:
            return heads
        decoded = of_things(decoded, heads)
        self.seen = features(text, heads, decoded)
        taken = decoded if self._by_decoder else heads
        asked, sure = in_numbers(taken.requirements, profile), context.settings.confidence_threshold
        return taken.replaced(requirements=asked, alternatives=(), confidence=max(taken.confidence, sure))


def answered(rows: pd.DataFrame, question: str, by_decoder: bool) -> tuple[Analysis | None, dict[str, float] | None]:
    """The answer by one of the two readings, None where there is none, and where both stood."""
    decoder = shipped_decoder()
    assert decoder is not None
    reader = OneSided(decoder, by_decoder)
    try:
        return Analysis(run(replace(opening(rows, question), reader=reader, next_readers=()))), reader.seen
    except AutovizError:
        return None, reader.seen


def contests(written: Sequence[Path], charts: Sequence[Path]) -> Iterator[Contest]:
    """All questions of files of written questions and of chart suites; what a table lacks decides nothing here."""
    for path in written:
        for line in map(json.loads, path.read_text("utf-8").splitlines()):
            if line["kind"] not in ("lacking", "vague"):
                rows = rows_of((line["table"]["package"], line["table"]["item"]), most=2**60)
                golds = [computed(sql, rows) for sql in (line["sql"], *line.get("alternatives", ())) if sql]
                yield from _contest(rows, line["question"], lambda found, golds=golds: _has(found, golds))
    for path in charts:
        suite = load_suite(path)
        for case in suite.cases:
            rows = pd.read_csv(suite.table_path(case))
            for one in _contest(rows, case.question, lambda found, case=case: _draws(found, case)):
                yield replace(one, weight=CHARTS)


def _contest(rows: pd.DataFrame, question: str, right: Any) -> Iterator[Contest]:
    (by_heads, seen), (by_decoder, _) = (answered(rows, question, side) for side in (False, True))
    if seen is not None:
        yield Contest(seen, *(found is not None and right(found) for found in (by_heads, by_decoder)))


def _has(found: Analysis, golds: Sequence[pd.DataFrame]) -> bool:
    return any(holds(table, gold) for table in found.tables for gold in golds)


def _draws(found: Analysis, case: Any) -> bool:
    return bool(judged(case, found, 0.0).measures.get("mark+attributes"))


def fitted(found: Sequence[Contest]) -> dict[str, dict[str, float]]:
    """The weights of the arbiter: for either reading what speaks for it."""
    names = list(found[0].seen)
    table = np.array([[one.seen[name] for name in names] for one in found])
    made = {}
    for side, right in (("HEADS", [one.heads for one in found]), ("DECODER", [one.decoder for one in found])):
        model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(table, right, [one.weight for one in found])
        weights = zip((*names, "bias"), (*model.coef_[0], model.intercept_[0]), strict=True)
        made[side] = {name: round(float(value), 3) for name, value in weights}
    return made
