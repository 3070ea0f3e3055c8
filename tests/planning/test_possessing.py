"""Things with something are those that have any of it, whether a column says none by 0, by a value or by nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.possessing import of_those_with
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql


@pytest.fixture(scope="module")
def crates() -> pd.DataFrame:
    count = np.arange(240)
    return pd.DataFrame({
        "crate_id": count,
        "packed_on": pd.Timestamp("2024-02-01") + pd.to_timedelta(count, unit="D"),
        "shed": np.array(["North", "Quay", "Mill"])[count % 3],
        "complaints": np.where(count % 7 == 0, count % 5 + 1, 0),
        "surcharge": np.where(count % 4 == 0, 2.0 + count % 9, np.nan),
        "Mould": np.array(["none", "spots", "none", "rot", "none"])[count % 5],
        "score": np.where(count % 5 > 0, (count * 3 % 11).astype(float), np.nan),
    })  # fmt: skip


def shown(frame: pd.DataFrame, question: str) -> float:
    table = autoviz.ask(frame, question, reader="embedded").table
    assert table.shape == (1, 1)
    return float(table.iloc[0, 0])


def test_none_may_be_said_by_nought(crates):
    any_at_all = crates["complaints"] > 0
    assert shown(crates, "percentage of crates with complaints") == pytest.approx(100 * any_at_all.mean())
    assert shown(crates, "how many crates had complaints") == any_at_all.sum()


def test_none_may_be_said_by_nothing(crates):
    given = crates["surcharge"].notna()
    assert shown(crates, "share of crates with a surcharge") == pytest.approx(100 * given.mean())
    assert shown(crates, "how many crates have a surcharge") == given.sum()


def test_none_may_be_said_by_a_value(crates):
    mouldy = crates["Mould"] != "none"
    assert shown(crates, "share of crates with mould") == pytest.approx(100 * mouldy.mean())
    assert shown(crates, "how many crates had any mould") == mouldy.sum()
    assert shown(crates, "how many crates had no mould") == (~mouldy).sum()


def test_a_score_of_nought_is_one(crates):
    assert shown(crates, "share of crates with a score") == pytest.approx(100 * crates["score"].notna().mean())


def test_groups_and_conditions_stay(crates):
    found = autoviz.ask(crates, "share of crates with a surcharge by shed", reader="embedded").table.set_index("shed")
    share = 100 * crates["surcharge"].notna().groupby(crates["shed"]).mean()
    assert found.iloc[:, 0].to_dict() == pytest.approx(share.to_dict())


def test_what_is_said_of_how_much_is_heard(crates):
    assert shown(crates, "how many crates had a surcharge over 5") == (crates["surcharge"] > 5).sum()


@pytest.mark.parametrize(
    ("question", "given"),
    [("share of rentals with damage by station", True), ("share of rentals with damage to brakes by station", False)],
)
def test_having_any_is_no_matter_of_one_sort(question: str, given: bool) -> None:
    count = np.arange(180)
    rentals = pd.DataFrame({
        "rental_no": 8000 + count,
        "station": np.array(["Quay", "Market", "Park"])[count % 3],
        "damage": np.where(count % 9 == 0, np.array(["puncture", "brakes"])[count // 9 % 2], None),
    })  # fmt: skip
    sql = """SELECT "station", 100 * avg(CASE WHEN "damage" = 'brakes' THEN 1 ELSE 0 END) AS s FROM t GROUP BY 1"""
    asked = Requirements(outputs=("chart",), query=from_sql(sql, list(rentals.columns)))
    intent = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
    reading = Reading(requirements=asked, intent=intent, confidence=0.6)
    found = of_those_with(question, reading, profile(rentals)).requirements.query
    assert found is not None
    assert ("IS NOT NULL" in to_sql(found)) is given


def test_how_often_there_is_any_is_a_share_of_rows():
    count = np.arange(300)
    days = pd.DataFrame({
        "date": pd.date_range("2023-01-01", periods=300),
        "station": np.array(["Harbour", "Hill"])[count % 2],
        "temp": 8.0 + count % 13,
        "rain_mm": np.where(count % 3 == 0, 1.5 + count % 7, 0.0),
    })  # fmt: skip
    rains = days["rain_mm"] > 0
    assert shown(days, "how often does it rain") == pytest.approx(100 * rains.mean())
    hill = rains[days["station"] == "Hill"]
    assert shown(days, "how often does it rain in Hill") == pytest.approx(100 * hill.mean())


@pytest.mark.parametrize("question", ["how many guests had children with them", "guests with children"])
def test_those_with_any_of_a_small_number_are_not_counted_by_it(question):
    count = np.arange(300)
    guests = pd.DataFrame({
        "guest_id": count, "age": 18 + count * 7 % 60, "children": np.where(count % 3 == 0, count % 4, 0),
        "hotel": np.array(["Alm", "Berg"])[count % 2],
    })  # fmt: skip
    assert shown(guests, question) == (guests["children"] > 0).sum()


@pytest.fixture(scope="module")
def trips() -> pd.DataFrame:
    """Ferry trips, of which one in ten has a delay or two."""
    random = np.random.default_rng(8)
    frame = pd.DataFrame({"sailed_on": pd.date_range("2023-01-01", periods=300, freq="D")})
    frame["ferry"] = random.choice(["Alma", "Bess", "Cora"], 300)
    frame["complaints"] = random.choice([0, 1, 2], 300, p=[0.9, 0.07, 0.03])
    frame["passengers"] = 90 + 40 * (frame["complaints"] > 0) + random.integers(0, 30, 300)
    return frame


@pytest.mark.parametrize(
    "question",
    ["do trips with a complaint have more passengers?", "do trips with complaints have more passengers than others?"],
)
def test_a_claim_about_those_with_any_holds_them_against_all_others_on_average(trips, question):
    found = autoviz.ask(trips, question)
    means = trips.groupby(trips["complaints"] > 0)["passengers"].mean()
    assert sorted(found.table.iloc[:, -1]) == pytest.approx(sorted(means))


def test_how_much_they_have_still_makes_groups(trips):
    assert len(autoviz.ask(trips, "average passengers by complaints").table) == 3
