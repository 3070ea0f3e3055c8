"""Wordpieces: the same tokens at the same places as the library with which the networks were trained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from autoviz.readers.embedded.network import WEIGHTS
from autoviz.readers.embedded.wordpieces import Wordpieces

QUESTIONS = Path(__file__).parents[1] / "regression" / "questions.jsonl"
OURS = Wordpieces(WEIGHTS / "tokenizer.json")


def _reference() -> Tokenizer:
    found = Tokenizer.from_file(str(WEIGHTS / "tokenizer.json"))
    found.no_padding()
    found.no_truncation()
    return found


REFERENCE = _reference()


def _same(text: str) -> None:
    for special in (True, False):
        found, wanted = OURS.encode(text, special), REFERENCE.encode(text, add_special_tokens=special)
        assert found.ids == wanted.ids
        assert found.offsets == [tuple(place) for place in wanted.offsets]


def test_every_question_of_the_suite_has_the_same_tokens():
    texts = [str(json.loads(line)["question"]) for line in QUESTIONS.read_text("utf-8").splitlines() if line]
    assert len(texts) > 100
    for text in texts:
        _same(text)


@given(st.text(st.characters(codec="utf-8", max_codepoint=0x3000, exclude_categories=["Cn"]), max_size=40))
@example("Umsatz in Zürich, São Paulo und İzmir?")
@example("e\u0301clair cafe\u0301 \u00e9")
@example("東京 sales 2024 ￥")
@example("a\u200bb\x00c\ufffd\td\u3000e")
@example("revenue>=1e3 && (x|y) $5.00 50%")
@example("x" * 300)
@example("")
def test_any_text_has_the_same_tokens(text):
    _same(text)


@pytest.mark.parametrize("mark", ["[SEP]", "[CLS]", "[MASK]"])
def test_a_mark_of_the_network_in_a_question_is_plain_letters(mark):
    assert OURS.token_to_id(mark) not in OURS.encode(f"total {mark} revenue", add_special_tokens=False).ids
