"""Prepared SQL: a Query's SELECT with what makes the table of which it asks, so that it can be run on the raw one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from autoviz.frames.dates import TYPED
from autoviz.frames.dates.dialects import DuckDBDialect, expression
from autoviz.model.profile import DatasetProfile
from autoviz.model.provenance import StepRecord
from autoviz.model.record import AnalysisRecord, Part
from autoviz.planning.told_tables import compared_steps, path_to
from autoviz.query.reference import TABLE
from autoviz.query.sql import to_sql
from autoviz.query.sql.sql_terms import quoted, text_literal
from autoviz.registry.catalog import Catalog
from autoviz.shaping.casting import NOISE, NUMBER
from autoviz.shaping.conditions import FALSE_WORDS, TRUE_WORDS
from autoviz.writings import Writing, writing_of
from autoviz.writings.writing import Part as NumberPart

PREPARED = "prepared"
_SOURCE = re.compile(rf"""('(?:[^']|'')*'|"(?:[^"]|"")*")|\b(FROM|JOIN) {TABLE}\b(?! *\.)( AS)?""")
"""Texts and names in quotes, which are passed over, and the places where the table is read."""

Columns = dict[str, str]
"""Column → the SQL of its cells."""


def sql_of(record: AnalysisRecord, part: Part, catalog: Catalog) -> str:
    """The SELECT of a part over the raw table t; what SQL cannot repeat of the preparation stands in a comment."""
    if not part.queries:
        return ""
    tables: list[str] = []
    comments: list[str] = []
    for step in _preparing(record, part, catalog):
        before = f"{PREPARED}_{len(tables)}" if tables else TABLE
        select = _WRITTEN[step.tool](step, record.profile, before) if step.tool in _WRITTEN else None
        if select is None:
            comments.append(f"-- {TABLE} is the table after {step.tool}: {_found(step)}")
        elif select:
            tables.append(f"{PREPARED}_{len(tables) + 1} AS (\n  {select}\n)")
    asked = to_sql(part.queries[0])
    if tables:
        asked = f"WITH {', '.join(tables)}\n{_reading(asked, f'{PREPARED}_{len(tables)}')}"
        asked = asked.replace(f"{PREPARED}_1", PREPARED) if len(tables) == 1 else asked
    return "\n".join([*comments, asked])


def _preparing(record: AnalysisRecord, part: Part, catalog: Catalog) -> list[StepRecord]:
    """The steps that made the table of which the Query asks, as they ran."""
    compared = compared_steps(part.plan, catalog)
    ran = record.ran(part)
    return [ran[step.id] for step in path_to(part.plan, compared[0]) if step.id in ran] if compared else []


def _found(step: StepRecord) -> str:
    return " ".join(note.message for note in step.notes).replace("\n", " ") or "SQL has no words for it."


def _reading(select: str, table: str) -> str:
    """The SELECT with another table read under the name t."""

    def named(found: re.Match[str]) -> str:
        text, word, alias = found.groups()
        return text or f"{word} {table}{alias or f' AS {TABLE}'}"

    return _SOURCE.sub(named, select)


def _replaced(columns: Columns, table: str) -> str:
    cells = ",\n    ".join(f"{sql} AS {quoted(name)}" for name, sql in columns.items())
    return f"SELECT * REPLACE (\n    {cells}\n  ) FROM {table}" if columns else ""


def _dates(step: StepRecord, profile: DatasetProfile, table: str) -> str:
    column, form = step.params["column"], step.params.get("format")
    if form is None or form == TYPED:
        return ""
    dtype = profile.by_name[column].dtype.lower()
    fits = not any(note.data.get("failed") for note in step.notes)
    read = _Dates(fits=fits, text=dtype.startswith("str"))
    return _replaced({column: expression(read, column, form, dtype.startswith(("int", "uint", "float")))}, table)


class _Dates(DuckDBDialect):
    """As short as the column allows; words for a missing date need no mention, because they fit no format."""

    def __init__(self, *, fits: bool, text: bool) -> None:
        self._fits, self._text = fits, text

    def text(self, column: str) -> Any:
        return f"trim({quoted(column)})" if self._text else f"trim({quoted(column)}::VARCHAR)"

    def digits(self, column: str, width: int) -> Any:
        return f"{quoted(column)}::BIGINT::VARCHAR" if self._fits and width == 4 else super().digits(column, width)

    def strptime(self, text: Any, form: str) -> Any:
        plain = self._fits and ".%f" not in form
        return f"try_strptime({text}, {text_literal(form)})" if plain else super().strptime(text, form)

    def with_ends(self, before: str, text: Any, after: str) -> Any:
        return " || ".join(text_literal(part) if part is not text else part for part in (before, text, after) if part)

    def first_of(self, expressions: Sequence[Any]) -> Any:
        return expressions[0] if len(expressions) == 1 else super().first_of(expressions)


