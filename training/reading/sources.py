"""Sources: the tables and the written questions that examples are made of, and the files between two steps."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pandas as pd

from autoviz.evaluation.gold import table_of
from training.reading.written import Example, examples

Key = tuple[str, str]
"""A table: the package that bundles it and its name there, or `csv` and the path of its file."""
CSV = "csv"
MOST_ROWS = 20_000
SEED = 0
T = TypeVar("T")


def rows_of(key: Key, most: int = MOST_ROWS) -> pd.DataFrame:
    """The rows of a table under text names, of very many a sample."""
    rows = (pd.read_csv(key[1]) if key[0] == CSV else table_of(*key)).rename(columns=str)
    return rows.sample(most, random_state=SEED) if len(rows) > most else rows


def title_of(key: Key) -> str:
    """What a table is called where it is shown: without its folder, its database and its ending."""
    name = Path(key[1]).name.removesuffix(".csv")
    return name.split("__")[-1] if key[0] == CSV else name


def written_in(paths: Iterable[Path]) -> dict[str, list[Example]]:
    """Name of the file → its questions."""
    return {path.stem: list(examples([path])) for path in paths}


def parted(found: dict[str, list[Example]], held_out: Sequence[str]) -> tuple[list[Example], list[Example]]:
    """The questions to learn from and those held out, of each file; no table is on both sides."""
    kept = [one for name in held_out for one in found.get(name, ())]
    learned = [one for name, some in found.items() if name not in held_out for one in some]
    if both := {one.table for one in kept} & {one.table for one in learned}:
        raise ValueError(f"tables of held-out questions are learned from too: {sorted(both)[:5]}")
    return learned, kept


def share(items: Sequence[T], part: str) -> list[T]:
    """Every n-th item, as `0/2` says: the first of two parts."""
    first, count = map(int, part.split("/"))
    return list(items[first::count])


def stored(path: Path, value: Any) -> None:
    """A value written for the next step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pickle.dump(value, file, protocol=4)


def loaded(path: Path) -> Any:
    """What an earlier step wrote."""
    with path.open("rb") as file:
        return pickle.load(file)
