"""Words in which results are told: bins, years, shares of all, names that end in a figure, and rows by their names."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import Analysis, opening
from autoviz.answering.key_labels import is_month_number
from autoviz.answering.requirement_words import gap_words
from autoviz.answering.things import may_be_called, things_counted
from autoviz.linking.form_reading import form_of
from autoviz.model.coverage import Gap
from autoviz.pipeline import run
from autoviz.planning.views import COUNTED
from autoviz.profile import profile
from autoviz.query.language import Column, Named, Query
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader

FILMS = pd.DataFrame({
    "year": [1951 + place for place in range(36)],
    "title": [f"Film {chr(65 + place % 26)}{place}" for place in range(36)],
    "genre": ["drama", "comedy", "western"] * 12,
    "reel": [1 + place % 3 for place in range(36)],
    "country": ["UK", "US"] * 18,
    "length": [80.0 + place for place in range(36)],
    "awards": [place % 4 for place in range(36)],
})  # fmt: skip


def told(question: str, sql: str, frame: pd.DataFrame = FILMS) -> str:
    reader = GivenReader(from_sql(sql, list(frame.columns)))
    return Analysis(run(replace(opening(frame, question), reader=reader, next_readers=()))).answer


@pytest.mark.parametrize("bins", [
    "FLOOR(length / 20) * 20", "20 * FLOOR(length / 20)", "20 * TRY_CAST(FLOOR(length / 20) AS BIGINT)",
])  # fmt: skip
def test_bins_are_told_from_end_to_end(bins: str) -> None:
    said = told("awards by length", f"SELECT {bins} AS band, SUM(awards) FROM t GROUP BY 1 ORDER BY 1")
    assert (
        said == "Total awards: length 80–100: 30 and length 100–120: 24; length 80–100 has 6 or 25.0% more than "
        "length 100–120."
    )


def test_decades_are_called_by_their_name() -> None:
    said = told(
        "average length by decade", "SELECT FLOOR(year / 10) * 10 AS d, AVG(length) FROM t GROUP BY 1 ORDER BY 1"
    )
    assert said.startswith("Average length: 1950s 84, 1960s 93.5")


def test_parts_of_equal_size_are_called_by_what_they_are_of() -> None:
    quarters = "SELECT ntile(4) OVER (ORDER BY length) AS part, awards FROM t"
    said = told("awards by quartile of length", f"SELECT part, SUM(awards) FROM ({quarters}) GROUP BY 1 ORDER BY 1")
    assert said.startswith("Total awards: quarter 1 of length 12, quarter 2 of length ")


def test_a_year_that_is_measured_is_a_year() -> None:
    assert told("years of uk films", "SELECT MIN(year), MAX(year) FROM t WHERE country = 'UK'") == (
        "Lowest year is 1951 and highest year 1985 where country is UK."
    )


def test_a_part_of_all_rows_is_a_share() -> None:
    part = "SELECT COUNT(*), 100 * COUNT(*) / (SELECT COUNT(*) FROM t) FROM t WHERE awards > 2"
    assert "share of films 25.0%" in told("how many films, and how many in percent", part)
    each = "SELECT title, 100 * length / (SELECT SUM(length) FROM t) AS part FROM t ORDER BY 2 DESC LIMIT 2"
    assert "(3.3%)" in told("share of each film", each)


def test_a_name_that_ends_in_a_figure_is_set_off() -> None:
    said = told("awards by reel", "SELECT reel, SUM(awards) FROM t GROUP BY 1 ORDER BY 1")
    assert said == "Total awards: reel 1: 18, reel 2: 18 and reel 3: 18."
    both = told("awards by genre and reel", "SELECT country, reel, SUM(awards) FROM t GROUP BY 1, 2 ORDER BY 1, 2")
    assert "UK: reel 1: " in both


def test_groups_that_a_condition_leaves_are_named() -> None:
    long = told("genres with long films", "SELECT genre FROM t GROUP BY 1 HAVING MAX(length) > 113 ORDER BY 1")
    assert long == "2 different genres: comedy and western."
    dead = told("years with more than 2 awards", "SELECT year, SUM(awards) FROM t GROUP BY 1 HAVING SUM(awards) > 2")
    assert dead.startswith("9 years, with total awards: 1954 (3)")


def test_the_best_of_each_group_has_its_name() -> None:
    best = "SELECT genre, title, length FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY genre ORDER BY length DESC) = 1"
    assert "western, Film J35 (115)" in told("longest film of each genre", best)


def test_a_change_from_row_to_row_is_one_in_words() -> None:
    sql = "SELECT year, 100 * (length / LAG(length) OVER (ORDER BY year) - 1) AS g FROM t ORDER BY 1"
    assert "length / " not in told("growth of length", sql) and "a value" not in told("growth of length", sql)


def test_a_claim_is_not_decided_by_how_many_there_are() -> None:
    sql = "SELECT country, COUNT(*), 100.0 * AVG(CASE WHEN awards > 1 THEN 1 ELSE 0 END) FROM t GROUP BY 1 ORDER BY 1"
    assert told("Do films from the UK win more often than those from the US?", sql).startswith("No: share of ")


def test_a_gap_of_a_plan_is_told_in_words_and_a_column_keeps_its_name():
    chart = Gap(kind="missing", key="outputs.chart", message="no step serves outputs.chart")
    dates = Gap(kind="missing", key="time", message="'time' is not read as dates")
    assert gap_words(chart) == "missing: a chart: no step serves it"
    assert gap_words(dates) == "missing: the time: 'time' is not read as dates"


def test_a_unit_that_opens_the_name_of_a_column_is_not_told_again() -> None:
    stays = pd.DataFrame({"room": ["A", "B"] * 20, "minutes_stayed": [20 + place % 9 * 5 for place in range(40)]})
    assert told("minutes stayed", "SELECT AVG(minutes_stayed) FROM t", stays) == "Average minutes stayed is 38.75."


def test_temperatures_without_a_unit_have_no_share_of_one_another_either() -> None:
    days = pd.DataFrame({"city": ["Oslo", "Rome"] * 20, "temperature": [5.5, 12.25] * 20})
    said = told("temperature by city", "SELECT city, AVG(temperature) FROM t GROUP BY city", days)
    assert said == "Average temperature: Oslo 5.5 and Rome 12.25; Rome has 6.75 more than Oslo."
    highest = days.rename(columns={"temperature": "temp_max"})
    said = told("temp max by city", "SELECT city, AVG(temp_max) FROM t GROUP BY city", highest)
    assert said.endswith("Rome has 6.75 more than Oslo.")
    staff = days.rename(columns={"temperature": "temp_workers"})
    said = told("temp workers by city", "SELECT city, AVG(temp_workers) FROM t GROUP BY city", staff)
    assert said.endswith("Rome has 6.75 or 122.7% more than Oslo.")


def test_the_conditions_of_an_inner_query_are_told() -> None:
    genres = "SELECT genre, count(*) AS m FROM t WHERE awards > 0 GROUP BY 1 HAVING count(*) > 2"
    said = told("how many genres have more than 2 films with awards", f"SELECT count(*) AS n FROM ({genres})")
    assert "awards is above 0" in said and "number of rows is above 2" in said


@pytest.mark.parametrize(
    ("column", "things", "may"),
    [
        ("cand_no", "candidates", True),
        ("hh_ref", "households", True),
        ("id", "patients", True),
        ("cand_no", "exams", False),
        ("member_id", "orders", False),
    ],
)
def test_an_id_is_called_what_its_name_allows(column: str, things: str, may: bool) -> None:
    assert may_be_called(column, things) is may


def test_rows_are_not_called_by_a_word_that_may_have_been_left_out() -> None:
    known = profile(pd.DataFrame({"ward": ["Castle", "Harbour"] * 30, "line": ["croissant", "cake"] * 30}))
    assert things_counted(form_of("number of unpaid tickets by ward"), known) == "tickets"
    assert things_counted(form_of("number of croissant trays by ward"), known) == "trays"
    trays = known.replaced(columns=(*known.columns, known.columns[0].replaced(name="croissant_trays")))
    assert things_counted(form_of("number of croissant trays by ward"), trays) == "croissant trays"


def test_a_condition_is_not_told_twice() -> None:
    lessons = pd.DataFrame({
        "lesson_id": range(120), "level": ["Beginner", "Advanced", "Beginner"] * 40, "pool": ["Lido", "Central"] * 60,
    })  # fmt: skip
    said = autoviz.ask(lessons, "number of advanced lessons per pool", reader="embedded").answer
    assert said.startswith("Number of lessons where level is Advanced: Central 20 and Lido 20")


def test_groups_by_an_id_are_not_what_is_counted() -> None:
    query = Query(by=(Named(name="customer_id", expr=Column(name="customer_id")),), measures=(COUNTED,))
    assert form_of("customers with more than 3 returns", (query,)).things == ""


def test_numbers_of_months_are_called_by_their_names() -> None:
    sales = pd.DataFrame({"sale_id": range(240), "month": [*range(1, 13)] * 20, "takings": [*range(40, 100)] * 4})
    said = autoviz.ask(sales, "total takings by month", reader="embedded").answer
    assert "January" in said and "month 1" not in said
    named = {name: profile(sales.rename(columns={"month": name})).by_name[name] for name in ("month", "months_open")}
    assert [is_month_number(column) for column in named.values()] == [True, False]


def test_an_empty_text_is_called_empty_in_an_overview():
    frame = pd.DataFrame({"note": ["", "", "late"] * 20, "total_gbp": [*range(1, 60), 9000]})
    said = autoviz.ask(frame, "describe the table").answer
    assert "the most frequent note is empty (66.7%)" in said and "total in GBP reaches 9,000" in said


def test_flags_and_single_rows_are_called_by_what_they_are():
    days = pd.date_range("2022-01-01", "2023-12-31")
    frame = pd.DataFrame({"booking_id": range(len(days)), "day": days, "promo": [True, False] * (len(days) // 2)})
    asked = autoviz.ask(frame, "number of bookings by year and promo")
    assert "promo no from 182 in 2022 to 183 in 2023" in asked.answer
    assert asked.charts[0].title == "Number of bookings by promo, yearly"
    shops = pd.DataFrame({"shop": [f"Shop {at}" for at in range(9)], "area_m2": [float(at) for at in range(81, 90)],
                          "opened": pd.date_range("2010-01-31", periods=9, freq="YS")})  # fmt: skip
    assert autoviz.ask(shops, "oldest shop").answer.startswith("Shop 0, opened 2011-01-01 and area 81 m²")


def test_the_highest_row_without_a_name_is_told_by_what_is_known_of_it():
    """A region is no name of one of its many rows; a customer of a few is."""
    days = pd.date_range("2024-01-01", periods=120)
    tips = pd.DataFrame({
        "day": days, "sex": ["Female", "Male"] * 60,
        "tip": [2.0 + at % 5 + (6 if at == 77 else 0) for at in range(120)],
    })  # fmt: skip
    answer = autoviz.ask(tips, "biggest tip", reader="embedded").answer
    assert answer == "The highest tip is 10: day 2024-03-18 and sex Male."
    named = tips.assign(waiter=[f"W{at % 30}" for at in range(120)])[["waiter", "day", "sex", "tip"]]
    assert "W17" in autoviz.ask(named, "biggest tip", reader="embedded").answer


def test_what_people_did_themselves_was_not_done_to_them():
    people = pd.DataFrame({
        "passenger_id": range(60), "survived": [0, 1, 1] * 20, "rescued": [True, False, False] * 20,
    })  # fmt: skip
    assert autoviz.ask(people, "how many people survived", reader="embedded").answer == "40 passengers survived."
    told = autoviz.ask(people, "how many passengers were rescued", reader="embedded").answer
    assert told == "20 passengers were rescued."


def test_passengers_are_not_called_children_by_a_question():
    people = pd.DataFrame({"passenger_id": range(100, 160), "age": [float(at) for at in range(60)]})
    answer = autoviz.ask(people, "how many children were on board", reader="embedded").answer
    assert "60 children" not in answer
    assert "60 passengers" in autoviz.ask(people, "how many passengers were on board", reader="embedded").answer
