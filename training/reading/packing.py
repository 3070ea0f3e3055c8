"""Packing of base models for the GPU machine: the wording model with a trimmed vocabulary, the reader's encoder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from training.build import base_folder

EMBEDDING, HEAD = "token_embd.weight", "output.weight"
"""Names in a GGUF file: the rows of the one are cut to the tokens that are kept, the other is the same again."""


def packed(gguf_file: Path, keep: Any, out: Path) -> int:
    """The weights of a GGUF file as they are stored, in one blob with its index; how many bytes it has."""
    from gguf import GGUFReader

    tensors = [one for one in GGUFReader(str(gguf_file)).tensors if one.name != HEAD]
    index: list[tuple[str, str, list[int], str, int, int]] = []
    at = 0
    with (out / "blob.bin").open("wb") as blob:
        for one in tensors:
            data = np.ascontiguousarray(one.data[keep] if one.name == EMBEDDING else one.data)
            size = blob.write(data.tobytes())
            index.append((one.name, one.tensor_type.name, list(data.shape), str(data.dtype), at, size))
            at += size
    (out / "blob.json").write_text(json.dumps(index), "utf-8")
    return at


def pack_encoder(out: Path, folder: Path | None = None) -> None:
    """A sentence encoder in half precision as `fit` reads it; the packaged MiniLM where no folder is named."""
    from safetensors.numpy import load_file

    source = folder or base_folder()
    out.mkdir(parents=True, exist_ok=True)
    (out / "config.json").write_text((source / "config.json").read_text("utf-8"), "utf-8")
    weights = load_file(str(source / "model.safetensors"))
    kept = {name: value for name, value in weights.items() if "pooler" not in name and "position_ids" not in name}
    np.savez(out / "encoder.npz", **{name: value.astype(np.float16) for name, value in kept.items()})
