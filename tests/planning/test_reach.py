"""Every tool of the registry can be reached from some Query, or from something else that is asked."""

from __future__ import annotations

import pytest

from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import (
    Aggregation,
    Bins,
    Change,
    ChartWish,
    Cumulative,
    Distinct,
    Filter,
    Missing,
    Requirements,
    Sample,
    SavePath,
    Statistic,
    Time,
    Window,
    WithoutOutliers,
)
from autoviz.planning.clauses import road_of
from autoviz.planning.drafting import draft
from autoviz.profile import profile
from autoviz.query.language import Column, Matched, Named, Query, Unpivot
from autoviz.query.sql import from_sql
from autoviz.registry.catalog import default_catalog

QUERIES = (
    'SELECT "region", sum("amount") AS amount FROM t WHERE "units" > 2 GROUP BY 1',
    'SELECT "region", sum("amount") / sum("cost") AS margin FROM t GROUP BY 1 ORDER BY "margin" DESC, "region"',
    'SELECT "region", count(*) AS count FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
    'SELECT * FROM t WHERE "amount" > (SELECT avg("amount") FROM t) LIMIT 3 OFFSET 1',
    'SELECT "region" FROM t WHERE "region" IN (SELECT "region" FROM t GROUP BY 1 HAVING count(*) > 2)',
    'SELECT "region", "units" FROM t QUALIFY row_number() OVER (PARTITION BY "region" ORDER BY "units") <= 1',
    'SELECT *, "amount" - "cost" AS profit FROM t ORDER BY "units"',
    'SELECT "region", sum("amount") AS amount, sum("amount") / sum(sum("amount")) OVER () AS amount_share FROM t '
    "GROUP BY 1",
    'SELECT "day", "units", sum("units") OVER (ORDER BY "day") AS units_cumulative FROM t',
    "SELECT 'a' AS what, max(\"units\") AS n FROM t UNION ALL SELECT \"region\", \"units\" FROM t",
)  # fmt: skip
TWO = Query(by=(Named(name="region", expr=Column(name="region")),))
BUILT = (
    Query(source=Unpivot(columns={"amount": "amount", "cost": "cost"}, name="what", value="how_much")),
    Query(source=Matched(left=TWO, right=TWO, on=("region",))),
)
GROUPED = Requirements(metrics=("amount",), group_by=("region",), analysis=("compare",), outputs=("chart", "table"))
OVER_TIME = GROUPED.replaced(time=Time(column="day"), analysis=("trend",))


def drawn(mark: str, base: Requirements = GROUPED) -> Requirements:
    return base.replaced(constraints=(ChartWish(mark=mark),))


ASKED = (
    *(drawn(mark) for mark in ("bar", "line", "area", "pie", "heatmap", "treemap", "table")),
    drawn("line", OVER_TIME),
    drawn("heatmap", GROUPED.replaced(group_by=("region", "channel"))),
    *(drawn(mark, GROUPED.replaced(analysis=("distribution",))) for mark in ("histogram", "box", "violin")),
    GROUPED.replaced(metrics=("amount", "cost"), analysis=("correlation",)),
    GROUPED.replaced(group_by=("region", "channel"), constraints=(ChartWish(layout="stacked"),)),
    GROUPED.replaced(group_by=("region", "channel"), constraints=(ChartWish(layout="grouped"),)),
    GROUPED.replaced(constraints=(ChartWish(layout="horizontal"),)),
    GROUPED.replaced(analysis=("anomaly",)),
    GROUPED.replaced(analysis=("distribution",), outputs=("table",)),
    GROUPED.replaced(analysis=("distribution",), constraints=(Statistic(kind="percentiles"),)),
    Requirements(analysis=("summary",), outputs=("table",)),
    Requirements(analysis=("summary",), constraints=(Statistic(kind="completeness"),)),
    Requirements(analysis=("summary",), constraints=(Statistic(kind="duplicates"),)),
    GROUPED.replaced(constraints=(Statistic(kind="significance"),)),
    GROUPED.replaced(constraints=(Statistic(kind="significance", method="ranks"), WithoutOutliers())),
    GROUPED.replaced(metrics=(), group_by=("region", "channel"), constraints=(Statistic(kind="association"),)),
    GROUPED.replaced(analysis=("distribution",), constraints=(Statistic(kind="standing", value=3.0),)),
    OVER_TIME.replaced(constraints=(Statistic(kind="seasonality"),)),
    OVER_TIME.replaced(analysis=("change",), constraints=(Change(),)),
    OVER_TIME.replaced(constraints=(Window(n=3),)),
    OVER_TIME.replaced(time=Time(column="day", grain="weekday"), constraints=(Window(n=3),)),
    OVER_TIME.replaced(constraints=(Cumulative(),)),
    GROUPED.replaced(constraints=(Distinct(), Missing(how="drop"), Sample(n=3), SavePath(path="x.csv"))),
    GROUPED.replaced(group_by=("units",), constraints=(Bins(n=3), Filter(column="region", op="=", value="West"))),
    GROUPED.replaced(metrics=("paid",), constraints=(Aggregation(metric="paid", func="mean"),)),
)  # fmt: skip


@pytest.fixture
def known(orders) -> DatasetProfile:
    paid = ["yes", "no", "yes", "yes", "no", "yes", "no", "no", "yes"]
    return profile(orders.assign(day=orders["day"].dt.strftime("%d.%m.%Y"), paid=paid), "t")


def test_every_tool_can_be_reached(known):
    catalog = default_catalog()
    queries = [*(from_sql(text, known.names) for text in QUERIES), *BUILT]
    views = {view.kind for query in queries for clause in road_of(query, known.names).all() for view in clause.views}
    for asked in ASKED:
        drafted = draft(asked, known, catalog, lambda column: "sum", joined="u")
        views |= {view.kind for told in drafted.asked for view in told}
    unreached = [name for name, tool in catalog.tools.items() if not views & set(tool.serves)]
    assert unreached == []
