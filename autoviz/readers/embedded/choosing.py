"""A joint choice of roles: which columns are x, measured, colour and facet together, by score and by type."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from autoviz.linking.links import Match
from autoviz.model.labels import CYCLIC_GRAINS
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.readers.embedded.heads import AGGREGATES, CHOICES, FLAGS, POINTERS
from autoviz.readers.embedded.network import Answers

Floats = NDArray[np.float32]
NUMBERS = ("numeric", "ordinal", "identifier")
ARITHMETIC = ("sum", "mean", "median", "std", "quantile")
UNCERTAIN = 3
"""How many doubtful metrics are tried both ways."""
OPTIONS = {"x": 4, "color": 3, "facet": 2}
SURE, DOMINATED, BY_VALUE, BY_TYPE = 0.55, 0.4, 0.7, 0.85
SPELT_OUT, ROW_NOUN = 0.95, 0.5
"""A key is named only when it is spelt out: "employees" speaks of the rows, not of employee_id."""
INVENTED, FORGOTTEN, MOVED = 4.0, 6.0, 1.0
"""What it costs to use a column that is not named, to leave out one that is, and to move one to make room for time."""
PINNED = 3.0
"""What it costs to split by a column of which only one value is left."""
UNFIT = -6.0
"""What a choice loses that the types speak against but do not rule out."""


@dataclass(frozen=True)
class Roles:
    """One assignment of columns to roles, its chart and its score."""

    x: str | None
    metrics: tuple[str, ...]
    color: str | None
    facet: str | None
    counted: bool
    mark: str
    score: float
    size: str | None = None
    label: str | None = None
    """What tells points apart."""


def log_softmax(scores: Floats) -> Floats:
    """Log shares along the last axis."""
    shifted = scores - scores.max(-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(-1, keepdims=True)), np.float32)


def log_sigmoid(scores: Floats) -> Floats:
    """The log of the logistic function."""
    return np.asarray(-np.logaddexp(0.0, -scores), np.float32)


def flag(answers: Answers, name: str) -> bool:
    """Whether a flag is more likely than not."""
    return bool(answers.scores["flags"][FLAGS.index(name)] > 0)


def chosen(answers: Answers, name: str) -> str:
    """The likeliest answer of one of the question's heads."""
    return CHOICES[name][int(answers.scores[name].argmax())]


def aggregate(answers: Answers, column: str) -> str:
    """The likeliest aggregate of a column."""
    slot = answers.encoded.columns.index(column)
    return AGGREGATES[int(answers.scores["aggregate"][slot].argmax())]


@dataclass(frozen=True)
class Filtered:
    """The columns that conditions speak of, and those of them that a condition pins to a single value."""

    columns: frozenset[str] = frozenset()
    pinned: frozenset[str] = frozenset()


def assignments(
    answers: Answers, profile: DatasetProfile, matches: Sequence[Match], filtered: Filtered, most: int = 5
) -> list[Roles]:
    """The best assignments, strongest first; what the question names is used, what it does not name is not."""
    named = _named(matches, profile)
    measured, sizes, marks = list(_measured(answers)), _size(answers), log_softmax(answers.scores["mark"])
    found: dict[tuple[object, ...], Roles] = {}
    for x, color, facet in (*_pointed(answers), *_over_time(answers, profile, named)):
        for metrics, counted, said in measured:
            roles = _judged(answers, profile, marks, x, color, facet, metrics, counted, said)
            if roles is None:
                continue
            size, added = _sized(roles, *sizes)
            used = {roles.x, *roles.metrics, roles.color, roles.facet, size} - {None}
            added += _agreement(used, named, filtered.columns) - PINNED * len({roles.x, roles.color} & filtered.pinned)
            roles = replace(roles, score=roles.score + added, size=size)
            key = (frozenset((roles.x, *roles.metrics)), roles.color, roles.facet, roles.counted, roles.mark)
            if key not in found or found[key].score < roles.score:
                found[key] = roles
    return sorted(found.values(), key=lambda roles: -roles.score)[:most]


def _size(answers: Answers) -> tuple[_Option, float]:
    """The column that the network points to for the size of points, and what no size would score."""
    shares = log_softmax(answers.scores["pointers"][POINTERS.index("size")])
    best = int(shares.argmax())
    return (answers.encoded.columns[best - 1] if best else None, float(shares[best])), max(float(shares[0]), UNFIT)


def _sized(roles: Roles, size: _Option, unsized: float) -> tuple[str | None, float]:
    """The column that sizes the points of an assignment, where it is free, and what that adds to the score."""
    fitting = roles.mark == "scatter" and size[0] not in (roles.x, roles.color, roles.facet, *roles.metrics)
    return size if fitting else (None, unsized)


def _named(matches: Sequence[Match], profile: DatasetProfile) -> dict[str, float]:
    """How surely the question names each column, by itself or through one of its values."""
    best: dict[str, float] = {}
    for match in matches:
        sure = _sureness(match, matches)
        if profile.by_name[match.column].kind == "identifier" and match.score < SPELT_OUT:
            sure *= ROW_NOUN
        best[match.column] = max(best.get(match.column, 0.0), sure)
    return best


def _sureness(match: Match, matches: Sequence[Match]) -> float:
    """A word for a kind of column is as good as its name, unless the same word names another column."""
    if match.kind == "type":
        rivals = (m for m in matches if m.column != match.column and m.start < match.end and match.start < m.end)
        return match.score if any(rival.kind != "type" for rival in rivals) else BY_TYPE
    return match.score * (DOMINATED if match.dominated else 1.0) * (BY_VALUE if match.value is not None else 1.0)


