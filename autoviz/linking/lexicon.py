"""The word lists of the registry that linking reads: abbreviations, equivalents, irregular forms, frequent words."""

from __future__ import annotations

from functools import cache

from autoviz.registry.words import abbreviations, english

__all__ = [
    "abbreviations", "absence_words", "common_words", "counting_words", "english", "equivalents", "faint_words",
    "flag_words", "foreign_words", "function_words", "halves", "light_words", "opposites", "request_words", "row_words",
    "unchanged_words", "value_kinds",
]  # fmt: skip


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
def counting_words() -> frozenset[str]:
    """Words right before the name of a thing that is counted."""
    return frozenset(english().counting_words.split())


@cache
def row_words() -> frozenset[str]:
    """Words for the rows of any table."""
    return frozenset(english().row_words.split())


@cache
def absence_words() -> frozenset[str]:
    """Words which say that something has not happened, or still goes on."""
    return frozenset(english().absence_words.split())


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
def opposites() -> dict[str, tuple[str, ...]]:
    """Each word with those that say no where it says yes."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in abbreviations().opposites:
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
    return found


@cache
def halves() -> frozenset[frozenset[str]]:
    """The pairs of words that part an amount into two, which together are all of it."""
    return frozenset(map(frozenset, abbreviations().halves))


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
