"""Reading the text functions of DuckDB: patterns, pieces, lengths, and texts put together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sqlglot import exp

from autoviz.query.language import Call, Constant, Expr, Operation
from autoviz.query.sql.sql_dates import Reads
from autoviz.query.sql.sql_scope import literal, refuse

LIKE: dict[tuple[bool, bool], Operation] = {
    (True, True): "contains", (False, True): "starts with", (True, False): "ends with"
}  # fmt: skip
"""Whether a pattern is open at its start and at its end → what it asks."""


def _like(node: exp.Expr, reads: Reads) -> Expr:
    test = _pattern_test(node, reads)
    return Call(op="not", args=(test,)) if node.args.get("negate") else test


def _pattern_test(node: exp.Expr, reads: Reads) -> Expr:
    pattern = node.expression
    if not (isinstance(pattern, exp.Literal) and pattern.is_string):
        refuse(node, "LIKE takes a text in quotes", "Use contains(a, b), starts_with(a, b) or ends_with(a, b).")
    subject, text = reads.read(node.this), str(pattern.this)
    if isinstance(node, exp.ILike):
        subject, text = Call(op="lower", args=(subject,)), text.lower()
    core = text.strip("%")
    if "%" in core or "_" in core:
        return Call(op="matches", args=(subject, Constant(value=_as_regex(text))))
    ends = (text.startswith("%"), text.endswith("%"))
    return Call(op=LIKE.get(ends, "="), args=(subject, Constant(value=core)))


def _as_regex(pattern: str) -> str:
    """The regular expression that a LIKE pattern stands for."""
    body = "".join({"%": ".*", "_": "."}.get(letter, re.escape(letter)) for letter in pattern)
    return f"(?s)^{body}$"


def _matches(node: exp.RegexpLike, reads: Reads) -> Expr:
    subject, pattern = reads.each((node.this, node.expression))
    flag = node.args.get("flag")
    if flag is not None and isinstance(pattern, Constant):
        pattern = Constant(value=f"(?{flag.this}){pattern.value}")
    return Call(op="matches", args=(subject, pattern))


def _length(node: exp.Length, reads: Reads) -> Expr:
    """The length of a text; that of a split text is how often the separator occurs, and one."""
    if not isinstance(node.this, exp.Split):
        return Call(op="length", args=(reads.read(node.this),))
    text, separator = reads.each((node.this.this, node.this.expression))
    without = Call(op="replace", args=(text, separator, Constant(value="")))
    saved = Call(op="-", args=(Call(op="length", args=(text,)), Call(op="length", args=(without,))))
    times = Call(op="//", args=(saved, Call(op="length", args=(separator,))))
    return Call(op="+", args=(times, Constant(value=1)))


def _trim(node: exp.Trim, reads: Reads) -> Expr:
    if node.expression is not None or node.args.get("position"):
        refuse(node, "only blanks on both sides are trimmed", "Write trim(text).")
    return Call(op="trim", args=(reads.read(node.this),))


def _substring(node: exp.Substring, reads: Reads) -> Expr:
    places = (node.this, node.args.get("start"), node.args.get("length"))
    return Call(op="substring", args=reads.each(place for place in places if place is not None))


def _slice(node: exp.Bracket, reads: Reads) -> Expr:
    """`string_split(text, separator)[n]`."""
    first = node.expressions[0] if len(node.expressions) == 1 else None
    if isinstance(node.this, exp.Split) and isinstance(first, exp.Literal):
        # sqlglot counts from nought, as Python does
        place = Constant(value=int(literal(first)) + 1 - int(node.args.get("offset") or 0))
        return Call(op="split", args=(*reads.each((node.this.this, node.this.expression)), place))
    return refuse(node, "lists are outside the query language", "Write split_part(text, separator, n).")


def _split(node: exp.SplitPart, reads: Reads) -> Expr:
    return Call(op="split", args=reads.each((node.this, node.args["delimiter"], node.args["part_index"])))


def _replace(node: exp.Replace, reads: Reads) -> Expr:
    return Call(op="replace", args=reads.each((node.this, node.expression, node.args["replacement"])))


def _concat(node: exp.Concat, reads: Reads) -> Expr:
    """The function leaves out what is missing, other than the operator."""
    args = reads.each(node.expressions)
    empty = Constant(value="")
    filled = (
        arg if isinstance(arg, Constant) else Call(op="coalesce", args=(Call(op="as text", args=(arg,)), empty))
        for arg in args
    )
    return Call(op="concat", args=tuple(filled))


TEXT_READERS: dict[type[exp.Expr], Callable[[Any, Reads], Expr]] = {
    exp.Like: _like,
    exp.ILike: _like,
    exp.RegexpLike: _matches,
    exp.Length: _length,
    exp.Trim: _trim,
    exp.Substring: _substring,
    exp.SplitPart: _split,
    exp.Bracket: _slice,
    exp.Replace: _replace,
    exp.Concat: _concat,
}
"""Class of a function → how it is read."""
