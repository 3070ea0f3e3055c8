"""The statistics tools: right numbers, the same on every engine, and never a silent NaN."""

from __future__ import annotations

import math
from typing import Any

import duckdb
import narwhals.stable.v2 as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import stats

from autoviz.errors import ColumnError, DateError, FrameError, ParameterError
from autoviz.frames import open_frame
from autoviz.registry.binding import load_family
from autoviz.registry.params import params_model, validated
from autoviz.resources import registry_folder
from autoviz.table import Lineage, Outcome, Table
from autoviz.tools import statistics

TOOLS, FUNCTIONS = load_family(registry_folder() / "tools" / "statistics.yaml", statistics)
MODELS = {tool.name: params_model(tool) for tool in TOOLS}


def run(tool: str, frame: Any, **params: Any) -> Outcome:
    """A tool on a native frame or a Table, with the defaults of the registry."""
    table = frame if isinstance(frame, Table) else Table(open_frame(frame))
    return FUNCTIONS[tool](table, **validated(MODELS[tool], tool, params))


def rows(outcome: Outcome) -> pd.DataFrame:
    assert outcome.table is not None
    return outcome.table.pandas()


def said(outcome: Outcome) -> str:
    return " ".join(note.message for note in outcome.notes)


@pytest.fixture(params=["pandas", "polars", "duckdb"])
def engine(request: pytest.FixtureRequest) -> Any:
    """Puts a pandas frame on an engine."""
    return {"pandas": lambda df: df, "polars": pl.from_pandas, "duckdb": duckdb.from_df}[request.param]


@pytest.fixture
def sales() -> pd.DataFrame:
    """Two hundred rows with missing values, an infinity and a group without a name."""
    rng = np.random.default_rng(7)
    df = pd.DataFrame({
        "day": pd.date_range("2022-01-03", periods=200, freq="D"),
        "region": rng.choice(["North", "South", "West", None], 200),
        "price": rng.normal(50, 10, 200),
        "units": rng.integers(1, 30, 200),
        "returned": rng.random(200) < 0.3,
    })  # fmt: skip
    df.loc[3, "price"] = np.nan
    df.loc[9, "price"] = np.inf
    return df


class TestSummary:
    def test_numbers_as_pandas_describes_them(self, sales, engine):
        table = rows(run("compute_summary_stats", engine(sales), columns=["units"])).iloc[0]
        expected = sales["units"].describe()
        names = ["count", "mean", "std", "min", "q25", "median", "q75", "max"]
        assert table[names].tolist() == pytest.approx(expected.tolist())

    def test_each_content_has_its_own_statistics(self, sales, engine):
        table = rows(run("compute_summary_stats", engine(sales))).set_index("column")
        assert list(table.index) == list(sales.columns)
        assert table.loc["region", "distinct"] == 3
        assert table.loc["region", "most_frequent"] == sales["region"].mode()[0]
        assert table.loc["region", "frequency"] == sales["region"].value_counts().max()
        assert table.loc["returned", "most_frequent"] == "False"
        assert table.loc["day", "earliest"] == pd.Timestamp("2022-01-03")
        assert table.loc["day", "latest"] == sales["day"].max()
        assert math.isnan(table.loc["region", "mean"])
        assert table.loc["price", "missing"] == 2

    def test_statistics_that_no_column_has_are_left_out(self, sales):
        table = rows(run("compute_summary_stats", sales, columns=["units"]))
        assert "distinct" not in table and "earliest" not in table

    def test_infinities_are_left_out_and_said(self, sales, engine):
        outcome = run("compute_summary_stats", engine(sales), columns=["price"])
        finite = sales["price"][np.isfinite(sales["price"])]
        assert rows(outcome)["mean"][0] == pytest.approx(finite.mean())
        assert "1 infinite value of 'price' left out" in said(outcome)

    def test_rows_without_a_group_are_a_group_of_their_own(self, sales, engine):
        outcome = run("compute_summary_stats", engine(sales), columns=["units"], group_by=["region"])
        table = rows(outcome)
        assert table["region"].isna().tolist() == [False, False, False, True]
        assert table["count"].sum() == 200
        assert f"{sales['region'].isna().sum()} rows without 'region'" in said(outcome)
        north = sales.loc[sales["region"] == "North", "units"]
        assert table.loc[0, "q75"] == pytest.approx(north.quantile(0.75))

    def test_ties_of_the_most_frequent_go_to_the_lower_value(self, engine):
        df = pd.DataFrame({"g": ["x", "x", "x", "x", "y"], "label": ["b", "a", "a", "b", None]})
        table = rows(run("compute_summary_stats", engine(df), columns=["label"], group_by=["g"]))
        assert table["most_frequent"].tolist()[0] == "a"
        assert table["distinct"].tolist() == [2, 0]

    def test_one_value_has_no_spread_and_that_is_said(self, engine):
        outcome = run("compute_summary_stats", engine(pd.DataFrame({"x": [1.0, np.nan]})))
        assert math.isnan(rows(outcome)["std"][0])
        assert "No standard deviation of a single value" in said(outcome)

    def test_a_column_without_values_is_said(self, engine):
        df = pd.DataFrame({"x": [1.0, 2.0], "none": pd.Series([np.nan, np.nan])})
        assert "No values to summarise in none" in said(run("compute_summary_stats", engine(df)))

    def test_no_rows_at_all(self, engine):
        df = pd.DataFrame({"x": pd.Series([], dtype=float), "label": pd.Series([], dtype=str)})
        table = rows(run("compute_summary_stats", engine(df)))
        assert table["count"].tolist() == [0, 0]

    def test_lists_and_mixed_cells_are_counted_alone(self):
        df = pd.DataFrame({"tags": [["a"], ["b"], None], "mixed": [1, "a", None]})
        table = rows(run("compute_summary_stats", df))
        assert table["count"].tolist() == [2, 2]

    def test_nullable_and_categorical_columns(self):
        df = pd.DataFrame({
            "n": pd.array([1, None, 3], "Int64"),
            "f": pd.array([0.5, None, np.nan], "Float64"),
            "c": pd.Categorical(["b", "a", "b"]),
        })  # fmt: skip
        table = rows(run("compute_summary_stats", df)).set_index("column")
        assert table.loc["n", "mean"] == 2 and table.loc["f", "count"] == 1
        assert table.loc["c", "most_frequent"] == "b"

    def test_the_columns_that_were_taken_are_resolved(self, sales):
        assert run("compute_summary_stats", sales, group_by=["region"]).resolved["columns"] == (
            "day", "price", "units", "returned",
        )  # fmt: skip

    def test_a_group_column_that_the_result_would_hide_is_refused(self):
        df = pd.DataFrame({"mean": ["a", "b"], "x": [1, 2]})
        with pytest.raises(ColumnError, match="'mean' has the name of a column of the result"):
            run("compute_summary_stats", df, columns=["x"], group_by=["mean"])

    def test_an_unknown_column_gets_the_nearest_name(self, sales):
        with pytest.raises(ColumnError, match="Did you mean 'region'"):
            run("compute_summary_stats", sales, group_by=["regoin"])


