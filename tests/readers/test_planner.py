"""The planner around its model: what the model is shown, replies kept inside the grammar, and who reads when."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.errors import FileError, MissingPackageError, ModelError
from autoviz.linking.candidates import candidates
from autoviz.model.settings import Settings
from autoviz.profile import profile
from autoviz.query.grammar import gbnf
from autoviz.query.grammar.gbnf import one_of
from autoviz.readers import default
from autoviz.readers.embedded.asking import LeftOver, vocabulary
from autoviz.readers.embedded.writing import Written
from autoviz.readers.planner import replying, surety
from autoviz.readers.planner.prompt import reading_of, reply_text
from autoviz.readers.planner.reader import MOST_COLUMNS, prompt, shown_table
from autoviz.readers.planner.replying import reply
from autoviz.readers.planner.running import Run

SALES = pd.DataFrame(
    {
        "order date": pd.date_range("2024-01-01", periods=60, freq="D"),
        "region": ["North", "South", "East"] * 20,
        "net sales": np.arange(60) * 2.5,
        "units": [1, 2, 3, 4] * 15,
    }
)
PROFILE = profile(SALES)


class Scripted:
    """A model that writes what it is told to, in pieces of a few characters; it takes no account of what it reads."""

    def __init__(self, *texts, piece=3):
        self._texts, self._piece = list(texts), piece
        self.asked = []

    def go_on(self, text, most, grammar="", enough=lambda written: False):
        self.asked.append((text, grammar))
        whole, written, pieces = self._texts.pop(0), "", []
        for at in range(0, len(whole), self._piece):
            if len(pieces) == most:
                break
            written += whole[at : at + self._piece]
            pieces.append((whole[at : at + self._piece], -0.1))
            if enough(written):
                break
        return Run(tuple(pieces))


def replied(question, *texts, piece=3):
    found = candidates(question, PROFILE)
    model = Scripted(*texts, piece=piece)
    return reply(model, prompt(question, PROFILE, found), vocabulary(PROFILE, found)), model


def test_the_model_is_shown_the_table_then_the_question_then_what_was_found():
    found = candidates("sales in the North above 20", PROFILE)
    assert prompt("sales in the North above 20", PROFILE, found) == (
        shown_table(PROFILE, range(4)) + " sales in the North above 20\nfound: \"region\" 'North' 20\nquery:"
    )
    assert shown_table(PROFILE, range(4)).splitlines() == [
        '"order date" date', "\"region\" place 'North' 'South' 'East'", '"net sales" amount+', '"units" count+',
        "question:",
    ]  # fmt: skip


def test_of_a_wide_table_the_columns_that_the_question_names_are_shown():
    wide = profile(pd.DataFrame({f"field {number}": [1.5, 2.5] for number in range(60)} | {"altitude": [1.5, 2.5]}))
    shown = prompt("mean altitude", wide, candidates("mean altitude", wide)).splitlines()
    assert sum(line.startswith('"') for line in shown) == MOST_COLUMNS
    assert any(line.startswith('"altitude"') for line in shown)


def test_a_reading_is_written_and_read_alike():
    said = ["kind:group", "chart:bar", "by", '"region"', "measure", "sum", '"net sales"', "end"]
    assert reply_text(said) == ' group bar by "region" measure sum "net sales" end'
    assert reading_of(reply_text(said)) == said
    assert reading_of(" lacking") == ["kind:lacking"]


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 100])
def test_a_reply_inside_the_grammar_is_taken_as_it_is(piece):
    read, model = replied("net sales by region", ' group bar by "region" measure sum "net sales" end', piece=piece)
    assert (read.kind, read.chart) == ("group", "bar")
    assert read.tokens == ("kind:group", "chart:bar", "by", '"region"', "measure", "sum", '"net sales"', "end")
    assert read.query is not None and [item.name for item in read.query.by] == ["region"]
    assert len(model.asked) == 1


def test_what_follows_the_end_is_not_waited_for():
    read, model = replied("net sales by region", ' group bar by "region" measure rows end and so on and on', piece=1)
    assert read.tokens[-1] == "end" and len(read.scores) == len(' group bar by "region" measure rows end')


def test_a_word_that_cannot_stand_is_chosen_again_among_those_that_can():
    text = ' group bar by "district" measure sum "net sales" end'
    read, model = replied("net sales by district", text, ' "region"', ' measure sum "net sales" end')
    assert read.tokens[2:4] == ("by", '"region"')
    (_, free), (before, choice), (after, again) = model.asked
    assert (free, again) == ("", "") and before.endswith("query: group bar by") and after.endswith(' by "region"')
    assert '"\\"region\\""' in choice.replace('" "', "") and "district" not in choice
    assert len(read.scores) < len(text)  # what was taken back does not count


def test_types_are_held_where_no_context_free_grammar_holds_them():
    read, model = replied("total", ' number number measure sum "region" end', ' "units"', " end")
    assert read.tokens[-3:] == ("sum", '"units"', "end")
    assert "region" not in model.asked[1][1]


def test_a_constant_that_nobody_named_is_not_taken():
    text = ' rank bar where > "units" 7 by "region" measure rows end'
    read, model = replied("regions with more than 3 units", text.replace("7", "777"), " 3", text.partition(" 7")[2])
    assert read.tokens[2:6] == ("where", ">", '"units"', "3")
    assert "777" not in read.tokens and "777" not in model.asked[1][1]


def test_a_reply_that_stops_too_soon_is_brought_to_its_end():
    read, _ = replied("how many rows", " number number measure", " rows", " end")
    assert read.tokens[2:] == ("measure", "rows", "end")


def test_a_table_that_has_nothing_for_it_is_said_in_one_word():
    read, model = replied("price of gold", " lacking")
    assert (read.kind, read.query, read.chart) == ("lacking", None, None) and len(model.asked) == 1


def test_a_model_that_does_not_know_the_language_is_given_up():
    chosen = [" number", " number", *[" measure", " rows"] * replying.MOST_MENDED]
    told = [text for word in chosen[: replying.MOST_MENDED] for text in (" hello world", word)]
    with pytest.raises(ModelError, match="writes no Query"):
        replied("anything", *told)


def test_a_single_word_is_a_grammar_with_its_quotes_kept():
    assert one_of(['"a ""b"""', "sum"]) == 'root ::= " " ("\\"a \\"\\"b\\"\\"\\"" | "sum")\n'
    assert gbnf(vocabulary(PROFILE, candidates("sales", PROFILE))).startswith("root ::= ")


