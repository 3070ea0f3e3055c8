"""Side words: what a question calls the yes and the no of a column that it holds apart, such as women and men."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from autoviz.embedding import Encoder
from autoviz.linking.flag_phrases import NEGATIONS, flag_values
from autoviz.linking.lexicon import function_words, request_words
from autoviz.linking.links import link
from autoviz.linking.names import split_name
from autoviz.linking.text import Word, words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import AgainstRest, Filter, Link, Requirements
from autoviz.query.language import Call, Column, Constant

_JOINTS = frozenset({"vs", "versus", "and", "or", "against", "than", "compared"})
_BEFORE, _AFTER = 6, 4
"""How many words before and behind a joint the two may stand."""
NEAR, APART = 0.45, 0.1
"""How near in meaning one of the two must be to the column, and by how much nearer than the other: below it nothing
tells which of them says yes."""
DENIED_NEAR = 0.25
"""The same where one of the two is the other with a no before it, which tells them apart."""


def with_side_words(text: str, reading: Reading, profile: DatasetProfile, encoder: Encoder) -> Reading:
    """A reading whose groups are the yes and the no of one column, with the words for them linked to its values."""
    asked = reading.requirements
    columns = set(_columns(asked)) & profile.by_name.keys()
    flags = {name: found for name in columns if (found := flag_values(profile.by_name[name]))}
    if len(flags) != 1:
        return reading
    ((column, values),) = flags.items()
    named = _named(text, column, asked, profile, encoder)
    if named is None:
        return reading
    links = [
        Link(phrase=phrase, target=column, kind="side", score=NEAR, value=value)
        for phrase, value in zip(named, values, strict=True)
    ]
    return reading.replaced(requirements=asked.replaced(links=(*asked.links, *links)))


def _columns(asked: Requirements) -> Iterator[str]:
    """The columns that make the groups, as they stand or held against one value."""
    if asked.query is None:
        yield from asked.group_by
        filters = chain.from_iterable(item.filters for item in asked.all(AgainstRest))
        yield from (item.column for item in filters if isinstance(item, Filter) and item.op == "=")
        return
    for key in asked.query.by:
        match key.expr:
            case Column(name=name) | Call(op="=", args=(Column(name=name), Constant())):
                yield name


def _named(
    text: str, column: str, asked: Requirements, profile: DatasetProfile, encoder: Encoder
) -> tuple[str, str] | None:
    """The words for yes and for no; None where no pair of words is told apart by what the column means."""
    others = {word.lower for link in asked.links if link.target != column for word in words(link.phrase)}
    plain = function_words() | request_words() | NEGATIONS | _JOINTS | others | {"rest", "others"}
    spoken, meant = words(text), " ".join(split_name(column))
    for place, joint in enumerate(spoken):
        behind = range(place + 1, min(place + 1 + _AFTER, len(spoken)))
        right = next((at for at in behind if spoken[at].lower not in plain), None)
        lefts = [at for at in range(max(place - _BEFORE, 0), place) if spoken[at].lower not in plain]
        if joint.lower not in _JOINTS or right is None:
            continue
        if _is_of_one_thing(spoken, place):
            return _with_and_without(text, spoken[right], column, profile)
        if not lefts:
            continue
        vectors = encoder.encode([meant, *(spoken[at].lower for at in (right, *lefts))])
        own, near = vectors[1:] @ vectors[0], vectors[2:] @ vectors[1]
        best = int(near.argmax())
        if found := _told_apart(text, spoken, (lefts[best], right), (float(own[best + 1]), float(own[0]))):
            return found
    return None


def _with_and_without(text: str, word: Word, column: str, profile: DatasetProfile) -> tuple[str, str] | None:
    """With and without what is said behind both, up to the name of the column; None where that is not said there."""
    ends = [match.end for match in link(text, profile) if match.column == column and match.start >= word.start]
    thing = text[word.start : min(ends)] if ends else ""
    return (f"with {thing}", f"without {thing}") if thing else None


def _is_of_one_thing(spoken: Sequence[Word], place: int) -> bool:
    """Whether a joint stands between a yes and a no that are said of the same: with and without insurance."""
    denied = place + 1 < len(spoken) and spoken[place + 1].lower in NEGATIONS
    return denied and place > 0 and spoken[place - 1].lower in function_words()


def _told_apart(
    text: str, spoken: Sequence[Word], pair: tuple[int, int], nearness: tuple[float, float]
) -> tuple[str, str] | None:
    """The word of a pair that says yes, and the one that says no."""
    (one, denied), (other, not_other) = (_with_no(text, spoken, at) for at in pair)
    if denied != not_other:
        return ((other, one) if denied else (one, other)) if max(nearness) >= DENIED_NEAR else None
    if max(nearness) < NEAR or abs(nearness[0] - nearness[1]) < APART:
        return None
    return (one, other) if nearness[0] > nearness[1] else (other, one)


def _with_no(text: str, spoken: Sequence[Word], at: int) -> tuple[str, bool]:
    """A word with the no before it, and whether there is one."""
    denied = at > 0 and spoken[at - 1].lower in NEGATIONS
    return text[spoken[at - denied].start : spoken[at].end], denied
