"""Code: an expression of the query language as plain pandas code, missing values as SQL has them.

A condition is written twice over: where it holds and where it fails; where it does neither, it is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from autoviz.query.code.code_dates import DATES
from autoviz.query.code.code_texts import TEXT_TESTS, TEXTS
from autoviz.query.code.code_windows import window_code
from autoviz.query.code.pieces import Piece, called, literal
from autoviz.query.language import NUDGE, Call, Cases, Column, Constant, Expr, Moment, Window

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
SIGNS = {"=": "==", **{sign: sign for sign in ("!=", "<", "<=", ">", ">=")}}
TESTS = (*SIGNS, "in", "is null", "and", "or", "not", *TEXT_TESTS)
NAN = "float('nan')"
ISO = re.compile(r"\d{4}-\d\d-\d\d")


class Writer:
    """Writes expressions over the columns of one frame variable."""

    def __init__(self, frame: str) -> None:
        self.frame = frame

    def value(self, expr: Expr) -> Piece:
        """The values of an expression: a column of the frame's length, or a plain constant."""
        match expr:
            case Column():
                return Piece(f"{self.frame}[{expr.name!r}]")
            case Constant():
                return Piece(NAN if expr.value is None else literal(expr.value), constant=True)
            case Moment():
                return Piece(f"pd.Timestamp({expr.at!r})", constant=True)
            case Cases():
                return self._cases(expr)
            case Window():
                return window_code(expr, self)
            case Call():
                return self._call(expr)
        raise ValueError(f"{type(expr).__name__} has no code of its own")

    def column(self, expr: Expr) -> Piece:
        """The same as a column, where methods of columns are called on it."""
        piece = self.value(expr)
        return Piece(f"pd.Series({piece.text}, index={self.frame}.index)") if piece.constant else piece

    def number(self, expr: Expr) -> Piece:
        """The same to compute with: yes and no as one and zero."""
        return called(self.value(expr), "astype(float)") if is_test(expr) else self.value(expr)

    def holds(self, expr: Expr) -> Piece:
        """Where a condition holds; False where it is missing."""
        if isinstance(expr, Call) and expr.op in TESTS:
            return self._test(expr, negated=False)
        if isinstance(expr, Constant):
            return Piece(f"pd.Series({bool(expr.value)}, index={self.frame}.index)")
        return called(self.column(expr), "eq(True)")

    def fails(self, expr: Expr) -> Piece:
        """Where a condition does not hold, and is not missing either."""
        if isinstance(expr, Call) and expr.op in TESTS:
            return self._test(expr, negated=True)
        if isinstance(expr, Constant):
            return Piece(f"pd.Series({expr.value is False}, index={self.frame}.index)")
        return called(self.column(expr), "eq(False)")

    def _test(self, call: Call, *, negated: bool) -> Piece:
        if call.op == "not":
            return self.holds(call.args[0]) if negated else self.fails(call.args[0])
        if call.op in ("and", "or"):
            parts = [self.fails(item) if negated else self.holds(item) for item in call.args]
            return _joined(" & " if (call.op == "and") != negated else " | ", parts)
        if call.op == "is null":
            return called(self.column(call.args[0]), "notna()" if negated else "isna()")
        if call.op == "in":
            return self._among(call, negated=negated)
        if call.op in TEXT_TESTS:
            return TEXT_TESTS[call.op](self, call, negated)
        return self._compared(call, OPPOSITE[call.op] if negated else call.op)

    def _compared(self, call: Call, op: str) -> Piece:
        left, right = self._sides(call)
        if any(isinstance(item, Constant) and item.value is None for item in call.args):
            return Piece(f"pd.Series(False, index={self.frame}.index)")
        plain = Piece(f"{left.held} {SIGNS[op]} {right.held}", tight=False)
        if op != "!=":
            return plain
        # pandas takes what is missing for different from everything.
        there = [called(self.column(item), "notna()") for item in call.args if not isinstance(item, (Constant, Moment))]
        return _joined(" & ", [plain, *there])

    def _sides(self, call: Call) -> tuple[Piece, Piece]:
        """The two things compared, at least one of them a column."""
        left, right = (self.value(item) for item in call.args)
        return (self.column(call.args[0]), right) if left.constant and right.constant else (left, right)

    def _among(self, call: Call, *, negated: bool) -> Piece:
        first, *members = call.args
        if not all(isinstance(item, Constant) for item in members) or any(map(_dated, members)):
            # isin does not read dates that are written as text; == does.
            equal = [Call(op="=", args=(first, item)) for item in members]
            return self._test(Call(op="or", args=tuple(equal)), negated=negated)
        there = [self.value(item).text for item in members if item != Constant()]
        if negated and len(there) < len(members):
            return Piece(f"pd.Series(False, index={self.frame}.index)")
        cells = self.column(first)
        found = called(cells, f"isin([{', '.join(there)}])")
        return _joined(" & ", [Piece(f"~{found.text}", tight=False), called(cells, "notna()")]) if negated else found

    def _flag(self, call: Call) -> Piece:
        """A condition as values: yes, no or missing."""
        holds = self.holds(call)
        if call.op == "is null":
            return holds
        if call.op in SIGNS:
            there = [called(self.column(item), "notna()") for item in call.args
                     if not isinstance(item, (Constant, Moment))]  # fmt: skip
            plain = Piece(f"{' '.join(self._plain_parts(call))}", tight=False)
            return called(plain, f"where({_joined(' & ', there).text})") if there else plain
        known = _joined(" | ", [holds, self.fails(call)])
        return called(holds, f"where({known.text})")

    def _plain_parts(self, call: Call) -> tuple[str, str, str]:
        left, right = self._sides(call)
        return left.held, SIGNS[call.op], right.held

    def _cases(self, expr: Cases) -> Piece:
        if len(expr.whens) == 1 and expr.otherwise is None and not self.value(expr.whens[0].value).constant:
            return called(self.value(expr.whens[0].value), f"where({self.holds(expr.whens[0].condition).text})")
        otherwise = Constant() if expr.otherwise is None else expr.otherwise
        listed = ", ".join(f"({self.holds(when.condition).text}, {self.value(when.value).text})" for when in expr.whens)
        base = self.column(otherwise)
        if otherwise == Constant() and any(isinstance(when.value, Moment) for when in expr.whens):
            base = Piece(f"pd.Series(pd.NaT, index={self.frame}.index)")
        return called(base, f"case_when([{listed}])")

    def _call(self, call: Call) -> Piece:
        if call.op in TESTS:
            return self._flag(call)
        for known in (DATES, TEXTS, ARITHMETIC):
            if call.op in known:
                return known[call.op](self, call)
        raise ValueError(f"{call.op!r} has no code")


