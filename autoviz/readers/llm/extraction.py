"""Extraction: the JSON object in a reply that may be fenced, chatty, thinking aloud or cut off."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

_FENCE = "```"
_LANGUAGE = re.compile(r"(?:json|JSON)?\s*")
_OPENED, _CLOSED = "<think>", "</think>"
_PAIRS = {"{": "}", "[": "]"}
MOST_STARTS = 20
"""How many opening brackets are tried before a reply counts as having no object in it."""


def extracted(text: str) -> dict[str, Any]:
    """The first JSON object in the text, or a ValueError that says what is wrong."""
    said = _without_thoughts(text).strip()
    problem = ValueError("the reply holds no JSON object")
    for candidate in _candidates(said):
        try:
            found = json.loads(candidate, parse_constant=_refused, parse_float=_finite)
        except ValueError as error:
            problem = ValueError(f"the reply is not valid JSON: {error}")
            continue
        except RecursionError:
            problem = ValueError("the reply nests its brackets too deeply to be read")
            continue
        if isinstance(found, dict):
            return found
        problem = ValueError("the reply must be one JSON object")
    raise problem


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refused(text[:20])


def _without_thoughts(text: str) -> str:
    """The text without what stands between think marks, in one pass: a reply of nothing but marks costs no more."""
    kept: list[str] = []
    place = 0
    while True:
        start = text.find(_OPENED, place)
        end = text.find(_CLOSED, start) if start >= 0 else -1
        if end < 0:
            return "".join((*kept, text[place:]))
        kept.append(text[place:start])
        place = end + len(_CLOSED)


def _candidates(text: str) -> Iterator[str]:
    """The whole, then what is fenced, then what starts at each bracket; a piece that was cut off is closed."""
    yield text
    pieces = text.split(_FENCE)
    # A fence that is never closed holds nothing.
    yield from (_LANGUAGE.sub("", piece, count=1).strip() for piece in pieces[1:-1:2][:MOST_STARTS])
    for start in [place for place, letter in enumerate(text) if letter == "{"][:MOST_STARTS]:
        end = _closing(text, start)
        yield text[start:end] if isinstance(end, int) else text[start:].rstrip() + end


def _closing(text: str, start: int) -> int | str:
    """Where the object that opens here ends; of one that was cut off, what would close it."""
    waiting: list[str] = []
    in_text = escaped = False
    for place in range(start, len(text)):
        letter = text[place]
        if in_text:
            in_text, escaped = (letter != '"' or escaped), (letter == "\\" and not escaped)
        elif letter == '"':
            in_text = True
        elif letter in _PAIRS:
            waiting.append(_PAIRS[letter])
        elif waiting and letter == waiting[-1]:
            waiting.pop()
            if not waiting:
                return place + 1
    return ('"' if in_text else "") + "".join(reversed(waiting))
