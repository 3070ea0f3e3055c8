"""Conditions in questions: filters of every operator, dates and periods, conditions on groups."""

from __future__ import annotations

import random

import pandas as pd

from training.draft import Draft
from training.grammar import phrases
from training.tables import places
from training.wording import comparative, plural

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def condition(draft: Draft) -> str | None:
    """One filter in words, noted in the target; None where the table has nothing to filter by."""
    makers = [_equal, _equal, _equal, _number, _number, _compared, _date, _date, _flag, _text, _null, _signed]
    return draft.rng.choice(makers)(draft)


COMPARED = {"more_than": ">", "less_than": "<", "at_least_so": ">=", "at_most_so": "<="}


def _compared(draft: Draft) -> str | None:
    """A number named by an adjective: older than 50; or one that a small whole number shall not be."""
    pool = [name for name in draft.measures + draft.ordinals if draft.table.concepts[name].adjectives]
    if draft.ordinals and draft.chance(0.2):
        column = draft.rng.choice(draft.ordinals)
        value = number_phrase(quantity(draft, column), draft.rng)
        return _said(draft, "differs", column, v=draft.mark(value, "filter", "!=", column))
    if not pool:
        return _number(draft)
    column = draft.rng.choice(pool)
    much, little = draft.table.concepts[column].adjectives or ("high", "low")
    name = draft.rng.choices(tuple(COMPARED), (40, 40, 10, 10))[0]
    value = draft.mark(number_phrase(quantity(draft, column), draft.rng), "filter", COMPARED[name], column)
    return _said(draft, name, column, v=value, more=comparative(much), less=comparative(little), adj=much)


def _said(draft: Draft, name: str, column: str, **slots: str) -> str:
    draft.target.filters.add(column)
    word = draft.say(column)
    return draft.pattern(phrases("conditions")[name], c=word, cs=plural(word), **slots)


def cell_phrase(column: str, value: object, draft: Draft) -> str:
    """A cell's value as people write it."""
    text, rng = str(value), draft.rng
    demonyms = {**places()["country"], **places()["state"], **places()["city"]}
    if demonyms.get(text) and rng.random() < 0.25:
        return str(demonyms[text])
    roll = rng.random()
    if roll < 0.45:
        return text
    if roll < 0.85:
        return text.lower()
    if roll < 0.9 and draft.table.concepts[column].kind == "c" and text.isalpha() and len(text) > 3:
        return plural(text.lower())
    return f"{rng.choice(chr(34) + chr(39))}{text}{chr(34)}" if rng.random() < 0.3 else text


def _equal(draft: Draft) -> str | None:
    column = draft.fresh([name for name in draft.categories if draft.table.concepts[name].kind in "cg"])
    values = draft.table.profile.by_name[column].values if column else ()
    if column is None or len(values) < 3:
        return None
    name = draft.rng.choices(("equal", "either", "unequal", "not_part"), (68, 15, 10, 7))[0]
    first, second = draft.rng.sample(list(values), 2)
    operator = "!=" if name in ("unequal", "not_part") else "="
    slots = {"v": draft.mark(cell_phrase(column, first, draft), "filter", operator, column)}
    if name == "either":
        slots["w"] = draft.mark(cell_phrase(column, second, draft), "filter", "=", column)
    return _said(draft, name, column, **slots)


def _flag(draft: Draft) -> str | None:
    column = draft.fresh(draft.flags)
    if column is None:
        return None
    name = draft.rng.choices(("holds", "holds_not"), (75, 25))[0]
    operator = "=" if name == "holds" else "!="
    return _said(draft, name, column, v=draft.mark(draft.say(column), "filter", operator, column))


OPERATORS = {"above": ">", "least": ">=", "below": "<", "most": "<=", "exactly": "=", "between": "between"}


def _number(draft: Draft) -> str | None:
    column = draft.fresh(draft.measures + draft.ordinals) if draft.chance(0.8) else None
    column = column or (draft.rng.choice(draft.measures) if draft.measures else None)
    if column is None:
        return None
    name = draft.rng.choices(tuple(OPERATORS), (30, 15, 25, 10, 8, 20))[0]
    low, high = sorted((quantity(draft, column), quantity(draft, column)))
    slots = {"v": draft.mark(number_phrase(low, draft.rng), "filter", OPERATORS[name], column)}
    if name == "between":
        slots["w"] = draft.mark(number_phrase(high, draft.rng), "filter", "between", column)
    return _said(draft, name, column, **slots)


def _signed(draft: Draft) -> str | None:
    """Below or above zero, said by one word."""
    column = draft.fresh(draft.measures) if draft.chance(0.5) else None
    if column is None:
        return None
    word, operator = draft.rng.choice((("negative", "<"), ("negative", "<"), ("positive", ">")))
    return _said(draft, "signed", column, v=draft.mark(word, "filter", operator, column))


def quantity(draft: Draft, column: str) -> float:
    """A round number within a column's range."""
    known = draft.table.profile.by_name[column]
    low, high = float(known.minimum or 0), float(known.maximum or 1)
    drawn = low + (high - low) * draft.rng.random()
    digits = 1 if draft.chance(0.6) else 2
    return float(f"{drawn:.{digits}g}") if abs(drawn) >= 20 else round(drawn, 0 if high - low > 8 else 1)