WIDE = [
    pd.Series([-100, 100, 100, 100], dtype="int8"),
    pd.Series([-100, 100, 100, 100], dtype="Int8"),
    pd.Series([-(2**62), 2**62, 2**62, 2**62]) // 2 * 3,
]


@pytest.mark.parametrize("cells", WIDE, ids=["narrow", "nullable", "huge"])
def test_quartiles_of_whole_numbers_far_apart_lie_between_them(cells):
    """pandas takes the distance of two whole numbers in their own type, which may not hold it."""
    frame, quarter = pd.DataFrame({"x": cells}), pytest.approx(cells.astype("float64").quantile(0.25))
    for tool in ("compute_summary_stats", "compute_distributions"):
        assert rows(run(tool, frame, columns=["x"]))["q25"].tolist() == [quarter]
    assert rows(run("compute_percentiles", frame, columns=["x"], percentiles="25"))["value"].tolist() == [quarter]


class TestValueCounts:
    def test_most_frequent_first_with_shares(self, sales, engine):
        table = rows(run("compute_value_counts", engine(sales), column="region"))
        expected = sales["region"].value_counts(dropna=False)
        assert table["count"].tolist() == expected.tolist()
        assert table["share"].sum() == pytest.approx(1)

    def test_other_takes_the_rest_and_says_so(self, engine):
        df = pd.DataFrame({"kind": list("aaabbcd")})
        outcome = run("compute_value_counts", engine(df), column="kind", limit=2, other=True)
        assert rows(outcome).to_dict("list")["kind"] == ["a", "b", "Other"]
        assert rows(outcome)["count"].tolist() == [3, 2, 2]
        assert "2 further values in 2 rows put together as 'Other'" in said(outcome)

    def test_a_limit_alone_says_what_is_not_shown(self, engine):
        outcome = run("compute_value_counts", engine(pd.DataFrame({"kind": list("aaabbcd")})), column="kind", limit=1)
        assert rows(outcome)["share"].tolist() == pytest.approx([3 / 7])
        assert "3 further values in 4 rows not shown" in said(outcome)

    def test_a_value_called_other_is_not_mixed_with_the_rest(self):
        df = pd.DataFrame({"kind": ["Other"] * 3 + ["a"] * 2 + ["b"]})
        table = rows(run("compute_value_counts", df, column="kind", limit=2, other=True))
        assert table["kind"].tolist() == ["Other", "a", "Other_2"]

    def test_numbers_become_text_beside_other(self, engine):
        df = pd.DataFrame({"n": [4, 4, 6, 8, 8, 8]})
        table = rows(run("compute_value_counts", engine(df), column="n", limit=1, other=True))
        assert table["n"].tolist() == ["8", "Other"]

    def test_a_column_called_count_keeps_its_name(self):
        table = rows(run("compute_value_counts", pd.DataFrame({"count": [1, 1, 2]}), column="count"))
        assert list(table.columns) == ["count", "count_2", "share"]

    def test_lists_are_refused(self):
        with pytest.raises(ColumnError, match="cannot be counted"):
            run("compute_value_counts", pd.DataFrame({"tags": [["a"], ["b"]]}), column="tags")

    def test_rows_are_counted_in_the_lineage(self, sales):
        outcome = run("compute_value_counts", sales, column="region")
        assert outcome.table is not None
        assert outcome.table.of("count") == Lineage(source="", aggregate="count")

    def test_no_rows(self, engine):
        df = pd.DataFrame({"a": pd.Series([], dtype=str)})
        assert rows(run("compute_value_counts", engine(df), column="a")).empty


