"""Query words: measures and conditions of a Query in the words of people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from autoviz.answering.day_spans import day_of, spanned
from autoviz.answering.measure_forms import (
    SAME,
    claim_of,
    factor_of,
    is_flag,
    is_part,
    of_some_rows,
    unit_of,
    unscaled,
    without_value,
)
from autoviz.answering.nouns import plural, singular
from autoviz.answering.numerals import shown
from autoviz.drawing.numbers import listed, ordinal
from autoviz.drawing.titles import filled, readable
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Member,
    Moment,
    Overall,
    Window,
    conjuncts,
)

_AGGREGATES = {
    "sum": "total {}", "mean": "average {}", "median": "median {}", "min": "lowest {}", "max": "highest {}",
    "std": "standard deviation of {}", "var": "variance of {}", "mode": "most frequent {}", "first": "first {}",
    "last": "last {}", "list": "{}",
}  # fmt: skip
_KEEPS_UNIT = ("sum", "mean", "median", "min", "max", "std", "quantile", "first", "last")
_ONE_OF_THEM = ("min", "max", "first", "last", "mode", "median")
"""Aggregates that give one of the values."""
_BETWEEN = {"+": "plus", "-": "minus", "*": "×", "/": "per", "//": "per", "%": "modulo", "**": "to the power of"}
COMPARED = {"=": "is", "!=": "is not", "<": "below", "<=": "at most", ">": "above", ">=": "at least"}
PERCENT = 100
_TEXTUAL = {"contains": "contains", "starts with": "starts with", "ends with": "ends with", "matches": "matches"}


@dataclass(frozen=True)
class Words:
    """What a measure is called, what its numbers are, and what is counted where it counts."""

    text: str
    share: bool = False
    """Whether its value is a part of 1, told in percent."""
    unit: str = ""
    counts: bool = False
    year: bool = False
    """Whether its value is a year, which has no thousands to set apart."""
    against: tuple[str, str, str] | None = None
    """Of a difference between some rows and others: what is measured, and the two sets of rows."""


def measure_words(expr: Any, name: str, things: str, profile: DatasetProfile | None, said: str = "") -> Words:
    """A measure in words; one that is worked out has its own name where the question says it, and where none fit."""
    words = _words(expr, things, profile)
    if words is None:
        return Words(readable(name))
    own = readable(name)
    plain = isinstance(expr, Aggregate) and (not expr.args or isinstance(expr.args[0], Column))
    told_already = own.casefold() in words.text.casefold()
    if plain or told_already or len(own) < 3 or own.casefold() not in said.casefold():
        return words
    pattern = _AGGREGATES.get(expr.func, "{}") if isinstance(expr, Aggregate) else "{}"
    told = filled(pattern, own)
    return replace(words, text=told, against=None) if not words.against else words


def _words(expr: Any, things: str, profile: DatasetProfile | None) -> Words | None:
    if (share := share_of_all(expr, things, profile)) is not None:
        return share
    match expr:
        case Aggregate():
            return _aggregate(expr, things, profile)
        case Call(op=op) if op in SAME:
            return _words(expr.args[0], things, profile)
        case Call(op="-") if (gap := without_value(expr)) is not None:
            return _aggregate(gap, things, profile)
        case Call(op="/"):
            return _quotient(expr, things, profile)
        case Call(op="*"):
            return _scaled(expr, things, profile)
        case Call(op="-") | Call(op="+"):
            return _sum_of_two(expr, things, profile)
    return None


def _aggregate(expr: Aggregate, things: str, profile: DatasetProfile | None) -> Words | None:
    where = f" where {condition_words(expr.where, profile)}" if expr.where is not None else ""
    if expr.func == "count" and (not expr.args or things != "rows"):
        return Words(f"number of {things}{where}", counts=True)
    claim = claim_of(expr)
    if claim is not None and expr.func in ("mean", "sum", "count"):
        told = f"{things} where {condition_words(claim, profile)}"
        return Words(f"share of {told}", share=True) if expr.func == "mean" else Words(f"number of {told}", counts=True)
    if not expr.args:
        return None
    some = of_some_rows(expr)
    if some is not None:
        return _aggregate(some, things, profile)
    subject = value_words(expr.args[0], profile)
    if expr.func == "mean" and is_flag(expr.args[0], profile):
        return Words(f"share of {subject}{where}", share=True)
    if expr.func == "count":
        return Words(f"number of rows with {subject}{where}", counts=True)
    if expr.func == "distinct":
        return Words(f"number of different {plural(subject)}{where}", counts=True)
    if expr.func == "correlation":
        return Words(f"correlation of {subject} and {value_words(expr.args[1], profile)}{where}")
    if expr.func in ("at max", "at min"):
        word = "highest" if expr.func == "at max" else "lowest"
        return Words(f"{subject} with the {word} {value_words(expr.args[1], profile)}{where}")
    unit = unit_of(expr.args[0], profile) if expr.func in _KEEPS_UNIT else ""
    year = expr.func in _ONE_OF_THEM and is_year(expr.args[0], profile)
    if expr.func == "quantile":
        return Words(f"{ordinal(round(100 * (expr.quantile or 0.5), 6))} percentile of {subject}{where}", unit=unit)
    pattern = _AGGREGATES.get(expr.func)
    return Words(filled(pattern, subject) + where, unit=unit, year=year) if pattern else None


def is_year(expr: Any, profile: DatasetProfile | None) -> bool:
    """Whether a value is that of a column of years."""
    entry = profile.by_name.get(expr.name) if profile and isinstance(expr, Column) else None
    return entry is not None and entry.meaning == "year"


def _quotient(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    """A part of a whole as a share; anything else as one thing per another."""
    above, below = expr.args
    part, whole = unscaled(above), unscaled(below)
    part = without_value(part) or part
    scaled = factor_of(above) == 100
    match part, whole:
        case (
            Aggregate(func="sum", args=(Call(op="*", args=(each, by)),), where=None),
            Aggregate(func="sum", args=(weight,)),
        ) if by == weight:
            told = f"average {value_words(each, profile)} weighted by {value_words(by, profile)}"
            return Words(told, unit=unit_of(each, profile))
    top, bottom = _words(part, things, profile), _words(whole, things, profile)
    if is_part(part, whole):
        assert top is not None
        told = f"share of {top.text.removeprefix('number of ')}"
        return Words(told, unit="%") if scaled else Words(told, share=True)
    if top is None or bottom is None:
        return None
    if isinstance(whole, Aggregate) and whole.func in ("count", "distinct") and not whole.where:
        per = bottom.text.removeprefix("number of ").removeprefix("different ")
        return Words(f"{top.text} per {singular(per)}", unit=top.unit)
    return Words(f"{top.text} per {bottom.text.removeprefix('total ')}", unit="%" if scaled else "")


def share_of_all(expr: Any, things: str, profile: DatasetProfile | None) -> Words | None:
    """A value or a measure over the same of all rows, which another Query gives: a share, in percent where scaled."""
    factor, held = factor_of(expr), unscaled(expr)
    if not isinstance(held, Call) or held.op != "/":
        return None
    part, whole = unscaled(held.args[0]), unscaled(held.args[1])
    made = whole.query.measures if isinstance(whole, Overall) else ()
    every = unscaled(made[0].expr) if len(made) == 1 else None
    if not isinstance(every, Aggregate) or every.func not in ("sum", "count"):
        return None
    own = part.replaced(where=None) if isinstance(part, Aggregate) else Aggregate(func="sum", args=(part,))
    if own != every.replaced(where=None):
        return None
    told = _words(part, things, profile) if isinstance(part, Aggregate) else Words(value_words(part, profile))
    if told is None:
        return None
    scaled = factor * factor_of(held.args[0]) == PERCENT
    text = f"share of {told.text.removeprefix('number of ').removeprefix('total ')}"
    return Words(text, unit="%") if scaled else Words(text, share=True)


def _scaled(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    """A share that was multiplied by 100 is told in percent already."""
    share = unscaled(expr)
    if share == expr or factor_of(expr) != 100:
        return None  # measures multiplied with each other have no words of their own
    words = _words(share, things, profile)
    return replace(words, share=False, unit="%") if words is not None and words.share else None


def _sum_of_two(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    parts = [_words(arg, things, profile) for arg in expr.args]
    if any(part is None for part in parts) or len(parts) != 2:
        return None
    first, second = (part for part in parts if part is not None)
    unit = first.unit if first.unit == second.unit else ""
    if expr.op == "-" and first.text.startswith("highest ") and second.text == first.text.replace("highest", "lowest"):
        return Words(f"range of {first.text.removeprefix('highest ')}", unit=unit)
    joined = f"{first.text} {'minus' if expr.op == '-' else 'plus'} {second.text}"
    starts = [part.text.partition(" where ") for part in (first, second)]
    held = expr.op == "-" and starts[0][0] == starts[1][0] and all(start[2] for start in starts)
    against = (starts[0][0], starts[0][2], starts[1][2]) if held else None
    return Words(joined, share=first.share and second.share, unit=unit, against=against)


def value_words(expr: Any, profile: DatasetProfile | None = None) -> str:
    """A value of a row in words: a column, arithmetic of columns, the time between two dates."""
    match expr:
        case Column():
            return readable(expr.name)
        case Constant():
            return label_words(expr.value)
        case Moment():
            return expr.at[:10] if expr.at[11:] in ("", "00:00", "00:00:00") else expr.at
        case Call(op="time between"):
            first, second = (value_words(arg, profile) for arg in expr.args[1:])
            return f"time from {first} to {second}"
        case Call(op=("date part" | "period" | "date name")):
            return f"{expr.args[0].value} of {value_words(expr.args[1], profile)}"  # type: ignore[union-attr]
        case Call(op=op) if op in SAME:
            return value_words(expr.args[0], profile)
        case Call(op=op) if op in _BETWEEN:
            return f" {_BETWEEN[op]} ".join(value_words(arg, profile) for arg in expr.args)
        case Call(op="length"):
            return f"length of {value_words(expr.args[0], profile)}"
        case Cases():
            return f"groups by {condition_words(expr.whens[0].condition, profile)}"
        case Overall():
            made = (*expr.query.measures, *expr.query.then)
            words = _words(made[0].expr, "rows", profile) if made else None
            return f"the {words.text} of all" if words else "what all have"
        case Aggregate() | Window():
            return (_words(expr, "rows", profile) or Words("a value")).text
    return "a value"


def condition_words(condition: Any, profile: DatasetProfile | None = None) -> str:
    """A condition in words: 'status is returned, in 2024'."""
    tests = list(conjuncts(condition))
    told = []
    while tests:
        test = tests.pop(0)
        other = next((item for item in tests if spanned(test, item)), None)
        if other is not None:
            tests.remove(other)
            told.append(spanned(test, other))
        else:
            told.append(_test_words(test, profile))
    return listed(told)


def _test_words(test: Any, profile: DatasetProfile | None) -> str:
    match test:
        case Call(op="or", args=(Call(op="not") as other, Call(op="is null", args=(same,)))) if (
            same in getattr(other.args[0], "args", ())
        ):
            return _test_words(other, profile)  # of what is missing nothing is known, so it differs too
        case Call(op=("or" | "and")):
            return (" or " if test.op == "or" else " and ").join(_test_words(arg, profile) for arg in test.args)
        case Call(op="not"):
            return _negated(test.args[0], profile)
        case Call(op="is null"):
            return f"{value_words(test.args[0])} is missing"
        case Call(op="in"):
            values = [value_words(arg) for arg in test.args[1:]]
            return f"{value_words(test.args[0])} is {' or '.join(values)}"
        case Call(op=op) if op in COMPARED:
            return _compared(test, profile)
        case Call(op=op) if op in _TEXTUAL:
            return f"{value_words(test.args[0])} {_TEXTUAL[op]} {value_words(test.args[1])}"
        case Column():
            return readable(test.name)
        case Member():
            return f"{value_words(test.expr)} is among those chosen"
    return "a further condition holds"


def _negated(test: Any, profile: DatasetProfile | None) -> str:
    match test:
        case Call(op="is null"):
            return f"{value_words(test.args[0])} is given"
        case Call(op="in"):
            return f"{value_words(test.args[0])} is not {' or '.join(value_words(arg) for arg in test.args[1:])}"
        case Call(op="="):
            return _compared(test.replaced(op="!="), profile)
        case Column():
            return f"not {readable(test.name)}"
    return f"not ({_test_words(test, profile)})"


def _compared(test: Call, profile: DatasetProfile | None) -> str:
    left, right = test.args
    if isinstance(left, Call) and left.op == "date part" and left.args[0] == Constant(value="year") and test.op == "=":
        return f"in {value_words(right)}"
    word = COMPARED[test.op]
    if isinstance(right, Constant) and isinstance(right.value, bool):
        return f"{'' if right.value == (test.op == '=') else 'not '}{value_words(left)}"
    if day_of(right) is not None:
        word = {"<": "before", "<=": "up to", ">": "after", ">=": "from"}.get(test.op, word)
    return f"{value_words(left, profile)} {word} {value_words(right, profile)}"


def label_words(value: Any) -> str:
    """A value of a cell: years stay 2023, other numbers get their commas."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}" if float(value).is_integer() and 1000 <= abs(value) < 3000 else shown(value)
    return "missing" if value is None else shown(value)
