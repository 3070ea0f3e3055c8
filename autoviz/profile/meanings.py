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
from autoviz.profile.traits import Shown, traits
from autoviz.profile.wide import COUNTED, MONTHS
from autoviz.writings.unit_words import CURRENCIES, DEGREES, currency_of
from autoviz.writings.writing import SECONDS

WEIGHTS = Path(__file__).with_name("meanings.npz")
PLACES = 8192
"""How many rows the weights have; traits are dealt over them by a checksum."""
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
        "donation, donations, donated, refund, refunds, fines, proceeds, earned, raised, budget, quantity, qty, "
        "production, produced, output, rain, rainfall, precipitation, precip, prcp, snow, snowfall, exports, imports"
    ),
    "count": (
        "units, deaths, fatalities, killed, cases, injuries, injured, casualties, passengers, pax, population, births, "
        "visits, visitors, votes, orders, purchases, transactions, bookings, clicks, views, sessions, signups, "
        "downloads, likes, calls, trips, rides, claims, complaints, incidents, accidents, crashes, arrests, outages, "
        "failures, defects, goals, assists, wins, losses, matches, games, played, scored, yellow cards, red cards, "
        "count, nights, guests"
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
    **dict.fromkeys(("price", "fare", "fares", "toll", "unit cost", "unit costs", "monthly fee"), "price"),
}
"""What a column of numbers whose name ends in these words means; it does not add up."""
_TRAILING_WORDS = (
    "sold usd eur gbp musd meur mgbp kusd keur dollars euros million millions thousand thousands total mm cm in inch "
    "inches kg tonnes tons kwh mwh gwh c f"
)
_TRAILING = frozenset(_TRAILING_WORDS.split())
"""Words behind the one that counts: units_sold, rainfall_mm."""
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
_OF_MONEY: frozenset[str] = frozenset({"money", "price", "amount", "rate"})
"""What numbers mean whose name ends in a currency: an hourly_rate_eur is no part of a hundred."""
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

    def summed(self, places: Iterable[int]) -> tuple[Any, float]:
        """How much all traits of a column together speak for each meaning, and for adding up."""
        rows = np.fromiter(sorted(set(places)), dtype=np.int64)
        return self.meanings[rows].sum(axis=0), float(self.adding[rows].sum())


def judged(shown: Shown) -> Judgement:
    """The meaning of a column: certain where its type or its name says it, else the likeliest that its type allows."""
    sure = certain(shown)
    if sure is not None:
        return sure
    seen = traits(shown)
    scores, adding = shipped().summed(map(place_of, seen))
    found = weighed(shown, scores, adding)
    return found._replace(reason=_reason(seen, MEANINGS.index(found.meaning), shown))


def certain(shown: Shown) -> Judgement | None:
    """What needs no weighing: types that say all, and names that do, such as those of amounts that everybody totals."""
    if shown.content in CERTAIN:
        meaning, reason = CERTAIN[shown.content]
        return Judgement(meaning, False, reason)
    if shown.content == "number" and name_words(shown.name)[:1] == ("iso",):
        return Judgement("code", False, 'named "iso"')
    counted = shown.content == "number" and shown.kind in ("numeric", "ordinal")
    return named_measure(shown.name) if counted and not _is_switch(shown) else None


def _is_switch(shown: Shown) -> bool:
    """Whether the numbers are 0 and 1, or 1 and 2: rather yes and no than counted."""
    return shown.distinct <= 2 and (shown.maximum is None or shown.maximum <= 2)


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
    while len(words) > 1 and words[-1] in (*_TRAILING, *MONTHS):
        words.pop()
    for said in (" ".join(words[-2:]), " ".join(words[-1:])):
        if said in NAMED:
            return Judgement(NAMED[said], False, f'named "{said}"')
        if said in ALWAYS_ADD and not NEVER_ADD & set(words):
            return Judgement(ALWAYS_ADD[said], True, f'named "{said}"')
    return None


def weighed(shown: Shown, scores: Any, adding: float) -> Judgement:
    """Whether a column adds up, and the likeliest meaning that goes with that and with the type of its cells."""
    scores = np.where(_mask(allowed(shown)), scores, -np.inf)
    adds_up = adding > 0 and not NEVER_ADD & set(name_words(shown.name))
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
    if any(currency_of(word) for word in name_words(shown.name)[-1:]):
        return _OF_MONEY
    whole = bool((np.asarray(shown.numbers) % 1 == 0).all())
    return OF_NUMBERS - {"flag"} if whole else OF_BROKEN_NUMBERS


def place_of(trait: str) -> int:
    """Where the weights of a trait stand; traits that meet there share them."""
    return zlib.crc32(trait.encode()) % PLACES


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
            scored[phrase] = scored.get(phrase, 0.0) + float(weights[place_of(trait), best])
    told = sorted((phrase for phrase in scored if scored[phrase] > 0), key=lambda phrase: -scored[phrase])
    plain = "its cells read as dates" if shown.content == "date" else f"{shown.distinct:,} different values"
    return ", ".join(told[:_TOLD]) or plain
