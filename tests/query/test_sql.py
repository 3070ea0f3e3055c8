"""SQL constructs are read into stations, written back, and give the same result as the text that was read."""

from __future__ import annotations

import math
from datetime import date, datetime
from typing import Any

import duckdb
import pytest

from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Limit,
    Matched,
    Member,
    Moment,
    Named,
    Overall,
    Query,
    Sort,
    Stack,
    Unpivot,
    Window,
)
from autoviz.query.sql import from_sql, to_sql

COLUMNS = ("id", "city", "kind", "price", "size", "day", "spring", "autumn")
ROWS = [
    (1, "Rome", "flat", 100.0, 50, "2020-01-15", 1.0, 2.0),
    (2, "Rome", "house", 300.0, 120, "2020-03-20", 3.0, None),
    (3, "Oslo", "flat", 250.0, 70, "2021-03-02", 5.0, 6.0),
    (4, "Oslo", "flat", None, 40, "2021-11-30", 7.0, 8.5),
    (5, "Bonn", "house", 180.0, 90, "2021-12-24", 9.0, 1.0),
    (6, None, "house", 420.0, 200, "2022-06-01", 2.5, 4.0),
]


@pytest.fixture(scope="module")
def database() -> Any:
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute(
        "CREATE TABLE t (id BIGINT, city VARCHAR, kind VARCHAR, price DOUBLE, size BIGINT, day VARCHAR, "
        "spring DOUBLE, autumn DOUBLE)"
    )
    connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ROWS)
    yield connection
    connection.close()


def plain(value: Any) -> Any:
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day).isoformat() if type(value) is date else value.isoformat()
    if isinstance(value, str | bool) or value is None:
        return value
    return None if math.isnan(value) else float(f"{float(value):.9g}")


