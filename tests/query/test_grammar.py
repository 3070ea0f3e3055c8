"""Writing a Query token by token: what is written is read back, and what may come next is what passes the check."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autoviz.errors import QueryError
from autoviz.model.profile import ColumnProfile, DatasetProfile, DateEvidence
from autoviz.query.check import check, result_types
from autoviz.query.grammar import (
    Vocabulary,
    Writer,
    allowed,
    canonical,
    gbnf,
    name_of,
    parse,
    spelling,
    split,
    tokens,
    written,
)
from autoviz.query.language import (
    PERIODS,
    Aggregate,
    Call,
    Cases,
    Column,
    Constant,
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
    When,
    Window,
)


def _column(name, dtype, kind, **more):
    return ColumnProfile(name=name, dtype=dtype, kind=kind, rows=10, **more)


PROFILE = DatasetProfile(
    engine="pandas",
    rows=10,
    fingerprint="f",
    columns=(
        _column("region", "object", "geographic", values=("north", "south")),
        _column('the "end"', "object", "categorical", values=("a", "b")),
        _column("revenue", "float64", "numeric", minimum=0.5, maximum=9.0),
        _column("sum", "int64", "numeric", minimum=1, maximum=9),
        _column("returned", "int64", "ordinal", minimum=0, maximum=1, values=(0, 1)),
        _column("day", "datetime64[ns]", "temporal"),
        _column("shipped", "object", "temporal", dates=DateEvidence(format="%Y-%m-%d", parse_rate=1.0)),
    ),
)
NAMES = PROFILE.names
WORDS = Vocabulary.of(PROFILE, texts=("north", "it's", "2020"), numbers=(-3, 5000, 0.333), moments=("2020-01-01",))
DATELESS = PROFILE.replaced(columns=PROFILE.columns[:5])
NO_DATES = Vocabulary(WORDS.columns[:5], depth=2, levels=1)


def col(name):
    return Column(name=name)


def const(value):
    return Constant(value=value)


def call(op, *args):
    return Call(op=op, args=tuple(arg if hasattr(arg, "kind") else const(arg) for arg in args))


def agg(func, *args, **more):
    return Aggregate(func=func, args=tuple(args), **more)


def named(name, expr):
    return Named(name=name, expr=expr)


def follow(vocabulary, seed, longest=40):
    """Tokens drawn from what may come next; after so many the shortest way to the end."""
    chance, writer = random.Random(seed), Writer(vocabulary)
    while writer.query is None:
        may = sorted(writer.allowed())
        assert may, f"nothing may follow {written(writer.written)}"
        writer.push(chance.choice(_ending(may) if len(writer.written) > longest else may))
    return writer.written, writer.query


def _ending(may):
    """Of the tokens that may come next those that lead to an end."""
    for wanted in (("end",), (")",), ("done",), ("limit",), ("rows",)):
        if set(wanted) & set(may):
            return wanted
    leaves = [token for token in may if token[0] in "\"'#@0123456789"]
    short = [token for token in may if token in ("shown", "then", "max", "as_date", "previous", "else", "true")]
    return leaves or short or may


@settings(max_examples=300, deadline=None)
@given(st.integers(min_value=0), st.sampled_from(((WORDS, PROFILE), (NO_DATES, DATELESS))))
def test_whatever_may_be_written_is_read_and_passes_the_check(seed, given_):
    vocabulary, profile = given_
    found, query = follow(vocabulary, seed)
    check(query, profile)
    assert parse(found, profile.names) == query
    assert result_types(query, profile)
    assert split(written(found)) == found


@settings(max_examples=300, deadline=None)
@given(st.integers(min_value=0))
def test_what_was_written_is_in_its_canonical_form(seed):
    _, query = follow(WORDS, seed)
    assert canonical(query, NAMES) == query
    assert tokens(canonical(query, NAMES), NAMES) == tokens(query, NAMES)


LETTERS = ("a", "b", "c", "total", "region", "x y")


class Trees:
    """Values built without the grammar, by their kinds; not all of them pass the check."""

    def __init__(self, chance, numbers, texts, dates):
        self.chance, self.numbers, self.texts, self.dates = chance, numbers, texts, dates

    def one(self, *makers):
        return self.chance.choice(makers)()

    def leaf(self, names, *constants):
        return self.chance.choice([*map(col, names), *constants])

    def number(self, depth):
        leaf = self.leaf(self.numbers, *map(const, (0, 1, 5, 100, 0.5, -3)))
        if depth == 0:
            return leaf
        return self.one(
            lambda: leaf,
            lambda: call(self.chance.choice("+-*/"), self.number(depth - 1), self.number(depth - 1)),
            lambda: call("date part", self.chance.choice(("year", "weekday")), self.date()),
            lambda: call("round", self.number(depth - 1), 1),
            lambda: self.cases(depth - 1),
        )

    def cases(self, depth):
        whens = [When(condition=self.flag(depth), value=self.number(depth)) for _ in range(self.chance.choice((1, 2)))]
        return Cases(whens=tuple(whens), otherwise=self.chance.choice((None, self.number(depth))))

    def text(self):
        return self.leaf(self.texts, *map(const, ("north", "it's", "")))

    def date(self):
        moment = Moment(at="2020-01-01")
        return self.leaf(self.dates, moment, call("period", "month", moment))

    def flag(self, depth):
        two = self.chance.choice((lambda: self.number(max(0, depth - 1)), self.text, self.date))
        tests = [
            lambda: call(self.chance.choice(("=", "<", ">=", "!=")), two(), two()),
            lambda: call("in", self.text(), self.text(), self.text()),
        ]
        if depth == 0:
            return self.one(*tests)
        average = Overall(query=Query(measures=(named("m", agg("mean", col("revenue"))),)))
        known = Query(where=call(">", col("sum"), 5), by=(named("kind", col("region")),))
        return self.one(
            *tests,
            lambda: call(self.chance.choice(("and", "or")), *(self.flag(depth - 1) for _ in range(3))),
            lambda: call("not", self.flag(depth - 1)),
            lambda: call(">", self.number(0), average),
            lambda: Member(expr=self.text(), query=known),
        )

    def any(self, depth):
        return self.one(lambda: self.number(depth), self.text, self.date, lambda: self.flag(depth))

    def aggregate(self):
        only = self.chance.choice((None, None, self.flag(0)))
        return self.one(
            lambda: agg("count", where=only),
            lambda: agg(self.chance.choice(("sum", "mean")), self.number(1), where=only),
            lambda: agg("max", self.any(1)),
            lambda: agg("quantile", self.number(0), quantile=0.9),
        )

    def measure(self):
        return self.one(self.aggregate, lambda: call("/", call("*", 100, self.aggregate()), self.aggregate()))

    def sorts(self):
        return tuple(
            Sort(expr=self.any(0), descending=self.chance.random() < 0.5) for _ in range(self.chance.randrange(3))
        )

    def window(self):
        along = self.sorts()
        within = self.chance.choice(((), (self.text(),)))
        return self.one(
            lambda: Window(func=self.chance.choice(("rank", "row number")), within=within, along=along),
            lambda: Window(func="previous", args=(self.any(0),), along=along, n=12),
            lambda: Window(func="mean", args=(self.number(0),), along=along, before=2, after=0),
        )

    def items(self, make):
        return tuple(named(name, make()) for name in self.chance.sample(LETTERS, self.chance.randrange(3)))


def built(seed):
    """A Query under names of all kinds; later stations read what the earlier ones made, by name."""
    chance = random.Random(seed)
    rows = Trees(chance, ["revenue", "sum", "returned"], ["region", 'the "end"'], ["day", "shipped"])
    by = rows.items(lambda: rows.any(1))
    measures = tuple(item for item in rows.items(rows.measure) if item.name not in {key.name for key in by})
    made = [item.name for item in (*by, *measures)]
    here = Trees(chance, made, made, made) if made else rows
    then = here.items(lambda: here.one(here.window, lambda: here.any(1)))
    added = [item.name for item in then]
    after = Trees(chance, here.numbers + added, here.texts + added, here.dates + added)
    visible = list(dict.fromkeys([*(made or NAMES), *added]))
    return Query(
        source=built(seed // 2 + 1) if chance.random() < 0.1 else None,
        where=chance.choice((None, rows.flag(1))),
        by=by,
        measures=measures,
        having=chance.choice((None, None, here.flag(0))) if made else None,
        then=then,
        kept=chance.choice((None, None, after.flag(0))),
        order=after.sorts(),
        limit=chance.choice((None, Limit(n=1), Limit(n=5, skip=2))),
        shown=tuple(chance.sample(visible, chance.randrange(min(3, len(visible)) + 1))),
    )


def passes(query):
    try:
        check(query, PROFILE)
    except QueryError:
        return False
    return True


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=0))
def test_every_step_of_a_checked_query_may_be_written(seed):
    query = built(seed)
    assume(passes(query))
    found = tokens(query, NAMES)
    writer = Writer(WORDS)
    for token in found:
        assert token in writer.allowed(), f"{token} after {written(writer.written)}"
        writer.push(token)
    assert writer.query == parse(found, NAMES) == canonical(query, NAMES)


@settings(max_examples=200, deadline=None)
@given(st.integers(min_value=0))
def test_a_canonical_query_gives_columns_of_the_same_types(seed):
    query = built(seed)
    assume(passes(query))
    same = canonical(query, NAMES)
    assert list(result_types(same, PROFILE).values()) == list(result_types(query, PROFILE).values())
    assert parse(tokens(same, NAMES), NAMES) == same


def test_a_query_reads_as_one_line():
    query = Query(
        where=call(">", col("units"), 5),
        by=(named("area", col("region")),),
        measures=(named("sales", agg("sum", col("revenue"))),),
        order=(Sort(expr=col("sales"), descending=True),),
        limit=Limit(n=5),
    )
    line = 'where > "units" 5 by "region" measure sum "revenue" desc #1 limit 5 end'
    assert written(tokens(query)) == line
    read = parse(split(line))
    assert [item.name for item in (*read.by, *read.measures)] == ["region", "total_revenue"]
    assert read.order == (Sort(expr=col("total_revenue"), descending=True),)


@pytest.mark.parametrize(
    ("query", "line"),
    [
        (Query(), "end"),
        (Query(by=(named("m", call("period", "month", col("day"))),)), 'by period month "day" end'),
        (Query(where=call("and", call("not", col("a")), col("b"), col("c"))), 'where and not "a" and "b" "c" end'),
        (Query(where=call("in", col("a"), "x", "y")), "where in \"a\" 'x' 'y' ) end"),
        (Query(measures=(named("n", agg("count", where=col("a"))),)), 'measure only "a" rows end'),
        (Query(measures=(named("n", agg("quantile", col("a"), quantile=0.5)),)), 'measure quantile 0.5 "a" end'),
        (Query(then=(named("n", Window(func="tiles", n=4, along=(Sort(expr=col("a")),))),)),
         'then over along_asc "a" step 4 tiles end'),
        (Query(then=(named("n", Window(func="mean", args=(col("a"),), within=(col("b"),), before=2, after=0)),)),
         'then over within "b" frame 2 0 mean "a" end'),
        (Query(source=Stack(queries=(Query(shown=("a",)), Query(shown=("b",))))),
         'stack shown "a" end stack shown "b" end ) end'),
        (Query(source=Unpivot(columns={"a": "a", "b": "B"}, name="name", value="value")),
         "unpivot \"a\" \"b\" label 'B' ) end"),
        (Query(source=Unpivot(columns={"a": "a"}, name="name", value="value", source=Query(shown=("a",)))),
         'unpivot from shown "a" end "a" ) end'),
        (Query(source=Matched(left=Query(by=(named("a", col("a")),)), right=Query(), on=("a",), keep_left=True)),
         'matched_left by "a" end end "a" ) end'),
        (Query(where=Member(expr=col("a"), query=Query(by=(named("a", col("a")),)))),
         'where member "a" by "a" end end'),
        (Query(limit=Limit(n=3, skip=2), shown=("a",)), 'limit 3 skip 2 shown "a" end'),
    ],
)  # fmt: skip
def test_each_part_has_its_tokens(query, line):
    assert written(tokens(query)) == line
    assert canonical(canonical(query)) == canonical(query)
    assert tokens(parse(split(line))) == split(line)


def test_an_inner_query_may_have_the_same_source():
    inner = Query(by=(named("region", col("region")),), measures=(named("total", agg("sum", col("revenue"))),))
    average = Overall(query=Query(source=inner, measures=(named("m", agg("mean", col("total"))),)))
    query = Query(source=inner, where=call(">", col("total"), average))
    assert written(tokens(query)).endswith("where > #1 overall same measure mean #1 end end")
    assert canonical(query).where.args[1].query.source == canonical(query).source


def test_columns_made_by_a_source_are_read_by_their_places():
    inner = Query(by=(named("y", call("date part", "year", col("day"))),), measures=(named("t", agg("count")),))
    query = Query(source=inner, by=(named("t", col("t")),), measures=(named("n", agg("max", col("y"))),))
    assert written(tokens(query)) == 'from by date_part year "day" measure rows end by #2 measure max #1 end'
    read = parse(tokens(query))
    assert read.by == (named("count", col("count")),)
    assert read.measures == (named("max_year_of_day", agg("max", col("year_of_day"))),)


def test_a_column_that_hides_another_is_shown_in_its_place():
    query = Query(then=(named("sum", call("round", col("sum"))),), order=(Sort(expr=col("sum")),))
    found = written(tokens(query, ("region", "sum")))
    assert found == 'then round "sum" asc #1 shown "region" #1 end'
    assert parse(split(found), ("region", "sum")).shown == ("region", "sum_2")


def test_whole_numbers_and_sums_of_sums_have_one_form():
    query = Query(where=call(">", call("+", col("a"), call("+", col("b"), 100.0)), 0.5))
    assert written(tokens(query)) == 'where > + "a" + "b" 100 0.5 end'
    assert canonical(query).where == call(">", call("+", col("a"), col("b"), 100), 0.5)


def test_after_a_sum_come_only_numbers():
    may = allowed(["measure", "sum"], WORDS)
    assert {'"revenue"', '"sum"', '"returned"', "+", "5000", "case"} <= may
    assert not {'"region"', '"day"', "period", "lower", "'north'", "@2020-01-01", "rows", "over", "sum"} & may


def test_after_a_period_come_only_dates():
    assert allowed(["by", "period"], WORDS) == set(PERIODS)
    may = allowed(["by", "period", "month"], WORDS)
    assert {'"day"', '"shipped"', "@2020-01-01", "later"} <= may
    assert not {'"region"', '"revenue"', "5", "lower"} & may


def test_a_comparison_goes_on_with_what_fits_its_first_side():
    may = allowed(["where", "=", '"region"'], WORDS)
    assert {"'north'", "'it''s'", '"the ""end"""', "lower"} <= may
    assert not {'"revenue"', "5000", '"day"', "@2020-01-01", "+"} & may


