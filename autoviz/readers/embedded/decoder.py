"""Decoder: the trained network that writes a reading word by word, at run time: onnxruntime, offline, without torch."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autoviz.errors import EmbeddingError
from autoviz.readers.embedded.sheet import MOST_TOKENS, Pieces, Sheet, pieces
from autoviz.readers.graphs import WEIGHTS, opened_graph, opened_tokenizer

CLS, SEP = 101, 102
Floats = NDArray[np.float32]


@dataclass
class Reading:
    """One sheet as the network holds it while readings of it are written."""

    tokens: tuple[str, ...]
    """What may be written: the known words, then the items of the sheet."""
    used: Floats
    """How likely each item plays a part."""
    _shared: dict[str, Floats]
    """What every step reads of the sheet: its items as they are written and pointed to, and what each layer sees."""
    _session: Any
    _words: int

    def started(self, word: int) -> tuple[Floats, Floats]:
        """The scores of what may come first, and what is kept of the start."""
        layers, _, _, heads, _, width = self._shared["sheet"].shape
        nothing = np.zeros((layers, 2, 1, heads, 0, width), np.float32)
        return self.stepped(np.array([word]), 0, nothing)

    def stepped(self, places: NDArray[np.int64], at: int, kept: Floats) -> tuple[Floats, Floats]:
        """The log probabilities after one more token for each reading; tokens are named by their place."""
        points = np.where(places >= self._words, places - self._words, -1)
        words = np.where(places >= self._words, 0, places)
        said = {"word": words[None], "point": points[None], "at": np.array(at), "own": kept}
        scores, kept = self._session.run(None, said | self._shared)
        return scores, kept


class Decoder:
    """Two ONNX graphs, loaded once: what a sheet says, and what comes next."""

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._loaded: tuple[Any, Any, Any] | None = None
        self.words: tuple[str, ...] = ()

    def read(self, made: Sheet) -> Reading:
        """The sheet taken in."""
        tokenizer, sheets, steps = self.load()
        coded = pieces(made, tokenizer)
        ids, split, places, shown = _laid_out(coded)
        array = np.array([ids])
        written, pointed, kept, used = sheets.run(
            None,
            {
                "ids": array, "types": (np.arange(len(ids)) >= split).astype(np.int64)[None],
                "mask": np.ones_like(array), "places": np.array([places], np.int64).reshape(1, -1),
            },
        )  # fmt: skip
        tokens = (*self.words, *(coded.tokens[at] for at in shown))
        shared = {"written": written, "pointed": pointed, "sheet": kept}
        return Reading(tokens, used[0], shared, steps, len(self.words))

    def load(self) -> tuple[Any, Any, Any]:
        """Tokenizer and graphs, opened on first use."""
        with self._lock:
            if self._loaded is None:
                self._loaded = self._opened()
        return self._loaded

    def _opened(self) -> tuple[Any, Any, Any]:
        try:
            self.words = tuple(json.loads((self._folder / "words.json").read_text("utf-8")))
            tokenizer = opened_tokenizer(self._folder / "tokenizer.json")
            sheets = opened_graph(self._folder / "sheet.onnx")
            steps = opened_graph(self._folder / "step.onnx")
        except Exception as error:
            told = f"The weights in {self._folder} cannot be read: {error}"
            raise EmbeddingError(told, "Install autoviz again.") from error
        return tokenizer, sheets, steps


def _laid_out(coded: Pieces) -> tuple[list[int], int, list[int], list[int]]:
    """Token ids, where the items begin, the place of each item shown, and which those are."""
    ids = [CLS, *coded.question, SEP]
    split = len(ids)
    places, shown = [], []
    for at, piece in enumerate(coded.items):
        if len(ids) + len(piece) <= MOST_TOKENS:
            places.append(len(ids))
            shown.append(at)
            ids += piece
    return ids, split, places, shown


@cache
def shipped_decoder() -> Decoder | None:
    """The decoder that comes with the package, where its weights are installed."""
    return Decoder() if (WEIGHTS / "step.onnx").is_file() else None
