"""Several ways of writing a thing come to one, and its numbers stay."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.query.grammar import tokens
from autoviz.query.language import Query
from autoviz.query.reference import computed
from autoviz.query.sql import from_sql
from training.reading.normal import normal
from training.reading.written import result, same, target

ROWS = pd.DataFrame(
    {
        "team": ["a", "a", "a", "b", "b", "c"],
        "won": ["yes", "no", "yes", "no", "no", "yes"],
        "points": [30, 7, 21, 3, 12, 10],
        "age": [31.0, 25.0, None, 40.0, 22.0, 35.0],
    }
)
NAMES = list(ROWS.columns)
RATES = (
    """SELECT team, count(*) FILTER (WHERE won = 'yes') / count(*) AS share FROM t GROUP BY team""",
    """SELECT team, avg(CASE WHEN won = 'yes' THEN 1 ELSE 0 END) AS share FROM t GROUP BY team""",
    """SELECT team, avg((won = 'yes')::int) AS share FROM t GROUP BY team""",
)
PERCENTS = (
    """SELECT team, 100.0 * count(*) FILTER (WHERE won = 'yes') / count(*) AS share FROM t GROUP BY team""",
    """SELECT team, count(*) FILTER (WHERE won = 'yes') / count(*) * 100 AS share FROM t GROUP BY team""",
    """SELECT team, 100 * avg(CASE WHEN won = 'yes' THEN 1 ELSE 0 END) AS share FROM t GROUP BY team""",
    """SELECT team, avg(CASE WHEN won = 'yes' THEN 100 ELSE 0 END) AS share FROM t GROUP BY team""",
)
COUNTS = (
    """SELECT count(*) FILTER (WHERE points > 9) AS many FROM t""",
    """SELECT sum(CASE WHEN points > 9 THEN 1 ELSE 0 END) AS many FROM t""",
    """SELECT count(CASE WHEN points > 9 THEN 1 END) AS many FROM t""",
)


def form(sql: str) -> Query:
    return normal(from_sql(sql, NAMES))


@pytest.mark.parametrize("ways", [RATES, PERCENTS, COUNTS], ids=["rates", "percents", "counts"])
def test_all_ways_of_writing_it_are_one(ways: tuple[str, ...]) -> None:
    assert len({tuple(tokens(form(sql))) for sql in ways}) == 1


@pytest.mark.parametrize("sql", [*RATES, *PERCENTS, *COUNTS])
def test_its_numbers_are_those_of_the_sql(sql: str) -> None:
    assert same(result(form(sql), ROWS), computed(sql, ROWS))


def test_nothing_is_rounded() -> None:
    found = form("SELECT team, round(avg(points), 0) AS mean FROM t GROUP BY team")
    plain = "SELECT team, avg(points) AS mean FROM t GROUP BY team"
    assert same(result(found, ROWS), computed(plain, ROWS))
    assert not same(result(found, ROWS), computed("SELECT team, round(avg(points), 0) AS m FROM t GROUP BY team", ROWS))


def test_classes_with_names_of_their_own_are_the_condition() -> None:
    named = "SELECT CASE WHEN points > 9 THEN 'many' ELSE 'few' END AS k, count(*) AS n FROM t GROUP BY 1"
    found = form(named)
    assert not {"many", "few"} & set(" ".join(tokens(found)).replace("'", "").split())
    assert same(result(found, ROWS), computed("SELECT points > 9 AS k, count(*) AS n FROM t GROUP BY 1", ROWS))


def test_three_classes_keep_their_names() -> None:
    classes = "CASE WHEN points > 20 THEN 'x' WHEN points > 9 THEN 'y' ELSE 'z' END"
    sql = f"SELECT {classes} AS k, count(*) AS n FROM t GROUP BY 1"
    assert same(result(form(sql), ROWS), computed(sql, ROWS))


def test_a_test_for_missing_values_goes_only_where_it_changes_nothing() -> None:
    idle = target("SELECT avg(age) AS mean FROM t WHERE age IS NOT NULL", ROWS)
    needed = target("SELECT count(*) AS many FROM t WHERE age IS NOT NULL", ROWS)
    assert idle.where is None
    assert needed.where is not None
