"""The tables of the regression suite: made by their script, small, and as messy as real ones."""

import runpy
from pathlib import Path

import pandas as pd
import pytest

FOLDER = Path(__file__).parent
MADE = runpy.run_path(str(FOLDER / "make_tables.py"))
NAMES = sorted(MADE["TABLES"])


def test_there_are_six_domains():
    assert NAMES == ["finance", "health", "sales", "sport", "weather", "web_traffic"]
    assert sorted(path.stem for path in (FOLDER / "tables").glob("*")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_what_its_script_makes(name):
    stored = (FOLDER / "tables" / f"{name}.csv").read_text(encoding="utf-8")
    assert stored == MADE["text"](name)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_small_but_not_tiny(name):
    path = FOLDER / "tables" / f"{name}.csv"
    assert path.stat().st_size < 60_000
    assert 200 <= len(pd.read_csv(path)) <= 800


@pytest.mark.parametrize("name", [name for name in NAMES if name != "sport"])
def test_a_table_has_missing_values(name):
    assert pd.read_csv(FOLDER / "tables" / f"{name}.csv").isna().any().any()