def test_surety_rises_with_the_likelihood_and_falls_with_what_is_left_over():
    sure = Written("group", "bar", None, -0.1, (-0.01,) * 10)
    unsure = Written("group", "bar", None, -9.0, (-0.9,) * 10)
    nothing, number = LeftOver((), (), (), 0), LeftOver(((0, 1),), (), (), 0)
    of = [surety.sure(surety.features(*pair)) for pair in ((sure, nothing), (sure, number), (unsure, nothing))]
    assert 1 > of[0] > of[1] > 0 and of[0] > of[2] > 0
    assert set(surety.features(sure, nothing)) == set(surety.WEIGHTS)


def test_without_a_model_the_embedded_reader_reads_and_the_planner_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path))
    monkeypatch.delenv("AUTOVIZ_PLANNER_MODEL", raising=False)
    assert [reader.name for reader in default.chain(Settings())] == ["embedded"]
    with pytest.raises(MissingPackageError, match="autoviz get-model"):
        default.chain(Settings(reader="planner"))
    monkeypatch.setattr(default, "is_installed", lambda: False)
    with pytest.raises(MissingPackageError, match=r"pip install .*\[planner\]"):
        default.chain(Settings(reader="planner"))
    assert [reader.name for reader in default.chain(Settings())] == ["embedded"]


def test_a_model_that_is_named_must_be_there():
    with pytest.raises(FileError, match="cannot be read"):
        default.chain(Settings(reader="planner", planner_model="/nowhere/model.gguf"))
