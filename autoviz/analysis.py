"""Analysis: what the user holds: charts, tables, the answer, the plan and its proof."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoviz.aliases import load_project
from autoviz.answering.calling import called
from autoviz.errors import FileError, QuestionError, SettingsError
from autoviz.frames import taking_turns
from autoviz.linking.links import Aliases
from autoviz.linking.text import readable
from autoviz.listing import counted
from autoviz.model.chart import Chart
from autoviz.model.coverage import Coverage
from autoviz.model.fact import Fact
from autoviz.model.intent import Intent
from autoviz.model.plan import Plan, PlanDiff
from autoviz.model.proof import Proof
from autoviz.model.provenance import Metrics, Provenance
from autoviz.model.question import Question
from autoviz.model.reading import Reading
from autoviz.model.record import AnalysisRecord, Clarification
from autoviz.model.requirements import Filters, Requirements
from autoviz.model.settings import Settings, settings_from
from autoviz.model.tool import Shortlist
from autoviz.pipeline import Finished, run, run_part
from autoviz.query.language import Query
from autoviz.query.reference import columns_read
from autoviz.readers.base import Context
from autoviz.readers.default import chain, default_encoder, default_index
from autoviz.recording import record_of
from autoviz.registry.catalog import default_catalog
from autoviz.remembering import cells
from autoviz.resources import write_whole
from autoviz.showing import result_tables
from autoviz.stages.base import State, Watch, renewed

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

    from autoviz.editing import Edits
    from autoviz.export.html import Contents
    from autoviz.registry.examples import ExampleEntry


class Analysis:
    """The result of one question; everything that is shown can be asked of it.

    What shows, saves, rates and corrects it is imported where it is wanted: a first answer is there before.
    """

    def __init__(self, finished: Finished) -> None:
        self._finished = finished
        self.record: AnalysisRecord = record_of(finished)

    def __repr__(self) -> str:
        if self.clarification:
            return f"<Analysis of {self.record.question.text!r}: {self.clarification.text} Go on with .choose(n).>"
        made = f"{counted(len(self.charts), 'chart')}, {counted(len(self.tables), 'table')}"
        return f"<Analysis of {self.record.question.text!r}: {made}>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """What a notebook shows without the extension; `%load_ext autoviz` adds the chart and the live bar."""
        from autoviz.export.html import whole

        notes = ("The chart is a.figure; %load_ext autoviz shows it here.",) if self.charts else ()
        return {"text/plain": repr(self), "text/html": whole(self.contents(notes=notes))}

    @cached_property
    def figures(self) -> list[go.Figure]:
        """The plotly figures, in the order of the plan."""
        return [outcome.figure for outcome in self._outcomes if outcome.figure is not None]

    @property
    def figure(self) -> go.Figure | None:
        """The first figure, if there is one."""
        return self.figures[0] if self.figures else None

    @property
    def charts(self) -> list[Chart]:
        """What each figure encodes."""
        return [chart for part in self.record.parts for chart in part.charts]

    @cached_property
    def tables(self) -> list[pd.DataFrame]:
        """The tables behind the charts and those asked for, as pandas frames."""
        from autoviz.export.cells import labelled

        parts = self._finished.parts
        with taking_turns(frame for part in parts for frame in part.frames.values()):
            return [
                labelled(
                    called(table, part.form, part.queries, part.profile),
                    [column.name for column in self.record.profile.columns if column.meaning in ("id", "code", "year")],
                    () if any(query.grouped or query.source for query in part.queries) else self.record.profile.names,
                )
                for part in parts
                for table in result_tables(part)
            ]

    @property
    def table(self) -> pd.DataFrame | None:
        """The table behind the first chart, or the first table where there is no chart."""
        return self.tables[0] if self.tables else None

    @property
    def answer(self) -> str:
        """The answer in sentences, each number from a step."""
        return self.record.answer

    @property
    def cells(self) -> int:
        """How many cells the tables of its steps hold together."""
        return sum(map(cells, self._outcomes))

    @property
    def nothing_left(self) -> bool:
        """Whether the conditions left no row, so that there is nothing to go on with."""
        return any(part.emptied is not None for part in self._finished.parts)

    @property
    def intent(self) -> Intent:
        """What kind of analysis was asked for."""
        return self.record.intent

    @property
    def requirements(self) -> Requirements:
        """What exactly was asked for."""
        return self.record.parts[0].requirements if self.record.parts else self._readings[0].requirements

    @property
    def confidence(self) -> float:
        """How sure the reader is of what was asked, from 0 to 1; of free questions rather too low than too high."""
        return self.record.parts[0].confidence if self.record.parts else self._readings[0].confidence

    @property
    def shortlist(self) -> Shortlist | None:
        """The tools that the plan could use, and why."""
        return self.record.parts[0].shortlist if self.record.parts else None

    @property
    def plan(self) -> Plan | None:
        """The steps that were run."""
        return self.record.parts[0].plan if self.record.parts else None

    @property
    def diff(self) -> PlanDiff | None:
        """The plan against its template."""
        return self.record.parts[0].diff if self.record.parts else None

    @property
    def coverage(self) -> Coverage | None:
        """Which step serves which requirement."""
        return self.record.parts[0].coverage if self.record.parts else None

    @property
    def query(self) -> Query | None:
        """What was understood, in the closed language of Queries; None where it has no words for it."""
        return next((query for part in self.record.parts for query in part.queries), None)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What the question left open and how it was settled, a sentence each."""
        asked = [part.requirements for part in self.record.parts] or [self.requirements]
        return tuple(dict.fromkeys(told for item in asked for told in item.assumed))

    @property
    def sql(self) -> str:
        """One DuckDB SELECT that gives the answer's numbers from the raw table, called t; empty where there is none."""
        from autoviz.export.prepared_sql import sql_of

        part = next((part for part in self.record.parts if part.queries), None)
        return sql_of(self.record, part, self._finished.read.context.catalog) if part else ""

    @property
    def proof(self) -> Proof | None:
        """What the second computation of the result showed."""
        return self.record.parts[0].proof if self.record.parts else None

    @property
    def facts(self) -> list[Fact]:
        """What the answer is made of."""
        return [fact for part in self.record.parts for fact in part.facts]

    @property
    def provenance(self) -> Provenance:
        """What each stage and step did."""
        return self.record.provenance

    @property
    def metrics(self) -> Metrics:
        """Coverage, unjustified-step, retrieval-miss and repair counts, and stage times."""
        return self.record.metrics

    @property
    def clarification(self) -> Clarification | None:
        """What is asked back when two readings tie or the table lacks what is named; then there is no chart yet."""
        return self.record.clarification

    def choose(self, number: int, *, only_plan: bool = False) -> Analysis:
        """Go on with option `number` (from 1) of the clarification."""
        if self.clarification is None:
            raise QuestionError("There is nothing to choose: the question was read in one way only", "")
        options = self.clarification.options
        if not 1 <= number <= len(options):
            raise QuestionError(f"There is no option {number}", f"Choose from 1 to {len(options)}.")
        option = options[number - 1]
        reading = Reading(requirements=option.requirements, intent=option.intent, confidence=1.0)
        read = renewed(replace(self._finished.read, readings=(reading,)))
        return Analysis(Finished(read, (run_part(read, reading, only_plan=only_plan),)))

    def edited(
        self,
        *,
        read: Mapping[str, str] | None = None,
        function: str | None = None,
        measure: Mapping[str, str] | None = None,
        groups: Iterable[str] | None = None,
        limit: int | None = None,
        grain: str | None = None,
        chart: str | None = None,
        layout: str | None = None,
        drop: Iterable[str] = (),
        params: Mapping[str, Mapping[str, Any]] | None = None,
        filters: str | Filters | None = None,
        part: int = 1,
        only_plan: bool = False,
    ) -> Analysis:
        """A new analysis with corrections, through the same gates.

        `read` takes a phrase for another column, `function` is another one of the same measures, `measure` puts one
        column in the place of another, `groups` names all that is grouped by, `filters` keeps other rows
        ("region = West and units > 5"), `limit` the first few. `grain` sets other periods, `chart` another chart,
        `layout` how its groups stand. `drop` leaves steps out and `params` changes those of a step. `part` is the
        part of the question that is meant. With `only_plan` nothing is run; with no correction what was planned is.
        """
        from autoviz.editing import Edits, edits_from

        edits = edits_from(
            read=read, function=function, measure=measure, groups=groups, limit=limit, grain=grain, chart=chart,
            layout=layout, drop=drop, params=params, filters=filters,
        )  # fmt: skip
        return self.revised(Edits().with_part(part, edits), only_plan=only_plan)

    def revised(self, edits: Edits, *, only_plan: bool = False, watch: Watch | None = None) -> Analysis:
        """The same for edits that were collected, of any part of the question."""
        from autoviz.editing import rerun

        return Analysis(rerun(self._finished, edits, only_plan=only_plan, watch=watch))

    def rate(self, good: bool, comment: str = "") -> None:
        """Keep a rating in the local feedback file; it counts as satisfaction in the metrics."""
        from autoviz.feedback import rated

        self.record = rated(self.record, good, comment)

    def contents(self, **shown: Any) -> Contents:
        """What is shown as HTML, figures aside."""
        from autoviz.export.html import Contents

        tables = self.tables if self._outcomes else ()
        return Contents(self.record, tables, self.code() if self._outcomes else "", **shown)

    def to_html(self, path: str | Path | None = None) -> str:
        """A page of its own, which needs no network; written to a file where a path is given."""
        from autoviz.export.html import page as page_of

        page = page_of(self.contents(), self.figures)
        if path is not None:
            try:
                write_whole(Path(path), page)
            except OSError as error:
                told = f"The page cannot be written to {path}: {error.strerror}"
                raise FileError(told, "Name another file.") from error
        return page

    def to_image(self, path: str | Path) -> list[Path]:
        """The charts as .png, .svg, .pdf, .jpg or .webp; of several the later ones get a number in their names."""
        from autoviz.export.image import write_images

        return write_images(self.figures, Path(path))

    def save(self, path: str | Path) -> Path:
        """Keep the question as a file, to be asked again of other rows with `autoviz.replay`; no frame, no setting."""
        from autoviz.export.question_file import saved_question, write_question

        return write_question(saved_question(self.record, self.tables), Path(path))

    def code(self) -> str:
        """A plain pandas and plotly script that reproduces what is shown."""
        from autoviz.export.code import opening as opening_line
        from autoviz.export.code import script

        records = {
            f"{number}:{record.step_id}": record
            for number, part in enumerate(self._finished.parts, start=1)
            for record in part.step_records
        }
        plans = [part.plan for part in self.record.parts]
        figures = {
            f"{number}:{step_id}": outcome.figure
            for number, part in enumerate(self._finished.parts, start=1)
            for step_id, outcome in (part.outcomes or {}).items()
            if outcome.figure is not None
        }
        name, catalog = self.record.profile.name, self._finished.read.context.catalog
        read = columns_read(self.query) if len(plans) == 1 and self.query else None
        held = opening_line(name, self._finished.read.frames.get(name), read)
        return script(self.record.question.text, plans, records, name, catalog, figures=figures, opening=held)

    def to_dict(self) -> dict[str, Any]:
        """The whole analysis as plain data: the record, figures as plotly JSON, tables as rows."""
        from autoviz.export.plain_data import plain_figure, plain_rows

        return {
            **self.record.model_dump(mode="json"),
            "figures": [plain_figure(figure) for figure in self.figures],
            "tables": [plain_rows(table) for table in self.tables],
            "code": self.code() if self.record.parts else "",
        }

    @property
    def _outcomes(self) -> list[Any]:
        return [outcome for part in self._finished.parts for outcome in (part.outcomes or {}).values()]

    @property
    def _readings(self) -> tuple[Reading, ...]:
        return self._finished.read.readings or ()


