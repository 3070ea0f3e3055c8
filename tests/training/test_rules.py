"""What a rule after the networks is worth is told by answers with and without it."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.model.reading import Reading
from autoviz.query.language import Query
from autoviz.readers.embedded import reader, summarising
from training.reading.arbitrating import Asked
from training.reading.rules import Worth, rules_of, watched, worths

SHOP = pd.DataFrame({"item": list("aabbcc"), "price": [3.0, 4.0, 8.0, 9.0, 1.0, 2.0], "pieces": [1, 2, 1, 3, 5, 4]})
LISTED = "purchases with a price above 3"


def without_condition(text: str, reading: Reading) -> Reading:
    return reading.replaced(requirements=reading.requirements.replaced(query=Query(shown=("item", "price"))))


def test_rules_are_the_functions_that_give_back_what_they_take() -> None:
    found = {**dict(rules_of(reader)), **dict(rules_of(summarising))}
    assert {"listing", "with_takings", "likelier", "happened", "how_often"} <= found.keys()
    assert "queries_of" not in found and "dated" not in found


@pytest.mark.parametrize(("rows", "worth"), [(3, (1, 0, 1)), (6, (1, 1, 0))])
def test_a_rule_is_worth_what_it_rescues_and_costs(
    rows: int, worth: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(summarising, "in_calendar_order", without_condition)
    one = Asked(SHOP, LISTED, lambda answer: answer.table is not None and len(answer.table) == rows)
    found = {item.rule: item for item in worths([one])}
    assert found["summarising.in_calendar_order"] == Worth("summarising.in_calendar_order", *worth)


def test_nothing_stays_switched_off() -> None:
    before = dict(rules_of(summarising))
    with pytest.raises(KeyError), watched() as watch:
        watch.off = "summarising.listing"
        raise KeyError
    assert dict(rules_of(summarising)) == before and reader.REMEMBERED
