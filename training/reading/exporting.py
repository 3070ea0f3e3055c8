"""The fitted network as two ONNX graphs in 8 bits: `python -m training.reading.exporting READER.npz … ENCODER OUT`.

Of several networks that went on from one another the mean is taken.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from autoviz.readers.embedded.words_known import words_known
from training.graphs import write_shipped
from training.reading.fit import encoder_of
from training.reading.model import HEADS, LAYERS, ReaderNetwork, SheetPart, StepPart


def network_of(weights: Sequence[Path], encoder: Path) -> ReaderNetwork:
    """The network with the mean of the fitted weights."""
    network = ReaderNetwork(encoder_of(encoder), len(words_known()), dropout=0.0)
    stored = [np.load(path) for path in weights]
    mean = {name: np.mean([one[name].astype(np.float32) for one in stored], axis=0) for name in stored[0].files}
    network.load_state_dict({name: torch.from_numpy(value) for name, value in mean.items()})
    return network.eval()


def export(network: ReaderNetwork, out: Path) -> None:
    """Both graphs and the words they write."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder)
        ids = torch.ones((1, 7), dtype=torch.long)
        places = torch.tensor([[3, 5]])
        torch.onnx.export(
            SheetPart(network), (ids, torch.zeros_like(ids), torch.ones_like(ids), places), str(plain / "sheet.onnx"),
            input_names=["ids", "types", "mask", "places"], output_names=["written", "pointed", "sheet", "used"],
            dynamic_axes={
                "ids": {1: "length"}, "types": {1: "length"}, "mask": {1: "length"}, "places": {1: "count"},
                "written": {1: "count"}, "pointed": {1: "count"}, "sheet": {4: "length"}, "used": {1: "count"},
            },
            dynamo=False, opset_version=17,
        )  # fmt: skip
        width = network.width // HEADS
        word, items = torch.zeros((1, 2), dtype=torch.long), torch.zeros((1, 2, network.width))
        torch.onnx.export(
            StepPart(network),
            (
                word, torch.tensor([[-1, 1]]), torch.tensor(1), items, items,
                torch.zeros((LAYERS, 2, 1, HEADS, 7, width)), torch.zeros((LAYERS, 2, 2, HEADS, 1, width)),
            ),
            str(plain / "step.onnx"),
            input_names=["word", "point", "at", "written", "pointed", "sheet", "own"], output_names=["scores", "kept"],
            dynamic_axes={
                "word": {1: "rows"}, "point": {1: "rows"}, "written": {1: "count"}, "pointed": {1: "count"},
                "sheet": {4: "length"},
                "own": {2: "rows", 4: "written"}, "scores": {0: "rows", 1: "choices"}, "kept": {2: "rows", 4: "longer"},
            },
            dynamo=False, opset_version=17,
        )  # fmt: skip
        for name in ("sheet.onnx", "step.onnx"):
            write_shipped(plain / name, out / name)
    (out / "words.json").write_text(json.dumps(words_known()), "utf-8")


if __name__ == "__main__":
    *fitted, encoder, out = map(Path, sys.argv[1:])
    export(network_of(fitted, encoder), out)
