"""The network of the embedded reader: an encoder over question and table, and a decoder that writes and points."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

LAYERS, HEADS, INNER, LONGEST = 4, 6, 1024, 96


class Attention(nn.Module):
    """Several heads; keys and values may be given, so that a step reads what earlier ones kept."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.asks, self.keys, self.values, self.out = (nn.Linear(width, width) for _ in range(4))

    def heads(self, states: Tensor) -> Tensor:
        """[batch, places, width] as [batch, heads, places, width of one]."""
        return states.view(states.shape[0], -1, HEADS, states.shape[-1] // HEADS).transpose(1, 2)

    def kept(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of these states."""
        return self.heads(self.keys(states)), self.heads(self.values(states))

    def forward(
        self, states: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None = None, causal: bool = False
    ) -> Tensor:
        asked = self.heads(self.asks(states))
        if torch.onnx.is_in_onnx_export():
            scores = asked @ keys.transpose(-1, -2) * asked.shape[-1] ** -0.5
            read = torch.softmax(scores, -1) @ values
        else:
            read = functional.scaled_dot_product_attention(asked, keys, values, attn_mask=mask, is_causal=causal)
        return self.out(read.transpose(1, 2).reshape(states.shape))


class Layer(nn.Module):
    """What was written so far, then the sheet, then a look inward."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.own, self.sheet = Attention(width), Attention(width)
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(3))
        self.inner = nn.Sequential(nn.Linear(width, INNER), nn.GELU(), nn.Dropout(dropout), nn.Linear(INNER, width))
        self.drop = nn.Dropout(dropout)

    def forward(
        self, states: Tensor, own: tuple[Tensor, Tensor] | None, sheet: tuple[Tensor, Tensor], mask: Tensor | None
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """The next states and the keys and values of what was written.

        Without `own` all places at once, each seeing those before it; with it the places are readings of one sheet,
        each of which sees what it wrote itself, so that nothing of the sheet is copied for each.
        """
        inward = self.norms[0](states)
        if own is None:
            keys, values = self.own.kept(inward)
            read = self.own(inward, keys, values, causal=True)
        else:
            alone = inward.transpose(0, 1)
            keys, values = self.own.kept(alone)
            keys, values = torch.cat([own[0], keys], 2), torch.cat([own[1], values], 2)
            read = self.own(alone, keys, values).transpose(0, 1)
        states = states + self.drop(read)
        states = states + self.drop(self.sheet(self.norms[1](states), *sheet, mask=mask))
        return states + self.drop(self.inner(self.norms[2](states))), (keys, values)


class ReaderNetwork(nn.Module):
    """Encoder and decoder; what may be written are the known words and the items of the sheet."""

    def __init__(self, encoder: Any, words: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.encoder = encoder
        width = encoder.config.hidden_size
        self.width = width
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(LONGEST, width)
        self.layers = nn.ModuleList(Layer(width, dropout) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(width)
        self.memory = nn.LayerNorm(width)
        self.written, self.pointed = nn.Linear(width, width), nn.Linear(width, width)
        self.used = nn.Linear(width, 1)
        self.drop = nn.Dropout(dropout)
        nn.init.normal_(self.words.weight, std=0.05)
        nn.init.normal_(self.places.weight, std=0.02)

    def encode(self, ids: Tensor, types: Tensor, mask: Tensor, places: Tensor) -> tuple[Tensor, Tensor]:
        """The states of the sheet, and those of its items."""
        states = self.memory(self.encoder(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state)
        items = torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        return states, items

    def embedded(self, words: Tensor, points: Tensor, written: Tensor) -> Tensor:
        """What was written, as states: a word by its own vector, an item by its state; points is -1 for a word."""
        of_items = torch.gather(written, 1, points.clamp(min=0).unsqueeze(-1).expand(-1, -1, self.width))
        return torch.where((points >= 0).unsqueeze(-1), of_items, self.words(words))

    def scores(self, states: Tensor, pointed: Tensor) -> Tensor:
        """How well each word and each item fits next."""
        states = self.norm(states)
        of_words = states @ self.words.weight.T
        of_items = states @ pointed.transpose(1, 2)
        return torch.cat([of_words, of_items], -1) * self.width**-0.5

    def forward(
        self, ids: Tensor, types: Tensor, mask: Tensor, places: Tensor, words: Tensor, points: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The scores at every place of what was written, and whether each item is used."""
        states, items = self.encode(ids, types, mask, places)
        seen = mask.bool()[:, None, None, :]
        at = torch.arange(words.shape[1], device=words.device)
        now = self.drop(self.embedded(words, points, self.written(items)) + self.places(at))
        for layer in self.layers:
            now, _ = layer(now, None, layer.sheet.kept(states), seen)
        return self.scores(now, self.pointed(items)), self.used(items).squeeze(-1)


class SheetPart(nn.Module):
    """What is computed once a question: the items as they are written and pointed to, and what each layer reads."""

    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor, places: Tensor) -> tuple[Tensor, ...]:
        states, items = self.network.encode(ids, types, mask, places)
        kept = [torch.stack(layer.sheet.kept(states)) for layer in self.network.layers]
        used = torch.sigmoid(self.network.used(items).squeeze(-1))
        return self.network.written(items), self.network.pointed(items), torch.stack(kept), used


class StepPart(nn.Module):
    """One more word for each of several readings of one sheet."""

    def __init__(self, network: ReaderNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self, word: Tensor, point: Tensor, at: Tensor, written: Tensor, pointed: Tensor, sheet: Tensor, own: Tensor
    ) -> tuple[Tensor, Tensor]:
        """`word` and `point` are [1, readings], `own` is [layers, 2, readings, heads, places, width]."""
        now = self.network.embedded(word, point, written) + self.network.places(at)
        kept = []
        for number, layer in enumerate(self.network.layers):
            now, said = layer(now, (own[number, 0], own[number, 1]), (sheet[number, 0], sheet[number, 1]), None)
            kept.append(torch.stack(said))
        return torch.log_softmax(self.network.scores(now, pointed)[0], -1), torch.stack(kept)
