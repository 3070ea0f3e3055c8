"""What a question leaves out is left out: not from Japan, without 8 cylinders, Brenn not counted."""

from __future__ import annotations

import pandas as pd
import pytest

import autoviz
from autoviz.model.intent import Intent
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Link, Requirements
from autoviz.profile import profile
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query
from autoviz.readers.embedded.denials import with_denials

CARS = pd.DataFrame(
    {
        "model": [f"m{place}" for place in range(12)],
        "origin": ["Japan", "USA", "Europe", "USA"] * 3,
        "cylinders": [4, 8, 4, 6, 4, 8, 5, 6, 4, 8, 4, 6],
        "mpg": [31.0, 14.0, 27.0, 18.0, 33.0, 15.0, 20.0, 19.0, 32.0, 13.0, 28.0, 21.0],
        "sold": ["yes", "no", "yes", "yes"] * 3,
    }
)
INTENT = Intent(primary="comparative_analysis", confidence=0.9, reasoning="")
COUNTED = Query(measures=(Named(name="count", expr=Aggregate(func="count")),))


def conditions_after(question: str, *tests: Call, links: tuple[Link, ...] = ()) -> str:
    """The conditions of a count of cars once the question was heard for what it leaves out."""
    where = tests[0] if len(tests) == 1 else Call(op="and", args=tests)
    needs = Requirements(outputs=("table",), query=COUNTED.replaced(where=where))
    read = Reading(requirements=needs, intent=INTENT, confidence=0.9)
    found = with_denials(question, read, profile(CARS), links).requirements.query
    assert found is not None
    parts = found.where.args if isinstance(found.where, Call) and found.where.op == "and" else (found.where,)
    return " and ".join(
        f"{part.op} {' '.join(str(getattr(arg, 'value', getattr(arg, 'name', ''))) for arg in part.args)}".strip()
        for part in parts
        if isinstance(part, Call)
    )


def is_(column: str, *values: object) -> Call:
    op = "=" if len(values) == 1 else "in"
    return Call(op=op, args=(Column(name=column), *(Constant(value=value) for value in values)))


@pytest.mark.parametrize(
    "question",
    [
        "how many cars do not have 4 cylinders",
        "how many cars don't have 4 cylinders",
        "cars without 4 cylinders",
        "count of cars except 4 cylinders",
        "how many cars other than 4 cylinders",
        "number of cars, 4 cylinders not counted",
        "all but 4 cylinders: how many cars",
    ],
)
def test_a_value_behind_a_negation_is_left_out(question):
    assert conditions_after(question, is_("cylinders", 4)) == "!= cylinders 4"


@pytest.mark.parametrize(
    "question",
    [
        "how many cars have 4 cylinders",
        "not only cars with 4 cylinders",
        "cars not from Japan with 4 cylinders",  # with begins something else
        "cars that are not sold, 4 cylinders",
        "do not all cars have 4 cylinders",
        "why do not the 4 cylinders sell",
        "whether or not 4 cylinders are better",
        "cars that had no repairs in the 4 cylinders class",
    ],
)
def test_a_value_that_nothing_denies_is_kept(question):
    assert conditions_after(question, is_("cylinders", 4)) == "= cylinders 4"


def test_each_value_has_a_negation_of_its_own():
    both = (is_("origin", "Japan"), is_("cylinders", 4))
    found = conditions_after("cars not from Japan in the 4 cylinders class", *both)
    assert found == "!= origin Japan and = cylinders 4"
    assert conditions_after("cars from Japan but not 4 cylinders", *both) == "= origin Japan and != cylinders 4"


def test_several_values_are_left_out_together():
    assert conditions_after("cars not from Japan or Europe", is_("origin", "Japan", "Europe")) == "not"
    assert conditions_after("cars from Japan, not Europe", is_("origin", "Japan", "Europe")) == "in origin Japan Europe"


