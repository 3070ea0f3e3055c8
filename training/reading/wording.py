"""Wording: a small language model, tuned to write the question that a query answers, words Queries of our own making.

Runs on a GPU machine: `python -m training.reading.wording FOLDER OUT SECONDS TIMES` reads the weights and the texts as
token ids from FOLDER (made by `python -m training.reading pack` and `prompts`), and words each query TIMES times.
"""

from __future__ import annotations

import math
import pickle
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.reading.base_model import Ids, batches, lengths_of, model_of, padded, prompted

EPOCHS, RATE, TOKENS, SEED = 3, 5e-5, 24_000, 1
TEMPERATURE, NUCLEUS, LONGEST = 0.9, 0.95, 44
AT_ONCE = 1024


def loss_of(model: Any, texts: list[Ids]) -> Any:
    ids, mask, labels = padded(texts)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        hidden = model.model(input_ids=ids, attention_mask=mask).last_hidden_state[:, :-1]
        wanted = labels[:, 1:]
        counted = wanted >= 0
        logits = model.lm_head(hidden[counted])
    return torch.nn.functional.cross_entropy(logits.float(), wanted[counted])


def tune(model: Any, texts: list[Ids], kept: list[Ids]) -> None:
    """The model taught to word queries."""
    chance = random.Random(SEED)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    total = EPOCHS * len(batches(lengths_of(texts), chance, TOKENS))
    step, start = 0, time.time()
    for epoch in range(EPOCHS):
        model.train()
        seen: list[float] = []
        for batch in batches(lengths_of(texts), chance, TOKENS):
            rate = RATE * min(1.0, (step + 1) / 40) * (0.05 + 0.95 * (1 + math.cos(math.pi * min(step / total, 1))) / 2)
            for group in optimiser.param_groups:
                group["lr"] = rate
            loss = loss_of(model, [texts[at] for at in batch])
            loss.backward()
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            if torch.isfinite(norm):
                optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            seen.append(float(loss.detach()))
            step += 1
        model.eval()
        with torch.no_grad():
            held = [float(loss_of(model, kept[at : at + 64])) for at in range(0, len(kept), 64)]
        told = f"loss {np.mean(seen):.3f}, kept apart {np.mean(held):.3f}, {time.time() - start:.0f} s"
        print(f"epoch {epoch}: {told}", flush=True)


@torch.no_grad()
def worded(model: Any, asks: list[list[int]], stop: int, until: float) -> list[tuple[int, list[int]]]:
    """One question for each query, in the order of length, until the time is up."""
    model = model.bfloat16().eval()
    torch.manual_seed(SEED)
    order = sorted(range(len(asks)), key=lambda at: len(asks[at]))
    blocks = [order[at : at + AT_ONCE] for at in range(0, len(order), AT_ONCE)]
    random.Random(SEED).shuffle(blocks)
    found = []
    for done, block in enumerate(blocks):
        if time.time() > until:
            break
        ids, mask = prompted([asks[at] for at in block])
        made = model.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=LONGEST, do_sample=True, top_k=0,
            temperature=TEMPERATURE, top_p=NUCLEUS, eos_token_id=stop, pad_token_id=stop,
        )[:, ids.shape[1] :].cpu().tolist()  # fmt: skip
        found += [(at, row[: row.index(stop)]) for at, row in zip(block, made, strict=True) if stop in row]
        if done % 10 == 0:
            print(f"{done}/{len(blocks)} blocks, {len(found)} questions", flush=True)
    return found


def main(folder: Path, out: Path, seconds: float, times: int) -> None:
    start = time.time()
    with (folder / "texts.pkl").open("rb") as file:
        texts = pickle.load(file)
    model = model_of(folder, torch.float32)
    print(f"loaded after {time.time() - start:.0f} s", flush=True)
    tune(model, texts["train"], texts["kept"])
    found = worded(model, texts["asks"] * times, texts["stop"], start + seconds)
    with (out / "worded.pkl").open("wb") as file:
        pickle.dump(found, file)
    print(f"{len(found)} questions, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
