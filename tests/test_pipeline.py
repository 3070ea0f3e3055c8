"""The pipeline as a user meets it: several intents and frames, ties, empty results, repairs, contracts, metrics."""

from __future__ import annotations

import json
from dataclasses import replace

import pandas as pd
import pytest

import autoviz
from autoviz.analysis import opening
from autoviz.errors import ExecutionError, FrameError, QuestionError, SettingsError, StageError
from autoviz.model.plan import Step
from autoviz.model.reading import Alternative
from autoviz.pipeline import Finished, choices, run, run_part
from autoviz.query.sql import from_sql
from autoviz.readers.given import GivenReader
from autoviz.registry.catalog import default_catalog
from autoviz.registry.repairs import repaired
from autoviz.samples import load_sales
from autoviz.stages.base import Stage, perform


@pytest.fixture(scope="module")
def sales() -> pd.DataFrame:
    return load_sales()


@pytest.fixture(scope="module")
def analysis(sales):
    return autoviz.ask(sales, "average revenue by region")


def test_two_analyses_in_one_question_make_two_plans_by_priority(sales):
    result = autoviz.ask(sales, "compare revenue by region and show me outliers in units")
    assert [part.intent.primary for part in result.record.parts] == ["comparative_analysis", "anomaly_detection"]
    assert result.record.parts[0].requirements.metrics == ("revenue",)
    assert result.record.parts[1].requirements.metrics == ("units",)
    assert all(part.coverage.complete for part in result.record.parts)
    assert len(result.charts) == 2


def test_of_several_frames_the_one_that_fits_is_asked_and_it_is_said(sales):
    people = pd.DataFrame({"name": ["Ann", "Bo", "Cy"], "age": [31, 45, 52], "city": ["Oslo", "Rome", "Oslo"]})
    result = autoviz.ask({"sales": sales, "people": people}, "average age by city")
    assert result.record.profile.name == "people"
    assert any("people" in note for note in result.record.notes)


def test_a_named_frame_comes_before_one_that_fits():
    frames = {name: pd.DataFrame({"city": ["a", "b"], "age": [1, 2]}) for name in ("students", "teachers")}
    result = autoviz.ask(frames, "average age of teachers by city")
    assert result.record.profile.name == "teachers"


def test_a_question_over_two_frames_joins_them_and_shows_the_keys():
    orders = pd.DataFrame({"order_id": range(6), "customer_id": [1, 1, 2, 2, 3, 3], "amount": [10, 20, 30, 40, 50, 60]})
    customers = pd.DataFrame({"customer_id": [1, 2, 3], "segment": ["home", "office", "home"]})
    result = autoviz.ask({"orders": orders, "customers": customers}, "total amount by segment")
    assert result.plan.steps[0].tool == "join_frames"
    assert dict(zip(result.table["segment"], result.table["amount"], strict=True)) == {"home": 140, "office": 70}
    assert any("customer_id" in note for note in result.record.notes)


def test_a_tie_asks_back_and_goes_on_with_the_choice(analysis):
    read = analysis._finished.read
    reading = read.readings[0]
    other = reading.requirements.replaced(metrics=("units",), constraints=())
    tied = reading.replaced(confidence=0.5, alternatives=(Alternative(requirements=other, confidence=0.49),))
    asked = autoviz.Analysis(Finished(replace(read, readings=(tied,)), ()))
    assert asked.clarification is not None
    assert asked.figure is None
    assert len(asked.clarification.options) == 2
    assert asked.choose(2).charts[0].y == "units"
    with pytest.raises(QuestionError, match="option 3"):
        asked.choose(3)


def test_a_guess_is_answered_as_one_and_not_asked_about(analysis):
    read = analysis._finished.read
    reading = read.readings[0]
    other = reading.requirements.replaced(metrics=("units",), constraints=())
    tied = reading.replaced(confidence=0.4, alternatives=(Alternative(requirements=other, confidence=0.39),))
    assert choices(replace(read, readings=(tied,))) == ()


def test_words_for_what_is_lacking_are_asked_about_where_hardly_anything_speaks_for_the_rest(analysis):
    read = analysis._finished.read
    reading = read.readings[0]
    lacking = reading.replaced(requirements=reading.requirements.replaced(not_found=("crime",)), alternatives=())
    asked = [choices(replace(read, readings=(lacking.replaced(confidence=sure),))) for sure in (0.004, 0.3)]
    assert asked == [(lacking.requirements,), ()]


