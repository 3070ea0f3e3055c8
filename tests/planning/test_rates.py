"""Rates: how common rows of one sort are in each group."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Filter, Requirements
from autoviz.planning.rates import of_the_total, rated, spread_over
from autoviz.profile import profile
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql, to_sql

CHANCE = np.random.default_rng(1)
HARVESTS = pd.DataFrame(
    {
        "grade": CHANCE.choice(list("ABC"), 200),
        "variety": CHANCE.choice(["Gala", "Fuji", "Elstar"], 200, p=[0.6, 0.3, 0.1]),
        "kg": CHANCE.integers(10, 90, 200),
    }
)


def shares(*constraints):
    asked = Requirements(group_by=("variety",), analysis=("share",), outputs=("table",), constraints=constraints)
    intent = Intent(primary="composition", confidence=0.9, reasoning="")
    return Reading(requirements=asked, intent=intent, confidence=0.9)


def test_a_share_of_one_sort_per_group_is_its_rate_within_each():
    asked = shares(Aggregation(func="count"), Filter(column="grade", op="=", value="A"))
    found = rated(asked, profile(HARVESTS)).requirements
    wanted = HARVESTS["grade"].eq("A").groupby(HARVESTS["variety"]).mean() * 100
    assert found.query is not None
    told = computed(to_sql(found.query), HARVESTS).set_index("variety").iloc[:, 0]
    assert told.sort_index().round(6).to_dict() == wanted.round(6).to_dict()
    assert "within each variety" in found.assumed[0]


def test_a_bound_is_a_sort_and_a_span_of_time_is_none():
    dated = HARVESTS.assign(day=pd.date_range("2023-06-01", periods=200, freq="2D"))
    span = Filter(column="day", op="between", value=("2023-01-01", "2023-12-31"))
    asked = shares(Aggregation(func="count"), Filter(column="kg", op=">", value=50), span)
    found = rated(asked, profile(dated)).requirements
    kept = dated[dated["day"] < "2024-01-01"]
    wanted = kept["kg"].gt(50).groupby(kept["variety"]).mean() * 100
    assert found.query is not None
    told = computed(to_sql(found.query), dated).set_index("variety").iloc[:, 0]
    assert told.sort_index().round(6).to_dict() == wanted.round(6).to_dict()


def test_shares_of_all_rows_and_of_amounts_stay_what_they_are():
    known = profile(HARVESTS)
    whole = shares(Aggregation(func="count"))
    amounts = shares(Aggregation(metric="kg", func="sum"), Filter(column="grade", op="=", value="A"))
    assert rated(whole, known) == whole
    assert rated(amounts, known) == amounts


def test_what_is_spread_over_groups_is_no_rate_that_nobody_named():
    sql = "SELECT variety, 100 * avg(CASE WHEN grade = 'A' THEN 1 ELSE 0 END) AS a FROM t GROUP BY 1"
    asked = Requirements(outputs=("table",), query=from_sql(sql, list(HARVESTS.columns)))
    intent = Intent(primary="composition", confidence=0.9, reasoning="")
    read = Reading(requirements=asked, intent=intent, confidence=0.5)
    spread = spread_over("percentage of crates in each variety", read, profile(HARVESTS)).requirements
    assert spread.query is None and spread.group_by == ("variety",) and spread.analysis == ("share",)
    assert spread_over("percentage of grade A in each variety", read, profile(HARVESTS)) == read


@pytest.mark.parametrize(
    ("test", "wanted"),
    [
        (Filter(column="variety", op="!=", value="Gala"), lambda kept: kept != "Gala"),
        (Filter(column="variety", op="not in", value=("Gala", "Fuji")), lambda kept: ~kept.isin(["Gala", "Fuji"])),
    ],
)
def test_the_share_of_all_but_some_is_no_list_of_the_others(test, wanted):
    read = shares(Aggregation(func="count"), test)
    known = profile(HARVESTS)
    one = of_the_total("what share of the crates is not Gala or Fuji", read, known).requirements
    assert one.query is not None and not one.query.by
    told = computed(to_sql(one.query), HARVESTS).iloc[0, 0]
    assert told == pytest.approx(wanted(HARVESTS["variety"]).mean() * 100)
    assert of_the_total("share of crates by variety without Gala", read, known) == read
    assert of_the_total("pie of varieties except Gala", read, known) == read


def test_the_share_of_all_but_some_of_an_amount_is_one_of_its_total():
    read = shares(Aggregation(metric="kg", func="sum"), Filter(column="variety", op="!=", value="Gala"))
    read = read.replaced(requirements=read.requirements.replaced(metrics=("kg",)))
    one = of_the_total("what share of the kg is not Gala", read, profile(HARVESTS)).requirements
    assert one.query is not None
    others = HARVESTS.loc[HARVESTS["variety"] != "Gala", "kg"].sum()
    assert computed(to_sql(one.query), HARVESTS).iloc[0, 0] == pytest.approx(100 * others / HARVESTS["kg"].sum())
