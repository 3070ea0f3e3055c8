"""Reading an expression of a SELECT as an expression of the query language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError
from sqlglot import exp

from autoviz.errors import QueryError
from autoviz.query.language import (
    FUNCS,
    OPERATIONS,
    WINDOW_FUNCS,
    Call,
    Cases,
    Constant,
    Expr,
    Member,
    Moment,
    Operation,
    Overall,
    When,
)
from autoviz.query.sql.sql_dates import DATE_READERS, shifted_sum
from autoviz.query.sql.sql_gathering import gathered, looked_around
from autoviz.query.sql.sql_scope import Scope, literal, refuse, shown
from autoviz.query.sql.sql_texts import TEXT_READERS

BINARY: dict[type[exp.Expr], Operation] = {
    exp.Div: "/", exp.IntDiv: "//", exp.Mod: "%", exp.Pow: "**", exp.EQ: "=", exp.NEQ: "!=",
    exp.LT: "<", exp.LTE: "<=", exp.GT: ">", exp.GTE: ">=", exp.Nullif: "nullif", exp.Left: "left",
    exp.Right: "right", exp.Contains: "contains", exp.StartsWith: "starts with", exp.EndsWith: "ends with",
}  # fmt: skip
CHAINS: dict[type[exp.Expr], Operation] = {
    exp.Add: "+", exp.Mul: "*", exp.And: "and", exp.Or: "or", exp.DPipe: "concat",
}  # fmt: skip
"""Operations of two that are one of many in a row."""
UNARY: dict[type[exp.Expr], Operation] = {
    exp.Abs: "abs", exp.Sqrt: "sqrt", exp.Ln: "ln", exp.Exp: "exp", exp.Lower: "lower", exp.Upper: "upper",
}  # fmt: skip
MANY: dict[type[exp.Expr], Operation] = {exp.Least: "least", exp.Greatest: "greatest", exp.Coalesce: "coalesce"}
TYPES: dict[str, Operation] = {
    **dict.fromkeys(("DOUBLE", "FLOAT", "REAL", "DECIMAL", "UDECIMAL"), "as number"),
    **dict.fromkeys(("INT", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "INT128", "UINT", "UBIGINT"), "as integer"),
    **dict.fromkeys(("VARCHAR", "TEXT", "CHAR"), "as text"),
    **dict.fromkeys(("TIMESTAMP", "TIMESTAMPNTZ", "DATETIME", "TIMESTAMPTZ"), "as time"),
    "DATE": "as date", "BOOLEAN": "as flag",
}  # fmt: skip
ALLOWED = (
    f"The language has the operations {', '.join(OPERATIONS)}; the aggregates {', '.join(FUNCS)}; "
    f"and over windows {', '.join(WINDOW_FUNCS)}."
)


@dataclass(frozen=True)
class Expressions:
    """Reads the expressions of one SELECT."""

    scope: Scope

    def read(self, node: exp.Expr) -> Expr:
        """An expression; QueryError names the piece that the language cannot say."""
        try:
            return self._read(node)
        except ValidationError as error:
            raise QueryError(f"{shown(node)}: {error.errors()[0]['msg']}.", ALLOWED) from error

    def each(self, nodes: Any) -> tuple[Expr, ...]:
        """Several expressions."""
        return tuple(self.read(node) for node in nodes)

    def _read(self, node: exp.Expr) -> Expr:
        kind = type(node)
        if kind in BINARY:
            return Call(op=BINARY[kind], args=self.each((node.this, node.expression)))
        if kind in CHAINS:
            return self._chain(node, CHAINS[kind])
        if kind in UNARY:
            return Call(op=UNARY[kind], args=(self.read(node.this),))
        if kind in MANY:
            return Call(op=MANY[kind], args=self.each((node.this, *node.expressions)))
        reader = READERS.get(kind)
        if reader is not None:
            return reader(node, self)
        found = gathered(node, self)
        return refuse(node, "this is outside the query language", ALLOWED) if found is None else found

    def _chain(self, node: exp.Expr, op: Operation) -> Expr:
        shifted = shifted_sum(node, self) if isinstance(node, exp.Add) else None
        if shifted is not None:
            return shifted
        first, second = self.read(node.this), self.read(node.expression)
        # only the left side is taken apart, as that is the order in which a row of them is worked out
        ahead = first.args if isinstance(first, Call) and first.op == op and type(node.this) is type(node) else (first,)
        return Call(op=op, args=(*ahead, second))


Reader = Callable[[Any, Expressions], Expr]


def _constant(node: exp.Literal, _: Expressions) -> Expr:
    return Constant(value=literal(node))


def _negative(node: exp.Neg, expressions: Expressions) -> Expr:
    inner = expressions.read(node.this)
    if isinstance(inner, Constant) and isinstance(inner.value, int | float) and not isinstance(inner.value, bool):
        return Constant(value=-inner.value)
    return Call(op="negative", args=(inner,))


def _rounded(node: exp.Round, expressions: Expressions) -> Expr:
    digits = node.args.get("decimals")
    return Call(op="round", args=expressions.each((node.this, digits) if digits else (node.this,)))


def _floor(node: exp.Expr, expressions: Expressions) -> Expr:
    if node.args.get("decimals"):
        refuse(node, "only whole numbers are floored", ALLOWED)
    return Call(op="floor" if isinstance(node, exp.Floor) else "ceil", args=(expressions.read(node.this),))


def _logarithm(node: exp.Log, expressions: Expressions) -> Expr:
    """DuckDB's log is that of ten; another base divides two of them."""
    base_ten = isinstance(node.this, exp.Literal) and node.this.this == "10"
    if node.expression is None or base_ten:
        return Call(op="log10", args=(expressions.read(node.expression or node.this),))
    value, base = (Call(op="ln", args=(expressions.read(item),)) for item in (node.expression, node.this))
    return Call(op="/", args=(value, base))


