"""Date parts: a date put together from numbers, which the language says by way of its text in ISO form."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.query.language import Call, Constant, Expr

_YEAR, _OTHERS = 4, 2
"""How many digits each has."""


def put_together(numbers: Sequence[Expr]) -> Call:
    """A date from year, month and day; with hours, minutes and seconds a time."""
    digits = [_digits(number, _OTHERS if place else _YEAR) for place, number in enumerate(numbers)]
    day = _between("-", digits[:3])
    if len(digits) == 3:
        return Call(op="as date", args=(Call(op="concat", args=day),))
    return Call(op="as time", args=(Call(op="concat", args=(*day, Constant(value=" "), *_between(":", digits[3:]))),))


def taken_apart(call: Call) -> tuple[Expr, ...] | None:
    """The numbers that a date is put together from; None where it is any other reading of a text."""
    match call:
        case Call(op="as date" | "as time", args=(Call(op="concat", args=texts),)) if len(texts) in (5, 11):
            numbers = tuple(number for text in texts[::2] if (number := _number(text)) is not None)
            return numbers if len(numbers) in (3, 6) and put_together(numbers) == call else None
    return None


def _digits(number: Expr, length: int) -> Expr:
    """A whole number as a text of so many digits."""
    if isinstance(number, Constant):
        return Constant(value=str(number.value).zfill(length))
    whole = number if isinstance(number, Call) and number.op == "as integer" else Call(op="as integer", args=(number,))
    text = Call(op="as text", args=(whole,))
    padded = Call(op="concat", args=(Constant(value="0"), text))
    return text if length == _YEAR else Call(op="right", args=(padded, Constant(value=length)))


def _number(text: Expr) -> Expr | None:
    match text:
        case Constant(value=str() as digits) if digits.isdecimal():
            return Constant(value=int(digits))
        case Call(op="right", args=(Call(op="concat", args=(Constant(value="0"), inner)), Constant())):
            return _number(inner)
        case Call(op="as text", args=(Call(op="as integer") as whole,)):
            return whole
    return None


def _between(mark: str, texts: Sequence[Expr]) -> tuple[Expr, ...]:
    first, *rest = texts
    return (first, *(part for text in rest for part in (Constant(value=mark), text)))
