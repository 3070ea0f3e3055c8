"""Inventing tables and questions on a GPU machine.

`python -m training.reading.inventing FOLDER OUT TUNE SECONDS ADAPTER`: the planner's model with its ADAPTER, tuned on
documents for TUNE seconds, goes on from subjects that nobody wrote of until SECONDS are over. Names, values and
questions are drawn at random; replies are written with hardly any chance. Then it is asked each question again, alone
and with no chance at all: where it replies otherwise, the question is left out.
"""

from __future__ import annotations

import gzip
import pickle
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.reading.base_model import DEVICE, prompted
from training.reading.generating import Kept, gone_on
from training.reading.pages import alone
from training.reading.tuning import merge, prepared, start_from, tune

TEMPERATURE, SURE, NUCLEUS, LIKELIEST, LONGEST, AT_ONCE, SEED = 0.9, 0.25, 0.96, 64, 720, 1280, 11
TABLES, QUESTIONS, LONGEST_REPLY, READING = 256, 8, 130, 0.51
"""Asked again: tables at once, questions of each, tokens of a reply, and which share of the time it may take."""


class Drawn:
    """The next token by chance, at the temperature of what is being written: a reply is chosen with less of it."""

    def __init__(self, ends: Tensor, reply: int) -> None:
        self._ends, self._reply = ends, reply
        """Which tokens end a line, and the one that begins a reply."""
        self._replying: Tensor | None = None

    def __call__(self, seen: Tensor, scores: Tensor) -> Tensor:
        before, last = seen
        if self._replying is None:
            self._replying = torch.zeros_like(last, dtype=torch.bool)
        begins = (last == self._reply) & self._ends[before]
        self._replying = (self._replying | begins) & ~self._ends[last]
        calm = scores.float() / torch.where(self._replying, SURE, TEMPERATURE)[:, None]
        best, tokens = calm.topk(LIKELIEST)
        shares = torch.exp(best - torch.logsumexp(calm, -1, keepdim=True))
        shares = shares.masked_fill(shares.cumsum(-1) - shares > NUCLEUS, 0.0)
        return tokens.gather(1, torch.multinomial(shares, 1))[:, 0]


@dataclass(frozen=True)
class Document:
    """What the model wrote, as token ids: the table, and questions, each with its reply."""

    table: list[int]
    asked: list[tuple[list[int], list[int]]]


def marked(tokens: Sequence[int], size: int) -> Tensor:
    """Of all tokens, whether each is one of these."""
    found = torch.zeros(size, dtype=torch.bool, device=DEVICE)
    found[list(tokens)] = True
    return found


def invented(model: Any, texts: dict[str, Any], until: float) -> list[list[int]]:
    """Documents for the beginnings, the longer ones cut, until the time is up."""
    torch.manual_seed(SEED)
    asks, stop, size = texts["asks"], texts["stop"], model.config.vocab_size
    found: list[list[int]] = []
    took = 0.0
    for at in range(0, len(asks), AT_ONCE):
        begun = time.time()
        if begun + took > until:
            break
        some = asks[at : at + AT_ONCE]
        kept = Kept(model, len(some), max(map(len, some)) + LONGEST)
        chance = Drawn(marked(texts["ends"], size), texts["reply"])
        made = gone_on(kept, some, chance, marked([stop], size), LONGEST)
        found += [[*ask, *(one[:-1] if one[-1] == stop else one)] for ask, one in zip(some, made, strict=True)]
        took = time.time() - begun
        print(f"{len(found)} tables, a block takes {took:.0f} s", flush=True)
    return found


def document_of(ids: Sequence[int], texts: dict[str, Any]) -> Document:
    """A document in its parts; what was cut off is left out."""
    ends = set(texts["ends"])
    lines: list[list[int]] = [[]]
    for one in ids:
        lines[-1].append(one)
        if one in ends:
            lines.append([])
    lines.pop()  # cut off, or empty
    first = next((at for at, line in enumerate(lines) if line[0] == texts["question"]), len(lines))
    pairs = zip(lines[first::2], lines[first + 1 :: 2], strict=False)
    asked = [(ask, reply) for ask, reply in pairs if ask[0] == texts["question"] and reply[0] == texts["reply"]]
    return Document([one for line in lines[:first] for one in line], asked[:QUESTIONS])


def agreed(model: Any, documents: Sequence[Document], texts: dict[str, Any], until: float) -> Iterator[Document]:
    """The documents with those questions that get the same reply again, as many as the time allows."""
    order = sorted((one for one in documents if one.asked), key=lambda one: len(one.table))
    blocks = [order[at : at + TABLES] for at in range(0, len(order), TABLES)]
    random.Random(SEED).shuffle(blocks)  # else the time would be up before the longer tables
    ends, head = marked(texts["ends"], model.config.vocab_size), texts["replying"]
    asked = same = 0
    for number, block in enumerate(blocks):
        if time.time() > until:
            break
        kept = Kept(model, len(block), max(len(one.table) for one in block))
        ids, mask = prompted([one.table for one in block])
        with torch.no_grad():
            kept.read(ids, mask.bool())
            asks = [[*ask, *head] for one in block for ask, _ in _filled(one.asked)]
            kept = kept.repeated(QUESTIONS, max(map(len, asks)) + LONGEST_REPLY)
            made = gone_on(kept, asks, lambda _, scores: scores.argmax(-1), ends, LONGEST_REPLY)
        for at, one in enumerate(block):
            again = made[at * QUESTIONS : at * QUESTIONS + len(one.asked)]
            pairs = [pair for pair, reply in zip(one.asked, again, strict=True) if pair[1] == [*head, *reply]]
            asked, same = asked + len(one.asked), same + len(pairs)
            if pairs:
                yield Document(one.table, pairs)
        if number % 10 == 0:
            print(f"asked again {asked}, the same reply {same}", flush=True)


def _filled(asked: Sequence[tuple[list[int], list[int]]]) -> list[tuple[list[int], list[int]]]:
    return [*asked, *[asked[0]] * (QUESTIONS - len(asked))]


def main(folder: Path, out: Path, tuning: float, seconds: float, adapter: Path) -> None:
    start = time.time()
    texts, model, plan, thin = prepared(folder, "documents.pkl.gz")
    start_from(thin, adapter)
    print(f"loaded after {time.time() - start:.0f} s", flush=True)
    tune(model, alone(texts["train"]), plan, tuning)
    merge(model)
    tuned = time.time()
    print(f"tuned after {tuned - start:.0f} s", flush=True)
    made = invented(model, texts, tuned + (1 - READING) * (start + seconds - tuned))
    documents = [document_of(one, texts) for one in made]
    print(f"{len(documents)} tables, {sum(len(one.asked) for one in documents)} questions", flush=True)
    found = list(agreed(model, documents, texts, start + seconds))
    with gzip.open(out / "invented.pkl.gz", "wb", compresslevel=3) as file:
        pickle.dump([np.array(_ids(one), dtype=np.uint16) for one in found], file, protocol=4)
    count = sum(len(one.asked) for one in found)
    print(f"{len(found)} tables, {count} questions, {time.time() - start:.0f} s", flush=True)


def _ids(one: Document) -> list[int]:
    return [*one.table, *(token for ask, reply in one.asked for token in (*ask, *reply))]


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), Path(sys.argv[5]))
