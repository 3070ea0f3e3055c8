"""Numbers, dates, periods, quoted texts and names that a question contains."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as Choice

from autoviz.linking.lexicon import common_words, function_words, request_words
from autoviz.linking.links import Aliases, link
from autoviz.linking.moments import NUMBER_WORDS, calendar_of, moments
from autoviz.linking.names import lemma
from autoviz.linking.numerals import WRITTEN_NUMBER, written_number
from autoviz.linking.stretches import DateRange, Period, resolve_period
from autoviz.linking.text import Word, words
from autoviz.linking.vocabulary import Vocabulary, vocabulary
from autoviz.model.profile import DatasetProfile

__all__ = [
    "LITERAL_TYPES", "DateRange", "Literal", "LiteralType", "LiteralValue", "Period", "literals", "resolve_period",
    "unread_numbers",
]  # fmt: skip

LiteralType = Choice["number", "date", "period", "quoted", "name"]
LITERAL_TYPES: tuple[LiteralType, ...] = ("number", "date", "period", "quoted", "name")
LiteralValue = float | int | str | DateRange | Period


@dataclass(frozen=True)
class Literal:
    """A value written in the question: where it stands, its type and what it means."""

    start: int
    end: int
    phrase: str
    type: LiteralType
    value: LiteralValue


_SCALES = {
    "hundred": 1e2, "k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "mm": 1e6, "mio": 1e6, "million": 1e6, "b": 1e9,
    "bn": 1e9, "billion": 1e9, "t": 1e12, "tn": 1e12, "trillion": 1e12, "dozen": 12.0,
}  # fmt: skip
_TENS = {word: 10 * n for n, word in enumerate(("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 3)}
_WORDED = {**NUMBER_WORDS, **_TENS}
_SIGNS = frozenset({"negative", "positive"})
"""Words that hold a number against zero."""
_DIGITS = re.compile(
    r"(?<![\w:/])(?<!\w[.,-])(?P<lead>(?:minus |negative )?(?:top|bottom|first|last)?(?:[$€£¥]\s?)?)(?P<sign>-?)[$€£¥]?"
    rf"{WRITTEN_NUMBER}"
    r"(?P<tail>\s?(?:thousand|million|billion|trillion|hundred|dozen|mio|mn|bn|tn)\b|[kKMmBbT]\b|(?:st|nd|rd|th)\b)?"
    r"(?P<unit>\s?%|\s(?:percent|pct)\b)?(?!\w|[./:]\d)", re.IGNORECASE,
)  # fmt: skip
_RANGE_END = re.compile(r"(?<=\d)-(?=\d)")
_WITH_DIGITS = re.compile(r"(?<![^\s(\[\"'])[^\s\"'()\[\],;?!]*\d[^\s\"'()\[\],;?!]*")
_FILE = re.compile(r"\.[a-z]{2,8}$", re.IGNORECASE)
_QUOTED = re.compile(
    r"\"(?P<double>[^\"]{1,60})\"|(?<!\w)'(?P<single>[^']{1,60}?)'(?!\w)"
    r"|(?<![\w'\"])['\"](?P<open>[^\W\d]\w*)(?=[,.?!]|$)"
)
_ONE_AFTER = frozenset({"which", "the", "this", "that", "each", "no", "every", "any", "another", "first", "last"})
_NO_NAMES = frozenset("xyai")
"""Letters that are an axis, an article or a pronoun unless the question speaks of letters."""
_MOSTLY = 0.6


def literals(question: str, profile: DatasetProfile) -> list[Literal]:
    """Every literal of a normalised question in order; only a name and its rarer part may overlap."""
    found: list[Literal] = []
    for group in (
        _quoted(question),
        _moments(question, profile),
        _numbers(question),
        _number_words(question),
        _names(question, vocabulary(profile)),
    ):
        taken = tuple(found)
        found += [one for one in group if not any(one.start < other.end and other.start < one.end for other in taken)]
    return sorted(found, key=lambda item: (item.start, -item.end))


def unread_numbers(question: str, profile: DatasetProfile, aliases: Aliases) -> tuple[str, ...]:
    """Words with digits in them that are read as nothing: no number, no date, no name of a column or a value."""
    written = [hit for hit in _WITH_DIGITS.finditer(question) if not _FILE.search(hit[0])]
    read = [(item.start, item.end) for item in literals(question, profile)] if written else []
    loose = [hit for hit in written if not _within(hit, read)]
    linked = [(match.start, match.end) for match in link(question, profile, aliases)] if loose else []
    return tuple(dict.fromkeys(hit[0] for hit in loose if not _within(hit, linked)))


def _within(hit: re.Match[str], spans: list[tuple[int, int]]) -> bool:
    return any(start < hit.end() and hit.start() < end for start, end in spans)


def _quoted(question: str) -> Iterator[Literal]:
    for hit in _QUOTED.finditer(question):
        start, end = next(hit.span(name) for name in ("double", "single", "open") if hit[name])
        text = question[start:end].strip(" .,")
        if text:
            start += question[start:end].index(text)
            yield Literal(start, start + len(text), text, "quoted", text)


def _moments(question: str, profile: DatasetProfile) -> Iterator[Literal]:
    for moment in moments(question, calendar_of(profile, question)):
        kind: LiteralType = "period" if isinstance(moment.value, Period) else "date"
        yield Literal(moment.start, moment.end, question[moment.start : moment.end], kind, moment.value)


def _numbers(question: str) -> Iterator[Literal]:
    # a dash between digits parts two numbers, so that the second is not read as negative
    for hit in _DIGITS.finditer(_RANGE_END.sub(" ", question)):
        value = written_number(hit) * _scale(hit)
        if not math.isfinite(value):
            continue
        lead = hit["lead"].lower()
        negative = bool(hit["sign"]) or lead.startswith(("minus", "negative"))
        start = hit.start("digits") if lead.startswith(("top", "bottom", "first", "last")) else hit.start()
        yield Literal(start, hit.end(), question[start : hit.end()], "number", _plain(-value if negative else value))


def _scale(hit: re.Match[str]) -> float:
    """A single letter scales only where it can hardly be a unit: 5k, 2M, $3m, but not 5m."""
    tail = (hit["tail"] or "").strip()
    if len(tail) == 1 and tail not in ("k", "K", "M", "B") and not set(hit["lead"]) & set("$€£¥"):
        return 1.0
    return _SCALES.get(tail.lower(), 1.0)


def _number_words(question: str) -> Iterator[Literal]:
    spoken = words(question)
    place = 0
    while place < len(spoken):
        size, value = _worded(spoken, place)
        if size:
            start, end = spoken[place].start, spoken[place + size - 1].end
            yield Literal(start, end, question[start:end], "number", _plain(value))
        place += max(size, 1)


def _worded(spoken: tuple[Word, ...], place: int) -> tuple[int, float]:
    """How many words from this place on are a number, and which: twenty five, two hundred, a dozen."""
    lowers = [word.lower for word in spoken[place : place + 4]]
    if lowers[0] == "a" and len(lowers) > 1 and len(lowers[1]) > 4 and lowers[1] in _SCALES:
        return 2, _SCALES[lowers[1]]
    if lowers[0] == "one" and (place == 0 or spoken[place - 1].lower in _ONE_AFTER or len(lowers) == 1):
        return 0, 0.0
    if lowers[0] in _SIGNS:
        return 1, 0.0
    if lowers[0] not in _WORDED:
        return (1, 12.0) if lowers[0] == "dozen" else (0, 0.0)
    size, value = 1, float(_WORDED[lowers[0]])
    if value >= 20 and len(lowers) > 1 and 0 < NUMBER_WORDS.get(lowers[1], 0) < 10:
        size, value = 2, value + NUMBER_WORDS[lowers[1]]
    while size < len(lowers) and len(lowers[size]) > 4 and lowers[size] in _SCALES:
        size, value = size + 1, value * _SCALES[lowers[size]]
    return size, value


def _plain(value: float) -> float | int:
    rounded = round(value, 10)
    return int(rounded) if rounded == int(rounded) else rounded


def _names(question: str, known: Vocabulary) -> Iterator[Literal]:
    """Runs of capitalised words and single letters that are no column: they may be values not seen in the profile."""
    spoken = words(question)
    shouting = _in_title_case(spoken) or _capitals_for_all(spoken, known)
    run: list[Word] = []
    for place, word in enumerate(spoken):
        named = _may_be_name(question, spoken, place, known, shouting)
        if run and not (named and _continues(question, run[-1], word)):
            yield from _named(question, run)
            run = []
        run += [word] if named else []
    yield from _named(question, run)


def _in_title_case(spoken: tuple[Word, ...]) -> bool:
    """Whether words are capitalised that a sentence would not capitalise, so that capitals say nothing."""
    small = [word for word in spoken[1:] if word.lower in function_words() and word.lower != "i"] or list(spoken)
    return sum(word.text[0].isupper() for word in small) > _MOSTLY * len(small)


def _capitals_for_all(spoken: tuple[Word, ...], known: Vocabulary) -> bool:
    """Whether words that name columns or ask are capitalised too: Average Speed by Engine Type."""
    plain = [word for word in spoken[1:] if word.lower in request_words() or _in_columns(word, known)]
    large = [word for word in plain if word.text[0].isupper() and not word.text.isupper()]
    return len(large) > _MOSTLY * len(plain)


def _in_columns(word: Word, known: Vocabulary) -> bool:
    return any(key in known.runs for key in (word.lower, lemma(word.lower)))


def _continues(question: str, last: Word, word: Word) -> bool:
    joined = re.fullmatch(r"[ \-&.]{1,3}", question[last.end : word.start]) is not None
    return joined and min(len(word.text), len(last.text)) > 1


def _named(question: str, run: list[Word]) -> Iterator[Literal]:
    """The run as a name, and without frequent words at its ends, which may belong to the sentence: London Show."""
    rare = [place for place, word in enumerate(run) if word.lower not in common_words()]
    core = run[rare[0] : rare[-1] + 1] if rare else run
    for part in (run, core) if core != run else (run,):
        if part:
            text = question[part[0].start : part[-1].end].removesuffix("'s")
            yield Literal(part[0].start, part[0].start + len(text), text, "name", text)


def _may_be_name(question: str, spoken: tuple[Word, ...], place: int, known: Vocabulary, shouting: bool) -> bool:
    word = spoken[place]
    if len(word.text) == 1:
        spelt = place > 0 and spoken[place - 1].lower in ("letter", "letters")
        return word.text.isalpha() and (spelt or word.lower not in _NO_NAMES)
    sentence_start = place == 0 or question[: word.start].rstrip(" \"'(")[-1:] in ".?!:"
    if not word.text[0].isupper() or sentence_start or word.lower in function_words():
        return False
    if shouting and word.lower in common_words():
        return False
    return not _in_columns(word, known)
