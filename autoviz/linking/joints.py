"""Joints: where a question may be cut, because a further request may start there, and which pieces ask alone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import get_args

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.lexicon import request_words
from autoviz.linking.links import Aliases, best_matches, link
from autoviz.linking.text import words
from autoviz.model.labels import Mark
from autoviz.model.profile import DatasetProfile

_JOINT = re.compile(
    r"\s*(?:[;.?!]\s+|,?\s+(?:and|then|plus|also|as well as)\s+)(?:(?:and|then|also)\s+)*", re.IGNORECASE
)
_PIECE = re.compile(rf"{_JOINT.pattern}|,\s+", re.IGNORECASE)
_END = re.compile(r"\?+\s+(?=\w)|;\s+")
"""Where one question ends and the next may begin."""
_ENDS = (".", "?", "!", ";")
_LISTED, _ITEM = re.compile(r"1[.)]\s"), re.compile(r"(?:^|[\s,.;]+)\d[.)]\s+")
"""A list of questions with their numbers."""
MAX_JOINTS = 4
LINKED = 0.6
"""How well a phrase must name a column to be what a request is about."""
MARKS = frozenset(get_args(Mark)) - {"table"}
"""Words that name a chart."""
COUNTING = frozenset({"many", "number", "count", "counts"})
_BACK = re.compile(
    r"\b(?:each|every) one\b|\beach(?=\s*(?:$|[,.;?!]))"
    r"|\b(?:a|one|separate) (?:bar|box|colou?r|curve|line|panel|point)s? (?:per|for (?:each|every))\b", re.IGNORECASE,
)  # fmt: skip
"""What speaks of the things that stand before it: the regions, and how many orders there are for each, or how they are
drawn, one line per year."""
_TOGETHER = re.compile(r"\b(?:chart|display|draw|graph|plot|show|visuali[sz]e) (?:them|these|those)\b", re.IGNORECASE)
"""What asks for one chart of all that stands before it."""
_ASKING = frozenset({"what", "which", "who", "how", "where", "when", "is", "are", "does", "do"})


def halves(question: str) -> list[tuple[str, str]]:
    """The question cut in two at each place where a second request may start."""
    cuts = list(_JOINT.finditer(question))[:MAX_JOINTS]
    found = [(question[: cut.start()].strip(), question[cut.end() :].strip()) for cut in cuts]
    long = [(first, second) for first, second in found if len(first.split()) >= 2 and len(second.split()) >= 2]
    return [(first, second) for first, second in long if not (_BACK.search(second) or _TOGETHER.search(second))]


def questions(text: str, profile: DatasetProfile, aliases: Aliases) -> list[str]:
    """The questions that marks and numbers set apart; what names nothing of its own goes with the one before."""
    if _LISTED.match(text):
        return [piece.strip() for piece in _ITEM.split(text) if piece.strip()]
    spans: list[tuple[int, int]] = []
    starts = [0, *(cut.end() for cut in _END.finditer(text))]
    ends = [*(cut.start() for cut in _END.finditer(text)), len(text)]
    for start, end in zip(starts, ends, strict=True):
        piece = text[start:end]
        if spans and (_tells_how(piece, profile, aliases) or not _names_something(piece, profile, aliases)):
            spans[-1] = (spans[-1][0], end)
        elif piece.strip():
            spans.append((start, end))
    return [text[start:end].strip() for start, end in spans]


def opens_request(text: str) -> bool:
    """Whether a sentence begins as one that asks for something does."""
    spoken = words(text)
    return bool(spoken) and spoken[0].lower in _ASKING | request_words()


def _tells_how(text: str, profile: DatasetProfile, aliases: Aliases) -> bool:
    """Whether a sentence says how to draw what was asked before: with a line chart, grouped by region."""
    spoken = [word.lower for word in words(text)]
    measured, _, _, drawn = _named(text, profile, aliases)
    return drawn and not measured and bool(spoken) and spoken[0] in request_words()


def _names_something(text: str, profile: DatasetProfile, aliases: Aliases) -> bool:
    """Whether a text has a group or a time of its own, or asks for a measure or a count."""
    measured, split, asking, _ = _named(text, profile, aliases)
    return split or (measured and asking)


def requests(question: str, profile: DatasetProfile, aliases: Aliases) -> list[str]:
    """The question cut into requests that each name what is measured and by what; itself where there is but one.

    A piece that does not ask by itself goes with those before it: the second group of one request, the next value of a
    list, the order or the chart of what was asked.
    """
    if _TOGETHER.search(question):
        return [question.strip()]
    starts, at = [0], 0
    for cut in _PIECE.finditer(question):
        following = _PIECE.search(question, cut.end())
        piece = question[cut.end() : following.start() if following else len(question)]
        # A line of revenue and units by month is one chart: only before another one does a chart ask by itself.
        drawn = _named(piece, profile, aliases)[-1]
        if _hangs(question[at : cut.start()]):  # the highest and which the lowest: of what is said once, behind both
            continue
        if _BACK.search(piece) or (cut.group().strip() in _ENDS and _tells_how(piece, profile, aliases)):
            continue
        if asks(piece, profile, aliases) and asks(question[at : cut.start()], profile, aliases, charts=drawn):
            at = cut.end()
            starts.append(at)
    parts = [question[start:end] for start, end in zip(starts, [*starts[1:], len(question)], strict=True)]
    return [_untied(part) for part in parts]


def _hangs(text: str) -> bool:
    """Whether a text ends with one end of something that it does not name."""
    spoken = words(text)
    return bool(spoken) and is_superlative(spoken[-1].lower)


def _untied(part: str) -> str:
    """A part without the joint that led on from it."""
    last = next((cut for cut in _PIECE.finditer(part) if cut.end() == len(part)), None)
    return part[: last.start()].strip() if last else part.strip()


def asks(text: str, profile: DatasetProfile, aliases: Aliases, *, charts: bool = True) -> bool:
    """Whether a text names a measure or a count, and a group or a time; or asks for one, or for a chart of it."""
    *named, drawn = _named(text, profile, aliases)
    return sum((*named, drawn and charts)) > 1


def _named(text: str, profile: DatasetProfile, aliases: Aliases) -> tuple[bool, bool, bool, bool]:
    """Whether a text names something to measure or count, and a group or a time; begins as a question, or a chart."""
    matches = best_matches([match for match in link(text, profile, aliases) if match.score >= LINKED])
    columns = [profile.by_name[match.column] for match in matches if match.value is None]
    spoken = [word.lower for word in words(text)]
    measured = any(column.metric for column in columns) or bool(COUNTING & set(spoken))
    asking = bool(spoken) and spoken[0] in _ASKING
    split = any(not column.metric for column in columns)
    return measured, split, asking, _draws(text, [item.start for item in matches])


def _draws(text: str, starts: list[int]) -> bool:
    """Whether a chart of something is asked for: its name comes first, and not behind "as", which says how to draw."""
    before = [word.lower for word in words(text) if word.start < min(starts, default=len(text))]
    return any(word in MARKS and last != "as" for last, word in pairwise(["", *before]))
