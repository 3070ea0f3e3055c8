"""Times that a question names: relative to the data, coming round every week or day, as long as something took."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.linking.moments import bound_of
from autoviz.linking.occurrences import occurrence
from autoviz.linking.recurring import contrasted, recurring
from autoviz.profile import profile
from autoviz.query.language import Call, Column, Constant, Named, Query
from autoviz.readers.embedded.asking import by_years
from autoviz.readers.embedded.network import shipped
from autoviz.readers.embedded.so_often import COUNT

pytestmark = pytest.mark.skipif(shipped() is None, reason="needs the networks")


@pytest.fixture(scope="module")
def jobs() -> pd.DataFrame:
    """Jobs of a workshop: received and returned, the last return weeks after the last job came in."""
    rng = np.random.default_rng(5)
    rows = 600
    received = pd.Timestamp("2022-02-03") + pd.to_timedelta(np.sort(rng.integers(0, 900 * 24, rows)), unit="h")
    minutes = rng.integers(15, 240, rows)
    return pd.DataFrame(
        {
            "job_no": np.arange(20001, 20001 + rows),
            "received": received,
            "returned": (received + pd.to_timedelta(rng.integers(1, 40, rows), unit="D")).normalize(),
            "customer": rng.choice([f"{a} {b}" for a in ("Anna", "Ben", "Eve") for b in ("Abel", "Dorn", "Fi")], rows),
            "mechanic": rng.choice(["Petra", "Sven", "Omar"], rows, p=[0.5, 0.3, 0.2]),
            "minutes_worked": minutes,
            "labour_fee": (minutes * rng.normal(1.1, 0.1, rows)).round(2),
            "rating": rng.choice([1, 2, 3, 4, 5, np.nan], rows),
            "express": rng.random(rows) < 0.1,
        }
    )


def ask(frame: pd.DataFrame, question: str) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def value(analysis: autoviz.Analysis) -> Any:
    assert analysis.table is not None, analysis.clarification
    return analysis.table.iloc[0, -1]


def test_a_period_that_the_network_makes_nothing_of_still_keeps_rows(jobs):
    last = jobs.received.max().year - 1
    assert value(ask(jobs, "how many jobs came in last year")) == (jobs.received.dt.year == last).sum()


def test_last_month_is_the_one_before_the_last_of_the_date_that_is_asked_of(jobs):
    month = jobs.received.max().to_period("M") - 1
    found = ask(jobs, "jobs per mechanic last month").table
    assert found.iloc[:, -1].sum() == (jobs.received.dt.to_period("M") == month).sum()


def test_an_amount_in_a_span_of_time_is_a_total_and_its_distribution_is_not(jobs):
    quarter = jobs[jobs.received.dt.to_period("Q") == pd.Period("2023Q3")]
    assert value(ask(jobs, "labour fee in Q3 2023")) == pytest.approx(quarter.labour_fee.sum())
    assert ask(jobs, "distribution of labour fee in Q3 2023").requirements.analysis == ("distribution",)


def test_rows_of_weekends_and_of_evenings_are_kept_and_what_evening_is_is_told(jobs):
    assert value(ask(jobs, "how many jobs came in on weekends")) == (jobs.received.dt.day_of_week >= 5).sum()
    evening = ask(jobs, "how many jobs were received in the evening")
    assert value(evening) == (jobs.received.dt.hour >= 18).sum()
    assert "evening is from 18:00 to 24:00." in evening.assumed


def test_weekends_are_set_beside_weekdays(jobs):
    told = ask(jobs, "do more jobs come in on weekends than on weekdays").answer
    weekend = int((jobs.received.dt.day_of_week >= 5).sum())
    assert told.startswith("No") and str(weekend) in told and str(len(jobs) - weekend) in told


def test_evenings_of_dates_without_hours_are_said_to_be_missing(jobs):
    dates = jobs.assign(received=jobs.received.dt.normalize())
    asked = ask(dates, "how many jobs were received in the evening")
    assert asked.clarification is not None and "evening" in asked.clarification.text


def test_who_came_more_than_so_often_is_counted_by_rows(jobs):
    often = jobs.customer.value_counts()
    assert value(ask(jobs, "how many customers came more than 65 times")) == (often > 65).sum()


def test_no_word_for_a_flag_keeps_rows_by_none(jobs):
    last = jobs.received.max().normalize() - pd.Timedelta(days=29)
    asked = ask(jobs, "jobs in the last 30 days")
    assert len(asked.table) == (jobs.received >= last).sum() or value(asked) == (jobs.received >= last).sum()


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("orders on weekends", (6, 7)),
        ("orders on Mondays and Tuesdays", (1, 2)),
        ("orders at night", (22, 23, 0, 1, 2, 3, 4, 5)),
        ("sales in summer", (6, 7, 8)),
    ],
)
def test_what_comes_round_is_found_with_its_places(question, values):
    (found,) = recurring(question)
    assert found.values == values


@pytest.mark.parametrize("question", ["orders by weekday", "which weekday has the most orders", "orders each weekday"])
def test_groups_by_what_comes_round_choose_no_rows(question):
    assert recurring(question) == []


def test_only_times_side_by_side_are_contrasted():
    beside, within = "fees on weekends versus weekdays", "fees on weekends in the evening"
    assert contrasted(beside, recurring(beside)) and not contrasted(within, recurring(within))


def test_the_word_before_a_date_says_which_way_it_bounds():
    assert bound_of("since March", 6) == ">=" and bound_of("before June", 7) == "<" and bound_of("in June", 3) == "="
    assert bound_of("more than last year", 10) is None


def test_years_that_groups_are_held_against_stay_numbers():
    year = Call(op="date part", args=(Constant(value="year"), Column(name="received")))
    held = Call(op="<", args=(year, Constant(value=2024)))
    frame = pd.DataFrame({"received": pd.date_range("2023-01-05", periods=40, freq="W"), "fee": range(40)})
    query = Query(by=(Named(name="year", expr=year), Named(name="early", expr=held)), measures=(COUNT,))
    first, second = by_years(query, profile(frame)).by
    assert first.expr == year.replaced(op="period") and second.expr == held


def test_what_came_so_often_is_listed_and_lacks_nothing(jobs):
    asked = ask(jobs, "customers who came at least 70 times")
    often = jobs.customer.value_counts()
    assert set(asked.table.iloc[:, 0]) == set(often[often >= 70].index)


@pytest.mark.parametrize("question", ["twice as many jobs", "jobs 3 times a week", "jobs, counting each once"])
def test_factors_and_rates_are_no_occurrences(question):
    assert occurrence(question) is None


@pytest.mark.parametrize("question", [
    "compare weekend and weekday jobs", "labour fee by weekday or weekend", "weekday vs weekends jobs",
])  # fmt: skip
def test_the_two_parts_of_the_week_stand_side_by_side(question: str) -> None:
    found = recurring(question)
    assert {one.name for one in found} == {"weekend", "weekday"}
    assert contrasted(question, found)


def test_a_weekday_alone_divides() -> None:
    assert recurring("jobs by weekday") == []


def test_a_claim_of_weekends_and_weekdays_is_decided(jobs: pd.DataFrame) -> None:
    found = autoviz.ask(jobs, "is the average labour fee higher on weekends than on weekdays?", reader="embedded")
    weekend = jobs["received"].dt.day_of_week >= 5
    means = jobs.groupby(weekend)["labour_fee"].mean()
    assert found.answer.startswith("Yes" if means[True] > means[False] else "No")
    assert sorted(found.table.iloc[:, -1]) == pytest.approx(sorted(means))


@pytest.mark.parametrize(
    "question",
    ["average labour fee in winter against summer", "is the average labour fee in winter higher than in summer?",
     "labour fee in winter compared with summer"],
)  # fmt: skip
def test_two_seasons_are_held_against_each_other(jobs, question):
    table = ask(jobs, question).table
    assert table is not None
    assert sorted(table.iloc[:, 0]) == ["summer", "winter"]


def test_what_a_share_of_one_kind_is_needs_no_list_of_its_members(jobs):
    shops = jobs.assign(format=np.where(jobs["mechanic"] == "Petra", "Flagship", "City"), shop=jobs["mechanic"])
    found = ask(shops, "what percentage of the total labour fee comes from flagship shops?")
    part = jobs.loc[jobs["mechanic"] == "Petra", "labour_fee"].sum() / jobs["labour_fee"].sum()
    assert value(found) == pytest.approx(100 * part)


@pytest.mark.parametrize("question", ["jobs on weekends", "jobs in winter"])
def test_things_at_a_time_that_comes_round_are_their_rows(jobs, question):
    date = jobs.received.dt
    meant = date.day_of_week >= 5 if "weekend" in question else date.month.isin([12, 1, 2])
    found = ask(jobs, question)
    assert found.clarification is None
    assert meant.sum() in (len(found.table), found.table.iloc[0, -1])


def test_a_measure_at_a_time_that_comes_round_is_how_much(jobs):
    winter = jobs.received.dt.month.isin([12, 1, 2])
    found = ask(jobs, "labour fee in winter")
    assert value(found) == pytest.approx(jobs.labour_fee[winter].sum())
    assert "in December, January or February" in found.answer


FILMS = pd.DataFrame([
    {"title": f"{word} {at}", "director": director, "rating": 4 + (at * 7 + len(director)) % 50 / 10}
    for director, count in {"Ann Berg": 14, "Bo Silva": 11, "Cy Okoye": 9, "Di Marsh": 3}.items()
    for at, word in enumerate(["Red", "Iron", "Last"] * 5, 1)
    if at <= count
])  # fmt: skip
MEANS = FILMS.groupby("director")["rating"].mean()


@pytest.mark.parametrize("question", [
    "average rating by director for directors with at least 11 films",
    "average rating by director, only directors with 11 or more films",
])  # fmt: skip
def test_so_many_rows_bound_groups_and_not_what_is_measured(question):
    found = autoviz.ask(FILMS, question, reader="embedded").table
    assert dict(zip(found["director"], found.iloc[:, 1], strict=True)) == pytest.approx(
        {name: MEANS[name] for name in ("Ann Berg", "Bo Silva")}
    )


def test_things_with_so_many_rows_are_counted():
    asked = autoviz.ask(FILMS, "how many directors made more than 10 films", reader="embedded")
    assert asked.table.iloc[0, 0] == 2


@pytest.mark.parametrize("question", ["films with a rating of at least 8", "films rated at least 8 points"])
def test_so_much_of_what_is_measured_is_no_number_of_rows(question):
    found = autoviz.ask(FILMS, question, reader="embedded")
    assert len(found.table) == (FILMS["rating"] >= 8).sum()
