"""A conversation with a published data source: read, planned, summarised by the server, proven and told."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.samples import load_sales
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
