"""The graphs of the package lie there fused, so that opening them does not do it in every process."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from autoviz.readers.graphs import WEIGHTS

onnx = pytest.importorskip("onnx")


def _kinds(path: Path) -> Counter[str]:
    return Counter(node.op_type for node in onnx.load(path).graph.node)


@pytest.mark.parametrize("name", ["reader.onnx", "sheet.onnx", "step.onnx"])
def test_nothing_is_left_to_fuse(name: str, tmp_path: Path) -> None:
    from training.graphs import write_fused

    write_fused(WEIGHTS / name, tmp_path / name)
    assert _kinds(tmp_path / name) == _kinds(WEIGHTS / name)
