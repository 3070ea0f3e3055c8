"""Groups as pandas code: keys and measures of the query language as the lines that summarise a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autoviz.query.code import Writer, is_test
from autoviz.query.code.pieces import alone, called
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Expr, Named, When
from autoviz.query.output_names import fresh, name_of
from autoviz.query.rewriting import outer_parts, rewritten

METHODS = {"mean": "mean()", "median": "median()", "min": "min()", "max": "max()", "std": "std()", "var": "var()",
           "sum": "sum(min_count=1)", "count": "count()", "distinct": "nunique()"}  # fmt: skip
BY_NAME = {"mean": "mean", "median": "median", "std": "std", "var": "var", "count": "count", "distinct": "nunique",
           "first": "first", "last": "last", "min": "min", "max": "max"}  # fmt: skip
"""Functions that `agg` knows by a name and that treat missing values as SQL does."""
OF_TWO = ("correlation", "slope", "at max", "at min")
OPTIONS = "dropna=False, observed=True"
NAMES = {
    "weekday": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "month": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class _Part:
    """One aggregate, the column that it ends up in and those that it reads."""

    name: str
    aggregate: Aggregate
    inputs: tuple[str, ...]


def summary_code(keys: Sequence[Named], measures: Sequence[Named], frame: str, out: str) -> str:
    """The lines that put the measures of each group into the variable `out`."""
    names = [key.name for key in keys]
    parts, extra = _parts(measures, names)
    made = {**_key_columns(keys, frame), **_input_columns(parts, extra, frame)}
    lines, rows = ([f"rows = {frame}.assign(**{_written(made)})"], "rows") if made else ([], frame)
    if not parts and keys and not measures:
        chosen = f"{rows}[{names!r}].drop_duplicates().sort_values({alone(names)}, ignore_index=True)"
        return "\n".join([*lines, f"{out} = {chosen}"])
    lines += _gathered(parts, names, rows, out) if keys else _overall(parts, rows, out)
    return "\n".join([*lines, *_finished(measures, parts, names, out)])


def _parts(measures: Sequence[Named], keys: Sequence[str]) -> tuple[list[_Part], dict[str, Expr]]:
    """The aggregates under the names of their measures, or names of their own; and the inputs that must be made."""
    plain = {item.expr: item.name for item in measures if isinstance(item.expr, Aggregate)}
    taken = {*keys, *(item.name for item in measures)}
    parts: list[_Part] = []
    extra: dict[str, Expr] = {}
    for aggregate in dict.fromkeys(outer_parts(Aggregate, tuple(measures))):
        name = plain.get(aggregate) or fresh(name_of(aggregate), taken)
        inputs = []
        for place, value in enumerate(aggregate.args or (Constant(value=1),)):
            plainly = isinstance(value, Column) and aggregate.where is None
            column = value.name if plainly and isinstance(value, Column) else fresh(f"{name} of {place}", taken)
            if not plainly and (aggregate.args or aggregate.where is not None):
                extra[column] = value
            taken.add(column)
            inputs.append(column)
        taken.add(name)
        parts.append(_Part(name, aggregate, tuple(inputs)))
    return parts, extra


def _key_columns(keys: Sequence[Named], frame: str) -> dict[str, str]:
    """Keys that are no columns of their own name; names of days and months in the order of the calendar."""
    writer, made = Writer(frame), dict[str, str]()
    for key in keys:
        text = writer.value(key.expr).text
        if isinstance(key.expr, Call) and key.expr.op == "date name" and isinstance(key.expr.args[0], Constant):
            order = list(NAMES[str(key.expr.args[0].value)])
            text = called(writer.value(key.expr), f"astype(pd.CategoricalDtype({order!r}, ordered=True))").text
        elif is_test(key.expr):
            text = called(writer.value(key.expr), "astype('boolean')").text  # which has an order beside what is missing
        if key.expr != Column(name=key.name):
            made[key.name] = text
    return made


def _input_columns(parts: Sequence[_Part], extra: dict[str, Expr], frame: str) -> dict[str, str]:
    """What aggregates read, where that is no column as it stands; missing where their condition does not hold."""
    writer, made = Writer(frame), dict[str, str]()
    for part in parts:
        for column in part.inputs:
            if column not in extra:
                continue
            value, where = extra[column], part.aggregate.where
            if where is not None and not part.aggregate.args:
                made[column] = writer.holds(where).text
            elif where is not None:
                made[column] = writer.number(Cases(whens=(When(condition=where, value=value),))).text
            else:
                made[column] = writer.number(value).text
    return made


def _written(columns: dict[str, str]) -> str:
    return "{" + ", ".join(f"{name!r}: {text}" for name, text in columns.items()) + "}"


def _gathered(parts: Sequence[_Part], keys: Sequence[str], rows: str, out: str) -> list[str]:
    grouping = f"{rows}.groupby({alone(keys)}, {OPTIONS})"
    single = [part for part in parts if not _apart(part)]
    if len(parts) == 1 and _counts_rows(parts[0]):
        return [f"{out} = {grouping}.size().reset_index(name={parts[0].name!r})"]
    if not single or any(name in keys for part in single for name in part.inputs):
        # agg cannot read what it groups by.
        lines = [f"{out} = {grouping}.size().reset_index().iloc[:, :{len(keys)}]"]
        return [*lines, *(_beside(part, grouping, out) for part in parts)]
    named = "".join(f"\n    {part.name!r}: ({part.inputs[0]!r}, {_function(part)})," for part in single)
    lines = [f"{out} = {grouping}.agg(**{{{named}\n}}).reset_index()"]
    return [*lines, *(_beside(part, grouping, out) for part in parts if _apart(part))]


def _counts_rows(part: _Part) -> bool:
    return part.aggregate.func == "count" and not part.aggregate.args and part.aggregate.where is None


def _apart(part: _Part) -> bool:
    """Whether an aggregate reads no column, or two: `agg` takes one."""
    return part.aggregate.func in OF_TWO or _counts_rows(part)


def _beside(part: _Part, grouping: str, out: str) -> str:
    """A column of one aggregate beside the keys, whose groups come in the same order."""
    if _counts_rows(part):
        return f"{out}[{part.name!r}] = {grouping}.size().to_numpy()"
    return f"{out}[{part.name!r}] = [{_called(part, 'group')} for _, group in {grouping}]"


def _function(part: _Part) -> str:
    aggregate = part.aggregate
    if aggregate.func == "count" and not aggregate.args:
        return "'sum'"
    if aggregate.func in BY_NAME:
        return repr(BY_NAME[aggregate.func])
    over = _over(part, "values")
    helper = over.removesuffix("(values)")
    return helper if helper.isidentifier() else f"lambda values: {over}"


def _over(part: _Part, cells: str) -> str:
    """An aggregate of one column."""
    aggregate = part.aggregate
    match aggregate.func:
        case "quantile" if aggregate.discrete:
            return f"discrete_quantile({cells}, {aggregate.quantile})"
        case "quantile":
            return f"{cells}.quantile({aggregate.quantile})"
        case "mode":
            return f"most_frequent({cells})"
        case "list":
            return f"listed({cells})"
        case "first" | "last":
            place = 0 if aggregate.func == "first" else -1
            return f"({cells}.dropna().iloc[{place}] if {cells}.notna().any() else None)"
        case "min" | "max":
            return f"({cells}.dropna().{aggregate.func}() if {cells}.notna().any() else None)"
    return f"{cells}.{METHODS[aggregate.func]}"


def _called(part: _Part, rows: str) -> str:
    """An aggregate of the rows of one group, or of all."""
    aggregate = part.aggregate
    if aggregate.func in OF_TWO:
        cells = f"{rows}[{list(part.inputs)!r}]"
        if aggregate.func in ("at max", "at min"):
            return f"at_extreme({cells}, largest={aggregate.func == 'at max'})"
        return f"{aggregate.func}({cells})"
    if aggregate.func == "count" and not aggregate.args:
        return f"len({rows})" if aggregate.where is None else f"{rows}[{part.inputs[0]!r}].sum()"
    return _over(part, f"{rows}[{part.inputs[0]!r}]")


def _overall(parts: Sequence[_Part], rows: str, out: str) -> list[str]:
    values = ", ".join(f"{part.name!r}: [{_called(part, rows)}]" for part in parts)
    return [f"{out} = pd.DataFrame({{{values}}}{', index=[0]' if not parts else ''})"]


def _finished(measures: Sequence[Named], parts: Sequence[_Part], keys: Sequence[str], out: str) -> list[str]:
    """Measures that are computed from aggregates, and the columns in their order."""
    stand_ins = {part.aggregate: Column(name=part.name) for part in parts}
    writer, lines = Writer(out), list[str]()
    for item in measures:
        value = rewritten(item.expr, lambda part: stand_ins.get(part) if isinstance(part, Aggregate) else None)
        if value != Column(name=item.name):
            lines.append(f"{out}[{item.name!r}] = {writer.value(value).text}")
    wanted = [*keys, *(item.name for item in measures)]
    made = [*keys, *(part.name for part in sorted(parts, key=_apart))]
    return [*lines, f"{out} = {out}[{wanted!r}]"] if lines or made != wanted else lines
