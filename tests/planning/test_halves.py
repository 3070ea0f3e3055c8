"""What a table holds in two halves is both of them together where a question asks for it by one name."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.planning.halves import halved
from autoviz.profile import profile


@pytest.fixture(scope="module")
def baths() -> pd.DataFrame:
    """Four pools, each month, with the swimmers of both sorts."""
    random = np.random.default_rng(11)
    months = pd.date_range("2022-01-01", periods=24, freq="MS")
    frame = pd.DataFrame([(month, pool) for month in months for pool in ("Quay", "Mere", "Dell", "Hall")])
    frame.columns = ["month", "pool"]
    frame["adult_swimmers"] = random.integers(80, 900, len(frame))
    frame["child_swimmers"] = random.integers(20, 600, len(frame))
    frame["lifeguards"] = random.integers(1, 9, len(frame))
    return frame


@pytest.fixture(scope="module")
def matches() -> pd.DataFrame:
    random = np.random.default_rng(12)
    teams = ["Ashford", "Corby", "Jarrow", "Thirsk"]
    frame = pd.DataFrame([(one, other) for _ in range(8) for one in teams for other in teams if one != other])
    frame.columns = ["home_team", "away_team"]
    frame["home_goals"], frame["away_goals"] = random.poisson(1.7, len(frame)), random.poisson(1.2, len(frame))
    frame["crowd"] = random.integers(900, 9000, len(frame))
    return frame


@pytest.mark.parametrize("question", ["total swimmers by pool", "which pool has the most swimmers"])
def test_both_halves_are_added_up(baths, question):
    found = autoviz.ask(baths, question)
    table = dict(zip(found.table["pool"], found.table.iloc[:, -1], strict=True))
    totals = (baths.adult_swimmers + baths.child_swimmers).groupby(baths["pool"]).sum().to_dict()
    assert table and table.items() <= totals.items()
    assert "swimmers is adult_swimmers and child_swimmers together." in found.assumed


def test_rows_are_kept_by_both_together(baths):
    found = autoviz.ask(baths, "rows with more than 1200 swimmers")
    assert len(found.table) == (baths.adult_swimmers + baths.child_swimmers > 1200).sum() > 0


def test_a_relation_is_one_of_both_together(baths):
    found = autoviz.ask(baths, "does the number of lifeguards go up with swimmers?")
    assert {found.charts[0].x, found.charts[0].y} == {"lifeguards", "swimmers"}


@pytest.mark.parametrize("question", ["adult swimmers by pool", "swimmers by pool, kids only", "crowd by home team"])
def test_a_half_that_is_named_is_meant_alone(baths, matches, question):
    for frame in (baths, matches):
        assert halved(question, profile(frame)) is None


def test_the_half_of_one_side_is_told_and_marked(matches):
    found = autoviz.ask(matches, "total goals by team")
    assert found.charts[0].x == "home_team"
    assert "goals is home_goals alone, by home_team." in found.assumed
    assert found.confidence < 0.5


def test_what_holds_the_halves_against_each_other_stays(matches):
    assert "together" not in " ".join(autoviz.ask(matches, "biggest goal difference").assumed)


def test_amounts_that_are_no_halves_are_not_added_up(baths):
    frame = baths.rename(columns={"adult_swimmers": "planned_swimmers", "child_swimmers": "actual_swimmers"})
    assert halved("total swimmers by pool", profile(frame)) is None
    assert halved("total swimmers by pool", profile(baths.assign(swimmers=1))) is None


@pytest.mark.parametrize("question", ["which team conceded the fewest goals at home?", "goals conceded by home team"])
def test_what_one_side_let_in_is_what_the_other_got(matches, question):
    found = autoviz.ask(matches, question)
    table = dict(zip(found.table["home_team"], found.table.iloc[:, -1], strict=True))
    assert table.items() <= matches.groupby("home_team")["away_goals"].sum().to_dict().items()
    assert "what home_team let in is away_goals." in found.assumed
    assert "let in" not in " ".join(autoviz.ask(matches, "home goals against home team").assumed)


def test_a_noun_behind_the_halves_is_theirs(matches):
    frame = matches.assign(judge=["Adams", "Blake", "Cole"] * 32, red_cards=[int(at < 9) for at in range(len(matches))])
    frame["home_yellow"], frame["away_yellow"] = matches["away_goals"], matches["home_goals"]
    found = autoviz.ask(frame, "average yellow cards by judge")
    assert "yellow cards is home_yellow and away_yellow together." in found.assumed


def test_what_is_only_made_of_the_word_is_no_name():
    games = pd.DataFrame({"season": [2020, 2021] * 30, "home_goals": [place % 3 for place in range(60)],
                          "away_goals": [place % 2 for place in range(60)]})  # fmt: skip
    assert halved("goalless draws by season", profile(games)) is None
    assert halved("total goals by season", profile(games)) is not None
