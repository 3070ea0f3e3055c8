"""The adapter on its way: thin matrices as tuning gives them, a file for llama.cpp, a folder for vLLM."""

from __future__ import annotations

import json

import numpy as np
import pytest

from autoviz.base_model.peft import peft_folder, rank_of
from autoviz.errors import FileError

gguf = pytest.importorskip("gguf")
safetensors = pytest.importorskip("safetensors.numpy")


@pytest.fixture
def thin(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_CACHE", str(tmp_path / "cache"))
    chance = np.random.default_rng(3)
    matrices = {
        f"{layer}.{name}.{end}": chance.normal(size=shape).astype(np.float16)
        for layer in (0, 1)
        for name, wide in (("q_proj", 64), ("down_proj", 96))
        for end, shape in (("down", (4, wide)), ("up", (64, 4)))
    }
    np.savez(tmp_path / "thin.npz", **matrices)
    return matrices


def test_the_matrices_come_through_llama_cpps_form_and_pefts(thin, tmp_path):
    from training.reading.adapter import tuned, write

    file = tmp_path / "adapter.gguf"
    write(file, tuned([tmp_path / "thin.npz"]))
    folder = peft_folder(file)
    told = json.loads((folder / "adapter_config.json").read_text("utf-8"))
    assert (told["r"], told["lora_alpha"], told["target_modules"]) == (4, 8.0, ["down_proj", "q_proj"])
    assert rank_of(folder) == 4 and peft_folder(file) == folder == peft_folder(folder)
    found = safetensors.load_file(folder / "adapter_model.safetensors")
    assert len(found) == len(thin)
    before = "base_model.model.model.layers"
    wide = found[f"{before}.1.self_attn.q_proj.lora_A.weight"]  # in eight bits on its way
    assert wide.shape == (4, 64) and np.allclose(wide, thin["1.q_proj.down"], atol=0.03)
    assert np.array_equal(found[f"{before}.0.mlp.down_proj.lora_B.weight"], thin["0.down_proj.up"])


def test_tuning_goes_on_from_the_matrices_of_an_adapter(thin, tmp_path):
    from training.reading.adapter import matrices_of, tuned, write

    write(tmp_path / "adapter.gguf", tuned([tmp_path / "thin.npz"]))
    found = matrices_of(tmp_path / "adapter.gguf")
    assert found.keys() == thin.keys()
    assert all(np.allclose(found[name], matrix, atol=0.03) for name, matrix in thin.items())


def test_the_mean_of_two_adapters_adds_half_of_what_each_adds():
    from training.reading.adapter import mean

    chance = np.random.default_rng(4)
    shapes = {"0.q_proj.down": (4, 64), "0.q_proj.up": (48, 4)}
    one, other = ({name: chance.normal(size=shape) for name, shape in shapes.items()} for _ in range(2))
    assert {name: matrix.shape for name, matrix in mean([one, other]).items()} == shapes

    def added(matrices):
        return matrices["0.q_proj.up"] @ matrices["0.q_proj.down"]

    assert np.allclose(added(mean([one, one])), added(one))
    half, wanted = added(mean([one, other])), (added(one) + added(other)) / 2
    sizes = np.linalg.svd(wanted)[1]
    assert np.linalg.norm(wanted - half) == pytest.approx(np.linalg.norm(sizes[4:]))  # nothing of its rank is closer


def test_what_is_no_adapter_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "model.gguf"
    writer = gguf.GGUFWriter(file, "qwen2")
    writer.add_tensor("output.weight", np.zeros((4, 4), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(FileError, match=r"output.weight, which is no part of an adapter"):
        peft_folder(file)
