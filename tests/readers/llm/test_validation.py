"""Validation: five levels, the lowest that fails is told, in sentences that a model can follow."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoviz.readers.llm.contracts import REQUIREMENTS
from autoviz.readers.llm.validation import judged, problems

SCHEMA = REQUIREMENTS.schema(
    dict.fromkeys(
        ("metrics", "group_by", "column", "metric", "columns", "x", "y", "color", "facet", "by"), ("revenue", "region")
    )
    | {"Time.column": ("date",)}
)
GOOD = {"metrics": ["revenue"], "group_by": [], "time": None, "analysis": ["total"], "outputs": [], "constraints": []}


def told(reply, read=lambda reply: reply):
    text = reply if isinstance(reply, str) else json.dumps(reply)
    found = judged(text, SCHEMA, read)
    return [(problem.level, str(problem)) for problem in found.problems]


def test_a_good_reply_has_no_problems():
    assert told(GOOD) == []


def test_level_1_syntax():
    assert told('{"metrics": ')[0][0] == "syntax"


def test_level_2_shape():
    assert told({**GOOD, "colour": "red"}) == [
        ("shape", "colour: is unknown; the fields are ['metrics', 'group_by', 'time', 'analysis', 'outputs', "
                  "'constraints', 'sql']")
    ]  # fmt: skip


def test_level_3_required():
    assert told({key: value for key, value in GOOD.items() if key != "time"}) == [("required", "time: is required")]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"metrics": ["profit"]}, "metrics.0: must be one of ['revenue', 'region']"),
        ({"metrics": "revenue"}, "metrics: must be of the type array"),
        ({"analysis": ["forecast"]}, "analysis.0: must be one of ['total'"),
        ({"analysis": []}, "analysis: has 0 items"),
        ({"time": {"column": "revenue", "grain": "month"}}, "time.column: must be one of ['date']"),
        ({"constraints": [{"kind": "limit", "n": "ten"}]}, "constraints.0.n: must be of the type integer"),
        ({"constraints": [{"kind": "limit", "n": 0}]}, "constraints.0.n: breaks the limit minimum 1"),
    ],
)
def test_level_4_types(change, where):
    ((level, message),) = told({**GOOD, **change})
    assert level == "types"
    assert message.startswith(where)


def test_level_5_references():
    def read(reply):
        raise ValueError("metrics: revenue is also a group\ntime: a trend needs dates")

    assert [level for level, _ in told(GOOD, read)] == ["references", "references"]


def test_a_boolean_is_no_number():
    assert told({**GOOD, "constraints": [{"kind": "limit", "n": True}]})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.sampled_from(["revenue", "region", "date", "total", "chart"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["kind", "n", "column", "op", "value", "grain", *GOOD]), inner, max_size=4)
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(list(GOOD)), VALUES, max_size=6))
def test_it_agrees_with_json_schema_itself(changes):
    reply = {**GOOD, **changes}
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(reply)
    assert valid == (not list(problems(reply, SCHEMA)))
