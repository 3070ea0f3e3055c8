"""Tuning the planner's model on a GPU machine: `python -m training.reading.tuning FOLDER OUT SECONDS [ADAPTER]`.

The model's own weights stay as they are; to each linear layer the product of two thin matrices is added that learn
(LoRA). They are added to the weights before the layer computes, which is quicker than a second way beside it. Out of it
come those matrices, and the replies to the questions kept apart with how likely each was held. Where an adapter is
named, the matrices go on from it.
"""

from __future__ import annotations

import gzip
import math
import pickle
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.reading.adapter import matrices_of
from training.reading.base_model import DEVICE, Ids, batches, lengths_of, model_of, padded, prompted
from training.reading.pages import Page, length, loss

SCALE, SEED, WARMING, SHEET, MOST_PASSES = 2.0, 5, 60, 84, 4
"""The last two: how many matrices one file takes, and how often a page is learned from at most."""
LONGEST_REPLY, AT_ONCE = 110, 320
GONE_ON = 0.7
"""What is left of the rate where the matrices have learned before."""
LINEAR = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
@dataclass(frozen=True)
class Plan:
    """How a model of one size is tuned."""

    rank: int
    rate: float
    tokens: int
    """How many tokens a batch has, as the memory of the machine allows."""


PLANS = {896: Plan(32, 4e-4, 24_000), 1536: Plan(16, 3e-4, 16_000)}
"""By the width of the model: 0.5 B and 1.5 B."""


class Thin(nn.Module):
    """A linear layer whose weights stay as they are, with the product of two thin matrices added that learn."""

    def __init__(self, whole: nn.Linear, rank: int) -> None:
        super().__init__()
        self.whole = whole
        self.down = nn.Parameter(torch.empty(rank, whole.in_features, device=DEVICE, dtype=torch.float32))
        self.up = nn.Parameter(torch.zeros(whole.out_features, rank, device=DEVICE, dtype=torch.float32))
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))

    def forward(self, states: Tensor) -> Tensor:
        added = (self.up @ self.down) * SCALE
        return nn.functional.linear(states, self.whole.weight + added.to(self.whole.weight.dtype), self.whole.bias)


def thinned(model: Any, rank: int) -> dict[str, Thin]:
    """Every linear layer with its thin pair; path of the layer → its pair."""
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    made = {}
    for number, layer in enumerate(model.model.layers):
        for part in (layer.self_attn, layer.mlp):
            for name in LINEAR:
                whole = getattr(part, name, None)
                if whole is not None:
                    made[f"{number}.{name}"] = Thin(whole, rank)
                    setattr(part, name, made[f"{number}.{name}"])
    return made


def merge(model: Any) -> None:
    """The products added for good, so that replies come quicker."""
    for layer in model.model.layers:
        for part in (layer.self_attn, layer.mlp):
            for name in LINEAR:
                thin = getattr(part, name, None)
                if isinstance(thin, Thin):
                    added = (thin.up @ thin.down).float() * SCALE
                    thin.whole.weight.data = (thin.whole.weight.float() + added).to(thin.whole.weight.dtype)
                    setattr(part, name, thin.whole)


def losses(model: Any, texts: list[Ids]) -> tuple[Tensor, Tensor]:
    """The loss of each token of the replies, and which of the texts it belongs to."""
    ids, _, labels = padded(texts)  # filled up on the right, what is read never sees the filling: no mask is needed
    hidden = model.model(input_ids=ids).last_hidden_state[:, :-1]
    wanted = labels[:, 1:]
    counted = wanted >= 0
    logits = model.lm_head(hidden[counted])
    return nn.functional.cross_entropy(logits.float(), wanted[counted], reduction="none"), counted.nonzero()[:, 0]


