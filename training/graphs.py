"""Graphs as they are shipped: in 8 bits and fused. `python -m training.graphs FILE …` fuses those that lie there.

Opening a graph fuses its nodes each time; done once, a process opens all three in half the time. Only what any CPU may
run is fused here: what suits one kind of CPU is left to where it is opened.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic


def write_shipped(plain: Path, out: Path) -> None:
    """Writes an exported graph as it is shipped."""
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / plain.name
        quantize_dynamic(plain, small, weight_type=QuantType.QInt8, per_channel=True)
        write_fused(small, out)


def write_fused(path: Path, out: Path) -> None:
    """Writes a graph with its nodes fused; it gives the same numbers to the last bit."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(out)
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        write_fused(path, path)
