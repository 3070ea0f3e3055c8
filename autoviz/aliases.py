"""Aliases: what words mean in a project, and what its columns hold, kept in a YAML file that the user can edit."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, ValidationError, ValidationInfo, field_serializer, field_validator

from autoviz.errors import ColumnError, FileError, ParameterError, did_you_mean
from autoviz.linking.links import Aliases
from autoviz.model.base import Value
from autoviz.model.labels import MEANINGS
from autoviz.model.profile import ColumnFacts, DatasetProfile, Scalar
from autoviz.profile import profile
from autoviz.resources import write_whole
from autoviz.writings import writing_of

FILE_NAME = "autoviz.yaml"
LEARNED = 0.8
"""How sure an alias is that was learned from one correction; each further one halves the doubt."""
_HEAD = """\
# What words mean in this project, and what its columns hold. Read by autoviz; edit or delete lines as you like.
# An alias names a column, or a value of one; type is measure, group, time or value; confidence goes from 0 to 1.
# A column has a description, or {description, meaning, adds_up, unit, missing: [99], written: "1.234,5"};
# `autoviz profile` shows what is known without.
"""


class Alias(Value):
    """What one word or phrase stands for."""

    column: str
    value: Scalar = None
    """The value of the column that is meant; none means the column itself."""
    type: Literal["measure", "group", "time", "value"] = "group"
    confidence: float = Field(default=1.0, ge=0, le=1)
    source: Literal["given", "learned"] = "given"


class Project(Value):
    """What the file of a project holds."""

    aliases: dict[str, Alias] = Field(default_factory=dict)
    columns: dict[str, ColumnFacts] = Field(default_factory=dict)
    """Column → what it holds, what it means, whether it adds up, its unit."""

    @field_validator("aliases", "columns", mode="before")
    @classmethod
    def _short_form(cls, given: Any, info: ValidationInfo) -> Any:
        """`sales: revenue` is short for `sales: {column: revenue}`, and a text about a column is its description."""
        if not isinstance(given, dict):
            return given
        meant = "column" if info.field_name == "aliases" else "description"
        return {str(word): {meant: entry} if isinstance(entry, str) else entry for word, entry in given.items()}

    @field_serializer("columns")
    def _short_again(self, columns: dict[str, ColumnFacts]) -> dict[str, Any]:
        return {
            name: said.model_dump(exclude_defaults=True) if said.is_correction else said.description
            for name, said in columns.items()
        }

    def meant(self, least: float) -> Aliases:
        """The aliases that are sure enough, as the readers take them."""
        sure = {word: alias for word, alias in self.aliases.items() if alias.confidence >= least}
        return {
            word: alias.column if alias.value is None else {alias.column: alias.value} for word, alias in sure.items()
        }


def project_file() -> Path:
    """The file of this project: in the folder AUTOVIZ_PROJECT names, else the nearest one from here upwards."""
    named = os.environ.get("AUTOVIZ_PROJECT")
    if named:
        return Path(named).expanduser() / FILE_NAME
    here = Path.cwd()
    return next(
        (folder / FILE_NAME for folder in (here, *here.parents) if (folder / FILE_NAME).is_file()), here / FILE_NAME
    )


def load_project(path: Path | None = None) -> Project:
    """What the file says; a file that is not there says nothing."""
    path = path or project_file()
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
        return Project.model_validate(content or {})
    except FileNotFoundError:
        return Project()
    except (OSError, UnicodeDecodeError, RecursionError, yaml.YAMLError, ValidationError) as error:
        problem = error.errors()[0] if isinstance(error, ValidationError) else None
        where = f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}" if problem else str(error)
        raise FileError(f"{path} cannot be read: {where}", "Mend or delete the lines, or the file.") from error


def save_project(project: Project, path: Path | None = None) -> Path:
    """Write the file with its lines of explanation."""
    path = path or project_file()
    content = project.model_dump(mode="json", exclude_none=True, exclude_defaults=False)
    body = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _HEAD + body)
    except OSError as error:
        hint = "Name another folder with the environment variable AUTOVIZ_PROJECT."
        raise FileError(f"The aliases cannot be written to {path}: {error.strerror}", hint) from error
    return path


def alias(
    frame: Any,
    aliases: Mapping[str, str | Mapping[str, Scalar]] | None = None,
    *,
    dictionary: str | Path | Mapping[str, str] | None = None,
) -> Project:
    """Say what words mean for a frame, and what its columns hold; kept in the project's file `autoviz.yaml`.

    `frame` is the one whose columns are meant, and `aliases` a word for a column or for a value of one:
    `autoviz.alias(df, {"sales": "revenue", "west coast": {"region": "West"}})`. `dictionary` is a mapping, or a YAML or
    CSV file, from columns to descriptions, which help to link words. Without either it shows what is known.
    """
    known = load_project()
    if not aliases and dictionary is None:
        return known
    told = profile(frame)
    new = {word.casefold().strip(): _checked(target, told) for word, target in (aliases or {}).items()}
    described = _descriptions(dictionary)
    for column in described:
        told.column(column)
    columns = {
        name: known.columns.get(name, ColumnFacts()).replaced(description=text) for name, text in described.items()
    }
    project = known.replaced(aliases={**known.aliases, **new}, columns={**known.columns, **columns})
    save_project(project)
    return project


def correct(told: DatasetProfile, column: str, **facts: Any) -> Project:
    """Keep what a column means, whether it adds up and its unit: `correct(profile, "price", adds_up=False)`."""
    told.column(column)
    known = load_project()
    before = known.columns.get(column, ColumnFacts())
    try:
        said = before.replaced(**facts)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(map(str, problem["loc"]))
        hint = f"Say one or more of {', '.join(ColumnFacts.model_fields)}; a meaning is one of {', '.join(MEANINGS)}."
        raise ParameterError(f"{column}.{where} cannot be {problem['input']!r}: {problem['msg']}", hint) from error
    if said.written:
        writing_of(said.written)
    project = known.replaced(columns={**known.columns, column: said})
    save_project(project)
    return project


def learn(word: str, target: str | Mapping[str, Scalar], told: DatasetProfile) -> Path:
    """Keep what a correction teaches; the same one again makes it surer."""
    known = load_project()
    word, meant = word.casefold().strip(), _checked(target, told)
    before = known.aliases.get(word)
    again = before is not None and (before.column, before.value) == (meant.column, meant.value)
    sure = 1 - (1 - before.confidence) / 2 if again and before else LEARNED
    entry = meant.replaced(confidence=round(sure, 3), source="learned")
    return save_project(known.replaced(aliases={**known.aliases, word: entry}))


def _checked(target: str | Mapping[str, Scalar], told: DatasetProfile) -> Alias:
    """An alias whose column, and value where few are possible, the frame really has."""
    if isinstance(target, str):
        column = told.column(target)
        kind = "time" if column.kind == "temporal" else "measure" if column.metric else "group"
        return Alias.model_validate({"column": target, "type": kind})
    if len(target) != 1:
        raise ColumnError(
            "An alias stands for one value of one column", 'Write it as {"west coast": {"region": "West"}}.'
        )
    name, value = next(iter(target.items()))
    values = told.column(name).values
    if values and value not in values:
        raise ColumnError(
            f"There is no value {value!r} in {name!r}",
            did_you_mean(str(value), [str(item) for item in values], "values"),
        )
    return Alias(column=name, value=value, type="value")


def _descriptions(dictionary: str | Path | Mapping[str, str] | None) -> dict[str, str]:
    if dictionary is None:
        return {}
    if isinstance(dictionary, Mapping):
        return {str(name): str(text) for name, text in dictionary.items()}
    path = Path(dictionary)
    try:
        text = path.read_text("utf-8")
        if path.suffix.lower() == ".csv":
            rows = [row for row in csv.reader(text.splitlines()) if len(row) > 1]
            return {row[0].strip(): row[1].strip() for row in rows[1:]}
        content = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError, RecursionError, csv.Error, yaml.YAMLError) as error:
        raise FileError(f"The data dictionary {path} cannot be read: {error}", "Give a YAML or CSV file.") from error
    if not isinstance(content, dict):
        raise FileError(
            f"The data dictionary {path} must map columns to descriptions", "Write `column: what it holds`."
        )
    return {str(name): str(described) for name, described in content.items()}
