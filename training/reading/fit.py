"""Fitting the reader's network on a GPU machine: `python -m training.reading.fit DATA ENCODER OUT SECONDS [START]`.

START is a network fitted earlier, which is gone on with at a smaller rate.

All examples are laid out beforehand, each in several orders of its columns, and kept on the GPU: a batch is a choice
of rows, so that no time is lost between two steps.
"""

from __future__ import annotations

import gzip
import json
import math
import pickle
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from training.reading.batching import MOST_COLUMNS, Coded, batch, varied_batch
from training.reading.model import ReaderNetwork

SEED, RATE_ENCODER, RATE_DECODER, USED = 3, 1.5e-4, 6e-4, 0.3
WORKERS, ORDERS, TOGETHER = 15, 5, 384
WARMING, SEEN_EVERY, AVERAGED_FROM = 400, 20, 0.85
"""Steps until the full rate; every how many of them is looked at; the share of the time after which weights count."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BLANK = 103
"""What stands for a token of the question that is hidden."""


class Way(NamedTuple):
    """How a network learns."""

    rate: float
    """The share of the full rate."""
    dropout: float
    hidden: float
    """The share of the question's tokens that are hidden."""


FRESH, GONE_ON = Way(1.0, 0.1, 0.04), Way(0.5, 0.2, 0.1)
"""From the encoder alone, and from an earlier network, which knows much of it by heart."""


def encoder_of(folder: Path) -> Any:
    """The sentence encoder that the reader starts from."""
    from transformers import BertConfig, BertModel

    config = BertConfig.from_dict(json.loads((folder / "config.json").read_text()))
    model = BertModel(config, add_pooling_layer=False)
    stored = np.load(folder / "encoder.npz")
    weights = {name: torch.from_numpy(stored[name]).float() for name in stored.files}
    missing, unexpected = model.load_state_dict(weights, strict=False)
    assert not unexpected and all("position_ids" in name for name in missing), (missing, unexpected)
    return model


def losses(network: Any, made: dict[str, Tensor], words: int) -> tuple[Tensor, Tensor, Tensor]:
    """The loss of each place, whether its best choice is right, and the loss of the items' use."""
    scores, used = network(made["ids"], made["types"], made["mask"], made["places"], made["words"], made["points"])
    scores = scores.float()
    rows = made["groups"].shape[0]
    known = torch.arange(words, device=scores.device).expand(rows, -1)
    groups = torch.cat([known, made["groups"]], 1)
    scores = scores.masked_fill((groups < 0)[:, None], -1e4)
    fits = groups[:, None] == made["wanted"][:, :, None]
    whole = torch.logsumexp(scores, -1)
    right = torch.logsumexp(scores.masked_fill(~fits, -1e4), -1)
    counted = made["wanted"] >= 0
    loss = (whole - right) * counted
    best = torch.gather(groups, 1, scores.argmax(-1))
    correct = (best == made["wanted"]) | ~counted
    there = (made["groups"] >= 0).float()
    use = torch.nn.functional.binary_cross_entropy_with_logits(used.float(), made["used"], reduction="none")
    return loss, correct, (use * there).sum() / there.sum()


_shared: dict[str, Any] = {}


def _prepare(tables: Any, words: dict[str, int], everything: list[Coded]) -> None:
    _shared.update(tables=tables, words=words, examples=everything)


def _made(job: tuple[list[int], int]) -> Any:
    chosen, seed = job
    examples = [_shared["examples"][at] for at in chosen]
    made = varied_batch(examples, _shared["tables"], _shared["words"], random.Random(seed))
    small = {"ids", "groups", "wanted", "words", "places", "points"}
    return {name: array.astype(np.int16) if name in small else array for name, array in (made or {}).items()}


class Store:
    """Batches on the GPU; examples of like length lie together, and each epoch takes another order of columns."""

    def __init__(self, pool: Any, lengths: list[int], times: list[int], chance: random.Random) -> None:
        self.epochs = []
        for _ in range(ORDERS):
            order = [at for at, count in enumerate(times) for _ in range(count)]
            order.sort(key=lambda at: lengths[at] + chance.random() * 12)
            jobs = [(order[at : at + TOGETHER], chance.randrange(2**31)) for at in range(0, len(order), TOGETHER)]
            made = [one for one in pool.map(_made, jobs, chunksize=2) if one]
            self.epochs.append(
                [{name: torch.from_numpy(array).to(DEVICE) for name, array in one.items()} for one in made]
            )

    def epoch(self, number: int, chance: random.Random, hidden: float) -> Iterator[dict[str, Tensor]]:
        """All batches once, in a random order, with so large a share of the questions' tokens hidden."""
        chosen = list(self.epochs[number % ORDERS])
        chance.shuffle(chosen)
        for one in chosen:
            made = {name: array.long() if array.dtype == torch.int16 else array for name, array in one.items()}
            blank = (torch.rand(made["ids"].shape, device=made["ids"].device) < hidden) & (made["types"] == 0)
            made["ids"] = torch.where(blank & (made["ids"] > 103), BLANK, made["ids"])
            yield made


@torch.no_grad()
def validated(network: Any, examples: list[Coded], tables: Any, words: dict[str, int]) -> str:
    """How often each place and the whole reading is right, with nothing masked, where the words before are."""
    network.eval()
    good = whole = places = count = 0
    total = 0.0
    for at in range(0, len(examples), 128):
        made = batch(examples[at : at + 128], tables, words, random.Random(0), shuffled=False)
        if made is None:
            continue
        tensors = {name: torch.from_numpy(array).to(DEVICE) for name, array in made.items()}
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            loss, correct, _ = losses(network, tensors, len(words))
        counted = tensors["wanted"] >= 0
        total += float(loss.sum())
        places += int(counted.sum())
        good += int((correct & counted).sum())
        whole += int(correct.all(1).sum())
        count += len(correct)
    each = max(places, 1)
    return f"loss {total / each:.3f}, places {good / each:.1%}, whole {whole / max(count, 1):.1%} of {count}"


