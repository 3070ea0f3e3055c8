"""Unasked: a cell or a line without a question, told with where to write one and with some that the frame answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from autoviz.errors import QuestionError
from autoviz.notebook.namespace import frame_names
from autoviz.notebook.overview import starters

LIKE = 2
"""So many questions are told as examples."""
_HEAD = re.compile(r"%%autoviz(?!\w)")


def with_body(lines: list[str]) -> list[str]:
    """The lines of a cell; one that holds the magic's line alone gets an empty one, or IPython refuses it unheard."""
    head = lines[0] if len(lines) == 1 else ""
    return [head.rstrip("\n") + "\n", "\n"] if _HEAD.match(head) else lines


def unasked(frames: Mapping[str, Any], space: Mapping[str, Any], *, in_cell: bool) -> QuestionError:
    """What to say where these frames, or the newest one, were asked nothing."""
    known = {**frames} or {name: space[name] for name in frame_names(space)[:1]}
    name = next(iter(known), "df")
    proposed = starters(name, known[name], LIKE) if known else ()
    first, *others = [item.question for item in proposed] or ["revenue by region"]
    if in_cell:
        what, place = "There is no question under %%autoviz", f"Write it in the next line: {first}"
    else:
        what, place = "There is no question on this line", f"Write it after the frame: %autoviz {name} {first}"
    return QuestionError(what, f"{' or '.join((place, *others))}; %autoviz help lists the rest.")
