"""Averages over periods: of what each month comes to, not of its rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.typical_periods import _unit

RNG = np.random.default_rng(4)
TICKETS = pd.DataFrame(
    {
        "ticket_no": [f"T{place:04}" for place in range(300)],
        "reported": pd.Timestamp("2023-01-01") + pd.to_timedelta(RNG.integers(0, 360, 300), "D"),
        "site": RNG.choice(["Mill Lane", "North Mall", "Rex Parkade"], 300),
        "labour_cost": RNG.integers(50, 400, 300).astype(float),
        "temperature": RNG.normal(20, 3, 300),
    }
)
MONTH = TICKETS["reported"].dt.to_period("M")


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("average monthly labour cost per site", "month"),
        ("What is the average number of tickets per week?", "week"),
        ("which site costs the most per month on average", "month"),
        ("on average, how many tickets come in each day", "day"),
        ("avg yearly sludge per plant", "year"),
        ("how much do repairs cost us in an average month?", "month"),
        ("what does an average week cost?", "week"),
        ("monthly labour cost", None),
        ("which months cost more than an average month?", None),
        ("did we spend more in June than in an average month?", None),
        ("how does March compare to a typical month?", None),
        ("was 2023 an average year?", None),
        ("average cost per month", None),  # a course of averages
        ("trend of the average monthly cost", None),
    ],
)
def test_periods_are_averaged_where_that_is_said(question, unit):
    assert _unit(question) == unit


def test_what_each_month_comes_to_is_averaged_for_each_group():
    found = autoviz.ask(TICKETS, "average monthly labour cost per site", reader="embedded")
    expected = TICKETS.groupby(["site", MONTH])["labour_cost"].sum().groupby("site").mean()
    assert dict(zip(found.table["site"], found.table.iloc[:, -1], strict=True)) == pytest.approx(expected.to_dict())
    assert "Average total labour cost per month" in found.answer
    assert any("what each month of reported comes to is averaged" in note for note in found.record.notes)


def test_rows_are_counted_in_each_month_and_the_numbers_averaged():
    found = autoviz.ask(TICKETS, "What is the average number of tickets per month?", reader="embedded")
    assert found.answer.startswith(f"Average number of tickets per month is {TICKETS.groupby(MONTH).size().mean():g}")


def test_what_does_not_add_up_and_rows_that_are_months_stay_as_they_are():
    warm = autoviz.ask(TICKETS, "average monthly temperature per site", reader="embedded")
    assert warm.table.iloc[:, -1].between(10, 30).all()
    months = pd.date_range("2022-01-01", periods=24, freq="MS")
    panel = pd.DataFrame({"plant": ["a"] * 24 + ["b"] * 24, "month": [*months, *months], "energy_mwh": range(48)})
    each = autoviz.ask(panel, "average monthly energy per plant", reader="embedded")
    assert not any("comes to is averaged" in note for note in each.record.notes)


def test_things_are_counted_where_no_word_names_a_measure():
    found = autoviz.ask(TICKETS, "On average, how many tickets come in per day?", reader="embedded")
    daily = TICKETS.groupby("reported").size().mean()
    assert found.answer.startswith(f"Average number of tickets per day is {daily:.2f}")


def test_all_machines_of_a_plant_make_its_daily_output():
    days = pd.date_range("2024-01-01", periods=60)
    rows = [(machine, day, 10 * place) for day in days for place, machine in enumerate(("M1", "M2", "M3"), 1)]
    output = pd.DataFrame(rows, columns=["machine", "day", "units"])
    found = autoviz.ask(output, "what is the average daily output in units of the whole plant", reader="embedded")
    assert found.table.iloc[0, -1] == 60


def test_days_of_the_week_are_kept_apart_under_a_name_of_their_own():
    found = autoviz.ask(TICKETS, "which weekday has the highest labour cost on an average day?", reader="embedded")
    days = TICKETS.groupby("reported")["labour_cost"].sum()
    highest = days.groupby(days.index.day_name()).mean()
    assert found.answer.startswith(highest.idxmax()[:3]) and f"{highest.max():.4g}"[:4] in found.answer


def test_periods_that_nobody_asked_for_are_not_averaged_apart():
    found = autoviz.ask(TICKETS, "what is the labour cost of an average month?", reader="embedded")
    assert len(found.table) == 1
    assert found.table.iloc[0, -1] == pytest.approx(TICKETS.groupby(MONTH)["labour_cost"].sum().mean())


@pytest.mark.parametrize(
    ("question", "unit"), [("average tickets per day", "D"), ("average number of tickets per month", "M")]
)
def test_things_that_are_the_rows_are_counted_in_each_period(question: str, unit: str) -> None:
    draw = np.random.default_rng(9)
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(np.sort(draw.integers(0, 366, 900)), "D")
    frame = pd.DataFrame({
        "ref": [f"T{row}" for row in range(900)], "issued": days, "ward": draw.choice(["Castle", "Mill"], 900),
        "fine_gbp": draw.choice([50.0, 70.0], 900),
    })  # fmt: skip
    found = autoviz.ask(frame, question, reader="embedded")
    assert found.table.iloc[0, -1] == pytest.approx(days.to_period(unit).value_counts().mean())
    assert "tickets" not in found.requirements.not_found
    course = autoviz.ask(frame, "average fine_gbp per month", reader="embedded")
    assert len(course.table) == 12, "an amount keeps its course"


@pytest.mark.parametrize("name", ["mth_rent", "rent_mthly", "wk_rent"])
def test_what_is_called_monthly_is_averaged_as_it_stands(name):
    flats = TICKETS.rename(columns={"labour_cost": name})
    asked = autoviz.ask(flats, "average monthly rent by site", reader="embedded")
    per_row = flats.groupby("site")[name].mean()
    by_month = flats.groupby(["site", MONTH])[name].sum().groupby("site").mean()
    expected = by_month if name == "wk_rent" else per_row
    assert asked.table.iloc[:, 1].tolist() == pytest.approx(expected.tolist())
