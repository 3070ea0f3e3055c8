"""Options: what a reading is told as says all that tells it from another one."""

from __future__ import annotations

import pytest

from autoviz.answering.options import FINDINGS, option_label
from autoviz.model.requirements import (
    Aggregation,
    Change,
    ChartWish,
    Cumulative,
    Limit,
    Requirements,
    Statistic,
    Time,
    Window,
)

MONTHLY = Requirements(metrics=("revenue",), time=Time(column="sold_on", grain="month"))
GROUPED = Requirements(metrics=("revenue",), group_by=("region",))


@pytest.mark.parametrize(
    ("requirements", "told"),
    [
        (MONTHLY, "revenue by month of sold on"),
        (MONTHLY.replaced(time=Time(column="sold_on")), "revenue over sold on"),
        (MONTHLY.replaced(time=Time(column="sold_on", grain="weekday")), "revenue by day of the week of sold on"),
        (MONTHLY.replaced(constraints=(Window(n=3),)), "revenue by month of sold on, as a rolling average of 3 months"),
        (MONTHLY.replaced(constraints=(Cumulative(),)), "revenue by month of sold on, as a running total"),
        (
            MONTHLY.replaced(constraints=(Change(base="previous year", relative=True),)),
            "revenue by month of sold on, as the percent of change against the year before",
        ),
        (GROUPED.replaced(analysis=("share",)), "revenue by region, as a share"),
        (
            GROUPED.replaced(constraints=(Limit(n=3, order="asc"), ChartWish(mark="bar"))),
            "revenue by region, only the 3 lowest, as a bar chart",
        ),
        (GROUPED.replaced(analysis=("anomaly",), group_by=()), "outliers in revenue"),
        (
            GROUPED.replaced(constraints=(Aggregation(metric="revenue", func="mean"), Statistic(kind="significance"))),
            f"average revenue by region, {FINDINGS['significance']}",
        ),
        (Requirements(analysis=("summary",), constraints=(Statistic(kind="duplicates"),)), FINDINGS["duplicates"]),
    ],
)
def test_a_reading_is_told_with_all_that_it_asks_for(requirements, told):
    assert option_label(requirements) == told


def test_every_statistic_is_told():
    assert set(FINDINGS) == set(Statistic.model_fields["kind"].annotation.__args__)