def test_constants_come_from_the_question_or_from_a_closed_list():
    may = allowed(["where", ">", '"revenue"'], WORDS)
    assert {"5000", "-3", "0.333", "7", "100"} <= may
    assert not {"4711", "'2021'"} & may


def test_later_stations_read_what_was_made():
    start = ["by", '"region"', "measure", "rows", "measure", "max", '"region"']
    assert {"#1", '"region"'} <= allowed([*start, "desc"], WORDS)
    assert not {"#3", '"revenue"'} & allowed([*start, "desc"], WORDS)
    assert "#2" not in allowed([*start, "having", ">", "#1"], WORDS)


def test_a_measure_has_an_aggregate_in_it():
    may = allowed(["measure"], WORDS)
    assert not {"5", '"revenue"', "overall"} & may
    assert "5" in allowed(["measure", "+"], WORDS)
    assert "5" not in allowed(["measure", "+", "1"], WORDS)
    assert "5" in allowed(["measure", "+", "rows"], WORDS)


def test_the_value_of_a_query_is_one_column_of_one_row():
    start = ["where", ">", '"revenue"', "overall"]
    assert "end" not in allowed(start, WORDS)
    assert "end" in allowed([*start, "measure", "mean", '"sum"'], WORDS)
    keyed = [*start, "by", '"sum"']
    assert "end" not in allowed(keyed, WORDS)
    assert allowed([*keyed, "limit"], WORDS) == {"1"}
    assert allowed([*start, "limit", "1", "shown"], WORDS) == {'"revenue"', '"sum"', '"returned"'}


