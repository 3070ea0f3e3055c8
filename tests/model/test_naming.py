"""Names of columns: one visitor sees them all, so that a new name reaches every part of what is asked."""

from __future__ import annotations

import pandas as pd
import pytest

from autoviz.errors import QuestionError
from autoviz.model.naming import columns_in
from autoviz.model.requirements import (
    Aggregation,
    Bins,
    ChartWish,
    Filter,
    Requirements,
    Sort,
    Time,
)
from autoviz.profile import profile
from autoviz.stages.requirements import check_columns

ASKED = Requirements(
    metrics=("old",),
    group_by=("old", "region"),
    time=Time(column="old", grain="month"),
    constraints=(
        ChartWish(mark="scatter", x="old", y="old", color="old", size="old", facet="old"),
        Filter(column="old", op="=", value="old"),
        Aggregation(metric="old", func="sum"),
        Sort(by="old", order="asc"),
        Bins(column="old", n=5),
    ),
)


def test_a_renamed_column_is_renamed_wherever_it_stands_and_values_are_left_alone():
    found = ASKED.renamed("old", "new")
    assert "old" in set(columns_in(ASKED))
    assert set(columns_in(found)) == {"new", "region"}
    assert found.constraint(ChartWish).size == "new"
    assert found.constraint(Filter).value == "old"
    assert ASKED.metrics == ("old",)


@pytest.mark.parametrize("part", ASKED.constraints, ids=lambda part: part.kind)
def test_a_column_that_is_not_there_is_refused_wherever_it_stands(part):
    asked = Requirements(metrics=("region",), constraints=(part,))
    known = profile(pd.DataFrame({"region": [1, 2]}), "t")
    with pytest.raises(QuestionError, match="There is no column 'old' in t"):
        check_columns(asked, known)
