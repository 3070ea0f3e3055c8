"""Suites: JSONL files of questions over tables with the chart and the requirements that each should give."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, Field, ValidationError

from autoviz.errors import FileError, SettingsError
from autoviz.evaluation.conditions import foreign_filters
from autoviz.model.base import Value
from autoviz.model.labels import AnalysisLabel, Order
from autoviz.model.requirements import Constraint, Filters, Requirements
from autoviz.published.places import is_published


class _Foreign(Value):
    """A part of a suite that may carry keys we have no use for."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Axis(_Foreign):
    """What an axis shows: a column, and how it is summarised."""

    column: str | None = None
    aggregate: str | None = None
    aggregate_accept: tuple[str | None, ...] = ()
    """Every aggregate that is right, where the question leaves it open."""
    derived: bool = False
    """The axis shows a new metric, whose name is free."""


class Ordering(_Foreign):
    """By which axis or column the chart is sorted."""

    by: str
    order: Order = "asc"


class Expectation(_Foreign):
    """The chart that a question should give."""

    charts: tuple[str, ...] = Field(min_length=1)
    charts_lenient: tuple[str, ...] = ()
    x: Axis = Axis()
    y: Axis = Axis()
    color: str | None = None
    facet: str | None = None
    filters: tuple[dict[str, Any], ...] = ()
    sort: Ordering | None = None
    limit: int | None = None
    time_bin: str | None = None
    attributes: tuple[str, ...] | None = None
    attributes_accept: tuple[tuple[str, ...], ...] = ()
    """Other sets of columns that are right too."""
    any_attributes: bool = False
    """The chart or table may show any columns: a question about the table as a whole."""
    any_chart: bool = False
    """Any chart of the analysis may be the one: a question with several answers."""
    chart_stated: bool = False
    x_color_swappable: bool = False

    @property
    def accepted_charts(self) -> tuple[str, ...]:
        """The charts that are right: the named one, or every good one where none was named."""
        return self.charts if self.chart_stated or not self.charts_lenient else self.charts_lenient

    @property
    def conditions(self) -> Filters:
        """The filters as the model writes them."""
        return foreign_filters(self.filters)


class Extras(Value):
    """What a reading may hold beyond what is required, without being wrong."""

    analysis: tuple[AnalysisLabel, ...] = ()
    constraints: tuple[Constraint, ...] = ()


class Case(_Foreign):
    """One question over one table."""

    id: str
    source: str = ""
    table: str
    question: str
    expect: Expectation
    gold: tuple[tuple[Any, ...], ...] = ()
    """The numbers of the right chart: x, y and where there is one the colour."""
    requirements: Requirements | None = None
    also_right: tuple[dict[str, Any], ...] = ()
    """Fields of the requirements that may read otherwise, one entry per further right reading."""
    optional: Extras = Extras()
    kind: str = ""
    topic: str = ""
    hardness: str = ""

    @property
    def readings(self) -> tuple[Requirements, ...]:
        """Every right reading, the main one first."""
        if self.requirements is None:
            return ()
        return (self.requirements, *(self.requirements.replaced(**changes) for changes in self.also_right))


class Suite(Value):
    """The cases of one file; tables are CSV files relative to its folder, or published data sources."""

    name: str
    folder: Path
    cases: tuple[Case, ...]

    def table_path(self, case: Case) -> Path:
        """The CSV file that a case is about, or the place of a published data source."""
        return Path(case.table) if is_published(case.table) else self.folder / case.table

    def put_to(self, place: str) -> Suite:
        """The same questions, asked of the data at another place, in which {table} is the name of each case's table."""
        tables = {case.table: place.replace("{table}", Path(case.table).stem) for case in self.cases}
        if len(tables) > len(set(tables.values())):
            raise SettingsError(
                f"The suite {self.name} asks of {len(tables)} tables, and {place} is one place",
                "Write {table} where the name of each table stands in it.",
            )
        return self.replaced(
            folder=Path(), cases=tuple(case.replaced(table=tables[case.table]) for case in self.cases)
        )

    def thinned(self, every: int = 1, limit: int | None = None) -> Suite:
        """Every nth case, and no more than the limit."""
        return self.replaced(cases=self.cases[::every][:limit])


def load_suite(path: Path | str) -> Suite:
    """Read a suite; a line that is not a case is reported with its number."""
    file = Path(path)
    if not file.is_file():
        raise FileError(f"There is no suite {file}", "Name a JSONL file with one case per line.")
    lines = file.read_text(encoding="utf-8").splitlines()
    cases = tuple(_case(line, f"{file}:{number}") for number, line in enumerate(lines, 1) if line.strip())
    if not cases:
        raise FileError(f"The suite {file} is empty", "It needs one JSON object per line.")
    return Suite(name=file.stem, folder=file.parent, cases=cases)


def _case(line: str, where: str) -> Case:
    try:
        return Case.model_validate(json.loads(line))
    except json.JSONDecodeError as error:
        raise FileError(f"{where} is not JSON: {error}", "Write one JSON object per line.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise FileError(f"{where} is not a case: {place}: {first['msg']}", "Mend that field of the line.") from error
