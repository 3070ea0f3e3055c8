"""Sources: the user's frames as tables, opened once per question on the engine that suits their size."""

from __future__ import annotations

from autoviz.frames import choose_engine, open_frame
from autoviz.stages.base import State
from autoviz.table import Lineage, Table

LARGE = 1_000_000_000


def source(name: str, state: State) -> Table:
    """One of the user's frames."""
    if name not in state.sources:
        settings = state.context.settings
        native = state.frames[name]
        threshold = {"auto": settings.duckdb_rows, "pandas": LARGE, "duckdb": 0}[settings.engine]
        state.sources[name] = Table(open_frame(choose_engine(native, threshold)), reaches(name, state))
    return state.sources[name]


def reaches(name: str, state: State) -> dict[str, Lineage]:
    """How far the dates of the user's frame reach, known before any row is left out."""
    if state.profile is None or state.profile.name != name or state.context.joined:
        return {}
    spans = {column.name: column.span for column in state.profile.columns if column.span is not None}
    return {column: Lineage(column, reach=(span.first, span.last, span.spacing_days)) for column, span in spans.items()}
