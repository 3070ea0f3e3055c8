"""Checking: a text passes only where every number, date and name is a fact and was asked for."""

from __future__ import annotations

import pytest

from autoviz.answering.checking import Asked, problems
from autoviz.linking.lexicon import common_words
from autoviz.model.fact import Fact
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Change, Limit, Requirements, Time
from autoviz.registry.wording import wording

PROFILE = DatasetProfile(
    name="sales",
    engine="pandas",
    rows=100,
    fingerprint="abc",
    columns=(
        ColumnProfile(name="region", dtype="str", kind="categorical", rows=100, values=("West", "East", "North")),
        ColumnProfile(name="revenue", dtype="float", kind="numeric", rows=100, metric=True),
        ColumnProfile(name="profit_margin", dtype="float", kind="numeric", rows=100, metric=True),
        ColumnProfile(name="date", dtype="datetime", kind="temporal", rows=100),
    ),
)


def asked(facts, question="revenue by region", **requirements):
    given = {"metrics": ("revenue",), "group_by": ("region",), "analysis": ("compare",), **requirements}
    return Asked(question, Requirements(**given), PROFILE, tuple(facts), ("total revenue",), wording(), common_words())


def by_region(**values):
    return [
        Fact(name="sum", value=value, metric="revenue", group={"region": name}, step_id="aggregate")
        for name, value in values.items()
    ]


TWO = asked(by_region(West=1_880_752.28, East=1_232_340.96))


@pytest.mark.parametrize(
    "text",
    [
        "Total revenue: West 1.88M and East 1.23M.",
        "Total revenue is 1,880,752 in the West and 1,232,341 in the East.",
        "In the West the total revenue is 1.88 million, in the East 1.23 million.",
    ],
)
def test_what_is_a_fact_passes(text):
    assert problems([text], TWO) == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Total revenue: West 1.98M and East 1.23M.", "1.98M"),
        ("Total revenue: West 2M and East 1.23M.", "2M"),
        ("Total revenue: West -1.88M and East 1.23M.", "-1.88M"),
        ("Total revenue: West 1.23M and East 1.88M.", "1.23M"),
        ("Total revenue: West 1.88M, East 1.23M and Zanzibar 1.23M.", "Zanzibar"),
        ("Total revenue: West 1.88M, East 1.23M, unlike North.", "North"),
        ("Total revenue: West 1.88M and East 1.23M [1].", "[1]"),
        ("Total revenue (agg_1): West 1.88M and East 1.23M.", "agg_1"),
        ("Total revenue: West 1.88M and East 1.23M (confidence high).", "confidence"),
        ("Total revenue: West 1.88M and East 1.23M. The profit margin was not looked at.", "profit margin"),
        ("West 1.88M leads East 1.23M.", "leads"),
        ("Total revenue: West 1.88M and East 1.23M, because of demand.", "because"),
        ("Total revenue: West 1.88M and East 1.23M. Let me know what else you need.", "states no fact"),
        ("Total revenue: West 1.88M.", "east is left out"),
        ("Total revenue: West 1.88M and East 1.23M in 2023.", "2023"),
        ("Total revenue: West 60% and East 1.23M.", "60%"),
        ("", "says nothing"),
    ],
)
def test_an_attack_is_refused(text, complaint):
    found = problems([text], TWO)
    assert any(complaint in item for item in found), found


def test_a_falling_value_keeps_its_sign():
    facts = [
        Fact(name="change", value=-4370.0, metric="change", period="Feb 2023", step_id="change"),
        Fact(name="change", value=83_600.0, metric="change", period="Dec 2024", step_id="change"),
    ]
    over_time = asked(
        facts, "change of revenue by month", time=Time(column="date"), analysis=("change",), constraints=(Change(),)
    )
    assert problems(["The change is -4,370 in Feb 2023 and 83.6k in Dec 2024."], over_time) == ()
    assert problems(["The change is 4,370 in Feb 2023 and 83.6k in Dec 2024."], over_time)
    assert problems(["The change is -4,370 in Feb 2023 and -83.6k in Dec 2024."], over_time)
    assert problems(["The change is -4,370 in Dec 2024 and 83.6k in Feb 2023."], over_time)
    assert any("rose" in item for item in problems(["Revenue rose by -4,370 in Feb 2023."], over_time))


def test_a_course_may_rise_only_where_it_does():
    facts = [
        Fact(name="sum", value=value, metric="revenue", period=period, step_id="aggregate")
        for value, period in ((3894.0, "Jan 2023"), (9178.0, "Dec 2024"))
    ]
    trend = asked(facts, "revenue over time", time=Time(column="date"), group_by=(), analysis=("trend",))
    assert problems(["Revenue rose from 3,894 in Jan 2023 to 9,178 in Dec 2024."], trend) == ()
    assert problems(["Revenue fell from 3,894 in Jan 2023 to 9,178 in Dec 2024."], trend)


def test_the_largest_is_named_only_where_it_was_asked_for_and_is_so():
    facts = by_region(West=30.0, East=20.0)
    rank = asked(facts, "which region has the highest revenue", analysis=("rank",), constraints=(Limit(n=2),))
    assert problems(["West has the highest revenue with 30, East has 20."], rank) == ()
    assert problems(["East has the highest revenue with 20, West has 30."], rank)
    assert any("not asked" in item for item in problems(["West is highest: 30. East has 20."], asked(facts)))


def test_a_share_may_be_told_in_percent():
    facts = [Fact(name="share", value=0.4197, metric="share", group={"region": "West"}, step_id="share")]
    assert problems(["West has 42.0% of the total revenue."], asked(facts)) == ()
    assert problems(["West has 43.0% of the total revenue."], asked(facts))


def test_how_many_more_there_are_must_be_right():
    many = asked(by_region(**{f"R{number}": float(number * 100) for number in range(1, 14)}))
    listed = ", ".join(f"R{number} {number * 100:,}" for number in range(1, 11))
    assert problems([f"Total revenue: {listed} and 3 more."], many) == ()
    assert problems([f"Total revenue: {listed} and 4 more."], many)
