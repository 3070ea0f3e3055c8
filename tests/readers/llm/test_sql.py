"""SQL in a reply: read as a Query of the closed language, planned by compiling, or sent back with the place."""

import pandas as pd
import pytest

import autoviz
from autoviz.profile import profile
from autoviz.query.check import check
from autoviz.query.language import Moment, columns_of, parts_of
from autoviz.query.sql import from_sql, to_sql
from autoviz.readers.llm.contracts import LONGEST_SQL, REQUIREMENTS
from autoviz.readers.llm.hearing import WITHOUT_SQL
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.querying import query_from, shown_sql
from autoviz.readers.llm.showing import _made_up
from autoviz.registry.examples import examples
from tests.readers.llm.test_reader import ASKED, GOOD, QUESTION, ask, script, stage_of

AVERAGE = "SELECT region, avg(revenue) AS revenue FROM t GROUP BY region"
NESTED = (
    "SELECT region, avg(total) AS average FROM "
    "(SELECT region, product_category, sum(revenue) AS total FROM t GROUP BY ALL) GROUP BY region"
)


def with_sql(sql, **others):
    return {**ASKED, "sql": sql, **others}


def requests_for(server, stage):
    return [body for body in server.requests if stage_of(body) == stage]


def test_the_reply_has_room_for_one_select():
    fields = REQUIREMENTS.schema({})["properties"]
    assert fields["sql"] == {"anyOf": [{"type": "string", "maxLength": LONGEST_SQL}, {"type": "null"}]}


def test_a_question_with_sql_is_compiled_and_proven(server, sales):
    script(server, GOOD | {"requirements": with_sql(AVERAGE)})
    found = ask(server, sales)
    assert to_sql(found.requirements.query) == to_sql(from_sql(AVERAGE, tuple(sales.columns)))
    assert found.requirements.outputs == ("chart",)
    assert [call.stage for call in found.provenance.calls] == ["intent", "requirements"]
    assert found.coverage.complete
    assert found.proof.verdict == "proven"
    assert not found.record.notes
    expected = sales.groupby("region")["revenue"].mean().round(6).to_dict()
    assert found.table.dropna().set_index("region")["revenue"].round(6).to_dict() == expected


def test_what_the_fields_have_no_words_for_can_be_asked(server, sales):
    script(server, GOOD | {"requirements": with_sql(NESTED)})
    found = ask(server, sales, "average of the totals of each product category by region, of revenue")
    totals = sales.groupby(["region", "product_category"], dropna=False)["revenue"].sum()
    expected = totals.groupby("region").mean().round(6).to_dict()
    assert found.table.dropna().set_index("region")["average"].round(6).to_dict() == expected
    assert found.proof.verdict == "proven"


def test_a_chart_that_was_named_is_kept_beside_the_query(server, sales):
    wish = {"kind": "chart", "mark": "bar"}
    script(server, GOOD | {"requirements": with_sql(AVERAGE, constraints=[wish])})
    found = ask(server, sales, "bar chart of average revenue by region")
    assert [item.kind for item in found.requirements.constraints] == ["aggregate", "chart"]


def test_without_sql_the_fields_work_as_before(server, sales):
    script(server, GOOD | {"requirements": with_sql(None)})
    found = ask(server, sales)
    assert found.requirements.query is None
    assert [call.stage for call in found.provenance.calls] == ["intent", "requirements", "adaptation"]


OUTSIDE = {
    "another table": ("SELECT * FROM secrets", "secrets: there is no such table", "'t'"),
    "a function": ("SELECT forecast(revenue) AS f FROM t", "forecast", "The language has"),
    "a column": ("SELECT avg(profit) FROM t", "profit", "Available columns: 'date', 'region'"),
    "a type": ("SELECT avg(region) FROM t", "'mean' takes a number", "'region'"),
    "no query": ("DROP TABLE t", "DROP TABLE t: a query is one SELECT", "Write one DuckDB SELECT over the table t"),
    "no SQL": ("the average, please", "sql:", "Write one DuckDB SELECT over the table t"),
    "a value": (f"{AVERAGE.partition('GROUP')[0]} WHERE region = 'Mars' GROUP BY region", "'Mars'", "leave"),
    "a limit": (f"{AVERAGE} ORDER BY revenue LIMIT 7", "the limit 7", "leave it out"),
}


@pytest.mark.parametrize("case", OUTSIDE)
def test_what_is_outside_goes_back_with_the_place_and_what_is_allowed(server, sales, case):
    sql, place, allowed = OUTSIDE[case]
    script(server, GOOD | {"requirements": [with_sql(sql), with_sql(AVERAGE)]})
    found = ask(server, sales)
    sent_back = requests_for(server, "requirements")[1]["messages"][-1]["content"]
    assert place in sent_back
    assert allowed in sent_back
    assert found.requirements.query is not None
    assert not found.record.notes


