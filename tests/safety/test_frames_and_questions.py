"""Any frame and any question: an Analysis that becomes plain data, or an error with a hint; the frame stays as it was.

The suite tries a few dozen, always the same. AUTOVIZ_EXAMPLES=5000 tries that many others.
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta

import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import autoviz
from autoviz.errors import AutovizError

EXAMPLES = int(os.environ.get("AUTOVIZ_EXAMPLES", "0"))
ROWS = st.integers(0, 14)
NAMES = st.one_of(
    st.sampled_from(("revenue", "region", "date", "price", "id", "Unit Price", "2021", "count", "is_new", "größe")),
    st.text(max_size=12),
    st.integers(-3, 2030),
)
WRITTEN = ("North", "South", "yes", "no", "", " ", "12", "3,5 %", "$4", "2021-02-30", "nan")
WORDS = st.one_of(st.sampled_from(WRITTEN), st.text(max_size=6))
FIRST, HOURS = datetime(2021, 1, 1), st.integers(-(10**6), 10**6)
CELLS = {
    "int64": st.integers(-(2**63), 2**63 - 1),
    "Int64": st.one_of(st.none(), st.integers(-9, 9)),
    "float64": st.floats(),
    "bool": st.booleans(),
    "str": st.one_of(st.none(), WORDS),
    "category": WORDS,
    "datetime64[us]": st.one_of(st.none(), HOURS.map(lambda hours: FIRST + timedelta(hours=hours))),
    "object": st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS, st.dates(), st.binary(max_size=3)),
}  # fmt: skip
FORMS = (
    "{a} by {b}", "total {a} by {b}", "average {a} by {b} over time", "how many rows are there?", "{a} over time",
    "scatter of {a} and {b}", "histogram of {a}", "top 3 {b} by {a}", "share of {a} by {b}", "distinct {b}",
    "correlation of {a} and {b}", "rows where {a} is {v}", "total {a} where {b} is {v}", "{a} > {v}", "missing values",
    "describe the data", "duplicates", "outliers in {a}", "median {a} by month", "is {a} different between {b}?",
    "difference of {a} from the year before", "pie chart of {b}", "box plot of {a} by {b}",
)  # fmt: skip


@st.composite
def frames(draw) -> pd.DataFrame:
    """A few columns of one length; names may be doubled, numbers or no words at all."""
    rows = draw(ROWS)
    kinds = draw(st.lists(st.sampled_from(list(CELLS)), min_size=1, max_size=4))
    columns = [pd.Series(draw(st.lists(CELLS[kind], min_size=rows, max_size=rows)), dtype=kind) for kind in kinds]
    names = draw(st.lists(NAMES, min_size=len(kinds), max_size=len(kinds)))
    frame = pd.concat(columns, axis=1)
    frame.columns = pd.Index(names, dtype=object)
    return frame


@st.composite
def asked(draw) -> tuple[pd.DataFrame, str]:
    """A frame, and a question that mostly speaks of its columns and cells."""
    frame = draw(frames())
    names = st.sampled_from([str(name) for name in frame.columns])
    column = frame.iloc[:, draw(st.integers(0, frame.shape[1] - 1))]
    value = str(draw(st.sampled_from(column.tolist()))) if len(column) else "1"
    form = draw(st.sampled_from(FORMS))
    told = form.replace("{a}", draw(names)).replace("{b}", draw(names)).replace("{v}", value)
    return frame, draw(st.one_of(st.just(told), st.just(told), st.just(told), st.text(min_size=1, max_size=40)))


def cells(frame: pd.DataFrame) -> list[str]:
    held = [repr(cell) for place in range(frame.shape[1]) for cell in frame.iloc[:, place]]
    return [str(frame.dtypes.tolist()), *held]


@settings(
    max_examples=EXAMPLES or 40, derandomize=not EXAMPLES, database=None, deadline=None, print_blob=bool(EXAMPLES),
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(asked())
def test_every_frame_and_question_gives_an_analysis_or_an_error_with_a_hint(given_):
    frame, question = given_
    before = cells(frame)
    try:
        found = autoviz.ask(frame, question)
    except AutovizError as error:
        assert error.what and error.hint, repr(error)
    else:
        assert found.answer or found.clarification, question
        json.dumps(found.to_dict(), allow_nan=False)
    assert cells(frame) == before
