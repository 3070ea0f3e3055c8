"""What lies outside the query language is refused by naming the piece of the text and what is allowed."""

from __future__ import annotations

import pytest

from autoviz.errors import QueryError
from autoviz.query.sql import from_sql

COLUMNS = ("id", "city", "price", "day")

OUTSIDE = {
    "no SQL": ("what is the mean price", "what"),
    "no SELECT": ("DROP TABLE t", "one SELECT"),
    "two statements": ("SELECT id FROM t; SELECT id FROM t", "one SELECT"),
    "another table": ("SELECT * FROM sales", "sales"),
    "a function of tables": ("SELECT * FROM read_csv('x.csv')", "read_csv"),
    "a file": ("SELECT * FROM 'x.parquet'", "x.parquet"),
    "no such column": ("SELECT prise FROM t", "prise"),
    "no such relation": ("SELECT x.price FROM t", "x.price"),
    "not grouped": ("SELECT city, price FROM t GROUP BY city", "price"),
    "unknown function": ("SELECT jaro_similarity(city, 'a') AS j FROM t", "similarity"),
    "unknown aggregate": ("SELECT kurtosis(price) AS k FROM t", "KURTOSIS"),
    "a window with two units": (
        "SELECT sum(price) OVER (ORDER BY day RANGE BETWEEN INTERVAL 1 MONTH PRECEDING AND INTERVAL 1 DAY PRECEDING) "
        "AS s FROM t",
        "MONTH PRECEDING",
    ),
    "unknown window": ("SELECT corr(price, id) OVER () AS c FROM t", "CORR"),
    "list": ("SELECT [price] AS l FROM t", "[price]"),
    "type": ("SELECT CAST(price AS BLOB) AS b FROM t", "AS BLOB"),
    "part of a date": ("SELECT extract(century FROM day::DATE) AS c FROM t", "CENTURY"),
    "rollup": ("SELECT city, count(*) FROM t GROUP BY ROLLUP (city)", "ROLLUP"),
    "full join": ("SELECT a.id FROM t a FULL JOIN t b ON a.id = b.id", "FULL"),
    "join by nothing": ("SELECT a.id FROM t a JOIN t b ON a.price < b.price", "JOIN"),
    "range of values": (
        "SELECT sum(id) OVER (ORDER BY id RANGE BETWEEN 3 PRECEDING AND CURRENT ROW) AS s FROM t",
        "RANGE",
    ),
    "recursion": ("WITH RECURSIVE r AS (SELECT id FROM t) SELECT * FROM r", "RECURSIVE"),
    "sample": ("SELECT id FROM t USING SAMPLE 3", "SAMPLE"),
    "limit of nothing": ("SELECT id FROM t LIMIT 0", "LIMIT 0"),
    "place that is not there": ("SELECT id FROM t ORDER BY 3", "3"),
    "except": ("SELECT id FROM t EXCEPT SELECT id FROM t", "EXCEPT"),
    "pattern from a column": ("SELECT id FROM t WHERE city LIKE day", "LIKE"),
    "quantile from a column": ("SELECT quantile_cont(price, id) AS q FROM t", "QUANTILE_CONT"),
}


@pytest.mark.parametrize(("sql", "place"), OUTSIDE.values(), ids=OUTSIDE)
def test_the_error_names_the_place(sql: str, place: str):
    with pytest.raises(QueryError) as caught:
        from_sql(sql, COLUMNS)
    assert place.casefold() in caught.value.what.casefold()


def test_the_hint_offers_columns_and_operations():
    with pytest.raises(QueryError) as caught:
        from_sql("SELECT prise FROM t", COLUMNS)
    assert "'price'" in caught.value.hint
    with pytest.raises(QueryError) as caught:
        from_sql("SELECT gamma(price) AS g FROM t", COLUMNS)
    assert "median" in caught.value.hint and "round" in caught.value.hint
