"""What a wrong answer costs, head by head."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from training.batches import NOT_ABSENT, UNLABELLED

CHOICES = ("mark", "layout", "grain", "sort", "limit", "change", "derive")
WEIGHTS = {
    "pointers": 3.0,
    "memberships": 8.0,
    "aggregate": 1.0,
    "null": 0.5,
    "default": 0.5,
    "mark": 1.5,
    "flags": 4.0,
    "labels": 4.0,
    "intent": 0.7,
    "use": 1.5,
    "operator": 1.0,
    "span_pointer": 1.0,
    "meaning": 1.5,
}
ABSENT = 1
"""The place of "absent" among a word's meanings."""


def loss_of(answers: dict[str, Tensor], batch: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weighted loss of every head."""
    told = batch["column_labels"]
    parts = {
        "pointers": _choice(answers["pointers"], batch["pointers"]),
        "memberships": _membership(answers["memberships"], told[..., :2]),
        "aggregate": _choice(answers["aggregate"], told[..., 2]),
        "null": _choice(answers["null"], told[..., 3]),
        "default": _choice(answers["default"], told[..., 4]),
        "flags": functional.binary_cross_entropy_with_logits(answers["flags"], batch["flags"].float()),
        "labels": functional.binary_cross_entropy_with_logits(answers["labels"], batch["labels"].float()),
        "intent": _shared(answers["intent"], batch["intents"].float()),
        "use": _choice(answers["use"], batch["span_labels"][..., 0]),
        "operator": _choice(answers["operator"], batch["span_labels"][..., 1]),
        "span_pointer": _choice(answers["span_pointer"], batch["span_labels"][..., 2]),
        "meaning": _meaning(answers["meaning"], batch["word_labels"]),
    }
    parts |= {name: _choice(answers[name], batch["choices"][:, at]) for at, name in enumerate(CHOICES)}
    return {name: WEIGHTS.get(name, 1.0) * part for name, part in parts.items()}


def _choice(logits: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy over the labelled places; zero where there are none."""
    flat, told = logits.reshape(-1, logits.shape[-1]), wanted.reshape(-1)
    known = (told >= 0).sum().clamp(min=1)
    return functional.cross_entropy(flat, told, ignore_index=-100, reduction="sum") / known


def _membership(logits: Tensor, wanted: Tensor) -> Tensor:
    known = (wanted >= 0).float()
    cost = functional.binary_cross_entropy_with_logits(logits, wanted.clamp(min=0).float(), reduction="none")
    return (cost * known).sum() / known.sum().clamp(min=1)


def _meaning(logits: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy of the words whose meaning is known, and of "absent" alone where only that is ruled out."""
    open_ended = wanted == NOT_ABSENT
    known = _choice(logits, wanted.masked_fill(open_ended, UNLABELLED))
    absent = logits.log_softmax(-1)[..., ABSENT].exp().clamp(max=1 - 1e-6)
    return known + (-torch.log1p(-absent) * open_ended).sum() / open_ended.sum().clamp(min=1)


def _shared(logits: Tensor, wanted: Tensor) -> Tensor:
    """Cross entropy against intents that share the question."""
    shares = wanted / wanted.sum(-1, keepdim=True).clamp(min=1)
    return -(shares * torch.log_softmax(logits, -1)).sum(-1).mean()