def _is(node: exp.Is, expressions: Expressions) -> Expr:
    subject = expressions.read(node.this)
    other = node.expression
    if isinstance(other, exp.Null):
        return Call(op="is null", args=(subject,))
    if isinstance(other, exp.Not) and isinstance(other.this, exp.Null):
        return negated(Call(op="is null", args=(subject,)))
    if isinstance(other, exp.Boolean):
        test = subject if other.this else Call(op="not", args=(subject,))
        return Call(op="coalesce", args=(test, Constant(value=False)))
    return refuse(node, "IS takes NULL, TRUE or FALSE")


def negated(expr: Expr) -> Expr:
    """The opposite of a condition."""
    return Call(op="not", args=(expr,))


def _distinct_from(node: exp.Expr, expressions: Expressions) -> Expr:
    first, second = expressions.each((node.this, node.expression))
    missing = tuple(Call(op="is null", args=(side,)) for side in (first, second))
    same = Call(op="coalesce", args=(Call(op="=", args=(first, second)), Call(op="and", args=missing)))
    # where only one is missing `=` is unknown and both missing is false, which is what is meant
    return same if isinstance(node, exp.NullSafeEQ) else negated(same)


def _between(node: exp.Between, expressions: Expressions) -> Expr:
    value, low, high = expressions.each((node.this, node.args["low"], node.args["high"]))
    return Call(op="and", args=(Call(op=">=", args=(value, low)), Call(op="<=", args=(value, high))))


def _in(node: exp.In, expressions: Expressions) -> Expr:
    query = node.args.get("query")
    if query is not None:
        return Member(expr=expressions.read(node.this), query=expressions.scope.read_query(query))
    if not node.expressions:
        refuse(node, "IN takes a list of values or a SELECT")
    return Call(op="in", args=expressions.each((node.this, *node.expressions)))


def _cases(node: exp.Case, expressions: Expressions) -> Expr:
    subject = None if node.this is None else expressions.read(node.this)
    whens = []
    for item in node.args["ifs"]:
        test = expressions.read(item.this)
        condition = test if subject is None else Call(op="=", args=(subject, test))
        whens.append(When(condition=condition, value=expressions.read(item.args["true"])))
    return Cases(whens=tuple(whens), otherwise=_otherwise(node.args.get("default"), expressions))


def _if(node: exp.If, expressions: Expressions) -> Expr:
    when = When(condition=expressions.read(node.this), value=expressions.read(node.args["true"]))
    return Cases(whens=(when,), otherwise=_otherwise(node.args.get("false"), expressions))


def _otherwise(node: exp.Expr | None, expressions: Expressions) -> Expr | None:
    return None if node is None or isinstance(node, exp.Null) else expressions.read(node)


def _sign(node: exp.Sign, expressions: Expressions) -> Expr:
    value, zero = expressions.read(node.this), Constant(value=0)
    signs: tuple[tuple[Operation, int], ...] = ((">", 1), ("<", -1), ("=", 0))
    return Cases(
        whens=tuple(
            When(condition=Call(op=op, args=(value, zero)), value=Constant(value=number)) for op, number in signs
        )
    )


