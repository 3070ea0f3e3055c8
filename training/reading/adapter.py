"""Adapter: the thin matrices that tuning gives as the file that llama.cpp loads beside the model (a LoRA in GGUF).

`python -m training.reading.adapter OUT.gguf thin_0.npz thin_1.npz ... --mean OTHER.gguf ...`, where the mean of these
matrices and those of other adapters is wanted, cut back to as many weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter
from gguf.quants import dequantize, quantize

ARCHITECTURE, SCALE = "qwen2", 2.0
PLACES = {
    "q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "o_proj": "attn_output",
    "gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down",
}  # fmt: skip
"""A linear layer as tuning names it → as llama.cpp does."""
ENDS = {"down": "lora_a", "up": "lora_b"}
BLOCK = 32
"""Eight bits a weight need rows of so many, or of a multiple of it."""


Matrices = Mapping[str, np.ndarray]
"""`<layer>.<linear layer>.<down or up>` → the matrix."""


def tuned(thin: Sequence[Path]) -> Matrices:
    """The matrices of all files that tuning wrote."""
    found = {}
    for path in thin:
        with np.load(path) as matrices:
            found.update({name: matrices[name].astype(np.float32) for name in matrices.files})
    return found


def mean(adapters: Sequence[Matrices]) -> Matrices:
    """What adapters add to a layer in the mean, as closely as matrices as thin as the first one's give it."""
    found = {}
    for name in adapters[0]:
        layer, _, end = name.rpartition(".")
        if end == "up":
            up = np.concatenate([one[name] for one in adapters], 1) / len(adapters)
            down = np.concatenate([one[f"{layer}.down"] for one in adapters])
            found.update(zip((name, f"{layer}.down"), _thinned(up, down, adapters[0][name].shape[1]), strict=True))
    return found


def _thinned(up: np.ndarray, down: np.ndarray, rank: int) -> tuple[np.ndarray, np.ndarray]:
    """The closest product of two matrices of this rank."""
    (left, of_left), (right, of_right) = np.linalg.qr(up), np.linalg.qr(down.T)
    turned, sizes, back = np.linalg.svd(of_left @ of_right.T)
    roots = np.sqrt(sizes[:rank])
    return left @ turned[:, :rank] * roots, (right @ back[:rank].T * roots).T


def write(out: Path, matrices: Matrices, scale: float = SCALE) -> None:
    """The matrices, each under llama.cpp's name."""
    writer = GGUFWriter(out, ARCHITECTURE)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    rank = min(next(iter(matrices.values())).shape)
    writer.add_float32("adapter.lora.alpha", scale * rank)
    for name, matrix in matrices.items():
        layer, linear, end = name.split(".")
        _add(writer, f"blk.{layer}.{PLACES[linear]}.weight.{ENDS[end]}", matrix)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add(writer: GGUFWriter, name: str, matrix: np.ndarray) -> None:
    """In eight bits where the rows allow it, else in half precision."""
    if matrix.shape[1] % BLOCK:
        writer.add_tensor(name, np.ascontiguousarray(matrix.astype(np.float16)))
        return
    kind = GGMLQuantizationType.Q8_0
    writer.add_tensor(name, quantize(np.ascontiguousarray(matrix.astype(np.float32)), kind), raw_dtype=kind)


def matrices_of(path: Path) -> dict[str, np.ndarray]:
    """The matrices of such a file again, under the names that tuning has for them."""
    linear, ends = ({theirs: own for own, theirs in names.items()} for names in (PLACES, ENDS))
    found = {}
    for one in GGUFReader(str(path)).tensors:
        _, layer, place, _, end = one.name.split(".")
        found[f"{layer}.{linear[place]}.{ends[end]}"] = dequantize(one.data, one.tensor_type).astype(np.float32)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("thin", type=Path, nargs="+")
    parser.add_argument("--mean", type=Path, nargs="+", default=[])
    options = parser.parse_args()
    every = [tuned(options.thin), *map(matrices_of, options.mean)]
    write(options.out, mean(every) if options.mean else every[0])
