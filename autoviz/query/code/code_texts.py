"""Texts as pandas code: the text operations of the query language and their tests."""

from __future__ import annotations

import re
from collections.abc import Callable

from autoviz.query.code.pieces import Piece, Writes, called
from autoviz.query.language import Call, Cases, Constant, Expr

Written = Callable[[Writes, Call], Piece]
Tested = Callable[[Writes, Call, bool], Piece]


def _test(method: str) -> Tested:
    """A test of a text: missing ones neither hold nor fail."""

    def write(writer: Writes, call: Call, negated: bool) -> Piece:
        looked = stated(call.args[1])
        sought = repr(_without_groups(looked)) if call.op == "matches" else repr(looked)
        option = ", regex=False" if call.op == "contains" else ""
        found = called(writer.column(call.args[0]), f"str.{method}({sought}{option}, na={negated})")
        return Piece(f"~{found.text}", tight=False) if negated else found

    return write


def stated(expr: Expr) -> str:
    """The text of a constant."""
    return str(expr.value) if isinstance(expr, Constant) and expr.value is not None else ""


def _without_groups(pattern: str) -> str:
    """The same pattern without groups that keep what they match, of which pandas would warn."""
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern) if re.compile(pattern).groups else pattern


def _count(expr: Expr) -> int:
    return int(expr.value) if isinstance(expr, Constant) and isinstance(expr.value, (int, float)) else 0


def _method(text: str) -> Written:
    return lambda writer, call: called(writer.column(call.args[0]), text)


def _left(writer: Writes, call: Call) -> Piece:
    if _by_row(call):
        return _cut("first_letters", writer, call)
    return called(writer.column(call.args[0]), f"str[:{_count(call.args[1])}]")


def _right(writer: Writes, call: Call) -> Piece:
    if _by_row(call):
        return _cut("last_letters", writer, call)
    count = _count(call.args[1])
    return called(writer.column(call.args[0]), f"str[-{count}:]" if count else "str[:0]")


def _substring(writer: Writes, call: Call) -> Piece:
    if _by_row(call):
        return _cut("middle_letters", writer, call)
    start = _count(call.args[1]) - 1
    end = start + _count(call.args[2]) if len(call.args) > 2 else ""
    return called(writer.column(call.args[0]), f"str[{start or ''}:{end}]")


def _by_row(call: Call) -> bool:
    """Whether a text is cut by a number that is worked out for each row."""
    return not all(isinstance(number, Constant) for number in call.args[1:])


def _cut(helper: str, writer: Writes, call: Call) -> Piece:
    return Piece(f"{helper}({', '.join(writer.column(item).text for item in call.args)})")


def _part(writer: Writes, call: Call) -> Piece:
    separator, number = stated(call.args[1]), _count(call.args[2])
    # Separators behind the text, so that a part that is not there is empty.
    padded = Piece(f"{writer.column(call.args[0]).held} + {separator * number!r}", tight=False)
    return called(padded, f"str.split({separator!r}, regex=False).str[{number - 1}]")


def _replaced(writer: Writes, call: Call) -> Piece:
    old, new = stated(call.args[1]), stated(call.args[2])
    return called(writer.column(call.args[0]), f"str.replace({old!r}, {new!r}, regex=False)")


def _joined(writer: Writes, call: Call) -> Piece:
    parts = [_text(writer, item) for item in call.args]
    if all(part.constant for part in parts):
        parts[0] = writer.column(call.args[0])
    return Piece(" + ".join(part.held for part in parts), tight=len(parts) == 1)


def _text(writer: Writes, expr: Expr) -> Piece:
    if isinstance(expr, Constant):
        return Piece(repr(str(expr.value)) if expr.value is not None else "float('nan')", constant=True)
    if (isinstance(expr, Call) and (expr.op in TEXTS or expr.op == "date name")) or isinstance(expr, Cases):
        return writer.value(expr)
    return Piece(f"as_text({writer.column(expr).text})")


def _as_text(writer: Writes, call: Call) -> Piece:
    if len(call.args) > 1:
        return called(writer.column(call.args[0]), f"dt.strftime({stated(call.args[1])!r})")
    day = isinstance(call.args[0], Call) and (
        call.args[0].op == "as date" or (call.args[0].op == "period" and stated(call.args[0].args[0]) != "hour")
    )
    cells = writer.column(call.args[0])
    return called(cells, "dt.strftime('%Y-%m-%d')") if day else Piece(f"as_text({cells.text})")


TEXT_TESTS: dict[str, Tested] = {
    "contains": _test("contains"), "starts with": _test("startswith"), "ends with": _test("endswith"),
    "matches": _test("contains"),
}  # fmt: skip
TEXTS: dict[str, Written] = {
    "lower": _method("str.lower()"), "upper": _method("str.upper()"), "trim": _method("str.strip(' ')"),
    "length": _method("str.len()"), "left": _left, "right": _right, "substring": _substring, "split": _part,
    "replace": _replaced, "concat": _joined, "as text": _as_text,
    "as number": lambda writer, call: Piece(f"as_number({writer.column(call.args[0]).text})"),
    "as integer": lambda writer, call: Piece(f"as_integer({writer.column(call.args[0]).text})"),
    "as flag": lambda writer, call: Piece(f"as_flag({writer.column(call.args[0]).text})"),
}  # fmt: skip
