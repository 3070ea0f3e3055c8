"""Number first: a question with how many are wanted before the end that they lie at, as most people write it."""

from __future__ import annotations

import re

from autoviz.linking.form_reading import is_superlative
from autoviz.linking.moments import NUMBER_WORDS

_MANY = rf"(?P<many>\d{{1,3}}|{'|'.join(word for word in NUMBER_WORDS if word != 'one')})"
"""Which is the tallest one asks for no number."""
_BEHIND = re.compile(rf"\b(?P<end>\w+est) {_MANY}(?= [^\W\d]+)", re.IGNORECASE)
_TOP = re.compile(rf"\btop {_MANY} (?P<end>\w+est)\b", re.IGNORECASE)


def number_first(question: str) -> str:
    """A normalised question in which "slowest 5 tickets" and "top 5 slowest tickets" are the 5 slowest tickets."""
    for pattern in (_BEHIND, _TOP):
        hit = pattern.search(question)
        if hit is not None and is_superlative(hit["end"].lower()):
            return f"{question[: hit.start()]}{hit['many']} {hit['end']}{question[hit.end() :]}"
    return question
