"""What the planner's model is tuned on: prompts with the columns that their replies use, tables on one side only."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from autoviz.query.sql import from_sql
from autoviz.readers.planner.prompt import LACKING, reading_of
from training.reading import planning
from training.reading.planning import Planner, coded_pages, mixed
from training.reading.written import example

SKETCH = """# corner shop: what was sold
t, 420 rows
sold_on date 2023-01-02..2024-12-30
item text 'rye bread', 'milk', 'soap'
paid amount 1..40
question: takings by article
sql: group bar SELECT item, sum(paid) AS takings FROM t GROUP BY 1
question: how much soap did we sell for?
sql: number number SELECT sum(paid) AS takings FROM t WHERE item = 'soap'
question: who stole most
sql: lacking
"""
WRITTEN = Path(__file__).parents[2] / "training" / "questions" / "batch_h.jsonl"


@pytest.fixture(scope="module")
def planned():
    lines = [json.loads(line) for line in WRITTEN.read_text("utf-8").splitlines()]
    own = [line for line in lines if line["table"]["package"] == "own"]
    first = own[0]["table"]["item"]
    tables = {
        "learned": [line for line in own if line["table"]["item"] == first][:12],
        "apart": [line for line in own if line["table"]["item"] != first][:4],
    }
    planner = Planner()
    return [
        one for name, some in tables.items() for one in planner.written(name, filter(None, map(example, some)))
    ]  # fmt: skip


def test_a_reply_is_a_select_of_the_columns_that_its_prompt_shows(planned):
    learned, _ = mixed(planned, ["apart"], seed=1)
    assert sum(len(asked) for _, asked in learned) == planning.TIMES["written"] * 12
    for table, asked in learned:
        shown = [line.split(" ")[0].strip('"') for line in table.partition("\nquestion:")[0].splitlines()[1:]]
        for _, reply in asked:
            kind, chart, sql = reading_of(reply)
            if kind != LACKING:
                assert chart and from_sql(sql, shown) is not None


def test_other_columns_stand_beside_those_that_are_used(planned):
    one = next(item for item in planned if "GROUP BY" in item.reply)
    chance = random.Random(3)
    seen = {tuple(planning._some_columns(one.table, [one.reply], chance)) for _ in range(30)}
    assert len(seen) > 5 and len({len(lines) for lines in seen}) > 1


def test_no_table_that_is_held_out_is_learned_from(planned):
    learned, kept = mixed([*planned, *(item for item in planned if item.source == "apart")], ["apart"], seed=1)
    questions = {prompt.partition("\nquestion:")[2] for prompt, _ in kept["apart"]}
    assert kept["apart"] and not questions & {question for _, asked in learned for question, _ in asked}


def test_pages_and_pairs_become_ids_of_the_tokens_that_are_kept(planned):
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    learned, kept = mixed(planned, ["apart"], seed=1)
    texts = [text for table, asked in learned for text in (table, *(part for pair in asked for part in pair))]
    texts += [part for pair in kept["apart"] for part in pair]
    words = sorted({word for text in texts for word in text.split()})
    known = {word: at for at, word in enumerate(("[UNK]", "<|im_end|>", *words))}
    tokenizer = Tokenizer(WordLevel(known, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    coded, keep = coded_pages(learned, kept, tokenizer)
    table, asked = coded["train"][0]
    assert [keep[at] for at in table] == tokenizer.encode(learned[0][0], add_special_tokens=False).ids
    assert len(asked) == len(learned[0][1])
    for (_, reply), (_, text) in zip(asked, learned[0][1], strict=True):
        assert keep[reply[-1]] == known["<|im_end|>"] and reply[-1] == coded["stop"]
        assert [keep[at] for at in reply[:-1]] == tokenizer.encode(text, add_special_tokens=False).ids


def test_a_sketch_is_learned_from_as_written_questions_are():
    sketched = list(Planner().sketched([SKETCH], seed=1))
    assert [reading_of(one.reply)[0] for one in sketched] == ["group", "number", LACKING]
    assert sketched[1].question == " how much soap did we sell for?\nfound: item = 'soap'\nsql:"
    head, columns = sketched[0].table.head, dict(line.split(" ", 1) for line in sketched[0].table.lines)
    assert head == "t, 420 rows" and "'soap'" in columns["item"] and columns["paid"].endswith("1..40")
    learned, _ = mixed(sketched, [], seed=1)
    assert [len(asked) for _, asked in learned] == [len(sketched)] * planning.TIMES[planning.SKETCHED]
