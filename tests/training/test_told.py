"""What invented questions mean, in the words of the query language."""

from __future__ import annotations

import random

import pandas as pd
import pytest

from autoviz.profile import profile
from autoviz.query.grammar import parse
from training.invented import Example, ask
from training.reading.told import UnsaidError, told
from training.reading.written import result
from training.tables import domains, invent
from training.target import Span, Target
from training.withheld import withheld

ROWS = pd.DataFrame(
    {
        "city": ["Oslo", "Rome", "Rome", "Bern", "Oslo", "Bern", "Rome", "Oslo"],
        "kind": ["old", "new", "old", "new", "old", "new", "old", "new"],
        "price": [4.5, 9.25, 7.0, 3.75, 6.5, 8.0, 2.25, 5.0],
        "sold on": pd.date_range("2023-01-15", periods=8, freq="50D"),
    }
)
PROFILE = profile(ROWS)


def words(question: str, target: Target) -> str:
    return " ".join(told(Example(question, target, "shop"), PROFILE))


def span(question: str, part: str, **more: str) -> Span:
    start = question.index(part)
    return Span(start, start + len(part), **more)


def test_a_group_is_its_key_and_its_mean() -> None:
    target = Target("group", "bar", ["price"], {"price": "mean"}, x="city", sort="y desc")
    assert words("average price by city", target) == ('kind:group chart:bar by "city" measure mean "price" desc #1 end')


def test_who_has_most_is_one_row() -> None:
    target = Target("rank", "bar", x="city", flags={"count_rows"})
    one = words("Which city sells most?", target)
    assert one == 'kind:extreme chart:bar by "city" measure rows desc #1 limit 1 end'
    assert words("cities by sales", target).startswith("kind:rank") and "limit" not in words("cities by sales", target)


def test_a_limit_and_a_condition_come_from_the_question() -> None:
    question = "top 2 cities with price over 5 that are old"
    spans = [
        span(question, "2", use="limit"),
        span(question, "5", use="filter", operator=">", column="price"),
        span(question, "old", use="filter", operator="=", column="kind"),
    ]
    target = Target("rank", "bar", x="city", flags={"count_rows"}, limit="given", filters={"price", "kind"})
    target.spans = spans
    assert words(question, target) == (
        """kind:rank chart:bar where and > "price" 5 = "kind" 'old' by "city" measure rows desc #1 limit 2 end"""
    )


def test_a_trend_goes_by_the_period_that_is_said_or_lets_the_data_decide() -> None:
    target = Target("trend", "line", ["price"], {"price": "sum"}, x="sold on", grain="month")
    assert 'by period month "sold on" measure sum "price"' in words("price per month", target)
    target.grain = "unknown"
    assert 'by period auto "sold on"' in words("price over time", target)


def test_shares_add_up_to_a_hundred() -> None:
    target = Target("share", "pie", ["price"], {"price": "sum"}, x="city")
    found = result(parse(told(Example("share of price by city", target, "shop"), PROFILE)[2:], PROFILE.names), ROWS)
    assert found.iloc[:, 1].sum() == pytest.approx(100)


def test_what_the_table_lacks_is_said_to_be_lacking() -> None:
    example = Example("tax by city", Target("group", "bar", ["price"], x="city"), "shop", absent=((0, 3),))
    assert told(example, PROFILE) == ["kind:lacking"]


@pytest.mark.parametrize("changed", [{"facet": "kind"}, {"change": "previous"}, {"flags": {"two_analyses"}}])
def test_other_questions_are_not_said(changed: dict) -> None:
    with pytest.raises(UnsaidError):
        words("price by city", Target("group", "bar", ["price"], x="city", **changed))


def test_whatever_is_said_can_be_read_back() -> None:
    chance = random.Random(4)
    said = 0
    for domain in domains()[:4]:
        table = invent(domain, chance)
        for _ in range(40):
            example = ask(table, chance)
            if example is None:
                continue
            kept, found = withheld(example, table.profile, chance)
            try:
                written = told(kept, found)
            except UnsaidError:
                continue
            if len(written) > 1:
                parse(written[2:], found.names)
            said += 1
    assert said > 40
