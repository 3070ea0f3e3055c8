"""Chart: what a figure encodes, in words that a program can compare."""

from __future__ import annotations

from autoviz.model.base import Value
from autoviz.model.labels import Grain, Layout, Mark


class Chart(Value):
    """The encoding of one figure, its title, its alt text and the warnings that go with it."""

    mark: Mark
    x: str | None = None
    y: str | None = None
    more_y: tuple[str, ...] = ()
    """Further metrics drawn beside y."""
    aggregate: str | None = None
    color: str | None = None
    facet: str | None = None
    size: str | None = None
    label: str | None = None
    """What each point is, told beside it."""
    layout: Layout | None = None
    grain: Grain | None = None
    bins: int | None = None
    title: str = ""
    alt: str = ""
    notes: tuple[str, ...] = ()
    """What the reader of the chart must know: thinning, 'Other', incomplete periods, lint warnings."""
