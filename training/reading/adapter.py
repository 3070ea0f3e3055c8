"""Adapter: the thin matrices that tuning gives as the file that llama.cpp loads beside the model (a LoRA in GGUF).

`python -m training.reading.adapter thin.npz autoviz/readers/planner/weights/adapter.gguf`
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from gguf import GGUFWriter

ARCHITECTURE, ALPHA = "qwen2", 64.0
PLACES = {
    "q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "o_proj": "attn_output",
    "gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down",
}  # fmt: skip
"""A linear layer as tuning names it → as llama.cpp does."""
ENDS = {"down": "lora_a", "up": "lora_b"}


def write(thin: Path, out: Path, alpha: float = ALPHA) -> None:
    """The matrices of `<layer>.<linear layer>.<down or up>` in half precision, each under llama.cpp's name."""
    writer = GGUFWriter(out, ARCHITECTURE)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", alpha)
    with np.load(thin) as matrices:
        for name in matrices.files:
            layer, linear, end = name.split(".")
            matrix = np.ascontiguousarray(matrices[name].astype(np.float16))
            writer.add_tensor(f"blk.{layer}.{PLACES[linear]}.weight.{ENDS[end]}", matrix)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]))
