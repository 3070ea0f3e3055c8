"""What a column is to its owner, and whether it adds up: traits weighed by a small trained model, within sure rules."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np

from autoviz.frames.dates.shapes import name_words
from autoviz.model.labels import MEANINGS, Meaning
from autoviz.profile.stocks import STOCK_WORDS
from autoviz.profile.traits import Shown, before_place, head_of, traits
from autoviz.profile.wide import COUNTED, MONTHS
from autoviz.writings.unit_words import AMBIGUOUS, CURRENCIES, DEGREES, SCALES, dimension_of
from autoviz.writings.writing import SECONDS

WEIGHTS = Path(__file__).with_name("meanings.npz")
PLACES = 16384
"""How many rows the weights have that are trained; traits are dealt over them by a checksum."""
ADDING: frozenset[str] = frozenset({"amount", "count", "money", "duration"})
"""Only what means one of these can add up."""
MEASURED = ADDING | {"price", "rate", "percent", "score", "age", "measure", "index"}
"""Numbers that say how much or how many; whether they add up decides between these, never that an id is none."""
_NEVER_ADD_WORDS = (
    "age price rate ratio rating score temperature temp percent percentage pct share tip bill mpg horsepower "
    "expectancy capita per average avg mean median index density latitude longitude rank growth change margin "
    "std error deviation log lag id code max maximum minimum cumulative cum los stay tenure experience wait waiting "
    "delay length height width speed efficiency bmi ph"
)
NEVER_ADD = frozenset(_NEVER_ADD_WORDS.split())
"""Whatever else a name says, with one of these words a total of the column means nothing."""
_ALWAYS_ADD: dict[Meaning, str] = {
    "amount": (
        "revenue, revenues, sales, turnover, profit, expenditure, expenditures, expense, expenses, spend, spending, "
        "spent, total paid, amount paid, cost, costs, amount, amounts, amt, fee, fees, payment, payments, charges, "
        "donation, donations, donated, refund, refunds, fine, fines, penalty, penalties, commission, commissions, "
        "royalties, funding, grants, billed, invoiced, owed, collected, amt rcvd, amt recd, amount received, proceeds, "
        "earned, raised, budget, quantity, qty, "
        "production, produced, output, rain, rainfall, precipitation, precip, prcp, snow, snowfall, exports, imports"
    ),
    "count": (
        "units, deaths, fatalities, killed, cases, injuries, injured, casualties, passengers, pax, population, births, "
        "visits, visitors, votes, orders, purchases, transactions, bookings, clicks, views, sessions, signups, "
        "downloads, likes, calls, trips, rides, claims, complaints, incidents, accidents, crashes, arrests, outages, "
        "failures, defects, goals, assists, wins, losses, matches, games, played, scored, yellow cards, red cards, "
        "count, nights, guests, sold, shipped, delivered, received, ordered, purchased, bought, used, made, wasted"
    ),
    "duration": "minutes played, hours played",
}
_ENERGY = frozenset({"kwh", "mwh", "gwh"})
"""What is measured in these was used or made."""
ALWAYS_ADD: dict[str, Meaning] = {
    words: meaning for meaning, listed in _ALWAYS_ADD.items() for words in listed.split(", ")
}
"""What a column of numbers whose name ends in these words means: what came, went or happened in a row adds up."""
NAMED: dict[str, Meaning] = {
    **dict.fromkeys(("pct", "perc", "percent", "percentage"), "percent"),
    **dict.fromkeys(("temp", "temperature"), "measure"),
    "pace": "rate",
    **dict.fromkeys(("min late", "mins late", "minutes late", "hours late", "days late"), "duration"),
    **dict.fromkeys(("price", "fare", "fares", "toll", "unit cost", "unit costs", "monthly fee"), "price"),
}
"""What a column of numbers whose name ends in these words means; it does not add up."""
_TRAILING = frozenset({"sold", "made", "used", "total", "c", "f", *MONTHS, *SCALES})
"""Words behind the one that counts, beside units and currencies: units_sold, budget_million_eur."""
CERTAIN: dict[str, tuple[Meaning, str]] = {
    "boolean": ("flag", "true or false"),
    "duration": ("duration", "spans of time"),
    "typed date": ("date", "dates by their type"),
}
"""What cells are by their type → what they mean, and why."""
OF_TEXT: frozenset[str] = frozenset(
    {"flag", "category", "ordered", "place", "name", "id", "code", "text", "period", "date", "time"}
)
OF_DATES: frozenset[str] = frozenset({"date", "year", "period", "time"})
OF_NUMBERS: frozenset[str] = frozenset(MEANINGS) - {"text", "name"}
OF_BROKEN_NUMBERS = OF_NUMBERS - {"flag", "id", "code", "year"}
_OF_UNITS: dict[str, frozenset[str]] = {
    **dict.fromkeys(SECONDS, frozenset({"duration"})),
    **dict.fromkeys(CURRENCIES, frozenset({"money", "price", "amount"})),
    "%": frozenset({"percent", "rate"}),
}
"""What cells mean that are written with a unit of time, with money, or with a percent sign."""
_OF_SIZES: frozenset[str] = frozenset({"amount", "measure", "rate"})
_OF_DIMENSIONS: dict[str, frozenset[str]] = {
    "money": frozenset({"money", "price", "amount", "rate"}),
    **dict.fromkeys(("mass", "length", "area", "volume", "energy", "power", "data"), _OF_SIZES),
    **dict.fromkeys(("speed", "pace", "pressure", "warmth"), frozenset({"measure", "rate"})),
}
"""What numbers mean whose name ends in a unit: an hourly_rate_eur or fuel_litres are no parts of a hundred."""
_TOLD = 2
"""How many phrases a reason has at most."""


class Judgement(NamedTuple):
    """What a column means, whether it adds up, and why."""

    meaning: Meaning
    adds_up: bool
    reason: str
    probability: float = 1.0


@dataclass(frozen=True)
class Weights:
    """A row of weights for each place a trait may fall on: one number for each meaning, and one for adding up."""

    meanings: Any
    adding: Any

    def summed(self, seen: Iterable[str]) -> tuple[Any, float]:
        """How much all traits of a column together speak for each meaning, and for adding up."""
        places = len(self.adding)
        rows = np.fromiter(sorted({place_of(trait, places) for trait in seen}), dtype=np.int64)
        return self.meanings[rows].sum(axis=0), float(self.adding[rows].sum())


def judged(shown: Shown) -> Judgement:
    """The meaning of a column: certain where its type or its name says it, else the likeliest that its type allows."""
    sure = certain(shown)
    if sure is not None:
        return sure
    seen = traits(shown)
    scores, adding = shipped().summed(seen)
    found = weighed(shown, scores, adding)
    return found._replace(reason=_reason(seen, MEANINGS.index(found.meaning), shown))


def certain(shown: Shown) -> Judgement | None:
    """What needs no weighing: types that say all, and names that do, such as those of amounts that everybody totals."""
    if shown.content in CERTAIN:
        meaning, reason = CERTAIN[shown.content]
        return Judgement(meaning, False, reason)
    if shown.content == "number" and name_words(shown.name)[:1] == ("iso",):
        return Judgement("code", False, 'named "iso"')
    if shown.content != "number" or shown.kind not in ("numeric", "ordinal"):
        return None
    named = named_measure(shown.name)
    return None if named is not None and _is_switch(shown, named.meaning) else named


def _is_switch(shown: Shown, meaning: Meaning) -> bool:
    """Whether the numbers are 0 and 1, or 1 and 2: rather yes and no than counted, but for several of a thing."""
    several = meaning == "count" and shown.minimum == 0 and name_words(shown.name)[-1].endswith("s")
    return shown.distinct <= 2 and (shown.maximum is None or shown.maximum <= 2) and not several


def named_measure(name: str) -> Judgement | None:
    """What the last words of a name say of numbers, the last two before the last; in which period is no part of it."""
    spelled = name_words(name)
    counting = {word for word, following in pairwise(spelled) if word in COUNTED and following.isdigit()}
    words = [word for word in spelled if not word.isdigit() and word not in counting]
    if "per" in words[1:-1] and not {"price", "cost"} & set(words):
        return Judgement("rate", False, 'named "per"')
    if words and words[-1] in _ENERGY and not NEVER_ADD & set(words):
        return Judgement("amount", True, f'named "{words[-1]}"')
    if words and words[-1] in DEGREES:
        return Judgement("measure", False, f'named "{words[-1]}"')
    while len(words) > 1 and (words[-1] in _TRAILING or _only_measures(words[-1])):
        words.pop()
    plain = before_place(words)
    for said in (" ".join(plain[-2:]), " ".join(plain[-1:])):
        if said in NAMED:
            return Judgement(NAMED[said], False, f'named "{said}"')
        if said in ALWAYS_ADD and not NEVER_ADD & set(words):
            return Judgement(ALWAYS_ADD[said], True, f'named "{said}"')
    return None


def _only_measures(word: str) -> bool:
    """Whether a word behind others is a unit of theirs; days and percents are what is counted themselves."""
    return dimension_of(word) not in ("", "time", "percent")


def weighed(shown: Shown, scores: Any, adding: float) -> Judgement:
    """Whether a column adds up, and the likeliest meaning that goes with that and with the type of its cells."""
    possible = allowed(shown)
    scores = np.where(_mask(possible), scores, -np.inf)
    adds_up = adding > 0 and bool(possible & ADDING) and not NEVER_ADD & set(name_words(shown.name))
    if adds_up and MEANINGS[int(np.argmax(scores))] in MEASURED:
        scores = np.where(_mask(ADDING), scores, -np.inf)
    best = int(np.argmax(scores))
    meaning = cast(Meaning, MEANINGS[best])
    return Judgement(meaning, adds_up and meaning in ADDING, "", float(1 / np.exp(scores - scores[best]).sum()))


@cache
def _mask(possible: frozenset[str]) -> Any:
    return np.array([label in possible for label in MEANINGS])


def allowed(shown: Shown) -> frozenset[str]:
    """The meanings that cells of this type can have."""
    if shown.content == "date":
        return OF_DATES
    if shown.numbers is None:
        return OF_TEXT if shown.distinct <= 2 else OF_TEXT - {"flag"}
    if shown.distinct <= 2:
        return OF_NUMBERS
    if (told := _OF_UNITS.get(shown.unit)) is not None:
        return told
    whole = bool((np.asarray(shown.numbers) % 1 == 0).all())
    possible = OF_NUMBERS - {"flag"} if whole else OF_BROKEN_NUMBERS
    if STOCK_WORDS & set(name_words(shown.name)[-1:]):  # how many there are is no mark
        possible -= {"score", "index", "ordered"}
    return possible & _OF_DIMENSIONS.get(_dimension(shown.name), possible)


def _dimension(name: str) -> str:
    """What the unit at the end of a name measures; a letter that is also another word says nothing sure."""
    words = name_words(name)
    return head_of(words)[1] if words and words[-1] not in AMBIGUOUS else ""


def place_of(trait: str, places: int = PLACES) -> int:
    """Where the weights of a trait stand; traits that meet there share them."""
    return zlib.crc32(trait.encode()) % places


@cache
def shipped() -> Weights:
    """The weights that come with the package."""
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        if tuple(stored["labels"]) != MEANINGS:
            raise ValueError("meanings.npz was trained for other meanings; run python -m training.meanings")
        return Weights(stored["meanings"].astype(np.float32), stored["adding"].astype(np.float32))


def _reason(seen: Mapping[str, str], best: int, shown: Shown) -> str:
    """The one or two phrases that spoke most for the meaning: 'named "price", two decimals'."""
    weights = shipped().meanings
    scored: dict[str, float] = {}
    for trait, phrase in seen.items():
        if phrase:
            scored[phrase] = scored.get(phrase, 0.0) + float(weights[place_of(trait, len(weights)), best])
    told = sorted((phrase for phrase in scored if scored[phrase] > 0), key=lambda phrase: -scored[phrase])
    plain = "its cells read as dates" if shown.content == "date" else f"{shown.distinct:,} different values"
    return ", ".join(told[:_TOLD]) or plain
