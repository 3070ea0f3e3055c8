"""The reader's network: a MiniLM encoder that is told which words link to which columns, and heads over its states."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, INNER, VOCABULARY, POSITIONS = 384, 6, 12, 1536, 30522, 256
HIDDEN, POINT = 256, 64
BLOCKED = -1e4
ROLES_SEEN = 2
"""The question's heads see the columns that the first pointers (x, colour) choose, beside the metrics."""


class Layer(nn.Module):
    """One transformer layer, normalised after each part as BERT is."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(WIDTH, WIDTH) for _ in range(3))
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide, self.narrow = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.last_norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        batch, tokens = states.shape[0], states.shape[1]
        parts = (
            part(states).view(batch, tokens, HEADS, WIDTH // HEADS).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        )
        query, key, value = parts
        scores = query @ key.transpose(2, 3) / (WIDTH // HEADS) ** 0.5 + bias
        mixed = (self.dropout(scores.softmax(-1)) @ value).transpose(1, 2).reshape(batch, tokens, WIDTH)
        states = self.norm(states + self.dropout(self.out(mixed)))
        return self.last_norm(states + self.dropout(self.narrow(functional.gelu(self.wide(states)))))  # type: ignore[no-any-return]


class Encoder(nn.Module):
    """MiniLM; `extra` is added to the words' embeddings and is zero for plain texts."""

    def __init__(self) -> None:
        super().__init__()
        self.words = nn.Embedding(VOCABULARY, WIDTH)
        self.positions = nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids: Tensor, mask: Tensor, extra: Tensor | None = None) -> Tensor:
        states = self.words(ids) + self.positions.weight[: ids.shape[1]]
        if extra is not None:
            states = states + extra
        states = self.dropout(self.norm(states))
        bias = ((1.0 - mask) * BLOCKED)[:, None, None, :].to(states.dtype)
        for layer in self.layers:
            states = layer(states, bias)
        return states  # type: ignore[no-any-return]


def pooled(states: Tensor, mask: Tensor) -> Tensor:
    """The mean of the masked states, as a unit vector."""
    weight = mask.to(states.dtype)
    mean = (states * weight[..., None]).sum(1) / weight.sum(1, keepdim=True).clamp(min=1.0)
    return functional.normalize(mean.float(), dim=-1)


