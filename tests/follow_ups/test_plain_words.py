"""Plain words: a follow-up whose words say all of it is told by them alone, with no encoder and no network."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.evaluation.dialogues import told
from autoviz.follow_ups.basis import Basis
from autoviz.follow_ups.changes import edits_of
from autoviz.follow_ups.fragments import fragment_of
from autoviz.follow_ups.mentions import mentions_of
from autoviz.follow_ups.plainness import says_it_all
from autoviz.follow_ups.referring import Alone, Earlier, Followed, refer
from autoviz.linking.text import normalise
from autoviz.model.requirements import Aggregation, Change, Cumulative, Filter, Limit, Requirements, Sort, Time, Window
from autoviz.profile import profile
from autoviz.samples import load_sales

SALES = profile(load_sales())
BASE = Requirements(
    metrics=("revenue",),
    group_by=("region",),
    analysis=("compare",),
    outputs=("chart",),
    constraints=(Aggregation(metric="revenue", func="mean"),),
)
TIMED = BASE.replaced(time=Time(column="date", grain="month"), analysis=("compare", "trend"))
WEST = BASE.replaced(constraints=(*BASE.constraints, Filter(column="region", op="=", value="West")))
TOP = BASE.replaced(analysis=("rank",), constraints=(*BASE.constraints, Limit(n=3), Sort(by="y", order="desc")))
ROWS = Requirements(
    analysis=("lookup",), outputs=("table",), constraints=(Limit(n=5), Filter(column="region", op="=", value="West"))
)


class Silent:
    """An encoder that may not be asked."""

    def encode(self, texts):
        raise AssertionError(f"nothing need be encoded: {texts}")


def follow(base, text, threshold=0.6):
    return refer(normalise(text), Earlier(base), SALES, {}, Silent(), threshold)


CASES = [
    (BASE, "now as a line chart by month", {"time": "date", "grain": "month", "mark": "line"}),
    (BASE, "sort it ascending", {"sort": "y asc"}),
    (BASE, "and only for the West", {"filters": ["region = West"]}),
    (BASE, "same for units", {"metrics": ["units"]}),
    (BASE, "ignoring those with fewer than 20 units", {"filters": ["units >= 20"]}),
    (BASE, "leaving out Toys", {"filters": ["product_category != Toys"]}),
    (BASE, "without Toys", {"filters": ["product_category != Toys"]}),
    (BASE, "top 3", {"limit": 3, "sort": "y desc"}),
    (ROWS, "now the first 3", {"limit": 3}),
    (BASE, "what about 2023", {"filters": ["date between 2023-01-01, 2023-12-31"]}),
    (BASE, "switch to median", {"func": "median"}),
    (BASE, "by category too", {"group_by": ["region", "product_category"]}),
    (BASE, "swap region for category", {"group_by": ["product_category"]}),
    (BASE, "only orders over 500", {"filters": ["revenue > 500"]}),
    (BASE, "500 or more", {"filters": ["revenue >= 500"]}),
    (BASE, "only with at least 20 units", {"filters": ["units >= 20"]}),
    (BASE, "between March and May 2023", {"filters": ["date between 2023-03-01, 2023-05-31"]}),
    (BASE, "before 2024", {"filters": ["date < 2024-01-01"]}),
    (TIMED, "make it weekly", {"grain": "week"}),
    (TIMED, "drop the month", {"time": None, "grain": None}),
    (TIMED, "drop the region", {"group_by": []}),
    (TIMED, "without 2023", {"filters": ["date < 2023-01-01 or date > 2023-12-31"]}),
    (WEST, "East instead", {"filters": ["region = East"]}),
    (WEST, "add the East", {"filters": ["region in West, East"]}),
    (WEST, "for all regions", {"filters": []}),
    (WEST, "revenue over 100 only", {"filters": ["region = West", "revenue > 100"]}),
    (TOP, "make that top 2", {"limit": 2}),
    (TOP, "and the lowest?", {"sort": "y asc"}),
    (TOP, "all of them again", {"limit": None}),
]


@pytest.mark.parametrize(("base", "text", "changed"), CASES, ids=[text for _, text, _ in CASES])
def test_only_what_is_named_changes(base, text, changed):
    found = follow(base, text)
    assert isinstance(found, Followed)
    before, after = told(base), told(found.requirements)
    assert after == {**before, **changed, "outputs": after["outputs"]}


def test_shares_changes_and_sums_along_time():
    total = BASE.replaced(constraints=(Aggregation(metric="revenue", func="sum"),))
    assert "share" in follow(total, "as a share").requirements.analysis
    assert follow(TIMED, "year over year").requirements.constraint(Change).base == "previous year"
    assert follow(TIMED, "compared to the previous month").requirements.constraint(Change).base == "previous period"
    assert not follow(TIMED, "compared to the previous month").requirements.all(Filter)
    assert follow(TIMED, "smooth it over 4 weeks").requirements.constraint(Window).n == 4
    assert follow(TIMED, "cumulative").requirements.constraint(Cumulative)


@pytest.mark.parametrize(
    "text",
    [
        "average units by product category",
        "units by month",
        "total revenue",
        "West",
        "region",
        "why is the West so low",
        "no, by product category",
        "top 3 product categories by units",
        "units for Toys by month, line chart",
        "thanks",
    ],
)
def test_what_may_stand_on_its_own_is_left_to_the_gate(text):
    said = normalise(text)
    assert not says_it_all(mentions_of(fragment_of(said, SALES, {}), SALES), SALES, said)


def test_a_threshold_above_one_is_kept():
    class Deaf:
        def encode(self, texts):
            raise RuntimeError("asked")

    with pytest.raises(RuntimeError, match="asked"):
        refer("sort it ascending", Earlier(BASE), SALES, {}, Deaf(), 1.01)
    assert not isinstance(follow(BASE, "sort it ascending"), Alone)


@pytest.mark.parametrize(
    ("before", "after"),
    [([], [("member", "!=", "Yes")]), ([("member", "=", "Yes")], [("member", "=", "No")])],
)
def test_without_what_a_column_says_yes_to_leaves_those_rows_out(before, after):
    visits = pd.DataFrame({"hall": ["A", "B"] * 30, "member": ["Yes", "No", "No"] * 20, "minutes": range(60)})
    filters = tuple(Filter(column=name, op=op, value=value) for name, op, value in before)
    base = Requirements(group_by=("hall",), analysis=("compare",), outputs=("chart",), constraints=filters)
    followed = refer(normalise("without members"), Earlier(base), profile(visits), {}, Silent(), 0.6)
    assert isinstance(followed, Followed)
    assert [(item.column, item.op, item.value) for item in followed.requirements.all(Filter)] == after


def test_compared_with_another_value_both_stand_side_by_side():
    west = Filter(column="region", op="=", value="West")
    months = TIMED.replaced(group_by=(), constraints=(*TIMED.constraints, west))
    for text in ("compare with East", "compare that with East"):
        followed = follow(months, text)
        assert isinstance(followed, Followed) and followed.requirements.group_by == ("region",)
        assert followed.requirements.time == months.time
        assert [item.value for item in followed.requirements.all(Filter)] == [("West", "East")]


def test_one_time_compared_with_another_is_none_beside_it():
    march = Filter(column="date", op="between", value=("2024-03-01", "2024-03-31"))
    fragment = fragment_of("compare with April", SALES, {})
    base = BASE.replaced(constraints=(march,))
    basis = Basis(base, SALES, (), fragment, mentions_of(fragment, SALES), lambda text: None)
    assert edits_of(basis) == ()


@pytest.mark.parametrize("text", ["members vs not", "member versus not instead"])
def test_the_yes_and_the_no_of_a_column_are_groups_by_it(text):
    visits = pd.DataFrame({"hall": ["A", "B"] * 30, "member": ["Yes", "No", "No"] * 20, "minutes": range(60)})
    base = Requirements(metrics=("minutes",), group_by=("hall",), analysis=("compare",), outputs=("chart",))
    followed = refer(normalise(text), Earlier(base), profile(visits), {}, Silent(), 0.6)
    assert isinstance(followed, Followed)
    assert followed.requirements.group_by == ("member",) and not followed.requirements.all(Filter)