def test_a_value_is_found_by_the_phrase_that_was_linked_to_it():
    linked = (Link(phrase="Nipponese", target="origin", kind="value", score=0.9, value="Japan"),)
    assert conditions_after("cars that are not Nipponese", is_("origin", "Japan"), links=linked) == "!= origin Japan"
    assert conditions_after("cars that are not Nipponese", is_("origin", "Japan")) == "= origin Japan"


def test_a_value_is_found_by_a_form_of_its_own_word():
    assert conditions_after("cars that are not Japanese", is_("origin", "Japan")) == "!= origin Japan"
    assert conditions_after("cars that did not finish", is_("state", "Finished")) == "!= state Finished"
    assert conditions_after("cars that did not fit", is_("state", "Fitted out")) == "= state Fitted out"


RUNS = pd.DataFrame({
    "bib": range(1, 81), "state": ["Finished", "Finished", "Finished", "Gave up"] * 20, "wave": ["A", "B"] * 40,
})  # fmt: skip


@pytest.mark.parametrize(("question", "told"), [
    ("how many runners didn't finish", "20 "), ("what percentage of runners did not finish", "25.0%"),
])  # fmt: skip
def test_those_who_did_not_finish_are_none_of_those_who_did(question, told):
    found = autoviz.ask(RUNS, question, reader="embedded")
    assert told in found.answer, found.answer


def test_yes_and_no_are_heard_in_the_value():
    assert conditions_after("cars not sold, so sold is no", is_("sold", "no")) == "= sold no"


def test_fields_are_turned_as_well():
    needs = Requirements(outputs=("table",), constraints=(Filter(column="origin", op="=", value="USA"),))
    read = Reading(requirements=needs, intent=INTENT, confidence=0.9)
    turned = with_denials("cars that do not come from the USA", read, profile(CARS), ()).requirements
    assert turned.all(Filter) == (Filter(column="origin", op="!=", value="USA"),)


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("how many cars do not have 4 cylinders", 7),
        ("how many cars don't come from the USA", 6),
        ("how many cars without 8 cylinders", 9),
        ("how many cars are not from Japan", 9),
    ],
)
def test_the_answer_is_of_the_others(question, left):
    found = autoviz.ask(CARS.drop(columns="sold"), question)
    assert f" {left} " in f"{found.answer} ", found.answer


CALLS = pd.DataFrame({
    "call": range(1, 81),
    "resolved": ["Yes", "No", "No", "Yes"] * 20,
    "transferred": ["No", "Yes", "No", "No", "Yes"] * 16,
})  # fmt: skip


@pytest.mark.parametrize("question", [
    "how many unresolved calls were transferred", "how many transferred calls were unresolved",
])  # fmt: skip
def test_the_no_of_one_flag_is_not_that_of_another(question):
    found = autoviz.ask(CALLS, question, reader="embedded")
    expected = ((CALLS["resolved"] == "No") & (CALLS["transferred"] == "Yes")).sum()
    assert found.table.iloc[0, -1] == expected


JOBS = pd.DataFrame({
    "job_id": range(1, 121),
    "brand": ["Ford", "Kia", "BMW"] * 40,
    "cost": [100.0 + 7 * (place % 13) for place in range(120)],
    "isPaid": [True, True, False, True, True] * 24,
})  # fmt: skip


@pytest.mark.parametrize("question", ["total cost unpaid", "total cost still to be paid", "how much cost is unpaid"])
def test_what_is_unpaid_is_none_of_what_was_paid(question):
    found = autoviz.ask(JOBS, question, reader="embedded")
    assert found.table.iloc[0, -1] == pytest.approx(JOBS.loc[~JOBS["isPaid"], "cost"].sum())


def test_a_flag_that_is_denied_makes_no_groups_of_both():
    needs = Requirements(group_by=("sold",), outputs=("chart",), constraints=())
    read = Reading(requirements=needs, intent=INTENT, confidence=0.9)
    turned = with_denials("unsold cars", read, profile(CARS), ()).requirements
    assert turned.group_by == () and turned.all(Filter) == (Filter(column="sold", op="=", value="no"),)
    both = with_denials("sold and unsold cars", read, profile(CARS), ()).requirements
    assert both.group_by == ("sold",)


