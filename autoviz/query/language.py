"""Query: what is asked of a table, as frozen values of a closed language; every part of it is a Clause.

A Query is a road of seven stations, each reading the columns of the one before:
source → where → by and measures (with having) → then (with kept) → order → limit → shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field, field_validator, model_validator

from autoviz.model.base import Value
from autoviz.model.profile import Scalar

Operation = Literal[
    "+", "-", "*", "/", "//", "%", "**", "negative", "abs", "round", "floor", "ceil", "sqrt", "ln", "log10", "exp",
    "least", "greatest", "coalesce", "nullif",
    "=", "!=", "<", "<=", ">", ">=", "in", "is null", "and", "or", "not",
    "contains", "starts with", "ends with", "matches",
    "lower", "upper", "trim", "length", "left", "right", "substring", "split", "replace", "concat",
    "period", "date part", "date name", "time between", "later",
    "as number", "as integer", "as text", "as date", "as time", "as flag",
]  # fmt: skip
"""What a Call may do. Its options are constants among the arguments, named in `ARGUMENTS`."""

Func = Literal[
    "count", "distinct", "sum", "mean", "median", "min", "max", "std", "var", "quantile", "first", "last", "mode",
    "correlation", "slope", "at max", "at min", "list",
]  # fmt: skip
"""How the rows of a group become one value. `count` without arguments counts rows, with one those that have it;
`at max` gives its first argument where its second is largest; `list` joins the distinct texts in order."""

WindowFunc = Literal[
    "row number", "rank", "dense rank", "percent rank", "tiles", "previous", "next", "first", "last",
    "sum", "mean", "min", "max", "count", "median", "std",
]  # fmt: skip
"""What a row knows of the rows beside it."""

Period = Literal["hour", "day", "week", "month", "quarter", "year", "decade", "auto"]
PERIODS: tuple[str, ...] = get_args(Period)
"""The first argument of `period`: a date cut down to the start of its period; how long `auto` is, the data decide."""
DATE_PARTS = (
    "year", "quarter", "month", "week", "day", "weekday", "day of year", "hour", "minute", "second"
)  # fmt: skip
"""The first argument of `date part`; weekday counts from Monday, which is 1."""
DATE_NAMES = ("weekday", "month")
"""The first argument of `date name`: Monday, January."""
UNITS = ("second", "minute", "hour", "day", "week", "month", "year")
"""The first argument of `time between` (whole boundaries crossed from the second to the third) and of `later`."""

COMPARISONS = frozenset({"=", "!=", "<", "<=", ">", ">=", "in"})
"""The operations that hold a value against others."""
ARGUMENTS: dict[str, tuple[int, int | None]] = {
    **dict.fromkeys(("+", "*", "and", "or", "least", "greatest", "coalesce", "concat"), (1, None)),
    **dict.fromkeys(("-", "/", "//", "%", "**", "nullif", "=", "!=", "<", "<=", ">", ">="), (2, 2)),
    **dict.fromkeys(("contains", "starts with", "ends with", "matches", "left", "right"), (2, 2)),
    **dict.fromkeys(("period", "date part", "date name"), (2, 2)),
    **dict.fromkeys(("time between", "later", "split", "replace"), (3, 3)),
    **dict.fromkeys(("round", "as date", "as time", "as text"), (1, 2)),
    "substring": (2, 3),
    "in": (2, None),
}
"""How many arguments an operation takes, at least and at most; one where it is not listed. The second of `as date`,
`as time` and `as text` is the format (%d/%m/%Y) of the text that is read or written."""
OPTIONS: dict[str, tuple[str, ...]] = {
    "period": PERIODS, "date part": DATE_PARTS, "date name": DATE_NAMES, "time between": UNITS, "later": UNITS
}  # fmt: skip
"""Operations whose first argument is one of these words."""
FUNC_ARGUMENTS: dict[str, tuple[int, int]] = {
    "count": (0, 1), "correlation": (2, 2), "slope": (2, 2), "at max": (2, 2), "at min": (2, 2)
}  # fmt: skip
WINDOW_ARGUMENTS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(("row number", "rank", "dense rank", "percent rank", "tiles"), (0, 0)), "count": (0, 1)
}  # fmt: skip


class Column(Value):
    """A column of the table at hand: the frame's own, or one that an earlier station made."""

    kind: Literal["column"] = "column"
    name: str


class Constant(Value):
    """A number, a text, yes, no, or nothing."""

    kind: Literal["constant"] = "constant"
    value: Scalar = None


class Moment(Value):
    """A date, or a date with its time, in ISO form."""

    kind: Literal["moment"] = "moment"
    at: str = Field(pattern=r"^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?$")


