"""How well held-out tables are read: each head by itself, and whole readings."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.batches import NOT_ABSENT, Store
from training.losses import ABSENT, CHOICES
from training.network import Reader

TRIAL = 64


@torch.no_grad()
def figures(
    reader: Reader, store: Store, meta: dict[str, Any], device: torch.device, size: int, limit: int | None
) -> dict[str, Any]:
    """Shares of right answers, for generated questions and for people's."""
    reader.eval()
    report: dict[str, Any] = {}
    for name, people in (("generated", False), ("people", True)):
        pool = np.flatnonzero(store.held_out & (store.people == people))[: TRIAL if limit else None]
        if len(pool) == 0:
            continue
        pool = pool[np.argsort(store.lengths[pool], kind="stable")]
        tally: dict[str, list[Tensor]] = {}
        for at in range(0, len(pool), size):
            batch = {key: torch.as_tensor(array).to(device) for key, array in store.batch(pool[at : at + size]).items()}
            for key, right in judged(reader(batch), batch).items():
                tally.setdefault(key, []).append(right.float().cpu())
        report[name] = {key: round(float(torch.cat(parts).mean()), 4) for key, parts in tally.items()}
    return report


def judged(answers: dict[str, Tensor], batch: dict[str, Tensor]) -> dict[str, Tensor]:
    """Right or wrong, per question or per labelled place."""
    pointed = (answers["pointers"].argmax(-1) == batch["pointers"]) | (batch["pointers"] < 0)
    told = batch["column_labels"]
    member = ((answers["memberships"] > 0) == (told[..., :2] > 0)) | (told[..., :2] < 0)
    metrics, filters = member[..., 0].all(-1), member[..., 1].all(-1)
    chosen = batch["choices"]
    right = {name: (answers[name].argmax(-1) == chosen[:, at]) | (chosen[:, at] < 0) for at, name in enumerate(CHOICES)}
    right |= {
        "x": pointed[:, 0],
        "color": pointed[:, 1],
        "facet": pointed[:, 2],
        "metrics": metrics,
        "filters": filters,
    }
    right["flags"] = ((answers["flags"] > 0) == (batch["flags"] > 0)).all(-1)
    right["count_rows"] = (answers["flags"] > 0)[:, 3] == (batch["flags"] > 0)[:, 3]
    right["labels"] = ((answers["labels"] > 0) == (batch["labels"] > 0)).all(-1)
    right["intent"] = batch["intents"].gather(1, answers["intent"].argmax(-1, keepdim=True))[:, 0] > 0
    right |= _places(answers, batch)
    right["columns"] = _drawn(answers, batch)
    right["columns and mark"] = right["columns"] & right["mark"]
    right["roles and mark"] = pointed[:, :4].all(-1) & metrics & right["mark"]
    return right


def _drawn(answers: dict[str, Tensor], batch: dict[str, Tensor]) -> Tensor:
    """Whether the set of columns drawn is right, whatever their roles."""
    count = batch["column_labels"].shape[1]
    wanted, got = (
        torch.zeros(len(batch["pointers"]), count + 1, dtype=torch.bool, device=answers["pointers"].device)
        for _ in range(2)
    )
    wanted.scatter_(1, batch["pointers"][:, :3].clamp(min=0), True)
    got.scatter_(1, answers["pointers"][:, :3].argmax(-1), True)
    wanted[:, 1:] |= batch["column_labels"][..., 0] > 0
    got[:, 1:] |= answers["memberships"][..., 0] > 0
    return (wanted[:, 1:] == got[:, 1:]).all(-1) | (batch["pointers"][:, 0] < 0)


def _places(answers: dict[str, Tensor], batch: dict[str, Tensor]) -> dict[str, Tensor]:
    told = batch["column_labels"][..., 2]
    right = {"aggregate": (answers["aggregate"].argmax(-1) == told)[told >= 0]}
    told = batch["column_labels"][..., 4]
    right["default"] = (answers["default"].argmax(-1) == told)[told >= 0]
    told = batch["word_labels"]
    found = answers["meaning"].argmax(-1)
    known = (told >= 0) & (told != NOT_ABSENT)
    right["meaning"] = (found == told)[known]
    right["absent found"] = (found == ABSENT)[told == ABSENT]
    right["absent rightly"] = (told == ABSENT)[(found == ABSENT) & (told >= 0)]
    for at, name in enumerate(("use", "operator", "span_pointer")):
        told = batch["span_labels"][..., at]
        right[name] = (answers[name].argmax(-1) == told)[told >= 0]
    return right
