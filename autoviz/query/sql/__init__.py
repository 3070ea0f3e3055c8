"""A Query as text: one DuckDB SELECT over a table t, written and read back."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.query.language import Query
from autoviz.query.sql.sql_reading import read_query
from autoviz.query.sql.sql_writing import write_query


def to_sql(query: Query) -> str:
    """The Query as one DuckDB SELECT over the table t."""
    return write_query(query)


def from_sql(text: str, columns: Sequence[str]) -> Query:
    """The Query that a DuckDB SELECT over the table t asks; `columns` are those of the table. Nothing is run."""
    return read_query(text, tuple(columns))