def _cast(step: StepRecord, profile: DatasetProfile, table: str) -> str:
    writing = writing_of(step.params["writing"]) if step.params.get("writing") else None
    to = step.params["to"]
    return _replaced({name: _cells(quoted(name), to, writing) for name in step.params["columns"]}, table)


def _cells(column: str, to: str, writing: Writing | None) -> str:
    if to == "text":
        return f"{column}::VARCHAR"
    if to == "boolean":
        yes, no = (", ".join(map(text_literal, sorted(words))) for words in (TRUE_WORDS, FALSE_WORDS))
        word = f"regexp_replace(lower(trim({column}::VARCHAR)), '[.]0$', '')"
        return f"CASE WHEN {word} IN ({yes}) THEN true WHEN {word} IN ({no}) THEN false END"
    text = f"{column}::VARCHAR"
    number = _number(text, writing) if writing else _plain_number(text)
    return number if to == "number" else f"trunc({number})::BIGINT"


def _plain_number(text: str) -> str:
    digits = f"regexp_replace({text}, {text_literal(NOISE)}, '', 'g')"
    return f"CASE WHEN regexp_matches({text}, {text_literal(NUMBER)}) THEN try_cast({digits} AS DOUBLE) END"


def _number(text: str, writing: Writing) -> str:
    """The number that a cell of this writing names; a cell that is not of it has none."""
    total = " + ".join(_summand(text, part, alone=len(writing.parts) == 1) for part in writing.parts)
    below = f"CASE WHEN regexp_matches({text}, {text_literal(writing.negative)}) THEN -1 ELSE 1 END"
    return f"CASE WHEN regexp_matches({text}, {text_literal(writing.shape)}) THEN ({total}) * {below} END"


def _summand(text: str, part: NumberPart, *, alone: bool) -> str:
    digits = reduce(
        lambda cell, change: f"regexp_replace({cell}, {text_literal(change[0])}, {text_literal(change[1])}, 'g')",
        part.changes,
        text,
    )
    number = f"try_cast({digits} AS DOUBLE)"
    if not alone:
        has = f"regexp_matches({text}, {text_literal(part.has)})"
        number = f"coalesce(CASE WHEN {has} THEN {number} END, 0) * {part.factor!r}"
    if not part.factors:
        return number
    cases = " ".join(f"WHEN regexp_matches({text}, {text_literal(one)}) THEN {by!r}" for one, by in part.factors)
    return f"{number} * CASE {cases} ELSE 1 END"


def _missing(step: StepRecord, profile: DatasetProfile, table: str) -> str | None:
    columns, method = step.params.get("columns") or (), step.params["method"]
    if method == "drop":
        return _where([f"{quoted(name)} IS NOT NULL" for name in columns], table)
    if method in ("mean", "median"):
        func = "avg" if method == "mean" else "median"
        fill = {name: f"coalesce({quoted(name)}, {func}({quoted(name)}) OVER ())" for name in columns}
        return _replaced(fill, table)
    values = step.params.get("value")
    if method != "value" or not isinstance(values, Mapping):
        return None
    return _replaced({name: f"coalesce({quoted(name)}, {_literal(value)})" for name, value in values.items()}, table)


def _literal(value: Any) -> str:
    return text_literal(value) if isinstance(value, str) else str(value)


def _where(tests: Sequence[str], table: str) -> str:
    return f"SELECT * FROM {table} WHERE {' AND '.join(tests)}" if tests else ""


def _doubles(step: StepRecord, profile: DatasetProfile, table: str) -> str | None:
    return None if step.params.get("columns") else f"SELECT DISTINCT * FROM {table}"


def _outliers(step: StepRecord, profile: DatasetProfile, table: str) -> str:
    found = [note.data for note in step.notes if {"column", "low", "high"} <= set(note.data)]
    within = "({0} IS NULL OR {0} BETWEEN {1!r} AND {2!r})"
    return _where([within.format(quoted(item["column"]), item["low"], item["high"]) for item in found], table)


_WRITTEN: Mapping[str, Callable[[StepRecord, DatasetProfile, str], str | None]] = {
    "parse_datetime": _dates,
    "cast_types": _cast,
    "handle_missing": _missing,
    "drop_duplicates": _doubles,
    "drop_outliers": _outliers,
}
"""Tool → a SELECT from the table before; empty where it changes nothing, None where SQL has no words for it."""
