"""Asking: a question read by the decoder as a Query, with the probability of the reading and those that came next."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.candidates import Candidates, candidates
from autoviz.linking.form_reading import is_superlative
from autoviz.linking.lexicon import common_words, function_words, request_words
from autoviz.linking.links import Aliases, Match, best_matches, link
from autoviz.linking.names import lemma
from autoviz.linking.number_phrases import NumberCandidate
from autoviz.linking.text import words
from autoviz.model.intent import Intent
from autoviz.model.labels import Mark
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Alternative, Reading
from autoviz.model.requirements import ChartWish, Link, Requirements
from autoviz.planning.best_of_each import with_ties
from autoviz.planning.dating import bounds_in_full, from_earlier_dates, on_fitting_hours
from autoviz.planning.deciding import with_what_decides
from autoviz.planning.defaults import settled_query
from autoviz.planning.fields import plain_rows
from autoviz.planning.known_dates import as_profiled
from autoviz.planning.whole_rows import repeats_names, whole_rows
from autoviz.query.grammar import Vocabulary
from autoviz.query.grammar.spelling import column_of, column_token, constant_token, moment_token
from autoviz.query.language import Call, Column, Constant, Moment, Named, Query, columns_of, parts_of
from autoviz.query.rewriting import without_copies, without_doubles
from autoviz.readers.embedded.absence import Lacking
from autoviz.readers.embedded.accounting import accounted, column_words, names_column, of_rows
from autoviz.readers.embedded.dated import Dated
from autoviz.readers.embedded.decoder import Decoder
from autoviz.readers.embedded.heard import Heard
from autoviz.readers.embedded.sheet import MOST_COLUMNS, MOST_LISTED, sheet, whole
from autoviz.readers.embedded.void import without_void_tests
from autoviz.readers.embedded.writing import Written, written

INTENTS = {
    "trend": "time_series_investigation", "change": "time_series_investigation", "running": "time_series_investigation",
    "periods": "time_series_investigation", "date_part": "time_series_investigation", "rank": "ranking",
    "extreme": "ranking", "rank_within": "ranking", "share": "composition", "share_within": "composition",
    "distribution": "distribution_analysis", "spread": "distribution_analysis", "percentile": "distribution_analysis",
    "bins": "distribution_analysis", "relation": "correlation_analysis", "outliers": "anomaly_detection",
    "lookup": "lookup", "rows": "lookup", "order": "lookup", "values": "lookup", "vague": "general_eda",
}  # fmt: skip
"""The intent of each kind of question; groups are compared where it is not listed."""
Span = tuple[int, int]
NAMED = 0.5
"""From this score of its link on a column counts as named."""
WRITTEN, VALUED = ("exact", "folded", "plural"), 0.85
"""In which ways, and from which score on, words write a value that can not be anything else."""
BARS = ("grouped_bar", "stacked_bar")
"""Charts that are bars; how these stand is the decoder's guess and nobody's wish."""
WEIGHTS = {
    "odds": 0.478, "unused number": -0.366, "unused date": -0.591, "unused name": -0.802, "column not named": -0.142
}  # fmt: skip
"""What speaks for a reading and against it, fitted on written questions over tables that the network never saw."""
BIAS = -0.209
ALL_BUT_SURE = 0.95
"""From this probability on that the table lacks something, what else might be read is not looked at."""
GUESSED = 0.25
"""A measure that nobody names is told as lacking where that is at least so likely beside it: income is no emissions."""
MISSPELT = 0.8
"""From this score of its link on a word is a column's name with a slip of the pen, unless it is a word of its own."""
STEEP = 8
"""An alternative ties only where it is all but as likely; of the first ones that are tied so one in eight is right."""


def read(
    question: str, profile: DatasetProfile, decoder: Decoder, aliases: Aliases, span: Dated | None = None
) -> Reading | Lacking | None:
    """What a normalised question asks of a profile, of its span of time alone, or the words for what that lacks; None
    where nothing was written."""
    question = spelled_out(span.rest if span else question, profile, aliases)
    found = candidates(question, profile)
    readings = heard(question, profile, decoder, found)
    lacking = _lacking(readings, question, profile, found)
    if lacking is not None and lacking.words and lacking.probability >= ALL_BUT_SURE:
        return lacking
    return settled(readings, question, profile, found, span) or lacking


