"""Pages: several questions about one table read side by side on a GPU, each as if it stood there alone.

A question sees the table and itself, and its tokens are counted from the end of the table, so that the model reads
what it would read of each by itself, and the table once instead of once for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.reading.base_model import DEVICE, Ids
from training.reading.generating import heads, turned

Page = tuple[Sequence[int], Sequence[Ids]]
"""The table with what leads on to a question, and the questions, each with its reply."""
UNCOUNTED, EVEN = -100, 16
"""The label of what is only read; pages are filled up to a multiple of so many tokens."""


def alone(texts: Sequence[Ids]) -> list[Page]:
    """Each prompt with its reply on a page of its own."""
    return [(ask, (([], reply),)) for ask, reply in texts]


def length(page: Page) -> int:
    """How many tokens a page has."""
    table, asked = page
    return len(table) + sum(len(ask) + len(reply) for ask, reply in asked)


def loss(model: Any, pages: Sequence[Page]) -> Tensor:
    """The mean loss of a token of the replies."""
    ids, places, seen, labels = laid_out(pages)
    states = read(model, ids, places, seen)[:, :-1]
    wanted = labels[:, 1:]
    counted = wanted != UNCOUNTED
    return nn.functional.cross_entropy(model.lm_head(states[counted]).float(), wanted[counted])


def laid_out(pages: Sequence[Page]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Ids, their places, which token sees which, and labels; only replies count."""
    longest = -(-max(map(length, pages)) // EVEN) * EVEN
    ids, places = (np.zeros((len(pages), longest), dtype=np.int64) for _ in range(2))
    parts, labels = (np.full((len(pages), longest), fill, dtype=np.int64) for fill in (-1, UNCOUNTED))
    for row, (table, asked) in enumerate(pages):
        at = len(table)
        ids[row, :at], places[row, :at], parts[row, :at] = table, np.arange(at), 0
        for number, (ask, reply) in enumerate(asked, 1):
            end = at + len(ask) + len(reply)
            ids[row, at:end] = [*ask, *reply]
            places[row, at:end] = len(table) + np.arange(end - at)
            parts[row, at:end] = number
            labels[row, at + len(ask) : end] = reply
            at = end
    of = torch.from_numpy(parts).to(DEVICE)
    before = torch.ones(longest, longest, dtype=torch.bool, device=DEVICE).tril()
    seen = ((of[:, :, None] == of[:, None]) | (of[:, None] == 0)) & before
    on_device = [torch.from_numpy(one).to(DEVICE) for one in (ids, places, labels)]
    return on_device[0], on_device[1], seen[:, None], on_device[2]


def read(model: Any, ids: Tensor, places: Tensor, seen: Tensor) -> Tensor:
    """The states of all tokens after the last layer."""
    body, config = model.model, model.config
    width = config.hidden_size // config.num_attention_heads
    shared = config.num_attention_heads // config.num_key_value_heads
    states = body.embed_tokens(ids)
    angles = body.rotary_emb(states, places)
    for layer in body.layers:
        part, own = layer.self_attn, layer.input_layernorm(states)
        asks, keys = (turned(heads(made(own), width), angles) for made in (part.q_proj, part.k_proj))
        keys, values = (one.repeat_interleave(shared, 1) for one in (keys, heads(part.v_proj(own), width)))
        found = nn.functional.scaled_dot_product_attention(asks, keys, values, attn_mask=seen)
        states = states + part.o_proj(found.transpose(1, 2).reshape(*ids.shape, -1))
        states = states + layer.mlp(layer.post_attention_layernorm(states))
    return body.norm(states)  # type: ignore[no-any-return]
