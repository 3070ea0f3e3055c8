"""PEFT: an adapter for llama.cpp as the folder that vLLM reads, the same matrices under other names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from autoviz.base_model.files import model_file
from autoviz.errors import FileError, MissingPackageError
from autoviz.resources import cache_folder, write_whole

LAYERS = {
    "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}  # fmt: skip
"""A linear layer as llama.cpp names it → as its publisher does."""
_TENSOR = re.compile(r"blk\.(\d+)\.(\w+)\.weight\.lora_([ab])$")


def peft_folder(adapter: Path) -> Path:
    """The folder of an adapter: the one given, or one made of a GGUF file in the user's cache."""
    if (adapter / "adapter_config.json").is_file():
        return adapter
    file = model_file(adapter)
    folder = cache_folder() / "adapters" / f"{file.stem}-{file.stat().st_mtime_ns}"
    if not (folder / "adapter_config.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        _write(file, folder)
    return folder


def rank_of(folder: Path) -> int:
    """How thin the matrices are."""
    return int(json.loads((folder / "adapter_config.json").read_text("utf-8"))["r"])


def _write(file: Path, folder: Path) -> None:
    alpha, matrices = _read(file)
    header, content = _safetensors(matrices)
    (folder / "adapter_model.safetensors").write_bytes(header + content)
    told = {
        "peft_type": "LORA", "task_type": "CAUSAL_LM", "r": min(min(one.shape) for one in matrices.values()),
        "lora_alpha": alpha, "target_modules": sorted({name.split(".")[-3] for name in matrices}), "bias": "none",
        "base_model_name_or_path": "", "inference_mode": True,
    }  # fmt: skip
    write_whole(folder / "adapter_config.json", json.dumps(told, indent=1))


def _read(file: Path) -> tuple[float, dict[str, Any]]:
    """The scale of an adapter and its matrices in half precision, under PEFT's names."""
    try:
        from gguf import GGUFReader
        from gguf.quants import dequantize
    except ImportError as error:
        raise MissingPackageError("Reading an adapter needs the package gguf", "pip install gguf") from error
    reader = GGUFReader(file)
    scale = reader.get_field("adapter.lora.alpha")
    found = {}
    for tensor in reader.tensors:
        hit = _TENSOR.match(tensor.name)
        if hit is None or hit[2] not in LAYERS:
            raise FileError(f"{file} holds {tensor.name}, which is no part of an adapter for the planner", "")
        name = f"base_model.model.model.layers.{hit[1]}.{LAYERS[hit[2]]}.lora_{hit[3].upper()}.weight"
        found[name] = dequantize(tensor.data, tensor.tensor_type).astype("float16")
    if scale is None or not found:
        raise FileError(f"{file} is no adapter", "Name a LoRA in a GGUF file, or a folder in PEFT's form.")
    return float(scale.contents()), found


def _safetensors(matrices: dict[str, Any]) -> tuple[bytes, bytes]:
    """The matrices as one file: a header that says where each lies, then their bytes."""
    told, content = {}, b"".join(matrix.tobytes() for matrix in matrices.values())
    start = 0
    for name, matrix in matrices.items():
        told[name] = {"dtype": "F16", "shape": list(matrix.shape), "data_offsets": [start, start + matrix.nbytes]}
        start += matrix.nbytes
    header = json.dumps(told).encode()
    return len(header).to_bytes(8, "little") + header, content
