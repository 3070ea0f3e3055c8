"""The code model behind wording and planning: its weights out of a packed GGUF file, its texts as batches."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
PROCESSES = 12
PARTS = {
    "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj", "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
}  # fmt: skip
Ids = tuple[list[int], list[int]]
"""A prompt and its reply."""


def whole_of(job: tuple[str, str, str, list[int], str, int, int]) -> Any:
    """One tensor of a packed GGUF file in full precision."""
    from gguf import GGMLQuantizationType
    from gguf.quants import dequantize

    path, _, kind, shape, dtype, at, size = job
    with Path(path).open("rb") as file:
        file.seek(at)
        data = np.frombuffer(file.read(size), dtype=dtype).reshape(shape)
    whole = data if kind in ("F16", "F32") else dequantize(data, GGMLQuantizationType[kind])
    return whole.astype(np.float16) if whole.ndim == 2 else whole.astype(np.float32)


def model_of(folder: Path, precision: torch.dtype) -> Any:
    """The model with the weights of a packed GGUF file, its vocabulary cut to the tokens that are used."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    index = json.loads((folder / "blob.json").read_text())
    jobs = [(str(folder / "blob.bin"), *one) for one in index]
    with ProcessPoolExecutor(PROCESSES) as pool:
        wholes = pool.map(whole_of, jobs, chunksize=4)
        found = {job[1]: torch.from_numpy(np.array(whole)) for job, whole in zip(jobs, wholes, strict=True)}
    size, width = found["token_embd.weight"].shape
    layers = 1 + max(int(name.split(".")[1]) for name in found if name.startswith("blk."))
    config = Qwen2Config(
        vocab_size=size, hidden_size=width, intermediate_size=found["blk.0.ffn_up.weight"].shape[0],
        num_hidden_layers=layers, num_attention_heads=width // (64 if width < 1000 else 128), num_key_value_heads=2,
        rope_theta=1e6, rms_norm_eps=1e-6, tie_word_embeddings=True, max_position_embeddings=4096,
    )  # fmt: skip
    config.rope_parameters = {"rope_type": "default", "rope_theta": 1e6}
    with torch.device(DEVICE):
        torch.set_default_dtype(precision)
        model = Qwen2ForCausalLM(config)
        torch.set_default_dtype(torch.float32)
    own = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
    state = {}
    for name, value in found.items():
        if name in own:
            state[own[name]] = value
        else:
            _, layer, part, kind = name.split(".")
            state[f"model.layers.{layer}.{PARTS[part]}.{kind}"] = value
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}, (missing, unexpected)
    model.tie_weights()
    return model


def batches(lengths: Sequence[int], chance: random.Random, tokens: int) -> list[list[int]]:
    """The places of examples of like length together, about so many tokens each."""
    order = sorted(range(len(lengths)), key=lambda at: lengths[at] + chance.random() * 20)
    found, batch, longest = [], [], 0
    for at in order:
        length = lengths[at]
        if batch and max(longest, length) * (len(batch) + 1) > tokens:
            found.append(batch)
            batch, longest = [], 0
        batch.append(at)
        longest = max(longest, length)
    found.append(batch)
    chance.shuffle(found)
    return found


def lengths_of(texts: list[Ids]) -> list[int]:
    """How many tokens each prompt has with its reply."""
    return [len(ask) + len(reply) for ask, reply in texts]


def padded(texts: list[Ids]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, mask and labels, filled up on the right; only the reply counts."""
    longest = max(len(ask) + len(reply) for ask, reply in texts)
    ids = np.zeros((len(texts), longest), dtype=np.int64)
    mask, labels = np.zeros_like(ids), np.full_like(ids, -100)
    for row, (ask, reply) in enumerate(texts):
        both = len(ask) + len(reply)
        ids[row, :both] = ask + reply
        mask[row, :both] = 1
        labels[row, len(ask) : both] = reply
    return tuple(torch.from_numpy(one).to(DEVICE) for one in (ids, mask, labels))  # type: ignore[return-value]


def prompted(asks: list[list[int]]) -> tuple[Tensor, Tensor]:
    """Ids and mask of prompts that the model is to go on with, filled up on the left."""
    longest = max(map(len, asks))
    ids = torch.zeros((len(asks), longest), dtype=torch.long)
    mask = torch.zeros_like(ids)
    for row, ask in enumerate(asks):
        ids[row, longest - len(ask) :] = torch.tensor(ask)
        mask[row, longest - len(ask) :] = 1
    return ids.to(DEVICE), mask.to(DEVICE)
