"""Reading an expression token by token: at each place it says what may stand there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Any

from autoviz.query.grammar import spelling
from autoviz.query.grammar.choices import ALIKE, Choice, Opening, gathering_words, opening_words
from autoviz.query.grammar.scope import Scope
from autoviz.query.grammar.spelling import AGGREGATES, CALLS, WINDOWS, Word, constant_of, number_of, option_token
from autoviz.query.grammar.terse import flat
from autoviz.query.language import (
    OPTIONS,
    PERIODS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
    Expr,
    Member,
    Overall,
    Query,
    Sort,
    When,
    Window,
)
from autoviz.query.types import (
    ANYTHING,
    ASSOCIATIVE,
    DATE,
    FLAG,
    NONE,
    TRUTH,
    Signature,
    Type,
    given,
    narrowed,
    signature,
    wanted,
)

UNITS = {option_token(word): word for word in PERIODS}
"""How the unit of a window is spelled."""


@dataclass(frozen=True)
class Site:
    """Where an expression stands: what it may read there, and which Query it is part of."""

    place: str
    scope: Scope
    levels: int
    """How many Queries may still stand inside it."""
    aggregates: bool = False
    windows: bool = False
    source: Any = None
    """The source of the Query, for an inner one that has the same."""
    source_scope: Scope | None = None

    @property
    def inside(self) -> Site:
        """The same inside an aggregate or a window, where neither may stand again."""
        return replace(self, aggregates=False, windows=False)


@dataclass(frozen=True)
class Term:
    """An expression that was read, what it serves as, and whether an aggregate stands in it."""

    expr: Expr
    type: Type
    gathered: bool = False


def sorted_by(term: Term, flags: tuple[bool, bool]) -> Sort:
    """One part of an order: descending or not, what is missing first or last."""
    return Sort(expr=term.expr, descending=flags[0], missing_first=flags[1])


@dataclass(frozen=True)
class Goal:
    """What an inner Query must give: one column that serves so, or so many columns, perhaps in one row."""

    wants: Type | None = None
    count: int | None = None
    one_row: bool = False
    keys: frozenset[str] | None = None
    """Tokens of the frame's columns of which one must be among its own: Queries are matched on them."""
    avoid: tuple[str, ...] = ()
    """Names that what it makes must not have."""


@dataclass(frozen=True)
class QueryRead:
    """A Query that was read, and the columns that it gives."""

    query: Query
    scope: Scope


TermReading = Generator[Choice, str, Term]
QueryReading = Generator[Choice, str, QueryRead]


