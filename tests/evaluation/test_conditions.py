"""Conditions: filters that mean the same are equal, and those that do not are not."""

import pytest

from autoviz.evaluation.conditions import canonical
from autoviz.model.requirements import AnyOf, Filter


def one(column, op, value=None):
    return Filter(column=column, op=op, value=value)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([one("Region", "=", "West")], [one("region", "=", "west ")]),
        ([one("a", "=", 5)], [one("a", "in", (5.0,))]),
        ([one("a", "=", "5")], [one("a", "=", 5)]),
        ([one("a", "between", (1, 9))], [one("a", "<=", 9), one("a", ">=", 1)]),
        ([AnyOf(filters=(one("a", "=", "x"), one("a", "=", "y")))], [one("a", "in", ("y", "x"))]),
        ([one("a", "!=", "x"), one("a", "!=", "y")], [one("a", "not in", ("x", "y"))]),
        ([one("smoker", "=", "yes")], [one("smoker", "=", True)]),
        ([one("readmit", "=", 1)], [one("readmit", "=", True)]),
        ([one("d", ">", "2023-03-31")], [one("d", ">=", "2023-04-01")]),
        ([one("d", "<", "2023-01-01 00:00:00")], [one("d", "<=", "2022-12-31")]),
        ([one("d", "=", "2023-03-05")], [one("d", "between", ("2023-03-05", "2023-03-05"))]),
        (
            [AnyOf(filters=(one("a", ">", 1), one("b", "=", "x")))],
            [AnyOf(filters=(one("b", "in", ("x",)), one("a", ">", 1)))],
        ),
    ],
)
def test_filters_that_mean_the_same_are_equal(left, right):
    assert canonical(left) == canonical(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ([one("a", ">", 5)], [one("a", ">=", 5)]),
        ([one("a", "=", "x")], [one("b", "=", "x")]),
        ([one("a", "=", "x"), one("b", "=", "y")], [AnyOf(filters=(one("a", "=", "x"), one("b", "=", "y")))]),
        ([one("a", "is null")], [one("a", "not null")]),
        ([one("a", "contains", "x")], [one("a", "starts with", "x")]),
        ([one("a", "not in", ("x", "y"))], [one("a", "in", ("x", "y"))]),
        ([one("d", "<", "2023-03-31")], [one("d", "<=", "2023-03-31")]),
        ([], [one("a", "=", "x")]),
    ],
)
def test_filters_that_mean_something_else_differ(left, right):
    assert canonical(left) != canonical(right)
