"""Advice: an error that ends a question says what was understood and what could be written instead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoviz.answering.options import option_label
from autoviz.drawing.titles import readable
from autoviz.errors import AutovizError
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import Requirements

MOST_GROUPS = 25
"""Up to so many groups can be told apart in an answer."""


@contextmanager
def understood(requirements: Requirements, profile: DatasetProfile | None) -> Iterator[None]:
    """What fails inside leaves with the reading that it failed on, and with a question that the frame can answer."""
    try:
        yield
    except AutovizError as error:
        error.understood = error.understood or option_label(requirements)
        error.hint = error.hint or (example(profile) if profile else "")
        raise


def example(profile: DatasetProfile) -> str:
    """A question that this frame can answer."""
    metrics = sorted((column for column in profile.columns if column.metric), key=most_telling)
    groups = profile.of_kind("categorical", "ordinal", "geographic", "boolean")
    told_apart = [column for column in groups if not column.metric and 1 < (column.distinct or 2) <= MOST_GROUPS]
    what = summed_up(metrics[0]) if metrics else "number of rows"
    by = f" by {readable(told_apart[0].name)}" if told_apart else ""
    return f"Write, for example: {what}{by}."


def most_telling(column: ColumnProfile) -> tuple[bool, bool]:
    """What adds up comes before what does not, and amounts of money before what is only counted."""
    return not column.adds_up, column.meaning != "amount"


def summed_up(column: ColumnProfile) -> str:
    """The sensible summary of a measure in a question's words; a name that says it already is not doubled."""
    word, name = "total" if column.adds_up else "average", readable(column.name)
    return name if word in name.casefold().split() else f"{word} {name}"
