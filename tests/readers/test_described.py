"""A word that describes rows keeps these alone, also beside a month, a group or a further condition."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.requirements import Filter


@pytest.fixture(scope="module")
def parcels() -> pd.DataFrame:
    count = np.arange(300)
    handed_in = pd.Timestamp("2024-01-02") + pd.to_timedelta(count, unit="D")
    due = handed_in + pd.to_timedelta(4 + count % 3, unit="D")
    return pd.DataFrame({
        "parcel_no": 7000 + count,
        "handed_in": handed_in,
        "due_date": due,
        "delivered": due + pd.to_timedelta(count * 7 % 11 - 3, unit="D"),
        "depot": np.array(["Aston", "Burley", "Crewe"])[count % 3],
        "service": np.array(["express", "standard"])[count * 5 % 7 % 2],
        "postage": 2.5 + count % 13,
    })  # fmt: skip


@pytest.fixture(scope="module")
def late(parcels) -> pd.DataFrame:
    return parcels[parcels["delivered"] > parcels["due_date"]]


@pytest.mark.parametrize(
    "question",
    ["number of late parcels per depot", "how many parcels were late in each depot", "late parcels by depot"],
)
def test_late_ones_are_counted_per_group(parcels, late, question):
    found = autoviz.ask(parcels, question, reader="embedded").table.set_index("depot").iloc[:, 0]
    assert found.to_dict() == late["depot"].value_counts().to_dict()


def test_late_ones_are_counted_by_month(parcels, late):
    found = autoviz.ask(parcels, "late parcels by month", reader="embedded").table
    assert int(found["count"].sum()) == len(late)


def test_a_further_condition_may_stand_between(parcels, late):
    found = autoviz.ask(parcels, "total postage of late express parcels", reader="embedded")
    assert found.table.iloc[0, 0] == pytest.approx(late.loc[late["service"] == "express", "postage"].sum())


def test_a_share_of_late_ones_is_one_within_each_group(parcels):
    found = autoviz.ask(parcels, "share of late parcels per depot", reader="embedded").table.set_index("depot")
    share = (parcels["delivered"] > parcels["due_date"]).groupby(parcels["depot"]).mean() * 100
    assert found.iloc[:, 0].to_dict() == pytest.approx(share.to_dict())


def test_a_description_that_means_something_of_which_nothing_tells_is_told_and_leaves_it_a_guess(parcels):
    found = autoviz.ask(parcels.drop(columns="due_date"), "number of lost parcels per depot", reader="embedded")
    assert "lost" in found.requirements.unused
    assert found.confidence < 0.5


def test_any_other_is_told(parcels):
    found = autoviz.ask(parcels, "number of insured parcels per depot", reader="embedded")
    assert found.requirements.unused == ("insured",)
    assert found.confidence >= 0.5


def test_a_reading_by_what_describes_the_rows_is_left_as_it_is(parcels):
    found = autoviz.ask(parcels, "number of express parcels per depot", reader="embedded")
    assert not found.requirements.unused
    assert int(found.table["count"].sum()) == int((parcels["service"] == "express").sum())


def test_late_is_a_guess_where_no_date_was_planned(parcels):
    found = autoviz.ask(parcels.drop(columns="due_date"), "late parcels by depot", reader="embedded")
    assert found.confidence < 0.5


def test_what_something_lacks_may_be_what_describes_it():
    count = np.arange(300)
    reported = pd.Timestamp("2024-01-03") + pd.to_timedelta(count, unit="D")
    jobs = pd.DataFrame({
        "job_no": 700 + count,
        "reported": reported,
        "due_date": reported + pd.to_timedelta(5 + count % 10, unit="D"),
        "completed": (reported + pd.to_timedelta(2 + count * 7 % 17, unit="D")).to_series().where(count % 13 > 0).array,
        "repair_type": np.array(["plumbing", "electrical", "roof", "heating"])[count * 5 % 11 % 4],
        "estate": np.array(["North", "Mill", "Harbour"])[count % 3],
        "cost": 20.0 + count * 37 % 211,
        "emergency": np.array(["N", "N", "N", "Y"])[count * 3 % 7 % 4],
    })  # fmt: skip
    found = autoviz.ask(jobs, "unfinished jobs by repair type", reader="embedded")
    assert int(found.table["count"].sum()) == int(jobs["completed"].isna().sum())
    assert not found.requirements.unused


@pytest.mark.parametrize(
    "question", ["how many parcels were posted in each month", "are larger parcels by depot dearer"]
)
def test_what_is_no_description_of_the_rows_is_not_told(parcels, question):
    assert not {"posted", "larger"} & set(autoviz.ask(parcels, question, reader="embedded").requirements.unused)


SOLD = pd.DataFrame({
    "order_id": np.arange(200),
    "region": np.resize(["North", "South", "East"], 200),
    "sold_on": pd.date_range("2023-01-01", periods=200),
    "sales": np.arange(200) % 17 * 10.0 + 20,
    "profit": np.arange(200) % 7 - 2.5,
})  # fmt: skip


@pytest.mark.parametrize("question", ["unprofitable orders by region", "unprofitable orders per month"])
def test_a_word_made_of_a_measure_holds_it_against_none(question):
    found = autoviz.ask(SOLD, question, reader="embedded")
    assert int(found.table["count"].sum()) == (SOLD["profit"] < 0).sum()


def test_a_measure_that_is_named_beside_such_a_word_stays():
    found = autoviz.ask(SOLD, "total profit of unprofitable orders by region", reader="embedded")
    lost = SOLD[SOLD["profit"] < 0].groupby("region")["profit"].sum()
    assert found.table.set_index("region").iloc[:, 0].to_dict() == pytest.approx(lost.to_dict())


@pytest.fixture(scope="module")
def readers() -> pd.DataFrame:
    count = np.arange(160)
    tiers = np.array(["BAS", "PRM", "STU", "STD"])[count * 7 % 11 % 4]
    names = {"reader_no": [f"R{4000 + number}" for number in count], "tier_cd": tiers}
    return pd.DataFrame({**names, "age": 16.0 + count * 13 % 61, "loans": count * 5 % 23})


@pytest.mark.parametrize(
    ("question", "word", "tier"),
    [
        ("age distribution of student readers as a histogram", "student", "STU"),
        ("distribution of loans of premium readers", "premium", "PRM"),
    ],
)
def test_a_description_of_whose_values_are_spread_is_heeded_or_told(readers, question, word, tier):
    asked = autoviz.ask(readers, question, reader="embedded").requirements
    kept = any(item.column == "tier_cd" and item.value == tier for item in asked.all(Filter))
    assert kept != (word in asked.unused)
