"""Converting: what fields come to as a Query, and what stays of them beside it."""

from __future__ import annotations

from autoviz.model.requirements import ChartWish, Limit, Requirements
from autoviz.planning.converting import as_query
from autoviz.query.language import COUNT_ROWS, Named, Query


def test_what_was_assumed_stays_so_where_a_query_says_the_rest():
    asked = Requirements(
        constraints=(ChartWish(mark="bar"), Limit(n=3)), not_found=("humidity",), assumed=("the last year is taken.",)
    )
    query = Query(measures=(Named(name="count", expr=COUNT_ROWS),))
    told = as_query(asked, query)
    assert (told.query, told.assumed, told.not_found) == (query, asked.assumed, asked.not_found)
    assert told.constraint(ChartWish) == ChartWish(mark="bar") and not told.all(Limit)
