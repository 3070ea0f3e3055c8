"""Drawn numbers: a figure shows the gold numbers whatever its orientation, order and way of writing dates."""

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from autoviz.evaluation.drawn import data_matches

GOLD = [["East", 3], ["West", 5.5]]


@pytest.mark.parametrize(
    "trace",
    [
        go.Bar(x=["West", "East"], y=[5.5, 3]),
        go.Bar(x=[3, 5.5], y=["East", "West"], orientation="h"),
        go.Pie(labels=["east", "WEST"], values=[3, 5.5]),
        go.Scatter(x=["East", "West", "North", "South"], y=[3, 5.5000001, 0, np.nan]),
        go.Scatter(x=[3, 5.5], y=["East", "West"]),
    ],
)
def test_the_same_numbers_match(trace):
    assert data_matches(go.Figure(trace), GOLD)


@pytest.mark.parametrize(
    "trace",
    [
        go.Bar(x=["East", "West"], y=[3, 5.4]),
        go.Bar(x=["East"], y=[3]),
        go.Bar(x=["East", "West", "North"], y=[3, 5.5, 1]),
        go.Bar(x=["West", "East"], y=[3, 5.5]),
        go.Bar(),
    ],
)
def test_other_numbers_do_not_match(trace):
    assert not data_matches(go.Figure(trace), GOLD)


def test_traces_are_taken_together():
    figure = go.Figure([go.Bar(x=["East"], y=[3], name="a"), go.Bar(x=["West"], y=[5.5], name="b")])
    assert data_matches(figure, [["East", 3, "a"], ["West", 5.5, "b"]])


@pytest.mark.parametrize("dates", [["2022-01-01", "2022-02-01"], pd.to_datetime(["2022-01-01", "2022-02-01"])])
@pytest.mark.parametrize("first", ["2022-01-01", "2022-01-01 00:00:00", "2022-01-01T00:00:00"])
def test_days_match_however_they_are_written(dates, first):
    assert data_matches(go.Figure(go.Scatter(x=dates, y=[1, 2])), [[first, 1], ["2022-02-01", 2]])


def test_hours_match_however_they_are_written():
    hours = pd.to_datetime(["2024-03-01 03:00", "2024-03-01 06:00"])
    figure = go.Figure(go.Scatter(x=hours, y=[1, 2]))
    assert data_matches(figure, [["2024-03-01 03:00:00", 1], ["2024-03-01 06:00:00", 2]])
    assert not data_matches(figure, [["2024-03-01 04:00:00", 1], ["2024-03-01 06:00:00", 2]])


@pytest.mark.parametrize("years", [[2021, 2022], ["2021", "2022"], pd.to_datetime(["2021-01-01", "2022-01-01"])])
def test_years_match_as_numbers_texts_and_dates(years):
    assert data_matches(go.Figure(go.Bar(x=years, y=[7, 8])), [[2021, 7], [2022, 8]])


def test_days_of_the_week_match_by_three_letters():
    assert data_matches(go.Figure(go.Bar(x=["Mon", "Tuesday"], y=[1, 2])), [["Monday", 1], ["Tue", 2]])
