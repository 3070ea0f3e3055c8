"""Invented tables: documents that a model writes are frames with questions, as far as they can be read."""

from __future__ import annotations

import random
from typing import Any

import pytest

from autoviz.query.sql import to_sql
from training.reading.documents import Told, beginning, document, subjects
from training.reading.invented_tables import invented, invented_tables

TOLD = Told(
    "bakery: sales by day",
    "t, 900 rows",
    (
        '"sold on" date 2024-01-01..2024-12-30', "bread category 'rye', 'spelt', …", "loaves count+ missing 1..40",
        "price price $ 1.5..6.25", "opened year as '%Y' 1990-01-01..2020-01-01", "sale id 900 values",
    ),
    (
        ("how many loaves of wholegrain", " number number SELECT SUM(loaves) FROM t WHERE bread = 'wholegrain'"),
        ("average price by bread", " group bar SELECT bread, AVG(price) FROM t GROUP BY 1 ORDER BY 2 DESC"),
        ("profit per month", " lacking"),
    ),
)  # fmt: skip


def text_of(told: Told) -> str:
    return document(told, random.Random(1))[1]


def test_a_document_is_its_table_and_its_questions_again() -> None:
    made = invented(text_of(TOLD), random.Random(1))
    assert made is not None
    assert set(made.rows.columns) == {"sold on", "bread", "loaves", "price", "opened", "sale"}
    asked = {question: (kind, None if query is None else to_sql(query)) for question, kind, _, query in made.asked}
    assert set(asked) == {question for question, _ in TOLD.asked}
    assert asked["profit per month"] == ("lacking", None)
    assert "sum(\"loaves\")" in str(asked["how many loaves of wholegrain"][1])


def test_its_columns_hold_what_their_lines_say_and_what_is_asked_of_them() -> None:
    made = invented(text_of(TOLD), random.Random(1))
    assert made is not None
    rows = made.rows
    assert rows["sold on"].min().year == rows["sold on"].max().year == 2024
    assert {"rye", "spelt", "wholegrain"} <= set(rows["bread"])
    assert rows["loaves"].isna().any() and rows["loaves"].max() == 40
    assert rows["price"].between(1.5, 6.25).all() and rows["opened"].between(1990, 2020).all()
    assert rows["sale"].nunique() > 100


@pytest.mark.parametrize(
    "text",
    [
        "", "t, 3 rows\na count 1..2\n", "no table at all\nquestion: why?\nsql: lacking\n",
        "t, 9 rows\na count 1..2\nb count 1..2\nA count 1..2\nquestion: how many?\nsql: lacking\n",
        "t, 9 rows\na count 1..2\nb count 1..2\nc count 1..2\nquestion: how many?\nsql: number number SELECT DROP x\n",
        "t, 9 rows\na count 1..2\nb count 1..2\nc count 1..2\nquestion: how many?\nsql: number number SELECT COUNT(*)",
        "t, 9 rows\na date 2023-02-29..2024-01-01\nb count 1..2\nc count 1..2\nquestion: how many?\nsql: lacking\n",
    ],
)  # fmt: skip
def test_what_is_no_table_or_has_no_whole_question_is_left_out(text: str) -> None:
    assert list(invented_tables([text], 1)) == []


def test_subjects_repeat_only_when_there_are_no_others() -> None:
    some = subjects(random.Random(1), 5000)
    assert len(some) == len(set(some)) == 5000
    assert beginning(some[0]).startswith("# ")


def test_replies_are_written_with_less_chance_than_the_rest() -> None:
    torch: Any = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from training.reading.inventing import SURE, TEMPERATURE, Calmer

    line, reply, word = 1, 2, 3
    calmer = Calmer(torch.tensor([False, True, False, False]), reply)
    written, ones = [0, word], torch.ones(1, 4)
    seen = []
    for token in (reply, line, reply, word, line, word):  # only a reply that begins a line is one
        written.append(token)
        seen.append(float(calmer(torch.tensor([written]), ones)[0, 0]))
    calm, free = pytest.approx(1 / SURE), pytest.approx(1 / TEMPERATURE)
    assert seen == [free, free, calm, calm, free, free]
