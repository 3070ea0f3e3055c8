"""The word lists of the registry that linking reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoviz.errors import RegistryError
from autoviz.linking import lexicon
from autoviz.registry import words


def test_a_damaged_list_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "english.yaml").write_text("version: 1\nirregular: [not, a, mapping]\n", encoding="utf-8")
    monkeypatch.setattr(words, "registry_folder", lambda: tmp_path)
    words.english.cache_clear()
    with pytest.raises(RegistryError, match=r"english\.yaml: irregular"):
        words.english()
    words.abbreviations.cache_clear()
    with pytest.raises(RegistryError, match=r"abbreviations\.yaml is missing"):
        words.abbreviations()


def test_equivalents_hold_both_ways() -> None:
    for key, others in lexicon.equivalents().items():
        assert all(key in lexicon.equivalents()[other] for other in others), key


def test_kinds_of_values_reach_from_their_first_to_their_last_set() -> None:
    by_noun = {noun: members for nouns, members in lexicon.value_kinds() for noun in nouns}
    assert {"usa", "japan", "newzealand"} <= by_noun["country"]
    assert by_noun["gender"] >= {"m", "f", "woman"}
    assert "monday" not in by_noun["country"]
    assert {"january", "may", "dec"} <= by_noun["month"]


def test_a_frequent_word_is_no_abbreviation() -> None:
    """Such a word in both lists would never be read as the short form."""
    clash = set(lexicon.abbreviations().words) & lexicon.common_words()
    assert clash <= {"no"}, "only a column may be called no"
