"""Stating: what a question states beyond doubt must stand in the reply; what it leaves out is sent back once."""

import pandas as pd
import pytest

from autoviz.linking.links import link
from autoviz.linking.text import normalise
from autoviz.model.question import Question
from autoviz.model.requirements import Filter, Requirements
from autoviz.profile import profile
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.querying import query_from
from autoviz.readers.llm.stating import left_out
from tests.readers.llm.test_reader import ASKED, GOOD, ask, script
from tests.readers.llm.test_sql import AVERAGE, requests_for, with_sql


@pytest.fixture(scope="module")
def known(sales):
    return profile(sales, "df")


def missed(text, known, *, sql=None, **fields):
    """The phrases that a reply with this SQL, or these fields, leaves out."""
    asked = Question(text=text, normalised=normalise(text))
    query = query_from(sql, known, Names(known.names)) if sql else None
    read = Requirements.model_validate({**fields, "query": query})
    return left_out(read, asked, known, link(asked.normalised, known))


SAID = {
    "revenue in the West": "SELECT sum(revenue) FROM t WHERE region = 'West'",
    "revenue in the west or the east": "SELECT sum(revenue) FROM t WHERE region IN ('west', 'east')",
    "top 5 product categories by revenue":
        "SELECT product_category, sum(revenue) AS r FROM t GROUP BY 1 ORDER BY r DESC LIMIT 5",
    "rows with more than 1,500 revenue": "SELECT * FROM t WHERE revenue > 1500",
    "regions with more than 2k units": "SELECT region FROM t GROUP BY region HAVING sum(units) > 2000",
    "the 90th percentile of revenue": "SELECT quantile_cont(revenue, 0.9) FROM t",
    "7 day moving average of revenue":
        "SELECT date, avg(sum(revenue)) OVER (ORDER BY date ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS a "
        "FROM t GROUP BY date",
    "revenue in 2023": "SELECT sum(revenue) FROM t WHERE date >= '2023-01-01' AND date < '2024-01-01'",
    "revenue of the year 2024": "SELECT sum(revenue) FROM t WHERE year(date) = 2024",
    "revenue after 2023": "SELECT sum(revenue) FROM t WHERE date >= '2024-01-01'",
    "revenue in March 2023": "SELECT sum(revenue) FROM t WHERE date_trunc('month', date) = '2023-03-01'",
    "revenue of the last 3 months":
        "SELECT sum(revenue) FROM t WHERE date > (SELECT max(date) FROM t) - INTERVAL 3 MONTH",
    'revenue of "Toys"': "SELECT sum(revenue) FROM t WHERE product_category = 'Toys'",
}  # fmt: skip


@pytest.mark.parametrize("question", SAID)
def test_what_is_said_in_some_form_is_not_missed(question, known):
    assert missed(question, known, sql=SAID[question]) == []


LEFT_OUT = {
    "revenue in the West by region": ["West"],
    "top 5 product categories by revenue": ["5"],
    "average revenue by region where units are above 40": ["40"],
    "revenue by region in 2023": ["2023"],
    "revenue by region in March 2023": ["March 2023"],
    "revenue of Toys in the East since 2024-05-01": ["Toys", "East", "2024-05-01"],
    "average revenue by region": [],
    "compare regions by revenue over time": [],
}


@pytest.mark.parametrize("question", LEFT_OUT)
def test_what_the_reply_says_nowhere_is_missed(question, known):
    assert missed(question, known, sql=AVERAGE) == LEFT_OUT[question]


def test_one_of_two_conditions_is_not_enough(known):
    sql = "SELECT sum(revenue) FROM t WHERE region = 'West'"
    assert missed("revenue in the West with more than 10 units", known, sql=sql) == ["10"]


def test_another_bound_is_not_the_one_that_was_stated(known):
    assert missed("rows with more than 5 units", known, sql="SELECT * FROM t WHERE units > 500") == ["5"]


def test_filters_and_other_fields_count_as_well(known):
    limit = {"kind": "limit", "n": 5}
    west = {"kind": "filter", "column": "region", "op": "=", "value": "West"}
    asked = "top 5 product categories by revenue in the West"
    assert missed(asked, known, constraints=[limit, west]) == []
    assert missed(asked, known, constraints=[west]) == ["5"]
    either = {"kind": "any_of", "filters": [west, {**west, "value": "East"}]}
    assert missed("revenue in the West or the East", known, constraints=[either]) == []


def test_a_filter_beside_a_query_without_it_does_not_count(server, sales):
    west = {"kind": "filter", "column": "region", "op": "=", "value": "West"}
    better = f"{AVERAGE.partition('GROUP')[0]}WHERE region = 'West' GROUP BY region"
    replies = [with_sql(AVERAGE, constraints=[west]), with_sql(better, constraints=[west])]
    script(server, GOOD | {"requirements": replies})
    found = ask(server, sales, "average revenue by region in the West")
    assert "the question states 'West'" in requests_for(server, "requirements")[1]["messages"][-1]["content"]
    assert set(found.table["region"]) == {"West"}
    assert [item.value for item in found.requirements.all(Filter)] == ["West"]  # as the Query says it


