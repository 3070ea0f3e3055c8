"""First sentences: written questions whose first sentence must say the name, the number, the sign or the verdict."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pandas as pd
import pytest

import autoviz
from autoviz.answering.numerals import numeral, percent, shown
from autoviz.evaluation.answers import AnswerQuestion, GoldTable, first_sentence, lacking, load_answers, told
from autoviz.linking.form_reading import form_of

SUITE = Path(__file__).with_name("suite.jsonl")
FLOOR = 0.95


def orders(question: str, sql: str) -> str:
    table = GoldTable(package="own", item="orders")
    return first_sentence(AnswerQuestion(id="x", task="x", table=table, question=question, sql=sql, says=()))


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
def test_nearly_every_first_sentence_says_what_it_owes(every):
    results = list(told(load_answers(SUITE)[::every]))
    wrong = [f"{item.line.id} lacks {', '.join(item.lacks)}: {item.sentence}" for item in results if item.lacks]
    assert len(results) >= 250 // every
    assert len(wrong) <= (1 - FLOOR) * len(results), "\n".join(wrong)


def test_a_suite_can_fail():
    assert list(lacking("DE has the most orders: 854.", ("FR", 854.0))) == ["FR"]
    assert list(lacking("Average price is 571.", (570.68,))) == []
    assert list(lacking("Average price is 600.", (570.68,))) == ["570.68"]
    assert list(lacking("Gold has 0.42 percentage points more.", (0.00420288,))) == []
    assert list(lacking("Gold has 0.62 percentage points more.", (0.00420288,))) == ["0.00420288"]
    assert list(lacking("Yes: nunique of x is 3.", ("No",))) == ["No", "plain words"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (570.68, "570.68"),
        (194.5, "194.5"),
        (0.0675, "0.0675"),
        (1234567.0, "1.23M"),
        (854, "854"),
        (12345.678, "12,345.7"),
    ],
)
def test_numbers_keep_the_digits_that_count(value, text):
    assert numeral(value) == text


def test_units_and_shares():
    assert shown(12.5, "€") == "€12.50" and shown(21841.12, "€") == "€21,841" and shown(26.0, "€") == "€26"
    assert shown(-3.0, "$") == "-$3" and shown(90, "min") == "90 min"
    assert percent(0.0675) == "6.8%" and percent(0.0042) == "0.42%"


def test_what_is_less_than_one_is_not_told_as_one():
    assert [numeral(0.99964), numeral(-0.9996), numeral(0.99), numeral(1 - 1e-12)] == ["0.9996", "-0.9996", "0.99", "1"]
    assert [percent(0.9996), percent(0.99996), percent(1.0), percent(0.996)] == ["99.96%", "99.996%", "100.0%", "99.6%"]
    area = [place * 1.5 for place in range(40)]
    near = pd.DataFrame({"area": area, "staff": [place + 0.3 * (place % 2) for place in area]})
    asked = autoviz.ask(near.assign(rent=near["area"] % 7), "correlations")
    assert "area and staff: r = 0.99995 " in asked.answer
    assert asked.figures[0].data[0].texttemplate == "%{z:.5f}" and "r = 0.99995" in asked.charts[0].alt


def test_which_gets_the_name_its_figure_and_the_next():
    said = orders("Which country orders most?", "select country, count(*) n from t group by 1 order by n desc limit 1")
    assert said == "DE has the most rows: 854, ahead of FR with 510." or ("DE has the most" in said and "FR" in said)


def test_the_oldest_of_dates_is_told_without_ranking_numbers():
    sql = 'SELECT "country", max("order_date") AS last_order FROM t GROUP BY 1 ORDER BY 2'
    said = orders("when did each country order last, oldest first", sql)
    assert said.index("AT 2024-12-18") < said.index("PL 2024-12-30")


def test_both_statistics_are_told():
    said = orders("mean and standard deviation of unit price", "select avg(unit_price), stddev(unit_price) from t")
    assert said == "Average unit price is 188.04 and standard deviation of unit price 112.48."


def test_the_thing_counted_is_named():
    said = orders("How many orders were cancelled?", "select count(*) from t where status = 'cancelled'")
    assert said == "There are 223 orders where status is cancelled."


def test_the_course_of_each_group_leaves_out_periods_that_are_not_full():
    days = pd.date_range("2021-03-10", "2024-05-12")
    frame = pd.DataFrame({"date": [*days, *days], "shop": ["A"] * len(days) + ["B"] * len(days), "sales": 2})
    said = autoviz.ask(frame, "total sales by year by shop").answer.splitlines()[0]
    assert said.startswith("Total sales: A from 730 in 2022 to 730 in 2023; B from 730 in 2022 to 730 in 2023.")
    cut = "2021 (from 10 Mar 2021) and 2024 (up to 12 May 2024)"
    assert said.endswith(f" {cut} are incomplete and left out of this.")


def test_what_a_period_that_is_not_full_has_less_of_did_not_fall():
    days = pd.date_range("2022-01-01", "2024-05-12")
    frame = pd.DataFrame({"date": days, "sales": 2, "score": days.year - 2000.0})
    ask = partial(autoviz.ask, frame)
    assert ask("total sales by year").answer == (
        "Total sales did not change: 730 in 2022 and 2023; 266 in 2024 (up to 12 May 2024)."
    )
    since = ask("total sales in 2023 and 2024 by year")
    assert since.answer == "Total sales is 730 in 2023 and 266 in 2024 (up to 12 May 2024)."
    assert since.charts[0].notes == ("2024 (up to 12 May 2024) is incomplete.",)
    assert ask("did total sales fall from 2023 to 2024?").answer.startswith("That cannot be told: total sales is 730")
    assert ask("average score in 2023 and 2024 by year").answer.startswith("Average score rose by 1 ")


def test_a_claim_about_a_flag_is_one_about_the_rows_that_say_yes():
    plans = ["A", "A", "B", "B"] * 10
    frame = pd.DataFrame({"cancelled": [True, False] * 20, "visits": [8, 7, 9, 6] * 10, "plan": plans})
    said = autoviz.ask(frame, "Do cancelled members visit less?").answer
    assert said.startswith("No: ") and said.index("cancelled yes") < said.index("cancelled no")
    assert autoviz.ask(frame, "What is the cancellation rate by plan?").answer.startswith("Share of cancelled: A 50")


def test_a_course_of_a_few_periods_is_told_in_full_and_each_figure_once():
    days = pd.date_range("2021-01-01", "2024-12-31")
    frame = pd.DataFrame({"day": days, "sales": days.year - 2020})
    said = autoviz.ask(frame, "total sales by year").answer
    assert said.startswith("Total sales rose by 1,099 (301.1%), from 365 in 2021 to 1,464 in 2024; 730 in 2022 and")


def test_groups_by_year_are_told_as_courses_and_every_measure_has_one():
    years = [2001, 2002, 2003, 2004, 2005, 2006] * 2
    frame = pd.DataFrame({"year": years, "team": ["A"] * 6 + ["B"] * 6, "goals": range(12), "fouls": range(12, 24)})
    each = autoviz.ask(frame, "total goals by year and team").answer
    assert each.startswith("Total goals: A from 0 in 2001 to 5 in 2006; B from 6 in 2001 to 11 in 2006.")
    both = autoviz.ask(frame, "total goals and total fouls by year").answer
    assert "Total goals rose by 10" in both and "otal fouls rose by 10" in both


def test_a_column_that_never_varies_is_said_to_be_constant():
    frame = pd.DataFrame({"city": ["Bern"] * 4, "fare": [1.5, 2.5, 3.5, 9.0]})
    assert autoviz.ask(frame, "distribution of city").answer == "City is Bern in all 4 rows: it does not vary."


def test_a_number_is_no_part_of_what_is_counted():
    assert form_of("number of 3 stations").things == ""
    assert form_of("How many orders did the 3 stations get?").things == "orders"


def test_what_differs_in_the_last_bits_alone_is_level():
    fares = {"North": [0.1, 0.2], "South": [0.3], "West": [0.2]}
    frame = pd.DataFrame([(name, fare) for name, part in fares.items() for fare in part], columns=["station", "fare"])
    assert 0.1 + 0.2 != 0.3
    said = autoviz.ask(frame, "Which station has the highest total fare?").answer
    assert said.startswith("North and South are level with the highest total fare: 0.3 each.")


def test_of_many_that_are_level_the_figure_is_told_first():
    frame = pd.DataFrame({"station": list("ABCDEF"), "fare": [5.5, 5.5, 5.5, 5.5, 1.0, 2.0]})
    said = autoviz.ask(frame, "Which station has the highest total fare?").answer
    assert said.startswith("5.5 is the highest fare, shared by 4: A, B, C and D.")


def test_two_words_of_direction_say_whether_things_rise_together():
    assert form_of("is rent higher where unemployment is lower?").together == -1
    assert form_of("do younger people earn less?").together == 1
    assert form_of("is rent higher in Kent?").together == 0


@pytest.mark.parametrize(
    "sql",
    [
        "select avg(unit_price) from t where country = 'SE'",
        "select channel, avg(unit_price) p from t where country = 'SE' group by channel",
        "select order_id from t where country = 'SE'",
    ],
)
def test_nothing_left_is_an_answer_that_says_what_was_filtered(sql):
    said = orders("what about Sweden?", sql)
    assert "Error" not in said and "no" in said.split() and "country is SE" in said


def test_the_form_of_a_question_is_read_from_its_words():
    assert form_of("Did web sell more units than phone?").opens == "yes_no"
    assert form_of("In which month was it coldest?").direction == -1
    assert form_of("How many different customers ordered?").things == "customers"
    assert form_of("Is LAS-1 the lowest?").bounds == ()
    assert form_of("Is web twice as big as phone?").factor == 2


@pytest.mark.parametrize(
    ("question", "things"),
    [("the five most expensive dental visits", "dental visits"), ("which city has the most visits", "visits")],
)
def test_what_is_counted_is_named_without_what_it_is_compared_by(question, things):
    assert form_of(question).things == things


def test_a_course_is_told_of_rows_that_have_a_date():
    dates = pd.date_range("2024-01-01", "2024-06-30").to_series()
    frame = pd.DataFrame({"returned": dates.where(~dates.dt.day.between(10, 14)), "fee": 1.0})
    said = autoviz.ask(frame, "total fee by month of returned").answer
    assert "from 26 in Jan 2024 to 25 in Jun 2024" in said and "(missing)" not in said
    assert "Rows without a date are left out of this." in said


@pytest.mark.parametrize(
    ("question", "order", "says"),
    [
        ("which country is the most thrifty", "", "the lowest"),
        ("which country has the highest unit price, in ascending order", "", "the highest"),
        ("which country is the most thrifty", "DESC", "the highest"),
    ],
)
def test_the_order_of_the_query_says_which_end_is_meant(question, order, says):
    sql = f'SELECT "country", avg("unit_price") AS unit_price FROM t GROUP BY 1 ORDER BY 2 {order}'
    assert f"{says} average unit price" in orders(question, sql)


def test_the_first_one_alone_is_told_of_the_rows_that_it_is_first_among():
    sql = 'SELECT "country", count(*) AS n FROM t WHERE "channel" = \'web\' GROUP BY 1 ORDER BY 2 DESC LIMIT 1'
    assert "where channel is web:" in orders("which country has the most orders on the web", sql)


def test_what_lies_ahead_by_digits_that_are_not_told_is_just_ahead():
    frame = pd.DataFrame({"lab": ["Ash", "Elm"] * 30, "score": [3.7647, 3.7571] * 30})
    said = autoviz.ask(frame, "which lab has the highest average score").answer
    assert "3.76, just ahead of Elm with 3.76" in said


def test_that_what_is_measured_is_there_is_not_said():
    kept = 'WHERE "unit_price" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 1'
    sql = f'SELECT "country", avg("unit_price") AS p FROM t {kept}'
    assert " given" not in orders("which country has the highest average price", sql)