class ExpressionReader(ABC):
    """Reads expressions; `typed` says whether types, depth and goals hold, or any expression can be read."""

    def __init__(self, frame: Scope, depth: int, typed: bool, dates: bool = True) -> None:
        """The columns of the frame, how deep an expression may go, and whether there are dates among the constants."""
        self.frame, self.depth, self.typed, self.dates = frame, depth, typed, dates

    @abstractmethod
    def query(self, place: str, levels: int, goal: Goal = Goal(), outer: Site | None = None) -> QueryReading:  # noqa: B008
        """An inner Query, as the reader of whole Queries reads it."""

    def term(self, site: Site, wants: Type = ANYTHING) -> TermReading:
        """A whole expression that serves so."""
        return (yield from self._expr(site, wants, self.depth))

    def measure(self, site: Site) -> TermReading:
        """An expression in which an aggregate stands."""
        return (yield from self._expr(site, ANYTHING, self.depth, must=True))

    def sort(self, site: Site, flags: tuple[bool, bool]) -> Generator[Choice, str, Sort]:
        """One part of an order, after its word."""
        return sorted_by((yield from self.term(site)), flags)

    def _expr(self, site: Site, wants: Type, depth: int, must: bool = False, chained: str | None = None) -> TermReading:
        opening = self._opening(site, wants, depth, must, chained)
        return (yield from self._begun(site, opening, depth, (yield self._choice(site, opening))))

    def _begun(self, site: Site, opening: Opening, depth: int, token: str) -> TermReading:
        """The expression that a token begins."""
        if token in CALLS:
            return (yield from self._call(site, opening, depth, token))
        if token in AGGREGATES:
            return (yield from self._aggregate(site, opening.wants, token))
        match token:
            case spelling.CASE:
                return (yield from self._cases(site, opening, depth))
            case spelling.ONLY:
                return (yield from self._filtered(site, opening.wants))
            case spelling.OVER:
                return (yield from self._window(site, opening.wants))
            case spelling.OVERALL:
                return (yield from self._overall(site, opening.wants))
            case spelling.MEMBER:
                return (yield from self._member(site, opening, depth))
        return self.leaf(site.scope, token)

    def _opening(self, site: Site, wants: Type, depth: int, must: bool, chained: str | None) -> Opening:
        dates = self.dates or site.levels > 0 or bool(site.scope.types & DATE)
        return Opening(
            wants=wants if self.typed else ANYTHING,
            depth=min(depth, 2),
            aggregates=site.aggregates,
            windows=site.windows,
            queries=site.levels > 0,
            dates=dates,
            must=must,
            chained=chained,
        )

    def _choice(self, site: Site, opening: Opening) -> Choice:
        readable = None if site.aggregates else site.scope
        constants = NONE if opening.must else opening.wants
        return Choice(site.place, opening_words(opening), readable, opening.wants, constants=constants)

    def leaf(self, scope: Scope, token: str) -> Term:
        """A column or a constant."""
        entry = scope.entry(token)
        if entry is not None:
            return Term(Column(name=entry.name), entry.type)
        found = constant_of(token)
        assert found is not None, f"{token!r} was admitted but stands for nothing"
        return Term(found[0], found[1] if self.typed else ANYTHING)

    def _call(self, site: Site, opening: Opening, depth: int, token: str) -> TermReading:
        word = CALLS[token]
        inner = depth if token == opening.chained else depth - 1
        options: tuple[Expr, ...] = ()
        if word.name in OPTIONS:
            options = (Constant(value=(yield from self._option(site, word.name))),)
        live = opening.usable(word, min(inner, 2))
        if word.name == "in":
            terms = yield from self._listed(site, live, inner, opening.must)
        else:
            terms = yield from self._arguments(site, word, live, inner, opening.must)
        expr = Call(op=word.name, args=(*options, *(term.expr for term in terms)))  # type: ignore[arg-type]
        if word.name in ASSOCIATIVE:
            expr = Call(op=expr.op, args=flat(expr))
        return Term(expr, self._result(word, terms), any(term.gathered for term in terms))

    def _option(self, site: Site, name: str) -> Generator[Choice, str, str]:
        spelled = {option_token(word): word for word in OPTIONS[name]}
        return spelled[(yield Choice(site.place, frozenset(spelled)))]

    def _result(self, word: Word, terms: list[Term]) -> Type:
        live = signature(word.kind, word.name)
        for position, term in enumerate(terms):
            live = narrowed(live, position, term.type)
        return given(live) if self.typed else ANYTHING

    def _arguments(
        self, site: Site, word: Word, live: Signature, depth: int, must: bool
    ) -> Generator[Choice, str, list[Term]]:
        """Arguments that fit one another; an aggregate that must be there is in the last one at the latest."""
        terms: list[Term] = []
        for position in range(word.arity):
            last = position == word.arity - 1
            needed = must and last and not any(term.gathered for term in terms)
            chained = word.name if last and word.name in ASSOCIATIVE else None
            term = yield from self._expr(site, wanted(live, position), depth, needed, chained)
            live = narrowed(live, position, term.type)
            terms.append(term)
        return terms

    def _listed(self, site: Site, live: Signature, depth: int, must: bool) -> Generator[Choice, str, list[Term]]:
        """A value and those that it may be, up to the closing mark."""
        terms: list[Term] = []
        while True:
            lacking = must and not any(term.gathered for term in terms)
            opening = self._opening(site, wanted(live, len(terms)), depth, lacking and bool(terms), chained=None)
            choice = self._choice(site, opening)
            if len(terms) > 1 and not lacking:
                choice = replace(choice, words=choice.words | {spelling.CLOSE})
            token = yield choice
            if token == spelling.CLOSE:
                return terms
            terms.append((yield from self._begun(site, opening, depth, token)))
            live = narrowed(live, len(terms) - 1, terms[-1].type)

    def _cases(self, site: Site, opening: Opening, depth: int) -> TermReading:
        live = tuple(one for one in ALIKE if one.gives & opening.wants and opening.reachable(one.gives, depth - 1))
        kept, whens, gathered = ALIKE, [], False
        token = spelling.WHEN
        while token == spelling.WHEN:
            condition = yield from self._expr(site, FLAG, depth - 1)
            value = yield from self._expr(site, wanted(live, 0), depth - 1)
            live, kept = narrowed(live, 0, value.type), narrowed(kept, 0, value.type)
            whens.append(When(condition=condition.expr, value=value.expr))
            gathered = gathered or condition.gathered or value.gathered
            done = set() if opening.must and not gathered else {spelling.DONE}
            token = yield Choice(site.place, frozenset({spelling.WHEN, spelling.ELSE, *done}))
        otherwise = None
        if token == spelling.ELSE:
            otherwise = yield from self._expr(site, wanted(live, 0), depth - 1, opening.must and not gathered)
            kept, gathered = narrowed(kept, 0, otherwise.type), gathered or otherwise.gathered
        expr = Cases(whens=tuple(whens), otherwise=otherwise.expr if otherwise else None)
        return Term(expr, given(kept) if self.typed else ANYTHING, gathered)

    def _filtered(self, site: Site, wants: Type) -> TermReading:
        """An aggregate of the rows that meet a condition."""
        where = yield from self.term(site.inside, FLAG)
        token = yield Choice(site.place, gathering_words("aggregate", wants))
        return (yield from self._aggregate(site, wants, token, where.expr))

    def _aggregate(self, site: Site, wants: Type, token: str, where: Expr | None = None) -> TermReading:
        word = AGGREGATES[token]
        quantile = None
        if word.name == "quantile":
            quantile = float(number_of((yield Choice(site.place, part=True))))
        terms = yield from self._gathered(site, word, wants)
        args = tuple(term.expr for term in terms)
        expr = Aggregate(func=word.name, args=args, where=where, quantile=quantile, discrete=word.discrete)  # type: ignore[arg-type]
        return Term(expr, self._result(word, terms), gathered=True)

    def _gathered(self, site: Site, word: Word, wants: Type) -> Generator[Choice, str, list[Term]]:
        """The arguments of an aggregate or a window."""
        live = tuple(one for one in signature(word.kind, word.name) if one.gives & wants)
        return (yield from self._arguments(site.inside, word, live, self.depth, must=False))

    def _window(self, site: Site, wants: Type) -> TermReading:
        within: list[Expr] = []
        along: list[Sort] = []
        options: dict[str, Any] = {}
        words = frozenset({spelling.WITHIN, *spelling.ALONG, spelling.FRAME, spelling.STEP})
        dates = 0
        while True:
            token = yield Choice(site.place, words | gathering_words("window", wants, "n" in options))
            if token == spelling.WITHIN:
                within.append((yield from self.term(site.inside)).expr)
            elif token in spelling.ALONG:
                term = yield from self.term(site.inside)
                along.append(sorted_by(term, spelling.ALONG[token]))
                dates += bool(term.type & DATE) and along[-1].forwards
                words -= {spelling.WITHIN}
            elif token == spelling.FRAME:
                options |= {"before": (yield from self._edge(site)), "after": (yield from self._edge(site))}
                words = frozenset({spelling.STEP})
                if len(along) == dates == 1 and options != {"before": None, "after": None}:
                    words |= UNITS.keys()
            elif token in UNITS:
                options["unit"] = UNITS[token]
                words = frozenset({spelling.STEP})
            elif token == spelling.STEP:
                options["n"] = int((yield Choice(site.place, whole=(1, None))))
                words = frozenset()
            else:
                break
        word = WINDOWS[token]
        terms = yield from self._gathered(site, word, wants)
        args = tuple(term.expr for term in terms)
        expr = Window(func=word.name, args=args, within=tuple(within), along=tuple(along), **options)  # type: ignore[arg-type]
        return Term(expr, self._result(word, terms))

    def _edge(self, site: Site) -> Generator[Choice, str, int | None]:
        token = yield Choice(site.place, frozenset({spelling.ALL}), whole=(None, None))
        return None if token == spelling.ALL else int(token)

    def _overall(self, site: Site, wants: Type) -> TermReading:
        goal = Goal(wants=wants, one_row=True) if self.typed else Goal()
        read = yield from self.query(f"{site.place}, overall, ", site.levels - 1, goal, site)
        return Term(Overall(query=read.query), read.scope.entries[0].type if self.typed else ANYTHING)

    def _member(self, site: Site, opening: Opening, depth: int) -> TermReading:
        term = yield from self._expr(site, ANYTHING, depth - 1, opening.must)
        goal = Goal(wants=term.type) if self.typed else Goal()
        read = yield from self.query(f"{site.place}, member, ", site.levels - 1, goal, site)
        return Term(Member(expr=term.expr, query=read.query), TRUTH if self.typed else ANYTHING, term.gathered)
