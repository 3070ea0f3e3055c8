"""Example vectors: what our encoder makes of the registry's examples, so that no first question waits for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from autoviz.embedding import Vectors
from autoviz.readers.graphs import WEIGHTS

FILE = WEIGHTS / "examples.npz"


@cache
def examples(path: Path = FILE) -> Mapping[str, Vectors]:
    """Each example with its vector; nothing where the file is missing: they are encoded anew then."""
    if not path.is_file():
        return {}
    with np.load(path, allow_pickle=False) as stored:
        texts = stored["texts"].tobytes().decode().split("\n")
        return dict(zip(texts, stored["vectors"].astype(np.float32), strict=True))


def write(texts: Sequence[str], vectors: Vectors, path: Path = FILE) -> None:
    """Keep the vectors of these texts, in half precision, which changes a nearness by a thousandth."""
    spelled = np.frombuffer("\n".join(texts).encode(), np.uint8)
    np.savez_compressed(path, texts=spelled, vectors=vectors.astype(np.float16))
