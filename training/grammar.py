"""The small grammar of phrases.yaml, and the noise of people who type: typos, lost articles, case."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml

OPEN, CLOSE = "\ue000", "\ue001"
"""Marks around a value in a draft, so that its place survives rewording and noise."""
_CHOICE = re.compile(r"\(([^()\[\]]*\|[^()\[\]]*)\)|\[([^()\[\]]*)\]")
_KEYS = {
    char: near
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    for char, near in zip(row, row[1:] + row[-2], strict=True)
}


@cache
def phrases(name: str) -> dict[str, Any]:
    """One of the phrase files."""
    loaded: dict[str, Any] = yaml.safe_load((Path(__file__).parent / f"{name}.yaml").read_text())
    return loaded


def expand(pattern: str, rng: random.Random) -> str:
    """A pattern with every choice made; slots stay."""
    while found := _CHOICE.search(pattern):
        if found.group(1) is not None:
            chosen = rng.choice(found.group(1).split("|"))
        else:
            chosen = rng.choice(found.group(2).split("|")) if rng.random() < 0.5 else ""
        pattern = pattern[: found.start()] + chosen + pattern[found.end() :]
    return pattern


def pick(patterns: list[str], rng: random.Random, **slots: str) -> str:
    """One of the patterns, expanded and filled in."""
    text = expand(rng.choice(patterns), rng)
    for name, value in slots.items():
        text = text.replace("{" + name + "}", value)
    return re.sub(r"  +", " ", text)


def mistyped(word: str, rng: random.Random) -> str:
    """A word with one slip of the finger."""
    place = rng.randrange(1, len(word) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if kind == 1:
        return word[:place] + word[place + 1 :]
    if kind == 2:
        return word[:place] + word[place] + word[place:]
    return word[:place] + _KEYS.get(word[place], "e") + word[place + 1 :]


def noisy(text: str, rng: random.Random) -> str:
    """The question as somebody in a hurry, or new to English, would have typed it."""
    if rng.random() < 0.10:
        text = re.sub(r"\b(the|a|an) (?=[a-z])", "", text)
    if rng.random() < 0.06:
        text = _shortened(text, rng)
    if rng.random() < 0.10:
        text = _slips(text, rng)
    roll = rng.random()
    if roll < 0.35:
        text = text.lower()
    elif roll < 0.62:
        text = text[:1].upper() + text[1:]
    elif roll < 0.64:
        text = text.upper()
    elif roll < 0.68:
        text = " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
    if rng.random() < 0.4:
        text = text.rstrip("?. ")
    elif rng.random() < 0.15 and text[-1:] not in "?.":
        text += "."
    return text


def _shortened(text: str, rng: random.Random) -> str:
    """Some words cut short as in a text message, and now and then a lost plural."""
    known = phrases("phrases")["hasty"]

    def typed(word: str) -> str:
        if word in known and rng.random() < 0.7:
            return str(rng.choice(known[word].split("|")))
        plural = word.isalpha() and len(word) > 5 and word.endswith("s")
        return word[:-1] if plural and rng.random() < 0.12 else word

    return " ".join(typed(word) for word in text.split(" "))


def _slips(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    places = [at for at, word in enumerate(words) if len(word) >= 5 and word.isalpha() and word.isascii()]
    for at in rng.sample(places, min(len(places), rng.choice((1, 1, 2)))):
        words[at] = mistyped(words[at], rng)
    return " ".join(words)


def unmarked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The plain text and the places of its marked values, in the order in which they were marked."""
    plain: list[str] = []
    places: dict[int, tuple[int, int]] = {}
    open_at: tuple[int, int] | None = None
    position = index = 0
    while index < len(text):
        char = text[index]
        if char == OPEN:
            open_at = (ord(text[index + 1]) - 0xE100, position)
            index += 1
        elif char == CLOSE and open_at is not None:
            places[open_at[0]] = (open_at[1], position)
        else:
            plain.append(char)
            position += 1
        index += 1
    return "".join(plain), [places.get(key, (0, 0)) for key in range(max(places, default=-1) + 1)]
