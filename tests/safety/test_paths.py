"""Paths are taken literally: no pattern, no address, no other file than the one that is named."""

from __future__ import annotations

import pytest

from autoviz.errors import FileError
from autoviz.frames import open_frame, to_pandas

NAMES = ("s[1]", "s*", "s?", "[a-z]", "{s,t}", "s[!1]", "it's", "**", "s 1", "é", "s[[]1]", "-", "s;drop table t")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Files that a pattern would match."""
    for name in ("s1", "s", "st", "a", "t"):
        (tmp_path / f"{name}.csv").write_text("other\n1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_file_of_just_that_name_is_read(folder, name, ending):
    if ending == "csv":
        (folder / f"{name}.csv").write_text("mine\n1\n2\n", "utf-8")
    else:
        import pandas as pd

        pd.DataFrame({"mine": [1, 2]}).to_parquet(folder / f"{name}.parquet")
    assert to_pandas(open_frame(f"{name}.{ending}")).to_dict("list") == {"mine": [1, 2]}


@pytest.mark.parametrize("name", ["s[1]", "s*", "*", "s?", "[st]"])
def test_a_pattern_is_no_file(folder, name):
    with pytest.raises(FileError, match="There is no file"):
        open_frame(f"{name}.csv")


@pytest.mark.parametrize("name", [
    "http://127.0.0.1:1/s.csv", "https://host/s.parquet", "s3://bucket/s.csv", "/dev/stdin", "s\x00.csv",
    "n" * 5000 + ".csv",
    "s.csv/../s.csv", ".", "", "~/s.csv", "file:///etc/passwd", "s.csv; select 1", "read_csv('s.csv')",
])  # fmt: skip
def test_what_is_no_file_is_refused_without_opening_anything(folder, name):
    with pytest.raises(FileError) as caught:
        open_frame(name)
    assert caught.value.hint and len(caught.value.what) < 500


def test_a_backslash_beside_a_wildcard_is_refused(folder):
    (folder / "s\\[1].csv").write_text("mine\n1\n", "utf-8")
    with pytest.raises(FileError, match="backslash"):
        open_frame("s\\[1].csv")
