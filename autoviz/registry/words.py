"""Words: abbreviations, equivalents and the English that linking needs, as the registry lists them."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from autoviz.model.base import Value
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder


class ValueKind(Value):
    """What values of one kind are called, and the first and last set of equivalents that are such values."""

    nouns: tuple[str, ...]
    first: str
    last: str


class Abbreviations(Value):
    """abbreviations.yaml: short forms with what they may stand for, words that say the same, and halves of wholes."""

    version: int = Field(ge=1)
    words: dict[str, tuple[str, ...]]
    equivalents: tuple[tuple[str, ...], ...]
    opposites: tuple[tuple[str, str], ...] = ()
    halves: tuple[tuple[str, str], ...] = ()
    value_kinds: dict[str, ValueKind]


class English(Value):
    """english.yaml: the English that linking needs; lists of words are written as text."""

    version: int = Field(ge=1)
    irregular: dict[str, str]
    unchanged: str
    attributes: dict[str, tuple[str, ...]]
    light_words: str
    faint_words: str
    flag_words: str
    request_words: str
    counting_words: str
    undrawn_charts: dict[str, tuple[str, ...]]
    row_words: str
    absence_words: str
    function_words: str
    common_words: str
    foreign_words: dict[str, str]


@cache
def abbreviations() -> Abbreviations:
    """The table of abbreviations.yaml."""
    return parsed(Abbreviations, read_yaml(registry_folder() / "abbreviations.yaml"), "abbreviations.yaml")


@cache
def english() -> English:
    """The lists of english.yaml."""
    return parsed(English, read_yaml(registry_folder() / "english.yaml"), "english.yaml")
