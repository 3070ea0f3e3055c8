"""The tool index: cached by registry and model, rebuilt when damaged or foreign, quick over many tools."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoviz.registry import index
from autoviz.registry.catalog import default_catalog
from autoviz.registry.index import tool_index


class CountingEncoder:
    """Unit vectors drawn from a hash of the text; counts how many texts it was given."""

    name = "counting"

    def __init__(self) -> None:
        self.encoded = 0

    def encode(self, texts):
        self.encoded += len(texts)
        rows = [np.random.default_rng(abs(hash(text)) % 2**32).normal(size=16) for text in texts]
        return np.array([row / np.linalg.norm(row) for row in rows], dtype=np.float32)


def test_the_second_index_comes_from_the_cache(tmp_path):
    encoder = CountingEncoder()
    first = tool_index(default_catalog(), encoder, tmp_path)
    encoded = encoder.encoded
    second = tool_index(default_catalog(), encoder, tmp_path)
    assert not first.from_cache
    assert second.from_cache
    assert encoder.encoded == encoded
    query = encoder.encode(["anything"])
    assert first.search(query, 5) == second.search(query, 5)


@pytest.mark.parametrize("damage", [b"", b"not a zip file", None])
def test_a_damaged_cache_is_rebuilt(tmp_path, damage):
    encoder = CountingEncoder()
    tool_index(default_catalog(), encoder, tmp_path)
    (path,) = tmp_path.glob("*.npz")
    path.write_bytes(path.read_bytes()[:200] if damage is None else damage)
    again = tool_index(default_catalog(), encoder, tmp_path)
    assert not again.from_cache
    assert tool_index(default_catalog(), encoder, tmp_path).from_cache


def test_a_cache_about_other_tools_is_not_believed(tmp_path):
    encoder = CountingEncoder()
    catalog = default_catalog()
    tool_index(catalog, encoder, tmp_path)
    (path,) = tmp_path.glob("*.npz")
    fewer = replace(catalog, tools=dict(list(catalog.tools.items())[:3]))
    path.rename(path.with_name(f"{fewer.digest}-counting.npz"))
    assert not tool_index(fewer, encoder, tmp_path).from_cache


def test_no_part_file_is_left_behind(tmp_path):
    tool_index(default_catalog(), CountingEncoder(), tmp_path)
    assert [path.suffix for path in tmp_path.iterdir()] == [".npz"]


def test_a_cache_that_cannot_be_written_costs_nothing_else(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert tool_index(default_catalog(), CountingEncoder(), blocked / "below").search(
        CountingEncoder().encode(["x"]), 2
    )


def test_very_many_tools_are_held_against_all_queries_at_once_and_the_nearest_are_the_same(tmp_path, monkeypatch):
    import faiss

    monkeypatch.setattr(faiss.cvar, "distance_compute_blas_threshold", faiss.cvar.distance_compute_blas_threshold)
    encoder = CountingEncoder()
    queries = encoder.encode(["one", "another"])
    one_by_one = tool_index(default_catalog(), encoder, tmp_path).search(queries, 9)
    monkeypatch.setattr(index, "MANY", 5)
    at_once = tool_index(default_catalog(), encoder, tmp_path).search(queries, 9)
    assert faiss.cvar.distance_compute_blas_threshold == 1
    for before, after in zip(one_by_one, at_once, strict=True):
        assert [name for name, _ in before] == [name for name, _ in after]
        assert [score for _, score in before] == pytest.approx([score for _, score in after], abs=1e-6)
