"""Conditions as text: what is written is read back as it was, and what cannot be read is refused with an example."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autoviz.errors import ParameterError
from autoviz.model.conditions import read_conditions, written
from autoviz.model.requirements import AnyOf, Filter

NUMBERS = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.text(max_size=12) | NUMBERS | st.booleans()
COLUMNS = st.text(min_size=1, max_size=12)


@st.composite
def filters(draw):
    column = draw(COLUMNS)
    op = draw(st.sampled_from(["=", "!=", "<", ">=", "contains", "starts with", "in", "not in", "between", "is null"]))
    if op == "is null":
        return Filter(column=column, op=op)
    if op == "between":
        return Filter(column=column, op=op, value=(draw(SCALARS), draw(SCALARS)))
    if op in ("in", "not in"):
        return Filter(column=column, op=op, value=tuple(draw(st.lists(SCALARS, min_size=1, max_size=3))))
    return Filter(column=column, op=op, value=draw(SCALARS))


CONDITIONS = st.lists(filters() | st.builds(AnyOf, filters=st.tuples(filters(), filters())), max_size=3).map(tuple)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault of the text
@given(CONDITIONS)
def test_what_is_written_is_read_back(conditions):
    assert read_conditions(written(conditions)) == conditions


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("region = West", [Filter(column="region", op="=", value="West")]),
        ("unit price >= 2.5; paid = true", [Filter(column="unit price", op=">=", value=2.5),
                                            Filter(column="paid", op="=", value=True)]),
        ("city in (Oslo, Rome)", [Filter(column="city", op="in", value=("Oslo", "Rome"))]),
        ("age BETWEEN 18 and 30", [Filter(column="age", op="between", value=(18, 30))]),
        ("name Contains new york", [Filter(column="name", op="contains", value="new york")]),
        ("age is null or age < 3", [AnyOf(filters=(Filter(column="age", op="is null"),
                                                   Filter(column="age", op="<", value=3)))]),
        ('"sold in" ≠ "a; b"', [Filter(column="sold in", op="!=", value="a; b")]),
        ("region = West and units > 5", [Filter(column="region", op="=", value="West"),
                                         Filter(column="units", op=">", value=5)]),
        ("age between 3 and 9 and (city = Oslo or Rome)", [
            Filter(column="age", op="between", value=(3, 9)),
            AnyOf(filters=(Filter(column="city", op="=", value="Oslo"), Filter(column="city", op="=", value="Rome")))]),
        ("dept = Research and Development", [Filter(column="dept", op="=", value="Research and Development")]),
        ("city is Oslo and day from March 2024 to May 2024", [
            Filter(column="city", op="=", value="Oslo"),
            Filter(column="day", op="between", value=("March 2024", "May 2024"))]),
        ("city is missing", [Filter(column="city", op="is null")]),
        ("city is given", [Filter(column="city", op="not null")]),
        ("city is not Oslo or Rome", [Filter(column="city", op="not in", value=("Oslo", "Rome"))]),
        ("  ", []),
    ],
)  # fmt: skip
def test_as_a_person_would_type_them(text, wanted):
    assert read_conditions(text) == tuple(wanted)


@pytest.mark.parametrize("text", ["region", "= West", "age between 3", "age is null 3", "region West", '"a" b = 3'])
def test_what_cannot_be_read_is_refused_with_an_example(text):
    with pytest.raises(ParameterError, match="region = West and units > 5"):
        read_conditions(text)


def test_and_beside_or_wants_brackets():
    with pytest.raises(ParameterError, match=r"\(region = West or East\)"):
        read_conditions("region = West or East and units > 5")
