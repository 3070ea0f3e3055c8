"""The family output: the table that is shown and the file that is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pytest

from autoviz.errors import ColumnError, FileError
from autoviz.table import Outcome

Run = Callable[..., Outcome]


@pytest.fixture
def frame() -> pd.DataFrame:
    dates = pd.to_datetime(["2023-01-01", "2023-01-02", None])
    return pd.DataFrame({"name": ["a", "b", None], "n": [1, 2, 3], "date": dates, "mixed": [1, "x", None]})


def test_the_first_rows_are_shown_with_how_many_there_are(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("show_table", frame, columns=["n", "name"], limit=2)
    assert outcome.table is not None
    assert outcome.table.pandas().to_dict("list") == {"n": [1, 2], "name": ["a", "b"]}
    assert outcome.notes[0].message == "The first 2 of 3 rows are shown."
    assert outcome.notes[0].data == {"rows": 3, "shown": 2}


def test_a_short_table_is_shown_whole(run: Run, frame: pd.DataFrame) -> None:
    outcome = run("show_table", frame)
    assert outcome.table is not None
    assert list(outcome.table.pandas().columns) == list(frame.columns)
    assert outcome.notes[0].message == "All rows are shown: 3."


def test_a_column_that_is_not_there_is_named_with_the_nearest(run: Run, frame: pd.DataFrame) -> None:
    with pytest.raises(ColumnError, match="no column 'nmae'") as caught:
        run("show_table", frame, columns=["nmae"])
    assert "'name'" in caught.value.hint


def test_what_is_shown_of_a_lazy_frame_is_collected(run: Run) -> None:
    outcome = run("show_table", duckdb.sql("select range as n from range(1000)"), limit=5)
    assert outcome.table is not None
    assert outcome.table.pandas()["n"].tolist() == [0, 1, 2, 3, 4]
    assert outcome.notes[0].data["rows"] == 1000


@pytest.mark.parametrize("ending", ["csv", "parquet", "json"])
def test_a_saved_table_reads_back_the_same(run: Run, frame: pd.DataFrame, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    rows = frame.drop(columns="mixed")
    outcome = run("save_dataframe", rows, path=str(path))
    read = {"csv": pd.read_csv, "parquet": pd.read_parquet, "json": pd.read_json}[ending](path)
    assert read["name"].tolist()[:2] == ["a", "b"]
    assert read["n"].tolist() == [1, 2, 3]
    assert pd.to_datetime(read["date"]).dt.tz_localize(None).tolist()[:2] == frame["date"].tolist()[:2]
    assert outcome.notes[0].data == {"path": str(path), "rows": 3}
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_lazy_table_can_be_saved(run: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    run("save_dataframe", pl.DataFrame({"n": [1, 2]}), path=str(path))
    assert {"csv": pd.read_csv, "parquet": pd.read_parquet}[ending](path)["n"].tolist() == [1, 2]


def test_cells_of_mixed_types_are_saved_as_text(run: Run, frame: pd.DataFrame, tmp_path: Path) -> None:
    run("save_dataframe", frame, path=str(tmp_path / "out.parquet"))
    assert pd.read_parquet(tmp_path / "out.parquet")["mixed"].tolist()[:2] == ["1", "x"]


def test_a_file_that_is_there_is_kept_unless_allowed(run: Run, frame: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("precious", "utf-8")
    with pytest.raises(FileError, match="there already"):
        run("save_dataframe", frame, path=str(path))
    assert path.read_text("utf-8") == "precious"
    run("save_dataframe", frame, path=str(path), overwrite=True)
    assert path.read_text("utf-8").startswith("name,n")


@pytest.mark.parametrize(
    ("name", "message"), [("out.xlsx", "which format"), ("out", "which format"), ("nowhere/out.csv", "no folder")]
)
def test_a_path_that_cannot_be_written_is_refused(
    run: Run, frame: pd.DataFrame, tmp_path: Path, name: str, message: str
) -> None:
    with pytest.raises(FileError, match=message):
        run("save_dataframe", frame, path=str(tmp_path / name))


def test_a_failure_leaves_no_half_of_a_file(
    run: Run, frame: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(pd.DataFrame, "to_csv", fail)
    with pytest.raises(FileError, match="disk full"):
        run("save_dataframe", frame, path=str(tmp_path / "out.csv"))
    assert not list(tmp_path.iterdir())