class TestPercentiles:
    def test_as_numpy_interpolates(self, sales, engine):
        table = rows(run("compute_percentiles", engine(sales), columns=["units"], percentiles="97.5, 10%,50"))
        assert table["percentile"].tolist() == [10, 50, 97.5]
        assert table["value"].tolist() == pytest.approx(np.percentile(sales["units"], [10, 50, 97.5]))

    def test_per_group(self, sales, engine):
        params = {"columns": ["units"], "percentiles": "50", "group_by": ["region"]}
        table = rows(run("compute_percentiles", engine(sales), **params))
        medians = sales.groupby("region", dropna=False)["units"].median()
        assert table["value"].tolist() == pytest.approx(medians.tolist())

    @pytest.mark.parametrize("text", ["", "fifty", "-1", "101", "5;50"])
    def test_what_is_no_percentile_is_refused(self, sales, text):
        with pytest.raises(ParameterError, match="ercentiles"):
            run("compute_percentiles", sales, percentiles=text)

    def test_no_values_are_said(self, engine):
        outcome = run("compute_percentiles", engine(pd.DataFrame({"x": [np.nan, np.nan]})))
        assert "No values in x" in said(outcome)


class TestDistributions:
    def test_moments_and_bins_as_pandas_numpy_and_scipy_have_them(self, sales, engine):
        outcome = run("compute_distributions", engine(sales), columns=["price", "units"], bins=7)
        table = rows(outcome).set_index("column")
        for name in ("price", "units"):
            values = sales[name][np.isfinite(sales[name])].astype(float)
            assert table.loc[name, "skew"] == pytest.approx(values.skew())
            assert table.loc[name, "kurtosis"] == pytest.approx(values.kurt())
            assert table.loc[name, "normal_p"] == pytest.approx(stats.jarque_bera(values).pvalue)
            assert table.loc[name, "bin_counts"] == ", ".join(map(str, np.histogram(values, 7)[0]))

    def test_values_on_the_edges_fall_as_in_numpy(self, engine):
        values = np.repeat(np.arange(0, 1.05, 0.1), 3)
        table = rows(run("compute_distributions", engine(pd.DataFrame({"x": values})), bins=10))
        assert table["bin_counts"][0] == ", ".join(map(str, np.histogram(values, 10)[0]))

    @pytest.mark.parametrize(
        ("values", "shape"),
        [
            (np.random.default_rng(1).normal(size=2000), "close to normal"),
            (np.random.default_rng(1).exponential(size=2000), "long tail to the right"),
            (-np.random.default_rng(1).exponential(size=2000), "long tail to the left"),
            (np.random.default_rng(1).uniform(size=2000), "symmetric, flat"),
            (np.linspace(-1, 1, 400) ** 9, "symmetric, heavy tails"),
        ],
    )
    def test_the_shape_in_words(self, values, shape):
        assert rows(run("compute_distributions", pd.DataFrame({"x": values})))["shape"][0] == shape

    def test_huge_values_do_not_overflow(self, engine):
        values = np.random.default_rng(2).normal(size=50) * 1e100
        table = rows(run("compute_distributions", engine(pd.DataFrame({"x": values}))))
        assert np.isfinite(table["kurtosis"][0])

    def test_what_has_no_shape_is_said(self, engine):
        df = pd.DataFrame({"same": [2.0] * 9, "few": [1.0, 2.0] + [np.nan] * 7, "none": [np.nan] * 9})
        outcome = run("compute_distributions", engine(df))
        assert rows(outcome)["skew"].isna().all()
        for part in ("No values in none", "One single value, so no spread to describe, in same", "too few for skew"):
            assert part in said(outcome)

    def test_text_is_refused_with_the_columns_that_can_be_used(self, sales):
        with pytest.raises(ColumnError, match="Columns of numbers: 'price', 'units'"):
            run("compute_distributions", sales, columns=["region"])


