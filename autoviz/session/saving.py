"""Saving: a session as JSON, validated when it is loaded again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from autoviz.errors import FileError, FrameError, did_you_mean
from autoviz.model.base import Value
from autoviz.model.plan import SOURCE, Plan, Step
from autoviz.model.profile import Scalar
from autoviz.model.requirements import Derive, SavePath
from autoviz.model.settings import PORTABLE
from autoviz.registry.catalog import Catalog
from autoviz.resources import write_whole
from autoviz.session.turns import Turn, TurnPart


class Saved(Value):
    """What the file of a session holds."""

    format: Literal["autoviz session"] = "autoviz session"
    version: Literal[1] = 1
    settings: dict[str, Any] = Field(default_factory=dict)
    aliases: dict[str, str | dict[str, Scalar]] = Field(default_factory=dict)
    columns: dict[str, tuple[str, ...]]
    """Frame → its columns when it was saved."""
    turns: tuple[Turn, ...] = ()
    at: int | None = None

    @model_validator(mode="after")
    def _turns_are_a_tree(self) -> Saved:
        for place, turn in enumerate(self.turns, start=1):
            if turn.number != place or (turn.parent is not None and turn.parent >= place):
                raise ValueError(f"turn {place} is out of order")
        if self.at is not None and not 1 <= self.at <= len(self.turns):
            raise ValueError(f"there is no turn {self.at} to be at")
        return self

    def check(self, available: dict[str, tuple[str, ...]]) -> None:
        """Refuse frames that lack a column which a question used."""
        known = {name for columns in available.values() for name in columns}
        for turn in self.turns:
            for part in turn.parts:
                made = {item.name for item in part.requirements.all(Derive)}
                for name in part.requirements.columns:
                    if name not in known | made:
                        raise FrameError(
                            f"The frame has no column {name!r}, which question {turn.number} uses",
                            did_you_mean(name, tuple(sorted(known)), "columns"),
                        )

    @property
    def portable(self) -> dict[str, Any]:
        """The settings that a file may choose."""
        return {name: value for name, value in self.settings.items() if name in PORTABLE}

    def harmless_turns(self, catalog: Catalog) -> tuple[Turn, ...]:
        """The turns without what would write a file when they are worked out again."""
        return tuple(turn.replaced(parts=[_unwriting(part, catalog) for part in turn.parts]) for turn in self.turns)

    def wanted(self, catalog: Catalog) -> list[str]:
        """What the file asks for and does not get: a file that was handed over is data and changes nothing outside."""
        settings = [f"the setting {name}" for name in self.settings if name not in PORTABLE]
        parts = [part for turn in self.turns for part in turn.parts]
        paths = [item.path for part in parts for item in part.requirements.all(SavePath)]
        paths += [
            str(step.params.get("path")) for part in parts for step in part.plan.steps if _writes(step.tool, catalog)
        ]
        return [*settings, *(f"to write {path!r}" for path in dict.fromkeys(paths))]


def _writes(tool: str, catalog: Catalog) -> bool:
    return tool in catalog.tools and "file" in catalog.tools[tool].outputs


def _unwriting(part: TurnPart, catalog: Catalog) -> TurnPart:
    """The part without its files; what read from a step that wrote one reads from what that step had read."""
    kept: list[Step] = []
    instead: dict[str, str] = {}
    for step in part.plan.steps:
        inputs = tuple(instead.get(name, name) for name in step.inputs)
        if _writes(step.tool, catalog):
            instead[step.id] = inputs[0] if inputs else SOURCE
        else:
            kept.append(step.replaced(inputs=inputs))
    asked = part.requirements
    others = tuple(item for item in asked.constraints if not isinstance(item, SavePath))
    return part.replaced(
        requirements=asked if others == asked.constraints else asked.replaced(constraints=others),
        plan=Plan(template=part.plan.template, steps=tuple(kept)) if instead else part.plan,
    )


def write_session(saved: Saved, path: Path) -> Path:
    """Write the file."""
    try:
        write_whole(path, saved.model_dump_json(indent=1))
    except OSError as error:
        raise FileError(f"The session cannot be written to {path}: {error.strerror}", "Name another file.") from error
    return path


def read_session(path: Path) -> Saved:
    """Read the file, or say what is wrong with it."""
    try:
        return Saved.model_validate_json(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(
            f"The session {path} cannot be read: {error}", "Name the file that session.save wrote."
        ) from error
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"])) or "file"
        raise FileError(
            f"{path} is no valid session: {where}: {problem['msg']}", "Name a file that session.save wrote."
        ) from error
