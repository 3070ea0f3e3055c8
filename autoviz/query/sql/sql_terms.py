"""Writing an expression of the query language as DuckDB SQL."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autoviz.query.language import (
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Member,
    Moment,
    Overall,
    Query,
    Sort,
    Window,
)
from autoviz.query.sql.date_parts import taken_apart

OR, AND, NOT, COMPARE, CONCAT, ADD, MULTIPLY, SIGN, ATOM = range(1, 10)
"""How tightly a text holds together; a looser one goes in parentheses where a tighter one is needed."""

INFIX: dict[str, tuple[str, int]] = {
    "or": ("OR", OR), "and": ("AND", AND), "concat": ("||", CONCAT), "+": ("+", ADD), "-": ("-", ADD),
    "*": ("*", MULTIPLY), "/": ("/", MULTIPLY), "//": ("//", MULTIPLY), "%": ("%", MULTIPLY),
    "=": ("=", COMPARE), "!=": ("<>", COMPARE), "<": ("<", COMPARE), "<=": ("<=", COMPARE), ">": (">", COMPARE),
    ">=": (">=", COMPARE),
}  # fmt: skip
FUNCTIONS: dict[str, str] = {
    "split": "split_part", "**": "pow", "matches": "regexp_matches", "contains": "contains",
    "starts with": "starts_with", "ends with": "ends_with",
}  # fmt: skip
"""Operations whose function has another name than they have."""
TYPES: dict[str, str] = {
    "as number": "DOUBLE", "as integer": "BIGINT", "as text": "VARCHAR", "as date": "DATE", "as time": "TIMESTAMP",
    "as flag": "BOOLEAN",
}  # fmt: skip
PARTS: dict[str, str] = {"weekday": "isodow", "day of year": "dayofyear"}
AGGREGATES: dict[str, str] = {
    "mean": "avg", "std": "stddev_samp", "var": "var_samp", "first": "any_value", "correlation": "corr",
    "slope": "regr_slope", "at max": "arg_max", "at min": "arg_min",
}  # fmt: skip
WINDOWS: dict[str, str] = {
    "row number": "row_number", "dense rank": "dense_rank", "percent rank": "percent_rank", "tiles": "ntile",
    "previous": "lag", "next": "lead", "first": "first_value", "last": "last_value", "mean": "avg",
    "std": "stddev_samp",
}  # fmt: skip
PATTERNS: dict[str, str] = {"contains": "%{}%", "starts with": "{}%", "ends with": "%{}"}
"""Operations that read as LIKE where the text they look for is a plain constant."""


def quoted(name: str) -> str:
    """A name as an identifier."""
    return '"' + name.replace('"', '""') + '"'


def text_literal(text: str) -> str:
    """A text as a literal."""
    return "'" + text.replace("'", "''") + "'"


@dataclass(frozen=True)
class Terms:
    """Writes expressions; columns go under `prefix` where their bare name would mean another one."""

    write_query: Callable[[Query], str]
    prefix: str = ""

    def under(self, prefix: str) -> Terms:
        """The same with another prefix."""
        return replace(self, prefix=prefix)

    def write(self, expr: Any, least: int = 0) -> str:
        """An expression, in parentheses where it holds together less tightly than its place needs."""
        text, tightness = self._written(expr)
        return text if tightness >= least else f"({text})"

    def sort(self, sort: Sort) -> str:
        """One term of an ORDER BY."""
        direction = " DESC" if sort.descending else ""
        return f"{self.write(sort.expr)}{direction}{' NULLS FIRST' if sort.missing_first else ''}"

    def listed(self, items: Sequence[Any]) -> str:
        """Expressions between commas."""
        return ", ".join(self.write(item) for item in items)

    def _written(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Column():
                return f"{self.prefix}{quoted(expr.name)}", ATOM
            case Constant():
                return _constant(expr)
            case Moment():
                return f"{'DATE' if len(expr.at) == 10 else 'TIMESTAMP'} '{expr.at}'", ATOM
            case Cases():
                return self._cases(expr), ATOM
            case Aggregate():
                return self._aggregate(expr), ATOM
            case Window():
                return self._window(expr), ATOM
            case Overall():
                return f"({self.write_query(expr.query)})", ATOM
            case Member():
                return f"{self.write(expr.expr, CONCAT)} IN ({self.write_query(expr.query)})", COMPARE
            case Call():
                return self._call(expr)

    def _call(self, call: Call) -> tuple[str, int]:
        if call.op == "not":
            return self._negated(call.args[0])
        tested = self._test(call, "")
        if tested is not None:
            return tested, COMPARE
        if call.op in INFIX:
            return self._infix(call)
        if call.op == "negative":
            return f"-{self.write(call.args[0], ATOM)}", SIGN
        if call.op == "later":
            return self._later(call), ADD
        return self._function(call), ATOM

    def _infix(self, call: Call) -> tuple[str, int]:
        word, level = INFIX[call.op]
        if len(call.args) == 1:
            return self._written(call.args[0])
        between = self._between(call)
        if between is not None:
            return between, AND
        # a comparison has no order of its own, and what follows a minus or a division is one thing
        first = self.write(call.args[0], level + (level == COMPARE))
        return f" {word} ".join([first, *(self.write(arg, level + 1) for arg in call.args[1:])]), level

    def _between(self, call: Call) -> str | None:
        """`x >= a and x <= b` side by side, as BETWEEN."""
        if call.op != "and":
            return None
        texts: list[str] = []
        at = 0
        while at < len(call.args):
            pair = call.args[at : at + 2]
            if len(pair) == 2 and _is_range(*pair):
                value, low, high = pair[0].args[0], pair[0].args[1], pair[1].args[1]  # type: ignore[union-attr]
                texts.append(" ".join((self.write(value, CONCAT), "BETWEEN", self.write(low, CONCAT), "AND",
                                       self.write(high, CONCAT))))  # fmt: skip
                at += 2
            else:
                texts.append(self.write(pair[0], NOT))
                at += 1
        return " AND ".join(texts)

    def _test(self, call: Call, negation: str) -> str | None:
        """The tests that are negated inside: IS NOT NULL, NOT IN, NOT LIKE."""
        first = call.args[0]
        if call.op == "is null":
            return f"{self.write(first, CONCAT)} IS {negation}NULL"
        if call.op == "in":
            return f"{self.write(first, CONCAT)} {negation}IN ({self.listed(call.args[1:])})"
        plain = _plain_text(call.args[1]) if call.op in PATTERNS else None
        if plain is None:
            return None
        caseless = isinstance(first, Call) and first.op == "lower" and plain == plain.lower()
        subject = first.args[0] if caseless and isinstance(first, Call) else first
        word = "ILIKE" if caseless else "LIKE"
        return f"{self.write(subject, CONCAT)} {negation}{word} {text_literal(PATTERNS[call.op].format(plain))}"

    def _negated(self, expr: Expr) -> tuple[str, int]:
        if isinstance(expr, Member):
            return f"{self.write(expr.expr, CONCAT)} NOT IN ({self.write_query(expr.query)})", COMPARE
        tested = self._test(expr, "NOT ") if isinstance(expr, Call) else None
        return (tested, COMPARE) if tested is not None else (f"NOT {self.write(expr, COMPARE)}", NOT)

    def _later(self, call: Call) -> str:
        unit, date, count = call.args
        stated = count.value if isinstance(count, Constant) and isinstance(count.value, int) else None
        number = f"({self.write(count)})" if stated is None else str(abs(stated))
        sign = "+" if stated is None or stated >= 0 else "-"
        return f"{self.write(date, ADD)} {sign} INTERVAL {number} {_word(unit).upper()}"

    def _function(self, call: Call) -> str:
        first, *rest = call.args
        match call.op:
            case "period":
                return f"date_trunc({text_literal(_word(first))}, {self.listed(rest)})"
            case "date part":
                return f"{PARTS.get(_word(first), _word(first))}({self.listed(rest)})"
            case "date name":
                return f"{'dayname' if _word(first) == 'weekday' else 'monthname'}({self.listed(rest)})"
            case "time between":
                return f"date_diff({text_literal(_word(first))}, {self.listed(rest)})"
        if call.op in TYPES:
            return self._cast(call)
        return f"{FUNCTIONS.get(call.op, call.op)}({self.listed(call.args)})"

    def _cast(self, call: Call) -> str:
        """A cast never fails: what cannot be read is missing."""
        if len(call.args) == 2:
            return self._with_format(call)
        numbers = taken_apart(call)
        if numbers is not None:
            # Reading the text of each date would take DuckDB five times as long.
            return f"TRY({'make_date' if len(numbers) == 3 else 'make_timestamp'}({self.listed(numbers)}))"
        word = "CAST" if call.op == "as text" else "TRY_CAST"
        return f"{word}({self.write(call.args[0])} AS {TYPES[call.op]})"

    def _with_format(self, call: Call) -> str:
        if call.op == "as text":
            return f"strftime({self.listed(call.args)})"
        parsed = f"try_strptime({self.listed(call.args)})"
        return parsed if call.op == "as time" else f"CAST({parsed} AS DATE)"

    def _cases(self, cases: Cases) -> str:
        whens = [(when.condition, when.value) for when in cases.whens]
        subject = _common_subject([condition for condition, _ in whens])
        head = "CASE" if subject is None else f"CASE {self.write(subject)}"
        tests = [condition if subject is None else condition.args[1] for condition, _ in whens]  # type: ignore[union-attr]
        body = " ".join(
            f"WHEN {self.write(test)} THEN {self.write(value)}" for test, (_, value) in zip(tests, whens, strict=True)
        )
        tail = "" if cases.otherwise is None else f" ELSE {self.write(cases.otherwise)}"
        return f"{head} {body}{tail} END"

    def _aggregate(self, aggregate: Aggregate) -> str:
        where = "" if aggregate.where is None else f" FILTER (WHERE {self.write(aggregate.where)})"
        return f"{self._gathered(aggregate)}{where}"

    def _gathered(self, aggregate: Aggregate) -> str:
        args = self.listed(aggregate.args)
        match aggregate.func:
            case "count":
                return f"count({args or '*'})"
            case "distinct":
                return f"count(DISTINCT {args})"
            case "list":
                return f"string_agg(DISTINCT {args}, ', ' ORDER BY {args})"
            case "quantile":
                name = "quantile_disc" if aggregate.discrete else "quantile_cont"
                return f"{name}({args}, {aggregate.quantile})"
        return f"{AGGREGATES.get(aggregate.func, aggregate.func)}({args})"

    def _window(self, window: Window) -> str:
        args = self.listed(window.args)
        if window.func == "tiles":
            args = str(window.n)
        elif window.func in ("previous", "next") and window.n != 1:
            args = f"{args}, {window.n}"
        elif window.func == "count":
            args = args or "*"
        return f"{WINDOWS.get(window.func, window.func)}({args}) OVER ({self._frame(window)})"

    def _frame(self, window: Window) -> str:
        pieces = []
        if window.within:
            pieces.append(f"PARTITION BY {self.listed(window.within)}")
        if window.along:
            pieces.append(f"ORDER BY {', '.join(self.sort(sort) for sort in window.along)}")
        if window.framed:
            edges = _edge(window.before, "PRECEDING", window.unit), _edge(window.after, "FOLLOWING", window.unit)
            pieces.append(f"{'ROWS' if window.unit is None else 'RANGE'} BETWEEN {' AND '.join(edges)}")
        return " ".join(pieces)


def _edge(count: int | None, side: str, unit: str | None) -> str:
    if not count:
        return f"UNBOUNDED {side}" if count is None else "CURRENT ROW"
    turned = {"PRECEDING": "FOLLOWING", "FOLLOWING": "PRECEDING"}[side] if count < 0 else side
    return f"{abs(count)} {turned}" if unit is None else f"INTERVAL {abs(count)} {unit.upper()} {turned}"


def _constant(constant: Constant) -> tuple[str, int]:
    value = constant.value
    if value is None or isinstance(value, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[value], ATOM
    if isinstance(value, str):
        return text_literal(value), ATOM
    if not math.isfinite(value):
        return f"CAST('{value}' AS DOUBLE)", ATOM
    return repr(value), SIGN if value < 0 else ATOM


def _word(expr: Expr) -> str:
    return str(expr.value) if isinstance(expr, Constant) else ""


def _plain_text(expr: Expr) -> str | None:
    """The text of a constant that means the same inside a LIKE pattern."""
    value = expr.value if isinstance(expr, Constant) else None
    return value if isinstance(value, str) and value and not re.search(r"[%_\\]", value) else None


def _is_range(low: Expr, high: Expr) -> bool:
    return (
        isinstance(low, Call)
        and isinstance(high, Call)
        and (low.op, high.op) == (">=", "<=")
        and low.args[0] == high.args[0]
    )


def _common_subject(conditions: list[Expr]) -> Expr | None:
    """What all conditions compare with a constant, where there are several and they all do."""
    if len(conditions) < 2:
        return None
    subjects: list[Expr] = []
    for condition in conditions:
        if not (isinstance(condition, Call) and condition.op == "=" and isinstance(condition.args[1], Constant)):
            return None
        subjects.append(condition.args[0])
    return subjects[0] if all(subject == subjects[0] for subject in subjects) else None
