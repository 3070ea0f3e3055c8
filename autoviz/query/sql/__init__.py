"""A Query as text: one DuckDB SELECT over a table t, written and read back."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.errors import QueryError
from autoviz.query.language import Query
from autoviz.query.sql.sql_writing import write_query

LONGEST = 20_000
DEEPEST = 60
"""How many parentheses may be open at once."""
_HINT = "Write one plain DuckDB SELECT over the table t."


def to_sql(query: Query) -> str:
    """The Query as one DuckDB SELECT over the table t."""
    return write_query(query)


def from_sql(text: str, columns: Sequence[str]) -> Query:
    """The Query that a DuckDB SELECT over the table t asks; `columns` are those of the table. Nothing is run."""
    # Here, because the parser takes longer to load than all that an answer needs.
    from autoviz.query.sql.sql_reading import read_query

    _refuse_endless(text)
    try:
        return read_query(text, tuple(columns))
    except QueryError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise QueryError(f"This is no SELECT that can be read: {text[:80]!r}", _HINT, retryable=True) from error


def _refuse_endless(text: str) -> None:
    """Text that is too long or nested too deeply to be a question's SQL."""
    if len(text) > LONGEST:
        raise QueryError(f"The SQL has {len(text):,} letters, but may have {LONGEST:,}", _HINT, retryable=True)
    depth = 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if depth > DEEPEST:
            raise QueryError(f"The SQL opens more than {DEEPEST} parentheses at once", _HINT, retryable=True)
