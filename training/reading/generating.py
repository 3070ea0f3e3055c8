"""Writing a thousand texts at once on a GPU: the model's layers over keys and values that are kept in place.

The library's own loop copies what it keeps at every step and repeats it for every head, which takes nearly all of the
time where so many texts are written side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from training.reading.base_model import DEVICE, prompted

Choice = Callable[[Tensor, Tensor], Tensor]
"""The token before last and the last one with the scores of the next → that next one, of every row."""


class Kept:
    """Rows of text that a model is reading or writing, with what each of its layers keeps of them."""

    def __init__(self, model: Any, rows: int, length: int) -> None:
        config = model.config
        self._model, self._shared = model, config.num_attention_heads // config.num_key_value_heads
        self._width = config.hidden_size // config.num_attention_heads
        shape = (config.num_hidden_layers, rows, config.num_key_value_heads, length, self._width)
        self._keys, self._values = (torch.zeros(shape, dtype=model.dtype, device=DEVICE) for _ in range(2))
        self._real = torch.zeros((rows, length), dtype=torch.bool, device=DEVICE)
        self._next = torch.zeros(rows, dtype=torch.long, device=DEVICE)
        self._length = 0

    def repeated(self, times: int, further: int) -> Kept:
        """Every row so many times, one after another, with room for further tokens."""
        made = Kept(self._model, len(self._next) * times, self._length + further)
        made._length, made._next = self._length, self._next.repeat_interleave(times)
        made._real[:, : self._length] = self._real[:, : self._length].repeat_interleave(times, 0)
        for ours, theirs in ((self._keys, made._keys), (self._values, made._values)):
            for layer in range(len(ours)):
                theirs[layer, :, :, : self._length] = ours[layer, :, :, : self._length].repeat_interleave(times, 0)
        return made

    def read(self, ids: Tensor, real: Tensor) -> Tensor:
        """Tokens added to every row, where they are real; the scores of what comes after the last of them."""
        body, (first, last) = self._model.model, (self._length, self._length + ids.shape[1])
        self._real[:, first:last] = real
        places = (self._next[:, None] + real.cumsum(1) - 1).clamp(min=0)
        self._next, self._length = places[:, -1] + 1, last
        states = body.embed_tokens(ids)
        angles = body.rotary_emb(states, places)
        bias = self._hidden(first, last, states.dtype)
        for number, layer in enumerate(body.layers):
            states = states + self._attended(layer.input_layernorm(states), number, angles, bias, first)
            states = states + layer.mlp(layer.post_attention_layernorm(states))
        return self._model.lm_head(body.norm(states[:, -1]))  # type: ignore[no-any-return]

    def _hidden(self, first: int, last: int, dtype: torch.dtype) -> Tensor:
        """What is added to the scores: nothing for real tokens up to each place, much less for all others."""
        at = torch.arange(last, device=DEVICE)
        before = at[None, :] <= at[first:last, None]
        itself = at[None, :] == at[first:last, None]  # also a token that fills up sees something
        seen = (self._real[:, None, :last] & before) | itself
        return torch.zeros(seen.shape, dtype=dtype, device=DEVICE).masked_fill_(~seen, -1e4)[:, None, None]

    def _attended(
        self, states: Tensor, number: int, angles: tuple[Tensor, Tensor], bias: Tensor, first: int
    ) -> Tensor:
        """What one layer reads of the text so far, with the keys and values of these states kept."""
        part, keys, values = self._model.model.layers[number].self_attn, self._keys[number], self._values[number]
        (rows, count), last = states.shape[:2], self._length
        asks, new = (turned(heads(made(states), self._width), angles) for made in (part.q_proj, part.k_proj))
        keys[:, :, first:last] = new
        values[:, :, first:last] = heads(part.v_proj(states), self._width)
        groups = keys.shape[1]
        together = asks.reshape(rows * groups, self._shared * count, self._width)
        scores = together @ keys.flatten(0, 1)[:, :last].transpose(1, 2) * self._width**-0.5
        scores = scores.view(rows, groups, self._shared, count, last) + bias
        shares = torch.softmax(scores, -1, dtype=torch.float32).to(states.dtype)
        found = shares.view(rows * groups, self._shared * count, last) @ values.flatten(0, 1)[:, :last]
        found = found.view(rows, -1, count, self._width).transpose(1, 2).reshape(rows, count, -1)
        return part.o_proj(found)  # type: ignore[no-any-return]


def heads(states: Tensor, width: int) -> Tensor:
    """The states parted among the heads of a layer."""
    return states.view(*states.shape[:2], -1, width).transpose(1, 2)


def turned(states: Tensor, by: tuple[Tensor, Tensor]) -> Tensor:
    """The states of heads, turned by the angles of their places."""
    cosine, sine = (one[:, None] for one in by)
    first, second = states.chunk(2, -1)
    return states * cosine + torch.cat([-second, first], -1) * sine


@torch.no_grad()
def gone_on(kept: Kept, asks: Sequence[Sequence[int]], choose: Choice, ends: Tensor, most: int) -> list[list[int]]:
    """What the model writes after these texts: up to a token that ends it, which is the last, or so many."""
    ids, mask = prompted([list(ask) for ask in asks])
    before, last = ids[:, -2 if ids.shape[1] > 1 else -1], ids[:, -1]
    scores = kept.read(ids, mask.bool())
    written, done = [], torch.zeros(len(asks), dtype=torch.bool, device=DEVICE)
    real = torch.ones((len(asks), 1), dtype=torch.bool, device=DEVICE)
    for step in range(most):
        before, last = last, choose(torch.stack([before, last]), scores)
        written.append(last)
        done |= ends[last]
        if step % 16 == 15 and bool(done.all()):
            break
        if step < most - 1:
            scores = kept.read(last[:, None], real)
    rows = torch.stack(written, 1).cpu().tolist()
    over = set(ends.nonzero()[:, 0].tolist())
    return [row[: next((at + 1 for at, one in enumerate(row) if one in over), len(row))] for row in rows]
