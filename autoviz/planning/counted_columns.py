"""Counted columns: how many trays were ordered is what trays_ord adds up to, and not how many rows there are."""

from __future__ import annotations

import re
from itertools import product

from autoviz.answering.things import noun_of_id
from autoviz.frames.dates.shapes import name_words
from autoviz.linking.form_reading import form_of
from autoviz.linking.joints import COUNTING
from autoviz.linking.lexicon import abbreviations, common_words, function_words
from autoviz.linking.moments import MONTHS
from autoviz.linking.names import abbreviates, derives, forms, lemma
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.views import COUNTED
from autoviz.profile.things import TIME_WORDS
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Expr,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    given,
)
from autoviz.query.output_names import name_of
from autoviz.query.rewriting import remeasured

_OF_TIME = TIME_WORDS | {"q", "ytd", "mtd", "last", "this"}
_APART = re.compile(r"\b(?:different|distinct|unique)\b", re.IGNORECASE)


def columns_counted(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that counts rows, of things whose number a column tells, as the total of that column; the months of a
    panel are not added up. What is counted of rows that all have one value of it are the rows."""
    if not _APART.search(question):
        reading = reading.each(lambda asked: _of_one_value(asked, profile))
    panel = profile.things is not None and profile.things.panel
    return reading if panel else reading.each(lambda asked: _totalled(question, asked, profile))


def _of_one_value(asked: Requirements, profile: DatasetProfile) -> Requirements:
    """How many deployments to prod there were is no number of different places they went to, which is always one."""
    queries = meant_queries(asked, profile)
    if len(queries) != 1:
        return asked
    fixed = {test.args[0] for test in conjuncts(queries[0].where) if isinstance(test, Call) and test.op == "="}

    def counted(item: Named) -> Named | None:
        match item.expr:
            case Aggregate(func="distinct", args=(Column() as column,), where=None) if column in fixed:
                return COUNTED
        return None

    made = remeasured(queries[0], counted)
    return asked if made == queries[0] else as_query(asked, made)


def _totalled(question: str, asked: Requirements, profile: DatasetProfile) -> Requirements:
    queries = meant_queries(asked, profile)
    query = queries[0] if len(queries) == 1 else None
    if query is None or query.source is not None or len(query.measures) != 1 or query.having is not None:
        return asked
    amount = _charged(question, query, profile)
    if amount is not None and query.measures[0].expr == COUNT_ROWS:
        asked = asked.assuming(f"rows are counted; the total of {amount} would be another answer.")
    name = _telling(question, query, profile)
    if name is None or not _counts(query.measures[0].expr, profile) or name in columns_of((query.by, query.where)):
        return asked
    total = Aggregate(func="sum", args=(Column(name=name),))
    made = remeasured(query, lambda item: Named(name=name_of(total), expr=total))
    dated = [given(Column(name=column.name)) for column in profile.of_kind("temporal")]
    kept = [test for test in conjuncts(made.where) if test not in dated]  # a last visit was heard in the visits
    return as_query(asked, made.replaced(where=all_of(kept)))


def _counts(expr: Expr, profile: DatasetProfile) -> bool:
    """Whether rows are counted, or the different numbers of a column that counts."""
    match expr:
        case Aggregate(func="distinct", args=(Column(name=name),)) if name in profile.by_name:
            return profile.by_name[name].metric and profile.by_name[name].meaning == "count"
    return expr == COUNT_ROWS


def _telling(question: str, query: Query, profile: DatasetProfile) -> str | None:
    """The column that counts what the question counts: the only one, or the one whose other words it says as well."""
    things = form_of(question, (query,)).things.split()
    if not things:
        return None
    noun = lemma(things[-1].lower())
    counts = [column.name for column in profile.columns if column.metric and column.meaning == "count"]
    named = {name: [word for word in _words_of(name) if lemma(word) != noun] for name in counts}
    fitting = {name: rest for name, rest in named.items() if len(rest) < len(_words_of(name))}
    spoken = {word.lower for word in words(question)}
    if any(_is_called(column.name, noun, spoken) for column in profile.of_kind("temporal")):
        return None
    said = spoken - function_words() - {*map(str.lower, things)}
    if len(fitting) == 1 and not next(iter(fitting.values())):
        return next(iter(fitting))
    told = [name for name, rest in fitting.items() if rest and all(_says(said, word) for word in rest)]
    return told[0] if len(told) == 1 else None


def _is_called(name: str, noun: str, said: set[str]) -> bool:
    """Whether a date is called by the noun and by the words that are said beside it: the last visits are dates."""
    own = name_words(name)
    rest = [word for word in own if lemma(word) != noun]
    return 0 < len(rest) < len(own) and all(_says(said, word) for word in rest)


def _words_of(name: str) -> list[str]:
    """The words of a name but for the time that it is of: visits_mar25, orders_ytd."""
    return [word for word in name_words(name) if not (word.isdigit() or word in MONTHS or word in _OF_TIME)]


def _charged(question: str, query: Query, profile: DatasetProfile) -> str | None:
    """The one amount that is called by what the question seems to count, where rows are something else and no number is
    asked for: outstanding fines by branch may be money where each row is a loan."""
    noun, rows = form_of(question, (query,)).things.rpartition(" ")[2].lower(), noun_of_id(profile, common_words())
    if not noun or not rows or lemma(noun) == lemma(rows) or COUNTING & {word.lower for word in words(question)}:
        return None
    amounts = [column.name for column in profile.columns if column.adds_up and column.meaning in ("amount", "money")]
    called = [name for name in amounts if lemma(noun) in {lemma(word) for word in name_words(name)}]
    return called[0] if len(called) == 1 and query.by else None


def _says(said: set[str], word: str) -> bool:
    """Whether a word of a name is said, in some form or short for one: ordered says ord."""
    pairs = product(said, {word, *abbreviations().words.get(word, ())})
    return any(forms(full) & forms(one) or abbreviates(full, one) or derives(full, one) for one, full in pairs)
