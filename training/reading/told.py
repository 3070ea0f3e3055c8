"""Invented questions as readings: what a generated question means, written in the query language."""

from __future__ import annotations

import re

from autoviz.linking.candidates import Candidates, candidates
from autoviz.model.profile import DatasetProfile
from autoviz.query.grammar.spelling import column_token, constant_token, option_token
from autoviz.readers.embedded.sheet import whole
from autoviz.readers.embedded.words_known import CHARTS, chart_word, kind_word
from training.invented import Example
from training.target import Span, Target

KINDS = {
    "group": "group", "count": "count", "trend": "trend", "rank": "rank", "number": "number", "share": "share",
    "histogram": "distribution", "box": "spread", "scatter": "relation", "compare": "compare",
}  # fmt: skip
FUNCTIONS = {
    "sum": "sum", "mean": "mean", "median": "median", "min": "min", "max": "max", "nunique": "distinct", "std": "std"
}  # fmt: skip
DERIVED = {"sum": "+", "difference": "-", "product": "*", "ratio": "/"}
ASKED_FOR_ONE = re.compile(r"(which|who|what|where)\b", re.IGNORECASE)
PERIODS = ("hour", "day", "week", "month", "quarter", "year")


class UnsaidError(Exception):
    """The question means what these few forms do not say."""


def told(example: Example, profile: DatasetProfile) -> list[str]:
    """The words of the reading; UnsaidError where it is none of the plain forms."""
    if example.absent:
        return [kind_word("lacking")]
    target = example.target
    odd = target.facet or target.size or target.nulls or target.change != "none" or "two_analyses" in target.flags
    if target.form not in KINDS or odd or "table_only" in target.flags:
        raise UnsaidError(target.form)
    found = candidates(example.question, profile)
    where = _where(target, profile, found)
    kind = KINDS[target.form]
    if target.form == "rank" and target.limit == "none" and ASKED_FOR_ONE.match(example.question):
        kind = "extreme"
    body = _body(target, profile, found, kind)
    chart = _chart(target)
    return [kind_word(kind), chart_word(chart), *where, *body, "end"]


def _chart(target: Target) -> str:
    if target.form == "number":
        return "number"
    layout = {"stacked": "stacked_bar", "grouped": "grouped_bar"}.get(target.layout)
    mark = layout if target.mark == "bar" and layout else target.mark
    return mark if mark in CHARTS else "bar"


def _body(target: Target, profile: DatasetProfile, found: Candidates, kind: str) -> list[str]:
    columns = [name for name in (target.x, *target.metrics, target.color) if name]
    if kind == "distribution":
        return ["shown", column_token((target.metrics or [target.x or ""])[0])]
    if kind in ("spread", "relation"):
        return ["shown", *map(column_token, dict.fromkeys(columns))]
    keys = [_key(target.x, target.grain, profile)] if target.x else []
    keys += [[column_token(target.color)]] if target.color else []
    if not keys and kind != "number":
        raise UnsaidError("no key")
    measures = _measures(target, profile)
    body = [word for key in keys for word in ("by", *key)] + [word for one in measures for word in ("measure", *one)]
    made = sum(len(key) > 1 for key in keys)
    first = f"#{made + 1}"
    if kind == "share":
        share = f"#{made + 2}"
        shown = [key[0] if len(key) == 1 else "#1" for key in keys]
        if len(keys) > 1:
            raise UnsaidError("shares of two keys")
        return [*body, "then", "/", "*", "100", first, "over", "sum", first, "desc", share, "shown", *shown, share]
    order = _order(target, keys, first, kind)
    return [*body, *order, *_limit(target, found, kind)]


def _key(name: str | None, grain: str, profile: DatasetProfile) -> list[str]:
    assert name is not None
    token = column_token(name)
    if profile.by_name[name].kind != "temporal" or grain == "none":
        return [token]
    if profile.by_name[name].meaning == "year" and grain in ("unknown", "year"):
        return [token]
    if grain == "unknown":
        return ["period", option_token("auto"), token]
    if grain in PERIODS:
        return ["period", option_token(grain), token]
    if grain in ("weekday", "month_of_year"):
        return ["date_name", option_token("weekday" if grain == "weekday" else "month"), token]
    return ["date_part", option_token("hour"), token]


def _measures(target: Target, profile: DatasetProfile) -> list[list[str]]:
    if "count_rows" in target.flags or not target.metrics:
        return [["rows"]]
    if target.derive != "none" and target.derive_columns:
        one, other = map(column_token, target.derive_columns)
        func = next(iter(target.aggregates.values()), None) or "mean"
        if func not in ("sum", "mean"):
            raise UnsaidError(func)
        if target.derive == "ratio":
            return [["/", "sum", one, "sum", other]]
        return [[func, DERIVED[target.derive], one, other]]
    made = []
    for name in target.metrics:
        func = target.aggregates.get(name) or ("sum" if profile.by_name[name].adds_up else "mean")
        if func not in FUNCTIONS:
            raise UnsaidError(func)
        made.append([FUNCTIONS[func], column_token(name)])
    return made


def _order(target: Target, keys: list[list[str]], first: str, kind: str) -> list[str]:
    if kind in ("rank", "extreme"):
        return ["asc" if target.sort.endswith("asc") else "desc", first]
    if target.sort == "none" or not keys:
        return []
    axis, way = target.sort.split() if " " in target.sort else ("y", target.sort)
    return [way, first if axis == "y" else keys[0][0] if len(keys[0]) == 1 else "#1"]


def _limit(target: Target, found: Candidates, kind: str) -> list[str]:
    if kind == "extreme":
        return ["limit", "1"]
    if target.limit == "none":
        return []
    span = next((one for one in target.spans if one.use == "limit"), None)
    if span is None:
        raise UnsaidError("limit")
    return ["limit", _number(span, found)]


def _number(span: Span, found: Candidates) -> str:
    for one in found.numbers:
        if one.start < span.end and span.start < one.end:
            return constant_token(whole(one.value))
    raise UnsaidError("number")


def _where(target: Target, profile: DatasetProfile, found: Candidates) -> list[str]:
    tests: list[list[str]] = []
    equal: dict[tuple[str, str], list[str]] = {}
    for span in target.spans:
        if span.use in ("limit", "bins"):
            continue
        if span.use != "filter" or span.column is None:
            raise UnsaidError(span.use)
        column = profile.by_name[span.column]
        if column.kind == "temporal" and column.meaning != "year":
            raise UnsaidError("dates")
        if span.operator in ("=", "!="):
            equal.setdefault((span.column, span.operator), []).append(_value(span, found))
        elif span.operator in ("<", "<=", ">", ">="):
            tests.append([span.operator, column_token(span.column), _number(span, found)])
        else:
            raise UnsaidError(span.operator)
    for (name, op), values in equal.items():
        if len(values) == 1:
            tests.append([op, column_token(name), values[0]])
        else:
            inside = ["in", column_token(name), *dict.fromkeys(values), ")"]
            tests.append(inside if op == "=" else ["not", *inside])
    if target.filters and not tests:
        raise UnsaidError("filters")
    if not tests:
        return []
    words = [word for test in tests[:-1] for word in ("and", *test)]
    return ["where", *words, *tests[-1]]


def _value(span: Span, found: Candidates) -> str:
    own = [one for one in found.texts if one.column == span.column]
    fitting = [one for one in own if one.start < span.end and span.start < one.end]
    if fitting:
        return constant_token(whole(max(fitting, key=lambda one: one.score).value))
    return _number(span, found)
