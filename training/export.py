"""Exports trained weights to one int8 ONNX graph with its tokenizer: `python -m training.export --weights FOLDER`."""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from training.build import base_folder
from training.graphs import write_shipped
from training.network import WIDTH, Reader
from training.train import state_of

SHIPPED = Path(__file__).parents[1] / "autoviz" / "readers" / "embedded" / "weights"
INPUTS = (
    "ids", "mask", "question", "owner", "named", "valued", "features", "span_tokens", "span_types", "span_fit",
    "word_tokens",
)  # fmt: skip
AXES = {
    "ids": ("batch", "tokens"), "mask": ("batch", "tokens"), "question": ("batch", "tokens"),
    "owner": ("batch", "tokens", "columns"), "named": ("batch", "tokens", "columns"),
    "valued": ("batch", "tokens", "columns"), "features": ("batch", "columns"),
    "span_tokens": ("batch", "spans", "tokens"), "span_types": ("batch", "spans"),
    "span_fit": ("batch", "spans", "columns"), "word_tokens": ("batch", "words", "tokens"),
}  # fmt: skip


class Graph(nn.Module):
    """The reader with positional inputs and outputs, as an ONNX graph has them."""

    def __init__(self, reader: Reader, outputs: tuple[str, ...]) -> None:
        super().__init__()
        self.reader, self.outputs = reader, outputs

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        answers = self.reader(dict(zip(INPUTS, inputs, strict=True)))
        return tuple(answers[name] for name in self.outputs)


def load(folders: Sequence[Path]) -> Reader:
    """The reader with the weights of a training run, or with the mean of those of several runs."""
    meta = json.loads((folders[-1] / "training.json").read_text())
    reader = Reader(meta["sizes"], len(meta["features"]), meta["span_types"], meta["max_columns"])
    reader.load_state_dict(state_of(folders))
    return reader.eval()


def examples(meta: dict[str, Any]) -> tuple[Tensor, ...]:
    """Inputs of the right shapes to trace the graph with."""
    tokens, columns, spans = 12, 3, 2
    ones = torch.ones(1, tokens)
    links = torch.zeros(1, tokens, columns)
    return (
        torch.randint(1000, 2000, (1, tokens)), ones, ones, torch.ones(1, tokens, columns), links, links,
        torch.zeros(1, columns, len(meta["features"])), torch.ones(1, spans, tokens) / tokens,
        torch.zeros(1, spans, meta["span_types"]), torch.zeros(1, spans, columns),
        torch.ones(1, spans, tokens) / tokens,
    )  # fmt: skip


def export(folders: Sequence[Path], out: Path) -> None:
    """Writes reader.onnx (int8), tokenizer.json and reader.json."""
    meta = json.loads((folders[-1] / "training.json").read_text())
    reader = load(folders)
    inputs = examples(meta)
    outputs = tuple(reader(dict(zip(INPUTS, inputs, strict=True))))
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        whole = Path(scratch) / "whole.onnx"
        axes = {name: dict(enumerate(dims)) for name, dims in AXES.items()}
        torch.onnx.export(
            Graph(reader, outputs), inputs, str(whole), input_names=list(INPUTS), output_names=list(outputs),
            dynamic_axes=axes, opset_version=17, dynamo=False,
        )  # fmt: skip
        write_shipped(whole, out / "reader.onnx")
    shutil.copy(base_folder() / "tokenizer.json", out / "tokenizer.json")
    kept = {name: meta[name] for name in ("sizes", "features", "span_types", "max_columns")}
    (out / "reader.json").write_text(json.dumps({**kept, "outputs": outputs, "width": WIDTH}, indent=1) + "\n")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--weights", type=Path, nargs="+", required=True,
        help="the folder that training wrote; the weights of several runs are averaged",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, default=SHIPPED)
    options = parser.parse_args()
    export(options.weights, options.out)


if __name__ == "__main__":
    main()
