"""Ties: how sure each reading of a question is, and which of them say something else than the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from autoviz.linking.links import Match
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative
from autoviz.model.requirements import Requirements
from autoviz.readers.embedded.choosing import Roles

TEMPERATURE = 2.5
"""How much the scores of the joint choice are flattened, so that a share is as likely right as it says."""


def first_date_first(
    found: list[Roles], shares: list[float], matches: Sequence[Match], profile: DatasetProfile
) -> tuple[list[Roles], list[float]]:
    """Where time is asked for and no date is named more than another, the first is meant: the others are no tie."""
    dates = [column.name for column in profile.of_kind("temporal")]
    told = [match for match in matches if match.kind != "type"]
    named = {max((match.score for match in told if match.column == name), default=0.0) for name in dates}
    if found[0].x not in dates or len(named) > 1:
        return found, shares
    alike = [place for place, roles in enumerate(found) if roles.x in dates and _undated(roles) == _undated(found[0])]
    order = sorted(alike, key=lambda place: dates.index(found[place].x or ""))
    others = [place for place in range(len(found)) if place not in alike]
    together = min(sum(shares[place] for place in alike), 1.0)
    left = [together, *(0.0 for _ in order[1:]), *(shares[place] for place in others)]
    return [found[place] for place in (*order, *others)], left


def _undated(roles: Roles) -> Roles:
    return replace(roles, x=None, score=0.0)


def shares_of(scores: Sequence[float]) -> list[float]:
    """How likely each of the readings is the right one."""
    scaled = np.asarray(scores) / TEMPERATURE
    weights = np.exp(scaled - scaled.max())
    return [float(weight) for weight in weights / weights.sum()]


def different(readings: Sequence[Requirements], shares: Sequence[float]) -> tuple[Alternative, ...]:
    """The readings after the first that ask for something else, not merely for less or more of the same columns."""
    seen = {readings[0].model_dump_json(exclude={"links"})}
    first = set(readings[0].columns)
    found: list[Alternative] = []
    for requirements, share in zip(readings[1:], shares[1:], strict=True):
        told = requirements.model_dump_json(exclude={"links"})
        nested = first != set(requirements.columns) and (
            first <= set(requirements.columns) or set(requirements.columns) <= first
        )
        if told not in seen and not nested:
            seen.add(told)
            found.append(Alternative(requirements=requirements, confidence=share))
    return tuple(found)
