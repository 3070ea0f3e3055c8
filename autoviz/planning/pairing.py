"""Pairing: which of two measures lies along which axis, by the order in which the question names them."""

from __future__ import annotations

import re

from autoviz.drawing.titles import readable
from autoviz.model.profile import DatasetProfile
from autoviz.model.requirements import ChartWish, Requirements

_UPON = re.compile(
    r"\b(against|versus|vs|depend\w*|function of|by"
    r"|(?:go(?:es)? (?:up|down)|rise|increase|grow|fall|drop|decrease|decline|vary|varie|change)s? with)\b"
)
"""Words between two measures that set the first upon the second: what comes first goes up."""
_AXES_NAMED = re.compile(r"\b([xy]\b|axis|axes|horizontal\w*|vertical\w*)")


def axes_as_named(requirements: Requirements, profile: DatasetProfile, question: str) -> Requirements:
    """Income and life expectancy: income along x; income against life expectancy: income up y.

    Where the question speaks of the axes themselves, or does not name both measures, the reading stays as it is.
    """
    pair = _pair(requirements, profile)
    said = question.casefold()
    if pair is None or _AXES_NAMED.search(said):
        return requirements
    first, second = sorted((_place(name, requirements, said), name) for name in pair)
    if first[0][0] < 0 or first[0][1] > second[0][0]:
        return requirements
    upon = _UPON.search(said[first[0][1] : second[0][0]])
    x, y = (second[1], first[1]) if upon else (first[1], second[1])
    return _settled(requirements, x, y)


def _settled(requirements: Requirements, x: str, y: str) -> Requirements:
    wish = requirements.constraint(ChartWish)
    if wish is not None and (requirements.query is not None or wish.x or wish.y):
        others = tuple(item for item in requirements.constraints if item is not wish)
        requirements = requirements.replaced(constraints=(*others, wish.replaced(x=x, y=y)))
    return requirements.replaced(metrics=(x, y)) if requirements.metrics else requirements


def _pair(requirements: Requirements, profile: DatasetProfile) -> tuple[str, ...] | None:
    """The two measures that are set beside each other, if that is what is asked."""
    wish = requirements.constraint(ChartWish)
    scatter = wish is not None and wish.mark == "scatter"
    query = requirements.query
    if query is not None:
        columns = [profile.by_name[name] for name in query.shown if name in profile.by_name] if scatter else []
        names = tuple(column.name for column in columns if column.kind == "numeric")
    else:
        names = requirements.metrics if scatter or "correlation" in requirements.analysis else ()
    return names if len(names) == 2 else None


def _place(name: str, requirements: Requirements, said: str) -> tuple[int, int]:
    """From where to where the question names a column; (-1, -1) where it does not."""
    phrases = [link.phrase for link in requirements.links if link.target == name and link.value is None]
    places = [
        (found.start(), found.end())
        for phrase in (*phrases, name, readable(name))
        if (found := re.search(rf"(?<!\w){re.escape(phrase.casefold())}", said))
    ]
    return min(places, default=(-1, -1))
