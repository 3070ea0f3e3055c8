"""Settings of the model reader: the sources' defaults per stage, limits, and a key that is never written."""

from __future__ import annotations

import pickle

import pytest

from autoviz.errors import SettingsError
from autoviz.model.asking import MODEL_STAGES
from autoviz.model.settings import Settings, settings_from


def test_planning_is_cold_and_may_be_long_and_an_answer_may_vary_a_little():
    settings = Settings()
    for stage in ("intent", "requirements", "adaptation", "build"):
        assert (settings.asking(stage).temperature, settings.asking(stage).max_tokens) == (0.0, 4096)
    assert (settings.asking("answer").temperature, settings.asking("answer").max_tokens) == (0.2, 1024)
    assert settings.asking("task_analysis").max_tokens == 1024
    assert {settings.asking(stage).tries for stage in MODEL_STAGES} == {3}
    assert {settings.asking(stage).threshold for stage in MODEL_STAGES} == {0.5}


def test_a_stage_may_differ_in_one_thing_and_keeps_its_own_defaults():
    settings = settings_from({"model_stages": {"answer": {"tries": 1}}, "tries": 2})
    assert (settings.asking("answer").tries, settings.asking("answer").temperature) == (1, 0.2)
    assert settings.asking("intent").tries == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"model_stages": {"answer": {"temperature": 3}}},
        {"model_stages": {"answer": {"max_tokens": 0}}},
        {"model_stages": {"answer": {"colour": "red"}}},
        {"model_stages": {"poetry": {}}},
        {"model_calls": 5},
        {"model_budget": 0},
        {"strategy": "hasty"},
    ],
)
def test_what_is_out_of_range_is_refused_by_name(wrong):
    with pytest.raises(SettingsError, match=next(iter(wrong))):
        settings_from(wrong)


def test_a_key_is_never_shown_or_written():
    settings = settings_from({"model_key": "sk-canary"})
    assert settings.model_key.get_secret_value() == "sk-canary"
    assert "canary" not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"
    assert settings.replaced(tries=2).model_key == settings.model_key
    with pytest.raises(SettingsError) as caught:
        settings_from({"model_key": ["sk-canary"]})
    assert "canary" not in f"{caught.value} {caught.value.__cause__} {pickle.dumps(caught.value)!r}"
