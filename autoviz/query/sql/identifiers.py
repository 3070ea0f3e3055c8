"""Identifiers: how SQL names a column, with quotes only where it needs them."""

from __future__ import annotations

import re

RESERVED = frozenset({
    "all", "and", "any", "as", "asc", "between", "by", "case", "cast", "cross", "date", "day", "desc", "distinct",
    "else", "end", "except", "exists", "extract", "false", "filter", "from", "full", "group", "having", "hour",
    "in", "inner", "interval", "is", "join", "left", "like", "limit", "minute", "month", "not", "null", "on", "or",
    "order", "outer", "over", "partition", "quarter", "range", "right", "rows", "second", "select", "set", "table",
    "then", "time", "timestamp", "to", "true", "union", "unique", "using", "values", "week", "when", "where",
    "window", "with", "year",
})  # fmt: skip
"""Words that name nothing unless they are quoted."""
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def is_plain(name: str) -> bool:
    """Whether a name needs no quotes."""
    return bool(_PLAIN.match(name)) and name.lower() not in RESERVED


def identifier(name: str) -> str:
    """A column as SQL names it."""
    return name if is_plain(name) else '"' + name.replace('"', '""') + '"'
