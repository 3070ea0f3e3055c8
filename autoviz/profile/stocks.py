"""Stocks: amounts there at a moment, such as a population, which add up over things but never over time."""

from __future__ import annotations

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile

STOCK_WORDS = frozenset(
    {
        "area", "assets", "backlog", "balance", "balances", "beds", "capacity", "cash", "debt", "employees",
        "employment", "enrollment", "enrolment", "fleet", "followers", "headcount", "holdings", "households",
        "inhabitants", "inventory", "labor", "labour", "liabilities", "members", "membership", "outstanding",
        "people", "pop", "population", "residents", "seats", "staff", "stock", "stocks", "stores", "subscribers",
        "unemployed", "users", "vehicles", "wealth", "workforce",
    }
)  # fmt: skip
FLOW_WORDS = frozenset({"new", "added", "gained", "joined", "left", "lost", "change", "growth", "net", "sold", "hired",
                        "cost", "costs", "hours", "hrs", "paid"})  # fmt: skip
"""Words that make a flow of a stock: new users of each month do add up, and so does what labour costs."""

_COUNTED = ("amount", "count", "money", "measure")


def is_stock(column: ColumnProfile) -> bool:
    """Whether a column tells how much or how many there are at a time, not how much came or went."""
    words = set(name_words(column.name))
    counted = column.adds_up or column.meaning in _COUNTED
    return counted and bool(words & STOCK_WORDS) and not words & FLOW_WORDS
