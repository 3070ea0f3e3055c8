"""Examples: questions with the requirements that they state, shown to a language model before the user's question."""

from __future__ import annotations

from functools import cache

from pydantic import Field, model_validator

from autoviz.model.base import Value
from autoviz.model.labels import Kind
from autoviz.model.requirements import Requirements
from autoviz.registry.files import parsed, read_yaml
from autoviz.resources import registry_folder


class ExampleEntry(Value):
    """One question about a made-up table."""

    question: str
    columns: dict[str, Kind]
    requirements: Requirements
    sql: str | None = None
    """The same as one DuckDB SELECT over the table t, where the query language has words for it."""

    @model_validator(mode="after")
    def _columns_are_there(self) -> ExampleEntry:
        unknown = [name for name in self.requirements.columns if name not in self.columns]
        if unknown:
            raise ValueError(f"the requirements name {unknown[0]!r}, which is no column of the example")
        return self


class Examples(Value):
    """What `examples.yaml` holds."""

    version: int = Field(ge=1)
    examples: tuple[ExampleEntry, ...] = Field(min_length=1)


@cache
def examples() -> tuple[ExampleEntry, ...]:
    """The installed examples."""
    return parsed(Examples, read_yaml(registry_folder() / "examples.yaml"), "examples.yaml").examples