def test_after_three_tries_the_fields_are_used_and_that_is_said(server, sales):
    script(server, GOOD | {"requirements": with_sql("SELECT forecast(revenue) FROM t")})
    found = ask(server, sales)
    assert len(requests_for(server, "requirements")) == 3
    assert found.requirements.query is None
    assert found.record.notes == (WITHOUT_SQL,)
    assert found.coverage.complete


def test_fields_that_leave_out_a_condition_are_no_way_out_of_wrong_sql(server, sales):
    script(server, GOOD | {"requirements": with_sql("SELECT forecast(revenue) FROM t")})
    found = ask(server, sales, "average revenue by region in the West")
    assert WITHOUT_SQL not in found.record.notes
    assert "embedded reader took over" in found.record.notes[0]


def test_columns_are_mapped_back_from_the_names_that_the_model_saw(sales):
    odd = "net\nworth " + "x" * 200
    frame = profile(sales.rename(columns={"units": odd}), "df")
    names = Names(frame.names)
    query = query_from(f'SELECT REGION, sum("{names.show(odd)}") AS total FROM t GROUP BY region', frame, names)
    assert columns_of(query) == ("region", odd)
    assert names.show(odd) in shown_sql(query, names)
    assert odd not in shown_sql(query, names)


def test_a_problem_names_no_column_otherwise_than_it_was_shown(sales):
    odd = "net\nworth " + "x" * 200
    frame = profile(sales.rename(columns={"region": odd}), "df")
    names = Names(frame.names)
    with pytest.raises(ValueError, match="takes a number") as caught:
        query_from(f'SELECT avg("{names.show(odd)}") FROM t', frame, names)
    assert "x" * 100 not in str(caught.value)


def test_values_are_spelled_as_the_cells_are_and_dates_are_dates(sales):
    frame = profile(sales, "df")
    sql = "SELECT sum(revenue) FROM t WHERE region = 'west' AND date >= '2024-01-01'"
    query = query_from(sql, frame, Names(frame.names))
    assert "'West'" in to_sql(query)
    assert [item.at for item in parts_of(Moment, query)] == ["2024-01-01"]


def test_a_problem_does_not_tell_how_a_cell_is_spelled(sales):
    frame = profile(sales, "df")
    with pytest.raises(ValueError, match="sql:") as caught:
        query_from("SELECT region FROM t WHERE region = 'west' AND revenue = 'west'", frame, Names(frame.names))
    assert "West" not in str(caught.value)


@pytest.mark.parametrize("entry", [item for item in examples() if item.sql], ids=lambda item: item.question)
def test_the_sql_of_every_example_is_in_the_language(entry):
    frame = _made_up(entry)
    check(from_sql(entry.sql, frame.names), frame)


def test_examples_say_it_as_sql_too(server, sales):
    script(server, GOOD)
    ask(server, sales)
    told = [message["content"] for message in requests_for(server, "requirements")[0]["messages"]]
    assert any('"sql":"SELECT ' in text for text in told)


def test_a_critique_is_shown_the_sql(server, sales):
    script(server, GOOD | {"requirements": with_sql(AVERAGE), "critique": {"missing": [], "reason": "ok"}})
    ask(server, sales, model_critique=True)
    (body,) = requests_for(server, "critique")
    assert "SELECT" in body["messages"][-1]["content"]


def test_no_cell_value_leaves_with_sql():
    frame = pd.DataFrame({"region": ["canary1", "canary2"] * 5, "revenue": range(10)})
    known = profile(frame, "df")
    for sql in ("SELECT avg(region) FROM t", "SELECT nope FROM t", "SELECT f(region) FROM t"):
        with pytest.raises(ValueError, match="sql:") as caught:
            query_from(sql, known, Names(known.names))
        assert "canary" not in str(caught.value)


def test_the_streamlined_strategy_compiles_sql_too(server, sales):
    server.say('{"requirements": {"metrics": ["revenue"], "group_by": ["region"], "time": null, "analysis": '
               f'["compare"], "outputs": ["table"], "constraints": [], "sql": "{AVERAGE}"}}, "changes": [], '
               '"rationale": "One SELECT."}')  # fmt: skip
    found = autoviz.ask(sales, QUESTION, reader="llm", strategy="streamlined", model_url=server.url)
    assert len(server.requests) == 1
    assert found.requirements.query is not None
    assert found.coverage.complete
    assert found.proof.verdict == "proven"