class TestCorrelations:
    def test_pearson_as_scipy_has_it(self, sales, engine):
        row = rows(run("compute_correlations", engine(sales), columns=["price", "units"])).iloc[0]
        both = sales[np.isfinite(sales["price"])]
        expected = stats.pearsonr(both["price"], both["units"])
        low, high = expected.confidence_interval()
        assert (row["r"], row["p"]) == pytest.approx((expected.statistic, expected.pvalue))
        assert (row["low"], row["high"], row["n"]) == pytest.approx((low, high, 198))

    def test_spearman_as_scipy_has_it(self, sales, engine):
        outcome = run("compute_correlations", engine(sales), columns=["price", "units"], method="spearman")
        both = sales[np.isfinite(sales["price"])]
        expected = stats.spearmanr(both["price"], both["units"])
        assert rows(outcome)["r"][0] == pytest.approx(expected.statistic)
        assert rows(outcome)["p"][0] == pytest.approx(expected.pvalue)

    def test_each_pair_uses_the_rows_that_have_both(self, engine):
        rng = np.random.default_rng(3)
        df = pd.DataFrame(rng.normal(size=(60, 3)), columns=list("abc"))
        df.loc[:9, "a"] = np.nan
        df.loc[50:, "b"] = np.nan
        table = rows(run("compute_correlations", engine(df))).set_index(["column_a", "column_b"])
        assert table["n"].to_dict() == {("a", "b"): 40, ("a", "c"): 50, ("b", "c"): 50}
        for a, b in table.index:
            assert table.loc[(a, b), "r"] == pytest.approx(df[a].corr(df[b]))

    def test_large_means_do_not_eat_the_digits(self, engine):
        rng = np.random.default_rng(4)
        x = rng.normal(size=500)
        df = pd.DataFrame({"x": 1e9 + x, "y": 1e9 - x + rng.normal(size=500)})
        expected = np.corrcoef(df["x"] - 1e9, df["y"] - 1e9)[0, 1]
        assert rows(run("compute_correlations", engine(df)))["r"][0] == pytest.approx(expected, rel=1e-6)

    def test_the_strongest_pair_comes_first(self, engine):
        x = np.arange(30.0)
        df = pd.DataFrame({"x": x, "noise": np.random.default_rng(5).normal(size=30), "minus": -x + np.sin(x)})
        table = rows(run("compute_correlations", engine(df)))
        assert (table["column_a"][0], table["column_b"][0]) == ("x", "minus")

    def test_a_constant_column_has_no_correlation_and_that_is_said(self, engine):
        outcome = run("compute_correlations", engine(pd.DataFrame({"x": [1.0, 2, 3, 4], "same": [5.0] * 4})))
        assert math.isnan(rows(outcome)["r"][0])
        assert "One of the two does not vary" in said(outcome)

    def test_a_perfect_line(self, engine):
        df = pd.DataFrame({"x": [1.0, 2, 3, 5], "y": [2.0, 4, 6, 10]})
        row = rows(run("compute_correlations", engine(df))).iloc[0]
        assert (row["r"], row["low"], row["high"]) == pytest.approx((1, 1, 1))
        assert row["p"] == pytest.approx(0, abs=1e-9)

    def test_one_column_is_not_enough(self, sales):
        with pytest.raises(ColumnError, match="needs 2 columns with numbers"):
            run("compute_correlations", sales, columns=["price"])

    @pytest.mark.parametrize("put", [pl.from_pandas, duckdb.from_df])
    def test_a_long_frame_is_sampled_the_same_way_each_time(self, put):
        x = np.arange(20_000.0)
        df = pd.DataFrame({"x": x, "y": x + 5_000 * np.sin(x)})
        outcomes = [run("compute_correlations", put(df), method="spearman", max_rows=5_000) for _ in range(2)]
        assert rows(outcomes[0]).equals(rows(outcomes[1]))
        assert rows(outcomes[0])["n"][0] == pytest.approx(5_000, rel=0.02)
        assert rows(outcomes[0])["r"][0] == pytest.approx(stats.spearmanr(df["x"], df["y"]).statistic, abs=0.02)
        assert [note.kind for note in outcomes[0].notes] == ["sampled"]

    @pytest.mark.spark
    def test_a_long_spark_frame_is_sampled_too(self, spark):
        frame = spark.range(20_000).selectExpr("cast(id as double) as x", "id + 5000 * sin(id) as y")
        outcome = run("compute_correlations", frame, method="spearman", max_rows=5_000)
        assert rows(outcome)["n"][0] == pytest.approx(5_000, rel=0.1)
        assert "a sample of about 5,000 of 20,000 rows" in said(outcome)


