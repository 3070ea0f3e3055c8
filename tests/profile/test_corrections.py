"""Corrections: what the owner of a table says of a column goes before what was found out, and is remembered."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.aliases import correct, load_project, project_file
from autoviz.errors import ColumnError, FileError, ParameterError
from autoviz.model.profile import ColumnFacts
from autoviz.profile import profile


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame({"kpi": [n * 1.25 for n in range(40)], "team": ["red", "blue"] * 20, "rank": range(40, 80)})


@pytest.fixture(autouse=True)
def own_project(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_PROJECT", str(tmp_path))


def test_what_is_said_goes_before_what_is_found(frame):
    said = {"kpi": ColumnFacts(meaning="price", unit="EUR"), "team": "who plays"}
    found = profile(frame, descriptions=said)
    column = found.by_name["kpi"]
    assert (column.meaning, column.adds_up, column.unit, column.reason) == (
        "price", False, "EUR", "said in autoviz.yaml",
    )  # fmt: skip
    assert found.by_name["team"].description == "who plays"
    assert found.by_name["team"].reason != "said in autoviz.yaml"


def test_a_meaning_brings_whether_it_adds_up_unless_that_is_said(frame):
    assert profile(frame, descriptions={"kpi": ColumnFacts(meaning="money")}).by_name["kpi"].adds_up
    said = ColumnFacts(meaning="money", adds_up=False)
    assert not profile(frame, descriptions={"kpi": said}).by_name["kpi"].adds_up


def test_a_key_is_no_measure_and_a_measure_no_key(frame):
    as_key = profile(frame, descriptions={"rank": ColumnFacts(meaning="id")})
    assert as_key.by_name["rank"].kind == "identifier"
    assert not as_key.by_name["rank"].metric
    assert as_key.things is not None
    assert as_key.things.columns == ("rank",)
    as_score = profile(frame, descriptions={"rank": ColumnFacts(meaning="score")}).by_name["rank"]
    assert (as_score.kind, as_score.metric) == ("numeric", True)


def test_a_correction_is_remembered_in_the_file(frame):
    correct(profile(frame), "kpi", meaning="price", adds_up="no")
    correct(profile(frame), "kpi", unit="EUR")
    assert load_project().columns["kpi"] == ColumnFacts(meaning="price", adds_up=False, unit="EUR")
    assert "meaning: price" in project_file().read_text("utf-8")
    assert profile(frame, descriptions=load_project().columns).by_name["kpi"].unit == "EUR"


def test_a_description_alone_stays_a_line_of_text(frame):
    correct(profile(frame), "kpi", description="what agents get")
    assert "  kpi: what agents get\n" in project_file().read_text("utf-8")


def test_a_wrong_correction_names_the_place_and_the_way_out(frame):
    with pytest.raises(ParameterError, match=r"kpi\.meaning cannot be 'prize'.*(?s:.)*a meaning is one of amount"):
        correct(profile(frame), "kpi", meaning="prize")
    with pytest.raises(ParameterError, match=r"kpi\.colour"):
        correct(profile(frame), "kpi", colour="red")
    with pytest.raises(ColumnError, match="kpj"):
        correct(profile(frame), "kpj", unit="EUR")
    assert not project_file().exists()


def test_a_wrong_line_in_the_file_is_named(frame):
    project_file().write_text("columns:\n  kpi: {meaning: prize}\n", "utf-8")
    with pytest.raises(FileError, match=r"columns\.kpi\.meaning: Input should be 'amount'"):
        load_project()
    project_file().write_text("columns:\n  kpi: {adds_up: perhaps}\n", "utf-8")
    with pytest.raises(FileError, match=r"columns\.kpi\.adds_up"):
        load_project()


def answers():
    return pd.DataFrame(
        {
            "amount": ["1.234", "2.500", "3.120", "4.000", "1.750"] * 4,
            "group": ["a", "b"] * 10,
            "age": [21, 35, 44, 28, 63, 39, 51, 47, 30, 25, 58, 33, 40, 61, 29, 36, 42, 99, 99, 99],
        }
    )


def test_a_code_is_offered_as_missing_and_left_out_once_that_is_said():
    frame = answers()
    asked = autoviz.ask(frame, "average age by group")
    told = "99 of age counts as a number; “%autoviz column age missing=99” makes it missing."
    assert told in asked.requirements.assumed
    correct(profile(frame), "age", missing="99")
    asked = autoviz.ask(frame, "average age by group")
    expected = frame[frame["age"] != 99].groupby("group")["age"].mean()
    assert asked.table.set_index("group")["age"].to_dict() == pytest.approx(expected.to_dict())
    assert "rows where age is 99 are left out: it stands for a missing value." in asked.requirements.assumed
    assert "age is not 99" in asked.answer


def test_decimals_that_could_be_thousands_are_read_the_other_way_once_that_is_said():
    frame = answers()
    asked = autoviz.ask(frame, "total amount by group")
    assert asked.table["amount"].sum() == pytest.approx(50.416)
    assert any("“%autoviz column amount written=1.234,5”" in told for told in asked.requirements.assumed)
    correct(profile(frame), "amount", written="1.234,5")
    asked = autoviz.ask(frame, "total amount by group")
    assert asked.table["amount"].sum() == 50_416
    assert not asked.requirements.assumed


@pytest.mark.parametrize("facts", [{"missing": "none"}, {"written": "as usual"}])
def test_what_cannot_be_said_of_a_column_is_told(facts):
    with pytest.raises(ParameterError):
        correct(profile(answers()), "amount", **facts)
    assert load_project().columns == {}
