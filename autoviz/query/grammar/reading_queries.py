"""Reading a Query token by token, clause after clause: at each place it says what may stand there."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from autoviz.query.check import gives_one_row
from autoviz.query.grammar import spelling
from autoviz.query.grammar.choices import Choice
from autoviz.query.grammar.reading_terms import ExpressionReader, Goal, QueryRead, QueryReading, Site, Term
from autoviz.query.grammar.scope import Entry, Scope
from autoviz.query.grammar.spelling import constant_of
from autoviz.query.language import Column, Expr, Limit, Matched, Named, Query, Sort, Stack, Unpivot
from autoviz.query.output_names import name_of
from autoviz.query.types import ANYTHING, FLAG, TEXT, shared

_STATIONS = {
    **dict.fromkeys((spelling.FROM, spelling.STACK, spelling.UNPIVOT, spelling.MATCHED, spelling.MATCHED_LEFT), 0),
    spelling.SAME: 0, spelling.WHERE: 1, spelling.BY: 2, spelling.MEASURE: 3, spelling.HAVING: 4, spelling.THEN: 5,
    spelling.KEPT: 6, **dict.fromkeys(spelling.ORDERS, 7), spelling.LIMIT: 8, spelling.SKIP: 9, spelling.SHOWN: 10,
    spelling.END: 11,
}  # fmt: skip
_REPEATED = (2, 3, 5, 7)
_WORKED_OUT = 5
"""Up to here columns may be added; later stations need all that the Query is to give."""

SourceRead = tuple[Any, Scope]
SourceReading = Generator[Choice, str, SourceRead]
Nothing = Generator[Choice, str, None]


@dataclass
class Draft:
    """A Query on its way: what was read of it, and the columns at each station."""

    inside: str
    levels: int
    goal: Goal
    source_scope: Scope
    source: Any = None
    where: Expr | None = None
    by: list[Named] = field(default_factory=list)
    measures: list[Named] = field(default_factory=list)
    groups: Scope = field(default_factory=Scope)
    having: Expr | None = None
    then: list[Named] = field(default_factory=list)
    added: list[Entry] = field(default_factory=list)
    kept: Expr | None = None
    order: list[Sort] = field(default_factory=list)
    limit: Limit | None = None
    shown: tuple[str, ...] = ()
    station: int = -1

    @property
    def rows(self) -> Scope:
        """The groups, or the rows where nothing is grouped."""
        return self.groups if self.by or self.measures else self.source_scope

    @property
    def after(self) -> Scope:
        """With what `then` added."""
        scope = self.rows
        for entry in self.added:
            scope = scope.plus(entry)
        return scope

    def site(self, name: str, scope: Scope, aggregates: bool = False, windows: bool = False) -> Site:
        """Where an expression of this Query stands."""
        place = f"{self.inside}{name}"
        return Site(place, scope, self.levels, aggregates, windows, self.source, self.source_scope)

    def query(self) -> Query:
        """What was read so far."""
        return Query(
            source=self.source,
            where=self.where,
            by=tuple(self.by),
            measures=tuple(self.measures),
            having=self.having,
            then=tuple(self.then),
            kept=self.kept,
            order=tuple(self.order),
            limit=self.limit,
            shown=self.shown,
        )

    @property
    def fits(self) -> bool:
        """Whether the columns at hand hold what is to be given."""
        entries = self.after.entries
        if self.goal.wants is not None and not any(entry.type & self.goal.wants for entry in entries):
            return False
        return self.goal.count is None or len(entries) >= self.goal.count

    @property
    def complete(self) -> bool:
        """Whether the columns at hand are just those that are to be given."""
        width = 1 if self.goal.wants is not None else self.goal.count
        return self.fits and (width is None or len(self.after.entries) == width)

    @property
    def one_row(self) -> bool:
        """Whether it gives one row, where it must."""
        return not self.goal.one_row or gives_one_row(self.query())


class QueryReader(ExpressionReader):
    """Reads a Query, its clauses in their order."""

    def query(self, place: str, levels: int, goal: Goal = Goal(), outer: Site | None = None) -> QueryReading:  # noqa: B008
        """A Query up to its end; one inside an expression may have the same source as the one around it."""
        draft = Draft(place, levels, goal, self.frame)
        while True:
            word = yield Choice(f"{place}query", self._clauses(draft, outer))
            if word == spelling.END:
                return QueryRead(draft.query(), draft.after)
            draft.station = _STATIONS[word]
            if word == spelling.SHOWN:
                scope = yield from self._shown(draft)
                return QueryRead(draft.query(), scope)
            yield from self._clause(draft, word, outer)

    def _clauses(self, draft: Draft, outer: Site | None) -> frozenset[str]:
        """The words with which the next clause may begin."""
        at = draft.station
        words = {word for word, station in _STATIONS.items() if station > at or (station == at and at in _REPEATED)}
        words -= {spelling.SKIP} if draft.limit is None else set()
        words -= {spelling.HAVING} if not (draft.by or draft.measures) else set()
        words -= {spelling.SAME} if outer is None or outer.source is None else set()
        if draft.levels <= 0:
            words -= {spelling.FROM, spelling.STACK, spelling.MATCHED, spelling.MATCHED_LEFT}
        return frozenset(self._reaching(draft, words) if self.typed else words)

    def _reaching(self, draft: Draft, words: set[str]) -> set[str]:
        """Those from which what the Query must give can still be reached."""
        if draft.goal.keys is not None:
            # the sides of a match read the frame, and are put together by one of its columns at least
            words = {word for word in words if _STATIONS[word] and (draft.by or word != spelling.MEASURE)}
        if not draft.fits:
            words = {word for word in words if _STATIONS[word] <= _WORKED_OUT}
        if not draft.complete:
            words.discard(spelling.END)
        return words if draft.one_row else words - {spelling.SHOWN, spelling.END}

    def _clause(self, draft: Draft, word: str, outer: Site | None) -> Nothing:
        match word:
            case spelling.WHERE:
                draft.where = (yield from self.term(draft.site("where", draft.source_scope), FLAG)).expr
            case spelling.BY:
                scope = draft.source_scope
                if draft.goal.keys is None or draft.by:
                    term = yield from self.term(draft.site("by", scope))
                else:
                    term = self.leaf(scope, (yield Choice(f"{draft.inside}by", draft.goal.keys)))
                _group(draft, draft.by, term)
            case spelling.MEASURE:
                term = yield from self.measure(draft.site("measures", draft.source_scope, aggregates=True))
                _group(draft, draft.measures, term)
            case spelling.HAVING:
                draft.having = (yield from self.term(draft.site("having", draft.rows), FLAG)).expr
            case spelling.THEN:
                yield from self._then(draft)
            case spelling.KEPT:
                draft.kept = (yield from self.term(draft.site("kept", draft.after), FLAG)).expr
            case spelling.LIMIT | spelling.SKIP:
                yield from self._limit(draft, word)
            case _ if word in spelling.ORDERS:
                draft.order.append((yield from self.sort(draft.site("order", draft.after), spelling.ORDERS[word])))
            case _:
                draft.source, draft.source_scope = yield from self._source(draft, word, outer)

    def _then(self, draft: Draft) -> Nothing:
        # what an inner Query must give and does not have yet comes next, so that it has an end
        wants = draft.goal.wants if draft.goal.wants is not None and not draft.fits else ANYTHING
        term = yield from self.term(draft.site("then", draft.rows, windows=True), wants)
        entry = _entry(term, draft.rows, draft.after, draft.goal.avoid)
        draft.then.append(Named(name=entry.name, expr=term.expr))
        draft.added.append(entry)

    def _limit(self, draft: Draft, word: str) -> Nothing:
        if word == spelling.SKIP:
            skip = yield Choice(f"{draft.inside}skip", whole=(1, None))
            assert draft.limit is not None
            draft.limit = draft.limit.replaced(skip=int(skip))
            return
        most = None if not self.typed or draft.one_row else 1
        draft.limit = Limit(n=int((yield Choice(f"{draft.inside}limit", whole=(1, most)))))

    def _shown(self, draft: Draft) -> Generator[Choice, str, Scope]:
        """The columns that are shown, up to the end."""
        width = 1 if draft.goal.wants is not None else draft.goal.count
        wants = draft.goal.wants or ANYTHING
        shown: list[str] = []
        scope = draft.after
        while True:
            ending = frozenset({spelling.END} if (len(shown) == width if width else shown) else set())
            more = None if len(shown) == width else scope
            if draft.goal.keys is not None and not shown:
                more = scope.only(token for token in scope.tokens if token in draft.goal.keys)
            token = yield Choice(f"{draft.inside}shown", ending, more, wants, but=frozenset(shown))
            if token == spelling.END:
                break
            shown.append(token)
        result = scope.only(shown)
        # all of them in their order need no naming
        draft.shown = () if not scope.open and tuple(shown) == scope.tokens else result.names
        return result

    def _source(self, draft: Draft, word: str, outer: Site | None) -> SourceReading:
        inside = f"{draft.inside}source, "
        match word:
            case spelling.SAME:
                assert outer is not None and outer.source_scope is not None
                return outer.source, outer.source_scope
            case spelling.FROM:
                read = yield from self.query(inside, draft.levels - 1)
                return read.query, read.scope
            case spelling.STACK:
                return (yield from self._stack(inside, draft.levels - 1))
            case spelling.UNPIVOT:
                return (yield from self._unpivot(inside, draft.levels))
        return (yield from self._matched(inside, draft.levels - 1, word == spelling.MATCHED_LEFT))

    def _stack(self, inside: str, levels: int) -> SourceReading:
        """Queries under one another; all have as many columns as the first."""
        parts: list[QueryRead] = []
        token = spelling.STACK
        while token == spelling.STACK:
            goal = Goal(count=len(parts[0].scope.entries)) if parts and self.typed else Goal()
            parts.append((yield from self.query(f"{inside}part {len(parts) + 1}, ", levels, goal)))
            ending = {spelling.CLOSE} if len(parts) > 1 else set()
            token = yield Choice(f"{inside}stack", frozenset({spelling.STACK, *ending}))
        columns = zip(*(part.scope.entries for part in parts), strict=False)
        types = [shared(entry.type for entry in column) for column in columns]
        first = parts[0].scope
        entries = (Entry(entry.name, type_, entry.frame) for entry, type_ in zip(first.entries, types, strict=False))
        return Stack(queries=tuple(part.query for part in parts)), Scope(tuple(entries), first.open)

    def _unpivot(self, inside: str, levels: int) -> SourceReading:
        """Columns as one series, of the frame or of a Query."""
        place = f"{inside}unpivot"
        inner = frozenset({spelling.FROM} if levels > 0 else ())
        token = yield Choice(place, inner, self.frame)
        if token != spelling.FROM:
            return (yield from self._series(place, self.frame, None, token))
        read = yield from self.query(f"{place}, ", levels - 1)
        token = yield Choice(place, scope=read.scope)
        return (yield from self._series(place, read.scope, read.query, token))

    def _series(self, place: str, scope: Scope, source: Query | None, token: str) -> SourceReading:
        """The columns, each perhaps under a label, from the first on."""
        labels: dict[str, str] = {}
        while token != spelling.CLOSE:
            words = {spelling.CLOSE}
            if token == spelling.LABEL:
                constant = constant_of((yield Choice(place, constants=TEXT)))
                labels[next(reversed(labels))] = str(getattr(constant[0], "value", "")) if constant else ""
            else:
                entry = scope.entry(token)
                labels[token] = entry.name if entry is not None else token
                words.add(spelling.LABEL)
            token = yield Choice(place, frozenset(words), scope, but=frozenset(labels))
        return _unpivoted(labels, scope, source)

    def _matched(self, inside: str, levels: int, keep_left: bool) -> SourceReading:
        """Two Queries side by side, with the columns in which they agree."""
        left = yield from self.query(f"{inside}left, ", levels, self._side(self.frame, ()))
        goal = self._side(left.scope, left.scope.names)
        right = yield from self.query(f"{inside}right, ", levels, goal)
        keys: list[str] = []
        token = yield Choice(f"{inside}on", _alike(left.scope, right.scope))
        while token != spelling.CLOSE:
            keys.append(token)
            words = _alike(left.scope, right.scope) - set(keys)
            token = yield Choice(f"{inside}on", words | {spelling.CLOSE})
        scope = left.scope
        for entry in right.scope.entries:
            scope = scope if entry.name in left.scope.names else scope.plus(entry)
        on = left.scope.only(keys).names
        return Matched(left=left.query, right=right.query, on=on, keep_left=keep_left), scope

    def _side(self, scope: Scope, avoid: tuple[str, ...]) -> Goal:
        """What one side of a match must give: a column of the frame that the other has too."""
        keys = frozenset(token for token, entry in scope.by_token.items() if entry.frame == entry.name)
        return Goal(keys=keys if self.typed else None, avoid=avoid)


def _alike(left: Scope, right: Scope) -> frozenset[str]:
    """The columns of the first that the second has too."""
    named = {entry.name: entry for entry in right.entries}
    if right.open:
        return frozenset(left.by_token)
    return frozenset(
        token for token, entry in left.by_token.items() if entry.name in named and entry.type & named[entry.name].type
    )


def _entry(term: Term, read: Scope, scope: Scope, avoid: tuple[str, ...] = ()) -> Entry:
    """The column that a term becomes beside those of the scope."""
    token = read.token(term.expr.name) if isinstance(term.expr, Column) else None
    source = read.entry(token) if token is not None else None
    return Entry(scope.named(name_of(term.expr), avoid), term.type, source.frame if source is not None else None)


def _group(draft: Draft, items: list[Named], term: Term) -> None:
    avoid = draft.goal.avoid if term.gathered else ()  # keys on both sides are called the same
    entry = _entry(term, draft.source_scope, draft.groups, avoid)
    items.append(Named(name=entry.name, expr=term.expr))
    draft.groups = draft.groups.plus(entry)


def _unpivoted(labels: dict[str, str], scope: Scope, source: Query | None) -> SourceRead:
    taken = scope.only(labels)
    others = scope.without(labels)
    name = others.named("name")
    with_name = others.plus(Entry(name, TEXT))
    value = with_name.named("value")
    columns = dict(zip(taken.names, labels.values(), strict=True))
    series = with_name.plus(Entry(value, shared(entry.type for entry in taken.entries)))
    return Unpivot(columns=columns, name=name, value=value, source=source), series
