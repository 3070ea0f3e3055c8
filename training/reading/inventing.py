"""Inventing tables and questions on a GPU machine: `python -m training.reading.inventing FOLDER OUT TUNE SECONDS`.

The planner's model, tuned on documents for TUNE seconds, goes on from subjects that nobody wrote of until SECONDS are
over. Names, values and questions are drawn at random; replies are written with hardly any chance.
"""

from __future__ import annotations

import gzip
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.reading.base_model import DEVICE, prompted
from training.reading.tuning import merge, prepared, tune

TEMPERATURE, SURE, NUCLEUS, LONGEST, AT_ONCE, SEED = 0.9, 0.25, 0.96, 720, 1280, 11


class Calmer:
    """Scores at the temperature of what is being written: a reply is chosen with less chance than the rest."""

    def __init__(self, ends: Tensor, reply: int) -> None:
        self._ends, self._reply = ends, reply
        """Which tokens end a line, and the one that begins a reply."""
        self._replying: Tensor | None = None

    def __call__(self, ids: Tensor, scores: Tensor) -> Tensor:
        last, before = ids[:, -1], ids[:, -2]
        if self._replying is None:
            self._replying = torch.zeros_like(last, dtype=torch.bool)
        begins = (last == self._reply) & self._ends[before]
        self._replying = (self._replying | begins) & ~self._ends[last]
        return scores / torch.where(self._replying, SURE, TEMPERATURE)[:, None]


@torch.no_grad()
def invented(model: Any, asks: list[list[int]], texts: dict[str, Any], until: float) -> list[tuple[int, list[int]]]:
    """Documents for these beginnings, the longer ones cut, until the time is up."""
    torch.manual_seed(SEED)
    found: list[tuple[int, list[int]]] = []
    stop = texts["stop"]
    ends = torch.zeros(model.config.vocab_size, dtype=torch.bool, device=DEVICE)
    ends[texts["ends"]] = True
    took = 0.0
    for at in range(0, len(asks), AT_ONCE):
        begun = time.time()
        if begun + took > until:
            break
        ids, mask = prompted(asks[at : at + AT_ONCE])
        made = model.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=LONGEST, do_sample=True, top_k=0, temperature=1.0,
            top_p=NUCLEUS, eos_token_id=stop, pad_token_id=stop, logits_processor=[Calmer(ends, texts["reply"])],
        )[:, ids.shape[1] :].cpu().tolist()  # fmt: skip
        found += [(at + row, one[: one.index(stop)] if stop in one else one) for row, one in enumerate(made)]
        took = time.time() - begun
        print(f"{len(found)} tables, a block takes {took:.0f} s", flush=True)
    return found


def start_from(thin: dict[str, Any], folder: Path) -> int:
    """The thin matrices of an earlier tuning put in their place; how many there were."""
    count = 0
    for path in sorted(folder.glob("thin_*.npz")):
        with np.load(path) as stored:
            for name in stored.files:
                layer, _, end = name.rpartition(".")
                getattr(thin[layer], end).data = torch.from_numpy(stored[name]).float().to(DEVICE)
                count += 1
    return count


def main(folder: Path, out: Path, tuning: float, seconds: float) -> None:
    start = time.time()
    texts, model, plan, thin = prepared(folder, "documents.pkl.gz")
    print(f"{start_from(thin, folder)} matrices to start from, loaded after {time.time() - start:.0f} s", flush=True)
    tune(model, texts["train"], plan, tuning)
    merge(model)
    print(f"tuned after {time.time() - start:.0f} s", flush=True)
    found = invented(model, texts["asks"], texts, start + seconds)
    with gzip.open(out / "invented.pkl.gz", "wb", compresslevel=3) as file:
        pickle.dump([(at, np.array(one, dtype=np.uint16)) for at, one in found], file, protocol=4)
    print(f"{len(found)} tables, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
