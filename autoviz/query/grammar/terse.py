"""Writing a Query as tokens: prefix notation, columns by name or by place, and no word for what can be derived."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autoviz.errors import QueryError, did_you_mean
from autoviz.query.grammar import spelling
from autoviz.query.grammar.scope import Entry, Scope
from autoviz.query.grammar.spelling import constant_token, moment_token, number_token, option_token, text_token, word_of
from autoviz.query.language import (
    OPTIONS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Limit,
    Matched,
    Member,
    Moment,
    Named,
    Overall,
    Query,
    Sort,
    Stack,
    Unpivot,
    Window,
)
from autoviz.query.types import ANYTHING, ASSOCIATIVE

Tokens = list[str]


def tokens(query: Query, columns: Sequence[str] = ()) -> Tokens:
    """The Query as tokens; where the frame's columns are given, a column that is not there is found."""
    frame = Scope.of_frame(dict.fromkeys(columns, ANYTHING))
    return _query(query, frame, None)[0]


@dataclass(frozen=True)
class _Pen:
    """Writes what reads one scope, inside a Query with this source."""

    place: str
    scope: Scope
    frame: Scope
    source: Any = None

    def at(self, place: str, scope: Scope) -> _Pen:
        """The same at another station."""
        return _Pen(place, scope, self.frame, self.source)

    def column(self, name: str) -> str:
        """The token of a column at hand."""
        token = self.scope.token(name)
        if token is None:
            hint = did_you_mean(name, self.scope.names, "columns")
            raise QueryError(f"{self.place}: there is no column {name!r} here", hint, retryable=True)
        return token

    def exprs(self, exprs: Sequence[Expr]) -> Tokens:
        """Expressions one after another."""
        return [token for expr in exprs for token in self.expr(expr)]

    def expr(self, expr: Expr) -> Tokens:
        """An expression: what it does, then what with."""
        match expr:
            case Column():
                return [self.column(expr.name)]
            case Constant():
                return [constant_token(expr.value)]
            case Moment():
                return [moment_token(expr.at)]
            case Call():
                return self._call(expr)
            case Cases():
                return self._cases(expr)
            case Aggregate():
                return self._aggregate(expr)
            case Window():
                return self._window(expr)
            case Overall():
                return [spelling.OVERALL, *self._inner(expr.query)]
            case Member():
                return [spelling.MEMBER, *self.expr(expr.expr), *self._inner(expr.query)]

    def sorts(self, sorts: Sequence[Sort], words: dict[str, tuple[bool, bool]]) -> Tokens:
        """An order, one word and one expression for each part of it."""
        spelled = {flags: word for word, flags in words.items()}
        found: Tokens = []
        for sort in sorts:
            found += [spelled[sort.descending, sort.missing_first], *self.expr(sort.expr)]
        return found

    def _inner(self, query: Query) -> Tokens:
        return _query(query, self.frame, self.source)[0]

    def _call(self, call: Call) -> Tokens:
        if call.op in ASSOCIATIVE:
            return self._chain(call)
        if call.op == "in":
            return ["in", *self.exprs(call.args), spelling.CLOSE]
        if call.op not in OPTIONS:
            return [word_of("call", call.op, len(call.args)), *self.exprs(call.args)]
        option, *args = call.args
        assert isinstance(option, Constant)
        return [word_of("call", call.op, len(args)), option_token(str(option.value)), *self.exprs(args)]

    def _chain(self, call: Call) -> Tokens:
        args = flat(call)
        if len(args) == 1:
            return self.expr(args[0]) if call.op != "concat" else ["concat", *self.expr(args[0]), text_token("")]
        *before, last = args
        return [token for arg in before for token in (call.op, *self.expr(arg))] + self.expr(last)

    def _cases(self, cases: Cases) -> Tokens:
        found: Tokens = []
        for at, when in enumerate(cases.whens):
            word = spelling.WHEN if at else spelling.CASE
            found += [word, *self.expr(when.condition), *self.expr(when.value)]
        if cases.otherwise is None or cases.otherwise == Constant():
            return [*found, spelling.DONE]
        return [*found, spelling.ELSE, *self.expr(cases.otherwise)]

    def _aggregate(self, aggregate: Aggregate) -> Tokens:
        only = [] if aggregate.where is None else [spelling.ONLY, *self.expr(aggregate.where)]
        word = word_of("aggregate", aggregate.func, len(aggregate.args))
        if aggregate.quantile is None:
            return [*only, word, *self.exprs(aggregate.args)]
        word = spelling.DISCRETE if aggregate.discrete else word
        return [*only, word, number_token(aggregate.quantile), *self.exprs(aggregate.args)]

    def _window(self, window: Window) -> Tokens:
        found = [spelling.OVER]
        for key in window.within:
            found += [spelling.WITHIN, *self.expr(key)]
        found += self.sorts(window.along, spelling.ALONG)
        if window.framed:
            found += [spelling.FRAME, _edge(window.before), _edge(window.after)]
        if window.unit is not None:
            found.append(option_token(window.unit))
        if window.n != 1 and window.func in spelling.STEPPING:
            found += [spelling.STEP, str(window.n)]
        return [*found, word_of("window", window.func, len(window.args)), *self.exprs(window.args)]


