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


def test_replies_are_drawn_with_less_chance_than_the_rest() -> None:
    torch: Any = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from training.reading.inventing import Drawn

    line, reply, word = 1, 2, 3
    ends = torch.zeros(70, dtype=torch.bool)
    ends[line] = True
    rows = 400
    drawn, scores = Drawn(ends, reply), torch.zeros(rows, 70)
    scores[:, 5] = 3.0
    torch.manual_seed(1)
    likeliest = []
    before = word
    for last in (reply, line, reply, word, line, word):  # only a reply that begins a line is one
        seen = torch.tensor([[before], [last]]).expand(2, rows)
        likeliest.append(float((drawn(seen, scores) == 5).float().mean()))
        before = last
    assert [share > 0.9 for share in likeliest] == [False, False, True, True, False, False]


def test_many_texts_at_once_are_gone_on_with_as_one_alone_is(model: Any) -> None:
    torch: Any = pytest.importorskip("torch")
    from training.reading.base_model import prompted
    from training.reading.generating import Kept, gone_on

    ends = torch.zeros(60, dtype=torch.bool)
    ends[59] = True
    tables, asks = [[5, 6, 7], [9, 10, 11, 12]], [[20, 21], [22], [23, 24, 25], [26]]
    kept = Kept(model, 2, 4)
    ids, mask = prompted(tables)
    with torch.no_grad():
        kept.read(ids, mask.bool())
    made = gone_on(kept.repeated(2, 20), asks, lambda _, scores: scores.argmax(-1), ends, 12)
    for number, (ask, row) in enumerate(zip(asks, made, strict=True)):
        whole = torch.tensor([[*tables[number // 2], *ask]])
        alone = model.generate(whole, max_new_tokens=12, do_sample=False, eos_token_id=59, pad_token_id=59)
        assert row == alone[0, whole.shape[1] :].tolist()


def test_questions_that_get_another_reply_are_left_out(model: Any) -> None:
    torch: Any = pytest.importorskip("torch")
    from training.reading.inventing import Document, agreed, document_of

    texts = {"ends": [1, 4, 8], "question": 2, "reply": 3, "replying": [3, 5]}
    table, ask = [7, 9, 4, 12, 13, 1], [2, 30, 31, 1]
    with torch.no_grad():
        ids = [*table, *ask, 3, 5]
        while ids[-1] not in texts["ends"] and len(ids) < 100:
            ids.append(int(model(torch.tensor([ids])).logits[0, -1].argmax()))
    if ids[-1] not in texts["ends"]:  # the model goes round in a circle: what it writes first ends the line
        texts["ends"].append(ids[len(table) + len(ask) + 2])
        ids = ids[: len(table) + len(ask) + 3]
    same = ids[len(table) + len(ask) :]
    other = [3, 5, 17, 18, 1]
    document = document_of([*table, *ask, *same, *ask, *other, 2, 30], texts)
    assert document == Document(table, [(ask, same), (ask, other)])  # what was cut off is not there
    assert list(agreed(model, [document], texts, float("inf"))) == [Document(table, [(ask, same)])]
