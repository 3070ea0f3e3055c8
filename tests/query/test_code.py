"""Exported code of the query language is plain pandas that a reader knows, and no name or constant becomes code."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pandas as pd
import pytest

from autoviz.query.code import condition_code, pandas_code
from autoviz.query.code.code_groups import summary_code
from autoviz.query.code.code_helpers import HELPERS, helpers_for
from autoviz.query.language import Call, Column, Constant, Named
from autoviz.query.sql.snippets import read_expression, read_named


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x > 5", "df['x'] > 5"),
        ("x > 5 AND region = 'North'", "(df['x'] > 5) & (df['region'] == 'North')"),
        ("NOT x > 5", "df['x'] <= 5"),
        ("x <> 5", "(df['x'] != 5) & df['x'].notna()"),
        ("region IN ('North', 'South')", "df['region'].isin(['North', 'South'])"),
        ("region IS NULL", "df['region'].isna()"),
        ("region LIKE 'N%'", "df['region'].str.startswith('N', na=False)"),
        ("d >= DATE '2024-01-01'", "df['d'] >= pd.Timestamp('2024-01-01')"),
        ("paid", "df['paid'].eq(True)"),
    ],
)
def test_a_simple_condition_reads_as_people_write_it(text: str, code: str) -> None:
    assert condition_code(read_expression(text), "df") == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x + y", "df['x'] + df['y']"),
        ("x / 100", "df['x'] / 100"),
        ("x / y", "df['x'] / df['y'].where(df['y'] != 0)"),
        ("upper(t)", "df['t'].str.upper()"),
        ("year(d)", "df['d'].dt.year"),
        ("date_trunc('month', d)", "df['d'].dt.to_period('M').dt.start_time"),
        ("coalesce(x, 0)", "df['x'].fillna(0)"),
        ("CASE WHEN x > 0 THEN y END", "df['y'].where(df['x'] > 0)"),
        ("rank() OVER (PARTITION BY region ORDER BY x DESC)",
         "df.groupby('region', dropna=False, observed=True)['x']"
         ".rank(method='min', ascending=False, na_option='bottom')"),
        ("lag(x) OVER (ORDER BY d)", "df.sort_values('d', kind='stable')['x'].shift(1)"),
    ],
)  # fmt: skip
def test_a_simple_value_reads_as_people_write_it(text: str, code: str) -> None:
    assert pandas_code(read_expression(text), "df") == code


def test_a_plain_summary_is_one_groupby() -> None:
    code = summary_code(read_named("region"), read_named("avg(x) AS mean, count(y) AS n"), "df", "out")
    assert code == (
        "out = df.groupby('region', dropna=False, observed=True).agg(**{\n"
        "    'mean': ('x', 'mean'),\n    'n': ('y', 'count'),\n}).reset_index()"
    )


def test_rows_of_groups_are_counted_by_size() -> None:
    code = summary_code(read_named("region"), read_named("count(*) AS n"), "df", "out")
    assert code == "out = df.groupby('region', dropna=False, observed=True).size().reset_index(name='n')"


@pytest.mark.parametrize("nasty", ["a'] + exit() #", 'b"]', "c\n}}", "{{ d }}", "\\"])
def test_names_and_constants_never_become_code(nasty: str) -> None:
    test = Call(op="and", args=(Call(op="=", args=(Column(name=nasty), Constant(value=nasty))),
                                Call(op="contains", args=(Column(name=nasty), Constant(value=nasty)))))  # fmt: skip
    rows = pd.DataFrame({nasty: [nasty, "x", None]})
    code = condition_code(test, "rows")
    assert list(eval(code, {"rows": rows, "pd": pd, "np": np})) == [True, False, False]
    summary = summary_code((Named(name=nasty, expr=Column(name=nasty)),), read_named("count(*) AS n"), "rows", "out")
    variables: dict[str, Any] = {"rows": rows, "pd": pd}
    exec(summary, variables)
    assert len(variables["out"]) == 3


def test_helpers_come_only_where_they_are_called() -> None:
    assert helpers_for("out = df['slope'].sum()  # correlation") == ""
    assert "def as_number" in helpers_for("out = as_number(df['x'])")
    assert helpers_for("out = np.floor(df['x'])").startswith("import numpy as np")


@pytest.mark.parametrize("name", HELPERS)
def test_a_helper_is_one_function_with_a_sentence(name: str) -> None:
    tree = ast.parse(HELPERS[name])
    assert [type(node) for node in tree.body] == [ast.FunctionDef]
    assert tree.body[0].name == name and ast.get_docstring(tree.body[0])  # type: ignore[attr-defined, arg-type]
