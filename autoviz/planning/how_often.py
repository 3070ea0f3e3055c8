"""How often: how common something is that a column says yes or no to, as the share of rows that say yes.

Which words ask for it is known, and the column, groups and rows are linked, so that no reading has to count its rows.
"""

from __future__ import annotations

from autoviz.linking.form_reading import form_of
from autoviz.linking.joints import COUNTING
from autoviz.linking.links import Aliases, Match, best_matches, link
from autoviz.linking.names import lemma, positive, split_name
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile, Scalar
from autoviz.model.reading import Reading
from autoviz.model.requirements import AgainstRest, Aggregation, AnyOf, ChartWish, Filter, Limit, Requirements, Sort
from autoviz.planning.converting import as_query, queries_of
from autoviz.planning.defaults import meant_queries, suiting
from autoviz.planning.grouped_fields import in_fields, is_flag_column, says_yes
from autoviz.query.language import (
    COUNT_ROWS,
    Aggregate,
    Call,
    Column,
    Constant,
    Expr,
    Named,
    Query,
    all_of,
    columns_of,
    conjuncts,
    parts_of,
)
from autoviz.query.rewriting import remeasured
from autoviz.registry.wording import wording
from autoviz.registry.words import english

NAMED = 0.45
"""From this score on words name the column that says yes or no."""
_COUNTED = frozenset({"often", "frequently"})
"""Behind how they ask for a number of times."""
COUNTED = (Named(name="count", expr=COUNT_ROWS),)
_RARE = frozenset({"rare", "rarely", "seldom"})
_TIMES = frozenset({"often", "common", "frequent", "frequently"}) | _RARE
"""Words for how many times something is there; how likely it is may be told by more."""
_KEPT = (AgainstRest, AnyOf, ChartWish, Limit)


