"""So many things asked for are ranked by all their rows, and not by something that nobody named."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.ranked_things import ranked_together
from autoviz.profile import profile
from autoviz.query.sql import from_sql, to_sql

BOOKINGS = pd.DataFrame({
    "booking": [f"b{row}" for row in range(90)],
    "member_id": [100 + row % 7 for row in range(90)],
    "BLDG_ID": [f"B{row % 11:02}" for row in range(90)],
    "site": ["North", "South", "East"] * 30,
    "amount_eur": [row * 7 % 90 + 0.5 for row in range(90)],
})  # fmt: skip
KNOWN = profile(BOOKINGS)
TOP = 'SELECT "site", sum("amount_eur") AS s FROM t GROUP BY 1 ORDER BY s DESC LIMIT 5'


def ranked(question: str, sql: str) -> str:
    query = from_sql(sql, list(KNOWN.names))
    intent = Intent(primary="ranking", confidence=0.9, reasoning="")
    read = Reading(requirements=Requirements(outputs=("table",), query=query), intent=intent, confidence=0.6)
    found = ranked_together(question, read, KNOWN).requirements.query
    assert found is not None
    return to_sql(found)


def test_rows_at_one_end_are_put_together_by_the_things_asked_for() -> None:
    rows = 'SELECT "member_id", "amount_eur" FROM t WHERE "site" = \'North\' ORDER BY "amount_eur" DESC LIMIT 5'
    found = ranked("top 5 members by spend in the north", rows)
    assert 'GROUP BY "member_id"' in found and 'sum("amount_eur")' in found
    assert "'North'" in found and "LIMIT 5" in found


def test_groups_that_nobody_named_give_way_to_the_things_asked_for() -> None:
    assert 'GROUP BY "BLDG_ID"' in ranked("five buildings with the highest amount", TOP)


def test_things_that_come_once_are_rows_of_their_own() -> None:
    found = ranked("top 5 bookings by amount", TOP)
    assert 'ORDER BY "amount_eur" DESC LIMIT 5' in found
    assert "GROUP BY" not in found and "sum(" not in found


@pytest.mark.parametrize(
    ("question", "sql"),
    [
        ("top 5 bookings by amount", 'SELECT "booking", "amount_eur" FROM t ORDER BY "amount_eur" DESC LIMIT 5'),
        ("the 5 highest amounts with their members", 'SELECT "member_id", "amount_eur" FROM t ORDER BY 2 DESC LIMIT 5'),
        ("top 5 sites by amount", TOP),
        ("5 members: which site has the highest amount", TOP),
    ],
)
def test_what_is_ranked_rightly_stays(question: str, sql: str) -> None:
    assert ranked(question, sql) == to_sql(from_sql(sql, list(KNOWN.names)))


def test_the_thing_that_cost_the_most_is_so_by_all_its_rows() -> None:
    row = 'SELECT "member_id", "amount_eur" FROM t ORDER BY "amount_eur" DESC LIMIT 1'
    found = ranked("which member spent the most in the north?", row)
    assert 'GROUP BY "member_id"' in found and 'sum("amount_eur")' in found
    for question in ("which member made the most expensive booking?", "member with the highest amount"):
        assert ranked(question, row) == to_sql(from_sql(row, list(KNOWN.names)))
