"""What a published data source is asked for: fields, values where they are wanted, and what each Query really gives."""

from __future__ import annotations

from datetime import date, timedelta

import pandas as pd
import pytest

from autoviz.errors import QueryError, SourceError
from autoviz.profile import profile
from autoviz.published.data_source import tableau
from autoviz.published.tableau_service import LONGEST_WAIT, _wait_of
from autoviz.query.comparison import differences
from autoviz.query.reference import reference
from autoviz.query.sql import from_sql
from tests.published.server import LUID, TOKEN

ROWS = 2400


@pytest.fixture(scope="module")
def orders():
    places = range(ROWS)
    return pd.DataFrame(
        {
            "customer": [f"c{place % 2100:04d}" for place in places],
            "region": [("West", "East", None)[place % 3] for place in places],
            "rating": [(1.0, 2.0, 3.0, 3.0, 5.0)[place % 5] for place in places],
            "amount": [place * 7 % 1013 / 4 for place in places],
            "at": pd.date_range("2024-01-01 06:00", periods=ROWS, freq="5h"),
            "day": [(date(2024, 1, 1) + timedelta(days=place % 500), None)[place % 97 == 0] for place in places],
            "qty": [place % 11 for place in places],
        }
    )


@pytest.fixture
def source(server, connect, orders):
    if not server.sources:
        server.publish("orders", orders).defaults["rating"] = "AVG"
    return connect("orders")


def test_an_identifier_and_the_environment_name_it_too(server, source, monkeypatch):
    given = {"SERVER": server.url, "DATASOURCE": LUID.format(1), "TOKEN_NAME": "me", "TOKEN": TOKEN}
    for name, value in given.items():
        monkeypatch.setenv(f"AUTOVIZ_TABLEAU_{name}", value)
    assert tableau().look()[0] == ROWS


def test_nothing_is_sent_before_the_first_question(server, source, connect):
    before = len(server.requests)
    connect("orders")
    assert len(server.requests) == before


def test_the_profile_is_what_the_server_counted(source, orders):
    found = profile(source, "orders").by_name
    assert {name: found[name].missing for name in orders} == orders.isna().sum().to_dict()
    assert {name: found[name].distinct for name in orders} == orders.nunique().to_dict()
    assert (found["amount"].minimum, found["amount"].maximum) == (orders["amount"].min(), orders["amount"].max())
    assert found["at"].span.spacing_days == pytest.approx(5 / 24)
    assert found["amount"].adds_up and not found["rating"].adds_up, "its owner averages it"
    assert found["customer"].values == (), "made-up rows have no values to list"


def test_only_labels_are_listed_and_each_once(server, source):
    assert source.texts(["customer", "region", "amount"], 1_000_000) == {"region": ["East", "West"]}
    asked = len(server.queries())
    source.texts(["region"], 1_000_000)
    assert len(server.queries()) == asked


