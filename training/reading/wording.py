"""Wording: a small language model, tuned to write the question that a query answers, words Queries of our own making.

Runs on a GPU machine: `python -m training.reading.wording FOLDER OUT SECONDS TIMES` reads the weights and the texts as
token ids from FOLDER (made by `python -m training.reading pack` and `prompts`), and words each query TIMES times.
"""

from __future__ import annotations

import json
import math
import pickle
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

EPOCHS, RATE, TOKENS, SEED = 3, 5e-5, 24_000, 1
TEMPERATURE, NUCLEUS, LONGEST = 0.9, 0.95, 44
AT_ONCE = 1024


def model_of(folder: Path) -> Any:
    """The model with the weights of a packed GGUF file, its vocabulary cut to the tokens that are used."""
    from gguf import GGMLQuantizationType
    from gguf.quants import dequantize
    from transformers import Qwen2Config, Qwen2ForCausalLM

    index = json.loads((folder / "blob.json").read_text())
    blob = np.memmap(folder / "blob.bin", dtype=np.uint8, mode="r")
    found = {}
    for name, kind, shape, dtype, at, size in index:
        data = np.frombuffer(blob[at : at + size].tobytes(), dtype=dtype).reshape(shape)
        whole = data if kind in ("F16", "F32") else dequantize(data, GGMLQuantizationType[kind])
        found[name] = torch.from_numpy(np.array(whole)).float()
    size = found["token_embd.weight"].shape[0]
    config = Qwen2Config(
        vocab_size=size, hidden_size=896, intermediate_size=4864, num_hidden_layers=24, num_attention_heads=14,
        num_key_value_heads=2, rope_theta=1e6, rms_norm_eps=1e-6, tie_word_embeddings=True,
        max_position_embeddings=4096,
    )  # fmt: skip
    config.rope_parameters = {"rope_type": "default", "rope_theta": 1e6}
    model = Qwen2ForCausalLM(config)
    own = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
    parts = {
        "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
        "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
        "ffn_down": "mlp.down_proj", "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm",
    }  # fmt: skip
    state = {}
    for name, value in found.items():
        if name in own:
            state[own[name]] = value
        else:
            _, layer, part, kind = name.split(".")
            state[f"model.layers.{layer}.{parts[part]}.{kind}"] = value
    missing, unexpected = model.load_state_dict(state, strict=False)
    assert not unexpected and set(missing) <= {"lm_head.weight"}, (missing, unexpected)
    model.tie_weights()
    return model.cuda()


def batches(texts: list[tuple[list[int], list[int]]], chance: random.Random) -> list[list[int]]:
    """Examples of like length together, about TOKENS tokens each."""
    order = sorted(range(len(texts)), key=lambda at: len(texts[at][0]) + len(texts[at][1]) + chance.random() * 20)
    found, batch, longest = [], [], 0
    for at in order:
        length = len(texts[at][0]) + len(texts[at][1])
        if batch and max(longest, length) * (len(batch) + 1) > TOKENS:
            found.append(batch)
            batch, longest = [], 0
        batch.append(at)
        longest = max(longest, length)
    found.append(batch)
    chance.shuffle(found)
    return found


def padded(texts: list[tuple[list[int], list[int]]]) -> tuple[Any, Any, Any]:
    """Ids, mask and labels, filled up on the right; only the reply counts."""
    longest = max(len(ask) + len(reply) for ask, reply in texts)
    ids = torch.zeros((len(texts), longest), dtype=torch.long)
    mask, labels = torch.zeros_like(ids), torch.full_like(ids, -100)
    for row, (ask, reply) in enumerate(texts):
        both = ask + reply
        ids[row, : len(both)] = torch.tensor(both)
        mask[row, : len(both)] = 1
        labels[row, len(ask) : len(both)] = torch.tensor(reply)
    return ids.cuda(), mask.cuda(), labels.cuda()


def loss_of(model: Any, texts: list[tuple[list[int], list[int]]]) -> Any:
    ids, mask, labels = padded(texts)
    with torch.autocast("cuda", dtype=torch.bfloat16):
        hidden = model.model(input_ids=ids, attention_mask=mask).last_hidden_state[:, :-1]
        wanted = labels[:, 1:]
        counted = wanted >= 0
        logits = model.lm_head(hidden[counted])
    return torch.nn.functional.cross_entropy(logits.float(), wanted[counted])


def tune(model: Any, texts: list[tuple[list[int], list[int]]], kept: list[tuple[list[int], list[int]]]) -> None:
    """The model taught to word queries."""
    chance = random.Random(SEED)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    total = EPOCHS * len(batches(texts, chance))
    step, start = 0, time.time()
    for epoch in range(EPOCHS):
        model.train()
        seen: list[float] = []
        for batch in batches(texts, chance):
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
        longest = max(len(asks[at]) for at in block)
        ids = torch.zeros((len(block), longest), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, at in enumerate(block):
            ids[row, longest - len(asks[at]) :] = torch.tensor(asks[at])
            mask[row, longest - len(asks[at]) :] = 1
        made = model.generate(
            input_ids=ids.cuda(), attention_mask=mask.cuda(), max_new_tokens=LONGEST, do_sample=True, top_k=0,
            temperature=TEMPERATURE, top_p=NUCLEUS, eos_token_id=stop, pad_token_id=stop,
        )[:, longest:].cpu().tolist()  # fmt: skip
        found += [(at, row[: row.index(stop)]) for at, row in zip(block, made, strict=True) if stop in row]
        if done % 10 == 0:
            print(f"{done}/{len(blocks)} blocks, {len(found)} questions", flush=True)
    return found


def main(folder: Path, out: Path, seconds: float, times: int) -> None:
    start = time.time()
    with (folder / "texts.pkl").open("rb") as file:
        texts = pickle.load(file)
    model = model_of(folder)
    print(f"loaded after {time.time() - start:.0f} s", flush=True)
    tune(model, texts["train"], texts["kept"])
    found = worded(model, texts["asks"] * times, texts["stop"], start + seconds)
    with (out / "worded.pkl").open("wb") as file:
        pickle.dump(found, file)
    print(f"{len(found)} questions, {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