def heard(question: str, profile: DatasetProfile, decoder: Decoder, found: Candidates) -> tuple[Heard, ...]:
    """What the decoder makes of a question, the likeliest reading first."""
    made = sheet(question, profile, found, shown_columns(question, profile, found))
    return merged(written(decoder.read(made), vocabulary(profile, found)))


def _lacking(
    readings: Sequence[Heard], question: str, profile: DatasetProfile, found: Candidates
) -> Lacking | None:
    """The words for which nothing in the table stands, where no reading has a Query."""
    likely = sum(one.probability for one in readings if one.best.query is None)
    return Lacking(lacking_words(question, profile, found), likely) if readings else None


def settled(
    readings: Sequence[Heard], question: str, profile: DatasetProfile, found: Candidates, span: Dated | None,
    surely: Callable[[Heard, LeftOver], float] | None = None,
) -> Reading | None:  # fmt: skip
    """Readings of a question, best first, as the one that is asked for and those that came next."""
    readings = tuple(one.by_parts(found) for one in readings)
    if span is not None:
        readings = tuple(one.during(span) for one in readings)
    asked = accounted([one for one in readings if one.best.query is not None], question, profile, found)
    if not asked:
        return None
    lacking = sum(one.probability for one in readings if one.best.query is None)
    first, *others = asked
    assert first.best.query is not None
    matches = link(question, profile)
    bar = GUESSED if guesses(first.best.query, matches, profile) else 1.0
    doubted = lacking > bar * first.probability
    unheard = lacking_words(question, profile, found) if doubted else ()
    meant = tuple(one for one in found.numbers if not _counts_nothing(one, question))
    left = left_over(first.best, replace(found, numbers=meant), of_rows(matches, first.best.query, profile))
    requirements = required(first.best, profile, links(first.best, found), unheard)
    confidence = (surely or sure)(first, left)
    next_ones = [(one, required(one.best, profile, links(one.best, found), unheard)) for one in others]
    return Reading(
        requirements=requirements.replaced(unused=left.phrases(question)),
        intent=intent_of(first.best.kind, first.probability),
        confidence=min(confidence, 1 - lacking) if doubted else confidence,
        alternatives=tuple(
            Alternative(requirements=asked_next, confidence=confidence * (one.probability / first.probability) ** STEEP)
            for one, asked_next in next_ones
            if not _shows_the_same(asked_next.query, requirements.query)
        ),
    )


def _shows_the_same(one: Query | None, other: Query | None) -> bool:
    """Whether two Queries differ in the order of their columns alone, or one counts the rows that the other lists: how
    many there are is told of a list too."""
    if one is None or other is None:
        return False
    if {*one.shown} == {*other.shown}:
        return one.replaced(shown=other.shown) == other
    counts, lists = sorted((one, other), key=lambda query: not query.measures)
    listed = lists.replaced(order=(), shown=(), measures=counts.measures)
    return counts.counts_rows and listed == counts.replaced(order=(), shown=())


def guesses(query: Query, matches: Sequence[Match], profile: DatasetProfile) -> bool:
    """Whether columns are measured of which no word of the question names one."""
    measured = {*columns_of(query.measures)} & profile.by_name.keys()
    return bool(measured) and not measured & {match.column for match in matches}


def spelled_out(question: str, profile: DatasetProfile, aliases: Aliases) -> str:
    """The question with the words of a project's own replaced by what they stand for, and misspelt names of columns
    spelt right: no network has seen these words."""
    meant = {
        phrase.casefold(): " ".join(name_words(found) if isinstance(found, str) else map(str, found.values()))
        for phrase, found in aliases.items()
    }
    longest_first = "|".join(re.escape(phrase) for phrase in sorted(meant, key=len, reverse=True))
    own = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)
    spelled = own.sub(lambda found: meant[found.group().casefold()], question) if meant else question
    for match in reversed(best_matches(link(spelled, profile))):
        own_word = {word.lower for word in words(match.phrase)} <= common_words()
        if match.kind == "fuzzy" and match.score >= MISSPELT and not own_word:
            spelled = f"{spelled[: match.start]}{' '.join(name_words(match.column))}{spelled[match.end :]}"
    return spelled


def shown_columns(question: str, profile: DatasetProfile, found: Candidates) -> Sequence[int]:
    """All columns in their order; of very many those that share words with the question, then the first ones."""
    every = range(len(profile.columns))
    if len(every) <= MOST_COLUMNS:
        return every
    said = {lemma(word.lower) for word in words(question)} - function_words()
    valued = {one.column for one in found.texts}

    def far(number: int) -> tuple[bool, int]:
        name = profile.columns[number].name
        near = name in valued or bool(said & {lemma(word) for word in name_words(name)})
        return not near, number

    return sorted(sorted(every, key=far)[:MOST_COLUMNS])


