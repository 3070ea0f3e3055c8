"""An analysis in the terminal: the question, the plan diff, the coverage, the table and the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape as escape_markup
from rich.table import Table

from autoviz.answering.requirement_words import requirement_words
from autoviz.export.cells import numeric_columns, text_rows
from autoviz.export.details import steps_told
from autoviz.export.markup import params_told
from autoviz.listing import fitting, listed

if TYPE_CHECKING:
    import pandas as pd

    from autoviz.analysis import Analysis
    from autoviz.model.coverage import Coverage
    from autoviz.model.plan import PlanDiff
    from autoviz.model.record import AnalysisRecord, Part

_SIGNS = {"added": "[green]+[/]", "removed": "[red]-[/]", "changed": "[yellow]~[/]", "unchanged": " "}
MAX_ROWS = 12


def escape(text: str) -> str:
    """Text that neither marks itself up nor moves the cursor: cells may hold the terminal's own commands."""
    seen = "".join(
        letter if letter.isprintable() or letter in "\n\t" else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return escape_markup(seen)


def console() -> Console:
    """A console that prints what it is given and guesses no highlights."""
    return Console(highlight=False, soft_wrap=True)


def show(analysis: Analysis, out: Console, *, proof: bool = True, table: bool = True) -> None:
    """Print the analysis, or the question that it asks back."""
    title(out, "Question", analysis.record.question.text)
    if analysis.clarification:
        title(out, analysis.clarification.text)
        for number, option in enumerate(analysis.clarification.options, start=1):
            out.print(f"  {number}. {escape(option.label)}")
        return
    for part in analysis.record.parts if proof else ():
        _done(out, part, analysis.record)
        _diff(out, part.diff)
        _coverage(out, part.coverage)
        _proof(out, part)
    if table and analysis.table is not None:
        title(out, "Table")
        _table(out, analysis.table)
    title(out, "Answer", analysis.answer)
    for note in analysis.record.notes:
        out.print(f"  [dim]{escape(note)}[/]")


def title(out: Console, name: str, text: str = "") -> None:
    """A heading, and the text under it."""
    out.print(f"\n[bold cyan]{name}[/]")
    for line in text.splitlines():
        out.print(f"  {escape(line)}")


def _done(out: Console, part: Part, record: AnalysisRecord) -> None:
    title(out, "What was done")
    for number, sentence in enumerate(steps_told(part, record), start=1):
        out.print(f"  {number}. {escape(sentence)}")


def _diff(out: Console, diff: PlanDiff) -> None:
    title(out, "Plan, against the template", diff.base)
    for step in diff.steps:
        because = f"  for {listed(list(map(requirement_words, step.because)))}" if step.because else ""
        params = params_told(step.after if step.after is not None else step.before or {})
        line = escape(f"{step.step_id}: {step.tool}({params})")
        out.print(f"  {_SIGNS[step.action]} {line}[dim]{escape(because)}[/]")


def _coverage(out: Console, coverage: Coverage) -> None:
    title(out, "Coverage", f"{'' if coverage.complete else 'not '}every part of the question has its step")
    for key, steps in coverage.served.items():
        sign, words = "[green]✓[/]" if steps else "[red]✗[/]", requirement_words(key)
        out.print(f"  {sign} {escape(words)}  [dim]{escape(', '.join(steps))}[/]")
    for line in (*coverage.removed, *coverage.not_done):
        out.print(f"  [red]✗[/] {escape(line)}")


def _proof(out: Console, part: Part) -> None:
    if part.proof is not None:
        title(out, "Proof", part.proof.line)
        if part.proof.sql:
            out.print(f"  [dim]{escape(part.proof.sql)}[/]")


def _table(out: Console, frame: pd.DataFrame) -> None:
    drawn = Table(show_edge=False, pad_edge=False)
    words, numbers = frame.attrs.get("words", {}), numeric_columns(frame)
    for place, name in enumerate(frame.columns):
        drawn.add_column(escape(str(words.get(name, name))), justify="right" if place in numbers else "left")
    most = fitting(len(frame), MAX_ROWS)
    for row in text_rows(frame.head(most)):
        drawn.add_row(*map(escape, row))
    out.print(drawn)
    if len(frame) > most:
        out.print(f"  [dim]{len(frame) - most:,} more rows[/]")
