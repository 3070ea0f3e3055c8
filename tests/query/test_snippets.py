"""Parts of the query language as lines of SQL: what is written is read back as it was."""

from __future__ import annotations

import pytest

from autoviz.errors import ParameterError, QueryError
from autoviz.model.tool import Param
from autoviz.query.language import all_of
from autoviz.query.sql.snippets import (
    expression_text,
    named_text,
    read_expression,
    read_named,
    read_sorts,
    sorts_text,
)
from autoviz.registry.catalog import default_catalog
from autoviz.registry.params import text_of


@pytest.mark.parametrize("text", ["x > 5", "NOT (a = 'b' OR c IS NULL)", "date_trunc('month', d)", "sum(x) / sum(y)"])
def test_an_expression_is_read_back(text: str) -> None:
    expr = read_expression(text)
    assert read_expression(expression_text(expr)) == expr


def test_named_values_are_read_back() -> None:
    values = read_named("region, sum(revenue) AS total, revenue / units AS \"price per unit\"")
    assert [item.name for item in values] == ["region", "total", "price per unit"]
    assert read_named(named_text(values)) == values
    assert read_named("  ") == ()


def test_an_order_is_read_back() -> None:
    order = read_sorts("total DESC, lower(region) NULLS FIRST")
    assert [(sort.descending, sort.missing_first) for sort in order] == [(True, False), (False, True)]
    assert read_sorts(sorts_text(order)) == order


@pytest.mark.parametrize("text", ["x >", "x; DROP TABLE t", "x IN (SELECT y FROM t)"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(QueryError):
        read_expression(text)


def test_a_param_takes_a_line_of_sql_and_says_what_is_wrong_with_it() -> None:
    catalog = default_catalog()
    assert catalog.validated("filter_by", {"condition": "x > 5"})["condition"] == read_expression("x > 5")
    with pytest.raises(ParameterError, match="cannot be read"):
        catalog.validated("filter_by", {"condition": "x >"})


def test_a_param_is_written_as_a_line_of_sql() -> None:
    param = Param(type="named", description="")
    assert text_of(param, [read_named("sum(x) AS total")[0].model_dump()]) == 'sum("x") AS "total"'


def test_the_schema_of_a_param_is_short() -> None:
    schema = default_catalog().params_model("summarise").model_json_schema()
    assert "$defs" not in schema and schema["properties"]["measures"]["type"] == "string"


def test_conditions_that_must_all_hold_are_said_once_each() -> None:
    one, other = read_expression("x > 5"), read_expression("a = 'b'")
    assert expression_text(all_of([one, other, one])) == expression_text(all_of([one, other]))
    assert all_of([one, one]) == one and all_of([]) is None
