"""Veiling: the values of cells in what a prompt repeats, behind marks that are lifted again in the reply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from autoviz.linking.number_phrases import number_candidates
from autoviz.linking.text import fold, words
from autoviz.model.profile import Scalar
from autoviz.model.question import Question
from autoviz.query.sql.sql_terms import text_literal
from autoviz.readers.llm.prompts import Names

VALUE_KEYS = frozenset({"value", "at", "since", "until", "title", "labels", "edges", "path"})
"""The fields of requirements and params that may hold what stands in a cell, whatever the tool."""
TELLING = 4
"""So many letters at the start of a cell in a name give the cell away; names are cut off at some length."""
_MARK = re.compile(r"'?‹\d+›'?")
_YEAR = re.compile(r"(\d{4})-\d\d(?:-\d\d)?\b.*")


class Veiled(Names):
    """Names that show of cells only what the question itself says: what a server learns, the user has typed.

    The words of the question may name half a cell, or a date by how far it lies back: the cell's own text and the
    frame's own dates stay here.
    """

    veils = True

    def __init__(self, columns: Sequence[str], question: Question, every: Sequence[str]) -> None:
        super().__init__(columns)
        self._text = f" {' '.join(word.lower for word in words(question.normalised))} "
        self._raw = fold(f"{question.text} {question.normalised}").casefold()
        self._numbers = {one.value for one in number_candidates(question.normalised)}
        self._known = {*columns, *every}
        self._marks: dict[Scalar, str] = {}
        self._names: set[Scalar] = set()
        """Those of the hidden that are names which were made of cells."""

    def show(self, value: Any) -> Any:
        """A value of ours with column names as a model sees them and cells behind marks."""
        return super().show(self._without_names(self._inside(value)))

    def _without_names(self, value: Any, key: str = "name") -> Any:
        """What is called after a hidden cell goes behind a mark as well: total_revenue_where_region_is_west."""
        if isinstance(value, Mapping):
            return {key: self._without_names(item, key) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._without_names(item, key) for item in value]
        if not isinstance(value, str) or key in VALUE_KEYS or value in self._known:
            return value
        folded = value.casefold()
        tells = any(str(cell).casefold()[:TELLING] in folded for cell in self._marks if cell not in self._names)
        if not tells:
            return value
        self._names.add(value)
        return self._marks.setdefault(value, f"‹{len(self._marks) + 1}›")

    def _fields(self, content: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        for key, item in content.items():
            yield key, self._hidden(item) if key in VALUE_KEYS else self._inside(item)

    def _inside(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return dict(self._fields(value))
        return [self._inside(item) for item in value] if isinstance(value, (list, tuple)) else value

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [self._hidden(item) for item in value]
        return dict(self._fields(value)) if isinstance(value, Mapping) else self.constant(value)

    def constant(self, value: Scalar) -> Scalar:
        """A cell's value as it may be sent: itself where the question states it, else a mark."""
        if value is None or isinstance(value, bool) or value in self._known or self._stated(value):
            return value
        return self._marks.setdefault(value, f"‹{len(self._marks) + 1}›")

    def _stated(self, value: str | float) -> bool:
        if not isinstance(value, str):
            return value in self._numbers
        year = _YEAR.fullmatch(value)
        if year:
            return year[1] in self._raw
        said = " ".join(word.lower for word in words(value))
        return f" {said} " in self._text if said else value in self._raw

    def told(self, text: str) -> str:
        """A sentence of ours with the cells that were hidden so far behind their marks."""
        for value, mark in sorted(self._marks.items(), key=lambda item: -len(str(item[0]))):
            text = text.replace(str(value), mark)
        return text

    def real(self, value: Any) -> Any:
        """A value of the model's with columns under their real names and every mark lifted."""
        return self._lifted(super().real(value))

    def _lifted(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: self._lifted(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._lifted(item) for item in value]
        if not isinstance(value, str) or "‹" not in value:
            return value
        cells = {mark: cell for cell, mark in self._marks.items()}
        return cells[value] if value in cells else _MARK.sub(lambda hit: _cell(hit[0], cells), value)


def _cell(mark: str, cells: Mapping[str, Scalar]) -> str:
    """What a mark within a text stands for; between quotes, as a value of SQL."""
    plain = mark.strip("'")
    if plain not in cells:
        return mark
    cell = cells[plain]
    if not (mark.startswith("'") and mark.endswith("'")):
        return str(cell)
    return text_literal(cell) if isinstance(cell, str) else repr(cell)


def names_for(columns: Sequence[str], question: Question, every: Sequence[str], *, shared: bool) -> Names:
    """The names of these columns in prompts about a question; with cells in the open only where they may be shared."""
    return Names(columns) if shared else Veiled(columns, question, every)
