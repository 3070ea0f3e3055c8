"""The first line of the magic: frames, options, and prose that looks like either."""

from __future__ import annotations

import pytest

from autoviz.errors import AutovizError
from autoviz.notebook.options import read_line


def is_frame(name: str) -> bool:
    return name in ("sales", "orders")


def test_frames_options_and_the_question_on_one_line():
    request = read_line("sales orders revenue - by region, it's 3 --chart bar", is_frame)
    assert request.frames == ("sales", "orders")
    assert request.question == "revenue - by region, it's 3"
    assert request.options.chart == "bar"


def test_in_a_cell_the_line_holds_no_question():
    request = read_line("sales --grain=week", is_frame, "revenue -- or so")
    assert (request.frames, request.question, request.options.grain) == (("sales",), "revenue -- or so", "week")


def test_a_doubled_frame_counts_once():
    assert read_line("sales sales", is_frame, "x").frames == ("sales",)


@pytest.mark.parametrize(
    "line",
    ["sales --yess", "sales -x", "sales what? now", "--hide parse", "sales --engine spark", "sales --grain unknown"],
)
def test_what_is_refused(line):
    with pytest.raises(AutovizError):
        read_line(line, is_frame, "revenue")
