"""Subqueries that read a row of the SELECT around them, turned into joins that say the same."""

from __future__ import annotations

from sqlglot import exp

from autoviz.query.sql.sql_joins import conjuncts_of

VALUE = "value"
UNFIT = ("group", "having", "limit", "order", "joins", "distinct", "qualify")
"""What a subquery must not have, so that its value per key is that of a group."""


def uncorrelated(node: exp.Select) -> exp.Select:
    """The SELECT with a join for each subquery that compares its rows with the row outside."""
    found = [item for item in _subqueries(node) if _is_simple(_select_of(item))]
    if not any(_pairs(_select_of(item), _aliases(node))[0] for item in found):
        return node
    copy = node.copy()
    for number, item in enumerate([item for item in _subqueries(copy) if _is_simple(_select_of(item))], start=1):
        _joined(copy, item, f"per_row_{number}")
    return copy


def _subqueries(node: exp.Select) -> list[exp.Expr]:
    """Single values and tests for existence, other than in the FROM."""
    clauses = [*node.expressions, *(node.args.get(name) for name in ("where", "having", "order"))]
    return [
        item
        for clause in clauses
        if isinstance(clause, exp.Expr)
        for item in clause.find_all(exp.Subquery, exp.Exists)
        if not isinstance(item.parent, exp.In)
    ]


def _select_of(item: exp.Expr) -> exp.Expr:
    inner = item.this.this if isinstance(item.this, exp.Subquery) else item.this
    assert isinstance(inner, exp.Expr)
    return inner


def _is_simple(select: exp.Expr) -> bool:
    return isinstance(select, exp.Select) and len(select.expressions) == 1 and not any(map(select.args.get, UNFIT))


def _aliases(select: exp.Expr) -> set[str]:
    start = select.args.get("from_")
    members = [start.this] if start is not None else []
    members += [join.this for join in select.args.get("joins") or ()]
    return {member.alias_or_name.casefold() for member in members if member.alias_or_name}


def _pairs(select: exp.Expr, outside: set[str]) -> tuple[list[tuple[exp.Expr, exp.Expr]], list[exp.Expr]]:
    """The comparisons of a value inside with a column outside, and the other conditions."""
    outer_only = outside - _aliases(select)
    pairs: list[tuple[exp.Expr, exp.Expr]] = []
    rest: list[exp.Expr] = []
    for condition in conjuncts_of(select.args.get("where")):
        sides = [condition.this, condition.expression] if isinstance(condition, exp.EQ) else []
        outer = [side for side in sides if isinstance(side, exp.Column) and side.table.casefold() in outer_only]
        if len(outer) == 1:
            pairs.append((next(side for side in sides if side is not outer[0]), outer[0]))
        else:
            rest.append(condition)
    return pairs, rest


def _joined(node: exp.Select, item: exp.Expr, alias: str) -> None:
    select = _select_of(item)
    pairs, rest = _pairs(select, _aliases(node))
    if not pairs:
        return
    keys = [inner.copy() for inner, _ in pairs]
    names = [f"{alias}_key_{place}" for place in range(1, len(keys) + 1)]
    named = [exp.alias_(key, name, quoted=True) for key, name in zip(keys, names, strict=True)]
    exists = isinstance(item, exp.Exists)
    value = [] if exists else [exp.alias_(select.expressions[0].unalias().copy(), VALUE, quoted=True)]
    groups = exp.Select(expressions=[*named, *value], from_=select.args["from_"].copy())
    groups = groups.group_by(*(key.copy() for key in keys), copy=False)
    if rest:
        groups = groups.where(*(condition.copy() for condition in rest), copy=False)
    on = [exp.EQ(this=exp.column(name, alias, quoted=True), expression=outer.copy())
          for name, (_, outer) in zip(names, pairs, strict=True)]  # fmt: skip
    node.join(groups.subquery(alias), on=exp.and_(*on), join_type="left", copy=False)
    item.replace(_instead(node, select, exp.column(names[0] if exists else VALUE, alias, quoted=True), exists))


def _instead(node: exp.Select, select: exp.Expr, column: exp.Column, exists: bool) -> exp.Expr:
    """What stands in the subquery's place: the column of the join, which is missing where nothing matched."""
    if exists:
        return exp.paren(exp.Not(this=exp.Is(this=column, expression=exp.Null())))
    value: exp.Expr = exp.AnyValue(this=column) if node.args.get("group") else column
    counts = isinstance(select.expressions[0].unalias(), exp.Count)
    return exp.Coalesce(this=value, expressions=[exp.Literal.number(0)]) if counts else value
