"""Reports: questions of a file or of the table, in three forms, offline and small; one that fails stops no other."""

from __future__ import annotations

import json
import re

import nbformat
import pandas as pd
import pytest

from autoviz.cli import main
from autoviz.errors import FileError
from autoviz.reporting import read_questions, report
from autoviz.samples import load_sales

QUESTIONS = """
title: Sales of the shop
questions:
  - total revenue by region
  - question: top 3 product_category by revenue
    reason: The range is to be cut.
  - revenue by humidity
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    file = tmp_path_factory.mktemp("report") / "questions.yaml"
    file.write_text(QUESTIONS, "utf-8")
    told = []
    result = report(load_sales(), file, name="sales", tell=lambda *given: told.append(given))
    assert [item[:2] for item in told] == [(1, 3), (2, 3), (3, 3)]
    return result


def test_the_page_is_whole_small_and_asks_nobody(made):
    page = made.to_html()
    assert len(page.encode()) < 6_000_000
    assert page.count("* plotly.js v") == 1 and page.count('class="plotly-graph-div"') == 2
    body = page[: page.index("<script")] + page[page.rindex("</script>") :]
    assert not re.search(r"""(?:src|href)=["'](?:https?:)?//""", body)
    assert "<h1>Sales of the shop</h1>" in page and 'href="#q2"' in page and 'id="q2"' in page
    assert "The range is to be cut." in page and "@media print" in page and "autoviz-proof" in page


def test_what_cannot_be_answered_is_told_in_its_place(made):
    assert made.entries[2].problem.startswith("Not answered")
    assert not any(entry.problem for entry in made.entries[:2])
    for text in (made.to_html(), made.to_markdown()):
        assert "Not answered" in text


def test_markdown_has_answers_and_tables(made):
    text = made.to_markdown()
    assert "## 1. total revenue by region" in text and "| West | 1,880,752.28 |" in text
    assert "Proven: 5 numbers computed twice." in text


def test_markdown_has_the_notes_of_an_answer_and_no_thousands_in_names():
    storms = pd.DataFrame({"storm_id": range(2000, 2040), "year": [2003, 2004] * 20, "wind": range(0, 160, 4)})
    text = report(storms, ["rows with wind over 150"], name="storms").to_markdown()
    assert "*Rows where wind > 150.*" in text, "a reading that is doubted is doubted here too"
    assert "2038" in text and "2,0" not in text


def test_the_notebook_is_valid_and_holds_the_questions(made):
    content = nbformat.reads(made.to_notebook(), as_version=4)
    nbformat.validate(content)
    sources = [cell.source for cell in content.cells if cell.cell_type == "code"]
    assert sources[:2] == ["%load_ext autoviz", "%%autoviz sales\ntotal revenue by region"]
    assert "application/vnd.plotly.v1+json" in json.dumps(content.cells[2].outputs)


def test_without_questions_the_table_suggests_its_own(tmp_path, capsys):
    data = tmp_path / "shop sales.csv"
    load_sales().to_csv(data, index=False)
    out = tmp_path / "report.md"
    assert main(["report", str(data), "-o", str(out)]) == 0
    assert "8 of 8 answered" in capsys.readouterr().out
    text = out.read_text("utf-8")
    assert "# Report on shop_sales" in text and "*revenue adds up" not in text and "revenue adds up.*" in text


def test_bad_files_are_told(made, tmp_path, capsys):
    with pytest.raises(FileError, match="cannot be written as"):
        made.write(tmp_path / "report.pdf")
    with pytest.raises(FileError, match="There is no folder"):
        made.write(tmp_path / "no folder" / "report.html")
    with pytest.raises(FileError, match="cannot be read"):
        read_questions(tmp_path / "none.yaml")
    (tmp_path / "odd.yaml").write_text("questions: 3")
    with pytest.raises(FileError, match="no list of questions"):
        read_questions(tmp_path / "odd.yaml")
    assert main(["report", str(tmp_path / "none.csv")]) == 1
    assert "There is no file" in capsys.readouterr().err
