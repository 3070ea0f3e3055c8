"""Postings: from a text to the numbers of the values that have it, for a million values in two sorted arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray


@dataclass(frozen=True)
class Postings:
    """Hashes of texts in order, each with the number of a value."""

    hashes: NDArray[np.uint64]
    numbers: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Any, numbers: NDArray[np.int64]) -> Postings:
        """The postings of some texts, one number for each."""
        hashes = hashed(texts)
        order = np.argsort(hashes, kind="stable")
        return cls(hashes[order], numbers[order])

    def find(self, texts: Sequence[str]) -> dict[str, NDArray[np.int64]]:
        """The numbers of the texts that are known."""
        if not texts or not len(self.hashes):
            return {}
        asked = hashed(texts)
        first = np.searchsorted(self.hashes, asked, "left")
        last = np.searchsorted(self.hashes, asked, "right")
        return {
            texts[place]: self.numbers[first[place] : last[place]] for place in np.nonzero(last > first)[0].tolist()
        }


def hashed(texts: Any) -> NDArray[np.uint64]:
    """A number for each text."""
    return pd.util.hash_array(np.asarray(texts, dtype=object), categorize=False)