def test_a_column_with_that_name_is_no_condition(known):
    assert missed("revenue in the West", known, sql="SELECT sum(revenue) AS west FROM t") == ["West"]


def test_a_reply_that_leaves_out_a_condition_is_sent_back_once(server, sales):
    question = "average revenue by region where units are above 40"
    better = f"{AVERAGE.partition('GROUP')[0]}WHERE units > 40 GROUP BY region"
    script(server, GOOD | {"requirements": [with_sql(AVERAGE), with_sql(better)]})
    found = ask(server, sales, question)
    sent_back = requests_for(server, "requirements")[1]["messages"][-1]["content"]
    assert "the question states '40', which nothing in the reply uses" in sent_back
    expected = sales[sales["units"] > 40].groupby("region")["revenue"].mean().round(6).to_dict()
    assert found.table.dropna().set_index("region")["revenue"].round(6).to_dict() == expected


def test_fields_are_held_to_the_same(server, sales):
    above = {"kind": "filter", "column": "units", "op": ">", "value": 40}
    fuller = {**ASKED, "constraints": [*ASKED["constraints"], above]}
    script(server, GOOD | {"requirements": [ASKED, fuller]})
    found = ask(server, sales, "average revenue by region where units are above 40")
    assert len(requests_for(server, "requirements")) == 2
    assert [item.value for item in found.requirements.constraints if item.kind == "filter"] == [40]


def test_a_model_that_insists_is_believed(server, sales):
    script(server, GOOD | {"requirements": with_sql(AVERAGE)})
    found = ask(server, sales, "average revenue by region, shown to 40 people with their units")
    assert len(requests_for(server, "requirements")) <= 3
    assert found.table is not None


def test_what_a_model_insists_on_leaving_out_is_told(server, sales):
    script(server, GOOD | {"requirements": with_sql(AVERAGE)})
    found = ask(server, sales, "average revenue by region where units are above 40")
    assert found.requirements.unused == ("40",)
    assert "Not used: '40'." in found.record.notes


def test_groups_that_are_held_against_one_another_need_no_condition(known):
    assert missed("average revenue of West against East", known, sql=AVERAGE) == []
    assert missed("average revenue of the West", known, sql=AVERAGE) == ["West"]


def test_a_number_in_words_is_stated_only_after_a_word_that_wants_one(known):
    assert missed("average revenue in all four regions", known, sql=AVERAGE) == []
    assert missed("top five regions by average revenue", known, sql=AVERAGE) == ["five"]


def test_a_year_in_the_name_of_a_column_that_is_used_is_said():
    frame = pd.DataFrame({"country": list("abc"), "deaths_2018": [1, 2, 3], "year": [2017, 2018, 2019]})
    seen = profile(frame, "df")
    assert missed("deaths of each country in 2018", seen, sql="SELECT country, deaths_2018 FROM t") == []
    assert missed("deaths of each country in 2018", seen, sql="SELECT country FROM t") == ["2018"]


def test_a_query_may_leave_out_a_column_that_is_named_once_it_was_asked_about(server, sales):
    """Its fields do not count: the Query alone is planned."""
    count = with_sql("SELECT region, count(*) AS n FROM t GROUP BY region", metrics=["revenue"])
    script(server, GOOD | {"requirements": count})
    found = ask(server, sales, "number of revenue entries per region")
    asked = requests_for(server, "requirements")
    assert len(asked) == 2
    assert "the question names 'revenue'" in asked[1]["messages"][-1]["content"]
    assert found.requirements.query is not None
    assert found.requirements.metrics == ()
    assert not found.record.notes


def test_a_column_that_is_only_shown_is_used(server, sales):
    rows = with_sql("SELECT region, revenue FROM t WHERE units > 70", analysis=["compare"])
    script(server, GOOD | {"requirements": rows})
    found = ask(server, sales, "revenue and region where units are above 70")
    assert len(requests_for(server, "requirements")) == 1
    assert list(found.table.columns) == ["region", "revenue"]


def test_a_limit_that_nobody_stated_is_asked_about_and_may_stay(server, sales):
    best = with_sql("SELECT region, avg(revenue) AS revenue FROM t GROUP BY region ORDER BY revenue DESC LIMIT 3")
    script(server, GOOD | {"requirements": best})
    found = ask(server, sales, "best regions by average revenue")
    assert "the limit 3" in requests_for(server, "requirements")[1]["messages"][-1]["content"]
    assert len(found.table) == 3
