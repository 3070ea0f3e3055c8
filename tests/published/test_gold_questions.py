"""Written questions' own Queries, asked of a Tableau server in miniature: the gold's numbers must come back."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from autoviz.errors import QueryError
from autoviz.query.comparison import differences
from autoviz.query.reference import reference
from autoviz.query.rewriting import with_steady_rounding
from autoviz.query.sql import from_sql
from training.own_tables import frame

QUESTIONS = Path(__file__).resolve().parents[2] / "training" / "questions"
EVERY, WANTED = 8, 140
"""Every eighth of them is asked; so many at least must come back with the gold's numbers."""


@functools.cache
def written():
    """Written questions on tables of our own, each with its Query."""
    lines = (line for path in sorted(QUESTIONS.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines())
    return tuple(item for item in map(json.loads, lines) if item["table"]["package"] == "own")[::EVERY]


def asked(question):
    """The Query, or None where the query language has no words for the gold SQL."""
    table = frame(question["table"]["item"])
    try:
        return table, from_sql(question["sql"], list(table.columns))
    except QueryError:
        return table, None


def test_gold_queries_come_back_with_the_golds_numbers(server, connect):
    sources, right, grouped, kinds = {}, 0, 0, set()
    for question in written():
        table, query = asked(question)
        name = question["table"]["item"]
        if query is None:
            continue
        if name not in sources:
            server.publish(name, table)
            sources[name] = connect(name)
        found, told = sources[name].answer(query)
        gold = reference(with_steady_rounding(query), table)
        comparison = differences(gold, found, ordered=False, limited=query.limit is not None)
        assert comparison.agrees, (question["id"], comparison.differences, told)
        right += 1
        grouped += "rows alike" not in told
    for body in server.queries():
        kinds |= {item["filterType"] for item in body["query"].get("filters", ())}
    assert right >= WANTED, f"{right} of {len(written())}"
    assert kinds >= {"SET", "DATE", "QUANTITATIVE_DATE", "QUANTITATIVE_NUMERICAL"}
    assert grouped > right / 2, "most of them are summarised by the server"
    assert not any(body["options"]["disaggregate"] for body in server.queries())


@pytest.mark.parametrize("guard", [3])
def test_a_reply_beyond_the_guard_is_refused(server, connect, guard):
    from autoviz.errors import SourceError

    question = next(item for item in written() if "GROUP BY" in item["sql"] and asked(item)[1] is not None)
    table, _ = asked(question)
    server.publish("guarded", table)
    source = connect("guarded", row_guard=guard)
    column = next(name for name in table.columns if table[name].nunique() > guard)
    with pytest.raises(SourceError, match="more than 3 groups"):
        source.answer(from_sql(f'select "{column}", count(*) as n from t group by 1', list(table.columns)))
