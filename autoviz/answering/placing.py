"""Placing: at which percentile of a column a value lies, and whether it is an outlier there."""

from __future__ import annotations

from typing import Any

from autoviz.answering.measure_forms import unit_of
from autoviz.answering.numerals import percent, shown
from autoviz.answering.rendering import Finding, label
from autoviz.answering.result import Result
from autoviz.answering.statistics import records, sentences
from autoviz.answering.verdicts_of_tests import opened, yes_or_no
from autoviz.measures.anomalies import LEAST, THRESHOLDS, rule_in_words
from autoviz.model.fact import Fact
from autoviz.query.language import Column

Record = dict[str, Any]
RULE = "iqr"
"""Quartiles tell whether a value is an outlier whatever the shape of a column."""


def standings(result: Result) -> Finding:
    """The percentile of a value, and how many lie below and above it; whether it is an outlier where that is asked."""
    groups = [str(name) for name in result.step.params.get("group_by") or ()]
    asked = result.requirements.statistic("standing")
    judged = asked is not None and asked.method == RULE
    facts, told = [], []
    for found in records(result):
        row = found | (dict(zip(("low", "high"), _fences(found), strict=True)) if judged else {})
        group = {key: row[key] for key in groups}
        facts += [
            Fact(name=name, value=row[name], metric=row["column"], group=group, step_id=result.step.id)
            for name in ("value", "count", "below", "equal", "above", "percentile", "low", "high")
            if row.get(name) is not None
        ]
        of = f" among {', '.join(map(label, group.values()))}" if group else ""
        told.append(_judged(result, row, of) if judged else _placed(result, row, of))
    return Finding("percentile", tuple(facts), sentences(told, result.limit))


def _fences(row: Record) -> tuple[float | None, float | None]:
    """Beyond what a value is an outlier; nothing where the values are too few or hardly differ."""
    if row["count"] < LEAST or not row["q75"] > row["q25"]:
        return None, None
    reach = THRESHOLDS[RULE] * (row["q75"] - row["q25"])
    return row["q25"] - reach, row["q75"] + reach


def _judged(result: Result, row: Record, of: str) -> str:
    """Whether a value is an outlier, by what rule, and where it lies."""
    what, low, high = _what(result, row), row["low"], row["high"]
    if low is None or high is None:
        reason = "the values are too few or half of them or more are the same"
        return f"whether {what} is an outlier{of} cannot be judged: {reason} ({_lower(row)})"
    value, unit = row["value"], unit_of(Column(name=str(row["column"])), result.profile) or None
    outlier = not low <= value <= high
    ends = f"between {shown(low, unit)} and {shown(high, unit)}"
    ends = f"{'above' if value > high else 'below'} {shown(high if value > high else low, unit)}" if outlier else ends
    rule = f"outliers lie {rule_in_words(RULE, THRESHOLDS[RULE])}"
    verdict = f"{what} is {'an' if outlier else 'no'} outlier{of}: it lies {ends} ({rule}); {_lower(row)}"
    return opened(yes_or_no(outlier, result), verdict)


def _placed(result: Result, row: Record, of: str) -> str:
    what = _what(result, row)
    if row["percentile"] is None:
        return f"{what} cannot be placed{of}: there are no values"
    return f"{what} lies at the {_ordinal(round(row['percentile']))} percentile{of}: {_lower(row)}"


def _lower(row: Record) -> str:
    if not row["count"]:
        return "there are no values"
    equal = f", {row['equal']:,} equal" if row["equal"] else ""
    share = percent(row["below"] / row["count"])
    return f"{row['below']:,} of {row['count']:,} values are lower ({share}){equal}, {row['above']:,} higher"


def _what(result: Result, row: Record) -> str:
    unit = unit_of(Column(name=str(row["column"])), result.profile) or None
    return f"{result.called(row['column'])} of {shown(row['value'], unit)}"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
