"""Adapter: the thin matrices that tuning gives as the file that llama.cpp loads beside the model (a LoRA in GGUF).

`python -m training.reading.adapter autoviz/readers/planner/weights/adapter-0.5b.gguf thin_0.npz thin_1.npz ...`
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
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


def write(out: Path, thin: Sequence[Path], scale: float = SCALE) -> None:
    """The matrices `<layer>.<linear layer>.<down or up>` of all files, each under llama.cpp's name."""
    writer = GGUFWriter(out, ARCHITECTURE)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    with np.load(thin[0]) as matrices:
        rank = min(matrices[matrices.files[0]].shape)
    writer.add_float32("adapter.lora.alpha", scale * rank)
    for path in thin:
        with np.load(path) as matrices:
            for name in matrices.files:
                layer, linear, end = name.split(".")
                _add(writer, f"blk.{layer}.{PLACES[linear]}.weight.{ENDS[end]}", matrices[name])
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
    write(Path(sys.argv[1]), [Path(path) for path in sys.argv[2:]])
