"""Cells that have the words said, where a reading took one of them."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.part_values import by_said_parts
from autoviz.profile import profile
from autoviz.query.sql import from_sql


@pytest.fixture(scope="module")
def lines() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "order_no": range(100, 160),
            "product": ["Desk Lamp", "Floor Lamp", "Oak Table", "Vase", "Desk Lamp", "Wool Rug"] * 10,
            "quantity": [1, 2, 3, 4, 5, 6] * 10,
            "tools": ["Excel", "Excel; Python", "Python", "Jira; Python", "Jira", "Excel; Jira"] * 10,
            "returned": ["no", "no", "no", "yes", "no", "no"] * 10,
            "remark": ["", "damaged on arrival", "", "gift wrap please", "", "call before delivery"] * 10,
        }
    )


def test_a_word_of_several_cells_keeps_them_all(lines):
    asked = autoviz.ask(lines, "total quantity of lamps")
    assert "80 where product is Desk Lamp or Floor Lamp" in asked.answer
    assert "is Desk Lamp" in autoviz.ask(lines, "total quantity of desk lamps").answer


def test_what_cells_list_is_found_beside_others(lines):
    assert "There are 30 orders" in autoviz.ask(lines, "how many orders use Python").answer
    counted = autoviz.ask(lines, "orders by tools")
    assert "each cell of tools is a group of its own, though it may list several." in counted.assumed
    assert counted.confidence < 0.5


@pytest.mark.parametrize(("condition", "kept"), [
    ("tools IN ('Python', 'Excel; Python')", "tools LIKE '%Python%'"),
    ("tools IN ('Excel', 'Jira')", "tools IN ('Excel', 'Excel; Python', 'Excel; Jira', 'Jira', 'Jira; Python')"),
    ("tools IN ('Excel; Python', 'Excel; Jira')", "tools LIKE '%Excel%'"),
    ("product IN ('Vase', 'Desk Lamp')", "product IN ('Vase', 'Desk Lamp')"),
])  # fmt: skip
def test_several_cells_that_list_one_thing_stand_for_all_that_list_it(lines, condition, kept):
    known = profile(lines)

    def of(test: str) -> Requirements:
        return Requirements(query=from_sql(f"SELECT COUNT(*) FROM t WHERE {test}", known.names))

    reading = Reading(
        requirements=of(condition), intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.9
    )
    found = by_said_parts(reading, known, "how many orders").requirements.query.where
    wanted = of(kept).query.where
    assert (found.op, set(found.args)) == (wanted.op, set(wanted.args))


def test_a_text_is_looked_for_in_the_column_that_has_it(lines):
    assert "There are 10 orders where remark is" in autoviz.ask(lines, "how many orders mention damage").answer


def test_the_year_of_a_month_is_no_part_that_other_months_have() -> None:
    months = [f"{year}-{month:02}" for year in (2023, 2024) for month in range(1, 13)]
    known = profile(pd.DataFrame({"month": months * 3, "sales": range(72)}))
    asked = Requirements(query=from_sql("SELECT SUM(sales) AS s FROM t WHERE month = '2024-12'", known.names))
    reading = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=0.9, reasoning=""), confidence=0.9)
    assert by_said_parts(reading, known, "sales in December 2024").requirements == asked
