"""Schema linking: which phrases of a question may name a column or one of its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal as Choice
from typing import cast

from autoviz.linking.lexicon import faint_words, function_words, request_words
from autoviz.linking.names import lemma
from autoviz.linking.per_profile import per_profile
from autoviz.linking.resemblance import Piece, name_pieces, value_pieces
from autoviz.linking.text import Word, words
from autoviz.linking.value_hits import Asked
from autoviz.linking.value_index import value_index
from autoviz.linking.value_words import all_hits
from autoviz.linking.vocabulary import Vocabulary, vocabulary
from autoviz.model.labels import Kind
from autoviz.model.profile import ColumnProfile, DatasetProfile, Scalar
from autoviz.model.requirements import Link

MatchKind = Choice["name", "plural", "fuzzy", "abbreviation", "synonym", "value", "alias", "type"]
Aliases = Mapping[str, str | dict[str, Scalar]]
"""Words of the user's own → a column, or a column with its value."""

LEAST_SCORE = 0.3
_CONNECTORS = frozenset({"of", "the", "a", "an", "each", "every", "for", "in", "its", "their", "all", "per"})
_CONNECTED = 0.95
STRONG = 0.75
"""A link of at least this score explains its words."""
_TYPE_SCORE = 0.6
_TABLES, _QUESTIONS = 16, 32
"""Of so many tables, the links of so many questions are remembered."""
_TAKES_WORDS, _CLEARLY, _MOST = 0.85, 0.2, 0.6
_NEGATIONS = frozenset({"not", "non", "no", "without", "never", "arent", "isnt", "didnt"})
_HOURS = frozenset({"hour", "hourly"})
_OF_TEXT = frozenset({"categorical", "geographic", "text", "identifier"})
_ANY_PLACE = frozenset({"place", "location"})
_KIND_NOUNS: tuple[tuple[Kind, frozenset[str]], ...] = (
    (
        "temporal",
        frozenset(
            {
                "date",
                "day",
                "week",
                "weekday",
                "month",
                "quarter",
                "year",
                "time",
                "when",
                "hour",
                "hourly",
                "daily",
                "weekly",
                "monthly",
                "quarterly",
                "yearly",
                "annual",
                "annually",
            }
        ),
    ),
    ("geographic", frozenset({"country", "nation", "state", "city", "province", "county", "place", "location"})),
)


@dataclass(frozen=True)
class Match:
    """A phrase of the question that may mean a column, or one value of it."""

    start: int
    end: int
    phrase: str
    column: str
    kind: MatchKind
    score: float
    value: Scalar = None
    dominated: bool = False
    """A longer or clearly better match covers the same words."""


@dataclass(frozen=True)
class _Reading:
    """A match in terms of word numbers, with what decides which reading dominates."""

    first: int
    last: int
    column: int
    kind: str
    score: float
    quality: float
    coverage: float
    value: Scalar = None


def link(question: str, profile: DatasetProfile, aliases: Mapping[str, str | dict[str, Scalar]] = {}) -> list[Match]:
    """All candidate matches of a normalised question, by where they start, the longest and best first."""
    return _linked(profile, question, aliases) if aliases else list(_remembering(profile)(question))


@per_profile(_TABLES)
def _remembering(profile: DatasetProfile) -> Callable[[str], tuple[Match, ...]]:
    """Linking to one table that remembers its last questions: a dozen parts of a reading ask for the same links."""
    return lru_cache(_QUESTIONS)(lambda question: tuple(_linked(profile, question, {})))


def _linked(profile: DatasetProfile, question: str, aliases: Aliases) -> list[Match]:
    known = vocabulary(profile)
    spoken = words(question)
    named = name_pieces(spoken, known)
    readings = _names(question, spoken, known, named)
    readings += _flag_values(spoken, known, readings)
    readings += [
        _Reading(piece.first, piece.last, piece.column, "value", piece.score, piece.score, 1.0, piece.value)
        for piece in value_pieces(spoken, known, named)
    ]
    readings += _unlisted_values(question, profile, known)
    readings += _kinds(spoken, profile, known)
    readings += _aliases(spoken, known, aliases)
    return _as_matches(question, spoken, known, readings)


def _names(question: str, spoken: tuple[Word, ...], known: Vocabulary, named: list[Piece]) -> list[_Reading]:
    """For each column the chains of pieces that together name it, wholly or in part."""
    by_column: dict[int, list[Piece]] = {}
    for piece in named:
        by_column.setdefault(piece.column, []).append(piece)
    found: list[_Reading] = []
    for column, pieces in by_column.items():
        pieces.sort(key=lambda piece: (piece.first, -piece.last, -piece.score))
        weights = known.weights[column]
        chains = [_reading(_chain(question, spoken, pieces, start), column, weights) for start in range(len(pieces))]
        found += _maximal([chain for chain in chains if chain.score >= LEAST_SCORE and _says_enough(chain, spoken)])
    return found


