"""Faults that people saw in answers and charts, each held by a test; most of them where the thing itself is tested.

| seen | held by |
|---|---|
| a list instead of the one name | test_first_sentences: which gets the name, its figure and the next |
| no yes and no no | test_first_sentences: a claim about a flag …; the 250 first sentences of suite.jsonl |
| two series for "how much more" | here |
| "Summary of 5 columns." | here; test_statistics_by_name: an overview says what the table is about |
| "Number of rows" | test_first_sentences: the thing counted is named |
| one of two statistics | test_first_sentences: both statistics are told |
| 570.68 as 571 | test_first_sentences: numbers keep the digits that count |
| no p, no verdict, no unit | test_statistics_asked: differences are told with how sure they are |
| internals | here; test_plain_words: a gap of a plan …; export/test_html: what is planned is told in plain words |
| 409 bars, squashed boxes, years as days, filters, weekdays | drawing/test_publishable |
| lists as bars of height 1 | test_statistics_by_name: different values are no bars of height one |
| the modebar in print | export/test_html: nothing to click …; e2e/test_answer_in_lab |
| charts that stay white | e2e/test_answer_in_lab: a chart follows a switch of the theme |
| axes against the order named | planning/test_pairing |
| n beside another size of the sample | here |
"""

from __future__ import annotations

from dataclasses import replace

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.measures.correlations import correlations
from autoviz.pipeline import run
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.table import Table

SHOPS = pd.DataFrame({
    "region": ["West", "East", "North"] * 40,
    "revenue": [100.0 + place % 7 for place in range(120)],
    "units": [place % 11 for place in range(120)],
    "day": pd.date_range("2024-01-01", periods=120),
})  # fmt: skip


def answered(question: str, sql: str) -> Analysis:
    reader = GivenReader(from_sql(sql, list(SHOPS.columns)))
    return Analysis(run(replace(opening(SHOPS, question), reader=reader, next_readers=())))


def test_how_much_more_is_one_difference() -> None:
    sql = "SELECT region, SUM(revenue) FROM t WHERE region IN ('West', 'East') GROUP BY region"
    told = answered("how much more revenue has East than West", sql).answer
    sums = SHOPS.groupby("region")["revenue"].sum()
    assert f"{abs(sums['East'] - sums['West']):g}" in told and ("more" in told or "less" in told), told


@pytest.mark.parametrize("question", ["tell me about this data", "which flurbs are best"])
def test_what_is_not_understood_is_no_summary_of_columns(question: str) -> None:
    asked = autoviz.ask(SHOPS, question, reader="embedded")
    assert "Summary of" not in (asked.answer or "") and (asked.clarification or "120 rows" in asked.answer)


def test_nothing_internal_is_read() -> None:
    found = answered("regions by revenue", "SELECT region, COUNT(DISTINCT units), SUM(revenue) FROM t GROUP BY region")
    page = found.to_html()
    for leak in ("constraints.", "Planned and proven", "no repairs", "more_y", "nunique of"):
        assert leak not in page.partition("<script")[0] and leak not in found.answer, leak


def test_n_is_the_size_of_the_sample_that_is_named() -> None:
    draw = np.random.default_rng(0).normal(size=300)
    table = Table(nw.from_native(pl.DataFrame({"a": draw, "b": -draw})))
    pairs, notes = correlations(table, ("a", "b"), "spearman", 100)
    assert 80 < pairs["n"].iloc[0] < 120 and "about 100 of 300 rows" in notes[0].message
