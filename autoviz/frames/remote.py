"""Remote: what a frame is whose rows stay on a server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import pandas as pd


class Remote(ABC):
    """Data that stay on a server, which answers queries; only what they give comes here."""

    @abstractmethod
    def outline(self) -> pd.DataFrame:
        """Its columns with their types, and no rows."""

    @abstractmethod
    def look(self) -> tuple[int, dict[str, dict[str, Any]]]:
        """The number of rows, and of each column what the server counted: missing, minimum, maximum, mean, distinct."""

    @abstractmethod
    def texts(self, names: Sequence[str], most: int) -> dict[str, list[str]]:
        """The different texts of those columns that hold texts."""

    @abstractmethod
    def stand_in(self) -> pd.DataFrame:
        """A few made-up rows within the ranges of the columns, on which steps can be tried."""

    @abstractmethod
    def answer(self, query: Any) -> tuple[pd.DataFrame, str]:
        """What a Query gives, and how it came about."""

    @abstractmethod
    def rows(self, names: Sequence[str] | None) -> tuple[pd.DataFrame, str]:
        """The rows with these columns, or with all, and how they came; refused where they are too many."""

    @abstractmethod
    def code(self, name: str, names: Sequence[str] | None) -> str:
        """The lines of a script that fetch the rows with these columns under a name; no key stands in them."""

    @abstractmethod
    def affordable(self, names: Sequence[str] | None) -> bool:
        """Whether the rows with these columns are few enough to be fetched a second time, for the proof."""
