"""Remembering: a step's result is used again for the same content and params, and never when anything changed."""

from __future__ import annotations

from dataclasses import replace

import duckdb
import pandas as pd
import pytest

import autoviz
from autoviz.model.plan import Step
from autoviz.model.question import Question
from autoviz.model.settings import Settings
from autoviz.pipeline import run
from autoviz.readers.base import Context
from autoviz.readers.default import default_encoder, default_index, embedded_reader
from autoviz.registry.catalog import default_catalog
from autoviz.remembering import StepCache
from autoviz.stages.base import State
from autoviz.stages.execution import execute
from autoviz.table import Outcome, Table

MODEL = "autoviz-reader"


def frame():
    return pd.DataFrame({"region": ["West", "East"] * 20, "revenue": [300.0, 200.0] * 20, "units": range(40)})


def asked(data, question, cache, **settings):
    state = State(
        question=Question(text=question, normalised=question),
        frames={"df": data},
        context=Context(default_catalog(), Settings(**settings)),
        reader=embedded_reader(MODEL),
        index=lambda: default_index(MODEL),
        embed=default_encoder(MODEL).encode,
    )
    return run(replace(state, cache=cache)).parts[0]


def statuses(part):
    return {record.tool: record.status for record in part.step_records}


def test_the_same_steps_are_not_run_again():
    cache, data = StepCache(), frame()
    first = asked(data, "revenue by region", cache)
    again = asked(data.copy(), "total revenue by region", cache)
    assert set(statuses(first).values()) == {"done"}
    assert set(statuses(again).values()) == {"reused"}
    assert again.answer == first.answer
    assert [r.rows_out for r in again.step_records] == [r.rows_out for r in first.step_records]


def test_an_edit_in_place_is_seen():
    cache, data = StepCache(), frame()
    asked(data, "revenue by region", cache)
    data.loc[0, "revenue"] = 1_000_300.0
    again = asked(data, "revenue by region", cache)
    assert set(statuses(again).values()) == {"done"}
    assert "1.01M" in again.answer


def test_only_the_steps_that_differ_are_run():
    cache, data = StepCache(), frame()
    asked(data, "revenue by region as a bar chart", cache)
    pie = statuses(asked(data, "revenue by region as a pie chart", cache))
    assert pie["aggregate"] == "reused" and pie["plot_pie"] == "done"


def test_another_engine_runs_for_itself():
    cache, data = StepCache(), frame()
    asked(data, "revenue by region", cache)
    assert statuses(asked(data, "revenue by region", cache, engine="duckdb"))["aggregate"] == "done"


def test_a_relation_is_known_by_its_rows():
    cache, here = StepCache(), duckdb.connect()
    here.register("given", frame())
    here.execute("CREATE TABLE sales AS SELECT * FROM given")
    asked(here.table("sales"), "revenue by region", cache)
    assert statuses(asked(here.table("sales"), "revenue by region", cache))["aggregate"] == "reused"
    here.execute("UPDATE sales SET revenue = revenue + 1 WHERE rowid = 0")
    assert statuses(asked(here.table("sales"), "revenue by region", cache))["aggregate"] == "done"


@pytest.mark.parametrize("suffix", (".csv", ".parquet"))
def test_a_file_is_known_by_its_size_and_time(tmp_path, suffix):
    cache, path = StepCache(), tmp_path / f"sales{suffix}"

    def write(data):
        data.to_csv(path, index=False) if suffix == ".csv" else data.to_parquet(path)

    write(frame())
    asked(str(path), "revenue by region", cache)
    assert statuses(asked(str(path), "revenue by region", cache))["aggregate"] == "reused"
    write(pd.concat([frame(), frame()]))
    assert statuses(asked(str(path), "revenue by region", cache))["aggregate"] == "done"


def test_a_figure_that_was_changed_is_not_handed_out_again():
    cache, data = StepCache(), frame()
    first = asked(data, "revenue by region", cache)
    figure = next(outcome.figure for outcome in first.outcomes.values() if outcome.figure is not None)
    figure.update_layout(title_text="spoilt")
    again = asked(data, "revenue by region", cache)
    drawn = next(outcome.figure for outcome in again.outcomes.values() if outcome.figure is not None)
    assert drawn.layout.title.text != "spoilt"


def test_a_single_question_copies_no_figure(monkeypatch):
    import plotly.graph_objects as go

    monkeypatch.setattr(go.Figure, "__reduce__", None)  # whoever copies one fails
    assert autoviz.ask(frame(), "revenue by region as a bar chart").figure is not None


def test_the_longest_unused_goes_first():
    import narwhals.stable.v2 as nw

    table = Table(nw.from_native(pd.DataFrame({"a": range(10)})))
    cache = StepCache(most_cells=25)
    for key in "ab":
        cache.keep(key, Outcome(table=table))
    assert cache.get("a") is not None
    cache.keep("c", Outcome(table=table))
    assert cache.get("b") is None and cache.get("a") is not None and len(cache) == 2


def test_a_saved_file_is_written_every_time(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cache, path = StepCache(), tmp_path / "out.csv"
    part = asked(frame(), "revenue by region", cache)
    save = Step(id="save", tool="save_dataframe", params={"path": str(path)}, inputs=(part.plan.steps[0].id,))
    saving = replace(part, plan=part.plan.replaced(steps=(*part.plan.steps, save)))
    execute(saving)
    path.unlink()
    assert execute(saving).step_records[-1].status == "done" and path.is_file()
