"""Real replies of a real small model, played again: whatever it said, nothing unasked is left in a plan."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

import autoviz
from autoviz.errors import AutovizError
from autoviz.registry.catalog import default_catalog
from autoviz.stages.coverage import check

FOLDER = Path(__file__).parent
RECORDED = json.loads((FOLDER / "recorded.json").read_text("utf-8"))
STAGES = {"name the kind": "intent", "write down what": "requirements", "change a template": "adaptation"}


def unjustified(found):
    catalog = default_catalog()
    checked = [check(part.plan, part.requirements, found.record.profile, catalog) for part in found.record.parts]
    return [gap.message for coverage in checked for gap in coverage.gaps if gap.kind == "unjustified"]


def play(server, entry):
    """Each stage's replies in their order, the last again and again."""
    said = {stage: [call["reply"] for call in entry["calls"] if call["stage"] == stage] for stage in STAGES.values()}

    def answer(body):
        rules = body["messages"][0]["content"]
        waiting = said[next(stage for words, stage in STAGES.items() if words in rules)]
        return {"text": waiting.pop(0) if len(waiting) > 1 else (waiting or [""])[0]}

    server.by_request = answer


@pytest.mark.parametrize("entry", RECORDED, ids=lambda entry: f"{entry['question']} ({entry['way']})")
def test_no_unjustified_step_is_left(server, entry):
    play(server, entry)
    frame = pd.read_csv(FOLDER.parents[1] / "regression" / entry["table"])
    found = autoviz.ask(frame, entry["question"], reader="llm", model_url=server.url)
    assert not unjustified(found)
    assert found.answer
    assert found.provenance.calls


@pytest.mark.parametrize("entry", RECORDED, ids=lambda entry: f"{entry['question']} ({entry['way']})")
def test_nor_where_the_model_is_alone(server, entry):
    play(server, entry)
    frame = pd.read_csv(FOLDER.parents[1] / "regression" / entry["table"])
    try:
        found = autoviz.ask(frame, entry["question"], reader="llm", model_url=server.url, model_only=True)
    except AutovizError as error:
        assert error.what
    else:
        assert not unjustified(found)
