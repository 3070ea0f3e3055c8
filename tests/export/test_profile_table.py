"""A profile for people: what each column means, keys, series and warnings, in the terminal and in a notebook."""

from __future__ import annotations

import json

import duckdb
import pandas as pd
import pytest

from autoviz import cli
from autoviz.export.profile_table import as_dict, as_markup, as_text, headline, remarks, rows_of, warnings
from autoviz.model.profile import DateEvidence
from autoviz.profile import profile


@pytest.fixture
def frame() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "order_id": range(100, 130),
            "price": [n + 0.25 for n in range(29)] + [None],
            "region": ["North", "South", "East"] * 10,
            "sales_2023": [n * 3.5 for n in range(30)],
            "sales_2024": [n * 3.75 for n in range(30)],
            "day": pd.date_range("2024-01-01", periods=30).strftime("%Y-%m-%d"),
        }
    )


def test_each_column_has_a_row_and_each_finding_a_sentence(frame):
    found = profile(frame, "orders")
    rows = {row[0]: row for row in rows_of(found)}
    assert list(rows) == list(frame.columns)
    assert rows["price"][4:6] == ("0.25 … 28.25", "1 (3%)")
    assert rows["region"][4] == "North, South and East"
    assert rows["day"][4] == "2024-01-01 … 2024-01-30"
    assert headline(found) == "orders: 30 rows, 6 columns (pandas)"
    assert remarks(found) == [
        "One row for each order_id: order_id differs in every row.",
        "One series, sales by year: sales_2023, sales_2024.",
    ]


def test_words_for_a_missing_value_are_told_where_text_is_read_as_numbers(frame):
    told = frame.assign(discount=["10%", "5 %", "n.a."] * 10)
    (row,) = (row for row in rows_of(profile(told)) if row[0] == "discount")
    assert row[4:6] == ("5 … 10", "“n.a.”")


def test_cells_that_cannot_be_read_are_named_with_their_share_and_examples(frame):
    found = profile(frame)
    read = DateEvidence(format="%Y-%m-%d", parse_rate=0.95, failed=("soon", "n/a"))
    columns = tuple(item.replaced(dates=read) if item.name == "day" else item for item in found.columns)
    told = warnings(found.replaced(columns=columns))
    assert "day: 5.0% of its cells cannot be read as dates, such as 'soon', 'n/a'." in told


def test_text_markup_and_dict_say_the_same(frame):
    found = profile(frame, "orders")
    assert all(line in as_text(found) for line in remarks(found))
    assert "<table" in as_markup(found)
    assert as_dict(found)["told"] == remarks(found)
    hostile = profile(frame.rename(columns={"region": "<b>"}), "orders")
    assert "&lt;b&gt;" in as_markup(hostile)


def test_the_command_shows_a_table_or_json(frame, tmp_path, capsys):
    path = tmp_path / "orders.csv"
    frame.to_csv(path, index=False)
    assert cli.main(["profile", str(path)]) == 0
    out = capsys.readouterr().out
    assert "orders: 30 rows, 6 columns" in out
    assert "One row for each order_id" in out
    assert cli.main(["profile", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [column["name"] for column in told["columns"]] == list(frame.columns)
    assert told["things"]["columns"] == ["order_id"]


def test_a_file_that_is_not_there_is_a_message(tmp_path, capsys):
    assert cli.main(["profile", str(tmp_path / "none.csv")]) == 1
    assert "none.csv" in capsys.readouterr().err


def test_a_long_table_says_what_is_counted_and_what_judged_by_a_sample():
    relation = duckdb.sql("SELECT range AS order_id, 'c' || (range % 4) AS shop FROM range(60000)")
    found = profile(relation)
    assert found.looked_at == 20_000
    told = remarks(found)
    assert told[0].startswith("One row for each order_id: order_id differs in every row")
    assert "those of all rows; the rest is judged by a sample of 20,000 rows" in told[1]
    assert profile(pd.DataFrame({"a": range(9)})).looked_at is None
