"""What tests of training share: a model of the planner's kind that is small enough to run anywhere."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def model() -> Any:
    """A model of the planner's kind, with chance weights."""
    torch: Any = pytest.importorskip("torch")
    transformers: Any = pytest.importorskip("transformers")
    torch.manual_seed(0)
    config = transformers.Qwen2Config(
        vocab_size=60, hidden_size=48, intermediate_size=64, num_hidden_layers=2, num_attention_heads=6,
        num_key_value_heads=2, max_position_embeddings=256,
    )  # fmt: skip
    return transformers.Qwen2ForCausalLM(config).eval()