def _dated(expr: Expr) -> bool:
    """Whether a constant is written as a date is."""
    return isinstance(expr, Constant) and isinstance(expr.value, str) and bool(ISO.match(expr.value))


def is_test(expr: Any) -> bool:
    """Whether a value is yes or no."""
    return isinstance(expr, Call) and (expr.op in TESTS or expr.op == "as flag")


def pandas_code(expr: Expr, frame: str) -> str:
    """The values of an expression over a frame variable."""
    return Writer(frame).value(expr).text


def condition_code(expr: Expr, frame: str) -> str:
    """Where a condition holds, as a mask over a frame variable."""
    return Writer(frame).holds(expr).text


def _joined(sign: str, parts: list[Piece]) -> Piece:
    if len(parts) == 1:
        return parts[0]
    return Piece(sign.join(part.held for part in parts), tight=False)


Written = Callable[[Writer, Call], Piece]


def _between(sign: str) -> Written:
    def write(writer: Writer, call: Call) -> Piece:
        return Piece(f" {sign} ".join(writer.number(item).held for item in call.args), tight=len(call.args) == 1)

    return write


def _method(text: str) -> Written:
    return lambda writer, call: called(writer.column(call.args[0]), text)


def _numpy(name: str, kept: str = "") -> Written:
    def write(writer: Writer, call: Call) -> Piece:
        cells = writer.column(call.args[0])
        inside = called(cells, f"where({cells.held} {kept})").text if kept else cells.text
        return Piece(f"np.{name}({inside})")

    return write