class TestGroups:
    def test_two_groups_as_scipy_and_cohen_have_them(self, sales, engine):
        row = rows(run("compare_groups", engine(sales), metric="units", group="returned")).iloc[0]
        a, b = (sales.loc[sales["returned"] == flag, "units"] for flag in (False, True))
        expected = stats.ttest_ind(a, b, equal_var=False)
        low, high = expected.confidence_interval()
        assert (row["low"], row["high"]) == pytest.approx((low, high))
        assert (row["p"], row["p_adjusted"]) == pytest.approx((expected.pvalue, expected.pvalue))
        pooled = math.sqrt(((len(a) - 1) * a.var() + (len(b) - 1) * b.var()) / 198)
        assert row["effect_size"] == pytest.approx((a.mean() - b.mean()) / pooled * (1 - 3 / (4 * 198 - 1)))

    def test_pairs_are_corrected_for_their_number(self, sales, engine):
        outcome = run("compare_groups", engine(sales), metric="units", group="region")
        table = rows(outcome)
        assert list(zip(table["group_a"], table["group_b"], strict=True)) == [
            ("North", "South"), ("North", "West"), ("South", "West"),
        ]  # fmt: skip
        assert table["p_adjusted"].min() == pytest.approx(min(1, 3 * table["p"].min()))
        assert "eta squared" in said(outcome) and "rows without 'region' left out" in said(outcome)

    def test_eta_squared_is_that_of_an_analysis_of_variance(self, sales):
        known = sales.dropna(subset=["region"])
        note = next(n for n in run("compare_groups", sales, metric="units", group="region").notes if n.kind == "info")
        parts = [part.to_numpy() for _, part in known.groupby("region")["units"]]
        between = sum(len(part) * (part.mean() - known["units"].mean()) ** 2 for part in parts)
        total = ((known["units"] - known["units"].mean()) ** 2).sum()
        assert note.data["eta_squared"] == pytest.approx(between / total)

    def test_many_groups_are_compared_with_the_rest(self, engine):
        rng = np.random.default_rng(6)
        df = pd.DataFrame({"g": np.tile(list("abcdef"), 20), "x": rng.normal(size=120)})
        df.loc[df["g"] == "e", "x"] += 3
        outcome = run("compare_groups", engine(df), metric="x", group="g")
        table = rows(outcome).set_index("group_a")
        assert outcome.resolved["method"] == "rest" and set(table["group_b"]) == {"all others"}
        expected = stats.ttest_ind(df.loc[df["g"] == "e", "x"], df.loc[df["g"] != "e", "x"], equal_var=False)
        assert table.loc["e", "p"] == pytest.approx(expected.pvalue)
        assert table.loc["e", "effect"] == "large"

    def test_a_group_of_one_has_a_difference_but_no_interval(self, engine):
        df = pd.DataFrame({"g": list("aab"), "x": [1.0, 2, 9]})
        outcome = run("compare_groups", engine(df), metric="x", group="g")
        assert rows(outcome)["difference"][0] == -7.5
        assert rows(outcome)[["low", "p", "p_adjusted", "effect_size"]].isna().all(axis=None)
        assert "No interval" in said(outcome)

    def test_groups_without_values_are_said(self, engine):
        df = pd.DataFrame({"g": list("aabbcc"), "x": [1.0, 2, 3, 4, np.nan, np.nan]})
        outcome = run("compare_groups", engine(df), metric="x", group="g")
        assert len(rows(outcome)) == 1 and "no values: c" in said(outcome)

    def test_one_group_cannot_be_compared(self, engine):
        for tool in ("compare_groups", "compare_ranks"):
            outcome = run(tool, engine(pd.DataFrame({"g": ["a", "a"], "x": [1, 2]})), metric="x", group="g")
            assert rows(outcome).empty and "a comparison needs two" in said(outcome)

    def test_too_many_groups_are_refused_with_what_to_do(self):
        with pytest.raises(ColumnError, match=r"too many to compare\nUse bin_numeric"):
            run("compare_groups", pd.DataFrame({"g": range(300), "x": range(300)}), metric="x", group="g")


@pytest.fixture
def spiky() -> pd.DataFrame:
    """Two shops of different size, each with one odd day that is ordinary for the other."""
    rng = np.random.default_rng(8)
    days = pd.date_range("2023-01-02", periods=120, freq="D")
    small, large = rng.normal(100, 5, 120), rng.normal(500, 5, 120)
    small[60], large[30] = 500, 100
    return pd.DataFrame({"day": [*days, *days], "shop": ["small"] * 120 + ["large"] * 120, "sold": [*small, *large]})


class TestAnomalies:
    @pytest.mark.parametrize("method", ["iqr", "zscore", "mad", "seasonal"])
    def test_the_odd_day_of_each_shop_is_found_within_its_group(self, spiky, engine, method):
        outcome = run("detect_anomalies", engine(spiky), metric="sold", time="day", group_by=["shop"], method=method)
        table = rows(outcome)
        found = set(zip(table["shop"], table["day"].dt.strftime("%Y-%m-%d"), strict=True))
        assert {("small", "2023-03-03"), ("large", "2023-02-01")} <= found
        assert len(found) <= 6
        top = table.iloc[:2].set_index("shop")
        assert top.loc["small", "anomaly_reason"].endswith(("quartile", "mean", "median", "season"))
        assert "above" in top.loc["small", "anomaly_reason"] and "below" in top.loc["large", "anomaly_reason"]
        assert top.loc["small", "expected_high"] < 500 and top.loc["large", "expected_low"] > 100

    def test_without_groups_neither_is_odd(self, spiky, engine):
        outcome = run("detect_anomalies", engine(spiky), metric="sold")
        assert rows(outcome).empty and "0 of 240 rows unusual" in said(outcome)

    def test_the_range_is_that_of_tukey(self, engine):
        df = pd.DataFrame({"x": [1.0, 2, 3, 4, 5, 6, 7, 8, 40]})
        row = rows(run("detect_anomalies", engine(df), metric="x")).iloc[0]
        assert (row["expected_low"], row["expected_high"], row["anomaly_score"]) == (-3, 13, 8.25)
        assert row["anomaly_reason"] == "8.2 interquartile ranges above the upper quartile"

    def test_the_most_unusual_comes_first(self, engine):
        df = pd.DataFrame({"x": [*range(20), 60.0, 99, -70]})
        assert rows(run("detect_anomalies", engine(df), metric="x"))["x"].tolist() == [99, -70, 60]

    def test_all_rows_can_be_kept_and_marked(self, spiky, engine):
        params = {"metric": "sold", "group_by": ["shop"], "time": "day", "keep": "all"}
        table = rows(run("detect_anomalies", engine(spiky), **params))
        assert len(table) == 240 and table["day"].is_monotonic_increasing
        assert table.loc[table["anomaly"], "anomaly_reason"].ne("").all()
        assert table.loc[~table["anomaly"], "anomaly_reason"].eq("").all()

    def test_infinite_and_missing_values_are_not_judged_and_stay_as_they_are(self, engine):
        df = pd.DataFrame({"x": [*range(1, 9), np.inf, np.nan]}, dtype=float)
        outcome = run("detect_anomalies", engine(df), metric="x", keep="all")
        assert np.isinf(rows(outcome)["x"]).sum() == 1
        assert not rows(outcome)["anomaly"].any() and "1 infinite value of 'x'" in said(outcome)

    @pytest.mark.parametrize("method", ["iqr", "zscore", "mad"])
    def test_values_that_do_not_differ_are_not_judged_and_that_is_said(self, engine, method):
        df = pd.DataFrame({"g": ["same"] * 20 + ["few"] * 2, "x": [1.0] * 20 + [1.0, 50]})
        outcome = run("detect_anomalies", engine(df), metric="x", group_by=["g"], method=method)
        assert rows(outcome).empty
        assert "2 groups not judged" in said(outcome) and "few and same" in said(outcome)

    def test_a_z_score_that_no_group_of_this_size_can_reach_is_said(self, engine):
        df = pd.DataFrame({"x": [1.0] * 9 + [100.0]})
        outcome = run("detect_anomalies", engine(df), metric="x", method="zscore")
        assert rows(outcome).empty and "fewer than 11 values" in said(outcome)

    def test_no_rows(self, engine):
        assert rows(run("detect_anomalies", engine(pd.DataFrame({"x": pd.Series([], dtype=float)})), metric="x")).empty

    def test_the_threshold_that_was_used_is_resolved(self, spiky):
        assert run("detect_anomalies", spiky, metric="sold", method="mad").resolved == {"threshold": 3.5}

    def test_integers_and_truth_values(self):
        df = pd.DataFrame({"n": pd.array([*range(10), 99, None], "Int64"), "b": [True, False] * 6})
        assert rows(run("detect_anomalies", df, metric="n"))["n"].tolist() == [99]
        assert rows(run("detect_anomalies", df, metric="b")).empty

    def test_a_second_search_is_refused(self, spiky):
        first = run("detect_anomalies", spiky, metric="sold", group_by=["shop"]).table
        with pytest.raises(ColumnError, match="already has a column 'anomaly_score'"):
            run("detect_anomalies", first, metric="sold")