def how_often(question: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading of how common something is as the share that says yes, of each group where groups are compared."""
    matches = best_matches(link(question, profile, aliases))
    noun = _is_a_rate(question, matches, profile)
    fields = _fields(reading.requirements, profile) if noun or _asks(question, matches) else None
    flag = _flag(reading.requirements, matches, profile) if fields is not None else None
    if fields is None or flag is None or fields.time is not None or not _is_plain(reading.requirements):
        return reading
    if (_is_rated(reading.requirements, flag) and not noun) or _is_of_another(reading.requirements, flag):
        return reading
    rated = _rated(fields, flag, matches, profile)
    return reading if rated == fields else reading.replaced(requirements=rated, alternatives=())


def yes_counted(reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that adds up what a column says yes to, as the number of rows of which it says so."""
    asked = reading.requirements
    queries = queries_of(asked, profile, suiting(profile))
    query = queries[0] if len(queries) == 1 else Query()
    match [item.expr for item in query.measures]:
        case [Aggregate(func="sum", args=(Column(name=name) as flag,), where=None)] if is_flag_column(name, profile):
            yes = next(value for value in (True, *profile.by_name[name].values) if says_yes(name, value, profile))
            where = all_of((*conjuncts(query.where), Call(op="=", args=(flag, Constant(value=yes)))))
            if query.replaced(where=None, measures=()) == Query() and profile.by_name[name].kind == "boolean":
                return reading.replaced(requirements=as_query(asked, Query(where=where, measures=COUNTED)))
    return reading


def times_counted(question: str, reading: Reading, profile: DatasetProfile, aliases: Aliases) -> Reading:
    """A reading of how common or rare groups are as the number of their rows, the rarest first where they are asked
    for, where it averages or adds up what nobody names (owls are no rarer for being seen alone), or tells how much is
    given of what always is."""
    matches = link(question, profile, aliases)
    queries = meant_queries(reading.requirements, profile)
    query = queries[0] if len(queries) == 1 else Query()
    said = {form for word in words(question) for form in positive(word.lower)}
    if not said & _TIMES or query.source is not None or query.then or len(query.measures) != 1:
        return reading
    form, (measure,) = form_of(question), query.measures
    if _measures_unnamed(measure.expr, matches) or _always_given(measure.expr, profile):
        query = remeasured(query, lambda item: COUNTED[0])
    elif measure.expr != COUNT_ROWS:
        return reading
    direction = form.direction if not said & _RARE else 1 if "least" in said else -1  # the most rare has the fewest
    if form.superlative and direction and len(query.order) == 1:
        query = query.replaced(order=(query.order[0].replaced(descending=direction > 0),))
    asked = reading.requirements
    return reading if (query,) == queries else reading.replaced(requirements=as_query(asked, query), alternatives=())


def _measures_unnamed(expr: Expr, matches: list[Match]) -> bool:
    """Whether it adds up or averages a column that no word names."""
    match expr:
        case Aggregate(func=("mean" | "sum"), args=(Column(name=name),)):
            return name not in {one.column for one in matches}
    return False


def _always_given(expr: Expr, profile: DatasetProfile) -> bool:
    """Whether it is the share of rows that have what every row has."""
    tests = [part for part in parts_of(Call, expr) if part.op == "is null"]
    names = {name for part in tests for name in columns_of(part)}
    given = bool(names) and {*columns_of(expr)} == names
    return given and not any(name not in profile.by_name or profile.by_name[name].lacks for name in names)


def _fields(asked: Requirements, profile: DatasetProfile) -> Requirements | None:
    """The rows and groups of what was read, whatever it measures of them; None where no fields say which they are."""
    query = asked.query
    if query is None:
        return asked
    rows = in_fields(asked.replaced(query=query.replaced(measures=COUNTED, order=(), limit=None)), profile)
    if rows is None or query.limit is None or query.limit.n == 1:  # of all the first one is told
        return rows
    down = bool(query.order) and query.order[0].descending
    return rows.replaced(constraints=(*rows.constraints, Limit(n=query.limit.n, order="desc" if down else "asc")))


def _is_plain(asked: Requirements) -> bool:
    """Whether nothing else is asked for beside functions of groups: no test, no running total, no bins."""
    return all(isinstance(item, (*_KEPT, Aggregation, Filter, Sort)) for item in asked.constraints)


def _is_rated(asked: Requirements, flag: str) -> bool:
    """Whether a Query measures already what share of its rows says yes, in whatever way it writes that."""
    of_flag = tuple(item.expr for item in (asked.query.measures if asked.query else ()) if flag in columns_of(item))
    averaged = any(part.func == "mean" for part in parts_of(Aggregate, of_flag))
    return averaged or any(part.op == "/" for part in parts_of(Call, of_flag))


def _is_of_another(asked: Requirements, flag: str) -> bool:
    """Whether a Query measures something else of those who say yes and of the others: who came through a trial."""
    query = asked.query or Query()
    return flag in columns_of(query.by) and bool({*columns_of(query.measures)} - {flag})


def _asks(question: str, matches: list[Match]) -> bool:
    """Whether a word outside of names says how common something is: more often, likelier, the rate of."""
    said = words(question)
    for at, word in enumerate(said):
        over = [match.column for match in matches if match.start <= word.start < match.end]
        named = any(word.lower in split_name(name) for name in over)
        often = positive(word.lower) | {lemma(word.lower)}
        times = at > 0 and said[at - 1].lower == "how" and word.lower in _COUNTED
        if not named and not times and often & set(wording().forms.often):
            return True
    return False


def _is_a_rate(question: str, matches: list[Match], profile: DatasetProfile) -> bool:
    """Whether a noun stands for what a column says yes or no to, as attrition does for those who left, and no number
    of them is asked for."""
    nouns = [match for match in matches if match.kind == "synonym" and match.phrase.casefold() in english().attributes]
    counted = {word.lower for word in words(question)} & COUNTING
    return not counted and any(is_flag_column(match.column, profile) for match in nouns)


def _flag(asked: Requirements, matches: list[Match], profile: DatasetProfile) -> str | None:
    """The one column that says yes or no and that the question names, or else that it was read to be about."""
    linked = [match for match in matches if match.score >= NAMED and is_flag_column(match.column, profile)]
    if any(match.value is not None and not says_yes(match.column, match.value, profile) for match in linked):
        return None
    named = {match.column for match in linked} or {name for name in asked.named if is_flag_column(name, profile)}
    return named.pop() if len(named) == 1 else None


def _rated(asked: Requirements, flag: str, matches: list[Match], profile: DatasetProfile) -> Requirements:
    """The share of yes by the groups of the reading, or by the column of which the question names several values."""
    values: dict[str, list[Scalar]] = {}
    for match in sorted(matches, key=lambda match: match.start):
        if match.value is not None and match.column != flag and match.value not in values.get(match.column, []):
            values.setdefault(match.column, []).append(match.value)
    several = {name: tuple(found) for name, found in values.items() if len(found) > 1}
    groups = tuple(dict.fromkeys((*several, *(name for name in asked.group_by if name != flag))))
    rows = [item for item in asked.all(Filter) if item.column not in (flag, *several)]
    some = {name: found for name, found in several.items() if len(found) != profile.by_name[name].distinct}
    rows += [Filter(column=name, op="in", value=found) for name, found in some.items()]
    kept = tuple(item for item in asked.constraints if isinstance(item, _KEPT))
    return asked.replaced(
        metrics=(flag,), group_by=groups, analysis=("compare",) if groups else ("total",),
        outputs=("chart", "table") if groups else ("table",),
        constraints=(Aggregation(metric=flag, func="mean"), *rows, *kept),
    )  # fmt: skip
