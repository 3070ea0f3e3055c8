"""Dates and times that the profile reads itself need no format in a Query."""

from __future__ import annotations

import pandas as pd

from autoviz.planning.compiling import dated_text
from autoviz.planning.known_dates import as_profiled
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql


def test_a_column_that_the_profile_reads_as_dates_is_read_as_it_knows() -> None:
    times = [1430, 905, 830, 2359, 1215, 600, 1431, 45, 915, 1200]
    frame = pd.DataFrame({"flight": range(10), "dep_time": times, "code": ["1203", "x", "b", "c", "d"] * 2})
    known = profile(frame)
    assert known.by_name["dep_time"].dates is not None
    inner = "(SELECT hour(try_strptime(dep_time, '%H%M')) AS h, COUNT(*) AS n FROM t GROUP BY 1)"
    query = from_sql(f"SELECT h, MAX(n) FROM {inner} GROUP BY 1", list(frame))
    assert "strptime" in to_sql(query) and "strptime" not in to_sql(as_profiled(query, known))
    cast = from_sql("SELECT hour(TRY_CAST(dep_time AS TIMESTAMP)), COUNT(*) FROM t GROUP BY 1", list(frame))
    assert "CAST" in to_sql(cast) and "CAST" not in to_sql(as_profiled(cast, known))
    text = from_sql("SELECT hour(try_strptime(code, '%H%M')), COUNT(*) FROM t GROUP BY 1", list(frame))
    assert as_profiled(text, known) == text, "what the profile does not read stays as it is"


def test_days_that_are_written_out_are_days_and_moments_are_cut() -> None:
    days = [f"2023-{month:02}-{day:02}" for month in (1, 2, 3) for day in range(1, 21)]
    frame = pd.DataFrame({"admitted": days, "seen": [f"{day} 09:30:00" for day in days], "ward": ["A", "B"] * 30})
    known = profile(frame)
    month = "date_trunc('month', TRY_CAST(admitted AS DATE))"
    query = from_sql(f"SELECT {month} m, COUNT(*) FROM t GROUP BY 1", list(frame))
    assert "CAST" not in to_sql(as_profiled(query, known))
    moments = from_sql("SELECT TRY_CAST(seen AS DATE) d, COUNT(*) FROM t GROUP BY 1", list(frame))
    assert "date_trunc('day', \"seen\")" in to_sql(as_profiled(moments, known))
    twice = from_sql("SELECT CAST(CAST(seen AS TIMESTAMP) AS DATE) d, COUNT(*) FROM t GROUP BY 1", list(frame))
    assert as_profiled(twice, known).by[0].expr == as_profiled(moments, known).by[0].expr


def test_text_dates_are_read_where_they_are_held_against_so_long_after_another() -> None:
    days = pd.date_range("2023-01-01", periods=60)
    late = days + pd.Timedelta(days=40)
    frame = pd.DataFrame({"signup": days.strftime("%Y-%m-%d"), "left_on": late.strftime("%Y-%m-%d")})
    stayed = from_sql("SELECT COUNT(*) AS n FROM t WHERE left_on >= signup + INTERVAL 1 MONTH", list(frame))
    assert set(dated_text(stayed, profile(frame))) == {"left_on", "signup"}


def test_a_time_of_day_is_held_against_times_that_are_read() -> None:
    clock = pd.DataFrame({"delivered": [f"{6 + n % 12:02}:{n % 60:02}" for n in range(120)], "parcel": range(120)})
    early = from_sql("SELECT * FROM t WHERE delivered < strptime('07:30', '%H:%M')", list(clock))
    assert dated_text(early, profile(clock)) == ("delivered",)
