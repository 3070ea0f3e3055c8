"""A real small model behind every contract: replies hold, nothing unasked is left, and faults hand over."""

from __future__ import annotations

import json

import jsonschema
import pytest

import autoviz
from autoviz.errors import AutovizError
from autoviz.readers.llm import contracts
from autoviz.readers.llm.changing import change_schema
from autoviz.readers.llm.client import Client, Clock, Server
from autoviz.readers.llm.prompts import messages
from autoviz.registry.catalog import default_catalog
from autoviz.samples import load_sales
from autoviz.stages.coverage import check

PATIENT = {"model_timeout": 300.0, "model_budget": 900.0, "model_cache": False}
COLUMNS = ("date", "revenue", "region", "units")
LONGEST = 1100


@pytest.fixture(scope="module")
def sales():
    return load_sales()


def ask(url, frame, question, **settings):
    return autoviz.ask(frame, question, reader="llm", model_url=url, **(PATIENT | settings))


def unjustified(found):
    catalog = default_catalog()
    checked = [check(part.plan, part.requirements, found.record.profile, catalog) for part in found.record.parts]
    return [gap.message for coverage in checked for gap in coverage.gaps if gap.kind == "unjustified"]


@pytest.mark.parametrize("contract", contracts.CONTRACTS, ids=lambda contract: contract.prompt)
def test_the_server_holds_a_reply_to_its_contract(url, contract):
    catalog = default_catalog()
    domains = {"primary": tuple(catalog.intents), "missing": ("group_by", "time"), "metrics": COLUMNS}
    steps = catalog.templates["comparative"].steps
    changes = change_schema(("aggregate", "plot_bar"), steps, ("metrics", "group_by"), COLUMNS, catalog)
    has_changes = "changes" in contract.reply.model_fields
    schema = contract.schema(domains, changes if has_changes else None)
    values = dict.fromkeys(contract.placeholders, "-") | {"question": "total revenue by region"}
    client, clock = Client(Server(url)), Clock(600, 600)
    model = client.model("", clock)
    found = client.complete(
        messages(contract, values), model=model, schema=schema, temperature=0, max_tokens=500, clock=clock
    )
    assert found.grammar
    if not found.cut_off:
        jsonschema.validate(json.loads(found.text), schema)


def test_a_question_goes_through_the_pipeline(url, sales):
    found = ask(url, sales, "average revenue by region")
    assert found.answer
    assert not unjustified(found)
    calls = found.provenance.calls
    assert {"intent", "requirements"} <= {call.stage for call in calls}
    assert all(call.tokens_in < LONGEST and call.grammar for call in calls if call.tokens_in and not call.problems)


def test_without_grammar_replies_are_taken_out_of_the_text(url, sales):
    brief = {stage: {"max_tokens": 200} for stage in ("intent", "requirements", "adaptation")}
    found = ask(url, sales, "monthly units", model_grammar=False, model_stages=brief)
    assert not any(call.grammar for call in found.provenance.calls if call.reply)
    assert found.answer
    assert not unjustified(found)


def test_the_streamlined_strategy_ends_in_an_answer(url, sales):
    found = ask(
        url, sales, "total revenue by region", strategy="streamlined", model_stages={"build": {"max_tokens": 500}}
    )
    assert found.answer
    assert not unjustified(found)
    assert "build" in {call.stage for call in found.provenance.calls}


def test_a_model_that_is_too_slow_hands_over(url, sales):
    found = ask(url, sales, "average revenue by region", model_timeout=0.05, model_budget=0.2)
    assert "embedded reader took over" in found.record.notes[-1]
    assert found.requirements == autoviz.ask(sales, "average revenue by region").requirements


def test_a_model_that_the_server_does_not_have_is_an_error_for_the_model_alone(url, sales):
    with pytest.raises(AutovizError, match="404"):
        ask(url, sales, "average revenue by region", model_name="no-such-model", model_only=True)
