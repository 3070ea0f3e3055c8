"""Odd questions: what is empty, endless or names a column that is not there is told at once, in clear words."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.errors import QuestionError


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("", "The question is empty"),
        (" \n\t ", "The question is empty"),
        ("total revenue by region and " * 5000, "characters, and up to 1,000"),
        ("x" * 100_000, "100,000 characters, and up to 1,000"),
        ("total `revenu` by region", "There is no column 'revenu' in df\nDid you mean 'revenue'"),
        ("`colour` by region", "There is no column 'colour'"),
    ],
    ids=["nothing", "blanks", "endless", "one endless word", "misspelt", "unknown"],
)
def test_it_is_told_and_not_read(sales, question, told):
    with pytest.raises(QuestionError, match=told):
        autoviz.ask(sales, question)


def test_after_an_answer_too(sales):
    session = autoviz.Session(sales)
    session.ask("total revenue by region")
    for question in ("now by `colour`", "the same " * 2000, ""):
        with pytest.raises(QuestionError):
            session.ask(question)
    assert session.ask("now by `product`").requirements.group_by == ("product",)


def test_a_column_or_a_value_in_backticks_is_meant(sales):
    assert autoviz.ask(sales, "total `revenue` by `region`").requirements.group_by == ("region",)
    assert autoviz.ask(sales, "total revenue in `West`").answer
