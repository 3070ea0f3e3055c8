"""Edits: what a follow-up changes of the earlier question, as typed values; all that they do not name stays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from autoviz.model.labels import Aggregate, Grain, Layout, Mark, Order
from autoviz.model.requirements import Change, Distinct, Filter, Having, Missing
from autoviz.registry.followups import FollowKind

How = Literal["set", "add", "drop"]
"""In place of what was there, beside it, or taken from it."""


@dataclass(frozen=True)
class Conditioned:
    """Rows: `set` in place of conditions on the same columns, `add` values beside theirs, `drop` rows left out."""

    kind: FollowKind
    filters: tuple[Filter, ...]
    how: How = "set"


@dataclass(frozen=True)
class Held:
    """Only groups whose measure keeps to a bound."""

    kind: FollowKind
    bound: Having


@dataclass(frozen=True)
class Unconditioned:
    """Without the conditions on these columns, or without any condition and limit."""

    kind: FollowKind
    columns: tuple[str, ...] | None


@dataclass(frozen=True)
class Grouped:
    """By other groups, by more, or without some; without any where none is named."""

    kind: FollowKind
    columns: tuple[str, ...]
    how: How
    alone: bool = False
    """Whether what stood in the place of the groups, a time axis too, makes way for them."""


@dataclass(frozen=True)
class Timed:
    """Over time, in these periods; or no longer over time."""

    kind: FollowKind
    column: str | None
    grain: Grain = "unknown"
    dropped: bool = False
    alone: bool = False
    """Whether the groups make way for it."""


@dataclass(frozen=True)
class Measured:
    """Other measures, or measures beside or less those that were there."""

    kind: FollowKind
    columns: tuple[str, ...]
    how: How
    func: Aggregate | None = None
    """How those beside are summarised, where it is said of them; none of columns where rows are counted."""


@dataclass(frozen=True)
class Summarised:
    """Another function of the same measures."""

    kind: FollowKind
    func: Aggregate


@dataclass(frozen=True)
class Drawn:
    """Another chart; one of any kind where neither is named."""

    kind: FollowKind
    mark: Mark | None = None
    layout: Layout | None = None


@dataclass(frozen=True)
class Limited:
    """Only the first n; where no order is said, the one that was there."""

    kind: FollowKind
    n: int
    order: Order | None = None


@dataclass(frozen=True)
class Ordered:
    """In the order of the values (y) or of the names (x); turned round where no order is said."""

    kind: FollowKind
    by: Literal["x", "y"] = "y"
    order: Order | None = None


@dataclass(frozen=True)
class Extreme:
    """The other end: the lowest where the highest was asked for."""

    kind: FollowKind
    order: Order


@dataclass(frozen=True)
class Related:
    """As parts of the whole, or added up along time."""

    kind: FollowKind
    relation: Literal["share", "running"]


@dataclass(frozen=True)
class Changed:
    """As a change against an earlier period."""

    kind: FollowKind
    change: Change


@dataclass(frozen=True)
class Smoothed:
    """As an average over so many periods: days, where seven days are said."""

    kind: FollowKind
    n: int
    grain: Grain | None = None


@dataclass(frozen=True)
class Cleaned:
    """With missing values or doubled rows treated in this way first."""

    kind: FollowKind
    treatment: Missing | Distinct


@dataclass(frozen=True)
class Undone:
    """Back to the answer before."""

    kind: FollowKind = "undo"


Edit = (
    Conditioned | Held | Unconditioned | Grouped | Timed | Measured | Summarised | Drawn | Limited | Ordered | Extreme
    | Related | Changed | Smoothed | Cleaned | Undone
)  # fmt: skip
