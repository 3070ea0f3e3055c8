"""Which thing of each group has the most: one of each, whatever the others of all groups have."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz

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
