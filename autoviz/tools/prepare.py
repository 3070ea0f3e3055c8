"""The family prepare: rows and columns made ready, every change to them counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

import narwhals.stable.v2 as nw

from autoviz.columns import is_number, missing_marked, need_numbers
from autoviz.errors import ParameterError
from autoviz.frames import Frame
from autoviz.frames.dates import TYPED, parse_column
from autoviz.listing import listed
from autoviz.measures.anomalies import THRESHOLDS, rule_in_words, usual_range
from autoviz.model.naming import columns_in
from autoviz.model.provenance import Note
from autoviz.model.query_filters import filters_of
from autoviz.model.requirements import Filter, Filters
from autoviz.query.language import Expr, Named, columns_of
from autoviz.shaping import bins as binning
from autoviz.shaping.attaching import attached, marked
from autoviz.shaping.casting import cast_column
from autoviz.shaping.choosing import chosen_by
from autoviz.shaping.computing import computed, kept
from autoviz.shaping.conditions import fitted
from autoviz.shaping.deriving import WEEKDAYS, check_derivation, derived
from autoviz.shaping.doubles import Keep, without_doubles
from autoviz.shaping.filling import fill_values, filled, filled_with_previous, missing_counts
from autoviz.shaping.matching import matching
from autoviz.shaping.origins import computed_origins, settled
from autoviz.shaping.sampling import sampled
from autoviz.shaping.stacking import labels_of, unpivoted
from autoviz.table import Lineage, Outcome, Table, row_count
from autoviz.writings import Writing, writing_of
from autoviz.writings.writing import APPROXIMATE


def parse_datetime(df: Table, *, column: str, format: str | None, order: str | None) -> Outcome:
    """Read a column as dates by the format that its values speak for."""
    df.need(column)
    given = None if format == TYPED else format
    frame, evidence = parse_column(df.frame, column, given, cast(Literal["day first", "month first"] | None, order))
    failed = f" Not read, now missing: {', '.join(map(repr, evidence.failed))}." if evidence.failed else ""
    message = f"{column!r} was read as dates by {evidence.format!r}: {evidence.reason}.{failed}"
    note = Note(kind="dates", message=message, data={"column": column, **evidence.model_dump(mode="json")})
    return Outcome(df.having(frame), notes=(note,), resolved={"format": evidence.format})


def cast_types(df: Table, *, columns: tuple[str, ...], to: str, writing: str | None) -> Outcome:
    """Bring columns to another type; what does not fit becomes missing."""
    df.need(*columns)
    before = missing_counts(missing_marked(df.frame), columns)
    read_by = writing_of(writing) if writing else None
    frame = df.frame
    for column in columns:
        frame = cast_column(frame, column, to, read_by)
    lost = {name: count - before.get(name, 0) for name, count in missing_counts(frame, columns).items()}
    lost = {name: count for name, count in lost.items() if count > 0}
    told = f"no {to}" if read_by is None else f"not written like {read_by.spec}"
    notes = [_read_note(df, columns, read_by)] if read_by and to in ("number", "integer") else []
    if lost:
        each = listed([f"{count:,} of {name!r}{_examples(df, frame, name)}" for name, count in lost.items()])
        notes.append(Note(kind="coerced", message=f"Values that are {told} became missing: {each}.", data=lost))
    table = df.having(frame)
    if read_by and read_by.unit:
        table = table.described({name: replace(df.of(name), unit=read_by.unit) for name in columns})
    return Outcome(table, notes=tuple(notes))


def _read_note(df: Table, columns: tuple[str, ...], writing: Writing) -> Note:
    listed = " and ".join(map(repr, columns))
    inexact = " Cells such as ~5, <10 or 1,000+ count with the number that they name."
    told = inexact if not writing.is_clock and any(_may_be_inexact(df, name) for name in columns) else ""
    message = f"The text of {listed} was read as numbers written like {writing.spec}.{told}"
    return Note(kind="info", message=message, data={"columns": list(columns), "writing": writing.spec})


def _may_be_inexact(df: Table, name: str) -> bool:
    """Whether cells say about how much, or that it is more or less; of rows that are not at hand it may be so."""
    if not isinstance(df.frame, nw.DataFrame):
        return True
    cells = df.frame[name].cast(nw.String).str
    return bool(cells.contains(f"^\\s*{APPROXIMATE}|\\d\\+").fill_null(False).any())


def _examples(df: Table, cast: Frame, name: str) -> str:
    """Some of the cells that became missing, where the rows are at hand."""
    if not isinstance(cast, nw.DataFrame):
        return ""
    cells = df.frame.to_native()[name][cast.to_native()[name].isna().to_numpy()].dropna()
    return f" ({', '.join(map(repr, cells.astype(str).unique()[:3]))})"


def handle_missing(
    df: Table, *, columns: tuple[str, ...], method: str, value: str | None, order_by: str | None
) -> Outcome:
    """Drop rows with missing values, or fill them in."""
    df.need(order_by, *columns)
    table = df.having(missing_marked(df.frame))
    missing = missing_counts(table.frame, columns or _fillable(df, method))
    lacking = tuple(missing)
    if not lacking:
        note = Note(kind="nulls", message="No values are missing there.")
        return Outcome(df, notes=(note,), resolved={"columns": columns, "value": {}})
    if method == "drop":
        return _without_missing(table, lacking)
    resolved: dict[str, Any] = {"columns": lacking}
    if method == "previous":
        frame, how = filled_with_previous(table.frame, lacking, order_by), "the value before it"
    else:
        values = fill_values(table, lacking, method, value)
        frame, how = filled(table.frame, values), listed([f"{cell} ({name})" for name, cell in values.items()])
        resolved |= {"value": values} if method == "value" else {}
    left = missing_counts(frame, lacking)
    done = listed([f"{count - left.get(name, 0):,} of {name!r}" for name, count in missing.items()])
    rest = f" Still missing: {listed([f'{count:,} of {name!r}' for name, count in left.items()])}." if left else ""
    note = Note(kind="nulls", message=f"Missing values were filled: {done}, with {how}.{rest}", data=missing)
    return Outcome(table.having(frame), notes=(note,), resolved=resolved)


def filter_rows(df: Table, *, filters: Filters, match_case: bool) -> Outcome:
    """Keep the rows that meet all conditions."""
    if not filters:
        return Outcome(df)
    conditions = fitted(df, filters)
    frame = df.frame.filter(matching(df, conditions, match_case))
    kept = tuple(dict.fromkeys(
        item.column for item in conditions if isinstance(item, Filter) and item.op in ("!=", "not in", "not contains")
    ))  # fmt: skip
    missing = missing_counts(frame, kept) if isinstance(frame, nw.DataFrame) else {}
    notes = tuple(
        Note(
            kind="nulls",
            message=f"Rows kept because a missing {name!r} is not what is excluded: {count:,}.",
            data={"keys": [name], "rows": count},
        )
        for name, count in missing.items()
    )
    chosen = chosen_by(df.having(frame), df, columns_in(conditions), conditions)
    return Outcome(chosen, notes=notes, resolved={"filters": conditions})


def drop_duplicates(df: Table, *, columns: tuple[str, ...], keep: str, order_by: str | None) -> Outcome:
    """Keep one row of those that agree in the columns."""
    df.need(order_by, *columns)
    rows = df.counted
    table = df.having(without_doubles(df.frame, columns, cast(Keep, keep), order_by))
    dropped = rows - table.counted
    note = Note(kind="dropped", message=f"Doubled rows dropped: {dropped:,}.", data={"rows": dropped})
    return Outcome(table, notes=(note,))


def drop_outliers(df: Table, *, columns: tuple[str, ...], method: str, threshold: float | None) -> Outcome:
    """Leave out the rows whose values lie far from the usual ones; rows without a value stay."""
    need_numbers(df, columns, "Outliers")
    limit = THRESHOLDS[method] if threshold is None else threshold
    frame, notes, before = missing_marked(df.frame), list[Note](), row_count(df)
    for column in columns:
        usual, more = usual_range(df, column, method, limit)
        notes += more
        if usual is None:
            message = f"No value of {column!r} can be called an outlier: too few values, or they hardly differ."
            notes.append(Note(kind="info", message=message, data={"column": column}))
            continue
        value = nw.col(column)
        frame = frame.filter(value.is_null() | ((value >= usual[0]) & (value <= usual[1])))
        told = {"column": column, "low": usual[0], "high": usual[1], "method": method, "threshold": limit}
        bounds = f"below {usual[0]:,.6g} or above {usual[1]:,.6g}"
        message = f"Values of {column!r} {bounds} are outliers: {rule_in_words(method, limit)}."
        notes.append(Note(kind="info", message=message, data=told))
    kept = df.having(frame)
    after = row_count(kept)
    if before is not None and after is not None:
        data = {"outliers": before - after, "rows": before}
        message = f"{before - after:,} of {before:,} rows left out as outliers."
        notes.append(Note(kind="dropped", message=message, data=data))
    return Outcome(kept, notes=tuple(notes), resolved={"threshold": limit})


def sample_rows(df: Table, *, n: int | None, fraction: float | None, seed: int) -> Outcome:
    """Keep a random part of the rows, the same every time."""
    if (n is None) == (fraction is None):
        raise ParameterError("A sample needs either a number of rows or a fraction", "Give n or fraction, not both.")
    rows = df.counted
    count = n if n is not None else round(rows * cast(float, fraction))
    note = Note(
        kind="sampled", message=f"{min(count, rows):,} of {rows:,} rows, chosen at random with the seed {seed}.",
        data={"rows": rows, "kept": min(count, rows), "seed": seed},
    )  # fmt: skip
    return Outcome(df.having(sampled(df.frame, count, seed)), notes=(note,), resolved={"n": min(count, rows)})


def bin_numeric(
    df: Table, *, column: str, bins: int, edges: str | None, labels: str | None, name: str | None
) -> Outcome:
    """Cut a column of numbers into intervals."""
    need_numbers(df, (column,), "Bins")
    frame = missing_marked(df.frame)
    cuts = binning.stated_edges(edges) if edges else binning.equal_edges(frame, column, bins)
    names = binning.stated_labels(labels, cuts) if labels else binning.labels_for(cuts)
    new = name or f"{column}_bin"
    if new in df.columns:
        raise ParameterError(f"There is a column {new!r} already", "Give the bins another name.")
    table = df.having(binning.binned(frame, column, new, cuts, names))
    before = df.of(column)
    lineage = Lineage(before.source, unit=before.unit, made_by="bins", order=names)
    outside = missing_counts(table.frame, (new,)).get(new, 0) - missing_counts(frame, (column,)).get(column, 0)
    notes = (Note(kind="coerced", message=f"Values that lie in no bin: {outside:,}."),) if outside else ()
    resolved = {"edges": ", ".join(map(repr, cuts)), "labels": binning.BETWEEN_LABELS.join(names), "name": new}
    return Outcome(table.described({new: lineage}), notes=notes, resolved=resolved)


def derive_column(df: Table, *, name: str, op: str, columns: tuple[str, ...]) -> Outcome:
    """Add a column computed from others."""
    check_derivation(df, name, op, columns)
    frame = df.frame.with_columns(derived(df.frame, op, columns).alias(name))
    order = WEEKDAYS if op == "weekday" else ()
    lineage = Lineage(name, made_by=f"{op} of {' and '.join(columns)}", order=order)
    return Outcome(df.having(frame).described({name: lineage}), notes=_zeros(df, op, columns))


def filter_by(df: Table, *, condition: Expr) -> Outcome:
    """Keep the rows for which a worked-out condition holds."""
    table = chosen_by(df.having(kept(df, condition, "filter_by")), df, columns_of(condition), filters_of(condition))
    before, after = row_count(df), row_count(table)
    if before is None or after is None:
        return Outcome(table)
    note = Note(kind="info", message=f"Rows kept: {after:,} of {before:,}.", data={"rows": before, "kept": after})
    return Outcome(table, notes=(note,))


def compute_columns(df: Table, *, columns: tuple[Named, ...]) -> Outcome:
    """Add or replace columns, all of them worked out from the table before."""
    values, notes = settled(df, columns)
    made = {item.name: item.expr for item in values}
    table = df.having(computed(df, made, "compute_columns"))
    return Outcome(table.described(computed_origins(df, values)), notes=notes, resolved={"columns": values})


def unpivot_columns(df: Table, *, columns: tuple[str, ...], labels: str | None, name: str, value: str) -> Outcome:
    """Several columns as one series: their labels in one column, their values in another."""
    df.need(*columns)
    chosen = tuple(dict.fromkeys(columns))
    return Outcome(df.having(unpivoted(df, chosen, labels_of(chosen, labels), name, value)))


def mark_members(left: Table, right: Table, *, expression: Expr, name: str) -> Outcome:
    """Add whether a value is among those of the second table; where it is missing, so is the answer."""
    return Outcome(left.having(marked(left, right, expression, name)))


def attach_value(left: Table, right: Table, *, name: str) -> Outcome:
    """Put the single value of the second table beside every row of the first."""
    value = attached(left, right, name)
    story = right.lineage.get(right.columns[0]) if right.columns else None
    return Outcome(left.having(value).described({name: story} if story else {}))


def _fillable(df: Table, method: str) -> list[str]:
    """All columns, or all columns of numbers where the filling is arithmetic."""
    return [name for name, dtype in df.schema.items() if method not in ("mean", "median") or is_number(dtype)]


def _without_missing(table: Table, columns: tuple[str, ...]) -> Outcome:
    kept = table.having(table.frame.drop_nulls(list(columns)))
    dropped = table.counted - kept.counted
    message = f"Rows dropped for missing values in {', '.join(map(repr, columns))}: {dropped:,}."
    note = Note(kind="dropped", message=message, data={"rows": dropped})
    return Outcome(kept, notes=(note,), resolved={"columns": columns})


def _zeros(df: Table, op: str, columns: tuple[str, ...]) -> tuple[Note, ...]:
    if op != "ratio":
        return ()
    below = columns[1]
    count = df.having(df.frame.filter(nw.col(below) == 0)).counted
    if not count:
        return ()
    message = f"Rows without a ratio, because {below!r} is 0 there: {count:,}."
    return (Note(kind="coerced", message=message, data={"rows": count}),)
