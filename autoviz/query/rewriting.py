"""Rewriting an expression of the query language: a new expression with some of its parts changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from autoviz.model.base import Value
from autoviz.query.language import (
    NUDGE,
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Named,
    Overall,
    Query,
    Sort,
    Window,
    parts_of,
)

Change = Callable[[Any], Any]
"""Gives what stands in a part's place, or None where the part is looked into."""


def rewritten(value: Any, change: Change) -> Any:
    """The value with every outermost part replaced for which `change` has something; inner Queries stay."""
    if isinstance(value, tuple):
        return tuple(rewritten(item, change) for item in value)
    if not isinstance(value, Value) or isinstance(value, Query):
        return value
    instead = change(value)
    return _rebuilt(value, change) if instead is None else instead


def _rebuilt(value: Value, change: Change) -> Value:
    fields = {name: getattr(value, name) for name in type(value).model_fields}
    changed = {name: rewritten(field, change) for name, field in fields.items()}
    if all(changed[name] is field or changed[name] == field for name, field in fields.items()):
        return value
    return value.replaced(**changed)


def remeasured(query: Query, change: Callable[[Named], Named | None]) -> Query:
    """The Query with some measures replaced, under their new names wherever it reads them; itself where two meet."""
    return _renamed(query, "measures", change)


def rekeyed(query: Query, change: Callable[[Named], Named | None]) -> Query:
    """The same with some of its keys."""
    return _renamed(query, "by", change)


def recomputed(query: Query, change: Callable[[Named], Named | None]) -> Query:
    """The same with some of what is worked out of its rows."""
    return _renamed(query, "then", change)


def _renamed(query: Query, place: str, change: Callable[[Named], Named | None]) -> Query:
    items: tuple[Named, ...] = getattr(query, place)
    new = {item.name: change(item) for item in items}
    names = {name: item.name for name, item in new.items() if item is not None}
    others = {item.name for item in (*query.by, *query.measures, *query.then)} - names.keys()
    if not names or set(names.values()) & others or len(set(names.values())) < len(names):
        return query

    def renamed(part: Any) -> Any:
        return part.replaced(name=names[part.name]) if isinstance(part, Column) and part.name in names else None

    read = {station: rewritten(getattr(query, station), renamed) for station in ("having", "then", "kept", "order")}
    read[place] = tuple(new[item.name] or rewritten(item, renamed) for item in items)
    return query.replaced(shown=tuple(names.get(name, name) for name in query.shown), **read)


def within_order(query: Query) -> Query:
    """A Query without another one around it that only puts its rows in order again."""
    inner = query.source
    return inner if isinstance(inner, Query) and query == Query(source=inner, order=query.order) else query


def in_tens(value: Expr) -> Call:
    """A number by its ten: the decade of a year."""
    return Call(op="*", args=(Call(op="//", args=(value, Constant(value=10))), Constant(value=10)))


def tens_of(expr: Any) -> Any:
    """Whose ten a value is, in whatever way it is worked out; None where it is none."""
    ten = Constant(value=10)
    match expr:
        case Call(op="*", args=(whole, times)) if times == ten:
            match whole:
                case Call(op="//", args=(value, below)) | Call(op="floor", args=(Call(op="/", args=(value, below)),)):
                    return value if below == ten else None
        case Call(op="-", args=(value, Call(op="%", args=(same, below)))) if value == same and below == ten:
            return value
    return None


def without_copies(query: Query) -> Query:
    """The Query with a column itself where one is worked out that only repeats it."""
    copied = {item.name: item.expr for item in query.then if isinstance(item.expr, Column)}
    if not copied:
        return query
    then = tuple(item for item in query.then if item.name not in copied)
    read = {station: inlined(getattr(query, station), copied) for station in ("kept", "order")}
    names = (copied[name].name if name in copied else name for name in query.shown)
    return query.replaced(then=inlined(then, copied), shown=tuple(dict.fromkeys(names)), **read)


def without_doubles(query: Query) -> Query:
    """The Query with each column once where columns are added up: nobody adds one to itself."""

    def once(part: Any) -> Any:
        if not isinstance(part, Call) or part.op != "+" or not all(isinstance(arg, Column) for arg in part.args):
            return None
        args = tuple(dict.fromkeys(part.args))
        return None if args == part.args else part.replaced(args=args) if len(args) > 1 else args[0]

    parts = {station: rewritten(getattr(query, station), once) for station in ("where", "measures", "then")}
    return query.replaced(**parts)


