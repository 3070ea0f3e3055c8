"""Tiles: groups of as many rows each, by the size of a number: fines by quartile of pages, pay for each age decile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from autoviz.columns import free_name
from autoviz.linking.links import best_matches, link
from autoviz.model.profile import ColumnProfile, DatasetProfile
from autoviz.model.reading import Reading
from autoviz.model.requirements import Filter, Requirements
from autoviz.planning.converting import as_query
from autoviz.planning.defaults import meant_queries
from autoviz.planning.filters import condition_of
from autoviz.query.language import Aggregate, Column, Expr, Named, Query, Sort, Window, all_of, columns_of, given
from autoviz.query.output_names import name_of

_SIZES = {"tertile": 3, "quartile": 4, "quintile": 5, "decile": 10}
_PARTS = re.compile(rf"\b(?P<parts>{'|'.join(_SIZES)})s?\b(?P<of>\s+of(?:\s+the)?\b)?", re.IGNORECASE)
_GROUPS = re.compile(r"(?:\b(?:for|in|of|within|at)\s+)?\b(?:by|per|each|every|across)(?:\s+the)?\s*$", re.IGNORECASE)
"""What makes groups of the parts, where they would else be asked for themselves."""
_AND = re.compile(r"\s*,?\s*and\s+", re.IGNORECASE)
"""What leads on to another group: by quintile of pages and branch."""


@dataclass(frozen=True)
class Tiles:
    """The column whose rows are parted by size, into what, and the question without the parts."""

    column: ColumnProfile
    word: str
    """What the question calls one part: quartile."""
    rest: str

    @property
    def parts(self) -> int:
        """How many there are."""
        return _SIZES[self.word]

    def among(self, reading: Reading, profile: DatasetProfile) -> Reading | None:
        """What a reading of the rest measures, in each part; None where it puts rows together itself, or measures
        nothing else."""
        asked, name = reading.requirements, self.column.name
        queries = meant_queries(asked, profile)
        rows = Query(where=condition_of(asked.all(Filter), profile)) if asked.query is None else None
        query = queries[0] if len(queries) == 1 else rows
        if query is None or query.source is not None or query.having is not None:
            return None
        measured = [item.expr for item in query.measures] or self._averages(asked, query, profile)
        if not measured or name in columns_of(tuple(measured)):
            return None
        tile = Window(func="tiles", n=self.parts, along=(Sort(expr=Column(name=name)),))
        called = free_name(f"{name}_{self.word}", profile.names)
        known: Any = given(Column(name=name))
        conditions = [part for part in (query.where, known if self.column.missing else None) if part is not None]
        others = [item for item in query.by if name not in columns_of(item.expr)]
        made = Query(
            source=Query(where=all_of(conditions), then=(Named(name=called, expr=tile),)),
            by=(Named(name=called, expr=Column(name=called)), *others),
            measures=tuple(Named(name=name_of(expr), expr=expr) for expr in measured),
            order=(Sort(expr=Column(name=called)),),
        )  # fmt: skip
        told = f"{name} is cut into {self.parts} parts of as many rows each, the first with the lowest."
        drawn = asked.replaced(outputs=tuple(dict.fromkeys(("chart", *asked.outputs))))
        return reading.replaced(requirements=as_query(drawn, made).assuming(told), alternatives=())

    def _averages(self, asked: Requirements, query: Query, profile: DatasetProfile) -> list[Expr]:
        """The averages of the numbers that rows were to be shown with."""
        read = dict.fromkeys((*query.shown, *asked.metrics, *asked.group_by))
        numbers = [name for name in read if name in profile.by_name and profile.by_name[name].metric]
        return [Aggregate(func="mean", args=(Column(name=name),)) for name in numbers if name != self.column.name]


def tiles_asked(question: str, profile: DatasetProfile) -> Tiles | None:
    """The parts of equal size that a question groups by; None where it asks for the limits of these parts, or none."""
    hit = _PARTS.search(question)
    if hit is None:
        return None
    for match in best_matches(link(question, profile)):
        between = question[hit.end() : match.start] if hit["of"] else question[match.end : hit.start()]
        behind = match.start >= hit.end() if hit["of"] else match.end <= hit.start()
        opened = _GROUPS.search(question[: min(hit.start(), match.start)])
        if match.value is None and profile.by_name[match.column].metric and behind and not between.strip() and opened:
            before, after = question[: opened.start()], question[max(hit.end(), match.end) :]
            further = _AND.match(after)
            led_on = f"{opened[0].strip()} {after[further.end() :]}" if further else after.lstrip()
            rest = f"{before.rstrip()} {led_on}".strip()
            return Tiles(profile.by_name[match.column], hit["parts"].lower(), rest) if rest else None
    return None