class TestSeason:
    def weekly(self) -> pd.DataFrame:
        """Twelve weeks with quiet Sundays; one Sunday is as busy as a weekday."""
        days = pd.date_range("2023-01-02", periods=84, freq="D")
        sold = np.where(days.day_name() == "Sunday", 20.0, 100.0) + np.random.default_rng(9).normal(0, 3, 84)
        sold[48] = 100.0
        return pd.DataFrame({"day": days, "sold": sold})

    def test_an_ordinary_value_on_the_wrong_day_is_found(self, engine):
        df = self.weekly()
        alone = rows(run("detect_anomalies", engine(df), metric="sold", method="mad"))
        assert len(alone) == 11 and df["day"][48] not in alone["day"].tolist()
        outcome = run("detect_anomalies", engine(df), metric="sold", time="day", method="seasonal")
        assert rows(outcome)["day"].tolist() == [df["day"][48]]
        assert outcome.resolved["grain"] == "day"

    def test_noise_alone_is_hardly_ever_odd(self):
        rng = np.random.default_rng(10)
        odd = 0
        for _ in range(10):
            months = pd.date_range("2015-01-01", periods=72, freq="MS")
            values = 0.5 * np.arange(72) + 20 * np.sin(np.arange(72) * np.pi / 6) + rng.normal(0, 3, 72)
            df = pd.DataFrame({"month": months, "x": values})
            odd += len(rows(run("detect_anomalies", df, metric="x", time="month", method="seasonal")))
        assert odd <= 0.03 * 720

    def test_a_perfect_season_has_no_odd_days(self, engine):
        days = pd.date_range("2023-01-02", periods=70, freq="D")
        df = pd.DataFrame({"day": days, "x": np.tile([1.0, 2, 3, 4, 5, 6, 7], 10)})
        assert rows(run("detect_anomalies", engine(df), metric="x", time="day", method="seasonal")).empty

    def test_a_short_series_is_judged_by_its_trend_and_that_is_said(self, engine):
        months = pd.date_range("2022-01-01", periods=18, freq="MS")
        df = pd.DataFrame({"month": months, "x": [10.0 + i + (i % 3) * 0.3 for i in range(18)]})
        df.loc[9, "x"] = 80
        outcome = run("detect_anomalies", engine(df), metric="x", time="month", method="seasonal")
        assert rows(outcome)["month"].tolist() == [pd.Timestamp("2022-10-01")]
        assert "Judged by the trend alone (no 3 seasons of 12 months)" in said(outcome)

    def test_too_few_periods_are_not_judged(self, engine):
        df = pd.DataFrame({"day": pd.date_range("2023-01-01", periods=5), "x": [1.0, 1, 1, 1, 99]})
        outcome = run("detect_anomalies", engine(df), metric="x", time="day", method="seasonal")
        assert rows(outcome).empty and "fewer than 8 periods: x" in said(outcome)

    def test_two_rows_of_the_same_day_are_refused(self, spiky):
        with pytest.raises(ColumnError, match="More than one row falls into the day of 2023-01-02"):
            run("detect_anomalies", spiky, metric="sold", time="day", method="seasonal")

    def test_a_time_column_is_needed(self, spiky):
        with pytest.raises(ParameterError, match="needs to know the time column"):
            run("detect_anomalies", spiky, metric="sold", method="seasonal")
        with pytest.raises(DateError, match="'shop' does not hold dates yet"):
            run("detect_anomalies", spiky, metric="sold", time="shop", method="seasonal")

    def test_rows_without_a_date_are_left_out_and_said(self):
        df = self.weekly()
        df.loc[5, "day"] = pd.NaT
        outcome = run("detect_anomalies", df, metric="sold", time="day", method="seasonal")
        assert "1 row without 'day' left out" in said(outcome)

    def test_more_rows_than_may_be_collected_are_refused(self):
        df = pd.DataFrame({"day": pd.date_range("2015-01-01", periods=1_500), "x": np.arange(1_500.0)})
        with pytest.raises(FrameError, match="1,500 rows, more than max_rows"):
            run("detect_anomalies", df, metric="x", time="day", method="seasonal", max_rows=1_000)

    def test_seconds_are_refused(self):
        df = pd.DataFrame({"t": pd.date_range("2023-01-01", periods=50, freq="s"), "x": np.arange(50.0)})
        with pytest.raises(DateError, match="closer than half an hour"):
            run("detect_anomalies", df, metric="x", time="t", method="seasonal")

    def test_time_zones(self):
        df = self.weekly().assign(day=lambda table: table["day"].dt.tz_localize("Europe/Berlin"))
        table = rows(run("detect_anomalies", df, metric="sold", time="day", method="seasonal"))
        assert table["day"][0] == df["day"][48]


