"""Trains the reader: `python -m training.train --data training/build --out FOLDER`; needs torch and numpy alone."""

from __future__ import annotations

import argparse
import copy
import json
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.batches import Batch, Store, shuffled
from training.losses import loss_of
from training.network import Encoder, Reader, load_base, pooled
from training.validation import figures

PIECE = 14 * 2**20


class Batches:
    """The batches of one epoch."""

    def __init__(self, store: Store, order: list[NDArray[np.int64]], seed: int, texts: int) -> None:
        self.store, self.order, self.seed, self.texts = store, order, seed, texts

    def __len__(self) -> int:
        return len(self.order)

    def made(self, at: int) -> Batch:
        """One batch; the same each time it is asked for."""
        rng = np.random.default_rng((self.seed, at))
        batch = self.store.batch(self.order[at], rng)
        plain = rng.integers(0, len(self.store.arrays["plain_length"]), self.texts // 4)
        texts = self.store.texts(self.order[at][: self.texts], plain)
        return batch | {"text_ids": texts["ids"], "text_mask": texts["mask"]}


def main() -> None:
    """Trains, prints figures on held-out tables after each epoch and writes the weights in pieces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("training/build"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--limit", type=int, help="train on so many examples only, for a trial")
    parser.add_argument("--texts", type=int, default=64, help="plain texts a step that hold the embedding in place")
    parser.add_argument("--workers", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--start", type=Path, nargs="+", help="earlier runs whose mean weights are trained further")
    parser.add_argument("--only", nargs="+", help="parts of the network that learn, while all others stay as they are")
    parser.add_argument("--minutes", type=float, default=8.0, help="stop after the epoch that passes this")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    train(options)


def train(options: argparse.Namespace) -> dict[str, Any]:
    """The training run; gives the last figures back."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    store, meta = Store(options.data), json.loads((options.data / "meta.json").read_text())
    reader = Reader(meta["sizes"], len(meta["features"]), meta["span_types"], meta["max_columns"])
    load_base(reader.encoder, dict(np.load(options.data / "base.npz")))
    teacher = copy.deepcopy(reader.encoder).to(device).eval().requires_grad_(False)
    if options.start:
        reader.load_state_dict(state_of(options.start), strict=False)
    if options.only:
        for name, parameter in reader.named_parameters():
            parameter.requires_grad_(name.partition(".")[0] in options.only)
    reader.to(device)
    pool = _pool(store, options.limit, options.seed)
    steps = options.epochs * (len(pool) // options.batch + 1)
    optimizer, schedule = _optimizer(reader, options.rate, steps)
    started, report = time.time(), {}
    for epoch in range(options.epochs):
        spent = _epoch(reader, teacher, store, pool, optimizer, schedule, options, epoch, device)
        report = figures(reader, store, meta, device, options.batch, options.limit)
        print(
            json.dumps({"epoch": epoch, "seconds": round(time.time() - started), "loss": spent, **report}), flush=True
        )
        if time.time() - started > 60 * options.minutes:
            break
    save(reader, options.out, {**meta, "figures": report})
    return report


def _pool(store: Store, limit: int | None, seed: int) -> NDArray[np.int64]:
    """The training examples; people's questions count twice."""
    open_ones = np.flatnonzero(~store.held_out)
    pool = np.concatenate([open_ones, open_ones[store.people[open_ones]]])
    return np.random.default_rng(seed).permutation(pool)[:limit]


def _optimizer(reader: Reader, rate: float, steps: int) -> tuple[torch.optim.Optimizer, Any]:
    encoder = list(reader.encoder.parameters())
    known = {id(parameter) for parameter in encoder}
    heads = [parameter for parameter in reader.parameters() if id(parameter) not in known]
    groups = [{"params": encoder, "lr": rate}, {"params": heads, "lr": 5 * rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01)
    warm = max(1, steps // 20)

    def factor(step: int) -> float:
        return min(1.0, (step + 1) / warm) * max(0.02, 1.0 - step / max(1, steps))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def _epoch(
    reader: Reader, teacher: Encoder, store: Store, pool: NDArray[np.int64], optimizer: torch.optim.Optimizer,
    schedule: Any, options: argparse.Namespace, epoch: int, device: torch.device,
) -> dict[str, float]:  # fmt: skip
    reader.train()
    order = list(shuffled(store.lengths, pool, options.batch, np.random.default_rng((options.seed, epoch))))
    spent: dict[str, Tensor] = {}
    for batch in _loaded(Batches(store, order, options.seed + epoch, options.texts), options.workers, device):
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            answers = reader(batch)
            with torch.no_grad():
                wanted = pooled(teacher(batch["text_ids"], batch["text_mask"]), batch["text_mask"])
            kept = pooled(reader.encoder(batch["text_ids"], batch["text_mask"]), batch["text_mask"])
        parts = loss_of({name: answer.float() for name, answer in answers.items()}, batch)
        parts["embedding"] = 5.0 * (1.0 - (kept * wanted).sum(-1)).mean()
        loss = torch.stack(list(parts.values())).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        for name, part in parts.items():
            spent[name] = spent.get(name, torch.zeros((), device=device)) + part.detach()
    return {name: round(float(total) / len(order), 4) for name, total in spent.items()}


def _loaded(batches: Batches, workers: int, device: torch.device) -> Iterator[dict[str, Tensor]]:
    """The batches on the device, made ahead by processes that send plain arrays, so that no shared memory is needed."""
    if workers == 0:
        for at in range(len(batches)):
            yield _moved(batches.made(at), device)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork"), _remember, (batches,)) as pool:
        for batch in pool.map(_made, range(len(batches))):
            yield _moved(batch, device)


def _moved(batch: Batch, device: torch.device) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array).to(device) for name, array in batch.items()}


_known: list[Batches] = []
"""The batches that a worker process makes."""


def _remember(batches: Batches) -> None:
    _known[:] = [batches]


def _made(at: int) -> Batch:
    return _known[0].made(at)


def state_of(folders: Sequence[Path]) -> dict[str, Tensor]:
    """The weights of a training run, or the mean of those of several; what only some have, of those that have it."""
    found: dict[str, list[NDArray[np.float32]]] = {}
    for folder in folders:
        for name, part in _weights(folder):
            found.setdefault(name, []).append(part)
    # half precision is what weights are kept in
    return {name: torch.tensor(np.mean(parts, axis=0).astype(np.float16)).float() for name, parts in found.items()}


def _weights(folder: Path) -> Iterator[tuple[str, NDArray[np.float32]]]:
    pieces = sorted(folder.glob("weights_*.bin"), key=lambda path: int(path.stem.split("_")[1]))
    raw = np.frombuffer(b"".join(path.read_bytes() for path in pieces), np.float16)
    start = 0
    for name, shape in json.loads((folder / "training.json").read_text())["shapes"].items():
        size = int(np.prod(shape))
        yield name, raw[start : start + size].reshape(shape).astype(np.float32)
        start += size


def save(reader: Reader, folder: Path, meta: dict[str, Any]) -> None:
    """The weights in half precision, cut into pieces that travel, and what they were trained with."""
    folder.mkdir(parents=True, exist_ok=True)
    state = {name: tensor.detach().cpu().half().numpy() for name, tensor in reader.state_dict().items()}
    raw = b"".join(array.tobytes() for array in state.values())
    for at in range(0, len(raw), PIECE):
        (folder / f"weights_{at // PIECE}.bin").write_bytes(raw[at : at + PIECE])
    shapes = {name: list(array.shape) for name, array in state.items()}
    (folder / "training.json").write_text(json.dumps({**meta, "shapes": shapes}, indent=1))


if __name__ == "__main__":
    main()
