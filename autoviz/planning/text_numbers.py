"""Text numbers: the columns of text that a plan must read as numbers first, and the steps that do it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from autoviz.errors import QuestionError
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.names import forms, split_name
from autoviz.linking.text import words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.requirements import (
    Aggregation,
    AnyOf,
    Bins,
    ChartWish,
    Derive,
    Filter,
    Missing,
    Requirements,
    Sort,
)
from autoviz.planning.views import View
from autoviz.query import language
from autoviz.query.language import Aggregate, Call, Constant, Query, Window, parts_of, plain_names
from autoviz.writings.unit_words import DIMENSIONS

COMPARING = ("=", "!=", "<", "<=", ">", ">=", "in", "coalesce", "nullif", "least", "greatest")
"""What takes a column for whatever it is compared with."""
TEXT_OPERATIONS = (
    "contains", "starts with", "ends with", "matches", "lower", "upper", "trim", "length", "left", "right", "substring",
    "split", "replace", "concat", "as date", "as time",
)  # fmt: skip
"""What reads a column as text, the reading of dates by a stated format among it."""
AS_TEXT = (*TEXT_OPERATIONS, "as text")
PRESENCE = ("is null", "count")
"""What asks only whether there is something in a cell."""
OF_ANY = ("and", "or", "not", "distinct", "mode", "first", "last", "list", "previous", "next")
"""What takes cells as they are, numbers or not."""
NUMBER_CASTS = ("as integer", "as number")
AVERAGING, SUMMING = "average|mean|median|avg", "sum|total"
ENDS = "highest|lowest|maximum|minimum|largest|smallest"
"""Words before a column that take it for numbers; of those that sum, some count things as well, and the highest month
is the one in which something else is highest."""


def number_views(columns: Iterable[str], profile: DatasetProfile) -> tuple[View, ...]:
    """A cast for each writing that these columns have; columns that hold numbers already need none."""
    by_writing: dict[str, list[str]] = {}
    for name in dict.fromkeys(columns):
        entry = profile.by_name.get(name)
        if entry is not None and entry.numbers is not None:
            by_writing.setdefault(entry.numbers.writing, []).append(name)
    return tuple(View("cast", columns=names, to="number", writing=writing) for writing, names in by_writing.items())


def number_text(query: Query, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns whose cells are numbers in text that the Query takes for numbers, and nowhere for text."""
    held = [item.name for item in profile.columns if item.numbers is not None]
    if not held:
        return ()
    calls = list(parts_of(Call, query))
    as_text = {name for call in calls if _takes_text(call) for name in plain_names(call.args)}
    gathered: list[Aggregate | Window] = [*parts_of(Aggregate, query), *parts_of(Window, query)]
    used: list[tuple[str, str]] = [(part.func, name) for part in gathered for name in plain_names(part.args)]
    used += [(call.op, name) for call in calls if call.op not in AS_TEXT for name in plain_names(call.args)]
    as_numbers = {name for how, name in used if how not in OF_ANY and (how not in PRESENCE or _all_read(name, profile))}
    sorted_by = set(plain_names(sort.expr for sort in parts_of(language.Sort, query)))
    as_numbers.update(sorted_by - {name for name in _labels(query) if not _one_to_one(name, profile)})
    return tuple(name for name in held if name in as_numbers - as_text)


def _labels(query: Query) -> list[str]:
    """The columns that name groups: their cells are shown as they are written."""
    return [name for part in parts_of(Query, query) for name in plain_names(item.expr for item in part.by)]


def _one_to_one(name: str, profile: DatasetProfile) -> bool:
    """Whether every cell has a number of its own, so that nothing is merged when one stands for the other."""
    entry = profile.by_name.get(name)
    return entry is not None and len(entry.values) == entry.distinct and _all_read(name, profile)


def _all_read(name: str, profile: DatasetProfile) -> bool:
    """Whether every cell is a number or a word for missing, so that nothing is lost."""
    entry = profile.by_name.get(name)
    return entry is not None and entry.numbers is not None and entry.numbers.parse_rate == 1


def _takes_text(call: Call) -> bool:
    words = (arg.value for arg in call.args if isinstance(arg, Constant) and isinstance(arg.value, str))
    return call.op in AS_TEXT or (call.op in COMPARING and any(not _is_number(word) for word in words))