STAFF = pd.DataFrame({
    "employee_id": range(1, 61),
    "department": ["IT", "HR", "Sales"] * 20,
    "full_time": (["yes"] * 4 + ["no"]) * 12,
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("how many part time employees", [12]),
        ("part-time staff per department", [4, 4, 4]),
        ("share of part-timers", [20]),
        ("how many full-timers are there", [48]),
    ],
)
def test_the_opposite_of_two_words_says_no(question: str, expected: list[int]) -> None:
    found = autoviz.ask(STAFF, question, reader="embedded")
    assert sorted(found.table.iloc[:, -1]) == expected


SURVEY = pd.DataFrame({
    "What is your age group?": ["18-24", "25-34", "35-49", "50+"] * 15,
    "Would you recommend us to a friend?": (["Yes"] * 3 + ["No", "Maybe"]) * 12,
    "How often do you use our app?": ["Daily", "Weekly", "Never"] * 20,
})  # fmt: skip


@pytest.mark.parametrize(
    ("question", "expected"), [("how many would recommend us", 36), ("how many would not recommend us", 12)]
)
def test_one_word_of_a_whole_question_names_it(question: str, expected: int) -> None:
    assert autoviz.ask(SURVEY, question, reader="embedded").table.iloc[0, -1] == expected


@pytest.mark.parametrize(
    "question",
    [
        "how many cars are not from Japan or Europe",
        "cars neither from Japan nor from Europe",
        "number of cars not from Japan and Europe",
        "count cars other than from Japan or from Europe",
    ],
)
def test_a_denied_list_is_denied_whole(question: str) -> None:
    assert conditions_after(question, is_("origin", "Japan", "Europe")) == "not"


def test_what_stands_behind_other_words_is_not_of_the_denied_list() -> None:
    kept = conditions_after("cars not from Japan but built in Europe", is_("origin", "Japan", "Europe"))
    assert kept == "in origin Japan Europe"


def test_values_that_a_table_writes_in_codes_are_denied_in_words() -> None:
    runners = pd.DataFrame({"runner": range(40), "country": ["GER", "FRA", "ESP", "NED"] * 10})
    found = autoviz.ask(runners, "how many runners are not from Germany or France")
    assert found.answer.startswith("There are 20 runners")


TRAINS = pd.DataFrame(
    {
        "train": [f"T{place}" for place in range(60)],
        "line": ["North", "South", "Coast"] * 20,
        "cancelled": [0, 0, 1, 0, 0] * 12,
        "delay_min": [3, 9, 1, 14, 5, 7] * 10,
    }
)


@pytest.mark.parametrize("test", [Filter(column="cancelled", op="=", value=1), is_("cancelled", 1),
                                  Call(op="!=", args=(Column(name="cancelled"), Constant(value=0)))])  # fmt: skip
@pytest.mark.parametrize(
    "question",
    ["average delay excluding cancelled trains", "average delay by line, cancelled trains left out",
     "average delay without cancelled trains"],
)  # fmt: skip
def test_a_flag_that_is_denied_is_kept_by_its_no(question: str, test: Filter | Call) -> None:
    mean = Aggregate(func="mean", args=(Column(name="delay_min"),))
    if isinstance(test, Filter):
        needs = Requirements(metrics=("delay_min",), outputs=("table",), constraints=(test,))
    else:
        needs = Requirements(outputs=("table",), query=Query(measures=(Named(name="a", expr=mean),), where=test))
    read = Reading(requirements=needs, intent=INTENT, confidence=0.9)
    found = with_denials(question, read, profile(TRAINS), ()).requirements
    if found.query is None:
        assert found.all(Filter) == (Filter(column="cancelled", op="=", value=0),)
    else:
        assert found.query.where == Call(op="=", args=(Column(name="cancelled"), Constant(value=0)))


def test_a_flag_beside_a_denied_value_stays() -> None:
    kept = conditions_after("sold cars that are not from Japan", is_("sold", "yes"), is_("origin", "Japan"))
    assert kept == "= sold yes and != origin Japan"
