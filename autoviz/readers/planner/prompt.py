"""Prompt: what the planner's model is shown of a table and a question, and the reply that it writes, as plain text.

The table comes first, so that what the model keeps of it serves every question; the question and what linking found
in it follow. The reply is the kind of question, the chart, and one SELECT in the common form of `plain_sql`.
"""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.linking.candidates import Candidates
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.query.language import Query
from autoviz.query.sql.identifiers import identifier

STOP = "<|im_end|>"
LACKING = "lacking"
MOST_VALUES, LONGEST_VALUE, MOST_COLUMNS, MOST_FOUND = 6, 24, 40, 12


def table_text(profile: DatasetProfile) -> str:
    """The part of the prompt that is the same for every question."""
    lines = [column_line(column) for column in profile.columns[:MOST_COLUMNS]]
    return "\n".join((table_head(profile), *lines)) + "\nquestion:"


def table_head(profile: DatasetProfile) -> str:
    """The first line: what the table is called in SQL, and its size."""
    return f"t, {profile.rows} rows"


def column_line(column: ColumnProfile) -> str:
    """A column as the model sees it: its name, what it means, and its values or its range."""
    meaning = f"{column.meaning}+" if column.adds_up else column.meaning
    parts = (identifier(column.name), meaning, column.unit, "missing" if column.missing else "", _values(column))
    return " ".join(part for part in parts if part)


def _values(column: ColumnProfile) -> str:
    texts = [value for value in column.values if isinstance(value, str) and value]
    if column.kind == "temporal" or column.dates is not None:
        written = f"as {literal(column.dates.format)} " if column.dates and "%" in column.dates.format else ""
        return written + (f"{column.span.first[:10]}..{column.span.last[:10]}" if column.span else "")
    if texts:
        shown = ", ".join(literal(value[:LONGEST_VALUE]) for value in texts[:MOST_VALUES])
        return f"{shown}, …" if len(texts) > MOST_VALUES else shown
    if isinstance(column.minimum, int | float) and isinstance(column.maximum, int | float):
        return f"{_number(column.minimum)}..{_number(column.maximum)}"
    return f"{column.distinct} values" if column.distinct else ""


def question_text(question: str, found: Sequence[str]) -> str:
    """The part that follows: the question, the values, numbers and dates found in it, and where to write."""
    named = f"\nfound: {', '.join(found)}" if found else ""
    return f" {' '.join(question.split())}{named}\nsql:"


def found_in(found: Candidates, profile: DatasetProfile) -> tuple[str, ...]:
    """What linking found: cells with their columns, then numbers, then dates; the likeliest first."""
    texts = [f"{identifier(one.column)} = {literal(one.value)}" for one in found.texts if one.column in profile.by_name]
    numbers = [_number(one.value) for one in found.numbers]
    dates = [one.at for one in found.moments]
    return tuple(dict.fromkeys((*texts[:MOST_FOUND], *numbers[:MOST_FOUND], *dates[:MOST_FOUND])))


def literal(value: Scalar) -> str:
    """A constant as SQL writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value)
    return "'" + str(value).replace("'", "''") + "'"


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else f"{value:.6g}"


def reply_text(kind: str, chart: str, query: Query | None) -> str:
    """A reading as the model writes it."""
    from autoviz.query.sql.plain_sql import plain_sql  # here: only training writes replies, and the parser loads slowly

    return f" {LACKING}" if query is None else f" {kind} {chart} {plain_sql(query)}"


def reading_of(reply: str) -> tuple[str, str, str]:
    """Kind, chart and SELECT of a reply; both last are empty where something is lacking."""
    kind, _, rest = reply.strip().partition(" ")
    chart, _, sql = rest.strip().partition(" ")
    return kind, chart, sql.strip()
