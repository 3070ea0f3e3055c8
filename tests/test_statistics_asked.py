"""Statistics from question to answer: what is missing, what is repeated, what is more than chance."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import autoviz
from autoviz import Analysis


@pytest.fixture(scope="module")
def stays() -> pd.DataFrame:
    """Five years of nights in three hotels: summers high, one hotel above the two others, some gaps and repeats."""
    random = np.random.default_rng(3)
    days = pd.date_range("2019-01-01", "2023-12-31", freq="W")
    frame = pd.concat([pd.DataFrame({"arrived": days, "hotel": name}) for name in ("Alder", "Birch", "Cedar")])
    frame = frame.sort_values(["arrived", "hotel"], ignore_index=True)
    season = 40 * np.sin((frame["arrived"].dt.day_of_year - 80) * 2 * np.pi / 365)
    frame["nights"] = (200 + season + 60 * (frame["hotel"] == "Cedar") + random.normal(0, 15, len(frame))).round()
    frame["rate"] = random.normal(90, 10, len(frame)).round(2)
    frame.loc[::10, "rate"] = np.nan
    return pd.concat([frame, frame.iloc[[5, 5, 8]]], ignore_index=True)


def asked(frame: pd.DataFrame, question: str) -> Analysis:
    analysis = autoviz.ask(frame, question)
    assert analysis.coverage.complete and not analysis.coverage.not_done
    return analysis


def tools(analysis: Analysis) -> list[str]:
    return [step.tool for step in analysis.plan.steps]


def test_missing_values_are_counted_column_by_column(stays):
    analysis = asked(stays, "How many values are missing in each column?")
    assert tools(analysis) == ["missing_report"]
    count = int(stays["rate"].isna().sum())
    assert analysis.answer == f"Missing values: rate {count} ({count / len(stays):.1%}); none in 3 other columns."


def test_missing_values_of_some_rows(stays):
    analysis = asked(stays, "which columns have missing values in 2021?")
    of_the_year = stays[stays["arrived"].dt.year == 2021]
    assert analysis.table.set_index("column")["missing"].to_dict() == of_the_year.isna().sum().to_dict()


def test_missing_values_by_group_are_rows_to_count(stays):
    analysis = asked(stays, "number of missing rates by hotel")
    wanted = stays[stays["rate"].isna()].groupby("hotel").size()
    assert analysis.table.set_index("hotel")["count"].to_dict() == wanted.to_dict()


def test_complete_data_is_said_to_be_so(stays):
    assert asked(stays[["hotel", "nights"]], "are there missing values?").answer == "No missing values in 2 columns."


def test_repeated_rows_are_found_and_counted(stays):
    analysis = asked(stays, "Are there any duplicate rows?")
    assert analysis.answer == "5 rows occur more than once, 2 different: 3 too many."
    assert analysis.table["times"].tolist() == [3, 2]
    assert asked(stays.drop_duplicates(), "how many duplicates are there?").answer == "No row occurs more than once."


def test_values_that_occur_more_than_once(stays):
    analysis = asked(stays.head(4), "which hotels appear more than once?")
    assert analysis.table[["hotel", "times"]].values.tolist() == [["Alder", 2]]


def test_differences_are_told_with_how_sure_they_are(stays):
    analysis = asked(stays, "Is the difference in nights between Alder and Cedar significant?")
    assert tools(analysis) == ["filter_rows", "aggregate", "plot_bar", "compare_groups"]
    groups = [stays.loc[stays["hotel"] == name, "nights"] for name in ("Cedar", "Alder")]
    interval = stats.ttest_ind(*groups, equal_var=False).confidence_interval()
    difference = groups[0].mean() - groups[1].mean()
    high, low = (f"{group.mean():.2f}".rstrip("0").rstrip(".") for group in groups)
    assert analysis.answer.startswith(
        f"Yes: average nights is significantly higher for Cedar ({high}) than for Alder ({low}), by {difference:.2f} "
        f"(95% interval {interval.low:.2f} to {interval.high:.2f}, p < 0.001, Welch's t-test; large effect"
    )


def test_no_difference_is_said_to_be_none(stays):
    analysis = asked(stays, "does the rate differ significantly between hotels?")
    said = "No: average rate does not differ significantly between the 3 hotels (Welch's ANOVA, p"
    assert analysis.answer.startswith(said)
    assert "No pair differs clearly" in analysis.answer.splitlines()[0]


def test_significance_without_groups_is_said_not_to_be_done(stays):
    analysis = autoviz.ask(stays, "is the total number of nights significant?")
    assert any("significance" in line for line in analysis.coverage.not_done)


def test_quartiles_by_group(stays):
    analysis = asked(stays, "quartiles of nights by hotel")
    assert tools(analysis) == ["plot_box", "compute_percentiles"]
    table = analysis.tables[-1].set_index(["hotel", "percentile"])["value"]
    assert table["Birch", 75.0] == stays.loc[stays["hotel"] == "Birch", "nights"].quantile(0.75)
    assert "Nights, Birch: 5% below" in analysis.answer


def test_a_season_is_told_from_noise(stays):
    seasonal = asked(stays, "is there a seasonal pattern in average nights per month?")
    assert "strong season of 12 months" in seasonal.answer and seasonal.figure is not None
    noise = stays.assign(nights=np.random.default_rng(1).normal(100, 10, len(stays)))
    none = asked(noise, "is there a seasonal pattern in average nights per month?")
    assert "no clear season of 12 months" in none.answer


def test_a_table_of_a_distribution_and_of_a_correlation(stays):
    spread = asked(stays, "distribution of nights, with a table")
    assert "compute_distributions" in tools(spread) and spread.answer.startswith("Nights: median ")
    both = asked(stays, "correlation of nights and rate, with a table")
    assert both.tables[-1]["r"].iloc[0] == pytest.approx(stays["nights"].corr(stays["rate"]))


def test_shares_over_time_are_drawn_as_shares(stays):
    analysis = asked(stays, "what share of nights does each hotel have per month?")
    plot = analysis.plan.steps[-1]
    assert (plot.tool, plot.params["y"]) == ("plot_area", "nights_share")
    assert analysis.table.groupby("arrived")["nights_share"].sum().round(9).eq(1).all()


def test_shares_as_bars_are_drawn_as_shares(stays):
    analysis = asked(stays, "share of nights by hotel as a bar chart")
    assert analysis.plan.steps[-1].params["y"] == "nights_share"
    assert sum(analysis.figure.data[0].y) == pytest.approx(1)


def test_the_share_of_one_part_is_one_of_the_whole(stays):
    analysis = asked(stays, "what percentage of nights comes from Cedar?")
    share = stays.loc[stays["hotel"] == "Cedar", "nights"].sum() / stays["nights"].sum()
    assert analysis.answer.splitlines()[0] == f"Share of nights: Cedar {share:.1%}."
    assert set(analysis.figure.data[0].labels) == {"Alder", "Birch", "Cedar"}
