"""Votes: which kind a text is of, by its nearest examples and by a classifier fitted to all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autoviz.embedding import Encoder, Vectors

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
        self._weights = _fitted(self._vectors, self.places, len(self.labels))

    def nearness(self, vector: Vectors) -> Vectors:
        """How near a text comes to each example."""
        return np.asarray(self._vectors @ vector, np.float32)

    def shares(self, vector: Vectors) -> Vectors:
        """How likely a text is of each kind."""
        voted, judged = self._voted(self.nearness(vector)), _judged(vector[None], self._weights)[0]
        return np.asarray((voted + judged) / 2, np.float32)

    def _voted(self, nearness: Vectors) -> Vectors:
        nearest = np.argsort(-nearness, kind="stable")[:NEAREST]
        weights = np.exp(SHARPNESS * (nearness[nearest] - nearness[nearest[0]]))
        votes = np.zeros(len(self.labels), np.float32)
        np.add.at(votes, self.places[nearest], weights / weights.sum())
        return votes


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
