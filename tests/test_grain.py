"""The grain of a time axis that the question left open, and periods that the data do not fill."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from autoviz.errors import RegistryError
from autoviz.frames.dates import GrainPolicy, choose_grain, grain_policy, incomplete_periods


@pytest.mark.parametrize(
    ("first", "last", "spacing", "grain"),
    [
        ("2024-01-01", "2024-01-03 12:00", 1 / 24, "hour"),
        ("2024-01-01", "2024-01-04", 1 / 24, "day"),
        ("2024-01-01", "2024-01-02", 1.0, "day"),
        ("2024-01-01", "2024-03-30", 1.0, "day"),
        ("2024-01-01", "2024-03-31", 1.0, "week"),
        ("2023-01-01", "2024-01-01", 1.0, "week"),
        ("2023-01-01", "2024-01-02", 1.0, "month"),
        ("2024-01-01", "2024-02-15", 7.0, "week"),
        ("2023-01-01", "2023-12-01", 31.0, "month"),
        ("2020-01-01", "2023-10-01", 92.0, "quarter"),
        ("1970-01-01", "1982-01-01", 365.0, "year"),
        ("1950-01-01", "2020-01-01", 1826.0, "year"),
        ("1980-01-01", "2020-01-01", 1.0, "quarter"),
        ("1800-01-01", "2020-01-01", 1.0, "year"),
    ],
)
def test_the_span_and_the_spacing_choose_the_grain(first: str, last: str, spacing: float, grain: str) -> None:
    choice = choose_grain(first, last, spacing_days=spacing)
    assert choice.grain == grain
    assert choice.evidence
    assert grain not in choice.alternatives


def test_a_single_date_is_shown_by_day() -> None:
    assert choose_grain("2024-01-31", "2024-01-31").grain == "day"


def test_few_different_dates_need_no_coarser_grain() -> None:
    assert choose_grain("1980-01-01", "2020-01-01", distinct=30, spacing_days=31.0).grain == "month"


def test_the_alternatives_are_not_finer_than_the_data() -> None:
    choice = choose_grain("2020-01-01", "2023-12-01", spacing_days=31.0)
    assert choice.alternatives == ("quarter", "year")


def test_the_evidence_says_why() -> None:
    choice = choose_grain("1980-01-01", "2020-01-01", spacing_days=1.0)
    assert "14,610 days" in choice.evidence
    assert "more than 400 points, so by quarter" in choice.evidence


@pytest.mark.parametrize(
    ("first", "last", "grain", "spacing", "expected"),
    [
        ("2024-01-01", "2024-03-31", "month", 1.0, (False, False)),
        ("2024-01-15", "2024-03-10", "month", 1.0, (True, True)),
        ("2024-01-01", "2024-03-30", "month", 1.0, (False, False)),  # the 31st is a Sunday
        ("2024-01-01", "2024-03-28", "month", 1.0, (False, True)),
        ("2022-01-03", "2022-01-31", "month", 1.0, (False, False)),  # the 1st and 2nd are a weekend
        ("2024-01-31", "2024-12-31", "month", 31.0, (False, False)),
        ("2024-01-01", "2024-12-01", "month", 30.0, (False, False)),
        ("2024-01-01", "2024-06-01", "year", 30.0, (False, True)),
        ("2024-01-01 08:13", "2024-03-31 17:40", "month", 0.01, (False, False)),
        ("2024-01-01 08:00", "2024-01-05 09:00", "day", 0.04, (False, True)),
        ("2024-01-01 08:10", "2024-01-01 17:00", "hour", 0.01, (False, False)),
        ("2024-01-03", "2024-01-20", "week", 1.0, (True, False)),
        ("2023-02-01", "2024-12-31", "quarter", 1.0, (True, False)),
        ("2023-01-01", "2024-12-30", "month", 0.2, (False, False)),
        ("2008-01-18", "2024-12-20", "year", 9.0, (False, False)),
        ("2008-01-29", "2024-12-30", "year", 9.0, (True, False)),
        ("2023-01-04", "2024-12-27", "month", 0.2, (True, True)),
    ],
)
def test_periods_cut_off_at_the_ends_are_seen(
    first: str, last: str, grain: str, spacing: float, expected: tuple[bool, bool]
) -> None:
    assert incomplete_periods(first, last, grain, spacing) == expected


def test_the_policy_file_is_complete() -> None:
    policy = grain_policy()
    assert policy.max_points == 400
    assert [step.grain for step in policy.spans] == ["hour", "day", "week", "month"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"longest_days": {"day": 1.0}}, "longest_days must name"),
        ({"spans": [{"grain": "month"}, {"grain": "day"}]}, "finest grain to the coarsest"),
        ({"spans": [{"grain": "day", "below_days": 9}]}, "no bound"),
        ({"spans": [{"grain": "fortnight"}]}, "finest grain to the coarsest"),
        ({"most": 3}, "Extra inputs"),
    ],
)
def test_a_wrong_policy_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        GrainPolicy.model_validate({**grain_policy().model_dump(), **change})


def test_a_policy_file_that_cannot_be_used_is_named(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "time_grain.yaml").write_text("version: 0\n")
    monkeypatch.setattr("autoviz.frames.dates.grain.registry_folder", lambda: tmp_path)
    grain_policy.cache_clear()
    try:
        with pytest.raises(RegistryError, match=r"time_grain\.yaml"):
            grain_policy()
    finally:
        grain_policy.cache_clear()
