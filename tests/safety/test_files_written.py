"""Files that a question asks for: within the working folder, in the format of their ending, whole or not at all."""

from __future__ import annotations

import errno
import resource
from contextlib import contextmanager
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pytest

import autoviz
from autoviz.errors import FileError

ROWS = 5_000
FRAME = pd.DataFrame({"name": [f"name {number}" for number in range(ROWS)], "amount": np.arange(ROWS) / 7})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "work" / "link").symlink_to(tmp_path / "home")
    return tmp_path


def files(folder):
    return sorted(path.name for path in folder.rglob("*[xs].*"))


@pytest.mark.parametrize("path", ["../x.csv", "{}/x.csv", "~/x.csv", "link/x.csv", "./../home/x.csv"])
def test_a_file_outside_the_working_folder_is_written_only_where_that_is_allowed(folder, path):
    question = f"total amount by name, save it to {path.format(folder)}"
    with pytest.raises(FileError, match="outside the working folder") as caught:
        autoviz.ask(FRAME.head(5), question)
    assert "save_anywhere" in caught.value.hint and files(folder) == []
    autoviz.ask(FRAME.head(5), question, save_anywhere=True)
    assert files(folder) == ["x.csv"]


def test_the_folder_of_nobody_is_outside(folder):
    with pytest.raises(FileError, match="outside the working folder"):
        autoviz.ask(FRAME.head(5), "total amount by name, save it to ~nobody-here/x.csv")


@pytest.mark.parametrize("path", ["x.csv.exe", "x.exe", "x.pickle"])
def test_no_ending_but_those_of_tables_is_written(folder, path):
    with pytest.raises(FileError, match="which format"):
        autoviz.ask(FRAME.head(5), f"total amount by name, save it to {path}")
    assert files(folder) == []


@pytest.mark.parametrize("question", ["rows where amount > 3", "total amount by name as a table"])
def test_every_row_is_saved_and_the_first_are_shown(folder, question):
    found = autoviz.ask(FRAME, f"{question}, save it to x.csv")
    saved = pd.read_csv("x.csv")
    pd.testing.assert_frame_equal(saved.head(len(found.table)), found.table.reset_index(drop=True), check_dtype=False)
    assert len(saved) > len(found.table) == 50 and found.proof.verdict == "proven"
    assert f"{len(saved):,} rows" in found.answer


def test_the_rows_asked_for_are_the_rows_saved(folder):
    found = autoviz.ask(FRAME, "the first 7 rows, save them to x.csv")
    assert len(pd.read_csv("x.csv")) == 7
    assert found.sql.endswith("LIMIT 7") and found.proof.verdict == "proven" and found.proof.rows == 7


@contextmanager
def full_disk():
    """No file may grow beyond a few bytes: what writing to a full disk meets in the middle of a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


FRAMES = {
    "pandas": lambda: FRAME,
    "polars": lambda: pl.from_pandas(FRAME).lazy(),
    "duckdb": lambda: duckdb.from_df(FRAME),
}


@pytest.mark.parametrize(
    ("engine", "ending"),
    [("pandas", "csv"), ("pandas", "json"), *((engine, "parquet") for engine in FRAMES)],
)
def test_a_full_disk_leaves_neither_an_empty_file_nor_a_part(folder, engine, ending):
    frame = FRAMES[engine]()
    with full_disk(), pytest.raises(FileError, match="cannot be written"):
        autoviz.ask(frame, f"rows where amount > 3, save them to x.{ending}")
    assert files(folder) == []


def test_a_read_only_folder_is_told_and_nothing_else(folder, monkeypatch):
    def refused(*given, **more):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(pd.DataFrame, "to_csv", refused)
    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(FileError, match=r"'x\.csv' cannot be written: Read-only file system") as caught:
        autoviz.ask(FRAME.head(5), "total amount by name, save it to x.csv")
    assert "another folder" in caught.value.hint


def test_a_full_disk_keeps_the_session_that_was_saved_before(folder):
    session = autoviz.Session(FRAME.head(50))
    session.ask("total amount by name")
    path = session.save("s.json")
    before = path.read_bytes()
    session.ask("average amount by name")
    with full_disk(), pytest.raises(FileError, match=r"s\.json"):
        session.save("s.json")
    assert path.read_bytes() == before and files(folder) == ["s.json"]


def test_cells_that_a_spreadsheet_would_run_are_counted(folder):
    frame = pd.DataFrame({"name": ["=cmd()", "@x", "+1", "plain"], "amount": [1, 2, 3, 4]})
    found = autoviz.ask(frame, "total amount by name, save it to x.csv")
    notes = [note.message for step in found.provenance.steps for note in step.notes]
    assert any("formulas: 3" in note for note in notes)
