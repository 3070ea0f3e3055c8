"""Bad input: a Query, SQL text or reply outside the language names the place and what is allowed, and nothing runs."""

import time
from dataclasses import replace

import pytest

from autoviz.analysis import opening
from autoviz.errors import ModelError, QueryError
from autoviz.pipeline import run
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Column, Named, Query
from autoviz.readers.given import GivenReader
from autoviz.readers.llm.extraction import extracted
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.querying import query_from
from tests.readers.llm.test_reader import GOOD, ask, script
from tests.readers.llm.test_sql import with_sql

DEEP = 100_000
BRACKETS = {
    "round": "(" * DEEP,
    "closed": f"SELECT {'(' * DEEP}1{')' * DEEP} FROM t",
    "square": "[" * DEEP,
    "negated": f"SELECT {'NOT ' * DEEP}true FROM t",
    "within the limit": f"SELECT {'(' * 700}1{')' * 700} FROM t",
    "selects": "SELECT * FROM (" * 90 + "t" + ")" * 90,
}


@pytest.fixture(scope="module")
def known(sales):
    return profile(sales, "df")


@pytest.fixture
def ran(monkeypatch):
    """The steps that were run."""
    seen = []
    monkeypatch.setattr("autoviz.stages.execution._run_step", lambda *given: seen.append(given))
    return seen


@pytest.mark.parametrize("case", [name for name in BRACKETS if name != "selects"])
def test_brackets_without_end_are_refused_at_once(known, case):
    start = time.perf_counter()
    with pytest.raises(ValueError, match=r"sql: .*(may have|DuckDB SELECT)"):
        query_from(BRACKETS[case], known, Names(known.names))
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("sql", [
    "SELECT max() FROM t", "SELECT count(DISTINCT ) FROM t", "SELECT avg(units) AS '' FROM t", "SELECT CASE END FROM t",
    "SELECT make_date(region, , region) FROM t", "SELECT sum(units) OVER (ROWS units PRECEDING) FROM t", "?", "--",
])  # fmt: skip
def test_half_a_select_is_a_problem_and_no_crash(known, sql):
    with pytest.raises(ValueError, match=r"^sql: "):
        query_from(sql, known, Names(known.names))


def test_selects_within_selects_are_read_or_refused(known):
    try:
        query_from(BRACKETS["selects"], known, Names(known.names))
    except ValueError as error:
        assert str(error).startswith("sql:")


@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP, "{" * DEEP, '{"sql": "' + "(" * DEEP + '"}'])
def test_a_reply_of_brackets_is_a_problem_and_no_crash(text):
    try:
        found = extracted(text)
    except ValueError as error:
        assert "reply" in str(error)
    else:
        assert set(found) == {"sql"}


@pytest.mark.parametrize("sql", [BRACKETS["round"], BRACKETS["within the limit"]], ids=["long", "deep"])
def test_a_model_that_nests_without_end_gets_its_problem_back(server, sales, sql):
    script(server, GOOD | {"requirements": [with_sql(sql), with_sql(None)]})
    found = ask(server, sales)
    assert "sql" in found.provenance.calls[1].problems[0]
    assert found.requirements.query is None


@pytest.mark.parametrize("reply", ["[" * DEEP, "{" * DEEP], ids=["square", "curly"])
def test_a_model_that_says_brackets_alone_fails_with_an_error(server, sales, ran, reply):
    script(server, GOOD | {"requirements": reply})
    with pytest.raises(ModelError, match="no usable reply"):
        ask(server, sales, model_only=True)
    assert not ran


UNKNOWN = {
    "measure": Query(measures=(Named(name="x", expr=Aggregate(func="sum", args=(Column(name="profit"),))),)),
    "key": Query(by=(Named(name="x", expr=Column(name="profit")),)),
    "shown": Query(shown=("profit",)),
    "source": Query(source=Query(shown=("region",)), where=None, shown=("revenue",)),
}


@pytest.mark.parametrize("place", UNKNOWN)
def test_a_query_that_names_unknown_columns_is_refused_before_anything_runs(sales, ran, place):
    state = replace(opening(sales, "anything"), reader=GivenReader(UNKNOWN[place]), next_readers=())
    with pytest.raises(QueryError, match="there is no column") as caught:
        run(state)
    assert caught.value.what.partition(":")[0]
    assert "Available columns" in caught.value.hint or "Did you mean" in caught.value.hint
    assert not ran


def test_a_model_alone_whose_reply_never_holds_runs_nothing(server, sales, ran):
    wrong = {**with_sql("SELECT avg(profit) FROM t"), "metrics": ["profit"]}
    script(server, GOOD | {"requirements": wrong})
    with pytest.raises(ModelError, match=r"metrics\.0: must be one of"):
        ask(server, sales, model_only=True)
    assert not ran