@pytest.fixture
def monthly() -> pd.DataFrame:
    """Six years of months: two more each month, a season of twelve."""
    months = pd.date_range("2017-01-01", periods=72, freq="MS")
    noise = np.random.default_rng(11).normal(0, 2, 72)
    values = 100 + 2 * np.arange(72) + 15 * np.sin(np.arange(72) * np.pi / 6) + noise
    return pd.DataFrame({"month": months, "sold": values})


class TestTimeSeries:
    def test_trend_season_and_interval(self, monthly, engine):
        outcome = run("compute_time_series_features", engine(monthly), metric="sold", time="month")
        row = rows(outcome).iloc[0]
        assert row["periods"] == 72 and row["trend"] == "rising"
        assert row["slope_low"] < 2 < row["slope_high"] and row["slope"] == pytest.approx(2, abs=0.2)
        assert row["season_length"] == 12 and row["season_strength"] > 0.9 and row["trend_strength"] > 0.9
        assert row["turning_points"] == 0
        assert outcome.resolved == {"grain": "month", "since": None, "until": None}

    def test_rows_of_a_period_are_summed_and_groups_kept_apart(self, monthly, engine):
        twice = pd.concat([monthly.assign(g="up"), monthly.assign(g="down", sold=-monthly["sold"])] * 2)
        params = {"metric": "sold", "time": "month", "group_by": ["g"]}
        table = rows(run("compute_time_series_features", engine(twice), **params)).set_index("g")
        assert table.loc["up", "mean"] == pytest.approx(2 * monthly["sold"].mean())
        assert table["trend"].to_dict() == {"down": "falling", "up": "rising"}

    def test_turning_points_have_their_dates(self, engine):
        years = pd.date_range("1990-01-01", periods=30, freq="YS")
        df = pd.DataFrame({"year": years, "x": [*range(10), *range(10, 0, -1), *range(10)]})
        row = rows(run("compute_time_series_features", engine(df), metric="x", time="year", grain="year")).iloc[0]
        assert row["turning_points"] == 2
        assert row["turning_dates"] == "peak 2000-01-01, trough 2010-01-01"

    @pytest.mark.parametrize("seed", range(8))
    def test_turning_points_do_not_depend_on_the_last_bits(self, seed):
        years = pd.date_range("1990-01-01", periods=30, freq="YS")
        values = np.array([*range(10), *range(10, 0, -1), *range(10)], dtype=float)
        shaken = values * (1 + np.random.default_rng(seed).uniform(-4e-16, 4e-16, 30))
        df = pd.DataFrame({"year": years, "x": shaken})
        row = rows(run("compute_time_series_features", df, metric="x", time="year", grain="year")).iloc[0]
        assert row["turning_dates"] == "peak 2000-01-01, trough 2010-01-01"

    def test_incomplete_first_and_last_periods_do_not_bend_the_trend(self, engine):
        days = pd.date_range("2020-01-20", "2022-12-03", freq="D")
        outcome = run(
            "compute_time_series_features", engine(pd.DataFrame({"day": days, "x": 1.0})), metric="x", time="day"
        )
        assert outcome.resolved["since"] == "2020-02-01T00:00:00"
        assert outcome.resolved["until"] == "2022-11-01T00:00:00"
        assert rows(outcome)["first"][0] == pd.Timestamp("2020-02-01")
        assert "2 incomplete months" in said(outcome)

    def test_the_periods_of_an_earlier_step_are_taken(self, monthly):
        lineage = {"month": Lineage("day", grain="month", incomplete=("2022-12-01",))}
        table = Table(nw.from_native(monthly), lineage)
        outcome = run("compute_time_series_features", table, metric="sold", time="month")
        assert outcome.resolved["until"] == "2022-11-01T00:00:00"
        assert rows(outcome)["periods"][0] == 71

    def test_gaps_are_filled_for_the_fit_and_said(self, monthly, engine):
        outcome = run("compute_time_series_features", engine(monthly.drop(index=[10, 11])), metric="sold", time="month")
        assert rows(outcome)["periods"][0] == 72 and "2 months without values interpolated" in said(outcome)

    def test_noise_has_no_season(self):
        dates = pd.date_range("2018-01-01", periods=48, freq="MS")
        found = [
            rows(run("compute_time_series_features", pd.DataFrame({"t": dates, "x": cells}), metric="x", time="t"))
            for cells in np.random.default_rng(4).normal(size=(20, 48))
        ]
        assert pd.concat(found)["season_strength"].median() < 0.4

    def test_two_seasons_are_too_few_to_judge_one(self, monthly):
        outcome = run("compute_time_series_features", monthly.head(24), metric="sold", time="month")
        assert rows(outcome)["season_strength"].isna().all() and "No 3 seasons of 12 months" in said(outcome)

    def test_a_constant_series(self, engine):
        df = pd.DataFrame({"month": pd.date_range("2020-01-01", periods=36, freq="MS"), "x": 5.0})
        row = rows(run("compute_time_series_features", engine(df), metric="x", time="month")).iloc[0]
        assert (row["slope"], row["trend"], row["season_strength"], row["turning_points"]) == (0, "constant", 0, 0)

    def test_short_series_tell_less_and_say_so(self, engine):
        dates = pd.to_datetime(["2020-01-01", "2020-02-01", "2020-01-01"])
        df = pd.DataFrame({"g": list("aab"), "t": dates, "x": [1, 2, 3]})
        params = {"metric": "x", "time": "t", "group_by": ["g"], "grain": "month"}
        outcome = run("compute_time_series_features", engine(df), **params)
        assert rows(outcome)["slope"].isna().all() and "no trend: a and b" in said(outcome)

    def test_no_dates_at_all_are_refused(self):
        df = pd.DataFrame({"t": pd.to_datetime([None, None]), "x": [1, 2]})
        with pytest.raises(DateError, match="holds no dates at all"):
            run("compute_time_series_features", df, metric="x", time="t")

    def test_too_many_groups_are_refused(self):
        df = pd.DataFrame({"t": pd.date_range("2020-01-01", periods=600), "g": range(600), "x": 1.0})
        with pytest.raises(ColumnError, match="groups, too many to look at"):
            run("compute_time_series_features", df, metric="x", time="t", group_by=["g"])


