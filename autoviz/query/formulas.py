"""Formulas: values of the query language as Tableau calculations, as far as Tableau means the same by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from autoviz.errors import QueryError, did_you_mean
from autoviz.query.language import Aggregate, Call, Cases, Column, Constant, Moment

DataType = Literal["INTEGER", "REAL", "STRING", "DATETIME", "BOOLEAN", "DATE", "SPATIAL", "UNKNOWN"]


class UnsaidError(QueryError):
    """VizQL has no words for a part of a Query that mean the same as here."""


@dataclass(frozen=True)
class DataField:
    """A field of a published data source, as its metadata tell of it."""

    caption: str
    data_type: DataType
    measure: bool = False
    """Whether its role is that of a measure, which is summarised unless a query says otherwise."""
    column_class: str = "COLUMN"
    default: str = ""
    """The aggregation that its owner chose."""
    formula: str = ""
    description: str = ""
    distinct: int | None = None
    """How many different values there are, where that is known."""
    complete: bool = False
    """Whether it is known that no row lacks it."""
    texts: tuple[str, ...] = ()
    """All its different texts, where they were fetched."""

    @property
    def aggregated(self) -> bool:
        """Whether its formula summarises rows already, so that nothing can be summarised anew."""
        return self.default == "AGG"


Fields = Mapping[str, DataField]

NUMBERS = ("INTEGER", "REAL")
DATES = ("DATE", "DATETIME")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_PARTS = {"week": "iso-week", "weekday": "iso-weekday", "day of year": "dayofyear"}
"""Parts of a date that Tableau calls otherwise; weeks begin on Monday here, whatever the data source says."""
_MONDAY = ", 'monday'"


def field_of(name: str, fields: Fields) -> DataField:
    """The field that a column stands for, in any casing."""
    found = fields.get(name)
    if found is None:
        folded = {key.casefold(): value for key, value in fields.items()}
        found = folded.get(name.casefold())
    if found is None:
        raise QueryError(f"The data source has no field {name!r}", did_you_mean(name, list(fields), "fields"))
    return found


def type_of(expr: Any, fields: Fields) -> str:
    """The type of a value as Tableau sees it; UNKNOWN where it is not clear."""
    match expr:
        case Column():
            return field_of(expr.name, fields).data_type
        case Moment():
            return "DATETIME" if len(expr.at) > 10 else "DATE"
        case Constant():
            return _constant_type(expr.value)
        case Cases():
            kinds = {type_of(when.value, fields) for when in expr.whens}
            kinds |= {type_of(expr.otherwise, fields)} if expr.otherwise is not None else set()
            return _common(kinds)
        case Call():
            return _call_type(expr, fields)
        case Aggregate():
            return _aggregate_type(expr, fields)
    return "UNKNOWN"


def _constant_type(value: Any) -> str:
    if value is None:
        return "NULL"
    kinds: dict[type, str] = {bool: "BOOLEAN", int: "INTEGER", float: "REAL", str: "STRING"}
    return kinds[type(value)]


def _common(kinds: set[str]) -> str:
    found = kinds - {"NULL"}
    if found == set(NUMBERS):
        return "REAL"
    return found.pop() if len(found) == 1 else "UNKNOWN"


def _call_type(call: Call, fields: Fields) -> str:
    if call.op in _TESTS:
        return "BOOLEAN"
    if call.op in ("lower", "upper", "trim", "left", "right", "substring", "split", "replace", "concat", "date name"):
        return "STRING"
    if call.op in ("length", "date part", "time between", "floor", "ceil", "as integer"):
        return "INTEGER"
    if call.op == "period":
        kind = type_of(call.args[1], fields)
        return "DATETIME" if call.args[0] == Constant(value="hour") else kind
    if call.op == "later":
        return type_of(call.args[1], fields) if _word(call) in ("day", "week", "month", "year") else "DATETIME"
    if call.op in ("as date", "as time"):
        return "DATE" if call.op == "as date" else "DATETIME"
    if call.op in ("/", "**", "sqrt", "ln", "log10", "exp", "as number"):
        return "REAL"
    if call.op == "round":
        return "REAL"
    if call.op == "as text":
        return "STRING"
    return _common({type_of(arg, fields) for arg in call.args})


def _aggregate_type(aggregate: Aggregate, fields: Fields) -> str:
    if aggregate.func in ("count", "distinct"):
        return "INTEGER"
    if aggregate.func in ("min", "max", "first", "last", "mode"):
        return type_of(aggregate.args[0], fields)
    if aggregate.func == "sum" and type_of(aggregate.args[0], fields) in ("INTEGER", "BOOLEAN"):
        return "INTEGER"
    return "REAL"


_TESTS = ("=", "!=", "<", "<=", ">", ">=", "in", "is null", "and", "or", "not", "contains", "starts with",
          "ends with", "matches")  # fmt: skip


def formula(expr: Any, fields: Fields) -> str:
    """The value as a Tableau calculation over single rows; an UnsaidError names what there are no words for."""
    match expr:
        case Column():
            return _reference(field_of(expr.name, fields))
        case Constant():
            return literal(expr.value)
        case Moment():
            return f"#{expr.at.replace('T', ' ')}#"
        case Cases():
            return _cases(expr, fields)
        case Call():
            return _call(expr, fields)
    raise UnsaidError(f"VizQL cannot say {type(expr).__name__.lower()} of single rows")


def sayable(expr: Any, fields: Fields) -> bool:
    """Whether VizQL has words for a value of single rows."""
    try:
        formula(expr, fields)
    except UnsaidError:
        return False
    return True


def _reference(field: DataField) -> str:
    if field.column_class in ("GROUP", "BIN", "TABLE_CALCULATION"):
        raise UnsaidError(f"Tableau cannot compute with {field.caption!r}, which is a {field.column_class.lower()}")
    if field.aggregated:
        raise UnsaidError(f"{field.caption!r} is summarised by its own formula and has no value in a single row")
    return f"[{field.caption.replace(']', ']]')}]"


def literal(value: Any) -> str:
    """A constant as calculations write it."""
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        doubled = value.replace("'", "''")
        return f"'{doubled}'"
    return repr(value)


def _cases(cases: Cases, fields: Fields) -> str:
    if type_of(cases, fields) == "UNKNOWN":
        raise UnsaidError("VizQL cannot say cases of different types")
    word, parts = "IF", []
    for when in cases.whens:
        parts.append(f"{word} {formula(when.condition, fields)} THEN {formula(when.value, fields)}")
        word = "ELSEIF"
    last = f" ELSE {formula(cases.otherwise, fields)}" if cases.otherwise is not None else ""
    return f"{' '.join(parts)}{last} END"


def _call(call: Call, fields: Fields) -> str:
    kinds = tuple(type_of(arg, fields) for arg in call.args)
    if call.op in _NEEDS and not all(kind in (*_NEEDS[call.op], "NULL") for kind in kinds):
        raise UnsaidError(f"VizQL cannot say {call.op!r} of {', '.join(kind.lower() for kind in kinds)}")
    if call.op in _COMPARING and len({_CLASSES.get(kind, kind) for kind in kinds if kind != "NULL"}) > 1:
        raise UnsaidError(f"VizQL cannot compare {' with '.join(kind.lower() for kind in kinds)}")
    if call.op in _DATED:
        return _DATED[call.op](call, kinds, fields)
    if call.op in _CASTS:
        return _cast(call, kinds[0], fields)
    return written(call.op, [formula(arg, fields) for arg in call.args])


def written(op: str, parts: list[str]) -> str:
    """An operation on values that are written already."""
    write = _WRITTEN.get(op)
    if write is None:
        raise UnsaidError(f"VizQL has no {op!r} that means the same")
    return write(parts)


Write = Callable[[list[str]], str]


def _between(sign: str) -> Write:
    return lambda parts: "(" + f" {sign} ".join(parts) + ")"


def _function(name: str) -> Write:
    return lambda parts: f"{name}({', '.join(parts)})"


def _first_filled(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"IFNULL({parts[0]}, {_first_filled(parts[1:])})"


def _extreme(parts: list[str], sign: str) -> str:
    """The least or the largest of those that are there; MIN and MAX of Tableau give nothing where one is missing."""
    first, *others = parts
    if not others:
        return first
    rest = _extreme(others, sign)
    return f"(IF ISNULL({rest}) THEN {first} ELSEIF {first} {sign} {rest} THEN {first} ELSE {rest} END)"


_WRITTEN: dict[str, Write] = {
    **{op: _between(op) for op in ("+", "-", "*", "/", "%", "=", "<", "<=", ">", ">=")},
    "!=": _between("<>"), "and": _between("AND"), "or": _between("OR"), "concat": _between("+"),
    "negative": lambda parts: f"(-{parts[0]})", "not": lambda parts: f"(NOT {parts[0]})",
    "in": lambda parts: f"({parts[0]} IN ({', '.join(parts[1:])}))",
    "is null": _function("ISNULL"), "coalesce": _first_filled,
    "nullif": lambda parts: f"(IF {parts[0]} = {parts[1]} THEN NULL ELSE {parts[0]} END)",
    "**": _function("POWER"), "abs": _function("ABS"), "round": _function("ROUND"), "floor": _function("FLOOR"),
    "ceil": _function("CEILING"), "sqrt": _function("SQRT"), "ln": _function("LN"), "log10": _function("LOG"),
    "exp": _function("EXP"),
    "contains": _function("CONTAINS"), "starts with": _function("STARTSWITH"), "ends with": _function("ENDSWITH"),
    "lower": _function("LOWER"), "upper": _function("UPPER"), "trim": _function("TRIM"), "length": _function("LEN"),
    "left": _function("LEFT"), "right": _function("RIGHT"), "substring": _function("MID"),
    "replace": _function("REPLACE"), "least": lambda parts: _extreme(parts, "<="),
    "greatest": lambda parts: _extreme(parts, ">="),
}  # fmt: skip
"""What reads the same in both languages. Left out is what differs in how it cuts (//) or in its patterns (matches)."""
_NEEDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("+", "-", "*", "/", "**", "negative", "abs", "round", "floor", "ceil"), NUMBERS),
    **dict.fromkeys(("sqrt", "ln", "log10", "exp"), NUMBERS),
    "%": ("INTEGER",),
    **dict.fromkeys(("contains", "starts with", "ends with", "lower", "upper", "trim", "concat", "replace"),
                    ("STRING",)),
    "length": ("STRING",),
    "and": ("BOOLEAN",), "or": ("BOOLEAN",), "not": ("BOOLEAN",),
}  # fmt: skip
_COMPARING = ("=", "!=", "<", "<=", ">", ">=", "in", "coalesce", "nullif", "least", "greatest")
_CLASSES = {"INTEGER": "number", "REAL": "number", "DATE": "date", "DATETIME": "date"}
_CASTS = ("as number", "as integer", "as text", "as date", "as time")