def inlined(value: Any, meanings: Mapping[str, Any]) -> Any:
    """The value with each of these columns replaced by what it stands for."""
    if not meanings:
        return value
    return rewritten(value, lambda part: meanings.get(part.name) if isinstance(part, Column) else None)


def has(kind: type[Value], value: Any) -> bool:
    """Whether there is such a part, those of inner Queries not counted."""
    return any(True for _ in outer_parts(kind, value))


def outer_parts(kind: type[Value], value: Any) -> list[Any]:
    """The outermost parts of this kind, those of inner Queries not counted."""
    found: list[Any] = []

    def note(part: Any) -> Any:
        if isinstance(part, kind):
            found.append(part)
            return part
        return None

    rewritten(value, note)
    return found


def reads_groups_only(expr: Expr) -> bool:
    """Whether a value is made of aggregates and constants alone, with at least one aggregate."""
    bare = rewritten(expr, lambda part: Constant() if isinstance(part, Aggregate) else None)
    return has(Aggregate, expr) and not any(has(kind, bare) for kind in (Column, Window, Overall))


def with_periods(query: Query, grain: str) -> Query:
    """The Query with dates cut to periods of this length wherever it was left open, inner Queries too."""
    if not any(part.op == "period" and part.args[0] == Constant(value="auto") for part in parts_of(Call, query)):
        return query

    def settled(part: Any) -> Any:
        if isinstance(part, Call) and part.op == "period" and part.args[0] == Constant(value="auto"):
            return part.replaced(args=(Constant(value=grain), *part.args[1:]))
        return _with_unit(part, grain) if isinstance(part, Window) else None

    fields = {name: getattr(query, name) for name in type(query).model_fields}
    changed = {name: rewritten(field, settled) for name, field in fields.items()}
    if isinstance(query.source, Query):
        changed["source"] = with_periods(query.source, grain)
    return query.replaced(**changed)


def _with_unit(window: Window, grain: str) -> Window:
    """The window on the calendar of these periods; a year of weeks is 52 of them, so that Mondays stay Mondays."""
    if window.unit == "year" and grain == "week":
        far = {name: None if count is None else 52 * count for name, count in _edges(window)}
        return window.replaced(unit=grain, **far)
    return window.replaced(unit=grain) if window.unit == "auto" else window


def _edges(window: Window) -> tuple[tuple[str, int | None], ...]:
    return ("before", window.before), ("after", window.after)


def with_steady_rounding(query: Query) -> Query:
    """The Query with what it rounds a hair larger, as tools take it, because the last bits differ between machines."""

    def nudge(part: Any) -> Any:
        if isinstance(part, Call) and part.op == "round":
            larger = Call(op="*", args=(rewritten(part.args[0], nudge), Constant(value=1 + NUDGE)))
            return part.replaced(args=(larger, *part.args[1:]))
        return None

    if not any(part.op == "round" for part in parts_of(Call, query)):
        return query
    fields = {name: getattr(query, name) for name in type(query).model_fields}
    changed = {name: rewritten(field, nudge) for name, field in fields.items()}
    if isinstance(query.source, Query):
        changed["source"] = with_steady_rounding(query.source)
    return query.replaced(**changed)


_BY_PLACE = ("row number", "tiles", "previous", "next")
"""What a window tells by the places of the rows, so that rows which tie are told apart."""


def with_steady_ties(query: Query, place: str) -> Query:
    """The Query whose windows over the rows of the frame settle ties by a column with the place of each row."""

    def settled(part: Any) -> Any:
        if isinstance(part, Window) and part.along and part.unit is None and (part.func in _BY_PLACE or part.framed):
            return part.replaced(along=(*part.along, Sort(expr=Column(name=place))))
        return None

    if isinstance(query.source, Query):
        return query.replaced(source=with_steady_ties(query.source, place))
    if query.source is not None or query.grouped:
        return query
    fields = {name: getattr(query, name) for name in type(query).model_fields}
    return query.replaced(**{name: rewritten(field, settled) for name, field in fields.items()})