def test_conditions_on_known_texts_name_those_that_meet_them(source, orders):
    sql = "select count(*) as n from t where {}"
    source.texts(["region"], 1_000_000)
    for condition, values in (
        ("lower(region) = 'west'", '"values": ["West"]'),
        ("regexp_matches(region, '^E')", '"values": ["East"]'),
        ("not contains(region, 'es') or region is null", '"values": ["East", null]'),
        ("lower(region) = 'north'", "FALSE"),
    ):
        query = from_sql(sql.format(condition), list(orders.columns))
        found, told = source.answer(query)
        assert values in told and found.equals(reference(query, orders)), (told, found)


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("select customer, sum(amount) as s from t where region = 'West' group by 1 order by 2 desc limit 3", '"TOP"'),
        ("select count(*) as n from t where at >= date '2024-02-01' and at < date '2024-05-01'", '"LASTN"'),
        ("select count(*) as n from t where region <> 'West'", '"exclude": true'),
        ("select count(*) as n from t where contains(customer, '01')", '"MATCH"'),
        ("select count(*) as n from t where amount between 10 and 20", '"RANGE"'),
        ("select count(*) as n from t where amount > 10 and amount < 20.25", '"RANGE"'),
        ("select count(*) as n from t where qty > 3 and qty < 9", '"max": 8'),
        ("select count(*) as n from t where region = 'West' or region is null", '"values": ["West", null]'),
        ("select count(*) as n from t where region <> 'West' or region is null", '"exclude": true'),
        ("select count(*) as n from t where contains(region, 'es') and starts_with(region, 'W')", '"startsWith"'),
        ("select count(*) as n from t where not contains(region, 'es')", '"calculation"'),
        ("select count(*) as n from t where day is null", '"ONLY_NULL"'),
        ("select count(*) as n from t where day between date '2024-01-01' and date '2024-02-20'", '"TODATE"'),
        ("select count(*) as n from t where day < date '2024-02-20' or day is null", '"includeNulls": true'),
        ("select count(*) as n from t where day = date '2024-02-20'", '"minDate"'),
        ("select count(*) as n from t where year(at) = 2024", '"CURRENT"'),
        ("select count(*) as n from t where at >= date '2024-03-05' and at < date '2024-03-12'", '"DAYS"'),
        ("select count(*) as n from t where at < date '2024-03-05'", '"MAX"'),
        ("select count(*) as n from t where at >= timestamp '2024-03-05 06:30:00'", '"calculation"'),
        ("select region, count(*) as n from t where customer in "
         "(select customer from t group by 1 having sum(amount) > 300) group by 1", '"comparison": ">"'),
        ("select region, count(*) as n from t where customer in "
         "(select customer from t where qty > 5 group by 1 having count(*) < 2) and qty < 9 group by 1", '"CONDITION"'),
        ("select count(*) as n from t where region in (select region from t group by 1 having count(*) > 5)",
         "COUNT([region]) > 0"),
        ("select region, sum(amount) as s from t where customer in "
         "(select customer from t group by 1 order by sum(amount) desc limit 7) group by 1", '"howMany": 7'),
        ("select sum(greatest(qty, amount, 3)) as s, sum(least(qty, amount)) as l from t", "ELSEIF"),
        ("select customer, region, count(*) as n, sum(amount) as s from t group by 1, 2 order by 3 desc, 4 desc "
         "limit 5", '"sortPriority": 2'),
        ("select customer, amount, at from t where qty > 3 order by amount desc, at limit 5", '"sortPriority": 2'),
        ("select qty // 4 as k, count(*) as n, avg(amount) as m, max(at) as l from t group by 1", "finer groups"),
        ("select region, sum(amount) as s, count(*) filter (where regexp_matches(customer, '1$')) as ones from t "
         "where regexp_matches(customer, '^c0') group by 1", "finer groups"),
        ("select avg(s) as m from (select customer, sum(amount) as s from t group by 1)", '"SUM"'),
        ("select region, quantile_cont(amount, 0.9) as p, count(distinct customer) as c from t group by 1",
         "PERCENTILE"),
        ("select region, sum(amount) as s, rank() over (order by sum(amount) desc) as r from t group by 1",
         "from the groups"),
        ("select customer, count(*) as n from t group by 1 having count(*) between 2 and 5", '"max": 5'),
        ("select customer from t where customer in (select customer from t group by 1 having sum(amount) > 300) "
         "group by 1 order by sum(amount) desc limit 3", '"CONDITION"'),
        ("select floor(amount / 50) * 50 as k, count(*) as n from t group by 1", '"binSize"'),
        ("select date_trunc('week', at) as w, avg(amount) as m from t group by 1", "'monday'"),
        ("select region, median(amount) as m, sum(amount) / count(*) as q from t group by 1", '"MEDIAN"'),
        ("select region, count(*) as n from t where amount > (select avg(amount) from t) group by 1", '"AVG"'),
        ("select region, mode(rating) as m from t group by 1", "VizQL has no mode"),
    ],
)  # fmt: skip
def test_the_numbers_are_those_of_the_table(source, orders, sql, words):
    source.look()
    query = from_sql(sql, list(orders.columns))
    found, told = source.answer(query)
    comparison = differences(reference(query, orders), found, ordered=False, limited=query.limit is not None)
    assert comparison.agrees, comparison.differences
    assert words in told
    assert found.iloc[:, -1].astype(bool).all(), "something is left to compare"


def test_no_more_rows_come_back_than_are_wanted(server, source, orders):
    source.look()
    for sql, most in (
        ("select customer, amount, at from t order by amount desc, at limit 5", 5),
        ("select customer, region, sum(amount) as s from t group by 1, 2 order by 3 desc limit 4", 4),
        ("select qty // 4 as k, sum(amount) as s from t group by 1", 11),
        ("select avg(s) as m from (select region, sum(amount) as s from t group by 1)", 3),
    ):
        _, told = source.answer(from_sql(sql, list(orders.columns)))
        assert f"({most} rows came back)" in told, told


def test_first_rows_are_refused_by_name(source, orders):
    with pytest.raises(QueryError, match="keeps no order of its rows"):
        source.answer(from_sql("select first(amount) as f from t", list(orders.columns)))


def test_what_the_server_refuses_comes_with_its_message_and_code(server, source, orders):
    assert source.known_fields
    kept = server.sources[LUID.format(1)].kinds.pop("amount")
    with pytest.raises(SourceError, match=r"400.*Unknown Field: amount.*400803"):
        source.answer(from_sql("select sum(amount) as s from t", list(orders.columns)))
    server.sources[LUID.format(1)].kinds["amount"] = kept


def test_the_server_says_how_long_to_wait_up_to_a_limit():
    assert (_wait_of({"retry-after": "7"}), _wait_of({"retry-after": "9999"}), _wait_of({})) == (7.0, LONGEST_WAIT, 0.0)
