"""A conversation with a published data source: read, planned, summarised by the server, proven and told."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import autoviz
from autoviz.errors import FrameError
from autoviz.samples import load_sales
from tests.notebook.conftest import run, shell  # noqa: F401 - fixtures
from tests.published.server import SESSION, TOKEN


@pytest.fixture(scope="module")
def sales():
    table = load_sales()
    return table.assign(date=pd.to_datetime(table["date"]))


@pytest.fixture
def session(server, connect, sales):
    if not any(item.name == "sales" for item in server.sources.values()):
        server.publish("sales", sales, {"price": "SUM([revenue])/SUM([units])"})
    return autoviz.Session({"sales": connect("sales")})


def test_five_turns_give_what_the_frame_gives(server, session, sales):
    beside = autoviz.Session({"sales": sales})
    turns = ["total revenue by region", "now by month", "only the West", "as a share of the total",
             "what is the average revenue per product category"]  # fmt: skip
    summarised = 0
    for turn in turns:
        found, expected = session.ask(turn), beside.ask(turn)
        assert found.answer == expected.answer, turn
        assert found.proof.verdict == "proven", (turn, found.proof.line)
        engines = [step.engine for step in found.provenance.steps]
        summarised += "tableau" in engines
        assert all(secret not in found.provenance.model_dump_json() for secret in (TOKEN, SESSION))
        assert found.provenance.stages[-1].stage == "answer", "telling is in the record too"
    assert summarised >= 4
    assert not any(body["options"]["disaggregate"] for body in server.queries())


def test_the_request_stands_in_the_provenance(session):
    found = session.ask("total revenue by region")
    notes = [note.message for step in found.provenance.steps for note in step.notes]
    assert any("Asked of Tableau in one query" in note and '"function": "SUM"' in note for note in notes)


def test_a_field_with_its_own_formula_is_shown_as_it_gives_it(session, sales):
    table, _ = next(iter(session.frames.values())).answer(
        autoviz.ask(next(iter(session.frames.values())), "average price by region").query
    )
    sums = sales.groupby("region")[["revenue", "units"]].sum()
    found = table.dropna().set_index("region").iloc[:, 0]
    assert found.round(6).to_dict() == (sums["revenue"] / sums["units"]).round(6).to_dict()


@pytest.mark.parametrize("question", [
    "total revenue by region where units > 1000000",
    "total revenue where units > 1000000",
])  # fmt: skip
def test_conditions_that_leave_nothing_are_told_as_for_a_frame(session, sales, question):
    told = []
    for asked in (session, autoviz.Session({"sales": sales})):
        analysis = asked.ask(question)
        assert analysis.figure is None and analysis.table is None
        told.append(analysis.answer)
    assert told[0] == told[1]
    assert "where units is above 1,000,000, so there is nothing to show" in told[0]


def test_nothing_that_is_kept_or_exported_holds_a_key_and_the_script_runs(session, tmp_path, monkeypatch):
    found = session.ask("total revenue by region in 2024")
    found.save(tmp_path / "question.json")
    session.save(tmp_path / "session.json")
    found.to_html(tmp_path / "page.html")
    (tmp_path / "script.py").write_text(found.code())
    (tmp_path / "plain.json").write_text(json.dumps(found.to_dict(), default=str))
    for path in tmp_path.iterdir():
        assert not any(secret in path.read_text("utf-8") for secret in (TOKEN, SESSION)), path.name
    for name, value in (("TOKEN_NAME", "me"), ("TOKEN", TOKEN)):
        monkeypatch.setenv(f"AUTOVIZ_TABLEAU_{name}", value)
    space = {}
    exec(found.code().replace("fig.show()", ""), space)
    assert sorted(space["fig"].data[0].y) == pytest.approx(sorted(found.figure.data[0].y))


def test_why_rows_were_fetched_stands_in_the_provenance(session, sales):
    found = session.ask("show outliers of revenue")
    notes = [note.message for step in found.provenance.steps for note in step.notes]
    assert any("on rows, because" in note and "Asked of Tableau" in note for note in notes), notes
    assert found.answer == autoviz.Session({"sales": sales}).ask("show outliers of revenue").answer


def test_a_data_source_is_not_joined_with_a_frame(session, sales):
    names = sales["region"].dropna().unique()
    regions = pd.DataFrame({"region": names, "population": range(len(names))})
    both = autoviz.Session({**session.frames, "regions": regions})
    with pytest.raises(FrameError, match="stays on its server"):
        both.ask("total revenue and population by region")


def test_a_cell_takes_it_like_a_frame(session, shell, run):  # noqa: F811 - fixtures
    shell.user_ns["published"] = next(iter(session.frames.values()))
    cell = run("%%autoviz published\ntotal revenue by region")
    assert cell.succeeded, cell.printed
    assert TOKEN not in cell.html and "tableau" in {step.engine for step in cell.result.provenance.steps}


def test_without_rows_for_a_proof_the_answer_says_so(session, connect):
    found = autoviz.ask(connect("sales", proof_rows=0), "total revenue by region")
    assert found.proof.verdict == "not proven" and "stay on the server" in found.proof.line
    assert found.answer == session.ask("total revenue by region").answer
