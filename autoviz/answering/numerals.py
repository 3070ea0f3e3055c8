"""Numerals: numbers as people write them, with as many digits as the size of a number calls for."""

from __future__ import annotations

import math

from autoviz.drawing.numbers import compact, short_of_one
from autoviz.writings.unit_words import TIMES

SIGNS_BEFORE = ("$", "€", "£", "¥", "₹", "₩", "R$", "A$", "C$", "HK$", "S$", "NZ$", "MX$", "CN¥")
"""Signs of money that stand before the number."""
MONEY = (*SIGNS_BEFORE, "USD", "EUR", "GBP", "CHF", "AUD", "CAD")
"""Units of which the hundredth is the least that anybody pays."""
MILLION = 1_000_000


def shown(value: object, unit: str | None = None, *, exact: bool = False) -> str:
    """A value as a person writes it; `exact` writes all digits of a number past a million."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "unknown"
    if not isinstance(value, (int, float)):
        return str(value)
    text = _money(value, exact) if unit in MONEY and not float(value).is_integer() else numeral(value, exact=exact)
    if unit in SIGNS_BEFORE:
        return f"-{unit}{text[1:]}" if text.startswith("-") else f"{unit}{text}"
    # units that are words, of which there may be one alone
    one = unit is not None and text in ("1", "-1") and unit in TIMES
    return f"{text} {unit[:-1] if one else unit}" if unit and unit != "%" else f"{text}{unit or ''}"


def _money(value: float, exact: bool) -> str:
    """Money that is not whole: to the hundredth, as it is paid, or whole where it is much."""
    if not 0.005 <= abs(value) < MILLION:
        return numeral(value, exact=exact)
    return f"{value:,.{2 if abs(value) < 9_999.95 else 0}f}"


def numeral(value: float, *, exact: bool = False) -> str:
    """1,234,567 or 1.23M, 12,346, 1,234.6, 570.68, 0.0675: whole numbers whole, others to what can be told apart."""
    if not math.isfinite(value):
        return "unknown"
    size = abs(value)
    if size >= MILLION and not exact:
        return compact(float(value))
    if isinstance(value, int) or (size >= 1 and float(value).is_integer()):
        return f"{value:,.0f}"
    decimals = 0 if size >= 99_999.5 else 1 if size >= 9_999.95 else 2
    text = f"{value:,.{decimals}f}" if size >= 1 else _below_one(value)
    return _trimmed(text)


def _below_one(value: float) -> str:
    """Three digits that count; what is nothing but the last bits of a float is 0."""
    if abs(value) < 1e-12:
        return "0"
    if abs(value) < 1e-4:
        return f"{value:.2e}"
    return f"{value:.{short_of_one(value, 2 - math.floor(math.log10(abs(value))))}f}"


def _trimmed(text: str) -> str:
    """Without zeros behind the point that say nothing."""
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def percent(share: float) -> str:
    """A share in percent, finer where it is small: 12.3%, 0.42%."""
    size = abs(share * 100)
    decimals = 1 if size >= 1 or size == 0 else 2
    decimals = short_of_one(share, decimals + 2) - 2  # 99.97% is not all
    return f"{share * 100:,.{decimals}f}%".replace("-0.0%", "0.0%")


def probability(p: float | None) -> str:
    """A p-value with its sign: '= 0.032', '< 0.001'."""
    if p is None:
        return "unknown"
    return "< 0.001" if p < 0.001 else f"= {p:.2g}"