class TestMissing:
    def test_counts_shares_and_complete_rows(self, engine):
        df = pd.DataFrame({"a": [1.0, np.nan, 3, 4], "b": ["x", None, None, "y"], "c": [1, 2, 3, 4], "d": [np.inf] * 4})
        outcome = run("missing_report", engine(df))
        table = rows(outcome)
        assert table["column"].tolist() == ["b", "a", "c", "d"]
        assert table["missing"].tolist() == [2, 1, 0, 0] and table["present"].tolist() == [2, 3, 4, 4]
        assert table["missing_share"].tolist() == [0.5, 0.25, 0, 0]
        assert "2 of 4 rows are complete" in said(outcome)

    def test_nan_is_missing_on_every_engine(self):
        assert rows(run("missing_report", pl.DataFrame({"x": [1.0, math.nan, None]})))["missing"].tolist() == [2]

    def test_no_rows(self, engine):
        table = rows(run("missing_report", engine(pd.DataFrame({"x": pd.Series([], dtype=float)}))))
        assert table["missing"].tolist() == [0] and table["missing_share"].tolist() == [0]

    def test_no_columns_are_refused(self):
        with pytest.raises(ColumnError, match="no columns to describe"):
            run("missing_report", pd.DataFrame())


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
def test_every_tool_is_described_for_retrieval_and_exports_code(tool):
    entry = next(item for item in TOOLS if item.name == tool)
    assert len(entry.description) > 60 and "{{ out }}" in entry.code


class TestDuplicates:
    def test_rows_that_agree_are_counted_missing_cells_too(self, engine):
        df = pd.DataFrame({"a": ["x", "y", "x", None, None], "b": [1.0, 2.0, 1.0, np.nan, np.nan]})
        outcome = run("find_duplicates", engine(df))
        assert rows(outcome)["times"].tolist() == [2, 2]
        assert outcome.notes[0].data == {"repeats": 2, "rows": 4, "groups": 2}

    def test_some_columns_and_a_limit(self, engine):
        df = pd.DataFrame({"a": list("xxyyyz"), "b": range(6)})
        table = rows(run("find_duplicates", engine(df), columns=["a"], limit=1))
        assert table.to_dict("records") == [{"a": "y", "times": 3}]

    def test_a_column_called_times_stays(self, engine):
        table = rows(run("find_duplicates", engine(pd.DataFrame({"times": [1, 1]}))))
        assert table.to_dict("records") == [{"times": 1, "times_2": 2}]

    def test_lists_are_refused(self):
        with pytest.raises(ColumnError, match="cannot be counted"):
            run("find_duplicates", pd.DataFrame({"a": [[1], [1]]}))
