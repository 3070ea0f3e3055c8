"""Conditions that one of two readings of a question passes over."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Link, Requirements
from autoviz.profile import profile
from autoviz.query.language import COUNT_ROWS, Call, Column, Constant, Named, Query
from autoviz.readers.embedded.passed_over import passes_over

SKIES = profile(
    pd.DataFrame({"sky": ["rain", "snow", "clear", None] * 5, "station": list("ABCDE") * 4, "warm": [1, 0] * 10})
)
SKY = Column(name="sky")
RAIN = Call(op="=", args=(SKY, Constant(value="rain")))


def read(**asked: Any) -> Reading:
    intent = Intent(primary="lookup", confidence=1.0, reasoning="")
    return Reading(requirements=Requirements(outputs=("table",), **asked), intent=intent, confidence=1.0)


def counted(where: Call | None) -> Reading:
    keys = (Named(name="station", expr=Column(name="station")),)
    return read(query=Query(where=where, by=keys, measures=(Named(name="count", expr=COUNT_ROWS),)))


def held(op: str, *values: str) -> Call:
    return Call(op=op, args=(SKY, *(Constant(value=value) for value in values)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "kept", "where", "over"),
    [
        ("rows per station where sky is rain", Filter(column="sky", op="=", value="rain"), None, True),
        ("rows per station where sky is rain", Filter(column="sky", op="=", value="rain"), RAIN, False),
        ("rows where sky is hail", Filter(column="sky", op="=", value="hail"), None, False),  # there is none such
        ("rows in wet weather", Filter(column="sky", op="=", value="rain"), None, False),
        ("neither rain nor snow", Filter(column="sky", op="not in", value=("rain", "snow")), held("!=", "rain"), True),
        ("rain or snow", Filter(column="sky", op="in", value=("rain", "snow")), held("in", "snow", "rain"), False),
        ("sky ends with in", Filter(column="sky", op="ends with", value="in"), held("starts with", "in"), True),
        ("sky ends with in", Filter(column="sky", op="ends with", value="in"), held("ends with", "in"), False),
        ("rows per station where sky is known", Filter(column="sky", op="not null", value=None), None, True),
        ("rows per station where sky is known", Filter(column="sky", op="not null", value=None), RAIN, False),
    ],
)
def test_texts_that_a_question_writes_keep_rows(question, kept, where, over):
    assert passes_over(question, counted(where), read(constraints=(kept,)), SKIES) == over


@pytest.mark.parametrize(
    ("question", "metrics", "groups", "over"),
    [
        ("average warm station sky", ("warm",), ("station", "sky"), True),
        ("average warm by station, sky rain", ("warm",), ("station", "sky"), False),
        ("how many have a sky by station", (), ("station", "sky"), False),
        ("average warm of a sky", ("warm",), ("sky",), False),
    ],
)
def test_one_value_of_a_named_group_is_written(question, metrics, groups, over):
    links = tuple(Link(phrase=name, target=name, kind="name", score=1.0) for name in groups)
    assert passes_over(question, counted(RAIN), read(metrics=metrics, group_by=groups, links=links), SKIES) == over
