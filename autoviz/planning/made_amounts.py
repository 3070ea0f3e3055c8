"""Made amounts: an amount that no column holds but two make, put in the place of the one it was read as."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from autoviz.model.requirements import Aggregation, Derive, Filter, Having, Requirements, Sort
from autoviz.query.language import Aggregate, Call, Column, Named, Query
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured, rewritten

_SIGNS: dict[str, Literal["+", "-"]] = {"sum": "+", "difference": "-"}


class Made(NamedTuple):
    """What it is called, how two columns make it, and the one of them that stands for it until it is put in."""

    name: str
    op: Literal["sum", "difference"]
    parts: tuple[str, str]
    told: str

    @property
    def stand_in(self) -> str:
        """The column that it is read as."""
        return self.parts[0]

    @property
    def expr(self) -> Call:
        """It as an expression of a row."""
        return Call(op=_SIGNS[self.op], args=tuple(Column(name=name) for name in self.parts))


def with_made(asked: Requirements, made: Made) -> Requirements:
    """Requirements that read one part as those of the whole; as they are where that part has no place in them."""
    if asked.query is not None:
        query = _in_query(asked.query, made)
        return asked if query == asked.query else asked.replaced(query=query).assuming(made.told)
    filtered = any(item.column == made.stand_in for item in asked.all(Filter))
    if (made.stand_in not in asked.metrics and not filtered) or asked.all(Derive):
        return asked

    def renamed(item: Any) -> Any:
        match item:
            case Aggregation(metric=made.stand_in) | Having(metric=made.stand_in):
                return item.replaced(metric=made.name)
            case Filter(column=made.stand_in):
                return item.replaced(column=made.name)
            case Sort(by=made.stand_in):
                return item.replaced(by=made.name)
        return item

    derived = Derive(op=made.op, columns=made.parts, name=made.name)
    metrics = tuple(made.name if name == made.stand_in else name for name in asked.metrics if name != made.parts[1])
    constraints = (derived, *map(renamed, asked.constraints))
    return asked.replaced(metrics=metrics, constraints=constraints).assuming(made.told)


def _in_query(query: Query, made: Made) -> Query:
    """The Query with the whole in place of the part that stands for it: kept by, measured of groups or told of rows."""

    own = Column(name=made.stand_in)

    def measured(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(args=(Column(name=made.stand_in),)):
                return item.replaced(name=f"{item.expr.func}_{made.name}", expr=item.expr.replaced(args=(made.expr,)))
        return None

    def of_rows(part: Any) -> Any:
        return Column(name=made.name) if part == own else None

    if isinstance(query.source, Query):
        return _around(query, _in_query(query.source, made))
    query = query.replaced(where=rewritten(query.where, lambda part: made.expr if part == own else None))
    if query.grouped or query.source is not None:
        return remeasured(query, measured)
    if query.then or not any(sort.expr == own for sort in query.order):
        return query
    then = (Named(name=made.name, expr=made.expr),)
    shown = (made.name if name == made.stand_in else name for name in query.shown)
    return query.replaced(then=then, order=rewritten(query.order, of_rows), shown=tuple(dict.fromkeys(shown)))



def _around(query: Query, inner: Query) -> Query:
    """A Query around another one whose measures have other names now."""
    assert isinstance(query.source, Query)
    old = [item.name for item in query.source.measures]
    names = dict(zip(old, (item.name for item in inner.measures), strict=True))

    def renamed(part: Any) -> Any:
        return Column(name=names[part.name]) if isinstance(part, Column) and part.name in names else None

    def measured(item: Named) -> Named | None:
        expr = rewritten(item.expr, renamed)
        return None if expr == item.expr else Named(name=name_of(expr), expr=expr)

    return remeasured(query, measured).replaced(source=inner)
