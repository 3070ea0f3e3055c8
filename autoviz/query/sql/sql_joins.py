"""Reading the joins of a FROM: single rows beside the table, and two tables that agree in their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from sqlglot import exp

from autoviz.query.language import Column, Expr, Matched, Named, Overall, Query, Stack, Unpivot, all_of
from autoviz.query.output_names import fresh, name_of
from autoviz.query.sql.merging import merged
from autoviz.query.sql.sql_dates import is_day
from autoviz.query.sql.sql_expressions import Expressions
from autoviz.query.sql.sql_scope import Relation, Scope, plain_relation, refuse

Source = Query | Stack | Unpivot | Matched
HINT = "Write JOIN (SELECT ...) AS b USING (key), or ON a.key = b.key."


@dataclass(frozen=True)
class Origin:
    """What a FROM gives to the SELECT."""

    source: Source | None
    relations: tuple[Relation, ...]
    where: tuple[Expr, ...] = ()
    """Conditions of a join that rows must meet."""
    one_row: bool = False
    """Whether there is no FROM, and so one row without columns."""
    consumed: frozenset[int] = frozenset()
    """The conditions of the WHERE that a join has taken up, by their ids."""


@dataclass(frozen=True)
class Part:
    """One member of a FROM."""

    alias: str
    query: Query
    columns: tuple[str, ...]

    @property
    def relation(self) -> Relation:
        """Its columns under their own names."""
        made = (*self.query.by, *self.query.measures, *self.query.then)
        days = frozenset(item.name for item in made if is_day(item.expr))
        return plain_relation(self.alias, self.columns, days)


@dataclass(frozen=True)
class Side:
    """What has been joined so far."""

    query: Query
    relations: tuple[Relation, ...]
    where: tuple[Expr, ...] = ()
    consumed: frozenset[int] = frozenset()


@dataclass
class Agreement:
    """The conditions of one join, by what they read."""

    keys: list[tuple[Expr, Expr]] = field(default_factory=list)
    left: list[Expr] = field(default_factory=list)
    right: list[Expr] = field(default_factory=list)
    both: list[exp.Expr] = field(default_factory=list)


def as_source(query: Query) -> Source | None:
    """A Query as the source of another: what it only passes on, or itself."""
    return query.source if query == Query(source=query.source) else query


def is_one_row(query: Query) -> bool:
    """Whether a Query gives one row, whatever the table holds."""
    return bool(query.measures) and not query.by and query.having is None and query.kept is None


def joined(first: Part, joins: list[tuple[exp.Join, Part]], node: exp.Select, read: Callable[..., Query]) -> Origin:
    """What several members of a FROM give together."""
    if is_one_row(first.query) and not all(is_one_row(part.query) for _, part in joins):
        place = next(at for at, (_, part) in enumerate(joins) if not is_one_row(part.query))
        if _is_free(joins[place][0]):  # the single row may stand first as well
            join, part = joins[place]
            joins = [*joins[:place], (join, first), *joins[place + 1 :]]
            first = part
    side = Side(first.query, (first.relation,))
    single = [part for join, part in joins if _is_free(join) and is_one_row(part.query)]
    for join, part in joins:
        if part not in single:
            side = _Join(side, part, join, node, read).side()
    return Origin(
        as_source(side.query), (*side.relations, *map(_as_overalls, single)), side.where, consumed=side.consumed
    )


def _is_free(join: exp.Join) -> bool:
    on = join.args.get("on")
    return not join.args.get("using") and (on is None or (isinstance(on, exp.Boolean) and bool(on.this)))


def _as_overalls(part: Part) -> Relation:
    return Relation(part.alias, {name: Overall(query=_only(part.query, name)) for name in part.columns})


def _only(query: Query, name: str) -> Query:
    """The Query with this column alone, and without the measures that nothing needs then."""
    measure = next((item for item in query.measures if item.name == name), None)
    alone = measure is not None and not query.then and not query.order
    return query.replaced(measures=(measure,), shown=()) if alone else query.replaced(shown=(name,))


@dataclass(frozen=True)
class _Join:
    """One join: what is there already, what comes to it, and the SELECT that reads both."""

    left: Side
    right: Part
    join: exp.Join
    node: exp.Select
    read: Callable[..., Query]

    def side(self) -> Side:
        """Both together."""
        keep_left, agreed = self.keep_left, self._agreement()
        if not agreed.keys or (keep_left and (agreed.left or agreed.both)):
            refuse(self.join, "a join goes by keys that are equal", HINT)
        keys = self._key_names(agreed)
        left_names = self._wanted(self.left.relations)
        left = self._shaped(self.left.query, agreed.left, [key for key, _ in agreed.keys], keys, left_names)
        right_names = self._right_names(keys, [key for _, key in agreed.keys], left_names, keep_left)
        right = self._shaped(self.right.query, agreed.right, [key for _, key in agreed.keys], keys, right_names)
        matched = Matched(left=left, right=right, on=tuple(keys), keep_left=keep_left)
        relations = (*(self._left_relation(item, left_names, keys) for item in self.left.relations),
                     Relation(self.right.alias, self._right_columns(keys, agreed, right_names, keep_left)))  # fmt: skip
        both = Expressions(Scope(relations, self.read)).each(agreed.both)
        # what an earlier join left to be tested reads columns of the left, which keep their names
        consumed = self.left.consumed | {id(node) for node in self.conditions}
        return Side(Query(source=matched), relations, (*self.left.where, *both), consumed)

    def _agreement(self) -> Agreement:
        agreed = Agreement()
        for name in self.join.args.get("using") or ():
            column = exp.column(name.name, quoted=True)
            agreed.keys.append((self._on_left.read(column), self._on_right.read(column)))
        for node in self.conditions:
            self._agree(node, agreed)
        return agreed

    def _agree(self, node: exp.Expr, agreed: Agreement) -> None:
        sides = self._sides(node)
        ends = (self._sides(node.this), self._sides(node.expression)) if isinstance(node, exp.EQ) else ()
        if sides == {"left"}:
            agreed.left.append(self._on_left.read(node))
        elif sides == {"right"}:
            agreed.right.append(self._on_right.read(node))
        elif ends == ({"left"}, {"right"}):
            agreed.keys.append((self._on_left.read(node.this), self._on_right.read(node.expression)))
        elif ends == ({"right"}, {"left"}):
            agreed.keys.append((self._on_left.read(node.expression), self._on_right.read(node.this)))
        else:
            agreed.both.append(node)

    @property
    def _on_left(self) -> Expressions:
        return Expressions(Scope(self.left.relations, self.read))

    @property
    def _on_right(self) -> Expressions:
        return Expressions(Scope((self.right.relation,), self.read))

    @cached_property
    def conditions(self) -> list[exp.Expr]:
        """What ON says, and what WHERE says of these two alone, where unmatched rows do not stay."""
        on, where = self.join.args.get("on"), self.node.args.get("where")
        said = [] if on is None else _flat(on)
        if self.keep_left or where is None:
            return said
        own = [item for item in conjuncts_of(where) if id(item) not in self.left.consumed and self._is_own(item)]
        return [*said, *own]

    @cached_property
    def keep_left(self) -> bool:
        """Whether rows of the left stay without a match."""
        word = f"{self.join.side} {self.join.kind}".strip().upper()
        if word not in ("", "INNER", "CROSS", "LEFT", "LEFT OUTER"):
            refuse(self.join, f"there is no {word} JOIN in the language", HINT)
        return word.startswith("LEFT")

    def _is_own(self, node: exp.Expr) -> bool:
        """Whether a condition reads columns of these two sides, and of nothing else."""
        columns = list(node.find_all(exp.Column))
        return bool(columns) and node.find(exp.Query) is None and all(self._is_known(column) for column in columns)

    def _is_known(self, column: exp.Column) -> bool:
        table = column.table.casefold()
        relations = [*self.left.relations, self.right.relation]
        return any(item.find(column.name) is not None for item in relations if table in ("", item.alias.casefold()))

    def _sides(self, node: exp.Expr) -> set[str]:
        return {self._side_of(column) for column in node.find_all(exp.Column)}

    def _side_of(self, column: exp.Column) -> str:
        table, name = column.table.casefold(), column.name
        if table:
            return "right" if table == self.right.alias.casefold() else "left"
        return "left" if any(relation.find(name) is not None for relation in self.left.relations) else "right"

    def _key_names(self, agreed: Agreement) -> list[str]:
        names: list[str] = []
        for left, _ in agreed.keys:
            names.append(left.name if isinstance(left, Column) else fresh(name_of(left), [*names, *self.right.columns]))
        return names

    def _wanted(self, relations: Iterable[Relation]) -> dict[str, Expr]:
        """The columns of these relations that the SELECT reads, under their names so far."""
        wanted: dict[str, Expr] = {}
        for relation in relations:
            for name, expr in relation.columns.items():
                if isinstance(expr, Column) and self._is_read(relation.alias, name):
                    wanted[expr.name] = expr
        return wanted

    def _is_read(self, alias: str, name: str) -> bool:
        """Whether the SELECT reads a column, other than in conditions that a side has for itself."""
        stars = any(item.is_star for item in self.node.expressions)
        wanted = (name.casefold(), alias.casefold())
        return stars or any(
            column.name.casefold() == wanted[0] and column.table.casefold() in ("", wanted[1])
            for column in self._columns_left
        )

    @cached_property
    def _columns_left(self) -> list[exp.Column]:
        """The columns that the SELECT reads once the keys and the conditions of one side are settled."""
        settled = [node for node in self.conditions if len(self._sides(node)) < 2 or isinstance(node, exp.EQ)]
        inside = {id(column) for node in settled for column in node.find_all(exp.Column)}
        clauses = [self.node.args.get(name) for name in ("where", "group", "having", "qualify", "order", "windows")]
        joins = [join.args.get("on") for join in self.node.args.get("joins") or ()]
        nodes = [*self.node.expressions, *clauses, *joins]
        read = [column for node in nodes if isinstance(node, exp.Expr) for column in node.find_all(exp.Column)]
        return [column for column in read if id(column) not in inside]

    def _right_names(
        self, keys: list[str], exprs: list[Expr], left: dict[str, Expr], keep_left: bool
    ) -> dict[str, Expr]:
        """New name → column of the right, for those that the SELECT reads and that are no keys."""
        found: dict[str, Expr] = {}
        for name in self.right.columns:
            column = Column(name=name)
            is_key = column in exprs
            if is_key and not (keep_left and self._is_tested(name)):
                continue  # the key of the left is the same
            if self._is_read(self.right.alias, name):
                taken = [*left, *keys, *found]
                plain = name.casefold() not in {item.casefold() for item in taken}
                found[name if plain else fresh(f"{self.right.alias}_{name}".strip("_"), taken)] = column
        return found

    def _is_tested(self, name: str) -> bool:
        """Whether the SELECT itself reads a key of the right, which is missing where nothing matched."""
        wanted = (name.casefold(), self.right.alias.casefold())
        return any((column.name.casefold(), column.table.casefold()) == wanted for column in self._columns_left)

    def _shaped(
        self, query: Query, where: list[Expr], exprs: list[Expr], keys: list[str], names: dict[str, Expr]
    ) -> Query:
        """A side with its own conditions, its keys under common names, and what is read of it."""
        wanted = {**names, **dict(zip(keys, exprs, strict=True))}
        wanted = {name: wanted[name] for name in (*keys, *names)}
        then = tuple(Named(name=name, expr=expr) for name, expr in wanted.items() if expr != Column(name=name))
        return merged(Query(source=as_source(query), where=all_of(where), then=then, shown=tuple(wanted)))

    def _left_relation(self, relation: Relation, names: dict[str, Expr], keys: list[str]) -> Relation:
        kept = {
            name: expr
            for name, expr in relation.columns.items()
            if not isinstance(expr, Column) or expr.name in names or expr.name in keys
        }
        return Relation(relation.alias, kept, relation.days)

    def _right_columns(
        self, keys: list[str], agreed: Agreement, names: dict[str, Expr], keep_left: bool
    ) -> dict[str, Expr]:
        columns: dict[str, Expr] = {}
        for key, (_, expr) in zip(keys, agreed.keys, strict=True):
            if isinstance(expr, Column):
                columns[expr.name] = Column(name=key)
        for new, expr in names.items():
            if isinstance(expr, Column):
                columns[expr.name] = Column(name=new)
        return {name: columns[name] for name in self.right.columns if name in columns}


def conjuncts_of(where: exp.Where | None) -> list[exp.Expr]:
    """The conditions of a WHERE, one by one."""
    return [] if where is None else _flat(where.this)


def _flat(node: exp.Expr) -> list[exp.Expr]:
    inner = node.this if isinstance(node, exp.Paren) else node
    if isinstance(inner, exp.And):
        return [*_flat(inner.this), *_flat(inner.expression)]
    return [inner]
