"""The question as text: normalised, cut into words, and whether it is English."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from autoviz.errors import QuestionError
from autoviz.linking.lexicon import common_words, foreign_words, function_words

_REPLACED = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ´`", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad", ""),
        "…": "...",
    }
)
_UNACCENTED = str.maketrans({"ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "Æ": "Ae", "ł": "l", "Ł": "L", "ı": "i"})
"""Letters that Unicode does not take apart."""
_RAISED = re.compile(r"(?<=\d)[⁺⁻]?[⁰¹²³⁴-⁹]+")
_VULGAR = re.compile(r"(?:(\d+)\s?)?([¼-¾⅐-⅞])")
_WORD = re.compile(r"[^\W_]+(?:'[^\W\d_]+)*")
_DOTTED = re.compile(r"\b(?:[^\W\d_]\.){2,}")
MOST_CHARACTERS = 1_000
"""Of 5,769 written questions the longest has 123; what is far longer is hardly one, and takes minutes to read."""
_WEAK = 0.5
"""What weak evidence for a language counts beside a function word: content words, accents, parts of names."""


@dataclass(frozen=True)
class Word:
    """One word of a text with its place, as written and in lower case without a possessive."""

    start: int
    end: int
    text: str
    lower: str


def normalise(question: str) -> str:
    """The question with plain quotes, dashes and spaces; its case stays as it was typed."""
    spelt = _VULGAR.sub(_decimal, _RAISED.sub(lambda power: f"^{power[0]}", question.translate(_REPLACED)))
    plain = unicodedata.normalize("NFKC", spelt).translate(_REPLACED)
    plain = "".join(" " if unicodedata.category(sign) in ("Cc", "Cs") else sign for sign in plain)
    plain = re.sub(r"\s+", " ", plain).strip()
    return re.sub(r"\s*([?!.,;:])(?:\s*[?!.,;:])*$", r"\1", plain)


def readable(question: str) -> str:
    """The question normalised; what is empty, or far too long for one, is refused."""
    plain = normalise(question)
    if not plain:
        raise QuestionError("The question is empty", "Write what you want to know, for example: revenue by region.")
    if len(plain) > MOST_CHARACTERS:
        told = f"The question has {len(plain):,} characters, and up to {MOST_CHARACTERS:,} are read"
        raise QuestionError(told, "Ask one thing at a time, in a sentence or two.")
    return plain


def _decimal(hit: re.Match[str]) -> str:
    """2½ as 2.5: taken apart by Unicode alone it would read 21⁄2, as 10³ would read 103."""
    return f"{float(hit[1] or 0) + unicodedata.numeric(hit[2]):.6g}"


@lru_cache(maxsize=1024)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text in order; underscores and hyphens separate them, initials such as U.S. stay one word."""
    found: list[Word] = []
    for hit in re.finditer(rf"{_DOTTED.pattern}|{_WORD.pattern}", text):
        lower = fold(hit.group().lower()).replace(".", "")
        lower = re.sub(r"'s?$|'", "", lower)
        if lower:
            found.append(Word(hit.start(), hit.end(), hit.group(), lower))
    return tuple(found)


def fold(text: str) -> str:
    """The text without accents, so that Tromsø and Tromso are one word."""
    if text.isascii():
        return text
    spread = unicodedata.normalize("NFKD", text.translate(_UNACCENTED))
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


def looks_english(question: str) -> bool:
    """Whether a question is English, or too short to tell; foreign names in it do no harm."""
    text = normalise(question)
    letters = [sign for sign in text if sign.isalpha()]
    if not letters:
        return True
    if sum(_is_latin(sign) for sign in letters) < 0.6 * len(letters):
        return False
    spoken = re.findall(r"(?<![\d/])[^\W\d_]+(?:'[^\W\d_]+)?(?![/\w])", text)  # the e of 1e3 and w/o are none
    return all(_evidence_for(spoken, known) <= 0 for known in foreign_words().values())


def _evidence_for(spoken: list[str], known: frozenset[str]) -> float:
    """How much more speaks for the language of these known words than for English; words of both count for neither."""
    foreign = accented = english = 0.0
    for word, following in zip(spoken, [*spoken, ""][1:], strict=True):
        lower = word.lower()
        shared = lower in known and lower in function_words()
        if lower in known and not shared:
            foreign += _WEAK if following[:1].isupper() else 1.0  # "de Bruyne" and "El Paso" are names
        elif lower in common_words() and not shared:
            english += 1.0 if lower in function_words() else _WEAK
        accented += _WEAK * (not lower.isascii() and word.islower() and len(lower) > 3)
    return foreign - english + (accented if foreign else 0.0)


def _is_latin(sign: str) -> bool:
    return sign.isascii() or unicodedata.name(sign, "").startswith("LATIN")