def test_nesting_is_bounded():
    shallow = Vocabulary(WORDS.columns, depth=1, levels=1)
    assert "abs" in allowed(["by"], shallow)
    assert "abs" not in allowed(["by", "abs"], shallow)
    assert "and" in allowed(["where", "and", "true"], shallow)
    assert "from" not in allowed(["from"], shallow)
    assert "overall" not in allowed(["from", "where"], shallow)


def test_a_date_out_of_reach_is_not_asked_for():
    flat = Vocabulary((("units", dict(WORDS.columns)["sum"]),), depth=1, levels=0)
    assert "date_part" not in allowed(["by"], flat)
    assert "date_part" in allowed(["by"], Vocabulary(flat.columns, moments=("2020-01-01",), depth=1, levels=0))


def test_nothing_comes_after_the_end():
    assert allowed(["end"], WORDS) == frozenset()
    with pytest.raises(QueryError, match="comes after the end"):
        parse(["end", "end"])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("by", "token 2, by: the Query breaks off"),
        ("measure 5 end", "token 2, measures: '5' cannot stand here"),
        ("measure summ", "Did you mean 'sum'"),
        ("limit 5 where", "token 3, query: 'where' cannot stand here"),
        ("where overall by x", "token 4, where, overall, by: 'x' cannot stand here"),
        ('by "a" then "b" end', "token 4, then: '\"b\"' cannot stand here"),
        ("limit 0", "token 2, limit"),
        ("measure quantile 2", "token 3, measures"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(line, told):
    with pytest.raises(QueryError) as caught:
        parse(split(line))
    assert told in str(caught.value)
    assert caught.value.retryable


def test_an_unknown_column_is_refused_where_the_columns_are_known():
    with pytest.raises(QueryError, match="there is no column 'reveneu' here"):
        tokens(Query(shown=("reveneu",)), NAMES)
    with pytest.raises(QueryError, match="cannot stand here"):
        parse(["by", '"reveneu"', "end"], NAMES)


def test_what_has_no_token_is_refused():
    for value in (None, float("inf")):
        with pytest.raises(QueryError, match="cannot be written"):
            tokens(Query(where=call("=", col("a"), const(value))))


def test_every_word_means_one_thing():
    clauses = [spelling.ALL, spelling.END, spelling.CLOSE, spelling.FROM, spelling.STACK, spelling.UNPIVOT,
               spelling.LABEL, spelling.MATCHED, spelling.MATCHED_LEFT, spelling.SAME, spelling.WHERE, spelling.BY,
               spelling.MEASURE, spelling.HAVING, spelling.THEN, spelling.KEPT, spelling.LIMIT, spelling.SKIP,
               spelling.SHOWN, spelling.CASE, spelling.WHEN, spelling.ELSE, spelling.DONE, spelling.ONLY,
               spelling.OVERALL, spelling.MEMBER, spelling.OVER, spelling.WITHIN, spelling.FRAME,
               spelling.STEP]  # fmt: skip
    words = [*clauses, *spelling.ORDERS, *spelling.ALONG, *spelling.CALLS, *spelling.AGGREGATES]
    assert len(words) == len(set(words))
    assert not set(spelling.WINDOWS) & {*clauses, *spelling.ORDERS, *spelling.ALONG, *spelling.CALLS}


@pytest.mark.parametrize(
    ("expr", "name"),
    [
        (col("units"), "units"),
        (agg("count"), "count"),
        (agg("mean", col("age")), "average_age"),
        (agg("sum", col("units"), where=call("=", col("sex"), "f")), "total_units_where_sex_is_f"),
        (call("round", call("*", 100, agg("mean", col("x"))), 1), "average_x"),
        (call("period", "month", col("day")), "day_month"),
        (call("date part", "day of year", col("day")), "day_of_year_of_day"),
        (Window(func="sum", args=(col("x"),), along=(Sort(expr=col("d")),)), "running_total_x"),
        (call("lower", "x" * 99), "lower_" + "x" * 54),
    ],
)
def test_a_column_is_called_after_its_expression(expr, name):
    assert name_of(expr) == name


_PIECE = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[a-z-]+|[()|*+?])')