def result(database: Any, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    found = database.execute(sql)
    return [column[0] for column in found.description], [tuple(map(plain, row)) for row in found.fetchall()]


def in_any_order(rows: list[tuple[Any, ...]]) -> list[str]:
    return sorted(map(str, rows))


CONSTRUCTS = {
    "rows": 'SELECT "city", "price" FROM t WHERE "price" > 150 ORDER BY "price" DESC LIMIT 2',
    "star": "SELECT * FROM t ORDER BY id LIMIT 2 OFFSET 1",
    "star without": 'SELECT * EXCLUDE ("day", spring) FROM t ORDER BY 1',
    "star replaced": 'SELECT * REPLACE (upper("city") AS "city") FROM t ORDER BY 1',
    "groups": 'SELECT "city", avg("price") AS mean, count(*) AS n FROM t GROUP BY 1 ORDER BY 2 DESC NULLS FIRST, 1',
    "group by all": 'SELECT "city", "kind", sum("size") AS total FROM t GROUP BY ALL ORDER BY ALL',
    "group by alias": 'SELECT left("day", 4) AS year, count(*) AS n FROM t GROUP BY year ORDER BY year',
    "hidden key": 'SELECT count(*) AS n FROM t GROUP BY "city" ORDER BY "city"',
    "having": 'SELECT "city" FROM t GROUP BY 1 HAVING count(*) > 1 AND min("size") < 60 ORDER BY 1',
    "having by alias": 'SELECT "city", count(*) AS n FROM t GROUP BY 1 HAVING n > 1 ORDER BY 1',
    "order by aggregate": 'SELECT "city" FROM t GROUP BY 1 ORDER BY max("size") DESC',
    "order by case": (
        'SELECT "kind", count(*) AS n FROM t GROUP BY 1 ORDER BY CASE "kind" WHEN \'house\' THEN 1 ELSE 2 END'
    ),
    "distinct": 'SELECT DISTINCT "city", "kind" FROM t ORDER BY 1, 2',
    "distinct of a key": 'SELECT DISTINCT upper("kind") AS k FROM t ORDER BY upper("kind") DESC',
    "distinct on": 'SELECT DISTINCT ON ("kind") "kind", "price" FROM t ORDER BY "kind", "price"',
    "filter": "SELECT count(*) FILTER (WHERE \"kind\" = 'flat') AS flats, sum(size) FILTER (size > 60) AS big FROM t",
    "count if": 'SELECT count_if("price" > 200) AS n, count("price") AS known, count(DISTINCT "city") AS cities FROM t',
    "mean of cases": "SELECT 100.0 * avg(CASE WHEN \"kind\" = 'flat' THEN 1 ELSE 0 END) AS pct FROM t",
    "quantiles": (
        'SELECT quantile_cont("size", 0.25) AS a, quantile_disc("size", 0.25) AS b, median("size") AS c FROM t'
    ),
    "within group": 'SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY "size") AS p FROM t',
    "spread": 'SELECT stddev("size") AS s, var_samp("size") AS v, corr("size", "price") AS r FROM t',
    "slope": 'SELECT regr_slope("price", "size") AS per_metre FROM t',
    "at extremes": (
        'SELECT arg_max("city", "size") AS largest, max_by("id", "size") AS id, arg_min("id", "size") AS s FROM t'
    ),
    "first by order": (
        'SELECT "kind", first("id" ORDER BY "size" DESC) AS i, last("id" ORDER BY "size") AS j FROM t GROUP BY 1'
    ),
    "mode and any": 'SELECT "kind", mode("kind") AS m, any_value("kind") AS a FROM t GROUP BY 1 ORDER BY 1',
    "list": 'SELECT "kind", string_agg(DISTINCT "city", \', \' ORDER BY "city") AS cities FROM t GROUP BY 1 ORDER BY 1',
    "bool or": 'SELECT "city", bool_or("size" > 100) AS any_big FROM t GROUP BY 1 ORDER BY 1',
    "share": 'SELECT "kind", 100.0 * count(*) / sum(count(*)) OVER () AS pct FROM t GROUP BY 1 ORDER BY 1',
    "share within": (
        'SELECT "city", "kind", sum("size") * 1.0 / sum(sum("size")) OVER (PARTITION BY "city") AS part '
        "FROM t GROUP BY 1, 2 ORDER BY 1, 2"
    ),
    "rank": 'SELECT "id", rank() OVER (PARTITION BY "kind" ORDER BY "size" DESC) AS place FROM t ORDER BY 1',
    "running": 'SELECT "id", sum("size") OVER (ORDER BY "id") AS so_far FROM t ORDER BY 1',
    "rolling": (
        'SELECT "id", avg("size") OVER (ORDER BY "id" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS m FROM t ORDER BY 1'
    ),
    "the month before": (
        'SELECT date_trunc(\'month\', "day"::DATE) AS m, sum("size") AS p, first_value(sum("size")) OVER (ORDER BY '
        'date_trunc(\'month\', "day"::DATE) RANGE BETWEEN INTERVAL \'1 month\' PRECEDING '
        "AND INTERVAL 1 MONTH PRECEDING) AS q FROM t GROUP BY 1 ORDER BY 1"
    ),
    "the rows before": (
        'SELECT "id", avg("price") OVER (ORDER BY "id" ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING) AS b FROM t ORDER BY 1'
    ),
    "rolling around": (
        'SELECT "id", max("size") OVER (ORDER BY "id" ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS m FROM t'
    ),
    "previous": 'SELECT "id", "size" - lag("size", 2) OVER (ORDER BY "id") AS change FROM t ORDER BY 1',
    "last value": (
        'SELECT "id", last_value("size") OVER (ORDER BY "id" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) '
        "AS last FROM t"
    ),
    "named window": 'SELECT "id", row_number() OVER w AS r FROM t WINDOW w AS (ORDER BY "size") ORDER BY 1',
    "window with filter": 'SELECT "id", count(*) FILTER (WHERE "kind" = \'flat\') OVER (ORDER BY "id") AS n FROM t',
    "tiles": 'SELECT "id", ntile(3) OVER (ORDER BY "size") AS third, percent_rank() OVER (ORDER BY "size") AS p FROM t',
    "qualify": (
        'SELECT "kind", "id" FROM t QUALIFY row_number() OVER (PARTITION BY "kind" ORDER BY "size") <= 2 ORDER BY 2'
    ),
    "qualify groups": (
        'SELECT "kind", "city", count(*) AS n FROM t GROUP BY 1, 2 '
        'QUALIFY rank() OVER (PARTITION BY "kind" ORDER BY count(*) DESC) = 1 ORDER BY 1, 2'
    ),
    "kept beside a window": (
        'SELECT place FROM (SELECT "id", rank() OVER (ORDER BY "size") AS place FROM t) WHERE "id" = 3'
    ),
    "order by window": 'SELECT "id" FROM t ORDER BY rank() OVER (PARTITION BY "kind" ORDER BY "size"), "id"',
    "two levels": 'SELECT avg(n) AS mean FROM (SELECT "city", count(*) AS n FROM t GROUP BY 1)',
    "columns of groups": (
        'SELECT "city", round(m, 1) AS m FROM (SELECT "city", avg("price") AS m FROM t GROUP BY 1) WHERE m > 200'
    ),
    "with": 'WITH g AS (SELECT "city", sum("size") AS s FROM t GROUP BY 1) SELECT count(*) AS n FROM g WHERE s > 100',
    "with twice": (
        'WITH a AS (SELECT * FROM t WHERE "size" > 50), b AS (SELECT "kind", count(*) AS n FROM a GROUP BY 1) '
        "SELECT * FROM b ORDER BY n"
    ),
    "limit inside": 'SELECT avg("size") AS m FROM (SELECT "size" FROM t ORDER BY "size" DESC LIMIT 3)',
    "overall": 'SELECT "id" FROM t WHERE "size" > (SELECT avg("size") FROM t) ORDER BY 1',
    "overall beside": 'SELECT "id", "size" - m AS above FROM t, (SELECT avg("size") AS m FROM t) q ORDER BY 1',
    "overall cross join": 'SELECT q.n, t."id" FROM (SELECT count(*) AS n FROM t) q CROSS JOIN t ORDER BY 2',
    "overall in having": (
        'SELECT "kind" FROM t GROUP BY 1 HAVING avg("size") > (SELECT avg("size") FROM t) ORDER BY 1'
    ),
    "only subqueries": 'SELECT (SELECT max("size") FROM t) AS a, (SELECT count(*) FROM t WHERE "size" > 60) AS b',
    "a lookup without from": 'SELECT (SELECT "city" FROM t ORDER BY "size" LIMIT 1) AS smallest',
    "values": (
        "SELECT * FROM (VALUES ('a', (SELECT min(\"size\") FROM t)), ('b', (SELECT max(\"size\") FROM t))) v(k, n)"
    ),
    "member": 'SELECT count(*) AS n FROM t WHERE "city" IN (SELECT "city" FROM t GROUP BY 1 HAVING count(*) > 1)',
    "not member": 'SELECT "id" FROM t WHERE "kind" NOT IN (SELECT "kind" FROM t WHERE "size" > 100) ORDER BY 1',
    "stack": (
        "SELECT 'n' AS what, count(*) AS n FROM t UNION ALL SELECT 'cities', count(DISTINCT \"city\") FROM t ORDER BY 2"
    ),
    "stack of ordered": (
        'SELECT * FROM (SELECT "id" FROM t ORDER BY "size" LIMIT 1) UNION ALL '
        'SELECT * FROM (SELECT "id" FROM t ORDER BY "size" DESC LIMIT 1)'
    ),
    "union": 'SELECT "city" FROM t UNION SELECT "kind" FROM t ORDER BY 1',
    "series of rows": (
        "SELECT season, max(v) AS m FROM (SELECT 'spring' AS season, \"spring\" AS v FROM t UNION ALL "
        "SELECT 'autumn', \"autumn\" FROM t) GROUP BY 1 ORDER BY 1"
    ),
    "unpivot": (
        'SELECT season, sum(v) AS s FROM (UNPIVOT t ON "spring", "autumn" INTO NAME '
        "season VALUE v) GROUP BY 1 ORDER BY 1"
    ),
    "unpivot in": (
        'SELECT n, v FROM t UNPIVOT (v FOR n IN ("spring" AS \'S\', "autumn" AS \'A\')) WHERE "id" < 3 ORDER BY 1, 2'
    ),
    "join": (
        'SELECT a."city", a."price" - b."price" AS more FROM t a JOIN t b ON a."city" = b."city" '
        "WHERE a.\"kind\" = 'house' AND b.\"kind\" = 'flat'"
    ),
    "join of groups": (
        'SELECT t."id" FROM t JOIN (SELECT "kind", avg("size") AS m FROM t GROUP BY 1) g USING ("kind") '
        'WHERE t."size" > g.m ORDER BY 1'
    ),
    "left join": (
        'SELECT a."id", b."id" AS other FROM (SELECT * FROM t WHERE "kind" = \'house\') a '
        'LEFT JOIN (SELECT * FROM t WHERE "kind" = \'flat\') b ON a."city" = b."city" ORDER BY 1'
    ),
    "comma join": (
        'SELECT a."id", b."id" AS c FROM t a, t b WHERE a."city" = b."city" AND a."id" < b."id" ORDER BY 1, 2'
    ),
    "a mean per row": (
        'SELECT "id" FROM t a WHERE "size" > (SELECT avg("size") FROM t b WHERE b."kind" = a."kind") ORDER BY 1'
    ),
    "a count per group": (
        'SELECT "kind", 100.0 * count(*) / (SELECT count(*) FROM t u WHERE u."kind" = t."kind") AS pct FROM t '
        'WHERE "size" > 60 GROUP BY 1 ORDER BY 1'
    ),
    "a value beside a nameless subquery": (
        'SELECT min(s) AS least FROM (SELECT "kind" AS k, avg("size") AS s FROM t GROUP BY 1) '
        'WHERE s > (SELECT avg("size") FROM t WHERE "kind" = \'flat\')'
    ),
    "not exists": (
        'SELECT a."id" FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE b."city" = '
        'a."city" AND b."size" > 100) ORDER BY 1'
    ),
    "dates": (
        'SELECT date_trunc(\'month\', CAST("day" AS DATE)) AS m, year("day"::DATE) AS y, dayname("day"::DATE) AS d, '
        'extract(dow FROM "day"::DATE) AS w, isodow("day"::DATE) AS i, monthname("day"::DATE) AS n FROM t ORDER BY "id"'
    ),
    "date difference": (
        "SELECT date_diff('day', DATE '2020-01-01', \"day\"::DATE) AS a, \"day\"::DATE - DATE '2020-01-01' AS b FROM t"
    ),
    "date shifted": (
        'SELECT "day"::DATE + INTERVAL 3 MONTH AS a, "day"::DATE - INTERVAL \'1 week\' AS '
        'b, "day"::DATE + 2 AS c FROM t'
    ),
    "formats": (
        'SELECT strptime("day", \'%Y-%m-%d\')::DATE AS d, strftime("day"::DATE, \'%d/%m/%Y\') AS s FROM t ORDER BY "id"'
    ),
    "make date": 'SELECT make_date(2020, 2, "id") AS d FROM t ORDER BY "id"',
    "make time": 'SELECT TRY(make_timestamp(2020, 2, "id", 4, "id", 0)) AS d FROM t ORDER BY "id"',
    "make timestamp": 'SELECT make_timestamp(2020, 11, 3, "id", 30, 0) AS d FROM t ORDER BY "id"',
    "casts": (
        'SELECT "size"::DOUBLE / 3 AS a, TRY_CAST("day" AS INT) AS b, ("size" > 60)::INT '
        'AS c, "id"::VARCHAR AS d FROM t'
    ),
    "texts": (
        'SELECT upper(trim("city")) AS a, substr("day", 6, 2) AS b, split_part("day", \'-\', 1) AS c, '
        "replace(\"kind\", 'a', 'o') AS d, \"city\" || '!' AS e, concat(\"city\", '!') AS f, length(\"kind\") AS g, "
        'len(string_split("day", \'-\')) AS h FROM t ORDER BY "id"'
    ),
    "patterns": (
        'SELECT "id" FROM t WHERE "city" LIKE \'R%\' OR "city" ILIKE \'%SL%\' OR "kind" LIKE '
        "'%zz' OR \"city\" LIKE 'B_n%' "
        "OR \"day\" NOT LIKE '202%' ORDER BY 1"
    ),
    "regular expression": "SELECT count(*) AS n FROM t WHERE regexp_matches(\"day\", '^2021-1[12]')",
    "logic": (
        'SELECT "id" FROM t WHERE NOT ("size" BETWEEN 60 AND 100 OR "city" IS NULL) AND "kind" IN (\'flat\', \'x\') '
        "AND \"city\" IS DISTINCT FROM 'Oslo'"
    ),
    "arithmetic": (
        'SELECT -("size" - 10) AS a, "size" - ("id" - 1) AS b, "size" / ("id" * 2) AS c, ("id" + 1) * 2 AS d, '
        '"size" // 7 AS e, "size" % 7 AS f, pow("id", 2) AS g, "id" ^ 2 AS h, log(100) AS i, ln("id") AS j, '
        'sign(-3) AS k, least("id", 3) AS l, coalesce("price", 0) AS m, nullif("id", 3) AS n FROM t ORDER BY "id"'
    ),
    "if": "SELECT if(\"size\" > 60, 'big', 'small') AS s, count(*) AS n FROM t GROUP BY 1 ORDER BY 1",
    "place in a list": (
        "SELECT \"kind\", count(*) AS n FROM t GROUP BY 1 ORDER BY list_position(['house', 'flat'], \"kind\")"
    ),
    "name covered": 'SELECT round("price" / 100) AS price, "id" FROM t ORDER BY t."price" DESC',
    "name covered by a measure": (
        'SELECT "kind", max("size") AS size FROM t WHERE "size" < 150 GROUP BY 1 ORDER BY sum("size")'
    ),
    "lateral alias": 'SELECT "size" * 2 AS double, double + 1 AS more FROM t WHERE double > 100 ORDER BY more',
    "count of pairs": 'SELECT count(DISTINCT ("city", "kind")) AS pairs FROM t WHERE "city" IS NOT NULL',
}


@pytest.mark.parametrize("sql", CONSTRUCTS.values(), ids=CONSTRUCTS)
def test_what_is_read_gives_what_the_text_gives(sql: str, database: Any):
    query = from_sql(sql, COLUMNS)
    columns, rows = result(database, sql)
    written = to_sql(query)
    found_columns, found_rows = result(database, written)
    assert found_columns == columns
    if "ORDER BY" in sql.rsplit(")", 1)[-1]:
        assert found_rows == rows
    else:
        assert in_any_order(found_rows) == in_any_order(rows)


def test_a_date_of_numbers_is_put_together_as_one_and_is_missing_where_there_is_none(database: Any):
    written = to_sql(from_sql('SELECT make_date(2023, 2, "id" + 25) AS d FROM t ORDER BY "id" LIMIT 5', COLUMNS))
    assert "make_date(" in written and "VARCHAR" not in written
    days = [cell.day if cell else None for (cell,) in database.sql(written).fetchall()]
    assert days == [26, 27, 28, None, None]


@pytest.mark.parametrize("sql", CONSTRUCTS.values(), ids=CONSTRUCTS)
def test_what_is_written_is_read_as_the_same_query(sql: str):
    query = from_sql(sql, COLUMNS)
    assert from_sql(to_sql(query), COLUMNS) == query


def column(name: str) -> Column:
    return Column(name=name)


def mean(name: str) -> Aggregate:
    return Aggregate(func="mean", args=(column(name),))


def test_keys_and_measures_have_their_stations():
    sql = 'SELECT "city", avg("price") AS m FROM t WHERE "size" > 50 GROUP BY 1 HAVING count(*) > 1 LIMIT 3'
    query = from_sql(sql, COLUMNS)
    assert query == Query(
        where=Call(op=">", args=(column("size"), Constant(value=50))),
        by=(Named(name="city", expr=column("city")),),
        measures=(Named(name="m", expr=mean("price")), Named(name="count", expr=Aggregate(func="count"))),
        having=Call(op=">", args=(column("count"), Constant(value=1))),
        limit=Limit(n=3),
        shown=("city", "m"),
    )


def test_a_window_over_groups_reads_their_measures():
    query = from_sql('SELECT "kind", count(*) * 1.0 / sum(count(*)) OVER () AS part FROM t GROUP BY 1', COLUMNS)
    count = column("count")
    part = Call(op="/", args=(Call(op="*", args=(count, Constant(value=1.0))), Window(func="sum", args=(count,))))
    assert query.measures == (Named(name="count", expr=Aggregate(func="count")),)
    assert query.then == (Named(name="part", expr=part),)
    assert query.shown == ("kind", "part")


def test_the_best_of_each_group_are_a_rank_of_which_some_are_kept():
    ranked = 'SELECT *, rank() OVER (PARTITION BY "kind" ORDER BY "size") AS place FROM t'
    query = from_sql(f'SELECT "id" FROM ({ranked}) WHERE place <= 2', COLUMNS)
    rank = Window(func="rank", within=(column("kind"),), along=(Sort(expr=column("size")),))
    assert query.source is None
    assert [item.expr for item in query.then] == [rank]
    assert query.kept == Call(op="<=", args=(column(query.then[0].name), Constant(value=2)))
    assert query.shown == ("id",)


def test_single_values_members_and_series():
    query = from_sql(CONSTRUCTS["overall"], COLUMNS)
    overall = Overall(query=Query(measures=(Named(name="average_size", expr=mean("size")),)))
    assert query.where == Call(op=">", args=(column("size"), overall))
    assert isinstance(from_sql(CONSTRUCTS["member"], COLUMNS).where, Member)
    series = from_sql(CONSTRUCTS["series of rows"], COLUMNS).source
    assert series == Unpivot(columns={"spring": "spring", "autumn": "autumn"}, name="season", value="v")
    assert {series, series.replaced()} == {series}  # readings that are equal are put together
    assert isinstance(from_sql(CONSTRUCTS["stack"], COLUMNS).source, Stack)
    matched = from_sql(CONSTRUCTS["join of groups"], COLUMNS).source
    assert isinstance(matched, Matched) and matched.on == ("kind",)


def test_a_date_literal_is_a_moment():
    query = from_sql("SELECT id FROM t WHERE CAST(day AS DATE) > DATE '2021-01-01'", COLUMNS)
    assert Moment(at="2021-01-01") in query.where.args  # type: ignore[union-attr]


def test_names_are_found_in_whatever_casing():
    assert from_sql("SELECT CITY, Max(PRICE) AS top FROM T GROUP BY City", COLUMNS) == Query(
        by=(Named(name="city", expr=column("city")),),
        measures=(Named(name="top", expr=Aggregate(func="max", args=(column("price"),))),),
    )


WRITTEN = {
    "a flat group": (
        Query(
            where=Call(op="and", args=(Call(op=">=", args=(column("size"), Constant(value=1))),
                                       Call(op="<=", args=(column("size"), Constant(value=9))))),
            by=(Named(name="city", expr=column("city")),),
            measures=(Named(name="m", expr=mean("price")),),
            order=(Sort(expr=column("m"), descending=True),),
            limit=Limit(n=3),
        ),
        'SELECT "city", avg("price") AS "m" FROM t WHERE "size" BETWEEN 1 AND 9 GROUP BY '
        '"city" ORDER BY "m" DESC LIMIT 3',
    ),
    "all rows": (Query(), "SELECT * FROM t"),
    "different values": (Query(by=(Named(name="city", expr=column("city")),)), 'SELECT DISTINCT "city" FROM t'),
    "a text with a quote": (
        Query(where=Call(op="=", args=(column('a"b'), Constant(value="it's"))), shown=("id",)),
        "SELECT \"id\" FROM t WHERE \"a\"\"b\" = 'it''s'",
    ),
    "missing first": (
        Query(order=(Sort(expr=column("price"), missing_first=True),)),
        'SELECT * FROM t ORDER BY "price" NULLS FIRST',
    ),
    "a key that is worked out": (
        Query(
            by=(Named(name="year", expr=Call(op="left", args=(column("day"), Constant(value=4)))),),
            measures=(Named(name="n", expr=Aggregate(func="count")),),
        ),
        'SELECT left("day", 4) AS "year", count(*) AS "n" FROM t GROUP BY 1',
    ),
    "parentheses where they are needed": (
        Query(
            then=(
                Named(
                    name="x",
                    expr=Call(op="-", args=(column("a"), Call(op="-", args=(column("b"), Constant(value=-2))))),
                ),
            ),
            shown=("x",),
        ),
        'SELECT "a" - ("b" - -2) AS "x" FROM t',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("query", "sql"), WRITTEN.values(), ids=WRITTEN)
def test_simple_queries_are_written_simply(query: Query, sql: str):
    assert to_sql(query) == sql


def test_a_group_of_everything_is_one_row_even_where_no_measure_is_shown(database: Any):
    query = Query(
        measures=(Named(name="n", expr=Aggregate(func="count")),),
        then=(Named(name="label", expr=Constant(value="all")),),
        shown=("label",),
    )
    assert result(database, to_sql(query)) == (["label"], [("all",)])