def tune(model: Any, pages: Sequence[Page], plan: Plan, seconds: float) -> None:
    """All pages in random order, again and again; stopped where the time is up, with the rate at its end by then."""
    pairs = [part for part in model.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(pairs, lr=plan.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=DEVICE == "cuda")
    lengths, chance = [length(page) for page in pages], random.Random(SEED)
    order = [batch for _ in range(MOST_PASSES) for batch in batches(lengths, chance, plan.tokens)]
    start, seen, read = time.time(), [], 0
    model.train()
    for step, batch in enumerate(order):
        done = max(step / len(order), (time.time() - start) / seconds)
        if done >= 1:
            break
        rate = plan.rate * min(1.0, (step + 1) / WARMING) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2)
        for group in optimiser.param_groups:
            group["lr"] = rate
        lost = loss(model, [pages[at] for at in batch])
        lost.backward()
        norm = nn.utils.clip_grad_norm_(pairs, 1.0)
        if torch.isfinite(norm):
            optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        seen.append(lost.detach())
        read += sum(lengths[at] for at in batch)
        if step % 50 == 0:
            mean, passed = float(torch.stack(seen[-50:]).mean()), time.time() - start
            speed = f"{passed:.0f} s, {read / passed / 1e3:.0f} k tokens/s"
            print(f"step {step}/{len(order)}, {speed}, loss {mean:.3f}", flush=True)
    model.eval()


@torch.no_grad()
def likelihoods(model: Any, texts: list[Ids], plan: Plan) -> Any:
    """The log probability of each reply."""
    found = np.zeros(len(texts))
    for batch in batches(lengths_of(texts), random.Random(SEED), plan.tokens):
        lost, rows = losses(model, [texts[at] for at in batch])
        summed = torch.zeros(len(batch), device=lost.device).index_add_(0, rows, lost)
        found[batch] = -summed.cpu().numpy()
    return found


@torch.no_grad()
def replies(model: Any, asks: list[list[int]], stop: int) -> list[list[int]]:
    """The likeliest next token, one after another."""
    found: list[list[int]] = [[] for _ in asks]
    order = sorted(range(len(asks)), key=lambda at: len(asks[at]))
    for first in range(0, len(order), AT_ONCE):
        block = order[first : first + AT_ONCE]
        ids, mask = prompted([asks[at] for at in block])
        made = model.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=LONGEST_REPLY, do_sample=False, eos_token_id=stop,
            pad_token_id=stop,
        )[:, ids.shape[1] :].cpu().tolist()  # fmt: skip
        for at, row in zip(block, made, strict=True):
            found[at] = row[: row.index(stop)] if stop in row else row
    return found


def prepared(folder: Path, name: str) -> tuple[dict[str, Any], Any, Plan, dict[str, Thin]]:
    """The texts of a file, the model that is to learn them, how, and its thin pairs."""
    with gzip.open(folder / name) as file:
        texts = pickle.load(file)
    model = model_of(folder, torch.bfloat16)
    plan = PLANS[model.config.hidden_size]
    return texts, model, plan, thinned(model, plan.rank)


def start_from(thin: dict[str, Thin], adapter: Path) -> None:
    """The thin pairs as an adapter has them."""
    for name, matrix in matrices_of(adapter).items():
        layer, _, end = name.rpartition(".")
        getattr(thin[layer], end).data.copy_(torch.from_numpy(matrix))


def main(folder: Path, out: Path, seconds: float, adapter: Path | None = None) -> None:
    start = time.time()
    texts, model, plan, thin = prepared(folder, "pairs.pkl.gz")
    if adapter:
        start_from(thin, adapter)
        plan = replace(plan, rate=plan.rate * GONE_ON)
    learned = sum(part.down.numel() + part.up.numel() for part in thin.values())
    print(f"loaded after {time.time() - start:.0f} s, {learned / 1e6:.1f} M weights learn", flush=True)
    tune(model, texts["train"], plan, seconds)
    ends = [(f"{name}.{end}", getattr(part, end)) for name, part in thin.items() for end in ("down", "up")]
    weights = [(name, value.detach().half().cpu().numpy()) for name, value in ends]
    for at in range(0, len(weights), SHEET):
        np.savez(out / f"thin_{at // SHEET}.npz", **dict(weights[at : at + SHEET]))
    merge(model)
    print(f"tuned after {time.time() - start:.0f} s", flush=True)
    said = {}
    for name, some in texts["kept"].items():
        made = replies(model, [ask for ask, _ in some], texts["stop"])
        ended = [(ask, [*reply, texts["stop"]]) for (ask, _), reply in zip(some, made, strict=True)]
        sure = likelihoods(model, ended, plan)
        said[name] = list(zip(made, sure.tolist(), strict=True))
        right = np.mean([reply == gold[:-1] for reply, (_, gold) in zip(made, some, strict=True)])
        print(f"{name}: {right:.1%} word for word, {time.time() - start:.0f} s", flush=True)
        with (out / "replies.pkl").open("wb") as file:
            pickle.dump(said, file)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), *map(Path, sys.argv[4:5]))
