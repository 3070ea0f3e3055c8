"""Claims and lists: yes and no only where two numbers decide it, and rows, periods and measures in words of people."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.answering.numerals import shown
from autoviz.answering.query_words import condition_words, measure_words, where_words
from autoviz.errors import QuestionError
from autoviz.evaluation.answers import AnswerQuestion, GoldTable, first_sentence
from autoviz.linking.form_reading import form_of
from autoviz.planning.own_functions import counted_beside, stated_functions
from autoviz.profile import profile
from autoviz.query.sql import from_sql
from autoviz.samples import load_sales

BAKERY = pd.DataFrame({
    "sale_id": range(1, 81), "bakery": ["North", "Mill"] * 40, "bread": ["rye", "oat", "rye", "spelt"] * 20,
    "loaves": [3, 9, 4, 8, 5, 7, 6, 2] * 10, "price": [4.0, 3.5, 4.5, 5.0, 4.25, 3.75, 4.5, 4.0] * 10,
    "status": ["paid", "open"] * 40, "is_paid": [True, False] * 40, "year": [2022, 2023] * 40,
})  # fmt: skip
COLUMNS = [str(name) for name in BAKERY.columns]


def condition(text: str) -> str:
    return condition_words(from_sql(f"SELECT * FROM t WHERE {text}", COLUMNS).where, profile(BAKERY))


@pytest.mark.parametrize(("test", "words"), [
    ("price > 4", "price is above 4"),
    ("price >= 4 AND price <= 5", "price is from 4 to 5"),
    ("year >= 2022 AND year < 2023", "in 2022"),
    ("year = 2023", "in 2023"),
    ("is_paid", "paid is yes"),
    ("price > loaves", "price is above loaves"),
])  # fmt: skip
def test_conditions_are_sentences(test: str, words: str) -> None:
    assert condition(test) == words


def test_so_long_after_another_date_has_words() -> None:
    names = ["signup", "left_on"]
    late = from_sql("SELECT * FROM t WHERE left_on >= signup + INTERVAL 3 MONTH", names)
    early = from_sql("SELECT * FROM t WHERE left_on < signup - INTERVAL 1 YEAR", names)
    assert condition_words(late.where) == "left on is at least 3 months after signup"
    assert condition_words(early.where) == "left on is below 1 year before signup"


def test_times_stand_behind_other_conditions() -> None:
    query = from_sql("SELECT * FROM t WHERE year = 2023 AND status = 'paid'", COLUMNS)
    assert where_words(query.where, profile(BAKERY)) == "where status is paid in 2023"


@pytest.mark.parametrize(("measure", "words"), [
    ("AVG(100 * (price / loaves - 1))", "average change from loaves to price"),
    ("AVG(GREATEST(price, loaves))", "average highest of price and loaves"),
    ("AVG(ABS(price - loaves))", "average absolute price minus loaves"),
    ("MAX(bread)", "last bread by name"),
    ("SUM(price) / 12", "total price divided by 12"),
    ("COUNT(*) FILTER (WHERE year = 2023)", "number of rows in 2023"),
])  # fmt: skip
def test_what_is_worked_out_has_words(measure: str, words: str) -> None:
    item = from_sql(f"SELECT {measure} FROM t", COLUMNS).measures[0]
    assert measure_words(item.expr, item.name, "rows", profile(BAKERY)).text == words


@pytest.mark.parametrize("question", [
    "do wrinkled fingers help?", "is T3 significantly better than the control?", "were both groups alike?",
])  # fmt: skip
def test_what_two_numbers_do_not_decide_is_no_claim(question: str) -> None:
    assert not form_of(question).claims


def test_more_often_says_which_way_a_claim_looks() -> None:
    assert form_of("did it close below its start more often than above?").direction == 1


@pytest.mark.parametrize(("question", "things"), [
    ("how many boys and girls by sex", ""), ("how many paid invoices", "paid invoices"),
    ("are there more girls than boys", ""),
])  # fmt: skip
def test_things_are_not_one_side_of_what_is_compared(question: str, things: str) -> None:
    by_sex = from_sql("SELECT status, COUNT(*) FROM t GROUP BY 1", COLUMNS)
    assert form_of(question, (by_sex,)).things == things


def test_each_measure_is_summed_up_by_the_word_before_it() -> None:
    known = profile(BAKERY)
    question = "average price and number of loaves per bakery"
    assert stated_functions(question, known) == {"price": "mean", "loaves": "sum"}
    answer = autoviz.ask(BAKERY, question).answer
    assert "otal loaves: Mill 260 and North 180" in answer and "verage price: Mill 4.06 and North 4.31" in answer
    counted = counted_beside("average price and number of breads by bakery", known)
    assert counted is not None and counted.func == "distinct"


@pytest.mark.parametrize("column", ["status", "is_paid"])
def test_a_value_that_the_question_names_is_kept(column: str) -> None:
    rows = BAKERY.drop(columns=["is_paid" if column == "status" else "status"])
    assert autoviz.ask(rows, "total price of paid sales").answer.startswith("Total price is 172.5")


def test_a_line_is_broken_where_months_have_no_data_and_says_which() -> None:
    days = [day for day in pd.date_range("2023-01-01", "2024-01-31") if day.month not in (6, 7)]
    rows = pd.DataFrame({"date": days, "sales": range(len(days)), "shop": ["A", "B"] * (len(days) // 2) + ["A"]})
    for question in ("total sales by month", "total sales by month and shop"):
        analysis = autoviz.ask(rows[: len(days)], question)
        told = str(analysis.figure.layout.title)
        assert "There is no data for Jun 2023 and Jul 2023: the line is broken there." in told
        names = {"df": rows}
        exec(analysis.code(), names)
        for figure in (analysis.figure, names["fig"]):
            for line in figure.data:
                points = zip(pd.to_datetime(line.x), line.y, strict=True)
                empty = {f"{moment:%b}" for moment, value in points if pd.isna(value)}
                assert empty == {"Jun", "Jul"} and not line.connectgaps and "markers" in line.mode


def test_orders_names_and_changes_of_rows() -> None:
    def orders(question: str, sql: str) -> str:
        table = GoldTable(package="own", item="orders")
        return first_sentence(AnswerQuestion(id="x", task="x", table=table, question=question, sql=sql, says=()))

    dearest = orders("five dearest orders", "select order_id, unit_price from t order by unit_price desc limit 5")
    assert "with the highest unit price" in dearest
    two = "select country, count(*) from t where country in ('DE', 'FR') group by 1"
    said = orders("Was DE or FR ordering more often?", two)
    assert not said.startswith(("Yes", "No"))


def test_one_year_and_cents() -> None:
    assert shown(1, "years") == "1 year" and shown(0.0358, "EUR") == "0.04 EUR" and shown(None) == "unknown"


def test_a_word_of_a_column_looks_no_way():
    hours = [n + n % 4 for n in range(40)]
    jobs = pd.DataFrame({"cost_eur": [9.5 * n + n % 3 for n in hours], "hours_down": hours})
    assert autoviz.ask(jobs, "is cost related to hours down").answer.startswith("Yes. ")
    assert autoviz.ask(jobs, "does cost go down with hours down?").answer.startswith("No. ")


def test_rows_at_one_end_are_told_and_not_only_shown() -> None:
    cheap = BAKERY.assign(price=[1 + at / 8 for at in range(80)])
    told = autoviz.ask(cheap, "list the 5 rows with the highest price", reader="embedded").answer or ""
    assert told.startswith("The 5 of 80"), told
    assert "highest price" in told and "10.88" in told


@pytest.mark.parametrize("engine", [duckdb.from_df, lambda frame: pl.from_pandas(frame).lazy()])
def test_a_lazy_engine_tells_of_how_many_rows_the_first_are_shown_when_asked_again_too(engine) -> None:
    question, sales = "rows where revenue > 200", load_sales().head(100)
    expected = autoviz.ask(sales, question).answer
    assert expected == "96 rows where revenue is above 200, of which 50 are shown."
    session = autoviz.Session(engine(sales))
    assert [session.ask(question).answer for _ in range(2)] == [expected, expected]


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("does rain make the bruising worse?", "Correlation"),
        ("is bruising higher with more rain?", "Yes"),
    ],
)
def test_of_better_and_worse_the_sign_of_a_relation_says_nothing(question, opens):
    rain = [row % 37 for row in range(200)]
    bruised = [5 + 0.2 * value + index % 5 for index, value in enumerate(rain)]
    fruit = pd.DataFrame({"rain_mm": rain, "bruised_pct": bruised})
    assert autoviz.ask(fruit, question).answer.startswith(opens)


REPAIRS = pd.DataFrame({
    "opened": pd.Timestamp("2024-01-01") + pd.to_timedelta(range(0, 60), "D"),
    "closed": pd.Timestamp("2024-01-01") + pd.to_timedelta([day + (2 if day % 2 else 9) for day in range(60)], "D"),
    "priority": ["low", "high"] * 30,
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("are high priority repairs closed faster than low ones?", "Yes"),
        ("are high priority repairs closed slower than low ones?", "No"),
        ("are low priority repairs closed faster than high ones?", "No"),
    ],
)
def test_the_faster_takes_less_time(question, word):
    assert autoviz.ask(REPAIRS, question, reader="embedded").answer.startswith(f"{word}:")


@pytest.mark.parametrize("name", ["minutes_to_close", "close_minutes"])
@pytest.mark.parametrize(("claim", "word"), [("faster", "No"), ("slower", "Yes")])
def test_so_it_does_where_a_column_is_called_by_its_minutes(name, claim, word):
    took = pd.DataFrame({"site": ["Oslo", "Rome"] * 30, name: [40 + place % 7 - place % 2 * 9 for place in range(60)]})
    assert autoviz.ask(took, f"is Oslo {claim} than Rome", reader="embedded").answer.startswith(f"{word}:")


@pytest.mark.parametrize("bound", ["3,000,000", "3 million", "three million"])
def test_a_bound_is_one_however_its_number_is_written(bound):
    revenue, rating = range(1_000_000, 5_000_000, 40_000), [1 + place / 20 for place in range(100)]
    sold = pd.DataFrame({"revenue": revenue, "rating": rating})
    asked = f"do rows with revenue above {bound} have a higher average rating than the others?"
    assert autoviz.ask(sold, asked, reader="embedded").answer.startswith("Yes")


def test_the_average_of_a_true_flag_is_proven():
    gifts = pd.DataFrame({"campaign": ["a", "b"] * 20, "gift_aid": [True, False, True, True] * 10})
    found = autoviz.ask(gifts, "average gift aid by campaign", reader="embedded")
    assert found.proof.verdict == "proven"


def test_a_frame_in_the_place_of_the_question_is_told():
    with pytest.raises(QuestionError, match="no text but of type DataFrame") as caught:
        autoviz.ask("how many rows?", REPAIRS)
    assert "First the frame, then the question" in caught.value.hint


@pytest.mark.parametrize(
    ("question", "together"),
    [
        ("do longer waits lead to lower ratings", -1),
        ("do longer waits lead to higher ratings", 1),
        ("does lower attendance lead to lower grades", 1),
    ],
)
def test_what_leads_to_something_looks_nowhere(question, together):
    assert form_of(question).together == together


def test_the_function_of_a_later_measure_is_not_that_of_one_before_it():
    hives = pd.DataFrame({
        "county": ["Devon", "Kent"] * 30, "honey_kg": range(60), "mites_per_100_bees": [1.5, 2.5, 0.5] * 20,
    })  # fmt: skip
    found = autoviz.ask(hives, "honey and average mites by county", reader="embedded").table.set_index("county")
    assert found.iloc[:, 0].to_dict() == hives.groupby("county")["honey_kg"].sum().to_dict()
    assert found.iloc[:, 1].to_dict() == pytest.approx(hives.groupby("county")["mites_per_100_bees"].mean().to_dict())
    both = autoviz.ask(hives, "average honey and mites by county", reader="embedded").table.set_index("county")
    assert both["Devon":"Devon"].to_numpy().max() < 60


def test_numbers_in_the_name_of_a_column_and_parts_of_a_whole_are_no_bounds_of_counts():
    hives = pd.DataFrame({
        "apiary": [f"A{place % 6}" for place in range(60)], "mites per 100 bees": [place % 9 for place in range(60)],
        "state": ["good", "bad"] * 30,
    })  # fmt: skip
    assert not autoviz.ask(hives, "were there ever more than 7 mites per 100 bees?").answer.startswith("No")
    assert not autoviz.ask(hives, "are more than half of the hives in good state?").answer.startswith("Yes")


def test_the_first_rows_of_each_group_are_told_with_what_they_are_first_by():
    trees = pd.DataFrame({
        "tree": [f"T{place}" for place in range(60)], "ward": ["Abbey", "Dock"] * 30,
        "height_m": [5.5 + place * 7 % 60 for place in range(60)], "girth_cm": range(60, 120),
    })  # fmt: skip
    told = autoviz.ask(trees, "tallest tree in each ward", reader="embedded").answer
    tallest = trees.loc[trees.groupby("ward")["height_m"].idxmax()].set_index("ward")
    assert all(f"{ward}, {row.tree} ({row.height_m:g} m)" in told for ward, row in tallest.iterrows())


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("do the well-paid claim less than the low-paid", -1),
        ("do cheap rooms get more bookings than dear ones", 1),
        ("do more experienced people earn less than new ones", -1),
        ("is the fee higher in Hull than in Derby", 1),
    ],
)
def test_a_claim_looks_the_way_of_what_stands_before_than(question, way):
    assert form_of(question).direction == way


def test_what_goes_together_hardly_at_all_is_no_yes():
    draw = np.random.default_rng(4)
    area = draw.normal(90, 20, 4000)
    bill = 200 + 0.16 * (area - 90) + draw.normal(0, 50, 4000)
    homes = pd.DataFrame({"floor_area": area.round(1), "bill": bill.round(2)})
    assert 0.03 < homes.corr().iloc[0, 1] < 0.1
    assert autoviz.ask(homes, "does the floor area affect the bill?", reader="embedded").answer.startswith("Hardly. ")
