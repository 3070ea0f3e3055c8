"""Measures in words: what is made of aggregates is told as what it is, or by its name where there are no words."""

from __future__ import annotations

import pytest

from autoviz.answering.query_words import measure_words
from autoviz.query.sql.snippets import read_expression


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("100 * avg(CASE WHEN late THEN 1 ELSE 0 END)", "share of rows where late"),
        ("sum(price) * sum(units)", "worth"),
        ("2 * sum(price) * count(*)", "worth"),
        ("sum(price) * 1.19", "worth"),
    ],
)
def test_a_product_is_told_as_a_share_in_percent_or_by_its_name(text: str, words: str) -> None:
    assert measure_words(read_expression(text), "worth", "rows", None).text == words
