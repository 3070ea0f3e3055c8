"""The shipped network as `fit` reads it: `python -m training.reading.shipped WEIGHTS OUT.npz`.

What was fitted is kept only as graphs in 8 bits. Read back from these it is as good a start as what it was made from,
so that nobody needs the files of earlier fittings to go on.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

NETWORK, IN_BITS = "network.", "_quantized"
_SHEET = re.compile(r"(keys|values)(?:_(\d))?$")
_OWN = re.compile(r"layers\.(\d)\.(keys|values)$")


def weights_of(folder: Path) -> dict[str, Any]:
    """The weights of both graphs under the names that they have in the network."""
    found: dict[str, Any] = {}
    for name in ("sheet.onnx", "step.onnx"):
        graph = onnx.load(folder / name).graph
        stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
        found |= dict(_named(stored))
        for node in graph.node:
            if "MatMul" in node.op_type and node.input[1] in stored:
                place = ".".join(part for part in node.name.strip("/").split("/") if not part.startswith("MatMul"))
                if place:  # the scores of known words use their embedding again
                    found[f"{_layer(place)}.weight"] = _whole(stored, node.input[1].removesuffix(IN_BITS)).T
    return found


def _named(stored: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What kept its name: biases and norms as they are, embeddings in bits."""
    for name, value in stored.items():
        if name.startswith(NETWORK) and name.endswith(IN_BITS):
            plain = name.removesuffix(IN_BITS)
            yield plain.removeprefix(NETWORK), _whole(stored, plain)
        elif name.startswith(NETWORK) and value.dtype == np.float32 and not name.endswith("_scale"):
            yield name.removeprefix(NETWORK), value


def _whole(stored: dict[str, Any], name: str) -> Any:
    zero = stored[f"{name}_zero_point"].astype(np.float32)
    return (stored[f"{name}{IN_BITS}"].astype(np.float32) - zero) * stored[f"{name}_scale"]


def _layer(place: str) -> str:
    """A linear layer of the graph as the network names it: keys and values are computed outside of their part."""
    place = place.removeprefix(NETWORK).replace("inner.inner.", "inner.")
    if found := _SHEET.match(place):
        return f"layers.{found[2] or 0}.sheet.{found[1]}"
    return _OWN.sub(r"layers.\1.own.\2", place)


if __name__ == "__main__":
    made = weights_of(Path(sys.argv[1]))
    np.savez(sys.argv[2], **{name: value.astype(np.float16) for name, value in made.items()})
