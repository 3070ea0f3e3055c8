"""Treatments of rows from question to result: planned, covered, run, told in the answer's table and in the code."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz import Analysis
from autoviz.errors import FileError


@pytest.fixture(scope="module")
def visits() -> pd.DataFrame:
    random = np.random.default_rng(7)
    count = 900
    frame = pd.DataFrame(
        {
            "day": pd.Timestamp("2023-01-01") + pd.to_timedelta(random.integers(0, 700, count), unit="D"),
            "clinic": random.choice(["North", "South"], count),
            "age": np.where(random.random(count) < 0.2, np.nan, random.integers(1, 90, count)),
            "cost": random.integers(10, 500, count).astype(float),
        }
    )
    return pd.concat([frame, frame.head(100)], ignore_index=True)


def tools(analysis: Analysis) -> list[str]:
    return [step.tool for step in analysis.plan.steps]


def asked(frame: pd.DataFrame, question: str) -> Analysis:
    before = frame.copy()
    analysis = autoviz.ask(frame, question)
    assert analysis.coverage.complete and not analysis.coverage.not_done
    pd.testing.assert_frame_equal(frame, before)
    return analysis


def test_a_running_total_by_month(visits):
    analysis = asked(visits, "running total of cost by month")
    assert "cumulative" in tools(analysis)
    monthly = visits.groupby(visits["day"].dt.to_period("M"))["cost"].sum().cumsum()
    assert analysis.table["cost_cumulative"].tolist() == monthly.tolist()
    assert list(analysis.figure.data[0].y) == monthly.tolist()
    assert f"{monthly.iloc[-1]:,.0f}" in analysis.answer


def test_a_running_total_without_a_period_runs_over_the_dates(visits):
    analysis = asked(visits, "cumulative cost per clinic")
    assert analysis.requirements.time is not None and analysis.requirements.time.column == "day"
    last = analysis.table.groupby("clinic")["cost_cumulative"].last()
    assert last.to_dict() == visits.groupby("clinic")["cost"].sum().to_dict()


def test_doubled_rows_are_counted_once(visits):
    analysis = asked(visits, "total cost by clinic, ignoring duplicates")
    wanted = visits.drop_duplicates().groupby("clinic")["cost"].sum()
    assert analysis.table.set_index("clinic")["cost"].to_dict() == wanted.to_dict()
    assert analysis.plan.steps[0].satisfies == ("constraints.distinct",)
    assert analysis.provenance.steps[0].rows_out == len(visits.drop_duplicates())


def test_rows_without_a_value_are_left_out(visits):
    analysis = asked(visits, "number of visits by clinic, ignore rows with missing age")
    wanted = visits.dropna(subset=["age"])["clinic"].value_counts()
    assert analysis.table.set_index("clinic")["count"].to_dict() == wanted.to_dict()


def test_missing_values_are_those_of_the_columns_in_question(visits):
    step = asked(visits, "average cost by clinic without missing values").plan.steps[0]
    assert step.params["columns"] == ["cost", "clinic"]


@pytest.mark.parametrize("question", ("missing values", "show me the missing data", "nulls"))
def test_missing_values_alone_ask_where_they_are(visits, question):
    analysis = asked(visits, question)
    assert analysis.answer.startswith("Missing values: age ") and analysis.requirements.statistic("completeness")
    assert asked(visits, "duplicate rows").requirements.statistic("duplicates")
    averaged = asked(visits, "average cost by clinic, rows with missing age left out").requirements
    assert not averaged.statistic("completeness"), "beside something else it is no question of its own"


def test_a_random_sample_is_the_same_every_time(visits):
    first, second = (asked(visits, "a random sample of 30 rows") for _ in range(2))
    assert len(first.table) == 30
    pd.testing.assert_frame_equal(first.table, second.table)
    assert first.requirements.keys == ("analysis.lookup", "outputs.table", "constraints.sample")


def test_the_result_goes_to_the_file_that_was_named(visits, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "costs.csv"
    analysis = asked(visits, f"total cost by clinic, save it to {path}")
    assert pd.read_csv(path)["cost"].tolist() == analysis.table["cost"].tolist()
    assert analysis.answer.splitlines()[1:] == [f"Saved to {path}: 2 rows."]


def test_a_rolling_average_counts_months_without_rows(visits):
    some = visits[~visits["day"].dt.month.isin([5, 6])]
    analysis = asked(some, "3 month rolling average of cost by month")
    monthly = some.set_index("day")["cost"].resample("MS").sum()
    wanted = monthly.rolling(3).mean().dropna()
    told = analysis.table.set_index("day")["cost_rolling"].dropna()
    assert told.tolist() == pytest.approx(wanted[told.index].tolist())
    assert len(told) == len(wanted) - 4  # May and June of two years
    assert analysis.proof.verdict == "proven"


@pytest.mark.parametrize(
    "question",
    ["month over month change of cost", "change of monthly cost against the same month a year before",
     "3 month rolling average of cost by month", "4 week rolling average of mean cost by clinic"],
)  # fmt: skip
def test_courses_over_gaps_are_proven(visits, question):
    some = visits[~visits["day"].dt.month.isin([5, 6])].copy()
    some.loc[some.index[::40], "day"] = pd.NaT
    analysis = asked(some, question)
    assert {"period_change", "rolling_average"} & set(tools(analysis))
    assert analysis.proof.verdict == "proven"
    assert "RANGE BETWEEN INTERVAL" in analysis.sql


@pytest.mark.parametrize(
    "question",
    ["running total of cost by month", "total cost by clinic, ignoring duplicates", "a random sample of 30 rows",
     "average age by clinic, fill missing ages with the median", "keep one row per clinic"],
)  # fmt: skip
def test_the_exported_code_does_the_same(visits, question):
    analysis = asked(visits, question)
    variables = {"df": visits}
    exec(compile(analysis.code(), "<exported>", "exec"), variables)
    made = [value for value in variables.values() if isinstance(value, pd.DataFrame)]
    wanted = analysis.table.astype(str).reset_index(drop=True)
    assert any(item.astype(str).reset_index(drop=True).equals(wanted) for item in made), analysis.code()


@pytest.mark.parametrize(
    "question", ["total cost by clinic and save them", "save it", "average age by clinic, save it to a file"]
)
def test_a_result_to_be_saved_without_a_file_is_refused_and_not_passed_over(visits, question):
    with pytest.raises(FileError, match="No file is named for the result"):
        autoviz.ask(visits, question, reader="embedded")
