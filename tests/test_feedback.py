"""Ratings: kept in a local file, the last of each answer counts, and a damaged line is passed over."""

from __future__ import annotations

import pytest

import autoviz
from autoviz.errors import FileError
from autoviz.feedback import feedback_file, liked, liked_examples, satisfaction
from autoviz.samples import load_sales


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_nobody_has_rated_yet():
    assert satisfaction().ratings == 0 and satisfaction().satisfaction is None


def test_ratings_count_as_satisfaction():
    one = autoviz.ask(load_sales(), "total revenue by region")
    other = autoviz.ask(load_sales(), "total units by region")
    one.rate(True)
    one.rate(True)
    other.rate(False, "too coarse")
    assert (satisfaction().ratings, satisfaction().satisfaction) == (2, 0.5)
    assert one.metrics.satisfaction == 1.0
    assert one.metrics.plus(other.metrics).satisfaction == 0.5
    with feedback_file().open("a") as file:
        file.write("{half a li\n[]\n")
    assert satisfaction().ratings == 2


def test_no_cell_of_the_table_is_written_down():
    autoviz.ask(load_sales(), "total revenue by region").rate(True)
    assert "1880752" not in feedback_file().read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_told(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AUTOVIZ_DATA", str(tmp_path / "file"))
    with pytest.raises(FileError) as caught:
        autoviz.ask(load_sales(), "total revenue by region").rate(True)
    assert "AUTOVIZ_DATA" in caught.value.hint


def test_what_was_rated_well_is_kept_as_an_example():
    autoviz.ask(load_sales(), "total revenue by region").rate(True)
    autoviz.ask(load_sales(), "total units by region").rate(False)
    (kept,) = liked()
    assert kept.question == "total revenue by region" and kept.requirements.metrics == ("revenue",)
    assert kept.plan.steps
    (example,) = liked_examples(share_values=False)
    assert example.columns["revenue"] == "numeric"


def test_an_example_with_values_goes_to_a_model_only_where_values_may():
    autoviz.ask(load_sales(), "total revenue by product category in the West").rate(True)
    assert liked_examples(share_values=False) == ()
    assert len(liked_examples(share_values=True)) == 1


def test_a_follow_up_is_no_example():
    session = autoviz.Session(load_sales())
    session.ask("total revenue by region")
    session.ask("now by month").rate(True)
    assert liked() == () and satisfaction().ratings == 1
