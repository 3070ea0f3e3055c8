"""Votes: which kind a text is of, by its nearest examples and by a classifier fitted to all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from autoviz.embedding import Encoder, Vectors

FILE = Path(__file__).with_name("votes.npz")
NEAREST, SHARPNESS = 5, 12.0
RIDGE, CONTRAST = 0.1, 9.0
"""How strongly the classifier over the examples is held back, and how its scores become shares."""


class Votes:
    """Labelled examples and what they say of other texts, for one encoder."""

    def __init__(self, encoder: Encoder, listed: Sequence[tuple[str, str]]) -> None:
        self.labels = tuple(dict.fromkeys(label for label, _ in listed))
        self.examples = tuple(text for _, text in listed)
        self.places = np.array([self.labels.index(label) for label, _ in listed])
        self._vectors = encoder.encode(list(self.examples))
        self.key = hashlib.blake2b(self._vectors.tobytes() + self.places.tobytes(), digest_size=8).hexdigest()
        known = fits().get(self.key)
        self.weights = _fitted(self._vectors, self.places, len(self.labels)) if known is None else known

    def nearness(self, vector: Vectors) -> Vectors:
        """How near a text comes to each example."""
        return np.asarray(self._vectors @ vector, np.float32)

    def shares(self, vector: Vectors) -> Vectors:
        """How likely a text is of each kind."""
        voted, judged = self._voted(self.nearness(vector)), _judged(vector[None], self.weights)[0]
        return np.asarray((voted + judged) / 2, np.float32)

    def _voted(self, nearness: Vectors) -> Vectors:
        nearest = np.argsort(-nearness, kind="stable")[:NEAREST]
        weights = np.exp(SHARPNESS * (nearness[nearest] - nearness[nearest[0]]))
        votes = np.zeros(len(self.labels), np.float32)
        np.add.at(votes, self.places[nearest], weights / weights.sum())
        return votes


@cache
def fits(path: Path = FILE) -> Mapping[str, Vectors]:
    """Classifiers that come with the package, by a digest of what they were fitted to; any other is fitted anew.

    A first question would wait for it: matrices so small are worked out in 10 ms where the processor is free, and in a
    third of a second where threads have to wait for each other.
    """
    if not path.is_file():
        return {}
    with np.load(path, allow_pickle=False) as stored:
        return {key: stored[key] for key in stored.files}


def write(votes: Iterable[Votes], path: Path = FILE) -> None:
    """Keep what was fitted for these."""
    weights = {one.key: one.weights for one in votes}
    np.savez_compressed(path, allow_pickle=False, **weights)


def _fitted(vectors: Vectors, places: np.ndarray[tuple[int], np.dtype[np.int64]], kinds: int) -> Vectors:
    """Ridge regression on the kinds: one small system, solved at once and always alike."""
    rows = _with_bias(vectors).astype(np.float64)
    wanted = np.eye(kinds)[places]
    weights = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ wanted)
    return np.asarray(weights, np.float32)


def _with_bias(vectors: Vectors) -> Vectors:
    return np.hstack([vectors, np.ones((len(vectors), 1), np.float32)])


def _judged(vectors: Vectors, weights: Vectors) -> Vectors:
    scores = CONTRAST * (_with_bias(vectors) @ weights)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True), np.float32)
