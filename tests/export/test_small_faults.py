"""Counts and parts told rightly: rows of a short table, the plan of every part, a sentence for each stage."""

from __future__ import annotations

import io
import re

import pandas as pd
from rich.console import Console

import autoviz
from autoviz.errors import did_you_mean
from autoviz.export.html import tables, whole
from autoviz.export.profile_table import values_told
from autoviz.listing import few
from autoviz.notebook.stages import SENTENCES
from autoviz.profile import profile as profile_of
from autoviz.samples import load_sales
from autoviz.terminal import show


def test_a_table_that_is_shown_whole_says_so():
    analysis = autoviz.ask(load_sales(), "total revenue by region")
    contents = analysis.contents()
    assert "5 rows" in tables(contents) and "5 of 5" not in tables(contents)
    one = type(contents)(contents.record, [pd.DataFrame({"n": [1], "region": ["West"]})])
    assert "1 row<" in tables(one)
    long = type(contents)(contents.record, [pd.DataFrame({"n": range(20)})])
    assert "8 of 20 rows" in tables(long)


def five_and_thirteen():
    """A column of five names and one of thirteen."""
    rows = range(130)
    made = {"size": [f"size {row % 5}" for row in rows], "town": [f"Town {row % 13:02}" for row in rows]}
    return pd.DataFrame({**made, "amount": [row % 7 + 0.5 for row in rows]})


def test_the_room_for_1_more_is_given_to_the_one():
    frame = five_and_thirteen()
    profile = profile_of(frame, "shops")
    assert values_told(profile.by_name["size"]) == "size 0, size 1, size 2, size 3 and size 4"
    assert values_told(profile.by_name["town"]).endswith("Town 03 and 9 more")
    assert values_told(profile.by_name["amount"]) == "0.5 … 6.5"
    out = io.StringIO()
    show(autoviz.ask(frame, "total amount by town"), Console(file=out, width=200))
    assert "Town 12" in out.getvalue() and "1 more" not in out.getvalue()
    assert "1 more" not in did_you_mean("zzzzzz", [f"column {place:02}" for place in range(13)])
    assert few(["a", "b", "c"], 2) == ["a", "b", "c"] and few(["a", "b", "c"], 2, of=9) == ["a", "b", "7 more"]


def test_the_terminal_shows_the_plan_of_every_part():
    analysis = autoviz.ask(load_sales(), "total revenue by region and also the distribution of units")
    assert len(analysis.record.parts) > 1
    out = io.StringIO()
    show(analysis, Console(file=out, width=200))
    assert out.getvalue().count("Plan, against the template") == len(analysis.record.parts)


def test_recalled_and_followed_up_stages_have_a_sentence():
    assert SENTENCES["recall"] and SENTENCES["follow-up"]


def test_the_terminal_calls_no_requirement_by_its_key():
    out = io.StringIO()
    show(autoviz.ask(load_sales(), "monthly revenue by region in the West"), Console(file=out, width=200))
    told = out.getvalue()
    assert "What was done" in told and "the groups" in told
    assert not re.search(r"\b(?:metrics  |group_by  |analysis\.|outputs\.|constraints\.|query\.)", told)


def test_periods_that_nobody_named_are_not_called_unknown():
    out = io.StringIO()
    analysis = autoviz.ask(load_sales(), "revenue over time")
    show(analysis, Console(file=out, width=200))
    for told in (out.getvalue(), str(whole(analysis.contents()))):
        assert "auto" in told and "unknown" not in told


def test_the_terminal_writes_a_table_as_the_notebook_does():
    out = io.StringIO()
    analysis = autoviz.ask(load_sales(), "total revenue by region")
    show(analysis, Console(file=out, width=200))
    assert "1,232,340.96" in out.getvalue() and "nan" not in out.getvalue() and "–" in out.getvalue()
    assert str(analysis.proof) == "proven: 5 numbers computed twice"
