"""Computing: new columns and kept rows of a table, worked out where its rows live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import narwhals.stable.v2 as nw
import pandas as pd

from autoviz.columns import Schema, free_name
from autoviz.frames import Frame
from autoviz.frames.dates.dialects import with_date
from autoviz.frames.dates.series import parse_text
from autoviz.frames.dates.shapes import SEPARATOR
from autoviz.frames.plain import having
from autoviz.query.language import (
    Aggregate,
    Call,
    Column,
    Constant,
    Member,
    Operation,
    Overall,
    Window,
    columns_of,
)
from autoviz.query.rewriting import has, rewritten
from autoviz.shaping.arrow import arrow_columns, pandas_column
from autoviz.shaping.changes import collected
from autoviz.shaping.conversion import ISO_FORMS, iso_text
from autoviz.shaping.cutting import is_cut, spans, with_letters
from autoviz.shaping.expressions import condition, expression, typed
from autoviz.shaping.neighbours import with_windows
from autoviz.table import Table

Values = TypeVar("Values")
_UNITS = {"month": "mo", "year": "y"}


def computed(table: Table, values: Mapping[str, Any], tool: str) -> Frame:
    """The table's frame with these columns added or replaced, all of them worked out from the table before."""
    table.need(*columns_of(tuple(values.values())))
    ready, plain = with_readings(table, tuple(values.values()), tool)
    made = dict(zip(values, plain, strict=True))
    if isinstance(table.frame, nw.LazyFrame) and not has(Window, plain) and not _clash(table, values):
        frame = ready.frame.with_columns(**{name: _own(value, ready.schema) for name, value in made.items()})
    else:
        rows = collected(ready, tool) if isinstance(ready.frame, nw.LazyFrame) else ready.pandas()
        frame = nw.from_native(having(rows, columns(rows, made)))
    return frame if ready is table else frame.drop(*set(ready.columns) - {*table.columns, *values})


def _clash(table: Table, values: Mapping[str, Any]) -> bool:
    """Whether new names differ from others in their casing alone, which DuckDB takes for the same."""
    folded = {name.casefold(): name for name in table.columns}
    return any(folded.get(name.casefold(), name) != name for name in values)


def columns(rows: pd.DataFrame, values: Mapping[str, Any]) -> dict[str, pd.Series[Any]]:
    """Values worked out for each row of a pandas frame."""
    ready, plain = with_windows(rows, values, columns)
    frame = arrow_columns(ready, columns_of(tuple(value for value in plain.values() if not isinstance(value, Column))))
    made: dict[str, pd.Series[Any]] = {}
    for name, value in plain.items():
        if isinstance(value, Column):
            made[name] = ready[value.name]
        else:
            made[name] = pandas_column(_one(frame, expression(value, frame.schema)), ready.index)
    return made


def kept(table: Table, test: Any, tool: str) -> Frame:
    """The rows for which a condition holds; where it is missing it does not."""
    table.need(*columns_of(test))
    ready, (plain,) = with_readings(table, (test,), tool)
    if isinstance(ready.frame, nw.LazyFrame):
        return ready.frame.filter(condition(plain, ready.schema)).select(*table.columns)
    frame = arrow_columns(ready.pandas(), columns_of(plain))
    holds = _one(frame, condition(plain, frame.schema)).to_numpy().astype(bool)
    return nw.from_native(table.pandas()[holds])


def schema_of(table: Table, names: Sequence[str]) -> Schema:
    """The types of these columns as expressions see them."""
    return table.schema if isinstance(table.frame, nw.LazyFrame) else arrow_columns(table.pandas(), names).schema


def with_readings(table: Table, values: Values, tool: str) -> tuple[Table, Values]:
    """The table with a column for each text that is read as a date or time or cut by numbers of its own row, and for
    each date that an engine moves by months itself, and the values reading those."""
    made: dict[Call, str] = {}

    def read(part: Any) -> Any:
        if not isinstance(part, Call) or not any(test(part, table) for test in (_is_read, _is_cut, _is_moved)):
            return None
        held = Column(name=made.setdefault(part, free_name(f"read {len(made)}", table.columns)))
        return held if is_cut(part) else Call(op=_taken_as(part, table), args=(held,))

    plain: Values = rewritten(values, read)
    for call, name in made.items():
        if is_cut(call):
            frame = _cut(table, name, call, tool)
        elif call.op == "later":
            frame = _moved(table, name, call, tool)
        else:
            frame = _read(computed(table, {name: _text(call)}, tool), name, call)
        table = Table(frame, table.lineage)
    return table, plain