def _divisor(writer: Writer, expr: Expr) -> str:
    """What is divided by; missing where it is zero."""
    if isinstance(expr, Constant) and expr.value:
        return writer.value(expr).held
    cells = writer.column(expr)
    return called(cells, f"where({cells.held} != 0)").text


def _divided(writer: Writer, call: Call) -> Piece:
    return Piece(f"{writer.number(call.args[0]).held} / {_divisor(writer, call.args[1])}", tight=False)


def _divided_whole(writer: Writer, call: Call) -> Piece:
    return Piece(f"whole_quotient({writer.column(call.args[0]).text}, {writer.column(call.args[1]).text})")


def _remainder(writer: Writer, call: Call) -> Piece:
    return Piece(f"np.fmod({writer.column(call.args[0]).text}, {_divisor(writer, call.args[1])})")


def _power(writer: Writer, call: Call) -> Piece:
    base, exponent = writer.column(call.args[0]), call.args[1]
    power = Piece(f"{called(base, 'astype(float)').text} ** {writer.value(exponent).held}", tight=False)
    if isinstance(exponent, Constant) and exponent.value:
        return power
    there = _joined(" & ", [called(writer.column(item), "notna()") for item in call.args])
    return called(power, f"where({there.text})")


def _rounded(writer: Writer, call: Call) -> Piece:
    """Halves away from zero, whatever their last bits; pandas rounds them to the even digit."""
    digits = call.args[1].value if len(call.args) > 1 and isinstance(call.args[1], Constant) else 0
    cells, size = writer.column(call.args[0]), 10 ** int(digits or 0)
    scaled = called(cells, "abs()").text
    inside = f"{scaled} * {size} * (1 + {NUDGE})" if size != 1 else f"{scaled} * (1 + {NUDGE})"
    return Piece(f"np.sign({cells.text}) * np.floor({inside} + 0.5)" + (f" / {size}" if size != 1 else ""), tight=False)


def _extreme(sign: str) -> Written:
    def write(writer: Writer, call: Call) -> Piece:
        best = writer.column(call.args[0])
        for item in call.args[1:]:
            other = writer.value(item)
            stays = f"{called(best, 'notna()').text} & ~({other.held} {sign} {best.held})"
            best = called(best, f"where({stays}, {other.text})")
        return best

    return write


def _filled(writer: Writer, call: Call) -> Piece:
    cells = writer.column(call.args[0])
    for item in call.args[1:]:
        cells = cells if item == Constant() else called(cells, f"fillna({writer.value(item).text})")
    return cells


def _unless(writer: Writer, call: Call) -> Piece:
    cells = writer.column(call.args[0])
    return called(cells, f"mask({cells.held} == {writer.value(call.args[1]).held})")


ARITHMETIC: dict[str, Written] = {
    "+": _between("+"), "-": _between("-"), "*": _between("*"), "/": _divided, "//": _divided_whole, "%": _remainder,
    "**": _power, "abs": _method("abs()"), "round": _rounded, "floor": _numpy("floor"), "ceil": _numpy("ceil"),
    "negative": lambda writer, call: Piece(f"-{writer.number(call.args[0]).held}", tight=False),
    "sqrt": _numpy("sqrt", ">= 0"), "ln": _numpy("log", ">= 0"), "log10": _numpy("log10", ">= 0"),
    "exp": _numpy("exp"), "least": _extreme("<"), "greatest": _extreme(">"), "coalesce": _filled, "nullif": _unless,
}  # fmt: skip
