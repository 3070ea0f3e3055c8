"""What kind of column it is, judged by its type, its name and its values: numeric, ordinal, identifier, place …"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from autoviz.frames.dates.shapes import name_words
from autoviz.model.labels import Kind
from autoviz.profile.flags import YES_NO
from autoviz.profile.places import is_place, names_place

FLAG_WORDS = frozenset({"is", "has", "was", "can", "yn", "flag", "flg", "bool"})
_NO_ID = (
    "paid", "hybrid", "liquid", "covid", "humid", "valid", "solid", "lipid", "steroid", "thyroid", "android",
)  # fmt: skip
"""Words that end as customerid does."""
ID_WORDS = frozenset({"id", "ids", "uid", "uuid", "guid", "geoid", "sku", "isbn", "ssn", "pk", "fk"})
CODE_WORDS = frozenset({"code", "zip", "zipcode", "postcode", "postal", "plz", "phone", "fax", "telephone"})
NUMBERED_WORDS = frozenset({"no", "nr", "number", "num", "key"})
COUNTED_WORDS = frozenset(
    {"rank", "position", "place", "day", "week", "month", "step", "round", "age", "order", "hour"}
)
CYCLE_WORDS = frozenset({"hour", "day", "weekday", "month", "quarter", "week"})
"""A column of whole numbers of this name counts the places of a calendar, even up to 53 of them."""

MOST_CLASSES = 20
WIDEST_CLASSES = 40
LEAST_NUMBER = 100
"""What is numbered from here on, and not from 1, is not counted: students 4100 to 4289, in several rows each."""
"""Whole numbers are classes (cylinders, stars, bedrooms) where few different ones lie close together."""
LONG_TEXT, LONG_WORDS = 50, 6
_UUID = re.compile(r"[0-9a-fA-F]{8}-?(?:[0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$")
_CODE = re.compile(r"(?=.*\d)[\w#.-]+$")
_FEW_ROWS, _MANY_ROWS = 8, 50


class Numbers(NamedTuple):
    """What is known of a column of numbers."""

    whole: bool
    present: int
    distinct: int
    minimum: float
    maximum: float
    first_column: bool = False


class Texts(NamedTuple):
    """What is known of a column of texts."""

    values: tuple[str, ...]
    """All different values where they are few, else some of them."""
    present: int
    distinct: int
    hashable: bool = True


def number_kind(name: str, numbers: Numbers) -> Kind:
    """Whether numbers are measured, are classes, or only name something."""
    words = name_words(name)
    if not numbers.whole or not numbers.present:
        return "numeric"
    if is_id_name(words) or _is_numbering(words, numbers):
        return "identifier"
    if is_code_name(words):
        return "identifier" if numbers.distinct > 0.5 * numbers.present else "categorical"
    if _is_flag(words, numbers):
        return "boolean"
    return "ordinal" if _are_classes(words, numbers) else "numeric"


def text_kind(name: str, texts: Texts) -> Kind:
    """Whether texts are labels, places, yes and no, codes of single things, or prose."""
    if not texts.hashable:
        return "text"
    folded = {value.strip().casefold() for value in texts.values}
    if texts.distinct <= 2 and any(folded and folded <= set(pair) for pair in YES_NO):
        return "boolean"
    words = name_words(name)
    unique = texts.distinct > 0.9 * texts.present
    if is_id_name(words) and (unique or texts.distinct > MOST_CLASSES):
        return "identifier"
    if unique and _are_codes(words, texts):
        return "identifier"
    if _is_prose(texts):
        return "text"
    place = names_place(words, texts.values) or (len(folded) >= 3 and is_place(texts.values))
    return "geographic" if place else "categorical"


def is_id_name(words: tuple[str, ...]) -> bool:
    """Whether a name says that the column names things: id, customer_id, CustomerID, customerid."""
    if not words:
        return False
    last = words[-1]
    if last in ID_WORDS or words[0] in ID_WORDS:
        return True
    return len(last) >= 6 and last.endswith("id") and not last.endswith(_NO_ID)


def is_code_name(words: tuple[str, ...]) -> bool:
    """Whether a name says that the column's cells stand for something: zip_code, iso_num."""
    return bool(words) and (words[-1] in CODE_WORDS or words[0] == "iso")


def _is_numbering(words: tuple[str, ...], numbers: Numbers) -> bool:
    """Order numbers, and 1, 2, 3 … in the first column; ranks and days are counted too, but they mean something."""
    unique = numbers.distinct == numbers.present
    if len(words) > 1 and words[-1] in NUMBERED_WORDS:
        several = words[-2].endswith("s") and not words[-2].endswith(("ss", "us"))  # rooms_no is how many
        apart = numbers.minimum >= LEAST_NUMBER and not several
        return (unique or apart) and numbers.present >= _FEW_ROWS
    running = unique and numbers.maximum - numbers.minimum + 1 == numbers.present and numbers.minimum in (0, 1)
    nameless = not words or words[0] in ("unnamed", "index", "row")
    return running and (nameless or (numbers.first_column and numbers.present >= 10 and not set(words) & COUNTED_WORDS))


def _is_flag(words: tuple[str, ...], numbers: Numbers) -> bool:
    return (numbers.minimum, numbers.maximum) == (0, 1) and bool(set(words) & FLAG_WORDS)


def _are_classes(words: tuple[str, ...], numbers: Numbers) -> bool:
    width = numbers.maximum - numbers.minimum
    if set(words) & CYCLE_WORDS and numbers.minimum >= 0 and numbers.maximum <= 53:
        return True
    share = 0.7 if numbers.present < 50 else 0.2
    few = numbers.distinct <= min(MOST_CLASSES, numbers.present * share)
    return few and width <= WIDEST_CLASSES


def _are_codes(words: tuple[str, ...], texts: Texts) -> bool:
    """Whether texts that differ in every row are written like codes, not like names: A-10023, uuids."""
    if texts.present <= _MANY_ROWS:
        return bool(texts.values) and all(_UUID.match(value) for value in texts.values)
    named = bool(words) and words[-1] in CODE_WORDS
    return named or all(_CODE.match(value) for value in texts.values)


def _is_prose(texts: Texts) -> bool:
    if not texts.values:
        return False
    length = sum(map(len, texts.values)) / len(texts.values)
    words = sum(value.count(" ") + 1 for value in texts.values) / len(texts.values)
    long = length > LONG_TEXT or words > LONG_WORDS
    return long and texts.distinct > 0.5 * texts.present


def is_metric(kind: Kind) -> bool:
    """Whether a sum or a mean of numbers makes sense: measured ones, ratings, and 0 and 1 that count."""
    return kind in ("numeric", "ordinal", "boolean")


def scalar(value: Any) -> str | int | float | bool | None:
    """A cell as a plain value; what is no number, text or truth is given as text."""
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    if value is None or isinstance(value, (str, int)):
        return value
    if type(value).__name__ == "Decimal":
        return float(value)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
