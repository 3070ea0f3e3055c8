"""A saved question asked again: the same on the same rows, each kind of drift told, and a changed file refused."""

from __future__ import annotations

import json

import pytest

import autoviz
from autoviz.cli import main
from autoviz.errors import FileError, QuestionError
from autoviz.samples import load_sales

QUESTION = "total revenue by region over time"


@pytest.fixture(scope="module")
def asked():
    return autoviz.ask(load_sales(), QUESTION)


@pytest.fixture
def file(asked, tmp_path):
    return asked.save(tmp_path / "q.autoviz.json")


def causes(replayed, *, serious=True):
    told: dict[str, str] = {}
    for item in replayed.drift:
        if item.serious == serious:
            told[item.cause] = f"{told.get(item.cause, '')} {item.message}"
    return told


def test_on_the_same_rows_nothing_has_changed(asked, file):
    replayed = autoviz.replay(file, load_sales())
    assert replayed.drift == ()
    assert replayed.analysis.answer == asked.answer
    assert replayed.analysis.table.equals(asked.table)
    assert str(replayed).splitlines()[1] == "Nothing has changed."


def test_each_kind_of_drift_is_told_first(file):
    sales = load_sales().assign(channel="web")
    sales.loc[sales["region"] == "West", "region"] = "Far West"
    sales["revenue"] = sales["revenue"] * 1.5
    sales.loc[sales.index[:600], "revenue"] = None
    replayed = autoviz.replay(file, sales.iloc[:-100])
    told, said = causes(replayed), causes(replayed, serious=False)
    assert "'Far West'" in told["categories"]
    assert "revenue" in told["missing"]
    assert "beyond 10%" in told["results"]
    assert "'channel'" in said["columns"] and "'revenue'" in said["ranges"] and "4,287 now" in said["rows"]
    shown = replayed._repr_mimebundle_()
    assert shown["text/html"].index("Far West") < shown["text/html"].index("autoviz-answer")


def test_the_same_rows_as_a_file_are_no_drift_and_groups_are_told_apart(file, tmp_path):
    load_sales().to_csv(tmp_path / "sales.csv", index=False)
    assert str(autoviz.replay(file, tmp_path / "sales.csv")).splitlines()[1] == "Nothing has changed."
    sales = load_sales()
    sales.loc[sales["region"].isna(), "region"] = "Islands"
    told = [item.message for item in autoviz.replay(file, sales).drift if item.cause == "results"]
    assert "2023-01-01 / Islands, " in told[0] and "2023-01-01 / (missing), " in told[1]


def test_a_column_of_another_type_or_gone_is_serious(file):
    sales = load_sales()
    typed = autoviz.replay(file, sales.assign(revenue=sales["units"].map(lambda n: f"lot {n}")))
    assert "'revenue' was numeric" in causes(typed)["types"]
    gone = autoviz.replay(file, sales.drop(columns="region"))
    assert gone.analysis is None and "the question needs it" in causes(gone)["columns"]
    assert "could not be asked again" in str(gone)
    assert "df.rename" in gone._repr_mimebundle_()["text/html"], "the way out"


def test_each_kind_of_drift_says_what_helps(file):
    sales = load_sales()

    def hints(frame):
        return {item.cause: item.hint for item in autoviz.replay(file, frame).drift if item.serious}

    typed = hints(sales.assign(revenue=sales["units"].map(lambda n: f"lot {n}")))
    assert "pd.to_numeric(df['revenue']" in typed["types"] and not typed["results"] and "rename" not in str(typed)
    assert "pd.to_datetime(df['date']" in hints(sales.assign(date=range(len(sales))))["types"]
    renamed = hints(sales.rename(columns={"revenue": "revenues"}))
    assert "df.rename(columns={'revenues': 'revenue'})" in renamed["columns"]
    assert "df.rename(columns={'area': 'region'})" in hints(sales.rename(columns={"region": "area"}))["columns"]
    assert "replace" in hints(sales.replace({"region": {"West": "Far West"}}))["categories"]
    assert hints(sales.iloc[:0]) == {"rows": "", "results": ""}


def test_how_far_a_result_may_move_is_stated(file):
    sales = load_sales()
    moved = sales.assign(revenue=sales["revenue"] * 1.05)
    assert "results" not in causes(autoviz.replay(file, moved))
    assert "results" in causes(autoviz.replay(file, moved, share=0.01))


@pytest.mark.parametrize("change", [("question", "drop it"), ("rows", 1), ("settings", {"model_url": "http://x"})])
def test_a_file_that_was_changed_is_refused(file, change):
    content = json.loads(file.read_text("utf-8"))
    content[change[0]] = change[1]
    file.write_text(json.dumps(content), "utf-8")
    with pytest.raises(FileError, match="was changed since it was saved"):
        autoviz.replay(file, load_sales())


def test_a_file_with_a_setting_is_refused_even_with_a_fitting_digest(file):
    from autoviz.export.question_file import _digest

    content = json.loads(file.read_text("utf-8"))
    content.pop("digest")
    content["settings"] = {"model_url": "http://elsewhere"}
    file.write_text(json.dumps({**content, "digest": _digest(content)}), "utf-8")
    with pytest.raises(FileError, match="settings"):
        autoviz.replay(file, load_sales())


def test_what_cannot_be_read_or_written_is_told(asked, tmp_path):
    with pytest.raises(FileError, match="cannot be read"):
        autoviz.replay(tmp_path / "none.json", load_sales())
    (tmp_path / "odd.json").write_text("[1")
    with pytest.raises(FileError, match="no valid question"):
        autoviz.replay(tmp_path / "odd.json", load_sales())
    with pytest.raises(FileError, match="cannot be written"):
        asked.save(tmp_path / "no folder" / "q.json")
    with pytest.raises(QuestionError, match="no answer"):
        autoviz.ask(load_sales(), QUESTION, only_plan=True).save(tmp_path / "q.json")


def test_the_command_checks_for_ci(file, tmp_path, capsys):
    sales = load_sales()
    same, other = tmp_path / "same.csv", tmp_path / "other.csv"
    sales.to_csv(same, index=False)
    sales[sales["region"] != "West"].to_csv(other, index=False)
    assert main(["replay", str(file), str(other)]) == 0, "drift alone is told, not failed"
    assert "gone: 'West'" in capsys.readouterr().out
    assert main(["replay", str(file), str(other), "--check"]) == 1
    assert main(["replay", str(file), str(same), "--check"]) == 0
