"""Of what a share is one: the total of the rows that are meant, where each group lies within or outside of them."""

from __future__ import annotations

import duckdb
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.share_wholes import of_whole_groups
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query
from autoviz.query.sql import from_sql

PLANTS = pd.DataFrame(
    [
        {"plant": plant, "country": country, "output": 10 * size + month, "month": f"2024-{month:02d}-01"}
        for size, (plant, country) in enumerate(
            [("Arc", "Spain"), ("Bel", "Spain"), ("Cor", "Italy"), ("Dun", "Spain"), ("Est", "Italy")], 1
        )
        for month in range(1, 13)
    ]
)
OUTPUT = Column(name="output")
SPANISH = Call(op="=", args=(Column(name="country"), Constant(value="Spain")))
PART = Aggregate(func="sum", args=(OUTPUT,), where=SPANISH)
SHARE = Call(op="/", args=(Call(op="*", args=(Constant(value=100), PART)), PART.replaced(where=None)))
QUERY = Query(by=(Named(name="plant", expr=Column(name="plant")),), measures=(Named(name="share", expr=SHARE),))


def test_the_condition_says_which_rows_there_are():
    intent = Intent(primary="composition", confidence=1.0, reasoning="")
    reading = Reading(requirements=Requirements(query=QUERY, outputs=("table",)), confidence=0.6, intent=intent)
    made = of_whole_groups(reading, lambda keys, others: (tuple(keys), tuple(others)) == (("plant",), ("country",)))
    query = made.requirements.query
    assert query is not None and query.where == SPANISH and query.then[0].name == "output_share"
    assert of_whole_groups(reading, lambda keys, others: False) == reading


@pytest.mark.parametrize("opened", [lambda: PLANTS, lambda: pl.from_pandas(PLANTS), lambda: duckdb.from_df(PLANTS)])
def test_the_share_of_each_group_in_those_that_are_meant(opened):
    found = autoviz.ask(opened(), "What share of Spain's output comes from each of its plants?", reader="embedded")
    totals = PLANTS[PLANTS["country"] == "Spain"].groupby("plant")["output"].sum()
    shares = sorted(totals / totals.sum())
    told = sorted(fact.value for fact in found.facts if fact.name == "share")
    assert [round(value, 6) for value in told] == [round(value, 6) for value in shares]


def test_a_share_is_one_of_rows_that_need_not_meet_its_condition():
    sql = 'SELECT "country", 100 * avg(CASE WHEN "plant" = \'Arc\' THEN 1 ELSE 0 END) AS s FROM t WHERE {} GROUP BY 1'
    names, intent = list(PLANTS.columns), Intent(primary="composition", confidence=1.0, reasoning="")

    def made(where: str) -> Query | None:
        asked = Requirements(query=from_sql(sql.format(where), names), outputs=("table",))
        reading = Reading(requirements=asked, confidence=0.6, intent=intent)
        return of_whole_groups(reading, lambda keys, others: False).requirements.query

    assert made("\"plant\" = 'Arc' AND \"output\" > 15") == from_sql(sql.format('"output" > 15'), names)
    assert made("\"plant\" <> 'Arc'") == from_sql(sql.format("\"plant\" <> 'Arc'"), names)