def _cast(node: exp.Cast, expressions: Expressions) -> Expr:
    name = node.to.this.name if node.to is not None else ""
    op = TYPES.get(name)
    if op is None:
        refuse(node, f"there is no type {name} here", "There are numbers, integers, texts, dates, times and flags.")
    inner = expressions.read(node.this)
    if op in ("as date", "as time"):
        return _as_moment(inner, op)
    cast = Call(op=op, args=(inner,))
    scale = node.to.expressions[1].this if name == "DECIMAL" and len(node.to.expressions) == 2 else None
    return cast if scale is None else Call(op="round", args=(cast, Constant(value=literal(scale))))


def _as_moment(inner: Expr, op: Literal["as date", "as time"]) -> Expr:
    text = inner.value if isinstance(inner, Constant) else None
    length = {"as date": (10,), "as time": (10, 16, 19)}[op]
    if isinstance(text, str) and len(text) in length and re.fullmatch(r"\d{4}-\d\d-\d\d([ T].*)?", text):
        return Moment(at=text if op == "as date" or len(text) > 10 else f"{text} 00:00:00")
    if isinstance(inner, Call) and inner.op == "as time" and len(inner.args) == 2:
        return inner.replaced(op=op)
    return Call(op=op, args=(inner,))


def _overall(node: exp.Subquery, expressions: Expressions) -> Expr:
    return Overall(query=expressions.scope.read_query(node))


def _not(node: exp.Not, expressions: Expressions) -> Expr:
    inner = expressions.read(node.this)
    twice = isinstance(inner, Call) and inner.op == "not"
    return inner.args[0] if isinstance(inner, Call) and twice else negated(inner)


def _anonymous(node: exp.Anonymous, expressions: Expressions) -> Expr:
    reader = FUNCTIONS.get(node.name.lower())
    if reader is not None:
        return reader(node, expressions)
    found = gathered(node, expressions)
    return refuse(node, f"there is no function {node.name} in the language", ALLOWED) if found is None else found


def _position(node: exp.Anonymous, expressions: Expressions) -> Expr:
    """`list_position([...], x)`: the place of a value in a list that is written out."""
    listed, value = node.expressions
    if not isinstance(listed, exp.Array) or not listed.expressions:
        refuse(node, "the list must be written out", "Write list_position(['a', 'b'], x).")
    subject = expressions.read(value)
    items = enumerate(expressions.each(listed.expressions), start=1)
    return Cases(
        whens=tuple(
            When(condition=Call(op="=", args=(subject, item)), value=Constant(value=place)) for place, item in items
        )
    )


def _by_name(op: Operation) -> Reader:
    return lambda node, expressions: Call(op=op, args=expressions.each(node.expressions))


FUNCTIONS: dict[str, Reader] = {
    "list_position": _position,
    "array_position": _position,
    "prefix": _by_name("starts with"),
    "suffix": _by_name("ends with"),
    "divide": _by_name("//"),
    **{name: reader for name, reader in DATE_READERS.items() if isinstance(name, str)},
}
"""Functions that sqlglot has no class for."""

READERS: dict[type[exp.Expr], Reader] = {
    exp.Literal: _constant,
    exp.Null: lambda node, _: Constant(),
    exp.Boolean: lambda node, _: Constant(value=bool(node.this)),
    exp.Column: lambda node, expressions: expressions.scope.resolve(node),
    exp.Paren: lambda node, expressions: expressions.read(node.this),
    exp.Alias: lambda node, expressions: expressions.read(node.this),
    exp.Neg: _negative,
    exp.Round: _rounded,
    exp.Floor: _floor,
    exp.Ceil: _floor,
    exp.Log: _logarithm,
    exp.Sign: _sign,
    exp.Is: _is,
    exp.Not: _not,
    exp.NullSafeEQ: _distinct_from,
    exp.NullSafeNEQ: _distinct_from,
    exp.Between: _between,
    exp.In: _in,
    exp.Case: _cases,
    exp.If: _if,
    exp.Cast: _cast,
    exp.TryCast: _cast,
    exp.Subquery: _overall,
    exp.Anonymous: _anonymous,
    exp.Window: looked_around,
    **TEXT_READERS,
    **{kind: reader for kind, reader in DATE_READERS.items() if isinstance(kind, type)},
}
