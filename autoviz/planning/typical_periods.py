"""Typical periods: the average of what each month or day comes to, where a reading averages rows or shows a course.

What a site spends in an average month is no average of its bills.
"""

from __future__ import annotations

import re
from typing import Any

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.lexicon import abbreviations
from autoviz.linking.links import link
from autoviz.linking.money import asks_how_many
from autoviz.linking.names import abbreviates
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.planning.as_named import CALLED
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.views import COUNTED
from autoviz.profile.date_roles import main_date
from autoviz.profile.stocks import is_stock
from autoviz.query.language import Aggregate, Call, Column, Constant, Named, Query, Sort, columns_of, given
from autoviz.query.output_names import fresh, name_of
from autoviz.query.rewriting import rekeyed

_UNITS = {"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
          "annual": "year"}  # fmt: skip
_DAYS = {"day": 1, "week": 7, "month": 30, "quarter": 91, "year": 365}
_AVERAGE = r"(?:average|avg\.?|mean|typical|usual)"
_PER = r"(?:per|a|an|each|every) (?P<unit>day|week|month|quarter|year)"
_TYPICAL = re.compile(
    rf"\b{_AVERAGE} (?P<each>{'|'.join(_UNITS)}) \w"
    rf"|(?<!than )\b(?:in|on|for|during|of|over|does|do) an? {_AVERAGE} (?P<one>{'|'.join(_DAYS)})\b"
    rf"|\b{_AVERAGE} (?:number|count|amount|total)\b.*\b{_PER}\b"
    rf"|\b{_PER.replace('unit', 'before')},? (?:on average|in an average)\b"
    rf"|\bon average\b.*\b{_PER.replace('unit', 'after')}\b", re.IGNORECASE,
)  # fmt: skip
_THINGS = re.compile(rf"\b{_AVERAGE} (?:number of )?(?P<things>[a-z]+s) {_PER}\b", re.IGNORECASE)
_COURSE = re.compile(r"\b(?:over time|trend|develop\w*|evol\w*|chang\w*|grow\w*|line chart)\b", re.IGNORECASE)
_WHOLE = re.compile(r"\b(?:whole|entire|overall|altogether|combined|together)\b", re.IGNORECASE)
"""Words that put all things of a panel together: the daily output of the whole plant."""
_COUNTED = ("count", "distinct")


