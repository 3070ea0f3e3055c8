"""The family prepare: rows and columns made ready, every change to them counted."""

from __future__ import annotations

from typing import Literal, cast

from autoviz.dates import TYPED, parse_column
from autoviz.model.provenance import Note
from autoviz.table import Outcome, Table


def parse_datetime(df: Table, *, column: str, format: str | None, order: str | None) -> Outcome:
    """Read a column as dates by the format that its values speak for."""
    df.need(column)
    given = None if format == TYPED else format
    frame, evidence = parse_column(df.frame, column, given, cast(Literal["day first", "month first"] | None, order))
    failed = f" Not read, now missing: {', '.join(map(repr, evidence.failed))}." if evidence.failed else ""
    message = f"{column!r} was read as dates by {evidence.format!r}: {evidence.reason}.{failed}"
    note = Note(kind="dates", message=message, data={"column": column, **evidence.model_dump(mode="json")})
    resolved = {"format": evidence.format}
    return Outcome(df.having(frame), notes=(note,), resolved=resolved)