class Fitting:
    """A network on its way: steps with a falling rate, and the mean of its weights over the last part of them."""

    def __init__(self, network: ReaderNetwork, words: int, share: float = 1.0) -> None:
        self.network, self.words, self.steps, self._share = network, words, 0, share
        slow = [value for name, value in network.named_parameters() if name.startswith("encoder.")]
        fast = [value for name, value in network.named_parameters() if not name.startswith("encoder.")]
        rates = [{"params": slow, "lr": RATE_ENCODER}, {"params": fast, "lr": RATE_DECODER}]
        self._optimiser = torch.optim.AdamW(rates, weight_decay=0.02, betas=(0.9, 0.98), fused=True)
        self._sums: dict[str, Tensor] = {}
        self._summed = 0

    def step(self, made: dict[str, Tensor], done: float) -> Tensor:
        """One batch; `done` is the share of the time that is over."""
        factor = min(1.0, (self.steps + 1) / WARMING) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)
        for group, rate in zip(self._optimiser.param_groups, (RATE_ENCODER, RATE_DECODER), strict=True):
            group["lr"] = rate * factor * self._share
        with torch.autocast(DEVICE, torch.bfloat16, enabled=DEVICE == "cuda"):
            loss, _, use = losses(self.network, made, self.words)
        per = loss.sum(1) / (made["wanted"] >= 0).sum(1)
        total = (per * made["weight"]).sum() / made["weight"].sum() + USED * use
        total.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        if torch.isfinite(norm):
            self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        self.steps += 1
        if done > AVERAGED_FROM and self.steps % SEEN_EVERY == 0:
            self._summed += 1
            for name, value in self.network.state_dict().items():
                self._sums[name] = value.float() + self._sums.get(name, 0.0)
        return total.detach()

    def settle(self) -> None:
        """The mean of the last weights put in their place."""
        plain = self.network.state_dict()
        mean = {name: (value / self._summed).to(plain[name].dtype) for name, value in self._sums.items()}
        self.network.load_state_dict(mean or plain)


def stored_batches(data: dict[str, Any], words: dict[str, int], chance: random.Random) -> Store:
    """All training examples laid out."""
    tables, train = data["tables"], data["train"]
    columns = [sum(len(piece) for piece, _ in table[:MOST_COLUMNS]) for table in tables]
    lengths = [len(one.question) + 4 * len(one.items) + columns[one.table] for one in train]
    with ProcessPoolExecutor(WORKERS, initializer=_prepare, initargs=(tables, words, train)) as pool:
        return Store(pool, lengths, data["times"], chance)


def fitted(data: dict[str, Any], network: ReaderNetwork, seconds: float, way: Way) -> ReaderNetwork:
    """The network after so many seconds, laying out included."""
    start = time.time()
    words = {word: at for at, word in enumerate(data["words"])}
    chance = random.Random(SEED)
    store = stored_batches(data, words, chance)
    print(f"{len(store.epochs[0])} batches an epoch, laid out after {time.time() - start:.0f} s", flush=True)
    torch.set_float32_matmul_precision("high")
    fitting = Fitting(network.to(DEVICE), len(words), way.rate)
    begun, done, epoch = time.time(), 0.0, 0
    while done < 1:
        fitting.network.train()
        seen: list[Tensor] = []
        for made in store.epoch(epoch, chance, way.hidden):
            done = min((time.time() - begun) / (seconds - (begun - start)), 1.0)
            if done >= 1:
                break
            loss = fitting.step(made, done)
            if fitting.steps % SEEN_EVERY == 0:
                seen.append(loss)
        epoch += 1
        mean = float(sum(seen)) / max(len(seen), 1)
        print(f"epoch {epoch}, step {fitting.steps}, {time.time() - start:.0f} s, loss {mean:.3f}", flush=True)
        if epoch % 3 == 1:
            tell(fitting.network, data, words)
    fitting.settle()
    tell(fitting.network, data, words)
    return fitting.network


def tell(network: ReaderNetwork, data: dict[str, Any], words: dict[str, int]) -> None:
    """How well the questions kept apart are read."""
    for name, examples in data["kept"].items():
        print(f"  {name}: {validated(network, examples, data['tables'], words)}", flush=True)


def main(folder: Path, encoder: Path, out: Path, seconds: float, start: Path | None = None) -> None:
    with gzip.open(folder / "coded.pkl.gz") as file:
        data = pickle.load(file)
    torch.manual_seed(SEED)
    way = GONE_ON if start else FRESH
    network = ReaderNetwork(encoder_of(encoder), len(data["words"]), way.dropout)
    if start is not None:
        stored = np.load(start)
        network.load_state_dict({name: torch.from_numpy(stored[name]).float() for name in stored.files}, strict=False)
    fitted(data, network, seconds, way)
    state = {name: value for name, value in network.state_dict().items() if "position_ids" not in name}
    np.savez(out / "reader.npz", **{name: value.half().cpu().numpy() for name, value in state.items()})


if __name__ == "__main__":
    data, encoder, out, seconds, *start = sys.argv[1:]
    main(Path(data), Path(encoder), Path(out), float(seconds), Path(start[0]) if start else None)