def _cast(call: Call, kind: str, fields: Fields) -> str:
    """Only what changes nothing but the type: texts are read and numbers rounded by other rules there."""
    value = formula(call.args[0], fields)
    if call.op == "as text" and len(call.args) == 1 and kind in ("STRING", "INTEGER"):
        return value if kind == "STRING" else f"STR({value})"
    if call.op == "as number" and kind in NUMBERS:
        return f"FLOAT({value})"
    if call.op == "as integer" and kind in ("INTEGER", "BOOLEAN"):
        return f"INT({value})"
    if call.op == "as date" and kind in DATES and len(call.args) == 1:
        return f"DATE({value})"
    if call.op == "as time" and kind in DATES and len(call.args) == 1:
        return f"DATETIME({value})"
    raise UnsaidError(f"VizQL cannot turn {kind.lower()} into {call.op.removeprefix('as ')} by the same rules")


def _word(call: Call) -> str:
    first = call.args[0]
    return str(first.value) if isinstance(first, Constant) else ""


def _need_date(kind: str, op: str) -> None:
    if kind not in DATES:
        raise UnsaidError(f"VizQL cannot take {kind.lower()} for a date in {op!r}")


def _period(call: Call, kinds: tuple[str, ...], fields: Fields) -> str:
    _need_date(kinds[1], call.op)
    word, date = _word(call), formula(call.args[1], fields)
    if word == "decade":
        return f"DATETRUNC('year', DATEADD('year', -(YEAR({date}) % 10), {date}))"
    if word == "auto":
        raise UnsaidError("how long its periods are is not settled yet")
    return f"DATETRUNC('{word}', {date}{_MONDAY if word == 'week' else ''})"


