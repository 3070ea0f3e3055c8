"""Advice: an error that ends a question says what was understood and what could be written instead."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoviz.answering.options import option_label
from autoviz.drawing.titles import readable
from autoviz.errors import AutovizError
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import Requirements


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
    metric = next((column.name for column in profile.columns if column.metric), None)
    group = next((column.name for column in profile.of_kind("categorical", "ordinal", "geographic", "boolean")), None)
    what = f"total {readable(metric)}" if metric else "number of rows"
    return f"Write, for example: {what} by {readable(group)}." if group else f"Write, for example: {what}."
