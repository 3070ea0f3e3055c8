"""Query words: measures and conditions of a Query in the words of people."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from autoviz.answering.comparing_words import (
    label_words,
    moment_words,
)
from autoviz.answering.condition_words import told_tests
from autoviz.answering.measure_forms import (
    SAME,
    Words,
    bare,
    claim_of,
    ends_of,
    factor_of,
    flag_noun,
    is_flag,
    is_part,
    is_year,
    kept_time_told,
    of_some_rows,
    time_told,
    unit_of,
    unscaled,
    weighs,
    without_value,
)
from autoviz.answering.nouns import plural, singular
from autoviz.drawing.numbers import ordinal
from autoviz.drawing.titles import filled, readable, unitless, without_total
from autoviz.listing import listed
from autoviz.model.profile import DatasetProfile
from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Moment,
    Overall,
    Window,
)

_AGGREGATES = {
    "sum": "total {}", "mean": "average {}", "median": "median {}",
    "std": "standard deviation of {}", "var": "variance of {}", "mode": "most frequent {}", "first": "first {}",
    "last": "last {}", "list": "{}",
}  # fmt: skip
_KEEPS_UNIT = ("sum", "mean", "median", "min", "max", "std", "quantile", "first", "last")
_ONE_OF_THEM = ("min", "max", "first", "last", "mode", "median")
"""Aggregates that give one of the values."""
_YEAR = re.compile(r"in (?P<year>\d{4})")
_BETWEEN = {"+": "plus", "-": "minus", "*": "×", "/": "per", "//": "per", "%": "modulo", "**": "to the power of"}
_OF = {
    "abs": "absolute {}", "negative": "minus {}", "sqrt": "square root of {}", "ln": "logarithm of {}",
    "log10": "logarithm of {}", "exp": "e to the power of {}", "length": "length of {}",
}  # fmt: skip
PERCENT = 100


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
    pattern = _pattern(expr, profile) if isinstance(expr, Aggregate) else None
    return replace(words, text=filled(pattern or "{}", own)) if not words.against else words


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
        case Call(op="exp", args=(Aggregate(func="mean", args=(Call(op="ln", args=(value,)),), where=None),)):
            return Words(f"geometric mean of {value_words(value, profile)}", unit=unit_of(value, profile))
        case Call(op=("time between" | "abs" | "exp" | "least" | "greatest")):
            return Words(value_words(expr, profile), unit=unit_of(expr, profile))
    return None


_STEM = 4
"""Letters that a thing and the column that tells of it begin with alike."""


def _having(expr: Aggregate, things: str, profile: DatasetProfile | None) -> str:
    """What not all of the counted things have, and these do: 95 bookings with a rating are not all bookings."""
    names = [arg.name for arg in expr.args if isinstance(arg, Column)]
    column = profile.by_name.get(names[0]) if profile is not None and names else None
    said = readable(names[0]) if names else ""
    if column is None or not column.missing or any(word[:_STEM] == said[:_STEM] for word in things.split()):
        return ""  # ratings have a rating, and returns are those of returned_on
    return f" with {said}"


def _aggregate(expr: Aggregate, things: str, profile: DatasetProfile | None) -> Words | None:
    if expr.where is not None:
        return _of_part(_aggregate(expr.replaced(where=None), things, profile), expr.where, profile)
    if expr.func == "count" and (not expr.args or things != "rows"):
        return Words(f"number of {things}{_having(expr, things, profile)}", counts=True)
    claim = claim_of(expr)
    if claim is not None and expr.func in ("mean", "sum", "count"):
        is_share = expr.func == "mean"
        whole = Words(f"{'share' if is_share else 'number'} of {things}", share=is_share, counts=not is_share)
        return _of_part(whole, claim, profile)
    if not expr.args:
        return None
    if expr.func == "sum" and things != "rows" and weighs(expr.args[0], profile):
        return Words(f"number of {things}", counts=True)
    some = of_some_rows(expr)
    if some is not None:
        return _aggregate(some, things, profile)
    inner = _words(expr.args[0], things, profile) if isinstance(expr.args[0], Aggregate) else None
    of = inner or value_measure(expr.args[0], profile)
    subject = of.text
    if expr.func == "mean" and is_flag(expr.args[0], profile):
        return Words(f"share of {flag_noun(subject)}", share=True)
    if expr.func == "count":
        return Words(f"number of rows with {subject}", counts=True)
    if expr.func == "distinct":
        return Words(f"number of different {plural(subject)}", counts=True)
    if expr.func == "correlation":
        return Words(f"correlation of {subject} and {value_words(expr.args[1], profile)}")
    if expr.func in ("at max", "at min"):
        end = ends_of(expr.args[1], profile)["max" if expr.func == "at max" else "min"]
        return Words(f"{subject} at the {filled(end, value_words(expr.args[1], profile))}", unit=of.unit)
    unit, share = (of.unit, of.share) if expr.func in _KEEPS_UNIT else ("", False)
    year = expr.func in _ONE_OF_THEM and is_year(expr.args[0], profile)
    if expr.func == "quantile":
        told = f"{ordinal(round(100 * (expr.quantile or 0.5), 6))} percentile of {subject}"
        return Words(told, share=share, unit=unit)
    pattern = _pattern(expr, profile)
    return Words(filled(pattern, subject), share=share, unit=unit, year=year) if pattern else None


def _pattern(expr: Aggregate, profile: DatasetProfile | None) -> str | None:
    return {**_AGGREGATES, **ends_of(expr.args[0] if expr.args else None, profile)}.get(expr.func)


def _of_part(words: Words | None, condition: Any, profile: DatasetProfile | None) -> Words | None:
    """A measure of those rows alone for which a condition holds."""
    if words is None:
        return None
    rows = where_words(condition, profile)
    return replace(words, text=f"{words.text} {rows}", of=(words.text, rows))


def value_measure(expr: Any, profile: DatasetProfile | None) -> Words:
    """A value of a row as a measure: one part per another, in percent where it is multiplied by 100."""
    factor, held = factor_of(expr), unscaled(expr)
    match held:
        case Call(op="-", args=(Call(op="/", args=(after, before)), Constant(value=1))):
            told = f"change from {value_words(before, profile)} to {value_words(after, profile)}"
            if factor in (1, PERCENT):
                return Words(told, share=factor == 1, **_percent(factor == PERCENT))
        case Call(op="/", args=(Call(op="-", args=(after, before)), same)) if before == same:
            change = Call(op="-", args=(Call(op="/", args=(after, before)), Constant(value=1)))
            return value_measure(Call(op="*", args=(Constant(value=factor), change)), profile)
        case Call(op="/", args=(above, below)) if not isinstance(below, Constant):
            if factor * factor_of(above) == PERCENT:
                return Words(f"{value_words(unscaled(above), profile)} per {value_words(below, profile)}", **_percent())
        case Column() if factor == PERCENT and not unit_of(held, profile):
            return Words(value_words(held, profile), **_percent())
    return Words(value_words(expr, profile), unit=unit_of(expr, profile))


def _percent(scaled: bool = True) -> dict[str, Any]:
    """What a measure is that was multiplied by 100, where it was."""
    return {"unit": "%" if scaled else "", "worked_out": scaled}


def _quotient(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    """A part of a whole as a share; anything else as one thing per another."""
    above, below = expr.args
    part, whole = unscaled(above), unscaled(below)
    part = without_value(part) or part
    scaled = factor_of(above) == 100
    match part, whole:
        case (
            Call(
                op="+",
                args=(
                    Aggregate(func="min", args=(each,), where=Call(op=">=", args=reached)),
                    Aggregate(func="min", args=(same,), where=Call(op=">", args=passed)),
                ),
            ),
            Constant(value=2),
        ) if (each, reached) == (same, passed):
            return Words(f"weighted median {value_words(each, profile)}", unit=unit_of(each, profile))
        case (
            Aggregate(func="sum", args=(Call(op="*", args=(each, by)),), where=None),
            Aggregate(func="sum", args=(weight,)),
        ) if by == weight:
            told = f"average {value_words(each, profile)} weighted by {value_words(by, profile)}"
            return Words(told, unit=unit_of(each, profile))
        case Call(op="-", args=(after, before)), _ if before == whole:
            return _relative(after, before, PERCENT if scaled else 1, things, profile)
    top, bottom = _words(part, things, profile), _words(whole, things, profile)
    kept = kept_time_told(whole.args[0], profile) if isinstance(whole, Aggregate) and whole.args else None
    if top is not None and kept is not None:
        return Words(f"{top.text} per {singular(kept[1])}", unit=top.unit and f"{top.unit}/{kept[1][0]}")
    if is_part(part, whole):
        assert top is not None
        told = f"share of {top.text.removeprefix('number of ')}"
        return Words(told, **_percent()) if scaled else Words(told, share=True)
    if top is not None and isinstance(below, Constant):
        return Words(f"{top.text} divided by {value_words(below)}")
    if top is None or bottom is None:
        return None
    if isinstance(whole, Aggregate) and whole.func in ("count", "distinct") and not whole.where:
        per = bottom.text.removeprefix("number of ").removeprefix("different ")
        return Words(f"{top.text} per {singular(per)}", unit=top.unit)
    return Words(f"{top.text} per {without_total(bottom.text)}", **_percent(scaled))


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
    text = f"share of {without_total(told.text.removeprefix('number of '))}"
    return Words(text, **_percent()) if scaled else Words(text, share=True)


def _scaled(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    """A share that was multiplied by 100 is told in percent already, and so is what else was, but for a number."""
    share = unscaled(expr)
    if share == expr or factor_of(expr) != 100:
        return None  # measures multiplied with each other have no words of their own
    words = _words(share, things, profile)
    if words is None or words.counts or (words.unit and not words.share):
        return None
    return replace(words, share=False, **_percent())


def _sum_of_two(expr: Call, things: str, profile: DatasetProfile | None) -> Words | None:
    ratio = bare(expr.args[0])
    if expr.op == "-" and expr.args[-1] == Constant(value=1) and isinstance(ratio, Call) and ratio.op == "/":
        return _relative(ratio.args[0], ratio.args[1], 1, things, profile)
    parts = [_words(arg, things, profile) for arg in expr.args]
    if any(part is None for part in parts) or len(parts) != 2:
        return None
    first, second = (part for part in parts if part is not None)
    unit = first.unit if first.unit == second.unit else ""
    if expr.op == "-" and first.text.startswith("highest ") and second.text == first.text.replace("highest", "lowest"):
        return Words(f"range of {first.text.removeprefix('highest ')}", unit=unit)
    joined = f"{first.text} {'minus' if expr.op == '-' else 'plus'} {second.text}"
    if expr.op == "-" and (change := _change(first, second)):
        joined = change
    held = expr.op == "-" and first.of is not None and second.of is not None and first.of[0] == second.of[0]
    against = (*first.of, second.of[1]) if held and first.of and second.of else None
    return Words(joined, share=first.share and second.share, unit=unit, against=against)


def _change(after: Words, before: Words) -> str:
    """A measure of one year less the same of an earlier one as the change that it is."""
    ends = [_YEAR.fullmatch(side.of[1]) if side.of else None for side in (before, after)]
    if not after.of or not before.of or after.of[0] != before.of[0] or ends[0] is None or ends[1] is None:
        return ""
    first, last = (end["year"] for end in ends if end)
    return f"change in {without_total(after.of[0])} from {first} to {last}" if first < last else ""


def _relative(after: Any, before: Any, factor: float, things: str, profile: DatasetProfile | None) -> Words | None:
    """By how much a measure lies above another, as a part of that one."""
    told = [_words(unscaled(side), things, profile) for side in (before, after)]
    if told[0] is None or told[1] is None:
        return None
    return Words(f"change from {told[0].text} to {told[1].text}", share=factor == 1, **_percent(factor == PERCENT))


def value_words(expr: Any, profile: DatasetProfile | None = None) -> str:
    """A value of a row in words: a column, arithmetic of columns, the time between two dates."""
    match expr:
        case Column():
            return unitless(readable(expr.name), unit_of(expr, profile))
        case Constant():
            return label_words(expr.value)
        case Moment():
            return moment_words(expr.at)
        case Call():
            return _call_words(expr, profile)
        case Cases():
            return f"groups by {condition_words(expr.whens[0].condition, profile)}"
        case Overall():
            made = (*expr.query.measures, *expr.query.then)
            words = _words(made[0].expr, "rows", profile) if made else None
            return f"the {words.text if words else value_words(made[0].expr, profile)} of all" if made else "all"
        case Aggregate() | Window():
            return (_words(expr, "rows", profile) or Words("a value")).text
    return "a value"


def _call_words(expr: Call, profile: DatasetProfile | None) -> str:
    """What is worked out of values, in words."""
    between = time_told(expr)
    if between:
        first, second = (value_words(arg, profile) for arg in between[0].args[1:])
        return f"time from {first} to {second}"
    if kept := kept_time_told(expr, profile):
        return value_words(kept[0], profile)
    match expr:
        case Call(op=("date part" | "period" | "date name")):
            return f"{expr.args[0].value} of {value_words(expr.args[1], profile)}"  # type: ignore[union-attr]
        case Call(op=op) if op in SAME:
            return value_words(expr.args[0], profile)
        case Call(op=("/" | "//"), args=(above, Constant() as below)):
            return f"{value_words(above, profile)} divided by {value_words(below, profile)}"
        case Call(op="/", args=(above, below)) if (kept := kept_time_told(below, profile)) is not None:
            return f"{value_words(above, profile)} per {singular(kept[1])}"
        case Call(op=op) if op in _BETWEEN:
            told = [value_words(arg, profile) for arg in expr.args if op != "*" or arg != Constant(value=1)]
            return f" {_BETWEEN[op]} ".join(told)
        case Call(op=op) if op in _OF:
            return filled(_OF[op], value_words(expr.args[0], profile))
        case Call(op=("least" | "greatest")):
            word = "lowest" if expr.op == "least" else "highest"
            return f"{word} of {listed([value_words(arg, profile) for arg in expr.args])}"
        case Call(op="later", args=(Constant(value=str() as unit), date, Constant(value=int() | float() as count))):
            lasting = f"{abs(count):g} {unit}{'' if abs(count) == 1 else 's'}"
            return f"{lasting} {'before' if count < 0 else 'after'} {value_words(date, profile)}"
        case Call(op="concat"):  # what stands between the parts, and what only fills them up, is not told
            return listed([value_words(arg, profile) for arg in expr.args if not isinstance(arg, Constant)])
        case Call(op=("left" | "right" | "substring" | "split" | "replace")):
            named = next((arg for arg in expr.args if not isinstance(arg, Constant)), expr.args[0])
            return value_words(named, profile)
    return "a value"


def condition_words(condition: Any, profile: DatasetProfile | None = None) -> str:
    """A condition in words: 'status is returned and in 2024'."""
    return listed(told_tests(condition, value_words, profile))


def where_words(condition: Any, profile: DatasetProfile | None = None) -> str:
    """The rows for which a condition holds, as the end of a phrase: 'where status is returned in 2024'."""
    told = told_tests(condition, value_words, profile)
    times = [text for text in told if text.startswith(("in ", "from ", "on "))]
    others = [text for text in told if text not in times]
    return " ".join([*([f"where {listed(others)}"] if others else []), *times])
