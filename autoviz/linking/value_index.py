"""ValueIndex: every different text of a frame, found by its letters, its words, its initials or a near spelling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from numpy.typing import NDArray
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from autoviz.linking.geography import gazetteer
from autoviz.linking.names import split_name
from autoviz.linking.per_profile import per_profile
from autoviz.linking.postings import Postings
from autoviz.linking.resemblance import misspelt
from autoviz.model.profile import DatasetProfile
from autoviz.profile.values import ColumnValues, text_values

Numbers = NDArray[np.int64]
_SMALL_WORDS = r"\b(?:of|and|the|for|in|de|del|la|y|e)\b ?"
_KEPT = 16
_FEW, _LISTED, _ABBREVIATED = 200, 5_000, 50_000
"""Up to how many values a column is looked through one by one for short forms and for places, and is known by two
initials; of more values so many share these that they tell nothing, and three are needed."""
_TESTS = {"contains": pc.match_substring, "starts with": pc.starts_with, "ends with": pc.ends_with}
_PARTED = (
    (r"^\S*[a-z0-9][A-Z][a-z]\S*$", r"([a-z0-9])([A-Z][a-z])", r"\1 \2"),
    (r"\p{L}{2}\d", r"(\p{L}{2})(\d)", r"\1 \2"),
    (r"'", r"'s\b|'", ""),
)
"""Where words meet with nothing between them: what such texts have, what of it is changed, and into what. BlueFin
Plastics parts its words by a space, so that BlueFin is one of them."""


@dataclass
class ValueIndex:
    """The values of all text columns, numbered through; what is asked for first is prepared first."""

    columns: tuple[ColumnValues, ...]
    _near: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Iterable[ColumnValues]) -> ValueIndex:
        """The index over the values of some columns."""
        return cls(tuple(column for column in columns if len(column.texts)))

    @property
    def cut(self) -> tuple[str, ...]:
        """The columns that have more values than are known here."""
        return tuple(column.column for column in self.columns if column.cut)

    @cached_property
    def starts(self) -> Numbers:
        """The number of each column's first value, and behind the last one."""
        return np.cumsum([0, *(len(column.texts) for column in self.columns)])

    @cached_property
    def _sizes(self) -> Numbers:
        """For each value how many its column has."""
        sizes = np.diff(self.starts)
        return np.repeat(sizes, sizes)

    @cached_property
    def _texts(self) -> pa.Array:
        return pa.concat_arrays([column.texts for column in self.columns] or [pa.array([], pa.large_string())])

    @cached_property
    def _folded(self) -> pa.Array:
        return folded(self._texts)

    @cached_property
    def _written(self) -> Postings:
        return Postings.of(self._texts, np.arange(len(self._texts)))

    @cached_property
    def _keys(self) -> Postings:
        keys = pc.replace_substring(self._folded, " ", "")
        said = np.nonzero(pc.not_equal(keys, "").to_numpy(zero_copy_only=False))[0]
        return Postings.of(keys.take(pa.array(said)), said)

    @cached_property
    def _initials(self) -> Postings:
        spaces = pc.count_substring(self._folded, " ").to_numpy(zero_copy_only=False)
        several = np.nonzero(spaces >= np.where(self._sizes <= _ABBREVIATED, 1, 2))[0]
        names = self._folded.take(pa.array(several))
        short = pc.replace_substring_regex(names, _SMALL_WORDS, "")
        letters = [pc.replace_substring_regex(some, r"(\S)\S* ?", r"\1") for some in (names, short)]
        differ = np.nonzero(pc.not_equal(*letters).to_numpy(zero_copy_only=False))[0]
        both = pa.concat_arrays([letters[0], letters[1].take(pa.array(differ))])
        return Postings.of(both, np.concatenate([several, several[differ]]))

    @cached_property
    def _words(self) -> tuple[pa.Array, Postings, Numbers, Numbers]:
        """The different words, where each is in the list, and whose they are: numbers by word, from where to where."""
        split = pc.split_pattern(self._folded, " ")
        coded = pc.list_flatten(split).dictionary_encode()
        codes = coded.indices.to_numpy(zero_copy_only=False)
        order = np.argsort(codes, kind="stable")
        whose = pc.list_parent_indices(split).to_numpy(zero_copy_only=False)[order]
        starts = np.concatenate([[0], np.cumsum(np.bincount(codes, minlength=len(coded.dictionary)))])
        return coded.dictionary, Postings.of(coded.dictionary, np.arange(len(coded.dictionary))), starts, whose

    @cached_property
    def _spellings(self) -> dict[str, list[str]]:
        """The different words by their first letter."""
        found: dict[str, list[str]] = {}
        for word in self._words[0].to_pylist():
            if len(word) > 2 and not word.isdigit():
                found.setdefault(word[0], []).append(word)
        return found

    def text(self, number: int) -> str:
        """The value of a number, as its cell is written."""
        return str(self._texts[int(number)].as_py())

    def words_of(self, number: int) -> tuple[str, ...]:
        """The words of a value, in lower case and without accents."""
        return tuple(self._folded[int(number)].as_py().split())

    def column(self, number: int) -> int:
        """The place of the column that a value is of."""
        return int(np.searchsorted(self.starts, number, "right")) - 1

    def size(self, place: int) -> int:
        """How many values a column has."""
        return len(self.columns[place].texts)

    def holds(self, column: str, op: str, text: str) -> bool | None:
        """Whether a cell of a column is, contains, starts or ends with a text; None where not all are known."""
        known = next((one.texts for one in self.columns if one.column == column and not one.cut), None)
        if known is None:
            return None
        if op == "=":
            return bool(pc.any(pc.equal(pc.utf8_lower(known), text.lower())).as_py())
        return bool(pc.any(_TESTS[op](known, text, ignore_case=True)).as_py())

    def containing(self, text: str) -> tuple[str, ...]:
        """The columns of which a cell contains a text."""
        return tuple(one.column for one in self.columns if self.holds(one.column, "contains", text))

    def written(self, texts: Sequence[str]) -> dict[str, Numbers]:
        """The values that are written just so."""
        return self._written.find(texts)

    def keyed(self, keys: Sequence[str]) -> dict[str, Numbers]:
        """The values of these letters and digits, whatever their case, accents, spaces and signs."""
        return self._keys.find(keys)

    def abbreviated(self, letters: Sequence[str]) -> dict[str, Numbers]:
        """The values whose words begin with these letters."""
        return self._initials.find(letters)

    def having(self, words: Sequence[str]) -> dict[str, Numbers]:
        """The values that have a word among theirs."""
        _, places, starts, whose = self._words
        found = places.find(words)
        return {word: whose[starts[at[0]] : starts[at[0] + 1]] for word, at in found.items()}

    @cached_property
    def single_words(self) -> tuple[tuple[str, int], ...]:
        """The values of one word in columns of few values."""
        few = [place for place in range(len(self.columns)) if self.size(place) <= _FEW]
        numbers = [number for place in few for number in range(self.starts[place], self.starts[place + 1])]
        split = ((self.words_of(number), number) for number in numbers)
        return tuple((words[0], number) for words, number in split if len(words) == 1 and words[0].isalpha())

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """Countries and states by their ISO codes → the values that name them or, where most are codes, code them."""
        known = gazetteer()
        found: dict[str, list[int]] = {}
        for place in range(len(self.columns)):
            if self.size(place) > _LISTED:
                continue
            keys = ["".join(self.words_of(number)) for number in range(self.starts[place], self.starts[place + 1])]
            codes = known.codes.get(known.scheme(keys, split_name(self.columns[place].column)) or "", {})
            for number, key in enumerate(keys, int(self.starts[place])):
                coded = (codes[key],) if key in codes else known.capitals.get(self.text(number).replace(".", ""), ())
                for meant in dict.fromkeys((*coded, *known.names.get(key, ()), *known.demonyms.get(key, ()))):
                    found.setdefault(meant, []).append(number)
        return {meant: tuple(numbers) for meant, numbers in found.items()}

    def near(self, word: str) -> tuple[tuple[str, float], ...]:
        """The words of values that a misspelt word may mean, each with how near it comes; none where it is one."""
        if word not in self._near:
            self._near[word] = tuple(self._nearest(word))
        return self._near[word]

    def _nearest(self, word: str) -> list[tuple[str, float]]:
        known = [one for one in self._spellings.get(word[0], ()) if abs(len(one) - len(word)) <= 2]
        if not known or word in known:
            return []
        distances = cdist([word], known, scorer=OSA.distance, score_cutoff=2, dtype=np.uint8)[0]
        scored = [(known[place], misspelt(word, known[place])) for place in np.nonzero(distances <= 2)[0]]
        return sorted(((one, score) for one, score in scored if score), key=lambda item: (-item[1], item[0]))[:5]


