"""Renaming: a sketched table once more under other names of its columns, as terse as those of statistics packages.

Its questions stay as they are, so that what a column holds must tell what is meant where its name hardly does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from autoviz.frames.dates.shapes import name_words
from training.reading.documents import REPLY
from training.reading.invented_tables import names_of

Style = Callable[[list[str], random.Random], str]
_VOWELS = re.compile(r"(?<=\w)[aeiou]")
_QUOTED = re.compile(r"('(?:[^']|'')*')")
_RESERVED = {
    "all", "and", "any", "as", "asc", "by", "case", "cast", "desc", "do", "else", "end", "for", "from", "group",
    "having", "if", "in", "is", "join", "like", "limit", "no", "not", "null", "of", "off", "on", "or", "order", "over",
    "row", "rows", "select", "t", "table", "then", "to", "top", "union", "using", "when", "where", "with",
}  # fmt: skip
"""Words that SQL takes for its own."""
LEAST, MOST = 2, 6
"""How many letters a short name has."""


def _joined(words: list[str], chance: random.Random) -> str:
    return chance.choice(("", "_", "_")).join(words)


def _consonants(words: list[str], chance: random.Random) -> str:
    """fresh_weight → frsh_wght."""
    return _joined([_VOWELS.sub("", word)[:MOST] if len(word) > 3 else word for word in words], chance)


def _cut(words: list[str], chance: random.Random) -> str:
    """fresh_weight → fre_wei."""
    size = chance.randint(3, 4)
    return _joined([word[:size] for word in words], chance)


def _initials(words: list[str], chance: random.Random) -> str:
    """fresh_weight → fw, price → prc."""
    return "".join(word[0] for word in words) if len(words) > 1 else _VOWELS.sub("", words[0])[: LEAST + 1]


def _first(words: list[str], chance: random.Random) -> str:
    """fresh_weight → fweight."""
    return "".join(word[0] for word in words[:-1]) + words[-1][:MOST]


def _camel(words: list[str], chance: random.Random) -> str:
    return words[0] + "".join(word.capitalize() for word in words[1:])


STYLES: tuple[Style, ...] = (_consonants, _cut, _cut, _initials, _first, _camel)


def renamed(text: str, chance: random.Random) -> str:
    """A sketch with short names for its columns in one style; a name that would be no word of its own stays."""
    style, upper = chance.choice(STYLES), chance.random() < 0.25
    head, between, rest = text.partition("\nquestion:")
    lines = head.splitlines()
    made: dict[str, str] = {}
    for name in names_of(lines[2:]):
        words = [word for word in name_words(name) if word]
        short = style(words, chance) if words else name
        short = short.upper() if upper else short
        fits = len(short) >= LEAST and short[0].isalpha() and short.isascii() and short.isidentifier()
        taken = {one.casefold() for one in (*made.values(), *names_of(lines[2:]))} - {name.casefold()}
        made[name] = short if fits and short.casefold() not in taken | _RESERVED else name
    columns = [_line(line, made) for line in lines[2:]]
    asked = [_sql(line, made) if line.startswith(REPLY.strip()) else line for line in rest.split("\n")]
    return "\n".join([*lines[:2], *columns]) + between + "\n".join(asked)


def _line(line: str, made: dict[str, str]) -> str:
    name, between, rest = line.partition(" ")
    return made.get(name, name) + between + rest


def _sql(line: str, made: dict[str, str]) -> str:
    """A reply under the new names; texts in quotes stay."""
    longest = "|".join(map(re.escape, sorted(made, key=len, reverse=True)))
    own = re.compile(rf"(?<![\w.])(?:{longest})(?!\w)")
    start, between, sql = line.partition("SELECT")
    parts = _QUOTED.split(sql)
    under = (part if part.startswith("'") else own.sub(lambda found: made[found.group()], part) for part in parts)
    return start + between + "".join(under)