def vocabulary(profile: DatasetProfile, found: Candidates) -> Vocabulary:
    """The columns with the constants that a sheet shows."""
    linked = [one.value for one in found.texts if isinstance(one.value, str)]
    listed = [value for column in profile.columns if len(column.values) <= MOST_LISTED for value in column.values]
    texts = dict.fromkeys((*linked, *(value for value in listed if isinstance(value, str))))
    numbers = [one.value for one in found.numbers]
    numbers += [one.value for one in found.texts if isinstance(one.value, int | float)]
    return Vocabulary.of(profile, tuple(texts), tuple(numbers), tuple(one.at for one in found.moments))


def merged(readings: Sequence[Written]) -> tuple[Heard, ...]:
    """The readings that tell the same as one, best first: neither kinds and charts, nor which columns of the rows are
    shown, nor how many of groups in their order are left, make another reading."""
    held: dict[Query | None, list[Written]] = {}
    for one in readings:
        held.setdefault(one.query and _told(one.query), []).append(one)
    found = [Heard(some[0], sum(math.exp(one.score) for one in some)) for some in held.values()]
    return tuple(sorted(found, key=lambda one: -one.probability))


def _told(query: Query) -> Query:
    """A Query without what is a matter of taste."""
    if query.grouped:
        return query.replaced(limit=None) if query.order else query
    return query.replaced(shown=()) if query.limit else query


@dataclass(frozen=True)
class LeftOver:
    """What the question names and a reading does not use, as places in the question; and columns used unnamed."""

    numbers: tuple[Span, ...]
    dates: tuple[Span, ...]
    names: tuple[Span, ...]
    unnamed: int
    values: tuple[Span, ...] = ()

    def phrases(self, question: str) -> tuple[str, ...]:
        """The words themselves, in their order."""
        spans = sorted({*self.numbers, *self.dates, *self.names, *self.values})
        return tuple(dict.fromkeys(question[start:end] for start, end in spans))


def _counts_nothing(number: NumberCandidate, question: str) -> bool:
    """Whether a word for a number only orders or holds together: slowest first, all in one table."""
    before = [word.lower for word in words(question[: number.start])][-1:]
    behind = {word.lower for word in words(question[number.end :])[:1]}
    match question[number.start : number.end].casefold():
        case "first" | "last":
            return any(map(is_superlative, before))
        case "one":
            return before == ["in"] and bool(behind & {"table", "chart", "graph", "plot", "figure"})
    return False


def left_over(one: Written, found: Candidates, matches: Sequence[Match]) -> LeftOver:
    """The numbers, dates, values and names of columns that stand in the question and not in the reading."""
    said = set(one.tokens)
    numbers: dict[Span, set[str]] = {}
    for number in found.numbers:
        numbers.setdefault((number.start, number.end), set()).add(constant_token(whole(number.value)))
    dates: dict[Span, set[str]] = {}
    for moment in found.moments:
        dates.setdefault((moment.start, moment.end), set()).add(moment_token(moment.at))
    for (start, end), tokens in numbers.items():
        for span, ways in dates.items():
            if span[0] <= start and end <= span[1]:
                ways.update(tokens)
    cells = {(text.start, text.end) for text in found.texts if constant_token(text.value) in said}
    plain = [span for span in numbers if not any(at[0] <= span[0] and span[1] <= at[1] for at in (*dates, *cells))]
    names: dict[Span, set[str]] = {}
    for match in matches:
        if match.kind in ("name", "plural") and match.score >= NAMED:
            names.setdefault((match.start, match.end), set()).add(column_token(match.column))
    named = set().union(*names.values()) if names else set()
    used = {token for token in said if column_of(token) is not None}
    read = (*cells, *names, *numbers, *dates)
    values = {
        (text.start, text.end)
        for text in found.texts
        if text.how in WRITTEN and text.score >= VALUED and column_token(text.column) not in said
        and not {word.lower for word in words(str(text.value))} <= function_words() | request_words()
    }  # fmt: skip
    return LeftOver(
        tuple(span for span in plain if not numbers[span] & said),
        tuple(span for span, ways in dates.items() if not ways & said),
        tuple(span for span, ways in names.items() if not ways & said),
        len(used - named),
        tuple(span for span in values if not any(span[0] < end and start < span[1] for start, end in read)),
    )