def _chain(question: str, spoken: tuple[Word, ...], pieces: list[Piece], start: int) -> list[Piece]:
    """A piece and those after it that name further words of the same column, with only connecting words between."""
    chain = [pieces[start]]
    covered = pieces[start].covers
    for piece in pieces[start + 1 :]:
        if piece.first > chain[-1].last and not piece.covers & covered:
            between = spoken[chain[-1].last + 1 : piece.first]
            gap = question[spoken[chain[-1].last].end : spoken[piece.first].start]
            if len(between) > 2 or any(word.lower not in _CONNECTORS for word in between) or set(gap) & set(",;?!:()"):
                break
            chain.append(piece)
            covered |= piece.covers
    return chain


def _reading(chain: list[Piece], column: int, weights: tuple[float, ...]) -> _Reading:
    coverage = quality = 0.0
    for piece in chain:
        share = sum(weight for place, weight in enumerate(weights) if piece.covers >> place & 1)
        coverage += share
        quality += share * piece.score
    contiguous = all(left.last + 1 == right.first for left, right in pairwise(chain))
    score = quality * (1.0 if contiguous else _CONNECTED)
    kind = max((piece.kind for piece in chain), key=_rank)
    return _Reading(
        chain[0].first, chain[-1].last, column, kind, score, quality / coverage if coverage else 0.0, coverage
    )


def _says_enough(reading: _Reading, spoken: tuple[Word, ...]) -> bool:
    """Words such as total, low or number name a column only where they are most of its name, and written out."""
    said = {word.lower for word in spoken[reading.first : reading.last + 1]}
    if not said <= request_words() | faint_words() | function_words():
        return True
    return reading.coverage >= _MOST and (reading.kind != "abbreviation" or not said <= request_words())


def _rank(kind: str) -> int:
    order = ("name", "plural", "abbreviation", "negated", "fuzzy", "synonym")
    return order.index(kind)


def _maximal(chains: list[_Reading]) -> list[_Reading]:
    """The chains of one column that lie inside no other chain of at least their score."""
    kept: list[_Reading] = []
    for chain in sorted(chains, key=lambda item: (-item.score, item.first - item.last, item.first)):
        if not any(other.first <= chain.first and chain.last <= other.last for other in kept):
            kept = [other for other in kept if not (chain.first <= other.first and other.last <= chain.last)]
            kept.append(chain)
    return kept


def named_columns(
    question: str, known: Vocabulary, columns: frozenset[int]
) -> Iterator[tuple[int, int, int, float, float, bool]]:
    """Where some columns are named: first and last word, column, share of the name, score, and if it is denied."""
    spoken = words(question)
    named = [piece for piece in name_pieces(spoken, known) if piece.column in columns]
    for found in _names(question, spoken, known, named):
        yield found.first, found.last, found.column, found.coverage, found.score, found.kind == "negated"


def _flag_values(spoken: tuple[Word, ...], known: Vocabulary, readings: list[_Reading]) -> list[_Reading]:
    """A column of yes and no that is named may mean its rows with yes, or with no after a negation."""
    found: list[_Reading] = []
    for reading in readings:
        flag = known.flags[reading.column]
        if flag is not None and reading.coverage > 0.5:
            before = spoken[reading.first - 1].lower if reading.first else ""
            negated = reading.kind == "negated" or before in _NEGATIONS
            found.append(replace(reading, kind="value", value=flag[1] if negated else flag[0]))
    return found


def _unlisted_values(question: str, profile: DatasetProfile, known: Vocabulary) -> list[_Reading]:
    """The values of columns that have too many of them to be listed in the profile."""
    texts = [column for column in profile.columns if column.kind in _OF_TEXT]
    unlisted = {column.name for column in texts if column.distinct and not column.values}
    if not unlisted:
        return []
    index, asked = value_index(profile), Asked.of(question, known)
    found: list[_Reading] = []
    for hit in all_hits(asked, index):
        column = index.columns[index.column(hit.number)].column
        if column in unlisted and hit.score >= _TYPE_SCORE:
            place, value = known.names.index(column), index.text(hit.number)
            found.append(_Reading(hit.first, hit.last, place, "value", hit.score, hit.score, 1.0, value))
    return found


