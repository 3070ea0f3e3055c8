"""Tableau calculations as DuckDB SQL: the part of the formula language that a data source must understand here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

TOKEN = re.compile(
    r"\s*(?:(?P<field>\[(?:[^\]]|\]\])*\])|(?P<text>'(?:[^']|'')*')|(?P<moment>#[^#]*#)"
    r"|(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?P<word>[A-Za-z_]+)|(?P<sign><>|<=|>=|[-+*/%^=<>(),]))"
)
ROUNDS = {"year": "year", "quarter": "quarter", "month": "month", "day": "day", "hour": "hour", "week": "week"}
PARTS = {
    "iso-week": "week", "iso-weekday": "isodow", "dayofyear": "dayofyear", "year": "year", "quarter": "quarter",
    "month": "month", "day": "day", "hour": "hour", "minute": "minute", "second": "second",
}  # fmt: skip
SAME = {
    "SUM": "sum", "AVG": "avg", "MEDIAN": "median", "COUNT": "count", "MIN": "min", "MAX": "max", "STDEV": "stddev",
    "VAR": "variance", "CORR": "corr", "ABS": "abs", "ROUND": "round", "FLOOR": "floor", "CEILING": "ceil",
    "SQRT": "sqrt", "LN": "ln", "LOG": "log10", "EXP": "exp", "POWER": "pow", "LOWER": "lower", "UPPER": "upper",
    "TRIM": "trim", "LEN": "length", "LEFT": "left", "RIGHT": "right", "MID": "substring", "REPLACE": "replace",
    "CONTAINS": "contains", "STARTSWITH": "starts_with", "ENDSWITH": "ends_with", "IFNULL": "coalesce", "YEAR": "year",
}  # fmt: skip
TEXTS = ("LOWER", "UPPER", "TRIM", "LEFT", "RIGHT", "MID", "REPLACE")
AGGREGATES = ("SUM", "AVG", "MEDIAN", "COUNT", "COUNTD", "MIN", "MAX", "STDEV", "VAR", "CORR", "PERCENTILE")
CASTS = {"FLOAT": "double", "INT": "bigint", "STR": "varchar", "DATE": "date", "DATETIME": "timestamp"}


class FormulaError(Exception):
    """The formula is no calculation that this server knows."""


class Formula:
    """One calculation, read from left to right."""

    def __init__(self, text: str, column: Callable[[str], str], texts: Iterable[str] = ()) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        text = text.strip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if match is None:
                raise FormulaError(f"unexpected {text[at : at + 10]!r}")
            self.tokens.append((str(match.lastgroup), match.group(str(match.lastgroup))))
            at = match.end()
        self.at = 0
        self.column = column
        self.aggregated = False
        self.texts: set[str] = set(texts)
        """What is written so far and gives a text, which + joins."""

    def sql(self) -> str:
        found = self.either()
        if self.at != len(self.tokens):
            raise FormulaError(f"unexpected {self.tokens[self.at][1]!r}")
        return found

    def peek(self) -> str:
        return self.tokens[self.at][1].upper() if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> bool:
        if self.peek() in wanted and self.tokens[self.at][0] in ("word", "sign"):
            self.at += 1
            return True
        return False

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            raise FormulaError(f"expected {wanted}, found {self.peek()!r}")

    def either(self) -> str:
        found = self.both()
        while self.take("OR"):
            found = f"({found} OR {self.both()})"
        return found

    def both(self) -> str:
        found = self.negated()
        while self.take("AND"):
            found = f"({found} AND {self.negated()})"
        return found

    def negated(self) -> str:
        return f"(NOT {self.negated()})" if self.take("NOT") else self.compared()

    def compared(self) -> str:
        found = self.summed()
        for sign in ("=", "<>", "<=", ">=", "<", ">"):
            if self.take(sign):
                return f"({found} {sign} {self.summed()})"
        if self.take("IN"):
            self.need("(")
            return f"({found} IN ({', '.join(self.listed())}))"
        return found

    def summed(self) -> str:
        found = self.multiplied()
        while self.peek() in ("+", "-"):
            sign = self.peek()
            self.at += 1
            right = self.multiplied()
            texts = sign == "+" and bool({found, right} & self.texts)
            found = f"({found} {'||' if texts else sign} {right})"
            self.texts |= {found} if texts else set()
        return found

    def multiplied(self) -> str:
        found = self.single()
        while self.peek() in ("*", "/", "%"):
            sign = self.peek()
            self.at += 1
            right = self.single()
            # Nothing comes of a division by nought.
            found = f"({found} / nullif({right}, 0))" if sign == "/" else f"({found} {sign} {right})"
        return found

    def listed(self) -> list[str]:
        found = []
        while not self.take(")"):
            found.append(self.either())
            self.take(",")
        return found

    def single(self) -> str:
        if self.at >= len(self.tokens):
            raise FormulaError("it ends too early")
        kind, text = self.tokens[self.at]
        if self.take("-"):
            return f"(-{self.single()})"
        if self.take("("):
            found = self.either()
            self.need(")")
            return f"({found})"
        self.at += 1
        if kind == "field":
            return self.column(text[1:-1].replace("]]", "]"))
        if kind in ("text", "number"):
            self.texts |= {text} if kind == "text" else set()
            return text
        if kind == "moment":
            return f"{'timestamp' if ':' in text else 'date'} '{text[1:-1]}'"
        word = text.upper()
        if word in ("NULL", "TRUE", "FALSE"):
            return word
        if word == "IF":
            return self.chosen()
        if word == "CASE":
            return self.switched()
        return self.called(word)

    def chosen(self) -> str:
        parts = []
        while True:
            test = self.either()
            self.need("THEN")
            parts.append(f"WHEN {test} THEN {self.either()}")
            if not self.take("ELSEIF"):
                break
        last = f" ELSE {self.either()}" if self.take("ELSE") else ""
        self.need("END")
        return f"(CASE {' '.join(parts)}{last} END)"

    def switched(self) -> str:
        subject, parts = self.either(), []
        while self.take("WHEN"):
            value = self.either()
            self.need("THEN")
            parts.append(f"WHEN {value} THEN {self.either()}")
        self.need("END")
        return f"(CASE {subject} {' '.join(parts)} END)"

    def called(self, word: str) -> str:
        self.need("(")
        args = self.listed()
        if word in AGGREGATES:
            self.aggregated = True
        if word == "COUNTD":
            return f"count(DISTINCT {args[0]})"
        if word == "PERCENTILE":
            return f"quantile_cont({args[0]}, {args[1]})"
        if word == "ISNULL":
            return f"({args[0]} IS NULL)"
        if word in CASTS:
            self.texts |= {f"CAST({args[0]} AS varchar)"}
            return f"CAST({args[0]} AS {CASTS[word]})"
        if word in ("DATETRUNC", "DATEPART", "DATEDIFF", "DATEADD"):
            return self.dated(word, args)
        if word not in SAME:
            raise FormulaError(f"the function {word} is unknown")
        found = f"{SAME[word]}({', '.join(args)})"
        self.texts |= {found} if word in TEXTS or self.texts.intersection(args) else set()
        return found

    @staticmethod
    def dated(word: str, args: list[str]) -> str:
        unit = args[0].strip("'")
        if word == "DATETRUNC":
            if unit == "week" and args[2:] != ["'monday'"]:
                # The weeks of this data source begin on Sunday, as they do in many.
                return f"(date_trunc('week', {args[1]} + INTERVAL 1 DAY) - INTERVAL 1 DAY)"
            return f"date_trunc('{ROUNDS[unit]}', {args[1]})"
        if word == "DATEPART":
            return f"date_part('{PARTS[unit]}', {args[1]})"
        if word == "DATEADD":
            return f"({args[2]} + to_{unit}s(CAST({args[1]} AS integer)))"
        return f"date_diff('{unit}', {args[1]}, {args[2]})"
