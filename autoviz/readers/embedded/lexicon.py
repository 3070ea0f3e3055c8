"""The word lists of the registry that linking reads: abbreviations, equivalents, irregular forms, frequent words."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import yaml
from pydantic import ValidationError

from autoviz.errors import RegistryError
from autoviz.model.base import Value
from autoviz.resources import registry_folder

T = TypeVar("T", bound=Value)
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml reads these lists ten times as fast, and a first question waits for them."""


class ValueKind(Value):
    """What values of one kind are called, and the first and last set of equivalents that are such values."""

    nouns: tuple[str, ...]
    first: str
    last: str


class Abbreviations(Value):
    """abbreviations.yaml: short forms with what they may stand for, and words that say the same of a value."""

    version: int
    words: dict[str, tuple[str, ...]]
    equivalents: tuple[tuple[str, ...], ...]
    value_kinds: dict[str, ValueKind]


class English(Value):
    """english.yaml: the English that linking needs; lists of words are written as text."""

    version: int
    irregular: dict[str, str]
    unchanged: str
    attributes: dict[str, tuple[str, ...]]
    light_words: str
    faint_words: str
    flag_words: str
    request_words: str
    function_words: str
    common_words: str
    foreign_words: dict[str, str]


@cache
def abbreviations() -> Abbreviations:
    """The table of abbreviations.yaml."""
    return _load("abbreviations.yaml", Abbreviations)


@cache
def english() -> English:
    """The lists of english.yaml."""
    return _load("english.yaml", English)


@cache
def function_words() -> frozenset[str]:
    """Articles, prepositions, pronouns and the like, short forms also without their apostrophe."""
    listed = english().function_words.split()
    return frozenset(listed) | frozenset(word.replace("'", "") for word in listed)


@cache
def common_words() -> frozenset[str]:
    """Frequent English words, function words included: correctly spelt, so never a typo of something else."""
    return function_words() | frozenset(english().common_words.split())


@cache
def unchanged_words() -> frozenset[str]:
    """Words that only look like a plural or a verb form."""
    return frozenset(english().unchanged.split())


@cache
def light_words() -> frozenset[str]:
    """Words that add little to a column name."""
    return frozenset(english().light_words.split())


@cache
def request_words() -> frozenset[str]:
    """Words that ask, draw, order or sum up."""
    return frozenset(english().request_words.split())


@cache
def faint_words() -> frozenset[str]:
    """Words that add next to nothing to a column name: units and markers."""
    return frozenset(english().faint_words.split())


@cache
def flag_words() -> frozenset[str]:
    """Words that mark a column of yes and no."""
    return frozenset(english().flag_words.split())


@cache
def foreign_words() -> dict[str, frozenset[str]]:
    """Frequent words of other languages, some of which English has too."""
    return {language: frozenset(text.split()) for language, text in english().foreign_words.items()}


@cache
def equivalents() -> dict[str, tuple[str, ...]]:
    """Each word or phrase, letters only, with the others that say the same of a value."""
    found: dict[str, tuple[str, ...]] = {}
    for group in abbreviations().equivalents:
        keys = tuple(word.replace(" ", "") for word in group)
        for key in keys:
            found[key] = (*found.get(key, ()), *(other for other in keys if other != key))
    return found


@cache
def value_kinds() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """For each kind of values the nouns that ask for it and the values that it has, letters only."""
    groups = abbreviations().equivalents
    firsts = [group[0] for group in groups]
    return tuple(
        (
            frozenset(kind.nouns),
            frozenset(
                word.replace(" ", "")
                for group in groups[firsts.index(kind.first) : firsts.index(kind.last) + 1]
                for word in group
            ),
        )
        for kind in abbreviations().value_kinds.values()
    )


def _load(file: str, kind: type[T]) -> T:
    path = registry_folder() / file
    try:
        return kind.model_validate(yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER))
    except (OSError, yaml.YAMLError, ValidationError) as problem:
        raise RegistryError(
            f"registry/{file} cannot be read: {problem}", "Restore the file, or install autoviz again."
        ) from problem
