"""Things named in a sentence, and how many more there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autoviz.listing import few, listed

PACKAGE = Path(__file__).resolve().parent.parent / "autoviz"


@pytest.mark.parametrize(
    ("count", "of", "told"),
    [
        (2, None, "a or b"), (3, None, "a, b or c"), (4, None, "a, b or 2 more"),
        (3, 1_203, "a, b or 1,201 more"), (2, 3, "a, b or 1 more"), (0, None, ""),
    ],
)  # fmt: skip
def test_a_few_are_named_and_a_single_one_is_not_left_out_where_it_is_at_hand(count, of, told):
    assert listed(few(list("abcd")[:count], 2, of), "or") == told


@pytest.mark.parametrize(("names", "text"), [("", ""), ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")])
def test_names_are_listed_as_in_a_sentence(names: str, text: str) -> None:
    assert listed(list(names)) == text


def test_how_many_more_there_are_is_worded_in_one_place():
    worded = [path.name for path in PACKAGE.rglob("*.py") if re.search(r'\} more["\]]', path.read_text("utf-8"))]
    assert worded == ["listing.py"]
