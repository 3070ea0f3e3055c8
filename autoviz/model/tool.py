"""Tool: a registry entry; Shortlist: the tools that one question may use, and why."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from autoviz.model.base import Value

ParamType = Literal[
    "column", "columns", "number", "integer", "text", "flag", "choice", "filters", "expression", "named", "sorts"
]  # fmt: skip
"""The closed vocabulary; the last three are parts of the query language."""
InputName = Literal["df", "left", "right"]
OutputName = Literal["df", "chart", "file"]


class Param(Value):
    """One parameter of a tool. No default means that it must be given; a default of null makes it optional."""

    type: ParamType
    description: str
    choices: tuple[str, ...] = ()
    default: Any = None
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None

    @model_validator(mode="before")
    @classmethod
    def _required_without_default(cls, data: Any) -> Any:
        if isinstance(data, dict) and "required" not in data:
            return {**data, "required": "default" not in data}
        return data

    @model_validator(mode="after")
    def _choices_go_with_choice(self) -> Param:
        if (self.type == "choice") != bool(self.choices):
            raise ValueError("'choices' are given for the type choice and for no other")
        if self.type == "choice" and self.default is not None and self.default not in self.choices:
            raise ValueError(f"the default {self.default!r} is not among the choices {list(self.choices)}")
        return self

    @property
    def nullable(self) -> bool:
        return not self.required and self.default is None


class Tool(Value):
    """A registry entry: what the tool is called, does, takes and gives, and the code it exports to."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    family: str
    function: str
    """The function behind it: its own name, or for a preset the name of the tool that it fixes params of."""
    description: str
    version: int = Field(ge=1)
    capabilities: tuple[str, ...] = Field(min_length=1)
    inputs: tuple[InputName, ...] = Field(min_length=1)
    params: dict[str, Param]
    outputs: tuple[OutputName, ...] = Field(min_length=1)
    code: str
    fixed: dict[str, Any] = Field(default_factory=dict)
    """Params that a preset sets and no longer offers."""
    serves: dict[str, dict[str, str]] = Field(default_factory=dict)
    """View of a Clause → param → the slot that fills it: all that planning knows of the tool."""

    @field_validator("serves", mode="before", json_schema_input_type=dict[str, list[str] | dict[str, str]])
    @classmethod
    def _slots_called_as_params(cls, given: Any) -> Any:
        """A list of params stands for slots of the same names."""
        if not isinstance(given, dict):
            return given
        return {kind: dict(zip(slots, slots, strict=True)) if isinstance(slots, list) else slots
                for kind, slots in given.items()}  # fmt: skip

    @property
    def document(self) -> str:
        """The text that is embedded for retrieval."""
        params = ", ".join(self.params)
        return (
            f"{self.name.replace('_', ' ')}: {self.description} Capabilities: {', '.join(self.capabilities)}. "
            f"Params: {params}. Gives: {', '.join(self.outputs)}."
        )


class Candidate(Value):
    """A tool on the shortlist, where it came from and why."""

    tool: str
    origin: Literal["template", "retrieved", "safety", "widened"]
    score: float | None = None
    reason: str


class Shortlist(Value):
    """The tools that adaptation may use, and the best of those left out."""

    tools: tuple[Candidate, ...]
    left_out: tuple[Candidate, ...] = ()
    cap: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(candidate.tool for candidate in self.tools)