class Call(Value):
    """An operation on values."""

    kind: Literal["call"] = "call"
    op: Operation
    args: tuple[Expr, ...]

    @model_validator(mode="after")
    def _arguments_fit(self) -> Call:
        least, most = ARGUMENTS.get(self.op, (1, 1))
        _refuse_number(self.op, len(self.args), least, most)
        words = OPTIONS.get(self.op)
        first = self.args[0]
        if words and not (isinstance(first, Constant) and first.value in words):
            raise ValueError(f"{self.op!r} takes one of {', '.join(words)} first")
        return self


class When(Value):
    """One case: what it gives where its condition holds."""

    condition: Expr
    value: Expr


class Cases(Value):
    """The value of the first case whose condition holds."""

    kind: Literal["cases"] = "cases"
    whens: tuple[When, ...] = Field(min_length=1)
    otherwise: Expr | None = None


class Aggregate(Value):
    """The rows of a group as one value; only those that meet `where`."""

    kind: Literal["aggregate"] = "aggregate"
    func: Func
    args: tuple[Expr, ...] = ()
    where: Expr | None = None
    quantile: float | None = Field(default=None, ge=0, le=1)
    discrete: bool = False
    """Whether a quantile is one of the values, instead of lying between two of them."""

    @model_validator(mode="after")
    def _arguments_fit(self) -> Aggregate:
        _refuse_number(self.func, len(self.args), *FUNC_ARGUMENTS.get(self.func, (1, 1)))
        if (self.func == "quantile") != (self.quantile is not None):
            raise ValueError("a quantile is named where, and only where, the function is quantile")
        return self


class Window(Value):
    """What a row knows of the rows that agree with it in `within`, in the order of `along`.

    Without `along` it reads all of them; with it those up to its own, or from `before` rows before to `after` rows
    after it, where less than nothing is the other way. `n` is how far `previous` and `next` look, or how many `tiles`
    there are.
    """

    kind: Literal["window"] = "window"
    func: WindowFunc
    args: tuple[Expr, ...] = ()
    within: tuple[Expr, ...] = ()
    along: tuple[Sort, ...] = ()
    n: int = Field(default=1, ge=1)
    before: int | None = None
    after: int | None = None
    unit: Period | None = None
    """The calendar's measure of `before` and `after`: periods along the one date in `along`, with rows or without."""

    @model_validator(mode="after")
    def _arguments_fit(self) -> Window:
        _refuse_number(self.func, len(self.args), *WINDOW_ARGUMENTS.get(self.func, (1, 1)))
        forwards = len(self.along) == 1 and self.along[0].forwards
        if self.unit is not None and not (forwards and self.framed):
            raise ValueError("a unit takes one date that the window runs along, and how many periods before and after")
        return self

    @property
    def framed(self) -> bool:
        """Whether it says from where to where it reads."""
        return self.before is not None or self.after is not None


class Overall(Value):
    """The one value of a Query that gives one row: the average over all rows, the last year there is."""

    kind: Literal["overall"] = "overall"
    query: Query


class Member(Value):
    """Whether a value is among those that a Query gives in its only column."""

    kind: Literal["member"] = "member"
    expr: Expr
    query: Query


Expr = Annotated[
    Column | Constant | Moment | Call | Cases | Aggregate | Window | Overall | Member, Field(discriminator="kind")
]


class Named(Value):
    """A value under the name that it has from here on."""

    name: str = Field(min_length=1)
    expr: Expr


class Sort(Value):
    """Rows in the order of a value; what is missing comes last unless said otherwise."""

    expr: Expr
    descending: bool = False
    missing_first: bool = False

    @property
    def forwards(self) -> bool:
        """Whether it goes up, and what is missing comes last."""
        return not self.descending and not self.missing_first


class Limit(Value):
    """The first n rows, after so many left out; the first n of each group are `then` a rank, of which n are `kept`."""

    n: int = Field(ge=1)
    skip: int = Field(default=0, ge=0)


class Stack(Value):
    """The rows of several Queries under one another; they give the same columns."""

    kind: Literal["stack"] = "stack"
    queries: tuple[Query, ...] = Field(min_length=2)


class Unpivot(Value):
    """Several columns as one series: their names in one column, their values in another; the others repeat."""

    kind: Literal["unpivot"] = "unpivot"
    columns: dict[str, str] = Field(min_length=1)
    """Column → the label that it gets."""
    name: str
    value: str
    source: Query | None = None

    def __hash__(self) -> int:
        """Of all fields, as any other part of a Query; the labels are a mapping, which has none of its own."""
        return hash((tuple(self.columns.items()), self.name, self.value, self.source))


class Matched(Value):
    """The columns of two Queries side by side where they agree in the keys."""

    kind: Literal["matched"] = "matched"
    left: Query
    right: Query
    on: tuple[str, ...] = Field(min_length=1)
    keep_left: bool = False
    """Whether rows of the first that have no match stay."""


