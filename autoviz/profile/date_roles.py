"""Which date: what several date and time columns are for, by their names, and the one that a question is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from autoviz.frames.dates.shapes import name_words
from autoviz.model.profile import ColumnProfile, DatasetProfile

ROLE_WORDS: dict[str, frozenset[str]] = {
    "birth": frozenset({"birth", "born", "dob", "birthday", "birthdate", "built", "constructed", "manufactured"}),
    "end": frozenset(
        {"end", "ended", "finish", "finished", "stop", "close", "closed", "completed", "returned", "return",
         "dropoff", "expiry", "expires", "expiration", "expired", "due", "deadline", "until", "to", "leave", "left",
         "exit", "death", "died", "discharge", "discharged", "checkout", "delivered", "delivery", "arrival",
         "arrived", "paid", "resolved", "terminated", "destination", "dest", "target", "receiver", "recipient"}
    ),
    "start": frozenset(
        {"start", "started", "begin", "began", "open", "opened", "from", "pickup", "hire", "hired", "join", "joined",
         "admission", "admitted", "checkin", "departure", "departed", "enrolled", "signup", "registered", "entry",
         "launch", "launched", "founded", "origin", "source", "sender"}
    ),
    "record": frozenset(
        {"updated", "modified", "changed", "loaded", "imported", "scraped", "synced", "inserted", "extracted",
         "processed", "ingested"}
    ),
    "event": frozenset(
        {"order", "ordered", "sale", "sold", "purchase", "purchased", "posted", "post", "published", "created",
         "issued", "invoice", "transaction", "event", "occurred", "reported", "visit", "visited", "booking",
         "booked", "release", "released", "ship", "shipped", "date", "day", "time", "timestamp", "datetime", "year",
         "month", "period"}
    ),
}  # fmt: skip
"""Role → the words in a name that say it; the first role that a name has is its own."""
INTENDED = frozenset(
    {"due", "deadline", "planned", "scheduled", "sched", "expected", "promised", "target", "estimated", "agreed"}
)
"""The words in a name that say by when something was to happen: what came may lie before or after it."""
LIKELIEST = ("event", "start", "", "end", "record", "birth")
"""Which role a question about time means where it does not say, the likeliest first."""
MISSING_HALF = 0.5


class DateChoice(NamedTuple):
    """The date column that a question is about, and why it and no other."""

    column: str
    reason: str
    others: tuple[str, ...] = ()
    named: bool = False
    """Whether words of the question say so."""


def role_of(name: str) -> str:
    """What a date is of, by its column's name: birth, start, end, event, record, or nothing known."""
    words = set(name_words(name))
    return next((role for role, said in ROLE_WORDS.items() if words & said), "")


def is_intended(name: str) -> bool:
    """Whether a date is when something was to happen, rather than when it did."""
    return not INTENDED.isdisjoint(name_words(name))


def main_date(profile: DatasetProfile, question_words: Sequence[str] = (), *, hours: bool = False) -> DateChoice | None:
    """The date column that the words of a question mean, or the one that tells when the rows happened.

    With `hours` only columns that have hours are looked at, where there is one.
    """
    able = [column for column in profile.columns if column.kind == "temporal" and _spans(column)]
    timed = [column for column in able if has_hours(column)] or [item for item in profile.columns if is_clock(item)]
    if hours and timed:
        able = timed
    if not able:
        return None
    asked = {word.casefold() for word in question_words}
    best = max(able, key=lambda column: (_named(column, asked), *_fitness(column, profile)))
    others = tuple(column.name for column in able if column.name != best.name)
    reason = _reason(best, asked, profile, others, hours and bool(timed))
    return DateChoice(best.name, reason, others, bool(_named(best, asked)))


def is_clock(column: ColumnProfile) -> bool:
    """Whether a column has times of day and no dates."""
    return column.meaning == "time" and column.dates is not None


def has_hours(column: ColumnProfile) -> bool:
    """Whether a column tells the hour: its format has one, or its first or last date is not at midnight."""
    if column.dates and ("%H" in column.dates.format or "%I" in column.dates.format):
        return True
    span = column.span
    return span is not None and ("T" in span.first or "T" in span.last)


def _spans(column: ColumnProfile) -> bool:
    return bool(column.distinct is None or column.distinct > 1)


def _named(column: ColumnProfile, asked: set[str]) -> float:
    """How many of the name's telling words the question says; a word for the same role counts half."""
    own = set(name_words(column.name))
    role = role_of(column.name)
    same_role = bool(role) and role != "event" and bool(ROLE_WORDS[role] & asked)
    said = len((own - {"date", "day", "time", "at", "on"}) & asked)
    return said or (0.5 if same_role else 0.0)


def _fitness(column: ColumnProfile, profile: DatasetProfile) -> tuple[float, ...]:
    """The time of the panel first, then the likelier role, hardly missing, finer, and the earlier column."""
    of_panel = _of_panel(column, profile)
    present = 1 - column.missing / column.rows if column.rows else 0.0
    return (
        float(of_panel),
        float(present > MISSING_HALF),
        -float(LIKELIEST.index(role_of(column.name))),
        round(present, 1),
        float(column.distinct or 0),
        -float(profile.names.index(column.name)),
    )


def _of_panel(column: ColumnProfile, profile: DatasetProfile) -> bool:
    things = profile.things
    return things is not None and bool(things.columns) and things.time == column.name


def _reason(column: ColumnProfile, asked: set[str], profile: DatasetProfile, others: Sequence[str], timed: bool) -> str:
    if _named(column, asked):
        return f"the question speaks of {column.name}"
    if not others:
        return "the only one with hours" if timed else "the only date"
    if profile.things is not None and _of_panel(column, profile):
        return f"it tells the rows of each {' and '.join(profile.things.columns)} apart"
    told = {"event": "it says when the rows happened", "start": "it says when they began"}
    return f"{told.get(role_of(column.name), 'it covers most rows')}; {', '.join(others)} would be another"