def _is_number(word: str) -> bool:
    try:
        return bool(float(word) or True)
    except ValueError:
        return False


def asked_numbers(asked: Requirements, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns that fields take for numbers: measured, worked out, compared, cut or sorted by."""
    if "summary" in asked.analysis and not asked.metrics:
        return profile.names
    wish, bins = asked.constraint(ChartWish), asked.constraint(Bins)
    filters = [*asked.all(Filter), *(part for item in asked.all(AnyOf) for part in item.filters)]
    named = [*asked.metrics, *(part for item in asked.all(Derive) for part in item.columns)]
    named += [item.column for item in filters if _of_numbers(item)]
    named += [item.by for item in asked.all(Sort)]
    named += [part for item in asked.all(Missing) for part in item.columns if item.how in ("mean", "median")]
    named += [bins.column or "", *asked.group_by] if bins else []
    named += [wish.size or "", wish.x or "", wish.y or ""] if wish and wish.mark == "scatter" else []
    return tuple(name for name in named if name)


def forced(query: Query, profile: DatasetProfile) -> tuple[str, ...]:
    """The columns of text, none of it known to be numbers, that a Query makes numbers of all the same."""
    cast = [name for call in parts_of(Call, query) if call.op in NUMBER_CASTS for name in plain_names(call.args)]
    texts = {entry.name for entry in profile.of_kind("categorical", "text") if entry.numbers is None}
    return tuple(name for name in cast if name in texts)


def refuse_unreadable(asked: Requirements, profile: DatasetProfile, question: str) -> None:
    """Refuse to count rows, or to measure what nobody names, where what is to be averaged or summed are no numbers."""
    said = {form for word in words(question) for form in forms(word.lower)}
    counted = {item.metric for item in asked.all(Aggregation) if item.func == "nunique"}
    measured = [name for name in asked.metrics if name not in counted]
    named_too = any(said & forms(word) for name in measured for word in _naming(name, profile))
    computed = [part for part in parts_of(Aggregate, asked.query) if part.func not in ("count", "distinct")]
    if named_too or (computed and not measured):
        return
    for entry in profile.of_kind("categorical", "text", "identifier"):
        if entry.kind == "identifier" and entry.nearly_numbers is None:
            continue  # what is asked of a key is its number
        taking = f"{AVERAGING}|{SUMMING}" if entry.nearly_numbers is not None or measured else AVERAGING
        taking += f"|{ENDS}" if entry.nearly_numbers is not None else ""
        named = {" ".join(split_name(entry.name)), entry.name}
        named |= {link.phrase for link in asked.links if link.target == entry.name and link.value is None}
        column = "|".join(re.escape(phrase.casefold()) for phrase in named)
        hit = re.search(rf"\b(?:{taking}) (?:of )?(?:the |all )?(?:{column})\b", question.casefold())
        if hit and (not measured or _opens(question[: hit.start()])):
            raise QuestionError(f"{entry.name!r} cannot be summed or averaged: {_text_told(entry)}", _way_out(entry))


def _naming(name: str, profile: DatasetProfile) -> list[str]:
    """The words for a column: those of its name, and what its unit measures, so that a boat's loa_m is its length."""
    unit = profile.by_name[name].unit if name in profile.by_name else ""
    return [*split_name(name), *filter(None, [DIMENSIONS.get(unit)])]


def _opens(text: str) -> bool:
    """Whether what stands before only asks, and does not say what is measured: how old is the average baker."""
    return all(word.lower in function_words() | request_words() for word in words(text))


def _text_told(entry: ColumnProfile) -> str:
    evidence = entry.nearly_numbers
    if evidence is None:
        return "it holds text, not numbers"
    share, others = f"{evidence.parse_rate:.0%}", ", ".join(map(repr, evidence.failed))
    return f"only {share} of its cells are numbers written like {evidence.writing}; others are {others}"


def _way_out(entry: ColumnProfile) -> str:
    first = "Mend the cells that are no numbers, or ask" if entry.nearly_numbers else "Ask"
    return f"{first} for the number of rows by {entry.name}."


def _of_numbers(item: Filter) -> bool:
    """Whether a column is held against numbers, not against the text that it is."""
    values = item.value if isinstance(item.value, tuple) else (item.value,)
    words = [value for value in values if isinstance(value, str)]
    return "contains" not in item.op and " with" not in item.op and all(map(_is_number, words))
