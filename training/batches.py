"""Stored examples as padded batches; numpy alone, so that loading runs beside the training."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Batch = dict[str, NDArray[Any]]
IGNORED = 255
UNLABELLED = -100
NOT_ABSENT = 254
"""The label of a word that means something or nothing, but not what the table lacks."""
RAGGED = (
    "ids", "owners", "features", "links", "spans", "span_types", "span_fit", "column_labels", "span_labels",
    "words", "word_labels",
)  # fmt: skip
FIXED = ("question_tokens", "pointers", "choices", "intents", "flags", "labels")


class Store:
    """The examples of a build folder."""

    def __init__(self, folder: Path) -> None:
        loaded = np.load(BytesIO(lzma.decompress((folder / "data.npz.xz").read_bytes())))
        self.arrays = {name: loaded[name] for name in loaded.files}
        self.starts = {
            name: np.concatenate([[0], np.cumsum(self.arrays[f"{name}_length"].astype(np.int64))])
            for name in (*RAGGED, "plain")
        }
        self.held_out, self.people = self.arrays["held_out"], self.arrays["people"]
        count = len(self.held_out)
        self.fixed = {name: self.arrays[name].reshape(count, -1) for name in FIXED}
        self.lengths = self.arrays["ids_length"].astype(np.int64)

    def ragged(self, name: str, at: int) -> NDArray[Any]:
        """One example's stretch of a ragged array."""
        starts = self.starts[name]
        stretch: NDArray[Any] = self.arrays[name][starts[at] : starts[at + 1]]
        return stretch

    def batch(self, chosen: NDArray[np.int64], rng: np.random.Generator | None = None) -> Batch:
        """These examples, padded; with a generator, slots are shuffled and some links forgotten."""
        parts = {name: [self.ragged(name, int(at)) for at in chosen] for name in RAGGED}
        rows, tokens = len(chosen), max(len(part) for part in parts["ids"])
        columns, spans = max(len(part) for part in parts["features"]), max(1, *(len(part) for part in parts["spans"]))
        batch = {name: self.fixed[name][chosen].astype(np.int64) for name in FIXED}
        for name in ("pointers", "choices"):
            batch[name][batch[name] == IGNORED] = UNLABELLED
        batch |= _tokens(parts, batch["question_tokens"][:, 0], rows, tokens, columns, rng)
        batch |= _columns(parts, rows, columns)
        batch |= _spans(parts, rows, tokens, columns, spans)
        batch |= _words(parts, rows, tokens)
        if rng is not None:
            slots = np.argsort(rng.random((rows, 32)), axis=1)[:, :columns]
            batch["slots"] = slots.astype(np.int64)
        return batch

    def texts(self, chosen: NDArray[np.int64], plain: NDArray[np.int64]) -> Batch:
        """Questions alone and other plain texts, for the embedding."""
        texts = [self.ragged("ids", int(at))[: int(self.fixed["question_tokens"][at, 0])] for at in chosen]
        texts += [self.ragged("plain", int(at)) for at in plain]
        ids = np.zeros((len(texts), max(len(text) for text in texts)), np.int64)
        mask = np.zeros(ids.shape, np.float32)
        for row, text in enumerate(texts):
            ids[row, : len(text)], mask[row, : len(text)] = text, 1.0
        return {"ids": ids, "mask": mask}


def _tokens(
    parts: dict[str, list[NDArray[Any]]],
    asked: NDArray[Any],
    rows: int,
    tokens: int,
    columns: int,
    rng: np.random.Generator | None,
) -> Batch:
    ids, mask = np.zeros((rows, tokens), np.int64), np.zeros((rows, tokens), np.float32)
    owner, named, valued = (np.zeros((rows, tokens, columns), np.float16) for _ in range(3))
    for row, (text, owners, links) in enumerate(zip(parts["ids"], parts["owners"], parts["links"], strict=True)):
        ids[row, : len(text)], mask[row, : len(text)] = text, 1.0
        owned = np.flatnonzero(owners >= 0)
        owner[row, owned, owners[owned]] = 1.0
        for first, last, slot, by_value, score in links:
            if rng is None or rng.random() > 0.06:
                run = (valued if by_value else named)[row, first : int(last) + 1, slot]
                np.maximum(run, np.float16(score / 255), out=run)
    question = (np.arange(tokens) < asked[:, None]).astype(np.float32)
    return {"ids": ids, "mask": mask, "question": question, "owner": owner, "named": named, "valued": valued}


def _columns(parts: dict[str, list[NDArray[Any]]], rows: int, columns: int) -> Batch:
    width = parts["features"][0].shape[1]
    features = np.zeros((rows, columns, width), np.float16)
    labels = np.full((rows, columns, 5), UNLABELLED, np.int64)
    for row, (seen, told) in enumerate(zip(parts["features"], parts["column_labels"], strict=True)):
        features[row, : len(seen)] = seen / np.float16(255)
        labels[row, : len(told)] = told
    labels[labels == IGNORED] = UNLABELLED
    return {"features": features, "column_labels": labels}


def _spans(parts: dict[str, list[NDArray[Any]]], rows: int, tokens: int, columns: int, spans: int) -> Batch:
    span_tokens = np.zeros((rows, spans, tokens), np.float16)
    types = np.zeros((rows, spans, parts["span_types"][0].shape[1]), np.float16)
    fit = np.zeros((rows, spans, columns), np.float16)
    labels = np.full((rows, spans, 3), UNLABELLED, np.int64)
    for row, places in enumerate(parts["spans"]):
        for at, (first, last) in enumerate(places):
            span_tokens[row, at, first : int(last) + 1] = 1.0 / (int(last) + 1 - int(first))
        types[row, : len(places)] = parts["span_types"][row]
        own = len(parts["features"][row])
        fit[row, : len(places), :own] = parts["span_fit"][row].reshape(len(places), own) / np.float16(255)
        labels[row, : len(places)] = parts["span_labels"][row]
    labels[labels == IGNORED] = UNLABELLED
    return {"span_tokens": span_tokens, "span_types": types, "span_fit": fit, "span_labels": labels}


def _words(parts: dict[str, list[NDArray[Any]]], rows: int, tokens: int) -> Batch:
    words = max(1, *(len(part) for part in parts["words"]))
    word_tokens = np.zeros((rows, words, tokens), np.float16)
    labels = np.full((rows, words), UNLABELLED, np.int64)
    for row, places in enumerate(parts["words"]):
        for at, (first, last) in enumerate(places):
            word_tokens[row, at, first : int(last) + 1] = 1.0 / (int(last) + 1 - int(first))
        labels[row, : len(places)] = parts["word_labels"][row]
    labels[labels == IGNORED] = UNLABELLED
    return {"word_tokens": word_tokens, "word_labels": labels}


def shuffled(
    lengths: NDArray[np.int64], pool: NDArray[np.int64], size: int, rng: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """The pool in random batches of examples of about the same length."""
    mixed = rng.permutation(pool)
    stretches = [mixed[at : at + 16 * size] for at in range(0, len(mixed), 16 * size)]
    batches = []
    for stretch in stretches:
        ordered = stretch[np.argsort(lengths[stretch], kind="stable")]
        batches += [ordered[at : at + size] for at in range(0, len(ordered), size)]
    for at in rng.permutation(len(batches)):
        yield batches[at]
