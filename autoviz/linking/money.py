"""Money: the one column that says how much money a row stands for, and the words of a question that mean it."""

from __future__ import annotations

from collections.abc import Iterator

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.links import STRONG, link
from autoviz.linking.text import Word, words
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.profile.meanings import NEVER_ADD
from autoviz.writings.unit_words import currency_of

EARNED = frozenset({"revenue", "revenues", "earnings", "takings", "turnover", "proceeds", "sales", "income", "earn",
                    "earns", "earned"})  # fmt: skip
SPENT = frozenset({"spend", "spends", "spent", "spending", "spender", "spenders", "expenditure", "expenditures"})
SOLD = frozenset({"sell", "sells", "sold"})
CAME_IN = frozenset({"revenue", "revenues", "sales", "turnover", "income", "earnings", "takings", "proceeds",
                     "receipts", "gross"})  # fmt: skip
WENT_OUT = frozenset({"spend", "spending", "spent", "expenditure", "expenditures", "expense", "expenses", "cost",
                      "costs", "budget"})  # fmt: skip
PASSED = frozenset({"amount", "amt", "total", "subtotal", "paid", "payment", "payments"})
"""Names of money that the one who pays spends, and the one who is paid earns."""
_BESIDE = frozenset({"order", "orders", "sale", "invoice", "line", "item", "net", "grand", "final", "transaction",
                     "purchase", "in", "of", "the", "million", "millions", "thousand", "thousands", "box",
                     "office"})  # fmt: skip
"""Words that leave a name that of the whole money."""
_PARTS = frozenset({"discount", "tax", "vat", "shipping", "freight", "delivery", "tip", "refund", "deposit", "unit",
                    "each", "items", "quantity", "units", "number", "balance", "outstanding"})  # fmt: skip
"""Words for a part of the money, or for no money at all."""
_NUMBER_OF = (("number", "of"), ("how", "many"), ("count", "of"))


def money_passed(profile: DatasetProfile, *, spent: bool = False) -> str | None:
    """The one column of the money that a row brought in, or took; None where none is named so, or several are."""
    kinds = (WENT_OUT, PASSED, CAME_IN) if spent else (CAME_IN, PASSED)
    columns = [column for column in profile.columns if column.metric]
    for names in kinds:
        called = [column for column in columns if _is_called(column, names, profile)]
        wholly = [column for column in called if _words(column) <= names | PASSED | _BESIDE]
        if called:
            found = wholly or called
            return found[0].name if len(found) == 1 else None
    return None


def meant_by_money(question: str, profile: DatasetProfile) -> dict[str, str]:
    """The words for money earned, spent or sold for that name nothing in the table → the column that they mean."""
    said = words(question)
    linked = {word.lower for match in link(question, profile) if match.score >= STRONG for word in words(match.phrase)}
    earned, spent = money_passed(profile), money_passed(profile, spent=True)
    found = dict.fromkeys(_asked(said, EARNED), earned) | dict.fromkeys(_asked(said, SPENT), spent)
    if {"how", "much"} <= {word.lower for word in said}:
        found |= dict.fromkeys(_asked(said, SOLD), earned)
    return {word: column for word, column in found.items() if column is not None and word not in linked}


def _asked(said: tuple[Word, ...], asking: frozenset[str]) -> Iterator[str]:
    """The words that ask for money; the number of sales is one of rows."""
    lower = [word.lower for word in said]
    for at, word in enumerate(lower):
        if word in asking and tuple(lower[max(at - 2, 0) : at]) not in _NUMBER_OF:
            yield word


def _is_called(column: ColumnProfile, names: frozenset[str], profile: DatasetProfile) -> bool:
    """Whether a column is called so, and not by a part of it; a mere total is one of money beside prices."""
    said = _words(column)
    if said == {"total", "price"}:
        return "total" in names
    priced = currency_of(column.unit) is not None or any(one.meaning == "price" for one in profile.columns)
    summed = column.meaning in ("amount", "money", "count") and not said & (_PARTS | NEVER_ADD)
    return summed and bool(said & names) and (said != {"total"} or priced)


def _words(column: ColumnProfile) -> set[str]:
    """The words of a name, without the currency."""
    return {word for word in name_words(column.name) if not _is_currency(word)}


def _is_currency(word: str) -> bool:
    """Whether a word names a currency, or thousands or millions of it."""
    return currency_of(word) is not None or (word[:1] in ("k", "m") and currency_of(word[1:]) is not None)
