"""Examples as numbers: what is to be written stands on the sheet, and a batch knows where."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

from autoviz.query.sql import from_sql
from autoviz.readers.embedded import sheet
from autoviz.readers.embedded.words_known import words_known
from training.reading import batching
from training.reading.batching import EVEN, Coded, batch, laid_out, varied, varied_batch
from training.reading.coded_sets import CodedSet, new_coder
from training.reading.coding import Coder
from training.reading.merging import TIMES, WEIGHTS, merged

ROWS = pd.DataFrame(
    {
        "city": ["Oslo", "Rome", "Rome", "Bern", "Oslo", "Bern"] * 3,
        "born in": ["Rome", "Oslo", "Bern", "Rome", "Bern", "Oslo"] * 3,
        "price": [4.5, 9.25, 7.0, 3.75, 6.5, 8.0] * 3,
    }
)
NAMES = list(ROWS.columns)
WORDS = {word: at for at, word in enumerate(words_known())}
SQL = """SELECT "born in", avg(price) AS mean FROM t WHERE city = 'Rome' AND price > 37 GROUP BY 1"""
QUESTION = "average price above 37 in Rome by where they were born"


@pytest.fixture(scope="module")
def coder() -> Coder:
    return new_coder()


@pytest.fixture(scope="module")
def example(coder: Coder) -> Coded:
    return coder.coded("shop", ROWS, [(QUESTION, "group", ("bar",), from_sql(SQL, NAMES))])[0]


def test_all_that_is_written_is_a_word_or_stands_on_the_sheet(coder: Coder, example: Coded) -> None:
    _, _, _, tokens = laid_out(example, coder.tables[example.table], random.Random(0), True)
    assert example.target[:2] == ["kind:group", "chart:bar"]
    assert {"'Rome'", "37", '"price"', '"born in"', '"city"'} <= set(example.target) - set(WORDS)
    assert set(example.target) <= {*WORDS, *tokens}


def test_what_the_question_does_not_say_cannot_be_learned(coder: Coder) -> None:
    before = coder.lacking
    query = from_sql("SELECT avg(price) AS mean FROM t WHERE price > 37", NAMES)
    assert coder.coded("shop", ROWS, [("average price", "number", (), query)]) == []
    assert coder.lacking == before + 1


def test_a_value_of_two_columns_is_one_choice(coder: Coder, example: Coded) -> None:
    table = coder.tables[example.table]
    _, _, _, tokens = laid_out(example, table, random.Random(0), False)
    made = batch([example], coder.tables, WORDS, random.Random(0), shuffled=False)
    assert made is not None
    groups = [group for token, group in zip(tokens, made["groups"][0], strict=True) if token == "'Rome'"]
    assert len(groups) == 2 and len(set(groups)) == 1
    others = {group for token, group in zip(tokens, made["groups"][0], strict=True) if token == "'Oslo'"}
    assert others.isdisjoint(groups)
    assert made["wanted"][0][example.target.index("'Rome'")] == groups[0]


@pytest.mark.parametrize("seed", range(4))
def test_a_batch_says_the_target_whatever_the_order_of_columns(coder: Coder, example: Coded, seed: int) -> None:
    mean = from_sql("SELECT avg(price) AS mean FROM t", NAMES)
    short = coder.coded("shop", ROWS, [("price", "number", ("number",), mean)])
    made = batch([example, *short], coder.tables, WORDS, random.Random(seed))
    assert made is not None
    _, _, _, tokens = laid_out(example, coder.tables[example.table], random.Random(seed), True)
    token_of = {**{at: word for word, at in WORDS.items()}, **dict(zip(made["groups"][0], tokens, strict=False))}
    assert [token_of[group] for group in made["wanted"][0]] == example.target
    said = [
        tokens[point] if point >= 0 else token_of[word]
        for word, point in zip(made["words"][0], made["points"][0], strict=True)
    ]
    assert said == ["start", *example.target[:-1]]
    used = {token for token, play in zip(tokens, made["used"][0], strict=False) if play}
    assert used == set(example.target) & set(tokens)
    assert (made["ids"][made["mask"] == 0] == batching.PAD).all()
    assert (made["wanted"][1] >= 0).sum() == len(short[0].target)
    assert np.array_equal(made["types"][0, : len(example.question) + 2], np.zeros(len(example.question) + 2))


def test_the_orders_of_columns_differ(coder: Coder, example: Coded) -> None:
    table = coder.tables[example.table]
    orders = {tuple(laid_out(example, table, random.Random(seed), True)[3]) for seed in range(8)}
    assert len(orders) > 1


def test_of_many_columns_those_that_are_read_stay() -> None:
    table = [([1, at], f'"c{at}"') for at in range(90)]
    wide = Coded(0, [7], [], [], ['"c80"', '"c3"', "end"])
    for shuffled in (False, True):
        _, _, _, tokens = laid_out(wide, table, random.Random(0), shuffled)
        assert len(tokens) == batching.MOST_COLUMNS and {'"c80"', '"c3"'} <= set(tokens)


def test_training_shows_as_many_columns_as_the_reader() -> None:
    assert batching.MOST_COLUMNS == sheet.MOST_COLUMNS
    assert batching.MOST_TOKENS <= sheet.MOST_TOKENS


def test_merged_examples_keep_their_tables_and_held_out_ones_apart(coder: Coder, example: Coded) -> None:
    lacking = Coded(0, [5], [], [], ["kind:lacking"])
    invented = CodedSet("told", {"told": [Coded(0, [6], [], [], ["end"])] * 14 + [lacking] * 14}, [["invented"]], 0)
    written = CodedSet("written", {"a": [example], "apart": [example, lacking]}, coder.tables, 0)
    data = merged([invented, written], ["apart"])
    assert [data["tables"][one.table] for one in data["train"]] == [["invented"]] * 15 + [coder.tables[example.table]]
    assert sum(one.target == ["kind:lacking"] for one in data["train"]) == 1
    assert data["times"] == [TIMES["told"]] * 15 + [TIMES["written"]]
    assert data["train"][-1].weight == WEIGHTS["written"] and data["train"][0].weight == WEIGHTS["told"]
    assert [len(some) for some in data["kept"].values()] == [2]
    assert data["kept"]["apart"][0].table == 1 and example.table == 0
    with pytest.raises(ValueError, match="nowhere"):
        merged([written], ["nowhere"])


@pytest.mark.parametrize("seed", range(6))
def test_a_varied_table_keeps_what_the_target_reads(example: Coded, coder: Coder, seed: int) -> None:
    strange = [([1, 9], '"strange"'), ([1, 8], '"odd"'), *coder.tables[0][:1]]
    wide = [*coder.tables[0], *(([1, at], f'"x{at}"') for at in range(9))]
    made, table = varied(example, [wide, strange], random.Random(seed))
    tokens = [token for _, token in table]
    assert len(set(tokens)) == len(tokens)
    assert {token for _, token in coder.tables[0] if token in example.target} <= set(tokens)
    owners = {id(item): owner for item, owner in zip(example.items, example.owners, strict=True)}
    for item, owner in zip(made.items, made.owners, strict=True):
        before = owners[id(item)]
        assert owner == before == -1 or table[owner] == wide[before]
    arrays = varied_batch([example] * 4, [wide, strange], WORDS, random.Random(seed))
    assert arrays is not None and arrays["ids"].shape[1] % EVEN == 0 and len(arrays["ids"]) == 4