def _cut(table: Table, name: str, call: Call, tool: str) -> Frame:
    """The table's frame with a column of the text that a call cuts out, each number worked out once before."""
    names = [name, *(f"{name} by {place}" for place in range(1, len(call.args)))]
    ready = Table(computed(table, dict(zip(names, call.args, strict=True)), tool), table.lineage)
    ends = (f"{name} before", f"{name} taken")
    spanned = spans(call.replaced(args=tuple(Column(name=item) for item in names)))
    frame = with_letters(computed(ready, dict(zip((name, *ends), spanned, strict=True)), tool), name, *ends)
    return frame.drop(*names[1:], *ends)


def _moved(table: Table, name: str, call: Call, tool: str) -> Frame:
    """The table's frame with a column of dates so many months or years later."""
    date, count, unit = _parts_of_move(call)
    ready = computed(table, {name: date}, tool)
    return ready.with_columns(nw.col(name).dt.offset_by(f"{count}{_UNITS[unit]}").alias(name))


def _parts_of_move(call: Call) -> tuple[Any, int | None, str]:
    """The date that is moved, by how many units where that is stated, and the unit."""
    unit, *others = call.args
    counts = [arg for arg in others if isinstance(arg, Constant) and type(arg.value) is int]
    if len(counts) != 1 or not isinstance(unit, Constant):
        return None, None, ""
    return next(arg for arg in others if arg is not counts[0]), int(str(counts[0].value)), str(unit.value)


def _is_moved(call: Call, table: Table) -> bool:
    """Whether a lazy engine can move dates of single rows by a stated number of months or years.

    Worked out from whole numbers, as for frames in memory, DuckDB takes minutes: every part holds the date many times.
    """
    if call.op != "later" or not isinstance(table.frame, nw.LazyFrame) or not _of_single_rows(call, table):
        return False
    return _parts_of_move(call)[2] in _UNITS


def _taken_as(call: Call, table: Table) -> Operation:
    """As what a column that was read is taken: days that were moved as days again."""
    if call.op != "later":
        return call.op
    return "as date" if typed(call, schema_of(table, columns_of(call))).kind == "date" else "as time"


def _text(call: Call) -> Call:
    return Call(op="as text", args=call.args[:1])


def _is_read(call: Call, table: Table) -> bool:
    """Whether a date is read from text of single rows: by a format, or as SQL writes it."""
    if call.op not in ("as date", "as time"):
        return False
    if len(call.args) > 1:
        return True
    if not _of_single_rows(call, table):
        return False
    written = typed(call.args[0], schema_of(table, columns_of(call)))
    return written.kind == "text" and not written.is_constant


def _is_cut(call: Call, table: Table) -> bool:
    """Whether a text of single rows is cut by numbers that are not stated."""
    return is_cut(call) and _of_single_rows(call, table)


def _of_single_rows(call: Call, table: Table) -> bool:
    beyond = any(has(kind, call) for kind in (Aggregate, Window, Overall, Member))
    return not beyond and set(columns_of(call)) <= set(table.columns)


def _read(frame: Frame, column: str, call: Call) -> Frame:
    """The frame with a column of text read as the call says, by what each engine reads dates with."""
    form = call.args[1] if len(call.args) > 1 else Constant(value=SEPARATOR.join(ISO_FORMS))
    spec = str(form.value) if isinstance(form, Constant) else ""
    iso = nw.col(column) if len(call.args) > 1 else iso_text(nw.col(column))
    if isinstance(frame, nw.LazyFrame):
        return with_date(frame.with_columns(iso.alias(column)), column, spec, numeric=False)
    rows: pd.DataFrame = frame.to_native()
    text = pandas_column(_one(arrow_columns(rows, [column]), iso), rows.index)
    read = parse_text(text.reset_index(drop=True), spec).set_axis(rows.index)
    return nw.from_native(having(rows, {column: read}))


def _own(value: Any, schema: Schema) -> nw.Expr:
    """What is itself a column keeps its own type."""
    return nw.col(value.name) if isinstance(value, Column) else expression(value, schema)


def _one(frame: nw.DataFrame[Any], value: nw.Expr) -> nw.Series[Any]:
    # Beside the other columns, so that a constant fills all rows.
    return frame.with_columns(value.alias("worked out"))["worked out"]