def _agreement(used: Collection[str | None], named: dict[str, float], filtered: Collection[str]) -> float:
    """What an assignment loses for columns that nobody named, and for named ones that it leaves out."""
    invented = sum(1.0 - named.get(name, 0.0) for name in used if name is not None)
    forgotten = sum(sure - SURE for name, sure in named.items() if sure > SURE and name not in (*used, *filtered))
    return -INVENTED * invented - FORGOTTEN * forgotten


def _over_time(
    answers: Answers, profile: DatasetProfile, named: dict[str, float]
) -> Iterator[tuple[_Option, _Option, _Option]]:
    """Time on x where it is named beside groups: the groups that would lie on x and colour move one role on."""
    for name in answers.encoded.columns:
        if profile.by_name[name].kind != "temporal" or named.get(name, 0.0) < SURE:
            continue
        for x, color, facet in _pointed(answers):
            if x[0] is None or facet[0] is not None or name in (x[0], color[0]):
                continue
            yield (name, x[1] - MOVED), (x[0], color[1]), (color[0], facet[1])


_Option = tuple[str | None, float]


def _pointed(answers: Answers) -> Iterator[tuple[_Option, _Option, _Option]]:
    """Likely columns for x, colour and facet, each column at most once."""
    shares = log_softmax(answers.scores["pointers"])
    listed = []
    for role, count in OPTIONS.items():
        row = shares[POINTERS.index(role)]
        best = np.argsort(-row)[:count]
        listed.append([(answers.encoded.columns[at - 1] if at else None, float(row[at])) for at in best])
    for x, color, facet in product(*listed):
        named = [option[0] for option in (x, color, facet) if option[0] is not None]
        if len(named) == len(set(named)):
            yield x, color, facet


def _measured(answers: Answers) -> Iterator[tuple[tuple[str, ...], bool, float]]:
    """Likely sets of metrics; rows are counted only where nothing is measured."""
    scores = answers.scores["memberships"][:, 0]
    yes, no = log_sigmoid(scores), log_sigmoid(-scores)
    count = answers.scores["flags"][FLAGS.index("count_rows")]
    doubtful = np.argsort(np.abs(scores))[:UNCERTAIN]
    for picks in product((False, True), repeat=len(doubtful)):
        taken = scores > 0
        taken[doubtful] = picks
        total = float(np.where(taken, yes, no).sum())
        metrics = tuple(name for name, use in zip(answers.encoded.columns, taken, strict=True) if use)
        if metrics:
            yield metrics, False, total + float(log_sigmoid(-count))
        else:
            yield (), True, total + float(log_sigmoid(count))
            yield (), False, total + float(log_sigmoid(-count))


def _judged(
    answers: Answers, profile: DatasetProfile, marks: Floats, x: _Option, color: _Option, facet: _Option,
    metrics: tuple[str, ...], counted: bool, said: float,
) -> Roles | None:  # fmt: skip
    """The assignment with the chart that its types allow; None where they forbid it."""
    used = {x[0], color[0], facet[0]} - {None}
    if used & set(metrics) or (counted and x[0] is None and not flag(answers, "single_number")):
        return None
    if not metrics and not counted and used and not flag(answers, "table_only"):
        return None
    columns = [profile.by_name[name] for name in metrics]
    if any(_refused(column, aggregate(answers, column.name)) for column in columns):
        return None
    axis = profile.by_name[x[0]] if x[0] else None
    mark, fit = _mark(answers, marks, axis, columns, counted, color[0] or facet[0])
    score = x[1] + color[1] + facet[1] + said + fit
    return Roles(x[0], metrics, color[0], facet[0], counted, mark, score)


def _refused(column: ColumnProfile, func: str) -> bool:
    """A mean or a sum of what is no number."""
    return func in ARITHMETIC and column.kind not in (*NUMBERS, "boolean")


def _mark(
    answers: Answers, shares: Floats, axis: ColumnProfile | None, metrics: list[ColumnProfile], counted: bool,
    split: str | None,
) -> tuple[str, float]:  # fmt: skip
    """The chart: the user's own word where it can be drawn, else the likeliest that suits the types."""
    suited = suitable(answers, axis, metrics, counted)
    stated = CHOICES["mark"][int(shares.argmax())]
    if flag(answers, "chart_stated") and not _undrawable(stated, axis, metrics, counted, split):
        return stated, float(shares.max())
    best = max(suited, key=lambda mark: float(shares[CHOICES["mark"].index(mark)]))
    return best, max(float(shares[CHOICES["mark"].index(best)]), UNFIT)


def _undrawable(
    mark: str, axis: ColumnProfile | None, metrics: list[ColumnProfile], counted: bool, split: str | None
) -> bool:
    """What a word for a chart cannot mean here: bars for each of many numbers are a histogram, and vice versa."""
    if mark == "histogram":
        return axis is None or axis.kind != "numeric" or not counted
    if mark == "bar":
        return counted and axis is not None and axis.kind == "numeric"
    if mark == "scatter":
        return counted or not metrics
    return mark == "pie" and split is not None


def suitable(
    answers: Answers, axis: ColumnProfile | None, metrics: list[ColumnProfile], counted: bool
) -> tuple[str, ...]:
    """The charts that the types allow when the user names none."""
    if axis is None:
        return ("table", "histogram", "box", "heatmap") if metrics else ("table", "heatmap")
    if counted and axis.kind == "numeric":
        return ("histogram",)
    if axis.kind == "temporal":
        return ("bar", "heatmap") if chosen(answers, "grain") in CYCLIC_GRAINS else ("line", "area")
    if axis.kind in ("numeric", "identifier") and metrics and axis.kind == "numeric":
        spoken = aggregate(answers, metrics[0].name) != "none"
        return ("scatter", "line") if spoken else ("scatter",)
    return ("bar", "pie", "box", "violin", "treemap", "heatmap", "table")
