"""Plain questions of everyday tables: orders, staff, visits, films, bookings and jobs."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.embedding import Encoder
from autoviz.linking.links import Match
from autoviz.linking.money import Money, meant_by_money, money_in
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Aggregation, Requirements
from autoviz.model.settings import Settings
from autoviz.planning.how_often import yes_counted
from autoviz.planning.two_periods import named_periods
from autoviz.profile import profile
from autoviz.query.sql import to_sql
from autoviz.readers.default import default_encoder
from autoviz.readers.embedded import reader
from autoviz.readers.embedded.candidates import Candidate
from autoviz.readers.embedded.conditions import beside_their_names


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))


def ask(frame: pd.DataFrame, question: str) -> autoviz.Analysis:
    return autoviz.ask(frame, question, reader="embedded")


def orders() -> pd.DataFrame:
    draw = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "order_id": np.arange(1, 401),
            "date": pd.Timestamp("2023-01-01") + pd.to_timedelta(np.sort(draw.integers(0, 731, 400)), "D"),
            "customer_name": draw.choice(["Ann Lee", "Bo Chan", "Cal Diaz", "Dee Park", "Eli Ross"], 400),
            "region": draw.choice(["North", "South", "East"], 400),
            "quantity": draw.integers(1, 9, 400),
            "unit_price": draw.choice([180.0, 75.0, 25.0, 90.0], 400),
            "returned": draw.random(400) < 0.25,
        }
    )
    return frame.assign(amount=frame["quantity"] * frame["unit_price"])


def staff() -> pd.DataFrame:
    draw = np.random.default_rng(6)
    departments = draw.choice(["Legal", "Sales", "Engineering", "Support"], 400, p=[0.1, 0.3, 0.4, 0.2])
    leaving = pd.Series(departments).map({"Legal": 0.1, "Sales": 0.45, "Engineering": 0.1, "Support": 0.3})
    return pd.DataFrame(
        {
            "employee_id": np.arange(1, 401),
            "department": departments,
            "salary": draw.normal(65000, 12000, 400).round(),
            "age": draw.integers(21, 64, 400),
            "left": np.where(draw.random(400) < leaving, "Yes", "No"),
        }
    )


def only(asked: autoviz.Analysis) -> float:
    assert asked.table is not None and len(asked.table) == 1
    return float(asked.table.iloc[0, -1])


def test_rows_under_a_condition_are_listed_where_nothing_else_is_asked_of_them():
    frame = orders()[["order_id", "date", "customer_name", "region", "amount"]]
    asked = ask(frame, "rows where date is after 2024-03-01")
    assert asked.sql == """SELECT * FROM t WHERE "date" >= DATE '2024-03-02'""" and asked.proof.verdict == "proven"
    assert asked.answer.startswith(f"{(frame['date'] >= '2024-03-02').sum()} orders where date")
    assert ask(frame, "summarise the orders after 2024-03-01").requirements.analysis == ("summary",)


def test_spending_is_money_and_not_pieces():
    frame = orders()
    best = frame.groupby("customer_name")["amount"].sum().nlargest(3)
    asked = ask(frame, "top 3 customers by spend")
    assert list(asked.table.iloc[:, 0]) == list(best.index)
    assert list(asked.table.iloc[:, -1]) == pytest.approx(list(best))


def test_a_sum_of_money_is_placed_among_amounts():
    frame = orders()
    asked = ask(frame, "what percentile is an order of 100 dollars")
    assert asked.answer.startswith("Amount of 100 lies at")
    assert f"{(frame['amount'] < 100).sum()} of 400 values are lower" in asked.answer


def test_money_by_month_and_this_year_against_last():
    frame = orders()
    for question in ("monthly revenue", "how much do we earn per month"):
        asked = ask(frame, question)
        assert asked.clarification is None and len(asked.table) == 24
        assert asked.table["amount"].sum() == pytest.approx(frame["amount"].sum())
    years = frame.groupby(frame["date"].dt.year)["amount"].sum()
    told = ask(frame, "how much more did we sell this year than last").answer
    way = "higher" if years[2024] > years[2023] else "lower"
    assert told == f"Total amount is {abs(years[2024] - years[2023]):,.0f} {way} in 2024 than in 2023."


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("how much more this year than last", "how much more in 2024 than 2023"),
        ("revenue this month vs last month by region", "revenue in December 2024 vs November 2024 by region"),
        ("compare last quarter and this quarter", "compare in Q3 2024 vs Q4 2024"),
        ("revenue this year", "revenue this year"),
        ("more this year than last month", "more this year than last month"),
    ],
)
def test_running_periods_are_compared_by_their_names(question, named):
    dates = pd.DataFrame({"date": pd.date_range("2023-01-01", "2024-12-31"), "amount": np.arange(731) + 0.5})
    assert named_periods(question, profile(dates)) == named


def encoder() -> Encoder:
    return default_encoder(Settings().embedding_model)


def money_of(frame: pd.DataFrame, question: str = "") -> Money:
    return money_in(question, profile(frame), encoder())


def test_which_column_is_the_money_of_a_row():
    frame = orders()
    assert money_of(frame).earned == "amount"
    assert money_of(frame.assign(revenue=frame["amount"] * 2)).earned == "revenue"
    assert money_of(frame.rename(columns={"amount": "discount_amount"})).earned is None
    assert money_of(frame.rename(columns={"amount": "total_price"})).earned == "total_price"
    assert money_of(frame.rename(columns={"amount": "total_paid"})).earned == "total_paid"
    assert money_of(frame.assign(support_cost=1.5 * frame["quantity"])).spent == "support_cost"
    for name in ("sale_amount", "total_amt", "transaction_amt", "receipts", "fare_amount"):
        assert money_of(frame.rename(columns={"amount": name})).earned == name
    medals = pd.DataFrame({"nation": list("abcdefgh"), "gold": range(8), "total": range(8, 16)})
    assert money_of(medals).earned is None


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("how many sales were there", {}),
        ("sales by region", {"sales": "amount"}),
        ("which region earns the most", {"earns": "amount"}),
        ("biggest spenders", {"spenders": "amount"}),
        ("how much was sold in the North", {"sold": "amount"}),
        ("wealth and people by region", {}),
        ("quantity by region in dollars", {}),
    ],
)
def test_words_for_money_are_read_by_what_they_mean(question, meant):
    frame = orders()
    assert meant_by_money(question, money_of(frame, question), profile(frame)) == meant


def test_a_value_beside_the_name_of_its_column_keeps_rows():
    frame = staff()
    legal = frame[frame["department"] == "Legal"]
    assert only(ask(frame, "salaries in the legal department")) == pytest.approx(legal["salary"].mean())


def test_rows_of_one_value_make_no_groups_by_it():
    frame = orders()
    total = frame.loc[frame["region"] == "North", "amount"].sum()
    asked = ask(frame, "table of total amount by region where region is North")
    assert only(asked) == pytest.approx(total) and not asked.charts
    assert ask(frame, "bar chart of amount by region where region is North").charts


def test_how_much_asks_for_a_total():
    frame = orders()
    spent = frame.loc[frame["customer_name"] == "Bo Chan", "amount"].sum()
    assert only(ask(frame, "how much was spent by Bo Chan")) == pytest.approx(spent)


def films() -> pd.DataFrame:
    draw = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "name": [f"Film {number}" for number in range(300)],
            "genre": draw.choice(["Drama", "Comedy", "Horror"], 300),
            "imdb_rating": draw.normal(6.4, 1.1, 300).clip(1, 10).round(1),
            "num_votes": draw.integers(100, 200000, 300),
            "budget_musd": draw.gamma(2, 20, 300).round(1),
        }
    )
    return frame.assign(gross_musd=(frame["budget_musd"] * draw.gamma(2, 1.2, 300)).round(1))


def test_profit_is_what_came_in_less_what_went_out():
    frame = films()
    left = (frame["gross_musd"] - frame["budget_musd"]).groupby(frame["genre"])
    asked = ask(frame, "profit by genre")
    assert dict(asked.table.to_numpy()) == pytest.approx(left.sum().to_dict())
    assert "profit is gross_musd minus budget_musd." in asked.assumed
    assert ask(frame, "most profitable genre").answer.startswith(left.sum().idxmax())
    signed = frame.rename(columns={"gross_musd": "Gross ($M)", "budget_musd": "Budget ($M)"})
    assert "profit is Gross ($M) minus Budget ($M)." in ask(signed, "most profitable genre").assumed
    stated = frame.assign(profit=(frame["gross_musd"] * 0.1).round(2))
    assert not any("profit is" in line for line in ask(stated, "profit by genre").assumed)


def test_a_measure_that_is_named_goes_before_one_that_is_not():
    asked = ask(films(), "how are ratings spread out")
    assert asked.requirements.metrics == ("imdb_rating",)


def test_columns_to_be_seen_of_the_first_rows_are_no_groups():
    draw = np.random.default_rng(8)
    visits = pd.DataFrame(
        {
            "visit_id": np.arange(1, 201),
            "pet": draw.choice(["Rex", "Bella", "Milo", "Luna"], 200),
            "reason": draw.choice(["vaccination", "injury", "dental"], 200),
            "cost": draw.gamma(2, 60, 200).round(2),
        }
    )
    asked = ask(visits, "five most expensive visits with pet and reason")
    dearest = visits.nlargest(5, "cost")
    assert list(asked.table["cost"]) == list(dearest["cost"])
    assert list(asked.table["pet"]) == list(dearest["pet"]) and list(asked.table["reason"]) == list(dearest["reason"])


def test_what_was_done_to_what_is_counted_is_told():
    frame = orders()
    told = ask(frame, "how many orders were returned").answer
    assert told.startswith(f"{frame['returned'].sum()} orders were returned.")


def test_what_says_yes_is_counted_and_not_added_up():
    frame = orders()
    total = Requirements(
        metrics=("returned",), analysis=("total",), constraints=(Aggregation(metric="returned", func="sum"),)
    )
    reading = Reading(requirements=total, intent=Intent(primary="lookup", confidence=1.0, reasoning=""), confidence=1.0)
    query = yes_counted(reading, profile(frame)).requirements.query
    assert to_sql(query) == 'SELECT count(*) AS "count" FROM t WHERE "returned" = TRUE'


def test_nights_add_up_and_a_rate_in_money_is_no_percent():
    jobs = pd.DataFrame({"hourly_rate_eur": [55, 60, 72, 80] * 25, "nights": [1, 2, 3, 7] * 25})
    known = profile(jobs).by_name
    assert known["nights"].adds_up
    assert known["hourly_rate_eur"].meaning != "percent" and not known["hourly_rate_eur"].adds_up


def test_attrition_is_the_share_of_those_who_left():
    frame = staff()
    shares = (frame["left"] == "Yes").groupby(frame["department"]).mean()
    asked = ask(frame, "attrition rate by department")
    assert dict(asked.table.to_numpy()) == pytest.approx(shares.to_dict())
    assert ask(frame, "which department has the highest attrition").answer.startswith(shares.idxmax())
    assert ask(frame, "is attrition the same in every department").answer.startswith("No: the share of left differs")


def test_groups_that_do_not_differ_are_the_same():
    assert ask(staff(), "is salary the same in every department").answer.startswith("Yes: average salary does not")


def sales() -> pd.DataFrame:
    """Orders that tell the price of a piece, and no amount."""
    return orders().drop(columns="amount").rename(columns={"unit_price": "price"})


def test_an_unnamed_price_is_the_money_of_a_sale():
    frame = sales()
    paid = frame["price"] * frame["quantity"]
    months = ask(frame, "average order value by month").table
    assert list(months.iloc[:, -1]) == pytest.approx(list(paid.groupby(frame["date"].dt.to_period("M")).mean()))
    assert ask(frame, "average price by region").table.iloc[:, -1].max() < frame["price"].max()


def test_a_share_of_money_is_none_of_rows():
    frame = sales()
    paid = (frame["price"] * frame["quantity"]).groupby(frame["region"]).sum()
    asked = ask(frame, "what share of sales comes from North")
    assert f"{paid['North'] / paid.sum():.1%}" in asked.answer
    assert "money made is the total of price times quantity, each row a sale." in asked.requirements.assumed


def test_whether_something_rose_in_a_year_is_told_against_the_year_before():
    frame = orders()
    years = frame.groupby(frame["date"].dt.year)["amount"].sum()
    asked = ask(frame, "did sales go up in 2024")
    assert asked.answer.startswith("Yes" if years[2024] > years[2023] else "No") and "2023" in asked.answer
    assert named_periods("did sales exceed 100 in 2024", profile(frame)) == "did sales exceed 100 in 2024"
    assert named_periods("did sales go up in 2023", profile(frame)) == "did sales go up in 2023"


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("MoM revenue", "month over month revenue"),
        ("yoy growth of revenue", "year over year growth of revenue"),
        ("revenue change q/q", "revenue change quarter over quarter"),
        ("average mom education", "average mom education"),
        ("wow, how many orders", "wow, how many orders"),
    ],
)
def test_a_period_over_the_one_before_is_spelled_out(short, full):
    assert named_periods(short, profile(pd.DataFrame({"day": pd.to_datetime(["2024-01-01"]), "sales": [1]}))) == full


def test_how_much_we_pay_and_how_far_one_went_are_told_in_all():
    frame = staff()
    legal = frame.loc[frame["department"] == "Legal", "salary"].sum()
    assert only(ask(frame, "how much do we pay in salaries in Legal")) == pytest.approx(legal)
    runs = outings()
    march = runs[(runs["runner"] == "Ana") & (runs["date"].dt.month == 3)]
    assert only(ask(runs, "how far did Ana run in march")) == pytest.approx(march["distance_km"].sum())


def outings() -> pd.DataFrame:
    draw = np.random.default_rng(11)
    return pd.DataFrame(
        {
            "date": pd.Timestamp("2024-01-01") + pd.to_timedelta(np.sort(draw.integers(0, 366, 300)), "D"),
            "runner": draw.choice(["Ana", "Ben", "Chris"], 300),
            "distance_km": draw.gamma(6, 1.5, 300).round(1) + 1,
            "duration_min": draw.gamma(6, 9, 300).round(1),
        }
    )


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("salaries in the legal department", ["legal"]),
        ("salaries in the legal department against every department", []),
        ("salaries in the legal department and in sales", []),
    ],
)
def test_a_value_beside_its_columns_name_is_no_condition_among_groups(question, kept):
    places = [
        Candidate(at, at + len(value), value, "value", ("department",), (value,), (1.0,))
        for value in ("legal", "sales")
        if (at := question.find(value)) >= 0
    ]
    named = [
        Match(hit.start(), hit.end(), "department", "department", "name", 1.0)
        for hit in re.finditer("department", question)
    ]
    found = beside_their_names(question, places, [], named)
    assert [use.candidate.phrase for use in found] == kept


def test_money_is_looked_for_once_in_a_question(monkeypatch):
    looked = []
    monkeypatch.setattr(reader, "money_in", lambda *given: looked.append(given) or money_in(*given))
    ask(orders(), "how much money came from the North")
    assert len(looked) == 1


@pytest.mark.parametrize(
    "question", ["bar chart of the regions", "distribution of regions", "pie chart of regions", "breakdown of regions"]
)
def test_a_chart_of_groups_counts_their_rows_and_not_the_groups(question: str) -> None:
    draw = np.random.default_rng(7)
    sites = ["North", "East", "South", "West"]
    frame = pd.DataFrame({"region": draw.choice(sites, 400, p=[0.4, 0.3, 0.2, 0.1]), "amount": draw.normal(50, 9, 400)})
    found = ask(frame, question)
    counted = frame["region"].value_counts().sort_index()
    told = found.table.set_index("region").sort_index().iloc[:, -1]
    assert list(told / told.sum()) == pytest.approx(list(counted / counted.sum()))
    assert found.charts


def test_different_groups_are_counted_where_their_number_is_asked_for() -> None:
    frame = pd.DataFrame({"region": ["North", "East", "South", "West"] * 100, "amount": range(400)})
    for question in ("how many regions are there", "number of different regions"):
        assert ask(frame, question).table.to_numpy().tolist() == [[4]]


def test_a_number_far_beyond_a_column_is_of_one_that_holds_it():
    homes = pd.DataFrame({
        "home_id": range(900, 1020), "quarter": ["Docks", "Hill", "Park"] * 40,
        "beds": [1 + at % 5 for at in range(120)], "baths": [1 + at % 3 for at in range(120)],
        "price": [150_000 + 4_000 * at for at in range(120)],
    })  # fmt: skip
    found = autoviz.ask(homes, "homes with 2 baths under 300000", reader="embedded").table
    expected = homes[(homes["baths"] == 2) & (homes["price"] < 300_000)]
    assert sorted(found["home_id"]) == sorted(expected["home_id"])