class Reader(nn.Module):
    """Encoder and heads; `sizes` says how many answers each head has."""

    def __init__(self, sizes: dict[str, int], features: int, span_types: int, slots: int) -> None:
        super().__init__()
        self.sizes = sizes
        self.encoder = Encoder()
        self.own, self.by_name, self.by_value = (nn.Linear(features, WIDTH) for _ in range(3))
        self.slots, self.value_slots = (
            nn.Parameter(torch.randn(slots, WIDTH) * 0.02),
            nn.Parameter(torch.randn(slots, WIDTH) * 0.02),
        )
        self.column = nn.Sequential(
            nn.Linear(2 * WIDTH + features, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, HIDDEN), nn.GELU()
        )
        per_column = ("pointers", "memberships", "aggregate", "null", "default")
        self.column_heads = nn.ModuleDict({name: nn.Linear(HIDDEN, sizes[name]) for name in per_column})
        self.none = nn.Linear(2 * WIDTH, sizes["pointers"])
        asked = [name for name in sizes if name not in (*per_column, "use", "operator", "meaning")]
        self.question = nn.Sequential(
            nn.Linear(2 * WIDTH + (ROLES_SEEN + 1) * HIDDEN, WIDTH),
            nn.GELU(),
            nn.Dropout(0.1),
            nn.Linear(WIDTH, HIDDEN),
            nn.GELU(),
        )
        self.question_heads = nn.ModuleDict({name: nn.Linear(HIDDEN, sizes[name]) for name in asked})
        self.span = nn.Sequential(
            nn.Linear(2 * WIDTH + span_types, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, HIDDEN), nn.GELU()
        )
        self.span_heads = nn.ModuleDict({name: nn.Linear(HIDDEN, sizes[name]) for name in ("use", "operator")})
        self.span_point, self.column_point = nn.Linear(HIDDEN, POINT), nn.Linear(HIDDEN, POINT)
        self.span_none, self.fit_weight = nn.Linear(HIDDEN, 1), nn.Parameter(torch.tensor(2.0))
        self.word = nn.Sequential(
            nn.Linear(2 * WIDTH, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, HIDDEN), nn.GELU()
        )
        self.word_point, self.meant_point = nn.Linear(HIDDEN, POINT), nn.Linear(HIDDEN, POINT)
        self.meaning = nn.Linear(HIDDEN, sizes["meaning"])
        for layer in (self.own, self.by_name, self.by_value):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)

    def forward(self, inputs: dict[str, Tensor]) -> dict[str, Tensor]:
        states = self.encoder(inputs["ids"], inputs["mask"], self._extra(inputs))
        owner, question = inputs["owner"].to(states.dtype), inputs["question"].to(states.dtype)
        said = torch.cat(
            [states[:, 0], (states * question[..., None]).sum(1) / question.sum(1, keepdim=True).clamp(min=1.0)], -1
        )
        owned = owner.transpose(1, 2) @ states / owner.sum(1)[..., None].clamp(min=1.0)
        features = inputs["features"].to(states.dtype)
        wide = said[:, None, WIDTH:].expand(-1, features.shape[1], -1)
        columns = self.column(torch.cat([owned, wide, features], -1))
        missing = (owner.sum(1) < 0.5).to(states.dtype) * BLOCKED
        answers = self._columns(columns, said, missing)
        seen = self._roles(answers, columns)
        asked = self.question(torch.cat([said, *seen], -1))
        answers |= {name: head(asked) for name, head in self.question_heads.items()}
        answers |= self._spans(states, said, columns, missing, inputs)
        answers["meaning"] = self._words(states, said, columns, missing, inputs)
        return answers | {"embedding": pooled(states, inputs["mask"])}

    def _extra(self, inputs: dict[str, Tensor]) -> Tensor:
        """What the words are told: whose tokens they are, and which columns they may mean."""
        features = inputs["features"]
        owner, named, valued = inputs["owner"], inputs["named"], inputs["valued"]
        order = inputs.get("slots")
        count = features.shape[1]
        slots = self.slots[:count] if order is None else self.slots[order]
        value_slots = self.value_slots[:count] if order is None else self.value_slots[order]
        kind = slots.dtype
        owner, named, valued = (part.to(kind) for part in (owner, named, valued))
        return (  # type: ignore[no-any-return]
            owner @ (self.own(features.to(kind)) + slots + value_slots)
            + named @ (self.by_name(features.to(kind)) + slots)
            + valued @ (self.by_value(features.to(kind)) + value_slots)
        )

    def _columns(self, columns: Tensor, said: Tensor, missing: Tensor) -> dict[str, Tensor]:
        answers: dict[str, Tensor] = {name: head(columns) for name, head in self.column_heads.items()}
        chosen = answers["pointers"].transpose(1, 2) + missing[:, None, :]
        answers["pointers"] = torch.cat([self.none(said)[..., None], chosen], -1)
        answers["memberships"] = answers["memberships"] + missing[..., None]
        return answers

    def _roles(self, answers: dict[str, Tensor], columns: Tensor) -> list[Tensor]:
        """The columns weighted by the roles that they are thought to play."""
        shares = answers["pointers"][:, :ROLES_SEEN].softmax(-1)[:, :, 1:]
        metric = answers["memberships"][:, :, 0].sigmoid()
        weighted = [shares[:, role, None, :] @ columns for role in range(ROLES_SEEN)]
        return [part[:, 0] for part in (*weighted, metric[:, None, :] @ columns)]

    def _spans(
        self, states: Tensor, said: Tensor, columns: Tensor, missing: Tensor, inputs: dict[str, Tensor]
    ) -> dict[str, Tensor]:
        places = inputs["span_tokens"].to(states.dtype) @ states
        wide = said[:, None, WIDTH:].expand(-1, places.shape[1], -1)
        spans = self.span(torch.cat([places, wide, inputs["span_types"].to(states.dtype)], -1))
        answers: dict[str, Tensor] = {name: head(spans) for name, head in self.span_heads.items()}
        near = self.span_point(spans) @ self.column_point(columns).transpose(1, 2) / POINT**0.5
        near = near + self.fit_weight * inputs["span_fit"].to(states.dtype) + missing[:, None, :]
        return answers | {"span_pointer": torch.cat([self.span_none(spans), near], -1)}

    def _words(
        self, states: Tensor, said: Tensor, columns: Tensor, missing: Tensor, inputs: dict[str, Tensor]
    ) -> Tensor:
        """What each unlinked word means: nothing of its own, what the table lacks, or one of the columns."""
        places = inputs["word_tokens"].to(states.dtype) @ states
        words = self.word(torch.cat([places, said[:, None, WIDTH:].expand(-1, places.shape[1], -1)], -1))
        near = self.word_point(words) @ self.meant_point(columns).transpose(1, 2) / POINT**0.5
        return torch.cat([self.meaning(words), near + missing[:, None, :]], -1)


def load_base(encoder: Encoder, weights: dict[str, Any]) -> None:
    """MiniLM's own weights into the encoder."""
    words = torch.from_numpy(
        weights["embeddings.word_embeddings.weight"].astype("float32") * weights["embeddings.word_embeddings.scale"]
    )
    kinds = torch.from_numpy(weights["embeddings.token_type_embeddings.weight"].astype("float32"))[0]
    state = {
        "words.weight": words,
        "positions.weight": _tensor(weights, "embeddings.position_embeddings.weight") + kinds,
    }
    state |= {f"norm.{part}": _tensor(weights, f"embeddings.LayerNorm.{part}") for part in ("weight", "bias")}
    names = {
        "query": "attention.self.query",
        "key": "attention.self.key",
        "value": "attention.self.value",
        "out": "attention.output.dense",
        "norm": "attention.output.LayerNorm",
        "wide": "intermediate.dense",
        "narrow": "output.dense",
        "last_norm": "output.LayerNorm",
    }
    for layer in range(LAYERS):
        for ours, theirs in names.items():
            for part in ("weight", "bias"):
                state[f"layers.{layer}.{ours}.{part}"] = _tensor(weights, f"encoder.layer.{layer}.{theirs}.{part}")
    encoder.load_state_dict(state)


def _tensor(weights: dict[str, Any], name: str) -> Tensor:
    return torch.from_numpy(weights[name].astype("float32"))