def number_phrase(value: float, rng: random.Random) -> str:
    """A number as people write it."""
    whole = int(value) if value == int(value) else None
    if whole is None:
        return f"{value:g}"
    if 0 <= whole <= 12 and rng.random() < 0.25:
        return WORDS[whole]
    if abs(whole) >= 1000 and rng.random() < 0.3:
        return f"{whole:,}"
    if whole >= 1000 and whole % 1000 == 0 and rng.random() < 0.3:
        return f"{whole // 1000}k"
    if whole >= 1000000 and whole % 100000 == 0 and rng.random() < 0.5:
        return f"{whole / 1000000:g} million"
    return f"${whole}" if rng.random() < 0.03 else str(whole)


DATE_OPERATORS = {"during": "=", "since": ">=", "after": ">", "before": "<", "until": "<=", "span": "between"}


def _date(draft: Draft) -> str | None:
    if not draft.times:
        return None
    column = draft.rng.choice(draft.times)
    if draft.chance(0.15) and draft.table.concepts[column].kind == "t":
        unit = draft.rng.choice(("days", "weeks", "months", "months", "years", "quarters"))
        period = f"{number_phrase(draft.rng.randint(2, 12), draft.rng)} {unit}" if draft.chance(0.8) else unit[:-1]
        text = draft.pattern(phrases("conditions")["lately"]).replace("{p}", period)
        draft.target.filters.add(column)
        return draft.mark(text, "filter", "=", column)
    name = draft.rng.choices(tuple(DATE_OPERATORS), (35, 14, 12, 14, 6, 19))[0]
    first, second = _moments(draft, column)
    slots = {"v": draft.mark(first, "filter", DATE_OPERATORS[name], column)}
    if name == "span":
        slots["w"] = draft.mark(second, "filter", "between", column)
    return _said(draft, name, column, **slots)


def _moments(draft: Draft, column: str) -> tuple[str, str]:
    years = draft.table.concepts[column].spec.split()[-1].split("..")
    low, high = int(years[0]), int(years[1])
    first, second = sorted((draft.rng.randint(low, high), draft.rng.randint(low, high)))
    if draft.table.concepts[column].kind == "y" or (high > low and draft.chance(0.45)):
        return str(first), str(second if second > first else first + 1)
    moments = [pd.Timestamp(year, draft.rng.randint(1, 12), draft.rng.randint(1, 28)) for year in (first, second)]
    style = draft.rng.choice(("%B %Y", "%b %Y", "%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%Y-%m", "%d.%m.%Y", "%m/%d/%Y"))
    early, late = sorted(moments)
    return early.strftime(style), late.strftime(style)


def _text(draft: Draft) -> str | None:
    column = draft.fresh(draft.names)
    if column is None:
        return None
    name = draft.rng.choices(("begins", "ends", "contains", "contains_either", "lacks"), (28, 12, 28, 20, 12))[0]
    operators = {"begins": "starts with", "ends": "ends with", "lacks": "not contains"}
    operator = operators.get(name, "contains")
    letters = draft.rng.sample("ABCDEFGHJKLMNPRSTVW" if draft.chance(0.7) else "abcdefghjklmnprstvw", 2)
    shown = [
        f'"{letter}"' if draft.chance(0.3) else f"'{letter}'" if draft.chance(0.2) else letter for letter in letters
    ]
    slots = {"v": draft.mark(shown[0], "filter", operator, column)}
    if name == "contains_either":
        slots["w"] = draft.mark(shown[1], "filter", operator, column)
        draft.target.flags.add("any_of")
    return _said(draft, name, column, **slots)


def _null(draft: Draft) -> str | None:
    column = draft.fresh(draft.measures + draft.categories)
    if column is None or draft.chance(0.4):
        return None
    name = draft.rng.choice(("missing", "present", "present"))
    draft.target.nulls[column] = "is null" if name == "missing" else "not null"
    return _said(draft, name, column)


def group_condition(draft: Draft, x: str) -> str | None:
    """A condition on groups: more than 10 orders, an average above 50."""
    if draft.chance(0.45) or not draft.measures:
        value = draft.mark(str(draft.rng.choice((2, 3, 5, 10, 20, 50, 100))), "having", ">", None)
        return draft.pattern(phrases("conditions")["having_count"], xs=draft.says(x), v=value)
    column = draft.rng.choice(draft.measures)
    func = draft.rng.choice(("mean", "sum", "max", "min", "mean"))
    words = draft.pattern(phrases("phrases")["aggregate"][func], y=draft.say(column), ys=draft.says(column))
    draft.target.aggregates.setdefault(f"having:{column}", func)
    name, operator = draft.rng.choice((("having_above", ">"), ("having_below", "<")))
    value = draft.mark(number_phrase(quantity(draft, column), draft.rng), "having", operator, column)
    return draft.pattern(phrases("conditions")[name], xs=draft.says(x), m=words, v=value)