def folded(texts: pa.Array) -> pa.Array:
    """Texts as words of letters and digits in lower case, parted by single spaces."""
    plain = _changed(texts, pc.invert(pc.string_is_ascii(texts)), _unaccented)
    for needed, pattern, written in _PARTED:
        change = partial(pc.replace_substring_regex, pattern=pattern, replacement=written)
        plain = _changed(plain, pc.match_substring_regex(plain, needed), change)
    return pc.utf8_trim_whitespace(pc.replace_substring_regex(pc.utf8_lower(plain), r"[^\p{L}\p{N}]+", " "))


def _changed(texts: pa.Array, which: pa.Array, change: Callable[[pa.Array], pa.Array]) -> pa.Array:
    """The texts with some of them changed: most of a million need nothing."""
    return pc.replace_with_mask(texts, which, change(texts.filter(which)))


def _unaccented(texts: pa.Array) -> pa.Array:
    plain = pc.replace_substring_regex(pc.utf8_normalize(texts, form="NFKD"), r"\p{M}", "")
    for letter, written in (("ø", "o"), ("Ø", "O"), ("ß", "ss"), ("æ", "ae"), ("ł", "l"), ("Ł", "L"), ("’", "'")):
        plain = pc.replace_substring(plain, letter, written)
    return plain


@per_profile(_KEPT)
def value_index(profile: DatasetProfile) -> ValueIndex:
    """The index over the values of the frame that was profiled, from memory where it was made before."""
    return ValueIndex.of(text_values(profile))
