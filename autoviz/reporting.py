"""Reporting: many questions of one table answered and bound together, as a page, as Markdown or as a notebook."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from pydantic import Field, ValidationError

from autoviz.aliases import load_project
from autoviz.analysis import Analysis, ask
from autoviz.errors import AutovizError, FileError, QuestionError
from autoviz.export.cells import text_rows
from autoviz.export.details import begun
from autoviz.export.html import CONFIG, answer, charts, framed, rest
from autoviz.export.markup import AMBER, FONT, INK, Markup, soft, tag
from autoviz.listing import counted, fitting
from autoviz.model.base import Value
from autoviz.profile import profile
from autoviz.proposing import Proposal, propose
from autoviz.resources import write_whole

if TYPE_CHECKING:
    from autoviz.model.profile import DatasetProfile

ENDINGS = (".html", ".md", ".ipynb")
MARKDOWN_ROWS = 12
Tell = Callable[[int, int, str], None]
"""Told before each question: its number, how many there are, and its words."""


class Listed(Value):
    """A file of questions: a title, and the questions in their order."""

    title: str = ""
    questions: tuple[str | Proposal, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Entry:
    """One question of a report: why it is there, and its answer or why there is none."""

    question: str
    reason: str
    analysis: Analysis | None
    problem: str = ""

    @property
    def told(self) -> str:
        """The answer in words, or what stands in its place."""
        return self.problem or (self.analysis.answer if self.analysis is not None else "")


@dataclass(frozen=True)
class Report:
    """The answers in their order, and what the table was."""

    title: str
    source: str
    profile: DatasetProfile
    entries: tuple[Entry, ...]

    def to_html(self) -> str:
        """One page that asks nobody for anything; the plotting code lies in it once."""
        style = f"{FONT}; {INK}; line-height:1.5"
        drawn: list[object] = []
        started = False
        for number, entry in enumerate(self.entries, start=1):
            drawn.append(_section(number, entry, with_code=not started))
            started = started or bool(entry.analysis is not None and entry.analysis.figures)
        head = (tag("h1", self.title), tag("p", soft(self._about)), _contents(self.entries))
        return framed(self.title, tag("div", *head, *drawn, style=style))

    def to_markdown(self) -> str:
        """The answers and tables as text; a chart is told in words."""
        lines = [f"# {self.title}", "", self._about, ""]
        lines += [f"{number}. {entry.question}" for number, entry in enumerate(self.entries, start=1)]
        for number, entry in enumerate(self.entries, start=1):
            lines += ["", f"## {number}. {entry.question}", "", *([f"*{entry.reason}*", ""] if entry.reason else [])]
            lines += [line if line.startswith("| ") else f"{line}  " for line in entry.told.splitlines()]
            lines += _markdown_of(entry.analysis) if entry.analysis is not None else []
        return "\n".join(lines) + "\n"

    def to_notebook(self) -> str:
        """A notebook with the questions as cells and what they came to as outputs; it can be run again."""
        source = self.source or self.profile.name
        cells = [_cell("markdown", f"# {self.title}\n\n{self._about}"), _cell("code", "%load_ext autoviz")]
        for entry in self.entries:
            cells += [_cell("markdown", entry.reason)] if entry.reason else []
            cells.append(_cell("code", f"%%autoviz {source}\n{entry.question}", _outputs(entry)))
        for number, cell in enumerate(cells, start=1):
            cell["id"] = f"cell-{number}"
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        made = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(made, indent=1, ensure_ascii=False, default=str) + "\n"

    def write(self, path: str | Path) -> Path:
        """Write it in the form that the ending names: .html, .md or .ipynb."""
        forms = dict(zip(ENDINGS, (self.to_html, self.to_markdown, self.to_notebook), strict=True))
        file = refuse_unwritable(Path(path))
        try:
            write_whole(file, forms[file.suffix.lower()]())
        except OSError as error:
            told = f"The report cannot be written to {path}: {error.strerror}"
            raise FileError(told, "Name another file.") from error
        return file

    @property
    def _about(self) -> str:
        rows, columns = self.profile.rows, len(self.profile.columns)
        sizes = ((rows, "row"), (columns, "column"), (len(self.entries), "question"))
        return f"{self.profile.name}: {', '.join(counted(*size) for size in sizes)}"


def report(
    frame: Any,
    questions: Iterable[str | Proposal] | str | Path | None = None,
    *,
    name: str = "df",
    title: str = "",
    tell: Tell = lambda number, count, question: None,
    **settings: Any,
) -> Report:
    """Answer the questions, those of a YAML file, or such as the table suggests; one that fails stops no other."""
    found = profile(frame, name, descriptions=load_project().columns)
    listed = _listed(found, questions)
    entries = []
    for number, item in enumerate(listed.questions, start=1):
        asked = item if isinstance(item, Proposal) else Proposal(question=item, reason="")
        tell(number, len(listed.questions), asked.question)
        entries.append(_answered({name: frame}, asked, settings))
    source = str(frame) if isinstance(frame, (str, Path)) else ""
    return Report(title or listed.title or f"Report on {name}", source, found, tuple(entries))


def _listed(found: DatasetProfile, questions: Iterable[str | Proposal] | str | Path | None) -> Listed:
    if isinstance(questions, (str, Path)):
        return read_questions(Path(questions))
    given = tuple(questions) if questions is not None else propose(found)
    if not given:
        raise QuestionError("The table suggests no question", "Give some: -q questions.yaml.")
    return Listed(questions=given)


def refuse_unwritable(path: Path) -> Path:
    """A file to which no report can go is refused before the questions are asked, not after."""
    if path.suffix.lower() not in ENDINGS:
        raise FileError(f"A report cannot be written as {path.name!r}", f"Known endings: {', '.join(ENDINGS)}.")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FileError(f"There is no folder {str(folder)!r}", "Make it, or name another file.")
    if not os.access(folder, os.W_OK):
        raise FileError(f"Nothing can be written to {str(folder)!r}", "Name a file in another folder.")
    return path


def read_questions(path: Path) -> Listed:
    """The questions of a YAML file: a list, or `title` and `questions`; each a text, or `question` and `reason`."""
    hint = "Write a list, one question to a line: - revenue by region"
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
        return Listed.model_validate({"questions": content} if isinstance(content, list) else content)
    except OSError as error:
        raise FileError(f"The questions {path} cannot be read: {error.strerror}", hint) from error
    except (yaml.YAMLError, ValidationError, UnicodeDecodeError) as error:
        raise FileError(f"{path} holds no list of questions", hint) from error


def _answered(frames: dict[str, Any], asked: Proposal, settings: dict[str, Any]) -> Entry:
    try:
        analysis = ask(frames, asked.question, **settings)
    except AutovizError as error:
        return Entry(
            asked.question, asked.reason, None, " ".join(filter(None, (f"Not answered: {error.what}.", error.hint)))
        )
    if analysis.clarification is not None:
        options = "; ".join(option.label for option in analysis.clarification.options)
        return Entry(asked.question, asked.reason, analysis, f"Not answered: {analysis.clarification.text} {options}")
    return Entry(asked.question, asked.reason, analysis)


def _contents(entries: tuple[Entry, ...]) -> Markup:
    items = [tag("li", tag("a", entry.question, href=f"#q{number}")) for number, entry in enumerate(entries, start=1)]
    return tag("nav", tag("ol", *items), aria_label="Contents")


def _section(number: int, entry: Entry, *, with_code: bool) -> Markup:
    body: list[object] = [tag("h2", f"{number}. {entry.question}", id=f"q{number}")]
    if entry.reason:
        body.append(tag("p", soft(entry.reason)))
    if entry.problem or entry.analysis is None:
        body.append(tag("p", entry.problem, style=f"background:{AMBER}; padding:4px 10px"))
        return tag("section", *body)
    contents = entry.analysis.contents()
    drawn = charts(entry.analysis.figures, with_code=with_code)
    return tag("section", *body, answer(contents, headed=False), *drawn, rest(contents))


def _markdown_of(analysis: Analysis) -> list[str]:
    lines = [line for note in analysis.record.notes for line in ("", f"*{note}*")]
    lines += [line for chart in analysis.charts if chart.alt for line in ("", f"Chart: {chart.alt}")]
    if analysis.answer and analysis.table is not None:
        head = [str(name) for name in analysis.table.columns]
        most = fitting(len(analysis.table), MARKDOWN_ROWS)
        rows = text_rows(analysis.table.head(most))
        cells = [[cell.replace("|", "\\|") for cell in row] for row in (head, ["---"] * len(head), *rows)]
        lines += ["", *(f"| {' | '.join(row)} |" for row in cells)]
        left = len(analysis.table) - most
        lines += ["", f"{left:,} more rows"] if left else []
    return [*lines, "", f"{begun(analysis.proof.line)}."] if analysis.proof is not None else lines


def _outputs(entry: Entry) -> list[dict[str, Any]]:
    if entry.analysis is None:
        return []
    contents = entry.analysis.contents()
    bundles: list[dict[str, Any]] = [{"text/html": answer(contents), "text/plain": entry.told}]
    for chart, figure in zip(entry.analysis.charts, entry.analysis.figures, strict=False):
        drawn = {**json.loads(figure.to_json()), "config": dict(CONFIG)}
        bundles.append({"application/vnd.plotly.v1+json": drawn, "text/plain": chart.alt})
    bundles.append({"text/html": rest(contents), "text/plain": ""})
    return [{"output_type": "display_data", "data": bundle, "metadata": {}} for bundle in bundles]


def _cell(kind: str, source: str, outputs: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source}
    return {**cell, "execution_count": None, "outputs": outputs or []} if kind == "code" else cell
