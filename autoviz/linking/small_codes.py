"""Small codes: codes that a question writes in small letters, like little words, in the capitals of their column."""

from __future__ import annotations

from collections.abc import Sequence

from autoviz.linking.flag_phrases import flag_values
from autoviz.linking.lexicon import function_words
from autoviz.linking.per_profile import per_profile
from autoviz.linking.text import Word, words
from autoviz.model.profile import DatasetProfile

_KEPT_PROFILES = 16
_LONGEST = 3
_JOINING = frozenset({"and", "or", "vs", "versus", "than", "to", "with", "against"})
_AT = frozenset({"in", "from"})


def in_capitals(question: str, profile: DatasetProfile) -> str:
    """The question with codes in capitals that stand behind "the", in a place, or beside another code of their column:
    in the us, us vs uk."""
    codes = _codes(profile)
    spoken = words(question) if codes else ()
    for at, word in enumerate(spoken):
        if word.text in codes and (_is_placed(at, codes, spoken, profile) or _is_beside(at, codes, spoken)):
            question = f"{question[: word.start]}{word.text.upper()}{question[word.end :]}"
    return question


def _is_placed(at: int, codes: dict[str, str], spoken: Sequence[Word], profile: DatasetProfile) -> bool:
    before = spoken[at - 1].lower if at else ""
    return before == "the" or (before in _AT and profile.by_name[codes[spoken[at].text]].meaning == "place")


def _is_beside(at: int, codes: dict[str, str], spoken: Sequence[Word]) -> bool:
    """Whether another code of the column stands two words further, with what joins them between, or right behind."""
    column = codes[spoken[at].text]
    return any(
        0 <= other < len(spoken)
        and codes.get(spoken[other].lower) == column
        and spoken[other].lower != spoken[at].lower
        and spoken[(at + other) // 2].lower in _JOINING
        for other in (at - 2, at + 2)
    )


@per_profile(_KEPT_PROFILES)
def _codes(profile: DatasetProfile) -> dict[str, str]:
    """Short codes in small letters → the one column that has them in capitals, where some are little words."""
    found: dict[str, str] = {}
    for column in profile.columns:
        codes = [str(value) for value in column.values if isinstance(value, str) and value.isupper()]
        short = {code.lower() for code in codes if 1 < len(code) <= _LONGEST}
        if flag_values(column) is None and short & function_words():
            found |= dict.fromkeys(short, column.name)
    return found