def ask(
    frame: Any,
    question: str,
    *,
    aliases: Aliases | None = None,
    watch: Watch | None = None,
    only_plan: bool = False,
    **settings: Any,
) -> Analysis:
    """Ask a frame a question in plain words.

    `frame` is a pandas, Polars or PySpark frame, a DuckDB relation, the path of a CSV or parquet file, a published data
    source, or a mapping of names to several of these. `aliases` says what words mean in this question alone. `watch` is
    called with the name of each stage as it begins, and with its record as it ends. With `only_plan` the plan is made
    and proven but not run. `settings` are those of the page Settings, by their names.
    """
    state = opening(frame, question, aliases=aliases, watch=watch, **settings)
    return Analysis(run(state, only_plan=only_plan))


def opening(
    frame: Any, question: str, *, aliases: Aliases | None = None, watch: Watch | None = None, **settings: Any
) -> State:
    """The state in which a question starts: its words, its frames, the readers, and what the project says of words."""
    chosen = settings_from(settings)
    if not isinstance(question, str):
        told = f"The question is no text but of type {type(question).__name__}"
        raise QuestionError(told, "First the frame, then the question: autoviz.ask(df, 'revenue by region').")
    normalised = readable(question)
    if chosen.strategy == "streamlined" and chosen.reader != "llm":
        raise SettingsError("The streamlined strategy needs a language model", "Add reader='llm'.")
    question = question.encode("utf-8", "replace").decode()  # half a letter can be sent and written nowhere
    frames = dict(frame) if isinstance(frame, Mapping) else {"df": frame}
    name = chosen.embedding_model
    first, *others = chain(chosen)
    project = load_project()
    known = {**project.meant(chosen.confidence_threshold), **(aliases or {})}
    state = State(
        question=Question(text=question, normalised=normalised),
        frames=frames,
        context=Context(
            default_catalog(),
            chosen,
            known,
            descriptions=project.columns,
            liked=_liked(chosen) if chosen.reader == "llm" else (),
        ),
        reader=first,
        next_readers=tuple(others),
        index=lambda: default_index(name),
        embed=default_encoder(name).encode,
    )
    return replace(state, watch=watch) if watch else state


def _liked(settings: Settings) -> tuple[ExampleEntry, ...]:
    """What the user rated well, to be shown to a language model."""
    from autoviz.feedback import liked_examples

    return liked_examples(settings.share_values)
