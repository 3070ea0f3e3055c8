"""Which thing of each group has the most: one of each, whatever the others of all groups have."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.planning.best_of_each import with_ties
from autoviz.query.sql import from_sql, to_sql

VISITS = pd.DataFrame(
    [
        {"visit": f"{species}{reason}{number}", "species": species, "reason": reason, "bill": 20 + 7 * number % 90}
        for species, counts in {"dog": (30, 12, 5), "cat": (4, 9, 21), "bird": (3, 8, 2)}.items()
        for reason, count in zip(("vaccination", "checkup", "injury"), counts, strict=True)
        for number in range(count)
    ]
)


@pytest.mark.parametrize(("question", "expected"), [
    ("most common reason for each species", {"dog": "vaccination", "cat": "injury", "bird": "checkup"}),
    ("for every species, which reason is the least common?", {"dog": "injury", "cat": "vaccination", "bird": "injury"}),
])  # fmt: skip
def test_one_of_each_is_named(question, expected):
    found = autoviz.ask(VISITS, question, reader="embedded")
    assert dict(zip(found.table["species"], found.table["reason"], strict=True)) == expected


def test_an_order_leaves_all_of_them():
    found = autoviz.ask(VISITS, "total bill for each species by reason, highest first", reader="embedded")
    assert len(found.table) == 9


def test_groups_that_come_level_are_all_kept():
    rank = "row_number() OVER (PARTITION BY species ORDER BY count(*) DESC)"
    query = from_sql(f"SELECT species, reason, count(*) FROM t GROUP BY 1, 2 QUALIFY {rank} = 1", list(VISITS.columns))
    assert "rank()" in to_sql(with_ties(query)) and "row_number" not in to_sql(with_ties(query))
    rows = from_sql(f"SELECT * FROM t QUALIFY {rank.replace('count(*)', 'bill')} = 1", list(VISITS.columns))
    assert with_ties(rows) == rows  # one row of each is asked for