class TwoReadings(GivenReader):
    """The Query as a reading of this confidence, and another one that comes next to it."""

    def __init__(self, query, confidence, other):
        super().__init__(query)
        self._confidence, self._other = confidence, other

    def readings(self, question, profile, intent, context):
        (reading,) = super().readings(question, profile, intent, context)
        other = Alternative(requirements=reading.requirements.replaced(query=self._other), confidence=0.1)
        return (reading.replaced(confidence=self._confidence, alternatives=(other,)),)


def test_of_a_guess_that_leaves_no_row_the_next_likely_reading_is_shown():
    frame = pd.DataFrame({"region": ["North", "South"] * 4, "units": range(8)})
    none, some = (
        from_sql(f"SELECT region, sum(units) AS units FROM t WHERE region = '{name}' GROUP BY 1", ["region", "units"])
        for name in ("Nowhere", "North")
    )
    guess, sure = (
        autoviz.Analysis(run(replace(opening(frame, "units up north"), reader=TwoReadings(none, confidence, some))))
        for confidence in (0.3, 0.8)
    )
    assert guess.table["units"].tolist() == [12] and guess.confidence == 0.1
    assert sure.table.empty and sure.confidence == 0.8


def test_a_filter_that_leaves_nothing_names_itself_and_the_nearest_values(analysis):
    reading = analysis._finished.read.readings[0]
    wrong = [{"kind": "filter", "column": "region", "op": "=", "value": "Wst"}]
    asked = reading.requirements.model_copy(update={"constraints": (*reading.requirements.constraints,)})
    asked = type(asked).model_validate(
        {**asked.model_dump(), "constraints": [*asked.model_dump()["constraints"], *wrong]}
    )
    emptied = run_part(analysis._finished.read, reading.replaced(requirements=asked)).emptied
    assert emptied is not None and "region is Wst" in emptied.what
    assert "'West'" in emptied.hint


def test_the_casing_of_a_column_is_repaired_and_logged():
    step = Step(id="aggregate", tool="aggregate", params={"group_by": ["Region"], "metrics": ["REVENUE"]})
    params, repairs = repaired(step, ["region", "revenue"], default_catalog())
    assert (params["group_by"], params["metrics"]) == (("region",), ("revenue",))
    assert [(repair.before, repair.after) for repair in repairs] == [
        ("Region", "region"), ("REVENUE", "revenue"), (None, "sum")
    ]  # fmt: skip


def test_a_param_without_meaning_falls_back_to_its_default():
    step = Step(id="table", tool="show_table", params={"limit": -5, "nonsense": 1})
    params, repairs = repaired(step, ["a"], default_catalog())
    assert params["limit"] == default_catalog().tools["show_table"].params["limit"].default
    assert {repair.param for repair in repairs} == {"limit", "nonsense"}


@pytest.mark.parametrize("params", [{"group_by": ["nowhere"]}, {"agg_func": "magic"}, {"grain": "fortnight"}])
def test_a_repair_that_would_change_what_is_asked_is_refused(params):
    step = Step(id="aggregate", tool="aggregate", params=params)
    with pytest.raises(ExecutionError) as caught:
        repaired(step, ["region"], default_catalog())
    assert caught.value.retryable


def test_a_stage_that_breaks_its_contract_is_named(analysis):
    state = analysis._finished.read
    broken = Stage("broken", lambda given: given, needs=("plan",), promises=(), summary=lambda given: "")
    empty = Stage("empty", lambda given: given, needs=(), promises=("outcomes",), summary=lambda given: "")
    for stage in (broken, empty):
        with pytest.raises(StageError, match=stage.name):
            perform(stage, replace(state, plan=None, outcomes=None))


def test_every_stage_is_in_the_record_with_its_contract(analysis):
    stages = {record.stage: record for record in analysis.provenance.stages}
    assert list(stages) == [
        "profile", "intent", "requirements", "template", "narrowing", "adaptation", "coverage", "execution", "proof",
        "answer",
    ]  # fmt: skip
    assert all(record.promises and record.deterministic for record in stages.values())
    assert stages["adaptation"].may_retry