class Query(Value):
    """What is asked of a table: the groups and their measures, or rows as they stand where there are neither."""

    kind: Literal["query"] = "query"
    source: Annotated[Query | Stack | Unpivot | Matched, Field(discriminator="kind")] | None = None
    """Another Query, or None for the frame itself."""
    where: Expr | None = None
    by: tuple[Named, ...] = ()
    """The keys; alone they give their different values."""
    measures: tuple[Named, ...] = ()
    having: Expr | None = None
    """A test on the groups: reads keys and measures by their names."""
    then: tuple[Named, ...] = ()
    """Worked out from the groups, or from the rows where nothing is grouped: shares, changes, ranks, new columns."""
    kept: Expr | None = None
    """A test on what `then` gave."""
    order: tuple[Sort, ...] = ()
    limit: Limit | None = None
    shown: tuple[str, ...] = ()
    """The columns of the result in their order; all where it is empty."""

    @field_validator("by", "measures", "then")
    @classmethod
    def _names_differ(cls, named: tuple[Named, ...]) -> tuple[Named, ...]:
        names = [item.name for item in named]
        doubled = next((name for name in names if names.count(name) > 1), None)
        if doubled is not None:
            raise ValueError(f"two of them are called {doubled!r}")
        return named

    @property
    def grouped(self) -> bool:
        """Whether rows are put together."""
        return bool(self.by or self.measures)

    @property
    def counts_rows(self) -> bool:
        """Whether the number of rows is all that is measured."""
        return [item.expr for item in self.measures] == [COUNT_ROWS]

    def narrowed(self, condition: Any) -> Query:
        """The same of those rows alone that meet this condition too."""
        return self.replaced(where=all_of((*conjuncts(self.where), *conjuncts(condition))))


for _model in (Call, When, Cases, Aggregate, Window, Overall, Member, Named, Sort, Stack, Unpivot, Matched, Query):
    _model.model_rebuild()

NUDGE = 1e-12
"""By this part a number is taken for larger before it is rounded: more than the last bits, less than what counts."""
OPERATIONS: tuple[str, ...] = get_args(Operation)
FUNCS: tuple[str, ...] = get_args(Func)
WINDOW_FUNCS: tuple[str, ...] = get_args(WindowFunc)

V = TypeVar("V", bound=Value)


_PLAIN = frozenset((str, int, float, bool, type(None)))


def parts(value: Any) -> Iterator[Value]:
    """A value and every value inside it, from the outside in: the one visitor over the language."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        kind: Any = type(item)
        if isinstance(item, tuple):
            waiting.extend(reversed(item))
        elif (names := _places(kind)) is not None:
            yield item
            held = item.__dict__
            waiting.extend([part for name in names if type(part := held[name]) not in _PLAIN])


@cache
def _places(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of value, the last one first; None of what is no value.

    Known by type, because to ask of each name and number whether it is a value took most of a walk.
    """
    return tuple(reversed(kind.model_fields)) if issubclass(kind, Value) else None


def parts_of(kind: type[V], value: Any) -> Iterator[V]:
    """Every part of this kind, outermost first."""
    return (item for item in parts(value) if isinstance(item, kind))


def columns_of(value: Any) -> tuple[str, ...]:
    """The columns that a value reads by name, once each, those of inner Queries too."""
    return tuple(dict.fromkeys(item.name for item in parts_of(Column, value)))


def columns_named(value: Any) -> tuple[str, ...]:
    """The same with the columns that Queries show as they are, stack, or match rows by."""
    shown = (name for query in parts_of(Query, value) for name in query.shown)
    stacked = (name for part in parts_of(Unpivot, value) for name in part.columns)
    matched = (name for part in parts_of(Matched, value) for name in part.on)
    return tuple(dict.fromkeys((*columns_of(value), *shown, *stacked, *matched)))


def plain_names(exprs: Iterable[Any]) -> tuple[str, ...]:
    """The names of those among these expressions that are columns as they stand."""
    return tuple(item.name for item in exprs if isinstance(item, Column))


def conjuncts(condition: Any) -> tuple[Any, ...]:
    """The conditions that must all hold; none where there is no condition."""
    if condition is None:
        return ()
    if isinstance(condition, Call) and condition.op == "and":
        return tuple(part for item in condition.args for part in conjuncts(item))
    return (condition,)


def given(value: Any) -> Call:
    """The condition that a value is not missing."""
    return Call(op="not", args=(Call(op="is null", args=(value,)),))


def all_of(conditions: tuple[Any, ...] | list[Any]) -> Any:
    """One condition that holds where all of these do, each said once; None where there are none."""
    found = tuple(dict.fromkeys(conditions))
    return None if not found else found[0] if len(found) == 1 else Call(op="and", args=found)


def _refuse_number(what: str, given: int, least: int, most: int | None) -> None:
    if given < least or (most is not None and given > most):
        wanted = f"{least}" if least == most else f"at least {least}" if most is None else f"{least} to {most}"
        raise ValueError(f"{what!r} takes {wanted} arguments, not {given}")


COUNT_ROWS = Aggregate(func="count")
"""The number of rows."""