def _kinds(spoken: tuple[Word, ...], profile: DatasetProfile, known: Vocabulary) -> list[_Reading]:
    """Nouns that name a kind of column, or of values, of which there is just one."""
    asked: list[tuple[frozenset[str], list[int]]] = [
        (nouns, [index for index, column in enumerate(profile.columns) if column.kind == kind])
        for kind, nouns in _KIND_NOUNS
    ]
    asked += [(nouns, list(columns)) for nouns, columns in known.value_kinds]
    found: list[_Reading] = []
    for nouns, columns in asked:
        if len(columns) != 1:
            continue
        own = set(known.words[columns[0]]) & nouns
        # a column called city is no answer to "country", but a date is one to "month"
        fitting = nouns - own if not own or "date" in nouns else nouns & _ANY_PLACE
        if "date" in nouns and not _tells_hours(profile.columns[columns[0]]):
            fitting -= _HOURS
        for place, word in enumerate(spoken):
            counted = place > 0 and spoken[place - 1].lower.isdigit()  # 65 years are an amount, not an axis
            if lemma(word.lower) in fitting and not counted:
                found.append(_Reading(place, place, columns[0], "type", _TYPE_SCORE, _TYPE_SCORE, 1.0))
    return found


def _tells_hours(column: ColumnProfile) -> bool:
    """Whether a temporal column has times of day."""
    return column.span is None or (column.span.spacing_days or 1.0) < 1.0


def _aliases(
    spoken: tuple[Word, ...], known: Vocabulary, aliases: Aliases
) -> list[_Reading]:
    found: list[_Reading] = []
    for alias, target in aliases.items():
        said = [word.lower for word in words(alias)]
        meant: dict[str, Scalar] = {target: None} if isinstance(target, str) else target
        for first in range(len(spoken) - len(said) + 1 if said else 0):
            if [word.lower for word in spoken[first : first + len(said)]] == said:
                found += [
                    _Reading(first, first + len(said) - 1, known.names.index(column), "alias", 1.0, 1.0, 1.0, value)
                    for column, value in meant.items()
                    if column in known.names
                ]
    return found


def _as_matches(question: str, spoken: tuple[Word, ...], known: Vocabulary, readings: list[_Reading]) -> list[Match]:
    found: dict[tuple[int, int, int, bool], tuple[_Reading, bool]] = {}
    for reading in readings:
        key = (reading.first, reading.last, reading.column, reading.value is not None)
        if key not in found or reading.score > found[key][0].score:
            found[key] = (reading, any(_dominates(other, reading) for other in readings))
    matches = [
        Match(
            spoken[reading.first].start,
            spoken[reading.last].end,
            question[spoken[reading.first].start : spoken[reading.last].end],
            known.names[reading.column],
            cast(MatchKind, "name" if reading.kind == "negated" else reading.kind),
            round(min(reading.score, 1.0), 4),
            reading.value,
            dominated,
        )
        for reading, dominated in found.values()
    ]
    return sorted(matches, key=lambda match: (match.start, -match.end, match.dominated, -match.score, match.column))


def _dominates(other: _Reading, one: _Reading) -> bool:
    """Whether another reading takes the words of this one: it covers more of them well, or fits them clearly better."""
    if other.first > one.first or other.last < one.last:
        return False
    both_values = one.value is not None and other.value is not None
    if other.last - other.first > one.last - one.first:
        return other.quality >= _TAKES_WORDS and other.coverage >= _MOST and (both_values or other.column != one.column)
    alike = both_values or one.value is other.value
    return alike and other.column != one.column and other.score >= one.score + _CLEARLY


def links_of(matches: Sequence[Match], used: frozenset[str]) -> tuple[Link, ...]:
    """The best match behind each column that is used, and the next best column for the same words."""
    found: list[Link] = []
    for column in sorted(used):
        own = [match for match in matches if match.column == column]
        if not own:
            continue
        best = max(own, key=lambda match: (not match.dominated, match.score))
        rivals = [m for m in matches if m.column != column and m.start < best.end and best.start < m.end]
        rival = max(rivals, key=lambda match: match.score, default=None)
        found.append(
            Link(
                phrase=best.phrase,
                target=column,
                kind=best.kind,
                score=min(best.score, 1.0),
                value=best.value,
                alternative=rival.column if rival else None,
            )
        )
    return tuple(found)


def best_matches(matches: Sequence[Match]) -> list[Match]:
    """Of matches over the same words the best one, by where they start."""
    chosen: list[Match] = []
    for match in sorted(matches, key=lambda item: (item.dominated, -item.score, item.start - item.end)):
        if all(match.end <= other.start or match.start >= other.end for other in chosen):
            chosen.append(match)
    return sorted(chosen, key=lambda item: item.start)


def to_link(match: Match) -> Link:
    """A match as it is shown to the user."""
    return Link(
        phrase=match.phrase, target=match.column, kind=match.kind, score=min(match.score, 1.0), value=match.value
    )
