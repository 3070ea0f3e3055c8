"""The family transform: grouping, ranking, shares, windows, changes, gaps, pivots and joins, on pandas.

That every engine gives the same is shown by test_conformance.py; here stands what the result has to be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import pytest

from autoviz.errors import ColumnError, FrameError, ParameterError
from autoviz.table import Lineage, Outcome, Table

Run = Callable[..., Outcome]


def days(*written: str) -> pd.DatetimeIndex:
    return pd.to_datetime(list(written))


@pytest.fixture
def sales() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "date": days("2023-01-05", "2023-01-20", "2023-02-03", "2023-02-28", "2023-03-31", "2023-03-02"),
            "region": ["West", "East", "West", None, "East", "West"],
            "revenue": [10.0, 20.0, np.nan, 40.0, 50.0, 60.0],
            "units": [1, 2, 3, 4, 5, 6],
        }
    )


@pytest.fixture
def monthly() -> Table:
    """Four months of two regions; East has no row in February."""
    frame = pd.DataFrame(
        {
            "date": days("2023-01-01", "2023-01-01", "2023-02-01", "2023-03-01", "2023-03-01", "2024-01-01"),
            "region": ["East", "West", "West", "East", "West", "East"],
            "revenue": [10.0, 4.0, 6.0, 30.0, 0.0, 20.0],
        }
    )
    lineage = {"date": Lineage("date", grain="month"), "revenue": Lineage("revenue", aggregate="sum", unit="USD")}
    return Table(nw.from_native(frame), lineage)


def table_of(outcome: Outcome) -> pd.DataFrame:
    assert outcome.table is not None
    return outcome.table.pandas()


def rows_of(outcome: Outcome) -> list[tuple[Any, ...]]:
    frame = table_of(outcome)
    return [tuple(None if pd.isna(cell) else cell for cell in row) for row in frame.itertuples(index=False, name=None)]


def test_sums_per_group_keep_the_name_of_the_metric_and_missing_groups(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("aggregate", sales, group_by=["region"], metrics=["revenue", "units"])
    assert rows_of(outcome) == [("East", 70.0, 7), ("West", 70.0, 10), (None, 40.0, 4)]
    assert outcome.table is not None
    assert outcome.table.of("revenue") == Lineage("revenue", aggregate="sum")
    assert {note.kind for note in outcome.notes} == {"nulls"}
    assert outcome.notes[0].data == {"passed_over": {"revenue": 1}}


def test_months_are_cut_from_dates_and_come_first(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("aggregate", sales, group_by=["region", "date"], metrics=["units"], grain="month")
    assert list(table_of(outcome).columns) == ["date", "region", "units"]
    assert rows_of(outcome)[:2] == [(pd.Timestamp("2023-01-01"), "East", 2), (pd.Timestamp("2023-01-01"), "West", 1)]
    assert outcome.resolved == {"time": "date", "grain": "month"}


def test_weeks_start_on_monday(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["2023-01-01", "2023-01-02", "2023-01-08", "2023-01-09"])})
    outcome = run("aggregate", frame, group_by=["date"], grain="week")
    assert rows_of(outcome) == [
        (pd.Timestamp("2022-12-26"), 1), (pd.Timestamp("2023-01-02"), 2), (pd.Timestamp("2023-01-09"), 1)
    ]  # fmt: skip


def test_weekdays_come_in_the_order_of_the_week(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["2023-01-01", "2023-01-02", "2023-01-07", "2023-01-09"])})
    outcome = run("aggregate", frame, group_by=["date"], grain="weekday")
    assert rows_of(outcome) == [("Mon", 2), ("Sat", 1), ("Sun", 1)]
    assert table_of(outcome)["date"].cat.ordered
    assert outcome.table is not None
    assert outcome.table.of("date").grain == "weekday"


def test_an_unknown_grain_is_chosen_and_shown_with_its_evidence(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.date_range("2022-01-01", "2023-12-31"), "n": 1})
    outcome = run("aggregate", frame, group_by=["date"], metrics=["n"], grain="unknown")
    assert outcome.resolved["grain"] == "month"
    note = next(note for note in outcome.notes if note.kind == "grain")
    assert note.data["grain"] == "month"
    assert "week" in note.data["alternatives"]
    assert "730 days" in note.data["evidence"] or "729 days" in note.data["evidence"]


def test_incomplete_periods_are_known_to_the_table(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.date_range("2023-01-15", "2023-06-30"), "n": 1})
    outcome = run("aggregate", frame, group_by=["date"], metrics=["n"], grain="month")
    assert outcome.table is not None
    assert outcome.table.of("date").incomplete == ("2023-01-01",)
    assert "2023-01-01" in outcome.notes[0].message


def test_a_grain_without_dates_is_refused(run: Run, sales: pd.DataFrame) -> None:
    with pytest.raises(ColumnError, match="none of \\['region'\\] holds any"):
        run("aggregate", sales, group_by=["region"], grain="month")
    with pytest.raises(ColumnError, match="holds text"):
        run("aggregate", sales, group_by=["region"], time="region", grain="month")


def test_arithmetic_on_text_is_refused_with_the_numbers_there_are(run: Run, sales: pd.DataFrame) -> None:
    with pytest.raises(ColumnError, match="mean of 'region'") as caught:
        run("aggregate", sales, metrics=["region"], agg_func="mean")
    assert "'revenue', 'units'" in caught.value.hint
    with pytest.raises(ParameterError, match="not which"):
        run("aggregate", sales, metrics=["revenue"], agg_func="quantile")


def test_a_quantile_of_whole_numbers_far_apart_lies_between_them(run: Run) -> None:
    frame = pd.DataFrame({"x": pd.Series([-100, 100, 100, 100], dtype="int8")})
    assert rows_of(run("aggregate", frame, metrics=["x"], agg_func="quantile", quantile=0.25)) == [(50.0,)]


def test_rows_counted_get_a_name_that_is_free(run: Run) -> None:
    frame = pd.DataFrame({"count": ["a", "b", "a"]})
    assert list(table_of(run("aggregate", frame, group_by=["count"])).columns) == ["count", "count_2"]


def test_a_metric_that_is_a_key_too_is_named_by_its_aggregate(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("aggregate", sales, group_by=["region"], metrics=["region"], agg_func="count")
    assert rows_of(outcome) == [("East", 2), ("West", 3), (None, 0)]
    assert list(table_of(outcome).columns) == ["region", "count"]


def test_different_values_do_not_count_missing_ones(run: Run) -> None:
    frame = pd.DataFrame({"g": ["a", "a", "b", "b"], "v": ["x", None, None, None]})
    assert rows_of(run("aggregate", frame, group_by=["g"], metrics=["v"], agg_func="nunique")) == [("a", 1), ("b", 0)]


def test_an_aggregate_of_an_aggregate_says_so(run: Run, sales: pd.DataFrame) -> None:
    means = run("aggregate", sales, group_by=["region"], metrics=["revenue"], agg_func="mean")
    total = run("aggregate", means.table, metrics=["revenue"])
    assert total.table is not None
    assert total.table.of("revenue").made_by == "sum of mean"


def test_periods_of_pandas_are_dates_too(run: Run) -> None:
    frame = pd.DataFrame({"when": pd.period_range("2023-01", periods=4, freq="M"), "n": [1, 2, 3, 4]})
    outcome = run("aggregate", frame, group_by=["when"], metrics=["n"], grain="quarter")
    assert rows_of(outcome) == [(pd.Timestamp("2023-01-01"), 6), (pd.Timestamp("2023-04-01"), 4)]


def test_dates_with_a_zone_are_grouped_by_their_own_days(run: Run) -> None:
    stamps = pd.to_datetime(["2023-01-31 23:30", "2023-02-01 00:30"]).tz_localize("Asia/Tokyo")
    outcome = run("aggregate", pd.DataFrame({"date": stamps}), group_by=["date"], grain="month")
    assert rows_of(outcome) == [(pd.Timestamp("2023-01-01"), 1), (pd.Timestamp("2023-02-01"), 1)]


def test_cells_of_mixed_types_can_be_grouped_by(run: Run) -> None:
    outcome = run("aggregate", pd.DataFrame({"a": [1, "x", 1, None]}), group_by=["a"])
    assert {(key, count) for key, count in rows_of(outcome)} == {(1, 2), ("x", 1), (None, 1)}


def test_the_last_of_categories_is_that_of_their_text(run: Run) -> None:
    frame = pd.DataFrame({"g": ["a", "a", "b"], "kind": pd.Categorical(["x", "y", None], categories=["y", "x"])})
    outcome = run("aggregate", frame, group_by=["g"], metrics=["kind"], agg_func="max")
    assert rows_of(outcome) == [("a", "y"), ("b", None)]


def test_missing_texts_are_neither_first_nor_last(run: Run, sales: pd.DataFrame) -> None:
    assert rows_of(run("aggregate", sales, metrics=["region"], agg_func="min")) == [("East",)]
    outcome = run("aggregate", sales, group_by=["units"], metrics=["region"], agg_func="max")
    assert rows_of(outcome)[2:4] == [(3, "West"), (4, None)]


def test_segments_have_value_share_mean_and_rows_the_largest_first(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("segment_metric", sales, metric="units", segment="region")
    assert list(table_of(outcome).columns) == ["region", "units", "units_share", "units_mean", "rows"]
    assert rows_of(outcome)[0] == ("West", 10, pytest.approx(10 / 21), pytest.approx(10 / 3), 3)
    assert table_of(outcome)["units_share"].sum() == pytest.approx(1)


def test_a_mean_has_no_share(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("segment_metric", sales, metric="units", segment="region", agg_func="mean")
    assert list(table_of(outcome).columns) == ["region", "units", "rows"]


def test_a_pivot_has_a_column_for_each_value_and_for_missing_ones(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("pivot_table", sales, rows=["date"], column="region", metric="units")
    assert list(table_of(outcome).columns) == ["date", "East", "West", "(missing)"]
    assert table_of(outcome)["West"].sum() == 10
    assert outcome.table is not None
    assert outcome.table.of("West").aggregate == "sum"


def test_a_column_is_not_spread_over_itself(run: Run, sales: pd.DataFrame) -> None:
    with pytest.raises(ParameterError, match="rows and columns at once"):
        run("pivot_table", sales, rows=["region"], column="region")


def test_a_pivot_of_too_many_values_is_refused(run: Run) -> None:
    with pytest.raises(ColumnError, match="300 different values"):
        run("pivot_table", pd.DataFrame({"a": range(300), "b": 1}), rows=["b"], column="a")


def test_the_first_rows_by_a_metric(run: Run, sales: pd.DataFrame) -> None:
    outcome = run("top_k", sales, by="revenue", n=2)
    assert table_of(outcome)["revenue"].tolist() == [60.0, 50.0]
    assert outcome.notes[0].message == "The first 2 of 6 rows by 'revenue'."
    assert table_of(run("top_k", sales, by="revenue", n=6, order="asc"))["revenue"].tolist()[:2] == [10.0, 20.0]
    assert np.isnan(table_of(run("top_k", sales, by="revenue", n=6))["revenue"].iloc[-1])


def test_rows_that_tie_keep_their_order(run: Run) -> None:
    frame = pd.DataFrame({"name": list("abcdefghijklmnopqrstuvwxyz"), "v": [1] * 26})
    assert table_of(run("top_k", frame, by="v", n=3))["name"].tolist() == ["a", "b", "c"]
    assert table_of(run("sort_rows", frame, by=["v"], order="desc"))["name"].tolist() == list(frame["name"])


def test_a_cut_through_rows_that_tie_is_said(run: Run) -> None:
    outcome = run("top_k", pd.DataFrame({"v": [5, 3, 3, 3]}), by="v", n=2)
    assert outcome.notes[0].message == "The first 2 of 4 rows by 'v'. Left out although equal to the last: 2."


def test_the_rest_is_put_together_as_other_and_said(run: Run, monthly: Table) -> None:
    frame = pd.DataFrame({"name": ["a", "b", "c", "d"], "n": [1, 5, 3, 2]})
    outcome = run("top_k", frame, by="n", n=2, other=True)
    assert rows_of(outcome) == [("b", 5), ("c", 3), ("Other", 3)]
    assert (outcome.notes[0].kind, outcome.notes[0].data) == ("other", {"rows": 2})
    series = run("top_k", monthly, by="revenue", n=1, column="region", other=True)
    assert rows_of(series)[-3:] == [
        (pd.Timestamp("2023-01-01"), "Other", 4.0),
        (pd.Timestamp("2023-02-01"), "Other", 6.0),
        (pd.Timestamp("2023-03-01"), "Other", 0.0),
    ]


def test_a_value_called_other_is_not_mixed_with_the_rest(run: Run) -> None:
    frame = pd.DataFrame({"name": ["Other", "b", "c"], "n": [9, 5, 3]})
    assert rows_of(run("top_k", frame, by="n", n=1, other=True)) == [("Other", 9), ("Other_2", 8)]


def test_averages_are_not_put_together(run: Run, sales: pd.DataFrame) -> None:
    means = run("aggregate", sales, group_by=["region"], metrics=["units"], agg_func="mean")
    with pytest.raises(ParameterError, match="mean of the rest"):
        run("top_k", means.table, by="units", n=1, other=True)


def test_shares_add_up_to_one_overall_or_within_a_group(run: Run, monthly: Table) -> None:
    overall = run("share_of_total", monthly, metric="revenue")
    assert table_of(overall)["revenue_share"].sum() == pytest.approx(1)
    within = table_of(run("share_of_total", monthly, metric="revenue", within=["date"]))
    assert within.groupby("date")["revenue_share"].sum().tolist() == pytest.approx([1, 1, 1, 1])
    assert overall.table is not None
    assert overall.table.of("revenue_share") == Lineage("revenue", aggregate="sum", made_by="share")


def test_shares_of_negative_values_come_with_a_warning(run: Run) -> None:
    outcome = run("share_of_total", pd.DataFrame({"v": [3.0, -1.0]}), metric="v")
    assert outcome.notes[0].kind == "lint"


def test_a_running_total_follows_time_not_the_rows(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["2023-03-01", "2023-01-01", "2023-02-01"]), "v": [30.0, 1.0, np.nan]})
    assert table_of(run("cumulative", frame, metric="v"))["v_cumulative"].fillna(-1).tolist() == [31.0, 1.0, -1.0]


def test_a_rolling_average_starts_when_its_window_is_full(run: Run) -> None:
    frame = pd.DataFrame({"year": [2003, 2001, 2002, 2004], "v": [3.0, 1.0, 2.0, 10.0]})
    outcome = run("rolling_average", frame, metric="v", time="year", window=3)
    assert table_of(outcome)["v_rolling"].fillna(-1).tolist() == [2.0, -1.0, -1.0, 5.0]


def test_windows_over_gaps_say_so(run: Run, monthly: Table) -> None:
    outcome = run("rolling_average", monthly, metric="revenue", group_by=["region"], window=2)
    assert "9 periods (month) have none" in outcome.notes[0].message


@pytest.mark.parametrize("tool", ["cumulative", "rolling_average"])
def test_windows_over_several_rows_of_one_period_are_refused(run: Run, monthly: Table, tool: str) -> None:
    with pytest.raises(ParameterError, match="one row per date"):
        run(tool, monthly, metric="revenue")


def test_windows_need_an_order_where_rows_have_none(run: Run) -> None:
    import polars as pl

    with pytest.raises(FrameError, match="no order of their own"):
        run("cumulative", pl.DataFrame({"v": [1, 2]}), metric="v")


def test_a_change_is_against_the_period_before_not_the_row_before(run: Run, monthly: Table) -> None:
    frame = table_of(run("period_change", monthly, metric="revenue", time="date", group_by=["region"]))
    by_row = dict(zip(zip(frame["region"], frame["date"].dt.strftime("%Y-%m"), strict=True), frame.index, strict=True))
    march = frame.loc[by_row["East", "2023-03"]]
    assert np.isnan(march["revenue_change"]), "East has no February"
    february = frame.loc[by_row["West", "2023-02"], ["revenue_previous", "revenue_change", "revenue_change_pct"]]
    assert february.tolist() == [4.0, 2.0, 50.0]


def test_a_change_against_the_year_before(run: Run, monthly: Table) -> None:
    outcome = run("period_change", monthly, metric="revenue", time="date", group_by=["region"], base="previous year")
    assert rows_of(outcome)[-1] == (pd.Timestamp("2024-01-01"), "East", 20.0, 10.0, 10.0, 100.0)
    assert outcome.table is not None
    assert outcome.table.of("revenue_change_pct").unit == "%"
    assert outcome.table.of("revenue_change").unit == "USD"


def test_growth_from_nothing_is_no_number(run: Run) -> None:
    frame = pd.DataFrame({"year": [2001, 2002], "v": [0.0, 5.0]})
    outcome = run("period_change", frame, metric="v", time="year")
    assert rows_of(outcome)[1] == (2002, 5.0, 0.0, 5.0, None)


def test_weeks_are_compared_with_the_same_week_a_year_before(run: Run) -> None:
    frame = pd.DataFrame({"date": pd.to_datetime(["2023-01-02", "2024-01-01"]), "v": [1.0, 3.0]})
    outcome = run("period_change", frame, metric="v", time="date", base="previous year", grain="week")
    assert rows_of(outcome)[1][2:4] == (1.0, 2.0)


def test_a_cycle_has_no_period_before_the_first(run: Run, sales: pd.DataFrame) -> None:
    days = run("aggregate", sales, group_by=["date"], metrics=["units"], grain="weekday")
    with pytest.raises(ColumnError, match="goes round by weekday"):
        run("period_change", days.table, metric="units", time="date")


def test_several_rows_per_period_have_no_change(run: Run, monthly: Table) -> None:
    with pytest.raises(ParameterError, match="Aggregate first"):
        run("period_change", monthly, metric="revenue", time="date")


def test_gaps_are_filled_per_group(run: Run, monthly: Table) -> None:
    outcome = run("fill_gaps", monthly, time="date", group_by=["region"])
    frame = table_of(outcome)
    assert len(frame) == 2 * 13
    assert frame.loc[(frame["region"] == "East") & (frame["date"] == "2023-02-01"), "revenue"].tolist() == [0.0]
    assert outcome.notes[0].data == {"rows": 20}
    previous = table_of(run("fill_gaps", monthly, time="date", group_by=["region"], fill="previous"))
    december = (previous["region"] == "East") & (previous["date"] == "2023-12-01")
    assert previous.loc[december, "revenue"].tolist() == [30.0]


def test_gaps_of_a_cycle_are_its_other_labels(run: Run, sales: pd.DataFrame) -> None:
    days = run("aggregate", sales, group_by=["date"], metrics=["units"], grain="weekday")
    filled = table_of(run("fill_gaps", days.table, time="date"))
    assert filled["date"].tolist() == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert filled["units"].sum() == 21


def test_a_join_reports_what_it_lost_and_what_it_multiplied(run: Run) -> None:
    left = pd.DataFrame({"customer": ["a", "b", "z", None], "amount": [1, 2, 3, 4]})
    right = pd.DataFrame({"customer": ["a", "b", "b", "c"], "city": ["P", "Q", "R", "S"]})
    outcome = run("join_frames", left, right)
    assert rows_of(outcome) == [("a", 1, "P"), ("b", 2, "Q"), ("b", 2, "R"), ("z", 3, None), (None, 4, None)]
    data = outcome.notes[0].data
    assert outcome.notes[0].kind == "join"
    assert (data["unmatched_left"], data["unmatched_right"], data["multiplied"]) == (2, 1, 1)
    assert outcome.resolved == {"left_on": ("customer",), "right_on": ("customer",)}


def test_missing_keys_do_not_meet(run: Run) -> None:
    left = pd.DataFrame({"k": ["a", None], "x": [1, 2]})
    right = pd.DataFrame({"k": ["a", None], "y": [3, 4]})
    assert rows_of(run("join_frames", left, right)) == [("a", 1, 3), (None, 2, None)]


def test_keys_are_proposed_by_values_where_no_name_is_the_same(run: Run) -> None:
    left = pd.DataFrame({"region_id": [1.0, 2.0, np.nan], "x": [7, 8, 9]})
    right = pd.DataFrame({"id": [1, 2, 3], "name": ["N", "S", "E"], "x_max": [70, 80, 90]})
    outcome = run("join_frames", left, right)
    assert outcome.resolved["right_on"] == ("id",)
    assert rows_of(outcome)[1] == (2.0, 8, "S", 80)


def test_a_column_that_names_each_row_is_key_enough(run: Run) -> None:
    left = pd.DataFrame({"id": ["a", "b", "a"], "since": ["2020", "2021", "2021"]})
    right = pd.DataFrame({"id": ["a", "b"], "since": ["2020", "2021"], "name": ["Ann", "Bob"]})
    outcome = run("join_frames", left, right)
    assert outcome.resolved["left_on"] == ("id",)
    assert table_of(outcome)["name"].tolist() == ["Ann", "Bob", "Ann"]


def test_frames_that_share_nothing_are_not_joined(run: Run) -> None:
    with pytest.raises(ColumnError, match="hold the same values"):
        run("join_frames", pd.DataFrame({"a": ["x"]}), pd.DataFrame({"b": ["y"]}))


def test_frames_of_two_engines_meet_as_pandas(run: Run) -> None:
    import polars as pl

    outcome = run("join_frames", pd.DataFrame({"k": ["a"], "x": [1]}), pl.DataFrame({"k": ["a"], "y": [2]}))
    assert rows_of(outcome) == [("a", 1, 2)]


def test_a_large_lazy_table_is_not_collected_for_a_change(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import polars as pl

    monkeypatch.setattr("autoviz.shaping.changes.COLLECTED_ROWS", 3)
    frame = pl.DataFrame({"year": [2001, 2002, 2003, 2004], "v": [1, 2, 3, 4]})
    with pytest.raises(FrameError, match="Aggregate it first"):
        run("period_change", frame, metric="v", time="year")
