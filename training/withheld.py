"""Withheld: the same question over a table that lacks one of the columns or values that it speaks of."""

from __future__ import annotations

import random
from dataclasses import replace

from autoviz.linking.links import STRONG, link
from autoviz.model.profile import DatasetProfile
from training.invented import Example, Mention
from training.target import Target

COLUMN_SHARE, VALUE_SHARE = 0.16, 0.12
"""Of how many questions a column is withheld, and of those with a value how often that."""


def withheld(example: Example, profile: DatasetProfile, rng: random.Random) -> tuple[Example, DatasetProfile]:
    """The example as it is, or over a table that lacks what it speaks of, with the places that speak of it."""
    roll = rng.random()
    if "two_analyses" in example.target.flags:
        return example, profile
    if roll < COLUMN_SHARE:
        return _without_column(example, profile, rng)
    return _without_value(example, profile, rng) if roll < COLUMN_SHARE + VALUE_SHARE else (example, profile)


def _without_column(example: Example, profile: DatasetProfile, rng: random.Random) -> tuple[Example, DatasetProfile]:
    target = example.target
    used = {target.x, target.color, target.facet, target.size, *target.metrics, *target.filters}
    said = _linked(example, profile) if example.said is None else example.said
    spoken = sorted({name for _, _, name in said} & used)
    if not spoken or len(profile.columns) < 3:
        return example, profile
    name = rng.choice(spoken)
    places = [(start, end) for start, end, column in said if column == name]
    places += [(span.start, span.end) for span in target.spans if span.column == name and span.end > span.start]
    left = tuple(column for column in profile.columns if column.name != name)
    kept = replace(example, target=without(target, name), absent=tuple(places))
    return kept, profile.replaced(columns=left, fingerprint=f"{profile.fingerprint} without {name}")


def _linked(example: Example, profile: DatasetProfile) -> tuple[Mention, ...]:
    """Where a question of which this is not known surely names columns."""
    found = [match for match in link(example.question, profile) if match.value is None and not match.dominated]
    return tuple((match.start, match.end, match.column) for match in found if match.score >= STRONG)


def without(target: Target, name: str) -> Target:
    """What is still asked for where a column is not there."""
    derived = target.derive_columns is not None and name in target.derive_columns
    return replace(
        target,
        metrics=[metric for metric in target.metrics if metric != name],
        aggregates={key: func for key, func in target.aggregates.items() if key.removeprefix("having:") != name},
        x=None if target.x == name else target.x,
        color=None if target.color == name else target.color,
        facet=None if target.facet == name else target.facet,
        size=None if target.size == name else target.size,
        filters=target.filters - {name},
        nulls={key: kind for key, kind in target.nulls.items() if key != name},
        sort_column=None if target.sort_column == name else target.sort_column,
        derive="none" if derived else target.derive,
        derive_columns=None if derived else target.derive_columns,
        spans=[span for span in target.spans if span.column != name],
    )


def _without_value(example: Example, profile: DatasetProfile, rng: random.Random) -> tuple[Example, DatasetProfile]:
    spans = [span for span in example.target.spans if span.use == "filter" and span.column and span.end > span.start]
    rng.shuffle(spans)
    for span in spans:
        said = example.question[span.start : span.end].strip("'\"").casefold()
        column = profile.by_name[span.column or ""]
        held = [value for value in column.values if str(value).casefold() == said]
        if not held or len(column.values) < 4:
            continue
        less = column.replaced(values=tuple(value for value in column.values if value != held[0]))
        columns = tuple(less if entry is column else entry for entry in profile.columns)
        target = replace(
            example.target,
            filters=example.target.filters - {column.name},
            spans=[other for other in example.target.spans if other is not span],
        )
        kept = replace(example, target=target, absent=((span.start, span.end),))
        return kept, profile.replaced(columns=columns, fingerprint=f"{profile.fingerprint} without {held[0]!r}")
    return example, profile
