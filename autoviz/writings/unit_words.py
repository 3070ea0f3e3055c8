"""Unit words: what stands beside a number in a cell, and by how much each word multiplies it."""

from __future__ import annotations

import re
from collections.abc import Mapping

CURRENCIES: Mapping[str, tuple[str, ...]] = {
    "$": ("$", "US$", "USD", "dollar", "dollars"),
    "€": ("€", "EUR", "euro", "euros"),
    "£": ("£", "GBP", "pound", "pounds"),
    "¥": ("¥", "JPY", "JP¥", "yen", "円"),
    "CN¥": ("CNY", "RMB", "CN¥", "元"),
    "₹": ("₹", "INR", "Rs.", "Rs", "rupees"),
    "CHF": ("CHF", "SFr.", "Fr."),
    "R$": ("R$", "BRL"),
    "A$": ("A$", "AU$", "AUD"),
    "C$": ("C$", "CA$", "CAD"),
    "HK$": ("HK$", "HKD"),
    "S$": ("S$", "SGD"),
    "NZ$": ("NZ$", "NZD"),
    "MX$": ("MX$", "MXN"),
    "kr": ("kr", "kr."),
    "SEK": ("SEK",), "NOK": ("NOK",), "DKK": ("DKK",),
    "zł": ("zł", "PLN", "zl"),
    "Kč": ("Kč", "CZK"),
    "Ft": ("Ft", "HUF"),
    "lei": ("lei", "RON"),
    "₩": ("₩", "KRW", "won"),
    "₽": ("₽", "RUB", "руб.", "руб"),
    "₺": ("₺", "TRY", "TL"),
    "₴": ("₴", "UAH"),
    "₪": ("₪", "ILS", "NIS"),
    "฿": ("฿", "THB", "baht"),
    "₫": ("₫", "VND"),
    "₱": ("₱", "PHP"),
    "₦": ("₦", "NGN"),
    "R": ("ZAR",),
    "د.إ": ("AED", "د.إ"),
    "SAR": ("SAR",), "IDR": ("IDR", "Rp", "Rp."), "MYR": ("MYR", "RM"), "TWD": ("TWD", "NT$"),
}  # fmt: skip
"""A currency → what is written for it; two of them in one column are not added up."""
OTHER_WORDS = frozenset({"won", "try", "php", "pound", "pounds", "r", "rs", "rm", "tl", "rp", "fr"})
"""Words for currencies that are other words at the end of a name."""

SCALES: Mapping[str, float] = {
    "thousand": 1e3, "thousands": 1e3, "tsd.": 1e3, "tsd": 1e3, "k": 1e3,
    "lakhs": 1e5, "lakh": 1e5, "lacs": 1e5, "lac": 1e5,
    "millions": 1e6, "million": 1e6, "millionen": 1e6, "mio.": 1e6, "mio": 1e6, "mln": 1e6, "mn": 1e6, "m": 1e6,
    "crores": 1e7, "crore": 1e7, "cr": 1e7,
    "billions": 1e9, "billion": 1e9, "milliarden": 1e9, "mrd.": 1e9, "mrd": 1e9, "bln": 1e9, "bn": 1e9, "b": 1e9,
    "trillions": 1e12, "trillion": 1e12, "trn": 1e12, "tn": 1e12, "t": 1e12,
}  # fmt: skip
"""Words that multiply, in whatever case."""
LONE_UNITS = frozenset({"m", "b", "t", "cr"})
"""Scales that a column must bear out: with no other scale and no currency, 5 m are metres and 5 t are tonnes."""

