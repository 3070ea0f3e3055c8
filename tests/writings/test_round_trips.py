"""A number, a duration or a date that is written in one of the ways in which people write it is read back as it was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoviz.frames.dates.reading import find_dates
from autoviz.frames.dates.series import PandasColumn
from autoviz.writings import find_numbers, pandas_numbers, writing_of

Write = Callable[[float], str]
FEW = settings(max_examples=8, deadline=None)
ANCHORS = (12345.67, 0.25)
"""Cells that leave no doubt of what the marks between digits mean."""


def english(number: float) -> str:
    return f"{number:,.2f}"


def marked(thousands: str, decimal: str) -> Write:
    return lambda number: english(number).translate(str.maketrans({",": thousands, ".": decimal}))


def indian(number: float) -> str:
    whole, _, fraction = f"{abs(number):.2f}".partition(".")
    head, tail = whole[:-3], whole[-3:]
    pairs = []
    while head:
        head, pair = head[:-2], head[-2:]
        pairs.insert(0, pair)
    return f"{'-' if number < 0 else ''}{','.join([*pairs, tail])}.{fraction}"


MARKS: dict[str, Write] = {
    "1,234.5": english,
    "1.234,5": marked(".", ","),
    "1 234,5": marked(" ", ","),
    "1 234,5 narrow": marked("\u202f", ","),
    "1 234.5": marked("\u00a0", "."),
    "1'234.5": marked("'", "."),
    "1'234,5": marked("\u2019", ","),
    "1_234.5": marked("_", "."),
    "12,34,567.8": indian,
    "1234.5": lambda number: f"{number:.2f}",
    "1234,5": lambda number: f"{number:.2f}".replace(".", ","),
}


def signed(write: Write, form: str) -> Write:
    """The sign before all else, as in -$5."""
    return lambda number: ("-" if number < 0 else "") + form.format(write(abs(number)))


DECORATIONS = {
    "as it is": "{}", "dollars before": "${}", "a code before": "USD {}", "euros behind": "{} €",
    "a code behind": "{} EUR", "pounds before": "£{}", "rupees": "Rs. {}", "percent": "{}%",
    "percent apart": "{} %", "kilograms": "{} kg",
    "miles": "{}mi", "degrees": "{} °C", "a speed": "{} km/h", "at least": "{}+", "spaces around": "  {} ",
}  # fmt: skip


def negative(form: str) -> Write:
    return lambda number: form.format(english(-number)) if number < 0 else english(number)


SIGNS = {"parentheses": "({})", "money in parentheses": "(${})", "minus behind": "{}-", "a long minus": "\u2212{}"}


def scaled(words: str, form: str = "{}{}") -> Write:
    """A number in thousands, millions or billions, by its size."""
    steps = list(zip((1e9, 1e6, 1e3), words.split(), strict=True))

    def write(number: float) -> str:
        size, word = next((step for step in steps if abs(number) >= step[0]), steps[-1])
        return form.format(repr(number / size), word)

    return write


SCALES = {
    "k M B": scaled("B M k"), "K m bn": scaled("bn m K"),
    "thousand million": scaled("billion million thousand", "{} {}"),
    "money k M bn": scaled("bn M k", "${}{}"), "Tsd. Mio. Mrd.": scaled("Mrd. Mio. Tsd.", "{} {}"),
}  # fmt: skip


def clock(seconds: float) -> str:
    return f"{seconds // 3600:02.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"


def days_and_clock(seconds: float) -> str:
    return f"{seconds // 86400:.0f} days {clock(seconds % 86400)}"


def in_words(form: str) -> Write:
    return lambda seconds: form.format(h=int(seconds // 3600), m=int(seconds // 60 % 60), s=int(seconds % 60))


DURATIONS: dict[str, tuple[str, Write]] = {
    "h:mm:ss": ("duration", clock),
    "days and clock": ("took", days_and_clock),
    "m:ss": ("duration", lambda seconds: f"{seconds // 60:.0f}:{seconds % 60:02.0f}"),
    "1h 20m": ("time", in_words("{h}h {m}m {s}s")),
    "1 hour 20 minutes": ("time", in_words("{h} hours {m} minutes {s} seconds")),
    "1 hr 20 min": ("time", in_words("{h} hrs, {m} mins, {s} sec")),
    "1h20m": ("time", in_words("{h}h{m}m{s}s")),
    "PT1H20M": ("time", in_words("PT{h}H{m}M{s}S")),
}

DATES = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y%m%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%d %b %Y", "%d %B %Y",
    "%b %d, %Y", "%B %d, %Y", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d.%m.%Y %H:%M",
    "%m/%d/%Y %H:%M",
)  # fmt: skip

numbers = st.lists(st.integers(-(10**9), 10**9).map(lambda cents: cents / 100), min_size=3, max_size=8)
lengths = st.lists(st.integers(90_000, 300_000).map(float), min_size=3, max_size=8)
days = st.lists(st.integers(0, 20_000), min_size=3, max_size=8)


def read_back(cells: list[str], name: str = "amount") -> np.ndarray:
    found = find_numbers(pd.Series(cells, dtype=object).value_counts(), name)
    assert found is not None, cells
    assert found.evidence.parse_rate == 1.0
    return pandas_numbers(pd.Series(cells, dtype=object), writing_of(found.evidence.writing)).to_numpy()


@pytest.mark.parametrize("decoration", DECORATIONS)
@pytest.mark.parametrize("marks", MARKS)
@FEW
@given(written=numbers)
def test_a_number_in_marks_and_a_unit(marks: str, decoration: str, written: list[float]) -> None:
    told = [*ANCHORS, *written]
    write = signed(MARKS[marks], DECORATIONS[decoration])
    assert read_back([write(number) for number in told]) == pytest.approx(told, rel=1e-12)


@pytest.mark.parametrize("sign", SIGNS)
@FEW
@given(written=numbers)
def test_a_number_below_zero(sign: str, written: list[float]) -> None:
    told = [*ANCHORS, *written]
    assert read_back([negative(SIGNS[sign])(number) for number in told]) == pytest.approx(told, rel=1e-12)


@pytest.mark.parametrize("scale", SCALES)
@FEW
@given(written=numbers)
def test_a_number_in_thousands_and_millions(scale: str, written: list[float]) -> None:
    told = [5e3, 2.5e6, 1e9, *(round(number) * 100.0 for number in written)]
    assert read_back([SCALES[scale](number) for number in told]) == pytest.approx(told, rel=1e-9)


@pytest.mark.parametrize("writing", DURATIONS)
@FEW
@given(written=lengths)
def test_a_duration(writing: str, written: list[float]) -> None:
    name, write = DURATIONS[writing]
    assert read_back([write(seconds) for seconds in written], name) * 3600 == pytest.approx(written, rel=1e-12)


@pytest.mark.parametrize("form", DATES)
@FEW
@given(written=days)
def test_a_date(form: str, written: list[int]) -> None:
    first = datetime(1971, 1, 31, 13, 45)
    told = [first, *(first + timedelta(days=day) for day in written)]
    column = PandasColumn(pd.Series([day.strftime(form) for day in told], dtype=object))
    evidence = find_dates(column, "day")
    assert evidence is not None and evidence.parse_rate == 1.0
    read = column.result(evidence.format)
    assert [day.strftime(form) for day in read] == [day.strftime(form) for day in told]
