"""Amounts: what came together in a span of time, summed up where nothing but its name is said of it."""

from __future__ import annotations

import re

from autoviz.frames.dates.shapes import name_words
from autoviz.linking.lexicon import function_words
from autoviz.linking.text import words
from autoviz.model.profile import DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import ChartWish
from autoviz.planning.takings import average_words
from autoviz.readers.embedded.dated import undated


def summed_up(question: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading of one amount as its total, where it would be spread out: how much there was of it, or what there was
    in a span of time."""
    if re.search(r"\bhow much\b", question, re.IGNORECASE) and not average_words() & set(question.casefold().split()):
        return _totalled(reading) if _spreads(reading, profile) else reading
    rest = undated(question, profile)
    return reading if rest is None else as_total(rest, reading, profile)


def _spreads(reading: Reading, profile: DatasetProfile) -> bool:
    """Whether it is the distribution of one amount that is read, of all rows together."""
    asked = reading.requirements
    if asked.query is not None or asked.analysis != ("distribution",) or len(asked.metrics) != 1 or asked.group_by:
        return False
    return profile.by_name[asked.metrics[0]].adds_up


def _totalled(reading: Reading) -> Reading:
    asked = reading.requirements
    kept = tuple(item for item in asked.constraints if not isinstance(item, ChartWish))
    return reading.replaced(requirements=asked.replaced(analysis=("total",), outputs=("table",), constraints=kept))


def as_total(rest: str, reading: Reading, profile: DatasetProfile) -> Reading:
    """A reading that spreads out one amount as its total, unless a question without its times asks for more than that.

    Costs in the third quarter are a sum; how they are distributed is asked for in words of its own.
    """
    asked = reading.requirements
    if not _spreads(reading, profile):
        return reading
    phrases = [*(link.phrase for link in asked.links), *map(" ".join, map(name_words, asked.metrics))]
    named = {word.lower for phrase in phrases for word in words(phrase)}
    if any(word.lower not in named | function_words() for word in words(rest)):
        return reading
    return _totalled(reading)
