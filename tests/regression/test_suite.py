"""The regression suite agrees with itself: its columns and values exist, and every label is asked for."""

import runpy
from collections import Counter
from functools import cache
from pathlib import Path

from autoviz.evaluation.comparison import attributes_match, mark_matches, roles_match
from autoviz.evaluation.readings import fields_right
from autoviz.evaluation.suites import Case, load_suite
from autoviz.model.chart import Chart
from autoviz.model.labels import AGGREGATES, ANALYSIS_LABELS, GRAINS, MARKS, OPERATORS
from autoviz.model.requirements import Aggregation, AnyOf, Change, ChartWish, Derive, Filter, Having, Limit, Sort

FOLDER = Path(__file__).parent
SUITE = load_suite(FOLDER / "questions.jsonl")
GOLD = runpy.run_path(str(FOLDER / "make_gold.py"))
KINDS = {"chart_named", "no_chart", "terse", "chatty", "typo", "synonym", "abbreviation", "value"}
BASE_MARK = {"stacked_bar": "bar", "grouped_bar": "bar", "multi_line": "line"}


@cache
def frame(table):
    return GOLD["frame_of"](FOLDER / table)


def filters_of(requirements):
    return [*requirements.all(Filter), *(part for item in requirements.all(AnyOf) for part in item.filters)]


def columns_of(case: Case):
    expect = case.expect
    yield from (expect.x.column, expect.y.column, expect.color, expect.facet, *(expect.attributes or ()))
    yield from (name for names in expect.attributes_accept for name in names)
    for reading in case.readings:
        derived = {item.name for item in reading.all(Derive)}
        yield from (name for name in (*reading.metrics, *reading.group_by) if name not in derived)
        yield reading.time.column if reading.time else None
        yield from (item.column for item in filters_of(reading))
        yield from (name for item in reading.all(Derive) for name in item.columns)
        summarised = (*reading.all(Aggregation), *reading.all(Having))
        yield from (item.metric for item in summarised if item.metric not in derived)


def test_there_are_enough_questions_over_six_tables():
    assert len(SUITE.cases) >= 150
    assert len({case.table for case in SUITE.cases}) == 6
    assert min(Counter(case.table for case in SUITE.cases).values()) >= 25


def test_no_question_and_no_id_comes_twice():
    assert len({case.id for case in SUITE.cases}) == len(SUITE.cases)
    assert len({case.question.casefold() for case in SUITE.cases}) == len(SUITE.cases)


def test_every_phrasing_is_there_and_half_of_the_questions_name_no_chart():
    kinds = Counter(case.kind for case in SUITE.cases)
    assert set(kinds) == KINDS
    assert kinds["terse"] + kinds["typo"] >= len(SUITE.cases) / 5
    assert sum(not case.expect.chart_stated for case in SUITE.cases) >= len(SUITE.cases) / 2


def test_every_analysis_label_is_asked_for_and_is_a_topic():
    asked = {label for case in SUITE.cases for label in case.requirements.analysis}
    assert asked == set(ANALYSIS_LABELS)
    assert {case.topic for case in SUITE.cases} == set(ANALYSIS_LABELS)


def test_every_grain_is_asked_for():
    assert {case.requirements.time.grain for case in SUITE.cases if case.requirements.time} == set(GRAINS)


def test_every_operator_is_asked_for():
    assert {item.op for case in SUITE.cases for item in filters_of(case.requirements)} == set(OPERATORS)


def test_every_aggregate_is_asked_for():
    assert {item.func for case in SUITE.cases for item in case.requirements.all(Aggregation)} == set(AGGREGATES)


def test_every_mark_is_right_somewhere():
    marks = {BASE_MARK.get(name, name) for case in SUITE.cases for name in case.expect.accepted_charts}
    assert marks == set(MARKS)


def test_every_kind_of_constraint_is_asked_for_but_saving():
    kinds = {item.kind for case in SUITE.cases for item in case.requirements.constraints}
    assert kinds == {
        "filter", "any_of", "having", "limit", "sort", "aggregate", "window", "change", "derive", "bins", "chart",
    }


def test_both_bases_of_change_and_every_layout_are_asked_for():
    changes = [item for case in SUITE.cases for item in case.requirements.all(Change)]
    assert {item.base for item in changes} == {"previous period", "previous year"}
    layouts = {item.layout for case in SUITE.cases for item in case.requirements.all(ChartWish)}
    assert layouts >= {"stacked", "grouped", "horizontal"}


def faulty(is_sound):
    """The cases that a check finds fault with; one test over all of them is quicker than one test each."""
    return {case.id: case.question for case in SUITE.cases if not is_sound(case)}


def test_every_column_named_is_in_the_table():
    assert not faulty(lambda case: {name for name in columns_of(case) if name} <= set(frame(case.table).columns))


def test_every_value_of_a_filter_occurs_in_its_column():
    def occurs(case):
        for item in filters_of(case.requirements):
            column = frame(case.table)[item.column]
            values = item.value if isinstance(item.value, tuple) else (item.value,)
            if item.op in ("=", "!=", "in", "not in") and not set(values) <= set(column.dropna().unique().tolist()):
                return False
        return True

    assert not faulty(occurs)


def test_every_filter_keeps_some_rows_and_drops_some():
    def parts_rows(case):
        kept = [GOLD["holds"](frame(case.table), item) for item in filters_of(case.requirements)]
        return all(rows.any() and not rows.all() for rows in kept)

    assert not faulty(parts_rows)


def test_the_filters_of_a_question_together_leave_some_rows():
    def leaves_rows(case):
        kept = frame(case.table)
        for item in (*case.requirements.all(Filter), *case.requirements.all(AnyOf)):
            kept = kept[GOLD["holds"](kept, item)]
        return len(kept) > 0

    assert not faulty(leaves_rows)


def test_the_expected_chart_says_the_same_as_the_requirements():
    def agrees(case):
        expect, wanted = case.expect, case.requirements
        stated = wanted.constraint(ChartWish)
        return (
            expect.conditions == (*wanted.all(Filter), *wanted.all(AnyOf))
            and expect.limit == next((item.n for item in wanted.all(Limit)), None)
            and (expect.sort is None) == (wanted.constraint(Sort) is None)
            and expect.time_bin in (None, wanted.time.grain if wanted.time else None)
            and expect.chart_stated == (stated is not None and stated.mark is not None)
            and set(expect.charts) <= set(expect.charts_lenient)
        )

    assert not faulty(agrees)


def test_every_right_reading_is_judged_right():
    assert not faulty(lambda case: all(all(fields_right(reading, case).values()) for reading in case.readings))


def test_the_expected_chart_is_judged_right():
    def is_right(case):
        chart = expected_chart(case)
        fits = mark_matches(chart, case.expect) and roles_match(chart, case.expect)
        return fits and (case.expect.any_chart or attributes_match(chart, case.expect, case.requirements.columns))

    assert not faulty(is_right)


def expected_chart(case):
    expect = case.expect
    if expect.charts[0] == "table":
        return None
    return Chart(
        mark=BASE_MARK.get(expect.charts[0], expect.charts[0]),
        x=expect.x.column,
        y="(new)" if expect.y.derived else expect.y.column,
        aggregate=expect.y.aggregate,
        color=expect.color,
        facet=expect.facet,
        grain=expect.time_bin,
    )


def test_the_gold_numbers_are_what_pandas_gives():
    assert not faulty(lambda case: GOLD["gold"](case, frame(case.table)) == [list(row) for row in case.gold])


def test_many_questions_carry_gold_numbers():
    assert sum(bool(case.gold) for case in SUITE.cases) >= 80
