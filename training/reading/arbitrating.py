"""Arbitrating: what tells which of the two readings of a question is right, fitted on answers to both of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
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
from autoviz.readers.embedded.arbiter import DECODER, Weights, features
from autoviz.readers.embedded.decoder import Decoder, shipped_decoder
from autoviz.readers.embedded.reader import EmbeddedReader
from training.reading.judge import holds
from training.reading.sources import rows_of

BIAS = "bias"
STRENGTH = 0.5
"""How freely weights may grow: there are few questions."""
CHARTS = 1.5
"""What a question for a chart counts beside a written one."""


@dataclass(frozen=True)
class Contest:
    """Where the two readings of a question stand, and which of them answers it rightly."""

    seen: dict[str, float]
    heads: bool
    decoder: bool
    weight: float = 1.0


Chosen = tuple[Reading, dict[str, float]]
Choose = Callable[[str, Reading, Reading, DatasetProfile], Chosen]
"""Takes a text and both readings of it; gives the one that is taken, and what is seen of the two."""


def by_heads(text: str, heads: Reading, decoder: Reading, profile: DatasetProfile) -> Chosen:
    """Always the reading of the network of heads."""
    return heads, features(text, heads, decoder)


def by_decoder(text: str, heads: Reading, decoder: Reading, profile: DatasetProfile) -> Chosen:
    """Always the reading of the decoder."""
    return decoder, features(text, heads, decoder)


class Watched(EmbeddedReader):
    """Reads as the shipped reader does but for the choice of a network, asks nothing back, and keeps what is seen."""

    def __init__(self, decoder: Decoder, choose: Choose) -> None:
        known = network()
        assert known is not None
        super().__init__(default_encoder(known.name), known, decoder)
        self._choose = choose
        self.seen: dict[str, float] | None = None

    def _taken(self, text: str, heads: Reading, decoded: Reading, profile: DatasetProfile, context: Context) -> Reading:
        if heads.intent.others:
            return heads
        taken, self.seen = self._choose(text, heads, decoded, profile)
        sure = max(taken.confidence, context.settings.confidence_threshold)
        return taken.replaced(alternatives=(), confidence=sure)


def answered(rows: pd.DataFrame, question: str, choose: Choose) -> tuple[Analysis | None, dict[str, float] | None]:
    """The answer by the reading that is chosen, None where there is none, and what was seen of both."""
    decoder = shipped_decoder()
    assert decoder is not None
    reader = Watched(decoder, choose)
    try:
        return Analysis(run(replace(opening(rows, question), reader=reader, next_readers=()))), reader.seen
    except AutovizError:
        return None, reader.seen


@dataclass(frozen=True)
class Asked:
    """A question of a table, what tells whether an answer is right, and what it counts."""

    rows: pd.DataFrame
    question: str
    right: Callable[[Analysis], bool]
    weight: float = 1.0


def asked_in(written: Sequence[Path], charts: Sequence[Path]) -> Iterator[Asked]:
    """All questions of files of written questions and of chart suites; what a table lacks decides nothing here."""
    for path in written:
        for line in map(json.loads, path.read_text("utf-8").splitlines()):
            if line["kind"] not in ("lacking", "vague"):
                rows = rows_of((line["table"]["package"], line["table"]["item"]), most=2**60)
                golds = [computed(sql, rows) for sql in (line["sql"], *line.get("alternatives", ())) if sql]
                yield Asked(rows, line["question"], lambda found, golds=golds: _has(found, golds))
    for path in charts:
        suite = load_suite(path)
        for case in suite.cases:
            rows = pd.read_csv(suite.table_path(case))
            yield Asked(rows, case.question, lambda found, case=case: _draws(found, case), CHARTS)


def contests(asked: Iterable[Asked]) -> Iterator[Contest]:
    """Each question answered by either network, where both read it."""
    for one in asked:
        answers = [answered(one.rows, one.question, choose) for choose in (by_heads, by_decoder)]
        seen = answers[0][1]
        if seen is not None:
            right = (found is not None and one.right(found) for found, _ in answers)
            yield Contest(seen, *right, weight=one.weight)


def _has(found: Analysis, golds: Sequence[pd.DataFrame]) -> bool:
    return any(holds(table, gold) for table in found.tables for gold in golds)


def _draws(found: Analysis, case: Any) -> bool:
    return bool(judged(case, found, 0.0).measures.get("mark+attributes"))


def fitted(found: Sequence[Contest]) -> dict[str, Weights]:
    """The weights of the arbiter: what speaks for the decoder where one of the two is right and the other is not."""
    decided = [one for one in found if one.heads != one.decoder]
    seen, counts = [one.seen for one in decided], [one.weight for one in decided]
    return {"DECODER": weights_of(seen, [one.decoder for one in decided], counts, DECODER)}


def weights_of(
    seen: Sequence[dict[str, float]], right: Sequence[bool], counts: Sequence[float], like: Iterable[str]
) -> Weights:
    """A logistic regression over the features that these weights name: what speaks for an answer being right."""
    names = [name for name in like if name != BIAS]
    table = np.array([[one[name] for name in names] for one in seen])
    model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(table, right, counts)
    weights = zip((*names, BIAS), (*model.coef_[0], model.intercept_[0]), strict=True)
    return {name: round(float(value), 3) for name, value in weights}