def test_every_step_has_its_provenance(analysis):
    for record in analysis.provenance.steps:
        assert record.status == "done"
        assert record.satisfies
        assert record.version >= 1
    aggregate = next(record for record in analysis.provenance.steps if record.tool == "aggregate")
    assert aggregate.rows_in == len(load_sales())
    assert aggregate.rows_out == len(analysis.table)


def test_metrics_count_what_was_covered(analysis):
    metrics = analysis.metrics
    assert (metrics.coverage_rate, metrics.unjustified_rate, metrics.repair_rate) == (1.0, 0.0, 0.0)
    assert metrics.retrieval_miss_rate == 0.0
    both = metrics.plus(metrics)
    assert (both.questions, both.steps) == (2, 2 * metrics.steps)


def test_the_whole_analysis_is_plain_json(analysis):
    told = json.loads(json.dumps(analysis.to_dict()))
    assert told["figures"][0]["data"]
    assert told["tables"][0][0]["region"]
    assert told["answer"] == analysis.answer


def test_the_frame_is_never_changed(sales):
    before = sales.copy(deep=True)
    autoviz.ask(sales, "monthly revenue by region in 2024")
    pd.testing.assert_frame_equal(sales, before)


def test_the_same_question_reads_the_same(sales):
    first, second = (autoviz.ask(sales, "top 3 categories by units").to_dict() for _ in range(2))
    assert first["parts"] == second["parts"]


def test_only_a_plan_runs_nothing(sales):
    planned = autoviz.ask(sales, "average revenue by region", only_plan=True)
    assert planned.plan is not None
    assert planned.figure is None
    assert planned.coverage.complete


@pytest.mark.parametrize(
    ("question", "error"),
    [("   ", QuestionError), ("wie hoch war der Umsatz nach Region im letzten Jahr", QuestionError)],
)
def test_a_question_that_cannot_be_read_gets_a_hint(sales, question, error):
    with pytest.raises(error) as caught:
        autoviz.ask(sales, question)
    assert caught.value.hint


def test_bad_frames_and_settings_are_told(sales):
    with pytest.raises(FrameError):
        autoviz.ask({}, "average revenue by region")
    with pytest.raises(SettingsError, match="shortlist_cap"):
        autoviz.ask(sales, "average revenue by region", shortlist_cap=99)
    with pytest.raises(SettingsError, match="tires"):
        autoviz.ask(sales, "average revenue by region", tires=2)


def test_limits_of_rows_and_time_are_kept(sales):
    with pytest.raises(ExecutionError, match="row"):
        autoviz.ask(sales, "average revenue by region", row_limit=100)
    with pytest.raises(ExecutionError, match="longer than the limit"):
        autoviz.ask(sales, "monthly revenue by region", time_limit=1e-9)


def test_the_streamlined_strategy_without_a_model_is_refused(sales):
    with pytest.raises(SettingsError, match="language model"):
        autoviz.ask(sales, "average revenue by region", strategy="streamlined")


def test_a_stop_in_the_middle_leaves_the_frame_and_the_next_question_whole(sales, monkeypatch):
    before = sales.copy(deep=True)

    def stop(stage, record):
        if stage == "execution" and record is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        autoviz.ask(sales, "average revenue by region", watch=stop)
    pd.testing.assert_frame_equal(sales, before)
    assert autoviz.ask(sales, "average revenue by region").charts[0].mark == "bar"


def test_without_weights_the_nearest_examples_read(sales, monkeypatch):
    import numpy as np

    from autoviz.readers import default
    from autoviz.readers.embedded.reader import EmbeddedReader

    encoder = default.default_encoder("autoviz-reader")
    reader = EmbeddedReader(encoder, None)
    monkeypatch.setattr("autoviz.readers.default.embedded_reader", lambda name: reader)
    result = autoviz.ask(sales, "compare revenue by region")
    assert result.requirements.metrics == ("revenue",)
    assert result.requirements.group_by == ("region",)
    assert np.isfinite(result.table["revenue"]).all()


def test_a_reading_that_leaves_nothing_is_less_sure():
    nothing = autoviz.ask(load_sales(), "total revenue by region where revenue > 99999999")
    assert "nothing to show" in nothing.answer
    assert nothing.confidence < autoviz.ask(load_sales(), "total revenue by region where revenue > 99").confidence
