"""Arithmetic of the query language: numbers in, numbers out, as DuckDB computes them; what has no result is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import add, mul, sub

import narwhals.stable.v2 as nw

from autoviz.errors import ParameterError
from autoviz.query.language import NUDGE
from autoviz.shaping.typed import IN_WORDS, Kind, Typed, common

Operation = Callable[[Sequence[Typed]], Typed]


def _folded(operation: Callable[[nw.Expr, nw.Expr], nw.Expr]) -> Operation:
    def fold(values: Sequence[Typed]) -> Typed:
        alike, kind = _alike(values)
        return Typed(reduce(operation, (value.expr for value in alike)), kind)

    return fold


def _alike(values: Sequence[Typed]) -> tuple[list[Typed], Kind]:
    """All of them whole numbers, or all of them numbers."""
    whole = all(value.kind in ("integer", "flag") for value in values)
    kind: Kind = "integer" if whole else "number"
    return [_numeric(value).to(kind) for value in values], kind


def _numeric(value: Typed) -> Typed:
    if not value.numeric:
        raise ParameterError(
            f"Numbers can be computed with, {IN_WORDS[value.kind]} cannot", "Turn it into numbers first: as number."
        )
    return value


def _divided(values: Sequence[Typed]) -> Typed:
    above, below = (_numeric(value).number() for value in values)
    return Typed(above / _filled(below), "number")


def _divided_whole(values: Sequence[Typed]) -> Typed:
    """Whole numbers are divided towards zero; DuckDB's // of other numbers is their plain quotient."""
    (above, below), kind = _alike(values)
    if kind != "integer":
        return _divided(values)
    quotient = above.expr.abs() // _filled(below.expr).abs()
    opposed = (above.expr < 0) != (below.expr < 0)
    return Typed(nw.when(opposed).then(-quotient).otherwise(quotient), "integer")


def _remainder(values: Sequence[Typed]) -> Typed:
    """What is left has the sign of what was divided."""
    (above, below), kind = _alike(values)
    left = above.expr.abs() % _filled(below.expr).abs()
    return Typed(nw.when(above.expr < 0).then(-left).otherwise(left), kind)


def _filled(below: nw.Expr) -> nw.Expr:
    """The divisor; missing where it is zero."""
    return nw.when(below != 0).then(below)


def _power(values: Sequence[Typed]) -> Typed:
    base, exponent = (_numeric(value).number() for value in values)
    return Typed((base**exponent).fill_nan(None), "number")


def _negative(values: Sequence[Typed]) -> Typed:
    (value,), kind = _alike(values)
    return Typed(-value.expr, kind)


def _abs(values: Sequence[Typed]) -> Typed:
    (value,), kind = _alike(values)
    return Typed(value.expr.abs(), kind)


def _rounded(values: Sequence[Typed]) -> Typed:
    """Halves go away from zero, and so does what the last bits keep from being a half: they differ between machines."""
    digits = 0 if len(values) == 1 else values[1].constant
    if not isinstance(digits, int):
        raise ParameterError("Numbers are rounded to a stated number of digits", "Give it as a constant: 0, 1, 2.")
    (value,), kind = _alike(values[:1])
    if kind == "integer" and digits >= 0:
        return value
    size = value.number().abs()
    up, down = 10.0 ** max(digits, 0), 10.0 ** max(-digits, 0)
    cut = (size * (up / down * (1 + NUDGE)) + 0.5).floor() / up * down
    whole = Typed(nw.when(value.expr < 0).then(-cut).otherwise(cut), "number")
    return whole.to("integer") if kind == "integer" else whole


def _of_number(operation: Callable[[nw.Expr], nw.Expr]) -> Operation:
    def apply(values: Sequence[Typed]) -> Typed:
        # Spark's floor gives whole numbers; the root of a negative number is NaN, which is no value.
        result = operation(_numeric(values[0]).number()).cast(nw.Float64)
        return Typed(result.fill_nan(None), "number")

    return apply


def _extreme(horizontal: Callable[..., nw.Expr]) -> Operation:
    """The least or the greatest of those that are there."""

    def pick(values: Sequence[Typed]) -> Typed:
        alike, kind = common(values)
        return Typed(horizontal(*(value.expr for value in alike)), kind)

    return pick


ARITHMETIC: dict[str, Operation] = {
    "+": _folded(add), "-": _folded(sub), "*": _folded(mul), "/": _divided, "//": _divided_whole, "%": _remainder,
    "**": _power, "negative": _negative, "abs": _abs, "round": _rounded,
    "floor": _of_number(lambda value: value.floor()), "ceil": _of_number(lambda value: value.ceil()),
    "sqrt": _of_number(lambda value: value.sqrt()), "exp": _of_number(lambda value: value.exp()),
    "ln": _of_number(lambda value: value.log()), "log10": _of_number(lambda value: value.log(10)),
    "least": _extreme(nw.min_horizontal), "greatest": _extreme(nw.max_horizontal),
}  # fmt: skip