def _edge(rows: int | None) -> str:
    return spelling.ALL if rows is None else str(rows)


def flat(call: Call) -> tuple[Expr, ...]:
    """The arguments of an operation, those of the same operation inside it among them."""
    found: list[Expr] = []
    for arg in call.args:
        found += flat(arg) if isinstance(arg, Call) and arg.op == call.op else (arg,)
    return tuple(found)


def _query(query: Query, frame: Scope, outer: Any) -> tuple[Tokens, Scope]:
    """The tokens of a Query and the columns that it gives."""
    found, source = _source(query, frame, outer)
    pen = _Pen("where", source, frame, query.source)
    found += _clause(spelling.WHERE, query.where, pen)
    keys, groups = _named(spelling.BY, query.by, pen.at("by", source), Scope())
    measures, groups = _named(spelling.MEASURE, query.measures, pen.at("measures", source), groups)
    rows = groups if query.grouped else source
    found += [*keys, *measures, *_clause(spelling.HAVING, query.having, pen.at("having", rows))]
    then, after = _named(spelling.THEN, query.then, pen.at("then", rows), rows)
    found += [*then, *_clause(spelling.KEPT, query.kept, pen.at("kept", after))]
    found += pen.at("order", after).sorts(query.order, spelling.ORDERS)
    found += _limit(query.limit)
    shown = _shown(query, pen.at("shown", after))
    result = after.only(shown) if shown else after
    return [*found, *([spelling.SHOWN, *shown] if shown else []), spelling.END], result


def _clause(word: str, condition: Expr | None, pen: _Pen) -> Tokens:
    return [] if condition is None else [word, *pen.expr(condition)]


def _limit(limit: Limit | None) -> Tokens:
    if limit is None:
        return []
    return [spelling.LIMIT, str(limit.n), *([spelling.SKIP, str(limit.skip)] if limit.skip else [])]


def _named(word: str, items: Sequence[Named], pen: _Pen, scope: Scope) -> tuple[Tokens, Scope]:
    """The items, and the scope with them."""
    found: Tokens = []
    for item in items:
        found += [word, *pen.expr(item.expr)]
        read = pen.scope.entry(pen.column(item.expr.name)) if isinstance(item.expr, Column) else None
        scope = scope.plus(Entry(item.name, ANYTHING, read.frame if read else None))
    return found, scope


def _shown(query: Query, pen: _Pen) -> Tokens:
    """The columns that must be named, because they are not all in their order."""
    names = query.shown
    if not names and len(set(pen.scope.names)) < len(pen.scope.names) and not pen.scope.open:
        names = tuple(dict.fromkeys(pen.scope.names))  # what `then` made hides a column of the same name
    found = [pen.column(name) for name in names]
    every = [] if pen.scope.open else list(pen.scope.tokens)
    return [] if found == every else found


def _source(query: Query, frame: Scope, outer: Any) -> tuple[Tokens, Scope]:
    source = query.source
    if source is None:
        return [], frame
    if source == outer:
        return [spelling.SAME], _source(query, frame, None)[1]
    match source:
        case Query():
            found, scope = _query(source, frame, None)
            return [spelling.FROM, *found], scope
        case Stack():
            return _stack(source, frame)
        case Unpivot():
            return _unpivot(source, frame)
        case Matched():
            return _matched(source, frame)


def _stack(stack: Stack, frame: Scope) -> tuple[Tokens, Scope]:
    parts = [_query(part, frame, None) for part in stack.queries]
    found = [token for part, _ in parts for token in (spelling.STACK, *part)]
    return [*found, spelling.CLOSE], parts[0][1]


def _unpivot(unpivot: Unpivot, frame: Scope) -> tuple[Tokens, Scope]:
    found, scope = ([], frame) if unpivot.source is None else _query(unpivot.source, frame, None)
    pen = _Pen("unpivot", scope, frame)
    start = [spelling.UNPIVOT, *([spelling.FROM, *found] if unpivot.source is not None else [])]
    tokens = {pen.column(name): label for name, label in unpivot.columns.items()}
    for token, label in tokens.items():
        entry = scope.entry(token)
        plain = entry is not None and label == entry.frame
        start += [token, *([] if plain else [spelling.LABEL, text_token(label)])]
    others = scope.without(tokens)
    return [*start, spelling.CLOSE], others.plus(Entry(unpivot.name)).plus(Entry(unpivot.value))


def _matched(matched: Matched, frame: Scope) -> tuple[Tokens, Scope]:
    left, one = _query(matched.left, frame, None)
    right, other = _query(matched.right, frame, None)
    word = spelling.MATCHED_LEFT if matched.keep_left else spelling.MATCHED
    keys = [_Pen("on", one, frame).column(name) for name in matched.on]
    added = [entry for entry in other.entries if entry.name not in one.names]
    scope = one
    for entry in added:
        scope = scope.plus(entry)
    return [word, *left, *right, *keys, spelling.CLOSE], scope