def of_typical_periods(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of rows or of a course as the average over the periods of what each comes to, where that is asked."""
    counted = _things_counted(question, profile)
    unit = counted["unit"].lower() if counted else _unit(question)
    choice = main_date(profile, [word.lower for word in words(question)]) if unit else None
    asked = reading.requirements
    queries = meant_queries(asked, profile) if unit else ()
    if unit is None or choice is None or len(queries) != 1:
        return reading
    query = _of_rows(question, queries[0], profile) if counted else _counting(question, queries[0], profile)
    made = _averaged(query, unit, choice.column, question, profile)
    if made is None:
        return reading
    if counted:
        found = tuple(word for word in asked.not_found if word.casefold() != counted["things"].casefold())
        asked = asked.replaced(not_found=found)
    query, date = made
    told = f"what each {unit} of {date} comes to is averaged, {unit}s without any left out."
    changed = as_query(asked, query).assuming(told)
    if not query.by:
        changed = changed.replaced(outputs=("table",), constraints=())
    return reading.replaced(requirements=changed, alternatives=())


def _things_counted(question: str, profile: DatasetProfile) -> re.Match[str] | None:
    """Where an average number of things is asked for that are the rows: average orders per day."""
    hit = None if _COURSE.search(question) else _THINGS.search(question)
    if hit is None:
        return None
    rows = {column.name for column in profile.columns if column.kind == "temporal" or profile.tells_apart(column.name)}
    spans = [match for match in link(question, profile) if match.column not in rows and match.score >= CALLED]
    named = any(match.start < hit.end("things") and hit.start("things") < match.end for match in spans)
    return None if named else hit


def _of_rows(question: str, query: Query, profile: DatasetProfile) -> Query:
    """The same rows, and those of its groups that are named, with their number."""
    named = {match.column for match in link(question, profile)}
    by = tuple(item for item in query.by if {*columns_of(item.expr)} <= named)
    return Query(where=query.where, by=by, measures=(COUNTED,))


def _counting(question: str, query: Query, profile: DatasetProfile) -> Query:
    """A Query of a measure that no word names, where a number of things is asked for, as one of their number."""
    named = {match.column for match in link(question, profile)}
    guessed = bool(columns_of(query.measures)) and not named & {*columns_of(query.measures)}
    if not (guessed and asks_how_many(question)) or len(query.measures) != 1:
        return query
    return query.replaced(measures=(COUNTED,), order=(), limit=None)


def _unit(question: str) -> str | None:
    """The periods of which an average is asked for."""
    hit = _TYPICAL.search(question)
    if hit is None or _COURSE.search(question):
        return None
    each = hit.group("each")
    return _UNITS[each.lower()] if each else next(filter(None, hit.group("one", "unit", "before", "after"))).lower()


def _averaged(
    query: Query, unit: str, date: str, question: str, profile: DatasetProfile
) -> tuple[Query, str] | None:
    """The Query over what each group comes to in each period, and the date that these are of."""
    plain = query.source is None and not (query.then or query.having or query.kept) and len(query.measures) == 1
    inner = _total(query.measures[0].expr, profile) if plain else None
    if inner is None:
        return None
    if _is_of_rows(query, unit, profile) and not _WHOLE.search(question):
        return None
    if _is_by_name(query, unit, question, profile):
        return None
    periods = [item for item in query.by if _period(item.expr) == unit]
    date = columns_of(periods[0].expr)[0] if periods else date
    query = rekeyed(query, lambda item: item.replaced(name=name_of(item.expr)))  # one named like its date would hide it
    others = tuple(item for item in query.by if _period(item.expr) != unit and item.expr != _of_any_length(date))
    if any(_cuts(item.expr, date) for item in others):
        return None
    if any(_period(item.expr) is not None for item in others) and profile.by_name[date].missing:
        return None
    total = Named(name=name_of(inner), expr=inner)
    each = Call(op="period", args=(Constant(value=unit), Column(name=date)))
    period = Named(name=fresh(name_of(each), {item.name for item in (*others, total)}), expr=each)
    known = given(Column(name=date))
    rows = query.narrowed(known) if profile.by_name[date].missing else query
    source = Query(where=rows.where, by=(*others, period), measures=(total,))
    mean = Aggregate(func="mean", args=(Column(name=total.name),))
    measure = Named(name=fresh(f"average_{total.name}", {item.name for item in others}), expr=mean)
    keys = tuple(Named(name=item.name, expr=Column(name=item.name)) for item in others)
    gone = {item.name for item in query.by if item not in others}
    ordered = [item for item in query.order if not set(columns_of(item.expr)) & gone]
    order = tuple(_reordered(item, query.measures[0].name, measure.name) for item in ordered)
    return Query(source=source, by=keys, measures=(measure,), order=order, limit=query.limit if keys else None), date


def _is_of_rows(query: Query, unit: str, profile: DatasetProfile) -> bool:
    """Whether each row is what a thing comes to in such a period, and no things are put together in groups."""
    things = profile.things
    if things is None or not things.panel or things.time not in profile.by_name:
        return False
    span = profile.by_name[things.time].span
    spaced = span.spacing_days if span is not None else None
    keys = {name for item in query.by if _period(item.expr) is None for name in columns_of(item.expr)}
    return spaced is not None and spaced > _DAYS[unit] / 2 and (not keys or set(things.columns) <= keys)


def _is_by_name(query: Query, unit: str, question: str, profile: DatasetProfile) -> bool:
    """Whether the monthly fee that is averaged is what the column is called: mth_fee, of members with a row each."""
    each = _TYPICAL.search(question)
    if each is None or not each.group("each") or (profile.things is not None and profile.things.panel):
        return False
    said = {unit, each.group("each").lower()}
    named = {part for name in columns_of(query.measures) for part in name_words(name)}
    fulls = {part: {part, *abbreviations().words.get(part, ())} for part in named}
    return any(fulls[part] & said or any(abbreviates(part, word) for word in said) for part in named)


def _total(expr: Any, profile: DatasetProfile) -> Aggregate | None:
    """What a measure comes to in a period: a number of rows or things as it is, of what adds up the total."""
    match expr:
        case Aggregate(func=func) if func in _COUNTED:
            return expr
        case Aggregate(func="sum" | "mean", args=(Column(name=name),)) if name in profile.by_name:
            column = profile.by_name[name]
            return expr.replaced(func="sum") if column.adds_up and not is_stock(column) else None
    return None


def _period(expr: Any) -> str | None:
    match expr:
        case Call(op="period" | "date part" | "date name", args=(Constant(value=unit), _)):
            return str(unit)
    return None


def _of_any_length(date: str) -> Call:
    """Periods as long as suits the data: nobody asked for these."""
    return Call(op="period", args=(Constant(value="auto"), Column(name=date)))


def _cuts(expr: Any, date: str) -> bool:
    """Whether the dates are cut into other periods than those that are averaged."""
    match expr:
        case Call(op="period", args=(_, Column(name=name))):
            return name == date
    return False


def _reordered(item: Sort, old: str, new: str) -> Sort:
    """The same by the measure under its new name."""
    return item.replaced(expr=Column(name=new)) if item.expr == Column(name=old) else item
