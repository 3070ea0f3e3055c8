"""Values that several columns have: the likelier column is taken, the others are told and offered."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Link, Requirements
from autoviz.planning.sharing import in_meant_columns
from autoviz.profile import profile
from autoviz.query.language import Column, Query, columns_of
from autoviz.query.sql import from_sql

DRAW = np.random.default_rng(5)
CITIES = ["Paris", "London", "Berlin", "Madrid"]
FLIGHTS = pd.DataFrame({
    "origin": DRAW.choice(CITIES, 60), "destination": DRAW.choice(CITIES, 60), "passengers": DRAW.integers(50, 300, 60),
})  # fmt: skip
ORDERS = pd.DataFrame({
    "billing_state": DRAW.choice(["Texas", "Ohio"], 60), "shipping_state": DRAW.choice(["Texas", "Ohio"], 60),
    "amount": DRAW.integers(5, 500, 60),
})  # fmt: skip
PEOPLE = pd.DataFrame({
    "name": ["Jordan", "Chad", "Georgia", "Anna", "Ben", "Eve"] * 5,
    "country": DRAW.choice(["Jordan", "Chad", "France"], 30), "salary": DRAW.integers(1000, 9000, 30),
})  # fmt: skip
PAY = pd.DataFrame({
    "department": DRAW.choice(["Sales", "Engineering"], 40), "degree": DRAW.choice(["Engineering", "Law"], 40),
    "pay": DRAW.integers(30, 90, 40),
})  # fmt: skip


def read(frame: pd.DataFrame, question: str, *filters: Filter, query: Query | None = None, **fields: object) -> Reading:
    asked = Requirements.model_validate({"constraints": filters, "query": query, **fields})
    reading = Reading(requirements=asked, intent=Intent(primary="lookup", confidence=1, reasoning=""), confidence=0.8)
    return in_meant_columns(reading, profile(frame), question)


def kept_by(reading: Reading) -> list[tuple[str, object]]:
    return [(item.column, item.value) for item in reading.requirements.all(Filter)]


@pytest.mark.parametrize(
    ("frame", "question", "read_as", "value", "meant", "told"),
    [
        (FLIGHTS, "how many flights from Paris", "destination", "Paris", "origin", True),
        (FLIGHTS, "how many flights to Paris", "origin", "Paris", "destination", True),
        (FLIGHTS, "passengers for Paris", "destination", "Paris", "destination", True),
        (FLIGHTS, "flights with destination Paris", "origin", "Paris", "destination", False),
        (ORDERS, "orders billed in Texas", "shipping_state", "Texas", "billing_state", False),
        (PEOPLE, "how many people from Chad", "name", "Chad", "country", True),
        (PAY, "pay for an Engineering degree", "department", "Engineering", "degree", False),
        (PAY, "pay in Sales", "department", "Sales", "department", False),
    ],
)
def test_the_likelier_column_is_taken_and_the_other_told(frame, question, read_as, value, meant, told):
    filtered = read(frame, question, Filter(column=read_as, op="=", value=value))
    query = from_sql(f"SELECT count(*) AS n FROM t WHERE {read_as} = '{value}'", list(frame.columns))
    queried = read(frame, question, query=query)
    for found in (filtered, queried):
        assert kept_by(found) == [(meant, value)]
        assert bool(found.requirements.assumed) is told


def test_the_other_column_is_offered():
    found = read(FLIGHTS, "passengers for Paris", Filter(column="destination", op="=", value="Paris"))
    assert found.requirements.assumed == ("'Paris' is looked for in destination; origin would be another.",)
    (other,) = found.alternatives
    assert [item.column for item in other.requirements.all(Filter)] == ["origin"]
    assert other.confidence < found.confidence


def test_a_value_said_once_is_one_of_one_column():
    both = [Filter(column=name, op="=", value="Engineering") for name in ("department", "degree")]
    assert kept_by(read(PAY, "average pay for an Engineering degree", *both)) == [("degree", "Engineering")]
    twice = "pay in department Engineering for a degree in Engineering"
    assert len(kept_by(read(PAY, twice, *both))) == 2


def test_a_column_is_a_group_only_where_it_is_named():
    named = Link(phrase="Texas", target="billing_state", kind="value", score=1, value="Texas")
    held = Filter(column="shipping_state", op="=", value="Texas")
    fields = {"group_by": ("billing_state",), "analysis": ("compare",), "outputs": ("chart",), "links": (named,)}
    lone = read(ORDERS, "orders shipped to Texas", held, **fields).requirements
    grouped = read(ORDERS, "orders shipped to Texas by billing state", held, **fields).requirements
    assert (lone.group_by, lone.analysis, lone.outputs) == ((), ("total",), ("table",))
    assert grouped.group_by == ("billing_state",)


def test_a_whole_question_says_where_it_looked():
    asked = autoviz.ask(FLIGHTS, "how many flights from Paris")
    assert f"{(FLIGHTS.origin == 'Paris').sum()} flights where origin is Paris" in asked.answer
    assert any("destination would be another" in note for note in asked.provenance.notes)


def test_a_value_that_one_reading_forgets_is_kept():
    goods = pd.DataFrame({
        "category": DRAW.choice(["Orange", "Apple", "Grape"], 60), "colour": DRAW.choice(["Orange", "Red"], 60),
        "price": DRAW.integers(1, 20, 60) * 1.0,
    })  # fmt: skip
    asked = autoviz.ask(goods, "price of red by category")
    assert "colour is Red" in asked.answer


def test_every_flag_has_a_yes_and_a_no_of_its_own() -> None:
    people = pd.DataFrame({
        "insured": ["yes", "no"] * 20, "retired": ["no", "no", "yes", "no"] * 10, "visits": range(40),
    })  # fmt: skip
    both = from_sql("SELECT count(*) AS n FROM t WHERE insured = 'no' AND retired = 'no'", tuple(people.columns))
    found = read(people, "how many are neither insured nor retired", query=both)
    assert found.requirements.query == both


@pytest.mark.parametrize("nested", [False, True])
def test_groups_follow_the_values_that_another_column_has(nested):
    names = ["Arena", "Gym", "Dome", "Aula"]
    halls = pd.DataFrame({"kind": ["sport", "school"] * 10, "hall": names * 5, "lit": 3.0})
    said = ("Arena", "Dome") if nested else ("Arena", "Gym")
    inner = f"SELECT kind, SUM(lit) AS lit FROM t WHERE kind IN {said} GROUP BY kind"
    sql = f"SELECT kind, AVG(lit) AS average FROM ({inner}) AS parts GROUP BY kind" if nested else inner
    asked = from_sql(sql, tuple(halls.columns))
    query = read(halls, f"lit of the {said[0]} vs the {said[1]}", query=asked).requirements.query
    assert query is not None and [item.name for item in query.by] == ["hall"]
    assert [item.expr for item in query.by] == [Column(name="hall")]
    innermost = query.source or query
    assert columns_of(innermost.where) == ("hall",) and columns_of(innermost.by) == ("hall",)
