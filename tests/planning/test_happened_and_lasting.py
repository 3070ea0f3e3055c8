"""What happened is told by its date, and how long it took by two of them, without a change of what was asked."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.answering.shape import query_measures
from autoviz.linking.form_reading import form_of
from autoviz.model.intent import Intent
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.happened import happened
from autoviz.planning.lasting import lasting
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

NAMES = ["ticket", "opened_at", "closed_at", "team"]


@pytest.fixture(scope="module")
def tickets() -> DatasetProfile:
    opened = pd.Timestamp("2024-01-01 08:10") + pd.to_timedelta(range(0, 60 * 7, 7), unit="h")
    closed = opened + pd.to_timedelta([3, 30, 50] * 20, unit="h")
    frame = pd.DataFrame({"ticket": range(60), "opened_at": opened, "closed_at": closed, "team": ["a", "b", "c"] * 20})
    frame.loc[::4, "closed_at"] = pd.NaT
    return profile(frame)


def reading(sql: str) -> Reading:
    asked = Requirements(query=from_sql(sql, NAMES), assumed=("evenings are 18 to 22.",))
    return Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)


COUNT, OPEN = "SELECT COUNT(*) FROM t", "SELECT COUNT(*) FROM t WHERE closed_at IS NULL"


@pytest.mark.parametrize(("question", "sql", "dated"), [
    ("how many tickets were closed", COUNT, True),
    ("how many tickets were closed", OPEN, True),
    ("how many tickets were closed", "SELECT COUNT(DISTINCT ticket) FROM t", True),
    ("how many tickets are still to be closed", COUNT, False),
    ("how many tickets are still to be closed", OPEN, False),
    ("how many tickets have yet to be closed", OPEN, False),
    ("how many tickets will be closed", COUNT, False),
    ("how many tickets need closing", OPEN, False),
    ("how many tickets came close to the limit", COUNT, False),
    ("how many tickets have an empty closing date", OPEN, False),
    ("how many tickets were not closed", COUNT, False),
])  # fmt: skip
def test_only_what_is_said_to_have_happened_has_its_date(
    question: str, sql: str, dated: bool, tickets: DatasetProfile
) -> None:
    made = happened(question, reading(sql), tickets).requirements
    assert ("NOT" in to_sql(made.query)) == dated
    assert made.assumed == ("evenings are 18 to 22.",)


TOOK = "SELECT team, AVG(date_diff('day', opened_at, closed_at)) AS took FROM t GROUP BY 1"


@pytest.mark.parametrize(("question", "name"), [
    ("average time to close by team", "hours"),
    ("average time to close by team by week", "hours"),
    ("average hours to close by team in the last 30 days", "hours"),
    ("how many days does it take to close by team", "days"),
])  # fmt: skip
def test_a_time_is_told_in_the_unit_that_it_is_asked_for_in(question: str, name: str, tickets: DatasetProfile) -> None:
    (measure,) = lasting(question, reading(TOOK), tickets).requirements.query.measures
    assert name in measure.name


def test_a_time_that_is_held_against_something_stays_as_it_is(tickets: DatasetProfile) -> None:
    held = reading(f"{TOOK} HAVING took > 14")
    assert lasting("which teams take longer than two weeks on average", held, tickets) == held


def test_a_ranking_with_conditions_of_its_own_keeps_what_they_read(tickets: DatasetProfile) -> None:
    held = reading("SELECT team, COUNT(*) AS c FROM t GROUP BY 1 HAVING c > 10 ORDER BY 2 DESC LIMIT 1")
    assert lasting("which team with over 10 tickets is fastest", held, tickets) == held


@pytest.fixture(scope="module")
def bookings() -> DatasetProfile:
    arrived = pd.Timestamp("2024-01-01") + pd.to_timedelta(range(60), unit="D")
    nights = pd.to_timedelta([1, 4, 9] * 20, unit="D")
    return profile(pd.DataFrame({
        "booking_id": range(60), "checkin": arrived, "checkout": arrived + nights, "room": ["a", "b", "c"] * 20,
        "spa_hours": [0.5 + place % 7 for place in range(60)],
        "born": pd.date_range("1970-01-01", periods=60, freq="99D"),
    }))  # fmt: skip


AGE = "SELECT room, AVG(date_diff('day', born, checkout)) FROM t GROUP BY 1"
SPA = "SELECT room, AVG(spa_hours) AS spa FROM t GROUP BY 1"
BETWEEN = "date_diff('day', \"checkin\", \"checkout\")"


@pytest.mark.parametrize(("question", "sql", "taken"), [
    ("average length of stay by room", SPA, f"avg({BETWEEN})"),
    ("mean tenure by room", SPA, f"avg({BETWEEN})"),
    ("how long do guests stay, by room", SPA, f"avg({BETWEEN})"),
    ("median duration of a booking", "SELECT MEDIAN(spa_hours) FROM t", f"median({BETWEEN})"),
    ("longest booking", "SELECT MAX(booking_id) FROM t", f"max({BETWEEN})"),
    ("longest booking", "SELECT * FROM t ORDER BY spa_hours DESC LIMIT 1", BETWEEN),
    ("average duration by room", AGE, f"avg({BETWEEN})"),
    ("how long are they in the spa by room", SPA, 'avg("spa_hours")'),
    ("average price of a stay by room", SPA, 'avg("spa_hours")'),
])  # fmt: skip
def test_a_length_that_no_column_is_named_for_is_the_time_between_the_two_dates(
    question: str, sql: str, taken: str, bookings: DatasetProfile
) -> None:
    asked = Requirements(query=from_sql(sql, bookings.names))
    one = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)
    made = lasting(question, one, bookings).requirements
    assert taken in to_sql(made.query)
    assert bool(made.assumed) == (BETWEEN in taken)


def test_a_length_is_no_time_where_a_column_is_called_by_it() -> None:
    days = pd.date_range("2024-01-01", periods=40)
    fish = profile(pd.DataFrame({"start_date": days, "end_date": days + pd.Timedelta(days=3), "length_cm": range(40)}))
    asked = Requirements(query=from_sql("SELECT AVG(length_cm) FROM t", fish.names))
    one = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)
    assert lasting("average length", one, fish) == one


def test_how_many_times_it_happened_is_a_number_of_rows(tickets: DatasetProfile) -> None:
    asked = happened("how many times was b called", reading("SELECT COUNT(DISTINCT team) FROM t"), tickets)
    assert asked.requirements.query == from_sql("SELECT COUNT(*) AS count FROM t", NAMES)


def test_what_is_sold_has_its_date_though_rows_go_by_it() -> None:
    listed = pd.Timestamp("2024-01-01") + pd.to_timedelta(range(60), unit="D")
    homes = pd.DataFrame({"home": range(60), "listed_on": listed, "sold_on": listed + pd.Timedelta(days=30)})
    homes.loc[::4, "sold_on"] = pd.NaT
    names = [*homes.columns]
    asked = Requirements(query=from_sql("SELECT COUNT(*) AS count FROM t", names))
    read = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)
    query = happened("how many homes were sold", read, profile(homes)).requirements.query
    assert query is not None and "sold_on" in to_sql(query)


@pytest.mark.parametrize(("unit", "days"), [("year", 365.25), ("month", 30.4375)])
def test_years_and_months_are_as_long_as_they_are_and_not_the_ends_of_them_that_lie_between(
    unit: str, days: float, tickets: DatasetProfile
) -> None:
    took = f"SELECT team, AVG(date_diff('{unit}', opened_at, closed_at)) AS took FROM t GROUP BY 1"
    query = lasting(f"average {unit}s to close by team", reading(took), tickets).requirements.query
    assert f"date_diff('day', \"opened_at\", \"closed_at\") / {days}" in to_sql(query)
    told = query_measures(query, form_of("", (query,)), tickets)["took"]
    assert told.unit == f"{unit}s"


@pytest.fixture(scope="module")
def loans() -> DatasetProfile:
    lent = pd.date_range("2024-01-01", periods=40, freq="3D")
    frame = pd.DataFrame({"reader": [f"r{at}" for at in range(40)], "lent_on": lent})
    frame["due_on"] = frame["lent_on"] + pd.Timedelta(days=21)
    frame["returned_on"] = frame["due_on"] + pd.to_timedelta([-2, 0, 5, 9] * 10, unit="D")
    return profile(frame)


@pytest.mark.parametrize(("question", "taken"), [
    ("how many days late are loans on average?", "date_diff('day', \"due_on\", \"returned_on\")"),
    ("how many days do loans last on average?", "date_diff('day', \"lent_on\", \"returned_on\")"),
])  # fmt: skip
def test_how_late_something_was_is_told_from_when_it_was_due(loans, question, taken):
    query = from_sql("SELECT AVG(date_diff('day', lent_on, returned_on)) FROM t", list(loans.names))
    asked = reading("SELECT COUNT(*) FROM t").replaced(requirements=Requirements(query=query))
    assert taken in to_sql(lasting(question, asked, loans).requirements.query)


def test_rows_are_ranked_by_the_minutes_between_two_times(tickets):
    sql = "SELECT ticket, date_diff('day', opened_at, closed_at) AS d FROM t ORDER BY d DESC LIMIT 3"
    told = to_sql(lasting("list the three slowest tickets", reading(sql), tickets).requirements.query)
    assert "date_diff('minute', \"opened_at\", \"closed_at\") / 60" in told
    assert 'ORDER BY "hours_from_opened_at_to_closed_at" DESC' in told
