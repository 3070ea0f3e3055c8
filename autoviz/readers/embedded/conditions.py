"""Conditions: the places of a question that hold values, told as filters, limits, bins and windows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from autoviz.linking.links import Match
from autoviz.linking.literals import DateRange, Period, resolve_period
from autoviz.linking.moments import bound_of
from autoviz.linking.spans import ends, listed
from autoviz.linking.two_sides import side
from autoviz.linking.vocabulary import vocabulary
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.model.requirements import AnyOf, Bins, Constraint, Filter, Having, Limit, Window
from autoviz.readers.embedded.candidates import Candidate
from autoviz.readers.embedded.choosing import Filtered, chosen, flag
from autoviz.readers.embedded.heads import NULLS, SPAN_OPERATORS, USES
from autoviz.readers.embedded.network import Answers

ORDERED = ("<", "<=", ">", ">=")
MOST_BINS = 60
WITHIN = 0.75
"""The least fit of a date that lies within the span of its column."""
WRITTEN = 0.95
"""From this score on words write a value, or a name, as it stands in the table."""
_WHICH = r"(?:last|this|early|mid|late)[\s-]+"
_WITHIN = re.compile(
    rf"(?:\b(?:in|on|during|within|throughout)\s+(?:the\s+)?(?:{_WHICH})?"
    rf"|\b(?!(?:since|from|after|before|until|till|through|to|by|than|as|the)\b)\w+\s+{_WHICH})$", re.IGNORECASE,
)  # fmt: skip
"""What puts rows into the date that follows, and neither before nor after it."""
SINGLE = ("value", "quoted", "name", "number")
"""Places that hold one value; a date may be a whole year."""


FAR = 100
"""A bound that is so many times the most that a column has is hardly one of it."""


@dataclass(frozen=True)
class Use:
    """One place that holds a value: what it is for, with which operator, on which column."""

    candidate: Candidate
    use: str
    op: str
    column: str | None


def uses(question: str, answers: Answers, matches: Sequence[Match]) -> list[Use]:
    """The places that the network gives a use, in the order of the question, none inside another."""
    found: list[Use] = []
    for row, candidate in enumerate(answers.encoded.candidates):
        use = USES[int(answers.scores["use"][row].argmax())]
        if use == "none":
            continue
        op = _said(question, candidate, SPAN_OPERATORS[int(answers.scores["operator"][row].argmax())])
        found.append(Use(candidate, use, op, _column(answers, row, candidate, use)))
    kept = [item for item in found if not any(_inside(item.candidate, other.candidate) for other in found)]
    kept += beside_their_names(question, answers.encoded.candidates, kept, matches)
    kept = _at_both_ends(question, answers, kept)
    return sorted((*kept, *_forgotten_date(question, answers, kept)), key=lambda item: item.candidate.start)


def _said(question: str, candidate: Candidate, op: str) -> str:
    """How rows lie to a value: within a date that the words put them in, whatever the network makes of it."""
    within = op in ORDERED and _is_date(candidate) and _WITHIN.search(question, 0, candidate.start)
    return "=" if within and not side(question, candidate).way else op


def _at_both_ends(question: str, answers: Answers, kept: Sequence[Use]) -> list[Use]:
    """Uses with the two ends of a span of time as such, on one date, whichever of them the network gives a use; dates
    in a list are the ends of nothing."""
    dates = sorted(filter(_is_date, answers.encoded.candidates), key=lambda one: one.start)
    single = [*listed(question, dates)]
    result = [replace(item, op="=") if item.op == "between" and item.candidate in single else item for item in kept]
    for pair in ends(question, dates):
        columns = [item.column for item in kept if item.candidate in pair and item.column is not None]
        column = columns[0] if columns else pair[0].columns[0]
        within = all(one.scores[0] >= WITHIN for one in pair)
        if (columns or within) and all(isinstance(_meant(one, column), DateRange) for one in pair):
            others = [item for item in result if item.candidate not in pair]
            result = [*others, *(Use(one, "filter", "between", column) for one in pair)]
    return result


def _is_date(candidate: Candidate) -> bool:
    return bool(candidate.columns) and isinstance(candidate.values[0], DateRange | Period)


def beside_their_names(
    question: str, candidates: Sequence[Candidate], kept: Sequence[Use], matches: Sequence[Match]
) -> list[Use]:
    """A value right beside the name of its column keeps rows, also where the network gives it no use: the legal
    department is one of them. Where the column is named once more or another of its values is, groups are compared."""
    taken = [(item.candidate.start, item.candidate.end) for item in kept]
    free = [
        one
        for one in candidates
        if one.type == "value" and not any(one.start < end and start < one.end for start, end in taken)
    ]
    named = [match for match in matches if match.value is None and match.score >= WRITTEN]
    mentions = Counter(column for column, _ in {(match.column, match.start) for match in named})
    values = Counter(name for one in candidates for name in _written_in(one))
    return [
        Use(one, "filter", "=", match.column)
        for one in free
        for match in named
        if match.column in _written_in(one) and mentions[match.column] == values[match.column] == 1
        and (question[one.end : match.start] == " " or question[match.end : one.start] == " ")
    ]  # fmt: skip


def _written_in(candidate: Candidate) -> list[str]:
    """The columns of which a place writes a value as it stands in them."""
    fits = zip(candidate.columns, candidate.scores, strict=True)
    return [name for name, score in fits if candidate.type == "value" and score >= WRITTEN]


def _forgotten_date(question: str, answers: Answers, kept: Sequence[Use]) -> list[Use]:
    """A single date or period that is named and lies within the data is meant, also where the network gives it no use.

    What it may be held against is none: more than last year.
    """
    dated = [one for one in answers.encoded.candidates if _is_date(one)]
    used = {item.candidate for item in kept}
    if len(dated) != 1 or dated[0] in used or any(_inside(dated[0], item.candidate) for item in kept):
        return []
    op, within = bound_of(question, dated[0].start), dated[0].scores[0] >= WITHIN
    return [Use(dated[0], "filter", op, dated[0].columns[0])] if within and op else []


def filtered(found: Sequence[Use]) -> Filtered:
    """The columns that the values belong to, and those of which just one value is asked for."""
    columns = [item.column for item in found if item.column is not None]
    equal = [item for item in found if item.use == "filter" and item.op == "=" and item.candidate.type in SINGLE]
    pinned = (item.column for item in equal if item.column is not None and columns.count(item.column) == 1)
    return Filtered(frozenset(columns), frozenset(pinned))


def _inside(one: Candidate, other: Candidate) -> bool:
    return (one.start, one.end) != (other.start, other.end) and other.start <= one.start and one.end <= other.end


def _column(answers: Answers, row: int, candidate: Candidate, use: str) -> str | None:
    """The column that the value belongs to; of the columns that it fits where it fits any."""
    scores = answers.scores["span_pointer"][row]
    columns = answers.encoded.columns
    if use == "filter" and candidate.columns:
        fitting = [name for name in candidate.columns if name in columns]
        return max(fitting, key=lambda name: float(scores[columns.index(name) + 1]), default=None)
    best = int(scores.argmax())
    return columns[best - 1] if best else None


def filters(answers: Answers, profile: DatasetProfile, found: Sequence[Use]) -> tuple[Constraint, ...]:
    """The conditions on rows: ranges paired, values of one column together, 'or' where the question says so."""
    reached = [_in_reach(item, answers, profile) for item in found if item.use == "filter" and item.column is not None]
    simple = _between([_filter(item, profile) for item in reached])
    simple += _nulls(answers, profile)
    unique = list({item.model_dump_json(): item for item in simple}.values())
    if flag(answers, "any_of") and len({item.column for item in unique}) > 1:
        return (AnyOf(filters=tuple(unique)),)
    return _by_column(unique)


def _in_reach(item: Use, answers: Answers, profile: DatasetProfile) -> Use:
    """A number far beyond all that its column holds, of the likeliest column that does hold it: of homes with 2 baths
    under 400,000 the price is meant."""
    number, columns = item.candidate.number, answers.encoded.columns
    if item.column is None or number is None or not _is_far_beyond(number, profile.by_name[item.column]):
        return item
    scores = answers.scores["span_pointer"][answers.encoded.candidates.index(item.candidate)]
    holding = [name for name in item.candidate.columns if name in columns and _holds(number, profile.by_name[name])]
    likeliest = max(holding, key=lambda name: float(scores[columns.index(name) + 1]), default=item.column)
    return replace(item, column=likeliest)


def _is_far_beyond(number: float, column: ColumnProfile) -> bool:
    most = column.maximum
    return column.metric and isinstance(most, int | float) and number > FAR * max(most, 1)


def _holds(number: float, column: ColumnProfile) -> bool:
    low, high = column.minimum, column.maximum
    return column.metric and isinstance(low, int | float) and isinstance(high, int | float) and low <= number <= high


def _filter(item: Use, profile: DatasetProfile) -> Filter | None:
    assert item.column is not None
    value = _value(item, item.column)
    entry = profile.by_name[item.column]
    try:
        if isinstance(value, (DateRange, Period)):
            return _dated(item, entry, value)
        if item.op == "between":
            return Filter(column=item.column, op="between", value=(value, value))
        flag_values = vocabulary(profile).flags[profile.names.index(item.column)]
        if flag_values and value in flag_values and item.op in ("=", "!="):
            # the link hears a "not" and so does the network: it is said once
            meant = flag_values[1] if item.op == "!=" else value
            return Filter(column=item.column, op="=", value=meant)
        return Filter.model_validate({"column": item.column, "op": _fitting_op(item.op, entry, value), "value": value})
    except (ValidationError, ValueError, TypeError):
        return None


def _value(item: Use, column: str) -> Any:
    candidate = item.candidate
    if column in candidate.columns:
        return _meant(candidate, column)
    return candidate.number if candidate.number is not None else candidate.phrase.strip("'\"")


def _meant(candidate: Candidate, column: str) -> Any:
    """What a place means in a column."""
    return dict(zip(candidate.columns, candidate.values, strict=True)).get(column)


def _fitting_op(op: str, column: ColumnProfile, value: Scalar) -> str:
    """An operator that the column can be asked with: texts have no order, a list or a range needs several values."""
    text = column.kind in ("categorical", "text", "geographic", "boolean") and isinstance(value, str)
    if (text and op in ORDERED) or op in ("in", "is null", "not null"):
        return "="
    if op == "not in":
        return "!="
    return "=" if not isinstance(value, str) and op in ("contains", "starts with", "ends with") and not text else op


def _dated(item: Use, column: ColumnProfile, value: DateRange | Period) -> Filter | None:
    if isinstance(value, Period):
        if column.span is None:
            return None
        first, last = resolve_period(value.n, value.unit, column.span.last[:10], column.span.spacing_days)
        return Filter(column=column.name, op="between", value=(first, last))
    first, last = value.first, value.last
    bounds = {"<": ("<", first), "<=": ("<=", last), ">": (">", last), ">=": (">=", first)}
    if item.op in bounds:
        op, bound = bounds[item.op]
        return Filter.model_validate({"column": column.name, "op": op, "value": bound})
    if item.op == "!=" or (item.op == "=" and first == last):  # of several single days each is one of them
        return Filter.model_validate({"column": column.name, "op": item.op, "value": first})
    return Filter(column=column.name, op="between", value=(first, last))


def _between(found: Sequence[Filter | None]) -> list[Filter]:
    """Two ends of a range on the same column become one condition; a single end is an equality."""
    result: list[Filter] = []
    waiting: dict[str, Filter] = {}
    for item in found:
        if item is None:
            continue
        if item.op != "between" or not isinstance(item.value, tuple):
            result.append(item)
            continue
        other = waiting.pop(item.column, None)
        if other is None:
            waiting[item.column] = item
            continue
        assert isinstance(other.value, tuple)
        ends = sorted((*other.value, *item.value), key=_sortable)
        result.append(Filter(column=item.column, op="between", value=(ends[0], ends[-1])))
    for item in waiting.values():
        assert isinstance(item.value, tuple)
        single = item.value[0] == item.value[1]
        result.append(Filter(column=item.column, op="=", value=item.value[0]) if single else item)
    return result


def _sortable(value: Scalar) -> tuple[int, Any]:
    return (0, value) if isinstance(value, (int, float)) else (1, str(value))


def _nulls(answers: Answers, profile: DatasetProfile) -> list[Filter]:
    found = []
    for slot, name in enumerate(answers.encoded.columns):
        kind = NULLS[int(answers.scores["null"][slot].argmax())]
        if kind != "none":
            found.append(Filter.model_validate({"column": name, "op": kind}))
    return found


def _by_column(found: Sequence[Filter]) -> tuple[Constraint, ...]:
    """Several equal-to values of one column mean any of them; several texts that it contains likewise."""
    result: list[Constraint] = []
    for column in dict.fromkeys(item.column for item in found):
        own = [item for item in found if item.column == column]
        for op, many in (("=", "in"), ("!=", "not in")):
            alike = [item for item in own if item.op == op]
            if len(alike) > 1:
                values = tuple(item.value for item in alike)
                own = [item for item in own if item.op != op]
                result.append(Filter.model_validate({"column": column, "op": many, "value": values}))
        partial = [item for item in own if item.op in ("contains", "starts with", "ends with")]
        if len(partial) > 1:
            result.append(AnyOf(filters=tuple(partial)))
            own = [item for item in own if item not in partial]
        result += own
    return tuple(result)


def numbers(answers: Answers, found: Sequence[Use], metric: str | None, func: str) -> tuple[Constraint, ...]:
    """Limits, bins, windows and conditions on groups."""
    result: list[Constraint] = []
    for item in found:
        number = item.candidate.number
        if number is None:
            continue
        whole = max(1, round(number))
        if item.use == "limit":
            order = chosen(answers, "limit")
            result.append(Limit(n=whole, order="asc" if order == "asc" else "desc"))
        elif item.use == "bins":
            result.append(_bins(number))
        elif item.use == "window" and whole >= 2:
            result.append(Window(n=whole))
        elif item.use == "having":
            op = item.op if item.op in (*ORDERED, "=", "!=") else ">"
            result.append(Having.model_validate({"metric": metric, "func": func, "op": op, "value": number}))
    return tuple({item.kind: item for item in result}.values())


def quantile(found: Sequence[Use]) -> float | None:
    """The quantile that the question names, as a share."""
    for item in found:
        if item.use == "quantile" and item.candidate.number is not None:
            share = item.candidate.number / 100 if item.candidate.number > 1 else item.candidate.number
            return share if 0 < share < 1 else None
    return None


def without_whole_columns(found: Sequence[Use], profile: DatasetProfile) -> tuple[list[Use], list[str]]:
    """Uses without equalities that list every value of a column, and those columns: such a list filters nothing."""
    listed: dict[str, set[str]] = {}
    for item in found:
        if item.use == "filter" and item.op in ("=", "in") and item.column is not None:
            listed.setdefault(item.column, set()).add(str(_value(item, item.column)))
    whole = [
        name
        for name, values in listed.items()
        if len(values) > 1 and profile.by_name[name].values and values >= set(map(str, profile.by_name[name].values))
    ]
    return [item for item in found if not (item.use == "filter" and item.column in whole)], whole


def bins_not_filters(
    found: tuple[Constraint, ...], column: str | None
) -> tuple[tuple[Constraint, ...], tuple[Bins, ...]]:
    """One number beside a histogram's own column cuts it into bins: a small one says how many, a large one how wide."""
    meant = [item for item in found if isinstance(item, Filter) and item.column == column and item.op in ("=", "<=")]
    numbers = [item.value for item in meant if isinstance(item.value, (int, float)) and item.value > 0]
    if len(numbers) != 1:
        return found, ()
    return tuple(item for item in found if item not in meant), (_bins(float(numbers[0])),)


def _bins(number: float) -> Bins:
    """A small whole number says how many bins there are, any other how wide each is."""
    return Bins(n=int(number)) if number <= MOST_BINS and float(number).is_integer() else Bins(width=number)
