"""Merging: the coded sets of all sources as the one file that the reader is fitted on."""

from __future__ import annotations

import gzip
import pickle
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from autoviz.readers.embedded.words_known import kind_word, words_known
from training.reading.batching import Coded
from training.reading.coded_sets import CodedSet, Source

TIMES: dict[Source, int] = {
    "written": 3, "charts": 2, "worded": 1, "told": 1, "invented": 2, "sketched": 2, "renamed": 1,
}  # fmt: skip
"""How often an example is taken in an epoch."""
WEIGHTS: dict[Source, float] = {
    "written": 1.0, "charts": 0.6, "worded": 0.5, "told": 0.4, "invented": 0.5, "sketched": 1.0, "renamed": 1.0,
}  # fmt: skip
"""What it counts each time: as much as its question can be trusted to be what somebody would ask."""
LACKING = 14
"""Of invented questions for what a table lacks, one is taken for so many others."""
LONGEST = 60
"""Longer readings are not learned: the decoder writes no more words."""
SEED = 1


def merged(sets: Iterable[CodedSet], held_out: Sequence[str]) -> dict[str, Any]:
    """What `fit` reads: tables, words, examples with how often each is taken, and those held out by their file."""
    tables: list[Any] = []
    train: list[Coded] = []
    times: list[int] = []
    kept: dict[str, list[Coded]] = {}
    for one in sets:
        for name, examples in one.examples.items():
            moved = [
                replace(example, table=example.table + len(tables), weight=WEIGHTS[one.source]) for example in examples
            ]
            if name in held_out:
                kept[name] = moved
                continue
            learned = [example for example in thinned(moved, one.source) if len(example.target) <= LONGEST]
            train += learned
            times += [TIMES[one.source]] * len(learned)
        tables += one.tables
    if missing := set(held_out) - set(kept):
        raise ValueError(f"no questions of {', '.join(sorted(missing))} were coded: what is held out was not found")
    return {"tables": tables, "words": list(words_known()), "train": train, "times": times, "kept": kept}


def thinned(examples: list[Coded], source: Source) -> list[Coded]:
    """Invented examples with fewer of those that say only that the table lacks something; others as they are."""
    if source != "told":
        return examples
    nothing = [kind_word("lacking")]
    rest = [one for one in examples if one.target != nothing]
    lacking = [one for one in examples if one.target == nothing]
    random.Random(SEED).shuffle(lacking)
    return rest + lacking[: len(rest) // LACKING]


def write(data: dict[str, Any], path: Path) -> None:
    """The merged examples in one compressed file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wb", compresslevel=5) as file:
        pickle.dump(data, file, protocol=4)
