"""The trained network at run time: onnxruntime and a tokenizer, loaded once, offline, without torch."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autoviz.errors import EmbeddingError
from autoviz.linking.links import Match
from autoviz.model.profile import DatasetProfile
from autoviz.readers.embedded.encoding import Encoded, dense, encode
from autoviz.readers.embedded.features import CANDIDATE_TYPES, COLUMN_FEATURES
from autoviz.readers.embedded.heads import MAX_TOKENS, sizes
from autoviz.readers.graphs import WEIGHTS, opened_graph, opened_tokenizer

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Answers:
    """What the network says of one question: raw scores per head, and what they are about."""

    encoded: Encoded
    scores: dict[str, Floats]


class Network:
    """One ONNX session with two uses: answers about a question over a profile, and embeddings of plain texts."""

    name = "autoviz-reader"

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._session: Any = None
        self._tokenizer: Any = None
        self._outputs: list[str] = []

    def answers(self, question: str, profile: DatasetProfile, matches: Sequence[Match]) -> Answers:
        """The scores of every head for a normalised question."""
        self.load()
        encoded = encode(question, profile, matches, self._tokenizer)
        found = self._session.run(self._outputs, dense(encoded))
        return Answers(encoded, {name: array[0] for name, array in zip(self._outputs, found, strict=True)})

    def encode(self, texts: Sequence[str]) -> Floats:
        """One unit vector per text; each text goes alone, for int8 scales are shared by a batch and would differ."""
        self.load()
        vectors = [self._embedded(self._tokenizer.encode(text).ids[:MAX_TOKENS]) for text in texts]
        return np.concatenate(vectors) if vectors else np.zeros((0, 0), np.float32)

    def _embedded(self, tokens: list[int]) -> Floats:
        count = len(tokens)
        mask, no_column = np.ones((1, count), np.float32), np.zeros((1, count, 1), np.float32)
        inputs = {
            "ids": np.array([tokens], np.int64), "mask": mask, "question": mask,
            "owner": no_column, "named": no_column, "valued": no_column,
            "features": np.zeros((1, 1, len(COLUMN_FEATURES)), np.float32),
            "span_tokens": np.zeros((1, 1, count), np.float32),
            "span_types": np.zeros((1, 1, len(CANDIDATE_TYPES)), np.float32),
            "span_fit": np.zeros((1, 1, 1), np.float32),
            "word_tokens": np.zeros((1, 1, count), np.float32),
        }  # fmt: skip
        vectors: Floats = self._session.run(["embedding"], inputs)[0]
        return vectors

    def load(self) -> None:
        """Tokenizer and graph, opened on first use."""
        with self._lock:
            if self._session is not None:
                return
            meta = self._meta()
            self._tokenizer = opened_tokenizer(self._folder / "tokenizer.json")
            self._outputs = list(meta["outputs"])
            self._session = opened_graph(self._folder / "reader.onnx")

    def _meta(self) -> dict[str, Any]:
        """What the weights were trained with; they must fit this version's features and labels."""
        missing = [
            name for name in ("reader.onnx", "reader.json", "tokenizer.json") if not (self._folder / name).is_file()
        ]
        if missing:
            raise EmbeddingError(
                f"The trained reader's files are missing: {', '.join(missing)}", "Install autoviz again."
            )
        meta: dict[str, Any] = json.loads((self._folder / "reader.json").read_text())
        if meta["sizes"] != sizes() or meta["features"] != list(COLUMN_FEATURES):
            raise EmbeddingError(
                "The trained reader's weights belong to another version of its labels or features",
                "Install autoviz again, or export the weights anew (training/README.md).",
            )
        return meta


@cache
def shipped() -> Network:
    """The network whose weights come with the package."""
    return Network()