class Gbnf:
    """A reader of the GBNF that we write: literals, classes of digits, groups, alternatives and repetition."""

    def __init__(self, text):
        lines = (line.split(" ::= ", 1) for line in text.splitlines())
        self.rules = {name: self._alternatives(_PIECE.findall(body)) for name, body in lines}

    def matches(self, line):
        self.line, self.ends = line, cache(self._rule_ends)
        return len(line) in self.ends("root", 0)

    def _alternatives(self, pieces):
        options = [[]]
        while pieces and pieces[0] != ")":
            piece = pieces.pop(0)
            if piece == "|":
                options.append([])
                continue
            item = self._alternatives(pieces) if piece == "(" else piece
            if piece == "(":
                pieces.pop(0)
            repeat = pieces.pop(0) if pieces and pieces[0] in "*+?" else ""
            options[-1].append((item, repeat))
        return options

    def _rule_ends(self, name, at):
        return frozenset(self._option_ends(self.rules[name], at))

    def _option_ends(self, options, at):
        return {end for option in options for end in self._sequence_ends(option, {at})}

    def _sequence_ends(self, option, starts):
        for item, repeat in option:
            reached = set(starts) if repeat in ("*", "?") else set()
            fresh = {end for start in starts for end in self._item_ends(item, start)}
            while fresh - reached:
                reached |= fresh
                fresh = (
                    {end for start in fresh for end in self._item_ends(item, start)} if repeat in ("*", "+") else set()
                )
            starts = reached
        return starts

    def _item_ends(self, item, at):
        if isinstance(item, list):
            return self._option_ends(item, at)
        if item[0] == '"':
            text = re.sub(r"\\(.)", r"\1", item[1:-1])
            return {at + len(text)} if self.line.startswith(text, at) else set()
        if item[0] == "[":
            return {at + 1} if at < len(self.line) and item[1] <= self.line[at] <= item[3] else set()
        return self.ends(item, at)


GRAMMAR = Gbnf(gbnf(WORDS))


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=0))
def test_whatever_may_be_written_follows_the_gbnf(seed):
    found, _ = follow(WORDS, seed, longest=15)
    assert GRAMMAR.matches(written(found))


@pytest.mark.parametrize(
    "line",
    ['measure sum "region" end', 'by period month "revenue" end', "measure 5 end", "where = \"region\" 'south' end",
     'limit 5 by "region" end', 'then sum "revenue" end', 'where over rank end', 'by "unknown" end'],
)  # fmt: skip
def test_the_gbnf_refuses_what_does_not_fit(line):
    assert not GRAMMAR.matches(line)


def test_the_gbnf_names_no_rule_that_is_not_there():
    text = gbnf(NO_DATES)
    rules = {line.split(" ::= ")[0] for line in text.splitlines()}
    used = {piece for line in text.splitlines() for piece in _PIECE.findall(line.split(" ::= ", 1)[1])}
    assert {piece for piece in used if piece[0].isalpha()} <= rules
