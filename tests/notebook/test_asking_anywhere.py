"""What can be asked besides a variable: files, tables of DuckDB, a frame's own accessor; and what `%autoviz` offers."""

from __future__ import annotations

import duckdb
import pandas as pd
import pytest

from autoviz.frames.files import name_of
from autoviz.samples import load_sales

QUESTION = "total revenue by region"
WEST = "West 1.88M"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sales = load_sales()
    sales.to_csv("my-sales 2024.csv", index=False)
    sales.to_parquet("big.parquet")
    with duckdb.connect("shop.duckdb") as made:
        made.execute("create table orders as from sales")
        made.execute("create view western as from orders where region = 'West'")
    return tmp_path


@pytest.mark.parametrize(
    ("place", "called"),
    [
        ("'my-sales 2024.csv'", "my_sales_2024"),
        ("./big.parquet", "big"),
        ("shop.duckdb:orders", "orders"),
        ("con.mine", "mine"),
        ("held", "held"),
    ],
)
def test_a_file_or_a_table_is_asked_by_its_place(run, shell, folder, place, called):
    shell.user_ns["con"] = duckdb.connect()
    shell.user_ns["con"].execute("create table mine as from read_parquet('big.parquet')")
    duckdb.execute("create or replace temp table held as from read_parquet('big.parquet')")
    cell = run(f"%%autoviz {place}\n{QUESTION}")
    assert WEST in cell.result.answer, cell.printed
    assert cell.result.record.profile.name == called
    assert cell.result.proof.verdict == "proven"


def test_the_code_of_an_answer_about_a_file_runs_as_it_is(run, folder):
    code = run(f"%%autoviz 'my-sales 2024.csv'\n{QUESTION}").result.code()
    space: dict[str, object] = {}
    exec(code.replace("fig.show()", ""), space)
    assert space["aggregate"].set_index("region")["revenue"].round(2)["West"] == 1880752.28


def test_a_follow_up_stays_with_the_file(run, shell, folder):
    run(f"%%autoviz big.parquet\n{QUESTION}")
    cell = run("%%autoviz\nonly the West")
    assert cell.result.record.profile.name == "big" and "East" not in cell.result.answer
    del shell.user_ns["sales"]
    assert run("%%autoviz\ntotal units by product category").result.record.profile.name == "big"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("gone.csv", "There is no file 'gone.csv'"),
        ("gone.duckdb:orders", "There is no file 'gone.duckdb'"),
        ("shop.duckdb:ordres", "Did you mean 'orders'?"),
        ("shop.duckdb", "Available tables: 'orders' and 'western'"),
        ("broken.parquet", "cannot be read: File 'broken.parquet' too small to be a Parquet file"),
        ("broken.duckdb:t", "Is it a DuckDB file?"),
        ("table.xlsx", "needs its ending"),
        ("a." + 300 * "x", "is no name of a frame"),
        ("notes.xlsx", "'notes.xlsx' is neither a parquet nor a CSV file"),
    ],
)
def test_a_place_without_a_table_is_told_with_the_way_out(run, folder, place, words):
    (folder / "broken.parquet").write_text("no parquet")
    (folder / "broken.duckdb").write_text("no database" * 1000)
    (folder / "notes.xlsx").write_text("no table")
    cell = run(f"%%autoviz {place}\n{QUESTION}")
    assert not cell.succeeded and words in cell.printed and "Traceback" not in cell.printed


@pytest.mark.parametrize(
    ("place", "name"),
    [("a/b/Sales Q1.CSV", "Sales_Q1"), ("2024.parquet", "table_2024"), ("x.csv.gz", "x"), ("s.duckdb:main.t", "t")],
)
def test_a_place_has_a_name_that_code_can_use(place, name):
    assert name_of(place) == name


def test_a_frame_answers_by_itself(run):
    cell = run("sales.autoviz('total revenue by region')")
    assert WEST in cell.html
    assert "total revenue by region" in run("sales.autoviz.questions()").result


def test_a_frame_that_answers_by_itself_is_called_as_the_asker_calls_it(run):
    run("other = orders = sales")
    analysis = run("orders.autoviz('total revenue by region')").result
    assert analysis.record.profile.name == "orders" and "orders" in analysis.code()
    assert run("sales.copy().autoviz('total revenue by region')").result.record.profile.name == "df"


def test_a_polars_frame_answers_by_itself(shell):
    polars = pytest.importorskip("polars")
    frame = polars.from_pandas(load_sales())
    assert WEST in frame.autoviz(QUESTION).answer
    assert WEST in frame.lazy().autoviz(QUESTION).answer


def test_alone_it_shows_frames_starters_and_the_last_questions(run):
    first = run("%autoviz").shown[0]
    assert "sales: 4,387 rows, 5 columns" in first["text/plain"]
    starter = next(line for line in first["text/plain"].splitlines() if line.startswith("%autoviz sales "))
    assert run(starter).result.answer
    assert f"1. {starter.removeprefix('%autoviz sales ')}" in run("%autoviz").shown[0]["text/plain"]
    assert "Because" in first["text/html"]
    run("%%autoviz sales --confirm\nwhich region has the highest revenue?")
    told = run("%autoviz").shown[0]["text/plain"]
    assert "2. which region has the highest revenue? planned, and not run." in told


def test_of_many_columns_it_says_how_many_more_there_are(run, shell):
    shell.user_ns["wide"] = pd.DataFrame({f"c{number}": [1.0] for number in range(12)})
    shown = run("%autoviz").html
    assert "1 row, 12 columns" in shown
    assert "c7 and 4 more" in shown and "%autoviz profile wide" in shown


def test_without_a_frame_it_says_how_to_begin(run, shell):
    del shell.user_ns["sales"]
    shown = run("%autoviz").shown[0]
    assert all("There is no frame here yet" in shown[kind] for kind in ("text/html", "text/plain"))
    assert "%%autoviz sales.csv" in shown["text/html"] and "%%autoviz sales.csv" in shown["text/plain"]


@pytest.mark.parametrize(("line", "name"), [("grian week", "grain"), ("frezee", "freeze"), ("histroy", "history")])
def test_a_mistyped_subcommand_is_no_question(run, line, name):
    cell = run(f"%autoviz {line}")
    assert not cell.succeeded and f"Did you mean '{name}'" in cell.printed


def test_a_line_that_starts_with_a_column_is_a_question(run, shell):
    import pandas as pd

    shell.user_ns["hotels"] = pd.DataFrame({"rates": [10.0, 20.0, 60.0], "town": ["Ulm", "Ulm", "Bonn"]})
    cell = run("%autoviz rates by town")
    assert cell.succeeded and cell.result.record.profile.name == "hotels"


def test_help_is_plain(run):
    told = run("%autoviz help").shown[0]["text/plain"]
    assert told.startswith("%%autoviz [frame ...] [options]")
    assert "::" not in told and "%%%" not in told


def test_a_report_is_written_from_the_notebook(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.yaml").write_text("- total revenue by region\n")
    cell = run("%autoviz report sales q.yaml out.md")
    assert cell.succeeded, cell.printed
    assert "1 of 1 question answered" in cell.shown[-1]["text/plain"]
    assert WEST in (tmp_path / "out.md").read_text("utf-8")
    assert "no frame to report on" in run("%autoviz report slaes").printed
    assert ".html or .md or .ipynb" in run("%autoviz report sales report.docx").printed
