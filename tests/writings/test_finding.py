"""Which columns of text are numbers, in which writing, and which are not."""

from __future__ import annotations

import pandas as pd
import polars as pl
import pytest

from autoviz.model.profile import ColumnProfile
from autoviz.profile import profile
from autoviz.query.types import NUMBER, TEXT, column_type
from autoviz.writings import FoundNumbers, find_numbers, writing_of
from autoviz.writings.second_reading import misread


def found(cells: list[str], name: str = "x") -> FoundNumbers | None:
    return find_numbers(pd.Series(cells, dtype=object).value_counts(), name)


def one(cells: list[object], name: str = "x") -> ColumnProfile:
    return profile(pd.DataFrame({name: cells})).column(name)


@pytest.mark.parametrize(
    ("cells", "writing"),
    [
        (["$1,100.82", "$5"], "1,234.5 in $"),
        (["29.1%", "3 %"], "1,234.5 in %"),
        (["1.032,62 €", "3 €"], "1.234,5 in €"),
        (["1,000+", "5+"], "1,234.5"),
        (["10M", "201k"], "1,234.5 with k, M, bn"),
        (["1.000", "10.000", "5"], "1.234,5"),
        (["5 m", "6.5 m"], "1,234.5 in m"),
        (["US$ 5m", "US$ 3m"], "1,234.5 with k, M, bn in $"),
        (["90 min", "110 min"], "1,234.5 in min"),
        (["38 hrs", "36", "40h", "37 hrs", "41", "40 hours"], "1,234.5 in hrs"),
        (["1h 20m", "45m"], "1h 20m in minutes"),
        (["30:00:00", "25:10:00"], "h:mm:ss in hours"),
        (["02:55:10", "01:21:36"], "h:mm:ss in hours"),
        (["0:03:21", "0:12:40"], "h:mm:ss in minutes"),
    ],
)
def test_the_cells_speak_for_a_writing(cells: list[str], writing: str) -> None:
    read = found(cells)
    assert read is not None
    assert read.evidence.writing == writing
    assert writing_of(writing).spec == writing


@pytest.mark.parametrize(
    "cells",
    [["1st", "2nd", "3rd"], ["Room 1", "Room 2"], ["01234", "20001"], ["A12", "B13"], ["5A", "6B", "7M"],
     ["1-2", "3-4"], ["1990s", "2000s"], ["5pm", "6pm"], ["10.0.0.1", "10.0.0.2"], ["1.2.3", "2.0.1"], ["yes", "no"],
     ["14:35", "09:10"], ["08:15:30", "02:12:09"], ["12345678901234567890", "22345678901234567890"], ["n/a", "-"]],
)  # fmt: skip
def test_names_codes_and_times_of_day_are_no_amounts(cells: list[str]) -> None:
    assert found(cells) is None


def test_a_column_that_leaves_the_marks_open_keeps_the_other_writing() -> None:
    read = found(["1.234", "2.345"])
    assert read is not None
    assert (read.evidence.writing, read.evidence.alternative) == ("1,234.5", "1.234,5")


def test_two_currencies_are_not_added_up() -> None:
    column = one(["$5", "€6", "$7", "€8", "$9"], "price")
    assert column.numbers is None and not column.metric
    assert "60% of its cells are numbers written like 1,234.5 in $" in column.warnings[0]
    assert "'€6'" in column.warnings[0]


def test_a_column_of_amounts_is_profiled_as_its_numbers() -> None:
    column = one(["$1,200", "$30", "n.a.", "$45", None], "price")
    assert (column.kind, column.metric, column.minimum, column.maximum) == ("numeric", True, 30, 1200)
    assert column.mean == 425
    assert column.numbers is not None
    assert (column.numbers.unit, column.numbers.missing, column.numbers.parse_rate) == ("$", ("n.a.",), 1.0)
    assert column_type(column) == NUMBER | TEXT


def test_cells_that_are_no_numbers_are_told_with_their_share() -> None:
    column = one([*(f"{n} kg" for n in range(1, 20)), "heavy"], "weight")
    assert column.numbers is not None
    assert column.numbers.failed == ("heavy",)
    assert "5.0% of them are no numbers and count as missing: 'heavy'." in column.warnings


def test_every_engine_finds_the_same_writing() -> None:
    cells = {"price": ["1.032,62 €", "12,50 €", None]}
    assert profile(pl.DataFrame(cells).lazy()).column("price").numbers == one(cells["price"], "price").numbers


def test_a_number_that_the_two_ways_of_reading_see_differently_is_named() -> None:
    cells = pd.DataFrame({"text": ["$5", "$1,000"], "number": [5.0, 1.0]})
    for engine in ("pandas", "polars"):
        assert misread(cells.assign(number=[5.0, 1000.0]), writing_of("1,234.5 in $"), engine) is None
        wrong = misread(cells, writing_of("1,234.5 in $"), engine)
        assert wrong is not None and "'$1,000'" in wrong
