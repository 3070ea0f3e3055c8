"""Crossed things: what is told of each pair of two, as votes by town and party, beside what is told of one of the two
alone, which therefore stands in every row of it: the number of voters of a town."""

from __future__ import annotations

from collections.abc import Collection

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.planning.share_wholes import Finer
from autoviz.profile.kinds import is_code_name
from autoviz.profile.things import TIME_WORDS

_FULL = 0.5
"""Which share of all pairs must be there."""
_LEAST = 10
"""So many rows beyond the first of each thing tell that what agrees in them is no accident."""


def crossed_thing(measured: Collection[str], profile: DatasetProfile, finer: Finer) -> str | None:
    """The one of two crossed things in whose rows something measured is always the same; none where times cross a
    thing, of which each has an amount of its own."""
    metrics = [column for column in profile.columns if column.metric]
    told = [column for column in metrics if column.name in measured and (column.distinct or 0) > 1]
    if not told or (profile.things is not None and profile.things.panel):
        return None
    able = [column for column in profile.columns if _may_cross(column, profile)]
    able.sort(key=lambda column: (column.distinct or 0, is_code_name(name_words(column.name))))
    for thing in able:
        few = [column.name for column in told if (column.distinct or 0) <= (thing.distinct or 0)]
        if not any(finer((thing.name,), (name,)) for name in few):
            continue
        of_pairs = [column.name for column in metrics if not finer((thing.name,), (column.name,))]
        others = [other for other in able if _are_crossed(thing, other, profile)]
        if of_pairs and any(finer((thing.name, other.name), of_pairs) for other in others):
            return thing.name
    return None


def _may_cross(column: ColumnProfile, profile: DatasetProfile) -> bool:
    """Whether a column may name one of two things that are crossed: several times each, and no time."""
    times = column.kind == "temporal" or bool({*name_words(column.name)} & TIME_WORDS)
    several = column.distinct is not None and profile.rows - column.distinct >= _LEAST
    return several and (column.distinct or 0) > 1 and not (times or column.metric or column.missing)


def _are_crossed(thing: ColumnProfile, other: ColumnProfile, profile: DatasetProfile) -> bool:
    pairs = (thing.distinct or 0) * (other.distinct or 0)
    return thing is not other and _FULL * pairs <= profile.rows <= pairs
