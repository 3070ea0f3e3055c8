"""The planner's model and the decoder together: which reading both hold for the likeliest, and how far it is heard."""

from __future__ import annotations

import json
import math

import pandas as pd

from autoviz.errors import ModelError
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.writing import Written
from autoviz.readers.planner.replying import read
from autoviz.readers.planner.running import Run
from autoviz.readers.planner.together import likeliest

SALES = pd.DataFrame({"region": ["North", "South", "East"] * 20, "sales": range(60), "units": [1, 2, 3, 4] * 15})
PROFILE = profile(SALES)
PROMPT = "sales by region\nsql:"
SUMS = " group bar SELECT region, SUM(sales) FROM t GROUP BY 1"
MEANS = " group bar SELECT region, AVG(sales) FROM t GROUP BY 1"
COUNTS = " count bar SELECT region, COUNT(*) FROM t GROUP BY 1"


def heard(text, probability):
    """A reading of the decoder."""
    kind, chart, sql = text.split(maxsplit=2)
    return Heard(Written(kind, chart, from_sql(sql, PROFILE.names), math.log(probability)), probability)


def written(text, *scores):
    """The model's own reading, in pieces: up to the parenthesis that opens, and the rest."""
    at = text.index("(")
    pieces = tuple(zip((text[:at], text[at:], ""), scores, strict=True))
    return read(pieces, PROFILE), pieces


class Heeding:
    """A model that writes what the grammar leaves, a character at a time, each as likely as it is told."""

    def __init__(self, likely):
        self._likely, self.asked = likely, []

    def go_on(self, text, most, grammar="", enough=lambda pieces: False, seed=0):
        rest = json.loads(grammar.removeprefix("root ::= (").strip()[:-1])
        pieces = []
        for piece in (*rest, ""):
            pieces.append((piece, self._likely))
            if enough(pieces):
                break
        self.asked.append((text, len(pieces)))
        return Run(tuple(pieces))


def together(own, *readings, likely=-0.01):
    model = Heeding(likely)
    return likeliest(model, PROMPT, *own, readings, PROFILE), model


def test_what_both_read_is_taken_and_nothing_else_is_heard():
    own = written(SUMS, -0.1, -0.1, 0.0)
    chosen, model = together(own, heard(SUMS, 0.7), heard(MEANS, 0.3))
    assert chosen is own[0] and not model.asked


def test_what_the_model_doubts_gives_way_to_what_the_decoder_reads_and_the_model_could_have_written():
    own = written(SUMS, -0.1, -4.0, 0.0)
    chosen, model = together(own, heard(MEANS, 0.9))
    assert chosen.query == from_sql(MEANS.partition("bar ")[2], PROFILE.names)
    assert chosen.score == sum(chosen.scores) < -0.1
    assert model.asked[0][0] == PROMPT  # the two part in the first piece


def test_what_is_written_alike_is_not_written_again():
    start, end = " group bar SELECT region, SUM(", "units) FROM t GROUP BY 1"
    pieces = ((start, -0.1), ("sales) FROM t GROUP BY 1", -4.0), ("", 0.0))
    chosen, model = together((read(pieces, PROFILE), pieces), heard(start + end, 0.9))
    assert [text for text, _ in model.asked] == [PROMPT + start]
    assert chosen.scores[0] == -0.1 and '"units"' in chosen.tokens


def test_a_reading_is_given_up_as_soon_as_it_cannot_be_the_likeliest():
    own = written(SUMS, -0.1, -0.2, 0.0)
    chosen, model = together(own, heard(MEANS, 0.6), heard(COUNTS, 0.1), likely=-1.0)
    assert chosen is own[0]
    [(_, written_until), *_] = model.asked
    assert written_until < 10


def test_what_the_decoder_does_not_read_counts_less_than_its_last_reading():
    own = written(SUMS, -0.1, -0.2, 0.0)  # as likely as the last one it would be at -2.6, and at -3.6 it is outdone
    chosen, _ = together(own, heard(MEANS, 0.6), heard(COUNTS, 0.1), likely=-3.5 / (len(MEANS) + 1))
    assert chosen.query == from_sql(MEANS.partition("bar ")[2], PROFILE.names)


def test_what_is_less_likely_to_begin_with_is_not_heard_at_all():
    own = written(SUMS, -0.1, -0.2, 0.0)
    _, model = together(own, heard(SUMS, 0.5), heard(MEANS, 0.3))
    assert not model.asked


def test_where_the_table_lacks_something_one_may_outvote_the_other():
    lacking = Heard(Written("lacking", None, None, math.log(0.9)), 0.9)
    own = written(SUMS, -0.1, -6.0, 0.0)
    chosen, _ = together(own, lacking)
    assert chosen.query is None and chosen.kind == "lacking"


def test_what_a_decoder_leaves_no_room_for_counts_for_next_to_nothing():
    lacking = Heard(Written("lacking", None, None, math.log(0.9999)), 0.9999)
    own = written(SUMS, -0.1, -0.4, 0.0)  # less than e to the minus two, by which it outdoes a decoder with some doubt
    assert together(own, lacking)[0].kind == "lacking"
    doubted = Heard(Written("lacking", None, None, math.log(0.6)), 0.6)
    assert together(own, doubted, likely=-3.0)[0] is own[0]


def test_conditions_in_another_order_are_the_same_reading():
    first, second = (
        " count number SELECT COUNT(*) FROM t WHERE ",
        ("region = 'North' AND units > 2", "units > 2 AND region = 'North'"),
    )
    own = written(first + second[0], -0.1, -0.2, 0.0)
    chosen, model = together(own, heard(first + second[1], 0.7), heard(COUNTS, 0.1))
    assert chosen is own[0] and not model.asked


class Refusing(Heeding):
    """A server that takes no grammar."""

    def go_on(self, text, most, grammar="", enough=lambda pieces: False, seed=0):
        raise ModelError("http://gpu:8000 refuses: 400")


def test_where_a_server_takes_no_grammar_its_own_reply_counts():
    own = written(SUMS, -0.1, -4.0, 0.0)
    assert likeliest(Refusing(0.0), PROMPT, *own, (heard(MEANS, 0.9),), PROFILE) is own[0]


def test_what_begins_like_the_reply_leaves_something_to_be_written():
    start, more = " group bar SELECT region, SUM(sales) FROM t GROUP BY 1", " ORDER BY 2 DESC LIMIT 2"
    pieces = ((start, -0.1), (more, -4.0), ("", 0.0))
    chosen, model = together((read(pieces, PROFILE), pieces), heard(start, 0.9))
    assert [text for text, _ in model.asked] == [PROMPT] and not chosen.query.order


def test_without_a_decoder_the_model_is_taken():
    own = written(SUMS, -0.1, -4.0, 0.0)
    chosen, model = together(own)
    assert chosen is own[0] and not model.asked
