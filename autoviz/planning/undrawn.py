"""Undrawn charts: a kind of chart that is named and not drawn here is told, since another one stands for it."""

from __future__ import annotations

from autoviz.linking.links import best_matches, link
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.registry.words import english


def with_undrawn_told(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that says so where its question names a chart of a kind that is not drawn, and no column or value."""
    kind = _named(question, profile)
    if kind is None:
        return reading
    article = "an" if kind[0].lower() in "aeiou" else "a"
    told = f"{article} {kind} is none of the charts that are drawn here, so another kind stands for it."
    return reading.each(lambda asked: asked.assuming(told))


def _named(question: str, profile: DatasetProfile) -> str | None:
    said = words(question)
    lowers = [word.lower for word in said]
    for kind, phrases in english().undrawn_charts.items():
        for phrase in (phrase.split() for phrase in phrases):
            for at in range(len(lowers) - len(phrase) + 1):
                if lowers[at : at + len(phrase)] == phrase and not _is_of_table(said[at].start, question, profile):
                    return kind
    return None


def _is_of_table(place: int, question: str, profile: DatasetProfile) -> bool:
    """Whether a word names a column or a value: the map of a match."""
    return any(match.start <= place < match.end for match in best_matches(link(question, profile)))
