"""View: a frame as a model sees it, shared by all prompts about one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autoviz.linking.links import Match, link
from autoviz.model.profile import DatasetProfile
from autoviz.model.question import Question
from autoviz.readers.base import Context
from autoviz.readers.llm import telling
from autoviz.readers.llm.prompts import Names
from autoviz.readers.llm.requiring import column_domains
from autoviz.readers.llm.veiling import names_for


@dataclass(frozen=True)
class View:
    """Which columns, under which names, and which phrases of the question seem to name them."""

    names: Names
    matches: tuple[Match, ...]
    columns: str
    domains: dict[str, Sequence[str]]

    @classmethod
    def of(cls, question: Question, profile: DatasetProfile, context: Context) -> View:
        """What the prompts about this frame and question share."""
        matches = tuple(link(question.normalised, profile, context.aliases))
        columns = telling.told_columns(profile, matches)
        shared = context.settings.share_values
        names = names_for([column.name for column in columns], question, profile.names, shared=shared)
        told = telling.columns_text(columns, names, values=shared)
        return cls(names, matches, told, column_domains(columns, names))
