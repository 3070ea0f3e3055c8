"""One example as arrays: what the network sees, and what it should answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from autoviz.linking.links import link
from autoviz.linking.literals import DateRange
from autoviz.model.profile import DatasetProfile
from autoviz.readers.embedded.candidates import Candidate
from autoviz.readers.embedded.encoding import Encoded, encode, span_fit, span_types
from autoviz.readers.embedded.heads import (
    AGGREGATES,
    CHOICES,
    DEFAULTS,
    FLAGS,
    INTENTS,
    LABELS,
    MEANINGS,
    NULLS,
    POINTERS,
    SPAN_OPERATORS,
    USES,
)  # fmt: skip
from training.batches import IGNORED, NOT_ABSENT
from training.invented import Example
from training.target import Span, Target

HALVED = ("column_labels", "pointers", "choices", "span_labels")
"""What two analyses in one question do not share."""
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Labelled:
    """The arrays of one example and what could not be labelled in it."""

    arrays: Arrays
    spans_asked: int
    spans_found: int


def labelled(example: Example, profile: DatasetProfile, additive: dict[str, str], tokenizer: Any) -> Labelled | None:
    """An example's arrays; None where a column that it needs was cut off."""
    seen = encode(example.question, profile, link(example.question, profile), tokenizer)
    target = example.target
    needed = {target.x, target.color, target.facet, target.size, *target.metrics, *target.filters} - {None}
    if not needed <= set(seen.columns):
        return None
    uses, found = _span_labels(seen, target)
    told = {**_columns(seen, target, additive), **_question(target), **uses}
    if "two_analyses" in target.flags:  # each half has roles of its own, so the whole is not asked for any
        told |= {name: np.full_like(told[name], IGNORED) for name in HALVED}
    if example.absent:  # what to do without a column that is not there is nobody's to learn
        told["pointers"] = np.full_like(told["pointers"], IGNORED)
        told["column_labels"][:, :4] = IGNORED
    told["word_labels"] = _word_labels(seen, example)
    return Labelled({**_inputs(seen), **told}, len(target.spans), found)


def _inputs(seen: Encoded) -> Arrays:
    links = [
        (place.first, place.last - 1, place.slot, place.by_value, round(place.score * 255)) for place in seen.links
    ]
    rows = len(seen.candidates)
    return {
        "ids": np.array(seen.ids, np.uint16),
        "owners": np.array(seen.owners, np.int8),
        "question_tokens": np.array([seen.question_tokens], np.uint8),
        "features": np.round(seen.features * 255).clip(0, 255).astype(np.uint8),
        "links": np.array(links, np.uint8).reshape(-1, 5),
        "spans": np.array([(first, last - 1) for first, last in seen.spans], np.uint8).reshape(-1, 2),
        "span_types": span_types(seen, rows).astype(np.uint8),
        "span_fit": np.round(span_fit(seen, rows) * 255).clip(0, 255).astype(np.uint8).reshape(-1),
        "words": np.array([(first, last - 1) for first, last in seen.word_spans], np.uint8).reshape(-1, 2),
    }


def _columns(seen: Encoded, target: Target, additive: dict[str, str]) -> Arrays:
    slots = {name: slot for slot, name in enumerate(seen.columns)}
    first, second = target.derive_columns or (None, None)
    pointed = (target.x, target.color, target.facet, target.size, target.sort_column, first, second)
    rows = np.zeros((len(slots), 5), np.uint8)
    for name, slot in slots.items():
        func = target.aggregates.get(name, target.aggregates.get(f"having:{name}"))
        asked = name in target.metrics or func is not None
        rows[slot] = (
            name in target.metrics, name in target.filters,
            AGGREGATES.index(func or "none") if asked else IGNORED,
            NULLS.index(target.nulls.get(name, "none")),
            DEFAULTS.index(additive[name]) if name in additive else IGNORED,
        )  # fmt: skip
    assert len(pointed) == len(POINTERS)
    return {
        "column_labels": rows,
        "pointers": np.array([slots[name] + 1 if name in slots else 0 for name in pointed], np.uint8),
    }


def _question(target: Target) -> Arrays:
    chosen = {
        "mark": target.mark,
        "layout": target.layout,
        "grain": target.grain,
        "sort": target.sort,
        "limit": target.limit,
        "change": target.change,
        "derive": target.derive,
    }
    return {
        "choices": np.array([options.index(chosen[name]) for name, options in CHOICES.items()], np.uint8),
        "intents": np.array([name in target.intents for name in INTENTS], np.uint8),
        "flags": np.array([name in target.flags for name in FLAGS], np.uint8),
        "labels": np.array([name in target.analysis for name in LABELS], np.uint8),
    }


def _span_labels(seen: Encoded, target: Target) -> tuple[Arrays, int]:
    slots = {name: slot for slot, name in enumerate(seen.columns)}
    rows = np.zeros((len(seen.candidates), 3), np.uint8)
    rows[:, 1:] = IGNORED
    found: set[int] = set()
    for row, candidate in enumerate(seen.candidates):
        index = next((at for at, span in enumerate(target.spans) if _same(candidate, span)), None)
        if index is None:
            continue
        span = target.spans[index]
        found.add(index)
        pointer = slots[span.column] + 1 if span.column in slots else 0
        rows[row] = (USES.index(span.use), SPAN_OPERATORS.index(span.operator), pointer)
    return {"span_labels": rows}, len(found)


def _word_labels(seen: Encoded, example: Example) -> NDArray[Any]:
    """What each unlinked word means: what the table lacks, the column that it is said of, or nothing of its own."""
    slots = {name: slot for slot, name in enumerate(seen.columns)}
    labels = np.full(len(seen.words), NOT_ABSENT if example.said is None else MEANINGS.index("none"), np.uint8)
    for at, word in enumerate(seen.words):
        if any(start <= word.start and word.end <= end for start, end in example.absent):
            labels[at] = MEANINGS.index("absent")
            continue
        meant = [name for start, end, name in example.said or () if start <= word.start and word.end <= end]
        if meant:
            labels[at] = len(MEANINGS) + slots[meant[0]] if meant[0] in slots else IGNORED
    return labels


def _same(candidate: Candidate, span: Span) -> bool:
    """Whether a candidate is the place, or where the place is not known the value, of a span."""
    if span.end > span.start:
        shared = min(candidate.end, span.end) - max(candidate.start, span.start)
        return shared > 0.5 * (candidate.end - candidate.start)
    if span.column is not None and candidate.columns and span.column not in candidate.columns:
        return False
    meant = [value for name, value in zip(candidate.columns, candidate.values, strict=True) if name == span.column]
    return any(_equal(value, span.value) for value in (*meant, candidate.number, candidate.phrase))


def _equal(value: object, wanted: object) -> bool:
    if isinstance(value, DateRange):
        return str(wanted) in (value.first, value.last, value.first[:4])
    try:
        return float(str(value)) == float(str(wanted))
    except ValueError:
        return str(value).strip("'\"").casefold() == str(wanted).casefold()
