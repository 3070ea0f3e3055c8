"""Money of several currencies is put together with a word on it, and not for sure."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.several_currencies import with_currencies_told
from autoviz.profile import profile
from autoviz.query.sql import from_sql

ORDERS = pd.DataFrame({
    "customer": ["Abel", "Baum", "Cole", "Dorn"] * 8, "currency": ["EUR", "EUR", "USD", "eur "] * 8,
    "net_value": [12.5 * place + 0.25 for place in range(32)], "pieces": [*range(3, 35)],
})  # fmt: skip
TOLD = ("net_value is put together as it stands, though currency is EUR, USD and eur .",)


@pytest.mark.parametrize(("sql", "told"), [
    ("SELECT SUM(net_value) FROM t", TOLD),
    ("SELECT customer, AVG(net_value) FROM t GROUP BY 1", TOLD),
    ("SELECT currency, SUM(net_value) FROM t GROUP BY 1", ()),
    ("SELECT SUM(net_value) FROM t WHERE currency = 'USD'", ()),
    ("SELECT SUM(CASE WHEN currency = 'USD' THEN net_value END) FROM t", ()),
    ("SELECT SUM(pieces) FROM t", ()),
    ("SELECT COUNT(*) FROM t WHERE net_value > 3", ()),
])  # fmt: skip
def test_it_is_told_where_they_are_put_together(sql: str, told: tuple[str, ...]) -> None:
    known = profile(ORDERS)
    intent = Intent(primary="lookup", confidence=0.9, reasoning="")
    reading = Reading(requirements=Requirements(query=from_sql(sql, known.names)), intent=intent, confidence=0.9)
    found = with_currencies_told(reading, known)
    assert found.requirements.assumed == told
    assert (found.confidence < 0.5) == bool(told)


def test_one_currency_or_texts_that_are_none_say_nothing() -> None:
    for cells in (["EUR", "EUR", "EUR", "EUR"], ["EUR", "USD", "various", "EUR"]):
        known = profile(ORDERS.assign(currency=cells * 8))
        asked = Requirements(metrics=("net_value",), group_by=("customer",))
        intent = Intent(primary="lookup", confidence=0.9, reasoning="")
        reading = Reading(requirements=asked, intent=intent, confidence=0.9)
        assert with_currencies_told(reading, known) == reading