def _date_part(call: Call, kinds: tuple[str, ...], fields: Fields) -> str:
    _need_date(kinds[1], call.op)
    word = _word(call)
    return f"DATEPART('{_PARTS.get(word, word)}', {formula(call.args[1], fields)})"


def _date_name(call: Call, kinds: tuple[str, ...], fields: Fields) -> str:
    """Spelled out, because DATENAME speaks the language of the data source."""
    number = _date_part(call, kinds, fields)
    names = _WEEKDAYS if _word(call) == "weekday" else _MONTHS
    whens = " ".join(f"WHEN {place} THEN '{name}'" for place, name in enumerate(names, 1))
    return f"CASE {number} {whens} END"


def _time_between(call: Call, kinds: tuple[str, ...], fields: Fields) -> str:
    for kind in kinds[1:]:
        _need_date(kind, call.op)
    word, (first, second) = _word(call), (formula(arg, fields) for arg in call.args[1:])
    return f"DATEDIFF('{word}', {first}, {second}{_MONDAY if word == 'week' else ''})"


def _later(call: Call, kinds: tuple[str, ...], fields: Fields) -> str:
    _need_date(kinds[1], call.op)
    if kinds[2] != "INTEGER":
        raise UnsaidError("VizQL moves dates by whole numbers only")
    date, count = (formula(arg, fields) for arg in call.args[1:])
    return f"DATEADD('{_word(call)}', {count}, {date})"


_DATED: dict[str, Callable[[Call, tuple[str, ...], Fields], str]] = {
    "period": _period, "date part": _date_part, "date name": _date_name, "time between": _time_between,
    "later": _later,
}  # fmt: skip