def sure(heard: Heard, left: LeftOver) -> float:
    """How often a reading like this one is right."""
    probability = min(heard.probability, 0.999)
    seen = {
        "odds": math.log(probability / (1 - probability)), "unused number": min(len(left.numbers), 3),
        "unused date": min(len(left.dates), 2), "unused name": min(len(left.names), 3),
        "column not named": min(left.unnamed, 4),
    }  # fmt: skip
    return 1 / (1 + math.exp(-BIAS - sum(WEIGHTS[name] * value for name, value in seen.items())))


def intent_of(kind: str, probability: float) -> Intent:
    """The kind of analysis that goes with a kind of question."""
    label = INTENTS.get(kind, "comparative_analysis")
    told = f"read as a question of the kind {kind.replace('_', ' ')}"
    return Intent(primary=label, confidence=min(max(probability, 0.5), 1.0), reasoning=told)


def required(
    one: Written, profile: DatasetProfile, found: tuple[Link, ...] = (), lacking: tuple[str, ...] = ()
) -> Requirements:
    """What a reading asks for: a Query, or for a course of plain rows the statistic that they are drawn for."""
    assert one.query is not None and one.chart is not None
    mark: Mark | None = None if one.chart == "number" else "bar" if one.chart in BARS else one.chart  # type: ignore[assignment]
    drawn = mark is not None and mark != "table"
    wish = (ChartWish(mark=mark),) if drawn else ()
    statistic = plain_rows(one.query, one.kind, profile)
    if statistic is not None:
        scattered = (ChartWish(mark="scatter"),) if "correlation" in statistic.analysis else wish
        return statistic.replaced(constraints=(*statistic.constraints, *scattered), links=found, not_found=lacking)
    own = without_doubles(without_copies(as_profiled(one.query, profile)))
    plain = without_void_tests(own, profile)
    query, assumed = settled_query(by_years(plain, profile), profile)
    query = from_earlier_dates(with_what_decides(with_ties(query)), profile)
    query, told = on_fitting_hours(bounds_in_full(query), profile)
    if not drawn or repeats_names(query, profile):
        drawn, wish, query = False, (), whole_rows(query, profile)
    return Requirements(
        outputs=("chart", "table") if drawn else ("table",), query=query, constraints=wish, links=found,
        not_found=lacking, assumed=(*assumed, *told),
    )  # fmt: skip


def by_years(query: Query, profile: DatasetProfile) -> Query:
    """The Query with groups by the number of a date's year as groups by years, which are drawn on a time axis.

    A year that a group is held against stays a number.
    """

    def changed(item: Named) -> Named:
        match item.expr:
            case Call(op="date part", args=(Constant(value="year"), Column(name=name))) if (
                name in profile.by_name and profile.by_name[name].kind == "temporal"
            ):
                return item.replaced(expr=item.expr.replaced(op="period"))
        return item

    return query.replaced(by=tuple(changed(item) for item in query.by))


def links(one: Written, found: Candidates) -> tuple[Link, ...]:
    """The phrases whose values, numbers and dates stand in the Query."""
    assert one.query is not None
    used = {item.value for item in parts_of(Constant, one.query)}
    dates = {item.at for item in parts_of(Moment, one.query)}
    read = set(columns_of(one.query))
    texts = [item for item in found.texts if item.value in used and item.column in read]
    return tuple(
        Link(phrase=str(item.value), target=item.column, kind="value", score=min(item.score, 1.0), value=item.value)
        for item in texts
    ) + tuple(
        Link(phrase=item.at, target=item.at, kind="date", score=1.0) for item in found.moments if item.at in dates
    )


def lacking_words(question: str, profile: DatasetProfile, found: Candidates) -> tuple[str, ...]:
    """The words that share nothing with a column or a value, of which one may be what the table has nothing for."""
    named = column_words(profile)
    taken = [(one.start, one.end) for one in found.texts]
    taken += [(one.start, one.end) for one in found.numbers] + [(one.start, one.end) for one in found.moments]
    free = [
        word.text
        for word in words(question)
        if word.lower not in function_words() | request_words()
        and not names_column(word.lower, named)
        and not any(start <= word.start < end for start, end in taken)
    ]
    return tuple(dict.fromkeys(free))