FAMILIES: tuple[Mapping[str, float], ...] = (
    {"B": 1.0, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12},
    {"KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30},
    {"mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6},
    {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3},
    {"ml": 1e-3, "mL": 1e-3, "cl": 1e-2, "l": 1.0, "L": 1.0},
    {"W": 1.0, "kW": 1e3, "MW": 1e6, "GW": 1e9},
    {"Wh": 1.0, "kWh": 1e3, "MWh": 1e6, "GWh": 1e9},
    {"Hz": 1.0, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9},
)
"""Units of one kind, which a column may mix."""

ENDINGS: Mapping[str, str] = {
    "kg": "kg", "kgs": "kg", "g": "g", "grams": "g", "gram": "g", "mg": "mg", "lb": "lb", "lbs": "lb", "pounds": "lb",
    "oz": "oz", "tonnes": "t", "tons": "t", "mm": "mm", "cm": "cm", "m": "m", "km": "km", "kms": "km", "in": "in",
    "inches": "in", "inch": "in", "ft": "ft", "feet": "ft", "miles": "mi", "mi": "mi", "km2": "km²", "m2": "m²",
    "m3": "m³", "ug": "µg", "ng": "ng",
    "sqft": "sq ft", "sqm": "m²", "sqkm": "km²", "acres": "acres", "ha": "ha", "ml": "ml", "l": "l", "liters": "l",
    "litres": "l", "liter": "l", "litre": "l", "gal": "gal", "gallons": "gal",
    "mpg": "mpg", "mph": "mph", "kmh": "km/h", "kph": "km/h", "hp": "hp",
    "horsepower": "hp", "kw": "kW", "kwh": "kWh", "mwh": "MWh", "mw": "MW", "gwh": "GWh", "hz": "Hz", "khz": "kHz",
    "mb": "MB", "gb": "GB", "kb": "kB", "ms": "ms", "sec": "seconds", "secs": "seconds", "seconds": "seconds",
    "s": "seconds", "min": "minutes", "mins": "minutes", "minutes": "minutes", "hr": "hours", "hrs": "hours",
    "hours": "hours", "days": "days", "nights": "nights", "weeks": "weeks", "months": "months",
    "years": "years", "yrs": "years", "usd": "USD", "eur": "EUR", "gbp": "GBP", "dollars": "USD",
    "euros": "EUR", "cents": "cents", "pct": "%",
    "perc": "%", "percent": "%", "percentage": "%", "celsius": "°C", "fahrenheit": "°F", "kelvin": "K", "degc": "°C",
    "degf": "°F", "hpa": "hPa", "psi": "psi", "kcal": "kcal", "calories": "kcal", "cal": "kcal", "ppm": "ppm",
    "carat": "carat", "carats": "carat", "bpm": "bpm", "db": "dB",
}  # fmt: skip
"""The last word of a column's name → the unit."""

AMBIGUOUS = frozenset({"m", "g", "l", "s", "in", "min", "mi", "cal", "c", "f", "k", "ms", "t"})
"""Endings that are also other words; they count only in small letters behind another word: ValueM is in millions."""

AGREED_ZERO = frozenset({"°C", "°F"})
"""Units with a zero that people agreed on: 20 °C are not twice as warm as 10 °C, so no share of it is told."""
WARMTH = frozenset({"temperature", "temperatures", "temp"})
"""What is told in such units where none is named."""
WHICH_OF_IT = frozenset({"max", "maximum", "min", "minimum", "high", "low", "mean", "avg", "average", "median"})
"""Words behind a name that only say which of several is meant: temp_max is a temperature, temp_workers are none."""
DEGREES = frozenset(word for word, unit in ENDINGS.items() if unit in AGREED_ZERO)
"""The words for these."""

SPELLED: Mapping[str, str] = {
    "kilogram": "kg", "kilo": "kg", "gram": "g", "lb": "lb", "pound": "lb", "ounce": "oz", "tonne": "t", "ton": "t",
    "millimeter": "mm", "millimetre": "mm", "centimeter": "cm", "centimetre": "cm", "meter": "m", "metre": "m",
    "kilometer": "km", "kilometre": "km", "inche": "in", "inch": "in", "foot": "ft", "mile": "mi",
    "millisecond": "ms", "second": "seconds", "minute": "minutes", "hour": "hours", "day": "days", "night": "nights",
    "week": "weeks", "month": "months", "year": "years", "euro": "EUR", "dollar": "USD", "percentage": "%",
    "hectare": "ha", "square feet": "sq ft", "$": "USD", "%": "%",
}  # fmt: skip
"""A unit spelled out, as one of it → the unit."""

SIZES: tuple[Mapping[str, float], ...] = (
    {"ms": 1e-3, "seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": 86400.0, "nights": 86400.0,
     "weeks": 604800.0, "months": 30 * 86400.0, "years": 365 * 86400.0},
    {"mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6, "lb": 453.59237, "oz": 28.349523125},
    {"mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3, "in": 0.0254, "ft": 0.3048, "mi": 1609.344},
    {"ml": 1e-3, "l": 1.0, "gal": 3.785411784},
    {"kB": 1e3, "MB": 1e6, "GB": 1e9},
)  # fmt: skip
"""Units of one kind with their sizes, in which the same can be said."""
_MONTHS_OF_YEAR = 12.0
TIMES = ("seconds", "minutes", "hours", "days", "weeks", "months", "years")
"""Units of time that people tell lengths in, the shortest first."""
LENGTHS_BETWEEN = TIMES[1:5]
"""Those that the time between two moments is told in: minutes are counted, and months are of several lengths."""
DAYS_OF = {"month": 30.4375, "year": 365.25}
"""How many days these have on average."""

DIMENSIONS: Mapping[str, str] = {
    unit: dimension
    for dimension, units in {
        "time": "ms seconds minutes hours days nights weeks months years",
        "mass": "mg g kg t lb oz µg ng carat",
        "length": "mm cm m km in ft mi",
        "area": "m² km² ha acres",
        "volume": "ml l gal m³",
        "energy": "kWh MWh GWh kcal",
        "power": "kW MW hp",
        "data": "kB MB GB",
        "warmth": "°C °F K",
        "percent": "%",
        "speed": "mph km/h mpg",
        "pace": "Hz kHz bpm",
        "pressure": "hPa psi",
    }.items()
    for unit in units.split()
} | {"sq ft": "area", "USD": "money", "EUR": "money", "GBP": "money", "cents": "money"}
"""A unit → what is measured in it."""

QUOTIENTS: Mapping[str, tuple[str, str, str]] = {
    **dict.fromkeys(("speed", "speeds", "velocity"), ("speed", "length", "time")),
    "pace": ("pace", "time", "length"),
    **dict.fromkeys(("density", "densities", "dense", "denser", "densest", "densely"), ("density", "", "area")),
    **dict.fromkeys(
        ("per capita", "per head", "per inhabitant", "per person", "per resident"), ("per capita", "", "people")
    ),
}
"""Words → what they are called, and what is divided by what; a density is one of whatever is counted."""

NEVER_UNITS = frozenset({"st", "nd", "rd", "th", "am", "pm", "a.m.", "p.m.", "bc", "ad", "bce", "ce", "o'clock"})
"""Letters behind a number that make it no amount: ranks, times of day, eras."""

def currency_of(word: str) -> str | None:
    """The currency that a word names, in whatever case."""
    return _CURRENCY.get(word.casefold())


def currency_named(word: str) -> str | None:
    """The currency that the last word of a name says; games_won are no money."""
    return None if word in OTHER_WORDS else currency_of(word)


def alternatives(words: tuple[str, ...]) -> str:
    """A pattern for one of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_CURRENCY = {word.casefold(): name for name, words in CURRENCIES.items() for word in words}


def unit_named(word: str) -> str | None:
    """The unit that a word names, as one or as several of it, in whatever case."""
    lower = word.casefold()
    return ENDINGS.get(lower) or SPELLED.get(lower) or SPELLED.get(lower.removesuffix("s"))


def dimension_of(word: str) -> str:
    """What is measured in the unit or the currency that the last word of a name says; nothing where it says none."""
    if unit := unit_named(word):
        return DIMENSIONS.get(unit, "")
    return "money" if currency_named(word) or (word[:1] in ("k", "m") and currency_named(word[1:])) else ""


def units_like(unit: str) -> Mapping[str, float]:
    """The units in which the same can be said, with their sizes; none where the unit is known for nothing else."""
    return next((sizes for sizes in SIZES if unit in sizes), {})


def factor_between(unit: str, other: str) -> float | None:
    """How many of another unit one of a unit is; None where they measure different things."""
    sizes = units_like(unit)
    if other not in sizes:
        return None
    if {unit, other} == {"months", "years"}:  # what their days do not come to
        return _MONTHS_OF_YEAR if unit == "years" else 1 / _MONTHS_OF_YEAR
    return sizes[unit] / sizes[other]


SIGNS = {"%": "%", "$": "USD", "€": "EUR", "£": "GBP", "°c": "°C", "°f": "°F", "°": "degrees"}
"""Signs that stand for a unit in the name of a column."""


def names_unit(word: str, unit: str) -> bool:
    """Whether a word, or one for each part of it (mg l), is one for this unit, in whatever case."""
    words, parts = word.casefold().split(), unit.casefold().split("/")
    return len(words) == len(parts) and all(
        part in (one, ENDINGS.get(one, "").casefold(), SIGNS.get(one, "").casefold())
        for one, part in zip(words, parts, strict=True)
    )


def has_agreed_zero(unit: str, words: str) -> bool:
    """Whether what is called by these words is counted from a zero that people agreed on, by its unit or its name."""
    said = words.casefold().split()
    named = [word for word in said if word not in WHICH_OF_IT]
    return unit in AGREED_ZERO or bool(DEGREES & set(said[-1:])) or (not unit and bool(WARMTH & set(named[-1:])))
